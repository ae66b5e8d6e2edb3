"""Late players, starting times and absences, under every book."""

import msgspec
import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Penalty, PenaltyStep
from barpoint.officiating.remedy import GivePoints, Instruct, LoseMatch, PlayOn
from barpoint.rulebook.profiles.options import Options
from barpoint.rulebook.profiles.presets import preset
from barpoint.rulebook.profiles.profile import Profile
from tests.officiating.answers import (
    ask,
    asked,
    at,
    left_open,
    ruled,
    silent,
)

# Worked out by hand: the minutes of delay that lose a match of 1, 2, 3 ... 25 points.
# More than half of n points is n // 2 + 1 points; the first falls at 10 (20) minutes, each other 5 later.
USBGF_LOSES = [10, 15, 15, 20, 20, 25, 25, 30, 30, 35, 35, 40, 40, 45, 45, 50, 50, 55, 55, 60, 60, 65, 65, 70, 70]
BWS_LOSES = [20, 25, 25, 30, 30, 35, 35, 40, 40, 45, 45, 50, 50, 55, 55, 60, 60, 65, 65, 70, 70, 75, 75, 80, 80]


@pytest.mark.clause("usbgf:2.2.4c", "bws:2.2.4c")
@pytest.mark.parametrize(("book", "table"), [("usbgf", USBGF_LOSES), ("bws", BWS_LOSES)])
def test_the_match_is_lost_at_the_second_the_table_says(book: str, table: list[int]) -> None:
    for length, minutes in enumerate(table, 1):
        facts = {"who": "black", "length": length, "due": 0}
        before = ruled("late_start", book, **facts, ready_black=minutes * 60_000 - 1000)
        assert LoseMatch(Side.BLACK) not in before.remedies
        at_it = ruled("late_start", book, **facts, ready_black=minutes * 60_000)
        assert at_it.remedies == (LoseMatch(Side.BLACK),)
        assert at_it.penalties[0].step is PenaltyStep.MATCH


@pytest.mark.clause("usbgf:2.2.4a", "usbgf:2.2.4b", "bws:2.2.4a", "bws:2.2.4b")
@pytest.mark.parametrize(
    ("book", "late", "points"),
    [
        ("usbgf", "9:59", 0),
        ("usbgf", "10:00", 1),
        ("usbgf", "14:59", 1),
        ("usbgf", "15:00", 2),
        ("usbgf", "24:59", 3),
        ("usbgf", "25:00", 4),
        ("usbgf", "42:00", 7),
        ("bws", "19:59", 0),
        ("bws", "20:00", 1),
        ("bws", "34:59", 3),
        ("bws", "35:00", 4),
    ],
)
def test_points_fall_on_the_second(book: str, late: str, points: int) -> None:
    found = ruled("late_start", book, who="white", length=25, due=at("10:00h"), ready_white=at("10:00h") + at(late))
    assert found.remedies == ((GivePoints(Side.BLACK, points),) if points else (PlayOn(),))
    assert sum(one.points for one in found.penalties) == points


@pytest.mark.clause("ibf:0-silent", "bws:2.2.1", "guide:2.2.5d")
def test_twelve_minutes_late_in_five_books() -> None:
    facts = {"who": "white", "length": 7, "due": at("14:00h"), "ready_white": at("14:12h")}
    points = {book: ruled("late_start", book, **facts).penalties for book in ("usbgf", "bws")}
    one = (Penalty(Side.WHITE, PenaltyStep.POINTS, points=1),)
    assert points == {"usbgf": one, "bws": ()}
    open_number = left_open("late_start", "guide", **facts)
    assert (open_number.usual[0].name, open_number.usual[0].penalties) == ("scale", one)
    assert silent("late_start", "trad")
    elsewhere = dict(left_open("late_start", "trad", **facts).elsewhere)
    assert "usbgf:2.2.4a" in elsewhere["usbgf"]
    assert "bws:2.2.4a" in elsewhere["bws"]
    sanctions = left_open("late_start", "ibf", **facts)
    assert sanctions.clauses == ("ibf:17.1g", "ibf:17.2")
    assert len(sanctions.usual) == 6


