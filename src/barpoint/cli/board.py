"""`barpoint board`, `plays` and `perft`: one position on the command line.

POSITION is anything `notation.reading` reads: the literal, a start, or an id.
"""

import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barpoint.board import ROLLS, Discipline, Position, Roll, discipline, legal_plays
from barpoint.notation.drawing import Theme

if TYPE_CHECKING:
    from barpoint.notation.situation import Situation

app = typer.Typer(rich_markup_mode="rich")

PositionArgument = Annotated[
    str, typer.Argument(help="A literal, 'start', 'longgammon start', a Position ID, a GNUBG ID or an XGID.")
]
DisciplineOption = Annotated[
    str | None, typer.Option("--discipline", "-d", help="What is played, if the position does not say.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


@app.command()
def board(
    position: PositionArgument,
    roll: Annotated[str | None, typer.Option(help="Dice to show, such as 31.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the picture as SVG to this file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Write the picture as PNG to this file.")] = None,
    theme: Annotated[
        Theme, typer.Option(help="Colours of the picture; auto follows the reader's setting.")
    ] = Theme.AUTO,
    mirror: Annotated[bool, typer.Option("--mirror", help="Draw the home boards on the left.")] = False,
    discipline: DisciplineOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show a position: in letters, as a picture, or as JSON with all its ids.

    Example: barpoint board "longgammon start" --svg board.svg
    """
    from barpoint.notation.reading import read

    shown, situation = read(position, _named(discipline))
    if roll is not None:
        situation = _with_roll(situation, Roll.parse(roll))
    _write_pictures(shown, situation, theme, svg, png, mirror=mirror)
    if as_json:
        typer.echo(json.dumps(_facts(shown, situation)))
    elif svg is None and png is None:
        from barpoint.notation.ascii_board import ascii_board

        typer.echo(ascii_board(shown, situation))


@app.command()
def plays(
    position: PositionArgument,
    roll: Annotated[str, typer.Argument(help="The dice, such as 31.")],
    discipline: DisciplineOption = None,
    as_json: JsonOption = False,
) -> None:
    """List every legal play of a roll, each distinct final position once.

    Example: barpoint plays start 31
    """
    from barpoint.notation.move_text import write_play
    from barpoint.notation.reading import read_position

    before, dice = read_position(position, _named(discipline)), Roll.parse(roll)
    found = legal_plays(before, dice)
    if as_json:
        listed = [{"text": write_play(play), "hops": play.hops, "after": str(play.after)} for play in found]
        typer.echo(json.dumps({"position": str(before), "roll": str(dice), "count": len(found), "plays": listed}))
        return
    for play in found:
        typer.echo(write_play(play))
    counted = "play" if len(found) == 1 else "plays"
    typer.echo(f"{len(found)} {counted} of {dice}" if found else f"no play of {dice}", err=True)


@app.command()
def perft(
    depth: Annotated[int, typer.Argument(min=1, max=9, help="How many plies to look ahead.")],
    discipline: DisciplineOption = None,
    position: Annotated[str, typer.Option(help="Where to start from.")] = "start",
    weighted: Annotated[
        bool, typer.Option("--weighted", help="Count a roll that is no doublet twice, as it comes.")
    ] = False,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Threads to count with.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Count the positions DEPTH plies ahead over all 21 rolls: a test of the generator and its speed.

    A roll without a legal play counts as one position. The time is that of counting, not of compiling.

    Example: barpoint perft 3 --discipline sprintgammon --json
    """
    from barpoint.notation.reading import read_position

    start = read_position(position, _named(discipline))
    if not start.is_playable:
        raise ValueError(f"no plays are defined in {start}: {', '.join(start.problems())}")
    _count(start, 1, weighted)  # compiles, or loads what was compiled
    began = time.perf_counter()
    nodes = _count_split(start, depth, weighted, jobs)
    seconds = time.perf_counter() - began
    if as_json:
        facts = {"discipline": start.discipline.name, "weighted": weighted, "depth": depth, "nodes": nodes}
        typer.echo(json.dumps(facts | {"seconds": round(seconds, 6)}))
    else:
        typer.echo(f"perft {depth}: {nodes:,} positions in {seconds:.2f} s")


def _named(name: str | None) -> Discipline | None:
    return None if name is None else discipline(name)


def _with_roll(situation: "Situation | None", roll: Roll) -> "Situation":
    from dataclasses import replace

    from barpoint.notation.situation import Situation

    return replace(situation or Situation(), roll=roll, offer=None)


def _write_pictures(
    position: Position,
    situation: "Situation | None",
    theme: Theme,
    svg: Path | None,
    png: Path | None,
    *,
    mirror: bool,
) -> None:
    if svg is None and png is None:
        return
    from barpoint.notation.diagram import Home, diagram

    drawing = diagram(position, situation, home=Home.LEFT if mirror else Home.RIGHT)
    try:
        if svg is not None:
            svg.write_text(drawing.svg(theme), encoding="utf-8")
        if png is not None:
            png.write_bytes(drawing.png(theme))
    except OSError as failure:
        raise ValueError(f"cannot write {failure.filename}: {failure.strerror}") from failure


def _facts(position: Position, situation: "Situation | None") -> dict[str, Any]:
    """What programs ask of a position; an id is null where it has no form for it."""
    from barpoint.notation.match_id import gnubg_id
    from barpoint.notation.position_id import position_id
    from barpoint.notation.situation import Situation
    from barpoint.notation.xgid import xgid

    around = situation or Situation()
    return {
        "position": str(position),
        "discipline": position.discipline.name,
        "pips": [position.pips, position.flip().pips],
        "contact": position.contact,
        "finished": position.finished,
        "problems": [str(problem) for problem in position.problems()],
        "position_id": _or_none(lambda: position_id(position)),
        "gnubg_id": _or_none(lambda: gnubg_id(position, around)),
        "xgid": _or_none(lambda: xgid(position, around)),
    }


def _or_none(write: Any) -> str | None:
    try:
        return str(write())
    except ValueError:
        return None


def _count(position: Position, depth: int, weighted: bool) -> int:
    from barpoint.board import perft_kernel
    from barpoint.board.movegen import board_array, rules_array

    return int(perft_kernel.perft(board_array(position), rules_array(position.discipline), depth, weighted))


def _count_split(position: Position, depth: int, weighted: bool, jobs: int) -> int:
    """`_count`, split at the root so that it can show how far it is and use several threads."""
    if depth < 3 and jobs == 1:
        return _count(position, depth, weighted)
    from rich.console import Console
    from rich.progress import track

    branches = _branches(position, weighted)

    def count(branch: tuple[Position, int]) -> int:
        return branch[1] * _count(branch[0], depth - 1, weighted)

    console = Console(stderr=True)
    with ThreadPoolExecutor(jobs) as pool:
        counted = track(
            pool.map(count, branches),
            description=f"perft {depth}",
            total=len(branches),
            console=console,
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        return sum(counted)


def _branches(position: Position, weighted: bool) -> list[tuple[Position, int]]:
    """Every position one ply ahead, seen by its mover, and how often it counts."""
    found = []
    for roll in ROLLS:
        weight = roll.weight if weighted else 1
        afters = [play.after for play in legal_plays(position, roll)] or [position]
        found += [(after.flip(), weight) for after in afters]
    return found
