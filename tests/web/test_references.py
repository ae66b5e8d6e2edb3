"""Every id a command, a message or an address carries is in docs/authority.md, and reaches nothing of somebody else's.

A small world has a victim's tournament, match, case, report and sanction, each with a marker in what is private. Then
an attacker with a tournament of her own tries every command with ids that exist, hers and theirs.
"""

import asyncio
import re
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from litestar.routes import HTTPRoute

from barpoint.client import Server
from barpoint.client.server import RequestRefused
from barpoint.officiating.cases.ledger import decode_ledger_event, fold_ledger
from barpoint.rulebook.profiles import Equipment
from barpoint.tournament import commands as c
from barpoint.web.app import create_app
from barpoint.wire.community import clubs, friends, lists
from barpoint.wire.directing import table_devices, tournaments
from barpoint.wire.messages import AnyClientMessage
from barpoint.wire.officiating import inquiries, ruling
from barpoint.wire.players import matches, people, security
from barpoint.wire.wishes import AnyWish
from tests.tournament.decide.test_permissions import made_up
from tests.tournament.director import knockout
from tests.web.boards import on_a_board
from tests.web.members import (
    registered,
    serving,
    staffed,
)
from tests.web.server_process import Served
from tests.web.tournaments.remote_director import Person, begun
from tests.web.tournaments.test_api import first_match

PAGE = (Path(__file__).parents[2] / "docs" / "authority.md").read_text("utf-8")
COMMANDS: tuple[type, ...] = get_args(c.AnyCommand)
SECRET = "MARKER"


# The page names every reference


