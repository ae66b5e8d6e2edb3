"""The doubling cube: its value, its owner, and who may turn it."""

import msgspec

from barpoint.board import Side


class Cube(msgspec.Struct, frozen=True):
    """A cube is worth 2 to the number of doubles accepted (usbgf:4.4.3a); centred, nobody owns it."""

    value: int = 1
    owner: Side | None = None
    offered: int | None = None  # while a double waits for its answer: the value on offer
    by: Side | None = None  # who made that offer
    beavered: bool = False  # the offer is a beaver, or a raccoon against one: `owner` keeps the cube

    def reachable_by(self, side: Side) -> bool:
        """Whether `side` has access: a centred cube or its own (usbgf:4.4.2d)."""
        return self.owner is None or self.owner is side

    def offer(self, side: Side, value: int, *, beaver: bool = False) -> "Cube":
        """The cube while `side` waits for the answer to a double."""
        return Cube(self.value, self.owner, value, side, beaver)

    def take(self) -> "Cube":
        """The offer accepted: whoever answers owns it, but after a beaver it stays with the beaver's maker."""
        if self.offered is None or self.by is None:
            return self
        return Cube(self.offered, self.owner if self.beavered else self.by.other)
