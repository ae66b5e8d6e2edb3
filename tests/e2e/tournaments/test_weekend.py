"""A director's weekend from an empty server to the payout, in the browser: four events, 64 people, two days of trouble.

Every kind of step is clicked at least once by its person, and nothing is set up but on the pages. The mass of the
matches goes over HTTP, each command as its person's own request, into the same log. Meanwhile a second director works,
six phones act, one of them loses its network in the middle of a round, and the server starts again.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from barpoint.match.format.match_format import MINUTE
from barpoint.tournament import Fixture, TournamentPhase, fold_tournament
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.desk import desk_overview, start_score
from barpoint.tournament.desk.timing import busy_with
from barpoint.tournament.events import decode, encode
from barpoint.tournament.money import ledger
from barpoint.tournament.views.archive import Archive, match_results, tournament_archive
from tests.e2e.test_pages import findings
from tests.e2e.tournaments.test_director import NAMES, add_event, paste
from tests.e2e.tournaments.weekend_pages import (
    PHONE,
    PageHall,
    appeal,
    chosen,
    form,
    local,
    press,
    press_surely,
    report,
    rule,
    side_of,
)
from tests.service.server import FakeClock
from tests.web.members import PASSWORD
from tests.web.tournaments.weekend_events import in_a_thread

MORNING = 1_777_622_400_000  # the first of May 2026, 08:00 UTC
EVENTS = ("open", "novice", "doubles", "jackpot")
PUBLIC = ("", "/draw/open", "/draw/novice", "/draw/doubles", "/pairings", "/standings", "/results", "/live")
TABLES = 40


@dataclass
class Server:
    """A server that can be started again at the same address, on the same database."""

    folder: Path
    clock: FakeClock
    url: str = ""
    running: ExitStack = field(default_factory=ExitStack)

    def start(self) -> None:
        here = in_a_thread(self.folder, self.clock, urlsplit(self.url).port or 0)
        self.url = self.running.enter_context(here).url

    def restart(self) -> None:
        self.running.close()
        self.start()


@dataclass
class Weekend:
    """What happens, in its order."""

    hall: PageHall
    server: Server
    chance: Random = field(default_factory=lambda: Random(64))

    @property
    def desk(self) -> Page:
        """The director's own browser."""
        return self.hall.pages["td"]

    # Before the first round

    def begin(self) -> None:
        """On an empty server: an account, a tournament, four events."""
        hall = self.hall
        assert hall.browser is not None
        context = hall.browser.new_context(
            base_url=hall.url, timezone_id="UTC", locale="en-GB", viewport={"width": 1366, "height": 860}
        )
        page = hall.pages["td"] = context.new_page()
        page.goto("/profile")
        page.get_by_label("Name").fill("Thea Brook")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Register").click()
        page.get_by_role("button", name="Sign out").wait_for()
        page.goto("/tournaments?new")
        page.get_by_label("Name", exact=True).fill("Spring")
        page.get_by_label("First day").fill("2026-05-01")
        page.get_by_label("Currency").fill("EUR")
        page.get_by_label("Your name").fill("td")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/setup")
        hall.tournament = page.url.split("/")[-2]
        add_event(page, "ABT weekend", "Open", First_round=local(MORNING + 60 * MINUTE))
        for template, name in (("Club Swiss", "Novice"), ("Doubles", "Doubles"), ("Lives jackpot", "Jackpot")):
            add_event(page, template, name)
        links = page.request.get(f"/api/tournaments/{hall.tournament}/links").json()
        hall.links["td"] = next(one["link"].rpartition("/")[2] for one in links if one["person"] == "td")
        hall.read()

    def prepare(self) -> None:
        """Tables, staff, the programme, the people; one enters by himself on his phone."""
        hall, page = self.hall, self.desk
        page.get_by_label("Tables", exact=True).fill(f"1-{TABLES}")
        page.get_by_role("button", name="Set the tables").click()
        expect(page.get_by_text(f"1-{TABLES} ({TABLES})")).to_be_visible()
        for person, role in (("Bob", "director"), ("Ari", "arbiter")):
            named = form(page, "NameStaff")
            named.get_by_label("Name").fill(person)
            named.get_by_label("Role").select_option(role)
            press(named)
            expect(page.get_by_role("button", name=f"Take a role away {person}")).to_be_visible()
        recess = form(page, "ScheduleRecess")
        recess.get_by_label("Name").fill("Lunch")
        recess.get_by_label("From").fill(local(MORNING + 300 * MINUTE))
        recess.get_by_label("To").fill(local(MORNING + 360 * MINUTE))
        press(recess)
        expect(page.get_by_role("button", name="Remove Lunch")).to_be_visible()
        page = hall.at("td", "/people")
        paste(page, "Open", ["name;club", *(f"{name};Club {number % 9}" for number, name in enumerate(NAMES[:40]))])
        paste(page, "Novice", ["name", *NAMES[40:63]])
        paste(page, "Doubles", ["name\tpartner", *(f"{NAMES[n]}\t{NAMES[n + 1]}" for n in range(0, 16, 2))])
        paste(page, "Jackpot", ["name", *NAMES[56:62]])
        hall.read()
        self.enter_by_oneself(NAMES[63])
        page = hall.at("td", "/setup")
        for event in EVENTS:
            card = page.get_by_role("region", name=event.title(), exact=True)
            press_surely(form(card, "MakeDraw"))
            expect(card.get_by_text("drawn", exact=True)).to_be_visible()
            if event in ("novice", "jackpot"):
                press(form(card, "PairRound"))
                expect(form(card, "PairRound")).to_have_count(0)
        hall.read()
        hall.now = MORNING + 60 * MINUTE
        hall.clock.time = hall.now

    def enter_by_oneself(self, name: str) -> None:
        hall = self.hall
        phone = hall.at("", "")
        card = phone.get_by_role("region", name="Novice")
        card.get_by_text("Enter this event").tap()
        card.get_by_label("Your name").fill(name)
        card.get_by_label("I accept the rules").check()
        hall.by_click("Register", card.get_by_role("button", name="Enter", exact=True).tap)
        phone.wait_for_url("**/me")
        person = next(player.id for player in hall.state.players.values() if player.name == name)
        hall.pages[person] = hall.pages.pop("")
        desk = hall.at("td", "/desk")
        hall.by_click("ApproveEntry", lambda: press(form(desk, "ApproveEntry", f"novice/{person}")))

    # The first round, in which everything happens

    def trouble(self) -> None:
        hall = self.hall
        desk = hall.at("td", "/desk")
        desk.get_by_role("button", name="Assign tables and call: Open round 1").click()
        expect(desk.get_by_text("Called: ")).to_be_visible(timeout=60_000)
        hall.read()
        first = [match for match in hall.ready() if hall.match(match.id).table]
        quarrel, late, rest, absent, lost, shut = first[:6]
        self.phones_act(quarrel)
        self.somebody_is_late(late)
        self.somebody_takes_a_break(rest)
        self.the_network_is_lost(lost)
        self.the_server_starts_again(rest)
        self.an_incident(rest)
        self.nobody_comes(absent)
        self.somebody_is_disqualified(shut)
        self.a_result_is_put_right(lost)

    def phones_act(self, match: Fixture) -> None:
        """Both are there, play, and say different things; both see it, and the second director decides."""
        hall, (home, away) = self.hall, match.pair
        for person in match.pair:
            card = hall.own_match(person, match.id)
            hall.by_click("MarkReady", card.get_by_role("button", name="I am at the table").tap)
        panel = hall.match_panel("Bob", match.id)
        hall.by_click("BeginMatch", panel.get_by_role("button", name="Play begins").click)
        hall.wait(2)
        for person, points in ((home, 3), (away, 5)):
            card = hall.own_match(person, match.id)
            if person == away:
                card.get_by_role("button", name="It was another result").tap()
            hall.by_click("ReportResult", partial(report, card, points, won=True))
        for person in match.pair:
            expect(hall.page(person).get_by_text("You say different things")).to_be_visible()
        waits = hall.at("Bob", "/desk").get_by_role("region", name="Waits for your word")
        claim = waits.get_by_role("button", name=f"Post {hall.name('open', home)} 9–3")
        hall.by_click("PostResult", claim.click)
        assert hall.fixture(match.id).winner == home

    def somebody_is_late(self, match: Fixture) -> None:
        """One waits at the table; the other comes twelve minutes late, and the points of it wait for a word."""
        hall, (home, away) = self.hall, match.pair
        hall.by_click("MarkReady", hall.own_match(home, match.id).get_by_role("button", name="I am at the table").tap)
        hall.wait(12)
        desk = hall.at("td", "/desk")
        expect(desk.get_by_role("region", name="Late", exact=True)).to_contain_text(hall.name("open", away))
        panel = hall.match_panel("Bob", match.id)
        hall.by_click("BeginMatch", panel.get_by_role("button", name="Play begins").click)
        assert any(penalty.for_delay for penalty in hall.state.penalties.values())

    def somebody_takes_a_break(self, match: Fixture) -> None:
        """Called at the desk, ended on the phone."""
        hall, (home, _) = self.hall, match.pair
        hall.do(c.BeginMatch, contest="open", pairing=match.id)
        panel = hall.match_panel("td", match.id)
        name = hall.name("open", home)
        hall.by_click("CallBreak", lambda: press(chosen(side_of(panel, name), "Break", "CallBreak")))
        hall.wait(4)
        back = hall.own_match(home, match.id).get_by_role("button", name="Back from the break")
        hall.by_click("EndBreak", back.tap)
        assert hall.match(match.id).breaks

    def the_network_is_lost(self, match: Fixture) -> None:
        """What a phone says while it has no network is kept, and sent when it is asked to again."""
        hall, (home, away) = self.hall, match.pair
        hall.do(c.BeginMatch, contest="open", pairing=match.id)
        hall.wait(30)
        card = hall.own_match(home, match.id)
        phone = hall.page(home)
        card.get_by_role("button", name="I won", exact=True).wait_for()
        phone.context.set_offline(True)
        report(card, 6, won=True)
        expect(phone.get_by_role("alert").filter(has_text="Nothing is lost")).to_be_visible()
        phone.context.set_offline(False)
        hall.by_click("ReportResult", phone.get_by_role("button", name="Try again").tap)
        other = hall.own_match(away, match.id)
        hall.by_click("ReportResult", other.get_by_role("button", name="Confirm:").tap)
        waits = hall.at("td", "/desk").get_by_role("region", name="Waits for your word")
        hall.by_click("PostResult", waits.get_by_role("button", name="Post", exact=True).first.click)
        assert hall.fixture(match.id).winner == home

    def the_server_starts_again(self, match: Fixture) -> None:
        """Open pages find it again by themselves."""
        hall = self.hall
        before = [*map(encode, hall.read())]
        phone, desk = hall.at(match.pair[0], "/me"), hall.at("td", "/desk")
        self.server.restart()
        assert [*map(encode, hall.read())] == before
        hall.do(c.Announce, text="The server is back")
        for page in (phone, desk):
            expect(page.get_by_text("The server is back").first).to_be_visible(timeout=60_000)

    def an_incident(self, match: Fixture) -> None:
        """Called from a phone, ruled by the arbiter, appealed, upheld."""
        hall, (home, _) = self.hall, match.pair
        card = hall.own_match(home, match.id)
        card.get_by_text("Call the director").tap()
        card.get_by_label("What is it about?").fill("cocked die")
        hall.by_click("CallDirector", card.get_by_role("button", name="Call", exact=True).tap)
        desk = hall.at("Ari", "/desk")
        waits = desk.get_by_role("region", name="Waits for your word")
        expect(waits).to_contain_text("cocked die")
        waits.get_by_role("link", name="Rule on it").click()
        hall.by_click("RecordRuling", lambda: rule(desk))
        hall.by_click("RecordAppeal", lambda: appeal(desk, hall.name("open", home)))
        assert [ruling.appeal for ruling in hall.state.rulings.values()] == ["upheld"]
        call = next(iter(hall.state.calls))
        answered = form(hall.at("Bob", "/desk"), "AnswerCall", call)
        answered.locator("input").fill("Ruled on at the table.")
        hall.by_click("AnswerCall", lambda: press(answered))

    def nobody_comes(self, match: Fixture) -> None:
        """Neither side comes: both forfeit, when the director has confirmed it."""
        hall = self.hall
        others = [each for each in hall.ready() if hall.match(each.id).calls and hall.match(each.id).begun is None]
        for each in others:
            if each.id != match.id:
                hall.do(c.BeginMatch, contest="open", pairing=each.id)
        hall.wait(70)
        forfeit = form(hall.at("td", "/desk"), "ConfirmForfeit", f"open/{match.id}")
        forfeit.get_by_label("Reason").fill("nobody has seen them")
        hall.by_click("ConfirmForfeit", lambda: press_surely(forfeit))
        posted = hall.fixture(match.id).result
        assert posted is not None
        assert posted.both_lost
        said = " and ".join(hall.name("open", entrant) for entrant in match.pair)
        expect(hall.at("", "/results").get_by_text(f"{said}: both forfeited")).to_be_visible()

    def somebody_is_disqualified(self, match: Fixture) -> None:
        hall, (home, _) = self.hall, match.pair
        page = hall.at("td", "/people")
        name = hall.name("open", home)
        page.get_by_label("Find a name, club or number").fill(name)
        page.get_by_role("button", name=name).first.click()
        asked = chosen(page, "Disqualify", "ExcludePlayer")
        asked.get_by_label("Reason").fill("notes from a book")
        hall.by_click("ExcludePlayer", lambda: press_surely(asked))
        assert [exclusion.person for exclusion in hall.state.exclusions] == [home]

    def a_result_is_put_right(self, match: Fixture) -> None:
        hall, (_, away) = self.hall, match.pair
        page = hall.at("Ari", "/results")
        page.get_by_role("button", name=f"Put right… {match.id}", exact=True).click()
        page.locator(f"input[type=radio][value='{away}']").check()
        page.get_by_label("Reason").fill("slips mixed up")
        hall.by_click("CorrectResult", lambda: page.get_by_role("button", name="Correct the result").click())
        assert hall.fixture(match.id).winner == away

    # The rest of it

    def run(self) -> None:
        hall = self.hall
        for _ in range(60):
            begun = [(event, match) for event in EVENTS for match in hall.ready(event) if self.start(event, match)]
            hall.wait(40)
            for event, match in begun:
                self.finish(event, match)
            paired = [event for event in ("novice", "jackpot") if self.pair(event)]
            if not begun and not paired:
                break
        left = [
            (event, match.id, busy_with(hall.state, hall.contest(event), match))
            for event in EVENTS
            for match in hall.ready(event)
        ]
        assert left == []

    def start(self, event: str, match: Fixture) -> bool:
        """Begin a match if both are free; whether it is being played."""
        hall = self.hall
        if hall.fixture(match.id, event) != match:
            return False
        if hall.match(match.id, event).begun is None:
            if busy_with(hall.state, hall.contest(event), match) is not None:
                return False
            hall.do(c.CallMatch, contest=event, pairing=match.id)
            hall.do(c.BeginMatch, by="Bob", contest=event, pairing=match.id)
        return True

    def finish(self, event: str, match: Fixture) -> None:
        """Both report on their phones; the desk posts it."""
        hall, here = self.hall, {"contest": event, "pairing": match.id}
        if hall.fixture(match.id, event).result is not None:
            return
        length = hall.contest(event).length_at(match)
        assert length is not None
        winner = self.chance.randrange(2)
        began = start_score(hall.state, hall.contest(event), match)[1 - winner]
        points = max(self.chance.randrange(length.length), min(began, length.length - 1))
        told = {"winner": match.pair[winner], "score": (length.length, points)}
        for entrant in match.pair:
            person = hall.contest(event).entries[entrant].people[0]
            hall.do(c.ReportResult, by=person, **here, entrant=entrant, **told)
        hall.do(c.PostResult, by="Bob", **here)

    def pair(self, event: str) -> bool:
        """The next round of a Swiss event, where one is due."""
        hall = self.hall
        due = hall.ask("GET", f"/api/tournaments/{hall.tournament}/director", token=hall.links["td"])["view"]
        if next(one for one in due["contests"] if one["settings"]["id"] == event)["round_due"] is None:
            return False
        hall.do(c.PairRound, contest=event)
        return True

    # The end

    def settle(self) -> None:
        hall = self.hall
        for event in EVENTS:
            page = hall.at("td", "/setup")
            card = page.get_by_role("region", name=event.title(), exact=True)
            hall.by_click("FinishContest", partial(press_surely, form(card, "FinishContest")))
            hall.by_click("AwardPrizes", partial(press_surely, form(card, "AwardPrizes")))
            if any(hall.state.balances.get(each, 0) for each in ledger.contest_accounts(hall.contest(event))):
                hall.do(c.RetainRest, contest=event, reason="nobody of the pool was placed")
        self.pay()
        self.print()
        page = hall.at("td", "/setup")
        closing = chosen(page, "Close the tournament", "CloseTournament")
        hall.by_click("CloseTournament", lambda: press_surely(closing))

    def pay(self) -> None:
        """The first of each on the page, the others as fast as a cash desk."""
        hall = self.hall
        page = hall.at("td", "/money")
        for kind, label in (("TakePayment", "Has paid"), ("PayOut", "Pay out")):
            hall.by_click(kind, page.get_by_role("button", name=f"{label} ").first.click)
        for player in hall.state.players:
            owed = hall.state.balances.get(ledger.player_account(player), 0)
            if owed > 0:
                hall.do(c.TakePayment, by="Bob", player=player, amount=owed)
            elif owed < 0:
                hall.do(c.PayOut, by="Bob", player=player)

    def print(self) -> None:
        """Sheets by the server, and by the browser's own printing on two papers."""
        page = self.hall.at("td", "/print")
        for kind in ("Draw sheets", "Final report"):
            address = page.get_by_role("link", name=f"Open as PDF {kind}").get_attribute("href")
            assert page.request.get(str(address)).body().startswith(b"%PDF"), kind
        page = self.hall.at("td", "/sheets")
        page.get_by_label("What").select_option("badges")
        assert page.locator(".cards li").count() == len(self.hall.state.players)
        for paper in ("A4", "Letter"):
            assert page.pdf(format=paper).startswith(b"%PDF")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Weekend]:
    """The weekend, played."""
    clock = FakeClock(MORNING)
    server = Server(tmp_path_factory.mktemp("weekend"), clock)
    server.start()
    hall = PageHall(url=server.url, clock=clock, browser=browser, now=MORNING)
    weekend = Weekend(hall, server)
    try:
        weekend.begin()
        weekend.prepare()
        weekend.trouble()
        weekend.run()
        weekend.settle()
        yield weekend
    finally:
        hall.close()
        server.running.close()


