"""What may be asked of a tournament: imperative, a closed union.

`at` is when, in integer milliseconds; `by` is who: a member of the staff, or a player for that player's own
matters. Times, seeds and amounts arrive inside the command; nothing here reads a clock or draws a lot.
A reason is on the record; the book says where one is needed.
"""

from typing import Any, Final

import msgspec

from barpoint.tournament.player import Player
from barpoint.tournament.running import MatchKind, Task
from barpoint.tournament.settings import ContestSettings, TournamentSettings
from barpoint.tournament.staff import Role
from barpoint.tournament.standings import TieBreak


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The common part."""

    at: int
    by: str
    reason: str = ""


class OnContest(Command, frozen=True, kw_only=True):
    """About one event of the tournament."""

    contest: str


class OnEntry(OnContest, frozen=True, kw_only=True):
    """About one entry."""

    entry: str


class OnMatch(OnContest, frozen=True, kw_only=True):
    """About one match, by the id of its pairing."""

    pairing: str


class OnSide(OnMatch, frozen=True, kw_only=True):
    """About one side of a match; that side may ask for it, and so may staff."""

    entrant: str


# Set-up


class OpenTournament(Command, frozen=True, kw_only=True):
    """Begin; `by` is its director (usbgf:1.3.1)."""

    settings: TournamentSettings


class AddContest(Command, frozen=True, kw_only=True):
    """Add an event."""

    settings: ContestSettings


class ChangeContest(Command, frozen=True, kw_only=True):
    """Change an event's settings; after it is published with the reason, after play has begun not the rules."""

    settings: ContestSettings


class PublishContest(OnContest, frozen=True, kw_only=True):
    """Announce its options, fees and prizes and open entries (usbgf:1.1d, guide:1.1.3)."""


class PostLength(OnContest, frozen=True, kw_only=True):
    """Post a match length: of a round, or of one pairing (usbgf:4.8.1a)."""

    length: int
    bracket: str = ""
    round: int = 0
    pairing: str = ""


class ScheduleRound(OnContest, frozen=True, kw_only=True):
    """Set when a round begins; moving a published time asks for a reason (usbgf:2.2.3c)."""

    start: int
    bracket: str = "main"
    round: int = 1


class ScheduleRecess(Command, frozen=True, kw_only=True):
    """Set a meal or the night; an existing one of that name is moved."""

    name: str
    start: int
    end: int


class NameStaff(Command, frozen=True, kw_only=True):
    """Give somebody a role."""

    person: str
    role: Role


class DismissStaff(Command, frozen=True, kw_only=True):
    """Take a role away."""

    person: str
    role: Role


class NameCommittee(Command, frozen=True, kw_only=True):
    """Publish who may sit on committees; changed at any time (usbgf:1.3.2d)."""

    members: tuple[str, ...]


class SetTables(Command, frozen=True, kw_only=True):
    """Name the tables of a hall."""

    tables: tuple[str, ...]
    hall: str = ""


class OrderEquipment(Command, frozen=True, kw_only=True):
    """Order dice, a baffle box, a device, how things are placed: for an event, a round, a match or a player."""

    topic: str
    choice: str
    contest: str = ""
    round: int = 0
    pairing: str = ""
    player: str = ""


# Entry


class Register(OnContest, frozen=True, kw_only=True):
    """Enter: one player, or the two of a team; after the draw it is a late entry."""

    players: tuple[Player, ...]
    side_pools: tuple[str, ...] = ()
    again: bool = False  # a re-entry


class ImportEntrants(OnContest, frozen=True, kw_only=True):
    """Enter many at once; those nothing stands against are approved."""

    entries: tuple[tuple[Player, ...], ...]


class ApproveEntry(OnEntry, frozen=True, kw_only=True):
    """Let an entry in; over a concern with the reason (guide:2.2.2b)."""


class RefuseEntry(OnEntry, frozen=True, kw_only=True):
    """Keep an entry out; the reason is for the board, not the player (usbgf:1.4.1a, bws:1.4.1)."""


class MoveUp(OnEntry, frozen=True, kw_only=True):
    """Put an entry into a higher division (usbgf:1.4.2a, bws:1.4.2)."""

    to: str


class WithdrawEntry(OnEntry, frozen=True, kw_only=True):
    """Take an entry out, of all or of one title; `refund` in cents, None as published."""

    title: str = "*"
    refund: int | None = None


class ReinstateEntry(OnEntry, frozen=True, kw_only=True):
    """Undo a withdrawal."""

    title: str = "*"


class CheckIn(OnEntry, frozen=True, kw_only=True):
    """The entrant is there."""


class ChangePlayer(Command, frozen=True, kw_only=True):
    """Other data for a player: rating, membership, a bar."""

    player: Player


# Draw


class MakeDraw(OnContest, frozen=True, kw_only=True):
    """Draw from the published seed, or from one made in public since (dice, a newspaper).

    Before play it may be drawn again, with the reason.
    """

    seed: str = ""


class PairRound(OnContest, frozen=True, kw_only=True):
    """Pair the next Swiss round; with lives also begin the playoff."""


