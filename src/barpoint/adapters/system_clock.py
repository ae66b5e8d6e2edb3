"""The machine's clock."""

import time


class SystemClock:
    """Milliseconds since the epoch, as the operating system tells them."""

    def now(self) -> int:
        """The time now."""
        return time.time_ns() // 1_000_000
