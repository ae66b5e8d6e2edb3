"""Clocks set, pressed or running wrongly, and clocks that are replaced."""

import pytest

from barpoint.board import Side
from barpoint.officiating.remedy import BringClock, ChangeClock, PlayOn
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.answers import asked, at, left_open, ruled, silent


@pytest.mark.clause("bws:4.1.6.2a", "bws:4.1.6.2b")
def test_bws_a_turn_lasts_until_the_clock_is_pressed() -> None:
    found = left_open("forgotten_press", "bws", who="white")
    assert found.covered
    assert found.clauses == ("bws:4.1.6.2a", "bws:4.1.6.2b", "bws:1.1")


@pytest.mark.clause("bws:4.3.2.2b")
def test_bws_times_in_a_break_are_the_only_ones_its_clause_names() -> None:
    assert "breaks" in left_open("clock_ran_wrongly", "bws", who="white", noted=False).readings[0].text


@pytest.mark.clause("usbgf:3.5.2c", "usbgf:3.5.1a")
def test_usbgf_the_times_on_a_substitute_clock_may_be_appealed() -> None:
    found = ruled("defective_clock", "usbgf", established=True, time_white=60_000, time_black=60_000)
    assert found.appeal is not None
    assert found.appeal.allowed
    assert "usbgf:3.5.1a" in found.notes[0]


@pytest.mark.clause("ibf:8.6")
def test_ibf_the_arbiter_puts_a_wrong_setting_right() -> None:
    assert ruled("wrong_setting", "ibf", found="during play").clauses == ("ibf:8.6", "ibf:8.10")


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
    found = ruled("forgotten_press", "usbgf", who="white", turns=1, knew=True, measured=False)
    assert found.penalties[0].side is Side.BLACK
    assert "usbgf:4.3.3e" in found.clauses
    found = ruled("clock_ran_wrongly", "usbgf", who="white", what="it ran wrongly", elapsed=90_000, deliberate=True)
    assert "usbgf:4.3.3e" in found.clauses


@pytest.mark.clause("usbgf:4.1.7.1d")
def test_what_is_known_to_have_run_off_is_asked_for_and_restored_in_full() -> None:
    told: dict[str, object] = {"who": "white", "turns": 1}
    assert asked("forgotten_press", "usbgf", **told).question.key == "measured"
    assert asked("forgotten_press", "usbgf", **told, measured=True).question.key == "lost"
    found = ruled("forgotten_press", "usbgf", **told, measured=True, lost=95_000)
    assert found.remedies == (ChangeClock(Side.WHITE, 95_000),)


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
    assert silent("wrong_setting", "guide", "trad")


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


@pytest.mark.clause("usbgf:4.1.7.1d", "usbgf:4.1.7.1g")
def test_with_what_the_clock_shows_the_new_time_is_named() -> None:
    told = {"who": "white", "turns": 9, "measured": False}
    found = ruled("forgotten_press", "usbgf", **told, time_white=at("3:10"))
    assert found.consequences.clocks == (at("4:13"), None)
    unknown = ruled("forgotten_press", "usbgf", **told)
    assert "new times are named" in next(one.otherwise for one in unknown.assumptions if one.key == "time_white")


@pytest.mark.clause("ibf:8.6", "ibf:8.10")
def test_ibf_a_wrong_setting_names_the_times_as_if_it_had_been_right() -> None:
    told = {"found": "during play", "what": "reserve", "set_to": 600_000, "should_be": 840_000}
    found = ruled("wrong_setting", "ibf", **told, time_white=300_000, time_black=480_000)
    assert "Had it been right from the start, White would have 9:00 and Black 12:00." in found.notes
    delay = ruled("wrong_setting", "ibf", found="during play", what="delay", set_to=10_000, should_be=12_000)
    assert any("0:02 at most" in note for note in delay.notes)


@pytest.mark.clause("usbgf:4.3.4-5", "usbgf:4.3.3b")
@pytest.mark.parametrize(("right", "said"), [("18:00", "the expiry is gone"), ("16:00", "still out of time")])
def test_a_setting_put_right_after_an_expiry_says_what_becomes_of_it(right: str, said: str) -> None:
    found = ruled(
        "wrong_setting", "usbgf", found="after time ran out", what="reserve", set_to=at("17:00"), should_be=at(right),
        time_white=0, time_black=at("7:00"),
    )  # fmt: skip
    assert said in found.say


