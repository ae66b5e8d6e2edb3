"""What has happened in a match: past tense, a closed union, the only thing that is stored.

An event says everything `evolve` needs, so that a log replays without judging again. Each is written as
one JSON object with its type in `type`. A field added later has a default, and a type is never renamed:
an old log always replays.
"""

from typing import Final

import msgspec

from barpoint.board import Side
from barpoint.match.format.match_format import (
    ClockRules,
    Length,
    MatchFormat,
    PauseReason,
)
from barpoint.match.score import GameRecord

LOG_VERSION: Final = 1


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part: when it happened, and who did it where that matters."""

    at: int
    person: str = ""
    lag: int = 0  # milliseconds on the way that were given back: the server had it so much later than `at`


class MatchStarted(Event, frozen=True, kw_only=True, tag="MatchStarted"):
    """The players are seated under a format."""

    format: MatchFormat
    white: tuple[str, ...]
    black: tuple[str, ...]
    terms: dict[str, str] = {}
    reserved: tuple[str, ...] = ()


class TermsChanged(Event, frozen=True, kw_only=True, tag="TermsChanged"):
    """What was settled beforehand was changed, by both sides or, with `by`, by an official."""

    terms: dict[str, str] = {}
    by: str = ""
    reason: str = ""
    imposed: tuple[str, ...] = ()  # topics on which the players may no longer agree
    reserved: tuple[str, ...] = ()  # topics either side may impose later, alone


class GameStarted(Event, frozen=True, kw_only=True, tag="GameStarted"):
    """The checkers are set up for the next game."""

    number: int
    crawford: bool = False
    cube: bool = True


class OpeningRolled(Event, frozen=True, kw_only=True, tag="OpeningRolled"):
    """One die each; the higher begins with both numbers, a tie is thrown again."""

    white: int
    black: int


class CubeTurnedAutomatically(Event, frozen=True, kw_only=True, tag="CubeTurnedAutomatically"):
    """A tied opening roll turned the cube (money play only)."""

    value: int


class DiceRolled(Event, frozen=True, kw_only=True, tag="DiceRolled"):
    """A roll."""

    side: Side
    dice: tuple[int, int]


class RollSpoilt(Event, frozen=True, kw_only=True, tag="RollSpoilt"):
    """An invalid roll."""

    side: Side


class Played(Event, frozen=True, kw_only=True, tag="Played"):
    """The roll was played; `illegal` names what was wrong with it in a RECORDED match."""

    side: Side
    hops: tuple[tuple[int, int], ...]
    illegal: str = ""
    removed: int = 0  # checkers taken off without right: out of play, not borne off (usbgf:4.2.3.3)


class RollChosen(Event, frozen=True, kw_only=True, tag="RollChosen"):
    """A side to which any legal move was granted named its roll; nobody threw it, and a play on the board is undone."""

    side: Side
    dice: tuple[int, int]


class TurnEnded(Event, frozen=True, kw_only=True, tag="TurnEnded"):
    """The clock was pressed, or the dice lifted."""

    side: Side


class Doubled(Event, frozen=True, kw_only=True, tag="Doubled"):
    """A double was offered; `irregular` names what was wrong with it in a RECORDED match."""

    side: Side
    value: int
    beaver: bool = False
    irregular: str = ""
    redouble: bool = False  # every double of a game after the first: trad:doubling-8


class DoubleTaken(Event, frozen=True, kw_only=True, tag="DoubleTaken"):
    """A double was accepted."""

    side: Side


class DoublePassed(Event, frozen=True, kw_only=True, tag="DoublePassed"):
    """A double was refused."""

    side: Side


class CubeWordsSaid(Event, frozen=True, kw_only=True, tag="CubeWordsSaid"):
    """Words about the cube that bind."""

    side: Side
    action: str
    condition: str = ""


class ConditionMet(Event, frozen=True, kw_only=True, tag="ConditionMet"):
    """The condition of some words came about: they bind."""

    side: Side


class CubeWordsLapsed(Event, frozen=True, kw_only=True, tag="CubeWordsLapsed"):
    """Words that no longer bind."""

    side: Side


class ResignationOffered(Event, frozen=True, kw_only=True, tag="ResignationOffered"):
    """A side offered to lose the game at a level; `irregular` names what was wrong with it in a RECORDED match."""

    side: Side
    level: int
    countered: bool = False
    irregular: str = ""


class ResignationDeclined(Event, frozen=True, kw_only=True, tag="ResignationDeclined"):
    """The game goes on."""

    side: Side


class GameClaimed(Event, frozen=True, kw_only=True, tag="GameClaimed"):
    """A side says the game is settled in its favour; `irregular` names what was wrong with it in a RECORDED match."""

    side: Side
    level: int
    irregular: str = ""


class ClaimDisputed(Event, frozen=True, kw_only=True, tag="ClaimDisputed"):
    """The other side does not agree."""

    side: Side


class GameEnded(Event, frozen=True, kw_only=True, tag="GameEnded"):
    """A game was decided."""

    record: GameRecord


class GameVoided(Event, frozen=True, kw_only=True, tag="GameVoided"):
    """The running game counts for nobody."""

    by: str = ""
    reason: str = ""


class SetEnded(Event, frozen=True, kw_only=True, tag="SetEnded"):
    """A set was decided (bws:2.2.2)."""

    winner: Side


class MatchEnded(Event, frozen=True, kw_only=True, tag="MatchEnded"):
    """The match was decided; nobody wins a drawn or abandoned one."""

    winner: Side | None
    reason: str


class BreakCalled(Event, frozen=True, kw_only=True, tag="BreakCalled"):
    """A side took a break; `by` is the official who granted it by exception, `reason` why."""

    side: Side
    by: str = ""
    reason: str = ""


class BreakEnded(Event, frozen=True, kw_only=True, tag="BreakEnded"):
    """A side came back, or the other went on once the time was over; `over` is by how much it was exceeded."""

    side: Side
    lasted: int = 0
    over: int = 0


class ClockRead(Event, frozen=True, kw_only=True, tag="ClockRead"):
    """What the table's own clock showed, White's time first; it decides nothing."""

    remaining: tuple[int, int]


class ClockPaused(Event, frozen=True, kw_only=True, tag="ClockPaused"):
    """The clock stands still."""

    reason: PauseReason


class ClockResumed(Event, frozen=True, kw_only=True, tag="ClockResumed"):
    """The clock goes on."""

    fresh_delay: bool = False


class TimeExpired(Event, frozen=True, kw_only=True, tag="TimeExpired"):
    """A side's time is used up and counts as such."""

    side: Side


