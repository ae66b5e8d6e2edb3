"""Figures that tests measure, listed at the end of a run: a test adds `("figure", words)` to its user properties."""

from typing import Final

import pytest

FIGURE: Final = "figure"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was measured, whichever process measured it."""
    reports = [report for kind in ("passed", "failed", "") for report in terminalreporter.stats.get(kind, [])]
    words = dict.fromkeys(
        str(value) for report in reports for name, value in getattr(report, "user_properties", ()) if name == FIGURE
    )
    if words:
        terminalreporter.section("figures")
        for line in words:
            terminalreporter.write_line(line)
