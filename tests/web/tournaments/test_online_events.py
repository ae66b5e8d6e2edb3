"""An online event played out: players come by their private links, the server makes and scores their matches, rounds
follow each other, whoever stays away loses; on SQLite, and by two processes on one PostgreSQL.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from time import time
from typing import Any
from urllib.parse import urlsplit

import pytest

from barpoint.board import Side
from barpoint.client import Server, play_match
from barpoint.client.connection import Connection
from barpoint.client.remote_match import RemoteMatch
from barpoint.match import commands as cm
from barpoint.match.format.match_format import MINUTE
from barpoint.match.state import MatchPhase
from barpoint.service.play.play_service import Done
from barpoint.tournament import Contest, Tournament, fold_tournament
from barpoint.tournament.desk.closing_checklist import duties
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.events import AnyEvent, MatchAttached, OutcomePosted, SpectatorExcluded, decode
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.places import complete, title_places
from barpoint.tournament.printing.prints import PRINTS, PrintJob
from barpoint.tournament.settings import Autopilot, ContestSettings, Mode
from barpoint.wire import messages as m
from barpoint.wire.wishes import BreakWish, CallDirectorWish, EndBreakWish
from tests.service.server import START, FakeClock
from tests.tournament.director import knockout, swiss
from tests.web.members import (
    PASSWORD,
    PlainPasswords,
    refused,
    registered,
    staffed,
)
from tests.web.server_process import (
    PATIENCE,
    QuickBot,
    Served,
    served,
)
from tests.web.test_runner import started
from tests.web.tournaments.remote_director import Person, begun

PILOT = Autopilot(round_time=60 * MINUTE, presence=10 * MINUTE)
HURRY = Autopilot(round_time=60 * MINUTE, presence=15_000)  # on a clock that nobody can move
ONE = Plan(format=DrawFormat.SINGLE, seed="public")


def online(settings: ContestSettings, starts: int = START + MINUTE, pilot: Autopilot = PILOT) -> dict[str, Any]:
    """The settings that make an event run by itself here."""
    lengths = {"swiss": (1,)} if settings.swiss is not None else {"main": (1,)}
    return {"mode": Mode.INTERNET, "autopilot": pilot, "starts": starts, "lengths": lengths}


@dataclass
class Guest:
    """Somebody who came by a private link: a person of the tournament, an account of the server, what it was told."""

    person: Person
    account: Server
    heard: list[m.AnyServerMessage] = field(default_factory=list)
    connection: Connection | None = None

    def notices(self) -> list[str]:
        return [one.link for one in self.heard if isinstance(one, m.NoticeMessage) and one.kind == "round"]


def opened(url: str, link: str) -> Server:
    """Open a private link in a new browser: the session it gives."""
    line = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE)
    line.request("GET", link)
    answer = line.getresponse()
    answer.read()
    line.close()
    assert answer.status == 303, answer.status
    cookies = SimpleCookie("; ".join(one.partition(";")[0] for one in answer.headers.get_all("set-cookie") or []))
    return Server(url, cookies["barpoint"].value)


@dataclass
class Cup:
    """A tournament on one or more servers of one database; without a clock its time is everybody's."""

    servers: Sequence[str]
    clock: FakeClock | None
    director: Person
    contest: str
    guests: dict[str, Guest] = field(default_factory=dict)
    host: Served | None = None

    async def state(self) -> Tournament:
        return fold_tournament(await self.log())

    async def log(self) -> list[AnyEvent]:
        text: str = await self.director.get("/log")
        return [decode(line) for line in text.splitlines()]

    async def event(self) -> Contest:
        return (await self.state()).contests[self.contest]

    async def enter(self, lines: AsyncExitStack, name: str, partner: str = "", *, both: bool = True) -> None:
        """By oneself, from the public page; then the director's word, and the link is opened, by `both` of a team."""
        public = Person(self.director.url, self.director.tournament)
        body = {"contest": self.contest, "name": name, "accepted": True} | ({"partner": partner} if partner else {})
        entered = await public.ask("POST", "/entries", body)
        entry = next(each for each in (await self.event()).entries if entered["person"] in each.split("+"))
        await self.director.do("ApproveEntry", contest=self.contest, entry=entry)
        for link in await self.director.get("/links"):
            if link["person"] in entry.split("+")[: 1 + both]:
                await self.sit(lines, link["person"], link["link"])

    async def sit(self, lines: AsyncExitStack, person: str, link: str) -> None:
        url = self.servers[len(self.guests) % len(self.servers)]
        account = await asyncio.to_thread(opened, url, link)
        token = link.rpartition("/")[2]
        guest = Guest(Person(url, self.director.tournament, token, person), account)
        guest.connection = await lines.enter_async_context(account.connect())
        guest.connection.listeners.append(guest.heard.append)
        self.guests[person] = guest

    def of(self, entrant: str) -> list[Guest]:
        return [self.guests[person] for person in entrant.split("+") if person in self.guests]

    async def ready(self, pairing: str, *entrants: str) -> None:
        for entrant in entrants:
            await self.of(entrant)[0].person.do("MarkReady", contest=self.contest, pairing=pairing, entrant=entrant)

    async def wait(self, minutes: float) -> None:
        """So much time passes, where it can be moved."""
        if self.clock is not None:
            self.clock.pass_(minutes * 60)
        await asyncio.sleep(0)

    async def until(self, happened: Any) -> Contest:
        """Wait until something is so of the event."""
        while not happened(found := await self.event()):
            await self.tick()
        return found

    async def soon(self, happened: Any) -> None:
        """Wait until something else is so."""
        while not happened():
            await self.tick()

    async def tick(self) -> None:
        """A moment passes; what comes together is looked at together a little later."""
        if self.clock is not None:
            self.clock.pass_(0.06)
        await asyncio.sleep(0.02 if self.clock is not None else 0.1)

    async def play(self, pairing: str) -> None:
        """The match on the board the server made, by the first of each side; partners look on."""
        contest = await self.until(lambda now: bool(now.match_at(now.fixtures[pairing]).stream))
        fixture = contest.fixtures[pairing]
        match = contest.match_at(fixture).stream.partition(":")[2]
        sides = [self.of(entrant) for entrant in fixture.pair]
        await self.soon(lambda: all(f"/match/{match}" in guest.notices() for side in sides for guest in side))
        tables = [await guest.connection.sit(match) for side in sides for guest in side if guest.connection]
        operators = (tables[0], tables[len(sides[0])])
        await asyncio.gather(*(play_match(table, QuickBot()) for table in operators))
        assert all(table.present_view.phase is MatchPhase.OVER for table in operators)
        await self.until(lambda now: now.fixtures[pairing].winner is not None)


