"""Every command of a tournament can be sent from its pages: each control is worked in a browser, what leaves is noted.

Nothing is done: whatever a page sends is noted and refused before it reaches the server, so that the next control finds
the tournament as it was.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, Route

from barpoint.match.format.match_format import MINUTE
from barpoint.tournament import commands as c
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.prices import Calcutta, Fees, Prize, SidePool
from barpoint.tournament.settings import ContestSettings, Limits
from barpoint.tournament.watching import RecordingWish, SightSubject
from tests.e2e.tournaments.weekend_pages import PageHall
from tests.service.server import FakeClock
from tests.tournament.director import NINE, knockout, people, swiss
from tests.web.members import PASSWORD
from tests.web.tournaments.weekend_events import in_a_thread

COMMANDS = {kind.__name__ for kind in c.AnyCommand.__args__}
PRIZES = (Prize(place=1, share=10000),)
OPEN = knockout(
    "bws",
    starts=NINE + 60 * MINUTE,
    lengths={"main": (9,)},
    fees=Fees(entry=1000, side_pools=(SidePool(name="pool", price=500, prizes=PRIZES),)),
    prizes=PRIZES,
    calcutta=Calcutta(prizes=PRIZES),
)
WORK = (Path(__file__).parent / "work_controls.js").read_text("utf-8")


def _entered(hall: PageHall, settings: ContestSettings, count: int, prefix: str) -> None:
    hall.do(c.AddContest, settings=settings)
    hall.do(c.PublishContest, contest=settings.id)
    hall.do(c.ImportEntrants, contest=settings.id, entries=tuple((one,) for one in people(count, prefix)))


def _busy(hall: PageHall) -> None:
    """Everything a control can be about: matches at every stage, penalties, calls, duties, bookings, a waiting list."""
    hall.begin(OPEN)
    hall.do(c.SetTables, tables=tuple("123456"))
    hall.do(c.ScheduleRecess, name="lunch", start=NINE + 240 * MINUTE, end=NINE + 300 * MINUTE)
    hall.do(c.ScheduleRound, contest="open", bracket="main", round=3, start=NINE + 360 * MINUTE)
    hall.do(c.ImportEntrants, contest="open", entries=tuple((one,) for one in people(8)))
    hall.do(c.MakeDraw, contest="open")
    hall.now = NINE + 60 * MINUTE
    first = hall.ready()
    for number, fixture in enumerate(first, 1):
        about = {"contest": "open", "pairing": fixture.id}
        hall.do(c.AssignTable, **about, table=str(number))
        hall.do(c.CallMatch, **about)
        if number < 4:
            hall.do(c.BeginMatch, **about)
    playing, paused, stopped, called = ({"contest": "open", "pairing": fixture.id} for fixture in first)
    hall.do(c.CallBreak, **playing, entrant=first[0].pair[0], breaks=2)
    hall.wait(30)
    hall.do(c.EndBreak, **playing, entrant=first[0].pair[0])
    hall.do(c.CallBreak, **paused, entrant=first[1].pair[0])
    hall.do(c.SuspendMatch, **stopped, reason="a pause")
    hall.do(c.CallDirector, by=first[0].pair[1], **playing, about="dice")
    hall.do(c.RecordRuling, **playing, case="desk-1", ruling="Roll again.", reason="leant")
    for entrant in first[3].pair:
        hall.do(c.StateWishes, **called, entrant=entrant, wishes={"equipment": f"the board of {entrant}"})
    hall.do(c.TakePayment, player=first[0].pair[0], amount=1000)
    hall.do(c.AskAboutRecording, by=first[0].pair[0], **playing, entrant=first[0].pair[0], what=RecordingWish.OWN_GEAR)
    seen = {"subject": SightSubject.SCORE, "about": "the score is wrong", "name": "Wim", "stream": False}
    hall.ask("POST", f"/api/tournaments/{hall.tournament}/sightings", {**playing, **seen})
    hall.read()
    _other_events(hall)


def _other_events(hall: PageHall) -> None:
    _entered(hall, knockout(name="full", limits=Limits(field=1)), 4, "f")
    hall.do(c.RefuseEntry, contest="full", entry=hall.contest("full").waiting_list[-1].id, reason="no place")
    _entered(hall, swiss(name="round", rounds=2), 2, "s")
    hall.do(c.MakeDraw, contest="round")
    for fixture in hall.ready("round"):
        hall.win(fixture.id, contest="round")
    for number, name in enumerate(("over", "ended", "paid")):
        _entered(hall, knockout(name=name, draw=Plan(format=DrawFormat.SINGLE, seed="s")), 4, f"o{number}")
        hall.do(c.MakeDraw, contest=name)
    for name in ("over", "ended", "paid"):
        while hall.ready(name):
            hall.win(hall.ready(name)[0].id, contest=name)
    for name in ("ended", "paid"):
        hall.do(c.FinishContest, contest=name)
    hall.do(c.AwardPrizes, contest="paid")
    fees = Fees(entry=1000, side_pools=(SidePool(name="late pool", price=500, prizes=PRIZES),))
    _entered(hall, knockout(name="waits", fees=fees, calcutta=Calcutta(prizes=PRIZES)), 5, "w")
    here, away, gone, *_ = hall.contest("waits").entries
    hall.do(c.SellEntry, contest="waits", entry=here, buyer=away, price=1000)
    hall.do(c.CheckIn, contest="waits", entry=here)
    hall.do(c.SignOut, player=away, contact="the bar")
    hall.do(c.WithdrawEntry, contest="waits", entry=gone)
    hall.do(c.AddContest, settings=knockout(name="draft"))
    listed = msgspec.structs.replace(knockout(name="listed"), rating_list="ladder:fibs/backgammon/standard")
    _entered(hall, listed, 2, "l")


@pytest.fixture
def hall(tmp_path: Path, browser: Browser) -> Iterator[PageHall]:
    clock = FakeClock(NINE)
    with in_a_thread(tmp_path, clock) as here:
        found = PageHall(url=here.url, clock=clock, browser=browser)
        _busy(found)
        yield found
        found.close()


def _noted(page: Page) -> set[str]:
    """What leaves a page, and goes no further; only what is tried, not done, is answered by the server."""
    sent: set[str] = set()

    def note(route: Route) -> None:
        request = route.request
        if request.method == "GET" or request.url.endswith("/trial"):
            return route.continue_()
        body: Any = json.loads(request.post_data or "null") or {}
        steps = [body["command"]] if "command" in body else [one for step in body.get("steps", ()) for one in step]
        sent.update(command["type"] for command in steps)
        if request.url.endswith("/api/tournaments"):
            sent.add("OpenTournament")  # the server makes the command of what is asked
        if request.url.endswith("/sightings"):
            sent.add("ReportSighting")
        refusal = {"status_code": 409, "detail": "not now", "code": "not_now", "clauses": []}
        return route.fulfill(status=409, content_type="application/json", body=json.dumps(refusal))

    page.route("**/api/tournaments**", note)
    page.route("**/api/tournaments/**", note)
    return sent


def _enter_and_rate(page: Page) -> None:
    """Somebody enters an event and joins its side pool; another event takes the ratings of its list."""
    page.locator("#people-into").select_option("open")
    page.get_by_role("button", name="Enter somebody").click()
    page.locator("#add-name").fill("Uma Thorn")
    page.get_by_label("pool", exact=True).check()
    page.locator("form[data-command=Register] button").click()
    page.locator("#people-into").select_option("listed")
    page.get_by_role("button", name="Ratings of the list").click()
    page.locator("[data-command=TakeRatings] button").click()


def _closed(hall: PageHall) -> PageHall:
    """A tournament that was closed at once."""
    closed = PageHall(url=hall.url, clock=hall.clock, browser=hall.browser, tournament="closed", now=hall.now)
    closed.ask("POST", "/api/register", {"name": "Al closed", "password": PASSWORD})
    session = closed.cookies[0].partition(";")[0]
    body = {"id": "closed", "name": "Closed", "date": "2026-05-01", "director": "td"}
    closed.links["td"] = closed.ask("POST", "/api/tournaments", body, cookie=session)["link"].rpartition("/")[2]
    closed.read()
    closed.do(c.CloseTournament)
    return closed


def test_every_command_leaves_some_page(hall: PageHall) -> None:
    closed = _closed(hall)
    page = hall.page("td")
    sent = _noted(page)
    tries = [f"/desk/open/{fixture.id}" for fixture in hall.ready()]
    for path, within in (
        ("/setup", ".page"),
        ("/people", ".page"),
        *((path, ".panel") for path in tries),
        ("/results", ".page"),
        ("/money", ".page"),
        ("/broadcast", ".page"),
        ("/equipment", ".page"),
        ("/report", ".page"),
        ("/desk", ".desk"),
    ):
        page.goto(hall.root + path)
        page.locator(within).first.wait_for()
        if path == "/people":
            _enter_and_rate(page)
        page.evaluate(WORK, within)
    result = page.get_by_role("textbox", name="Result: table or name")
    result.fill(f"1 {hall.name('open', hall.ready()[0].pair[0])} 3")
    result.press("Enter")
    player = hall.page(hall.ready()[0].pair[1])
    sent_by_player = _noted(player)
    player.goto(hall.root + "/me")
    player.locator(".page").first.wait_for()
    player.evaluate(WORK, ".page")
    page.goto("/tournaments")
    page.locator("h1").first.wait_for()
    page.evaluate(WORK, ".page")
    other = closed.page("td")
    sent_there = _noted(other)
    other.goto(f"{closed.root}/setup")
    other.locator("h1").first.wait_for()
    other.evaluate(WORK, ".page")
    closed.close()
    assert sorted(COMMANDS - sent - sent_by_player - sent_there) == []
