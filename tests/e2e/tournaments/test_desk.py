"""The desk on pages, with a clock that goes where the test says: lateness, breaks, sanctions, two directors at once."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from barpoint.client import Server, play_match
from barpoint.match.format.match_format import MINUTE
from barpoint.rulebook import Options
from barpoint.tournament import commands as c
from barpoint.tournament.settings import Autopilot, ContestSettings, Mode
from barpoint.tournament.staff import Role
from tests.e2e.conftest import held
from tests.e2e.test_pages import findings
from tests.e2e.tournaments.weekend_pages import (
    PageHall,
    form,
    press,
    press_surely,
    rule,
)
from tests.service.server import FakeClock
from tests.tournament.director import (
    NINE,
    knockout,
    people,
)
from tests.web.members import PASSWORD
from tests.web.server_process import PATIENCE, QuickBot, Served
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
    found = PageHall(url=here.url, clock=clock, browser=browser, tournament=name)
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
    expect(desk.get_by_role("region", name="Late", exact=True)).to_contain_text(hall.name("open", late))
    [penalty] = hall.state.penalties.values()
    hall.by_click("ConfirmPenalty", lambda: press(form(desk, "ConfirmPenalty", penalty.id)))
    hall.at(away, "/me").get_by_text("You begin with 1–0.").wait_for()
    hall.wait(60)
    desk = hall.at("td", "/desk")
    hall.by_click("ConfirmForfeit", lambda: press_surely(form(desk, "ConfirmForfeit", "open/M1-2")))
    assert hall.fixture("M1-2").winner == there


@pytest.mark.clause("guide:2.2.5e")
def test_what_is_due_in_the_next_match_is_announced_when_it_is_called(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN))
    home, _ = hall.fixture("M1-1").pair
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    page = hall.at("td", "/cases/new/open/M1-1")
    hall.by_click("RecordRuling", lambda: rule(page, side="white", step="points", points="1", later=True))
    section = hall.at("td", "/desk").locator("details", has_text="Due in the next match").first
    expect(section).to_contain_text(f"{hall.name('open', home)}: 1 point")
    for pairing in ("M1-1", "M1-2"):
        hall.win(pairing)
    following = next(each for each in hall.ready() if home in each.players and each.round == 2)
    other = next(each for each in following.players if each != home)
    panel = hall.match_panel("td", following.id)
    hall.by_click("Called", panel.get_by_role("button", name="Call", exact=True).click)
    hall.at(other, "/me").get_by_text("You begin with").wait_for()


@pytest.mark.clause("bws:1.2.4a")
def test_whoever_is_barred_everywhere_is_told_so_when_entering(hall: PageHall, browser: Browser, folder: Path) -> None:
    drawn(hall, knockout("bws", starts=TEN), prefix="q")
    home, _ = hall.fixture("M1-1").pair
    page = hall.at("td", "/cases/new/open/M1-1")
    hall.by_click("RecordRuling", lambda: rule(page, side="white", step="expulsion", barred="2026-05-31"))
    name = hall.name("open", home)
    later = PageHall(url=hall.url, clock=hall.clock, browser=browser, tournament="in-may")
    later.begin(knockout("bws", starts=TEN))
    extend(later, folder, name, page.url.rpartition("/")[2])
    phone = later.at("", "")
    phone.get_by_text("Enter this event").tap()
    phone.get_by_label("Your name").fill(name.upper())
    phone.get_by_label("I accept the rules").check()
    phone.get_by_role("button", name="Enter").tap()
    expect(phone.get_by_role("alert").last).to_contain_text("is barred from events until 2026-05-31")
    later.close()


def answer_all(page: Page, case: str) -> None:
    """Every question of a case at the desk: the last of the answers offered, half a minute, one."""
    page.get_by_label("What happened?").fill(case)
    page.get_by_role("button", name=case).click()
    page.get_by_role("button", name="Open a case").click()
    says, asked = page.get_by_role("heading", name="What the book says"), page.locator("#question")
    for _ in range(12):
        says.or_(asked).first.wait_for()
        if says.count():
            return
        text, box = asked.inner_text(), page.locator("form:has(#question)").get_by_role("textbox")
        if box.count():
            box.fill("1" if text.startswith("How many") else "0:30")
            page.get_by_role("button", name="Next").click()
        else:
            page.locator(".choice").last.click()
        says.or_(page.locator("#question", has_not_text=text)).first.wait_for()
    raise AssertionError("questions without end")


@pytest.mark.clause("usbgf:5.3e")
def test_a_case_is_told_in_names_and_times_and_its_members_vote_on_their_phones(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN))
    members, away = hall.fixture("M1-2").pair, hall.name("open", hall.fixture("M1-1").pair[1])
    page = hall.at("td", "/cases/new/open/M1-1")
    page.get_by_role("heading", name="The clock").wait_for()  # kinds in groups
    expect(page.get_by_role("button", name="Open a case")).to_be_disabled()  # neither a kind nor words
    answer_all(page, "A player forgot to press the clock")
    facts = page.locator("section", has=page.get_by_role("heading", name="Facts"))
    expect(facts.get_by_text(away, exact=True)).to_be_visible()
    facts.get_by_role("button", name="Say it: What did each cost").click()
    facts.get_by_role("textbox").fill("0:30")
    facts.get_by_role("button", name="Next").click()
    expect(facts.get_by_text("0:30", exact=True)).to_be_visible()
    expect(page.get_by_text("30,000")).to_have_count(0)
    assert findings(page) == []
    page.get_by_text("A ruling of my own").click()
    page.get_by_label("Ruling", exact=True).fill("Play on.")
    page.get_by_label("Reason").fill("Both agree.")
    page.get_by_role("button", name="Rule so").click()
    page.get_by_label("Appeal of").select_option(away)
    book = page.locator("section", has=page.get_by_role("heading", name="What the book says"))
    expect(book.locator('a[href^="/rules/usbgf"]').first).to_be_visible()  # after the ruling, too
    page.get_by_role("button", name="Appeal", exact=True).click()
    page.get_by_label("Members, with commas").fill(", ".join(hall.name("open", one) for one in members))
    page.get_by_role("button", name="Name the committee").click()
    page.get_by_text("0 of 2 have voted.").wait_for()
    for member in members:
        phone = hall.at(member, "/me")
        phone.get_by_text("waits for your vote").wait_for()
        phone.get_by_role("link", name="A player forgot to press the clock").tap()
        phone.get_by_label("The ruling stands.").check()
        assert findings(phone) == []
        phone.get_by_role("button", name="Vote", exact=True).tap()
        phone.get_by_text("You have voted.").wait_for()
    page.get_by_text("2 of 2 have voted.").wait_for()
    page.get_by_role("button", name="Count the votes").click()
    expect(page.get_by_text("The committee has upheld the ruling.")).to_be_visible()
    expect(page.get_by_text("Votes: 2 to uphold, 0 to change")).to_be_visible()


def test_two_directors_post_the_same_match_at_once(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN, lengths={"main": (5,)}))
    hall.do(c.NameStaff, person="Bob", role=Role.DIRECTOR)
    home, away = hall.fixture("M1-1").pair
    ann, bob = hall.match_panel("td", "M1-1"), hall.match_panel("Bob", "M1-1")
    for panel, winner in ((ann, home), (bob, away)):
        panel.get_by_role("button", name=hall.name("open", winner), exact=True).click()
    page = hall.page("Bob")
    held(page, "**/director")  # Bob's page is slow
    hall.by_click("Posted", ann.get_by_role("button", name="3", exact=True).click)
    bob.get_by_role("button", name="4", exact=True).click()
    said = page.get_by_role("alert").filter(has_text="Nothing was done")
    expect(said).to_contain_text("td:")
    expect(said).to_contain_text("M1-1")
    expect(said.get_by_role("button", name="Leave it")).to_be_focused()
    hall.read()
    assert hall.fixture("M1-1").winner == home
    said.get_by_role("button", name="Do it all the same").click()
    expect(page.get_by_role("alert").filter(has_text="already")).to_be_visible()
    hall.read()
    assert hall.fixture("M1-1").winner == home, "what stands is corrected with a reason, not posted over"


def test_what_is_typed_and_what_is_open_stays_while_the_page_looks_again(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN))
    panel = hall.match_panel("td", "M1-2")
    desk = hall.page("td")
    typed = desk.get_by_role("textbox", name="Announcement")
    typed.fill("Round two at four")
    hall.do(c.MarkReady, contest="open", pairing="M1-2", entrant=hall.fixture("M1-2").pair[0])
    expect(panel.get_by_text("not here")).to_have_count(1)
    expect(typed).to_have_value("Round two at four")
    expect(typed).to_be_focused()
    expect(panel).to_be_visible()
    hall.by_click("Announce", lambda: press(form(desk, "Announce")))  # what others did meanwhile is no hindrance
    assert hall.state.notices[-1].text == "Round two at four"


def test_a_form_stays_as_it_was_filled_while_another_desk_posts(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN, lengths={"main": (5,)}))
    hall.do(c.NameStaff, person="Bob", role=Role.DIRECTOR)
    home, _ = hall.fixture("M1-1").pair
    ann, bob = hall.at("td", "/people"), hall.match_panel("Bob", "M1-1")
    ann.get_by_role("button", name=hall.name("open", home), exact=True).click()
    club, contact = (form(ann, "ChangePlayer").get_by_label(name) for name in ("Club", "How to reach"))
    club.fill("Riverside")
    with ann.expect_response("**/director") as seen:
        bob.get_by_role("button", name=hall.name("open", home), exact=True).click()
        hall.by_click("Posted", bob.get_by_role("button", name="3", exact=True).click)
    seen.value.finished()
    known = hall.state.players[home]
    hall.do(c.ChangePlayer, player=msgspec.structs.replace(known, contact="555 1234"), reason="told")
    expect(contact).to_have_value("555 1234")  # what nobody touched here is what the desk knows
    expect(club).to_have_value("Riverside")
    expect(club).to_be_focused()
    hall.by_click("ChangePlayer", lambda: press(form(ann, "ChangePlayer")))
    assert (hall.state.players[home].club, hall.state.players[home].contact) == ("Riverside", "555 1234")


def test_the_form_of_a_match_stays_when_another_desk_ends_the_match(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN, lengths={"main": (5,)}))
    hall.do(c.NameStaff, person="Bob", role=Role.DIRECTOR)
    home, _ = hall.fixture("M1-1").pair
    ann, bob = hall.match_panel("td", "M1-1"), hall.match_panel("Bob", "M1-1")
    desk = hall.page("td")
    ann.get_by_role("button", name="Write down a ruling…").click()
    ruling = form(ann, "RecordRuling").get_by_role("textbox").first
    ruling.fill("The dice were cocked")
    bob.get_by_role("button", name=hall.name("open", home), exact=True).click()
    hall.by_click("Posted", bob.get_by_role("button", name="3", exact=True).click)
    desk.get_by_text("is not in hand any more").wait_for()
    expect(ruling).to_have_value("The dice were cocked")
    expect(ruling).to_be_focused()
    ann.get_by_role("button", name="Write down a ruling…").click()  # nothing is being filled any more
    expect(ann).to_have_count(0)


def test_the_form_of_an_event_stays_when_another_desk_adds_one(hall: PageHall) -> None:
    hall.begin(knockout(name="jackpot"))
    page = hall.at("td", "/setup")
    page.get_by_role("button", name="A new event").click()
    page.locator("#ev-name").fill("Consolation cup")
    hall.do(c.AddContest, settings=knockout())
    page.get_by_role("region", name="open", exact=True).wait_for()
    expect(page.locator("#ev-name")).to_have_value("Consolation cup")


def test_what_would_be_undone_is_named_with_the_people_it_is_about(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN, lengths={"main": (5,)}))
    hall.do(c.SetTables, tables=("1",))
    home, away = (hall.name("open", entrant) for entrant in hall.fixture("M1-1").pair)
    panel = hall.match_panel("td", "M1-1")
    desk = hall.page("td")
    undo = desk.get_by_role("button", name="Undo: ")
    hall.by_click("Called", lambda: press(form(panel, "CallMatch")))
    expect(undo).to_have_text(f"Undo: M1-1 {home} – {away}: Call")
    desk = hall.at("td", "/people")
    desk.get_by_role("button", name=home, exact=True).click()
    form(desk, "ChangePlayer").get_by_label("Club").fill("Riverside")
    hall.by_click("ChangePlayer", lambda: press(form(desk, "ChangePlayer")))
    expect(undo).to_have_text(f"Undo: {home}: Details put right")


def test_a_button_that_is_being_pressed_is_not_taken_away(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN))
    panel = hall.match_panel("td", "M1-1")
    desk = hall.page("td")
    panel.get_by_role("button", name="Call", exact=True).hover()
    desk.mouse.down()
    with desk.expect_response("**/director") as seen:
        hall.do(c.Announce, text="Lunch at one")
    seen.value.finished()
    hall.by_click("Called", desk.mouse.up)  # what an announcement would have moved away
    assert hall.match("M1-1").calls
    desk.get_by_text("Lunch at one").first.wait_for()


def session(page: Page) -> str:
    """The session of somebody's browser."""
    return next(one["value"] for one in page.context.cookies() if one["name"] == "barpoint")


