"""The page that replays a match, opened from a disk: by keyboard, in light and dark, asking for nothing."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from barpoint.notation.files.mat_reader import read_mat
from barpoint.notation.pictures.replay_html import replay_page
from barpoint.notation.record.replayer import replay
from tests.e2e.test_pages import findings
from tests.notation.record_texts import GNUBG


@pytest.mark.parametrize(("shade", "width"), [("light", 1200), ("dark", 400)])
def test_a_match_is_replayed_by_keyboard(browser: Browser, tmp_path: Path, shade: str, width: int) -> None:
    match = replay(read_mat(GNUBG))
    path = tmp_path / "match.html"
    path.write_text(replay_page(match.record, match.events), encoding="utf-8")
    context = browser.new_context(color_scheme=shade, viewport={"width": width, "height": 900})  # type: ignore[arg-type]
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda asked: said.append(asked.url) if not asked.url.startswith("file:") else None)
    page.goto(path.as_uri())

    def words() -> str | None:
        return page.text_content("#words")

    assert words() == "Bob begins with 3-1"
    page.keyboard.press("ArrowRight")
    assert words() == "Bob plays 8/5 6/5"
    page.keyboard.press("g")
    assert words() == "Ann begins with 2-1"
    page.keyboard.press("End")
    assert words() == "Bob wins the match"
    assert page.text_content("#score") == "Ann (White) 0 : 3 Bob (Black), match to 3"
    page.keyboard.press("Home")
    page.get_by_role("button", name="Next", exact=True).click()
    assert page.locator("[aria-current=true]").text_content() == words()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert not said
    assert not findings(page)
    context.close()
