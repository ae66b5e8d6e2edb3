"""One real world for every cell: a server on SQLite with everything in it that a route, message or topic can name.

It is built once over HTTP and sockets, then closed; every server of the matrix runs on a copy of its database. Time
stands still (`NOW`), so that what spectators are kept behind stays hidden. What only some may see is planted as a
`Secret`: a text that must not be in anybody else's answers.
"""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec
from websockets.asyncio.client import connect

from barpoint.adapters.account_store import SqlAccounts
from barpoint.adapters.fair_play_book import SqlFairPlayBook
from barpoint.board import Side
from barpoint.client import Server, play_match
from barpoint.engine.review.fair_play import DecisionGroup, WeighedDecision, sum_decisions
from barpoint.match.format.match_format import MINUTE
from barpoint.service.officials import FairPlayRow
from barpoint.service.ports import Credential
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.settings import Autopilot, ContestSettings, Mode
from barpoint.wire.wishes import OpeningWish
from tests.rights.actors import ACTORS, NAMES, Actor
from tests.rights.asking import SESSION, ask
from tests.service.server import START, FakeClock
from tests.tournament.director import knockout
from tests.web.members import PASSWORD, PlainPasswords
from tests.web.server_process import (
    PATIENCE,
    QuickBot,
    Served,
    served,
)

HERE, NET, ELSEWHERE = "spring", "net", "autumn"
ONE: Final = Plan(format=DrawFormat.SINGLE, seed="public")
NOW: Final = START + 2 * MINUTE
DELAY: Final = 900
RECORD: Final = [
    {"id": "a", "command": {"type": "RollOpening", "at": 1_000, "white": 3, "black": 1}},
    {"id": "b", "command": {"type": "PlayCheckers", "at": 2_000, "side": "white", "hops": [[8, 5], [6, 5]]}},
    {"id": "c", "command": {"type": "EndTurn", "at": 3_000, "side": "white"}},
]


LETTERS: Final = dict(zip(ACTORS, "abcdefghijkmno", strict=True))
PARTS: Final = {actor: f"{number + 16:02x}" * 32 for number, actor in enumerate(ACTORS)}
"""What each actor adds to a name or to the dice."""


@dataclass(frozen=True)
class Secret:
    """A text, and who may read it."""

    text: str
    readers: frozenset[str]
    about: str
    within: str = ""  # what a request must name for it to be a secret


@dataclass
class World:
    """The database, the people and what there is."""

    database: Path
    actors: dict[str, Actor] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    secrets: list[Secret] = field(default_factory=list)

    def names_of(self, actor: str) -> dict[str, str]:
        """What the names of a row mean to somebody."""
        own = self.actors[actor]
        return self.names | {"letter": LETTERS[actor], "part": PARTS[actor]} | own.names

    def keep(self, about: str, text: str, *readers: str, within: str = "") -> str:
        """Plant a secret."""
        self.secrets.append(Secret(text, frozenset(readers), about, within))
        return text


@asynccontextmanager
async def copied(world: World, folder: Path) -> AsyncIterator[Served]:
    """A server on a world of its own."""
    database = folder / "world.db"
    database.unlink(missing_ok=True)
    shutil.copy(world.database, database)
    async with served(f"sqlite:///{database}", FakeClock(NOW)) as here:
        here.house.club.members._passwords = PlainPasswords()
        yield here


def build(folder: Path) -> World:
    """The world; the server that made it is closed."""
    world = World(folder / "template.db", {name: Actor(name) for name in ACTORS})

    async def run() -> None:
        clock = FakeClock(START)
        async with served(f"sqlite:///{world.database}", clock) as here, asyncio.timeout(PATIENCE):
            here.house.club.members._passwords = PlainPasswords()
            await Builder(world, here, clock).build()

    asyncio.run(run())
    return world


