"""Clock errors, stops, expiry, slow play and clocks brought in midway, under every book."""

import msgspec
import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Step
from barpoint.officiating.remedy import BringClock, ChangeClock, Instruct, LoseGame, LoseMatch, PlayOn, PutClockAway
from barpoint.rulebook.options import Options
from barpoint.rulebook.presets import preset
from tests.officiating.asking import asked, at, earlier, left_open, ruled, silent


# usbgf, by hand: turns times 7 seconds, more on evidence, never above the delay (12 s in the Open).
@pytest.mark.clause("usbgf:4.1.7.1d", "usbgf:4.1.7.1e", "usbgf:4.1.7.1g", "usbgf:4.1.7.1h")
@pytest.mark.parametrize(
    ("event", "turns", "per_turn", "back"),
    [
        ("USBGF Open", 1, 0, "0:07"),
        ("USBGF Open", 5, 0, "0:35"),
        ("USBGF Open", 5, 3_000, "0:35"),
        ("USBGF Open", 5, 10_000, "0:50"),
        ("USBGF Open", 5, 20_000, "1:00"),
        ("USBGF Advanced", 4, 20_000, "1:00"),
        ("USBGF Open", 12, 0, "1:24"),
    ],
)
def test_seven_seconds_a_turn_are_restored(event: str, turns: int, per_turn: int, back: str) -> None:
    found = ruled("forgotten_press", preset(event), who="white", turns=turns, per_turn=per_turn)
    assert found.remedies == (ChangeClock(Side.WHITE, at(back)),)
    assert f"gets {back} back" in found.say
    assert not found.penalties


@pytest.mark.clause("usbgf:4.1.7.1e", "usbgf:4.3.3e")
def test_silence_on_purpose_should_be_sanctioned() -> None:
    found = ruled("forgotten_press", "usbgf", who="white", turns=1, knew=True)
    assert found.penalties[0].side is Side.BLACK
    assert "usbgf:4.3.3e" in found.clauses
    found = ruled("clock_ran_wrongly", "usbgf", who="white", what="it ran wrongly", elapsed=90_000, deliberate=True)
    assert "usbgf:4.3.3e" in found.clauses


@pytest.mark.clause("ibf:8.5b", "ibf:8.5a", "guide:ethics-4")
def test_a_forgotten_press_in_five_books() -> None:
    assert ruled("forgotten_press", "ibf", who="white").remedies == (PlayOn(),)
    found = left_open("forgotten_press", "guide", who="white", disturbed=True)
    assert found.usual[0].name == "restore"
    assert not left_open("forgotten_press", "guide", who="white", disturbed=False).usual
    assert silent("forgotten_press", "trad")


@pytest.mark.clause("usbgf:4.3.3b", "usbgf:4.3.4-5")
@pytest.mark.parametrize("when", ["during play", "after time ran out"])
def test_a_wrong_reserve_is_set_as_if_it_had_been_right(when: str) -> None:
    facts = {"found": when, "what": "reserve", "set_to": at("10:00"), "should_be": at("14:00")}
    found = ruled("wrong_setting", "usbgf", **facts, time_white=at("6:10"), time_black=0)
    assert found.remedies == (ChangeClock(Side.WHITE, at("4:00")), ChangeClock(Side.BLACK, at("4:00")))
    assert "White 10:10, Black 4:00" in found.say
    facts = {"found": when, "what": "reserve", "set_to": at("14:00"), "should_be": at("10:00")}
    found = ruled("wrong_setting", "usbgf", **facts, time_white=at("3:00"), time_black=at("9:00"))
    assert found.remedies == (ChangeClock(Side.WHITE, -at("3:00")), ChangeClock(Side.BLACK, -at("4:00")))
    wrong = asked("wrong_setting", "usbgf", **facts, time_white=at("15:00"), time_black=0)
    assert wrong.question.key == "time_white"
    assert left_open("wrong_setting", "usbgf", found=when, what="delay").usual
    assert left_open("wrong_setting", "usbgf", found="after the match").covered


@pytest.mark.clause("ibf:8.9", "ibf:8.10", "ibf:15.7")
def test_ibf_hears_claims_about_the_clock_only_in_time() -> None:
    assert ruled("wrong_setting", "ibf", found="during play").clauses == ("ibf:8.6", "ibf:8.10")
    late = ruled("wrong_setting", "ibf", found="after time ran out")
    assert (late.clauses, late.remedies) == (("ibf:8.9",), ())
    assert "stands" in ruled("wrong_setting", "ibf", found="after the match", online=True).say
    assert left_open("wrong_setting", "ibf", found="after the match", online=False).covered
    assert silent("wrong_setting", "bws", "guide", "trad")


