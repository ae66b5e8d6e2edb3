"""The engine's questions: plays, the cube, games played out. Each takes a position as `position` reads it.

A `Board` with dice, cube or score is answered with them; a bare position is judged for money without the cube, and its
cube as a centred one. Levels (`plies`) count rolls looked ahead, as gnubg does: 0 is the nets alone.
"""

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from barpoint.board import RollLike
from barpoint.library.board import Board, PositionLike, position
from barpoint.progress import shown_steps, step

if TYPE_CHECKING:
    from barpoint.engine import Chances, CubeDecision, RankedPlay, RolloutReport, Stakes

Progress = bool | Callable[[float, float], None] | None
"""How long work is shown: True or False, or a function that hears how much of how much is done.

None shows it on standard error if that is a terminal.
"""


def evaluate(where: PositionLike, plies: int = 2) -> "Chances":
    """How a position ends for the side on roll: wins, gammons and backgammons, and `equity`, cubeless.

    >>> import barpoint as bp
    >>> round(bp.evaluate("x 1:2 | o 1:2", plies=0).win, 3)
    1.0
    """
    from barpoint.engine import knowledge_of

    board = position(where)
    return knowledge_of(board.discipline).chances(board, plies)


def rank_plays(where: PositionLike, roll: RollLike | None = None, plies: int = 2) -> "list[RankedPlay]":
    """Every legal play, best first; a roll of None is the dice on the board.

    >>> import barpoint as bp
    >>> [entry.play for entry in bp.rank_plays("start", "31", plies=1)][:2]
    [Play('8/5 6/5'), Play('24/23 13/10')]
    """
    from barpoint.engine import knowledge_of

    board = position(where)
    return knowledge_of(board.discipline).rank_plays(board, board.roll_of(roll), plies, stakes=stakes_of(board))


def best_play(where: PositionLike, roll: RollLike | None = None, plies: int = 2) -> "RankedPlay":
    """The play the engine would make, with its `chances` and `equity`; by the score and cube of the position.

    A roll that cannot be played gives a play without hops.

    >>> import barpoint as bp
    >>> bp.best_play("start", "31", plies=2).play
    Play('8/5 6/5')
    """
    return rank_plays(where, roll, plies)[0]


def cube(where: PositionLike, plies: int = 2) -> "CubeDecision":
    """What both sides should do with the cube before the roll: `text`, and what each action is worth.

    >>> import barpoint as bp
    >>> bp.cube("x 6:3 5:3 | o 6:4 5:4", plies=1).text
    'Double, pass'
    """
    from barpoint.engine import Stakes, knowledge_of
    from barpoint.service.analysis import cube_state_around

    board = position(where)
    stakes = Stakes(cube_state_around(board.situation))
    return knowledge_of(board.discipline).cube_decision(board, stakes, plies)[1]


def rollout(
    where: PositionLike,
    roll: RollLike | None = None,
    games: int = 1296,
    *,
    candidates: int = 3,
    plies: int = 0,
    truncate: int = 0,
    cubeful: bool | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress = None,
) -> "RolloutReport":
    """The best plays of a roll, or a position before it, played out in many games with the luck taken out.

    The dice on the board are taken if no roll is named. With the cube if the position has one or a score, unless
    `cubeful` says otherwise. Games come in blocks of 36, so `games` is rounded up. The same seed gives the same
    result, whatever the number of threads.

    >>> import barpoint as bp
    >>> report = bp.rollout("start", "31", games=36, truncate=5)
    >>> report.ranking[0].contender.play
    Play('8/5 6/5')
    >>> print(report.ranking[0])
    8/5 6/5 +0.1568 ± 0.0045, 36 games
    """
    from barpoint.engine import (
        Rollout,
        RolloutSettings,
        ThreadWorkers,
        play_contender,
        position_contender,
    )
    from barpoint.service.analysis import cube_state_around

    board = position(where)
    state = cube_state_around(board.situation)
    if roll is None and board.dice is None:
        contenders = [position_contender(board, state)]
    else:
        ranked = rank_plays(board, roll, min(plies + 1, 2))[:candidates]
        contenders = [play_contender(entry.play, state, str(entry.play)) for entry in ranked]
    settings = RolloutSettings(
        games=games,
        least=min(games, 324),
        seed=seed,
        cubeful=stakes_of(board) is not None if cubeful is None else cubeful,
        plies=plies,
        truncate=truncate,
    )
    running = Rollout(contenders, settings, ThreadWorkers(threads or os.cpu_count() or 1))
    with shown_steps(wants_display(progress)), step("rolling out") as line:

        def tell(report: "RolloutReport") -> None:
            line(report.played, report.planned, f"{report.played} of {report.planned} games")
            if callable(progress):
                progress(report.played, report.planned)

        return running.run(tell)


def wants_display(progress: Progress) -> bool:
    """Whether long work is shown on standard error."""
    if progress is None:
        return sys.stderr is not None and sys.stderr.isatty()
    return progress is True


def stakes_of(board: Board) -> "Stakes | None":
    """What a board is played for; None if it does not say, which is money without the cube."""
    from barpoint.engine import Stakes
    from barpoint.service.analysis import cube_state_around

    return None if board.situation is None else Stakes(cube_state_around(board.situation))
