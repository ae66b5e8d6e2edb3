"""Ending a game by agreement: whether to accept a resignation, at which level to resign, what to claim.

Resigning is for games that are lost beyond doubt: a level is offered only if winning, and losing more, are both
practically excluded. Whether a game may be resigned or claimed at all is the match's and the book's business; the
claim test itself is `board.certainty`'s.
"""

from typing import Final

from barpoint.board import Level, Position
from barpoint.board.certainty import ClaimTest, claim_test
from barpoint.engine.cube.cube_actions import (
    CubeState,
    Owner,
    cubeful_equity,
)
from barpoint.engine.cube.match_equity import MatchEquityTable, equity_of
from barpoint.engine.cube.static_cube import efficiency_of
from barpoint.engine.evaluator import Chances, lawful

_EXCLUDED: Final = 1e-4
_TRIFLE: Final = 1e-3


def accepts_resignation(
    chances: Chances, position: Position, state: CubeState, level: int, table: MatchEquityTable | None = None
) -> bool:
    """Whether winning at `level` now is worth as much as playing on, us on roll with these chances."""
    playing_on = cubeful_equity(
        lawful(chances), state, efficiency_of(position, state.value if state.score else 0), table
    )
    return win_equity(state, level, table) >= playing_on - _TRIFLE


def win_equity(state: CubeState, level: int, table: MatchEquityTable | None = None) -> float:
    """The normalised equity of winning the game at a level; under Jacoby a centred cube wins one point."""
    if state.score is None:
        return 1.0 if state.jacoby and state.owner is Owner.CENTRED else float(level)
    table = table or MatchEquityTable.kazaross()
    return equity_of(table.after(state.score, level * state.value), state.score, state.value, table)


def resigns_at(chances: Chances) -> int:
    """The level at which we should resign; 0 while there is anything to play for."""
    if chances.win > _EXCLUDED:
        return 0
    if chances.lose_backgammon > _EXCLUDED:
        return 3 if chances.lose_backgammon > 1 - _EXCLUDED else 0
    if chances.lose_gammon > _EXCLUDED:
        return 2 if chances.lose_gammon > 1 - _EXCLUDED else 0
    return 1


def claims_at(position: Position) -> int:
    """The highest level at which our claim, made on our turn, passes the test; 0 if none does."""
    best = 0
    for level in Level:
        tested = claim_test(position, level)
        if isinstance(tested, ClaimTest) and tested.holds:
            best = int(level)
    return best