@asynccontextmanager
async def cup(address: str, settings: ContestSettings) -> AsyncIterator[tuple[Cup, AsyncExitStack]]:
    """An online event that is open for entries, on a server whose clock the test moves."""
    clock = FakeClock(START)
    async with AsyncExitStack() as lines, asyncio.timeout(PATIENCE):
        here = await lines.enter_async_context(served(address, clock))
        here.house.club.members._passwords = PlainPasswords()
        director = await begun(here, "Cup")
        await director.add(settings)
        yield Cup([here.url], clock, director, settings.id, host=here), lines


async def played_out(here: Cup, lines: AsyncExitStack) -> None:
    """Three play a knockout, one stays away."""
    for name in ("Ada", "Bo", "Chiara", "Dmitri"):
        await here.enter(lines, name)
    await here.director.do("MakeDraw", contest="open")
    await here.wait(2)
    first, second = [each for each in (await here.event()).fixtures.values() if each.round == 1]
    called = [guest for entrant in (*first.pair, *second.pair) for guest in here.of(entrant)]
    await here.soon(lambda: all("/tournaments/cup/me" in guest.notices() for guest in called))  # the round is called
    await here.ready(second.id, second.pair[0])
    await here.ready(first.id, *first.pair)
    contest = await here.until(lambda now: bool(now.match_at(now.fixtures[first.id]).stream))
    board, anybody = contest.match_at(first).stream.partition(":")[2], Server(here.servers[-1])
    going = await anybody.ask("GET", f"/api/ratings/changes?match={board}")
    assert going == {"match": board, "rated": True, "pending": True}
    await here.play(first.id)
    rated = await anybody.ask("GET", f"/api/ratings/changes?match={board}")
    assert rated["match"] == f"cup/open/{first.id}", "the tournament has the word on it"
    assert sorted(change["after"] for change in rated["changes"]) == [1490.0, 1510.0]
    assert ", Main, round 1, " in rated["changes"][0]["arithmetic"][1], "people, event, round and day, and no id"
    assert rated["match"] not in str(rated["changes"])
    both = await anybody.ask("GET", f"/api/matches/{board}/ratings")
    pool = rated["changes"][0]["pool"]
    assert (both["pool"], {one["pool"] for one in both["ratings"]}) == (pool, {pool})
    assert sorted(one["rating"] for one in both["ratings"]) == [1490.0, 1510.0]
    await here.wait(11)  # the other one does not come
    contest = await here.until(lambda now: now.fixtures[second.id].winner is not None)
    assert contest.fixtures[second.id].winner == second.pair[0]
    result = contest.fixtures[second.id].result
    assert result is not None
    assert result.forfeited
    final = next(each for each in contest.fixtures.values() if each.round == 2)
    assert final.status is PairingStatus.READY
    meeting = await anybody.ask("GET", "/api/tournaments/cup/ratings")
    winner = contest.fixtures[first.id].winner
    assert meeting == [{"contest": "open", "entrant": winner, "rating": 1510.0, "provisional": True}]
    await here.wait(15)
    await here.ready(final.id, *final.pair)
    await here.play(final.id)
    contest = await here.event()
    assert complete(contest)
    places = title_places(contest, "main")
    assert [place.place for place in places][:2] == [1, 2]
    [champion] = here.of(places[0].entrant)
    account = (await champion.account.ask("GET", "/api/me"))["account"]
    career = await anybody.ask("GET", f"/api/players/{account}/career")
    assert [(one["tournament"], one["contest"], one["place"], one["of"]) for one in career["placings"]] == [
        ("cup", "open", 1, 4)
    ]
    assert rated["board"] == board
    log = await here.log()
    assert sum(isinstance(event, MatchAttached) for event in log) == 2, "each match has one board"
    assert [event.by for event in log if isinstance(event, OutcomePosted)] == ["autopilot"] * 3


