"""What may be asked of a tournament: imperative, a closed union.

`at` is when, in integer milliseconds; `by` is who: a member of the staff, or a player for that player's own
matters. Times, seeds and amounts arrive inside the command; nothing here reads a clock or draws a lot.
A reason is on the record; the book says where one is needed.
"""

from typing import Any, Final

import msgspec

from barpoint.tournament.desk_record import Approvable, MatchKind, Occurrence, Task, TwoRolls
from barpoint.tournament.player import Player
from barpoint.tournament.standings import TieBreak
from barpoint.tournament.statements import (
    AboutContest,
    AboutEntry,
    AboutMatch,
    AboutPenalty,
    AboutPlayer,
    AppealOutcome,
    BroadcastChoice,
    CalcuttaPurchase,
    CallReply,
    CommitteeList,
    ContactLeft,
    ContestTerms,
    DeskArrangement,
    DivisionMove,
    EntrySeed,
    EquipmentOrder,
    EventOrder,
    ExpectedArrival,
    HallTables,
    LengthPosting,
    ListedRating,
    Notice,
    PlayerBan,
    PlayerData,
    Reopening,
    ReportDuty,
    RequestAnswer,
    RulesAcceptance,
    SidePoolEntry,
    SightReply,
    SightReport,
    SignOutRight,
    SpectatorBan,
    StaffRole,
    Statement,
    TableEquipment,
    TitleChange,
    TournamentTerms,
    WaitingOrder,
)
from barpoint.tournament.watching import RecordingWish


class OnSide(AboutMatch, frozen=True, kw_only=True, tag="OnSide"):
    """About one side of a match; that side may ask for it, and so may staff."""

    entrant: str


# Set-up


class OpenTournament(TournamentTerms, frozen=True, kw_only=True, tag="OpenTournament"):
    """Begin; `by` is its director (usbgf:1.3.1)."""

    barred_until: str = ""  # the last day of a bar; as the record of sanctions says


class ChangeTournament(TournamentTerms, frozen=True, kw_only=True, tag="ChangeTournament"):
    """Change what a tournament is called, where and when it is played, its languages, halls and rules.

    Once an event is published with the reason; not its day once play has begun, nor its currency once money was booked.
    """


class AddContest(ContestTerms, frozen=True, kw_only=True, tag="AddContest"):
    """Add an event."""


class ChangeContest(ContestTerms, frozen=True, kw_only=True, tag="ChangeContest"):
    """Change an event's settings; after it is published with the reason, after play has begun not the rules."""


class PublishContest(AboutContest, frozen=True, kw_only=True, tag="PublishContest"):
    """Announce its options, fees and prizes and open entries (usbgf:1.1d, guide:1.1.3)."""


class PostLength(LengthPosting, frozen=True, kw_only=True, tag="PostLength"):
    """Post a match length: of a round, or of one pairing (usbgf:4.8.1a)."""


class ScheduleRound(AboutContest, frozen=True, kw_only=True, tag="ScheduleRound"):
    """Set when a round begins; moving a published time asks for a reason (usbgf:2.2.3c)."""

    start: int
    bracket: str = "main"
    round: int = 1
    past: bool = False  # it is over, and that is meant: whoever is not there is late from it on


class ScheduleRecess(Statement, frozen=True, kw_only=True, tag="ScheduleRecess"):
    """Set a meal or the night; an existing one of that name is moved."""

    name: str
    start: int
    end: int


class CancelRoundTime(AboutContest, frozen=True, kw_only=True, tag="CancelRoundTime"):
    """Take a round's time off the programme, with the reason (usbgf:2.2.3c)."""

    bracket: str = "main"
    round: int = 1


class CancelRecess(Statement, frozen=True, kw_only=True, tag="CancelRecess"):
    """Take a recess off the programme, with the reason."""

    name: str


class NameStaff(StaffRole, frozen=True, kw_only=True, tag="NameStaff"):
    """Give somebody a role; a director's `in_place_of` another, who goes in the same moment."""

    in_place_of: str = ""  # where a book knows one director this is how the desk is handed over (guide:2.2.1)
    barred_until: str = ""  # the last day of a bar; as the record of sanctions says


class DismissStaff(StaffRole, frozen=True, kw_only=True, tag="DismissStaff"):
    """Take a role away."""


class NameCommittee(CommitteeList, frozen=True, kw_only=True, tag="NameCommittee"):
    """Publish who may sit on committees; changed at any time (usbgf:1.3.2d)."""


class SetTables(HallTables, frozen=True, kw_only=True, tag="SetTables"):
    """Name the tables of a hall."""


