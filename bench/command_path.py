"""What a command costs the server's loop, without sockets and disk: `python -m bench.command_path [--commands 20000]`.

A server in this process, its real conversations, rooms and messages; the line under each is a list, and what is kept is
kept in memory at once. Processor time is taken from a client's text until the last of its answers is ready; what the
clients do is not counted. Of several parts of the run the quickest is told: on a busy machine it is the one that was
disturbed least. `--profile FILE` writes what cProfile sees of that time.
"""

import argparse
import asyncio
import cProfile
import gc
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import uvloop

from barpoint import bootstrap
from barpoint.match import MatchFormat
from barpoint.service import Account, Appended, Seat, ServerProcess, StoredEvent, Write
from barpoint.service.play.terms import Terms, format_of_terms
from barpoint.web.live.fanout import Fanout
from barpoint.web.live.socket import BURST, Conversation
from barpoint.web.live.websocket_transport import TRANSPORT
from bench.serve import Seat as BenchSeat

MATCHES = 16
PARTS = 20
_ROUNDS = 6  # of the loop, until nothing of a command is left to do


class MemoryStore:
    """Streams in memory; nothing races here."""

    def __init__(self) -> None:
        self.kept: dict[str, list[StoredEvent]] = {}

    def append(self, writes: Sequence[Write], _command: str) -> asyncio.Future[Appended]:
        """Kept at once."""
        for write in writes:
            kept = self.kept.setdefault(write.stream, [])
            kept += [StoredEvent(len(kept) + place, data) for place, data in enumerate(write.events, 1)]
        done: asyncio.Future[Appended] = asyncio.get_running_loop().create_future()
        done.set_result(Appended({}))
        return done

    async def read(self, stream: str, after: int = 0) -> Sequence[StoredEvent]:
        """The events of a stream."""
        return self.kept.get(stream, [])[after:]

    async def read_after(self, heads: Mapping[str, int]) -> dict[str, Sequence[StoredEvent]]:
        """After these versions."""
        return {stream: await self.read(stream, version) for stream, version in heads.items()}

    async def read_many(self, streams: Sequence[str]) -> dict[str, Sequence[StoredEvent]]:
        """Of several."""
        return {stream: await self.read(stream) for stream in streams}


class Line:
    """What stands in a transport's place: answers are put into a list."""

    def __init__(self) -> None:
        self.answers: list[bytes] = []
        self.take: Callable[[str], bool] | None = None

    def put(self, text: Callable[[], bytes]) -> bool:
        """It is never full."""
        self.answers.append(text())
        return True

    def cut(self) -> None:
        """Nobody is slow here."""


class Client(BenchSeat):
    """A seat of the other bench on such a line; what it says waits in `texts`."""

    def __init__(self, house: ServerProcess, fanout: Fanout, account: Account, match: str) -> None:
        self.line, self.texts = Line(), list[str]()
        socket: Any = SimpleNamespace(scope={"state": {TRANSPORT: self.line}}, query_params={}, headers={})
        visit: Any = SimpleNamespace(account=account, session=SimpleNamespace(digest=""))
        self.conversation = Conversation(socket, house, fanout, visit)
        super().__init__(socket, match, asyncio.Event())

    async def say(self, message: dict[str, Any]) -> None:
        """It goes to the server when the clock runs."""
        self.texts.append(json.dumps(message | {"match": self.match}))

    async def hear(self) -> None:
        """Take in what has come."""
        answers, self.line.answers = self.line.answers, []
        for answer in answers:
            await self.take_in(answer)

    async def ask(self) -> bool:
        """Say what is to be done now; False if nothing is."""
        wish = self.wish()
        if wish is not None:
            self.number += 1
            await self.say({"t": "do", "id": f"c{self.number}", "v": self.view.version, "d": wish})
        return wish is not None


class Clock:
    """Processor time of this thread while it runs, and commands in it; under a profile if there is one."""

    def __init__(self, profile: cProfile.Profile | None) -> None:
        self._profile = profile
        self.used, self.commands = 0.0, 0

    async def serve(self, client: Client, *, command: bool) -> None:
        """Give the server what a client says, and let it come to its end."""
        texts, client.texts = client.texts, []
        if self._profile is not None:
            self._profile.enable()
        began = time.thread_time()
        for text in texts:
            client.conversation._allowance = BURST  # noqa: SLF001  # no person is as fast
            client.conversation._take(text)  # noqa: SLF001  # as its transport does
            for _ in range(_ROUNDS):
                await asyncio.sleep(0)
        self.used += time.thread_time() - began
        if self._profile is not None:
            self._profile.disable()
        self.commands += command


async def play(pair: Sequence[Client], clock: Clock) -> None:
    """One command of a match, and what the dice need around it."""
    asked = await pair[0].ask() or await pair[1].ask()
    while any(client.texts for client in pair):
        for client in pair:
            if client.texts:
                await clock.serve(client, command=asked)
                asked = False
            for each in pair:
                await each.hear()


async def seated(house: ServerProcess, fanout: Fanout, number: int) -> Sequence[Client]:
    """Two clients who follow a match of theirs."""
    match, names = f"M{number}", ("Anna", "Ben")
    accounts = [Account(f"{name}{number}", name, guest=True) for name in names]
    match_format = format_of_terms(Terms(points=25))
    assert isinstance(match_format, MatchFormat)
    await house.play.open(match, match_format, *([Seat(each.name, each.id)] for each in accounts))
    clients = [Client(house, fanout, account, match) for account in accounts]
    for client in clients:
        client.texts.append(json.dumps({"t": "watch", "topic": f"match:{match}"}))
    return clients


async def measure(commands: int, profile: cProfile.Profile | None) -> list[float]:
    """Seconds a command took, in each part of the run."""
    parts: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        house = await bootstrap.server_process(f"sqlite:///{folder}/bench.db")
        await house.liveness.start()
        house.play._store = MemoryStore()  # type: ignore[assignment]  # noqa: SLF001  # what the commands need of one
        fanout = Fanout(house)
        pairs = [await seated(house, fanout, number) for number in range(MATCHES)]
        number = len(pairs)
        for _ in range(40):  # kernels are loaded, caches filled
            for pair in pairs:
                await play(pair, Clock(None))
        for _ in range(PARTS):
            clock = Clock(profile)
            while clock.commands < commands / PARTS:
                for place, pair in enumerate(pairs):
                    await play(pair, clock)
                    if pair[0].view.phase == "over":
                        number += 1
                        pairs[place] = await seated(house, fanout, number)
            parts.append(clock.used / clock.commands)
        await house.close()
    return parts


def main() -> None:
    """Measure and print."""
    gc.disable()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commands", type=int, default=20_000)
    parser.add_argument("--profile", default="")
    asked = parser.parse_args()
    profile = cProfile.Profile() if asked.profile else None
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        parts = runner.run(measure(asked.commands, profile))
    if profile is not None:
        profile.dump_stats(asked.profile)
    print(f"processor time a command on the loop: {min(parts) * 1e6:.1f} µs in the quickest of {PARTS} parts, ", end="")
    print(f"{statistics.median(parts) * 1e6:.1f} µs in the median one")


if __name__ == "__main__":
    main()
