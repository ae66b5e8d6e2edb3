"""Takes the pictures of a tournament in docs/images anew: `python -m scripts.tournament_pictures`.

A server of its own whose clock stands at a morning, a field of sixteen with a draw half played, and a headless
Chromium: two runs give the same pictures.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from tests.e2e.tournaments.unfinished_tournament import half_played
from tests.e2e.tournaments.weekend_pages import PageHall

TARGET: Final = Path(__file__).parent.parent / "docs" / "images"


def main() -> None:
    """All pictures."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is needed to take pictures")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        with half_played(Path(folder), browser) as hall:
            _take(hall)
        browser.close()


def _shot(page: Page, name: str, **more: Any) -> None:
    page.wait_for_timeout(400)
    page.screenshot(path=TARGET / f"{name}.png", **more)


def _at(hall: PageHall, person: str, path: str) -> Page:
    """A page, in a browser whose clock is the hall's."""
    hall.page(person).clock.set_fixed_time(hall.now / 1000)
    return hall.at(person, path)


def _take(hall: PageHall) -> None:
    _shot(_at(hall, "td", "/desk"), "tournament-desk")
    player = next(each for each in hall.ready() if each.round == 2).pair[0]
    _shot(_at(hall, player, "/me"), "tournament-phone")
    phone = _at(hall, "", "/draw/open")
    _shot(phone, "tournament-rounds")
    phone.get_by_text("The whole sheet as a picture").tap()
    phone.get_by_role("img", name="Draw sheet").wait_for()
    _shot(phone, "tournament-draw-phone")
    desk = _at(hall, "td", "/draw/open")
    desk.get_by_role("img", name="Draw sheet").wait_for()
    _shot(desk, "tournament-draw")
    _shot(_at(hall, "td", "/screen"), "tournament-screen")
    _shot(_at(hall, "td", "/overlay/6"), "tournament-overlay", omit_background=True)


if __name__ == "__main__":
    main()
