"""What grows with what: `python -m bench.growth [--matches 100 500] [--spectators 500] [--finished 1000 10000]`.

matches     so many at once, a command every two seconds each: from sending until both have seen it, memory a match,
            the server's processor time a command
spectators  so many at one match: how long until the last of them has seen a move, memory a spectator
finished    a database with so many finished matches with full logs and `--rows` places in players' lists for each:
            start-up, the lobby, a profile, a history; the last size against the first

Everything is on this machine, over loopback. Each part runs only if sizes are given.
"""

import argparse
import asyncio
import json
import sqlite3
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any

from bench.serve import (
    PERIOD,
    WARM_UP,
    Span,
    at_socket,
    await_workers,
    free_port,
    load,
    memory_of,
    prepared,
    run,
    running,
)

OPENED = 5_000_000  # bytes of pages that come with the first connections, whatever follows
ASKED = 60  # how often each page is asked for
SETTLING = 5  # seconds after the start: what a server does once a day is done
LOG_OF = 7  # the seed of the match whose log every finished match has
_LETTERS = str.maketrans("0123456789", "ABCDEFGHIJ")
MOST_TIMES = 2  # from the first size to the last
OPENINGS = 64  # connections that are opened at once


def serve(address: str, port: int) -> list[str]:
    """The server as people start it."""
    return [sys.executable, "-m", "barpoint", "serve", "--db", address, "--port", str(port), "--no-open"]


def at_once(matches: int, seconds: float) -> dict[str, Any]:
    """So many matches, each at a player's pace."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, running(serve(f"{folder}/a.db", port), port) as process:
        url = f"http://127.0.0.1:{port}"
        await_workers(url, 1, process.pid)
        before = memory_of(process.pid)
        ready = run(prepared(url, matches))
        span = Span(seconds, process.pid, opening=WARM_UP * PERIOD, matches=matches)
        count, latencies = run(load(url, ready, span, PERIOD))
        each = (memory_of(process.pid) - before) / matches
    latencies = sorted(latencies) or [0.0]
    return {
        "matches": matches,
        "commands_per_second": round(count / seconds, 1),
        "p50_ms": round(statistics.median(latencies) * 1000, 2),
        "p99_ms": round(latencies[int(len(latencies) * 0.99) - 1] * 1000, 2),
        "kB_a_match": round(each / 1000),
        "cpu_ms_a_command": round(span.used / max(1, count) * 1000, 3),
        "processor_used": round(span.used / seconds, 3),
    }


def looked_on(spectators: int, moves: int = 20) -> dict[str, Any]:
    """So many at one match; a move is seen when the last of them has it."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, running(serve(f"{folder}/a.db", port), port) as process:
        return run(_looked_on(f"http://127.0.0.1:{port}", process.pid, spectators, moves))


async def _looked_on(url: str, process: int, spectators: int, moves: int) -> dict[str, Any]:
    from bench.serve import Seat

    [(tokens, match)] = await prepared(url, 1)
    target, watch = url.replace("http", "ws") + "/socket", json.dumps({"t": "watch", "topic": f"match:{match}"})
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(at_socket(target, token)) for token in tokens]
        changed = asyncio.Event()
        seats = [Seat(line, match, changed) for line in players]
        tasks = [asyncio.create_task(seat.listen()) for seat in seats]
        for line in players:
            await line.send(watch)
        before, gate = memory_of(process), asyncio.Semaphore(OPENINGS)
        eyes: list[Seat] = []

        async def sit() -> None:
            async with gate:
                line = await stack.enter_async_context(at_socket(target, ""))
                eye = Seat(line, match, asyncio.Event())
                eyes.append(eye)
                tasks.append(asyncio.create_task(eye.listen()))
                await line.send(watch)

        await asyncio.gather(*(sit() for _ in range(spectators)))
        while any(not eye.view.version for eye in eyes):
            await asyncio.sleep(0.05)
        each, delays = (memory_of(process) - before - OPENED) / spectators, list[float]()
        while len(delays) < moves:
            acted = await seats[0].act() or await seats[1].act()
            if acted is None:
                await asyncio.sleep(0.02)
                continue
            sent, version = acted
            while any(eye.view.version < version for eye in eyes):
                await asyncio.sleep(0.001)
            delays.append(time.perf_counter() - sent)
        for task in tasks:
            task.cancel()
    return {
        "spectators": spectators,
        "last_has_seen_p50_ms": round(statistics.median(delays) * 1000, 1),
        "last_has_seen_most_ms": round(max(delays) * 1000, 1),
        "kB_a_spectator": round(max(0.0, each) / 1000, 1),
    }