@pytest.mark.clause("usbgf:4.3.2-1", "usbgf:4.3.2-2", "usbgf:4.3.3c", "bws:4.3.2.2b", "guide:2.2.6g")
def test_a_clock_that_ran_or_stood_wrongly() -> None:
    ran = {"who": "white", "what": "it ran wrongly"}
    assert ruled("clock_ran_wrongly", "usbgf", **ran, elapsed=at("3:00")).remedies == (
        ChangeClock(Side.WHITE, at("2:48")),
    )
    within = ruled("clock_ran_wrongly", "usbgf", **ran, elapsed=12_000)
    assert within.remedies == (PlayOn(),)
    assert any("usbgf:4.3.2-2" in note for note in within.notes)
    stood = left_open("clock_ran_wrongly", "usbgf", who="white", what="it stood wrongly", elapsed=at("1:00"))
    assert stood.usual[0].remedies == (ChangeClock(Side.WHITE, -48_000),)
    for book, row in (("bws", "bws:4.3.2.2b"), ("guide", "guide:2.2.6g")):
        assert row in left_open("clock_ran_wrongly", book, **ran, noted=False).clauses
        ruled("clock_ran_wrongly", book, **ran, noted=True)
    assert silent("clock_ran_wrongly", "ibf", "trad")


@pytest.mark.clause("usbgf:3.5.2b", "usbgf:3.5.2c", "usbgf:3.4.4.4d", "bws:3.7.2a", "bws:3.7.2b")
def test_a_defective_clock_is_replaced() -> None:
    times = {"established": True, "time_white": at("6:10"), "time_black": at("4:05")}
    for book in ("usbgf", "bws"):
        (remedy,) = ruled("defective_clock", book, **times).remedies
        assert isinstance(remedy, BringClock)
        assert remedy.reserve == (at("6:10"), at("4:05"))
    found = ruled("defective_clock", "usbgf", established=False, length=7, score_white=2, score_black=4)
    assert "8:00 by the score" in found.say  # (5 + 3) / 2 x 2 minutes
    assert found.appeal is not None
    assert found.appeal.allowed  # against the times
    assert left_open("defective_clock", "bws", established=False).clauses == ("bws:3.7.2a", "bws:3.7.2b")
    assert silent("defective_clock", "guide", "trad")


@pytest.mark.clause("ibf:8.6")
def test_ibf_the_arbiter_replaces_a_faulty_clock() -> None:
    told = {"time_white": at("5:00"), "time_black": at("6:00")}
    assert ruled("defective_clock", "ibf", established=True, **told).clauses == ("ibf:8.6",)
    assert left_open("defective_clock", "ibf", established=False).clauses == ("ibf:8.6",)


REASONS = {
    "the game is over": ("ibf", "usbgf", "bws"),
    "a break": ("ibf", "usbgf", "bws"),
    "a die left the board": ("ibf", "usbgf", "bws"),
    "a dispute, or the director is called": ("ibf", "usbgf", "bws"),
    "dice taken by the player who pressed": ("ibf", "usbgf", "bws"),
    "dice lifted too early": ("ibf", "usbgf", "bws"),
    "an illegal move": ("ibf", "usbgf", "bws"),
    "to resign or to claim": ("usbgf", "bws"),
    "dice replaced by the arbiter": ("ibf", "usbgf", "bws"),
    "another reason": (),
}


@pytest.mark.clause("usbgf:4.3.2-4", "bws:4.3.2", "ibf:3.12a", "ibf:8.11a")
@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws"])
def test_the_clock_may_be_stopped_for_the_reasons_of_the_book(book: str, reason: str) -> None:
    found = ruled("clock_stopped", book, who="white", reason=reason, accident=False)
    assert (found.remedies == (PlayOn(),)) is (book in REASONS[reason])
    assert silent("clock_stopped", "trad")


@pytest.mark.clause("ibf:8.11a", "ibf:8.11b", "ibf:3.12a")
def test_an_unallowed_stop_under_ibf() -> None:
    found = ruled("clock_stopped", "ibf", who="white", reason="another reason", accident=False)
    assert found.options[0].remedies == (LoseGame(Side.WHITE),)
    assert [one.name for one in found.options] == ["game", "match"]
    brushed = ruled("clock_stopped", "ibf", who="white", reason="another reason", accident=True)
    assert brushed.penalties[0].step is Step.WARNING
    assert brushed.penalties[0].offence == 1
    long = ruled("clock_stopped", "ibf", who="white", reason="a die left the board", lasted=30_001)
    assert "ibf:3.12a" in long.clauses
    assert ruled("clock_stopped", "ibf", who="white", reason="a die left the board", lasted=30_000).remedies == (
        PlayOn(),
    )


