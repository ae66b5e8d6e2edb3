"""An event's options file."""

import pytest

from barpoint.board import Refusal
from barpoint.match.format.match_format import MatchFormat
from barpoint.rulebook.citation import cite
from barpoint.rulebook.profiles.options import ClockUse, read_event
from barpoint.rulebook.profiles.presets import event_profile
from barpoint.rulebook.profiles.profile import Profile

EVENT = """
event = "Spring Open"
preset = "USBGF Open"
announced = 2026-05-01T09:00:00-04:00
starts = 2026-05-01T10:00:00-04:00
variations = ["clock"]

[options]
clock = "required"
length = 11
"""
NINE, TEN, HALF_PAST = 1_777_640_400_000, 1_777_644_000_000, 1_777_645_800_000


@pytest.mark.clause("usbgf:1.1d", "usbgf:1.1f")
def test_an_event_publishes_its_options_beforehand() -> None:
    profile = event_profile(EVENT)
    assert isinstance(profile, Profile)
    assert (profile.event, profile.announced, profile.starts) == ("Spring Open", NINE, TEN)
    assert (profile.clock_use(), profile.options.length) == (ClockUse.REQUIRED, 11)
    played = profile.match_format()
    assert isinstance(played, MatchFormat)
    assert played.clock is not None
    assert played.clock.reserve == 22 * 60_000
    assert isinstance(event_profile(EVENT, at=TEN - 1), Profile)


@pytest.mark.clause("usbgf:1.1d", "bws:1.2.2")
def test_nothing_changes_once_play_has_begun() -> None:
    for preset, book, row in (
        ("USBGF Open", "usbgf", "usbgf:1.1d"),
        ("BWS", "bws", "bws:1.2.2"),
        ("IBF Backgammon", "ibf", "ibf:15.4"),
        ("Club (2014 guide)", "guide", "guide:1.1.2a"),
    ):
        late = event_profile(EVENT.replace("USBGF Open", preset).replace('clock = "required"', ""), at=HALF_PAST)
        assert isinstance(late, Refusal)
        assert late.code == "options_after_start"
        assert cite(late, book).clauses[0] == row


@pytest.mark.clause("usbgf:1.1d")
def test_options_announced_at_the_start_are_too_late() -> None:
    late = event_profile(EVENT.replace("T09:00", "T10:00"))
    assert isinstance(late, Refusal)
    assert (late.code, cite(late, "usbgf").clauses) == ("options_not_announced", ("usbgf:1.1d",))


@pytest.mark.clause("usbgf:1.1d", "usbgf:3.4.4.3b")
def test_what_is_not_on_the_list_is_refused() -> None:
    refused = event_profile(EVENT.replace("length = 11", "delay = 10"))
    assert isinstance(refused, Refusal)
    assert (refused.code, cite(refused, "usbgf").clauses) == ("option_not_listed", ("usbgf:3.4.4.3b",))


MALFORMED = [
    ("length = 11", "length = ", "expected TOML"),
    ("length = 11", "lenght = 11", "did you mean 'length'"),
    ("length = 11", "length = 0", "options.length: expected `int` >= 1; found 0"),
    ("length = 11", 'length = "eleven"', "options.length: expected `int.*; found 'eleven'"),
    ('clock = "required"', 'clock = "always"', "options.clock: .*found 'always'"),
    ("length = 11", 'discipline = "chess"', "expected a discipline"),
    ('preset = "USBGF Open"', "", "the key 'preset'"),
    ('preset = "USBGF Open"', 'preset = "USBGF Opn"', "did you mean 'USBGF Open'"),
    ("T09:00:00-04:00", "T09:00:00", "announced: expected a time with its offset"),
    ("announced = 2026-05-01T09:00:00-04:00", 'announced = "soon"', "announced: "),
    ("announced = 2026-05-01T09:00:00-04:00", "", "the key 'announced'"),
    ('variations = ["clock"]', 'variations = ["clok"]', "variations: .*did you mean 'clock'"),
    ('event = "Spring Open"', 'evnt = "Spring Open"', "did you mean 'event'"),
]


@pytest.mark.parametrize(("old", "new", "expected"), MALFORMED)
def test_a_malformed_file_says_what_was_expected(old: str, new: str, expected: str) -> None:
    assert old in EVENT
    with pytest.raises(ValueError, match=expected) as wrong:
        event_profile(EVENT.replace(old, new), "spring.toml")
    if "preset" not in new:
        assert str(wrong.value).startswith("spring.toml: ")


def test_a_file_is_read_as_it_stands() -> None:
    event = read_event(EVENT)
    assert (event.preset, event.variations) == ("USBGF Open", ("clock",))
    assert event.options.explicit_values() == {"length": 11, "clock": ClockUse.REQUIRED}