def finished(sizes: Sequence[int], rows: int) -> list[dict[str, Any]]:
    """Databases with so many finished matches each, asked in turn: what else the machine does, it does to all."""
    with ExitStack() as servers:
        folder = Path(servers.enter_context(tempfile.TemporaryDirectory()))
        measures = [_served(servers, folder / f"{matches}.db", matches, rows) for matches in sizes]
        time.sleep(SETTLING)
        pages = {
            "lobby": ("/api/challenges", ""),
            "profile": (f"/api/players/{id_of('P', 0)}", ""),
            "match": (f"/api/matches/{id_of('M', 0)}", ""),
            "history": ("/api/me", "barpoint=bench"),
        }
        for name, (path, cookie) in pages.items():
            took: dict[str, list[float]] = {url: [] for url, _, _ in measures}
            for _ in range(ASKED):
                for url, asked in took.items():
                    began = time.perf_counter()
                    _get(f"{url}{path}", cookie)
                    asked.append(time.perf_counter() - began)
            for url, _, measured in measures:
                measured[f"{name}_ms"] = round(statistics.median(took[url]) * 1000, 2)
        for _, process, measured in measures:
            measured["memory_MB"] = round(memory_of(process) / 1e6)
    return [measured for _, _, measured in measures]


def _served(servers: ExitStack, file: Path, matches: int, rows: int) -> tuple[str, int, dict[str, Any]]:
    """A server of such a database: its address, its process, and what is known of it so far."""
    events, port = fill(file, matches, rows), free_port()
    began = time.perf_counter()
    process = servers.enter_context(running(serve(str(file), port), port))
    _get(f"http://127.0.0.1:{port}/healthz")
    started = round(time.perf_counter() - began, 2)
    measured = {"finished": matches, "index_rows": matches * rows, "events": events, "start_s": started}
    return f"http://127.0.0.1:{port}", process.pid, measured


def id_of(kind: str, number: int) -> str:
    """An id as a server would give it: letters only."""
    return kind + str(number).translate(_LETTERS)


def fill(file: Path, matches: int, rows: int) -> int:
    """Finished matches, all with one log, `rows` places each in the lists of players; how many events."""
    from barpoint.adapters.database import Database
    from barpoint.match.events import encode
    from barpoint.service import Seat, format_of_terms
    from barpoint.service.people.sessions import digest
    from barpoint.service.play.room_events import RoomOpened, encode_room_event
    from barpoint.service.play.terms import Terms
    from tests.faults.large_data import long_match

    asyncio.run(_migrated(Database(str(file))))
    at = int(time.time() * 1000)
    log = [encode(event) for event in long_match(format_of_terms(Terms(points=1)), LOG_OF, at)]  # type: ignore[arg-type]
    room = encode_room_event(
        RoomOpened(at=at, white=(Seat("Ann", id_of("P", 0)),), black=(Seat("Bea", id_of("P", 1)),))
    )
    players = max(100, matches * rows // 50)
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        insert = (
            "INSERT INTO events (stream, version, data, command, salt, leaf, digest) VALUES (?, ?, ?, ?, '', '', '')"
        )
        connection.executemany(
            insert,
            (
                row
                for number in range(matches)
                for row in (
                    (f"room:{id_of('M', number)}", 1, room, None),
                    *((f"match:{id_of('M', number)}", version, data, None) for version, data in enumerate(log, 1)),
                )
            ),
        )
        connection.executemany(
            "INSERT INTO streams (name, kind, open) VALUES (?, ?, 0)",
            ((f"{kind}:{id_of('M', number)}", kind) for number in range(matches) for kind in ("match", "room")),
        )
        connection.executemany(
            "INSERT INTO accounts (id, name, guest, created, staff, contact, erased) VALUES (?, ?, 1, ?, 0, '', 0)",
            ((id_of("P", number), f"Player {number}", at) for number in range(players)),
        )
        connection.executemany(
            "INSERT OR IGNORE INTO seats (account, match, at, title, length, serious) VALUES (?, ?, ?, 'A', '1', 0)",
            ((id_of("P", place % players), id_of("M", place // rows), at) for place in range(matches * rows)),
        )
        connection.execute(
            "INSERT INTO sessions (token, account, created, device, used, proven) VALUES (?, ?, ?, '', ?, 0)",
            (digest("bench"), id_of("P", 0), at, at),
        )
    connection.close()
    return matches * (len(log) + 1)


async def _migrated(database: Any) -> None:
    await database.migrate()
    await database.close()


def _get(url: str, cookie: str = "") -> bytes:
    request = urllib.request.Request(url, headers={"cookie": cookie} if cookie else {})  # noqa: S310  # our own server
    with urllib.request.urlopen(request, timeout=60) as answer:  # noqa: S310
        read: bytes = answer.read()
        return read


def main() -> None:
    """Measure what was asked for, a line of JSON a size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, nargs="*", default=[])
    parser.add_argument("--spectators", type=int, nargs="*", default=[])
    parser.add_argument("--finished", type=int, nargs="*", default=[])
    parser.add_argument("--rows", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=20)
    asked = parser.parse_args()
    for size in asked.matches:
        print(json.dumps(at_once(size, asked.seconds)), flush=True)
    for size in asked.spectators:
        print(json.dumps(looked_on(size)), flush=True)
    sizes = finished(asked.finished, asked.rows) if asked.finished else []
    for measured in sizes:
        print(json.dumps(measured), flush=True)
    if len(sizes) > 1:
        for key in (key for key in sizes[0] if key.endswith(("_s", "_ms"))):
            ratio = sizes[-1][key] / max(0.1, sizes[0][key])
            verdict = "kept" if ratio <= MOST_TIMES else "missed"
            print(f"{key}: {ratio:.2f} times as much, at most {MOST_TIMES}: {verdict}")


if __name__ == "__main__":
    main()
