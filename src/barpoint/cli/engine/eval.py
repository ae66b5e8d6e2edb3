"""`barpoint engine eval`, `hint` and `choose`: what the engine thinks of positions and rolls."""

import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barpoint.cli.engine.analyse import RollerOption
from barpoint.cli.engine.cube_options import (
    BeaversOption,
    CrawfordOption,
    CubeOption,
    JacobyOption,
    OwnerOption,
    ScoreOption,
    cube_state,
)
from barpoint.engine.search import SearchWidth

if TYPE_CHECKING:
    from barpoint.board import Position
    from barpoint.engine import Chances, RankedPlay
    from barpoint.engine.search import Choice

app = typer.Typer()

PositionArgument = Annotated[
    str, typer.Argument(help="A literal, 'start', a Position ID, a GNUBG ID, an XGID or an OGID.")
]
PliesOption = Annotated[int, typer.Option(min=0, max=4, help="Rolls to look ahead; 0 is the nets alone.")]
WidthOption = Annotated[
    SearchWidth, typer.Option("--width", help="How many plays are looked at deeply: more find the unlikely ones.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]

_BATCH = 256  # decisions handed to the threads at a time


@app.command("eval")
def evaluate(position: PositionArgument, plies: PliesOption = 0, as_json: JsonOption = False) -> None:
    """Say how a position ends, for the side on roll: wins, gammons, backgammons, cubeless money equity.

    Example: barpoint engine eval start --plies 2
    """
    from barpoint.engine import knowledge_of
    from barpoint.notation import read_position

    before = read_position(position)
    chances = knowledge_of(before.discipline).chances(before, plies)
    if as_json:
        typer.echo(json.dumps({"position": str(before), "plies": plies, **_chances_json(chances)}))
        return
    typer.echo(f"win {chances.win:7.2%}   gammon {chances.win_gammon:7.2%}   backgammon {chances.win_backgammon:6.2%}")
    lose = 1 - chances.win
    typer.echo(f"lose{lose:8.2%}   gammon {chances.lose_gammon:7.2%}   backgammon {chances.lose_backgammon:6.2%}")
    typer.echo(f"equity {chances.equity:+.4f} (cubeless, {_plies_text(plies)})")


@app.command()
def hint(
    position: PositionArgument,
    roll: Annotated[
        str | None, typer.Argument(help="The dice, such as 31; not needed if the position has them.")
    ] = None,
    plies: PliesOption = 2,
    count: Annotated[int, typer.Option(min=1, help="How many plays to list.")] = 5,
    width: WidthOption = SearchWidth.NORMAL,
    deep: Annotated[int, typer.Option(min=0, help="Look at the first so many plays equally deep.")] = 0,
    roller: RollerOption = False,
    cubeful: Annotated[
        bool | None,
        typer.Option(
            "--cubeful/--cubeless", help="Rank with the cube in play; so by itself if a score or cube is said."
        ),
    ] = None,
    score: ScoreOption = None,
    crawford: CrawfordOption = False,
    value: CubeOption = None,
    owner: OwnerOption = None,
    jacoby: JacobyOption = None,
    beavers: BeaversOption = False,
    as_json: JsonOption = False,
) -> None:
    """List the best plays of a roll, with what each is worth: cubeless for money, or with the cube and the score.

    Example: barpoint engine hint start 31 --score 3-5
    """
    from barpoint.board import Roll
    from barpoint.engine import Stakes, knowledge_of
    from barpoint.engine.rollout import Roller
    from barpoint.notation import read

    before, situation = read(position)
    dice = Roll.parse(roll) if roll else situation.roll if situation else None
    if dice is None:
        raise ValueError("expected dice such as 31 after the position")
    has_stakes = situation is not None or any(option is not None for option in (score, value, owner, jacoby)) or beavers
    state = cube_state(situation, score, crawford, value, owner, jacoby, beavers)
    stakes = Stakes(state) if (has_stakes if cubeful is None else cubeful) else None
    knowledge = knowledge_of(before.discipline)
    if roller:
        knowledge = Roller(knowledge)
    ranked = knowledge.rank_plays(before, dice, plies, stakes=stakes, width=width, deep=deep)[:count]
    if as_json:
        plays = [_play_json(entry) for entry in ranked]
        typer.echo(json.dumps({"position": str(before), "roll": str(dice), "plies": plies, "plays": plays}))
        return
    _print_plays(ranked)


@app.command()
def choose(
    file: Annotated[Path, typer.Argument(help="One JSON object a line with posid and dice; - reads standard input.")],
    plies: PliesOption = 0,
    threads: Annotated[int, typer.Option(min=1, max=64, help="Threads to use; the answers are the same.")] = 1,
) -> None:
    """Choose a play for every line of a file, cubeless money: the contract benchmarks use.

    Reads posid (gnubg Position ID, side on roll) and dice; writes one object a line with play, equity and
    board (26 integers after the play, mover's view: 1-24 its points, + mover, - opponent, [25] the mover's
    bar, [0] the opponent's bar as a positive count).

    Example: barpoint engine choose decisions.jsonl --plies 2 --threads 2
    """
    import numpy as np

    from barpoint.board import board_array
    from barpoint.engine import backgammon_engine

    waiting = _decisions(file)
    while batch := list(islice(waiting, _BATCH)):
        boards = np.stack([board_array(position) for position, _ in batch])
        chosen = backgammon_engine().choose(boards, [dice for _, dice in batch], plies, threads)
        for (position, _), choice in zip(batch, chosen, strict=True):
            typer.echo(json.dumps(_choice_json(position, choice)))


def _decisions(file: Path) -> "Iterator[tuple[Position, tuple[int, int]]]":
    """Positions and dice of a file, one a line; ValueError names the line that is none."""
    from barpoint.board import Roll
    from barpoint.notation import read_position_id

    with sys.stdin if str(file) == "-" else file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                request = json.loads(line)
                roll = Roll(*request["dice"])
                yield read_position_id(request["posid"]), (roll.high, roll.low)
            except (KeyError, TypeError, ValueError) as wrong:
                raise ValueError(
                    f'{file}, line {number}: expected an object such as {{"posid": "4HPwATDgc/ABMA", '
                    f'"dice": [3, 1]}} ({wrong})'
                ) from wrong


def _choice_json(position: "Position", choice: "Choice") -> dict[str, Any]:
    from barpoint.board import Play
    from barpoint.notation import write_play

    play = Play(position, choice.packed)
    return {"play": write_play(play), "equity": round(choice.chances.equity, 6), "board": choice.after}


def _play_json(entry: "RankedPlay") -> dict[str, Any]:
    from barpoint.notation import write_play

    facts: dict[str, Any] = {"play": write_play(entry.play), "hops": entry.play.hops, "level": entry.level}
    if entry.cubeful is not None:
        facts["cubeful"] = round(entry.cubeful, 6)
    if entry.games:
        facts |= {"games": entry.games, "deviation": round(entry.deviation, 6)}
    return facts | _chances_json(entry.chances)


def _chances_json(chances: "Chances") -> dict[str, float]:
    return {"equity": round(chances.equity, 6), **{name: round(p, 6) for name, p in chances._asdict().items()}}


def _print_plays(ranked: "list[RankedPlay]") -> None:
    from barpoint.notation import write_play

    best = ranked[0].worth
    for place, entry in enumerate(ranked, 1):
        c = entry.chances
        behind = "" if place == 1 else f"({entry.worth - best:+.4f})"
        how = "roller " if entry.games else _plies_text(entry.level)
        error = f" ± {entry.deviation:.4f}" if entry.games else ""
        typer.echo(f"{place:2}. {how}  {write_play(entry.play):28} {entry.worth:+.4f}{error} {behind}")
        wins = f"{c.win:.1%} {c.win_gammon:.1%} {c.win_backgammon:.1%}"
        typer.echo(f"{'':12}{wins} - {1 - c.win:.1%} {c.lose_gammon:.1%} {c.lose_backgammon:.1%}")


def _plies_text(plies: int) -> str:
    return "1 ply" if plies == 1 else f"{plies} plies"