class Builder:
    """Makes the world, in the order it must come about."""

    def __init__(self, world: World, here: Served, clock: FakeClock) -> None:
        self.world, self.here, self.clock = world, here, clock

    async def build(self) -> None:
        await self.people()
        await self.matches()
        await self.hall()
        await self.net()
        await self.elsewhere()
        await self.desk()
        await self.club()
        await self.sanctions()
        await self.security()
        await self.sealed()

    async def ask(self, actor: str, method: str, path: str, body: Any = None) -> Any:
        return await asyncio.to_thread(ask, self.here.url, self.world.actors[actor], method, path, body)

    async def do(self, actor: str, tournament: str, kind: str, **fields: Any) -> Any:
        """A command of a tournament."""
        path = f"/api/tournaments/{tournament}/commands"
        return await self.ask(actor, "POST", path, {"command": {"type": kind, **fields}})

    async def people(self) -> None:
        await self.ask("stranger", "POST", "/api/guest", {"name": "Stefan"})
        for actor, name in NAMES.items():
            me = await self.ask(actor, "POST", "/api/register", {"name": name, "password": PASSWORD})
            self.world.actors[actor].account = me["account"]
        self.world.actors["stranger"].account = (await self.ask("stranger", "GET", "/api/me"))["account"]
        for actor in ("own", "official"):
            await self.here.house.club.means.register.appoint(self.world.actors[actor].account, staff=True)
        mail = self.world.keep("where mail goes", "petra.private@example.org", "player")
        await self.ask("player", "PUT", "/api/me/contact", {"mail": mail})

    # Matches

    async def doubles(self, **terms: Any) -> str:
        """A match of the four; White is player and partner, Black opponent and own."""
        wanted = {"preset": "IBF Doubles", "points": 3, "chat": "free", **terms}
        challenge = (await self.ask("player", "POST", "/api/challenges", {"terms": wanted}))["id"]
        match = ""
        for actor in ("opponent", "partner", "own"):
            match = (await self.ask(actor, "POST", f"/api/challenges/{challenge}/accept")).get("match", "")
        assert match
        return str(match)

    async def single(self, first: str, second: str, **terms: Any) -> str:
        challenge = (await self.ask(first, "POST", "/api/challenges", {"terms": terms}))["id"]
        return str((await self.ask(second, "POST", f"/api/challenges/{challenge}/accept"))["match"])

    async def say(self, actor: str, *messages: dict[str, Any]) -> None:
        """Something over the socket; each must be taken."""
        cookie = {"Cookie": self.world.actors[actor].cookie}
        url = self.here.url.replace("http", "ws") + "/socket"
        async with connect(url, additional_headers=cookie, compression=None, proxy=None) as line:
            for number, message in enumerate(messages):
                await line.send(json.dumps({"id": f"world{number}", **message}))
                answer: dict[str, Any] = {}
                while answer.get("t") not in ("ack", "refused", "fault"):
                    read = json.loads(await line.recv())
                    answer = next(
                        (one for one in (read if isinstance(read, list) else [read]) if one["t"] != "changed"), {}
                    )
                assert answer["t"] == "ack", answer

    async def matches(self) -> None:
        world = self.world
        match, slow, closed = await self.doubles(), await self.doubles(delay=DELAY), await self.doubles()
        rated = await self.single("own", "opponent", points=3, rated=True)
        over = await self.single("player", "opponent", points=1, discipline="sprintgammon")
        await self.play_out(over, "player", "opponent")
        bot = (await self.ask("partner", "POST", "/api/matches", {"against": "bot", "level": "casual"}))["match"]
        # a game that spectators behind the delay must not see
        await self.open_game(slow, "player", "opponent")
        seats = ("player", "partner", "opponent", "own", "official")
        for kept in await self.here.house.store.read(f"dice:{slow}"):
            for owner in ("link", "server"):
                if link := json.loads(kept.data).get(owner):
                    world.keep("a link of a match that is shown later", link, *seats)
        world.keep("a roll that is shown later", "OpeningRolled", *seats, within=slow)
        words = world.keep("what partners say to each other", "the partner channel", "player", "partner", "official")
        await self.say("player", {"t": "say", "match": match, "text": words, "team": True})
        await self.say("opponent", {"t": "say", "match": match, "text": "hello all"})
        barred = {"account": world.actors["barred"].account}
        asked = (await self.ask("player", "POST", f"/api/matches/{closed}/bar", barred))["id"]
        await self.ask("official", "POST", f"/api/inquiries/{asked}/settle", {"granted": True})
        private = (await self.ask("player", "POST", "/api/matches", {"against": "link"}))["challenge"]
        open_ = (await self.ask("player", "POST", "/api/challenges", {"terms": {"points": 1}}))["id"]
        for browser in world.actors.values():
            offer = await self.ask("player", "POST", "/api/challenges", {"terms": {"points": 1}})
            browser.names["offer"] = offer["id"]
        world.names |= {"match": match, "slow": slow, "closed": closed, "rated": rated, "over": over, "bot": bot}
        world.names |= {"challenge": open_, "private": private, "account": world.actors["player"].account}
        world.actors["delayed"].names["match"] = slow
        world.actors["barred"].names["match"] = closed
        world.keep("a challenge that is handed on as a link", private, "player")

    async def open_game(self, match: str, *actors: str) -> None:
        """Both sides are ready, and the opening roll falls."""
        async with AsyncExitStack() as lines:
            tables = []
            for actor in actors:
                server = Server(self.here.url, self.world.actors[actor].cookies[SESSION])
                connection = await lines.enter_async_context(server.connect())
                tables.append(await connection.sit(match))
            for table in tables:
                await table.do(OpeningWish())
            while tables[0].present_view.game is None:
                await tables[0].wait_change()

    async def play_out(self, match: str, *actors: str) -> None:
        async with AsyncExitStack() as lines:
            tables = []
            for actor in actors:
                server = Server(self.here.url, self.world.actors[actor].cookies[SESSION])
                connection = await lines.enter_async_context(server.connect())
                tables.append(await connection.sit(match))
            await asyncio.gather(*(play_match(table, QuickBot()) for table in tables))

    # Tournaments

    async def begin(self, actor: str, name: str, director: str) -> None:
        body = {"name": name, "date": "2026-05-01", "director": director}
        assert (await self.ask(actor, "POST", "/api/tournaments", body))["id"] == name.lower()

    async def add(self, actor: str, tournament: str, settings: ContestSettings, *teams: tuple[str, ...]) -> None:
        """An event with these entrants, drawn."""
        await self.do(actor, tournament, "AddContest", settings=msgspec.to_builtins(settings))
        await self.do(actor, tournament, "PublishContest", contest=settings.id)
        entries = [[{"id": name.lower(), "name": name} for name in team] for team in teams]
        if entries:
            await self.do(actor, tournament, "ImportEntrants", contest=settings.id, entries=entries)
            await self.do(actor, tournament, "MakeDraw", contest=settings.id)

    async def open_links(self, tournament: str, people: dict[str, str]) -> None:
        """Everybody of the tournament opens the private link, as whoever they are on the server."""
        links = {
            one["person"]: one["link"]
            for one in await self.ask("director", "GET", f"/api/tournaments/{tournament}/links")
        }
        for actor, person in people.items():
            await self.ask(actor, "GET", links[person])

    async def hall(self) -> None:
        """A Doubles event in a hall: M1-1 is being played and recorded, another event's match is over."""
        world = self.world
        await self.begin("director", "Spring", "Hilda")
        teams = (("Petra", "Quentin"), ("Olaf", "Wanda"), ("Lena", "Luis"), ("Xaver", "Yara"))
        await self.add("director", HERE, knockout(draw=ONE, team=2), *teams)
        await self.add("director", HERE, knockout(name="done", draw=ONE, team=2), *teams)
        await self.add("director", HERE, knockout(name="late", draw=ONE))
        for person, role in (("Mona", "monitor"), ("Arno", "arbiter")):
            await self.do("director", HERE, "NameStaff", person=person, role=role)
        people = {"player": "petra", "partner": "quentin", "opponent": "olaf", "own": "wanda", "spectator": "lena"}
        await self.open_links(HERE, people | {"monitor": "Mona", "arbiter": "Arno"})
        pairing = await self.paired(HERE, "open", "petra+quentin", "olaf+wanda")
        done = await self.paired(HERE, "done", "petra+quentin", "olaf+wanda")
        at, table = {"contest": "open", "pairing": pairing}, f"/api/tournaments/{HERE}/tables"
        await self.do("director", HERE, "BeginMatch", contest="done", pairing=done)
        await self.ask("player", "POST", f"{table}/done/{done}/record", {"entries": RECORD})
        contest = (await self.here.house.direct.load(HERE)).state.contests["done"]
        posted = contest.length_at(contest.fixtures[done])
        length = posted.length if posted is not None else 0
        await self.do(
            "director", HERE, "PostResult", contest="done", pairing=done, winner="petra+quentin", score=[length, 0]
        )
        contact = world.keep(
            "how a player is reached", "petra.hall@example.org", "director", "arbiter", "monitor", "player"
        )
        await self.do("director", HERE, "ChangePlayer", player={"id": "petra", "name": "Petra", "contact": contact})
        await self.do("director", HERE, "AppointToMatch", **at, person="Mona", task="monitor")
        await self.do("director", HERE, "SetTables", tables=["1", "2"])
        await self.do("director", HERE, "AssignTable", **at, table="1")
        await self.do("director", HERE, "CallMatch", **at)
        await self.do("director", HERE, "BeginMatch", **at)
        await self.ask("player", "POST", f"{table}/open/{pairing}/record", {"entries": RECORD})
        entered = await self.ask(
            "stranger", "POST", f"/api/tournaments/{HERE}/entries", {"contest": "late", "name": "Zoe", "accepted": True}
        )
        self.world.actors["stranger"].cookies.pop(f"barpoint-{HERE}")
        why = world.keep("why an entry was refused", "the board knows why", "director")
        await self.do("director", HERE, "RefuseEntry", contest="late", entry=entered["person"], reason=why)
        world.names |= {"tid": HERE, "contest": "open", "pairing": pairing, "over_pairing": done, "table": "1"}

    async def paired(self, tournament: str, contest: str, home: str, away: str) -> str:
        """The match of these two; if the lot has parted them, their places are exchanged before play."""
        state = (await self.here.house.direct.load(tournament)).state
        fixtures = state.contests[contest].fixtures.values()
        for fixture in fixtures:
            if set(fixture.players) == {home, away}:
                return fixture.id
        slot = {who: f"{each.id}/{place}" for each in fixtures for place, who in enumerate(each.players)}
        beside = next(each for each in fixtures if home in each.players)
        other = next(who for who in beside.players if who != home)
        await self.do(
            "director",
            tournament,
            "OverrulePairing",
            contest=contest,
            one=slot[other],
            other=slot[away],
            reason="matrix",
        )
        return beside.id

    async def net(self) -> None:
        """An online event whose only match is on a board of this server."""
        await self.begin("director", "Net", "Hilda")
        settings = knockout(
            name="net",
            draw=ONE,
            mode=Mode.INTERNET,
            autopilot=Autopilot(round_time=600 * MINUTE, presence=600 * MINUTE),
            starts=START + MINUTE,
            lengths={"main": (3,)},
        )
        await self.add("director", NET, settings, ("Petra",), ("Olaf",), ("Ida",), ("Jan",))
        await self.open_links(NET, {"player": "petra", "opponent": "olaf"})
        pairing = await self.paired(NET, "net", "petra", "olaf")
        for actor, person in (("player", "petra"), ("opponent", "olaf")):
            await self.do(actor, NET, "MarkReady", contest="net", pairing=pairing, entrant=person)
        self.clock.time = NOW
        stream = ""
        while not stream:
            await asyncio.sleep(0.02)
            contest = (await self.here.house.direct.load(NET)).state.contests["net"]
            stream = contest.match_at(contest.fixtures[pairing]).stream
        self.world.names |= {"net": NET, "board": stream.partition(":")[2], "net_pairing": pairing}
        await self.fair_play()

    async def fair_play(self) -> None:
        """Figures of the online event's match, as if it were over: for those who rule there, and for officials."""
        accounts = self.here.house.accounts
        assert isinstance(accounts, SqlAccounts)
        board, book, rating = self.world.names["board"], SqlFairPlayBook(accounts._database), 1234.5678
        self.world.keep("figures of fair play", str(rating), "director", "own", "official")
        people = [self.world.actors[actor].account for actor in ("player", "opponent")]
        sums = sum_decisions([WeighedDecision(DecisionGroup.HARD, 0.02, 0.01)] * 30)
        rows = [
            FairPlayRow(board, account, side, "backgammon", NOW, sums, rating)
            for account, side in zip(people, Side, strict=True)
        ]
        await book.claim(board, self.here.house.process, (self.here.house.process,))
        await book.keep(board, 1, rows)

    async def elsewhere(self) -> None:
        """Somebody else's tournament, directed under the same name; its link is shown at the others, too."""
        await self.begin("elsewhere", "Autumn", "Hilda")
        net = knockout(name="net", draw=ONE, mode=Mode.INTERNET, starts=START + 600 * MINUTE, lengths={"main": (3,)})
        await self.add("elsewhere", ELSEWHERE, net, *((name,) for name in ("Ann", "Bob", "Ida", "Jan")))
        [fixture, *_] = (await self.here.house.direct.load(ELSEWHERE)).state.contests["net"].fixtures.values()
        cookies = self.world.actors["elsewhere"].cookies
        cookies |= {f"barpoint-{name}.desk": cookies[f"barpoint-{ELSEWHERE}.desk"] for name in (HERE, NET)}
        self.world.names |= {"autumn": ELSEWHERE, "autumn_pairing": fixture.id}

    async def club(self) -> None:
        """A club of the director's with an officer and a member, and its series."""
        world = self.world
        club = (await self.ask("director", "POST", "/api/clubs", {"name": "Corner House"}))["id"]
        walter = world.keep("who belongs to a club", "Walter Walkin", "director", "arbiter", "player", within=club)
        await self.club_step(club, {"type": "AddMember", "name": walter})
        key = (await self.ask("director", "GET", f"/api/clubs/{club}"))["link"].rpartition("/")[2]
        world.keep("a club's link", key, "director", "arbiter")
        for actor in ("arbiter", "player"):
            await self.ask(actor, "POST", f"/api/clubs/{club}/join", {"key": key})
        members = (await self.ask("director", "GET", f"/api/clubs/{club}"))["members"]
        ids = {one["name"]: one["id"] for one in members}
        await self.club_step(club, {"type": "GiveRole", "member": ids["Arno"], "role": "officer"})
        series = (await self.ask("director", "POST", "/api/series", {"name": "Winter", "club": club}))["id"]
        listed = (await self.ask("director", "POST", "/api/lists", {"name": "Federation"}))["id"]
        row = world.keep("who is on a list", "Lisbet Listed", "director", within=listed)
        lines = ["number,name,rating", f"77,{row},1500"]
        await self.ask("director", "POST", f"/api/lists/{listed}/import", {"lines": lines})
        world.names["list"] = listed
        world.names |= {"club": club, "club_key": key, "series": series, "member": ids["Petra"]}

    async def club_step(self, club: str, step: dict[str, Any]) -> None:
        await self.ask("director", "POST", f"/api/clubs/{club}/steps", {"step": step})

    # What officials have before them

    async def desk(self) -> None:
        world, names = self.world, self.world.names
        words = world.keep("a report, private from the players", "I saw a phone under the board", "official")
        report = await self.ask("spectator", "POST", f"/api/matches/{names['match']}/report", {"about": words})
        about = await self.ask("delayed", "POST", f"/api/matches/{names['match']}/report", {"about": "another matter"})
        case = await self.ask("official", "POST", f"/api/inquiries/{about['id']}/case", {"kind": "illegal_play"})
        spoken = world.keep("what an arbiter was told", "told at the desk", "director", "arbiter")
        body = {"contest": names["contest"], "pairing": names["pairing"], "kind": "cocked_die", "report": spoken}
        desk_case = await self.ask("arbiter", "POST", f"/api/tournaments/{HERE}/cases", body)
        await self.do("player", HERE, "CallDirector", contest=names["contest"], pairing=names["pairing"], about="dice")
        await self.do("director", HERE, "GivePenalty", player="petra", points=1, reason="late")
        state = (await self.here.house.direct.load(HERE)).state
        names |= {"inquiry": report["id"], "case": case["id"], "desk_case": desk_case["id"]}
        names |= {"penalty": next(iter(state.penalties)), "call": next(iter(state.calls))}
        links = await self.ask("director", "GET", f"/api/tournaments/{HERE}/links")
        tokens = {one["person"]: one["link"].rpartition("/")[2] for one in links}
        names |= {"token": tokens["petra"], "director_token": tokens["Hilda"], "renewed": "yara"}
        world.keep("the director's own link", tokens["Hilda"], "director")
        world.keep("a player's private link", tokens["petra"], "director", "player")

    async def sanction(self, contest: str, pairing: str, team: str) -> str:
        """A warning for both of a team, given by the director of the hall: the case."""
        fixture = (await self.here.house.direct.load(HERE)).state.contests[contest].fixtures[pairing]
        side = "white" if fixture.players[0] == team else "black"
        path = f"/api/tournaments/{HERE}/cases"
        case = await self.ask("director", "POST", path, {"contest": contest, "pairing": pairing, "kind": "cocked_die"})
        penalty = {"side": side, "step": "warning"}
        rule = {"step": "rule", "say": "Do not.", "reason": "heard", "penalty": penalty}
        await self.ask("director", "POST", f"{path}/{case['id']}", rule)
        return str(case["id"])

    async def extend(self, person: str, case: str, reason: str, *, appeal: bool = False) -> str:
        """The sanction holds on the whole server: the case that says so."""
        body = {"person": person, "case": case, "reason": reason}
        extension = str((await self.ask("official", "POST", "/api/sanctions", body))["id"])
        if appeal:
            await self.ask("official", "POST", f"/api/sanctions/{extension}/appeal")
        return extension

    async def sanctions(self) -> None:
        """Of a match `own` has nothing to do with, and of one `own` sat in: to be extended, extended, appealed."""
        names = self.world.names
        beside = await self.paired(HERE, "open", "lena+luis", "xaver+yara")
        case = await self.sanction("open", beside, "lena+luis")
        own_case = await self.sanction("done", names["over_pairing"], "petra+quentin")
        again = await self.sanction("done", names["over_pairing"], "petra+quentin")
        reason = self.world.keep("why a sanction was extended", "seen by three of us", "spectator", "own", "official")
        names |= {"sanction": case, "own_sanction": own_case}
        names["extension"] = await self.extend("Lena", case, reason)
        names["own_extension"] = await self.extend("Quentin", own_case, "seen")
        names["heard"] = await self.extend("Quentin", again, "seen again", appeal=True)
        other = await self.sanction("open", beside, "xaver+yara")
        names["other_heard"] = await self.extend("Xaver", other, "seen", appeal=True)

    # What guards an account

    async def security(self) -> None:
        """Everybody's session, a passkey of the player's, recovery codes of `delayed`."""
        world = self.world
        for actor in ACTORS[1:]:
            seen = await self.ask(actor, "GET", "/api/me/security")
            session = next(one["id"] for one in seen["sessions"] if one["current"])
            world.actors[actor].names["session"] = world.keep(f"the session of {actor}", session, actor)
        world.names["session"] = world.names["petras_session"] = world.actors["player"].names["session"]
        passkey = world.keep("a passkey's id", "cGV0cmFzIHBhc3NrZXk", "player")
        key = Credential(world.actors["player"].account, "passkey", passkey, b"public", name="Petra's phone")
        await self.here.house.club.members.keep_passkey(key)
        codes = (await self.ask("delayed", "POST", "/api/me/recovery-codes"))["codes"]
        world.names |= {"passkey": passkey, "recovery_code": codes[0]}

    async def sealed(self) -> None:
        """The server's part of dice that are not thrown yet is nobody's."""
        for match in ("match", "slow", "board"):
            for kept in await self.here.house.store.read(f"seal:{self.world.names[match]}"):
                self.world.keep(f"the sealed seed of {match}", json.loads(kept.data)["seed"])
