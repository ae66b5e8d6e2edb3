"""Results that are certain whatever the dice show.

`certain_win` asks for one side: is it sure to win at a level or better, with its own best plays,
against every roll and every play of the opponent, a roll already thrown being fixed? That is the
"gin" of bws:4.3.3e; what the win is worth to the match is the match's question.
`certain_result` asks for the game: is only one result left? It decides which concessions guide:5.12b
admits and at which level a game is resigned under ibf:15.2b.

Without contact the answers are exact and immediate: 2-1 is the worst roll of the side that would win
and 6-6 the best of the other, so certainty is the claim test of usbgf:4.5.2 (`race` has the
argument). With contact `forced_search` looks within a budget; where it ends, nothing is claimed.
"""

from enum import Enum
from typing import Final

from barpoint.board.certainty.claims import RollInHand, first_plays
from barpoint.board.certainty.forced_search import Aim, ForcedSearch
from barpoint.board.outcome import Level, Result, levels_open, result
from barpoint.board.position import Position

BUDGET: Final = 8000
"""Positions a search may open: some 0.4 ms each."""


class Certainty(Enum):
    """The answer to whether something is certain; UNDECIDED if the search ran out of its budget."""

    CERTAIN = "certain"
    NOT_CERTAIN = "not_certain"
    UNDECIDED = "undecided"


def certain_win(
    position: Position,
    level: Level = Level.SINGLE,
    *,
    claimer_on_turn: bool = True,
    thrown: RollInHand = None,
    budget: int = BUDGET,
) -> Certainty:
    """Whether the side on turn (or the other) wins at `level` or better whatever is rolled.

    The position is seen by the side on turn, `thrown` is what it has in hand. A win is certain only
    if it comes: a side that can be kept from moving for ever is not certain to win.
    """
    return _certain(position, Aim(int(level)), claimer_on_turn=claimer_on_turn, thrown=thrown, budget=budget)


def certain_result(
    position: Position, *, thrown: RollInHand = None, misplays: bool = False, budget: int = BUDGET
) -> Result | None:
    """The only result left, seen by the side on turn; None if there are others or it is not settled.

    Both sides are taken to play well: the winner can force the level whatever is rolled, the loser can
    keep it from rising. With `misplays` no play of either side, however poor, may lead elsewhere,
    which is guide:5.12b to the letter.
    """
    over = result(position)
    if over is not None:
        return over
    for mover_wins in (True, False):
        level = _certain_level(position, mover_wins, thrown, misplays, budget)
        if level is not None:
            return (
                Result(mover_wins, level)
                if _loses_at_most(position, mover_wins, level, thrown, misplays, budget)
                else None
            )
    return None


def _certain_level(
    position: Position, mover_wins: bool, thrown: RollInHand, misplays: bool, budget: int
) -> Level | None:
    """The highest level at which this side is certain to win, None if its win is not."""
    certain = None
    for level in levels_open(position, mover_loses=not mover_wins):
        aim = Aim(int(level), misplays)
        answer = _certain(position, aim, claimer_on_turn=mover_wins, thrown=thrown, budget=budget)
        if answer is not Certainty.CERTAIN:
            break
        certain = level
    return certain


def _loses_at_most(
    position: Position, mover_wins: bool, level: Level, thrown: RollInHand, misplays: bool, budget: int
) -> bool:
    """Whether the loser is certain to lose no more than `level`."""
    if level is levels_open(position, mover_loses=not mover_wins)[-1]:
        return True
    aim = Aim(-int(level), misplays)
    answer = _certain(position, aim, claimer_on_turn=not mover_wins, thrown=thrown, budget=budget)
    return answer is Certainty.CERTAIN


def _certain(position: Position, aim: Aim, *, claimer_on_turn: bool, thrown: RollInHand, budget: int) -> Certainty:
    over = result(position)
    if over is not None:
        worth = over.worth if claimer_on_turn else -over.worth
        return Certainty.CERTAIN if worth >= aim.at_least else Certainty.NOT_CERTAIN
    search = ForcedSearch(position, aim, claimer_on_turn=claimer_on_turn, budget=budget)
    if thrown is None:
        holds = search.holds([position], claimer_moves=claimer_on_turn, every=True)
    else:
        after = [play.after.flip() for play in first_plays(position, thrown)]
        every = aim.misplays or not claimer_on_turn
        holds = search.holds(after, claimer_moves=not claimer_on_turn, every=every)
    if holds is None:
        return Certainty.UNDECIDED
    return Certainty.CERTAIN if holds else Certainty.NOT_CERTAIN
