"""Legal plays of a roll, and the same as a tree of hops for a screen: the kernel's friendly face.

Nothing here decides legality; it asks `kernel` and wraps the answer. `head_cap` is Longgammon's
limit for this turn: the match knows it from turns and sides, and without it the board is read.
"""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from barpoint.board.dice import Roll
from barpoint.board.discipline import BAR, Discipline
from barpoint.board.play import Hop, Play
from barpoint.board.position import Position

if TYPE_CHECKING:
    import numpy as np

_local = threading.local()


def legal_plays(position: Position, roll: Roll, head_cap: int | None = None) -> list[Play]:
    """Every distinct legal play of `roll`, each with its canonical hops; empty if there is none."""
    packed = _packed(position, (roll.high, roll.low, 4), head_cap)
    return [Play(position, packed[k : k + 8]) for k in range(0, len(packed), 8)]


class Dice(NamedTuple):
    """The numbers still to be played: `times` the number `high` if both are equal, else one of each."""

    high: int
    low: int
    times: int

    def without(self, number: int) -> "Dice | None":
        """What is left after playing `number`; None when that was the last."""
        if self.high == self.low:
            return Dice(self.high, self.low, self.times - 1) if self.times > 1 else None
        left = self.low if number == self.high else self.high
        return Dice(left, left, 1)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The distinct numbers left, the larger first."""
        return (self.high,) if self.high == self.low else (self.high, self.low)


@dataclass(frozen=True)
class HopTree:
    """What may be moved next, after the hops already made in this turn.

    `hops` are the legal next hops and `step` takes one. `complete` says the play may be ended
    here; a tree without hops that is complete at once is a roll with no legal play.
    """

    position: Position
    dice: Dice | None
    head_left: int
    made: tuple[Hop, ...] = ()

    @property
    def hops(self) -> tuple[Hop, ...]:
        """The hops that begin a legal rest of this turn, highest source first."""
        return tuple(hop for hop, _ in self.branches)

    @property
    def complete(self) -> bool:
        """Whether nothing more can be played, so that the turn may be ended."""
        return not self.branches

    def step(self, hop: tuple[int, int]) -> "HopTree":
        """The tree after one of `hops`; ValueError for any other."""
        for candidate, tree in self.branches:
            if candidate == tuple(hop):
                return tree
        raise ValueError(f"{Hop(*hop)} is not open here; expected one of {', '.join(map(str, self.hops)) or 'none'}")

    def walk(self) -> Iterator["HopTree"]:
        """This node and every node below it; nodes that stand alike are met once."""
        seen = set()
        waiting = [self]
        while waiting:
            node = waiting.pop()
            key = (node.position, node.dice)
            if key not in seen:
                seen.add(key)
                yield node
                waiting += [tree for _, tree in node.branches]

    @cached_property
    def branches(self) -> "tuple[tuple[Hop, HopTree], ...]":
        """Each legal next hop with the tree after it."""
        return tuple(self._search())

    def _search(self) -> "Iterator[tuple[Hop, HopTree]]":
        if self.dice is None:
            return
        packed = _packed(self.position, self.dice, self.head_left)
        if not packed:
            return
        longest = len(_hops(packed[:8]))
        # If one number only can be played, the plays found are those of the larger (ibf:12.5.3c).
        forced = {_hops(packed[k : k + 8])[0] for k in range(0, len(packed), 8)} if longest == 1 else None
        for number in self.dice.numbers:
            for hop in _single_hops(self.position, number, self.head_left):
                if forced is not None and hop not in forced:
                    continue
                left = self.dice.without(number)
                head_left = self.head_left - (hop.source == _head(self.position))
                tree = HopTree(self.position.after([hop]), left, head_left, (*self.made, hop))
                if longest == 1 or tree._longest() == longest - 1:
                    yield hop, tree

    def _longest(self) -> int:
        if self.dice is None:
            return 0
        return len(_hops(_packed(self.position, self.dice, self.head_left)[:8]))


def hop_tree(position: Position, roll: Roll, head_cap: int | None = None) -> HopTree:
    """The legal plays of a roll as a tree of hops: every legal order, not only the canonical one."""
    cap = head_cap if head_cap is not None else natural_head_cap(position, roll)
    return HopTree(position, Dice(roll.high, roll.low, 4 if roll.is_doublet else 2), cap)


def natural_head_cap(position: Position, roll: Roll) -> int:
    """The head cap read off the board: a side's first turn is the one it plays from a full head."""
    rules = position.discipline
    full = rules.checkers
    return rules.head_cap(
        roll.high if roll.is_doublet else None,
        first_turn=position.us[24] == full,
        moved_first=position.them[24] == full,
    )


def _head(position: Position) -> int:
    return 24 if not position.discipline.hitting else -1


def _single_hops(position: Position, number: int, head_left: int) -> list[Hop]:
    packed = _packed(position, (number, number, 1), head_left)
    return [Hop(packed[k], packed[k + 1]) for k in range(0, len(packed), 8)]


def _hops(packed: bytes) -> list[Hop]:
    return [Hop(packed[k], packed[k + 1]) for k in range(0, len(packed), 2) if packed[k]]


def _packed(position: Position, dice: tuple[int, int, int], head_cap: int | None) -> bytes:
    """The plays as the kernel packs them, eight bytes each."""
    import numpy as np

    from barpoint.board import kernel

    if not hasattr(_local, "work"):
        _local.work = kernel.scratch()
        _local.hops = np.zeros((kernel.MAX_PLAYS, kernel.HOP_BYTES), np.int8)
    cells = np.frombuffer(position.cells, np.int8)
    cap = -1 if head_cap is None else head_cap
    found = kernel.plays(cells, rules_array(position.discipline), *dice, cap, _local.work, _local.hops)
    if found < 0:
        raise ValueError(f"no plays are defined in {position}: {', '.join(position.problems())}")
    return _local.hops[:found].tobytes()  # type: ignore[no-any-return]  # thread-local is untyped


@cache
def rules_array(rules: Discipline) -> "np.ndarray[Any, np.dtype[np.int64]]":
    """A discipline as the kernel reads it."""
    import numpy as np

    return np.array(
        [rules.layout.value, rules.checkers, rules.hitting, rules.strict_blocks, rules.head.value], np.int64
    )


def board_array(position: Position) -> "np.ndarray[Any, np.dtype[np.int8]]":
    """A position as the kernel's 26 numbers in the mover's view."""
    import numpy as np

    board = np.zeros(26, np.int8)
    for point in range(1, 25):
        board[point] = position.us[point] - position.them[position.discipline.across(point)]
    board[BAR] = position.us[BAR]
    board[0] = position.them[BAR]
    return board