def test_a_weekend_is_run_from_an_empty_server_to_its_end(played: Weekend) -> None:
    state = played.hall.state
    assert state.phase is TournamentPhase.CLOSED
    assert len(state.players) == 64
    assert len(match_results(state)) > 150
    assert desk_overview(state, played.hall.now).next == ()
    phones = [page for person, page in played.hall.pages.items() if person not in state.staff]
    assert len(phones) >= 6
    assert any(isinstance(event, e.MatchCalled | e.MatchBegun) and event.by == "Bob" for event in played.hall.log)


def test_it_ends_balanced_to_the_cent_and_is_its_log(played: Weekend) -> None:
    hall = played.hall
    heard, folded = [*hall.log], hall.state
    assert [*map(encode, hall.read())] == [*map(encode, heard)], "the answers were the log"
    assert folded == fold_tournament(heard)
    assert folded == fold_tournament(decode(encode(event)) for event in heard)
    assert ledger.balance(folded) == 0
    assert ledger.open_accounts(folded) == {}


def test_the_archive_that_is_fetched_is_that_of_the_log(played: Weekend, tmp_path: Path) -> None:
    page = played.hall.at("td", "/records")
    with page.expect_download() as fetched:
        page.get_by_role("button", name="The archive").click()
    fetched.value.save_as(tmp_path / "spring.json")
    kept = msgspec.json.decode((tmp_path / "spring.json").read_bytes(), type=Archive)
    assert kept == tournament_archive(fold_tournament(played.hall.log))


def test_a_closed_tournament_takes_nothing_more(played: Weekend) -> None:
    page = played.hall.at("td", "/desk")
    page.get_by_role("textbox", name="Announcement").fill("too late")
    press(form(page, "Announce"))
    expect(page.get_by_role("alert").filter(has_text="closed")).to_be_visible()


def test_its_pages_are_accessible_and_fit_a_phone(played: Weekend, browser: Browser) -> None:
    hall = played.hall
    context = browser.new_context(base_url=hall.url, **PHONE)
    page: Page = context.new_page()
    for path in PUBLIC:
        page.goto(hall.root + path)
        page.locator("h1").first.wait_for()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
        if path in ("/draw/open", "/standings"):
            assert findings(page) == [], path
    context.close()
