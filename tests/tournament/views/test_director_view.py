"""What a director's pages are given: one view, as far as a role goes, and what a correction would unseat."""

import msgspec

from barpoint.tournament import Permission, decide_tournament, fold_tournament
from barpoint.tournament import commands as c
from barpoint.tournament.player import Player
from barpoint.tournament.prices import Fees, Prize
from barpoint.tournament.staff import PERMISSIONS, Role
from barpoint.tournament.views import director_view, unseated_matches
from tests.tournament.director import Hall, knockout, opened, people, swiss


def drawn() -> Hall:
    """Eight players, drawn, with an entry fee."""
    prizes = (Prize(place=1, share=7_000), Prize(place=2, share=3_000))
    hall = opened(knockout(lengths={"main": (5,)}, fees=Fees(entry=1_000), prizes=prizes))
    known = tuple((msgspec.structs.replace(player, contact="room 7"),) for player in people(8))
    hall.do(c.ImportEntrants, contest="open", entries=known)
    hall.do(c.MakeDraw, contest="open")
    return hall


def test_a_director_sees_everything_and_an_observer_no_money_and_no_contacts() -> None:
    hall = drawn()
    whole = director_view(hall.state, hall.now, tuple(Permission))
    assert whole.players[0].contact == "room 7"
    assert whole.balances["pool:open"] == -8_000
    assert whole.contests[0].pools["pool:open"] == 8_000
    assert len(whole.contests[0].slots) == 8
    observed = director_view(hall.state, hall.now, tuple(PERMISSIONS[Role.OBSERVER]))
    assert {player.contact for player in observed.players} == {""}
    assert observed.balances == {}
    assert observed.bookings == ()
    assert observed.contests[0].pools == {}


def test_both_claims_are_at_the_desk() -> None:
    hall = drawn()
    home, away = hall.fixture("M1-1").pair
    for side in (home, away):
        hall.do(c.ReportResult, by=side, contest="open", pairing="M1-1", entrant=side, winner=side, score=(5, 2))
    match = director_view(hall.state, hall.now, tuple(Permission)).desk.to_post[0]
    assert match.disputed
    assert {side: report.winner for side, report in match.reports.items()} == {home: home, away: away}


def test_what_was_posted_can_be_put_right_and_says_whom_that_unseats() -> None:
    hall = drawn()
    hall.win("M1-1")
    hall.win("M1-2")
    posted = director_view(hall.state, hall.now, tuple(Permission)).contests[0].posted
    assert [(match.pairing, match.score) for match in posted] == [("M1-1", (5, 0)), ("M1-2", (5, 0))]
    home, away = hall.fixture("M1-1").pair
    correction = c.CorrectResult(
        at=hall.now, by="td", contest="open", pairing="M1-1", winner=away, score=(5, 1), reason="read wrongly"
    )
    events = decide_tournament(hall.state, correction)
    assert isinstance(events, tuple)
    assert unseated_matches(hall.state, fold_tournament(events, hall.state)) == (), "nobody was called yet"
    hall.do(c.CallMatch, contest="open", pairing="M2-1")
    hall.do(c.BeginMatch, contest="open", pairing="M2-1")
    events = decide_tournament(hall.state, correction)
    assert isinstance(events, tuple)
    gone = unseated_matches(hall.state, fold_tournament(events, hall.state))
    assert [(match.pairing, match.begun) for match in gone] == [("M2-1", True)]
    assert str(hall.contest().entries[home]) in gone[0].names


def test_a_swiss_event_says_which_round_can_be_paired() -> None:
    hall = opened(swiss(lengths={"swiss": (5,)}))
    hall.do(c.ImportEntrants, contest="novice", entries=tuple((player,) for player in people(4)))
    hall.do(c.MakeDraw, contest="novice")
    assert director_view(hall.state, hall.now, tuple(Permission)).contests[0].round_due == 1
    hall.do(c.PairRound, contest="novice")
    contest = director_view(hall.state, hall.now, tuple(Permission)).contests[0]
    assert contest.round_due is None
    assert len(contest.slots) == 4


def test_a_corrected_name_is_that_of_the_entries_too() -> None:
    hall = drawn()
    hall.do(c.ChangePlayer, player=Player(id="p00", name="Ada Lovelace"))
    assert str(hall.contest().entries["p00"]) == "Ada Lovelace"
    assert hall.state.name_of("p00") == "Ada Lovelace"
    assert str(hall.contest().entries["p01"]) == "P 1"
