"""Penalties, rulings, exclusions and what is told to everybody: all in the one log."""

import pytest

from barpoint.tournament import TournamentCode
from barpoint.tournament import commands as c
from barpoint.tournament.desk.closing_checklist import check_closing, duties
from barpoint.tournament.desk.overview import desk_overview, start_score
from barpoint.tournament.player import EntryStatus, Player
from tests.tournament.director import drawn, knockout

FIRST = {"contest": "open", "pairing": "M1-1"}


@pytest.mark.clause("guide:2.2.5e")
def test_a_penalty_for_the_next_match_falls_due_when_that_begins() -> None:
    hall = drawn(knockout("guide"))
    home, away = hall.fixture("M1-1").pair
    assert hall.refused(c.GivePenalty, player=home, points=1) == TournamentCode.WHY_NEEDED
    for player in (home, away):
        hall.do(c.GivePenalty, player=player, points=1, reason="a longer break agreed without asking")
    assert len(desk_overview(hall.state, hall.now).due_next) == 2
    hall.do(c.BeginMatch, **FIRST)
    assert desk_overview(hall.state, hall.now).due_next == ()
    assert {each.pairing for each in hall.state.penalties.values()} == {"M1-1"}
    assert start_score(hall.state, hall.contest(), hall.fixture("M1-1")) == (1, 1)


@pytest.mark.parametrize(("book", "score"), [("usbgf", (0, 2)), ("ibf", (-2, 0))])
def test_points_go_to_the_opponent_or_off_ones_own_score(book: str, score: tuple[int, int]) -> None:
    hall = drawn(knockout(book))
    home, _ = hall.fixture("M1-1").pair
    hall.do(c.GivePenalty, player=home, points=2, **FIRST, reason="conduct", clauses=("ibf:17.1d",))
    assert start_score(hall.state, hall.contest(), hall.fixture("M1-1")) == score
    hall.do(c.LiftPenalty, penalty="penalty-1", reason="upheld on appeal")
    assert start_score(hall.state, hall.contest(), hall.fixture("M1-1")) == (0, 0)
    assert hall.refused(c.LiftPenalty, penalty="penalty-1", reason="again") == TournamentCode.NO_SUCH_PENALTY


def test_a_warning_costs_nothing_and_stays_on_the_record() -> None:
    hall = drawn(knockout())
    home, _ = hall.fixture("M1-1").pair
    hall.do(c.GivePenalty, player=home, step="warning", **FIRST, reason="phone on the table")
    assert start_score(hall.state, hall.contest(), hall.fixture("M1-1")) == (0, 0)
    assert hall.state.penalties["penalty-1"].step == "warning"
    with pytest.raises(ValueError, match="1 or more"):
        hall.do(c.GivePenalty, player=home, points=0, reason="nothing")


@pytest.mark.clause("bws:5.6", "bws:5.5")
def test_bws_wants_every_ruling_reported_with_its_reasons() -> None:
    hall = drawn(knockout("bws"))
    ruled = {**FIRST, "case": "7", "ruling": "the roll stands", "clauses": ("bws:4.1.2a",), "happened": "a die fell"}
    assert hall.refused(c.RecordRuling, **ruled) == TournamentCode.WHY_NEEDED
    hall.do(c.RecordRuling, **ruled, reason="both saw it at rest")
    hall.do(c.RecordAppeal, case="7", outcome="upheld 2-1")
    assert hall.refused(c.RecordAppeal, case="8", outcome="?") == TournamentCode.NO_SUCH_RULING
    [duty] = duties(hall.state)
    assert (duty.clause, duty.reason) == ("bws:5.6", "both saw it at rest")
    assert "a die fell: the roll stands (appeal: upheld 2-1)" in duty.about
    assert check_closing(hall.state).reports == (duty,)
    hall.do(c.ExportReport, duty=duty.id)
    assert check_closing(hall.state).reports == ()
    assert hall.refused(c.ExportReport, duty=duty.id) == TournamentCode.NO_SUCH_DUTY


@pytest.mark.clause("usbgf:1.6.4", "bws:1.6.5")
def test_spectators_are_kept_away_on_request_and_bws_hears_of_it() -> None:
    hall = drawn(knockout("usbgf"))
    home, _ = hall.fixture("M1-1").pair
    hall.do(c.ExcludeSpectator, spectator="Sam", **FIRST, requested_by=home)
    assert hall.state.exclusions[0].requested_by == home
    assert duties(hall.state) == ()
    other = drawn(knockout("bws"))
    assert other.refused(c.ExcludeSpectator, spectator="Sam") == TournamentCode.WHY_NEEDED
    other.do(c.ExcludeSpectator, spectator="Sam", reason="signals")
    assert [duty.clause for duty in duties(other.state)] == ["bws:1.6.5"]


@pytest.mark.clause("bws:1.7.5")
def test_a_player_out_for_aids_leaves_every_event_and_is_reported() -> None:
    hall = drawn(knockout("bws"))
    home, away = hall.fixture("M1-1").pair
    assert hall.refused(c.ExcludePlayer, player=home) == TournamentCode.WHY_NEEDED
    hall.do(c.ExcludePlayer, player=home, aids=True, reason="a solver on the phone")
    assert hall.contest().entries[home].status is EntryStatus.WITHDRAWN
    assert hall.fixture("M1-1").winner == away
    assert [duty.clause for duty in duties(hall.state)] == ["bws:1.7.5"]
    again = {"contest": "open", "players": (Player(id=home),)}
    assert hall.refused(c.Register, **again) == TournamentCode.PLAYER_EXCLUDED


@pytest.mark.clause("usbgf:4.1.6a", "usbgf:4.1.6b", "usbgf:4.1.5")
def test_asking_for_other_dice_leaves_no_mark() -> None:
    hall = drawn(knockout())
    home, _ = hall.fixture("M1-1").pair
    hall.do(c.CallDirector, by=home, **FIRST, about="a baffle box, please")
    hall.do(c.OrderEquipment, topic="dice", choice="baffle box", **FIRST)
    hall.do(c.AnswerCall, call="call-1", answer="granted")
    assert not hall.state.penalties
    assert [order.choice for order in desk_overview(hall.state, hall.now).next[0].equipment] == ["baffle box"]


def test_announcements_reach_everybody_or_one_event() -> None:
    hall = drawn(knockout())
    hall.do(c.Announce, text="Round two at three")
    hall.do(c.Announce, text="Prizes at eight", contest="open")
    assert [notice.text for notice in desk_overview(hall.state, hall.now).notices] == [
        "Round two at three",
        "Prizes at eight",
    ]
    assert hall.refused(c.Announce, text="x", contest="none") == TournamentCode.NO_SUCH_CONTEST
    assert hall.refused(c.Announce, by="p00", text="x") == TournamentCode.NOT_PERMITTED
