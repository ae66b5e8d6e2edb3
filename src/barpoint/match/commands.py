"""What may be asked of a match: imperative, a closed union.

`at` is when it happened (the device's word as the service accepts it) and `received` when the server got
it, both in integer milliseconds; the match never goes back behind its last event. `side` is the side that
acts, `person` who of that side. Rolls arrive inside the command: a match throws no dice.
An official's command names the official in `by`.
"""

import msgspec

from barpoint.board import Side
from barpoint.match.format.match_format import (
    ClockRules,
    Length,
    PauseReason,
)


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part."""

    at: int
    received: int = 0
    person: str = ""


class Sided(Command, frozen=True, kw_only=True, tag="Sided"):
    """A command of one side."""

    side: Side


class Official(Command, frozen=True, kw_only=True, tag="Official"):
    """A command of an official, with its reason on the record."""

    by: str
    reason: str = ""


class StartMatch(Command, frozen=True, kw_only=True, tag="StartMatch"):
    """Seat the players and begin; `terms` are what was settled beforehand (board, dice, colours...)."""

    white: tuple[str, ...]
    black: tuple[str, ...]
    terms: dict[str, str] = {}
    reserved: tuple[str, ...] = ()  # preferences given up on the condition that either may impose them later


class ChangeTerms(Sided, frozen=True, kw_only=True, tag="ChangeTerms"):
    """Change what was settled: both sides agree, or one invokes a preference it reserved (usbgf:1.7.1b, 1.7.1.2b)."""

    terms: dict[str, str]
    agreed: bool = False  # the other side agrees
    reserved: tuple[str, ...] = ()  # given up on the condition that either may impose them later: usbgf:1.7.1.2b


class ImposeTerms(Official, frozen=True, kw_only=True, tag="ImposeTerms"):
    """Dictate equipment or manner of play, at any time (usbgf:1.7.1.6); `free` lets the players agree again."""

    terms: dict[str, str] = {}
    free: tuple[str, ...] = ()


class RollOpening(Command, frozen=True, kw_only=True, tag="RollOpening"):
    """One die each; starts the next game if none is running."""

    white: int
    black: int


class RollDice(Sided, frozen=True, kw_only=True, tag="RollDice"):
    """The side on turn rolls."""

    dice: tuple[int, int]


class SpoilRoll(Sided, frozen=True, kw_only=True, tag="SpoilRoll"):
    """The roll was invalid (cocked, off the board) or too early: it counts for nothing but ends the right to double."""


class PlayCheckers(Sided, frozen=True, kw_only=True, tag="PlayCheckers"):
    """Play the roll. In a STRICT match this also ends the turn."""

    hops: tuple[tuple[int, int], ...]


class ChooseRoll(Sided, frozen=True, kw_only=True, tag="ChooseRoll"):
    """The side to which any legal move was granted names the roll it plays (ibf:11.1c, 11.2c)."""

    dice: tuple[int, int]


class EndTurn(Sided, frozen=True, kw_only=True, tag="EndTurn"):
    """Press the clock, or lift the dice where there is none (RECORDED matches)."""


class OfferDouble(Sided, frozen=True, kw_only=True, tag="OfferDouble"):
    """Offer a double; `value` only to record a wrong level."""

    value: int | None = None


class Take(Sided, frozen=True, kw_only=True, tag="Take"):
    """Accept a double."""


class Pass(Sided, frozen=True, kw_only=True, tag="Pass"):
    """Refuse a double."""


class Beaver(Sided, frozen=True, kw_only=True, tag="Beaver"):
    """Take and redouble at once, keeping the cube; against a beaver, a raccoon."""


class SayCubeWords(Sided, frozen=True, kw_only=True, tag="SayCubeWords"):
    """Words about the cube that bind: "I will double", "if you hit me I pass"."""

    action: str
    condition: str = ""


class MeetCondition(Official, frozen=True, kw_only=True, tag="MeetCondition"):
    """A condition came about: the words now bind (usbgf:4.4.4.3b, 4.4.5.3b)."""

    side: Side


class DropCondition(Official, frozen=True, kw_only=True, tag="DropCondition"):
    """A condition did not come about: the words no longer bind."""

    side: Side


class OfferResignation(Sided, frozen=True, kw_only=True, tag="OfferResignation"):
    """Resign the game at a level."""

    level: int


class CounterResignation(Sided, frozen=True, kw_only=True, tag="CounterResignation"):
    """Answer a resignation with another level (usbgf:4.5.1d)."""

    level: int


class AnswerResignation(Sided, frozen=True, kw_only=True, tag="AnswerResignation"):
    """Accept a resignation or play on."""

    accept: bool


class ClaimGame(Sided, frozen=True, kw_only=True, tag="ClaimGame"):
    """Claim the game at a level."""

    level: int


class AnswerClaim(Sided, frozen=True, kw_only=True, tag="AnswerClaim"):
    """Agree that a game is settled, or dispute it (bws:4.3.2.8a)."""

    accept: bool


class LeaveMatch(Sided, frozen=True, kw_only=True, tag="LeaveMatch"):
    """Give the match up, where that is allowed; between games, rise from a money session."""


class CallBreak(Sided, frozen=True, kw_only=True, tag="CallBreak"):
    """Take a break."""


class EndBreak(Sided, frozen=True, kw_only=True, tag="EndBreak"):
    """Come back from a break."""


class PauseClock(Sided, frozen=True, kw_only=True, tag="PauseClock"):
    """Stop the clock for a reason the book allows."""

    reason: PauseReason


class ResumeClock(Command, frozen=True, kw_only=True, tag="ResumeClock"):
    """Start it again."""

    fresh_delay: bool = False


class AnnounceExpiry(Command, frozen=True, kw_only=True, tag="AnnounceExpiry"):
    """Somebody notices that a side's time is used up: a player, or an official named in `by`."""

    of: Side
    by: str = ""
    first: bool = False  # both times are gone, and it is established that this one went first: bws:4.3.3d