class OverrulePairing(OnContest, frozen=True, kw_only=True):
    """Exchange two places: slots (`M1-3/0`, home is 0) of a draw, entrants of a Swiss round."""

    one: str
    other: str


class ChangeTieBreaks(OnContest, frozen=True, kw_only=True):
    """Another list of tie-breaks."""

    tie_breaks: tuple[TieBreak, ...]


# Running


class AssignTable(OnMatch, frozen=True, kw_only=True):
    """Give a match a table."""

    table: str
    hall: str = ""


class CallMatch(OnMatch, frozen=True, kw_only=True):
    """Call the players to their table."""


class PostStart(OnMatch, frozen=True, kw_only=True):
    """Post a time for one match (usbgf:2.2.1d)."""

    start: int


class MarkReady(OnSide, frozen=True, kw_only=True):
    """This side is at the table, or present online."""


class BeginMatch(OnMatch, frozen=True, kw_only=True):
    """Play begins; a side not marked ready before is ready now."""


class CallBreak(OnSide, frozen=True, kw_only=True):
    """This side leaves the board; `breaks` joined where the book counts them."""

    breaks: int = 0
    estimate: int = 0
    received: int = 0  # a device at the table that was without a network told it only then


class EndBreak(OnSide, frozen=True, kw_only=True):
    """This side is back."""

    received: int = 0


class RecordAbsence(OnSide, frozen=True, kw_only=True):
    """The other side of a break came back only now, after its caller (usbgf:2.2.2m)."""


class GrantTime(OnSide, frozen=True, kw_only=True):
    """Give a side more break time, by exception (usbgf:2.2.3a)."""

    time: int


class SuspendMatch(OnMatch, frozen=True, kw_only=True):
    """Stop a match: for a recess, or to call the director."""

    until: int | None = None


class ResumeMatch(OnMatch, frozen=True, kw_only=True):
    """Play goes on; a side marked ready since was ready then."""


class AttachMatch(OnMatch, frozen=True, kw_only=True):
    """The match is played on the server, in that stream; in a hall only with approval (guide:2.1.2b)."""

    stream: str


class AppointToMatch(OnMatch, frozen=True, kw_only=True):
    """Appoint a monitor, observer, transcriber or translator; the two players may agree on a monitor."""

    person: str
    task: Task
    requested_by: tuple[str, ...] = ()
    fee: int = 0  # bws:1.3.3d


class SignOut(Command, frozen=True, kw_only=True):
    """Leave the playing area, with how to be reached (usbgf:2.2.5a)."""

    player: str
    contact: str = ""


class SignIn(Command, frozen=True, kw_only=True):
    """Back again."""

    player: str


class TellLateness(Command, frozen=True, kw_only=True):
    """A player expects to be late; nothing is granted by it (usbgf:2.2.4g)."""

    player: str
    expected: int


class CallDirector(OnMatch, frozen=True, kw_only=True):
    """Somebody wants the director; the opponent need not agree (usbgf:1.1.3a)."""

    about: str = ""
    received: int = 0


class AnswerCall(Command, frozen=True, kw_only=True):
    """The director has seen to a call."""

    call: str
    answer: str = ""


# Results


class ReportResult(OnSide, frozen=True, kw_only=True):
    """A player reports; `score` the winner's points first, `completed` when play was over."""

    winner: str
    score: tuple[int, int] = (0, 0)
    completed: int | None = None


class PostResult(OnMatch, frozen=True, kw_only=True):
    """Staff post a result; without a winner the one both have reported."""

    winner: str = ""
    score: tuple[int, int] = (0, 0)
    completed: int | None = None
    kind: MatchKind = MatchKind.NORMAL


class CorrectResult(OnMatch, frozen=True, kw_only=True):
    """Another result in place of the posted one (usbgf:4.7d, bws:4.6c)."""

    winner: str
    score: tuple[int, int] = (0, 0)
    kind: MatchKind = MatchKind.NORMAL


class VoidResult(OnMatch, frozen=True, kw_only=True):
    """Take a posted result out: the match is to be played."""


class DeclareDrawn(OnMatch, frozen=True, kw_only=True):
    """Both asked for it (usbgf:4.8.1.2b); in a knockout `advances` goes on."""

    advances: str = ""


class ConfirmForfeit(OnMatch, frozen=True, kw_only=True):
    """The match is lost for lateness or absence; `loser` "" if both lose it."""

    loser: str = ""


# Penalties and rulings


class GivePenalty(Command, frozen=True, kw_only=True):
    """A warning or penalty points, in a match or due in the player's next one."""

    player: str
    points: int = 0
    step: str = "points"  # the steps of the officiating room: reminder, warning, time, points, game, match, expulsion
    contest: str = ""
    pairing: str = ""  # "": the next match
    clauses: tuple[str, ...] = ()
    case: str = ""


class ConfirmPenalty(Command, frozen=True, kw_only=True):
    """Say that points which wait for the director's word count (bws:2.2.4f)."""

    penalty: str


