"""A play: what one side does with a roll, hop by hop.

hop     one checker by one number, (source, target) in the mover's points; 25 = bar, 0 = off.
play    the hops of a turn, in an order in which each is legal when made (usbgf:4.2.2.1a).

Canonical order: of all legal orders that reach the same final position, the one that takes the
highest source first, and from the same source the longer hop first. A final position is thus
offered once, always with the same hops. A play that bears off the last checker ends there, whatever
numbers are left (ibf:1.2a).
"""

from collections.abc import Sequence
from itertools import chain, permutations
from typing import Final, NamedTuple

import msgspec

from barpoint.board.disciplines import BAR, OFF
from barpoint.board.position import Position

NO_MOVE: Final = "no move"
_HOME: Final = 6
Walk = tuple[int, ...]
"""The points a checker is said to touch, its source first."""


def place_text(place: int) -> str:
    """A point's number, `bar` or `off`."""
    return "bar" if place == BAR else "off" if place == OFF else str(place)


class Hop(NamedTuple):
    """One checker from `source` to `target`, in the mover's points."""

    source: int
    target: int

    @property
    def length(self) -> int:
        """How many points it moves the checker; a larger number may have borne it off."""
        return self.source - self.target

    def __str__(self) -> str:
        return f"{place_text(self.source)}/{place_text(self.target)}"


class Play(msgspec.Struct, frozen=True, gc=False):
    """A legal play of a position: its hops, and the position they lead to."""

    before: Position
    packed: bytes

    @classmethod
    def of(cls, before: Position, hops: tuple[Hop, ...] | list[Hop]) -> "Play":
        """The play that makes these hops; whether they are legal is `check_play`'s question."""
        return cls(before, bytes(chain.from_iterable(hops)).ljust(8, b"\0"))

    @property
    def hops(self) -> tuple[Hop, ...]:
        """The hops in the order played; a play from `legal_plays` has them in canonical order."""
        packed = self.packed
        return tuple([Hop(packed[k], packed[k + 1]) for k in range(0, len(packed.rstrip(b"\0")), 2)])

    @property
    def after(self) -> Position:
        """The position after the play, still seen by the mover."""
        return self.before.after(self.hops)

    @property
    def hits(self) -> tuple[int, ...]:
        """The mover's points on which an opposing checker was hit, in order."""
        them = list(self.before.them)
        across = self.before.discipline.across
        hit = []
        for hop in self.hops:
            if hop.target != OFF and them[across(hop.target)]:
                them[across(hop.target)] = 0
                hit.append(hop.target)
        return tuple(hit)

    @property
    def hop_text(self) -> str:
        """Every number played as an entry of its own, nothing grouped: `24/23 23/17`."""
        hit = list(self.hits)
        words = []
        for hop in self.hops:
            star = hop.target in hit
            if star:
                hit.remove(hop.target)
            words.append(f"{hop}{'*' if star else ''}")
        return " ".join(words) or NO_MOVE

    def __str__(self) -> str:
        """The canonical text, as gnubg writes it: whole ways, equal ones once with their number.

        Made in the order it stands in, hop by hop, it is legal: where the highest way first would not be, the ways
        follow the hops.
        """
        hit = set(self.hits)
        orders = permutations(_joined(self.hops))  # the highest way first is the first of them
        ways = next((ways for ways in orders if self._may_be_made([*chain.from_iterable(ways)])), None)
        walks = _as_played(self.hops, hit) if ways is None else [_shown(way, hit) for way in ways]
        counted: list[tuple[Walk, int]] = []
        for walk in walks:
            if counted and counted[-1][0] == walk:
                counted[-1] = (walk, counted[-1][1] + 1)
            else:
                counted.append((walk, 1))
        unmarked = set(hit)
        words = []
        for walk, count in counted:
            word = place_text(walk[0])
            for point in walk[1:]:
                word += "/" + place_text(point)
                if point in unmarked or (point in hit and point != walk[-1]):
                    word += "*"
                    unmarked.discard(point)
            words.append(word if count == 1 else f"{word}({count})")
        return " ".join(words) or NO_MOVE

    def _may_be_made(self, order: list[Hop]) -> bool:
        """Whether another order of these hops is surely legal as well.

        Where checkers are hit, what blocks a hop stays where it is: only the bar goes first, and a checker is borne off
        after what was behind it. Without hits (primes, the head) nothing but the order as played is sure.
        """
        hops = list(self.hops)
        if order == hops:
            return True
        if not self.before.discipline.hitting:
            return False
        entering = sum(hop.source == BAR for hop in hops)
        if any(hop.source != BAR for hop in order[:entering]):
            return False
        if len({hop.length for hop in hops}) == 1 and all(hop.source <= _HOME for hop in hops):
            return True  # every checker goes by the number itself
        return all(_behind(hop, hops) <= _behind(hop, order) for hop in set(hops) if hop.target == OFF)

    def __repr__(self) -> str:
        return f"Play({str(self)!r})"


def _joined(hops: Sequence[Hop]) -> list[list[Hop]]:
    """The hops of each checker, from the highest source down."""
    ways: list[list[Hop]] = []
    left = sorted(hops, key=lambda hop: (-hop.source, -hop.target))
    while left:
        way = [left.pop(0)]
        for hop in list(left):
            if hop.source == way[-1].target:
                way.append(hop)
                left.remove(hop)
        ways.append(way)
    return ways


def _as_played(hops: Sequence[Hop], hit: set[int]) -> list[Walk]:
    """The hops in their order; those that follow each other with one checker are a walk."""
    ways: list[list[Hop]] = []
    for hop in hops:
        if ways and ways[-1][-1].target == hop.source:
            ways[-1].append(hop)
        else:
            ways.append([hop])
    left, walks = set(hit), []
    for way in ways:
        walks.append(_shown(way, left))
        left -= {hop.target for hop in way}
    return walks


def _shown(way: Sequence[Hop], hit: set[int]) -> Walk:
    """The points of a way that are written: its ends, and where a checker was hit."""
    return (way[0].source, *(hop.target for hop in way[:-1] if hop.target in hit), way[-1].target)


def _behind(off: Hop, order: Sequence[Hop]) -> int:
    """How many hops from further back are made before a checker is borne off for the first time from here."""
    return sum(hop.source > off.source for hop in order[: order.index(off)])
