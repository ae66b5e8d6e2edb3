"""Penalties: points on the score, the fast-grab ladder, ibf's six sanctions.

A penalty point goes to the opponent's score under usbgf, bws and guide, between games, and can bring the
Crawford game or end the match (usbgf:2.2.4m, our reading); ibf takes the point from the offender's own
score, which may fall below zero (ibf:17.1d). Who deserves what is for `officiating`; this is the sum.
"""

from enum import StrEnum

import msgspec

from barpoint.board import Side
from barpoint.match import (
    Score,
    add_points,
    is_crawford,
    winner_by_score,
)
from barpoint.match.format import (
    MINUTE,
    SECOND,
    CubeRules,
    Length,
)
from barpoint.rulebook.catalogue.lookup import param


class PenaltyAward(msgspec.Struct, frozen=True, kw_only=True):
    """A score after penalty points."""

    score: Score
    to: Side  # whose points change
    change: int
    winner: Side | None
    crawford_next: bool
    clauses: tuple[str, ...]


_POINTS_CLAUSE = {"usbgf": "usbgf:2.2.4m", "bws": "bws:2.2.4a", "guide": "guide:2.2.5d", "ibf": "ibf:17.1d"}


def award_penalty(
    book: str,
    score: Score,
    against: Side,
    points: int,
    length: Length,
    cube: CubeRules,
    *,
    crawford_done: bool = False,
) -> PenaltyAward | None:
    """The score once `against` has been given so many penalty points; None where the book has none.

    Called between games: points given during a game wait for its end (usbgf:2.2.4m).
    """
    if points < 1:
        raise ValueError(f"penalty points are 1 or more, not {points}")
    clause = _POINTS_CLAUSE.get(book)
    if clause is None:
        return None
    if book == "ibf":
        to, change = against, points * param("ibf:17.1d", "points", int)
    else:
        to, change = against.other, points
    after = add_points(score, to, change)
    return PenaltyAward(
        score=after,
        to=to,
        change=change,
        winner=winner_by_score(after, length),
        crawford_next=winner_by_score(after, length) is None and is_crawford(after, length, cube, done=crawford_done),
        clauses=(clause,),
    )


class GrabStep(StrEnum):
    """What an early grab of the dice brings."""

    POINT_OUT = "point_out"  # the opponent says so: usbgf:4.1.8.2a
    WARNING = "warning"
    TIME = "time"  # 30 seconds of reserve
    ROLL_NOW = "roll_now"  # no timed clock: the offender rolls early and bears it (usbgf:4.1.8.2g)
    MAY_FORFEIT = "may_forfeit"  # usbgf:4.1.8.2d
    MATCH_LOST = "match_lost"  # bws:4.1.5.2e
    FREE_MOVE = "free_move"  # the opponent chooses any legal move: ibf:11.2c


class Grab(msgspec.Struct, frozen=True, kw_only=True):
    """The step on the ladder and the reserve it leaves."""

    step: GrabStep
    reserve: int | None
    may_roll_instead: bool = False  # usbgf:4.1.8.2e
    clauses: tuple[str, ...]


def after_fast_grab(reserve: int) -> int:
    """The reserve less 30 seconds, at least 1 second, and never more than it was (usbgf:4.1.8.2c)."""
    cut = reserve - param("usbgf:4.1.8.2b", "penalty_s", int) * SECOND
    return min(reserve, max(param("usbgf:4.1.8.2c", "floor_s", int) * SECOND, cut))


def fast_grab(
    book: str, *, earlier: int, warned: bool, cut_to_floor: bool = False, reserve: int | None = None
) -> Grab | None:
    """The answer to one more early grab; None where the book has no ladder (guide, trad).

    `earlier` counts the player's earlier grabs in this match, `warned` is whether an official has warned
    the player for one, `cut_to_floor` whether such a penalty has already left 1 second, and `reserve` the
    offender's present reserve, None without a timed clock.
    """
    match book:
        case "usbgf":
            return _usbgf_grab(earlier, reserve, warned=warned, cut=cut_to_floor)
        case "bws":
            return _bws_grab(earlier, reserve, warned=warned, cut=cut_to_floor)
        case "ibf":
            if earlier and warned:
                return Grab(step=GrabStep.FREE_MOVE, reserve=reserve, clauses=("ibf:11.2c",))
            return Grab(step=GrabStep.WARNING, reserve=reserve, clauses=("ibf:11.2b",))
        case _:
            return None


