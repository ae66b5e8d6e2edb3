"""Running matches: when they are due, who is late and by how much, breaks, recesses; exact to the second."""

from typing import Any

import pytest

from barpoint.board import Refusal
from barpoint.match.format.match_format import MINUTE, SECOND
from barpoint.rulebook.profiles.options import LatePolicy, Options
from barpoint.tournament import TournamentCode, decide_tournament
from barpoint.tournament import commands as c
from barpoint.tournament.desk.autopilot import autopilot_commands, deadlines
from barpoint.tournament.desk.forfeits import forfeit_proposals, propose_forfeit
from barpoint.tournament.desk.overview import (
    DeskStage,
    desk_overview,
    start_score,
)
from barpoint.tournament.desk.timing import (
    assess_delay,
    break_ledger,
    delays,
    due,
)
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.events import MatchBegun, PenaltyGiven
from barpoint.tournament.player import Player
from barpoint.tournament.settings import Autopilot, ContestKind, Mode
from tests.tournament.director import (
    NINE,
    Hall,
    drawn,
    knockout,
    opened,
    people,
    swiss,
)


def due_at(hall: Hall, pairing: str, contest: str = "open") -> int | None:
    held = hall.contest(contest)
    return due(hall.state, held, held.fixtures[pairing])


@pytest.mark.clause("usbgf:2.2.1b", "usbgf:2.2.1c")
def test_a_match_is_due_ten_minutes_after_both_are_free_not_after_the_report() -> None:
    hall = drawn(knockout())
    hall.wait(70)
    hall.win("M1-1", completed=NINE + 50 * MINUTE)
    assert due_at(hall, "M1-3") is None
    hall.win("M1-2", completed=NINE + 61 * MINUTE + 7)
    assert due_at(hall, "M2-1") == NINE + 71 * MINUTE + 7


@pytest.mark.clause("usbgf:2.2.1a", "usbgf:2.2.1d", "usbgf:2.2.3c")
def test_a_posted_time_comes_first_then_the_scheduled_one() -> None:
    hall = drawn(knockout())
    hall.win("M1-1")
    hall.win("M1-2")
    hall.do(c.PostStart, contest="open", pairing="M2-1", start=NINE + 30 * MINUTE)
    assert due_at(hall, "M2-1") == NINE + 30 * MINUTE
    hall.do(c.ScheduleRound, contest="open", bracket="consolation", round=1, start=NINE + 45 * MINUTE)
    assert due_at(hall, "C1-1") == NINE + 45 * MINUTE
    later = {"contest": "open", "pairing": "C1-1", "start": NINE + 60 * MINUTE}
    assert hall.refused(c.PostStart, **later) == TournamentCode.WHY_NEEDED
    hall.do(c.PostStart, **later, reason="a long match before it")
    assert due_at(hall, "C1-1") == NINE + 60 * MINUTE


@pytest.mark.clause("usbgf:2.2.1e", "guide:2.2.5b")
@pytest.mark.parametrize("book", ["usbgf", "guide"])
def test_what_falls_into_a_recess_is_due_at_its_end(book: str) -> None:
    hall = drawn(knockout(book))
    hall.do(c.ScheduleRecess, name="lunch", start=NINE + 5 * MINUTE, end=NINE + 65 * MINUTE)
    hall.win("M1-1")
    hall.win("M1-2")
    assert due_at(hall, "M2-1") == NINE + 65 * MINUTE


@pytest.mark.clause("bws:2.2.1")
def test_bws_knows_scheduled_times_only() -> None:
    hall = drawn(knockout("bws"))
    hall.win("M1-1")
    hall.win("M1-2")
    assert due_at(hall, "M2-1") is None
    hall.do(c.ScheduleRound, contest="open", bracket="main", round=2, start=NINE + 45 * MINUTE)
    assert due_at(hall, "M2-1") == NINE + 45 * MINUTE


