"""The clock as a pure state machine over given timestamps (integer milliseconds).

turn time   what the running side has used since its clock was last started by the other's press,
            pauses taken out.
reserve     the time for the whole match; what a turn costs it depends on the method.
delay       the time of a turn that costs nothing; unused delay is lost (usbgf:3.4.4.2c).
flag        a side's time was used up at some moment, noticed or not; only added time takes it back.

Nothing here reads a clock. Time used, time idle and the running turn add up to the time passed;
what expiry means for a match is judged in `decide.time_rules`.
"""

import msgspec

from barpoint.board import Side
from barpoint.match.format.match_format import (
    ClockMethod,
    ClockRules,
    PauseReason,
)

TimePair = tuple[int, int]
_COUNTING_DOWN = frozenset({ClockMethod.FISCHER, ClockMethod.SUDDEN_DEATH, ClockMethod.BRONSTEIN_BACKLOADED})


class Clock(msgspec.Struct, frozen=True):
    """Both sides' times. `running` is the side whose time passes, unless `paused`."""

    rules: ClockRules
    reserve: TimePair
    started: int
    running: Side | None = None
    since: int = 0  # when the present stretch of running or standing began
    turn: int = 0  # turn time used before `since`
    delay: int = 0  # what the running turn has free
    waits: bool = False  # and whether that has to pass before the turn may be ended
    paused: PauseReason | None = None
    used: TimePair = (0, 0)
    idle: int = 0
    trust: TimePair = (0, 0)  # what is still held back for each side
    flags: tuple[bool, bool] = (False, False)

    @classmethod
    def fresh(cls, rules: ClockRules, at: int, reserve: TimePair | None = None, trust: int = 0) -> "Clock":
        """A clock that has not been started; given reserves go onto it whole, with `trust` held besides them."""
        if reserve is not None:
            return cls(rules, reserve, at, since=at, trust=(trust, trust))
        trust = min(rules.trust, rules.reserve)
        return cls(rules, (rules.reserve - trust, rules.reserve - trust), at, since=at, trust=(trust, trust))

    def turn_time(self, at: int) -> int:
        """The running side's turn time at `at`."""
        return self.turn + (max(0, at - self.since) if self.is_running else 0)

    @property
    def is_running(self) -> bool:
        """Whether anybody's time passes."""
        return self.running is not None and self.paused is None

    def remaining(self, side: Side, at: int) -> int:
        """The reserve a side's display shows; never below zero."""
        left = self.reserve[side.place]
        if side is self.running:
            left -= self._charge(self.turn_time(at))
        return max(0, left)

    def delay_left(self, side: Side, at: int) -> int:
        """The free time left in the running turn."""
        if self.rules.method in _COUNTING_DOWN or side is not self.running:
            return 0
        return max(0, self.delay - self.turn_time(at))

    def expires_at(self) -> int | None:
        """The moment the running side's time is used up, if it runs on; None if it never is."""
        if self.running is None or self.paused is not None or not self.counts(self.running):
            return None
        return self.since + self._allowance(self.running) - self.turn

    def falls_below(self, level: int) -> int | None:
        """The moment the running side's reserve falls below `level` in this turn; None if it does not.

        A reserve that was below it when the turn began does not fall below it again, so whoever warns at
        this moment warns once (usbgf:4.3.4-2).
        """
        end = self.expires_at()
        if end is None or self.running is None or self.reserve[self.running.place] < level:
            return None
        return end - level + 1

    def is_expired(self, side: Side, at: int) -> bool:
        """Whether a side's time is used up at `at` (noticed or not)."""
        if not self.counts(side):
            return False
        return self.flags[side.place] or (side is self.running and self.turn_time(at) >= self._allowance(side))

    def counts(self, side: Side) -> bool:
        """Whether this side's time matters at all."""
        return self.rules.method is not ClockMethod.UNTIMED and side not in self.rules.untimed

    def start(self, side: Side, at: int, *, delay: bool = True, waits: bool = False) -> "Clock":
        """`side`'s time runs from `at`, with its full delay or none of it; the other's turn is charged."""
        granted = self.rules.delay_of(side) if delay else 0
        return msgspec.structs.replace(self.stop(at), running=side, delay=granted, waits=waits)

    def stop(self, at: int) -> "Clock":
        """The running turn is over and charged; nobody's time runs."""
        settled = self._settle(at)
        if self.running is None:
            return settled
        index = self.running.place
        left = settled.reserve[index]
        if self.rules.method is ClockMethod.FISCHER:
            left += self.delay
        return msgspec.structs.replace(
            settled, reserve=_with(settled.reserve, index, left), running=None, delay=0, waits=False
        )

    def pause(self, reason: PauseReason, at: int) -> "Clock":
        """The clock stands still in the middle of a turn; the delay already used stays used."""
        standing = 0 if self.is_running else max(0, at - self.since)
        turn = self.turn_time(at)
        return msgspec.structs.replace(self, turn=turn, since=at, paused=reason, idle=self.idle + standing)

    def resume(self, at: int, *, fresh_delay: bool = False) -> "Clock":
        """The clock goes on where it stood, or with a full delay where a procedure grants it."""
        if fresh_delay:
            return self.renew(at)
        if self.paused is None:
            return self
        return msgspec.structs.replace(self, since=at, idle=self.idle + max(0, at - self.since), paused=None)

    def renew(self, at: int) -> "Clock":
        """The running side has its full delay again; what its turn has cost so far stays spent."""
        settled = self._settle(at)
        if self.running is None:
            return settled
        return msgspec.structs.replace(settled, delay=self.rules.delay_of(self.running))

    def with_delay(self, side: Side, delay: int) -> "Clock":
        """A side has its own delay from its next turn on (usbgf:1.1.4.3c)."""
        own = tuple(sorted((dict(self.rules.own_delays) | {side: delay}).items()))
        return msgspec.structs.replace(self, rules=msgspec.structs.replace(self.rules, own_delays=own))

    def adjust(self, side: Side, change: int, at: int) -> "Clock":
        """Add to or take from what a side's display shows; it never falls below zero."""
        index = side.place
        shown = max(0, self.remaining(side, at) + change)
        owed = self._charge(self.turn_time(at)) if side is self.running else 0
        flag = self.counts(side) and shown == 0 and (change < 0 or self.flags[index])
        return msgspec.structs.replace(
            self, reserve=_with(self.reserve, index, owed + shown), flags=_flag(self.flags, index, down=flag)
        )

    def release_trust(self, side: Side, at: int) -> "Clock":
        """The time held in trust goes onto the side's clock (usbgf:3.4.4.3f)."""
        trust = self.trust[side.place]
        released = msgspec.structs.replace(self, trust=_with(self.trust, side.place, 0))
        return released.adjust(side, trust, at)

    def _allowance(self, side: Side) -> int:
        """The turn time at which a running side's time is used up."""
        counting_down = self.rules.method in _COUNTING_DOWN
        return self.reserve[side.place] + (0 if counting_down else self.delay)

    def _charge(self, turn: int) -> int:
        """What a turn of this length costs the reserve while it lasts."""
        if self.rules.method is ClockMethod.UNTIMED:
            return 0
        if self.rules.method in _COUNTING_DOWN:
            return turn
        return max(0, turn - self.delay)

    def _settle(self, at: int) -> "Clock":
        """The running turn so far is charged, and standing time is idle; whoever runs goes on from zero."""
        standing = 0 if self.is_running else max(0, at - self.since)
        cleared = msgspec.structs.replace(self, since=at, idle=self.idle + standing, paused=None)
        if self.running is None:
            return cleared
        spent, index = self.turn_time(at), self.running.place
        left = max(0, self.reserve[index] - self._charge(spent))
        if self.rules.method is ClockMethod.BRONSTEIN_BACKLOADED:
            left += min(spent, self.delay)
        return msgspec.structs.replace(
            cleared,
            reserve=_with(self.reserve, index, left),
            used=_with(self.used, index, self.used[index] + spent),
            flags=_flag(self.flags, index, down=self.is_expired(self.running, at)),
            turn=0,
        )


def _with(pair: TimePair, index: int, value: int) -> TimePair:
    return (value, pair[1]) if index == 0 else (pair[0], value)


def _flag(flags: tuple[bool, bool], index: int, *, down: bool) -> tuple[bool, bool]:
    return (down, flags[1]) if index == 0 else (flags[0], down)