class PressTwice(Sided, frozen=True, kw_only=True, tag="PressTwice"):
    """After an invalid roll, have the time for the move again (ibf:3.12e)."""


class ReadClock(Command, frozen=True, kw_only=True, tag="ReadClock"):
    """Note what the table's own clock shows, White's time first: where the match itself keeps none (RECORDED)."""

    remaining: tuple[int, int]


class CheckClock(Command, frozen=True, kw_only=True, tag="CheckClock"):
    """The server looks at the clock: time that runs out by itself runs out now."""


class NameOperator(Sided, frozen=True, kw_only=True, tag="NameOperator"):
    """Doubles: who rolls and moves for this side in the next game (ibf:6.1c)."""

    operator: str


class CallDirector(Sided, frozen=True, kw_only=True, tag="CallDirector"):
    """Stop play and clocks until an official releases them (usbgf:5.1a)."""


class StopMatch(Official, frozen=True, kw_only=True, tag="StopMatch"):
    """Stop play and clocks unasked, until an official releases them."""


class ReleaseMatch(Official, frozen=True, kw_only=True, tag="ReleaseMatch"):
    """Play goes on."""


class RestoreGame(Official, frozen=True, kw_only=True, tag="RestoreGame"):
    """Put the running game back to how it stood at an earlier version (`game` is that state, encoded)."""

    version: int
    game: bytes
    illegal_move: bool = False  # to put one right: where the book says so, without time for the move (ibf:14.7)


class CorrectPosition(Official, frozen=True, kw_only=True, tag="CorrectPosition"):
    """Set the checkers right; White's view, in literal form."""

    position: str
    turn: Side | None = None
    dice: tuple[int, int] | None = None
    illegal_move: bool = False


class CorrectCube(Official, frozen=True, kw_only=True, tag="CorrectCube"):
    """Set the cube right; a double that was void is thereby undone."""

    value: int
    owner: Side | None = None


class AnnulDoubles(Official, frozen=True, kw_only=True, tag="AnnulDoubles"):
    """Take back the void doubles, and all that followed from them, of the running game or of a finished one."""

    game: int | None = None


class CorrectScore(Official, frozen=True, kw_only=True, tag="CorrectScore"):
    """Set the score right; `game` corrects one finished game's points and re-derives the later ones."""

    score: tuple[int, int] | None = None
    game: int | None = None
    points: int | None = None


