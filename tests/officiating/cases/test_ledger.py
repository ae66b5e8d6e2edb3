"""The ledger: what rulings leave on the record of persons, and where it falls due."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import Side
from barpoint.officiating.answer import Penalty, PenaltyStep, Ruling
from barpoint.officiating.cases import events as v
from barpoint.officiating.cases import ledger as g
from barpoint.officiating.cases.case import Case, fold_case
from barpoint.officiating.penalty_record import PenaltyEntry, PenaltyRecord
from barpoint.officiating.remedy import ChangeClock, GivePoints, LoseGame, LoseMatch
from barpoint.rulebook.profiles.policy import PointsDestination
from tests.officiating.answers import ask, under
from tests.officiating.whole_cases import (
    appealed,
    events_of,
    opened,
    point,
)


def folded(*asked: v.CaseStep) -> Case:
    return fold_case(events_of(*asked))


def test_a_ruling_leaves_its_penalties_with_case_match_clauses_and_time() -> None:
    (entry,) = g.case_entries("T4-1", folded(opened("usbgf"), point(5)))
    assert entry == PenaltyEntry(
        "Bob",
        "penalty_points",
        PenaltyStep.POINTS,
        at=5,
        match="match:T4",
        points=1,
        case="T4-1",
        clauses=("usbgf:2.2.4m",),
        opponent="Ann",
    )


@pytest.mark.clause("usbgf:5.3f")
def test_nothing_is_recorded_while_an_appeal_is_open_nor_of_a_ruling_that_was_changed() -> None:
    steps = appealed("usbgf", uphold=1, change=2)
    assert [len(g.case_entries("A", folded(*steps[:n]))) for n in range(4, 8)] == [1, 0, 0, 0]
    upheld = appealed("usbgf", uphold=2, change=1)
    assert len(g.case_entries("A", folded(*upheld))) == 1


def test_an_optional_penalty_that_was_not_imposed_and_an_unnamed_person_leave_nothing() -> None:
    optional = v.RulingGiven(
        at=1, by="D", say="x.", penalties=(Penalty(Side.BLACK, PenaltyStep.POINTS, optional=True),)
    )
    assert g.case_entries("A", folded(opened("bws"), optional)) == ()
    nameless = v.CaseOpened(at=0, by="D", profile=under("bws"), kind="")
    assert g.case_entries("A", folded(nameless, point(1))) == ()


def test_a_team_is_penalised_as_persons_and_the_ladder_counts_an_offence_once() -> None:
    team = v.CaseOpened(
        at=0, by="D", profile=under("usbgf"), kind="fast_grab", white=("Ann", "Amy"), black=("Bob", "Ben")
    )
    ledger = g.ledger_of([("A", folded(team, point(1)))])
    assert [entry.person for entry in ledger.entries] == ["Bob", "Ben"]
    record = ledger.record(("Bob", "Ben"), ("Ann", "Amy"))
    assert record.names == ("Bob and Ben", "Ann and Amy")
    assert len(record.earlier("Bob and Ben", "fast_grab")) == 1
    assert len(ledger.record(("Bob",), ("Ann",)).earlier("Bob", "fast_grab")) == 1


def test_without_a_log_another_opponent_is_another_match() -> None:
    """A warning of an early round costs nothing in a later one; what is due in the next match falls due there."""
    early = v.CaseOpened(at=0, by="D", profile=under("ibf"), kind="break_overrun", white=("Ann",), black=("Bob",))
    ledger = g.ledger_of([("A", folded(early, point(1, later=True)))])
    assert ledger.record(("Bob",), ("Ann",)).earlier("Bob", "break_overrun")
    later = ledger.record(("Bob",), ("Zoe",))
    assert not later.earlier("Bob", "break_overrun")
    assert later.earlier("Bob", "break_overrun", this_match=False)


def test_the_judge_reads_the_ledger() -> None:
    facts = {"who": "black"}
    first = ask("repeated_illegal_moves", "usbgf", **facts)
    assert isinstance(first, Ruling)
    warned = v.RulingGiven(at=1, by="D", say=first.say, clauses=first.clauses, penalties=first.penalties)
    ledger = g.ledger_of([("A", folded(opened("usbgf", "repeated_illegal_moves"), warned))])
    second = ask("repeated_illegal_moves", "usbgf", ledger.record(("Ann",), ("Bob",), "match:T4"), **facts)
    assert second != first
    for record in (
        ledger.record(("Ann",), ("Zoe",), "match:T4"),
        ledger.record(("Ann",), ("Bob",), "match:T4", but="A"),
    ):
        assert ask("repeated_illegal_moves", "usbgf", record, **facts) == first


def test_a_penalty_for_a_later_match_is_due_there_until_it_is_served() -> None:
    ledger = g.ledger_of([("A", folded(opened("usbgf"), point(1, later=True)))])
    assert ledger.due("Bob", "match:T4") == ()
    assert [entry.points for entry in ledger.due("Bob", "match:T9")] == [1]
    assert ledger.due("Ann", "match:T9") == ()
    served = g.evolve_ledger(ledger, g.PenaltyServed(at=9, by="desk", person="Bob", case="A", match="match:T9"))
    assert served.due("Bob", "match:T10") == ()


@pytest.mark.clause("usbgf:2.2.4m", "ibf:17.1d")
@pytest.mark.parametrize(
    ("entry", "go", "expected"),
    [
        (
            PenaltyEntry("B", "x", PenaltyStep.POINTS, points=2),
            PointsDestination.TO_OPPONENT,
            (GivePoints(Side.WHITE, 2),),
        ),
        (
            PenaltyEntry("B", "x", PenaltyStep.POINTS, points=2),
            PointsDestination.OFF_THE_OFFENDER,
            (GivePoints(Side.BLACK, -2),),
        ),
        (
            PenaltyEntry("B", "x", PenaltyStep.TIME, time=60_000),
            PointsDestination.TO_OPPONENT,
            (ChangeClock(Side.BLACK, -60_000),),
        ),
        (PenaltyEntry("B", "x", PenaltyStep.GAME), PointsDestination.TO_OPPONENT, (LoseGame(Side.BLACK),)),
        (PenaltyEntry("B", "x", PenaltyStep.MATCH), PointsDestination.TO_OPPONENT, (LoseMatch(Side.BLACK),)),
        (PenaltyEntry("B", "x", PenaltyStep.WARNING), PointsDestination.TO_OPPONENT, ()),
    ],
)
def test_what_is_due_does_to_the_match_what_the_book_says(
    entry: PenaltyEntry, go: PointsDestination, expected: tuple[object]
) -> None:
    assert g.remedies_due([entry], Side.BLACK, go) == expected


@pytest.mark.parametrize(("day", "barred"), [("2027-03-30", True), ("2027-03-31", True), ("2027-04-01", False)])
def test_a_dated_bar_holds_to_its_last_day(day: str, barred: bool) -> None:
    ledger = g.ledger_of([("A", folded(opened("bws"), point(1, barred_until="2027-03-31")))])
    assert (ledger.find_bar("Bob", day) is not None) == barred
    assert ledger.find_bar("Ann", day) is None


def test_expulsion_holds_for_its_event() -> None:
    ledger = g.PenaltyLedger(entries=(PenaltyEntry("Bob", "x", PenaltyStep.EXPULSION, event="Open"),))
    assert ledger.find_bar("Bob", "2027-01-01", "Open") is not None
    assert ledger.find_bar("Bob", "2027-01-01", "Other") is None
    assert ledger.find_bar("Bob", "2027-01-01") is None


def test_entries_are_counted_by_subject_and_points_added_up() -> None:
    cases = [(name, folded(opened("usbgf"), point(at))) for at, name in enumerate("AB")]
    ledger = g.ledger_of(cases)
    assert ledger.points("Bob") == 2
    assert ledger.subjects("Bob")["penalties"] == 2
    assert ledger.subjects("Ann") == {}


def test_a_step_that_changes_what_stands_lifts_and_records() -> None:
    before, after = folded(opened("usbgf")), folded(opened("usbgf"), point(1))
    assert g.ledger_events("A", before, before, at=1, by="D") == ()
    assert [type(one) for one in g.ledger_events("A", before, after, at=1, by="D")] == [g.PenaltyRecorded]
    assert [type(one) for one in g.ledger_events("A", after, before, at=1, by="D")] == [g.PenaltiesLifted]


ENTRIES = st.builds(
    PenaltyEntry,
    person=st.sampled_from("AB"),
    kind=st.just("x"),
    step=st.sampled_from(PenaltyStep),
    case=st.sampled_from("12"),
)
EVENTS = st.lists(
    st.builds(g.PenaltyRecorded, at=st.just(0), by=st.just("D"), entry=ENTRIES)
    | st.builds(g.PenaltiesLifted, at=st.just(0), by=st.just("D"), case=st.sampled_from("12"))
    | st.builds(
        g.PenaltyServed,
        at=st.just(0),
        by=st.just("D"),
        person=st.sampled_from("AB"),
        case=st.just("1"),
        match=st.just("m"),
    ),
    max_size=8,
)


@given(EVENTS)
def test_folding_is_the_same_in_parts_and_survives_encoding(events: list[g.AnyLedgerEvent]) -> None:
    read = [g.decode_ledger_event(g.encode_ledger_event(event)) for event in events]
    assert read == events
    ledger = g.fold_ledger(events)
    assert ledger.version == len(events)
    half = g.fold_ledger(events[: len(events) // 2])
    for event in events[len(events) // 2 :]:
        half = g.evolve_ledger(half, event)
    assert half == ledger


def test_what_is_no_event_is_malformed_and_an_empty_ledger_an_empty_record() -> None:
    with pytest.raises(ValueError, match="expected an event of a ledger"):
        g.decode_ledger_event(b"{}")
    assert g.PenaltyLedger().record((), ()) == PenaltyRecord()
