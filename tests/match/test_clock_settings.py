"""What a clock is set to: by preset, by agreement, and in the middle of a match from its score."""

import pytest
from msgspec.structs import replace

from barpoint.board import Refusal
from barpoint.match import commands as c
from barpoint.match.format.match_format import (
    MINUTE,
    SECOND,
    ClockMethod,
    Enforcement,
)
from barpoint.rulebook.profiles.options import (
    ClockUse,
    Division,
    Options,
)
from barpoint.rulebook.profiles.presets import preset
from barpoint.rulebook.tariff.reserves import adjust_for_length, midway_reserve
from tests.match.clocked_match import (
    TD,
    A,
    B,
    Table,
    format_under,
    table,
)


@pytest.mark.clause(
    "usbgf:3.4a",
    "usbgf:3.4.4",
    "usbgf:3.4.4.3a",
    "usbgf:3.4.4.3b",
    "usbgf:3.4.4.3c",
    "usbgf:3.4.4.3d",
    "bws:3.5.5b",
    "bws:3.5.5c",
    "guide:5.10d",
    "ibf:8.1a",
)
@pytest.mark.parametrize(
    ("name", "length", "reserve", "delay", "method"),
    [
        ("USBGF Open", 11, 22, 12, ClockMethod.SIMPLE_DELAY),
        ("USBGF Open", 9, 18, 12, ClockMethod.SIMPLE_DELAY),
        ("USBGF Advanced", 7, 14, 15, ClockMethod.SIMPLE_DELAY),
        ("USBGF Doubles", 5, 15, 15, ClockMethod.SIMPLE_DELAY),
        ("USBGF Doubles", 7, 21, 15, ClockMethod.SIMPLE_DELAY),
        ("BWS", 9, 18, 12, ClockMethod.BRONSTEIN),
        ("BWS", 13, 26, 12, ClockMethod.BRONSTEIN),
        ("Club (2014 guide)", 9, 18, 12, ClockMethod.SIMPLE_DELAY),
        ("IBF Backgammon", 7, 14, 12, ClockMethod.SIMPLE_DELAY),
        ("IBF Blitz", 5, 5, 8, ClockMethod.SIMPLE_DELAY),
    ],
)
def test_both_players_begin_with_the_books_reserve(
    name: str, length: int, reserve: int, delay: int, method: ClockMethod
) -> None:
    match = table(name, length=length).begin()
    assert (match.shows(A), match.shows(B)) == (reserve * 60, reserve * 60)
    assert (match.free(A), match.clock.rules.method) == (delay, method)


@pytest.mark.clause("usbgf:3.4.4.3d")
@pytest.mark.parametrize(
    ("options", "reserve", "delay"),
    [
        (Options(division=Division.OTHER, length=3), 6, 12),
        (Options(division=Division.OTHER, length=3, reserve_per_point=60, delay=8), 3, 8),
    ],
)
def test_other_events_have_the_directors_figures(options: Options, reserve: int, delay: int) -> None:
    match = table("usbgf", options=options)
    assert (match.shows(A), match.clock.rules.delay) == (reserve * 60, delay * SECOND)


@pytest.mark.clause("usbgf:3.4.4.2b")
@pytest.mark.parametrize(
    ("options", "minutes"),
    [(Options(reserve_per_point=120, reserve_extra=60), 23), (Options(reserve_total=1200), 20), (Options(), 22)],
)
def test_a_reserve_is_stated_a_point_in_all_or_mixed(options: Options, minutes: int) -> None:
    free = Options(division=Division.OTHER, length=11)
    assert table("usbgf", options=options.over(free)).shows(A) == minutes * 60


@pytest.mark.clause("usbgf:3.4.4.2a")
@pytest.mark.parametrize("method", [ClockMethod.FISCHER, ClockMethod.BRONSTEIN, ClockMethod.SUDDEN_DEATH])
def test_usbgf_knows_simple_delay_only(method: ClockMethod) -> None:
    assert isinstance(preset("USBGF Open").with_options(Options(clock_method=method)), Refusal)


@pytest.mark.clause("ibf:3.10h")
def test_under_ibf_a_match_without_breaks_has_more_time() -> None:
    without = Options(length=9, breaks=False, extra_time=120)
    assert table("ibf", options=without).shows(A) == 20 * 60
    missing = preset("IBF Backgammon").with_options(Options(length=9, breaks=False))
    assert isinstance(missing, Refusal)
    assert missing.code == "setting_missing"


@pytest.mark.clause(
    "guide:5.10a", "guide:5.10b", "bws:3.5.1.1", "bws:3.5.1.2", "bws:3.5.1.3", "usbgf:3.4.4.1b", "usbgf:3.4.4.1c"
)
@pytest.mark.parametrize(
    ("name", "options", "use"),
    [
        ("Club (2014 guide)", Options(), ClockUse.IF_AGREED),
        ("Club (2014 guide)", Options(clock=ClockUse.PREFERRED), ClockUse.PREFERRED),
        ("Club (2014 guide)", Options(clock=ClockUse.REQUIRED), ClockUse.REQUIRED),
        ("BWS", Options(), ClockUse.IF_AGREED),
        ("BWS", Options(clock=ClockUse.PREFERRED), ClockUse.PREFERRED),
        ("BWS", Options(clock=ClockUse.REQUIRED), ClockUse.REQUIRED),
        ("USBGF Doubles", Options(), ClockUse.REQUIRED),
        ("USBGF Advanced", Options(), ClockUse.IF_AGREED),
    ],
)
def test_an_announced_policy_decides_whether_there_is_a_clock(name: str, options: Options, use: ClockUse) -> None:
    profile = preset(name).with_options(options)
    assert not isinstance(profile, Refusal)
    assert profile.clock_use() is use
    settled = profile.match_format(Enforcement.RECORDED)
    assert not isinstance(settled, Refusal)
    assert (settled.clock is not None) == (use is not ClockUse.IF_AGREED)
    without = profile.match_format(Enforcement.RECORDED, clocked=False)
    assert isinstance(without, Refusal) == (use is ClockUse.REQUIRED)


