"""Takes the pictures of docs/images anew: `python -m scripts.ui_pictures`.

A server of its own and a headless Chromium; the positions come from real play, so no two runs look quite alike.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.playing import ANY_WAY, play_out, step
from tests.e2e.serving import served

TARGET: Final = Path(__file__).parent.parent / "docs" / "images"
_SETTINGS: Final = '{"animate": false, "autoRoll": true, "skipCube": true}'
PHONE: Final[dict[str, Any]] = {"width": 360, "height": 740, "scale": 2, "has_touch": True, "is_mobile": True}


def main() -> None:
    """All pictures."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is needed to take pictures")
    TARGET.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        _take(browser, address)
        browser.close()


def _page(
    browser: Browser, address: str, *, width: int = 1280, height: int = 800, scale: float = 1, **more: Any
) -> Page:
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": height}, device_scale_factor=scale, locale="en-GB", **more
    )
    page = context.new_page()
    page.add_init_script(
        f"localStorage.setItem('barpoint.settings', '{_SETTINGS}'); localStorage.setItem('barpoint.here', '1')"
    )
    return page


def _shot(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    page.screenshot(path=TARGET / f"{name}.png")


def _some_turns(page: Page, turns: int) -> None:
    """Play on until it is our turn again and again, and stop with a move half made."""
    done = 0
    while done < turns:
        pressed = step(page, ANY_WAY)
        done += pressed == "Done"
        if not pressed:
            page.wait_for_timeout(15)
    while not page.locator(".zone.open").count() or page.get_by_role("button", name="Forced").count():
        step(page, ANY_WAY)
        page.wait_for_timeout(15)


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
    _sit(page, "Marina", {"preset": "USBGF Open", "points": 7})
    _some_turns(page, 6)
    _shot(page, "board")
    page.emulate_media(color_scheme="dark")
    _shot(page, "dark")

    phone = _page(browser, address, **PHONE)
    _sit(phone, "Jonas", {"preset": "USBGF Open", "points": 5})
    _some_turns(phone, 5)
    _shot(phone, "phone")
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
    short.get_by_text("The costliest mistakes").wait_for(timeout=240_000)
    for _ in range(25):
        short.get_by_role("button", name="On", exact=True).click()
    short.evaluate("() => scrollTo(0, 0)")
    _shot(short, "review")


if __name__ == "__main__":
    main()
