"""A book and an event's options, made into a format and a policy."""

import pytest

from barpoint.board import DISCIPLINES, Refusal
from barpoint.match.format.match_format import (
    AtExpiry,
    BothExpired,
    Claims,
    ClockMethod,
    ClockRules,
    DeadCube,
    Enforcement,
    Expiry,
    GameInProgress,
    LengthKind,
    MatchFormat,
    PauseReason,
    Resignation,
    TiePolicy,
)
from barpoint.match.format.preferences import PreferenceMethod
from barpoint.rulebook.catalogue.lookup import clause
from barpoint.rulebook.citation import BOOK_IDS, cite
from barpoint.rulebook.profiles.options import (
    OPTIONS,
    ClockUse,
    Division,
    LatePolicy,
    Options,
    latitudes,
)
from barpoint.rulebook.profiles.policy import (
    AppealUntil,
    CorrectionWindow,
    CubeBinding,
    IllegalMoves,
    PointsDestination,
    Policy,
    ScoreDispute,
    SetupDeadline,
    WrongLength,
    book_policy,
)
from barpoint.rulebook.profiles.presets import list_presets, preset
from barpoint.rulebook.profiles.profile import Profile

ONLINE, AT_THE_TABLE = Enforcement.STRICT, Enforcement.RECORDED
MINUTE = 60_000


def made(name: str, mode: Enforcement = ONLINE, **how: object) -> MatchFormat:
    found = preset(name).match_format(mode, **how)  # type: ignore[arg-type]  # a table of keyword arguments
    assert isinstance(found, MatchFormat), found
    return found


def clock_of(name: str, mode: Enforcement = ONLINE, **how: object) -> ClockRules:
    clock = made(name, mode, **how).clock
    assert clock is not None
    return clock


def refused(profile: Profile, **options: object) -> Refusal:
    found = profile.with_options(Options(**options))  # type: ignore[arg-type]  # a table of keyword arguments
    assert isinstance(found, Refusal), f"{profile.name} accepts {options}"
    return found


def accepted(profile: Profile, **options: object) -> Profile:
    found = profile.with_options(Options(**options))  # type: ignore[arg-type]  # a table of keyword arguments
    assert isinstance(found, Profile), found
    return found


# The presets

NAMES = [
    "USBGF Open",
    "USBGF Advanced",
    "USBGF Doubles",
    "USBGF Speed",
    "BWS",
    "IBF Backgammon",
    "IBF Blitz",
    "IBF Doubles",
    "IBF Longgammon",
    "IBF Longgammon Blitz",
    "IBF Sprintgammon",
    "Club (2014 guide)",
    "At home (traditional)",
    "Casual online",
    "Money",
    "Long Nardy (club)",
]


def test_the_presets_people_recognise() -> None:
    assert [one.name for one in list_presets()] == NAMES
    assert preset("  usbgf   OPEN ") is list_presets()[0]
    with pytest.raises(ValueError, match="did you mean 'IBF Blitz'"):
        preset("IBF Blits")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("mode", Enforcement)
def test_every_preset_makes_a_format_and_a_policy(name: str, mode: Enforcement) -> None:
    profile = preset(name)
    for length in (None, 1, 3, 5, 7, 8, 9, 11, 14, 15, 25):
        found = profile.match_format(mode, length=length)
        assert isinstance(found, MatchFormat), found
        assert (found.book, found.preset, found.enforcement) == (profile.book, name, mode)
        assert found.discipline in DISCIPLINES
        if length is not None and found.length.kind is LengthKind.POINTS:
            assert found.length.points == length
    policy = profile.policy()
    assert isinstance(policy, Policy)
    assert policy.book == profile.book
    assert len(profile.about) > 20


@pytest.mark.parametrize("name", NAMES)
def test_every_preset_keeps_to_its_own_book(name: str) -> None:
    """A preset is a book and options its book allows: nothing is smuggled in."""
    profile = preset(name)
    bare = Profile(name=name, book=profile.book)
    again = bare.with_options(profile.options)
    assert isinstance(again, Profile), again
    assert again.match_format() == profile.match_format()


