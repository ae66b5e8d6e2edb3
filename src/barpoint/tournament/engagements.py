"""What a player plays, has played, has to play and was called to, over all events."""

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Engagement:
    """A match a player sits in."""

    contest: str
    pairing: str
    moment: int = 0  # when it was completed


@dataclass(slots=True)
class Engagements:
    """What a player plays, has played, and has to play: in the order of the events, what was completed latest first."""

    completed: list[Engagement] = field(default_factory=list)
    ahead: list[tuple[int | None, Engagement]] = field(default_factory=list)  # by rank: see `ahead_of`
    ranks: set[int] = field(default_factory=set)  # of the events with an open match in `ahead`
    called: list[tuple[int, int, Engagement]] = field(default_factory=list)  # not begun: rank of the event, first call

    def called_before(self, rank: int, call: int | None) -> Iterator[Engagement]:
        """Where the player was called to first, in events that rank alike; all of them if this match was not called."""
        return (match for other, at, match in self.called if other == rank and (call is None or at < call))

    def ahead_of(self, rank: int) -> Iterator[Engagement]:
        """What comes before a match of an event of that rank: what is being played, and events that go first."""
        return (match for other, match in self.ahead if other is None or other < rank)
