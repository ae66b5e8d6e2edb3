"""Points: what a game is worth, when the Crawford game falls, when a cube is dead, who has won.

A finished game is a `GameRecord`. A score is the fold of the records and of points awarded beside
them, so that a record corrected late re-derives everything after it (usbgf:4.6.3b).
"""

from enum import StrEnum

import msgspec

from barpoint.board import Side
from barpoint.match.format import CubeRules, DeadCube, Length, LengthKind

Score = tuple[int, int]


class EndedBy(StrEnum):
    """How a game came to its end."""

    BEAROFF = "bearoff"
    PASS = "pass"
    RESIGNATION = "resignation"
    CLAIM = "claim"
    FORFEIT = "forfeit"
    TIME = "time"
    AWARD = "award"


class GameRecord(msgspec.Struct, frozen=True):
    """One finished game: who won it, at which level and cube, and how."""

    number: int
    winner: Side
    level: int
    cube: int
    points: int
    ended_by: EndedBy
    crawford: bool = False
    cube_turned: bool = False


def points_of(side: Side, score: Score) -> int:
    """A side's points."""
    return score[0] if side is Side.WHITE else score[1]


def plus(score: Score, side: Side, points: int) -> Score:
    """The score with points added to a side."""
    white, black = score
    return (white + points, black) if side is Side.WHITE else (white, black + points)


def game_points(level: int, cube: int, *, turned: bool, rules: CubeRules, gammons_count: bool) -> int:
    """Game value times cube (usbgf:4.6.2); under Jacoby an unturned cube makes every game single."""
    if not gammons_count or (rules.jacoby and not turned):
        level = 1
    return level * cube


def target(length: Length) -> int | None:
    """The points to be reached, where there are any."""
    return length.points if length.kind in (LengthKind.POINTS, LengthKind.SETS) else None


def reached(score: Score, length: Length) -> Side | None:
    """The side that has reached the length; the higher score if both have."""
    goal = target(length)
    if goal is None or max(score) < goal or score[0] == score[1]:
        return None
    return Side.WHITE if score[0] > score[1] else Side.BLACK


def at_match_point(score: Score, length: Length) -> bool:
    """Whether a side is one point short of the match (ibf:2.13)."""
    goal = target(length)
    return goal is not None and goal - 1 in score


def is_crawford(score: Score, length: Length, rules: CubeRules, *, done: bool) -> bool:
    """Whether the next game is the Crawford game: the first with a side at match point (ibf:2.2a)."""
    return rules.enabled and rules.crawford and not done and at_match_point(score, length)


def is_dead(side: Side, score: Score, cube: int, length: Length) -> bool:
    """Whether the present cube already wins the match for `side` (usbgf:4.4.8a)."""
    goal = target(length)
    return goal is not None and points_of(side, score) + cube >= goal


def pass_would_end_match(doubler: Side, score: Score, cube: int, length: Length, rules: CubeRules) -> bool:
    """guide:5.14c: a match may not end on a dropped double."""
    return rules.dead is DeadCube.FORCED_TAKE and is_dead(doubler, score, cube, length)


def rederive(records: tuple[GameRecord, ...], length: Length, rules: CubeRules) -> tuple[GameRecord, ...]:
    """The records as they should stand: a cube turned in what was the Crawford game counts for 1.

    Used when an earlier score turns out to have been wrong: later games keep their winners and levels,
    but the Crawford game falls where the true score puts it (usbgf:4.6.3b, 4.4.7.1b).
    """
    score: Score = (0, 0)
    done = False
    corrected = []
    for record in records:
        crawford = is_crawford(score, length, rules, done=done)
        done = done or crawford
        points = record.points
        if crawford and record.cube_turned:
            points = record.level
        corrected.append(msgspec.structs.replace(record, crawford=crawford, points=points))
        score = plus(score, record.winner, points)
    return tuple(corrected)
