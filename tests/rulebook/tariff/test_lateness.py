"""What lateness costs, to the point and to the second."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import Refusal
from barpoint.rulebook.tariff.lateness import (
    Delay,
    LatenessSchedule,
    Stretch,
    StrictPolicy,
    assess,
    due_start,
    lateness_schedule,
    start_delay,
    strict_policy,
)


def clock(text: str) -> int:
    """Milliseconds from "h:mm:ss" or "mm:ss"."""
    seconds = 0
    for part in text.split(":"):
        seconds = seconds * 60 + int(part)
    return seconds * 1000


def scale(book: str) -> LatenessSchedule:
    found = lateness_schedule(book)
    assert found is not None
    return found


# Worked out by hand: the minutes of delay at which the next point falls.
USBGF_POINTS = [
    ("0:00", 0),
    ("9:59", 0),
    ("10:00", 1),
    ("14:59", 1),
    ("15:00", 2),
    ("19:59", 2),
    ("20:00", 3),
    ("24:59", 3),
    ("25:00", 4),
    ("30:00", 5),
    ("34:59", 5),
    ("35:00", 6),
    ("42:00", 7),
    ("69:59", 12),
    ("70:00", 13),
]
BWS_POINTS = [
    ("0:00", 0),
    ("19:59", 0),
    ("20:00", 1),
    ("24:59", 1),
    ("25:00", 2),
    ("30:00", 3),
    ("34:59", 3),
    ("35:00", 4),
    ("39:59", 4),
    ("40:00", 5),
    ("79:59", 12),
    ("80:00", 13),
]

# Worked out by hand for every length: points that play on, points that lose, minutes that lose.
FORFEITS = [
    # length, most points that play on, usbgf minutes, bws minutes
    (1, 0, 10, 20),
    (2, 1, 15, 25),
    (3, 1, 15, 25),
    (4, 2, 20, 30),
    (5, 2, 20, 30),
    (6, 3, 25, 35),
    (7, 3, 25, 35),
    (8, 4, 30, 40),
    (9, 4, 30, 40),
    (10, 5, 35, 45),
    (11, 5, 35, 45),
    (12, 6, 40, 50),
    (13, 6, 40, 50),
    (14, 7, 45, 55),
    (15, 7, 45, 55),
    (16, 8, 50, 60),
    (17, 8, 50, 60),
    (18, 9, 55, 65),
    (19, 9, 55, 65),
    (20, 10, 60, 70),
    (21, 10, 60, 70),
    (22, 11, 65, 75),
    (23, 11, 65, 75),
    (24, 12, 70, 80),
    (25, 12, 70, 80),
]


@pytest.mark.clause("usbgf:2.2.4a", "usbgf:2.2.4b", "guide:2.2.5d", "guide:2.2.6d")
@pytest.mark.parametrize("book", ["usbgf", "guide"])
@pytest.mark.parametrize(("delay", "points"), USBGF_POINTS)
def test_ten_minutes_cost_a_point_and_every_further_five_another(book: str, delay: str, points: int) -> None:
    assert scale(book).points(clock(delay)) == points


@pytest.mark.clause("bws:2.2.4a", "bws:2.2.4b")
@pytest.mark.parametrize(("delay", "points"), BWS_POINTS)
def test_bws_waits_twenty_minutes(delay: str, points: int) -> None:
    assert scale("bws").points(clock(delay)) == points


@pytest.mark.clause("usbgf:2.2.4c", "bws:2.2.4c")
@pytest.mark.parametrize(("length", "plays_on", "usbgf", "bws"), FORFEITS)
def test_more_than_half_the_length_loses_the_match(length: int, plays_on: int, usbgf: int, bws: int) -> None:
    for book, minutes in (("usbgf", usbgf), ("bws", bws), ("guide", usbgf)):
        book_scale = scale(book)
        assert not book_scale.forfeits(plays_on, length)
        assert book_scale.forfeits(plays_on + 1, length)
        assert book_scale.forfeit_delay(length) == minutes * 60_000
        before, at = (assess(Delay(start=minutes * 60_000 + ms), length, book) for ms in (-1, 0))
        assert before is not None
        assert (before.points, before.forfeit) == (plays_on, False)
        assert at is not None
        assert (at.points, at.forfeit) == (plays_on + 1, True)


@pytest.mark.clause("usbgf:2.2.4c")
def test_the_catalogue_prints_the_same_forfeit_times() -> None:
    from barpoint.rulebook.catalogue.lookup import param

    printed = param("usbgf:2.2.4c", "forfeit_delay_min", dict[int, int])
    by_hand = {length: usbgf for length, _, usbgf, _ in FORFEITS}
    assert printed == {length: by_hand[length] for length in printed}


@pytest.mark.clause("usbgf:2.2.4d")
@pytest.mark.parametrize(
    ("delay", "points"),
    [
        (Delay(start=clock("8:00"), breaks=clock("2:00")), 1),
        (Delay(start=clock("8:00"), breaks=clock("1:59")), 0),
        (Delay(start=clock("6:00"), resume=clock("4:00")), 1),
        (Delay(start=clock("5:00"), resume=clock("5:00"), breaks=clock("5:00")), 2),
        (Delay(start=clock("11:00")), 1),
    ],
)
def test_usbgf_adds_up_every_kind_of_delay(delay: Delay, points: int) -> None:
    verdict = assess(delay, 7, "usbgf")
    assert verdict is not None
    assert verdict.points == points


@pytest.mark.clause("bws:2.2.4f")
def test_bws_puts_every_stretch_on_the_scale_by_itself_and_asks_the_director_about_breaks() -> None:
    short = assess(Delay(start=clock("12:00"), breaks=clock("9:00")), 9, "bws")
    assert short is not None
    assert (short.points, short.confirm) == (0, False)
    assert short.next_point_at == clock("12:00") + clock("20:00")
    late = assess(Delay(start=clock("21:00"), breaks=clock("1:00")), 9, "bws")
    assert late is not None
    assert (late.points, late.confirm) == (1, False)
    twice = (Stretch(clock("21:00"), is_break=True), Stretch(clock("26:00"), is_break=True))
    breaks = assess(Delay(breaks=clock("47:00"), stretches=twice), 9, "bws")
    assert breaks is not None
    assert (breaks.points, breaks.confirm) == (1 + 2, True)
    assert breaks.clauses == ("bws:2.2.4a", "bws:2.2.4b", "bws:2.2.4f")


@pytest.mark.clause("bws:2.2.4c")
def test_bws_loses_the_match_by_the_points_of_all_stretches() -> None:
    stretches = (Stretch(clock("25:00")), Stretch(clock("30:00"), is_break=True))
    verdict = assess(Delay(start=clock("25:00"), breaks=clock("30:00"), stretches=stretches), 9, "bws")
    assert verdict is not None
    assert (verdict.points, verdict.forfeit) == (5, True)
    given = assess(Delay(breaks=clock("29:59")), 9, "bws", given=2)
    assert given is not None
    assert (given.points, given.forfeit, given.forfeit_at) == (4, False, clock("30:00"))
    with pytest.raises(ValueError, match="add up"):
        Delay(start=1, stretches=(Stretch(2),))


@pytest.mark.clause("guide:2.2.6d")
def test_guide_counts_a_late_return_like_a_late_start() -> None:
    verdict = assess(Delay(breaks=clock("11:00")), 7, "guide")
    assert verdict is not None
    assert (verdict.points, verdict.confirm, verdict.clauses) == (1, False, ("guide:2.2.5d", "guide:2.2.6d"))


@pytest.mark.clause("ibf:0-silent", "trad:scoring-9")
@pytest.mark.parametrize("book", ["ibf", "trad"])
def test_a_silent_book_answers_nothing(book: str) -> None:
    assert lateness_schedule(book) is None
    assert assess(Delay(start=clock("40:00")), 7, book) is None
    assert due_start(book, completed=(0, 1)) is None


@pytest.mark.clause("usbgf:2.2.4f")
def test_each_player_is_late_until_ready() -> None:
    due = clock("14:00:00")
    late = [start_delay(due, clock(ready)) for ready in ("14:12:00", "14:17:00")]
    assert [delay.total for delay in late] == [clock("12:00"), clock("17:00")]
    assert [verdict.points for delay in late if (verdict := assess(delay, 9, "usbgf"))] == [1, 2]
    assert start_delay(due, due - 1) == start_delay(due, due) == Delay()


@pytest.mark.clause("bws:2.2.4g", "bws:2.2.1")
def test_bws_lets_both_collect_and_both_forfeit() -> None:
    both = [start_delay(0, clock("26:00"))] * 2
    assert [v.points for delay in both if (v := assess(delay, 9, "bws"))] == [2, 2]
    gone = [start_delay(0, clock(ready)) for ready in ("40:00", "44:00")]
    assert [v.forfeit for delay in gone if (v := assess(delay, 9, "bws"))] == [True, True]


@pytest.mark.clause("usbgf:2.2.4g", "usbgf:2.2.4h", "usbgf:2.2.5b", "usbgf:2.2.5e", "usbgf:2.2.1i")
@pytest.mark.parametrize(
    ("due", "ready", "points"),
    [
        ("14:30:00", "14:35:00", 0),
        ("14:00:00", "14:35:00", 6),
        ("16:10:00", "16:20:00", 1),
        ("15:20:00", "15:33:00", 1),
        ("15:20:00", "15:40:00", 3),
        ("15:00:00", "15:12:00", 1),
    ],
)
def test_lateness_runs_from_the_designated_start(due: str, ready: str, points: int) -> None:
    verdict = assess(start_delay(clock(due), clock(ready)), 11, "usbgf")
    assert verdict is not None
    assert verdict.points == points
    assert verdict.forfeit is (points == 6)


@pytest.mark.clause("usbgf:2.2.1a", "usbgf:2.2.1b", "usbgf:2.2.1c", "usbgf:2.2.1d", "usbgf:2.2.1e")
def test_a_match_is_due_as_posted_or_scheduled_or_ten_minutes_after_both() -> None:
    ended = (clock("13:42:10"), clock("13:50:30"))
    assert due_start("usbgf", completed=ended) == clock("14:00:30")
    assert due_start("guide", completed=ended) == clock("14:00:30")
    assert due_start("usbgf", completed=(clock("15:00:00"), clock("14:40:00"))) == clock("15:10:00")
    assert due_start("usbgf", completed=ended, scheduled=clock("14:00:00")) == clock("14:00:00")
    assert due_start("usbgf", completed=ended, posted=clock("14:20:00")) == clock("14:20:00")
    assert due_start("usbgf", scheduled=clock("19:30:00"), posted=clock("19:45:00")) == clock("19:45:00")
    assert due_start("bws", scheduled=clock("14:00:00")) == clock("14:00:00")
    assert due_start("bws", completed=ended) is None
    assert due_start("usbgf") is None


@pytest.mark.clause("usbgf:2.2.4j", "usbgf:2.2.4l")
def test_a_strict_policy_needs_start_and_policy_posted_and_announced_beforehand() -> None:
    policy = strict_policy(forfeit_later_than=clock("6:00"))
    assert isinstance(policy, StrictPolicy)
    start, early = clock("11:00:00"), clock("9:00:00")
    assert policy.in_force(start, start_posted=early, posted=early, announced=early)
    assert not policy.in_force(start, start_posted=early, posted=early, announced=None)
    assert not policy.in_force(start, start_posted=None, posted=early, announced=early)
    assert not policy.in_force(start, start_posted=early, posted=start, announced=early)
    strictly = assess(Delay(start=clock("7:00")), 7, "usbgf", policy)
    assert strictly is not None
    assert (strictly.points, strictly.forfeit) == (0, True)
    assert "usbgf:2.2.4j" in strictly.clauses
    standard = assess(Delay(start=clock("7:00")), 7, "usbgf")
    assert standard is not None
    assert (standard.points, standard.forfeit) == (0, False)


@pytest.mark.clause("usbgf:2.2.4k")
def test_no_policy_strikes_within_five_minutes() -> None:
    refused = strict_policy(forfeit_later_than=clock("3:00"))
    assert isinstance(refused, Refusal)
    assert refused.code == "late_policy_within_grace"
    assert refused.facts["clause"] == "usbgf:2.2.4k"
    assert isinstance(strict_policy(steps=((clock("4:59"), 1),)), Refusal)
    accepted = strict_policy(forfeit_later_than=clock("5:00"))
    assert isinstance(accepted, StrictPolicy)
    assert not accepted.forfeits(clock("5:00"))
    assert accepted.forfeits(clock("5:01"))


@pytest.mark.clause("usbgf:2.2.4j")
def test_a_strict_policy_may_give_points_in_steps() -> None:
    policy = strict_policy(steps=((clock("5:00"), 1), (clock("8:00"), 3)), forfeit_later_than=clock("12:00"))
    assert isinstance(policy, StrictPolicy)
    assert [policy.points(clock(t)) for t in ("5:00", "5:01", "8:00", "8:01")] == [0, 1, 1, 3]
    verdict = assess(Delay(start=clock("9:00")), 5, "usbgf", policy)
    assert verdict is not None
    assert (verdict.points, verdict.forfeit) == (3, True)


@pytest.mark.clause("guide:2.2.5d", "ibf:0-silent")
def test_where_the_book_has_no_scale_an_event_may_post_its_own() -> None:
    policy = strict_policy(steps=((clock("3:00"), 1),), forfeit_later_than=clock("15:00"), book="guide")
    assert isinstance(policy, StrictPolicy)
    guide = assess(Delay(start=clock("4:00")), 7, "guide", policy)
    assert guide is not None
    assert (guide.points, guide.forfeit) == (1, False)
    ibf = assess(Delay(start=clock("16:00")), 7, "ibf", policy)
    assert ibf is not None
    assert (ibf.points, ibf.forfeit, ibf.clauses) == (1, True, ())
    assert assess(Delay(start=clock("3:00")), 7, "ibf", policy) is None


def test_nonsense_is_malformed() -> None:
    with pytest.raises(ValueError, match="1 point or more"):
        assess(Delay(), 0, "usbgf")
    with pytest.raises(ValueError, match="from 0 up"):
        Delay(start=-1)
    with pytest.raises(ValueError, match="at least one time"):
        strict_policy()


@given(st.sampled_from(["usbgf", "bws", "guide"]), st.integers(0, 10**7), st.integers(1, 25))
def test_what_is_due_is_what_is_charged(book: str, delay: int, length: int) -> None:
    verdict = assess(Delay(start=delay), length, book)
    assert verdict is not None
    assert verdict.next_point_at is not None
    assert verdict.forfeit_at is not None
    book_scale = scale(book)
    assert book_scale.due(verdict.points) <= delay < verdict.next_point_at
    assert verdict.forfeit == (delay >= verdict.forfeit_at)
    assert book_scale.points(verdict.next_point_at) == verdict.points + 1
