"""How the server is: `/healthz` for whoever restarts it, `/metrics` for whoever watches it (Prometheus text).

Every process counts for itself, from its own start; `barpoint_info` says which one has answered.
"""

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, perf_counter, process_time
from typing import Final

from litestar import HttpMethod, MediaType, get, route
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import ServiceUnavailableException

from barpoint import __version__
from barpoint.match import MatchPhase
from barpoint.service import ServerProcess
from barpoint.web.live.http_transport import HttpTransport

_STARTED: Final = monotonic()
Row = tuple[str, str, str, float]
"""Name, kind, what it is about, value."""


@route("/healthz", http_method=[HttpMethod.GET, HttpMethod.HEAD], media_type=MediaType.TEXT, summary="Is it well?")
async def healthz(house: NamedDependency[ServerProcess]) -> str:
    """`ok` when a write is kept; then the streams that cannot be read and were set aside, one a line."""
    if trouble := await house.storage.look():
        raise ServiceUnavailableException(f"storage trouble: {trouble}")
    return "\n".join(["ok", *(f"set aside: {stream}" for stream in sorted(house.play.set_aside.streams))])


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(state: State) -> str:
    """Counters and gauges of this process."""
    began = perf_counter()
    await asyncio.sleep(0)  # whoever else is ready goes first: how long that takes is how busy the loop is
    lines = [*_lines(state, perf_counter() - began)]
    return "\n".join(lines) + "\n"


def _lines(state: State, delay: float) -> Iterator[str]:
    house: ServerProcess = state.house
    yield "# TYPE barpoint_info gauge"
    yield f'barpoint_info{{version="{__version__}",process="{house.process}"}} 1'
    for name, kind, about, value in (*_play(state), *_around(state), *_process(delay)):
        yield f"# HELP {name} {about}"
        yield f"# TYPE {name} {kind}"
        yield f"{name} {value}"
    yield "# HELP barpoint_command_seconds From a command read to its answer, durable."
    yield "# TYPE barpoint_command_seconds histogram"
    yield from state.fanout.commands.lines("barpoint_command_seconds")


def _play(state: State) -> Iterator[Row]:
    play, counts = state.house.play, state.house.play.counts
    running = sum(room.match.phase is not MatchPhase.OVER for room in play.rooms.values())
    yield "barpoint_rooms", "gauge", "Matches that are live in this process.", len(play.rooms)
    yield "barpoint_matches_running", "gauge", "Those of them that are not over.", running
    yield "barpoint_commands_total", "counter", "Commands that became durable.", counts["done"]
    yield "barpoint_refusals_total", "counter", "Commands that were refused.", counts["refused"]
    yield "barpoint_conflicts_total", "counter", "Races lost to another process.", counts["conflict"]


def _around(state: State) -> Iterator[Row]:
    house, fanout = state.house, state.fanout
    yield "barpoint_connections", "gauge", "Open sockets.", fanout.addresses.total()
    if (workers := HttpTransport.workers) is not None:
        yield "barpoint_given_total", "counter", "Sockets handed to the worker process of their match.", workers.given
        yield "barpoint_taken_total", "counter", "Sockets of its matches that others handed to it.", workers.taken
    yield "barpoint_watchers", "gauge", "Connections that watch something.", fanout.connections
    yield "barpoint_faults_total", "counter", "Messages that were none, or not allowed.", fanout.counts["faults"]
    yield "barpoint_slow_total", "counter", "Connections cut off because they did not read.", fanout.counts["slow"]
    yield "barpoint_storage_trouble", "gauge", "1 while nothing is being saved.", float(bool(house.storage.trouble))
    aside = len(house.play.set_aside.streams)
    yield "barpoint_set_aside", "gauge", "Streams that cannot be read.", aside
    yield "barpoint_challenges", "gauge", "Open challenges.", len(house.lobby.open_challenges())
    yield "barpoint_inquiries", "gauge", "What waits for an official.", len(house.club.inquiries.open_inquiries())
    yield "barpoint_analyses_waiting", "gauge", "Analyses that are not finished.", house.analyses.waiting
    yield "barpoint_analyses_total", "counter", "Analyses that were finished.", house.analyses.finished


def _process(delay: float) -> Iterator[Row]:
    yield "barpoint_loop_delay_seconds", "gauge", "How long whoever is ready waited for the loop.", delay
    yield "process_uptime_seconds", "gauge", "Since this process started.", monotonic() - _STARTED
    yield "process_cpu_seconds_total", "counter", "Processor time used.", process_time()
    statm, files = Path("/proc/self/statm"), Path("/proc/self/fd")
    if statm.exists():  # Linux
        pages = int(statm.read_text().split()[1])
        resident = pages * os.sysconf("SC_PAGE_SIZE")
        yield "process_resident_memory_bytes", "gauge", "Resident memory.", resident
        yield "process_open_fds", "gauge", "Open files and sockets.", sum(1 for _ in files.iterdir())


HANDLERS = (healthz, metrics)
