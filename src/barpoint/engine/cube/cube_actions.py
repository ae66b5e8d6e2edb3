"""Cube decisions from five probabilities: what each action is worth, which is right, and its name.

Money (with or without Jacoby and beavers) or any match score. Equities are normalised to the present cube: for
money in its units, in a match as EMG, so that a pass is always worth +1 to the doubler. The model of the cube's
liveliness is `cube_kernel`'s; a search asks the kernel directly and brings better probabilities.

It does not judge a position: the probabilities and the efficiency come from whoever evaluated it.
"""

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Final

import numpy as np

from barpoint.engine.cube import cube_kernel
from barpoint.engine.cube.match_equity import (
    Away,
    MatchEquityTable,
    equity_of,
    payoffs,
)

ChanceTuple = tuple[float, float, float, float, float]
"""Win, gammon, backgammon, lost gammon, lost backgammon; a gammon includes backgammons."""

CONTACT_EFFICIENCY: Final = cube_kernel.CONTACT_EFFICIENCY
BEAROFF_EFFICIENCY: Final = cube_kernel.BEAROFF_EFFICIENCY
SCORE_EFFICIENCY: Final = cube_kernel.SCORE_EFFICIENCY
_OPTIONAL: Final = 1e-6


class Owner(Enum):
    """Where the cube stands, seen by the side on roll."""

    CENTRED = cube_kernel.CENTRED
    OURS = cube_kernel.OURS
    THEIRS = cube_kernel.THEIRS


class CubeAction(StrEnum):
    """The right action of both sides."""

    NO_DOUBLE_TAKE = "No double, take"
    NO_DOUBLE_BEAVER = "No double, beaver"
    DOUBLE_TAKE = "Double, take"
    DOUBLE_BEAVER = "Double, beaver"
    DOUBLE_PASS = "Double, pass"
    OPTIONAL_TAKE = "Optional double, take"
    OPTIONAL_PASS = "Optional double, pass"
    TOO_GOOD_TAKE = "Too good to double, take"
    TOO_GOOD_PASS = "Too good to double, pass"
    DEAD_CUBE = "Never double, dead cube"
    NOT_OURS = "No cube to turn"

    @property
    def doubles(self) -> bool:
        """Whether the side on roll should turn the cube."""
        return self in _DOUBLES

    @property
    def takes(self) -> bool:
        """Whether the other side should take, if doubled."""
        return self not in {CubeAction.DOUBLE_PASS, CubeAction.OPTIONAL_PASS, CubeAction.TOO_GOOD_PASS}


_DOUBLES: Final = frozenset(
    {
        CubeAction.DOUBLE_TAKE,
        CubeAction.DOUBLE_BEAVER,
        CubeAction.DOUBLE_PASS,
        CubeAction.OPTIONAL_TAKE,
        CubeAction.OPTIONAL_PASS,
    }
)


@dataclass(frozen=True, slots=True)
class CubeState:
    """The cube and what it is played for; `score` None is money."""

    value: int = 1
    owner: Owner = Owner.CENTRED
    score: Away | None = None
    jacoby: bool = False
    beavers: bool = False

    def __post_init__(self) -> None:
        if self.value < 1 or self.value & (self.value - 1):
            raise ValueError(f"a cube shows a power of two, not {self.value}")
        if self.score and (self.jacoby or self.beavers):
            raise ValueError("Jacoby and beavers are for money play, not for a match")

    @property
    def available(self) -> bool:
        """Whether the side on roll may double at all."""
        return self.owner is not Owner.THEIRS and not (self.score and self.score.crawford)

    @property
    def dead(self) -> bool:
        """Whether turning it could win nothing: the present cube already wins the match."""
        return self.score is not None and self.score.ours <= self.value


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """Normalised equities of the three actions, and the right one.

    `double_take` is the plain take; a beaver, where it is right, doubles it once more.
    """

    no_double: float
    double_take: float
    double_pass: float
    action: CubeAction
    redouble: bool

    @property
    def equity(self) -> float:
        """The equity under best cube action of both sides."""
        if not self.action.doubles:
            return self.no_double
        if self.action is CubeAction.DOUBLE_BEAVER:
            return 2 * self.double_take
        return min(self.double_take, self.double_pass)

    @property
    def text(self) -> str:
        """The action in words; a turned cube is redoubled."""
        words = str(self.action)
        return words.replace("Double", "Redouble").replace(" double", " redouble") if self.redouble else words

    def __str__(self) -> str:
        return f"{self.text} {self.equity:+.4f}"