class SetDesk(DeskArrangement, frozen=True, kw_only=True, tag="SetDesk"):
    """Choose how the desk is run: what posts itself, what the hall's screens show."""


class OrderEquipment(EquipmentOrder, frozen=True, kw_only=True, tag="OrderEquipment"):
    """Order dice, a baffle box, a device, how things are placed: for an event, a round, a match or a player."""


class OrderContests(EventOrder, frozen=True, kw_only=True, tag="OrderContests"):
    """Say which event goes first; without an order main events do, then the others."""


class ChooseBroadcast(BroadcastChoice, frozen=True, kw_only=True, tag="ChooseBroadcast"):
    """Choose what is shown live and recorded, set the delay, or stop a stream (ibf:18.1b, 18.2a, 18.2b)."""


class CheckEquipment(TableEquipment, frozen=True, kw_only=True, tag="CheckEquipment"):
    """Approve what lies on a table; what is not as the book prefers only with the reason (usbgf:3.1a, bws:3.1a)."""


# Entry


class AcceptRules(RulesAcceptance, frozen=True, kw_only=True, tag="AcceptRules"):
    """Accept the rules and the standards of ethics; staff record it for somebody who did so on paper."""


class Register(AboutContest, frozen=True, kw_only=True, tag="Register"):
    """Enter: one player, or the two of a team; after the draw it is a late entry."""

    players: tuple[Player, ...]
    side_pools: tuple[str, ...] = ()
    again: bool = False  # a re-entry
    accepted: bool = False  # whoever asks accepts the rules and the standards of ethics (usbgf:1.2.1a)


class ImportEntrants(AboutContest, frozen=True, kw_only=True, tag="ImportEntrants"):
    """Enter many at once; those nothing stands against are approved."""

    entries: tuple[tuple[Player, ...], ...]


class ApproveEntry(AboutEntry, frozen=True, kw_only=True, tag="ApproveEntry"):
    """Let an entry in; over a concern with the reason (guide:2.2.2b)."""


class RefuseEntry(AboutEntry, frozen=True, kw_only=True, tag="RefuseEntry"):
    """Keep an entry out; the reason is for the board, not the player (usbgf:1.4.1a, bws:1.4.1)."""


class MoveUp(DivisionMove, frozen=True, kw_only=True, tag="MoveUp"):
    """Put an entry into a higher division (usbgf:1.4.2a, bws:1.4.2)."""


class WithdrawEntry(TitleChange, frozen=True, kw_only=True, tag="WithdrawEntry"):
    """Take an entry out, of all or of one title; `refund` in cents, None as published."""

    refund: int | None = None


class ReinstateEntry(TitleChange, frozen=True, kw_only=True, tag="ReinstateEntry"):
    """Undo a withdrawal."""


class SubstitutePlayer(AboutEntry, frozen=True, kw_only=True, tag="SubstitutePlayer"):
    """Put somebody in the place of an entrant, or of one of a team, before its first match; with the reason."""

    out: str
    player: Player


class CheckIn(AboutEntry, frozen=True, kw_only=True, tag="CheckIn"):
    """The entrant is there."""


class CancelCheckIn(AboutEntry, frozen=True, kw_only=True, tag="CancelCheckIn"):
    """The entrant is not there after all."""


class OrderWaiting(WaitingOrder, frozen=True, kw_only=True, tag="OrderWaiting"):
    """Say in which order those who wait for a place come in."""


class SeedEntry(EntrySeed, frozen=True, kw_only=True, tag="SeedEntry"):
    """Seed an entry by the director's word, before the others; before the draw."""


class ReconsiderEntry(AboutEntry, frozen=True, kw_only=True, tag="ReconsiderEntry"):
    """Take the word on an entry back: it waits for another one, and owes nothing; before it is drawn."""


class ChangePlayer(PlayerData, frozen=True, kw_only=True, tag="ChangePlayer"):
    """Other data for a player: rating, membership, a bar."""


class TakeRatings(AboutContest, frozen=True, kw_only=True, tag="TakeRatings"):
    """What the event's list says of these players: their entries are rated by it, and limits are looked at again."""

    ratings: tuple[ListedRating, ...]


# Draw


class MakeDraw(AboutContest, frozen=True, kw_only=True, tag="MakeDraw"):
    """Draw from the published seed, or from one made in public since (dice, a newspaper).

    Before play it may be drawn again, with the reason.
    """

    seed: str = ""


class PairRound(AboutContest, frozen=True, kw_only=True, tag="PairRound"):
    """Pair the next Swiss round; with lives also begin the playoff."""


