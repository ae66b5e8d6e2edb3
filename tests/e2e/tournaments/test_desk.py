"""The desk on pages, with a clock that goes where the test says: lateness, breaks, sanctions, two directors at once."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from barpoint.match.format.match_format import MINUTE
from barpoint.tournament import commands as c
from barpoint.tournament.settings import Autopilot, ContestSettings, Mode
from barpoint.tournament.staff import Role
from tests.e2e.conftest import held
from tests.e2e.tournaments.weekend_pages import (
    PageHall,
    form,
    press,
    shown,
)
from tests.service.server import FakeClock
from tests.tournament.director import (
    NINE,
    knockout,
    people,
)
from tests.web.members import PASSWORD
from tests.web.server_process import Served
from tests.web.tournaments.weekend_events import in_a_thread

TEN = NINE + 60 * MINUTE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the server's database is: each test its own, because a server's time never goes back."""
    return tmp_path


@pytest.fixture
def served(folder: Path) -> Iterator[tuple[Served, FakeClock]]:
    """A server whose clock is the tests'."""
    clock = FakeClock(NINE)
    with in_a_thread(folder, clock) as here:
        yield here, clock


@pytest.fixture
def hall(served: tuple[Served, FakeClock], browser: Browser, request: pytest.FixtureRequest) -> Iterator[PageHall]:
    """A tournament of its own for each test; nothing is clicked unless the test says so."""
    here, clock = served
    name = request.node.name.replace("_", "-")[5:25].strip("-")
    found = PageHall(url=here.url, clock=clock, browser=browser, tournament=name, clicks=False)
    yield found
    found.close()


def drawn(hall: PageHall, settings: ContestSettings, prefix: str = "p") -> None:
    hall.begin(settings)
    hall.do(c.ImportEntrants, contest="open", entries=tuple((player,) for player in people(8, prefix)))
    hall.do(c.MakeDraw, contest="open")


def extend(hall: PageHall, folder: Path, person: str, case: str) -> None:
    """An official of the server has a sanction bind everywhere."""
    hall.ask("POST", "/api/register", {"name": "Dora", "password": PASSWORD})
    session = hall.cookies[0].partition(";")[0]
    appoint = [sys.executable, "-m", "barpoint", "staff", "Dora", "--db", str(folder / "weekend.db")]
    subprocess.run(appoint, check=True)
    hall.ask("POST", "/api/sanctions", {"person": person, "case": case, "reason": "Seen by three."}, cookie=session)


def ruled(page: Page, side: str, step: str, points: str = "", later: str = "", barred: str = "") -> None:
    """A ruling in one's own words with a penalty, on the page of the case."""
    page.get_by_role("button", name="Open a case").click()
    page.wait_for_url("**/case/*")
    page.get_by_text("A ruling of my own").click()
    page.get_by_label("Ruling", exact=True).fill("It was heard by all.")
    page.get_by_label("Reason").last.fill("shouting")
    page.locator("[name='penalty.side']").select_option(side)
    page.locator("[name='penalty.step']").select_option(step)
    page.locator("[name='penalty.points']").fill(points)
    page.locator("[name='penalty.later']").select_option(later)
    page.locator("[name='penalty.barred_until']").fill(barred)
    page.get_by_role("button", name="Rule so").click()
    page.get_by_role("heading", name="Ruling").wait_for()


@pytest.mark.clause("bws:2.2.4f", "bws:2.2.4c")
def test_points_wait_for_a_word_and_a_forfeit_is_confirmed(hall: PageHall) -> None:
    drawn(hall, knockout("bws", starts=TEN, lengths={"main": (11,)}))
    first, second = ({"contest": "open", "pairing": pairing} for pairing in ("M1-1", "M1-2"))
    home, away = hall.fixture("M1-1").pair
    there, late = hall.fixture("M1-2").pair
    hall.now = TEN
    hall.do(c.BeginMatch, **first)
    hall.do(c.CallBreak, **first, entrant=home, breaks=2)
    hall.do(c.MarkReady, **second, entrant=there)
    hall.wait(30)
    hall.do(c.EndBreak, **first, entrant=home)
    desk = hall.at("td", "/desk")
    expect(desk.locator("section", has=desk.get_by_role("heading", name="Late", exact=True))).to_contain_text(
        hall.name("open", late)
    )
    [penalty] = hall.state.penalties.values()
    hall.by_click("ConfirmPenalty", lambda: press(form(desk, "ConfirmPenalty", penalty=penalty.id)))
    hall.at(away, "/me").get_by_text("You begin with 1–0.").wait_for()
    hall.wait(60)
    desk = hall.at("td", "/desk")

    def confirm() -> None:
        press(form(desk, "ConfirmForfeit", pairing="M1-2"))
        desk.get_by_role("button", name="Do it").click()

    hall.by_click("ConfirmForfeit", confirm)
    assert hall.fixture("M1-2").winner == there


@pytest.mark.clause("guide:2.2.5e")
def test_what_is_due_in_the_next_match_is_announced_when_it_is_called(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN))
    home, _ = hall.fixture("M1-1").pair
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    page = hall.at("td", "/incident/open/M1-1")
    hall.by_click("RecordRuling", lambda: ruled(page, "white", "points", points="1", later="1"))
    section = hall.at("td", "/desk").locator("section", has_text="Due in the next match")
    expect(section).to_contain_text(f"{hall.name('open', home)}: points 1")
    for pairing in ("M1-1", "M1-2"):
        hall.win(pairing)
    following = next(each for each in hall.ready() if home in each.players and each.round == 2)
    other = next(each for each in following.players if each != home)
    desk = hall.at("td", "/desk")
    hall.by_click("Called", lambda: press(form(desk, "CallMatch", pairing=following.id)))
    hall.at(other, "/me").get_by_text("You begin with").wait_for()