# Worked out by hand from the rows: reserve in seconds, delay in seconds.
CLOCKS = [
    ("USBGF Open", 9, 1080, 12, ClockMethod.SIMPLE_DELAY),
    ("USBGF Open", 11, 1320, 12, ClockMethod.SIMPLE_DELAY),
    ("USBGF Advanced", 7, 840, 15, ClockMethod.SIMPLE_DELAY),
    ("USBGF Doubles", 5, 900, 15, ClockMethod.SIMPLE_DELAY),
    ("USBGF Doubles", 7, 1260, 15, ClockMethod.SIMPLE_DELAY),
    ("BWS", 9, 1080, 12, ClockMethod.BRONSTEIN),
    ("BWS", 13, 1560, 12, ClockMethod.BRONSTEIN),
    ("IBF Backgammon", 7, 840, 12, ClockMethod.SIMPLE_DELAY),
    ("IBF Blitz", 5, 300, 8, ClockMethod.SIMPLE_DELAY),
    ("IBF Doubles", 7, 1260, 15, ClockMethod.SIMPLE_DELAY),
    ("Club (2014 guide)", 9, 1080, 12, ClockMethod.SIMPLE_DELAY),
]


@pytest.mark.clause(
    "usbgf:3.4a",
    "usbgf:3.4b",
    "usbgf:3.4.4",
    "usbgf:3.4.4.2a",
    "usbgf:3.4.4.3a",
    "usbgf:3.4.4.3b",
    "usbgf:3.4.4.3c",
    "bws:3.5.5a",
    "bws:3.5.5b",
    "bws:3.5.5c",
    "guide:5.10d",
    "ibf:8.1a",
)
@pytest.mark.parametrize(("name", "length", "reserve", "delay", "method"), CLOCKS)
def test_the_clock_of_a_match(name: str, length: int, reserve: int, delay: int, method: ClockMethod) -> None:
    clock = clock_of(name, length=length)
    assert (clock.reserve, clock.delay, clock.method) == (reserve * 1000, delay * 1000, method)
    assert clock.per_point * length == clock.reserve


@pytest.mark.clause(
    "usbgf:3.4.4.1a",
    "usbgf:3.4.4.1b",
    "usbgf:3.4.4.1c",
    "usbgf:1.7.1.1",
    "usbgf:1.7.1.2a",
    "usbgf:1.7.1.4a",
    "bws:3.5.1.1",
    "guide:5.10b",
    "ibf:8.1b",
)
def test_who_decides_about_the_clock() -> None:
    assert made("USBGF Open", AT_THE_TABLE).clock is not None
    assert made("USBGF Open", AT_THE_TABLE, clocked=False).clock is None
    for name in ("USBGF Advanced", "BWS", "Club (2014 guide)"):
        assert made(name, AT_THE_TABLE).clock is None
        assert made(name, AT_THE_TABLE, clocked=True).clock is not None
        assert made(name, ONLINE).clock is not None
    for name in ("USBGF Doubles", "IBF Backgammon"):
        without = preset(name).match_format(AT_THE_TABLE, clocked=False)
        assert isinstance(without, Refusal)
        assert without.code == "clock_required"
    methods = {name: preset(name).policy() for name in ("USBGF Open", "USBGF Advanced", "USBGF Doubles", "BWS")}
    assert [p.preferences["clock"] for p in methods.values() if isinstance(p, Policy)] == [
        PreferenceMethod.PREFERRED,
        PreferenceMethod.IF_AGREED,
        PreferenceMethod.REQUIRED,
        PreferenceMethod.IF_AGREED,
    ]


@pytest.mark.clause("usbgf:4.4.8a", "ibf:9.8d", "bws:4.4.3c", "guide:5.14c", "trad:doubling-12")
def test_dead_cubes_by_book() -> None:
    dead = {
        name: made(name).cube.dead for name in ("USBGF Open", "IBF Backgammon", "BWS", "Club (2014 guide)", "Money")
    }
    assert list(dead.values()) == [
        DeadCube.VOID,
        DeadCube.ALLOWED,
        DeadCube.ALLOWED,
        DeadCube.FORCED_TAKE,
        DeadCube.ALLOWED,
    ]


@pytest.mark.clause("ibf:2.2a", "usbgf:4.4.7a", "bws:4.4.4a", "guide:5.11a", "trad:doubling-12")
def test_crawford_by_book() -> None:
    for name in ("USBGF Open", "IBF Backgammon", "BWS", "Club (2014 guide)", "Casual online"):
        assert made(name).cube.crawford
    assert not made("At home (traditional)").cube.crawford
    again = accepted(preset("At home (traditional)"), crawford=True).match_format()
    assert isinstance(again, MatchFormat)
    assert again.cube.crawford


