"""The simulated weekend through the public HTTP interface and its pages in a real browser.

64 players, Open with consolation and last chance, Novice Swiss, Doubles; late players, breaks, wrong results, two
appeals, a recess: closed, balanced to the cent, and reproduced from its log. The first of each kind of step is
clicked by its person (`weekend_pages`).
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from barpoint.tournament import TournamentPhase, fold_tournament
from barpoint.tournament import commands as c
from barpoint.tournament.events import encode
from barpoint.tournament.money import ledger
from barpoint.tournament.views.archive import (
    Archive,
    match_results,
    tournament_archive,
)
from tests.e2e.test_pages import findings
from tests.e2e.tournaments.weekend_pages import (
    ON_PAGES,
    PageHall,
    PageWeekend,
)
from tests.service.server import FakeClock
from tests.tournament.director import NINE
from tests.tournament.test_weekend import weekend as in_one_process
from tests.web.tournaments.weekend_events import in_a_thread

PUBLIC = ("", "/draw/open", "/draw/novice", "/draw/doubles", "/pairings", "/standings", "/live")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[PageWeekend]:
    """The weekend, played."""
    clock = FakeClock(NINE)
    with in_a_thread(tmp_path_factory.mktemp("weekend"), clock) as here:
        hall = PageHall(url=here.url, clock=clock, browser=browser)
        weekend = PageWeekend(hall, Random(64))
        try:
            hall.begin()
            weekend.prepare()
            _everybody_is_told(hall)
            _one_leaves_the_hall(hall)
            weekend.run()
            weekend.settle()
            yield weekend
        finally:
            hall.close()


def _everybody_is_told(hall: PageHall) -> None:
    """An announcement reaches phones and the hall's screen without anybody asking."""
    phone, screen = hall.at("p07", "/me"), hall.at("desk", "/screen")
    desk = hall.at("td", "/desk")

    def announce() -> None:
        desk.get_by_role("textbox", name="Announcement").fill("The first round begins at ten")
        desk.get_by_role("button", name="Announce").click()

    hall.by_click("Announce", announce)
    for page in (phone, screen):
        page.get_by_text("The first round begins at ten").wait_for()


def _one_leaves_the_hall(hall: PageHall) -> None:
    """Signed out and in again on a phone; the desk sees it meanwhile."""
    phone = hall.at("p07", "/me")

    def leave() -> None:
        phone.get_by_label("How you are reached").fill("room 12")
        phone.get_by_role("button", name="Sign out").tap()

    hall.by_click("SignOut", leave)
    hall.at("td", "/desk").get_by_text("room 12").wait_for()
    hall.by_click("SignIn", phone.get_by_role("button", name="I am back").tap)


def hall_of(weekend: PageWeekend) -> PageHall:
    assert isinstance(weekend.hall, PageHall)
    return weekend.hall


def test_every_deciding_step_was_taken_on_a_page(played: PageWeekend) -> None:
    clicked = set(hall_of(played).clicked)
    assert clicked >= {*ON_PAGES, "RecordRuling", "RecordAppeal", "Announce", "SignOut", "SignIn"}
    assert hall_of(played).requests > 1_000


def test_it_ends_balanced_to_the_cent_and_is_its_log(played: PageWeekend) -> None:
    hall = hall_of(played)
    heard, folded = [*hall.log], hall.state
    assert [*map(encode, hall.read())] == [*map(encode, heard)], "the answers were the log"
    assert folded == fold_tournament(heard)
    state = hall.state
    assert state.phase is TournamentPhase.CLOSED
    assert ledger.balance(state) == 0
    assert ledger.open_accounts(state) == {}
    assert (len(state.players), played.corrected, len(state.rulings)) == (64, 3, 2)
    assert all(ruling.appeal == "upheld" for ruling in state.rulings.values())
    assert any(penalty.for_delay for penalty in state.penalties.values())
    ours, theirs = (  # but the times: the script steps back between events, and a server's time never does
        {result.id: msgspec.structs.replace(result, at=0) for result in match_results(one)}
        for one in (state, in_one_process().hall.state)
    )
    assert ours == theirs, "clicks change nothing"


def test_the_archive_that_is_fetched_is_that_of_the_log(played: PageWeekend, tmp_path: Path) -> None:
    hall = hall_of(played)
    page = hall.at("td", "/setup")
    with page.expect_download() as fetched:
        page.get_by_role("link", name="The archive").click()
    fetched.value.save_as(tmp_path / "spring.json")
    kept = msgspec.json.decode((tmp_path / "spring.json").read_bytes(), type=Archive)
    assert kept == tournament_archive(fold_tournament(hall.log))


def test_a_closed_tournament_takes_nothing_more(played: PageWeekend) -> None:
    page = hall_of(played).at("td", "/desk")
    page.get_by_role("textbox", name="Announcement").fill("too late")
    page.get_by_role("button", name="Announce").click()
    expect(page.locator("#answer")).to_contain_text("closed")
    assert c.Announce.__name__ in hall_of(played).clicked


def test_its_pages_are_accessible_and_fit_a_phone(played: PageWeekend, browser: Browser) -> None:
    url = hall_of(played).url
    context = browser.new_context(base_url=url, viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page: Page = context.new_page()
    for path in PUBLIC:
        page.goto(f"/tournaments/spring{path}")
        page.locator("h1").first.wait_for()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
        if path in ("/draw/open", "/standings"):
            assert findings(page) == [], path
    page.goto("/tournaments/spring/draw/open")
    page.get_by_text("The whole sheet as a picture").tap()
    page.get_by_role("img", name="Draw sheet of Open").wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "the sheet scrolls by itself"
    context.close()