@pytest.mark.clause("usbgf:2.2.1h", "usbgf:2.2.1i", "guide:2.2.5c")
def test_the_main_event_comes_first_and_nobody_is_late_for_a_side_event_meanwhile() -> None:
    side = knockout(name="side", kind=ContestKind.SIDE)
    hall = opened(knockout(), side)
    for contest in ("open", "side"):
        hall.do(c.ImportEntrants, contest=contest, entries=tuple((player,) for player in people(4)))
        hall.do(c.MakeDraw, contest=contest)
    shown = desk_overview(hall.state, hall.now).next
    assert [match.contest for match in shown] == ["open", "open", "side", "side"]
    assert all(match.busy for match in shown if match.contest == "side")
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    both = set(hall.fixture("M1-1").pair)
    clash = next(each.id for each in hall.ready("side") if both & set(each.players))
    assert hall.refused(c.BeginMatch, contest="side", pairing=clash) == TournamentCode.PLAYER_BUSY


LATE = [
    # book, minutes late, seconds, points
    ("usbgf", 9, 59, 0),
    ("usbgf", 10, 0, 1),
    ("usbgf", 14, 59, 1),
    ("usbgf", 15, 0, 2),
    ("usbgf", 27, 30, 4),
    ("bws", 19, 59, 0),
    ("bws", 20, 0, 1),
    ("bws", 25, 0, 2),
    ("guide", 10, 0, 1),
]


@pytest.mark.clause("usbgf:2.2.4a", "usbgf:2.2.4b", "bws:2.2.4a", "bws:2.2.4b", "guide:2.2.5d")
@pytest.mark.parametrize(("book", "minutes", "seconds", "points"), LATE)
def test_lateness_costs_points_to_the_second(book: str, minutes: int, seconds: int, points: int) -> None:
    hall = drawn(knockout(book, starts=NINE + MINUTE, lengths={"main": (9,)}))
    home, away = hall.fixture("M1-1").pair
    hall.now = NINE + MINUTE
    hall.do(c.MarkReady, by=home, contest="open", pairing="M1-1", entrant=home)
    hall.now += minutes * MINUTE + seconds * SECOND
    events = hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    begun = events[0]
    assert isinstance(begun, MatchBegun)
    assert begun.delay == (0, minutes * MINUTE + seconds * SECOND)
    given = [event for event in events if isinstance(event, PenaltyGiven)]
    assert sum(event.points for event in given) == points
    assert all(event.player == away for event in given)
    assert start_score(hall.state, hall.contest(), hall.fixture("M1-1")) == (points, 0)


@pytest.mark.clause("usbgf:2.2.4c", "bws:2.2.4c", "usbgf:2.2.4f", "bws:2.2.4g")
def test_a_forfeit_is_proposed_when_more_than_half_the_length_is_gone_and_confirmed_by_staff() -> None:
    hall = drawn(knockout(starts=NINE + MINUTE, lengths={"main": (9,)}))
    home, away = hall.fixture("M1-1").pair
    hall.now = NINE + MINUTE
    hall.do(c.MarkReady, contest="open", pairing="M1-1", entrant=home)
    fifth = NINE + MINUTE + (10 + 4 * 5) * MINUTE
    assert not [each for each in forfeit_proposals(hall.state, fifth - 1) if each.pairing == "M1-1"]
    [proposal] = [each for each in forfeit_proposals(hall.state, fifth) if each.pairing == "M1-1"]
    assert proposal.losers == (away,)
    assert "usbgf:2.2.4c" in proposal.clauses
    hall.now = fifth - 1
    lost = {"contest": "open", "pairing": "M1-1", "loser": away}
    assert hall.refused(c.ConfirmForfeit, **lost) == TournamentCode.NO_FORFEIT_DUE
    hall.now = fifth
    hall.do(c.ConfirmForfeit, **lost)
    assert hall.fixture("M1-1").winner == home
    late_both = next(each for each in forfeit_proposals(hall.state, fifth) if each.pairing == "M1-2")
    assert len(late_both.losers) == 2
    hall.do(c.ConfirmForfeit, contest="open", pairing="M1-2")
    lost_by_both = hall.fixture("M1-2")
    assert lost_by_both.status is PairingStatus.PLAYED
    assert lost_by_both.result is not None
    assert lost_by_both.result.both_lost
    assert hall.fixture("M2-1").winner == home


def test_in_a_swiss_round_both_may_lose() -> None:
    hall = drawn(swiss("bws", starts=NINE + MINUTE), 4)
    hall.now = NINE + 90 * MINUTE
    hall.do(c.ScheduleRound, contest="novice", bracket="swiss", round=1, start=NINE + MINUTE, past=True)
    hall.do(c.ConfirmForfeit, contest="novice", pairing="S1-1")
    assert hall.fixture("S1-1", "novice").winner is None
    hall.win("S1-2", contest="novice")
    play = hall.contest("novice").play
    assert play is not None
    assert sorted(record.score for record in play.records) == [0, 0, 0, 2]  # type: ignore[union-attr]  # it is Swiss


