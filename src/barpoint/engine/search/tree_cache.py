"""A tree that remembers what it has looked at: whole trees of boards, the latest first, up to a size.

The same board to the same depth gives the same leaves, whatever the cube and the score: so remembering them leaves no
trace in a result.
"""

import threading
from collections import OrderedDict
from typing import Final

from barpoint.board import Position, Roll
from barpoint.engine.cube.cube_search import SearchTree
from barpoint.engine.evaluator import Array
from barpoint.engine.search.engine import Candidates, SearchPlan

_MOST_BYTES: Final = 32 << 20


class CachedTree:
    """Looks with another tree's eyes, once; may be used by several threads."""

    def __init__(self, tree: SearchTree) -> None:
        self._tree = tree
        self._seen: OrderedDict[tuple[bytes, int], tuple[Array, Array]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    @property
    def plan(self) -> SearchPlan:
        """The other's."""
        return self._tree.plan

    def board(self, position: Position) -> Array:
        """As the other reads it."""
        return self._tree.board(position)

    def value(self, board: Array, plies: int) -> Array:
        """The five probabilities alone."""
        return self.look(board, plies)[0]

    def candidates(self, position: Position, roll: Roll, head_cap: int | None = None) -> Candidates:
        """The other's."""
        return self._tree.candidates(position, roll, head_cap)

    def look(self, board: Array, plies: int) -> tuple[Array, Array]:
        """What was seen before, or is seen now."""
        key = board[:26].tobytes(), plies
        with self._lock:
            known = self._seen.get(key)
        if known is not None:
            return known
        outcome = self._tree.look(board, plies)
        with self._lock:
            if key not in self._seen:
                self._seen[key] = outcome
                self._bytes += outcome[1].nbytes
            while self._bytes > _MOST_BYTES:
                self._bytes -= self._seen.popitem(last=False)[1][1].nbytes
        return outcome
