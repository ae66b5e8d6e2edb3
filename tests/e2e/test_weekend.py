"""The simulated weekend through the public HTTP interface, and its pages in a real browser.

64 players, Open with consolation and last chance, Novice Swiss, Doubles; late players, breaks, wrong results, two
appeals, a recess: closed, balanced to the cent, and reproduced from its log.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from barpoint.tournament import Phase, fold, money
from barpoint.tournament.archive import finished_matches
from barpoint.tournament.events import encode
from tests.e2e.test_pages import findings
from tests.service.house import FakeClock
from tests.tournament.directing import NINE
from tests.tournament.test_weekend import Weekend
from tests.web.tournaments.weekend import RemoteHall, in_a_thread, weekend_at

PUBLIC = ("", "/draw/open", "/draw/novice", "/draw/doubles", "/pairings", "/standings", "/live")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Weekend, str]]:
    """The weekend, played over HTTP, and where its server is."""
    clock = FakeClock(NINE)
    with in_a_thread(tmp_path_factory.mktemp("weekend"), clock) as here:
        weekend = weekend_at(here, clock)
        weekend.prepare()
        weekend.run()
        weekend.settle()
        yield weekend, here.url
        assert isinstance(weekend.hall, RemoteHall)
        weekend.hall.close()


def test_it_ends_balanced_to_the_cent_and_is_its_log(played: tuple[Weekend, str]) -> None:
    weekend, _ = played
    hall = weekend.hall
    assert isinstance(hall, RemoteHall)
    assert hall.requests > 1_000
    heard, folded = [*hall.log], hall.state
    assert [*map(encode, hall.read())] == [*map(encode, heard)], "the answers were the log"
    assert folded == fold(heard)
    state = hall.state
    assert state.phase is Phase.CLOSED
    assert money.balance(state) == 0
    assert money.unbalanced(state) == {}
    assert (len(state.players), weekend.corrected, len(state.rulings)) == (64, 3, 2)
    assert any(penalty.for_delay for penalty in state.penalties.values())
    assert len(finished_matches(state)) > 64


def test_its_pages_are_accessible_and_fit_a_phone(played: tuple[Weekend, str], browser: Browser) -> None:
    _, url = played
    context = browser.new_context(base_url=url, viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page: Page = context.new_page()
    for path in PUBLIC:
        page.goto(f"/t/spring{path}")
        page.locator("h1").first.wait_for()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
        if path in ("/draw/open", "/standings"):
            assert findings(page) == [], path
    page.goto("/t/spring/draw/open")
    page.get_by_text("The whole sheet as a picture").tap()
    page.locator(".draw-sheet svg").wait_for()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), "the sheet scrolls by itself"
    context.close()