class MoveTimeRestored(Event, frozen=True, kw_only=True, tag="MoveTimeRestored"):
    """A side has the time for its move again (ibf:3.12e)."""

    side: Side


class TrustTimeReleased(Event, frozen=True, kw_only=True, tag="TrustTimeReleased"):
    """The time held in trust went onto a side's clock."""

    side: Side


class DelaySet(Event, frozen=True, kw_only=True, tag="DelaySet"):
    """An official altered one side's delay."""

    side: Side
    delay: int
    by: str
    reason: str = ""


class ClockAdjusted(Event, frozen=True, kw_only=True, tag="ClockAdjusted"):
    """An official changed a reserve."""

    side: Side
    change: int
    by: str
    reason: str = ""


class ClockIntroduced(Event, frozen=True, kw_only=True, tag="ClockIntroduced"):
    """The match goes on with a clock, or with a different one."""

    rules: ClockRules
    reserve: tuple[int, int]
    by: str
    reason: str = ""
    trust: int = 0  # held back for each until the first expiry, besides the reserve: usbgf:3.4.4.3e


class ClockRemoved(Event, frozen=True, kw_only=True, tag="ClockRemoved"):
    """The rest is played without a clock (bws:4.3.3d)."""

    by: str
    reason: str = ""


class OperatorNamed(Event, frozen=True, kw_only=True, tag="OperatorNamed"):
    """Who acts for a side in the next game."""

    side: Side
    operator: str


class DirectorCalled(Event, frozen=True, kw_only=True, tag="DirectorCalled"):
    """Play is frozen."""

    side: Side


