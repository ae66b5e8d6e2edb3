"""The device at a table in a real browser: rolls that do not count, beavers, and games that are claimed."""

import pytest
from playwright.sync_api import Page, expect

from barpoint.rulebook.profiles.options import Options
from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import findings
from tests.e2e.test_table_device import Seat, asked, moved, press, rolled, seated


def begun(seat: Seat) -> None:
    """White has won the opening roll and played it."""
    seat.recording()
    rolled(seat.page, 3, 1)
    moved(seat.page, 8, 6)
    press(seat.page, "Done")


def pressed(page: Page, words: str) -> None:
    """A button that begins with somebody's name."""
    page.get_by_role("button", name=words).click()


def whole(page: Page) -> None:
    """Nothing is wrong with the page, and it fits a phone."""
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.clause("usbgf:4.4.2b", "ibf:9.6c", "usbgf:4.1.8.1g")
def test_a_roll_that_does_not_count_costs_the_right_to_double(open_page: OpenPage, server: str) -> None:
    seat = seated(open_page, server, "Cocked", width=360, height=740)
    page = seat.page
    begun(seat)
    double = page.get_by_role("button", name="Double to 2")
    for _ in range(2):
        expect(double).to_be_visible()
        press(page, "The roll does not count")
        expect(page.get_by_text("rolls again, without doubling")).to_be_visible()
        expect(double).to_have_count(0)
        press(page, "Undo")
    press(page, "The roll does not count")
    whole(page)
    rolled(page, 6, 2)
    moved(page, 24, 13, side="Black")
    press(page, "More")
    pressed(page, "has rolled too early")
    press(page, "Done")
    expect(page.get_by_text("rolls again, without doubling")).to_be_visible()
    expect(double).to_have_count(0)
    seat.mend()
    assert page.get_by_role("alert").count() == 0
    stands = seat.told()["stands"]["game"]
    assert (stands["turn"], stands["rolled"], stands["early"]) == ("white", True, False)


def test_a_double_is_answered_with_a_beaver_and_that_with_a_raccoon(open_page: OpenPage, server: str) -> None:
    home, options = "At home (traditional)", Options(beavers=True, raccoons=True)
    seat = seated(open_page, server, "Beavers", preset=home, length=25, options=options, width=360, height=740)
    page = seat.page
    begun(seat)
    press(page, "Double to 2")
    pressed(page, "beavers to 4")
    expect(page.get_by_text("has turned the cube on to 4")).to_be_visible()
    whole(page)
    pressed(page, "beavers to 8")
    pressed(page, "takes")
    expect(page.get_by_text("Cube 8, ")).to_be_visible()
    seat.mend()
    assert page.get_by_role("alert").count() == 0
    stands = seat.told()["stands"]["game"]
    assert (stands["cube"], stands["owner"], stands["stage"]) == (8, "white", "roll")


def claim(page: Page, which: int) -> None:
    """A single game, by the side that comes first or second."""
    press(page, "Game over")
    page.get_by_role("button", name="single game", exact=True).nth(which).click()


@pytest.mark.clause("bws:4.3.2.8a")
def test_a_settled_game_is_claimed_disputed_and_agreed_to(open_page: OpenPage, server: str) -> None:
    seat = seated(open_page, server, "Settled", preset="BWS", width=360, height=740)
    page = seat.page
    begun(seat)
    claim(page, 1)
    expect(page.get_by_text("claims a single game")).to_be_visible()
    whole(page)
    pressed(page, "plays on")
    expect(page.get_by_role("button", name="Double to 2")).to_be_visible()
    claim(page, 1)
    pressed(page, "agrees")
    expect(page.get_by_text("Opening: the die of")).to_be_visible()
    seat.mend()
    assert page.get_by_role("alert").count() == 0
    assert seat.told()["score"] == [0, 1]
    log = asked(server, f"{seat.path}/record/log", token=seat.token)[0]
    assert log.count('"GameClaimed"') == 2


@pytest.mark.clause("usbgf:4.5.2b")
def test_a_claim_that_does_not_stand_is_not_kept_and_play_goes_on(open_page: OpenPage, server: str) -> None:
    seat = seated(open_page, server, "Tested", width=360, height=740)
    page = seat.page
    begun(seat)
    claim(page, 0)  # only whoever is on turn may claim
    seat.mend()
    expect(page.get_by_role("alert")).to_contain_text("Not accepted")
    expect(page.get_by_label("The server has not kept this")).to_contain_text("claim")
    expect(page.get_by_role("button", name="Double to 2")).to_be_visible()
    whole(page)