@pytest.mark.clause("usbgf:2.2.4a", "usbgf:2.2.4b", "usbgf:2.2.4c")
def test_every_threshold_has_its_time_of_day_past_midnight_too() -> None:
    found = ruled("late_start", "usbgf", who="white", length=5, due=at("23:50h"), ready_white=at("0:06h"))
    steps = [(step.what, step.points, step.at, step.reached) for step in found.consequences.thresholds]
    assert steps == [
        ("point", 1, at("24:00h"), True),
        ("point", 2, at("24:05h"), True),
        ("forfeit", 3, at("24:10h"), False),
    ]
    assert found.consequences.delay == (at("16:00"), None)
    assert found.consequences.score == (0, 2)
    assert found.consequences.crawford == "none"


@pytest.mark.clause("usbgf:2.2.4f", "bws:2.2.4g")
def test_both_late_each_pays_until_ready() -> None:
    found = ruled(
        "late_start", "usbgf", who="both", length=7, due=at("14:00h"), ready_white=at("14:12h"),
        ready_black=at("14:17h"),
    )  # fmt: skip
    assert found.remedies == (GivePoints(Side.BLACK, 1), GivePoints(Side.WHITE, 2))
    assert "usbgf:2.2.4f" in found.clauses

    found = ruled("late_start", "bws", who="both", length=9, due=0, ready_white=at("26:00"), ready_black=at("26:00"))
    assert found.remedies == (GivePoints(Side.BLACK, 2), GivePoints(Side.WHITE, 2))
    assert "2-2" in found.notes[0]
    assert "14:00 each" in found.notes[1]

    found = ruled("late_start", "bws", who="both", length=3, due=0, ready_white=at("26:00"), ready_black=at("26:00"))
    assert isinstance(found.remedies[0], Instruct)
    assert [one.step for one in found.penalties] == [PenaltyStep.MATCH, PenaltyStep.MATCH]


@pytest.mark.clause("usbgf:2.2.4d")
def test_delay_adds_up_and_only_the_new_points_are_given() -> None:
    late = {"who": "white", "length": 11, "due": 0, "resuming": True}
    assert ruled("late_start", "usbgf", **late, ready_white=at("4:00"), charged_white=at("6:00")).remedies == (
        GivePoints(Side.BLACK, 1),
    )
    again = ruled("late_start", "usbgf", **late, ready_white=at("4:00"), charged_white=at("12:00"))
    assert again.remedies == (GivePoints(Side.BLACK, 1),)  # 16:00 are two points, one was given at 12:00
    assert "usbgf:2.2.4d" in again.clauses


@pytest.mark.clause("usbgf:2.2.4e", "guide:2.2.5d")
def test_the_opponent_cannot_waive_it() -> None:
    facts = {"who": "white", "length": 7, "due": 0, "ready_white": at("12:00"), "waived": True}
    usbgf, guide = ruled("late_start", "usbgf", **facts), left_open("late_start", "guide", **facts)
    assert usbgf.remedies == guide.usual[0].remedies == (GivePoints(Side.BLACK, 1),)
    assert all("cannot waive" in " ".join(found.notes) for found in (usbgf, guide))


@pytest.mark.clause("usbgf:2.2.4g")
@pytest.mark.parametrize(("due", "points"), [("14:30h", 0), ("14:00h", 6)])
def test_word_beforehand_helps_only_through_a_later_posted_time(due: str, points: int) -> None:
    found = ruled("late_start", "usbgf", who="white", length=13, due=at(due), ready_white=at("14:35h"), told=True)
    assert sum(one.points for one in found.penalties) == points
    assert "usbgf:2.2.4g" in found.clauses