async def played_out(url: str, sessions: list[str], match: str) -> None:
    """A match that two sit in, played to its end."""
    async with AsyncExitStack() as lines, asyncio.timeout(PATIENCE):
        both = [await lines.enter_async_context(Server(url, each).connect()) for each in sessions]
        await asyncio.gather(*[play_match(await line.sit(match), QuickBot()) for line in both])


def test_guests_come_to_their_online_match_by_their_private_links(hall: PageHall) -> None:
    pilot = Autopilot(round_time=60 * MINUTE, presence=10 * MINUTE)
    settings = knockout(starts=TEN, mode=Mode.INTERNET, autopilot=pilot, lengths={"main": (1,)})
    drawn(hall, settings, prefix="r")
    hall.now = TEN
    phones = [hall.at(entrant, "/me") for entrant in hall.fixture("M1-1").pair]
    for phone in phones:
        phone.get_by_role("button", name="I am ready to play").tap()
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
    public = hall.at("", "/overlay/M1-1/open")
    public.get_by_role("timer", name="Clock of").first.wait_for()
    match, sessions = phones[1].url.rpartition("/")[2], [session(phone) for phone in phones]
    with ThreadPoolExecutor(1) as elsewhere:  # the browser has a loop of its own
        elsewhere.submit(lambda: asyncio.run(played_out(hall.url, sessions, match))).result()
    card = phones[1].locator("[data-over] [data-ratings]")
    expect(card).to_contain_text("1,500 → 1,510? (+10)")  # the tournament has the word on what it changed
    expect(card).to_contain_text("1,500 → 1,490? (−10)")
    phones[0].get_by_role(
        "link", name=re.compile(r"Guests-Come-To-Their · .*M1-1")
    ).tap()  # the board says where it belongs
    phones[0].wait_for_url("**/me")