class OverrulePairing(AboutContest, frozen=True, kw_only=True, tag="OverrulePairing"):
    """Exchange two places: slots (`M1-3/0`, home is 0) of a draw, entrants of a Swiss round."""

    one: str
    other: str


class ChangeTieBreaks(AboutContest, frozen=True, kw_only=True, tag="ChangeTieBreaks"):
    """Another list of tie-breaks."""

    tie_breaks: tuple[TieBreak, ...]


# Running


class AssignTable(AboutMatch, frozen=True, kw_only=True, tag="AssignTable"):
    """Give a match a table; with `table` "" it has none any more."""

    table: str
    hall: str = ""


class CallMatch(AboutMatch, frozen=True, kw_only=True, tag="CallMatch"):
    """Call the players to their table."""


class CancelMatchCall(AboutMatch, frozen=True, kw_only=True, tag="CancelMatchCall"):
    """Take the last call of a match back."""


class PostStart(AboutMatch, frozen=True, kw_only=True, tag="PostStart"):
    """Post a time for one match (usbgf:2.2.1d)."""

    start: int
    past: bool = False  # it is over, and that is meant: whoever is not there is late from it on


class MarkReady(OnSide, frozen=True, kw_only=True, tag="MarkReady"):
    """This side is at the table, or present online."""


class BeginMatch(AboutMatch, frozen=True, kw_only=True, tag="BeginMatch"):
    """Play begins; a side not marked ready before is ready now."""

    device: str = ""  # the record of the device at the table that says so; only the server names one
    received: int = 0


class CancelStart(AboutMatch, frozen=True, kw_only=True, tag="CancelStart"):
    """The match has not begun after all, with the reason; the points its start brought are lifted."""


class NoteScore(AboutMatch, frozen=True, kw_only=True, tag="NoteScore"):
    """How a match that is being played stands at its table, home's points first; nothing is posted by it."""

    score: tuple[int, int]
    winner: str = ""  # the entrant who has won there
    on_time: bool = False  # the other has lost on time
    device: str = ""


class CallBreak(OnSide, frozen=True, kw_only=True, tag="CallBreak"):
    """This side leaves the board; `breaks` joined where the book counts them.

    `in_game` says that a game is on: most books keep breaks between games, one has exceptions with their reason.
    """

    breaks: int = 0
    estimate: int = 0
    in_game: bool = False
    received: int = 0  # a device at the table that was without a network told it only then


class EndBreak(OnSide, frozen=True, kw_only=True, tag="EndBreak"):
    """This side is back."""

    received: int = 0


class RecordAbsence(OnSide, frozen=True, kw_only=True, tag="RecordAbsence"):
    """The other side of a break came back only now, after its caller (usbgf:2.2.2m)."""


class GrantTime(OnSide, frozen=True, kw_only=True, tag="GrantTime"):
    """Give a side more break time, by exception (usbgf:2.2.3a)."""

    time: int


class SuspendMatch(AboutMatch, frozen=True, kw_only=True, tag="SuspendMatch"):
    """Stop a match: for a recess, or to call the director."""

    until: int | None = None


class ResumeMatch(AboutMatch, frozen=True, kw_only=True, tag="ResumeMatch"):
    """Play goes on; a side marked ready since was ready then."""


class AttachMatch(AboutMatch, frozen=True, kw_only=True, tag="AttachMatch"):
    """Where it is played: the board the server made, as only the server says; in a hall its device (guide:2.1.2b)."""

    stream: str


class AppointToMatch(AboutMatch, frozen=True, kw_only=True, tag="AppointToMatch"):
    """Appoint somebody to a task at it; each side may ask for a monitor, two alike appoint one.

    `requested_by` is for the staff to say; a player asks in nobody else's name.
    """

    person: str
    task: Task
    requested_by: tuple[str, ...] = ()
    fee: int = 0  # bws:1.3.3d


class StateWishes(OnSide, frozen=True, kw_only=True, tag="StateWishes"):
    """What this side wishes for the match, by topic: all of it anew, before play begins (usbgf:1.7.1, guide:5.10)."""

    wishes: dict[str, str]


class RollForWishes(AboutMatch, frozen=True, kw_only=True, tag="RollForWishes"):
    """One roll of both decides every clash (usbgf:3.3b); the server throws where staff do not say what was thrown."""

    rolled: TwoRolls | None = None


class AgreeTerms(AboutMatch, frozen=True, kw_only=True, tag="AgreeTerms"):
    """Both sides have told the desk of other terms, before play or between games (usbgf:1.7.1b)."""

    terms: dict[str, str]


