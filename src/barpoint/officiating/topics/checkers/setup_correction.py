"""Misplaced checkers: from a wrong start and the turns since to the corrected position (usbgf:4.2.1e-4.2.1p).

A *heavy* place began the game with too many of a side's checkers, a *light* one with too few; the bar and
the space off the board are places too. Every checker is followed through the turns, so that those which
began wrongly are found wherever they stand now. The play of the last roll is not among the turns: the
correction goes back to the moment after that roll. When the correction is due is not asked here.

Of several own checkers on one point the one that came last is taken to move first: the book does not say.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from barpoint.board import BACKGAMMON, BAR, OFF, Discipline, Side
from barpoint.rulebook import param

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
class CorrectedSetup:
    """Both sides' checkers after the correction, and what was done."""

    white: Cells
    black: Cells
    moved: tuple[str, ...]
    removed: tuple[int, int] = (0, 0)  # surplus checkers taken away, White's and Black's
    decided_by: tuple[str, ...] = ()  # of usbgf:4.2.1i, j, k, m: those that chose which checkers to lift
    mixed: bool = False  # a checker was moved from a point on which others from elsewhere stood


class UntraceableError(ValueError):
    """The turns cannot have been played from that start; the text says where they fail."""


def correct_setup(
    white: Sequence[int], black: Sequence[int], turns: Sequence[Turn], rules: Discipline = BACKGAMMON
) -> CorrectedSetup:
    """The position to play on from, from how the game was set up and the turns before the last roll."""
    checkers = [*_set_up(Side.WHITE, white), *_set_up(Side.BLACK, black)]
    mixed = [_play(checkers, number, turn, rules) for number, turn in enumerate(turns, 1)]
    return replace(_restore(checkers, {Side.WHITE: white, Side.BLACK: black}, rules), mixed=any(mixed))


def _set_up(side: Side, cells: Sequence[int]) -> list[_Checker]:
    return [_Checker(side, place, place) for place, count in enumerate(cells) for _ in range(count)]


def _play(checkers: list[_Checker], number: int, turn: Turn, rules: Discipline) -> bool:
    """Make a turn's moves; whether one was from a point with checkers of several origins."""
    mixed = False
    for step, (source, target) in enumerate(turn.hops):
        standing = [checker for checker in checkers if checker.side is turn.side and checker.place == source]
        if not standing or source == OFF:
            raise UntraceableError(f"turn {number}: {turn.side} has no checker on {_place_name(source)}")
        mixed = mixed or len({checker.origin for checker in standing}) > 1
        mover = max(standing, key=lambda checker: checker.arrived)
        mover.left = number if mover.left == _NEVER else mover.left
        mover.travelled += abs(source - target)
        mover.place, mover.arrived = target, 10 * number + step
        if target != OFF:
            _hit(checkers, number, turn.side, rules.across(target))
    return mixed


def _hit(checkers: list[_Checker], number: int, by: Side, place: int) -> None:
    blots = [checker for checker in checkers if checker.side is not by and checker.place == place]
    if len(blots) > 1:
        raise UntraceableError(f"turn {number}: {by} cannot land where {blots[0].side} has {len(blots)} checkers")
    for checker in blots:
        checker.hit_at_home = checker.left == _NEVER
        checker.place, checker.hit, checker.arrived = BAR, True, 10 * number
        checker.left = number if checker.left == _NEVER else checker.left