@pytest.mark.clause(
    "usbgf:4.3.4-1",
    "usbgf:4.3.4-3",
    "usbgf:4.3.4-10",
    "bws:4.3.3a",
    "bws:4.3.3d",
    "bws:4.3.3e",
    "ibf:8.7a",
    "ibf:8.7c",
    "guide:5.10e",
)
def test_expiry_by_book_is_noticed_at_a_table_and_automatic_online() -> None:
    expected = {
        "USBGF Open": (Expiry.NOTICED, AtExpiry.CLAIM, BothExpired.NOMINAL_RESERVE),
        "BWS": (Expiry.NOTICED, AtExpiry.GIN, BothExpired.WITHOUT_CLOCK),
        "IBF Backgammon": (Expiry.AUTOMATIC, AtExpiry.NOTHING, BothExpired.NOT_COVERED),
        "Club (2014 guide)": (Expiry.NOTICED, AtExpiry.NOTHING, BothExpired.NOT_COVERED),
    }
    for name, (expiry, at_expiry, both) in expected.items():
        table = clock_of(name, AT_THE_TABLE, clocked=True)
        assert (table.expiry, table.at_expiry, table.both_expired) == (expiry, at_expiry, both)
        assert clock_of(name).expiry is Expiry.AUTOMATIC


@pytest.mark.clause("usbgf:4.3.2-4", "bws:4.3.2", "ibf:3.12a", "ibf:3.8b")
def test_the_clock_stops_only_for_the_books_reasons() -> None:
    eight = {
        PauseReason.BETWEEN_GAMES,
        PauseReason.BREAK,
        PauseReason.DIE_OFF_BOARD,
        PauseReason.DISPUTE,
        PauseReason.DICE_TAKEN,
        PauseReason.FAST_GRAB,
        PauseReason.ILLEGAL_MOVE,
        PauseReason.RESIGN_OR_CLAIM,
    }
    for name in ("USBGF Open", "BWS"):
        assert set(clock_of(name, AT_THE_TABLE, clocked=True).pauses) == eight | {PauseReason.RULING}
        online = set(clock_of(name).pauses)
        assert not online & {PauseReason.DIE_OFF_BOARD, PauseReason.DICE_TAKEN, PauseReason.FAST_GRAB}
        assert {PauseReason.DISCONNECT, PauseReason.OUTAGE} <= online
    ibf = clock_of("IBF Backgammon", AT_THE_TABLE)
    assert PauseReason.FAST_GRAB not in ibf.pauses
    assert PauseReason.DICE_REPLACED in ibf.pauses
    assert ibf.longest_pause == 30_000
    assert clock_of("USBGF Open").longest_pause is None


@pytest.mark.clause(
    "usbgf:4.5.1a", "usbgf:4.5.2b", "bws:4.5b", "bws:4.3.2.8a", "ibf:15.2b", "guide:5.12b", "ibf:12.2a", "ibf:6.1a"
)
def test_endings_by_book() -> None:
    expected = {
        "USBGF Open": (Resignation.NO_CONTACT, Claims.TESTED, False),
        "BWS": (Resignation.NO_CONTACT, Claims.SETTLED, False),
        "IBF Backgammon": (Resignation.CERTAIN_LEVEL, Claims.NONE, True),
        "Club (2014 guide)": (Resignation.CERTAIN_ONLY, Claims.NONE, False),
        "At home (traditional)": (Resignation.ANY_TIME, Claims.NONE, False),
    }
    for name, (resignation, claims, white_first) in expected.items():
        found = made(name)
        assert (found.resignation, found.claims, found.white_first) == (resignation, claims, white_first)
    assert made("BWS", AT_THE_TABLE).claims is Claims.NONE  # without a clock nothing is stopped and said
    assert [made(name).team for name in ("IBF Doubles", "USBGF Doubles", "IBF Backgammon")] == [2, 2, 1]


@pytest.mark.clause("usbgf:1.2.2a", "usbgf:4.4.4.3a", "guide:5.9h", "bws:4.4.2e")
def test_words_bind_at_a_table_only_and_not_under_every_book() -> None:
    for name in ("USBGF Open", "BWS", "Club (2014 guide)"):
        assert made(name, AT_THE_TABLE).binding_words
        assert not made(name, ONLINE).binding_words
    assert not made("IBF Backgammon", AT_THE_TABLE).binding_words


