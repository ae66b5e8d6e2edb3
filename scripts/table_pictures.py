"""Takes the pictures of the device at a table in docs/images anew: `python -m scripts.table_pictures`."""

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.server_process import served
from tests.e2e.test_table_device import moved, press, rolled, seated

TARGET: Final = Path(__file__).parent.parent / "docs" / "images"


def main() -> None:
    """A clock on a phone, and a recorded game on a tablet."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is needed to take pictures")
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        _phone(browser, server)
        _tablet(browser, server)
        browser.close()


def _opened(browser: Browser, server: str) -> Any:  # Any: called as the tests' own `open_page` is
    def opened(*, width: int, height: int) -> Page:
        page = browser.new_context(base_url=server, viewport={"width": width, "height": height}).new_page()
        kept = json.dumps({"speed": 0, "language": "en"})
        page.add_init_script(f"localStorage.setItem('barpoint.settings', `{kept}`)")
        return page

    return opened


def _phone(browser: Browser, server: str) -> None:
    page = seated(_opened(browser, server), server, "Spring Open", length=7, width=360, height=740).page
    page.locator(".press").last.click()
    _shot(page, "table-clock")


def _tablet(browser: Browser, server: str) -> None:
    seat = seated(_opened(browser, server), server, "Autumn Open", length=7, width=1180, height=820)
    seat.recording()
    rolled(seat.page, 3, 1)
    moved(seat.page, 8, 6)
    press(seat.page, "Done")
    rolled(seat.page, 6, 4)
    seat.page.locator(".press").last.click()
    moved(seat.page, 24, side="Black")
    _shot(seat.page, "table-recorder")


def _shot(page: Page, name: str) -> None:
    page.wait_for_timeout(400)
    page.screenshot(path=TARGET / f"{name}.png")


if __name__ == "__main__":
    main()
