"""Logs of earlier releases fold to what they folded to."""

from typing import get_args

import msgspec

from barpoint.tournament import fold_tournament
from barpoint.tournament.decide.penalties import lateness_words
from barpoint.tournament.events import (
    AnyEvent,
    ApprovalDemanded,
    ApprovalGiven,
    BroadcastChosen,
    CheckInCancelled,
    ContestsOrdered,
    DeskSet,
    DrawChanged,
    EntryRated,
    EntryReconsidered,
    EntrySeeded,
    EntrySubstituted,
    EquipmentChecked,
    MatchAttached,
    MatchCallCancelled,
    MonitorAsked,
    OccurrenceNoted,
    RecessCancelled,
    RecordingAsked,
    RecordingRequestAnswered,
    RoundTimeCancelled,
    RulesAccepted,
    ScoreNoted,
    SightingAnswered,
    SightingReported,
    SignOutLimited,
    StartCancelled,
    SwissChanged,
    TermsAgreed,
    TournamentChanged,
    WaitingOrdered,
    WishesRolled,
    WishesStated,
    decode,
    encode,
)
from barpoint.tournament.views.archive import tournament_archive
from tests.tournament.record_tournament import FOLDER, scripted

SINCE = {
    RecessCancelled,
    RoundTimeCancelled,
    BroadcastChosen,
    ContestsOrdered,
    EquipmentChecked,
    RecordingAsked,
    RecordingRequestAnswered,
    RulesAccepted,
    SightingAnswered,
    SightingReported,
    TournamentChanged,
    ApprovalDemanded,
    ApprovalGiven,
    EntryRated,
    OccurrenceNoted,
    SignOutLimited,
    TermsAgreed,
    WishesRolled,
    WishesStated,
    CheckInCancelled,
    DeskSet,
    EntryReconsidered,
    EntrySeeded,
    EntrySubstituted,
    MatchCallCancelled,
    MonitorAsked,
    ScoreNoted,
    StartCancelled,
    WaitingOrdered,
}
"""Kinds of events that 0.1.0 did not have."""
LOG = (FOLDER / "tournament.jsonl").read_bytes().splitlines()


def test_the_stored_log_comes_to_its_archive() -> None:
    state = fold_tournament(decode(line) for line in LOG)
    archive = msgspec.json.decode(msgspec.json.encode(tournament_archive(state)))
    assert [sheet.pop("more") for sheet in archive["sheets"]] == [None] * 3, "0.1.0 knew no pages of a sheet"
    lines = [
        line
        for sheet in archive["sheets"]
        for bracket in sheet["brackets"]
        for one in bracket["rounds"]
        for line in one["lines"]
    ]
    own = {line["pairing"]: line.pop("length") for line in lines if "length" in line}
    assert own == {"M1-2": 5}, "0.1.0 did not say the length of one match"
    halls = {line["pairing"]: line.pop("hall") for line in lines if "hall" in line}
    assert halls == {"M1-2": "Red"}, "0.1.0 did not say the hall on a sheet"
    assert archive == msgspec.json.decode((FOLDER / "archive.json").read_bytes())


def test_every_kind_of_event_is_in_it() -> None:
    seen = {type(decode(line)) for line in LOG}
    assert set(get_args(AnyEvent)) - seen == SINCE


def test_lines_are_written_as_they_are_read() -> None:
    assert [encode(decode(line)) for line in LOG] == LOG


def test_the_script_still_writes_a_log_that_means_the_same() -> None:
    again = scripted()
    [record] = [event.stream.encode() for event in again.log if isinstance(event, MatchAttached)]
    was = [line.replace(b'"match:1"', b'"%b"' % record) for line in LOG]  # 0.1.0 attached any board in a hall
    low, fitting = b'"loser":"b1","score":[5,0]', b'"loser":"b1","score":[5,2]'
    was = [line.replace(low, fitting) for line in was]  # it let a score be less than the match began with
    for seconds in (660, 1500):  # it counted the time of a penalty in seconds
        now = lateness_words(seconds * 1000).encode()
        was = [line.replace(b"%d s of delay" % seconds, now) for line in was]
    reasons = [penalty.reason for penalty in again.state.penalties.values() if " late" in penalty.reason]
    assert reasons == ["11:00 late", "25:00 late"]
    assert tournament_archive(again.state) == tournament_archive(fold_tournament(map(decode, was)))
    assert any(isinstance(event, DrawChanged) for event in again.log)
    assert any(isinstance(event, SwissChanged) for event in again.log)