def test_a_knockout_runs_by_itself(tmp_path: Path) -> None:
    async def run() -> None:
        settings = knockout(draw=ONE, **online(knockout(draw=ONE)))
        async with cup(f"sqlite:///{tmp_path}/online.db", settings) as (here, lines):
            await played_out(here, lines)

    asyncio.run(run())


def test_two_processes_run_one_event_together(postgres: str) -> None:
    async def run(urls: Sequence[str]) -> None:
        server = Server(urls[0])
        await server.ask("POST", "/api/register", {"name": "Ann", "password": PASSWORD})
        made = await server.ask("POST", "/api/tournaments", {"name": "Cup", "date": "2026-05-01", "director": "Ann"})
        director = Person(urls[0], made["id"], made["link"].rpartition("/")[2], "Ann")
        starts = int(time() * 1000)
        settings = knockout(draw=ONE, **online(knockout(draw=ONE), starts + 2_000, HURRY))
        await director.add(settings)
        async with AsyncExitStack() as lines, asyncio.timeout(PATIENCE):
            await played_out(Cup(urls, None, director, "open"), lines)

    with started("--db", postgres) as first, started("--db", postgres) as second:
        asyncio.run(run([first, second]))


def test_swiss_rounds_are_paired_called_and_played(tmp_path: Path) -> None:
    async def run() -> None:
        base = swiss(rounds=2)
        async with cup(f"sqlite:///{tmp_path}/swiss.db", swiss(rounds=2, **online(base))) as (here, lines):
            for name in ("Ada", "Bo", "Chiara", "Dmitri"):
                await here.enter(lines, name)
            await here.director.do("MakeDraw", contest="novice")
            await here.wait(2)
            for number in (1, 2):
                contest = await here.until(
                    lambda now, number=number: sum(each.round == number for each in now.fixtures.values()) == 2
                )
                matches = [each for each in contest.fixtures.values() if each.round == number]
                for fixture in matches:
                    await here.ready(fixture.id, *fixture.pair)
                await asyncio.gather(*(here.play(fixture.id) for fixture in matches))
            assert complete(await here.event())

    asyncio.run(run())


