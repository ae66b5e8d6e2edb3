"""Breaks: asked for, overrun, taken without leave, under every book."""

import msgspec
import pytest

from barpoint.board import Side
from barpoint.officiating.answer import PenaltyStep
from barpoint.officiating.remedy import GivePoints, LoseGame, LoseMatch, PlayOn
from barpoint.rulebook.profiles.options import Options
from barpoint.rulebook.profiles.presets import preset
from barpoint.rulebook.profiles.profile import Profile
from tests.officiating.answers import (
    asked,
    at,
    earlier,
    left_open,
    ruled,
    silent,
    under,
)


def with_breaks(name: str = "IBF Backgammon", *, breaks: bool = True) -> Profile:
    found = preset(name)
    return msgspec.structs.replace(found, options=Options(breaks=breaks).over(found.options))


# By hand, from the texts: the breaks of a match to 1, 2, 3 ... 25 points.
BWS_BREAKS = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4]
IBF_BREAKS = [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]
GUIDE_BREAKS = [1] * 25


@pytest.mark.clause("bws:2.2.2a", "ibf:3.10b", "ibf:3.10c", "ibf:3.10d", "ibf:3.10e", "ibf:3.10f", "guide:2.2.6b")
@pytest.mark.parametrize(("book", "table"), [("bws", BWS_BREAKS), (with_breaks(), IBF_BREAKS), ("guide", GUIDE_BREAKS)])
def test_a_break_is_granted_while_there_is_one_left(book: str | Profile, table: list[int]) -> None:
    for length, count in enumerate(table, 1):
        facts = {"who": "white", "length": length, "between_games": True}
        if count:
            assert "has a break" in ruled("break_request", book, **facts, used=count - 1).say
        assert "none left" in ruled("break_request", book, **facts, used=count).say
        assert asked("break_request", book, **facts, used=count + 1).question.key == "used"


@pytest.mark.clause("ibf:3.10a", "ibf:3.10e", "ibf:7.2d", "guide:2.2.6a")
def test_ibf_has_breaks_only_if_the_regulations_say_so() -> None:
    facts = {"who": "white", "length": 15, "between_games": True}
    assert ruled("break_request", with_breaks(breaks=False), **facts).clauses == ("ibf:3.10a",)
    for name in ("IBF Blitz", "IBF Longgammon Blitz", "IBF Sprintgammon"):
        found = ruled("break_request", with_breaks(name), **facts)
        assert "ibf:3.10e" in found.clauses
        assert "none left" in found.say
        assert ("ibf:7.2d" in found.clauses) is (name == "IBF Sprintgammon")
    assert "of 10:00" in ruled("break_request", "guide", **facts).say


@pytest.mark.clause("ibf:3.10g", "bws:2.2.2c", "guide:2.2.6c", "usbgf:2.2.2a")
@pytest.mark.parametrize(
    ("book", "clause"),
    [(with_breaks(), "ibf:3.10g"), ("bws", "bws:2.2.2c"), ("guide", "guide:2.2.6c"), ("usbgf", "usbgf:2.2.2a")],
)
def test_breaks_are_taken_between_games(book: str | Profile, clause: str) -> None:
    found = ruled("break_request", book, who="white", length=11, between_games=False, exceptional=False)
    assert "Play goes on" in found.say
    assert found.clauses == (clause,)


@pytest.mark.clause("bws:2.2.2b", "bws:2.2.2d", "ibf:3.10g", "guide:2.2.6f")
@pytest.mark.parametrize(
    ("book", "now", "back"),
    [("bws", "15:10h", "15:15:00"), (with_breaks(), "14:02h", "14:07:00"), ("guide", "15:02h", "15:12:00")],
)
def test_when_the_player_is_due_back(book: str | Profile, now: str, back: str) -> None:
    found = ruled("break_request", book, who="white", length=11, between_games=True, now=at(now))
    assert back in str(found.remedies)
    assert ("bws:2.2.2d" in found.clauses) is (book == "bws")


