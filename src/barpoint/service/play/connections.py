"""Who is connected to a room: to this process, and to the others as far as they say. Nothing of it is kept."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from barpoint.board import Side


@dataclass(slots=True, eq=False)
class Connections:
    """The connections of both sides, and the spectators at other processes."""

    here: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))  # to this process
    elsewhere: dict[Side, set[str]] = field(default_factory=lambda: {side: set() for side in Side})  # other processes
    onlookers: dict[str, set[str]] = field(default_factory=dict)  # accounts, by the process they look on at

    def has(self, side: Side) -> bool:
        """Whether a side is connected to any process."""
        return self.here[side] > 0 or bool(self.elsewhere[side])

    @property
    def any_here(self) -> bool:
        """Whether a side is connected to this process."""
        return any(self.here.values())

    @property
    def none(self) -> bool:
        """Whether no side is connected to any process."""
        return not any(map(self.has, Side))

    @property
    def spectators_elsewhere(self) -> AbstractSet[str]:
        """The accounts that look on at other processes."""
        return set().union(*self.onlookers.values())

    def change(self, side: Side, by: int) -> bool:
        """So many connections to this process more or fewer; whether the first came or the last went."""
        was = self.here[side]
        self.here[side] = max(0, was + by)
        return (was > 0) != (self.here[side] > 0)

    def note_side(self, process: str, side: Side, *, here: bool) -> None:
        """Another process says whether a side is connected to it."""
        (self.elsewhere[side].add if here else self.elsewhere[side].discard)(process)

    def note_spectator(self, process: str, account: str, *, here: bool) -> None:
        """Another process says whether an account looks on there."""
        looking = self.onlookers.setdefault(process, set())
        (looking.add if here else looking.discard)(account)
