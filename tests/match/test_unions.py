"""The unions are closed: every command has its judge, every event its fold, and time runs one way."""

from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from barpoint.match import commands as c
from barpoint.match.commands import AnyCommand
from barpoint.match.decide.dispatch import _JUDGES
from barpoint.match.events import AnyEvent
from barpoint.match.evolve.dispatch import _FOLDS
from tests.match.match_table import WHITE, Table


def test_every_command_has_one_judge() -> None:
    assert set(get_args(AnyCommand)) == {*_JUDGES, c.CheckClock}


def test_every_event_has_one_fold() -> None:
    assert set(get_args(AnyEvent)) == set(_FOLDS)


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_an_event_is_never_later_than_its_receipt_nor_earlier_than_the_last(at: int, received: int) -> None:
    table = Table()
    table.do(c.RollOpening(at=3_000, white=3, black=1))
    events = table.do(c.PlayCheckers(at=at, received=received, side=WHITE, hops=((8, 5), (6, 5))))
    told = min(at, received) if received else at
    assert events[0].at == max(told, 3_000)
