"""Misplaced checkers: from a wrong start and the turns since to the corrected position (usbgf:4.2.1e-4.2.1p).

A *heavy* place began the game with too many of a side's checkers, a *light* one with too few; the bar and
the space off the board are places too. Every checker is followed through the turns, so that those which
began wrongly are found wherever they stand now. The play of the last roll is not among the turns: the
correction goes back to the moment after that roll. When the correction is due is not asked here.

Of several own checkers on one point the one that came last is taken to move first: the book does not say.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from barpoint.board import BACKGAMMON, BAR, OFF, Discipline, Side
from barpoint.rulebook.catalogue import param

_NEVER: Final = -1

Hops = tuple[tuple[int, int], ...]
Cells = tuple[int, ...]  # [0] off, [1..24] own points, [25] bar


@dataclass(frozen=True, slots=True)
class Turn:
    """A valid roll and how it was played, in the mover's own points."""

    side: Side
    dice: tuple[int, int]
    hops: Hops = ()


@dataclass(slots=True)
class _Checker:
    side: Side
    origin: int
    place: int
    left: int = _NEVER  # the turn in which it left its first place
    travelled: int = 0
    hit: bool = False
    hit_at_home: bool = False  # hit where it began, before it ever moved
    arrived: int = 0  # larger is later


@dataclass(frozen=True, slots=True)
class Corrected:
    """Both sides' checkers after the correction, and what was done."""

    white: Cells
    black: Cells
    moved: tuple[str, ...]
    removed: tuple[int, int] = (0, 0)  # surplus checkers taken away, White's and Black's


class UntraceableError(ValueError):
    """The turns cannot have been played from that start; the text says where they fail."""


def corrected(
    white: Sequence[int], black: Sequence[int], turns: Sequence[Turn], rules: Discipline = BACKGAMMON
) -> Corrected:
    """The position to play on from, from how the game was set up and the turns before the last roll."""
    checkers = [*_set_up(Side.WHITE, white), *_set_up(Side.BLACK, black)]
    for number, turn in enumerate(turns, 1):
        _play(checkers, number, turn, rules)
    return _restore(checkers, {Side.WHITE: white, Side.BLACK: black}, rules)


def _set_up(side: Side, cells: Sequence[int]) -> list[_Checker]:
    return [_Checker(side, place, place) for place, count in enumerate(cells) for _ in range(count)]


def _play(checkers: list[_Checker], number: int, turn: Turn, rules: Discipline) -> None:
    for step, (source, target) in enumerate(turn.hops):
        standing = [one for one in checkers if one.side is turn.side and one.place == source]
        if not standing or source == OFF:
            raise UntraceableError(f"turn {number}: {turn.side} has no checker on {_named(source)}")
        mover = max(standing, key=lambda one: one.arrived)
        mover.left = number if mover.left == _NEVER else mover.left
        mover.travelled += abs(source - target)
        mover.place, mover.arrived = target, 10 * number + step
        if target != OFF:
            _hit(checkers, number, turn.side, rules.across(target))


def _hit(checkers: list[_Checker], number: int, by: Side, place: int) -> None:
    met = [one for one in checkers if one.side is not by and one.place == place]
    if len(met) > 1:
        raise UntraceableError(f"turn {number}: {by} cannot land where {met[0].side} has {len(met)} checkers")
    for one in met:
        one.hit_at_home = one.left == _NEVER
        one.place, one.hit, one.arrived = BAR, True, 10 * number
        one.left = number if one.left == _NEVER else one.left


def _restore(checkers: list[_Checker], began: dict[Side, Sequence[int]], rules: Discipline) -> Corrected:
    proper = [0] * 26
    for point, count in rules.start:
        proper[point] = count
    moved: list[str] = []
    removed = {Side.WHITE: 0, Side.BLACK: 0}
    lifted: dict[Side, list[_Checker]] = {}
    holes: dict[Side, list[int]] = {}
    for side, cells in began.items():
        hit = _hit_blots(checkers, side, cells, proper)
        lifted[side] = [*_misplaced(checkers, side, cells, proper), *hit]
        holes[side] = [p for p in range(25, -1, -1) for _ in range(proper[p] - cells[p])] + [one.origin for one in hit]
    away = {id(one) for found in lifted.values() for one in found}
    resting = [one for one in checkers if id(one) not in away]
    for side in began:
        _evict(resting, side, {rules.across(point) for point in holes[side]}, moved)
        for one, hole in zip(lifted[side], holes[side], strict=False):
            moved.append(f"{side}: {_named(one.place)} to {_named(hole)}")
            one.place = hole
        for one in lifted[side][len(holes[side]) :]:
            moved.append(f"{side}: {_named(one.place)} away, surplus")
            checkers.remove(one)
            removed[side] += 1
    return Corrected(
        _cells(checkers, Side.WHITE),
        _cells(checkers, Side.BLACK),
        tuple(moved),
        (removed[Side.WHITE], removed[Side.BLACK]),
    )


def _misplaced(checkers: list[_Checker], side: Side, began: Sequence[int], proper: Sequence[int]) -> list[_Checker]:
    found: list[_Checker] = []
    for place in range(26):
        extra = began[place] - proper[place]
        if extra > 0:
            own = [one for one in checkers if one.side is side and one.origin == place]
            found += sorted(own, key=_order)[:extra]
    return found


def _order(one: _Checker) -> tuple[int, int, bool, int]:
    """Those still there first (usbgf:4.2.1h, 4.2.1i), then the latest to leave (4.2.1j), of one turn 4.2.1k."""
    if one.left == _NEVER or one.hit_at_home:
        return (0, 0, False, 0)
    return (1, -one.left, one.hit, one.travelled)


def _hit_blots(checkers: list[_Checker], side: Side, began: Sequence[int], proper: Sequence[int]) -> list[_Checker]:
    """Lone checkers, rightly placed, that were hit where they began (usbgf:4.2.1m)."""
    points = param("usbgf:4.2.1m", "points", tuple[int, ...])
    alone = {point for point in points if began[point] == 1 < proper[point]}
    return [one for one in checkers if one.side is side and one.origin in alone and one.hit_at_home]


def _evict(resting: Iterable[_Checker], side: Side, points: set[int], moved: list[str]) -> None:
    """Opposing checkers on the points to be filled go back to where they began (usbgf:4.2.1l)."""
    for one in resting:
        if one.side is not side and one.place in points:
            moved.append(f"{one.side}: {_named(one.place)} to {_named(one.origin)}")
            one.place = one.origin


def _cells(checkers: list[_Checker], side: Side) -> Cells:
    cells = [0] * 26
    for one in checkers:
        if one.side is side:
            cells[one.place] += 1
    return tuple(cells)


def _named(place: int) -> str:
    return {OFF: "off the board", BAR: "the bar"}.get(place, f"the {place}-point")
