"""Server time: it never goes back, and nobody pays for time in which the server did not run.

It follows the machine's elapsed time, not its wall clock, so that a clock that is set makes no leap in it.

gap       the process did not run for a while: it was stopped, the machine slept, or the loop stood still. Nothing asked
          for the time meanwhile, which is how it shows
held      what a gap has cost, and a wall clock that was set forward, is held back: server time goes on where it stood,
          until whoever keeps clocks has taken the time out of them (`release`)
standing  nothing can be kept: server time stands until something can, and what that took is held back as well
ahead     a wall clock that was set back finds server time ahead of it; so does one that differs by less than `STEP`.
          Server time comes closer by one part in two hundred, which no player notices

Threads may ask; the loop alone notices.
"""

from dataclasses import dataclass
from typing import Final, Literal

from barpoint.service.ports import Chronometer, WallClock

LONGEST_GAP: Final = 1_000
"""Milliseconds nobody may have asked for the time before that counts as not having run."""
STEP: Final = 500
"""Milliseconds by which a wall clock leaps when somebody has set it."""
_SLEW_EVERY: Final = 200  # milliseconds for each that is made up
_TOLERATED: Final = 20
_SOON: Final = 50  # milliseconds in which nothing can have happened to a clock that matters
_READ_IN: Final = 20
_LONGEST_LEAD: Final = 86_400_000

LossKind = Literal["stopped", "storage", "set_forward", "set_back"]


@dataclass(frozen=True, slots=True)
class Loss:
    """So many milliseconds that the server did not run, or by which its wall clock was set.

    `before`: so many were lost before it was noticed, in which server time went on.
    """

    kind: LossKind
    length: int
    before: int = 0


class PlainChronometer:
    """A clock that only says what time it is: it is never set."""

    def __init__(self, clock: WallClock) -> None:
        self._clock = clock

    def wall(self) -> int:
        """Its time."""
        return self._clock.now()

    def elapsed(self) -> int:
        """Its time as well."""
        return self._clock.now()


class ServerTime:
    """What time it is for this process. `longest_gap` is None where time may pass at once, as in a test."""

    def __init__(self, chronometer: Chronometer, longest_gap: int | None = LONGEST_GAP) -> None:
        self._chronometer, self._longest_gap = chronometer, longest_gap
        self._elapsed = chronometer.elapsed
        elapsed, wall = self._read()
        self._offset = self._expected = wall - elapsed
        self._shift = self._offset  # without what is held back
        self._last = self._slewed = elapsed
        self._ahead = 0
        self._lost_before: int | None = None  # while it stands
        self.held = 0  # milliseconds held back
        self.behind_since: int | None = None  # when it began to be
        self.losses: list[Loss] = []  # since they were last taken

    @classmethod
    def of(cls, clock: "WallClock | ServerTime") -> "ServerTime":
        """Server time by a clock of the caller's."""
        return clock if isinstance(clock, ServerTime) else cls(PlainChronometer(clock), None)

    def now(self) -> int:
        """Milliseconds since the epoch."""
        elapsed = self._elapsed()
        return elapsed + self._shift if 0 <= elapsed - self._last < _SOON else self._look()

    def _look(self) -> int:
        """Compare both clocks; what has happened to either shows now."""
        elapsed, wall = self._read()
        passed = elapsed - self._last
        if self._longest_gap is not None and passed > self._longest_gap:
            self._hold(Loss("stopped", passed - _SOON))  # as much may have been told already
        self._last = max(self._last, elapsed)
        if leap := wall - elapsed - self._expected:
            self._expected += leap
            self._note_leap(leap)
        if abs(self._ahead) > _TOLERATED and self._last - self._slewed >= _SLEW_EVERY:
            self._slew()
        self._shift = self._offset - self.held
        return self._last + self._shift

    @property
    def stands(self) -> bool:
        """Whether nothing can be kept, as far as is known."""
        return self._lost_before is not None

    @property
    def is_behind(self) -> bool:
        """Whether it is earlier here than at a process that ran on."""
        return self.held > 0 or self._lost_before is not None

    def stand(self, before: int = 0) -> None:
        """Nothing can be kept from now on, and perhaps could not for some time `before`: server time stands."""
        if self._lost_before is None:
            self.now()
            self._lost_before, last = before, self._last
            self._elapsed = lambda: last

    def go_on(self) -> None:
        """What is done is kept again."""
        if self._lost_before is None:
            return
        before, self._lost_before = self._lost_before, None
        elapsed = self._chronometer.elapsed()
        self._hold(Loss("storage", max(0, elapsed - self._last), before))
        self._last = max(self._last, elapsed)
        self._shift = self._offset - self.held
        self._elapsed = self._chronometer.elapsed

    def keep_after(self, moment: int) -> bool:
        """Not to be before a moment of an earlier life; False if that is too far ahead to have been right."""
        lead = moment - self.now()
        if lead > _LONGEST_LEAD:
            return False
        if lead > 0:
            self._offset += lead
            self._ahead += lead
            self._shift += lead
        return True

    def take_losses(self) -> list[Loss]:
        """What was noticed since it was last asked."""
        taken, self.losses = self.losses, []
        return taken

    def release(self, time: int) -> None:
        """So much of what was held back has been taken out of everybody's clocks: time leaps over it."""
        self.held -= time
        self._shift += time
        self.behind_since = self._last + self._shift if self.held else None

    def _hold(self, loss: Loss) -> None:
        if self.behind_since is None:
            self.behind_since = self._last + self._shift
        self.held += loss.length
        self.losses.append(loss)

    def _note_leap(self, leap: int) -> None:
        if leap >= STEP:
            self._offset += leap
            self._hold(Loss("set_forward", leap))
            return
        self._ahead -= leap
        if leap <= -STEP:
            self.losses.append(Loss("set_back", -leap))

    def _slew(self) -> None:
        direction = 1 if self._ahead > 0 else -1
        self._ahead -= direction
        self._offset -= direction
        self._slewed = self._last

    def _read(self) -> tuple[int, int]:
        """Both times of one moment, as nearly as can be."""
        while True:
            before = self._chronometer.elapsed()
            wall = self._chronometer.wall()
            after = self._chronometer.elapsed()
            if after - before <= _READ_IN:
                return after, wall