# usbgf, by hand: one second accrues for ten; a reserve of r lasts r / 0.9 since it goes on accruing.
@pytest.mark.clause("usbgf:2.2.2a", "usbgf:2.2.2b", "usbgf:2.2.2c", "usbgf:2.2.2d", "usbgf:2.2.2g", "usbgf:2.2.2i")
@pytest.mark.parametrize(
    ("started", "now", "drawn", "have", "free", "urgent"),
    [
        ("10:00h", "10:40h", "0:00", "4:00", "4:27", True),
        ("10:00h", "10:50h", "0:00", "5:00", "5:33", True),
        ("10:00h", "11:30h", "0:00", "9:00", "10:00", False),
        ("10:00h", "10:33h", "3:00", "0:18", "0:20", True),
        ("10:00h", "11:15h", "3:00", "4:30", "5:00", False),
        ("13:30h", "13:45h", "0:00", "1:30", "1:40", True),  # 12 minutes before the recess are lost
    ],
)
def test_break_time_accrues(started: str, now: str, drawn: str, have: str, free: str, urgent: bool) -> None:
    found = ruled(
        "break_request", "usbgf", who="white", between_games=False, exceptional=True, started=at(started),
        now=at(now), drawn=at(drawn),
    )  # fmt: skip
    assert f"has {have} of break time, which lasts {free} " in found.say
    assert ("usbgf:2.2.2b" in found.clauses) is urgent
    assert "note the time, the clock times and who asked" in found.notes[0]


@pytest.mark.clause("usbgf:2.2.2d", "usbgf:2.2.2e", "usbgf:2.2.2f", "usbgf:2.2.2h", "usbgf:2.2.4d", "usbgf:2.2.2o")
@pytest.mark.parametrize(
    ("start", "end", "drawn", "charged", "over", "points"),
    [
        ("11:30:00", "11:39:00", "0:00", "0:00", "0:00", 0),
        ("11:30:00", "11:40:00", "0:00", "0:00", "0:00", 0),
        ("11:30:00", "11:45:00", "0:00", "0:00", "5:00", 0),
        ("11:15:00", "11:22:00", "3:00", "0:00", "2:00", 0),
        ("11:15:00", "11:22:00", "3:00", "8:00", "2:00", 1),
        ("11:15:00", "11:21:59", "3:00", "8:00", "1:59", 0),
        ("11:30:00", "11:55:00", "0:00", "0:00", "15:00", 2),
    ],
)
def test_an_overrun_is_delay_second_for_second(
    start: str, end: str, drawn: str, charged: str, over: str, points: int
) -> None:
    found = ruled(
        "break_overrun", "usbgf", who="white", length=9, started=at("10:00h"), break_start=at(start),
        break_end=at(end), drawn=at(drawn), charged_white=at(charged),
    )  # fmt: skip
    assert (f", {over} more than White had" if at(over) else "within the rules") in found.say
    assert found.remedies == ((GivePoints(Side.BLACK, points),) if points else (PlayOn(),))


@pytest.mark.clause("usbgf:2.2.2k", "usbgf:2.2.3a")
def test_an_estimate_does_not_bind_and_the_director_may_grant_more() -> None:
    hour = {"who": "white", "length": 9, "started": 0, "break_start": at("60:00"), "break_end": at("66:00")}
    found = ruled("break_overrun", "usbgf", **hour, estimate=at("3:00"))
    assert found.remedies == (PlayOn(),)
    assert "usbgf:2.2.2k" in found.clauses
    longer = hour | {"break_end": at("60:00") + at("16:40")}
    found = ruled("break_overrun", "usbgf", **longer, granted=at("10:00"))  # 16:00 in hand last 17:46
    assert "within the rules" in found.say


