"""How the server is: `/healthz` for whoever restarts it, `/metrics` for whoever watches it (Prometheus text)."""

from collections.abc import Iterator

from litestar import MediaType, get
from litestar.datastructures import State
from litestar.di import NamedDependency

from barpoint.service.house import House


@get("/healthz", media_type=MediaType.TEXT, summary="Is it well?")
async def healthz(house: NamedDependency[House]) -> str:
    """`ok` when the database answers."""
    await house.store.read("health:none")
    return "ok"


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(state: State) -> str:
    """Counters and gauges of this process."""
    return "\n".join(_lines(state)) + "\n"


def _lines(state: State) -> Iterator[str]:
    play = state.house.play
    rows = (
        ("barpoint_rooms", "gauge", "Matches that are live in this process.", len(play.rooms)),
        ("barpoint_watchers", "gauge", "Connections that watch something.", state.fanout.connections),
        ("barpoint_commands_total", "counter", "Commands that became durable.", play.counts["done"]),
        ("barpoint_refusals_total", "counter", "Commands that were refused.", play.counts["refused"]),
        ("barpoint_conflicts_total", "counter", "Races lost to another process.", play.counts["conflict"]),
    )
    for name, kind, about, value in rows:
        yield f"# HELP {name} {about}"
        yield f"# TYPE {name} {kind}"
        yield f"{name} {value}"


HANDLERS = (healthz, metrics)
