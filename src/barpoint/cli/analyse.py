"""`barpoint analyse`: matches judged by the engine: errors, ratings, luck and the worst mistakes."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from barpoint.engine.analysis import Analysis, Decision, Performance
    from barpoint.engine.match_equity import MatchEquityTable
    from barpoint.match.events import AnyEvent

app = typer.Typer()

MetOption = Annotated[
    Path | None, typer.Option("--met", help="A match equity table (JSON, or gnubg's XML), instead of Kazaross-XG2.")
]


@app.command(epilog="Example: barpoint analyse match.mat --plies 2")
def analyse(
    files: Annotated[list[Path], typer.Argument(help="Matches in any form that is read.")],
    plies: Annotated[int, typer.Option(min=0, max=4, help="Rolls to look ahead; 0 is the nets alone.")] = 2,
    threads: Annotated[int, typer.Option(min=0, max=64, help="Threads to use; 0 takes every core.")] = 0,
    worst: Annotated[int, typer.Option(min=0, help="How many mistakes to list.")] = 10,
    met: MetOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print every decision as JSON, one match a line.")] = False,
) -> None:
    """Judge every decision of matches: errors, performance rating (as XG reckons it), luck, the worst mistakes."""
    import msgspec

    from barpoint.engine.match_equity import MatchEquityTable

    table = MatchEquityTable.from_file(met) if met else None
    for file in files:
        found = _judged(file, plies, threads or os.cpu_count() or 1, table)
        if as_json:
            data = {"file": str(file), **msgspec.to_builtins(found)}
            typer.echo(msgspec.json.encode(data).decode())
        else:
            _show(file, found, worst)


def _judged(file: Path, plies: int, threads: int, table: "MatchEquityTable | None") -> "Analysis":
    from rich.console import Console
    from rich.progress import Progress

    from barpoint.engine.analysis import analyse as judge

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(file.name, total=None)

        def tell(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return judge(events_of(file), plies, threads, table=table, progress=tell)


def events_of(file: Path) -> "tuple[AnyEvent, ...]":
    """The events of a match file in any form; what is wrong with a record is told, the rest is kept."""
    from barpoint.notation.files import read_path
    from barpoint.notation.replaying import replay

    loaded = read_path(file)
    if loaded.events:
        return loaded.events
    replayed = replay(loaded.record, lenient=True)
    for problem in replayed.problems:
        typer.echo(f"barpoint: {file.name}: {problem}", err=True)
    return replayed.events


def _show(file: Path, found: "Analysis", worst: int) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    kind = f"{found.length}-point match" if found.length else "money session"
    console.print(f"[bold]{file.name}[/bold], {kind}, {found.plies} {'ply' if found.plies == 1 else 'plies'}")
    table = Table("", *(player.name for player in found.players))
    for title, figure in _ROWS.items():
        table.add_row(title, *(figure(player) for player in found.players))
    console.print(table)
    result, fair = found.result, found.result_without_luck
    words = f"{result:.0%} of the match, {fair:.1%}" if found.length else f"{result:+.0f} points, {fair:+.2f}"
    console.print(f"Result of {found.players[0].name}: {words} without luck.")
    for mistake in found.mistakes[:worst]:
        console.print(_line(found, mistake), highlight=False)


_ROWS: "dict[str, Callable[[Performance], str]]" = {
    "Performance rating": lambda p: f"{p.pr:.2f}",
    "Decisions counted": lambda p: f"{p.counted}",
    "Checker error": lambda p: f"{p.play_error:.3f} ({p.plays})",
    "Cube error": lambda p: f"{p.cube_error:.3f} ({p.cubes})",
    "Errors, blunders": lambda p: f"{p.errors}, {p.blunders}",
    "Luck": lambda p: f"{p.luck:+.3f}",
}


def _line(found: "Analysis", mistake: "Decision") -> str:
    """One mistake in a line: where, what was done, what was best, and the cost."""
    name = found.players[0 if mistake.side is found.players[0].side else 1].name
    where = f"{mistake.grade:7} {mistake.error:.3f}  game {mistake.game}, {name}"
    if mistake.roll is None:
        return f"{where}: {mistake.chosen}, best {mistake.best} ({mistake.figures.action if mistake.figures else ''})"
    assert mistake.played is not None
    played, best = (_text(mistake, hops) for hops in (mistake.played.hops, mistake.candidates[0].hops))
    return f"{where}, {mistake.roll[0]}{mistake.roll[1]}: {played}, best {best}"


def _text(mistake: "Decision", hops: tuple[tuple[int, int], ...]) -> str:
    from barpoint.board import Hop, Play, pos
    from barpoint.notation.move_text import write_play

    return write_play(Play.of(pos(mistake.position), [Hop(*hop) for hop in hops]))
