"""Positions without contact for properties, and plain searches that know nothing of closed forms."""

from collections.abc import Callable, Iterable
from functools import cache

from hypothesis import strategies as st

from barpoint.board import BACKGAMMON, LONGGAMMON, ROLLS, SPRINTGAMMON, Discipline, Position, Roll, legal_plays, result
from barpoint.board.disciplines import Layout

Judge = Callable[[Iterable[bool]], bool]


def side(points: Iterable[int], off: int) -> list[int]:
    """Cells with a checker on each of these points."""
    cells = [0] * 26
    cells[0] = off
    for point in points:
        cells[point] += 1
    return cells


def alone(points: Iterable[int], rules: Discipline = BACKGAMMON, off: int = 0) -> Position:
    """A side on its own: the opponent's one checker is on its ace-point, out of everyone's way."""
    return Position(side(points, off), side([1], 14), rules)


@st.composite
def lone_sides(draw: st.DrawFn, most: int = 15, rearmost: int = 23) -> Position:
    """One side's checkers anywhere, aces preferred: they are what makes counting turns hard."""
    aces = draw(st.integers(0, most))
    far = st.one_of(st.integers(1, min(9, rearmost)), st.integers(1, rearmost), st.sampled_from([2, 4, 6]))
    others = draw(st.lists(far, max_size=most - aces))
    points = [1] * aces + others
    return alone(points or [1])


@st.composite
def duels(draw: st.DrawFn, most: int = 2, rearmost: int = 7) -> Position:
    """A few checkers a side without contact, one side perhaps still in the other's home board."""
    rules = draw(st.sampled_from([BACKGAMMON, SPRINTGAMMON, LONGGAMMON]))
    most = min(most, rules.checkers)
    if rules.layout is Layout.MIRRORED and draw(st.booleans()):
        rear = draw(st.integers(19, 22))
        us = [rear, *draw(st.lists(st.integers(1, rear), max_size=1))]
        them = draw(st.lists(st.integers(1, 24 - rear), min_size=1, max_size=3))
    else:
        us, them = (draw(st.lists(st.integers(1, rearmost), min_size=1, max_size=most)) for _ in range(2))
    ours, theirs = (side(points, draw(st.integers(0, min(1, rules.checkers - len(points))))) for points in (us, them))
    position = Position(ours, theirs, rules)
    return position.flip() if draw(st.booleans()) else position


def afters(position: Position, roll: Roll) -> list[Position]:
    """The positions after each play of a roll, the same one if there is none; still seen by the mover."""
    return [play.after for play in legal_plays(position, roll)] or [position]


@cache
def fewest_turns(position: Position, roll: Roll) -> int:
    """The fewest turns in which the same roll every time bears off everything, by trying all plays."""
    return 0 if not position.in_play else 1 + min(fewest_turns(after, roll) for after in afters(position, roll))


@cache
def gets(position: Position, at_least: int, claimer_moves: bool, misplays: bool = False) -> bool:
    """Whether the claimer gets a result worth `at_least` against all dice and all plays of the opponent.

    By trying everything; with `misplays`, against all plays of its own as well.
    """
    over = result(position)
    if over is not None:
        return (over.worth if claimer_moves else -over.worth) >= at_least
    judge: Judge = any if claimer_moves and not misplays else all
    return all(
        judge(gets(after.flip(), at_least, not claimer_moves, misplays) for after in afters(position, roll))
        for roll in ROLLS
    )


@cache
def claim_played_out(position: Position, at_least: int, claimer_moves: bool) -> bool:
    """The claim test by trying all plays of both sides: the claimer rolls 2-1, the opponent 6-6."""
    over = result(position)
    if over is not None:
        return (over.worth if claimer_moves else -over.worth) >= at_least
    roll, judge = (Roll(2, 1), any) if claimer_moves else (Roll(6, 6), all)
    return judge(claim_played_out(after.flip(), at_least, not claimer_moves) for after in afters(position, roll))
