"""Incidents of time: clocks, breaks, lateness, pace."""
