"""How a game ends: who won, and whether it is a single game, a gammon or a backgammon.

A side has won when none of its checkers is in play. Checkers that are missing, from the start or
taken off by mistake, are out of play but not borne off, so a short side wins sooner and can still
lose a gammon (bws:4.2.4b, ibf:14.1b, guide:6.4b). The level is read off the loser's checkers:

gammon      the loser has borne off nothing (ibf:2.10a), in every discipline (ibf:2.10b);
backgammon  besides, it has a checker on the bar or in the winner's home board (ibf:2.1a), in the
            disciplines that know it (ibf:2.1b).

Points, cube and score are the match's; a pass, a concession or a claim never reaches this module.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from barpoint.board.disciplines import (
    BAR,
    HOME,
    OFF,
    Discipline,
)
from barpoint.board.position import THEIRS, Position


class Level(IntEnum):
    """What a game is worth, as a multiple of the cube (usbgf:4.6.2)."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game, seen by "us" of the position it was read from."""

    mover_won: bool
    level: Level

    @property
    def worth(self) -> int:
        """The level for us: positive if we won, negative if we lost."""
        return int(self.level) if self.mover_won else -int(self.level)

    def flip(self) -> "Result":
        """The same result seen by the other side."""
        return Result(not self.mover_won, self.level)


def result(position: Position) -> Result | None:
    """Who won and at which level, or None while both sides have checkers in play."""
    if not position.is_over:
        return None
    ours, theirs = position.in_play, position.flip().in_play
    if not ours and not theirs:
        raise ValueError(f"expected at most one side to be finished, not both: {position}")
    loser = position.us if ours else position.them
    return Result(not ours, level_lost(loser, position.discipline))


_UP_TO: Final = {highest: tuple(level for level in Level if level <= highest) for highest in Level}
_UP_TO_SINGLE, _UP_TO_BACKGAMMON = _UP_TO[Level.SINGLE], _UP_TO[Level.BACKGAMMON]


def levels_open(position: Position, *, mover_loses: bool) -> tuple[Level, ...]:
    """The levels at which we (or, with `mover_loses` false, they) can still lose, lowest first.

    Without contact this is what may be conceded (usbgf:4.5.1c): a gammon only with nothing borne
    off, a backgammon only with a checker in the winner's home board as well. With contact a
    checker may yet be hit, so a backgammon stays open wherever the discipline knows it. Whether
    a lower level can still be reached is `certain_result`'s question, not asked here.
    """
    contact = position.contact
    if not contact and position.is_over:
        over = result(position)
        assert over is not None
        return (over.level,) if over.mover_won != mover_loses else ()
    if position.cells[OFF if mover_loses else THEIRS + OFF]:
        return _UP_TO_SINGLE
    if contact and position.discipline.backgammon_counts:
        return _UP_TO_BACKGAMMON
    loser = position.us if mover_loses else position.them
    return _UP_TO[level_lost(loser, position.discipline)]


def level_lost(loser: Sequence[int], rules: Discipline) -> Level:
    """What the game would cost this side if it ended now."""
    if loser[OFF]:
        return Level.SINGLE
    behind = loser[BAR] or any(loser[rules.across(point)] for point in HOME)
    return Level.BACKGAMMON if behind and rules.backgammon_counts else Level.GAMMON
