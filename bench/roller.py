"""What the roller gives away beside gnubg looking two levels deep, where they choose different plays.

    python -m bench.roller DECISIONS [--count 60] [--games 648] [--file build/roller.jsonl]

DECISIONS is a file as `bench.decisions` reads it. Of its contact decisions the first `--count` are taken where gnubg's
choice (its stored equities, two levels) and the roller's differ. The plays that gnubg, our search and the roller choose
are rolled out by both programs, every game cut off after `CUT` plies: the loss of a choice is what it gives up against
the best of them, by either program's games and by the mean of both. What was rolled out is kept in the file.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.board import BACKGAMMON, Play, Position, Roll, board_array, legal_plays
from barpoint.engine.knowledge import knowledge_of
from barpoint.engine.rollout.roller import Roller
from barpoint.engine.rollout.rollout import Rollout, RolloutSettings, play_contender
from barpoint.engine.search.engine import flip_board
from barpoint.notation.ids.position_ids import position_id
from bench.decisions import Decision, read_decisions
from bench.rollouts import by_gnubg, gnubg_program

CUT: Final = 11
CLOSE: Final = 0.03
"""How far behind the best the second candidate may be, by gnubg: others are not contested."""
CHOOSERS: Final = ("gnubg 2-ply", "search", "roller")
_SETTINGS: Final = ("set rollout truncation enable on", f"set rollout truncation plies {CUT}")


def contested(decisions: Sequence[Decision], skip: int) -> Iterator[tuple[int, Position, list[Play]]]:
    """Decisions in their order where gnubg and the roller differ: the plays of gnubg, search and the roller."""
    known = knowledge_of()
    roller = Roller(known)
    for number, decision in enumerate(decisions):
        worths = sorted((c["gnubg2"] for c in decision["candidates"]), reverse=True)
        if number < skip or not decision["contact"] or len(worths) < 2 or worths[0] - worths[1] > CLOSE:
            continue
        position = _position(decision["board"])
        roll = Roll(*decision["dice"])
        best = max(decision["candidates"], key=lambda c: c["gnubg2"])
        theirs = next(play for play in legal_plays(position, roll) if _board(play) == tuple(best["board"]))
        rolled = roller.rank_plays(position, roll, 2)[0].play
        if _board(rolled) != _board(theirs):
            yield number, position, [theirs, known.rank_plays(position, roll, 2)[0].play, rolled]


def _position(board: Sequence[int]) -> Position:
    """The position of 26 numbers in the mover's view."""
    us = [0, *(max(n, 0) for n in board[1:25]), board[25]]
    them = [0, *(max(-board[25 - point], 0) for point in range(1, 25)), board[0]]
    us[0], them[0] = BACKGAMMON.checkers - sum(us), BACKGAMMON.checkers - sum(them)
    return Position(us, them)


def _board(play: Play) -> tuple[int, ...]:
    return flip_board(board_array(play.after.flip()))


def rolled_out(position: Position, plays: list[Play], games: int, program: str) -> dict[str, Any]:
    """What both programs' games say of each choice."""
    distinct = list({_board(play): play for play in plays}.values())
    settings = RolloutSettings(games=games, least=games, truncate=CUT, seed=2)
    ours = Rollout([play_contender(play) for play in distinct], settings).run().standings
    theirs = by_gnubg(program, [position_id(play.after.flip()) for play in distinct], games, _SETTINGS)
    place = {_board(play): k for k, play in enumerate(distinct)}
    chosen = [place[_board(play)] for play in plays]
    return {
        "position": str(position),
        "plays": [str(play) for play in plays],
        "ours": [ours[k].value for k in chosen],
        "ours_errors": [ours[k].value_error for k in chosen],
        "gnubg": [-theirs[k].equity for k in chosen],
        "gnubg_errors": [theirs[k].error for k in chosen],
    }


def rows(decisions: Sequence[Decision], count: int, games: int, file: Path) -> list[dict[str, Any]]:
    """The contested decisions with their rollouts; what is missing is rolled out now."""
    program = gnubg_program()
    if program is None:
        raise SystemExit("gnubg is not found")
    file.parent.mkdir(parents=True, exist_ok=True)
    known = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    for number, position, plays in contested(decisions, known[-1]["number"] + 1 if known else 0):
        if len(known) >= count:
            break
        known.append({"number": number, **rolled_out(position, plays, games, program)})
        with file.open("a") as out:
            out.write(json.dumps(known[-1]) + "\n")
    return known[:count]


def compare(known: list[dict[str, Any]]) -> None:
    """Print what each choice loses, in millipoints, by either yardstick and by both."""
    ours, theirs = (1e3 * np.array([row[name] for row in known]) for name in ("ours", "gnubg"))
    print(f"{len(known)} contested decisions, games cut off after {CUT} plies, loss in millipoints")
    for name, worth in (("our games", ours), ("gnubg's games", theirs), ("the mean of both", (ours + theirs) / 2)):
        lost = worth.max(1, keepdims=True) - worth
        said = ", ".join(f"{who} {lost[:, k].mean():.2f} ± {_error(lost[:, k]):.2f}" for k, who in enumerate(CHOOSERS))
        gain = lost[:, 0] - lost[:, 2]
        print(f"  by {name}: {said}; gnubg less roller {gain.mean():+.2f} ± {_error(gain):.2f}")


def _error(values: Any) -> float:
    return float(values.std(ddof=1) / len(values) ** 0.5)


def main() -> None:
    """Roll out what is missing, and compare."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("decisions", type=Path)
    ask.add_argument("--count", type=int, default=60)
    ask.add_argument("--games", type=int, default=648)
    ask.add_argument("--file", type=Path, default=Path("build/roller.jsonl"))
    asked = ask.parse_args()
    compare(rows(read_decisions(asked.decisions), asked.count, asked.games, asked.file))


if __name__ == "__main__":
    main()
