"""A player's own view, and the format an event's matches are played under."""

import pytest

from barpoint.match.format.match_format import (
    MINUTE,
    Enforcement,
    MatchFormat,
)
from barpoint.tournament import commands as c
from barpoint.tournament.prices import Fees
from barpoint.tournament.settings import Autopilot, Mode
from barpoint.tournament.views.participant import PlayerAction, participant_view
from tests.tournament.director import (
    NINE,
    Hall,
    drawn,
    knockout,
)


def actions(hall: Hall, player: str) -> tuple[PlayerAction, ...]:
    return participant_view(hall.state, player, hall.now).matches[0].actions


def test_nobody_is_at_a_table_before_one_was_given() -> None:
    hall = drawn(knockout(starts=NINE + MINUTE, lengths={"main": (9,)}))
    home, _ = hall.fixture("M1-1").pair
    hall.do(c.SetTables, tables=("1", "2"))
    assert PlayerAction.MARK_READY not in actions(hall, home)
    hall.do(c.AssignTable, contest="open", pairing="M1-1", table="2")
    assert PlayerAction.MARK_READY in actions(hall, home)


@pytest.mark.clause("usbgf:2.2.5c", "usbgf:1.1.3a")
def test_what_a_player_may_do_follows_the_match() -> None:
    hall = drawn(knockout(starts=NINE + MINUTE, lengths={"main": (9,)}))
    home, away = hall.fixture("M1-1").pair
    here = {"contest": "open", "pairing": "M1-1"}
    assert actions(hall, home) == (PlayerAction.MARK_READY, PlayerAction.REPORT, PlayerAction.CALL_DIRECTOR)
    hall.do(c.MarkReady, by=home, **here, entrant=home)
    assert PlayerAction.MARK_READY not in actions(hall, home)
    hall.do(c.BeginMatch, **here)
    assert actions(hall, home) == (PlayerAction.REPORT, PlayerAction.CALL_BREAK, PlayerAction.CALL_DIRECTOR)
    hall.do(c.CallBreak, by=home, **here, entrant=home)
    assert PlayerAction.END_BREAK in actions(hall, home)
    assert PlayerAction.CALL_BREAK in actions(hall, away)
    hall.do(c.EndBreak, by=home, **here, entrant=home)
    hall.do(c.ReportResult, by=home, **here, entrant=home, winner=home, score=(9, 3))
    own = participant_view(hall.state, away, hall.now).matches[0]
    assert PlayerAction.CONFIRM in own.actions
    assert own.reported == (home, (9, 3))
    assert PlayerAction.CONFIRM not in actions(hall, home)


def test_what_is_owed_and_what_was_told() -> None:
    hall = drawn(knockout(fees=Fees(entry=5000)))
    hall.do(c.Announce, text="to all")
    hall.do(c.Announce, text="to the open", contest="open")
    hall.do(c.GivePenalty, player="p00", points=1, reason="conduct")
    view = participant_view(hall.state, "p00", hall.now)
    assert view.owes == 5000
    assert [notice.text for notice in view.notices] == ["to all", "to the open"]
    assert view.matches[0].start_score == (0, 1)
    assert [entry.status for entry in view.entries] == ["approved"]
    with pytest.raises(ValueError, match="no player"):
        participant_view(hall.state, "nobody", hall.now)


@pytest.mark.clause("bws:1.2.1", "guide:1.2.2", "usbgf:4.8.1a")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide", "ibf"])
def test_every_match_of_a_round_is_played_under_the_same_format_at_the_posted_length(book: str) -> None:
    hall = drawn(knockout(book, lengths={"main": (9, 11), "consolation": (7,)}))
    formats = {repr(hall.contest().match_format(each, Enforcement.STRICT)) for each in hall.ready()}
    assert len(formats) == 1
    first = hall.contest().match_format(hall.fixture("M1-1"))
    assert isinstance(first, MatchFormat)
    assert (first.book, first.length.points, first.enforcement) == (book, 9, Enforcement.RECORDED)
    lower = hall.contest().match_format(hall.fixture("C1-1"))
    assert isinstance(lower, MatchFormat)
    assert lower.length.points == 7


def test_online_a_player_is_not_told_to_be_late_before_presence_is_asked_for() -> None:
    pilot = Autopilot(round_time=60 * MINUTE, presence=10 * MINUTE)
    hall = drawn(knockout("ibf", starts=NINE + MINUTE, mode=Mode.INTERNET, autopilot=pilot, lengths={"main": (9,)}))
    home, _ = hall.fixture("M1-1").pair
    told = []
    for minutes in (1, 2, 11, 12):
        hall.now = NINE + minutes * MINUTE
        [own] = participant_view(hall.state, home, hall.now).matches
        assert PlayerAction.MARK_READY in own.actions
        told.append(own.me.delay // MINUTE)
    assert told == [0, 0, 0, 11]
