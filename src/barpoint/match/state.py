"""The state of a match: the fold of its events. Frozen values; nothing here decides anything.

Positions in the state are White's view; `Game.view_for` turns them. A `Game` that has ended is gone
from the state and stands among the records.
"""

from enum import StrEnum

import msgspec

from barpoint.board import Discipline, Position, Roll, Side, discipline
from barpoint.match.clock import Clock
from barpoint.match.cube import Cube
from barpoint.match.format.match_format import Length, MatchFormat
from barpoint.match.score import CubeTurn, GameRecord, Score


class MatchPhase(StrEnum):
    """Where a match stands."""

    BEFORE = "before"
    BETWEEN = "between"  # no game is running
    PLAYING = "playing"
    OVER = "over"


class GameStage(StrEnum):
    """What a running game waits for."""

    OPENING = "opening"  # the opening roll
    ROLL = "roll"  # the side on turn may double or roll
    PLAY = "play"  # the roll is to be played
    END = "end"  # played; the turn is not ended yet (RECORDED)
    ANSWER = "answer"  # a double waits for its answer
    RESIGNED = "resigned"  # a resignation waits for its answer
    CLAIMED = "claimed"  # a settled game waits for the other's word


class EndingOffer(msgspec.Struct, frozen=True):
    """A resignation or a claim on the table: who made it, and at which level that side loses or wins."""

    by: Side
    level: int
    stage: GameStage  # where the game stood
    countered: bool = False


class Binding(msgspec.Struct, frozen=True):
    """Words that bind (usbgf:4.4.4.3, 4.4.5.3): what a side must do when its turn to decide comes."""

    side: Side
    action: str  # double | take | pass
    condition: str = ""


class Game(msgspec.Struct, frozen=True):
    """A running game."""

    number: int
    position: Position
    stage: GameStage = GameStage.OPENING
    turn: Side = Side.WHITE
    roll: Roll | None = None
    cube: Cube = Cube()
    cube_in_play: bool = True
    crawford: bool = False
    opener: Side | None = None
    turns: tuple[int, int] = (0, 0)  # ended by White, by Black
    rolled: bool = False  # a roll has been attempted this turn, valid or not
    before: Position | None = None  # the position before the play that is not ended yet
    offer: EndingOffer | None = None
    automatic: int = 0  # automatic doubles so far
    began: int = 0  # when
    doubles: tuple[CubeTurn, ...] = ()  # offered so far, from `base` and `base_owner` up
    base: int = 1
    base_owner: Side | None = None
    early: bool = False  # the side not on turn has rolled too early: usbgf:4.1.8.1g
    any_roll: bool = False  # the side on turn names its roll: ibf:11.1c

    def view_for(self, side: Side) -> Position:
        """The position in a side's view."""
        return self.position if side is Side.WHITE else self.position.flip()

    def head_cap(self, roll: Roll) -> int:
        """How many checkers the side on turn may take from the head (ibf:4.2)."""
        index = self.turn.place
        return self.position.discipline.head_cap(
            roll.high if roll.is_doublet else None,
            first_turn=self.turns[index] == 0,
            moved_first=self.opener is self.turn,
        )


class MatchResult(msgspec.Struct, frozen=True):
    """How a match ended: a winner, or nobody for a drawn or abandoned one."""

    winner: Side | None
    reason: str  # score | time | forfeit | limit | drawn | left | session_over | abandoned


class MatchState(msgspec.Struct, frozen=True):
    """A match at one moment. `version` counts the events folded so far."""

    format: MatchFormat
    version: int = 0
    at: int = 0
    phase: MatchPhase = MatchPhase.BEFORE
    started: int = 0
    seats: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    operators: tuple[str, str] = ("", "")
    terms: dict[str, str] = {}
    imposed: tuple[str, ...] = ()  # topics on which an official has spoken: usbgf:1.7.1.6
    reserved: tuple[str, ...] = ()  # topics either side may still impose alone: usbgf:1.7.1.2b
    length: Length | None = None  # in force; the format's unless corrected
    designated: Length | None = None  # takes over when the running game ends: usbgf:4.8.2.1a
    score: Score = (0, 0)
    sets: Score = (0, 0)
    owed: Score = (0, 0)  # penalty points that wait for the end of the running game: usbgf:2.2.4m
    records: tuple[GameRecord, ...] = ()
    crawford_done: bool = False
    deciding_game: bool = False  # one more game without the cube decides: usbgf:4.8.2.2d
    game: Game | None = None
    clock: Clock | None = None
    breaks: tuple[int, int] = (0, 0)  # taken
    on_break: Side | None = None
    break_since: int = 0
    break_used: tuple[int, int] = (0, 0)  # milliseconds spent on breaks
    overran: tuple[int, int] = (0, 0)  # and by how much they were too long
    bindings: tuple[Binding, ...] = ()
    stopped_by: str = ""  # who called the director; play is frozen until released
    ended: MatchResult | None = None

    @property
    def in_force(self) -> Length:
        """The length the match is played to now."""
        return self.length if self.length is not None else self.format.length

    @property
    def discipline(self) -> Discipline:
        """The discipline, with the event's own start if it has one."""
        usual = discipline(self.format.discipline)
        if self.format.start is not None:
            return usual.with_start({int(point): count for point, count in self.format.start.items()})
        return usual


def new_match(format: MatchFormat | Length) -> MatchState:
    """A match before its first event; a length alone is played with the cube and without a book."""
    if isinstance(format, Length):
        return MatchState(MatchFormat(format))
    if not isinstance(format, MatchFormat):
        raise ValueError(f"a match is played under a MatchFormat or to a Length such as to_points(5), not {format!r}")
    return MatchState(format)
