"""`barpoint engine solve`: build exact tables that are too large to ship."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="Build exact tables in the user's data folder.")


@app.callback()
def solve() -> None:
    """Build exact tables in the user's data folder."""


@app.command()
def sprintgammon(
    threads: Annotated[int, typer.Option(min=1, max=64, help="Threads to use; the result is the same.")] = 1,
    folder: Annotated[Path | None, typer.Option(help="Where to build it, instead of the data folder.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Build it anew even if it is there.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table's card as JSON.")] = False,
) -> None:
    """Solve Sprintgammon exactly: 10.7 million positions, some minutes, 390 MB.

    Stopped with Ctrl-C it goes on later where it was. Example: barpoint engine solve sprintgammon --threads 2
    """
    import json

    from barpoint.engine.sprintgammon import discard, table_folder

    place = folder or table_folder()
    if again:
        discard(place)
    if (place / "card.json").exists():
        card = json.loads((place / "card.json").read_text("utf-8"))
    else:
        card = _solve(place, threads)
    if as_json:
        typer.echo(json.dumps(card))
        return
    residuals = ", ".join(f"{stage} {value:.1e}" for stage, value in card["residuals"].items())
    typer.echo(f"Sprintgammon is solved in {place} (residuals: {residuals}; {sum(card['seconds'].values()):.0f} s).")


def _solve(place: Path, threads: int) -> dict[str, dict[str, float]]:
    """Run the solver under a progress display; Ctrl-C leaves what is needed to go on."""
    from math import log10

    from barpoint.engine import SOLVING, ready_for
    from barpoint.engine.sprintgammon import (
        TOLERANCES,
        Moves,
        Solver,
    )
    from barpoint.progress import step

    ready_for(*SOLVING)
    stages = list(TOLERANCES)
    with step("plays of every hand", 25, kept="nothing yet") as listed:
        moves = Moves.build(lambda wall: listed(wall + 1))
    with step("solving", len(stages), kept=f"what is in {place}; the same command goes on from here") as report:

        def tell(stage: str, sweeps: int, residual: float) -> None:
            """A stage's share is how far the residual has come down from 3 to the tolerance, logarithmically."""
            goal = TOLERANCES[stage]
            share = (log10(3) - log10(max(residual, goal))) / (log10(3) - log10(goal))
            report(stages.index(stage) + share, now=f"{stage}, sweep {sweeps}, residual {residual:.1e}")

        return Solver(place, threads, tell).run(moves)