@pytest.mark.clause("usbgf:1.8.1a", "bws:1.7.1a", "guide:3.1a", "ibf:0-silent")
def test_aids_on_the_screen() -> None:
    assert [made(n).pip_count for n in ("USBGF Open", "BWS", "Club (2014 guide)", "IBF Backgammon")] == [
        False,
        False,
        False,
        True,
    ]
    assert made("Casual online").hints
    assert refused(preset("USBGF Open"), hints=True).facts["clause"] == "usbgf:1.8.1a"


@pytest.mark.clause("bws:2.2.2a", "bws:2.2.2b", "bws:2.2.2f", "ibf:3.10e", "guide:2.2.6b", "usbgf:2.2.2c")
def test_breaks_reach_the_format() -> None:
    assert (made("BWS", length=13).breaks, made("BWS", length=13).break_time) == (2, 5 * MINUTE)
    assert (made("IBF Backgammon", length=11).breaks, made("IBF Backgammon", length=5).breaks) == (2, 0)
    assert (made("IBF Blitz", length=15).breaks, made("IBF Sprintgammon", length=15).breaks) == (0, 0)
    assert (made("Club (2014 guide)", length=17).breaks, made("Club (2014 guide)").break_time) == (1, 10 * MINUTE)
    assert (made("USBGF Open").breaks, made("USBGF Open").break_every) == (0, 10)
    sets = accepted(preset("BWS"), best_of=3, length=5).match_format()
    assert isinstance(sets, MatchFormat)
    assert (sets.length.kind, sets.length.best_of, sets.breaks_between_sets) == (LengthKind.SETS, 3, True)


@pytest.mark.clause("trad:doubling-1", "usbgf:4.4.10a", "usbgf:4.4.10b")
def test_money_has_what_tournaments_bar() -> None:
    money = accepted(preset("Money"), automatic_doubles=1, raccoons=True).match_format()
    assert isinstance(money, MatchFormat)
    assert money.length.kind is LengthKind.MONEY
    assert (money.cube.jacoby, money.cube.beavers, money.cube.raccoons, money.cube.automatic_doubles) == (
        True,
        True,
        True,
        1,
    )


def test_casual_play_may_be_left_and_is_unrated() -> None:
    casual = made("Casual online")
    assert (casual.leave_any_time, casual.rated, casual.resignation) == (True, False, Resignation.ANY_TIME)


def test_long_nardy_is_a_club_game_of_its_own() -> None:
    nardy = made("Long Nardy (club)", AT_THE_TABLE)
    assert (nardy.discipline, nardy.cube.enabled, nardy.clock) == ("long-nardy", False, None)


@pytest.mark.parametrize("name", [one.name for one in list_presets()])
def test_long_nardy_never_has_a_cube(name: str) -> None:
    nardy = preset(name).with_options(Options(discipline="long-nardy"))
    if isinstance(nardy, Refusal):
        assert str(nardy.code) == "option_fixed"  # the book has its own game
        return
    formats = [nardy.match_format(enforcement) for enforcement in Enforcement]
    playable = [one for one in formats if isinstance(one, MatchFormat)]
    assert playable
    assert not any(one.cube.enabled for one in playable)


# What an event may not do

