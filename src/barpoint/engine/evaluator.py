"""The one question every engine answers: how boards end, cubeless, with the side on roll about to throw."""

from typing import Any, NamedTuple, Protocol

import numpy as np

Array = np.ndarray[Any, Any]


class Chances(NamedTuple):
    """The five probabilities of a position; a gammon includes backgammons."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    @property
    def equity(self) -> float:
        """Cubeless money equity."""
        return 2 * self.win - 1 + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon

    def flip(self) -> "Chances":
        """The same seen by the other side."""
        return Chances(1 - self.win, self.lose_gammon, self.lose_backgammon, self.win_gammon, self.win_backgammon)


def lawful(chances: Chances) -> tuple[float, float, float, float, float]:
    """Chances with the small excess of 32-bit sums cut off."""
    win = min(max(chances.win, 0.0), 1.0)
    gammon, lost = min(chances.win_gammon, win), min(chances.lose_gammon, 1 - win)
    return (win, gammon, min(chances.win_backgammon, gammon), lost, min(chances.lose_backgammon, lost))


class Evaluator(Protocol):
    """Whoever can value boards: our nets, or a peer."""

    name: str

    def probabilities(self, boards: Array) -> Array:
        """[n, 5] for int8 boards [n, 26], each seen by the side on roll (`movegen_kernel` defines them)."""
        ...