@pytest.mark.clause("ibf:8.5a", "ibf:8.8", "guide:1.3.4b", "usbgf:4.3.4-3", "bws:4.3.3a")
def test_who_may_speak_about_the_clock() -> None:
    press, wrong, out = "a forgotten press", "a clock running or stopped wrongly", "time that has run out"
    found = ruled("clock_remark", "ibf", by="a spectator", about=press)
    assert found.clauses == ("ibf:8.5a",)
    assert found.remedies[0] == PlayOn()
    assert "no breach" in ruled("clock_remark", "guide", by="a spectator", about=wrong).say
    assert "tells the director" in ruled("clock_remark", "guide", by="a spectator", about=out).say
    for book in ("ibf", "usbgf", "bws"):
        assert "does not count" in ruled("clock_remark", book, by="a spectator", about=out).say
        assert "official may" in ruled("clock_remark", book, by="an official", about=out).say
    assert "usbgf:1.6.1f" in ruled("clock_remark", "usbgf", by="a spectator", about=wrong, between_games=False).clauses
    assert not left_open("clock_remark", "bws", by="an official", about=wrong).covered
    assert silent("clock_remark", "trad")


@pytest.mark.clause("ibf:8.7a", "ibf:8.7c", "usbgf:4.3.4-1", "bws:4.3.3c", "guide:5.10e")
@pytest.mark.parametrize(
    ("book", "clause"),
    [("ibf", "ibf:8.7a"), ("usbgf", "usbgf:4.3.4-1"), ("bws", "bws:4.3.3c"), ("guide", "guide:5.10e")],
)
def test_whoever_runs_out_of_time_loses_the_match(book: str, clause: str) -> None:
    found = ruled(
        "time_expired",
        book,
        who="white",
        announced_by="a player",
        untimed=False,
        mismanaged=False,
        claim=False,
        certain=False,
    )
    assert found.remedies == (LoseMatch(Side.WHITE),)
    assert clause in found.clauses
    assert silent("time_expired", "trad")


@pytest.mark.clause("usbgf:4.3.4-8", "usbgf:4.3.4-9", "bws:4.3.3e", "usbgf:4.3.4-7", "ibf:8.7a")
def test_a_won_position_when_time_runs_out_in_four_books() -> None:
    facts = {"who": "black", "announced_by": "a player", "untimed": False, "mismanaged": False}
    facts |= {"claim": True, "certain": True}
    for book in ("usbgf", "bws"):
        (remedy,) = ruled("time_expired", book, **facts).remedies
        assert isinstance(remedy, Instruct)
        assert "Black has won" in remedy.text
    for book in ("ibf", "guide"):
        assert ruled("time_expired", book, **facts).remedies == (LoseMatch(Side.BLACK),)
    assert left_open("time_expired", "usbgf", **facts, proof=True).clauses == ("usbgf:4.3.4-7",)


@pytest.mark.clause("usbgf:4.3.4-10", "bws:4.3.3d", "ibf:0-silent")
def test_both_out_of_time_in_five_books() -> None:
    facts = {"who": "both", "announced_by": "a player", "untimed": False, "first": "nobody knows"}
    found = ruled("time_expired", "usbgf", **facts)
    assert found.choice_of == "director"
    assert all(one.later and one.optional for one in found.penalties)
    assert len(found.penalties) == 2
    assert ruled("time_expired", "bws", **facts).remedies == (PutClockAway(),)
    for book in ("ibf", "guide", "trad"):
        assert not left_open("time_expired", book, **facts).covered
    first = ruled("time_expired", "bws", **facts | {"first": "black"}, certain=False)
    assert first.remedies == (LoseMatch(Side.BLACK),)


@pytest.mark.clause("usbgf:3.4.4.3e", "usbgf:3.4.4.3f", "usbgf:3.4.4.3g")
def test_the_minute_held_in_trust_comes_once() -> None:
    facts = {"who": "white", "announced_by": "a player", "mismanaged": False}
    found = ruled("time_expired", "usbgf", **facts, trust=True)
    assert found.remedies == (ChangeClock(Side.WHITE, at("1:00")),)
    assert found.penalties[0].step is Step.WARNING
    again = ruled("time_expired", "usbgf", **facts, trust=False, claim=False)
    assert again.remedies == (LoseMatch(Side.WHITE),)
    assert "usbgf:3.4.4.3g" in again.clauses


