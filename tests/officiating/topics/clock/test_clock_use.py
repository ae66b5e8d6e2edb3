"""Whether a match has a timed clock, under every book and kind of event."""

import msgspec
import pytest

from barpoint.board import Side
from barpoint.officiating.answer import Ruling
from barpoint.officiating.remedy import BringClock, PlayOn
from barpoint.officiating.wording import answer_lines
from barpoint.rulebook import ClockUse
from barpoint.rulebook.profiles.options import Options
from barpoint.rulebook.profiles.presets import preset
from barpoint.rulebook.profiles.profile import Profile
from tests.officiating.answers import ruled, silent

BEFORE = {"when": "before the match", "length": 7, "transcribes": False}


def with_use(name: str, use: ClockUse) -> Profile:
    profile = preset(name)
    return msgspec.structs.replace(profile, options=Options(clock=use).over(profile.options))


def reserve(found: Ruling) -> int | None:
    clocks = [remedy for remedy in found.remedies if isinstance(remedy, BringClock)]
    return clocks[0].rules.reserve if clocks else None


@pytest.mark.clause(
    "usbgf:3.4.4", "usbgf:3.4.4.1a", "usbgf:3.4.4.1b", "usbgf:3.4.4.1c", "usbgf:1.7.1.2a", "usbgf:1.7.1.4a"
)
@pytest.mark.parametrize(
    ("event", "wanted_by", "minutes"),
    [
        ("USBGF Open", "white", 14),
        ("USBGF Open", "neither", None),
        ("USBGF Advanced", "white", None),
        ("USBGF Advanced", "both", 14),
        ("USBGF Doubles", "neither", 21),
    ],
)
def test_usbgf_required_preferred_and_if_agreed(event: str, wanted_by: str, minutes: int | None) -> None:
    found = ruled("clock_wanted", preset(event), wanted_by=wanted_by, **BEFORE)
    assert reserve(found) == (None if minutes is None else minutes * 60_000)
    assert (PlayOn() in found.remedies) is (minutes is None)


@pytest.mark.clause("bws:3.5.1.1", "bws:3.5.1.2", "bws:3.5.1.3", "guide:5.10a", "guide:5.10b")
@pytest.mark.parametrize(("name", "book"), [("BWS", "bws"), ("Club (2014 guide)", "guide")])
def test_one_player_is_enough_where_the_event_prefers_clocks(name: str, book: str) -> None:
    uses = {use: with_use(name, use) for use in (ClockUse.REQUIRED, ClockUse.PREFERRED, ClockUse.IF_AGREED)}
    clocked = {use: reserve(ruled("clock_wanted", event, wanted_by="black", **BEFORE)) for use, event in uses.items()}
    assert clocked[ClockUse.REQUIRED] == clocked[ClockUse.PREFERRED] == 14 * 60_000
    assert clocked[ClockUse.IF_AGREED] is None
    assert ruled("clock_wanted", uses[ClockUse.REQUIRED], wanted_by="neither", **BEFORE).book == book
    assert silent("clock_wanted", "trad")


@pytest.mark.clause("usbgf:1.7.1b", "usbgf:1.7.1.2b")
def test_usbgf_a_clock_waived_on_condition_may_be_demanded_later() -> None:
    told = {"wanted_by": "white", "when": "between games", "length": 7, "score_white": 3, "score_black": 1}
    fixed = ruled("clock_wanted", "usbgf", reserved=False, **told)
    assert fixed.remedies == (PlayOn(),)
    kept = ruled("clock_wanted", "usbgf", reserved=True, **told)
    assert "usbgf:1.7.1.2b" in kept.clauses
    assert reserve(kept) == 10 * 60_000  # half of the ten points both still need, at two minutes


@pytest.mark.clause("usbgf:1.8.2.2b")
def test_usbgf_whoever_writes_the_match_down_may_be_timed_alone() -> None:
    told = BEFORE | {"transcribes": True}
    found = ruled("clock_wanted", preset("USBGF Advanced"), wanted_by="white", **told)
    assert found.clauses[0] == "usbgf:1.8.2.2b"
    assert "White alone is timed" in found.say
    (clock,) = (remedy for remedy in found.remedies if isinstance(remedy, BringClock))
    assert clock.rules.untimed == (Side.BLACK,)
    assert (found.consequences.clocks, found.consequences.untimed) == ((14 * 60_000, None), (Side.BLACK,))
    lines = dict(answer_lines(found))
    assert lines["Then"] == "Clocks: White 14:00, Black untimed"
    usual = preset("USBGF Advanced")
    trusting = msgspec.structs.replace(usual, options=Options(trust_minute=True).over(usual.options))
    held = ruled("clock_wanted", trusting, wanted_by="black", **told)
    assert "1:00 of it in trust and 13:00 on the clock" in held.say
    assert held.consequences.clocks == (None, 13 * 60_000)


@pytest.mark.clause("usbgf:3.4.4.3e")
def test_the_minute_in_trust_is_told_with_the_settings() -> None:
    open_event = preset("USBGF Open")
    trusting = msgspec.structs.replace(open_event, options=Options(trust_minute=True).over(open_event.options))
    found = ruled("clock_wanted", trusting, wanted_by="both", **BEFORE)
    (clock,) = (remedy for remedy in found.remedies if isinstance(remedy, BringClock))
    assert clock.rules.trust == 60_000


@pytest.mark.clause("usbgf:3.2.2b", "usbgf:4.1.7.2a")
def test_usbgf_a_match_without_a_timed_clock_says_how_turns_end() -> None:
    found = ruled("clock_wanted", "usbgf", wanted_by="neither", when="before the match")
    assert any("untimed clock" in note for note in found.notes)


@pytest.mark.clause("bws:3.5.6", "guide:5.10e")
@pytest.mark.parametrize(("book", "decision"), [("bws", "clock-2"), ("guide", "clock-10")])
def test_a_clock_both_want_later_is_set_from_the_score_and_says_what_is_read(book: str, decision: str) -> None:
    facts = {"wanted_by": "both", "when": "between games", "length": 9, "score_white": 2, "score_black": 4}
    agreed = ruled("clock_wanted", book, **facts)
    assert agreed.consequences.clocks == (720_000, 720_000)
    assert decision in {one.id for one in agreed.readings}
    assert ("bws:3.5.6" in agreed.clauses) is (book == "bws")


@pytest.mark.clause("bws:3.5.1.2", "bws:3.5.1.3", "guide:5.10a")
@pytest.mark.parametrize("book", ["bws", "guide", "usbgf"])
def test_what_the_event_announced_about_clocks_may_be_told(book: str) -> None:
    told = {"wanted_by": "white", "when": "before the match", "length": 9, "transcribes": False}
    assert "that is enough" in ruled("clock_wanted", book, **told, announced="preferred").say
    assert "Nobody may decline" in ruled("clock_wanted", book, **told, announced="required").say
    assert "there is none" in ruled("clock_wanted", book, **told, announced="if_agreed").say