class LiftPenalty(Command, frozen=True, kw_only=True):
    """Take a penalty back."""

    penalty: str


class RecordRuling(OnMatch, frozen=True, kw_only=True):
    """A ruling of the officiating room, by its case."""

    case: str
    ruling: str
    clauses: tuple[str, ...] = ()
    happened: str = ""


class RecordAppeal(Command, frozen=True, kw_only=True):
    """What became of an appeal against a ruling."""

    case: str
    outcome: str
    changed: bool = False


class ExcludeSpectator(Command, frozen=True, kw_only=True):
    """Keep a spectator from a match, or out of the tournament (usbgf:1.6.4, bws:1.6.5)."""

    spectator: str
    contest: str = ""
    pairing: str = ""
    requested_by: str = ""


class ExcludePlayer(Command, frozen=True, kw_only=True):
    """Disqualify a player: out of every event (bws:1.7.5)."""

    player: str
    aids: bool = False  # for aids or outside help
    case: str = ""


class Announce(Command, frozen=True, kw_only=True):
    """Tell everybody, or those of one event."""

    text: str
    contest: str = ""


# Money


class TakePayment(Command, frozen=True, kw_only=True):
    """A player pays; cents."""

    player: str
    amount: int


class PayOut(Command, frozen=True, kw_only=True):
    """A player is paid what is owed, or a part of it."""

    player: str
    amount: int | None = None


class JoinSidePool(OnEntry, frozen=True, kw_only=True):
    """Join a side pool, before the draw."""

    pool: str


class SellEntry(OnEntry, frozen=True, kw_only=True):
    """The calcutta: somebody buys an entrant."""

    buyer: str
    price: int


class BuyBackHalf(OnEntry, frozen=True, kw_only=True):
    """The entrant buys half back at half the price."""


class AddMoney(OnContest, frozen=True, kw_only=True):
    """The organiser or a sponsor adds to the prize pool."""

    amount: int


class AwardPrizes(OnContest, frozen=True, kw_only=True):
    """Book the prizes of a finished event to the players."""


class RetainRest(OnContest, frozen=True, kw_only=True):
    """What no prize took out of an event's pools goes to the organiser."""


# Close


class FinishContest(OnContest, frozen=True, kw_only=True):
    """Everything is played: the final standings."""


class ExportReport(Command, frozen=True, kw_only=True):
    """A report the book asks for has been handed on (bws:1.4.3, 1.6.5, 1.7.5, 5.6)."""

    duty: str


class CloseTournament(Command, frozen=True, kw_only=True):
    """The end."""


class ReopenTournament(Command, frozen=True, kw_only=True):
    """Open it again, on the record; with `contest` also that event, its prizes taken back."""

    contest: str = ""


AnyCommand = (
    OpenTournament
    | AddContest
    | ChangeContest
    | PublishContest
    | PostLength
    | ScheduleRound
    | ScheduleRecess
    | NameStaff
    | DismissStaff
    | NameCommittee
    | SetTables
    | OrderEquipment
    | Register
    | ImportEntrants
    | ApproveEntry
    | RefuseEntry
    | MoveUp
    | WithdrawEntry
    | ReinstateEntry
    | CheckIn
    | ChangePlayer
    | MakeDraw
    | PairRound
    | OverrulePairing
    | ChangeTieBreaks
    | AssignTable
    | CallMatch
    | PostStart
    | MarkReady
    | BeginMatch
    | CallBreak
    | EndBreak
    | RecordAbsence
    | GrantTime
    | SuspendMatch
    | ResumeMatch
    | AttachMatch
    | AppointToMatch
    | SignOut
    | SignIn
    | TellLateness
    | CallDirector
    | AnswerCall
    | ReportResult
    | PostResult
    | CorrectResult
    | VoidResult
    | DeclareDrawn
    | ConfirmForfeit
    | GivePenalty
    | ConfirmPenalty
    | LiftPenalty
    | RecordRuling
    | RecordAppeal
    | ExcludeSpectator
    | ExcludePlayer
    | Announce
    | TakePayment
    | PayOut
    | JoinSidePool
    | SellEntry
    | BuyBackHalf
    | AddMoney
    | AwardPrizes
    | RetainRest
    | FinishContest
    | ExportReport
    | CloseTournament
    | ReopenTournament
)

_decoder: Final = msgspec.json.Decoder(AnyCommand)


def decode_command(data: bytes | str) -> AnyCommand:
    """A command from JSON; ValueError says what was expected."""
    try:
        command: AnyCommand = _decoder.decode(data)
    except (msgspec.MsgspecError, ValueError) as malformed:
        raise ValueError(f"not a command of a tournament: {malformed}") from malformed
    return command


def convert_command(data: Any) -> AnyCommand:  # Any: JSON before it is checked
    """The same from values already read."""
    try:
        command: AnyCommand = msgspec.convert(data, AnyCommand)
    except (msgspec.MsgspecError, ValueError) as malformed:
        raise ValueError(f"not a command of a tournament: {malformed}") from malformed
    return command