FIXED = [
    ("USBGF Open", {"jacoby": True}, "usbgf:4.4.10b"),
    ("USBGF Open", {"beavers": True}, "usbgf:4.4.10a"),
    ("USBGF Open", {"automatic_doubles": 1}, "usbgf:4.4.10a"),
    ("USBGF Open", {"crawford": False}, "usbgf:4.4.7a"),
    ("USBGF Open", {"dead_cube": DeadCube.ALLOWED}, "usbgf:4.4.8a"),
    ("USBGF Open", {"clock_method": ClockMethod.FISCHER}, "usbgf:3.4.4.2a"),
    ("USBGF Open", {"discipline": "nackgammon"}, "usbgf:1.1e"),
    ("USBGF Open", {"illegal_moves": IllegalMoves.OPPONENT_CHOOSES}, "usbgf:1.1.2a"),
    ("USBGF Open", {"languages": ("fr",)}, "usbgf:1.5a"),
    ("USBGF Open", {"limit_minutes": 30}, "usbgf:4.5b"),
    ("USBGF Open", {"leave_any_time": True}, "usbgf:4.5b"),
    ("USBGF Open", {"breaks": False}, "usbgf:2.2.2c"),
    ("BWS", {"jacoby": True}, "bws:1.2.1"),
    ("BWS", {"illegal_moves": IllegalMoves.MUST_CORRECT}, "bws:4.2.3.1c"),
    ("BWS", {"delay": 10}, "bws:3.5.5c"),
    ("BWS", {"reserve_per_point": 180}, "bws:3.5.5b"),
    ("BWS", {"clock_method": ClockMethod.SIMPLE_DELAY}, "bws:3.5.5a"),
    ("BWS", {"clock": ClockUse.NONE}, "bws:3.5.1.1"),
    ("BWS", {"languages": ("en", "de")}, "bws:1.5"),
    ("BWS", {"break_count": 5}, "bws:2.2.2a"),
    ("IBF Backgammon", {"cube": False}, "ibf:9.2"),
    ("IBF Backgammon", {"crawford": False}, "ibf:2.2a"),
    ("IBF Backgammon", {"gammons": False}, "ibf:2.10a"),
    ("IBF Backgammon", {"money": True}, "ibf:2.14a"),
    ("IBF Backgammon", {"break_minutes": 6}, "ibf:3.10g"),
    ("IBF Backgammon", {"clock": ClockUse.IF_AGREED}, "ibf:8.1b"),
    ("IBF Backgammon", {"discipline": "nackgammon"}, "ibf:1.2b"),
    ("Club (2014 guide)", {"beavers": True}, "guide:5.9f"),
    ("Club (2014 guide)", {"leave_any_time": True}, "guide:5.14b"),
    ("Club (2014 guide)", {"illegal_moves": IllegalMoves.OPPONENT_CHOOSES}, "guide:addendum-concept-1"),
]


@pytest.mark.clause(
    "usbgf:4.4.10b", "usbgf:4.4.10a", "usbgf:1.1e", "usbgf:1.5a", "bws:1.2.1", "bws:1.2.2", "bws:4.2.3.1c", "ibf:9.2"
)
@pytest.mark.parametrize(("name", "options", "row"), FIXED)
def test_what_a_book_fixes_is_refused_with_its_clause(name: str, options: dict[str, object], row: str) -> None:
    profile = preset(name)
    found = refused(profile, **options)
    assert found.code == "option_fixed"
    assert cite(found, profile.book).clauses == (row,)


@pytest.mark.clause("usbgf:1.1d", "usbgf:1.1f", "usbgf:1.1.4.3b")
def test_usbgf_varies_only_what_the_federations_list_has() -> None:
    open_division = preset("USBGF Open")
    tight = refused(open_division, delay=10)
    assert tight.code == "option_not_listed"
    assert cite(tight, "usbgf").clauses == ("usbgf:3.4.4.3b",)
    assert refused(open_division, clock=ClockUse.REQUIRED).code == "option_not_listed"
    listed = open_division.with_options(Options(clock=ClockUse.REQUIRED), variations=["clock"])
    assert isinstance(listed, Profile)
    assert listed.clock_use() is ClockUse.REQUIRED
    assert refused(open_division, clock=ClockUse.NONE).code == "option_not_listed"
    still = open_division.with_options(Options(clock=ClockUse.NONE), variations=["clock"])
    assert isinstance(still, Refusal)
    assert still.code == "option_fixed"


@pytest.mark.clause("usbgf:3.4.4.3d", "usbgf:3.4.4.2b")
def test_usbgf_side_events_set_their_own_clock() -> None:
    side = Profile(name="Speedgammon", book="usbgf", options=Options(division=Division.OTHER, length=7))
    standard = side.match_format()
    assert isinstance(standard, MatchFormat)
    assert standard.clock is not None
    assert (standard.clock.reserve, standard.clock.delay) == (14 * MINUTE, 12_000)
    fast = accepted(side, reserve_per_point=60, delay=8).match_format()
    assert isinstance(fast, MatchFormat)
    assert fast.clock is not None
    assert (fast.clock.reserve, fast.clock.delay) == (7 * MINUTE, 8_000)
    mixed = accepted(side, length=11, reserve_extra=60).match_format()
    assert isinstance(mixed, MatchFormat)
    assert mixed.clock is not None
    assert mixed.clock.reserve == 23 * MINUTE
    total = accepted(side, reserve_total=20 * 60).match_format()
    assert isinstance(total, MatchFormat)
    assert total.clock is not None
    assert total.clock.reserve == 20 * MINUTE