@pytest.mark.clause("bws:1.2.4a")
def test_whoever_is_barred_everywhere_is_told_so_when_entering(hall: PageHall, browser: Browser, folder: Path) -> None:
    drawn(hall, knockout("bws", starts=TEN), prefix="q")
    home, _ = hall.fixture("M1-1").pair
    page = hall.at("td", "/incident/open/M1-1")
    hall.by_click("RecordRuling", lambda: ruled(page, "white", "expulsion", barred="2026-05-31"))
    name = hall.name("open", home)
    later = PageHall(url=hall.url, clock=hall.clock, browser=browser, tournament="in-may", clicks=False)
    later.begin(knockout("bws", starts=TEN))
    extend(later, folder, name, page.url.rpartition("/")[2])
    phone = later.at("", "")
    phone.get_by_text("Enter this event").tap()
    phone.get_by_label("Your name").fill(name.upper())
    phone.get_by_role("button", name="Enter").tap()
    expect(phone.get_by_role("alert").last).to_contain_text("is barred from events until 2026-05-31")
    later.close()


def test_two_directors_post_the_same_match_at_once(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN, lengths={"main": (5,)}))
    hall.do(c.NameStaff, person="Bob", role=Role.DIRECTOR)
    home, away = hall.fixture("M1-1").pair
    ann, bob = hall.at("td", "/desk"), hall.at("Bob", "/desk")
    for page, winner in ((ann, home), (bob, away)):
        found = form(page, "PostResult", pairing="M1-1")
        found.get_by_role("radio", name=hall.name("open", winner), exact=True).check()
        found.get_by_role("radio", name="3", exact=True).check()
    hall.by_click("Posted", lambda: press(form(ann, "PostResult", pairing="M1-1")))
    bob.get_by_text("The tournament has moved on").wait_for()
    bob.get_by_role("button", name="OK", exact=True).click()
    press(form(bob, "PostResult", pairing="M1-1"))
    said = bob.locator("#answer")
    expect(said).to_contain_text("nothing was done")
    expect(said).to_contain_text("td:")
    expect(said).to_contain_text("M1-1")
    assert hall.fixture("M1-1").winner == home
    bob.get_by_role("button", name="Do it all the same").click()
    expect(said).to_contain_text("already")
    hall.read()
    assert hall.fixture("M1-1").winner == home, "what stands is corrected with a reason, not posted over"
    page = hall.at("Bob", "/results")
    shown(form(page, "CorrectResult", pairing="M1-1")).get_by_label("Reason").wait_for()


def test_what_is_typed_while_the_page_looks_again_is_not_lost(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN))
    desk = hall.at("td", "/desk")
    waiting = held(desk, "**/desk")
    with desk.expect_request("**/desk"):
        hall.do(c.Announce, text="Lunch at one")
    typed = desk.get_by_role("textbox", name="Announcement")
    typed.fill("Round two at four")
    waiting[0].continue_()
    desk.get_by_text("The tournament has moved on").wait_for()
    expect(typed).to_have_value("Round two at four")
    desk.unroute("**/desk")
    desk.get_by_role("button", name="Look again").click()
    expect(typed).to_have_value("")


def test_the_keyboard_stays_where_it_is_when_the_page_looks_again(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN))
    desk = hall.at("td", "/desk")
    desk.get_by_role("textbox", name="Announcement").focus()
    hall.do(c.Announce, text="Lunch at one")
    desk.get_by_text("Lunch at one").first.wait_for()
    expect(desk.get_by_role("textbox", name="Announcement")).to_be_focused()


def test_a_button_that_is_being_pressed_is_not_taken_away(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN))
    desk = hall.at("td", "/desk")
    form(desk, "CallMatch", pairing="M1-1").locator("button").last.hover()
    desk.mouse.down()
    with desk.expect_response("**/desk") as seen:
        hall.do(c.Announce, text="Lunch at one")
    seen.value.finished()
    desk.wait_for_function("() => new Promise((done) => setTimeout(() => done(true), 100))")  # time to be replaced in
    hall.by_click("Called", desk.mouse.up)  # an announcement is no hindrance
    assert hall.match("M1-1").calls


def test_guests_come_to_their_online_match_by_their_private_links(hall: PageHall) -> None:
    pilot = Autopilot(round_time=60 * MINUTE, presence=10 * MINUTE)
    settings = knockout(starts=TEN, mode=Mode.INTERNET, autopilot=pilot, lengths={"main": (1,)})
    drawn(hall, settings, prefix="r")
    hall.now = TEN
    phones = [hall.at(entrant, "/me") for entrant in hall.fixture("M1-1").pair]
    for phone in phones:
        phone.get_by_role("button", name="I am at the table").tap()
    for phone in phones:
        board = phone.get_by_role("link", name="Go to the board")
        for _ in range(1_000):  # the page looks again by itself
            if board.count():
                break
            hall.clock.pass_(0.1)
            phone.wait_for_timeout(100)
        board.tap()
        phone.wait_for_url("**/match/*")
        phone.locator(".zone").first.wait_for()
    assert phones[0].url == phones[1].url