@pytest.mark.clause("usbgf:2.2.4l", "usbgf:2.2.4j")
def test_a_stricter_policy_holds_for_rounds_with_a_posted_time_only() -> None:
    strict = Options(late_policy=LatePolicy(points=((5, 2),)))
    hall = drawn(knockout(options=strict, variations=("late_policy",)))
    held = hall.contest()
    assert held.settings.options.late_policy is not None
    for pairing in ("M1-1", "M1-2"):
        hall.win(pairing)
    six = NINE + 16 * MINUTE  # six minutes after the standard time
    fixture = hall.fixture("M2-1")
    delay, _ = delays(hall.state, hall.contest(), fixture, six)
    found = assess_delay(hall.contest(), fixture, delay)
    assert found is not None
    assert found.points == 0
    hall.now += 1
    hall.do(c.ScheduleRound, contest="open", bracket="main", round=2, start=NINE + 10 * MINUTE)
    found = assess_delay(hall.contest(), hall.fixture("M2-1"), delay)
    assert found is not None
    assert found.points == 2


@pytest.mark.clause("usbgf:2.2.4j")
def test_the_desk_shows_when_the_stricter_policy_strikes() -> None:
    strict = Options(late_policy=LatePolicy(points=((5, 2),), forfeit_after_minutes=6))
    hall = drawn(knockout(options=strict, variations=("late_policy",)))
    hall.now += 1
    start = hall.now + 10 * MINUTE
    hall.do(c.PostStart, contest="open", pairing="M1-1", start=start)
    shown = next(match for match in desk_overview(hall.state, start + 1).next if match.pairing == "M1-1")
    assert [side.next_point_at for side in shown.sides] == [start + 5 * MINUTE] * 2
    assert [side.forfeit_at for side in shown.sides] == [start + 6 * MINUTE] * 2


@pytest.mark.clause("usbgf:2.2.2c", "usbgf:2.2.2d", "usbgf:2.2.2e", "usbgf:2.2.2h")
@pytest.mark.parametrize(("minutes", "delay"), [(9, 0), (10, 0), (15, 5 * MINUTE)])
def test_the_break_reserve_of_usbgf_at_the_desk(minutes: int, delay: int) -> None:
    hall = drawn(knockout())
    home, _ = hall.fixture("M1-1").pair
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    hall.wait(90)
    reserve = break_ledger(hall.contest(), hall.match("M1-1"), home, hall.now)
    assert reserve is not None
    assert next(m for m in desk_overview(hall.state, hall.now).playing).sides[0].break_left == 9 * MINUTE
    hall.do(c.CallBreak, by=home, contest="open", pairing="M1-1", entrant=home, estimate=5 * MINUTE)
    assert next(m for m in desk_overview(hall.state, hall.now).playing).stage is DeskStage.BREAK
    hall.wait(minutes)
    hall.do(c.EndBreak, by=home, contest="open", pairing="M1-1", entrant=home)
    assert delays(hall.state, hall.contest(), hall.fixture("M1-1"), hall.now)[0].breaks == delay


@pytest.mark.clause("usbgf:2.2.4d", "usbgf:2.2.2g")
def test_delay_adds_up_over_a_match_and_points_follow_the_sum() -> None:
    hall = drawn(knockout(starts=NINE + MINUTE, lengths={"main": (21,)}))
    home, away = hall.fixture("M1-1").pair
    hall.do(c.ScheduleRecess, name="lunch", start=NINE + 20 * MINUTE, end=NINE + 80 * MINUTE)
    hall.now = NINE + 7 * MINUTE  # six minutes late, both
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    assert not hall.state.penalties
    hall.now = NINE + 25 * MINUTE
    hall.do(c.SuspendMatch, contest="open", pairing="M1-1")
    assert hall.match("M1-1").resume_due == NINE + 80 * MINUTE
    hall.now = NINE + 80 * MINUTE
    hall.do(c.MarkReady, contest="open", pairing="M1-1", entrant=home)
    hall.now = NINE + 84 * MINUTE  # four more for away: ten in all
    hall.do(c.ResumeMatch, contest="open", pairing="M1-1")
    assert [(each.entrant, each.points) for each in hall.state.penalties.values()] == [(away, 1)]
    assert [each.reason for each in hall.state.penalties.values()] == ["10:00 late"]
    hall.do(c.CallBreak, contest="open", pairing="M1-1", entrant=away)  # nothing in hand after a recess
    hall.wait(5)
    hall.do(c.EndBreak, contest="open", pairing="M1-1", entrant=away)
    assert [(each.entrant, each.points) for each in hall.state.penalties.values()] == [(away, 1), (away, 1)]
    assert hall.match("M1-1").delay_points == (0, 2)