@pytest.mark.clause("bws:2.2.4f", "bws:2.2.2d", "guide:2.2.6d")
def test_overruns_of_counted_breaks() -> None:
    bws = {"who": "white", "length": 9, "break_start": 0, "break_end": at("14:00")}
    short = ruled("break_overrun", "bws", **bws, charged_white=at("12:00"))
    assert short.remedies == (PlayOn(),)  # 9 minutes: those before it are not added
    assert "by 9:00: no new penalty point" in short.say
    found = ruled("break_overrun", "bws", **bws | {"break_end": at("25:00")}, charged_white=at("12:00"))
    assert found.remedies == (GivePoints(Side.BLACK, 1),)
    assert found.penalties[0].optional
    assert any("confirms" in reading.text for reading in found.readings)
    two = ruled("break_overrun", "bws", who="white", length=11, break_start=0, break_end=at("10:00"))
    assert two.say == "The break lasted 10:00 and was within the rules. Nothing is charged."  # two breaks joined
    assert two.remedies == (PlayOn(),)
    guide = left_open("break_overrun", "guide", who="white", length=9, break_start=0, break_end=at("21:00"))
    assert guide.usual[0].remedies == (GivePoints(Side.BLACK, 1),)
    assert "11:00 more" in guide.say
    brief = left_open("break_overrun", "guide", who="white", length=9, break_start=0, break_end=at("14:00"))
    assert "points are due" in brief.say
    assert [option.name for option in brief.usual] == ["point"]  # the other book's scale gives none yet


@pytest.mark.clause("ibf:3.10g", "ibf:3.11a", "ibf:3.11b")
def test_an_overrun_under_ibf_is_a_break_outside_the_regulations() -> None:
    facts = {"who": "white", "length": 9, "break_start": at("14:02h")}
    assert not ruled("break_overrun", with_breaks(), **facts, break_end=at("14:07h")).penalties
    late = ruled("break_overrun", with_breaks(), **facts, break_end=at("14:07:01"))
    assert late.penalties[0].step is PenaltyStep.WARNING
    again = ruled(
        "break_overrun", with_breaks(), earlier("break_overrun"), **facts, break_end=at("14:09h"), forfeit="game"
    )
    assert again.remedies == (LoseGame(Side.WHITE),)
    assert silent("break_overrun", "trad")


def test_times_that_run_backwards() -> None:
    wrong = asked("break_overrun", "bws", who="white", length=9, break_start=5, break_end=4)
    assert (wrong.question.key, wrong.wrong) == ("break_end", "the break ended before it began")
    wrong = asked("break_overrun", "usbgf", who="white", length=9, started=9, drawn=0, break_start=5, break_end=7)
    assert wrong.question.key == "break_start"
    wrong = asked("break_request", "usbgf", who="white", between_games=True, started=9, drawn=0, now=5)
    assert wrong.question.key == "now"
    wrong = asked("both_left", "usbgf", caller="white", called=9, caller_back=5, other_back=12)
    assert wrong.question.key == "caller_back"


@pytest.mark.clause("ibf:3.11a", "ibf:3.11b", "ibf:3.11c", "usbgf:2.2.2j", "bws:2.2.2e")
def test_leaving_the_board_in_five_books() -> None:
    facts = {"who": "white", "why": "own reasons", "allowed": False}
    first = ruled("left_board", "ibf", **facts)
    assert first.penalties[0].step is PenaltyStep.WARNING
    assert "ibf:3.11c" in first.clauses
    second = asked("left_board", "ibf", earlier("left_board"), **facts)
    assert second.question.choices == ("game", "match")
    lost = ruled("left_board", "ibf", earlier("left_board"), **facts, forfeit="match")
    assert lost.remedies == (LoseMatch(Side.WHITE),)
    other = asked("left_board", "ibf", earlier("break_overrun"), **facts)
    assert other.question.key == "forfeit"  # one ladder for every break outside the regulations
    unseen = ruled("left_board", "ibf", **facts, seen=False)
    assert not unseen.penalties
    times = {"length": 9, "break_start": at("15:00h"), "break_end": at("15:04h"), "charged_white": 0}
    usbgf = ruled("left_board", "usbgf", **facts, **times, started=at("14:00h"), drawn=0, granted=0)
    assert usbgf.say.startswith("Leaving the board counts as a break. The break lasted 4:00")
    assert usbgf.consequences.break_time_left == 144_000  # 6:24 have accrued by then
    bws = ruled("left_board", "bws", **facts, **times, used=0)
    assert bws.consequences.breaks_left == 0
    assert silent("left_board", "guide", "trad")


