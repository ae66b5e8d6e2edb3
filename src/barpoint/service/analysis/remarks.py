"""Why a play is worse, as far as facts say it: shots, blots, gammons, the race. Nothing is guessed at.

A remark is a kind with two figures, the play made and the better one; fronts put it into words. It is made only where
the figures differ enough to matter.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

import msgspec

from barpoint.board import BAR, POINTS, ROLLS, Layout, Position, legal_plays

_SHOTS: Final = 4
"""Rolls of 36 by which the danger has to differ."""


class RemarkKind(StrEnum):
    """What differs."""

    SHOTS = "shots"  # rolls of 36 by which the opponent hits
    BLOTS = "blots"
    HITS = "hits"  # checkers sent to the bar
    POINTS = "points"  # points made in the own home board


class Remark(msgspec.Struct, frozen=True):
    """What the play made has, and what the better one has."""

    kind: RemarkKind
    played: float
    best: float


def remarks_on(
    before: Position, played: Iterable[tuple[int, int]], best: Iterable[tuple[int, int]]
) -> tuple[Remark, ...]:
    """How two plays differ, by what stands on the board after them."""
    if before.discipline.layout is Layout.ROTATED:
        return ()
    made, better = before.after(played), before.after(best)
    if made == better or made.is_over or better.is_over:
        return ()
    pairs = {
        RemarkKind.HITS: (made.them[BAR], better.them[BAR], 1),
        RemarkKind.SHOTS: (shots_at(made), shots_at(better), _SHOTS),
        RemarkKind.BLOTS: (_blots(made), _blots(better), 2),
        RemarkKind.POINTS: (_home_points(made), _home_points(better), 1),
    }
    return tuple(Remark(kind, a, b) for kind, (a, b, least) in pairs.items() if abs(a - b) >= least)


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