@pytest.mark.clause("bws:2.2.2a", "bws:2.2.2b", "bws:2.2.2d", "bws:2.2.4f")
def test_bws_counts_breaks_and_the_director_confirms_points_for_overruns() -> None:
    hall = drawn(knockout("bws", lengths={"main": (11,)}))
    home, _ = hall.fixture("M1-1").pair
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    assert next(m for m in desk_overview(hall.state, hall.now).playing).sides[0].break_left == 2
    hall.do(c.CallBreak, contest="open", pairing="M1-1", entrant=home, breaks=2)
    hall.wait(30)
    hall.do(c.EndBreak, contest="open", pairing="M1-1", entrant=home)
    [given] = hall.state.penalties.values()
    assert (given.points, given.confirm) == (1, True)
    assert desk_overview(hall.state, hall.now).to_confirm == (given,)
    assert start_score(hall.state, hall.contest(), hall.fixture("M1-1")) == (0, 0)
    hall.do(c.ConfirmPenalty, penalty=given.id)
    assert start_score(hall.state, hall.contest(), hall.fixture("M1-1")) == (0, 1)
    assert hall.refused(c.ConfirmPenalty, penalty=given.id) == TournamentCode.NO_SUCH_PENALTY


@pytest.mark.clause("bws:2.2.4c", "bws:2.2.4f")
def test_bws_charges_a_late_start_and_every_break_by_itself_and_adds_up_the_points() -> None:
    hall = drawn(knockout("bws", starts=NINE + MINUTE, lengths={"main": (9,)}))
    home, away = hall.fixture("M1-1").pair
    here = {"contest": "open", "pairing": "M1-1"}
    hall.do(c.MarkReady, **here, entrant=away)
    hall.now = NINE + 13 * MINUTE
    hall.do(c.BeginMatch, **here)  # 12 minutes late: nothing
    hall.do(c.CallBreak, **here, entrant=home)
    hall.wait(5 + 12)
    hall.do(c.EndBreak, **here, entrant=home)  # 12 more
    assert not hall.state.penalties
    for over, points in ((26, 2), (25, 2)):
        hall.do(c.CallBreak, **here, entrant=home)
        hall.wait(over)
        shown = next(m for m in desk_overview(hall.state, hall.now).playing).sides[0]
        assert shown.next_point_at == hall.now - over % 5 * MINUTE + 5 * MINUTE
        hall.do(c.EndBreak, **here, entrant=home)
        given = list(hall.state.penalties.values())[-1]
        assert (given.points, given.confirm, given.reason) == (points, True, f"{over}:00 late")
    assert propose_forfeit(hall.state, hall.contest(), hall.fixture("M1-1"), hall.now) is None
    hall.do(c.CallBreak, **here, entrant=home)
    hall.wait(20)
    lost = propose_forfeit(hall.state, hall.contest(), hall.fixture("M1-1"), hall.now)
    assert lost is not None
    assert (lost.losers, lost.clauses[-1]) == ((home,), "bws:2.2.4c")


@pytest.mark.clause("ibf:3.10a", "ibf:3.10c")
def test_ibf_has_breaks_where_the_event_says_so() -> None:
    hall = drawn(knockout("ibf", lengths={"main": (11,)}))
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    assert next(m for m in desk_overview(hall.state, hall.now).playing).sides[0].break_left == 2
    without = drawn(knockout("ibf", options=Options(breaks=False, extra_time=300)))
    without.do(c.BeginMatch, contest="open", pairing="M1-1")
    asked = {"contest": "open", "pairing": "M1-1", "entrant": without.fixture("M1-1").pair[0]}
    assert without.refused(c.CallBreak, **asked) == TournamentCode.NO_BREAKS


