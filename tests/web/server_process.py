"""A whole server for a test: the application on uvicorn, in the test's own loop, at a port of its own."""

import asyncio
import random
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import uvicorn

from barpoint.board import Play, Position, Roll, Side, legal_plays
from barpoint.bootstrap import server_process
from barpoint.match.state import MatchState
from barpoint.service.ports import WallClock
from barpoint.service.server import ServerProcess
from barpoint.web.app import create_app
from barpoint.web.live.http_transport import HttpTransport
from barpoint.web.live.websocket_transport import WebSocketTransport
from barpoint.wire.messages import LARGEST_MESSAGE

PATIENCE = 240  # seconds: more than a test takes where kernels have still to be compiled and everything else runs, too


def free_port() -> int:
    """A port for a server that is yet to start: not one of those the system hands out to others meanwhile."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port


@dataclass
class Served:
    """Where it is, and what is inside."""

    url: str
    house: ServerProcess


@asynccontextmanager
async def served(address: str, clock: WallClock | None = None, port: int = 0) -> AsyncIterator[Served]:
    """A running server on a database; at a port of before if it is one that starts again."""
    made: list[ServerProcess] = []

    async def make() -> ServerProcess:
        made.append(await server_process(address, clock=clock))
        return made[0]

    # with its protocol named, asyncio sends every answer at once; else each waits 40 ms for the other side's nod
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    config = uvicorn.Config(
        create_app(make),
        http=HttpTransport,
        ws=WebSocketTransport,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        log_config=None,
        lifespan="on",
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]  # the loop is pytest's
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.01)
        if running.done():
            running.result()
    try:
        yield Served(f"http://127.0.0.1:{listening.getsockname()[1]}", made[0])
    finally:
        server.should_exit = True
        await running
        listening.close()


class QuickBot:
    """Plays at once: the first legal play; doubles when ahead in the race, takes, accepts."""

    name = "Quick"

    def play(
        self,
        position: Position,
        roll: Roll,
        head_cap: int,
        state: MatchState | None = None,  # noqa: ARG002  # the protocol's
    ) -> Play | None:
        plays: Sequence[Play] = legal_plays(position, roll, head_cap)
        return plays[0] if plays else None

    def doubles(self, state: MatchState, side: Side) -> bool:
        assert state.game is not None
        return state.game.cube.value < 4 and state.game.view_for(side).pips < state.game.view_for(side.other).pips - 20

    def takes(self, state: MatchState, side: Side) -> bool:  # noqa: ARG002  # the protocol's
        assert state.game is not None
        return state.game.number % 2 == 1

    def accepts(self, state: MatchState, side: Side, level: int) -> bool:  # noqa: ARG002  # the protocol's
        return True
