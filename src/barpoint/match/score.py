"""Points: what a game is worth, when the Crawford game falls, when a cube is dead, who has won.

A finished game is a `GameRecord`. A score is the fold of the records and of points awarded beside
them, so that a record corrected late re-derives everything after it (usbgf:4.6.3b).
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

import msgspec

from barpoint.board import Side
from barpoint.match.format.match_format import (
    CubeRules,
    DeadCube,
    Length,
    LengthKind,
)

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


class CubeTurn(msgspec.Struct, frozen=True):
    """A double as it was offered: by whom, and to which value."""

    side: Side
    value: int


class GameRecord(msgspec.Struct, frozen=True):
    """One finished game: who won it, at which level and cube, and how.

    `settled` points are an official's word and are not worked out again; a game settled at 0 points is
    annulled. `before` is the score the game began with, `base` the cube its doubles were turned from.
    """

    number: int
    winner: Side
    level: int
    cube: int
    points: int
    ended_by: EndedBy
    crawford: bool = False
    cube_turned: bool = False
    doubles: tuple[CubeTurn, ...] = ()
    base: int = 1
    before: Score | None = None
    settled: bool = False

    @property
    def is_annulled(self) -> bool:
        """Whether an official took the whole game back."""
        return self.settled and not self.points


def points_of(side: Side, score: Score) -> int:
    """A side's points."""
    return score[0] if side is Side.WHITE else score[1]


def add_points(score: Score, side: Side, points: int) -> Score:
    """The score with points added to a side."""
    white, black = score
    return (white + points, black) if side is Side.WHITE else (white, black + points)


def game_points(level: int, cube: int, *, turned: bool, rules: CubeRules, gammons_count: bool) -> int:
    """Game value times cube (usbgf:4.6.2); under Jacoby an unturned cube makes every game single."""
    if not gammons_count or (rules.jacoby and not turned):
        level = 1
    return level * cube


def target_points(length: Length) -> int | None:
    """The points to be reached, where there are any."""
    return length.points if length.kind in (LengthKind.POINTS, LengthKind.SETS) else None


def winner_by_score(score: Score, length: Length) -> Side | None:
    """The side that has reached the length; the higher score if both have."""
    goal = target_points(length)
    if goal is None or max(score) < goal or score[0] == score[1]:
        return None
    return Side.WHITE if score[0] > score[1] else Side.BLACK


def is_one_point(length: Length) -> bool:
    """Whether one point is all there is to win, so that a cube has no use (ibf:2.2c)."""
    return target_points(length) == 1


def without_cube(length: Length, rules: CubeRules) -> bool:
    """Whether the whole match is played without the cube."""
    return not rules.enabled or is_one_point(length)


def at_match_point(score: Score, length: Length) -> bool:
    """Whether a side is one point short of the match (ibf:2.13)."""
    goal = target_points(length)
    return goal is not None and goal - 1 in score


def is_crawford(score: Score, length: Length, rules: CubeRules, *, done: bool) -> bool:
    """Whether the next game is the Crawford game: the first with a side at match point (ibf:2.2a).

    A match to one point has none: it is played without the cube altogether (ibf:2.2c).
    """
    if without_cube(length, rules) or not rules.crawford or done:
        return False
    return at_match_point(score, length)


def is_dead_cube(side: Side, score: Score, cube: int, length: Length) -> bool:
    """Whether the present cube already wins the match for `side` (usbgf:4.4.8a)."""
    goal = target_points(length)
    return goal is not None and points_of(side, score) + cube >= goal


def pass_would_end_match(doubler: Side, score: Score, cube: int, length: Length, rules: CubeRules) -> bool:
    """guide:5.14c: a match may not end on a dropped double."""
    return rules.dead is DeadCube.FORCED_TAKE and is_dead_cube(doubler, score, cube, length)


