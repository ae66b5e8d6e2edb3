"""Which finished matches count, and why the others do not."""

from collections.abc import Sequence

import msgspec
import pytest

from barpoint.board import Side
from barpoint.match import events as e
from barpoint.match.format import ClockMethod, ClockRules
from barpoint.rating import ClockClass, MatchEnding, Pool
from barpoint.service.play.room_events import RatingWithheld, RoomOpened, RoomOptions, Seat, encode_room_event
from barpoint.service.play.terms import ClockWish, Terms
from barpoint.service.ports import StoredEvent, Write
from barpoint.service.ratings import NotCounted, RatedVerdict, moves_ratings, reason_not_counted
from barpoint.service.ratings.rated_verdicts import clock_class, online_verdict
from tests.service.ratings.rated_logs import RATED, played_out, rated_writes


def stored(lines: Sequence[bytes]) -> list[StoredEvent]:
    return [StoredEvent(version, line) for version, line in enumerate(lines, 1)]


def verdict_of(writes: Sequence[Write]) -> RatedVerdict | None:
    match, room = writes
    return online_verdict("M", stored(match.events), stored(room.events))


def ended(log: tuple[e.AnyEvent, ...], winner: Side | None, reason: str, *, rolls: int = 99) -> tuple[e.AnyEvent, ...]:
    """The same match, left off earlier and ended so."""
    kept, thrown = list[e.AnyEvent](), 0
    for event in log[:-1]:
        thrown += isinstance(event, e.OpeningRolled | e.DiceRolled)
        if thrown > rolls:
            break
        kept.append(event)
    if rolls == 99:
        kept = [event for event in kept if not isinstance(event, e.GameEnded)]
    return (*kept, e.MatchEnded(at=9, winner=winner, reason=reason))


def test_a_match_between_two_members_counts_from_its_result_alone() -> None:
    verdict = verdict_of(rated_writes("M", "a", "b", 77))
    assert verdict is not None
    assert verdict.match is not None
    assert (verdict.counts, verdict.at) == (True, 77)
    assert (verdict.match.winner, verdict.match.loser, verdict.match.length) == (("a",), ("b",), 1)
    assert verdict.match.pool == Pool("backgammon", ClockClass.UNTIMED)
    assert reason_not_counted(verdict) == ""


@pytest.mark.parametrize(
    ("reason", "rolls", "kind", "counts"),
    [
        ("left", 6, MatchEnding.ABANDONED, True),
        ("left", 3, MatchEnding.AT_ONCE, False),
        ("time", 6, MatchEnding.NORMAL, True),
        ("time", 3, MatchEnding.AT_ONCE, False),
        ("forfeit", 6, MatchEnding.ABANDONED, True),
        ("forfeit", 2, MatchEnding.FORFEIT, False),
    ],
)
def test_whoever_leaves_a_match_that_was_played_loses_by_it(
    reason: str, rolls: int, kind: MatchEnding, counts: bool
) -> None:
    log = ended(played_out(), Side.WHITE, reason, rolls=rolls)
    verdict = verdict_of(rated_writes("M", "a", "b", 5, log))
    assert verdict is not None
    assert verdict.match is not None
    assert (verdict.match.kind, verdict.counts) == (kind, counts)
    assert bool(reason_not_counted(verdict)) is not counts


def test_a_guest_has_no_rating_and_nobody_gets_one_from_a_guest() -> None:
    verdict = verdict_of(rated_writes("M", "a", "b", 5, guests=True))
    assert verdict is not None
    assert (verdict.counts, verdict.why) == (False, NotCounted.GUEST)
    assert "guest" in reason_not_counted(verdict)


def test_a_match_nobody_won_says_so() -> None:
    verdict = verdict_of(rated_writes("M", "a", "b", 5, ended(played_out(), None, "abandoned", rolls=6)))
    assert verdict is not None
    assert verdict.why is NotCounted.NO_WINNER


