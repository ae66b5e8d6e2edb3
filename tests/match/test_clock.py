"""How time runs: the methods, pauses, and what must hold for every clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from barpoint.board import Side
from barpoint.match.clock import Clock
from barpoint.match.format.match_format import (
    ClockMethod,
    ClockRules,
    PauseReason,
)
from tests.match.clock_accounts import time_elapsed

A, B = Side.WHITE, Side.BLACK
SECOND = 1_000


def clock(method: ClockMethod, reserve: float, delay: float = 12, **more: object) -> Clock:
    rules = ClockRules(method=method, reserve=int(reserve * SECOND), delay=int(delay * SECOND))
    return Clock.fresh(replace(rules, **more), at=0)


def after_turns(made: Clock, *turns: float) -> Clock:
    """White's turns of so many seconds, Black answering at once each time."""
    at = 0
    running = made.start(A, at)
    for seconds in turns:
        at += int(seconds * SECOND)
        running = running.start(B, at).start(A, at)
    return running


def shown(made: Clock, side: Side = A) -> float:
    return made.remaining(side, made.since) / SECOND


@pytest.mark.clause("usbgf:3.4.4.2a", "usbgf:3.4.4.2c", "ibf:8.1a", "ibf:8.5b", "bws:3.5.5d")
@pytest.mark.parametrize(
    ("reserve", "turns", "left"),
    [
        (60, [15], 57),  # usbgf:3.4.4.2a
        (60, [11], 60),
        (60, [12], 60),
        (60, [2, 2, 20], 52),  # usbgf:3.4.4.2c
        (60, [3, 20], 52),  # bws:3.5.5d
        (840, [10], 840),  # ibf:8.1a
        (840, [20], 832),
        (300, [65], 247),  # ibf:8.5b: moved after 5 s, pressed 60 s later
    ],
)
@pytest.mark.parametrize("method", [ClockMethod.SIMPLE_DELAY, ClockMethod.BRONSTEIN])
def test_a_turn_costs_what_exceeds_the_delay(
    method: ClockMethod, reserve: int, turns: list[float], left: float
) -> None:
    assert shown(after_turns(clock(method, reserve), *turns)) == left


@pytest.mark.clause("bws:3.5.5a")
@pytest.mark.parametrize(
    ("method", "reserve", "turn", "left", "flag_after"),
    [
        (ClockMethod.SIMPLE_DELAY, 40, 20, 32, 52),
        (ClockMethod.BRONSTEIN, 40, 20, 32, 52),
        (ClockMethod.BRONSTEIN, 5, 14, 3, 17),
        (ClockMethod.BRONSTEIN_BACKLOADED, 40, 20, 32, 40),
        (ClockMethod.BRONSTEIN_BACKLOADED, 5, 4, 5, 5),  # the same 14 s would have lost at 5 s
        (ClockMethod.FISCHER, 40, 20, 32, 40),
        (ClockMethod.FISCHER, 40, 2, 50, 40),
        (ClockMethod.SUDDEN_DEATH, 40, 20, 20, 40),
        (ClockMethod.PER_MOVE, 0, 11, 0, 12),
    ],
)
def test_every_method_charges_and_expires_in_its_own_way(
    method: ClockMethod, reserve: int, turn: int, left: int, flag_after: int
) -> None:
    set_up = clock(method, reserve)
    running = set_up.start(A, 0)
    assert running.expires_at() == flag_after * SECOND
    assert not running.is_expired(A, flag_after * SECOND - 1)
    assert running.is_expired(A, flag_after * SECOND)
    assert shown(after_turns(set_up, turn)) == left


@pytest.mark.clause("bws:3.5.5d")
def test_delay_is_not_saved_up_as_a_fischer_increment_is() -> None:
    assert shown(after_turns(clock(ClockMethod.BRONSTEIN, 60), 3, 20)) == 52
    assert shown(after_turns(clock(ClockMethod.FISCHER, 60), 3, 20)) == 61


@pytest.mark.clause("usbgf:3.4.4.2d")
def test_a_player_within_the_delay_never_runs_out() -> None:
    running = after_turns(clock(ClockMethod.SIMPLE_DELAY, 1), *[11.9] * 40)
    assert shown(running) == 1
    assert not running.is_expired(A, running.since)


def test_a_clock_per_move_gives_the_whole_allowance_every_turn() -> None:
    a_day = 86_400
    running = after_turns(clock(ClockMethod.PER_MOVE, 0, a_day), a_day - 1, a_day - 1)
    assert running.delay_left(A, running.since) == a_day * SECOND
    assert not running.is_expired(B, running.since)
    assert running.is_expired(A, running.since + a_day * SECOND)


