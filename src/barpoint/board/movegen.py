"""Legal plays of a roll, and the same as a tree of hops for a screen: the kernel's friendly face.

Nothing here decides legality; it asks `movegen_kernel` and wraps the answer. `head_cap` is Longgammon's
limit for this turn: the match knows it from turns and sides, and without it the board is read.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from barpoint.board.dice import Roll, RollLike
from barpoint.board.disciplines import (
    BAR,
    OFF,
    Discipline,
    Layout,
)
from barpoint.board.play import Hop, Play
from barpoint.board.position import Position

if TYPE_CHECKING:
    import numpy as np

_local = threading.local()
_Offer = tuple[bytes, Discipline, int, int, int | None]
"""A position's cells and discipline, the two dice, and the head cap."""
_MOST_OFFERS: Final = 1_000
_LARGEST_OFFER: Final = 500  # orders


def legal_plays(position: Position, roll: RollLike, head_cap: int | None = None) -> list[Play]:
    """Every distinct legal play of `roll`, each with its canonical hops; empty if there is none."""
    packed = _pack_plays(position, roll if isinstance(roll, Roll) else Roll.of(roll), head_cap)
    return [Play(position, packed[k : k + 8]) for k in range(0, len(packed), 8)]


def is_forced(position: Position, roll: Roll, head_cap: int | None = None) -> bool:
    """Whether there is one play at most."""
    return _search(position, roll, head_cap, every_order=False)[1] <= 1


def legal_orders(position: Position, roll: Roll, head_cap: int | None = None) -> list[bytes]:
    """Every legal sequence of hops, packed as in `Play`, highest source first; empty if there is none.

    Sequences that share their first hops stand together.
    """
    packed = _pack_plays(position, roll, head_cap, every_order=True)
    # Two numbers can bear off the same checker: the sequences are the same, whichever was meant.
    return list(dict.fromkeys(packed[k : k + 8] for k in range(0, len(packed), 8)))


def is_order(position: Position, roll: Roll, order: bytes, head_cap: int | None = None) -> bool:
    """Whether a packed sequence of hops is a legal order; the empty one is where there is no legal play."""
    if len(order) != 8:  # more hops than a roll has numbers
        return False
    packed = _desk().take_offer(position, roll, head_cap)
    if packed is None:
        packed = _pack_plays(position, roll, head_cap, every_order=True)
    if not packed:
        return not order.strip(b"\0")
    at = packed.find(order)
    while at % 8 and at >= 0:
        at = packed.find(order, at + 1)
    return at >= 0


@dataclass(frozen=True)
class HopTree:
    """What may be moved next, after the hops already made in this turn.

    `hops` are the legal next hops and `step` takes one. `complete` says the play may be ended
    here; a tree without hops that is complete at once is a roll with no legal play.
    """

    position: Position
    left: tuple[int, ...]
    """The numbers not yet played."""
    orders: tuple[bytes, ...]
    """The legal sequences of hops, from the start of the turn, that begin with those made."""
    path: tuple[Hop, ...] = ()

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
            at = 2 * len(node.path)
            key = (node.position.cells, tuple([order[at:].ljust(8, b"\0") for order in node.orders]))
            if key not in seen:
                seen.add(key)
                yield node
                waiting += [tree for _, tree in node.branches]

    @cached_property
    def branches(self) -> "tuple[tuple[Hop, HopTree], ...]":
        """Each legal next hop with the tree after it."""
        at = 2 * len(self.path)
        return tuple(
            (hop := Hop(*pair), self._after(hop, tuple(orders)))
            for pair, orders in groupby(self.orders, key=lambda order: order[at : at + 2])
            if pair.strip(b"\0")  # else the play ends here
        )

    def _after(self, hop: Hop, orders: tuple[bytes, ...]) -> "HopTree":
        return HopTree(self.position.after([hop]), _without(self.left, hop), orders, (*self.path, hop))


def _without(left: tuple[int, ...], hop: Hop) -> tuple[int, ...]:
    """The numbers left after a legal hop: a checker is borne off by the smallest number that can."""
    used = min(number for number in left if number == hop.length or (hop.target == OFF and number > hop.length))
    place = left.index(used)
    return left[:place] + left[place + 1 :]


def hop_tree(position: Position, roll: RollLike, head_cap: int | None = None) -> HopTree:
    """The legal plays of a roll as a tree of hops: every legal order, not only the canonical one."""
    roll = Roll.of(roll)
    return HopTree(position, roll.numbers, tuple(legal_orders(position, roll, head_cap)))


def choices(position: Position, roll: RollLike, head_cap: int | None = None) -> tuple[bytes, bool]:
    """What a screen offers whoever has rolled: the hop graph, and whether there is one play at most."""
    roll = Roll.of(roll)
    orders, count = _search(position, roll, head_cap, every_order=True)
    graph = _graph(position, roll, orders, count)
    if count <= _LARGEST_OFFER:
        _desk().keep_offer(position, roll, head_cap, orders[:count].tobytes())
    # One play's hops are made in any order at best: two, by either number, or four of a kind.
    several = count > (24 if roll.is_doublet else 4)
    return graph, not several and is_forced(position, roll, head_cap)


