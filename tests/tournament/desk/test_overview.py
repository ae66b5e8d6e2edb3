"""How a match stands as the desk knows it: what was noted at the table, and penalties given since."""

import pytest

from barpoint.tournament import commands as c
from barpoint.tournament.desk import score_so_far
from barpoint.tournament.desk.overview import desk_match
from barpoint.tournament.desk_record import TableScore
from barpoint.tournament.events import PenaltyGiven
from tests.tournament.director import Hall, drawn, knockout


def _stands(hall: Hall) -> tuple[tuple[int, int], tuple[int, int]]:
    """The score so far, and what the desk shows of the table."""
    contest = hall.state.contests["open"]
    fixture = contest.fixtures["M1-1"]
    noted = desk_match(hall.state, contest, fixture, hall.now).noted
    assert isinstance(noted, TableScore)
    return score_so_far(hall.state, contest, fixture), noted.score


@pytest.mark.clause("ibf:17.1d", "ibf:3.9a")
def test_a_point_deducted_during_the_match_comes_off_the_score_that_was_noted() -> None:
    hall = drawn(knockout("ibf", name="open"), 4)
    match = {"contest": "open", "pairing": "M1-1"}
    hall.do(c.BeginMatch, **match)
    hall.do(c.NoteScore, **match, score=(3, 0))
    home = hall.state.contests["open"].fixtures["M1-1"].pair[0]
    (player,) = hall.state.contests["open"].entries[home].people
    (given,) = hall.do(c.GivePenalty, **match, player=player, points=1, reason="dice changed")
    assert isinstance(given, PenaltyGiven)
    assert _stands(hall) == ((2, 0), (2, 0))
    hall.do(c.NoteScore, **match, score=(4, 0))  # as the table has it, which has heard of the point
    assert _stands(hall) == ((4, 0), (4, 0))
    hall.do(c.LiftPenalty, penalty=given.id, reason="it was allowed")
    assert _stands(hall) == ((5, 0), (5, 0))