@pytest.mark.clause("usbgf:3.4.4.3h", "usbgf:4.1.7.2b")
def test_an_untimed_clock_shows_the_turn_and_never_expires() -> None:
    running = clock(ClockMethod.UNTIMED, 5, 0).start(A, 0)
    assert running.running is A
    assert running.expires_at() is None
    later = running.start(B, 3_600 * SECOND)
    assert (later.running, later.is_expired(A, later.since), later.is_expired(B, 9_999 * SECOND)) == (B, False, False)
    assert shown(later) == 5


@pytest.mark.clause("usbgf:1.8.2.2b")
def test_one_side_alone_can_be_timed() -> None:
    running = clock(ClockMethod.SIMPLE_DELAY, 840, 15, untimed=(B,)).start(A, 0)
    assert running.expires_at() == 855 * SECOND
    answering = running.start(B, SECOND)
    assert answering.expires_at() is None
    assert not answering.is_expired(B, 99_999 * SECOND)
    assert answering.remaining(B, 99_999 * SECOND) == 0  # its display may well reach zero


@pytest.mark.clause("ibf:8.1b", "usbgf:3.4.1a", "usbgf:3.4.1c")
def test_one_side_runs_and_both_displays_show_what_is_left() -> None:
    running = clock(ClockMethod.SIMPLE_DELAY, 300).start(A, 0)
    at = 5 * SECOND
    assert (running.remaining(A, at), running.delay_left(A, at)) == (300 * SECOND, 7 * SECOND)
    assert (running.remaining(B, at), running.delay_left(B, at)) == (300 * SECOND, 0)
    pressed = running.start(B, at)
    assert pressed.running is B
    assert (pressed.remaining(A, at + 900), pressed.delay_left(A, at + 900)) == (300 * SECOND, 0)
    assert pressed.delay_left(B, at + 900) == 12 * SECOND - 900


@pytest.mark.clause("bws:3.5.5e", "bws:4.3.2.3", "ibf:3.12c")
@pytest.mark.parametrize(("stopped_at", "left"), [(7, 5), (8, 4), (9, 3)])
def test_a_pause_keeps_the_delay_already_used(stopped_at: int, left: int) -> None:
    paused = clock(ClockMethod.BRONSTEIN, 281).start(A, 0).pause(PauseReason.DIE_OFF_BOARD, stopped_at * SECOND)
    assert paused.expires_at() is None
    back = paused.resume((stopped_at + 20) * SECOND)
    assert back.delay_left(A, back.since) == left * SECOND
    assert shown(back) == 281
    pressed = back.start(B, back.since + (15 - stopped_at) * SECOND)
    assert shown(pressed) == 278


@pytest.mark.clause("ibf:3.12e", "usbgf:4.1.7.1f", "usbgf:4.2.3.2c")
@pytest.mark.parametrize(("gone", "reserve"), [(9, 60), (15, 57)])
def test_a_renewed_delay_leaves_the_reserve_as_it_stands(gone: int, reserve: int) -> None:
    running = clock(ClockMethod.SIMPLE_DELAY, 60).start(A, 0)
    at = gone * SECOND
    renewed = running.renew(at)
    assert (renewed.delay_left(A, at), renewed.remaining(A, at)) == (12 * SECOND, reserve * SECOND)
    assert running.pause(PauseReason.DISPUTE, at).resume(at, fresh_delay=True) == renewed


@pytest.mark.clause("ibf:14.7")
def test_a_turn_started_without_delay_runs_on_the_reserve() -> None:
    running = clock(ClockMethod.SIMPLE_DELAY, 480).start(A, 0, delay=False)
    assert shown(running.start(B, 20 * SECOND)) == 460
    assert running.expires_at() == 480 * SECOND


@pytest.mark.parametrize(
    ("spent", "change", "shows"),
    [
        (0, 30, 90),
        (20, 30, 82),  # 8 of 60 s gone
        (20, -30, 22),
        (20, -90, 0),
        (200, 42, 42),  # usbgf:4.3.4-5: the display stood at zero
    ],
)
def test_an_adjustment_changes_what_the_display_shows(spent: int, change: int, shows: int) -> None:
    running = clock(ClockMethod.SIMPLE_DELAY, 60).start(A, 0)
    at = spent * SECOND
    adjusted = running.adjust(A, change * SECOND, at)
    assert adjusted.remaining(A, at) == shows * SECOND
    assert adjusted.is_expired(A, at) == (shows == 0)
    assert adjusted.remaining(B, at) == 60 * SECOND