@pytest.mark.clause("usbgf:3.4.4.3h", "guide:5.10f", "usbgf:4.3.4-3", "bws:4.3.3a", "ibf:8.8", "usbgf:4.3.4-5")
def test_an_expiry_that_does_not_count_or_not_yet() -> None:
    for book in ("usbgf", "guide"):
        assert PlayOn() in ruled("time_expired", book, who="white", untimed=True, noted=True).remedies
    for book in ("usbgf", "bws", "ibf"):
        found = ruled("time_expired", book, who="white", announced_by="somebody else")
        assert found.remedies == (PlayOn(),)
    found = ruled("time_expired", "usbgf", who="white", announced_by="a player", mismanaged=True)
    assert "usbgf:4.3.4-5" in found.clauses


# By hand: half the points both still need, at 2 minutes (3 in usbgf's doubles, 1 in bws's formula as written).
@pytest.mark.clause("usbgf:3.4.4.4b", "usbgf:2.3.1b", "bws:3.5.6", "bws:3.5.1.4", "guide:5.10d")
@pytest.mark.parametrize(
    ("event", "length", "score", "each", "delay"),
    [
        ("USBGF Advanced", 7, (2, 4), "8:00", "0:15"),
        ("USBGF Open", 7, (3, 3), "8:00", "0:12"),
        ("USBGF Open", 9, (4, 5), "9:00", "0:12"),
        ("USBGF Open", 25, (0, 0), "50:00", "0:12"),
        ("USBGF Doubles", 7, (2, 4), "12:00", "0:15"),
        ("BWS", 9, (4, 2), "12:00", "0:12"),
        ("BWS", 11, (6, 4), "12:00", "0:12"),
        ("BWS", 7, (0, 1), "13:00", "0:12"),
        ("Club (2014 guide)", 5, (4, 1), "5:00", "0:12"),
    ],
)
def test_a_clock_midway_is_set_from_the_score(
    event: str, length: int, score: tuple[int, int], each: str, delay: str
) -> None:
    facts = {"length": length, "score_white": score[0], "score_black": score[1]}
    found = ruled("clock_midway", preset(event), by="the director", **facts)
    assert f"has {each} and {delay} a turn" in found.say
    (remedy,) = found.remedies
    assert isinstance(remedy, BringClock)
    assert remedy.reserve == (at(each), at(each))
    assert silent("clock_midway", "ibf", "trad")


@pytest.mark.clause("bws:3.5.6")
def test_the_formula_of_bws_as_it_is_written() -> None:
    bws = preset("BWS")
    literal = msgspec.structs.replace(bws, options=Options(literal_midway=True).over(bws.options))
    found = ruled("clock_midway", literal, by="the director", length=7, score_white=0, score_black=1)
    assert "6:30" in found.say
    assert not found.notes
    usual = ruled("clock_midway", "bws", by="the director", length=7, score_white=0, score_black=1)
    assert usual.notes == ("The book's formula has no factor; it is read at 2 minutes a point.",)
    slow = left_open("slow_play", "bws", who="white", by="the director", length=7)
    assert slow.notes == usual.notes


@pytest.mark.clause("usbgf:2.3.1e")
def test_an_imposed_clock_cannot_be_appealed_but_its_settings_argued() -> None:
    found = ruled("clock_midway", "usbgf", by="the director", length=7, other_settings=True)
    assert found.appeal is not None
    assert not found.appeal.allowed
    assert "exception" in found.notes[0]
    assert ruled("clock_midway", "usbgf", by="both players", length=7).appeal is None


@pytest.mark.clause("usbgf:2.3.1a", "usbgf:2.3.1c", "usbgf:2.3.2", "bws:2.3.1a", "bws:2.3.1b", "bws:2.3.2")
def test_slow_play_in_five_books() -> None:
    facts = {"who": "white", "by": "the opponent", "length": 7, "score_white": 3, "score_black": 3}
    usbgf = left_open("slow_play", "usbgf", **facts)
    assert "should generally be granted" in usbgf.say
    assert "8:00 each" in usbgf.usual[0].text
    assert "generally" not in left_open("slow_play", preset("USBGF Advanced"), **facts).say
    first = left_open("slow_play", "bws", **facts)
    assert [one.name for one in first.usual] == ["clock", "warning", "observer"]
    assert first.forbidden
    again = left_open("slow_play", "bws", earlier("slow_play"), **facts)
    assert [one.name for one in again.usual] == ["clock", "warning", "observer", "points"]
    assert not again.forbidden
    assert left_open("slow_play", "guide", **facts).clauses == ("guide:5.10c",)
    assert silent("slow_play", "ibf", "trad")
