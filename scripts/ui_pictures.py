"""Takes the pictures of docs/images anew: `python -m scripts.ui_pictures`.

A server of its own and a headless Chromium; the positions come from real play, so no two runs look quite alike.
`--phases FOLDER` takes a picture of every phase of a match on every screen instead, to be looked at.
"""

import argparse
import shutil
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.match_pages import by_link, play_out, until
from tests.e2e.match_phases import SIZES, phases
from tests.e2e.server_process import served

TARGET: Final = Path(__file__).parent.parent / "docs" / "images"
_SETTINGS: Final = '{"speed": 0, "autoRoll": true, "skipCube": true}'
_BY_HAND: Final = '{"speed": 0, "autoRoll": false, "language": "en"}'
PHONE: Final[dict[str, Any]] = {"width": 360, "height": 740, "scale": 2, "has_touch": True, "is_mobile": True}
_NO_CHOICE: Final = ("Forced:*", "End turn", "Take", "Roll")
_COLOURS: Final = 255
"""A page has few: a palette makes a picture a third as large."""
DECISIONS: Final = {"take": "take", "match over": "result"}
"""Phases of a match of two people, and what their pictures are called."""
SIDEWAYS: Final = PHONE | {"width": 844, "height": 390}


def main() -> None:
    """All pictures."""
    parser = argparse.ArgumentParser(description="Takes pictures of the pages.")
    parser.add_argument("--phases", type=Path, metavar="FOLDER", help="every phase of a match on every screen")
    folder_of_phases: Path | None = parser.parse_args().phases
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is needed to take pictures")
    TARGET.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        if folder_of_phases is None:
            _take(browser, address)
        else:
            _take_phases(browser, address, folder_of_phases)
        browser.close()


def _take_phases(browser: Browser, address: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for phase, page in phases(*_two_people(browser, address)):
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(120)
            page.screenshot(path=folder / f"{phase.replace(' ', '-')}-{width}x{height}.png")
        page.set_viewport_size({"width": 1280, "height": 800})


def _two_people(browser: Browser, address: str) -> tuple[Page, Page]:
    """Two who have sat down to a match to 3 points."""
    one, two = (_page(browser, address, settings=_BY_HAND) for _ in range(2))
    one.request.post("/api/guest", data={"name": "Ada"})
    two.request.post("/api/guest", data={"name": "Bob"})
    by_link(one, two, points=3)
    return one, two


def _page(
    browser: Browser,
    address: str,
    *,
    width: int = 1280,
    height: int = 800,
    scale: float = 1,
    settings: str = _SETTINGS,
    **more: Any,
) -> Page:
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, device_scale_factor=scale, locale="en-GB", **more
    )
    page = context.new_page()
    page.add_init_script(
        f"localStorage.setItem('barpoint.settings', '{settings}'); localStorage.setItem('barpoint.here', '1')"
    )
    return page


def _shot(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(TARGET / f"{name}.png", optimize=True)


def _some_turns(page: Page, turns: int) -> None:
    """Play as the house would until it is our turn again and again, and stop before we move."""
    free = page.locator(".zone.open")
    until((page,), lambda: bool(free.count()), _NO_CHOICE)
    for _ in range(turns):
        page.get_by_role("button", name="Hint").click()
        page.get_by_role("button", name="Done").click()
        until((page,), lambda: bool(free.count()), _NO_CHOICE)


def _sit(page: Page, name: str, terms: dict[str, Any]) -> None:
    """Somebody with a name sits down against the house's bot."""
    page.request.post("/api/guest", data={"name": name})
    wanted = {"terms": terms, "level": "club", "side": "white"}
    opened = page.request.post("/api/matches", data=wanted).json()
    page.goto(opened["link"])


def _take(browser: Browser, address: str) -> None:
    page = _page(browser, address)
    page.goto("/")
    page.get_by_role("button", name="Play now").wait_for()
    _shot(page, "home")
    _sit(page, "Marina", {"points": 7, "clock": {"reserve": 840, "delay": 12}})
    _some_turns(page, 6)
    _shot(page, "board")
    page.emulate_media(color_scheme="dark")
    _shot(page, "dark")

    for phase, decider in phases(*_two_people(browser, address)):
        if phase in DECISIONS:
            _shot(decider, DECISIONS[phase])

    phone = _page(browser, address, **PHONE)
    _sit(phone, "Jonas", {"points": 5, "clock": {"reserve": 600, "delay": 12}})
    _some_turns(phone, 5)
    _shot(phone, "phone")
    sideways = _page(browser, address, **SIDEWAYS)
    _sit(sideways, "Ada", {"points": 7, "clock": {"reserve": 600, "delay": 12}})
    _some_turns(sideways, 5)
    _shot(sideways, "sideways")
    phone.goto("/ruling")
    phone.get_by_label("What happened?").fill("rolled too early")
    phone.get_by_role("button", name="A player rolled before the opponent's turn was over").click()
    for _ in range(10):
        phone.wait_for_timeout(300)
        if phone.locator(".answer").count():
            break
        phone.locator(".choice").first.click()
    _shot(phone, "ruling")

    lobby = _page(browser, address)
    lobby.request.post("/api/guest", data={"name": "Marina"})
    for name, preset in (("Ana", "Casual online"), ("Tomasz", "USBGF Open"), ("Leyla", "IBF Longgammon")):
        guest = _page(browser, address)
        guest.request.post("/api/guest", data={"name": name})
        guest.goto("/lobby")
        guest.get_by_label("Rules").select_option(preset)
        guest.get_by_role("button", name="Post a challenge").click()
        guest.locator(".challenge .tag").first.wait_for()
    lobby.goto("/lobby")
    lobby.locator(".challenge").first.wait_for()
    _shot(lobby, "lobby")
    lobby.goto("/rules/subject:dead-cube")
    lobby.locator("article").first.wait_for()
    _shot(lobby, "rules")

    short = _page(browser, address, height=1000)
    _sit(short, "Marina", {"points": 1})
    play_out(short)
    short.get_by_role("link", name="Review").click()
    short.get_by_role("button", name="Check the dice").click()
    short.get_by_role("button", name="Analyse").click()
    short.get_by_text("The costliest five").wait_for(timeout=240_000)
    for _ in range(25):
        short.get_by_role("button", name="On", exact=True).click()
    short.evaluate("() => scrollTo(0, 0)")
    _shot(short, "review")


if __name__ == "__main__":
    main()
