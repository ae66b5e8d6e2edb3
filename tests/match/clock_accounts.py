"""What a clock accounts for: time used, time idle and the running turn."""

from barpoint.match.clock import Clock


def time_elapsed(clock: Clock, at: int) -> int:
    """All the time accounted for at `at`: it equals the time since the clock was set up."""
    standing = 0 if clock.is_running else max(0, at - clock.since)
    return sum(clock.used) + clock.idle + standing + clock.turn_time(at)