def _usbgf_grab(earlier: int, reserve: int | None, *, warned: bool, cut: bool) -> Grab:
    if not warned:
        first = earlier + 1 < param("usbgf:4.1.8.2b", "earliest_warning_offence", int)
        step, clause = (GrabStep.POINT_OUT, "usbgf:4.1.8.2a") if first else (GrabStep.WARNING, "usbgf:4.1.8.2b")
        return Grab(step=step, reserve=reserve, clauses=(clause,))
    if reserve is None:
        return Grab(step=GrabStep.ROLL_NOW, reserve=None, clauses=("usbgf:4.1.8.2g",))
    if cut:
        return Grab(step=GrabStep.MAY_FORFEIT, reserve=reserve, may_roll_instead=True, clauses=("usbgf:4.1.8.2d",))
    clauses = ("usbgf:4.1.8.2b", "usbgf:4.1.8.2c", "usbgf:4.1.8.2e")
    return Grab(step=GrabStep.TIME, reserve=after_fast_grab(reserve), may_roll_instead=True, clauses=clauses)


def _bws_grab(earlier: int, reserve: int | None, *, warned: bool, cut: bool) -> Grab | None:
    if reserve is None:
        return None  # bws:4.1.5.2 speaks of clocked matches only
    if not earlier or not warned:
        return Grab(step=GrabStep.WARNING, reserve=reserve, clauses=("bws:4.1.5.2a",))
    if cut:
        return Grab(step=GrabStep.MATCH_LOST, reserve=reserve, clauses=("bws:4.1.5.2e",))
    floor, off = param("bws:4.1.5.2d", "floor_s", int) * SECOND, param("bws:4.1.5.2b", "penalty_s", int) * SECOND
    left = min(reserve, max(floor, reserve - off))
    return Grab(step=GrabStep.TIME, reserve=left, clauses=("bws:4.1.5.2b", "bws:4.1.5.2d"))


def wrongly_settled(reserve: int) -> int:
    """The opponent's time after a game was wrongly said to be settled: two minutes more (bws:4.3.2.8b)."""
    return reserve + param("bws:4.3.2.8b", "bonus_to_opponent_min", int) * MINUTE


class Sanction(StrEnum):
    """ibf's sanctions, mildest first (ibf:17.1)."""

    WARNING = "warning"
    TIME_OFF = "time_off"
    TIME_TO_OPPONENT = "time_to_opponent"
    POINT = "point"
    FORFEIT_GAME = "forfeit_game"
    EXCLUSION = "exclusion"

    @property
    def clause(self) -> str:
        """The row that names it."""
        return f"ibf:17.1{'abcdef'[list(Sanction).index(self)]}"


class SanctionEffect(msgspec.Struct, frozen=True, kw_only=True):
    """What a sanction does, in numbers."""

    offender_time: int
    opponent_time: int
    offender_points: int = 0
    time_gone: bool = False  # the offender's time is used up: loss on time is proposed (ibf:8.7a)
    chief_arbiter_only: bool = False
    clauses: tuple[str, ...]


def sanction(kind: Sanction, *, offender_time: int, opponent_time: int, amount: int = 0) -> SanctionEffect:
    """The effect of one sanction. The book names no amounts of time: `amount` is the arbiter's."""
    timed = kind in (Sanction.TIME_OFF, Sanction.TIME_TO_OPPONENT)
    if timed != (amount > 0) or amount < 0:
        raise ValueError(
            f"an amount of time goes with time_off and time_to_opponent, from 1 up; not {amount} for {kind}"
        )
    left = max(0, offender_time - amount) if kind is Sanction.TIME_OFF else offender_time
    return SanctionEffect(
        offender_time=left,
        opponent_time=opponent_time + (amount if kind is Sanction.TIME_TO_OPPONENT else 0),
        offender_points=param("ibf:17.1d", "points", int) if kind is Sanction.POINT else 0,
        time_gone=kind is Sanction.TIME_OFF and left == 0,
        chief_arbiter_only=kind is Sanction.EXCLUSION,
        clauses=(kind.clause,),
    )


_FIXED = {
    "ibf:3.9a": Sanction.POINT,
    "ibf:3.11a": Sanction.WARNING,
    "ibf:8.11b": Sanction.WARNING,
    "ibf:11.2b": Sanction.WARNING,
    "ibf:13.8": Sanction.WARNING,
    "ibf:14.3a": Sanction.WARNING,
    "ibf:17.3": Sanction.EXCLUSION,
}


def mandatory_sanction(row: str) -> Sanction | None:
    """The sanction a clause itself lays down; elsewhere the arbiter chooses (ibf:17.2)."""
    return _FIXED.get(row)


def forfeit_points(cube: int, *, both: bool = False) -> int:
    """The points of a forfeited game: a single game at the cube, our default; none if both forfeit (ibf:17.1e)."""
    return 0 if both else cube


def longest_video_cut(remaining: int) -> int:
    """The most that a groundless call for the video may cost: half the time left (ibf:18.3b)."""
    return int(remaining * param("ibf:18.3b", "max_fraction", float))