class NoteOccurrence(OnSide, frozen=True, kw_only=True, tag="NoteOccurrence"):
    """This side had dice or equipment changed, played illegally or slowly: it is counted, and repetition is seen."""

    what: Occurrence


class DemandApproval(OnSide, frozen=True, kw_only=True, tag="DemandApproval"):
    """This side would have the director approve something before the match begins (bws:3.4.3a, 3.5.3)."""

    what: Approvable


class GiveApproval(AboutMatch, frozen=True, kw_only=True, tag="GiveApproval"):
    """The director has looked at it and approves."""

    what: Approvable


class SignOut(ContactLeft, frozen=True, kw_only=True, tag="SignOut"):
    """Leave the playing area, with how to be reached (usbgf:2.2.5a)."""


class LimitSignOut(SignOutRight, frozen=True, kw_only=True, tag="LimitSignOut"):
    """Take a player's right to sign out away, or give it back (usbgf:2.2.5f)."""


class SignIn(AboutPlayer, frozen=True, kw_only=True, tag="SignIn"):
    """Back again."""


class TellLateness(ExpectedArrival, frozen=True, kw_only=True, tag="TellLateness"):
    """A player expects to be late; nothing is granted by it (usbgf:2.2.4g)."""


class CallDirector(AboutMatch, frozen=True, kw_only=True, tag="CallDirector"):
    """Somebody wants the director; the opponent need not agree (usbgf:1.1.3a)."""

    about: str = ""
    received: int = 0


class AnswerCall(CallReply, frozen=True, kw_only=True, tag="AnswerCall"):
    """The director has seen to a call."""


class AskAboutRecording(OnSide, frozen=True, kw_only=True, tag="AskAboutRecording"):
    """This side asks something about recordings of its match (guide:3.1d, ibf:18.4, bws:3.8)."""

    what: RecordingWish
    about: str = ""


class AnswerRecordingRequest(RequestAnswer, frozen=True, kw_only=True, tag="AnswerRecordingRequest"):
    """The director grants it, or does not."""


class ReportSighting(SightReport, frozen=True, kw_only=True, tag="ReportSighting"):
    """Somebody who does not play the match tells the officials in private what they saw."""


class AnswerSighting(SightReply, frozen=True, kw_only=True, tag="AnswerSighting"):
    """An official has seen to it."""


# Results


class ReportResult(OnSide, frozen=True, kw_only=True, tag="ReportResult"):
    """A player reports; `score` the winner's points first, `completed` when play was over."""

    winner: str
    score: tuple[int, int] = (0, 0)
    completed: int | None = None


class PostResult(AboutMatch, frozen=True, kw_only=True, tag="PostResult"):
    """Staff post a result; without a winner the one both have reported."""

    winner: str = ""
    score: tuple[int, int] = (0, 0)
    completed: int | None = None
    kind: MatchKind = MatchKind.NORMAL


class CorrectResult(AboutMatch, frozen=True, kw_only=True, tag="CorrectResult"):
    """Another result in place of the posted one (usbgf:4.7d, bws:4.6c)."""

    winner: str
    score: tuple[int, int] = (0, 0)
    kind: MatchKind = MatchKind.NORMAL


class VoidResult(AboutMatch, frozen=True, kw_only=True, tag="VoidResult"):
    """Take a posted result out: the match is to be played."""


class DeclareDrawn(AboutMatch, frozen=True, kw_only=True, tag="DeclareDrawn"):
    """Both asked for it (usbgf:4.8.1.2b); in a knockout `advances` goes on."""

    advances: str = ""


class ConfirmForfeit(AboutMatch, frozen=True, kw_only=True, tag="ConfirmForfeit"):
    """The match is lost for lateness or absence; `loser` "" if both lose it."""

    loser: str = ""


# Penalties and rulings


class GivePenalty(AboutPlayer, frozen=True, kw_only=True, tag="GivePenalty"):
    """A warning or penalty points, in a match or due in the player's next one."""

    points: int = 0
    step: str = "points"  # the steps of the officiating room: reminder, warning, time, points, game, match, expulsion
    contest: str = ""
    pairing: str = ""  # "": the next match
    clauses: tuple[str, ...] = ()
    case: str = ""


class ConfirmPenalty(AboutPenalty, frozen=True, kw_only=True, tag="ConfirmPenalty"):
    """Say that points which wait for the director's word count (bws:2.2.4f)."""


class LiftPenalty(AboutPenalty, frozen=True, kw_only=True, tag="LiftPenalty"):
    """Take a penalty back."""


class RecordRuling(AboutMatch, frozen=True, kw_only=True, tag="RecordRuling"):
    """A ruling of the officiating room, by its case."""

    case: str
    ruling: str
    clauses: tuple[str, ...] = ()
    happened: str = ""