class MatchStopped(Event, frozen=True, kw_only=True, tag="MatchStopped"):
    """An official has frozen play without being called."""

    by: str
    reason: str = ""


class MatchReleased(Event, frozen=True, kw_only=True, tag="MatchReleased"):
    """Play goes on."""

    by: str
    reason: str = ""


class GameRestored(Event, frozen=True, kw_only=True, tag="GameRestored"):
    """The running game was put back to an earlier version."""

    version: int
    game: bytes
    by: str
    reason: str = ""
    no_delay: bool = False  # as in PositionCorrected
    waits: bool = False
    score: tuple[int, int] | None = None  # of a game that had ended: the score it was begun with
    sets: tuple[int, int] | None = None
    records: tuple[GameRecord, ...] | None = None


class PositionCorrected(Event, frozen=True, kw_only=True, tag="PositionCorrected"):
    """The checkers were set right."""

    position: str
    turn: Side
    dice: tuple[int, int] | None
    by: str
    reason: str = ""
    no_delay: bool = False  # the side to act has no time for the move: ibf:14.7
    waits: bool = False  # its delay has to pass first: bws:4.2.3.3


class FreePlayGranted(Event, frozen=True, kw_only=True, tag="FreePlayGranted"):
    """The side on turn plays any legal move of its choice: of its roll or, with `any_roll`, of any of the 21."""

    side: Side
    by: str
    reason: str = ""
    any_roll: bool = False


class CubeCorrected(Event, frozen=True, kw_only=True, tag="CubeCorrected"):
    """The cube was set right."""

    value: int
    owner: Side | None
    by: str
    reason: str = ""


class ScoreCorrected(Event, frozen=True, kw_only=True, tag="ScoreCorrected"):
    """The score was set right, with the records it now rests on."""

    score: tuple[int, int]
    records: tuple[GameRecord, ...]
    crawford_done: bool
    by: str
    reason: str = ""
    sets: tuple[int, int] | None = None
    crawford: bool | None = None  # what the running game proves to be


class LengthCorrected(Event, frozen=True, kw_only=True, tag="LengthCorrected"):
    """The designated length takes over, at once or when the running game is over."""

    length: Length
    after_game: bool
    crawford_done: bool
    deciding_game: bool = False
    by: str = ""
    reason: str = ""


class PointsAwarded(Event, frozen=True, kw_only=True, tag="PointsAwarded"):
    """Penalty points changed a side's score; with `waits` they will, when the running game is over."""

    side: Side
    points: int
    by: str
    reason: str = ""
    waits: bool = False
    due: bool = False  # these had waited


AnyEvent = (
    MatchStarted
    | TermsChanged
    | GameStarted
    | OpeningRolled
    | CubeTurnedAutomatically
    | DiceRolled
    | RollSpoilt
    | Played
    | RollChosen
    | TurnEnded
    | Doubled
    | DoubleTaken
    | DoublePassed
    | CubeWordsSaid
    | ConditionMet
    | CubeWordsLapsed
    | ResignationOffered
    | ResignationDeclined
    | GameClaimed
    | ClaimDisputed
    | GameEnded
    | GameVoided
    | SetEnded
    | MatchEnded
    | BreakCalled
    | BreakEnded
    | ClockRead
    | ClockPaused
    | ClockResumed
    | TimeExpired
    | MoveTimeRestored
    | TrustTimeReleased
    | ClockAdjusted
    | DelaySet
    | ClockIntroduced
    | ClockRemoved
    | OperatorNamed
    | DirectorCalled
    | MatchStopped
    | MatchReleased
    | GameRestored
    | PositionCorrected
    | FreePlayGranted
    | CubeCorrected
    | ScoreCorrected
    | LengthCorrected
    | PointsAwarded
)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> bytes:
    """An event as one line of JSON."""
    return _encoder.encode(event)


def decode(line: bytes | str) -> AnyEvent:
    """Read an event; ValueError says what was expected."""
    try:
        event: AnyEvent = _decoder.decode(line)
    except msgspec.MsgspecError as malformed:
        raise ValueError(f"not an event of a match log: {malformed}") from malformed
    return event
