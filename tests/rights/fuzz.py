"""Odd requests, messages and commands with real ids: `python -m tests.rights.fuzz WHAT [--minutes 10] [--seed 1]`.

The rows of the matrix of rights are sound requests of every kind, with ids of a real world; here some part of one is
lost, swapped, doubled or replaced by what nobody expects, and anybody sends it. Whatever it is, the server answers, and
writes down no fault of its own. WHAT is one of

http      requests                      socket    messages on lines that stay open
commands  commands of a tournament      schema    requests that the OpenAPI schema allows (schemathesis), with real ids
parsers   damaged texts for every parser of what people and programs write (`fuzz_parsers`), without a server
"""

import argparse
import asyncio
import copy
import json
import logging
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import quote

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.rights.actors import ACTORS
from tests.rights.asking import fill, send
from tests.rights.fuzz_parsers import fuzz_parsers
from tests.rights.table import read_table
from tests.rights.world import HERE, NET, World, build, copied
from tests.web.server_process import PATIENCE

ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 10**9, 2**31, 2**63, 10**30, -(10**30), 0.5, 1e308, "", " ", "\x00", "x", "x" * 5_000,
    "=1+1", "\u202eabc", "\ud7ff", "..", "../../etc/passwd", "'; drop table events; --", "%00", "null", "{}", "ibf:1.1",
    [], {}, [[]], [None], [1, 2, 3], [[1, 2], [3, 4]], {"": ""}, {"type": "Played"}, {"t": "do"}, "2026-05-01", "white",
)  # fmt: skip
"""What nobody expects."""
NEVER = ("/api/sign-out", "/api/me/password", "/metrics", "/api/rules", "/analysis", "/archive", "/export/gif")
"""Requests that end the session of whoever asks, or take long."""
A_WORLD = 1_500
"""Requests until a fresh world is taken: much of what is asked ends something."""


class Faults(logging.Handler):
    """What the server has written down as its own fault."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if "takes longer" in str(getattr(record, "trouble", "")):
            return  # a machine that is busy with other things
        trace = logging.Formatter().formatException(record.exc_info) if record.exc_info else ""
        self.lines.append(f"{record.name}: {record.getMessage()}\n{trace[-3_000:]}")


@contextmanager
def watched() -> Iterator[Faults]:
    """Everything the server's loggers say as errors."""
    faults, root = Faults(), logging.getLogger()
    root.addHandler(faults)
    try:
        yield faults
    finally:
        root.removeHandler(faults)