@pytest.mark.clause("usbgf:2.2.4m")
def test_points_go_to_the_opponent_and_may_bring_the_crawford_game() -> None:
    late = {"who": "black", "length": 7, "due": 0}
    found = ruled("late_start", "usbgf", **late, ready_black=at("15:00"))
    assert found.remedies == (GivePoints(Side.WHITE, 2),)
    assert "2-0" in found.notes[0]
    assert any("Clock times stay" in note for note in found.notes)
    found = ruled("late_start", "usbgf", **late, ready_black=at("10:00"), score_white=5, score_black=3)
    assert "6-3" in found.notes[0]
    assert found.consequences.crawford == "next_game"
    found = ruled("late_start", "usbgf", **late, ready_black=at("10:00"), score_white=6, score_black=3)
    assert any("decides the match" in note for note in found.notes)


def strict(minutes: int) -> Profile:
    policy = {"forfeit_after_minutes": minutes}
    options = msgspec.convert({"late_policy": policy}, Options)
    found = preset("USBGF Open").with_options(options, variations=("late_policy",))
    assert isinstance(found, Profile)
    return found


@pytest.mark.clause("usbgf:2.2.4j", "usbgf:2.2.4k")
@pytest.mark.parametrize(
    ("minutes", "ready", "announced", "lost"),
    [
        (6, "11:07:00", True, True),
        (6, "11:07:00", False, False),
        (5, "11:05:00", True, False),
        (5, "11:05:01", True, True),
    ],
)
def test_a_stricter_policy_needs_to_be_announced_and_spares_five_minutes(
    minutes: int, ready: str, announced: bool, lost: bool
) -> None:
    facts = {"who": "white", "length": 7, "due": at("11:00h"), "ready_white": at(ready)}
    found = ruled("late_start", strict(minutes), **facts, posted=True, announced=announced)
    assert (LoseMatch(Side.WHITE) in found.remedies) is lost
    assert ("usbgf:2.2.4j" in found.clauses) is lost


@pytest.mark.clause("usbgf:2.2.4j")
def test_the_next_point_is_the_stricter_policys() -> None:
    options = msgspec.convert({"late_policy": {"points": [[5, 1], [8, 2]], "forfeit_after_minutes": 12}}, Options)
    event = preset("USBGF Open").with_options(options, variations=("late_policy",))
    assert isinstance(event, Profile)
    facts = {"who": "white", "length": 9, "due": at("11:00h"), "ready_white": at("11:07:00")}
    found = ruled("late_start", event, **facts, posted=True, announced=True)
    steps = [(step.what, step.points, step.at, step.reached) for step in found.consequences.thresholds]
    assert steps == [
        ("point", 1, at("11:05h"), True),
        ("point", 2, at("11:08h"), False),
        ("forfeit", 5, at("11:12h"), False),
    ]


@pytest.mark.clause("usbgf:2.2.4j")
def test_a_stricter_policy_is_asked_about_only_where_the_event_has_one() -> None:
    facts = {"who": "white", "length": 7, "due": 0, "ready_white": 400_000}
    assert asked("late_start", strict(6), **facts).question.key == "posted"
    ruled("late_start", "usbgf", **facts)


@pytest.mark.clause("usbgf:2.2.1i", "usbgf:2.2.5b", "usbgf:2.2.5e")
@pytest.mark.parametrize(
    ("due", "ready", "points"),
    [("15:00h", "15:12h", 1), ("15:20h", "15:33h", 1), ("15:20h", "15:40h", 3)],
)
def test_nothing_but_being_ready_stops_the_delay(due: str, ready: str, points: int) -> None:
    found = ruled("late_start", "usbgf", who="black", length=9, due=at(due), ready_black=at(ready))
    assert found.remedies == (GivePoints(Side.WHITE, points),)