def _restore(checkers: list[_Checker], began: dict[Side, Sequence[int]], rules: Discipline) -> CorrectedSetup:
    proper = [0] * 26
    for point, count in rules.start:
        proper[point] = count
    moved: list[str] = []
    removed = {Side.WHITE: 0, Side.BLACK: 0}
    lifted: dict[Side, list[_Checker]] = {}
    holes: dict[Side, list[int]] = {}
    rules_used: set[str] = set()
    for side, cells in began.items():
        hit = _hit_blots(checkers, side, cells, proper)
        lifted[side] = [*_stray_checkers(checkers, side, cells, proper), *hit]
        rules_used |= _rules_used(checkers, side, cells, proper) | ({"m"} if hit else set())
        holes[side] = [p for p in range(25, -1, -1) for _ in range(proper[p] - cells[p])] + [
            checker.origin for checker in hit
        ]
    away = {id(checker) for group in lifted.values() for checker in group}
    resting = [checker for checker in checkers if id(checker) not in away]
    for side in began:
        _evict(resting, side, {rules.across(point) for point in holes[side]}, moved)
        for checker, hole in zip(lifted[side], holes[side], strict=False):
            moved.append(f"{side}: {_place_name(checker.place)} to {_place_name(hole)}")
            checker.place = hole
        for checker in lifted[side][len(holes[side]) :]:
            moved.append(f"{side}: {_place_name(checker.place)} away, surplus")
            checkers.remove(checker)
            removed[side] += 1
    return CorrectedSetup(
        _cells(checkers, Side.WHITE),
        _cells(checkers, Side.BLACK),
        tuple(moved),
        (removed[Side.WHITE], removed[Side.BLACK]),
        tuple(sorted(rules_used)),
    )


def _stray_checkers(
    checkers: list[_Checker], side: Side, began: Sequence[int], proper: Sequence[int]
) -> list[_Checker]:
    strays: list[_Checker] = []
    for place in range(26):
        extra = began[place] - proper[place]
        if extra > 0:
            own = [checker for checker in checkers if checker.side is side and checker.origin == place]
            strays += sorted(own, key=_order)[:extra]
    return strays


def _rules_used(checkers: list[_Checker], side: Side, began: Sequence[int], proper: Sequence[int]) -> set[str]:
    """Which of the rules of choice (usbgf:4.2.1i, j, k) told misplaced checkers from the others."""
    used: set[str] = set()
    for place in range(26):
        extra = began[place] - proper[place]
        own = sorted((one for one in checkers if one.side is side and one.origin == place), key=_order)
        if extra <= 0 or not 0 < place < BAR:
            continue
        chosen = own[:extra]
        used |= {"i"} if any(one.hit_at_home for one in chosen) else set()
        moved = [one for one in chosen if one.left != _NEVER and not one.hit_at_home]
        rest = [one for one in own[extra:] if one.left != _NEVER and not one.hit_at_home]
        used |= {"j"} if moved else set()
        used |= {"k"} if any(one.left == other.left for one in moved for other in rest) else set()
    return used


def _order(checker: _Checker) -> tuple[int, int, bool, int]:
    """Those still there first (usbgf:4.2.1h, 4.2.1i), then the latest to leave (4.2.1j), of one turn 4.2.1k."""
    if checker.left == _NEVER or checker.hit_at_home:
        return (0, 0, False, 0)
    return (1, -checker.left, checker.hit, checker.travelled)


def _hit_blots(checkers: list[_Checker], side: Side, began: Sequence[int], proper: Sequence[int]) -> list[_Checker]:
    """Lone checkers, rightly placed, that were hit where they began (usbgf:4.2.1m)."""
    points = param("usbgf:4.2.1m", "points", tuple[int, ...])
    alone = {point for point in points if began[point] == 1 < proper[point]}
    return [checker for checker in checkers if checker.side is side and checker.origin in alone and checker.hit_at_home]


def _evict(resting: Iterable[_Checker], side: Side, points: set[int], moved: list[str]) -> None:
    """Opposing checkers on the points to be filled go back to where they began (usbgf:4.2.1l)."""
    for checker in resting:
        if checker.side is not side and checker.place in points:
            moved.append(f"{checker.side}: {_place_name(checker.place)} to {_place_name(checker.origin)}")
            checker.place = checker.origin


def _cells(checkers: list[_Checker], side: Side) -> Cells:
    cells = [0] * 26
    for checker in checkers:
        if checker.side is side:
            cells[checker.place] += 1
    return tuple(cells)


def _place_name(place: int) -> str:
    return {OFF: "off the board", BAR: "the bar"}.get(place, f"the {place}-point")