@pytest.mark.clause("usbgf:2.2.2l", "usbgf:2.2.2m", "usbgf:2.2.2n")
def test_the_other_side_of_a_break_has_two_minutes_and_then_a_break_of_its_own() -> None:
    hall = drawn(knockout())
    home, away = hall.fixture("M1-1").pair
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    asked = {"contest": "open", "pairing": "M1-1"}
    assert hall.refused(c.RecordAbsence, **asked, entrant=away) == TournamentCode.NOBODY_WAITED
    hall.do(c.CallBreak, **asked, entrant=home)
    hall.wait(1)
    hall.do(c.EndBreak, **asked, entrant=home)
    hall.wait(0.5)
    hall.do(c.RecordAbsence, **asked, entrant=away, by=home)
    assert not [each for each in hall.match("M1-1").breaks if each.deemed]
    hall.wait(3)
    hall.do(c.RecordAbsence, **asked, entrant=away)
    [deemed] = [each for each in hall.match("M1-1").breaks if each.deemed]
    assert (deemed.start, deemed.end) == (NINE + 2 * MINUTE, hall.now)


@pytest.mark.clause("usbgf:2.2.3b")
def test_break_time_is_granted_with_a_reason() -> None:
    hall = drawn(knockout())
    home, _ = hall.fixture("M1-1").pair
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    more = {"contest": "open", "pairing": "M1-1", "entrant": home, "time": 9 * MINUTE}
    assert hall.refused(c.GrantTime, **more) == TournamentCode.WHY_NEEDED
    hall.do(c.GrantTime, **more, reason="medication")
    hall.do(c.CallBreak, contest="open", pairing="M1-1", entrant=home)
    hall.wait(10)
    hall.do(c.EndBreak, contest="open", pairing="M1-1", entrant=home)
    assert delays(hall.state, hall.contest(), hall.fixture("M1-1"), hall.now)[0].breaks == 0


@pytest.mark.clause("usbgf:2.2.5a", "usbgf:2.2.5b", "usbgf:2.2.5d", "usbgf:2.2.4g", "usbgf:2.2.5e")
def test_signing_out_keeps_a_contact_and_stops_no_clock() -> None:
    hall = drawn(knockout(starts=NINE + MINUTE))
    home, away = hall.fixture("M1-1").pair
    assert hall.refused(c.SignOut, by=away, player=away) == TournamentCode.CONTACT_NEEDED
    assert hall.refused(c.SignOut, by=home, player=away, contact="x") == TournamentCode.NOT_PERMITTED
    hall.do(c.SignOut, by=away, player=away, contact="room 12")
    hall.do(c.TellLateness, by=away, player=away, expected=NINE + 40 * MINUTE, reason="traffic")
    hall.now = NINE + 12 * MINUTE
    hall.do(c.MarkReady, by=home, contest="open", pairing="M1-1", entrant=home)
    now = desk_overview(hall.state, NINE + 61 * MINUTE)
    assert now.overdue == (away,)
    assert now.late_told == {away: NINE + 40 * MINUTE}
    assert [side.entrant for match, side in now.late if match.pairing == "M1-1"] == [away]
    hall.do(c.SignIn, player=away)
    assert hall.refused(c.SignIn, player=away) == TournamentCode.NOT_SIGNED_OUT


def test_the_desk_says_when_the_next_point_falls() -> None:
    hall = drawn(knockout(starts=NINE + MINUTE, lengths={"main": (9,)}))
    shown = next(m for m in desk_overview(hall.state, NINE + 13 * MINUTE).next if m.pairing == "M1-1")
    assert shown.due == NINE + MINUTE
    assert shown.sides[0].points == 1
    assert shown.sides[0].next_point_at == NINE + 16 * MINUTE
    assert shown.sides[0].forfeit_at == NINE + 31 * MINUTE


