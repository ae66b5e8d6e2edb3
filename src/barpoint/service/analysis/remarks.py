"""Why a decision is worse, as far as facts say it: shots, blots, gammons, the race, timing. Nothing is guessed at.

A remark is a kind with two figures, the play made and the better one; fronts put it into words. It is made only where
the figures differ enough to matter. Of the cube the figures are what a decision rests on: chances to win and where the
doubling window or the take point lies, gammons, the race; they are left out where they speak for what was done.
"""

from enum import StrEnum
from typing import Final, Protocol

import msgspec

from barpoint.board import BAR, OFF, POINTS, ROLLS, Layout, Position, legal_plays
from barpoint.engine import market_window
from barpoint.engine.review import CubeFigures
from barpoint.notation import Situation
from barpoint.service.analysis.cube_around import cube_state_around

_ROLLS: Final = 4
"""Rolls of 36 by which danger and timing have to differ."""
_CHANCE: Final = 0.03
"""By how much chances have to differ."""
_MANY_GAMMONS: Final = 0.15
_BOARD: Final = 4
"""Home points of a board that can break."""


class RemarkKind(StrEnum):
    """What differs."""

    SHOTS = "shots"  # rolls of 36 by which the opponent hits
    BLOTS = "blots"
    HITS = "hits"  # checkers sent to the bar
    POINTS = "points"  # points made in the own home board
    WINS = "wins"  # chances from here on
    GAMMONS = "gammons"  # chances to win one, where it counts
    GAMMONS_LOST = "gammons_lost"
    CONTACT_BROKEN = "contact_broken"  # by the play made alone: pips it leads by, and the other
    CONTACT_KEPT = "contact_kept"  # by the play made alone
    OFF = "off"  # checkers borne off
    TIMING = "timing"  # of the next own 36 rolls, those that break the home board
    # of the cube
    WINDOW = "window"  # chance to win, and where the doubling window opens
    TAKE_POINT = "take_point"  # the taker's chance to win, and what a take needs
    CUBE_GAMMONS = "cube_gammons"  # the doubler's, won and lost
    RACE = "race"  # pips of who doubles and of the other, where nobody can be hit


CHANCES: Final = frozenset(
    {
        RemarkKind.WINS,
        RemarkKind.GAMMONS,
        RemarkKind.GAMMONS_LOST,
        RemarkKind.WINDOW,
        RemarkKind.TAKE_POINT,
        RemarkKind.CUBE_GAMMONS,
    }
)
"""Kinds whose figures are chances."""


class Remark(msgspec.Struct, frozen=True):
    """What the play made has, and what the better one has."""

    kind: RemarkKind
    played: float
    best: float


class WeighedPlay(Protocol):
    """A play and the chances after it."""

    @property
    def hops(self) -> tuple[tuple[int, int], ...]:
        """Its hops."""
        ...

    @property
    def chances(self) -> tuple[float, ...]:
        """To win, to win a gammon and a backgammon, to lose a gammon and a backgammon."""
        ...


def remarks_on_play(before: Position, around: Situation, played: WeighedPlay, best: WeighedPlay) -> tuple[Remark, ...]:
    """How two plays differ: by what stands on the board after them, and by their chances."""
    made, better = before.after(played.hops), before.after(best.hops)
    if made == better or made.is_over or better.is_over:
        return ()
    pairs = _chance_pairs(around, played.chances, best.chances)
    pairs[RemarkKind.OFF] = (made.us[OFF] - before.us[OFF], better.us[OFF] - before.us[OFF], 1)
    if before.discipline.layout is Layout.MIRRORED:
        pairs |= _board_pairs(before, made, better)
    return tuple(Remark(kind, a, b) for kind, (a, b, least) in pairs.items() if abs(a - b) >= least)