@pytest.mark.clause("usbgf:2.2.2j", "bws:2.2.2e")
@pytest.mark.parametrize("why", ["to replace equipment", "to fetch the director"])
@pytest.mark.parametrize("book", ["usbgf", "bws", "ibf"])
def test_an_errand_for_the_game_is_no_break(book: str, why: str) -> None:
    found = ruled("left_board", book, who="white", why=why)
    assert not found.penalties
    assert "no" in found.say


@pytest.mark.clause("usbgf:2.2.2l", "usbgf:2.2.2m", "usbgf:2.2.2n")
@pytest.mark.parametrize(
    ("caller_back", "other_back", "waiting", "caller", "other"),
    [
        ("15:01:00", "15:02:00", True, "1:00", "0:00"),
        ("15:01:10", "15:03:00", True, "1:10", "1:00"),
        ("15:04:00", "15:09:30", True, "4:00", "5:30"),
        ("15:04:00", "15:09:30", False, "4:00", "0:00"),
    ],
)
def test_the_other_players_own_break(caller_back: str, other_back: str, waiting: bool, caller: str, other: str) -> None:
    found = ruled(
        "both_left", "usbgf", caller="white", called=at("15:00h"), caller_back=at(caller_back),
        other_back=at(other_back), waiting=waiting,
    )  # fmt: skip
    assert f"White's break lasted {caller}." in found.say
    assert f"a break of {other}." in found.say


@pytest.mark.clause("guide:2.2.5e", "usbgf:2.2.4e")
def test_players_cannot_lengthen_a_break_by_themselves() -> None:
    found = left_open("agreed_break", "guide", approved=False)
    assert found.clauses == ("guide:2.2.5e",)
    assert found.usual[0].name == "next_match"
    given = ruled("agreed_break", "guide", approved=False, points=1)
    assert [(one.side, one.points, one.later) for one in given.penalties] == [(side, 1, True) for side in Side]
    assert "cannot waive" in ruled("agreed_break", "usbgf", approved=False).say
    ruled("agreed_break", "guide", approved=True)
    assert silent("agreed_break", "ibf", "trad")


@pytest.mark.clause("bws:2.2.2f")
@pytest.mark.parametrize(("between_matches", "granted"), [(True, True), (False, False)])
def test_bws_in_a_short_best_of_three_breaks_wait_for_the_end_of_a_match(between_matches: bool, granted: bool) -> None:
    event = preset("BWS").with_options(Options(length=5, best_of=3))
    assert isinstance(event, Profile)
    told = {"who": "white", "length": 5, "between_games": True, "between_matches": between_matches}
    found = ruled("break_request", event, **told)
    assert "bws:2.2.2f" in found.clauses
    assert bool(found.remedies) is granted


@pytest.mark.clause("bws:1.2.2", "bws:2.2.4f", "bws:2.2.3a", "usbgf:2.2.3a", "usbgf:2.2.4e")
@pytest.mark.parametrize(
    ("book", "approved", "row"),
    [
        ("bws", True, "bws:2.2.3a"),
        ("bws", False, "bws:2.2.4f"),
        ("usbgf", True, "usbgf:2.2.3a"),
        ("usbgf", False, "usbgf:2.2.4e"),
    ],
)
def test_longer_breaks_are_the_directors_to_grant(book: str, approved: bool, row: str) -> None:
    assert row in ruled("agreed_break", book, approved=approved).clauses