def test_tables_calls_and_who_is_free() -> None:
    hall = drawn(knockout(), 4)
    hall.do(c.SetTables, tables=("1", "2", "3"))
    hall.do(c.AssignTable, contest="open", pairing="M1-1", table="1")
    assert hall.refused(c.AssignTable, contest="open", pairing="M1-2", table="9") == TournamentCode.NO_SUCH_TABLE
    hall.do(c.CallMatch, contest="open", pairing="M1-1")
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    assert hall.refused(c.BeginMatch, contest="open", pairing="M1-1") == TournamentCode.MATCH_BEGUN
    now = desk_overview(hall.state, hall.now)
    assert [(match.table, match.since) for match in now.playing] == [("1", NINE)]
    assert now.free_tables == (("", "2"), ("", "3"))
    assert set(now.free) == set(hall.fixture("M1-2").pair)
    hall.do(c.CallMatch, contest="open", pairing="M1-2")
    assert desk_overview(hall.state, hall.now).free == ()


def test_the_autopilot_begins_matches_takes_absences_and_pairs_the_next_round() -> None:
    pilot = Autopilot(round_time=60 * MINUTE, presence=5 * MINUTE)
    settings = swiss(mode=Mode.INTERNET, autopilot=pilot, starts=NINE + MINUTE)
    hall = drawn(settings, 4)
    hall.do(c.ScheduleRound, contest="novice", bracket="swiss", round=1, start=NINE + MINUTE, past=True)
    one, other = hall.ready("novice")
    for entrant in one.pair:
        hall.do(c.MarkReady, by=entrant, contest="novice", pairing=one.id, entrant=entrant)
    hall.do(c.MarkReady, contest="novice", pairing=other.id, entrant=other.pair[0])
    times = deadlines(hall.state, hall.contest("novice"))
    assert [(each.presence - NINE, each.ends - NINE) for each in times] == [(6 * MINUTE, 61 * MINUTE)] * 2
    assert [each.missing for each in times] == [(), (other.pair[1],)]
    hall.now = NINE + 6 * MINUTE + 1
    for command in autopilot_commands(hall.state, hall.contest("novice"), hall.now):
        hall.do(type(command), **{name: getattr(command, name) for name in command.__struct_fields__})
    assert hall.match(one.id, "novice").begun == hall.now
    assert hall.fixture(other.id, "novice").winner == other.pair[0]
    hall.do(c.AttachMatch, by="autopilot", contest="novice", pairing=one.id, stream="match:1")
    hall.win(one.id, contest="novice", by="autopilot")
    for command in autopilot_commands(hall.state, hall.contest("novice"), hall.now):
        hall.do(type(command), **{name: getattr(command, name) for name in command.__struct_fields__})
    assert {each.round for each in hall.ready("novice")} == {2}
    assert hall.refused(c.MakeDraw, by="autopilot", contest="novice") == TournamentCode.NOT_PERMITTED


def test_a_team_is_late_together() -> None:
    hall = opened(knockout(team=2, starts=NINE + MINUTE, lengths={"main": (5,)}))
    teams = tuple((Player(id=f"a{n}"), Player(id=f"b{n}")) for n in range(4))
    hall.do(c.ImportEntrants, contest="open", entries=teams)
    hall.do(c.MakeDraw, contest="open")
    hall.now = NINE + 11 * MINUTE
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    assert sorted(each.points for each in hall.state.penalties.values()) == [1, 1]


def test_a_start_that_is_over_is_asked_about_with_who_would_be_late() -> None:
    hall = drawn(knockout(lengths={"main": (9,)}))
    hall.wait(60)
    home, away = hall.fixture("M1-1").pair
    hall.do(c.MarkReady, contest="open", pairing="M1-1", entrant=home)
    over: dict[str, Any] = {
        "contest": "open",
        "pairing": "M1-1",
        "start": hall.now - 21 * MINUTE,
        "reason": "as was said",
    }
    command = c.PostStart(at=hall.now, by="td", **over)
    answer = decide_tournament(hall.state, command)
    assert isinstance(answer, Refusal)
    assert answer.code == TournamentCode.START_IN_PAST
    assert answer.facts == {
        "minutes": 21,
        "late": ", ".join(f"{hall.state.shown_name(each)} (21′, 3p)" for each in (home, away)),
    }
    hall.do(c.PostStart, **over | {"start": hall.now})
    hall.do(c.PostStart, **over, past=True)
    assert due(hall.state, hall.contest(), hall.fixture("M1-1")) == hall.now - 21 * MINUTE


