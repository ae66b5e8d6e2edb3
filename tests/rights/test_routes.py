"""Every route x every actor: the rows of routes.txt, asked over real HTTP. `actors.py` says who they are."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from litestar.routes import HTTPRoute

from barpoint.web.app import create_app
from tests.rights.asking import fill, send
from tests.rights.cells import difference, gaps, judge, leaks, letter_of
from tests.rights.table import GRANTED, Row, read_table
from tests.rights.world import World, copied

ROWS = read_table("routes")
_NAME = re.compile(r"{[^}]*}")


def addresses() -> dict[str, re.Pattern[str]]:
    """Every method and address of the app, and what fits it; the more particular ones come first."""

    async def never() -> Any:
        raise NotImplementedError

    there = {}
    for route in create_app(never).routes:
        if isinstance(route, HTTPRoute):
            pattern = _NAME.sub("[^/]+" if route.path_format != "/{path}" else ".+", route.path_format)
            for handler in route.route_handlers:
                for method in set(handler.http_methods) - {"OPTIONS", "HEAD"}:
                    there[f"{method} {route.path_format}"] = re.compile(f"{method} {pattern}")
    return dict(sorted(there.items(), key=lambda pair: (pair[0].endswith("/{path}"), pair[0].count("{"), pair[0])))


def address_of(row: Row, there: dict[str, re.Pattern[str]]) -> str:
    """The route a row asks for."""
    method, path = row.asked.split()[:2]
    asked = f"{method} {path.partition('?')[0]}"
    return next((name for name, pattern in there.items() if pattern.fullmatch(asked)), asked)


def test_every_route_has_its_row() -> None:
    there = addresses()
    assert len(there) > 100
    found = gaps((address_of(row, there) for row in ROWS), there)
    assert not found, "\n".join(found) + "\nwho may ask for it? Add a line to tests/rights/routes.txt"


def test_a_route_without_a_row_and_a_row_without_a_route_are_noticed() -> None:
    there = addresses()
    rows = [row for row in ROWS if "/stop" not in row.asked] + [Row("POST /api/gone/{match}", "+" * 14)]
    assert gaps((address_of(row, there) for row in rows), there) == [
        "no row for POST /api/matches/{id}/stop",
        "a row for POST /api/gone/{match}, which is gone",
    ]


def test_no_row_stands_twice() -> None:
    tables = [row.asked for name in ("routes", "messages", "topics", "commands") for row in read_table(name)]
    assert len(tables) == len(set(tables))


def ask_row(world: World, url: str, row: Row, actor: str) -> list[str]:
    """One cell: what is wrong with it."""
    filled = fill(row.asked, world.names_of(actor))
    method, path, *body = filled.split(maxsplit=2)
    answer = send(url, world.actors[actor], method, path, *body)
    text = answer.body.decode(errors="replace")
    return difference(row.asked, actor, row.letter(actor), letter_of(answer), answer) + leaks(
        world, actor, filled, text
    )


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.asked[:90])
def test_everybody_is_answered_as_is_right(world: World, reading: str, tmp_path: Path, row: Row) -> None:
    if not row.changing:
        judge(ask_row(world, reading, row, actor) for actor in row.order)
        return

    async def apart(actors: list[str]) -> dict[str, list[str]]:
        async with copied(world, tmp_path) as here:
            return {actor: await asyncio.to_thread(ask_row, world, here.url, row, actor) for actor in actors}

    cells: dict[str, list[str]] = {}
    granted = [actor for actor in row.order if row.letter(actor) == GRANTED]
    kept_out = [actor for actor in row.order if actor not in granted]
    if row.alone:
        cells = {actor: ask_row(world, reading, row, actor) for actor in kept_out}
    for group in ([actor] for actor in granted) if row.alone else [row.order]:
        cells |= asyncio.run(apart(group))
    judge(cells.values())