def test_facts_that_cannot_be_true() -> None:
    late = asked("late_start", "usbgf", who="white", length=7, due=at("14:00h"), ready_white=at("13:59h"))
    assert late.question.key == "ready_white"
    assert "before" in late.wrong
    over = asked("late_start", "usbgf", who="white", length=7, due=0, ready_white=900_000, score_black=7)
    assert over.question.key == "score_black"
    early = asked("start_time", "usbgf", basis="nothing", completed_white=9, completed_black=9, reported=5)
    assert early.question.key == "reported"


@pytest.mark.clause("usbgf:2.2.1a", "usbgf:2.2.1b", "usbgf:2.2.1c", "usbgf:2.2.4h")
@pytest.mark.parametrize(
    ("white", "black", "reported", "due"),
    [
        ("13:42:10", "13:50:30", "13:50:30", "14:00:30"),
        ("15:00:00", "14:40:00", "15:18:00", "15:10:00"),
        ("16:00:00", "15:20:00", "16:20:00", "16:10:00"),
    ],
)
def test_ten_minutes_after_both_are_free_whenever_it_was_reported(
    white: str, black: str, reported: str, due: str
) -> None:
    found = ruled(
        "start_time", "usbgf", basis="nothing", completed_white=at(white), completed_black=at(black),
        reported=at(reported),
    )  # fmt: skip
    assert f"due at {due}," in found.say
    posted = ruled("start_time", "usbgf", basis="a time for the round", time=at("14:00h"))
    assert "14:00:00" in posted.say


@pytest.mark.clause("usbgf:2.2.1d", "usbgf:2.2.1e", "usbgf:2.2.3c", "guide:2.2.5a", "guide:2.2.5b", "bws:2.2.1")
@pytest.mark.parametrize(
    ("book", "basis", "clause"),
    [
        ("usbgf", "a time for this match", "usbgf:2.2.1d"),
        ("usbgf", "the end of a recess", "usbgf:2.2.1e"),
        ("usbgf", "a time for the round", "usbgf:2.2.1a"),
        ("bws", "a time for this match", "bws:2.2.1"),
        ("guide", "the end of a recess", "guide:2.2.5b"),
        ("guide", "a time for this match", "guide:2.2.5a"),
    ],
)
def test_a_posted_time_comes_first(book: str, basis: str, clause: str) -> None:
    found = ruled("start_time", book, basis=basis, time=at("14:20h"))
    assert "14:20:00" in found.say
    assert clause in found.clauses


@pytest.mark.clause("usbgf:2.2.3c")
@pytest.mark.parametrize(("published", "word"), [(True, "needs a reason"), (False, "needs no reason")])
def test_only_a_change_of_a_published_time_needs_a_reason(published: bool, word: str) -> None:
    found = ruled("start_time", "usbgf", basis="a time for this match", time=1, published=published)
    assert word in found.notes[0]


def test_without_a_time_bws_leaves_it_to_the_director() -> None:
    assert left_open("start_time", "bws", basis="nothing").covered
    assert silent("start_time", "ibf", "trad")


@pytest.mark.clause("usbgf:2.2.1g", "usbgf:2.2.1h", "guide:2.2.5c")
def test_the_director_sets_the_order_of_matches() -> None:
    found = left_open("several_matches", "usbgf", told_order=False, main=True)
    assert [one.name for one in found.usual] == ["main_first"]
    assert left_open("several_matches", "guide", told_order=False).clauses == ("guide:2.2.5c",)
    assert "usbgf:2.2.1i" in ruled("several_matches", "usbgf", told_order=True).clauses
    assert silent("several_matches", "ibf", "bws", "trad")


@pytest.mark.clause("usbgf:2.2.5a", "usbgf:2.2.5c", "bws:2.2.4d")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_more_than_ten_minutes_away_needs_leave(book: str) -> None:
    ruled("left_area", book, who="white", away=at("9:00"))
    ruled("left_area", book, who="white", away=at("10:00"))
    away = {"who": "white", "away": at("12:00"), "later_start": False}
    assert left_open("left_area", book, **away, leave=False).covered
    ruled("left_area", book, **away, leave=True)
    assert silent("left_area", "ibf", "guide", "trad")


