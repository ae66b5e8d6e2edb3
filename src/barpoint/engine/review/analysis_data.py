"""What the engine says of a match: decisions, rolls, players' sums, as data for every front.

Terms
-----
error     what a decision gave up against the best one: normalised equity (EMG in a match), never negative.
counted   an unforced decision, one that a rating is made of: see `match_review`.
PR        performance rating as XG defines it: the mean error of counted decisions times 500.
grade     an error of at least 0.02 is an error, of at least 0.08 a blunder.
luck      `luck.luck_of` for every roll. A result without luck is the actual one less the difference of luck.
"""

from enum import StrEnum
from typing import Final

import msgspec

from barpoint.board import Side

ERROR: Final = 0.02
BLUNDER: Final = 0.08
PR: Final = 500


class DecisionKind(StrEnum):
    """What was decided."""

    PLAY = "play"
    DOUBLE = "double"  # to double, or not to
    TAKE = "take"


class Grade(StrEnum):
    """How large an error was."""

    GOOD = ""
    ERROR = "error"
    BLUNDER = "blunder"


class Candidate(msgspec.Struct, frozen=True):
    """A play with what it is worth: normalised equity with the cube, and the chances behind it.

    `games` and `deviation` (the standard error of `equity`) are a rollout's; 0 games: it was looked at, not rolled out.
    """

    hops: tuple[tuple[int, int], ...]
    equity: float
    chances: tuple[float, ...]
    level: int
    games: int = 0
    deviation: float = 0.0


class CubeFigures(msgspec.Struct, frozen=True):
    """The three cube equities for the side on roll, the right action in words, and the chances behind them."""

    no_double: float
    double_take: float
    double_pass: float
    action: str
    chances: tuple[float, ...] = ()
    games: int = 0


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One decision judged. `chosen` and `best` are words for the cube; of a play they are among the candidates."""

    game: int
    version: int
    """The version of the match it was made at."""
    side: Side
    kind: DecisionKind
    position: str
    cube: int
    roll: tuple[int, int] | None = None
    chosen: str = ""
    best: str = ""
    played: Candidate | None = None
    candidates: tuple[Candidate, ...] = ()
    figures: CubeFigures | None = None
    error: float = 0.0
    mwc_error: float = 0.0
    """The same as chance to win the match; 0 for money."""
    counted: bool = False

    @property
    def grade(self) -> Grade:
        """How large the error was."""
        if self.error >= BLUNDER:
            return Grade.BLUNDER
        return Grade.ERROR if self.error >= ERROR else Grade.GOOD


class RollLuck(msgspec.Struct, frozen=True, kw_only=True):
    """One roll and its luck, normalised and (in a match) as chance to win it."""

    game: int
    version: int
    side: Side
    roll: tuple[int, int]
    luck: float
    stake: float
    """What one unit of `luck` is worth: chance to win the match, or points."""


class Performance(msgspec.Struct, frozen=True, kw_only=True):
    """One player's sums."""

    name: str
    side: Side
    counted: int
    error: float
    mwc_error: float
    pr: float
    plays: int
    play_error: float
    cubes: int
    cube_error: float
    errors: int
    blunders: int
    luck: float
    luck_at_stake: float
    """In chances to win the match, or points of a money session."""


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """A match judged. Results are White's: chance to win the match, or points of a money session."""

    plies: int
    length: int
    players: tuple[Performance, Performance]
    decisions: tuple[Decision, ...]
    rolls: tuple[RollLuck, ...]
    result: float
    result_without_luck: float

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """Errors and blunders, the worst first."""
        bad = [decision for decision in self.decisions if decision.grade is not Grade.GOOD]
        return tuple(sorted(bad, key=lambda decision: -decision.error))
