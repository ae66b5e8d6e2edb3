"""Time at a table: what each side has left for absences and for lag. Both follow from the log."""

from dataclasses import dataclass, field
from typing import Final

from barpoint.board import Side
from barpoint.match import Clock
from barpoint.match import events as e
from barpoint.match.format import PauseReason
from barpoint.service.play.lag_quota import LagQuota

AWAY_BUDGET: Final = 180_000
"""Milliseconds a side may be away in a match without cost to its clock."""

_TURNS: Final = (e.DiceRolled, e.Played)


@dataclass(slots=True)
class Absence:
    """A side's absences: since when it has been away, and what is left of its budget.

    The budget and what is on the record (`noted`, `absences`) follow from the log, so that a restart changes nothing.
    """

    left: int = AWAY_BUDGET
    since: int | None = None  # without a connection, as far as this process knows
    noted: int | None = None  # since when, on the record of a match without a clock
    absences: int = 0  # on that record

    @property
    def is_here(self) -> bool:
        """Whether there is no absence to be watched, noted or ended."""
        return self.since is None and self.noted is None

    def leave(self, now: int) -> None:
        """The side has no connection any more."""
        if self.since is None:
            self.since = now

    def come_back(self) -> None:
        """It has one again."""
        self.since = None

    def end(self, at: int) -> None:
        """It is over on the record; that its side is here another process may say only now, so grace begins anew."""
        if self.since is not None:
            self.since = max(self.since, at)

    def spend(self, time: int) -> None:
        """So much of the budget is used."""
        self.left = max(0, self.left - max(0, time))


@dataclass(slots=True, eq=False)
class RoomTimers:
    """Both sides' budgets of time."""

    away: dict[Side, Absence] = field(default_factory=lambda: {side: Absence() for side in Side})
    lag: dict[Side, LagQuota] = field(default_factory=lambda: {side: LagQuota() for side in Side})
    measured: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))  # the last round trip

    @property
    def somebody_away(self) -> bool:
        """Whether a side has no connection, or had none as far as the record goes."""
        white, black = self.away[Side.WHITE], self.away[Side.BLACK]
        return not white.is_here or not black.is_here

    def grant_lag(self, side: Side, lag: int) -> int:
        """The milliseconds by which a command counts as earlier, after a round trip that took `lag`."""
        self.measured[side] = lag
        return self.lag[side].grant(lag)

    def follow(self, event: e.AnyEvent, before: Clock | None, after: Clock | None) -> None:
        """What an event adds to a budget or takes from it: lag given back, a clock that stood for somebody away."""
        if isinstance(event, _TURNS):
            self.lag[event.side].fill()
        if event.lag and (side := getattr(event, "side", None)) is not None:
            self.lag[side].spend(event.lag)
        if before is None or before.paused is not PauseReason.DISCONNECT or before.running is None:
            return
        if after is None or after.paused is not PauseReason.DISCONNECT:
            self.away[before.running].spend(event.at - before.since)
            self.away[before.running].end(event.at)
