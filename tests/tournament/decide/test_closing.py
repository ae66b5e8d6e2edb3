"""The end: finished, settled, reported, closed; opened again on the record; what is kept."""

import pytest

from barpoint.tournament import TournamentCode, TournamentPhase, fold_tournament
from barpoint.tournament import commands as c
from barpoint.tournament.desk_record import MatchKind
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.events import decode, encode
from barpoint.tournament.places import title_places
from barpoint.tournament.prices import Fees, Prize
from barpoint.tournament.views.archive import (
    changes_since,
    match_results,
    tournament_archive,
)
from tests.tournament.director import (
    Hall,
    drawn,
    knockout,
)

SINGLE = Plan(format=DrawFormat.SINGLE, seed="s")


def played() -> Hall:
    hall = drawn(knockout(draw=SINGLE, fees=Fees(entry=1000), prizes=(Prize(place=1, share=10_000),)), 4)
    while hall.ready():
        for fixture in hall.ready():
            hall.win(fixture.id)
    return hall


def settled(hall: Hall) -> None:
    for player in hall.state.players:
        owed = hall.state.balances.get(f"player:{player}", 0)
        if owed > 0:
            hall.do(c.TakePayment, player=player, amount=owed)
        elif owed < 0:
            hall.do(c.PayOut, player=player)


def test_a_tournament_closes_when_everything_is_played_paid_and_reported() -> None:
    hall = played()
    assert hall.refused(c.CloseTournament) == TournamentCode.CONTEST_NOT_FINISHED
    hall.do(c.FinishContest, contest="open")
    assert hall.refused(c.CloseTournament) == TournamentCode.MONEY_OPEN
    hall.do(c.AwardPrizes, contest="open")
    settled(hall)
    hall.do(c.CloseTournament)
    assert hall.state.phase is TournamentPhase.CLOSED
    assert hall.refused(c.Announce, text="one more thing") == TournamentCode.TOURNAMENT_CLOSED


def test_reports_hold_the_end_up() -> None:
    hall = drawn(knockout("bws", draw=SINGLE), 4)
    reported = {"case": "1", "ruling": "replayed", "reason": "cocked"}
    hall.do(c.RecordRuling, contest="open", pairing="M1-1", **reported)
    while hall.ready():
        for fixture in hall.ready():
            hall.win(fixture.id)
    hall.do(c.FinishContest, contest="open")
    assert hall.refused(c.CloseTournament) == TournamentCode.REPORTS_DUE
    hall.do(c.ExportReport, duty="ruling/1")
    hall.do(c.CloseTournament)


def test_an_event_ends_when_all_is_played_or_it_was_never_drawn() -> None:
    hall = drawn(knockout(draw=SINGLE), 4)
    assert hall.refused(c.FinishContest, contest="open") == TournamentCode.STILL_TO_PLAY
    hall.do(c.AddContest, settings=knockout(name="late-night"))
    assert hall.refused(c.FinishContest, contest="late-night") == TournamentCode.STILL_TO_PLAY
    hall.do(c.FinishContest, contest="late-night", reason="nobody came")
    assert hall.refused(c.PublishContest, contest="late-night") == TournamentCode.CONTEST_FINISHED


def test_it_is_reopened_only_on_the_record_and_prizes_are_taken_back() -> None:
    hall = played()
    assert hall.refused(c.ReopenTournament, reason="x") == TournamentCode.TOURNAMENT_NOT_CLOSED
    hall.do(c.FinishContest, contest="open")
    hall.do(c.AwardPrizes, contest="open")
    settled(hall)
    hall.do(c.CloseTournament)
    assert hall.refused(c.ReopenTournament) == TournamentCode.WHY_NEEDED
    assert hall.refused(c.ReopenTournament, by="p00", reason="x") == TournamentCode.NOT_PERMITTED
    hall.do(c.ReopenTournament, contest="open", reason="the final was posted wrongly")
    loser = hall.fixture("M2-1").loser
    winner = hall.fixture("M2-1").winner
    hall.do(c.CorrectResult, contest="open", pairing="M2-1", winner=loser, reason="as both say")
    hall.do(c.FinishContest, contest="open")
    hall.do(c.AwardPrizes, contest="open")
    assert hall.state.balances[f"player:{winner}"] == 4000  # to be paid back
    assert hall.state.balances[f"player:{loser}"] == -4000
    settled(hall)
    hall.do(c.CloseTournament)
    assert [note.text for note in hall.state.reopened] == ["the final was posted wrongly"]


@pytest.mark.clause("ibf:2.17a")
def test_finished_matches_go_to_the_ratings_with_how_they_ended() -> None:
    hall = drawn(knockout(draw=SINGLE, lengths={"main": (9, 11)}), 4)
    hall.win("M1-1")
    hall.now += 1
    hall.do(c.ConfirmForfeit, contest="open", pairing="M1-2", loser=hall.fixture("M1-2").pair[0], reason="left")
    hall.now += 1
    hall.do(c.DeclareDrawn, contest="open", pairing="M2-1", advances=hall.fixture("M2-1").pair[0], reason="both")
    kept = match_results(hall.state)
    assert [(match.id, match.length, match.kind) for match in kept] == [
        ("spring/open/M1-1", 9, MatchKind.NORMAL),
        ("spring/open/M1-2", 9, MatchKind.FORFEIT),
        ("spring/open/M2-1", 11, MatchKind.DRAWN),
    ]
    variant = drawn(knockout(draw=SINGLE, variant=True), 4)
    variant.win("M1-1")
    assert match_results(variant.state) == ()


def test_the_archive_holds_everything() -> None:
    hall = played()
    hall.do(c.Announce, text="thank you")
    kept = tournament_archive(hall.state)
    assert kept.standings[0].places == title_places(hall.contest(), "main")
    assert len(kept.matches) == 3
    assert kept.sheets[0].seed == "s"
    assert kept.notices[0].text == "thank you"
    assert "entry of P 0" in kept.ledger


def test_what_changed_since_a_version() -> None:
    hall = played()
    before = hall.state.version
    hall.do(c.Announce, text="thank you")
    hall.do(c.GivePenalty, player="p00", step="warning", reason="noise")
    changes = changes_since(hall.log, before)
    assert [(change.version, change.what) for change in changes] == [
        (before + 1, "announced: thank you"),
        (before + 2, "penalty given: p00"),
    ]
    assert changes[1].reason == "noise"
    assert changes_since(hall.log, hall.state.version) == ()
    with pytest.raises(ValueError, match="expected a version"):
        changes_since(hall.log, 10_000)


def test_a_log_survives_being_written_and_read() -> None:
    hall = played()
    lines = [encode(event) for event in hall.log]
    assert fold_tournament(decode(line) for line in lines) == hall.state
    with pytest.raises(ValueError, match="not an event of a tournament log"):
        decode(b'{"type": "Nonsense"}')