@pytest.mark.clause("usbgf:3.4.4.1d", "usbgf:3.4.4.1e", "usbgf:1.7.1.4b")
@pytest.mark.parametrize(
    ("reserve", "delay", "fits"),
    [(14, 15, True), (21, 15, True), (14, 20, True), (10, 15, False), (14, 12, False), (21, 12, False)],
)
def test_players_may_agree_on_more_time_never_on_less(reserve: int, delay: int, fits: bool) -> None:
    found = preset("USBGF Advanced").clock_by_agreement(reserve * MINUTE, delay * 1000, length=7)
    if fits:
        assert isinstance(found, ClockRules)
        assert (found.reserve, found.delay) == (reserve * MINUTE, delay * 1000)
    else:
        assert isinstance(found, Refusal)
        assert cite(found, "usbgf").clauses == ("usbgf:3.4.4.1d",)


@pytest.mark.clause("usbgf:3.4.4.1h", "guide:1.2.2", "bws:3.5.5b", "usbgf:3.4.4.1e", "guide:5.10f")
def test_where_a_clock_can_be_demanded_its_settings_are_fixed() -> None:
    for name, row in (
        ("USBGF Open", "usbgf:3.4.4.1h"),
        ("USBGF Doubles", "usbgf:3.4.4.1h"),
        ("Club (2014 guide)", "guide:1.2.2"),
        ("BWS", "bws:3.5.5b"),
        ("IBF Backgammon", "ibf:8.1a"),
    ):
        found = preset(name).clock_by_agreement(21 * MINUTE, 20_000, length=7)
        assert isinstance(found, Refusal)
        assert cite(found, preset(name).book).clauses[0] == row
        untimed = preset(name).untimed_clock()
        assert isinstance(untimed, ClockRules) is (name == "Club (2014 guide)")
    assert isinstance(preset("USBGF Advanced").untimed_clock(), ClockRules)
    standard = preset("USBGF Open").clock_by_agreement(18 * MINUTE, 12_000)
    assert isinstance(standard, ClockRules)
    home = preset("At home (traditional)").clock_by_agreement(5 * MINUTE, 0)
    assert isinstance(home, ClockRules)


@pytest.mark.clause("usbgf:3.4.4.3e")
def test_a_trust_minute_is_the_directors_choice() -> None:
    trusted = accepted(preset("USBGF Open"), trust_minute=True).match_format()
    assert isinstance(trusted, MatchFormat)
    assert trusted.clock is not None
    assert (trusted.clock.trust, trusted.clock.reserve) == (MINUTE, 18 * MINUTE)
    assert refused(preset("BWS"), trust_minute=True).facts["clause"] == "bws:4.3.3c"


def test_saying_what_holds_anyway_is_no_variation() -> None:
    accepted(preset("USBGF Open"), jacoby=False, delay=12, reserve_per_point=120, crawford=True)
    accepted(preset("BWS"), delay=12, languages=("en",), clock=ClockUse.IF_AGREED)
    accepted(preset("IBF Backgammon"), cube=True, discipline="backgammon")


# What ibf leaves to the event


@pytest.mark.clause("ibf:8.1a", "ibf:5-title", "ibf:4.1b", "ibf:3.10h", "ibf:2.14b")
@pytest.mark.parametrize(
    ("options", "missing", "row"),
    [
        ({"blitz": True}, "reserve_per_point", "ibf:8.1a"),
        ({"blitz": True, "reserve_per_point": 60}, "delay", "ibf:8.1a"),
        ({"length": 9, "reserve_per_point": 120, "delay": 12}, "extra_time", "ibf:3.10h"),
        ({"limit_minutes": 30, "tie": TiePolicy.DRAW}, "game_in_progress", "ibf:2.14b"),
        ({"limit_minutes": 30, "game_in_progress": GameInProgress.PLAY_OUT}, "tie", "ibf:2.14b"),
    ],
)
def test_what_the_book_leaves_open_the_event_must_say(options: dict[str, object], missing: str, row: str) -> None:
    found = refused(Profile(name="Open", book="ibf"), **options)
    assert (found.code, found.facts["option"], found.facts["clause"]) == ("setting_missing", missing, row)


@pytest.mark.clause("ibf:3.10h", "ibf:3.10a")
def test_extra_time_stands_in_for_breaks() -> None:
    without = accepted(preset("IBF Backgammon"), length=9, breaks=False, extra_time=120).match_format()
    assert isinstance(without, MatchFormat)
    assert without.clock is not None
    assert (without.clock.reserve, without.breaks) == (20 * MINUTE, 0)