def test_a_doubles_team_plays_with_one_operator_a_side(tmp_path: Path) -> None:
    async def run() -> None:
        base = knockout(draw=ONE)
        settings = knockout(draw=ONE, team=2, **online(base))
        async with cup(f"sqlite:///{tmp_path}/doubles.db", settings) as (here, lines):
            for name, partner in (("Ada", "Bo"), ("Chiara", "Dmitri"), ("Esi", "Finn")):
                await here.enter(lines, name, partner, both=name == "Ada")  # the others play for their partners
            await here.director.do("MakeDraw", contest="open")
            await here.wait(2)
            [first] = [each for each in (await here.event()).fixtures.values() if each.status is PairingStatus.READY]
            await here.ready(first.id, *first.pair)
            await here.play(first.id)
            winner = (await here.event()).fixtures[first.id].winner
            assert winner in first.pair
            assert "+" in str(winner)

    asyncio.run(run())


async def on_the_board(here: Cup, fixture: Fixture) -> RemoteMatch:
    """A match that is due, as the home player has it on the server's board."""
    await here.ready(fixture.id, *fixture.pair)
    contest = await here.until(lambda now: bool(now.match_at(now.fixtures[fixture.id]).stream))
    [guest] = here.of(fixture.pair[0])
    assert guest.connection is not None
    return await guest.connection.sit(contest.match_at(fixture).stream.partition(":")[2])


async def three_enter(here: Cup, lines: AsyncExitStack) -> Fixture:
    """Three enter a knockout: the first match."""
    for name in ("Ada", "Bo", "Chiara"):
        await here.enter(lines, name)
    await here.director.do("MakeDraw", contest="open")
    await here.wait(2)
    [first] = [each for each in (await here.event()).fixtures.values() if each.status is PairingStatus.READY]
    return first


def to_three(book: str) -> ContestSettings:
    """A knockout of matches to three points."""
    return knockout(book, draw=ONE, **online(knockout(draw=ONE)) | {"lengths": {"main": (3,)}})


@pytest.mark.clause("usbgf:1.8.1a", "bws:1.7.1a", "guide:1.2.3a")
def test_whoever_plays_a_match_of_an_online_event_gets_no_aids(tmp_path: Path) -> None:
    async def run() -> None:
        async with cup(f"sqlite:///{tmp_path}/aids.db", to_three("usbgf")) as (here, lines):
            first = await three_enter(here, lines)
            [waiting] = [each for name, each in here.guests.items() if name not in first.pair]
            asked = ("POST", "/api/rulings", {"kind": "illegal_play", "preset": "BWS"})
            [guest] = here.of(first.pair[0])
            await guest.account.ask(*asked)
            table = await on_the_board(here, first)
            (line,) = await here.director.get(f"/live?table={first.id}")  # a board has no table of its own
            clock = table.present_view.clock
            assert clock is not None
            assert (line["stage"], tuple(line["clock"]["remaining"])) == ("playing", clock.remaining)
            for entrant in first.pair:
                [guest] = here.of(entrant)
                while not (await guest.account.ask("GET", "/api/me"))["matches"]:
                    await here.tick()  # a moment after the board is there
                assert "aids_closed" in str(await refused(guest.account.ask(*asked), 409))
                [seat] = (await guest.account.ask("GET", "/api/me"))["matches"]
                assert (seat["match"], seat["serious"]) == (table.match, True)
            await waiting.account.ask(*asked)

    asyncio.run(run())