class Oddities:
    """By a seed's chance: sound JSON with something wrong in it."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def spoilt(self, value: Any, names: list[str]) -> Any:
        """The same with one to three parts changed."""
        value = copy.deepcopy(value)
        for _ in range(self.chance.choice((1, 1, 1, 2, 3))):
            value = self._spoilt_once(value, names)
        return value

    def _spoilt_once(self, value: Any, names: list[str]) -> Any:
        chance = self.chance
        if isinstance(value, dict) and value and chance.random() < 0.8:
            key = chance.choice([*value])
            way = chance.random()
            if way < 0.1:
                del value[key]
            elif way < 0.2:
                value[chance.choice(["extra", "by", "at", "id", "type", key.upper()])] = self._odd(names)
            else:
                value[key] = self._spoilt_once(value[key], names)
            return value
        if isinstance(value, list) and value and chance.random() < 0.8:
            place = chance.randrange(len(value))
            way = chance.random()
            if way < 0.1:
                return value * chance.choice((0, 2, 50))
            value[place] = self._spoilt_once(value[place], names)
            return value
        if isinstance(value, int) and not isinstance(value, bool) and chance.random() < 0.4:
            return value + chance.choice((-1, 1, 1_000_000))
        return self._odd(names)

    def _odd(self, names: list[str]) -> Any:
        return copy.deepcopy(self.chance.choice(ODD)) if self.chance.random() < 0.6 else self.chance.choice(names)

    def path(self, path: str, names: list[str]) -> str:
        """An address with a part replaced now and then."""
        if self.chance.random() < 0.7:
            return path
        parts = path.split("/")
        parts[self.chance.randrange(1, len(parts))] = quote(str(self._odd(names))[:300], safe="?=&:")
        return "/".join(parts)


class Fuzzer:
    """One server after the other on copies of a world, and what came of what was sent."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.odd = world, Oddities(seed)
        self.answers: Counter[str] = Counter()
        self.wrong: list[str] = []

    @property
    def names(self) -> list[str]:
        return [*self.world.names.values(), HERE, NET]

    def actor(self) -> str:
        """Anybody; mostly those who may do something."""
        return self.odd.chance.choice((*ACTORS, "player", "opponent", "director", "director", "official", "official"))

    async def run(self, what: str, seconds: float) -> None:
        """Go on for so long, or until something is wrong."""
        sends: dict[str, Callable[[str, int], Awaitable[None]]] = {
            "http": self.http,
            "commands": self.commands,
            "socket": self.socket,
            "schema": self.schema,
        }
        end = monotonic() + seconds
        with watched() as faults:
            while monotonic() < end and not self.wrong:
                with tempfile.TemporaryDirectory() as folder:
                    async with copied(self.world, Path(folder)) as here:
                        for _ in range(A_WORLD // 50):
                            await sends[what](here.url, 50)
                            self.wrong += faults.lines
                            if self.wrong or monotonic() > end:
                                break

    def _judge(self, status: int, asked: str, body: bytes) -> None:
        self.answers[f"{status // 100}xx"] += 1
        if status >= 500:
            self.wrong.append(f"{asked[:2_000]}\n{status} {body[:500]!r}")

    async def http(self, url: str, times: int) -> None:
        rows = [row for row in read_table("routes") if not any(path in row.asked for path in NEVER)]
        rows = [row for row in rows if not row.asked.startswith("DELETE /api/me")]
        for _ in range(times):
            actor = self.actor()
            filled = fill(self.odd.chance.choice(rows).asked, self.world.names_of(actor))
            method, path, *rest = filled.split(maxsplit=2)
            path = self.odd.path(path, self.names)
            body = json.dumps(self.odd.spoilt(json.loads(rest[0]), self.names)) if rest else ""
            await self._send(url, actor, method, path, body)

    async def _send(self, url: str, actor: str, method: str, path: str, body: str) -> None:
        answer = await asyncio.to_thread(send, url, self.world.actors[actor], method, path, body)
        self._judge(answer.status, f"{actor}: {method} {path} {body}", answer.body)

    async def commands(self, url: str, times: int) -> None:
        rows = read_table("commands")
        for _ in range(times):
            actor = self.odd.chance.choice(("player", "arbiter", "director", "director", "director"))
            kind, fields = fill(self.odd.chance.choice(rows).asked, self.world.names_of(actor)).split(maxsplit=1)
            command = {"type": kind, **json.loads(fields)}
            if self.odd.chance.random() < 0.9:
                command = self.odd.spoilt(command, self.names)
            body = json.dumps({"command": command})
            await self._send(url, actor, "POST", f"/api/tournaments/{HERE}/commands", body)

    async def socket(self, url: str, times: int) -> None:
        rows = [row.asked for row in (*read_table("messages"),)]
        rows += [json.dumps({"t": "watch", "topic": row.asked}) for row in read_table("topics")]
        async with AsyncExitStack() as stack:
            lines = {
                name: await self._line(stack, url, name) for name in ("player", "opponent", "spectator", "official")
            }
            for _ in range(times):
                actor = self.odd.chance.choice([*lines])
                message = json.loads(fill(self.odd.chance.choice(rows), self.world.names_of(actor)))
                if self.odd.chance.random() < 0.9:
                    message = self.odd.spoilt(message, self.names)
                text = json.dumps(message)
                text = text[: self.odd.chance.randrange(len(text))] if self.odd.chance.random() < 0.05 else text
                try:
                    await self._say(lines[actor], text)
                except (WebSocketException, TimeoutError) as closed:
                    self.answers[f"closed: {closed}"[:60]] += 1
                    lines[actor] = await self._line(stack, url, actor)

    async def _line(self, stack: AsyncExitStack, url: str, actor: str) -> ClientConnection:
        headers = {"Cookie": self.world.actors[actor].cookie}
        address = url.replace("http", "ws") + "/socket"
        return await stack.enter_async_context(
            connect(
                address,
                additional_headers=headers,
                compression=None,
                proxy=None,
                max_size=None,
                open_timeout=PATIENCE,
            )
        )

    async def _say(self, line: ClientConnection, text: str) -> None:
        """Say it; whatever comes of it has come before the answer to a ping."""
        mark = self.odd.chance.randrange(2**31)
        await line.send(text)
        await line.send(json.dumps({"t": "ping", "sent": mark}))
        async with asyncio.timeout(PATIENCE):
            while True:
                read = json.loads(await line.recv())
                for told in read if isinstance(read, list) else [read]:
                    if told["t"] == "pong" and told["sent"] == mark:
                        return
                    self.answers[str(told["t"])] += 1

    async def schema(self, url: str, times: int) -> None:
        await asyncio.to_thread(self._schema, url, times)

    def _schema(self, url: str, times: int) -> None:
        import schemathesis
        from hypothesis import HealthCheck, Phase, given, seed, settings

        schema: Any = schemathesis.openapi.from_url(f"{url}/schema/openapi.json", timeout=PATIENCE)
        operations = [result.ok() for result in schema.get_all_operations()]
        operations = [
            each
            for each in operations
            if not any(path in each.path for path in NEVER) and (each.path, each.method) != ("/api/me", "delete")
        ]
        for _ in range(times // 5):
            operation, actor = self.odd.chance.choice(operations), self.actor()

            @seed(self.odd.chance.randrange(2**32))
            @settings(
                max_examples=5,
                deadline=None,
                database=None,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy())
            def asks(case: Any) -> None:
                for name in case.path_parameters or {}:
                    if self.odd.chance.random() < 0.8:
                        case.path_parameters[name] = self.odd.chance.choice(self.names)
                answer = case.call(headers={"Cookie": self.world.actors[actor].cookie}, timeout=PATIENCE)  # noqa: B023
                self._judge(answer.status_code, f"{actor}: {case.as_curl_command()}", answer.content)  # noqa: B023

            asks()


def main() -> None:
    """One run, what was answered, and what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["http", "commands", "socket", "schema", "parsers"])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.what == "parsers":
        answers, wrong = fuzz_parsers(asked.minutes * 60, asked.seed)
    else:
        with tempfile.TemporaryDirectory() as folder:
            fuzzer = Fuzzer(build(Path(folder)), asked.seed)
            asyncio.run(fuzzer.run(asked.what, asked.minutes * 60))
        answers, wrong = fuzzer.answers, fuzzer.wrong
    sys.stdout.write(f"{asked.what}: {dict(answers.most_common())}\n" + "\n".join(wrong[:5]))
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
