"""The machine's clocks."""

import time
from typing import Final

_SINCE_BOOT: Final = getattr(time, "CLOCK_BOOTTIME", None)  # Linux: goes on while the machine sleeps


class SystemClock:
    """Milliseconds since the epoch, as the operating system tells them."""

    def now(self) -> int:
        """The time now."""
        return time.time_ns() // 1_000_000


class SystemChronometer:
    """The clock on the wall, and the time since the machine was started."""

    def wall(self) -> int:
        """Milliseconds since the epoch."""
        return time.time_ns() // 1_000_000

    def elapsed(self) -> int:
        """Milliseconds that have passed."""
        passed = time.monotonic_ns() if _SINCE_BOOT is None else time.clock_gettime_ns(_SINCE_BOOT)
        return passed // 1_000_000