@pytest.mark.clause("guide:2.2.6d")
def test_guide_an_overrun_break_says_whose_scale_is_used() -> None:
    facts = {"who": "white", "length": 7, "break_start": 0, "break_end": at("30:00")}
    assert any(one.id == "time-6" for one in left_open("break_overrun", "guide", None, **facts).readings)


@pytest.mark.clause("ibf:3.10h")
def test_ibf_an_event_without_breaks_owes_extra_time() -> None:
    without = under("ibf").with_options(Options(breaks=False, extra_time=60))
    assert isinstance(without, Profile)
    assert "ibf:3.10h" in ruled("break_request", without, who="white", length=9).notes[0]


@pytest.mark.clause("guide:2.2.6f", "guide:2.2.6g")
def test_guide_the_times_are_written_down_when_a_break_begins() -> None:
    assert "guide:2.2.6f" in ruled("break_request", "guide", who="white", length=7, between_games=True).notes[-1]


@pytest.mark.clause("ibf:3.10e", "ibf:7.2d")
@pytest.mark.parametrize("name", ["IBF Blitz", "IBF Longgammon Blitz", "IBF Sprintgammon"])
def test_ibf_a_discipline_without_breaks_owes_no_time_for_them(name: str) -> None:
    found = ruled("break_request", preset(name), who="white", length=9)
    assert found.clauses[0] == "ibf:3.10e"
    assert found.notes == ()
    away = ruled("left_board", preset(name), who="white", why="own reasons", allowed=False, seen=True)
    assert "ibf:3.10e" in away.clauses


@pytest.mark.clause("ibf:3.10g", "ibf:3.11a")
def test_ibf_an_overrun_says_by_how_much() -> None:
    told = {"who": "white", "length": 9, "break_start": 0, "used": 0}
    found = ruled("break_overrun", with_breaks(), **told, break_end=7 * 60_000)
    assert "The break lasted 7:00, 2:00 longer than allowed." in found.notes
    second = ruled("break_overrun", with_breaks(), **told | {"used": 1}, break_end=4 * 60_000)
    assert "The break lasted 4:00." in second.notes
    assert not any("longer than allowed" in one.text for one in second.readings)


@pytest.mark.clause("usbgf:2.2.2m", "usbgf:2.2.2e")
def test_a_deemed_break_past_midnight_leads_to_its_delay() -> None:
    found = ruled(
        "both_left", "usbgf", caller="white", called=at("23:58h"), caller_back=at("0:01h"), other_back=at("0:09h"),
        waiting=True,
    )  # fmt: skip
    assert found.consequences.break_time_drawn == (at("3:00"), at("8:00"))
    assert any("is delay" in note for note in found.notes)


@pytest.mark.clause("usbgf:2.2.2m", "usbgf:2.2.2e", "usbgf:2.2.4a")
def test_a_deemed_break_is_charged_where_start_and_length_are_told() -> None:
    found = ruled(
        "both_left", "usbgf", caller="white", called=at("15:00h"), caller_back=at("15:01h"), other_back=at("15:25h"),
        waiting=True, length=9, started=at("14:00h"), drawn_white=0, drawn_black=0, score_white=3, score_black=2,
    )  # fmt: skip
    assert found.consequences.delay_points == (0, 2)
    assert found.consequences.score == (5, 2)
    assert GivePoints(Side.WHITE, 2) in found.remedies


@pytest.mark.clause("bws:2.2.2d")
def test_bws_several_breaks_are_taken_in_one() -> None:
    facts = {"who": "white", "length": 15, "between_games": True, "used": 0, "now": at("16:10h")}
    joined = ruled("break_request", "bws", **facts, breaks=2, other_breaks=1, other_used=0)
    assert joined.say == "White has a break of 15:00. After it White has 1 left, and Black 2."
    assert joined.consequences.thresholds[0].at == at("16:25h")
    assert "3 breaks" in asked("break_request", "bws", **facts, breaks=4).wrong
    assert "opponent" in asked("break_request", "bws", **facts, other_breaks=3, other_used=1).wrong


