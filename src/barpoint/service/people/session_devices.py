"""What a browser calls itself (`User-Agent`), in plain words: which browser, on which system.

Only these two are kept. Browsers name one another in it: the first that fits, from the rare to the common, is the one.
"""

import re
from typing import Final

_BROWSERS: Final = (
    ("Edge", r"\bEdgA?(iOS)?/"),
    ("Opera", r"\bOPR/|\bOpera\b"),
    ("Samsung Internet", r"\bSamsungBrowser/"),
    ("Vivaldi", r"\bVivaldi/"),
    ("Yandex", r"\bYaBrowser/"),
    ("Firefox", r"\b(Firefox|FxiOS)/"),
    ("Chrome", r"\b(Headless)?(Chrome|CriOS)/"),
    ("Chromium", r"\bChromium/"),
    ("Safari", r"\bSafari/"),
)
_SYSTEMS: Final = (
    ("iPhone", r"\biPhone\b"),
    ("iPad", r"\biPad\b"),
    ("Android", r"\bAndroid\b"),
    ("Windows", r"\bWindows\b"),
    ("ChromeOS", r"\bCrOS\b"),
    ("macOS", r"\bMac OS X\b|\bMacintosh\b"),
    ("Linux", r"\bLinux\b|\bX11\b"),
)
_LONGEST: Final = 30


def device_of(agent: str) -> str:
    """`Firefox/Windows`; a program by its own name, as in `curl/`; empty where nothing is said."""
    browser = next((name for name, fits in _BROWSERS if re.search(fits, agent)), "")
    system = next((name for name, fits in _SYSTEMS if re.search(fits, agent)), "")
    if not browser:
        product = re.match(r"[A-Za-z][A-Za-z0-9._ -]*", agent)
        browser = product[0].strip()[:_LONGEST] if product and product[0] != "Mozilla" else ""
    return f"{browser}/{system}" if browser or system else ""


def read_device(device: str) -> tuple[str, str]:
    """The browser and the system of a kept device."""
    browser, _, system = device.partition("/")
    return browser, system