class RecordAppeal(AppealOutcome, frozen=True, kw_only=True, tag="RecordAppeal"):
    """What became of an appeal against a ruling."""


class ExcludeSpectator(SpectatorBan, frozen=True, kw_only=True, tag="ExcludeSpectator"):
    """Keep a spectator from a match, or out of the tournament (usbgf:1.6.4, bws:1.6.5)."""


class ExcludePlayer(PlayerBan, frozen=True, kw_only=True, tag="ExcludePlayer"):
    """Disqualify a player: out of every event (bws:1.7.5)."""


class Announce(Notice, frozen=True, kw_only=True, tag="Announce"):
    """Tell everybody, or those of one event."""


# Money


class TakePayment(AboutPlayer, frozen=True, kw_only=True, tag="TakePayment"):
    """A player pays; cents."""

    amount: int


class PayOut(AboutPlayer, frozen=True, kw_only=True, tag="PayOut"):
    """A player is paid what is owed, or a part of it."""

    amount: int | None = None


class ReverseBooking(Statement, frozen=True, kw_only=True, tag="ReverseBooking"):
    """Book back what was paid, paid out or added by mistake, with the reason."""

    booking: int  # the version of the tournament it made


class JoinSidePool(SidePoolEntry, frozen=True, kw_only=True, tag="JoinSidePool"):
    """Join a side pool, before the draw."""


class SellEntry(CalcuttaPurchase, frozen=True, kw_only=True, tag="SellEntry"):
    """The calcutta: somebody buys an entrant."""


class BuyBackHalf(AboutEntry, frozen=True, kw_only=True, tag="BuyBackHalf"):
    """The entrant buys half back at half the price."""


class AddMoney(AboutContest, frozen=True, kw_only=True, tag="AddMoney"):
    """The organiser or a sponsor adds to the prize pool."""

    amount: int


class AwardPrizes(AboutContest, frozen=True, kw_only=True, tag="AwardPrizes"):
    """Book the prizes of a finished event to the players."""


class RetainRest(AboutContest, frozen=True, kw_only=True, tag="RetainRest"):
    """What no prize took out of an event's pools goes to the organiser."""


# Close


class FinishContest(AboutContest, frozen=True, kw_only=True, tag="FinishContest"):
    """Everything is played: the final standings."""


class ExportReport(ReportDuty, frozen=True, kw_only=True, tag="ExportReport"):
    """A report the book asks for has been handed on (bws:1.4.3, 1.6.5, 1.7.5, 5.6)."""


class CloseTournament(Statement, frozen=True, kw_only=True, tag="CloseTournament"):
    """The end."""


class ReopenTournament(Reopening, frozen=True, kw_only=True, tag="ReopenTournament"):
    """Open it again, on the record; with `contest` also that event, its prizes taken back."""


AnyCommand = (
    OpenTournament
    | ChangeTournament
    | AddContest
    | ChangeContest
    | PublishContest
    | PostLength
    | ScheduleRound
    | ScheduleRecess
    | CancelRoundTime
    | CancelRecess
    | NameStaff
    | DismissStaff
    | NameCommittee
    | SetTables
    | SetDesk
    | OrderEquipment
    | OrderContests
    | ChooseBroadcast
    | CheckEquipment
    | AcceptRules
    | Register
    | ImportEntrants
    | ApproveEntry
    | RefuseEntry
    | MoveUp
    | SubstitutePlayer
    | WithdrawEntry
    | ReinstateEntry
    | CheckIn
    | CancelCheckIn
    | OrderWaiting
    | SeedEntry
    | ReconsiderEntry
    | ChangePlayer
    | TakeRatings
    | MakeDraw
    | PairRound
    | OverrulePairing
    | ChangeTieBreaks
    | AssignTable
    | CallMatch
    | CancelMatchCall
    | PostStart
    | MarkReady
    | BeginMatch
    | CancelStart
    | NoteScore
    | CallBreak
    | EndBreak
    | RecordAbsence
    | GrantTime
    | SuspendMatch
    | ResumeMatch
    | AttachMatch
    | AppointToMatch
    | StateWishes
    | RollForWishes
    | AgreeTerms
    | NoteOccurrence
    | DemandApproval
    | GiveApproval
    | SignOut
    | LimitSignOut
    | SignIn
    | TellLateness
    | CallDirector
    | AnswerCall
    | AskAboutRecording
    | AnswerRecordingRequest
    | ReportSighting
    | AnswerSighting
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
    | ReverseBooking
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
