"""What a side gets whatever is rolled: a search over positions in which the sides still meet.

claimer     the side that would get at least `Aim.at_least`, a result's worth for it: 2 is to win a
            gammon or more, -1 to lose no more than a single game.
adversary   chance and the opponent together: it picks every roll and the opponent's plays. The
            claimer picks its own plays, unless the aim counts misplays; then nobody picks for it.

A position is refuted if the adversary keeps the claimer from its aim. With the claimer to move that
takes one roll of which every play is refuted; with the opponent to move, one play of one roll. A
position that comes back is refuted too: the claimer has got nowhere. Without contact `race` answers.

Most positions are refuted by a narrow line: a checker is hit, dances, and the opponent goes home. So
the search widens: first only the adversary's most promising choice at each turn, then a few, at
last all of them. What a narrow search refutes is refuted; only the full one can show the contrary.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from barpoint.board.dice import ROLLS
from barpoint.board.discipline import BAR, HOME, OFF, POINTS
from barpoint.board.movegen import board_array, rules_array
from barpoint.board.outcome import Level, result
from barpoint.board.position import Position
from barpoint.board.race import comes_first, surely_escapes, turns_at_best, turns_at_most, turns_at_worst

if TYPE_CHECKING:
    import numpy as np

    Board = np.ndarray[Any, np.dtype[np.int8]]

_EVERYTHING: Final = 10**9
_WIDENING: Final = ((1, 0.05), (3, 0.2), (10, 0.3), (_EVERYTHING, 1.0))
"""How many of the adversary's choices are tried at each turn, and up to what share of the budget."""
_DEEPEST: Final = 200
_NOWHERE: Final = 10**9