def hop_graph(position: Position, roll: RollLike, head_cap: int | None = None) -> bytes:
    """The same as numbered nodes, in JSON: hops that move the same checkers, in whatever order, lead to one node.

    A node is a list of branches [source, target, number used, whether it hits, node after it]; one without any ends
    the play. It is written by the kernel because a screen is sent it at every roll.
    """
    roll = Roll.of(roll)
    return _graph(position, roll, *_search(position, roll, head_cap, every_order=True))


def _graph(position: Position, roll: Roll, orders: Any, count: int) -> bytes:
    try:
        desk: _GraphDesk = _local.graphs
    except AttributeError:
        desk = _local.graphs = _GraphDesk()
    return desk.write(position, orders, count, roll)


def natural_head_cap(position: Position, roll: Roll) -> int:
    """The head cap read off the board: a side's first turn is the one it plays from a full head."""
    rules = position.discipline
    full = rules.checkers
    return rules.head_cap(
        roll.high if roll.is_doublet else None,
        first_turn=position.us[24] == full,
        moved_first=position.them[24] == full,
    )


def _pack_plays(position: Position, roll: Roll, head_cap: int | None, *, every_order: bool = False) -> bytes:
    """The plays as the kernel packs them, eight bytes each."""
    hops, count = _search(position, roll, head_cap, every_order=every_order)
    packed: bytes = hops[:count].tobytes()
    return packed


def _search(position: Position, roll: Roll, head_cap: int | None, *, every_order: bool) -> tuple[Any, int]:
    """The kernel's own array, good until this thread asks again, and how many plays are in it."""
    return _desk().search(position, roll, -1 if head_cap is None else head_cap, every_order)


def _desk() -> "_Desk":
    try:
        desk: _Desk = _local.plays
    except AttributeError:
        desk = _local.plays = _Desk()
    return desk


class _Desk:
    """What one thread works at: the compiled generator, its working memory, and where it leaves what it finds.

    The orders that a screen was offered last are kept until a play of that roll is asked for, which they judge.
    """

    def __init__(self) -> None:
        import numpy as np

        from barpoint.board.kernels import movegen_kernel

        self._plays = movegen_kernel.plays
        self._cells = partial(np.frombuffer, dtype=np.int8)
        self._work = movegen_kernel.scratch()
        self._hops = np.zeros((movegen_kernel.MAX_PLAYS, movegen_kernel.HOP_BYTES), np.int8)
        self._orders = np.zeros((movegen_kernel.MAX_ORDERS, movegen_kernel.HOP_BYTES), np.int8)
        self._offers: OrderedDict[_Offer, bytes] = OrderedDict()

    def search(self, position: Position, roll: Roll, head_cap: int, every_order: bool) -> tuple[Any, int]:
        hops = self._orders if every_order else self._hops
        cells, rules = self._cells(position.cells), rules_array(position.discipline)
        count = self._plays(cells, rules, roll.high, roll.low, head_cap, every_order, self._work, hops)
        if count < 0:
            raise ValueError(f"no plays are defined in {position}: {', '.join(position.problems())}")
        return hops, count

    def keep_offer(self, position: Position, roll: Roll, head_cap: int | None, orders: bytes) -> None:
        """Remember every legal order of a roll; of many rolls, the last."""
        self._offers[position.cells, position.discipline, roll.high, roll.low, head_cap] = orders
        if len(self._offers) > _MOST_OFFERS:
            self._offers.popitem(last=False)

    def take_offer(self, position: Position, roll: Roll, head_cap: int | None) -> bytes | None:
        """What was remembered of a roll; it is asked for once as a rule."""
        return self._offers.pop((position.cells, position.discipline, roll.high, roll.low, head_cap), None)


class _GraphDesk:
    """The same for graphs."""

    def __init__(self) -> None:
        import numpy as np

        from barpoint.board.kernels import graph_kernel as graphs

        self._graph, self._write = graphs.graph, graphs.write_graph
        self._cells = partial(np.frombuffer, dtype=np.int8)
        self._work = graphs.graph_scratch()
        self._branches = np.zeros((graphs.MAX_BRANCHES, 6), np.int16)
        self._text = np.zeros(graphs.MAX_TEXT, np.uint8)

    def write(self, position: Position, orders: Any, count: int, roll: Roll) -> bytes:
        rotated = position.discipline.layout is Layout.ROTATED
        cells = self._cells(position.cells)
        nodes = self._graph(cells, rotated, orders, count, roll.high, roll.low, self._work, self._branches)
        text: bytes = self._text[: self._write(nodes, self._work, self._branches, self._text)].tobytes()
        return text


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

    cells = np.frombuffer(position.cells, np.int8)
    board = np.empty(26, np.int8)
    np.subtract(cells[1:BAR], np.frombuffer(position.facing, np.int8), out=board[1:BAR])
    board[BAR] = cells[BAR]
    board[0] = cells[-1]
    return board