def test_matches_that_an_earlier_release_opened_count_when_the_server_starts(tmp_path: Path) -> None:
    async def run() -> None:
        address = f"sqlite:///{tmp_path}/restart.db"
        async with cup(address, to_three("usbgf")) as (here, lines):
            first = await three_enter(here, lines)
            await on_the_board(here, first)
            [guest] = here.of(first.pair[0])
            account = (await guest.account.ask("GET", "/api/me"))["account"]
            assert here.host is not None
            forgotten = here.host.house.accounts
            async with forgotten._database.engine.begin() as connection:  # type: ignore[attr-defined]  # SQL's own
                await connection.exec_driver_sql("delete from seats")
            assert not await forgotten.plays_seriously(account)
        async with served(address, FakeClock(START)) as again:
            async with asyncio.timeout(30):  # what is open is taken up while the server serves
                while not await again.house.accounts.plays_seriously(account):
                    await asyncio.sleep(0.01)

    asyncio.run(run())


def test_a_ruling_at_the_desk_goes_into_the_match_on_the_board(tmp_path: Path) -> None:
    async def run() -> None:
        async with cup(f"sqlite:///{tmp_path}/ruled.db", to_three("usbgf")) as (here, lines):
            first = await three_enter(here, lines)
            table = await on_the_board(here, first)
            before = table.present_view.version
            body = {"contest": "open", "pairing": first.id, "kind": "penalty_points"}
            case = f"/cases/{(await here.director.ask('POST', '/cases', body))['id']}"
            for key, text in (("who", "black"), ("points", "1")):
                await here.director.ask("POST", case, {"step": "fact", "key": key, "text": text})
            await here.director.ask("POST", case, {"step": "rule"})
            while table.present_view.version == before:
                await table.wait_change()
            seen = await table.state()
            assert (1, 0) in (seen.score, seen.owed)
            state = await here.state()
            assert [each.points for each in state.penalties.values()] == [1]
            assert [ruling.pairing for ruling in state.rulings.values()] == [first.id]

    asyncio.run(run())


@pytest.mark.clause("bws:5.6", "bws:5.1a")
def test_what_an_official_of_the_server_rules_is_in_the_tournaments_log_and_due_in_the_next_match(
    tmp_path: Path,
) -> None:
    async def run() -> None:
        async with cup(f"sqlite:///{tmp_path}/called.db", to_three("bws")) as (here, lines):
            first = await three_enter(here, lines)
            table = await on_the_board(here, first)
            assert here.host is not None
            dora = await staffed(here.host)
            await table.do(CallDirectorWish(about="He has left the room."))
            [waiting] = await dora.ask("GET", "/api/inquiries")
            inquiry = f"/api/inquiries/{waiting['id']}"
            case = await dora.ask("POST", f"{inquiry}/case", {"kind": "penalty_points"})
            assert case["book"] == "bws", "it is ruled under the book of the event"
            own = {
                "say": "The match is Home's, who begins the next one with a point against.",
                "remedies": [{"remedy": "LoseMatch", "side": "black"}],
                "penalties": [{"side": "white", "step": "points", "points": 1, "later": True}],
            }
            ruled = {"own": own, "reason": "both were heard"}
            await dora.ask("POST", f"/api/cases/{case['id']}/ruling", ruled)
            await dora.ask("POST", f"{inquiry}/settle", {"answer": "It is over."})
            await here.until(lambda now: now.fixtures[first.id].winner == first.pair[0])
            await on_the_record(here, first, case["id"])
            final = next(each for each in (await here.event()).fixtures.values() if each.round == 2)
            await here.wait(15)
            table = await on_the_board(here, final)
            points = (0, 1) if final.pair[0] == first.pair[0] else (1, 0)
            while points not in ((seen := await table.state()).score, seen.owed):
                await here.tick()
            given = (await here.state()).penalties.values()
            assert [each.pairing for each in given if not each.lifted] == [final.id], "it has fallen due, once"

    asyncio.run(run())