def test_a_flag_stays_down_through_later_turns_until_time_is_added() -> None:
    late = after_turns(clock(ClockMethod.SIMPLE_DELAY, 5), 30)
    assert late.is_expired(A, late.since)
    pressed = late.start(B, late.since + SECOND)
    assert pressed.is_expired(A, pressed.since)
    assert not pressed.adjust(A, 42 * SECOND, pressed.since).is_expired(A, pressed.since)


@pytest.mark.clause("usbgf:4.3.4-2")
def test_the_moment_of_the_courtesy_warning_comes_once() -> None:
    running = clock(ClockMethod.SIMPLE_DELAY, 70).start(A, 0)
    moment = running.falls_below(60 * SECOND)
    assert moment == 22 * SECOND + 1
    assert running.remaining(A, moment) == 59_999
    assert after_turns(running, 30).falls_below(60 * SECOND) is None  # below it already


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"reserve": -1}, "from 0 up"),
        ({"method": ClockMethod.SUDDEN_DEATH}, "needs a reserve"),
        ({"method": ClockMethod.PER_MOVE}, "its allowance"),
    ],
)
def test_settings_without_sense_are_malformed(settings: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ClockRules(**settings)  # type: ignore[arg-type]  # settings of many types


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["press", "pause", "resume", "fresh", "stop", "renew", "adjust", "no delay", "trust"]),
        st.sampled_from([A, B]),
        st.integers(0, 40_000),
    ),
    max_size=30,
)
RULES = st.builds(
    ClockRules,
    method=st.sampled_from(list(ClockMethod)),
    reserve=st.integers(1, 100_000),
    delay=st.integers(1, 15_000),
    trust=st.sampled_from([0, 60_000]),
    untimed=st.sampled_from([(), (A,), (B,)]),
)


def step(made: Clock, what: str, side: Side, at: int) -> Clock:
    changes = {
        "press": lambda: made.start(side, at),
        "pause": lambda: made.pause(PauseReason.DISPUTE, at),
        "resume": lambda: made.resume(at),
        "fresh": lambda: made.resume(at, fresh_delay=True),
        "stop": lambda: made.stop(at),
        "renew": lambda: made.renew(at),
        "adjust": lambda: made.adjust(side, at % 3_000 - 1_500, at),
        "no delay": lambda: made.start(side, at, delay=False),
        "trust": lambda: made.release_trust(side, at),
    }
    return changes[what]()


@given(RULES, STEPS, st.integers(0, 50_000))
def test_total_time_is_conserved_and_never_negative(
    rules: ClockRules, steps: list[tuple[str, Side, int]], later: int
) -> None:
    at, made = 1_000, Clock.fresh(rules, at=1_000)
    for what, side, wait in steps:
        at += wait
        made = step(made, what, side, at)
        assert time_elapsed(made, at) == at - made.started
        assert min(*made.reserve, *made.used, *made.trust, made.idle, made.turn, made.delay) >= 0
        assert min(made.remaining(A, at), made.remaining(B, at), made.delay_left(A, at)) >= 0
    assert time_elapsed(made, at + later) == at + later - made.started


@given(RULES, STEPS, st.integers(0, 30_000), st.integers(0, 30_000))
def test_looking_at_a_clock_in_between_changes_nothing(
    rules: ClockRules, steps: list[tuple[str, Side, int]], early: int, late: int
) -> None:
    at, made = 0, Clock.fresh(rules, at=0)
    for what, side, wait in steps:
        at += wait
        made = step(made, what, side, at)
    middle, end = at + early, at + early + late
    if made.is_running:
        stood = made.pause(PauseReason.DISPUTE, middle).resume(middle)
        assert stood.remaining(A, end) == made.remaining(A, end)
        assert stood.expires_at() == made.expires_at()
    expiry = made.expires_at()
    if expiry is not None and made.running is not None and not made.flags[0 if made.running is A else 1]:
        assert made.is_expired(made.running, end) == (end >= expiry)


@given(RULES, st.sampled_from([A, B]), st.lists(st.sampled_from(["press", "pause", "resume", "renew"]), max_size=8))
def test_what_happens_in_one_millisecond_costs_nobody_anything(rules: ClockRules, side: Side, order: list[str]) -> None:
    made = Clock.fresh(rules, at=0).start(side, 0)
    for what in order:
        made = step(made, what, side, 0)
    assert made.used == (0, 0)
    assert made.idle == 0
    if rules.method is not ClockMethod.FISCHER:
        assert made.reserve == Clock.fresh(rules, at=0).reserve