def test_a_round_that_should_have_begun_is_asked_about_too() -> None:
    hall = drawn(knockout(lengths={"main": (9,)}), 32)
    hall.wait(60)
    over: dict[str, Any] = {"contest": "open", "bracket": "main", "round": 1, "start": hall.now - 5 * MINUTE}
    answer = decide_tournament(hall.state, c.ScheduleRound(at=hall.now, by="td", **over))
    assert isinstance(answer, Refusal)
    assert str(answer.facts["late"]).endswith(", +26")
    hall.do(c.ScheduleRound, **over, past=True)
    ahead = over | {"round": 2}
    answer = decide_tournament(hall.state, c.ScheduleRound(at=hall.now, by="td", **ahead))
    assert isinstance(answer, Refusal), "nobody sits there yet, and still it is over"
    assert "late" not in answer.facts


def corrected_weekend() -> tuple[Hall, str, str, str]:
    """A semifinal posted wrongly and begun late, then corrected: the hall, the finalist, the wrong and the right."""
    single = Plan(format=DrawFormat.SINGLE, seed="public")
    hall = opened(knockout(lengths={"main": (9,)}, draw=single), knockout(name="side", kind=ContestKind.SIDE))
    hall.do(c.ImportEntrants, contest="open", entries=tuple((player,) for player in people(4)))
    hall.do(c.MakeDraw, contest="open")
    bob = hall.fixture("M1-1").pair[0]
    gil, dot = hall.fixture("M1-2").pair
    others = tuple((player,) for player in people(3, "z"))
    hall.do(c.ImportEntrants, contest="side", entries=((hall.state.players[gil],), *others))
    hall.do(c.MakeDraw, contest="side")
    hall.wait(60)
    hall.win("M1-1")
    hall.win("M1-2")
    hall.wait(25)
    hall.do(c.BeginMatch, contest="open", pairing="M2-1")
    assert start_score(hall.state, hall.contest(), hall.fixture("M2-1")) == (2, 2)
    hall.wait(5)
    hall.do(c.CorrectResult, contest="open", pairing="M1-2", winner=dot, score=(9, 4), reason="the wrong name")
    return hall, bob, gil, dot


@pytest.mark.clause("usbgf:2.2.4d", "usbgf:4.7d")
def test_points_for_lateness_go_with_the_match_a_correction_annuls() -> None:
    hall, bob, gil, dot = corrected_weekend()
    assert set(hall.fixture("M2-1").pair) == {bob, dot}
    assert start_score(hall.state, hall.contest(), hall.fixture("M2-1")) == (0, 0)
    hall.do(c.CorrectResult, contest="open", pairing="M1-2", winner=gil, score=(9, 4), reason="it was right")
    assert start_score(hall.state, hall.contest(), hall.fixture("M2-1")) == (2, 2)  # their match stands again


@pytest.mark.clause("usbgf:2.2.1b", "usbgf:2.2.1h")
def test_nobody_is_late_for_a_match_that_a_correction_brought_about_or_kept_them_from() -> None:
    hall, _, gil, _ = corrected_weekend()
    corrected = hall.now
    side = next(fixture.id for fixture in hall.ready("side") if gil in fixture.players)
    assert due_at(hall, "M2-1") == corrected + 10 * MINUTE
    assert due_at(hall, side, "side") == corrected + 10 * MINUTE
    assert not desk_overview(hall.state, corrected).late
    assert not forfeit_proposals(hall.state, corrected + 19 * MINUTE)


@pytest.mark.clause("usbgf:2.2.1a", "usbgf:2.2.1d")
def test_a_time_that_was_over_when_the_pairing_came_about_makes_nobody_late_but_one_posted_after_it_does() -> None:
    hall = drawn(knockout(), 4)
    hall.do(c.ScheduleRound, contest="open", bracket="main", round=2, start=NINE + 30 * MINUTE)
    hall.wait(25)
    hall.win("M1-1")
    hall.win("M1-2")
    hall.wait(15)
    dot = hall.fixture("M1-2").pair[1]
    hall.do(c.CorrectResult, contest="open", pairing="M1-2", winner=dot, score=(9, 4), reason="the wrong name")
    assert due_at(hall, "M2-1") == hall.now + 10 * MINUTE
    hall.do(c.PostStart, contest="open", pairing="M2-1", start=hall.now + 2 * MINUTE, reason="both are here")
    assert due_at(hall, "M2-1") == hall.now + 2 * MINUTE
