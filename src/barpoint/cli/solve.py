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

    from barpoint.engine.sprint_solver import discard
    from barpoint.engine.sprintgammon import table_folder

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

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from barpoint.engine.sprint_solver import TOLERANCES, Moves, Solver

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[now]}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        lists = progress.add_task("plays of every hand", total=25, now="")
        tasks = {stage: progress.add_task(stage, total=1.0, now="", start=False) for stage in TOLERANCES}

        def report(stage: str, sweeps: int, residual: float) -> None:
            """Progress is how far the residual has come down from 3 to the tolerance, on a logarithmic scale."""
            goal = TOLERANCES[stage]
            share = (log10(3) - log10(max(residual, goal))) / (log10(3) - log10(goal))
            progress.start_task(tasks[stage])
            progress.update(tasks[stage], completed=share, now=f"sweep {sweeps}, residual {residual:.1e}")

        try:
            moves = Moves.build(lambda wall: progress.update(lists, completed=wall + 1))
            return Solver(place, threads, report).run(moves)
        except KeyboardInterrupt:
            progress.stop()
            typer.echo("Stopped; the same command goes on from here.", err=True)
            raise typer.Exit(130) from None
