"""What a person chooses on this device, and what comes of it on the board: one match, a table of settings."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.match_pages import against_bot, step, until

_HEAR = """(() => {
  window.heard = []
  const set = AudioParam.prototype.setValueAtTime
  AudioParam.prototype.setValueAtTime = function (value, at) {
    window.heard.push(value)
    return set.call(this, value, at)
  }
})()"""


def choose(page: Page, **settings: Any) -> None:
    """The same page with other settings, once something can be moved."""
    kept = json.dumps({"speed": 0, "language": "en", "autoRoll": True, "skipCube": True} | settings)
    page.evaluate("(kept) => localStorage.setItem('barpoint.settings', kept)", kept)
    page.reload()
    page.locator(".table").wait_for()
    until((page,), lambda: page.locator(".zone.open").count() > 0, ("Done", "Forced:*", "End turn", "Take"))


def pips(page: Page) -> int:
    """Ours, as they are shown."""
    return int(page.locator(".near").get_by_text("pips").inner_text().split()[0])


def reduced_motion(page: Page) -> None:
    page.emulate_media(reduced_motion="no-preference")
    choose(page, speed=3)
    expect(page.locator("svg.board.still")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
    choose(page, speed=3)
    expect(page.locator("svg.board.still")).to_have_count(1)


def replay_by_key(page: Page) -> None:
    choose(page, speed=2)
    if not page.locator(".log .turn").count():  # the first turn is ours
        until((page,), lambda: page.locator(".log .turn").count() > 0)
        until((page,), lambda: page.locator(".zone.open").count() > 0, ("Done", "Forced:*", "End turn", "Take"))
    page.locator("svg.board .zone").first.press("r")
    expect(page.locator(".felt[data-moving]")).to_have_count(1)
    expect(page.locator(".felt[data-moving]")).to_have_count(0)


def pips_follow(page: Page) -> None:
    choose(page, pips=True)
    before, undo = pips(page), page.get_by_role("button", name="Undo")
    forced = page.get_by_role("button", name="Forced").count()
    until((page,), lambda: step(page, ("hop",)) == "hop", ())
    if not forced:
        undo.wait_for()
        assert pips(page) < before
        undo.click()
        expect(page.locator(".near").get_by_text(f"{before} pips")).to_be_visible()
    choose(page, pips=False)
    expect(page.locator(".near").get_by_text("pips")).to_have_count(0)


def four_directions(page: Page) -> None:
    for home in ("left", "right"):
        for near in ("top", "bottom"):
            choose(page, home=home, near=near)
            board, ace = (page.locator(where).bounding_box() for where in ("svg.board", ".zone[data-place='1'] .touch"))
            assert board is not None
            assert ace is not None
            assert (ace["x"] > board["x"] + board["width"] / 2) == (home == "right"), (home, near)
            assert (ace["y"] > board["y"] + board["height"] / 2 - 1) == (near == "bottom"), (home, near)


def sound_and_volume(page: Page) -> None:
    for sound, volume, loudest in ((True, 100, 0.9), (True, 50, 0.45), (False, 100, 0)):
        choose(page, sound=sound, volume=volume)
        page.locator("h2").first.click()  # a page may sound once it has been touched
        page.evaluate("window.heard.length = 0")
        until((page,), lambda: step(page, ("hop", "Forced:*")) != "", ())
        heard = page.evaluate("window.heard")
        assert (max(heard) >= loudest) if sound else heard == [], (volume, heard)
        assert not sound or max(heard) <= loudest / 0.9


def full_screen(page: Page) -> None:
    choose(page)
    button = page.get_by_role("button", name="Full screen")
    button.click()
    page.wait_for_function("document.fullscreenElement !== null")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    page.wait_for_function("document.fullscreenElement === null")


@pytest.mark.parametrize(
    "chosen", [reduced_motion, replay_by_key, pips_follow, four_directions, sound_and_volume, full_screen]
)
def test_a_setting_is_seen_on_the_board(open_page: OpenPage, chosen: Callable[[Page], None]) -> None:
    page = open_page({"autoRoll": True, "skipCube": True})
    page.add_init_script(_HEAR)
    against_bot(page)
    chosen(page)