@pytest.mark.clause("usbgf:2.2.5a", "usbgf:2.2.5d", "usbgf:2.2.5f")
def test_signing_out_can_be_abused() -> None:
    ruled("left_area", "usbgf", who="white", away=at("120:00"), later_start=True)
    ruled("left_area", "usbgf", who="white", away=at("60:00"), later_start=False, leave=True)
    away = {"who": "white", "away": at("61:00"), "later_start": False}
    found = left_open("left_area", "usbgf", **away, leave=True, overdue=2)
    assert [one.name for one in found.usual] == ["privilege", "penalty"]
    assert "usbgf:2.2.5f" in found.clauses


@pytest.mark.clause("usbgf:2.2.3a", "usbgf:2.2.3b", "bws:2.2.3a", "bws:2.2.3b")
@pytest.mark.parametrize(
    ("book", "ground", "clause"),
    [
        ("usbgf", "special match", "usbgf:2.2.3a"),
        ("usbgf", "a player's concern", "usbgf:2.2.3b"),
        ("bws", "a player's concern", "bws:2.2.3a"),
        ("bws", "special match", "bws:2.2.3b"),
    ],
)
def test_the_director_may_make_an_exception_of_times(book: str, ground: str, clause: str) -> None:
    assert clause in left_open("time_exception", book, ground=ground, told_both=False).clauses
    ruled("time_exception", book, ground="neither")
    assert silent("time_exception", "ibf", "trad")


@pytest.mark.clause("usbgf:2.2.4i", "usbgf:2.2.4h")
def test_a_late_report_is_a_breach_of_its_own() -> None:
    found = left_open("late_report", "usbgf", delayed=False, who="white")
    assert "usbgf:2.2.4i" in found.clauses
    assert "no points for lateness" in found.notes[0]


def test_the_first_question_is_who() -> None:
    assert asked("late_start", "usbgf").question.key == "who"
    with pytest.raises(ValueError, match="who: expected one of"):
        ask("late_start", "usbgf", who="nobody")


@pytest.mark.clause("ibf:2.18", "usbgf:2.1a", "bws:2.1a", "guide:2.2.3")
def test_matches_are_played_in_the_playing_area() -> None:
    for book, row in (("usbgf", "usbgf:2.1a"), ("bws", "bws:2.1a"), ("guide", "guide:2.2.3")):
        assert "Nothing was wrong" in ruled("played_elsewhere", book, consent=True).say
        assert left_open("played_elsewhere", book, consent=False).clauses == (row,)
    assert "belongs" in ruled("played_elsewhere", "ibf", named_place=True).say
    assert "outside" in ruled("played_elsewhere", "ibf", named_place=False).say
    assert silent("played_elsewhere", "trad")


@pytest.mark.clause("bws:4.6a")
def test_bws_the_winner_reports_at_once() -> None:
    found = ruled("late_report", "bws", delayed=False, who="white")
    assert found.clauses == ("bws:4.6a",)
    assert found.penalties[0].step is PenaltyStep.REMINDER


@pytest.mark.clause("usbgf:2.2.4c", "bws:2.2.4c")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_a_forfeited_match_has_no_score_to_go_on_from(book: str) -> None:
    late = ruled("late_start", book, who="white", length=3, due=0, ready_white=60 * 60_000)
    assert isinstance(late.remedies[0], LoseMatch)
    assert not any("The score is then" in note for note in late.notes)
    told = {"who": "white", "length": 3, "started": 0, "break_start": 60_000, "break_end": 90 * 60_000}
    assert not any("The score is then" in note for note in ruled("break_overrun", book, **told).notes)


@pytest.mark.clause("usbgf:2.2.3c")
def test_usbgf_a_start_nobody_published_may_be_set_later_without_a_ground() -> None:
    found = ruled("time_exception", "usbgf", ground="neither")
    assert "usbgf:2.2.3c" in found.clauses
    assert "never published" in found.notes[0]


