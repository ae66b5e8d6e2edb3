"""Running the application on uvicorn: one process, or several that share a PostgreSQL and a port."""

import asyncio
import gc
import logging
import os
import socket as sockets
import tempfile
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Final

from litestar import Litestar

from barpoint.bootstrap import lock_database, migrate_database, require_database, server_process
from barpoint.service import ServerProcess
from barpoint.web.app import create_app
from barpoint.web.live.http_transport import HttpTransport
from barpoint.web.live.match_workers import CAN_HAND_OVER, COUNT, FOLDER
from barpoint.web.live.websocket_transport import WebSocketTransport
from barpoint.web.logs import start_logging
from barpoint.wire.messages import LARGEST_MESSAGE

_DATABASE: Final = "BARPOINT_SERVE_DB"  # how a worker process hears which database it serves
_QUIET: Final = "BARPOINT_SERVE_QUIET"
BOT_PAUSE: Final = 0.35
"""Seconds a bot of the house waits before it acts, so that people can follow."""

_PATIENCE: Final = 600  # tenths of a second until the page opens or nobody waits for it


@dataclass(frozen=True, slots=True)
class ServeSettings:
    """What `barpoint serve` was asked for."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    tls: tuple[str, str] | None = None
    open_page: bool = False
    chatty: bool = True  # False: say only what goes wrong
    greeting: Callable[[int], str] | None = None  # what is said of a port instead of the address


def app() -> Litestar:
    """The application on the database the environment names; uvicorn calls it in every worker."""
    start_logging(logging.WARNING if os.environ.get(_QUIET) else logging.INFO)
    address = os.environ[_DATABASE]
    pause = float(os.environ.get("BARPOINT_BOT_PAUSE", BOT_PAUSE))
    Thread(target=_warm_up, args=(bool(os.environ.get(_QUIET)),), daemon=True).start()

    async def start_server() -> ServerProcess:
        server = await server_process(address, bot_pause=pause)
        settle_memory()
        return server

    return create_app(start_server)


def settle_memory() -> None:
    """What is loaded now stays: the collector need not walk it, nor look at every thousand short-lived values."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def run_server(settings: ServeSettings, say: Callable[[str], None]) -> None:
    """Serve until stopped; whoever is connected hears a proper goodbye."""
    if settings.workers > 1 and not settings.database.startswith(("postgresql", "postgres")):
        raise ValueError(
            f"--workers {settings.workers} needs PostgreSQL: processes hear of each other's moves through it, and "
            "SQLite has no such way; use --workers 1 or --db postgresql://..."
        )
    if settings.port:
        require_port(settings.host, settings.port)
    is_new = require_database(settings.database)
    with lock_database(settings.database):
        _serve(settings, say, is_new=is_new)


def _serve(settings: ServeSettings, say: Callable[[str], None], *, is_new: bool) -> None:
    import uvicorn

    asyncio.run(migrate_database(settings.database))  # what is wrong with a database is said here, in one sentence
    os.environ[_DATABASE] = settings.database
    if not settings.chatty:
        os.environ[_QUIET] = "1"
    port = settings.port or _free_port(settings.host)
    address = f"{'https' if settings.tls else 'http'}://{_reachable(settings.host)}:{port}/"
    say(settings.greeting(port) if settings.greeting else f"Barpoint is at {address}")
    if is_new:
        say(f"new database: {settings.database}")
    if settings.open_page:
        Thread(target=_open_when_it_answers, args=(_reachable(settings.host), port, address), daemon=True).start()
    with _loop_name(settings) as loop:
        uvicorn.run(
            "barpoint.web.runner:app",
            factory=True,
            host=settings.host,
            port=port,
            workers=settings.workers if settings.workers > 1 else None,
            ssl_certfile=settings.tls[0] if settings.tls else None,
            ssl_keyfile=settings.tls[1] if settings.tls else None,
            loop=loop,
            http=HttpTransport,
            ws=WebSocketTransport,
            ws_max_size=LARGEST_MESSAGE,
            ws_per_message_deflate=False,  # costs more memory and time than such small messages are worth
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=5,
        )


@contextmanager
def _loop_name(settings: ServeSettings) -> Iterator[str]:
    """The loop processes run on; several have a folder in which they hand connections to each other."""
    if settings.workers == 1 or settings.tls or not CAN_HAND_OVER:
        yield "auto"
        return
    with tempfile.TemporaryDirectory(prefix="barpoint-", ignore_cleanup_errors=True) as folder:
        os.environ |= {FOLDER: folder, COUNT: str(settings.workers)}
        yield "barpoint.web.live.worker_loop:WorkerLoop"


def require_port(host: str, port: int) -> None:
    """Complain of a port that cannot be had, before anybody is sent to it."""
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    with sockets.socket(family) as probe:
        if os.name != "nt":  # where it would take a port from another program
            probe.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError as error:
            raise ValueError(f"--port {port}: this system keeps low ports to itself; take one from 1024 up") from error
        except OSError as error:
            raise ValueError(
                f"--port {port}: another program has it (another `barpoint serve`?); expected a free one"
            ) from error


def _warm_up(bots: bool) -> None:
    """Compile what the first match needs while nobody waits for it; the result is kept on disk for the next start."""
    from barpoint.board import Position, Roll, hop_graph, legal_plays
    from barpoint.bootstrap import opponent

    start, roll = Position.start(), Roll(3, 1)
    legal_plays(start, roll)
    hop_graph(start, roll)
    if bots:
        for level in ("casual", "strong"):  # the nets alone come first: they are soon ready
            opponent(level).play(start, roll, start.discipline.checkers)


def _open_when_it_answers(host: str, port: int, address: str) -> None:
    """The browser comes when there is something to see."""
    for _ in range(_PATIENCE):
        try:
            sockets.create_connection((host, port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            webbrowser.open(address)
            return


def _free_port(host: str) -> int:
    with sockets.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def _reachable(host: str) -> str:
    return "127.0.0.1" if host in ("", "0.0.0.0", "::") else host  # noqa: S104  # compared, not bound
