"""Breaks, counted or accrued."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.rulebook.tariff.breaks import (
    BreakAllowance,
    BreakReserve,
    BreakWhen,
    CountedBreaks,
    break_allowance,
    tacit_break,
)


def clock(text: str) -> int:
    """Milliseconds from "h:mm:ss" or "mm:ss"."""
    seconds = 0
    for part in text.split(":"):
        seconds = seconds * 60 + int(part)
    return seconds * 1000


def breaks_of(book: str, length: int, **more: object) -> BreakAllowance:
    found = break_allowance(book, length, **more)  # type: ignore[arg-type]  # a table of keyword arguments
    assert found is not None
    return found


# Worked out by hand for every length.
COUNTS = [
    # length, bws, ibf
    (1, 1, 0),
    (2, 1, 0),
    (3, 1, 0),
    (4, 1, 0),
    (5, 1, 0),
    (6, 1, 1),
    (7, 1, 1),
    (8, 1, 1),
    (9, 1, 1),
    (10, 1, 2),
    (11, 2, 2),
    (12, 2, 2),
    (13, 2, 2),
    (14, 2, 2),
    (15, 3, 3),
    (16, 3, 3),
    (17, 3, 3),
    (18, 3, 3),
    (19, 3, 3),
    (20, 4, 3),
    (21, 4, 3),
    (22, 4, 3),
    (23, 4, 3),
    (24, 4, 3),
    (25, 4, 3),
]


@pytest.mark.clause(
    "bws:2.2.2a", "ibf:3.10b", "ibf:3.10c", "ibf:3.10d", "ibf:3.10e", "ibf:3.10f", "guide:2.2.6b", "usbgf:2.2.2f"
)
@pytest.mark.parametrize(("length", "bws", "ibf"), COUNTS)
def test_how_many_breaks_a_player_has(length: int, bws: int, ibf: int) -> None:
    assert breaks_of("bws", length).count == bws
    assert breaks_of("ibf", length).count == ibf
    assert breaks_of("guide", length).count == 1
    assert breaks_of("usbgf", length).count is None
    assert break_allowance("trad", length) is None
    assert breaks_of("bws", length).decided is (length in (10, 14))
    assert breaks_of("ibf", length).decided is (length in (6, 8, 10, 12, 14))


@pytest.mark.clause("ibf:3.10e", "ibf:7.2d")
@pytest.mark.parametrize("length", range(1, 26))
def test_ibf_has_no_breaks_in_fast_disciplines(length: int) -> None:
    assert breaks_of("ibf", length, blitz=True).count == 0
    assert breaks_of("ibf", length, discipline="longgammon", blitz=True).count == 0
    assert breaks_of("ibf", length, discipline="sprintgammon").count == 0


@pytest.mark.clause("bws:2.2.2b", "ibf:3.10g", "guide:2.2.6b")
def test_how_long_a_break_is() -> None:
    assert [breaks_of(book, 9).duration for book in ("bws", "ibf", "guide")] == [300_000, 300_000, 600_000]


@pytest.mark.clause("bws:2.2.2c", "bws:2.2.2f", "ibf:3.10g", "guide:2.2.6c", "usbgf:2.2.2a")
def test_when_a_break_may_be_taken() -> None:
    for book in ("bws", "ibf", "guide"):
        assert breaks_of(book, 9).when is BreakWhen.BETWEEN_GAMES
    assert breaks_of("usbgf", 9).when is BreakWhen.EXCEPTIONALLY_IN_GAME
    for length in (3, 5, 7):
        assert breaks_of("bws", length, best_of=3).when is BreakWhen.BETWEEN_MATCHES
    assert breaks_of("bws", 9, best_of=3).when is BreakWhen.BETWEEN_GAMES


@pytest.mark.clause("bws:2.2.2d", "bws:2.2.2e")
def test_bws_breaks_are_used_whole_and_may_be_joined() -> None:
    fresh = CountedBreaks(breaks_of("bws", 11))
    water = fresh.away(clock("2:00"))
    assert (water.remaining, water.overrun) == (1, 0)
    joined = fresh.away(clock("10:00"), breaks=2)
    assert (joined.remaining, joined.overrun) == (0, 0)
    assert fresh.away(clock("8:00")).remaining == 0
    assert fresh.away(clock("8:00"), breaks=1) == CountedBreaks(fresh.allowance, 1, clock("3:00"))
    late = fresh.away(clock("14:00"))
    assert (late.remaining, late.overrun) == (0, clock("4:00"))
    assert late.away(clock("3:00")).overrun == clock("7:00")


@pytest.mark.clause("guide:2.2.6d", "ibf:3.10g")
def test_a_break_cannot_be_stretched_where_the_book_does_not_join_them() -> None:
    assert CountedBreaks(breaks_of("guide", 7)).away(clock("21:00")).overrun == clock("11:00")
    ibf = CountedBreaks(breaks_of("ibf", 11)).away(clock("5:01"))
    assert (ibf.remaining, ibf.overrun) == (1, clock("0:01"))


def test_a_reserve_is_not_counted_in_breaks() -> None:
    with pytest.raises(ValueError, match="BreakReserve"):
        CountedBreaks(breaks_of("usbgf", 7))
    with pytest.raises(ValueError, match="1 point or more"):
        break_allowance("bws", 0)


@pytest.mark.clause("usbgf:2.2.2c", "usbgf:2.2.2b")
def test_one_second_accrues_for_every_ten() -> None:
    ledger = BreakReserve(since=clock("10:00:00"), every=breaks_of("usbgf", 7).every)
    assert ledger.reserve(clock("10:00:00")) == 0
    assert ledger.reserve(clock("10:50:00")) == clock("5:00")
    assert ledger.reserve(clock("11:30:00")) == clock("9:00")
    assert ledger.reserve(clock("10:40:00")) == clock("4:00")
    assert ledger.free_for(clock("10:40:00")) == 266_667  # 4:26.7 in the row, kept to the millisecond


# Worked out by hand: reserve at the start of a break, its length, delay, reserve on return.
BREAKS = [
    ("9:00", "9:00", "0:00", "0:54"),
    ("9:00", "10:00", "0:00", "0:00"),
    ("9:00", "15:00", "5:00", "0:30"),
    ("1:48", "2:00", "0:00", "0:00"),
    ("1:48", "2:10", "0:10", "0:01"),
    ("0:00", "4:00", "4:00", "0:24"),
    ("4:30", "7:00", "2:00", "0:12"),
    ("6:00", "6:00", "0:00", "0:36"),
    ("0:54", "1:00", "0:00", "0:00"),
    ("18:00", "30:00", "10:00", "1:00"),
]


@pytest.mark.clause("usbgf:2.2.2d", "usbgf:2.2.2e", "usbgf:2.2.2h", "usbgf:2.2.2k", "usbgf:2.2.2j")
@pytest.mark.parametrize(("reserve", "length", "delay", "on_return"), BREAKS)
def test_a_break_accrues_while_it_lasts_and_its_overrun_is_delay(
    reserve: str, length: str, delay: str, on_return: str
) -> None:
    start = clock(reserve) * 10
    end = start + clock(length)
    after = BreakReserve(since=0).away(start, end)
    assert after.delay == clock(delay)
    assert after.drawn == clock(length) - clock(delay)
    assert after.reserve(end) == clock(on_return)


@pytest.mark.clause("usbgf:2.2.2f")
def test_only_the_total_counts() -> None:
    ledger = BreakReserve(since=clock("10:00:00")).away(clock("10:30:00"), clock("10:33:00"))
    assert (ledger.drawn, ledger.delay) == (clock("3:00"), 0)
    assert ledger.reserve(clock("10:33:00")) == clock("0:18")
    assert ledger.reserve(clock("11:15:00")) == clock("4:30")
    assert ledger.free_for(clock("11:15:00")) == clock("5:00")
    assert ledger.away(clock("11:15:00"), clock("11:22:00")).delay == clock("2:00")


@pytest.mark.clause("usbgf:2.2.2g")
def test_a_recess_empties_the_reserve_and_keeps_the_delay() -> None:
    ledger = BreakReserve(since=0, delay=clock("3:00"))
    assert ledger.reserve(clock("2:00:00")) == clock("12:00")
    resumed = ledger.resume(clock("13:30:00"))
    assert resumed.reserve(clock("13:45:00")) == clock("1:30")
    assert resumed.delay == clock("3:00")


@pytest.mark.clause("usbgf:2.2.3a")
def test_the_director_may_grant_more() -> None:
    final = BreakReserve(since=0).grant(clock("10:00"))
    assert final.reserve(clock("10:00")) == clock("11:00")


@pytest.mark.clause("usbgf:2.2.2l", "usbgf:2.2.2m", "usbgf:2.2.2n")
@pytest.mark.parametrize(
    ("called", "caller", "waiter", "waiting", "charged"),
    [
        ("15:00:00", "15:01:10", "15:03:00", True, "1:00"),
        ("15:00:00", "15:04:00", "15:09:30", True, "5:30"),
        ("15:00:00", "15:01:00", "15:02:00", True, None),
        ("15:00:00", "15:04:00", "15:03:00", True, None),
        ("15:00:00", "15:04:00", "15:09:30", False, None),
    ],
)
def test_the_waiter_who_also_left_is_charged_after_two_minutes(
    called: str, caller: str, waiter: str, waiting: bool, charged: str | None
) -> None:
    found = tacit_break(clock(called), clock(caller), clock(waiter), caller_waiting=waiting)
    assert (found and found[1] - found[0]) == (charged and clock(charged))


def test_times_do_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="begins after the match"):
        BreakReserve(since=100).away(50, 60)
    with pytest.raises(ValueError, match="ends after it begins"):
        tacit_break(10, 5, 20)
    with pytest.raises(ValueError, match="from 0 up"):
        CountedBreaks(breaks_of("bws", 7)).away(-1)


@given(st.lists(st.tuples(st.integers(0, 10**7), st.integers(0, 10**6)), max_size=8))
def test_break_time_is_conserved(breaks: list[tuple[int, int]]) -> None:
    """Drawn and delayed time together are the time away, and nothing drawn was not earned."""
    ledger, now, away = BreakReserve(since=0), 0, 0
    for wait, length in breaks:
        start = now + wait
        now = start + length
        away += length
        ledger = ledger.away(start, now)
        assert ledger.drawn + ledger.delay == away
        assert 10 * ledger.drawn <= now + 10 * len(breaks)  # a millisecond a break, in the player's favour
        assert 0 <= 10 * ledger.reserve(now) <= now