@pytest.mark.clause("guide:2.2.5c")
def test_guide_presumes_nothing_about_the_order_of_two_matches() -> None:
    assert "presumed" not in left_open("several_matches", "guide", told_order=False).say
    assert "presumed" in left_open("several_matches", "usbgf", told_order=False, main=True).say


@pytest.mark.clause("guide:2.2.5e", "guide:2.2.6a", "guide:1.1.1a")
def test_guide_the_director_may_approve_a_longer_break_for_cause() -> None:
    assert left_open("time_exception", "guide", ground="a player's concern").clauses[0] == "guide:2.2.6a"
    assert "ordinary" in ruled("time_exception", "guide", ground="neither").say


@pytest.mark.clause("usbgf:2.2.4j", "usbgf:2.2.4k")
def test_usbgf_a_stricter_policy_the_options_do_not_have_is_the_directors_beyond_five_minutes() -> None:
    facts = {"who": "white", "length": 7, "due": at("10:00h"), "posted": True, "announced": True}
    early = ruled("late_start", "usbgf", ready_white=at("10:05h"), **facts)
    assert (early.clauses, early.remedies, early.penalties) == (("usbgf:2.2.4j", "usbgf:2.2.4k"), (PlayOn(),), ())
    late = left_open("late_start", "usbgf", ready_white=at("10:06h"), **facts)
    assert [option.name for option in late.usual] == ["points_white", "match_white"]
    assert ruled("late_start", "usbgf", ready_white=at("10:12h"), **facts | {"announced": False}).penalties


@pytest.mark.clause("ibf:17.1g")
def test_ibf_lateness_is_told_in_figures() -> None:
    told = {"who": "both", "due": 0, "ready_white": 12 * 60_000, "ready_black": 30_000}
    found = left_open("late_start", "ibf", **told)
    assert found.say.startswith("White came 12:00 late and Black came 0:30 late.")
    assert found.usual[0].name == "warning"
    assert "came late" in left_open("late_start", "ibf", who="white").say


@pytest.mark.clause("usbgf:2.2.1b", "usbgf:2.2.4a")
def test_a_start_says_when_the_first_point_falls() -> None:
    facts = {"basis": "nothing", "completed_white": at("14:05h"), "completed_black": at("14:12h")}
    found = ruled("start_time", "usbgf", **facts)
    assert [one.at for one in found.consequences.thresholds] == [at("14:32h")] * 2
    recess = ruled("start_time", "usbgf", basis="the end of a recess", time=at("20:00h"))
    assert recess.consequences.thresholds == ()


@pytest.mark.clause("usbgf:2.2.4f")
def test_of_two_late_players_the_one_who_came_first_is_not_still_away() -> None:
    told = {"who": "both", "length": 7, "due": at("14:00h"), "ready_white": at("14:12h"), "ready_black": at("14:17h")}
    found = ruled("late_start", "usbgf", **told)
    open_steps = [step for step in found.consequences.thresholds if not step.reached]
    assert {step.side for step in open_steps if step.at is None} == {Side.WHITE}
    assert all(step.at is not None for step in found.consequences.thresholds if step.reached)


@pytest.mark.clause("bws:2.2.4a", "bws:2.2.4f")
@pytest.mark.parametrize("resuming", [False, True])
def test_bws_counts_every_start_by_itself(*, resuming: bool) -> None:
    late = {"who": "white", "length": 9, "due": at("0:00"), "resuming": resuming, "charged_white": at("10:00")}
    free = ruled("late_start", "bws", **late, ready_white=at("12:00"))
    assert (free.remedies, free.penalties) == ((PlayOn(),), ())
    assert "by 12:00: no new penalty point; the next falls at 20:00" in free.say
    assert ruled("late_start", "bws", **late, ready_white=at("20:00")).remedies == (GivePoints(Side.BLACK, 1),)
