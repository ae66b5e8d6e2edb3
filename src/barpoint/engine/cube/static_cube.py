"""The cube decision of a position from its chances alone: by the model of `cube_actions`, exact where a table knows it.

Short bear-offs (up to six checkers a side) played for money are exact, last rolls among them, where no model of a
cube's liveliness holds. `cube_search` looks ahead with the cube; this is for chances that come from elsewhere.
"""

from functools import cache
from typing import Any

from barpoint.board import BACKGAMMON, BAR, Layout, Position
from barpoint.engine.bearoff import bearoff_kernel
from barpoint.engine.bearoff.bearoff_tables import (
    TWO_SIDED,
    TwoSidedTable,
    home_rank,
)
from barpoint.engine.cube.cube_actions import (
    CubeDecision,
    CubeState,
    Owner,
    cube_efficiency,
    decide_by_equities,
    decide_cube,
)
from barpoint.engine.cube.match_equity import MatchEquityTable
from barpoint.engine.evaluator import Chances, lawful


def decide_at(
    position: Position, chances: Chances, state: CubeState, table: MatchEquityTable | None = None
) -> CubeDecision:
    """What both sides should do with the cube, us on roll with these chances."""
    if exact := exact_decision(position, state):
        return exact
    cube = state.value if state.score else 0
    now, turned = efficiency_of(position, cube), efficiency_of(position, 2 * cube)
    return decide_cube(lawful(chances), state, now, table, turned)


def efficiency_of(position: Position, match_cube: int = 0) -> float:
    """How alive the cube is in a position, us on roll; `match_cube` is what it shows at a match score, 0 for money."""
    racing = not position.contact and position.us[BAR] == 0
    home = racing and position.is_home and position.flip().is_home
    return cube_efficiency(contact=not racing, bearing_off=home, pips=position.pips, match_cube=match_cube)


def exact_decision(position: Position, state: CubeState) -> CubeDecision | None:
    """The decision of a short bear-off for money; None for anything else."""
    if state.score is not None or not state.available or not _short(position):
        return None
    no_double, take = _exact(position, owned=state.owner is Owner.OURS)
    return decide_by_equities(no_double, take, 1.0, state)


def _short(position: Position) -> bool:
    if position.discipline.checkers != BACKGAMMON.checkers or position.discipline.layout is not Layout.MIRRORED:
        return False
    theirs = position.flip()
    if not (0 < position.in_play <= TWO_SIDED and 0 < theirs.in_play <= TWO_SIDED):
        return False
    return position.is_home and theirs.is_home


def _exact(position: Position, *, owned: bool) -> tuple[float, float]:
    """Money equities of rolling and of a double that is taken, per unit of the cube."""
    table = TwoSidedTable.load()
    us, them = (home_rank(side[1:7], table.most) for side in (position.us, position.them))
    rows, offsets = _rows()
    _, own, unavailable, centred = bearoff_kernel.rolling(us, them, rows, offsets, table.values)
    return float(own if owned else centred), float(2 * unavailable)


@cache
def _rows() -> Any:
    return bearoff_kernel.rows(TWO_SIDED)
