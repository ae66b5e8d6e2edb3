"""Breaks of a match: what is left of them, who ends them, and by how much they were too long."""

import pytest

from barpoint.board import Refusal, Side
from barpoint.match import MatchState, decide_match, fold_match, new_match
from barpoint.match import commands as c
from barpoint.match.decide import break_limit, break_time_left
from barpoint.match.format import MINUTE
from barpoint.rulebook import preset


def seated(name: str) -> MatchState:
    match_format = preset(name).match_format(length=7)
    assert not isinstance(match_format, Refusal)
    return do(new_match(match_format), c.StartMatch(at=0, white=("Ann",), black=("Bob",)))


def do(state: MatchState, command: c.AnyCommand) -> MatchState:
    events = decide_match(state, command)
    assert not isinstance(events, Refusal), events
    return fold_match(events, state)


@pytest.mark.clause("ibf:3.10c")
def test_the_other_side_goes_on_once_the_time_of_a_break_is_over() -> None:
    state = do(seated("IBF Backgammon"), c.CallBreak(at=MINUTE, side=Side.WHITE))
    until = break_limit(state)
    assert until == MINUTE + state.format.break_time
    early = decide_match(state, c.EndBreak(at=until - 1, side=Side.BLACK))
    assert isinstance(early, Refusal)
    assert early.code == "break_running"
    state = do(state, c.EndBreak(at=until + 20_000, side=Side.BLACK))
    assert (state.on_break, state.overran, break_limit(state)) == (None, (20_000, 0), None)


def test_whoever_is_back_in_time_has_not_exceeded_anything() -> None:
    state = do(seated("IBF Backgammon"), c.CallBreak(at=MINUTE, side=Side.BLACK))
    state = do(state, c.EndBreak(at=2 * MINUTE, side=Side.BLACK))
    assert (state.break_used, state.overran) == ((0, MINUTE), (0, 0))


@pytest.mark.clause("usbgf:2.2.2c")
def test_break_time_accrues_and_is_drawn_on() -> None:
    state = seated("USBGF Open")
    assert break_time_left(state, Side.WHITE, 60 * MINUTE) == 6 * MINUTE
    state = do(state, c.CallBreak(at=60 * MINUTE, side=Side.WHITE))
    assert break_limit(state) == 66 * MINUTE
    state = do(state, c.EndBreak(at=64 * MINUTE, side=Side.WHITE))
    assert break_time_left(state, Side.WHITE, 80 * MINUTE) == 4 * MINUTE
    assert break_time_left(state, Side.BLACK, 80 * MINUTE) == 8 * MINUTE
