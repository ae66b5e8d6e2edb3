"""`barpoint board`, `plays` and `perft`: one position on the command line.

POSITION is anything `notation.position_reader` reads: the literal, a start, or an id.
"""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barpoint.board import POINTS, ROLLS, Discipline, Hop, Position, Quadrant, Refusal, Roll, discipline, legal_plays
from barpoint.notation.pictures import Theme

if TYPE_CHECKING:
    from barpoint.notation import Situation

app = typer.Typer(rich_markup_mode="rich")

PositionArgument = Annotated[
    str, typer.Argument(help="A literal, 'start', 'longgammon start', a Position ID, a GNUBG ID, an XGID or an OGID.")
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
    from barpoint.notation import read

    shown, situation = read(position, _discipline_of(discipline))
    if roll is not None:
        situation = _with_roll(situation, Roll.parse(roll))
    _write_pictures(shown, situation, theme, svg, png, mirror=mirror)
    if as_json:
        typer.echo(json.dumps(_facts(shown, situation)))
    elif svg is None and png is None:
        from barpoint.notation import ascii_board

        typer.echo(ascii_board(shown, situation))


@app.command()
def plays(
    position: PositionArgument,
    roll: Annotated[str, typer.Argument(help="The dice, such as 31.")],
    discipline: DisciplineOption = None,
    check: Annotated[str | None, typer.Option("--check", help="Is this play legal?", metavar="PLAY")] = None,
    book: Annotated[str, typer.Option("--book", help="The rule book whose clauses are named: usbgf, ibf, ...")] = "",
    as_json: JsonOption = False,
) -> None:
    """List every legal play of a roll, each distinct final position once; or say of one whether it is legal.

    Example: barpoint plays start 31, or barpoint plays start 43 --check "24/20 13/10"
    """
    from barpoint.notation import read_position, write_play

    before, dice = read_position(position, _discipline_of(discipline)), Roll.parse(roll)
    if check is not None:
        _check_play(check, before, dice, book, as_json=as_json)
        return
    legal = legal_plays(before, dice)
    if as_json:
        listed = [{"text": write_play(play), "hops": play.hops, "after": str(play.after)} for play in legal]
        typer.echo(json.dumps({"position": str(before), "roll": str(dice), "count": len(legal), "plays": listed}))
        return
    for play in legal:
        typer.echo(write_play(play))
    counted = "play" if len(legal) == 1 else "plays"
    typer.echo(f"{len(legal)} {counted} of {dice}" if legal else f"no play of {dice}", err=True)


def _check_play(text: str, before: Position, dice: Roll, book: str, *, as_json: bool) -> None:
    """Legal, with its hops in an order they can be made in; or why not. The exit code is 1 if it is not."""
    from barpoint.notation import read_play, write_hops, write_play
    from barpoint.rulebook import cite

    play = read_play(text, before, dice)
    if isinstance(play, Refusal):
        cited = cite(play, book)
        verdict: dict[str, object] = {"legal": False, "why": cited.sentence, "code": play.code}
        verdict |= {"clauses": cited.clauses} if book else {}
        rows = f" ({', '.join(cited.clauses)})" if cited.clauses else ""
        said = f"{text} is not legal with {dice}: {cited.sentence}{rows}"
        order = play.facts.get("legal_order")
        if isinstance(order, tuple):
            made = " ".join(str(Hop(*hop)) for hop in zip(order[::2], order[1::2], strict=True))
            verdict["legal_order"] = made
            said += f" In the order {made} it is legal."
    else:
        verdict = {"legal": True, "text": write_play(play), "hops": play.hops, "after": str(play.after)}
        said = f"{text} is legal with {dice}, hop by hop {write_hops(play)}"
    typer.echo(json.dumps({"position": str(before), "roll": str(dice), **verdict}) if as_json else said)
    if isinstance(play, Refusal):
        raise typer.Exit(1)


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
    from barpoint.notation import read_position

    start = read_position(position, _discipline_of(discipline))
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


def _discipline_of(name: str | None) -> Discipline | None:
    return None if name is None else discipline(name)


def _with_roll(situation: "Situation | None", roll: Roll) -> "Situation":
    from dataclasses import replace

    from barpoint.notation import Situation

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
    from barpoint.notation import diagram
    from barpoint.notation.pictures import Home

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
    from barpoint.notation import Situation, gnubg_id, ogid, position_id, xgid

    around = situation or Situation()
    return {
        "position": str(position),
        "discipline": position.discipline.name,
        "pips": [position.pips, position.flip().pips],
        "quadrants": [_quadrants(position), _quadrants(position.flip())],
        "contact": position.contact,
        "finished": position.is_over,
        "problems": [str(problem) for problem in position.problems()],
        "position_id": _or_none(lambda: position_id(position)),
        "gnubg_id": _or_none(lambda: gnubg_id(position, around)),
        "xgid": _or_none(lambda: xgid(position, around)),
        "ogid": _or_none(lambda: ogid(position, around)),
    }


def _quadrants(position: Position) -> dict[str, int]:
    """How many checkers "us" has in each of the four sixes, by the names that side has for them."""
    counted = {quadrant.value: 0 for quadrant in Quadrant}
    for point in POINTS:
        counted[position.discipline.quadrant(point).value] += position.us[point]
    return counted


def _or_none(write: Any) -> str | None:
    try:
        return str(write())
    except ValueError:
        return None


def _count(position: Position, depth: int, weighted: bool) -> int:
    from barpoint.board import board_array, rules_array
    from barpoint.board.kernels import perft as perft_kernel_perft

    return int(perft_kernel_perft(board_array(position), rules_array(position.discipline), depth, weighted))


def _count_split(position: Position, depth: int, weighted: bool, jobs: int) -> int:
    """`_count`, split at the root so that it can show how far it is and use several threads."""
    if depth < 3 and jobs == 1:
        return _count(position, depth, weighted)
    from barpoint.progress import count_off

    branches = _branches(position, weighted)

    def count(branch: tuple[Position, int]) -> int:
        return branch[1] * _count(branch[0], depth - 1, weighted)

    pool = ThreadPoolExecutor(jobs)
    try:
        return sum(count_off(pool.map(count, branches), f"perft {depth}", len(branches)))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)  # Ctrl+C: a branch under way may take minutes


def _branches(position: Position, weighted: bool) -> list[tuple[Position, int]]:
    """Every position one ply ahead, seen by its mover, and how often it counts."""
    branches = []
    for roll in ROLLS:
        weight = roll.weight if weighted else 1
        afters = [play.after for play in legal_plays(position, roll)] or [position]
        branches += [(after.flip(), weight) for after in afters]
    return branches
