"""Does it grow for ever? `python -m bench.soak [--minutes 60] [--tables 20] [--pace 0.2] [--db sqlite|URL]`.

Tables play match after match to their ends, with new challenges, and the server's memory is looked at all the while.
`grown` is by how much it has grown from the end of the first sixth (ten minutes of an hour) to the last sixth; both are
medians, so that one look decides nothing. Every five minutes a line of JSON says how it stands, so that a
run that is cut short says something too; the last line is the verdict.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time

from barpoint.client import Server
from bench.growth import serve
from bench.serve import Span, cpu_of, free_port, memory_of, one_match, run, running

LOOKS = 240  # at the memory, in all
TOLD_EVERY = 20  # looks: five minutes of an hour
MOST_GROWN = 0.05  # after the first sixth


async def table(url: str, pace: float, span: Span, done: list[int]) -> None:
    """Two people, match after match."""
    anna, ben = await Server.guest(url, "Anna"), await Server.guest(url, "Ben")
    while time.perf_counter() < span.stop:
        match = await ben.accept(await anna.challenge(points=1))
        done.append(await one_match(url, (anna.token, ben.token), match, span, pace, []))


async def look(process: int, span: Span, seen: list[tuple[float, int]], done: list[int]) -> None:
    """The server's memory, now and then."""
    while (now := time.perf_counter()) < span.stop:
        seen.append((now, memory_of(process)))
        if not len(seen) % TOLD_EVERY:
            minutes = round((now - span.start) / 60, 1)
            told = {"after_minutes": minutes, "matches": len(done), "MB": round(seen[-1][1] / 1e6, 1)}
            print(json.dumps(told), flush=True)
        await asyncio.sleep((span.stop - span.start) / LOOKS)


async def soak(url: str, process: int, minutes: float, tables: int, pace: float) -> dict[str, float]:
    """The whole of it."""
    span, done, seen = Span(minutes * 60, process, opening=0), list[int](), list[tuple[float, int]]()
    before = cpu_of(process)
    playing = [table(url, pace, span, done) for _ in range(tables)]
    await asyncio.gather(look(process, span, seen, done), *playing)
    sixth = (span.stop - span.start) / 6
    settled = [memory for at, memory in seen if sixth * 0.75 <= at - span.start <= sixth * 1.25]
    last = [memory for at, memory in seen if at - span.start >= sixth * 5]
    first, end = statistics.median(settled), statistics.median(last)
    return {
        "minutes": minutes,
        "tables": tables,
        "matches": len(done),
        "commands": sum(done),
        "start_MB": round(seen[0][1] / 1e6, 1),
        "settled_MB": round(first / 1e6, 1),
        "end_MB": round(end / 1e6, 1),
        "grown": round(end / first - 1, 4),
        "cpu_ms_a_command": round((cpu_of(process) - before) / max(1, sum(done)) * 1000, 3),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--pace", type=float, default=0.2)
    parser.add_argument("--db", default="sqlite")
    asked = parser.parse_args()
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/soak.db" if asked.db == "sqlite" else asked.db
        with running(serve(address, port), port) as process:
            url = f"http://127.0.0.1:{port}"
            measured = run(soak(url, process.pid, asked.minutes, asked.tables, asked.pace))
    print(json.dumps(measured))
    verdict = "kept" if measured["grown"] < MOST_GROWN else "missed"
    print(f"memory grows by less than {MOST_GROWN:.0%} after the first sixth: {verdict} ({measured['grown']:.1%})")


if __name__ == "__main__":
    main()