def cube_efficiency(*, contact: bool, bearing_off: bool = False, pips: int = 0, match_cube: int = 0) -> float:
    """How alive the cube is: contact .68, bear-off .6, other races by the mover's pip count.

    With contact it is .58 at a match score while the cube shows 1 or 2: `match_cube`, 0 for money.
    """
    if contact:
        return SCORE_EFFICIENCY if 0 < match_cube <= 2 else CONTACT_EFFICIENCY
    if bearing_off:
        return BEAROFF_EFFICIENCY
    return min(max(0.55 + 0.00125 * pips, 0.6), 0.7)


def cubeful_equity(
    chances: ChanceTuple,
    state: CubeState,
    efficiency: float = CONTACT_EFFICIENCY,
    table: MatchEquityTable | None = None,
) -> float:
    """Normalised cubeful equity with the cube where it is, no action considered."""
    probabilities = _check_chances(chances)
    if state.score is None:
        return float(cube_kernel.cubeful_money(probabilities, efficiency, state.owner.value, state.jacoby))
    score = state.score
    win, lose = payoffs(score, table)
    mwc = cube_kernel.cubeful_match(probabilities, efficiency, *_match_cube(state, score), win, lose)
    return equity_of(float(mwc), score, state.value, table)


def _match_cube(state: CubeState, score: Away) -> tuple[int, int, int, int, bool]:
    """The cube and the score as the kernels of a match take them."""
    return state.value, state.owner.value, score.ours, score.theirs, not score.crawford


def decide_cube(
    chances: ChanceTuple,
    state: CubeState,
    efficiency: float = CONTACT_EFFICIENCY,
    table: MatchEquityTable | None = None,
    turned: float | None = None,
) -> CubeDecision:
    """What the side on roll and its opponent should do with the cube; `turned` is its efficiency then, if another."""
    probabilities = _check_chances(chances)
    score = state.score
    if score is None:
        no_double, take, cash = cube_kernel.decide_money(probabilities, efficiency, state.owner.value, state.jacoby)
        values = (float(no_double), float(take), float(cash))
    else:
        win, lose = payoffs(score, table)
        cube = _match_cube(state, score)
        no_double, take, cash = cube_kernel.decide_match(probabilities, efficiency, *cube, win, lose)
        if turned is not None:
            _, take, _ = cube_kernel.decide_match(probabilities, turned, *cube, win, lose)
        no_double, take, cash = (equity_of(float(mwc), score, state.value, table) for mwc in (no_double, take, cash))
        values = (no_double, take, cash)
    return decide_by_equities(*values, state)


def decide_by_equities(no_double: float, double_take: float, double_pass: float, state: CubeState) -> CubeDecision:
    """The decision three equities make, whoever found them."""
    action = _action(no_double, double_take, double_pass, state)
    return CubeDecision(no_double, double_take, double_pass, action, state.owner is Owner.OURS)


def _action(no_double: float, take: float, cash: float, state: CubeState) -> CubeAction:
    if not state.available:
        return CubeAction.NOT_OURS
    if state.dead:
        return CubeAction.DEAD_CUBE
    beaver = state.beavers and take < 0
    doubled = 2 * take if beaver else min(take, cash)
    if abs(no_double - doubled) < _OPTIONAL:
        return CubeAction.OPTIONAL_TAKE if take < cash else CubeAction.OPTIONAL_PASS
    if doubled > no_double:
        if beaver:
            return CubeAction.DOUBLE_BEAVER
        return CubeAction.DOUBLE_TAKE if take < cash else CubeAction.DOUBLE_PASS
    if beaver:
        return CubeAction.NO_DOUBLE_BEAVER
    if take >= cash:
        return CubeAction.TOO_GOOD_PASS
    return CubeAction.TOO_GOOD_TAKE if no_double > cash else CubeAction.NO_DOUBLE_TAKE


def _check_chances(chances: ChanceTuple) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances
    slack = 1e-6
    ordered = (
        backgammon <= gammon + slack <= win + 2 * slack
        and lost_backgammon <= lost_gammon + slack <= 1 - win + 2 * slack
    )
    if not ordered or min(chances) < -slack or max(chances) > 1 + slack:
        raise ValueError(
            "expected win >= gammon >= backgammon and lose >= lost gammon >= lost backgammon within 0 and 1, "
            f"not {tuple(round(x, 4) for x in chances)}"
        )
    return np.array(chances, np.float64)
