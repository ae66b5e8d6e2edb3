"""A hall with 128 entrants and 64 tables, every match of the first round called: over HTTP, for tests and the bench."""

import json
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from tests.e2e.tournaments.test_director import FIRST, LAST
from tests.tournament.director import knockout
from tests.web.members import PASSWORD

ENTRANTS: Final = 128
TABLES: Final = ENTRANTS // 2


def names() -> list[str]:
    """As long as names are, and no two alike."""
    surnames = LAST.split()
    return [
        f"{FIRST[(number + number // len(surnames) * 5) % len(FIRST)]} {surnames[number % len(surnames)]}"
        for number in range(ENTRANTS)
    ]


@dataclass
class LargeHall:
    """The tournament, and the private links of its people."""

    url: str
    id: str
    link: str  # the director's
    matches: list[dict[str, Any]] = field(default_factory=list)
    links: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The director asks."""
        token = self.link.rpartition("/")[2]
        return _ask(f"{self.url}/api/tournaments/{self.id}{path}", method, body, {"authorization": f"Bearer {token}"})

    def do(self, kind: str, **fields: Any) -> int:
        """A command of the director's: the version it led to."""
        version: int = self.ask("POST", "/commands", {"command": {"type": kind, **fields}})["version"]
        return version


def _ask(address: str, method: str, body: Any, headers: dict[str, str]) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(  # noqa: S310  # our own server
        address, data, {"content-type": "application/json", **headers}, method=method
    )
    with urllib.request.urlopen(request, timeout=120) as answer:  # noqa: S310
        return json.loads(answer.read())


def large_hall(url: str, name: str = "Large Hall") -> LargeHall:
    """A tournament of a server, its first round called."""
    _, cookie = _register(url, name)
    begun = _ask(f"{url}/api/tournaments", "POST", {"name": name, "date": "2026-05-01"}, {"cookie": cookie})
    hall = LargeHall(url, begun["id"], begun["link"])
    hall.do("AddContest", settings=msgspec.to_builtins(knockout(lengths={"main": (7,)})) | {"name": "Open"})
    hall.do("PublishContest", contest="open")
    hall.do("SetTables", tables=[str(number) for number in range(1, TABLES + 1)])
    entries = [[{"id": one.lower().replace(" ", "-"), "name": one}] for one in names()]
    hall.do("ImportEntrants", contest="open", entries=entries)
    hall.do("MakeDraw", contest="open")
    steps = []
    for number, match in enumerate(hall.ask("GET", "/desk")["next"], 1):
        about = {"contest": "open", "pairing": match["pairing"]}
        steps.append([{"type": "AssignTable", **about, "table": str(number)}, {"type": "CallMatch", **about}])
    assert not hall.ask("POST", "/commands/batch", {"steps": steps})["refused"]
    hall.matches = hall.ask("GET", "/desk")["next"]
    hall.links = {one["person"]: one["link"] for one in hall.ask("GET", "/links")}
    return hall


def _register(url: str, name: str) -> tuple[Any, str]:
    data = json.dumps({"name": f"Thea {name}"[:24], "password": PASSWORD}).encode()
    request = urllib.request.Request(  # noqa: S310  # our own server
        f"{url}/api/register", data, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=120) as answer:  # noqa: S310
        return json.loads(answer.read()), answer.headers["set-cookie"].partition(";")[0]
