"""The examples in the rooms' own words run."""

import doctest
from types import ModuleType

import pytest

import barpoint.rating
import barpoint.tournament.draw


@pytest.mark.parametrize("room", [barpoint.rating, barpoint.tournament.draw])
def test_the_example_at_the_door_runs(room: ModuleType) -> None:
    failed, tried = doctest.testmod(room)
    assert (failed, tried > 1) == (0, True)
