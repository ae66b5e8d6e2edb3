"""`barpoint engine bench`: how fast the engine is here, next to installed peers, and how its levels err."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from barpoint.cli.engine.eval import JsonOption

if TYPE_CHECKING:
    from barpoint.board import Position, Roll
    from barpoint.engine.measurement import Figure

app = typer.Typer()


@app.command(epilog="Example: barpoint engine bench --levels")
def bench(
    count: Annotated[int, typer.Option(min=20, help="Decisions to measure with.")] = 200,
    plies: Annotated[int, typer.Option(min=0, max=2, help="The deepest level to time, and to judge levels by.")] = 2,
    threads: Annotated[int, typer.Option(min=1, max=64, help="Threads of the rollouts.")] = 2,
    levels: Annotated[bool, typer.Option("--levels", help="Measure the bot's levels instead.")] = False,
    discipline: Annotated[str, typer.Option("--discipline", "-d", help="Of which game, for --levels.")] = "backgammon",
    peers: Annotated[
        bool, typer.Option("--peers/--no-peers", help="Compare with gnubg and bgsage if installed.")
    ] = True,
    seed: Annotated[int, typer.Option(min=0, help="Which positions.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Measure evaluations, decisions, cube decisions and rollouts on this machine, and peers that are installed."""
    from barpoint.board import discipline as named
    from barpoint.engine.measurement import (
        decisions,
        level_figures,
        speed_figures,
    )

    if levels:
        _print(level_figures(decisions(count, seed, named(discipline)), plies), as_json)
        return
    sample = decisions(count, seed)
    _print(speed_figures(sample, plies, threads), as_json)
    if peers:
        _print(_peer_figures(sample), as_json)


def _peer_figures(sample: "list[tuple[Position, Roll]]") -> "Iterable[Figure]":
    import numpy as np

    from barpoint.board import board_array
    from barpoint.engine.measurement import (
        agreement,
        find_peers,
        static_speed,
    )

    boards = np.array([board_array(position) for position, _ in sample])
    for peer in find_peers():
        yield static_speed(peer, boards)
        yield agreement(peer, boards)


def _print(figures: "Iterable[Figure]", as_json: bool) -> None:
    import msgspec

    for figure in figures:
        if as_json:
            typer.echo(msgspec.json.encode(figure).decode())
            continue
        error = "" if figure.error is None else f" ± {figure.error:,.2f}"
        typer.echo(f"{figure.name:48} {figure.value:12,.2f}{error} {figure.unit} ({figure.count})")