def section(title: str) -> tuple[set[str], set[str]]:
    """The references and the other fields that a part of the page names."""
    text = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = {name for row in re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    rest = text.partition("Not references:")[2]
    return rows, set(re.findall(r"`(\w+)`", rest))


def texts(kind: Any) -> bool:
    """Whether a field of this type can hold an id."""
    if kind is str or (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return True
    return any(texts(part) for part in get_args(kind))


def fields(kinds: tuple[type, ...]) -> set[str]:
    """The fields of these that can hold an id."""
    return {name for kind in kinds for name, held in get_type_hints(kind).items() if texts(held)}


def test_every_field_of_a_command_is_on_the_page() -> None:
    references, others = section("Commands of a tournament")
    assert fields(COMMANDS) - references - others == set(), "say in docs/authority.md what these name, and who may"
    assert references | others <= {name for kind in COMMANDS for name in get_type_hints(kind)}, "of no command"


def test_every_field_of_a_socket_message_is_on_the_page() -> None:
    references, others = section("Messages of the socket")
    kinds = (*get_args(AnyClientMessage), *get_args(AnyWish))
    assert fields(kinds) - references - others - {"d"} == set(), "say in docs/authority.md what these name, and who may"


async def _no_house() -> Any:
    raise AssertionError("only its routes are looked at")


def test_every_part_of_an_address_is_on_the_page() -> None:
    references, others = section("Addresses")
    app = create_app(_no_house)
    parts = {name for route in app.routes if isinstance(route, HTTPRoute) for name in re.findall(r"{(\w+)", route.path)}
    assert parts - references - others == set(), "say in docs/authority.md what these name, and who may"


def _bodies() -> Iterator[type]:
    for module in (matches, inquiries, people, ruling, security, table_devices, tournaments, clubs, friends, lists):
        for kind in vars(module).values():
            ours = isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
            if ours and kind.__struct_config__.forbid_unknown_fields:
                yield kind


PLAIN = {
    # bodies: what is no id
    *("name", "date", "director", "id", "place", "currency", "rules_at", "languages", "club", "contact", "partner"),
    *(
        "csv",
        "kind",
        "report",
        "step",
        "key",
        "text",
        "chosen",
        "named",
        "say",
        "reason",
        "change",
        "about",
        "answer",
        "own",
    ),
    *("facts", "value", "preset", "terms", "against", "level", "side", "password", "present", "endpoint", "auth"),
    *("barred_until", "penalty", "entries", "old", "new", "query", "address", "words", "mail", "label"),
    "shown",  # score, cube and clock of a table
    *("zone", "reserved"),  # hours as people there read them; names of terms kept for later
    *("lines", "mapping", "source"),  # of a list: a file, its columns, what it is called
    *("scheme", "night", "newcomers"),  # of a series, of an evening: settings, and names of who is new
    *("what", "title", "reference", "sha256"),  # of an exhibit: what it is, and where it is kept
    *("white", "black", "language"),  # names as an arbiter types them, for the wording only
}
"""Fields of bodies that name nothing of anybody's."""


def test_every_id_in_a_body_is_on_the_page() -> None:
    references, _ = section("Bodies over HTTP")
    assert fields(tuple(_bodies())) - references - PLAIN == set(), "say in docs/authority.md what these name"


# Nothing of somebody else's changes or is shown


class World:
    """Mallory's own tournament, and everything that is not hers."""

    def __init__(self, here: Served) -> None:
        self.here, self.loop = here, asyncio.get_running_loop()
        self.own, self.foreign = "toy", "honest"
        self.people: list[Person] = []
        self.ids: list[str] = []
        self.account = Server(here.url)

    async def prepare(self) -> None:
        here = self.here
        dan = await begun(here, "Honest", "Dan")
        await dan.add(knockout())
        entries = [[{"id": f"p{n:02}", "name": f"P {n}", "contact": f"{SECRET} street"}] for n in range(4)]
        await dan.do("ImportEntrants", contest="open", entries=entries)
        await dan.do("MakeDraw", contest="open")
        pairing = (await first_match(dan))["pairing"]
        await dan.do("BeginMatch", contest="open", pairing=pairing)
        anna, _, match = await on_a_board(here, dan.tournament, "open", pairing)
        other = "M1-2" if pairing == "M1-1" else "M1-1"
        case = (await dan.ask("POST", "/cases", {"contest": "open", "pairing": other, "report": SECRET}))["id"]
        penalty = {"side": "black", "step": "points", "points": 1, "later": True, "barred_until": "2099-12-31"}
        ruled = {"step": "rule", "say": f"{SECRET}.", "reason": "heard", "penalty": penalty}
        await dan.ask("POST", f"/cases/{case}", ruled)
        report = await anna.ask("POST", f"/api/matches/{match}/report", {"about": SECRET})
        dora = await staffed(here)
        eve, fay = await registered(here, "Eve"), await registered(here, "Fay")
        rated = await fay.accept(await eve.challenge(points=3, rated=True))
        mallory = await begun(here, "Toy", "Mallory")
        await mallory.add(knockout())
        entries = [[{"id": f"p{n:02}", "name": f"P {n}"}] for n in range(4)]
        await mallory.do("ImportEntrants", contest="open", entries=entries)
        await mallory.do("MakeDraw", contest="open")
        own = (await mallory.ask("POST", "/cases", {"contest": "open", "pairing": "M1-1"}))["id"]
        player = await mallory.as_("p00")
        self.people, self.account = [mallory, player], await registered(here, "Mal")
        accounts = [(await one.ask("GET", "/api/me"))["account"] for one in (dora, eve, fay, anna)]
        self.ids = [
            *("honest", "toy", "open", "M1-1", "M1-2", "M2-1", "p00", "p01", "p03", "Dan", "Mallory", "penalty-1"),
            *(match, rated, f"match:{match}", f"match:{rated}", f"recorded:honest/open/{pairing}/p00/p01"),
            *("tournament:honest", "ledger:all", f"case:{case}", case, own, report["id"], "honest/penalty-1"),
            *accounts, *("autopilot", "record", "official:Dora", "main", "monitor", ""),
        ]  # fmt: skip

    async def foreign_things(self) -> dict[str, Any]:
        """Everything that is not Mallory's, as it is stored, and what binds in the honest tournament."""
        store = self.here.house.store
        kinds = ("match", "room", "dice", "seal", "chat", "inquiry", "case", "challenge", "tournament", "links")
        streams = [name for kind in (*kinds, "recorded") for name in await store.streams(kind)]
        found: dict[str, Any] = {}
        for name in streams:
            if name not in ("tournament:toy", "links:toy"):
                found[name] = [one.data for one in await store.read(name)]
        ledger = fold_ledger(decode_ledger_event(one.data) for one in await store.read("ledger:all"))
        return found | {"ledger": (ledger.binding("honest").entries, ledger.served)}

    def unchanged(self, before: dict[str, Any], what: str) -> None:
        now = asyncio.run_coroutine_threadsafe(self.foreign_things(), self.loop).result()
        own_cases = {name for name in now.keys() - before.keys() if name.startswith("case:")}
        assert {name: now.get(name) for name in before} == before, what
        assert now.keys() - before.keys() == own_cases, what


FITTING: dict[str, Any] = {
    "contest": "open",
    "pairing": "M1-1",
    "player": "p00",
    "entry": "p00",
    "entrant": "p00",
    "winner": "p00",
    "score": [0, 0],
    "points": 1,
    "step": "points",
    "clauses": [],
    "table": "1",
    "hall": "",
    "title": "*",
    "topic": "dice",
    "choice": "precision",
    "amount": 100,
    "fee": 0,
    "bracket": "main",
    "round": 1,
    "length": 5,
}
"""Values of her own with which a command gets further."""


def filled(kind: type, chance: Random, ids: list[str]) -> dict[str, Any]:
    """A command whose texts are ids that exist."""

    def value(held: Any) -> Any:
        if held is str:
            return chance.choice(ids)
        if isinstance(held, UnionType) or get_origin(held) is Union:
            return value(chance.choice(get_args(held)))
        if get_origin(held) is tuple and get_args(held)[0] is str:
            return [chance.choice(ids) for _ in range(chance.randrange(3))]
        if held is Equipment:
            return {"board": [50, 60]}  # what cannot be measured is malformed
        return msgspec.to_builtins(made_up(held, chance))

    hints = get_type_hints(kind)
    told = {name: value(held) for name, held in hints.items() if name not in ("at", "by")}
    told |= {name: fit for name, fit in FITTING.items() if name in told and chance.random() < 0.7}
    return {"type": kind.__name__, **told, "reason": "because"}


def trying(tmp_path: Path, tries: Callable[[World, dict[str, Any]], None]) -> None:
    """Run attempts against a world of its own."""

    async def test(here: Served) -> None:
        world = World(here)
        await world.prepare()
        await asyncio.to_thread(tries, world, await world.foreign_things())

    serving(tmp_path, test)


WITHOUT_DATABASE = settings(
    max_examples=3 * len(COMMANDS),
    deadline=None,
    database=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)


def test_no_command_reaches_anything_of_somebody_elses(tmp_path: Path) -> None:
    def tries(world: World, before: dict[str, Any]) -> None:
        done: set[str] = set()

        @WITHOUT_DATABASE
        @given(st.sampled_from(COMMANDS), st.integers(0, 2**32), st.booleans())
        def one(kind: type, seed: int, as_player: bool) -> None:
            person = world.people[as_player]
            command = filled(kind, Random(seed), world.ids)
            try:
                answer = str(person.asked("POST", "/commands", {"command": command}))
                done.add(kind.__name__)
                status = 200
            except RequestRefused as refused:
                status, answer = refused.status, str(refused.body)
            assert status < 500, (command, answer)
            assert SECRET not in answer, command
            world.unchanged(before, str(command))

        one()
        assert len(done) > 10, f"too little was ever done: {done}"

    trying(tmp_path, tries)


def test_no_address_reaches_anything_of_somebody_elses(tmp_path: Path) -> None:
    def tries(world: World, before: dict[str, Any]) -> None:
        app = create_app(_no_house)
        rows = [
            (method, route.path_format)
            for route in app.routes
            if isinstance(route, HTTPRoute) and "{" in route.path_format and "{path}" not in route.path_format
            for method in sorted({one for handler in route.route_handlers for one in handler.http_methods})
            if method in ("GET", "POST", "PUT", "DELETE")
            and not re.search(r"/(accept|report|entries)$", route.path_format)  # open to everybody, and meant to be
        ]

        @settings(WITHOUT_DATABASE, max_examples=4 * len(rows))
        @given(st.sampled_from(rows), st.integers(0, 2**32))
        def one(row: tuple[str, str], seed: int) -> None:
            chance, (method, path) = Random(seed), row
            # her own tournament with ids of theirs in it, or theirs with her own link
            own = chance.random() < 0.7
            tid = world.own if own else world.foreign
            path = path.replace("{tid}", tid)
            path = re.sub(r"{\w+}", lambda _: chance.choice([one for one in world.ids if one]), path)
            if own and path.startswith("/api/tournaments/toy/links") and method == "POST":
                return
            token = world.people[chance.random() < 0.5].token
            answer = _asked(world, method, path, token)
            assert SECRET not in answer, (method, path)
            world.unchanged(before, f"{method} {path}")

        one()

    trying(tmp_path, tries)


def _asked(world: World, method: str, path: str, token: str) -> str:
    """The answer's text to somebody with an account and a private link."""
    headers = {"authorization": f"Bearer {token}", "cookie": f"barpoint={world.account.token}"}
    headers["content-type"] = "application/json"
    body = b'{"contest": "open", "pairing": "M1-1", "step": "close", "about": "x"}'
    data = body if method in ("POST", "PUT") else None
    address = world.here.url + urllib.parse.quote(path)
    request = urllib.request.Request(address, data, headers, method=method)  # noqa: S310  # our own server
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
            return str(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            code, text = error.code, str(error.read())
    assert code < 500, (method, path, text)
    return text