def right_cube(
    doubles: tuple[CubeTurn, ...], base: int, score: Score, length: Length, rules: CubeRules, *, no_cube: bool
) -> tuple[int, int]:
    """The cube that counts, and how many of the doubles stand (usbgf:4.4.3a).

    The first void double takes all that followed with it (usbgf:4.4.8b, 4.4.8d); one to a wrong level
    stands at the right one (usbgf:4.4.9a).
    """
    value = base
    for index, double in enumerate(doubles):
        dead = rules.dead is DeadCube.VOID and is_dead_cube(double.side, score, value, length)
        if no_cube or dead:
            return value, index
        value *= 2
    return value, len(doubles)


def rederive_records(
    records: tuple[GameRecord, ...], length: Length, rules: CubeRules, settled: Mapping[int, int] | None = None
) -> tuple[GameRecord, ...]:
    """The records as they should stand when an earlier score turns out to have been wrong.

    `settled` are points an official has now found, by the number of the game. Later games keep their
    winners and levels; the Crawford game falls where the true score puts it, and doubles that were void
    at the true score are taken out (usbgf:4.6.3b, 4.4.7.1b). A pass stands.
    """
    score: Score = (records[0].before if records else None) or (0, 0)
    done = False
    corrected = []
    for index, original in enumerate(records):
        record = _settle_points(original, settled or {})
        crawford = not record.is_annulled and is_crawford(score, length, rules, done=done)
        done = done or crawford
        cube, points = _cube_and_points(record, score, length, rules, crawford=crawford)
        corrected.append(msgspec.structs.replace(record, crawford=crawford, cube=cube, points=points, before=score))
        score = add_points(score, record.winner, points)
        if length.kind is LengthKind.SETS and winner_by_score(score, length) is not None:
            score, done = (0, 0), False
        score = _with_penalties(score, original, records[index + 1 : index + 2])
    return tuple(corrected)


def _settle_points(record: GameRecord, settled: Mapping[int, int]) -> GameRecord:
    if record.number not in settled:
        return record
    return msgspec.structs.replace(record, points=settled[record.number], settled=True)


def _cube_and_points(
    record: GameRecord, score: Score, length: Length, rules: CubeRules, *, crawford: bool
) -> tuple[int, int]:
    """The cube that counts in a game begun at this score, and the points it gives."""
    if record.settled or record.ended_by is EndedBy.PASS:
        return record.cube, record.points
    if not record.doubles:  # a cube set by an official, or a log that does not tell who doubled
        void = crawford and record.cube_turned
        return (1, record.level) if void else (record.cube, record.points)
    no_cube = crawford or without_cube(length, rules)
    cube, _ = right_cube(record.doubles, record.base, score, length, rules, no_cube=no_cube)
    return cube, record.points // record.cube * cube


def _with_penalties(score: Score, record: GameRecord, later: tuple[GameRecord, ...]) -> Score:
    """What was added to the score between this game and the next without a game."""
    if not later or record.before is None or later[0].before is None:
        return score
    white, black = add_points(record.before, record.winner, record.points)
    next_score = later[0].before
    if next_score == (0, 0):  # a new set, or nothing at all
        return score
    return (score[0] + next_score[0] - white, score[1] + next_score[1] - black)


class GameTotals(NamedTuple):
    """What finished games alone come to: penalty points are beside them."""

    score: Score
    sets: Score
    crawford_done: bool  # in this set


def game_totals(records: tuple[GameRecord, ...], length: Length) -> GameTotals:
    """The score of the match or of the set in progress, the sets won, and whether its Crawford game is behind."""
    score: Score = (0, 0)
    sets: Score = (0, 0)
    done = False
    for record in records:
        score, done = add_points(score, record.winner, record.points), done or record.crawford
        leader = winner_by_score(score, length) if length.kind is LengthKind.SETS else None
        if leader is not None:
            score, sets, done = (0, 0), add_points(sets, leader, 1), False
    return GameTotals(score, sets, done)