def remarks_on_cube(position: Position, around: Situation, figures: CubeFigures, best: str) -> tuple[Remark, ...]:
    """What speaks for the best decision about the cube, seen by who may double."""
    if not figures.chances:
        return ()
    win, gammon, _, gammon_lost, _ = figures.chances
    state = cube_state_around(around)
    window = market_window(state.score, state.value, (gammon / max(win, 1e-9), gammon_lost / max(1 - win, 1e-9)))
    remarks = []
    match best:
        case "double" if win >= window.opens:
            remarks.append(Remark(RemarkKind.WINDOW, win, window.opens))
        case "no double" if win < window.opens:
            remarks.append(Remark(RemarkKind.WINDOW, win, window.opens))
        case "take" if 1 - win >= window.take_point_live:
            remarks.append(Remark(RemarkKind.TAKE_POINT, 1 - win, window.take_point_live))
        case "pass" if 1 - win < window.take_point_dead:
            remarks.append(Remark(RemarkKind.TAKE_POINT, 1 - win, window.take_point_dead))
        case _:
            pass
    if any(_gammons_count(around)) and max(gammon, gammon_lost) >= _MANY_GAMMONS:
        remarks.append(Remark(RemarkKind.CUBE_GAMMONS, gammon, gammon_lost))
    if not position.contact:
        remarks.append(Remark(RemarkKind.RACE, position.pips, position.their_pips))
    return tuple(remarks)


_Pairs = dict[RemarkKind, tuple[float, float, float]]


def _chance_pairs(around: Situation, played: tuple[float, ...], best: tuple[float, ...]) -> _Pairs:
    if not played or not best:
        return {}
    won, lost = _gammons_count(around)
    pairs: _Pairs = {RemarkKind.WINS: (played[0], best[0], _CHANCE)}
    if won:
        pairs[RemarkKind.GAMMONS] = (played[1], best[1], _CHANCE)
    if lost:
        pairs[RemarkKind.GAMMONS_LOST] = (played[3], best[3], _CHANCE)
    return pairs


def _gammons_count(around: Situation) -> tuple[bool, bool]:
    """Whether a gammon is worth more than a game to the side on roll, and to the other."""
    if not around.length:
        counts = not around.jacoby or around.cube_owner is not None
        return counts, counts
    ours, theirs = (around.length - points > around.cube for points in around.score)
    return ours, theirs


def _board_pairs(before: Position, made: Position, better: Position) -> _Pairs:
    pairs: _Pairs = {
        RemarkKind.HITS: (made.them[BAR], better.them[BAR], 1),
        RemarkKind.SHOTS: (shots_at(made), shots_at(better), _ROLLS),
        RemarkKind.BLOTS: (_blots(made), _blots(better), 2),
        RemarkKind.POINTS: (_home_points(made), _home_points(better), 1),
    }
    if before.contact and made.contact != better.contact:
        leads = (made.their_pips - made.pips, better.their_pips - better.pips)
        pairs[RemarkKind.CONTACT_KEPT if made.contact else RemarkKind.CONTACT_BROKEN] = (*leads, 0)
    if made.contact and better.contact and min(_home_points(made), _home_points(better)) >= _BOARD:
        pairs[RemarkKind.TIMING] = (breaking_rolls(made), breaking_rolls(better), _ROLLS)
    return pairs


def breaking_rolls(position: Position) -> int:
    """Of our next 36 rolls, how many break a point of the home board whatever is played; the other side stays."""
    stood = _home_points(position)
    breaking = 0
    for roll in ROLLS:
        plays = legal_plays(position, roll)
        if plays and max(_home_points(play.after) for play in plays) < stood:
            breaking += roll.weight
    return breaking


def shots_at(position: Position) -> int:
    """Of the 36 rolls of the opponent, how many can hit us."""
    theirs = position.flip()
    if not theirs.contact or not _blots(position):
        return 0
    stood = theirs.them[BAR]
    return sum(roll.weight for roll in ROLLS if any(p.after.them[BAR] > stood for p in legal_plays(theirs, roll)))


def _blots(position: Position) -> int:
    return sum(position.us[point] == 1 for point in POINTS) if position.contact else 0


def _home_points(position: Position) -> int:
    return sum(position.us[point] >= 2 for point in range(1, 7))
