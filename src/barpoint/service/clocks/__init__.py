"""Server time: clocks, timers, presence."""