def test_a_casual_match_and_one_that_goes_on_are_no_business_of_the_ladder() -> None:
    casual = played_out(Terms(points=1))
    assert verdict_of(rated_writes("M", "a", "b", 5, casual)) is None
    match, room = rated_writes("M", "a", "b", 5)
    assert online_verdict("M", stored(match.events[:-1]), stored(room.events)) is None


def test_a_board_of_a_tournament_is_rated_by_its_tournament() -> None:
    match, _ = rated_writes("M", "a", "b", 5)
    opened = RoomOpened(
        at=0, white=(Seat("A", "a"),), black=(Seat("B", "b"),), manners=RoomOptions(event="tournament:cup")
    )
    assert online_verdict("M", stored(match.events), stored([encode_room_event(opened)])) is None


def test_a_bot_is_met_in_a_pool_apart() -> None:
    match, _ = rated_writes("M", "a", "b", 5)
    opened = RoomOpened(at=0, white=(Seat("A", "a"),), black=(Seat("Barpoint (easy)", bot="easy"),))
    verdict = online_verdict("M", stored(match.events), stored([encode_room_event(opened)]))
    assert verdict is not None
    assert verdict.match is not None
    assert verdict.match.pool == Pool("backgammon", ClockClass.UNTIMED, bots=True)
    assert "bot:easy" in (*verdict.match.winner, *verdict.match.loser)


def test_an_official_takes_a_match_out_with_a_reason_and_puts_it_back() -> None:
    match, room = rated_writes("M", "a", "b", 5)
    out = encode_room_event(RatingWithheld(at=6, by="Dora", reason="a shared screen"))
    back = encode_room_event(RatingWithheld(at=7, by="Dora"))
    verdict = online_verdict("M", stored(match.events), stored([*room.events, out]))
    assert verdict is not None
    assert (verdict.counts, reason_not_counted(verdict)) == (False, "a shared screen")
    again = online_verdict("M", stored(match.events), stored([*room.events, out, back]))
    assert again is not None
    assert again.counts
    assert moves_ratings(Write("room:M", 1, (out,)))
    assert not moves_ratings(Write("room:M", 0, room.events))


def test_only_what_may_change_a_rating_is_marked() -> None:
    match, _ = rated_writes("M", "a", "b", 5)
    assert moves_ratings(match)
    assert moves_ratings(msgspec.structs.replace(match, ends=None)), "a ruling may end a match that was over before"
    assert not moves_ratings(Write("match:M", 0, match.events[:-1]))
    assert moves_ratings(Write("tournament:cup", 0, (b"{}",)))
    assert moves_ratings(Write("links:cup", 0, (b"{}",)))
    assert not moves_ratings(Write("dice:M", 0, (b"{}",)))


def test_the_class_of_a_clock() -> None:
    assert clock_class(None, "", 5) is ClockClass.UNTIMED
    assert clock_class(ClockRules(method=ClockMethod.PER_MOVE, delay=86_400_000), "", 5) is ClockClass.CORRESPONDENCE
    quick = ClockRules(method=ClockMethod.SIMPLE_DELAY, reserve=4 * 60_000, delay=8_000)
    assert clock_class(quick, "Casual online", 5) is ClockClass.BLITZ
    assert clock_class(quick, "Casual online", 4) is ClockClass.STANDARD
    assert clock_class(quick, "IBF Blitz", 1) is ClockClass.BLITZ
    assert clock_class(quick, "a preset of long ago", 3) is ClockClass.STANDARD


def test_an_agreed_clock_decides_the_pool() -> None:
    terms = msgspec.structs.replace(RATED, clock=ClockWish(reserve=30, delay=5))
    verdict = verdict_of(rated_writes("M", "a", "b", 5, played_out(terms)))
    assert verdict is not None
    assert verdict.match is not None
    assert verdict.match.clock is ClockClass.BLITZ