@pytest.mark.clause("ibf:2.14b")
def test_a_timed_match_with_everything_said() -> None:
    timed = accepted(
        preset("IBF Backgammon"),
        limit_minutes=30,
        game_in_progress=GameInProgress.PLAY_OUT,
        tie=TiePolicy.ONE_MORE_GAME,
        reserve_total=15 * 60,
    ).match_format()
    assert isinstance(timed, MatchFormat)
    assert (timed.length.kind, timed.length.limit, timed.length.tie) == (
        LengthKind.TIMED,
        30 * MINUTE,
        TiePolicy.ONE_MORE_GAME,
    )


@pytest.mark.clause("ibf:9.2", "ibf:2.10b", "ibf:4.4e", "ibf:5.2b")
def test_the_switches_of_longgammon_and_of_the_start() -> None:
    long = accepted(preset("IBF Longgammon"), cube=False, gammons=False, discipline="longgammon-strict").match_format()
    assert isinstance(long, MatchFormat)
    assert (long.cube.enabled, long.gammons_count, long.discipline) == (False, False, "longgammon-strict")
    start = {"24": 5, "13": 3, "8": 2, "6": 5}
    other = accepted(preset("IBF Backgammon"), start=start).match_format()
    assert isinstance(other, MatchFormat)
    assert other.start == start
    assert refused(preset("USBGF Open"), start=start).facts["clause"] == "usbgf:1.1e"


@pytest.mark.clause("bws:3.5.6", "bws:3.5.5a", "bws:3.5.1.2", "bws:3.5.1.3", "bws:3.4.1.2")
def test_the_switches_of_bws() -> None:
    event = accepted(
        preset("BWS"),
        literal_midway=True,
        clock_method=ClockMethod.BRONSTEIN_BACKLOADED,
        clock=ClockUse.REQUIRED,
        baffle_box=PreferenceMethod.PREFERRED,
    )
    policy, played = event.policy(), event.match_format(AT_THE_TABLE)
    assert isinstance(policy, Policy)
    assert isinstance(played, MatchFormat)
    assert played.clock is not None
    assert played.clock.method is ClockMethod.BRONSTEIN_BACKLOADED
    assert policy.literal_midway
    assert (policy.preferences["clock"], policy.preferences["baffle_box"]) == (
        PreferenceMethod.REQUIRED,
        PreferenceMethod.PREFERRED,
    )


@pytest.mark.clause("usbgf:2.2.4j", "usbgf:2.2.4k", "guide:2.2.5d")
def test_a_late_policy_of_the_event() -> None:
    strict = LatePolicy(forfeit_after_minutes=6)
    policy = accepted(preset("USBGF Open"), late_policy=strict).policy()
    assert isinstance(policy, Policy)
    assert policy.late_policy is not None
    assert policy.late_policy.forfeits(6 * MINUTE + 1)
    too_strict = refused(preset("USBGF Open"), late_policy=LatePolicy(forfeit_after_minutes=3))
    assert (too_strict.code, too_strict.facts["clause"]) == ("late_policy_within_grace", "usbgf:2.2.4k")
    accepted(preset("Club (2014 guide)"), late_policy=LatePolicy(points=((3, 1),)))
    assert refused(preset("BWS"), late_policy=strict).facts["clause"] == "bws:2.2.4a"


# The policies


@pytest.mark.clause(
    "usbgf:1.1.2a",
    "guide:addendum-concept-1",
    "bws:4.2.3.1a",
    "bws:4.2.3.1b",
    "ibf:10.3b",
    "ibf:10.3c",
    "ibf:14.4b",
    "usbgf:4.2.3.1(a)-2",
    "usbgf:4.2.3.1(b)-2",
    "guide:addendum-illegal-moves-2",
    "guide:addendum-impossible-2",
)
def test_illegal_moves_by_book() -> None:
    found = {book: book_policy(book) for book in BOOK_IDS}
    assert {book: (p.illegal_moves, p.illegal_window, p.facial_window) for book, p in found.items()} == {
        "ibf": (IllegalMoves.OPPONENT_CHOOSES, CorrectionWindow.OPPONENT_ACTS, None),
        "usbgf": (
            IllegalMoves.MUST_CORRECT,
            CorrectionWindow.OPPONENTS_VALID_ROLL,
            CorrectionWindow.OFFENDERS_VALID_ROLL,
        ),
        "bws": (IllegalMoves.OPPONENT_CHOOSES, CorrectionWindow.OPPONENTS_ROLL, None),
        "guide": (IllegalMoves.MUST_CORRECT, CorrectionWindow.OPPONENTS_VALID_ROLL, CorrectionWindow.OFFENDER_ACTS),
        "trad": (IllegalMoves.NOT_COVERED, None, None),
    }
    assert [p.claims_survive_the_game for p in found.values()] == [False, True, None, True, None]