MIDWAY = [
    # preset, length, score, minutes each
    ("USBGF Advanced", 7, (2, 4), "8:00"),  # usbgf:2.3.1b
    ("USBGF Open", 7, (3, 3), "8:00"),  # usbgf:2.3.2
    ("USBGF Open", 9, (7, 2), "9:00"),  # usbgf:3.4.4.4b: 2-away, 7-away
    ("USBGF Doubles", 9, (7, 2), "13:30"),
    ("USBGF Open", 7, (4, 2), "8:00"),  # usbgf:3.4.4.4d
    ("USBGF Open", 7, (3, 2), "9:00"),  # usbgf:3.5.2a
    ("USBGF Open", 9, (0, 0), "18:00"),
    ("BWS", 11, (6, 4), "12:00"),  # bws:3.5.6
    ("BWS", 7, (0, 1), "13:00"),
    ("BWS", 11, (2, 6), "14:00"),  # bws:3.5.1.4
    ("BWS", 7, (3, 3), "8:00"),  # bws:3.5.1.5
    ("BWS", 9, (4, 2), "12:00"),  # bws:2.3.1a
    ("Club (2014 guide)", 9, (2, 2), "14:00"),  # guide:5.10c
]


def seconds(text: str) -> int:
    minutes, rest = text.split(":")
    return int(minutes) * 60 + int(rest)


@pytest.mark.clause(
    "usbgf:2.3.1a",
    "usbgf:2.3.1b",
    "usbgf:2.3.1c",
    "usbgf:2.3.1d",
    "usbgf:3.4.4.4a",
    "usbgf:3.4.4.4b",
    "usbgf:3.4.4.4d",
    "usbgf:3.5.2a",
    "bws:3.5.6",
    "bws:3.5.1.4",
    "bws:3.5.1.5",
    "bws:2.3.1a",
    "guide:5.10c",
)
@pytest.mark.parametrize(("name", "length", "score", "each"), MIDWAY)
@pytest.mark.parametrize("mid_game", [False, True])
def test_a_clock_brought_in_during_a_match_takes_its_times_from_the_score(
    name: str, length: int, score: tuple[int, int], each: str, *, mid_game: bool
) -> None:
    standard = format_under(name, length=length).clock
    assert standard is not None
    match = Table(replace(format_under(name, length=length), clock=None))
    match.score(*score)
    if mid_game:
        match.begin().turn(500)
    match.do(c.IntroduceClock(at=0, by=TD, rules=standard))  # no reason is needed
    assert (match.shows(A), match.shows(B)) == (seconds(each), seconds(each))
    if not mid_game:
        match.wait(30).begin(B)
    assert (match.running(), match.free(B)) == (B, standard.delay / SECOND)


@pytest.mark.clause("bws:3.5.6")
def test_bws_can_be_taken_at_its_word() -> None:
    standard = format_under("BWS", length=11).clock
    assert standard is not None
    match = Table(replace(format_under("BWS", length=11), clock=None)).score(6, 4)
    match.do(c.IntroduceClock(at=0, by=TD, rules=replace(standard, per_point=MINUTE)))
    assert match.shows(A) * SECOND == midway_reserve("bws", (5, 7), literal=True) == 6 * MINUTE


@pytest.mark.clause("bws:2.2.4e")
def test_after_penalty_points_the_times_follow_from_the_score() -> None:
    match = table("BWS", length=11)
    match.do(c.AwardPoints(at=0, by=TD, side=B, points=2, reason="25 minutes late"))
    match.do(c.IntroduceClock(at=0, by=TD, rules=match.clock.rules))
    assert (match.shows(A), match.shows(B)) == (20 * 60, 20 * 60)


@pytest.mark.clause("usbgf:4.8.3a", "usbgf:4.8.3b", "usbgf:4.8.3c", "usbgf:4.8.3d", "usbgf:4.8.3e")
@pytest.mark.parametrize(
    ("played", "designated", "score", "reserve", "after"),
    [
        (11, 7, (5, 3), ("16:00", "9:00"), ("8:00", "3:51")),
        (7, 9, (2, 1), ("10:00", "6:30"), ("14:00", "10:30")),
    ],
)
def test_a_corrected_length_brings_the_recommended_times(
    played: int, designated: int, score: tuple[int, int], reserve: tuple[str, str], after: tuple[str, str]
) -> None:
    match = table("usbgf", length=played).score(*score)
    for side, shown in zip((A, B), reserve, strict=True):
        match.set_reserve(side, seconds(shown))
    for side, wanted in zip((A, B), after, strict=True):
        left = int(match.shows(side) * SECOND)
        found = adjust_for_length(left, played_to=played, corrected=designated, score=score, per_point=2 * MINUTE)
        match.adjust(side, (found.reserve - left) / SECOND, "match length corrected")
        assert int(match.shows(side)) == seconds(wanted)
