"""The clock as a pure state machine over given timestamps (integer milliseconds).

turn time   what the running side has used since its clock was last started by the other's press,
            pauses taken out.
reserve     the time for the whole match; what a turn costs it depends on the method.
delay       the time of a turn that costs nothing; unused delay is lost (usbgf:3.4.4.2c).

Nothing here reads a clock. Time used, time idle and the running turn add up to the time passed.
"""

import msgspec

from barpoint.board import Side
from barpoint.match.format import ClockMethod, ClockRules, PauseReason

Pair = tuple[int, int]
_INDEX = {Side.WHITE: 0, Side.BLACK: 1}
_COUNTING_DOWN = frozenset({ClockMethod.FISCHER, ClockMethod.SUDDEN_DEATH, ClockMethod.BRONSTEIN_BACKLOADED})


class Clock(msgspec.Struct, frozen=True):
    """Both sides' times. `running` is the side whose time passes, unless `paused`."""

    rules: ClockRules
    reserve: Pair
    started: int
    running: Side | None = None
    since: int = 0  # when the present stretch of running or standing began
    turn: int = 0  # turn time used before `since`
    paused: PauseReason | None = None
    used: Pair = (0, 0)
    idle: int = 0
    trust: Pair = (0, 0)  # what is still held back for each side

    @classmethod
    def fresh(cls, rules: ClockRules, at: int, reserve: Pair | None = None) -> "Clock":
        """A clock that has not been started."""
        held = min(rules.trust, rules.reserve)
        times = reserve if reserve is not None else (rules.reserve - held, rules.reserve - held)
        return cls(rules, times, at, since=at, trust=(held, held))

    def turn_time(self, at: int) -> int:
        """The running side's turn time at `at`."""
        if self.running is None or self.paused is not None:
            return self.turn
        return self.turn + max(0, at - self.since)

    def remaining(self, side: Side, at: int) -> int:
        """The reserve a side's display shows; never below zero."""
        left = self.reserve[_INDEX[side]]
        if side is self.running:
            left -= self._charge(self.turn_time(at))
        return max(0, left)

    def delay_left(self, side: Side, at: int) -> int:
        """The free time left in the running turn."""
        if self.rules.method in _COUNTING_DOWN or side is not self.running:
            return 0
        return max(0, self.rules.delay - self.turn_time(at))

    def expires_at(self) -> int | None:
        """The moment the running side's time is used up, if it runs on; None if it never is."""
        if self.running is None or self.paused is not None or not self.counts(self.running):
            return None
        allowance = self.reserve[_INDEX[self.running]]
        if self.rules.method not in _COUNTING_DOWN:
            allowance += self.rules.delay
        return self.since + allowance - self.turn

    def expired(self, side: Side, at: int) -> bool:
        """Whether a side's time is used up at `at` (noticed or not)."""
        if not self.counts(side):
            return False
        if side is not self.running:
            return self.reserve[_INDEX[side]] <= 0 and self.rules.reserve > 0
        allowance = self.reserve[_INDEX[side]]
        if self.rules.method not in _COUNTING_DOWN:
            allowance += self.rules.delay
        return self.turn_time(at) >= allowance

    def counts(self, side: Side) -> bool:
        """Whether this side's time matters at all."""
        return self.rules.method is not ClockMethod.UNTIMED and side not in self.rules.untimed

    def start(self, side: Side, at: int) -> "Clock":
        """`side`'s time runs from `at`, with its full delay; the other's turn is charged."""
        settled = self.stop(at)
        return msgspec.structs.replace(settled, running=side, since=at, turn=0, paused=None)

    def stop(self, at: int) -> "Clock":
        """The running turn is over and charged; nobody's time runs."""
        if self.running is None:
            return msgspec.structs.replace(self, since=at, idle=self.idle + max(0, at - self.since), paused=None)
        spent = self.turn_time(at)
        index = _INDEX[self.running]
        left = max(0, self.reserve[index] - self._charge(spent))
        if self.rules.method is ClockMethod.FISCHER:
            left += self.rules.delay
        elif self.rules.method is ClockMethod.BRONSTEIN_BACKLOADED:
            left += min(spent, self.rules.delay)
        stood = max(0, at - self.since) if self.paused is not None else 0
        return msgspec.structs.replace(
            self,
            reserve=_with(self.reserve, index, left),
            used=_with(self.used, index, self.used[index] + spent),
            idle=self.idle + stood,
            running=None,
            since=at,
            turn=0,
            paused=None,
        )

    def pause(self, reason: PauseReason, at: int) -> "Clock":
        """The clock stands still in the middle of a turn; the delay already used stays used."""
        if self.running is None:
            return msgspec.structs.replace(self, paused=reason, since=at, idle=self.idle + max(0, at - self.since))
        return msgspec.structs.replace(self, turn=self.turn_time(at), since=at, paused=reason)

    def resume(self, at: int, *, fresh_delay: bool = False) -> "Clock":
        """The clock goes on where it stood, or with a full delay where a procedure grants it."""
        idle = self.idle + max(0, at - self.since)
        if fresh_delay and self.running is not None:
            index = _INDEX[self.running]
            left = max(0, self.reserve[index] - self._charge(self.turn))
            return msgspec.structs.replace(
                self,
                reserve=_with(self.reserve, index, left),
                used=_with(self.used, index, self.used[index] + self.turn),
                turn=0,
                since=at,
                idle=idle,
                paused=None,
            )
        return msgspec.structs.replace(self, since=at, idle=idle, paused=None)

    def adjust(self, side: Side, change: int) -> "Clock":
        """Add to or take from a side's reserve; it never falls below zero."""
        index = _INDEX[side]
        return msgspec.structs.replace(self, reserve=_with(self.reserve, index, max(0, self.reserve[index] + change)))

    def release_trust(self, side: Side, at: int) -> "Clock":
        """The time held in trust goes onto the side's clock (usbgf:3.4.4.3f)."""
        index = _INDEX[side]
        owed = self._charge(self.turn_time(at)) if side is self.running else 0
        return msgspec.structs.replace(
            self,
            reserve=_with(self.reserve, index, owed + self.trust[index]),
            trust=_with(self.trust, index, 0),
        )

    def _charge(self, turn: int) -> int:
        """What a turn of this length costs the reserve while it lasts."""
        if self.rules.method is ClockMethod.UNTIMED:
            return 0
        if self.rules.method in _COUNTING_DOWN:
            return turn
        return max(0, turn - self.rules.delay)


def _with(pair: Pair, index: int, value: int) -> Pair:
    return (value, pair[1]) if index == 0 else (pair[0], value)