@pytest.mark.clause("usbgf:1.1.5a", "usbgf:2.2.4m")
def test_a_sanction_of_the_list_books_the_points_that_are_named(hall: PageHall) -> None:
    drawn(hall, knockout(starts=TEN))
    home, away = hall.fixture("M1-1").pair
    page = hall.at("td", "/cases/new/open/M1-1")
    page.get_by_label("What happened?").fill("misbehaved")
    page.get_by_role("button", name="A rule was broken or a player misbehaved").click()
    page.get_by_role("button", name="Open a case").click()
    for answer in (hall.name("open", home), "behaved badly", "Yes"):
        page.locator(".choice", has_text=answer).first.click()
    page.get_by_role("button", name="Penalty points.").click()
    page.get_by_label("How many points?").fill("2")
    assert findings(page) == []
    page.get_by_role("button", name="Impose it").click()
    ruling = page.locator("section", has=page.get_by_role("heading", name="Ruling"))
    expect(ruling).to_contain_text("2 points")
    hall.read()
    (penalty,) = hall.state.penalties.values()
    assert penalty.points == 2
    assert penalty.player in (home, away)


@pytest.mark.clause("ibf:11.1c")
def test_a_move_of_choice_is_picked_on_a_position_that_nobody_recorded(hall: PageHall) -> None:
    drawn(hall, knockout(preset="IBF Backgammon", starts=TEN))
    page = hall.at("td", "/cases/new/open/M1-1")
    page.get_by_label("What happened?").fill("A roll was disturbed")
    page.get_by_role("button", name="A roll was disturbed").click()
    page.get_by_role("button", name="Open a case").click()
    for answer in (hall.name("open", hall.fixture("M1-1").pair[0]), "The opponent touched", "While"):
        page.locator(".choice", has_text=answer).first.click()
    page.get_by_role("button", name="Any legal play of any of the 21 rolls").click()
    page.get_by_role("button", name="List the moves of this position").click()
    page.get_by_role("button", name="3-1", exact=True).click()
    page.get_by_role("button", name="8/5 6/5").click()
    ruling = page.locator("section", has=page.get_by_role("heading", name="Ruling"))
    expect(ruling).to_contain_text("plays 3-1: 8/5 6/5")
    hall.read()
    assert any("8/5 6/5" in ruled.ruling for ruled in hall.state.rulings.values())


@pytest.mark.clause("ibf:3.10b", "ibf:3.11a")
def test_ibf_a_break_too_many_is_seen_at_the_desk_and_stands_in_the_protocol(hall: PageHall) -> None:
    drawn(hall, knockout("ibf", options=Options(breaks=True), lengths={"main": (7,)}, starts=TEN))
    place, home = {"contest": "open", "pairing": "M1-1"}, hall.fixture("M1-1").pair[0]
    hall.do(c.BeginMatch, **place)
    page = hall.at("td", "/desk")
    for _ in range(2):
        hall.do(c.CallBreak, **place, entrant=home, by=home)
        hall.clock.pass_(120)
        hall.do(c.EndBreak, **place, entrant=home, by=home)
    reminder = page.locator("[data-reminder='break_beyond']")
    expect(reminder).to_contain_text(hall.name("open", home))
    expect(reminder.get_by_role("link", name="ibf:3.11a")).to_be_visible()
    page.goto(f"/tournaments/{hall.tournament}/print")
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Match protocols").click()
    answer = page.request.get(opened.value.url)
    assert answer.body().startswith(b"%PDF")