async def on_the_record(here: Cup, fixture: Fixture, case: str) -> None:
    """The ruling and the penalty in the log, on paper and at the desk."""
    state = await here.state()
    ruling = state.rulings[case]
    assert (ruling.pairing, ruling.by, ruling.happened) == (fixture.id, "official:Dora", "He has left the room.")
    [penalty] = state.penalties.values()
    assert (penalty.player, penalty.points, penalty.pairing) == (fixture.pair[0], 1, "")
    occasion = PrintJob(state, START)
    assert "begins the next one" in PRINTS["report"](occasion)
    assert "official:Dora" in PRINTS["penalties"](occasion)
    assert [duty.clause for duty in duties(state)] == ["bws:5.6"]
    assert (await here.director.get(f"/cases/{case}"))["ruled"] == ruling.ruling
    loser = state.name_of(fixture.pair[1])
    await here.director.ask("POST", f"/cases/{case}", {"step": "appeal", "player": loser})
    [lifted] = (await here.state()).penalties.values()
    assert lifted.lifted == "an appeal is open"
    for step in ({"step": "committee", "members": ["Ida", "Jon", "Kay"]}, {"step": "votes", "uphold": 3}):
        await here.director.ask("POST", f"/cases/{case}", step)
    assert (await here.state()).rulings[case].appeal == "upheld"


@pytest.mark.clause("ibf:17.1d", "ibf:18.1b", "ibf:18.2a")
def test_points_deducted_and_the_delay_ordered_at_the_desk_are_on_the_board(tmp_path: Path) -> None:
    async def test() -> None:
        async with cup(f"sqlite:///{tmp_path}/ibf.db", to_three("ibf")) as (here, lines):
            first = await three_enter(here, lines)
            await here.director.do("GivePenalty", player=first.pair[0], points=1, reason="late twice")
            await here.director.do("OrderEquipment", topic="broadcast", choice="15 min", contest="open")
            wrong = here.director.do("OrderEquipment", topic="broadcast", choice="loud")
            assert "live, off or so many minutes" in str(await refused(wrong, 400))
            table = await on_the_board(here, first)
            while table.present_view.white.score != -1:
                await table.wait_change()
            assert (table.present_view.white.score, table.present_view.black.score) == (-1, 0)
            assert table.present_view.manners.delay == 15 * MINUTE

    asyncio.run(test())


@pytest.mark.clause("guide:4a", "bws:1.3.3a", "usbgf:1.6.4", "bws:1.6.3")
def test_the_board_names_its_monitor_and_is_closed_to_who_was_excluded_until_the_bar_is_over(tmp_path: Path) -> None:
    async def test() -> None:
        async with cup(f"sqlite:///{tmp_path}/staffed.db", to_three("usbgf")) as (here, lines):
            assert here.host is not None
            assert here.clock is not None
            sly = await registered(here.host, "Sly")
            first = await three_enter(here, lines)
            about: dict[str, Any] = {"contest": "open", "pairing": first.id}
            own = await here.director.refused("AppointToMatch", 409, **about, person=first.pair[0], task="monitor")
            assert own["code"] == "appointee_plays"
            table = await on_the_board(here, first)
            await here.director.do("AppointToMatch", **about, person="Max", task="monitor")
            while not table.present_view.appointed:
                await table.wait_change()
            assert [(each.person, each.task) for each in table.present_view.appointed] == [("Max", "monitor")]
            [line] = [one for one in await here.director.get("/live") if one["pairing"] == first.id]
            assert line["appointed"] == [{"person": "Max", "task": "monitor"}]
            address = f"/api/matches/{table.present_view.id}"
            await sly.ask("GET", address)
            until = here.clock.now() + 60 * MINUTE
            await here.director.do("ExcludeSpectator", spectator="Sly", reason="signals", until=until)
            while not here.host.house.play.rooms[table.present_view.id].barred:
                await here.tick()
            await refused(sly.ask("GET", address), 403)
            assert isinstance((await here.log())[-1], SpectatorExcluded)
            await here.wait(61)
            await sly.ask("GET", address)

    asyncio.run(test())


@pytest.mark.clause("usbgf:2.2.5d")
def test_somebody_who_signed_out_is_reminded_after_the_hour(tmp_path: Path) -> None:
    async def test() -> None:
        async with cup(f"sqlite:///{tmp_path}/away.db", to_three("usbgf")) as (here, lines):
            first = await three_enter(here, lines)
            [guest] = here.of(first.pair[0])
            await guest.person.do("SignOut", player=guest.person.person, contact="bar")
            await here.wait(61)
            await here.soon(
                lambda: any(isinstance(one, m.NoticeMessage) and "an hour ago" in one.text for one in guest.heard)
            )

    asyncio.run(test())