@pytest.mark.clause("usbgf:4.2.1b", "guide:6.3a", "bws:4.2.4a", "ibf:14.1a", "ibf:0-silent")
def test_the_rest_of_the_policies_by_book() -> None:
    found = [book_policy(book) for book in BOOK_IDS]
    assert [p.setup_deadline for p in found] == [
        SetupDeadline.TWO_MOVES_EACH,
        SetupDeadline.FIFTH_VALID_ROLL,
        SetupDeadline.STARTERS_THIRD_TURN,
        SetupDeadline.FOURTH_MOVE_COMPLETED,
        SetupDeadline.NOT_COVERED,
    ]
    assert [p.penalty_points for p in found] == [
        PointsDestination.OFF_THE_OFFENDER,
        PointsDestination.TO_OPPONENT,
        PointsDestination.TO_OPPONENT,
        PointsDestination.TO_OPPONENT,
        PointsDestination.NOT_COVERED,
    ]
    assert [p.wrong_length for p in found] == [
        WrongLength.RECOMPUTE,
        WrongLength.FINISH_THE_GAME,
        WrongLength.RESUME_IF_CORRECTABLE,
        WrongLength.STANDS,
        WrongLength.NOT_COVERED,
    ]
    assert [p.score_dispute for p in found] == [
        ScoreDispute.NOT_COVERED,
        ScoreDispute.TRUE_SCORE,
        ScoreDispute.TRAILING_PLAYERS_SHEET,
        ScoreDispute.WRITTEN_SCORE,
        ScoreDispute.NOT_COVERED,
    ]
    assert [p.appeal_until for p in found] == [
        AppealUntil.NO_APPEALS,
        AppealUntil.PROMPTLY,
        AppealUntil.WHILE_REVERSIBLE,
        AppealUntil.BEFORE_PLAY_RESUMES,
        AppealUntil.NO_APPEALS,
    ]
    assert [p.cube_binding for p in found] == [
        CubeBinding.TOUCH,
        CubeBinding.TOUCH,
        CubeBinding.WORDS_OR_GESTURES,
        CubeBinding.REACH,
        CubeBinding.NOT_COVERED,
    ]


@pytest.mark.clause("usbgf:4.1.4.3b", "usbgf:4.1.4.3c", "guide:5.6f", "ibf:12.5.10b", "ibf:10.2b", "ibf:8.8")
def test_figures_of_the_policies_come_from_the_rows() -> None:
    found = {book: book_policy(book) for book in BOOK_IDS}
    assert {book: p.die_at_rest for book, p in found.items()} == {
        "ibf": 3_000,
        "usbgf": 2_000,
        "bws": None,
        "guide": 1_000,
        "trad": None,
    }
    assert [book for book, p in found.items() if p.die_on_checker_counts] == ["usbgf"]
    assert found["ibf"].expiry_announced_by == ("player", "opponent", "arbiter")
    assert found["bws"].federation_reports == ("bws:1.4.3", "bws:1.6.5", "bws:1.7.5", "bws:5.6")
    assert found["usbgf"].courtesy_warning_below == MINUTE
    assert not any(p.spectators.may_announce_expiry for p in found.values())


# The table of latitudes


def test_every_option_is_ruled_on_for_every_book() -> None:
    assert set(latitudes()) == set(OPTIONS)
    for option, books in latitudes().items():
        assert tuple(books) == BOOK_IDS, option
        for book, room in books.items():
            assert all(clause(row).book == book for row in room.clauses), (option, book)


def test_a_book_that_is_none_is_malformed() -> None:
    with pytest.raises(ValueError, match="one of the books"):
        Profile(name="x", book="fide")


@pytest.mark.clause("ibf:5.2b")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"discipline": "chess"}, "expected a discipline"),
        ({"best_of": 2}, "odd number of sets"),
        ({"largest_cube": 6}, "power of two"),
        ({"start": {"24": 2, "13": 5, "8": 3, "6": 4}}, "15 checkers a side, not 14"),
        ({"start": {"bar": 1}}, "points and counts"),
    ],
)
def test_options_that_make_no_sense_are_malformed(options: dict[str, object], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        Options(**options)  # type: ignore[arg-type]  # a table of keyword arguments