class CorrectLength(Official, frozen=True, kw_only=True, tag="CorrectLength"):
    """The match is played to a wrong length: the designated one takes over (usbgf:4.8.2).

    With `recompute` it holds from the first game on, and an ended match is taken up again (ibf:15.5, 15.6).
    """

    length: Length
    recompute: bool = False


class AdjustClock(Official, frozen=True, kw_only=True, tag="AdjustClock"):
    """Add to or take from a side's reserve."""

    side: Side
    change: int


class SetDelay(Official, frozen=True, kw_only=True, tag="SetDelay"):
    """Alter one side's delay, such as for a player with a disability (usbgf:1.1.4.3c)."""

    side: Side
    delay: int


class GrantBreak(Official, frozen=True, kw_only=True, tag="GrantBreak"):
    """Let a side take a break, in the middle of a game too, by exception (usbgf:2.2.2a)."""

    side: Side


class GrantFreePlay(Official, frozen=True, kw_only=True, tag="GrantFreePlay"):
    """The side on turn plays any legal move of its choice: of its roll, or of any of the 21 (ibf:11.1c, 11.2c)."""

    side: Side
    any_roll: bool = False


class IntroduceClock(Official, frozen=True, kw_only=True, tag="IntroduceClock"):
    """Play the rest with a clock; without `reserve`, times follow from the score (usbgf:3.4.4.4)."""

    rules: ClockRules
    reserve: tuple[int, int] | None = None


class RemoveClock(Official, frozen=True, kw_only=True, tag="RemoveClock"):
    """Play the rest without a clock (bws:3.5.2)."""


class ResolveBothExpired(Official, frozen=True, kw_only=True, tag="ResolveBothExpired"):
    """Both times are gone and the order is unknown: go on as the book says."""

    nominal: int = 60_000


class AwardPoints(Official, frozen=True, kw_only=True, tag="AwardPoints"):
    """Give penalty points to a side's score; negative where a book deducts (ibf:17.1d)."""

    side: Side
    points: int


class ForfeitGame(Official, frozen=True, kw_only=True, tag="ForfeitGame"):
    """A side forfeits the running game at a level."""

    side: Side
    level: int = 1


class VoidGame(Official, frozen=True, kw_only=True, tag="VoidGame"):
    """The running game counts for nobody (both forfeited, or to be begun anew: ibf:17.1e, 14.1c)."""


class ForfeitMatch(Official, frozen=True, kw_only=True, tag="ForfeitMatch"):
    """A side forfeits the match."""

    side: Side


class AbandonMatch(Official, frozen=True, kw_only=True, tag="AbandonMatch"):
    """The match ends without a result: nobody plays it any more."""


class DeclareDrawn(Official, frozen=True, kw_only=True, tag="DeclareDrawn"):
    """The match is declared drawn (usbgf:4.8.1.2b)."""


AnyCommand = (
    StartMatch
    | ChangeTerms
    | ImposeTerms
    | RollOpening
    | RollDice
    | SpoilRoll
    | PlayCheckers
    | ChooseRoll
    | EndTurn
    | OfferDouble
    | Take
    | Pass
    | Beaver
    | SayCubeWords
    | MeetCondition
    | DropCondition
    | OfferResignation
    | CounterResignation
    | AnswerResignation
    | ClaimGame
    | AnswerClaim
    | LeaveMatch
    | CallBreak
    | EndBreak
    | PauseClock
    | ResumeClock
    | AnnounceExpiry
    | PressTwice
    | ReadClock
    | CheckClock
    | NameOperator
    | CallDirector
    | StopMatch
    | ReleaseMatch
    | RestoreGame
    | CorrectPosition
    | CorrectCube
    | AnnulDoubles
    | CorrectScore
    | CorrectLength
    | AdjustClock
    | SetDelay
    | GrantBreak
    | GrantFreePlay
    | IntroduceClock
    | RemoveClock
    | ResolveBothExpired
    | AwardPoints
    | ForfeitGame
    | VoidGame
    | ForfeitMatch
    | AbandonMatch
    | DeclareDrawn
)