@pytest.mark.clause("usbgf:4.3.3e")
def test_whoever_kept_a_clock_standing_on_purpose_should_be_sanctioned() -> None:
    told = {"who": "black", "what": "it stood wrongly", "elapsed": at("1:30")}
    assert "usbgf:4.3.3e" in left_open("clock_ran_wrongly", "usbgf", **told, deliberate=True).clauses


@pytest.mark.clause("usbgf:4.3.2-3")
def test_usbgf_players_may_put_an_adjustment_off_at_their_own_risk() -> None:
    ran = ruled("clock_ran_wrongly", "usbgf", who="black", what="it ran wrongly", elapsed=at("1:30"))
    forgot = ruled("forgotten_press", "usbgf", who="white", turns=6, measured=False)
    assert all(any("usbgf:4.3.2-3" in note for note in found.notes) for found in (ran, forgot))


@pytest.mark.clause("bws:4.1.6.2a", "guide:ethics-4")
@pytest.mark.parametrize("book", ["bws", "guide"])
def test_time_that_may_be_given_back_is_named(book: str) -> None:
    lost = {"disturbed": True, "lost": at("0:40"), "time_white": at("3:00"), "time_black": at("2:00")}
    usual = {one.name: one for one in left_open("forgotten_press", book, who="white", **lost).usual}
    assert usual["restore"].consequences.clocks == (at("3:40"), at("2:00"))


@pytest.mark.clause("bws:4.3.2.2b", "guide:2.2.6g")
@pytest.mark.parametrize(("book", "what", "after"), [
    ("bws", "it ran wrongly", "4:48"), ("guide", "it ran wrongly", "4:48"), ("bws", "it stood wrongly", "1:12"),
])  # fmt: skip
def test_an_estimate_is_beyond_the_delay(book: str, what: str, after: str) -> None:
    shown = {"time_white": at("3:00"), "time_black": at("2:00"), "elapsed": at("2:00")}
    usual = left_open("clock_ran_wrongly", book, who="white", what=what, noted=False, **shown).usual
    assert usual[0].consequences.clocks == (at(after), at("2:00"))


@pytest.mark.clause("usbgf:4.1.7.1h")
def test_what_a_forgotten_press_is_taken_to_cost_is_the_estimate() -> None:
    found = ruled("forgotten_press", "usbgf", who="white", turns=6, measured=False, knew=False)
    (taken,) = (one for one in found.assumptions if one.key == "per_turn")
    (credit,) = found.remedies
    assert isinstance(credit, ChangeClock)
    assert taken.value == credit.change // 6 > 0


@pytest.mark.clause("bws:3.5.5b", "bws:1.1")
def test_bws_a_wrong_setting_is_the_directors_to_put_right() -> None:
    told = {"found": "during play", "what": "reserve", "set_to": at("9:00"), "should_be": at("18:00")}
    left = left_open("wrong_setting", "bws", **told, time_white=at("4:00"), time_black=at("6:00"))
    assert left.usual[0].consequences.clocks == (at("13:00"), at("15:00"))


@pytest.mark.clause("ibf:8.9", "ibf:8.6")
def test_ibf_a_faulty_clock_is_claimed_before_time_is_out() -> None:
    assert ruled("defective_clock", "ibf", expired=True).clauses[0] == "ibf:8.9"
    assert left_open("defective_clock", "ibf", expired=False, established=False).clauses == ("ibf:8.6",)


@pytest.mark.clause("usbgf:4.3.2-1", "usbgf:4.3.3b", "usbgf:4.3.3d")
def test_usbgf_times_that_were_written_down_are_set_again() -> None:
    ran = {"who": "white", "what": "it ran wrongly"}
    noted = ran | {"noted": True, "noted_time": at("9:30")}
    found = ruled("clock_ran_wrongly", "usbgf", **noted, time_white=at("7:10"), time_black=at("8:00"))
    assert found.remedies == (ChangeClock(Side.WHITE, at("2:20")),)
    assert not found.no_part
    assert "set to the 9:30" in ruled("clock_ran_wrongly", "usbgf", **noted).say
    more = asked("clock_ran_wrongly", "usbgf", **noted, time_white=at("9:40"), time_black=at("8:00"))
    assert "9:40" in more.wrong
    guessed = ruled("clock_ran_wrongly", "usbgf", **ran, elapsed=at("3:00"))
    assert any("assumed to have been unused" in note for note in guessed.notes)
