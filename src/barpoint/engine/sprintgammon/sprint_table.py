"""Sprintgammon, solved: exact chances and money equities of every position, and the best play by them.

The table holds, for each of the 3,276 x 3,276 pairs of hands with the first side to roll: the five probabilities
under best cubeless money play; and cubeful money equities, per unit of the cube and before any cube action, with the
cube owned by the mover, unavailable to it, centred, and centred with Jacoby. `barpoint engine solve sprintgammon`
builds it (`sprint_solver`); it is then read from disk page by page. Match scores are left to the search.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

from barpoint.board import BAR, ROLLS, SPRINTGAMMON, Play, Position, Roll, legal_plays
from barpoint.engine.cube.cube_actions import (
    ChanceTuple,
    CubeDecision,
    CubeState,
    Owner,
    decide_by_equities,
)
from barpoint.engine.folders import data_home
from barpoint.engine.sprintgammon import sprint_kernel

Array = np.ndarray[Any, Any]
EquityKind = Literal["cubeless", "owned", "unavailable", "centred", "jacoby"]

CUBEFUL: Final[tuple[EquityKind, ...]] = ("owned", "unavailable", "centred", "jacoby")
NEXT: Final[dict[EquityKind, EquityKind]] = {
    "cubeless": "cubeless",
    "owned": "unavailable",
    "unavailable": "owned",
    "centred": "centred",
    "jacoby": "jacoby",
}
"""Where the cube stands for the other side."""


@dataclass(frozen=True, slots=True)
class SprintValue:
    """One position, the side to roll: its chances and its money equities."""

    chances: ChanceTuple
    cubeless: float
    owned: float
    unavailable: float
    centred: float
    jacoby: float

    def equity(self, kind: EquityKind) -> float:
        """One of the equities."""
        return float(getattr(self, kind))


@dataclass(frozen=True, eq=False)
class SprintTable:
    """The solved table, mapped from disk."""

    probabilities: Array
    cubeful: dict[EquityKind, Array]
    card: dict[str, Any]

    @classmethod
    @cache
    def load(cls, folder: Path | None = None) -> "SprintTable":
        """The table in `folder`, by default in the user's data folder; FileNotFoundError if it is not built."""
        folder = folder or table_folder()
        if not (folder / "card.json").exists():
            raise FileNotFoundError(
                f"no Sprintgammon table in {folder}; `barpoint engine solve sprintgammon` builds it"
            )
        arrays: dict[EquityKind, Array] = {kind: np.load(folder / f"{kind}.npy", mmap_mode="r") for kind in CUBEFUL}
        card = json.loads((folder / "card.json").read_text("utf-8"))
        return cls(np.load(folder / "probabilities.npy", mmap_mode="r"), arrays, card)

    def lookup(self, position: Position, *, quick: bool = False) -> SprintValue:  # noqa: ARG002  # a net may be quick
        """The value of a position, us to roll."""
        us, them = ranks(position)
        win, gammon, backgammon, lost_gammon, lost_backgammon = (float(x) for x in self.probabilities[us, them])
        chances = (win, gammon, backgammon, lost_gammon, lost_backgammon)
        return SprintValue(
            chances, float(chances_equity(chances)), *(float(self.cubeful[kind][us, them]) for kind in CUBEFUL)
        )

    def equity(self, position: Position, kind: EquityKind = "cubeless") -> float:
        """One equity of a position, us to roll (or to double)."""
        us, them = ranks(position)
        if kind == "cubeless":
            return float(chances_equity(self.probabilities[us, them].astype(np.float64)))
        return float(self.cubeful[kind][us, them])

    def best_play(self, position: Position, roll: Roll, kind: EquityKind = "cubeless") -> tuple[Play | None, float]:
        """The best play of a roll and its equity; None if there is no legal play."""
        return best_play(position, roll, lambda after: self.equity(after, NEXT[kind]))

    def rolling(self, position: Position, kind: EquityKind = "cubeless", rolls: tuple[Roll, ...] = ROLLS) -> float:
        """Equity of rolling now with the cube left alone; `rolls` may be those of an opening."""
        total = sum(roll.weight * self.best_play(position, roll, kind)[1] for roll in rolls)
        return total / sum(roll.weight for roll in rolls)

    def decide_cube(self, position: Position, state: CubeState) -> CubeDecision:
        """The exact money cube decision; beavers are named, but the equities of later play assume none."""
        return decide_by_rolling(lambda kind: self.rolling(position, kind), self.equity(position, "unavailable"), state)


def kind_of(state: CubeState) -> EquityKind:
    """Which equity a money cube asks for."""
    if state.owner is not Owner.CENTRED:
        return "owned" if state.owner is Owner.OURS else "unavailable"
    return "jacoby" if state.jacoby else "centred"


def decide_by_rolling(rolling: Callable[[EquityKind], float], unavailable: float, state: CubeState) -> CubeDecision:
    """The money cube decision from the equity of rolling and that of the cube in their hands."""
    if state.score is not None:
        raise ValueError("Sprintgammon's equities are for money play; at a match score ask the search")
    return decide_by_equities(rolling(kind_of(state)), 2 * unavailable, 1.0, state)


def table_folder() -> Path:
    """Where the built table lies."""
    return data_home() / "sprintgammon"


def ranks(position: Position) -> tuple[int, int]:
    """The position's cell: the rank of our hand and of theirs."""
    if position.discipline.checkers != SPRINTGAMMON.checkers or not position.discipline.hitting:
        raise ValueError(f"the table is Sprintgammon's, not {position.discipline.title}'s")
    if problems := position.problems():
        raise ValueError(f"{position} is not a position of Sprintgammon: {', '.join(problems)}")
    us, them = (sprint_kernel.rank_hand(*_places(side)) for side in (position.us, position.them))
    return us, them


def best_play(position: Position, roll: Roll, value: Callable[[Position], float]) -> tuple[Play | None, float]:
    """The play after which the opponent, to roll, has the least `value`; and its worth to us."""
    plays = legal_plays(position, roll)
    if not plays:
        return None, -value(position.flip())
    worth = [-value(play.after.flip()) for play in plays]
    best = int(np.argmax(worth))
    return plays[best], worth[best]


def _places(side: tuple[int, ...]) -> list[int]:
    return [place for place in range(BAR, -1, -1) for _ in range(side[place])]


def chances_equity(chances: Any) -> Any:
    """Cubeless money equity of five chances, or of five columns of them."""
    win, gammon, backgammon, lost_gammon, lost_backgammon = chances
    return 2 * win - 1 + gammon + backgammon - lost_gammon - lost_backgammon