@pytest.mark.clause("bws:2.2.2f")
@pytest.mark.parametrize(("length", "short"), [(2, False), (3, True), (7, True), (8, False)])
def test_bws_a_best_of_three_has_breaks_between_its_matches(length: int, short: bool) -> None:
    facts = {"who": "white", "length": length, "between_games": True, "used": 0}
    assert ("best_of_three" in {one.key for one in ruled("break_request", "bws", **facts).assumptions}) is short
    if short:
        refused = ruled("break_request", "bws", **facts, best_of_three=True, between_matches=False)
        assert refused.clauses == ("bws:2.2.2f",)


@pytest.mark.clause("bws:2.2.2c", "bws:2.2.4f")
def test_bws_leaving_in_the_middle_of_a_game_is_a_violation_of_its_own() -> None:
    facts = {
        "who": "white", "why": "own reasons", "length": 13, "used": 0, "break_start": at("15:00h"),
        "break_end": at("15:04h"), "charged_white": 0,
    }  # fmt: skip
    between, within = (ruled("left_board", "bws", **facts, between_games=value) for value in (True, False))
    assert between.penalties == ()
    assert [(one.step, one.points, one.optional) for one in within.penalties] == [(PenaltyStep.POINTS, 1, True)]
    assert "bws:2.2.2c" in within.clauses


@pytest.mark.clause("usbgf:2.2.2m", "usbgf:2.2.2e")
def test_whoever_is_back_from_a_break_is_given_no_time_of_day_for_the_next_point() -> None:
    told = {"caller": "white", "called": at("15:00h"), "caller_back": at("15:03h"), "other_back": at("15:12h")}
    found = ruled(
        "both_left", "usbgf", **told, waiting=True, started=at("14:00h"), length=9, drawn_white=0, drawn_black=0
    )
    assert found.consequences.delay == (0, at("2:00"))
    assert found.consequences.break_time_drawn == (at("3:00"), at("7:00"))
    assert all(threshold.at is None for threshold in found.consequences.thresholds)


@pytest.mark.clause("usbgf:2.2.2d", "usbgf:2.2.4a")
def test_a_break_within_the_rules_delays_only_once_it_is_used_up() -> None:
    told = {"who": "white", "length": 9, "started": at("14:00h"), "break_start": at("16:00h"), "drawn": 0}
    found = ruled("break_overrun", "usbgf", **told, break_end=at("16:05h"))
    point = found.consequences.thresholds[0]
    assert point.at == at("16:00h") + at("13:20") + at("10:00")
    over = ruled("break_overrun", "usbgf", **told, break_end=at("16:15h"))
    assert over.consequences.thresholds[0].at == point.at


@pytest.mark.clause("ibf:3.10a", "ibf:3.10h")
def test_ibf_breaks_are_what_the_regulations_establish() -> None:
    told = {"who": "white", "length": 9, "between_games": True, "used": 0}
    assert "a break of 5:00" in ruled("break_request", "ibf", **told).say
    none = ruled("break_request", "ibf", **told, provided=False)
    assert none.clauses == ("ibf:3.10a",)
    assert "ibf:3.10h" in none.notes[0]


@pytest.mark.clause("ibf:3.10e", "ibf:3.10g")
def test_ibf_no_regulations_provide_for_a_break_in_a_fast_match_or_in_a_game() -> None:
    facts = {"who": "white", "why": "own reasons", "allowed": True}
    for name in ("IBF Blitz", "IBF Longgammon Blitz", "IBF Sprintgammon"):
        assert "this discipline has no breaks" in asked("left_board", preset(name), **facts).wrong
        assert "this discipline" in asked("left_board", preset(name), **facts, length=9).wrong
    assert "between games" in asked("left_board", "ibf", **facts, length=9, between_games=False).wrong
    free = ruled("left_board", "ibf", **facts, length=9, between_games=True)
    assert (free.clauses, free.readings) == (("ibf:3.10a", "ibf:3.10g"), ())
