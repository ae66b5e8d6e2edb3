"""A play: what one side does with a roll, hop by hop.

hop     one checker by one number, (source, target) in the mover's points; 25 = bar, 0 = off.
play    the hops of a turn, in an order in which each is legal when made (usbgf:4.2.2.1a).

Canonical order: of all legal orders that reach the same final position, the one that takes the
highest source first, and from the same source the longer hop first. A final position is thus
offered once, always with the same hops. A play that bears off the last checker ends there, whatever
numbers are left (ibf:1.2a).
"""

from itertools import chain
from typing import NamedTuple

import msgspec

from barpoint.board.discipline import BAR, OFF
from barpoint.board.position import Position


class Hop(NamedTuple):
    """One checker from `source` to `target`, in the mover's points."""

    source: int
    target: int

    @property
    def length(self) -> int:
        """How many points it moves the checker; a larger number may have borne it off."""
        return self.source - self.target

    def __str__(self) -> str:
        source = "bar" if self.source == BAR else str(self.source)
        target = "off" if self.target == OFF else str(self.target)
        return f"{source}/{target}"


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

    def __str__(self) -> str:
        hit = list(self.hits)
        words = []
        for hop in self.hops:
            star = hop.target in hit
            if star:
                hit.remove(hop.target)
            words.append(f"{hop}{'*' if star else ''}")
        return " ".join(words) or "no play"