@pytest.mark.clause("guide:5.10f", "usbgf:1.7.1.4a")
def test_an_event_with_a_clock_if_agreed_asks_both_on_its_boards(tmp_path: Path) -> None:
    async def test() -> None:
        async with cup(f"sqlite:///{tmp_path}/guide.db", to_three("guide")) as (here, lines):
            table = await on_the_board(here, await three_enter(here, lines))
            view = table.present_view
            assert view.clock is None
            assert view.agreement is not None
            assert view.agreement.asked == (Side.WHITE, Side.BLACK)

    asyncio.run(test())


@pytest.mark.clause("ibf:3.10g", "usbgf:2.2.2e", "usbgf:2.2.2i", "guide:2.2.6d", "guide:2.2.6f", "bws:2.2.2b")
@pytest.mark.parametrize(("book", "allowed"), [("ibf", 5), ("bws", 5), ("guide", 10), ("usbgf", 0)])
def test_a_break_at_the_board_stands_in_the_desks_ledger_and_what_is_too_long_is_delay(
    tmp_path: Path, book: str, allowed: int
) -> None:
    lasted = allowed * MINUTE + 2 * MINUTE
    settings = knockout(book, draw=ONE, **online(knockout(draw=ONE)) | {"lengths": {"main": (15,)}})

    async def test() -> None:
        async with cup(f"sqlite:///{tmp_path}/{book}.db", settings) as (here, lines):
            first = await three_enter(here, lines)
            table = await on_the_board(here, first)
            await table.do(BreakWish())
            await here.until(lambda now: bool(now.match_at(now.fixtures[first.id]).on_break))
            assert here.clock is not None
            here.clock.pass_(lasted / 1000)
            await table.do(EndBreakWish())
            contest = await here.until(lambda now: bool(now.match_at(now.fixtures[first.id]).breaks))
            [taken] = contest.match_at(first).breaks
            assert taken.entrant == first.pair[0]
            assert taken.end - taken.start == pytest.approx(lasted, abs=20_000)
            rows = (await here.director.get(f"/tables/open/{first.id}"))["delays"]["rows"]
            [row] = [row for row in rows if row["cause"] == "break"]
            assert row["lasted"] == taken.end - taken.start
            assert row["delay"] == pytest.approx(2 * MINUTE, abs=20_000)
            assert table.present_view.white.overran == pytest.approx(2 * MINUTE, abs=20_000)

    asyncio.run(test())


@pytest.mark.clause("usbgf:4.5.1e")
@pytest.mark.parametrize(("level", "flagged"), [(1, False), (2, True)])
def test_a_refused_concession_of_the_worst_result_is_flagged_at_the_desk(
    tmp_path: Path, level: int, flagged: bool
) -> None:
    async def test() -> None:
        async with cup(f"sqlite:///{tmp_path}/refused.db", to_three("usbgf")) as (here, lines):
            first = await three_enter(here, lines)
            table = await on_the_board(here, first)
            assert here.host is not None
            play = here.host.house.play
            room = await play.room(table.match)
            assert room is not None
            at = play.now()
            board = "x 12:15 | o 6:5 5:5"
            steps: tuple[cm.AnyCommand, ...] = (
                cm.RollOpening(at=at, white=3, black=1),
                cm.CorrectPosition(at=at, by="Jo", position=board, turn=Side.WHITE, dice=(3, 1)),
                cm.OfferResignation(at=at, side=Side.WHITE, level=level),
                cm.AnswerResignation(at=at, side=Side.BLACK, accept=False),
            )
            for number, command in enumerate(steps):
                assert isinstance(await play.do(room, command, f"step {number}"), Done)
            if flagged:
                while not (calls := (await here.state()).calls):
                    await asyncio.sleep(0.01)
                [call] = calls.values()
                assert "usbgf:4.5.1e" in call.about
                assert call.pairing == first.id
            else:
                await here.host.house.online.close()
                assert (await here.state()).calls == {}

    asyncio.run(test())
