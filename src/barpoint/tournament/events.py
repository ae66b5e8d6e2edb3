"""What has happened in a tournament: past tense, a closed union, the only thing that is stored.

An event says everything `evolve` needs, so that a log replays without judging again. Draws and Swiss rounds
keep their own events; here they are wrapped, so that one log holds the whole tournament in order. A field
added later has a default, and a type is never renamed: an old log always replays.
"""

from typing import Final

import msgspec

from barpoint.tournament.desk_record import (
    Appointment,
    Approvable,
    BreakRunning,
    BreakTaken,
    MatchKind,
    Occurrence,
    Report,
    TableScore,
    TwoRolls,
    WaitingMatch,
)
from barpoint.tournament.draw import events as draw
from barpoint.tournament.draw.progress import Result
from barpoint.tournament.pairing.swiss import SwissEvents
from barpoint.tournament.player import Entry
from barpoint.tournament.settings import Recess
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

LOG_VERSION: Final = 1


class OfMatch(AboutMatch, frozen=True, kw_only=True, tag="OfMatch"):
    """Of one match: its pairing and who sits there."""

    players: tuple[str, str]


class OfSide(OfMatch, frozen=True, kw_only=True, tag="OfSide"):
    """Of one side of a match."""

    entrant: str


# Set-up


class TournamentOpened(TournamentTerms, frozen=True, kw_only=True, tag="TournamentOpened"):
    """It begins, with its director."""


class TournamentChanged(TournamentTerms, frozen=True, kw_only=True, tag="TournamentChanged"):
    """What it is was changed; `published`: after an event had been announced."""

    published: bool = False


class ContestAdded(ContestTerms, frozen=True, kw_only=True, tag="ContestAdded"):
    """An event was added."""


class ContestChanged(ContestTerms, frozen=True, kw_only=True, tag="ContestChanged"):
    """An event's settings were changed; `published`: after they had been announced."""

    published: bool = False


class ContestPublished(AboutContest, frozen=True, kw_only=True, tag="ContestPublished"):
    """Options, fees and prizes were announced; entries are open."""


class LengthPosted(LengthPosting, frozen=True, kw_only=True, tag="LengthPosted"):
    """A length stands on the draw sheet; `was` is the one it revises, 0 if none."""

    was: int = 0


class RoundScheduled(AboutContest, frozen=True, kw_only=True, tag="RoundScheduled"):
    """A round has its time."""

    bracket: str
    round: int
    start: int
    was: int | None = None


class RecessScheduled(Statement, frozen=True, kw_only=True, tag="RecessScheduled"):
    """A recess has its time."""

    recess: Recess


class RoundTimeCancelled(AboutContest, frozen=True, kw_only=True, tag="RoundTimeCancelled"):
    """A round has no time of its own any more."""

    bracket: str
    round: int


class RecessCancelled(Statement, frozen=True, kw_only=True, tag="RecessCancelled"):
    """A recess is off the programme."""

    name: str


class StaffNamed(StaffRole, frozen=True, kw_only=True, tag="StaffNamed"):
    """Somebody has a role."""


class StaffDismissed(StaffRole, frozen=True, kw_only=True, tag="StaffDismissed"):
    """And no longer."""


class CommitteeNamed(CommitteeList, frozen=True, kw_only=True, tag="CommitteeNamed"):
    """The list of committee members was published."""


class TablesSet(HallTables, frozen=True, kw_only=True, tag="TablesSet"):
    """A hall's tables have names."""


class DeskSet(DeskArrangement, frozen=True, kw_only=True, tag="DeskSet"):
    """The director has chosen how the desk is run."""


class EquipmentOrdered(EquipmentOrder, frozen=True, kw_only=True, tag="EquipmentOrdered"):
    """The director ordered something; it says nothing against anybody (usbgf:4.1.5)."""


class ContestsOrdered(EventOrder, frozen=True, kw_only=True, tag="ContestsOrdered"):
    """The events have an order."""


class BroadcastChosen(BroadcastChoice, frozen=True, kw_only=True, tag="BroadcastChosen"):
    """The organiser chose what is shown and recorded."""


class EquipmentChecked(TableEquipment, frozen=True, kw_only=True, tag="EquipmentChecked"):
    """Equipment was looked at and may be used; `unfit` names what is not as the book prefers, with its rows."""

    unfit: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


# Entry


class RulesAccepted(RulesAcceptance, frozen=True, kw_only=True, tag="RulesAccepted"):
    """Somebody has accepted the rules and the standards of ethics."""


class PlayerKnown(PlayerData, frozen=True, kw_only=True, tag="PlayerKnown"):
    """A player's data, new or changed."""


class EntryRegistered(AboutContest, frozen=True, kw_only=True, tag="EntryRegistered"):
    """Somebody has entered; pending until approved."""

    entry: Entry


class EntryApproved(AboutEntry, frozen=True, kw_only=True, tag="EntryApproved"):
    """The director let the entry in."""


class EntryRefused(AboutEntry, frozen=True, kw_only=True, tag="EntryRefused"):
    """The director kept it out."""


class EntryMovedUp(DivisionMove, frozen=True, kw_only=True, tag="EntryMovedUp"):
    """It went to a higher division."""


class EntryWithdrawn(TitleChange, frozen=True, kw_only=True, tag="EntryWithdrawn"):
    """It left a title, `*` for all."""


class EntryReinstated(TitleChange, frozen=True, kw_only=True, tag="EntryReinstated"):
    """It came back."""


class EntrySubstituted(AboutEntry, frozen=True, kw_only=True, tag="EntrySubstituted"):
    """Others play for it now; its place, and what was bought on it, stay."""

    people: tuple[str, ...]
    name: str
    club: str = ""
    rating: float | None = None


class EntryRated(AboutEntry, frozen=True, kw_only=True, tag="EntryRated"):
    """The event's list has rated it; `concerns` are all that stands against it now."""

    rating: float | None = None
    concerns: tuple[str, ...] = ()


class CheckedIn(AboutEntry, frozen=True, kw_only=True, tag="CheckedIn"):
    """The entrant is there."""


class CheckInCancelled(AboutEntry, frozen=True, kw_only=True, tag="CheckInCancelled"):
    """The entrant is not there after all."""


class WaitingOrdered(WaitingOrder, frozen=True, kw_only=True, tag="WaitingOrdered"):
    """Those who wait for a place come in in this order."""


class EntrySeeded(EntrySeed, frozen=True, kw_only=True, tag="EntrySeeded"):
    """The director has seeded an entry, or taken that back."""


class EntryReconsidered(AboutEntry, frozen=True, kw_only=True, tag="EntryReconsidered"):
    """The word on an entry was taken back: it waits for another one."""


class SidePoolJoined(SidePoolEntry, frozen=True, kw_only=True, tag="SidePoolJoined"):
    """The entrant plays for a side pool too."""


# Draw


class DrawChanged(AboutContest, frozen=True, kw_only=True, tag="DrawChanged"):
    """Something happened to a draw."""

    change: draw.Events


class SwissChanged(AboutContest, frozen=True, kw_only=True, tag="SwissChanged"):
    """Something happened to a Swiss event."""

    change: SwissEvents


class PlayoffBegun(AboutContest, frozen=True, kw_only=True, tag="PlayoffBegun"):
    """The survivors play off, on these lines."""

    lines: tuple[str | None, ...]
    contingent_bye: bool = False


class PlayoffResult(OfMatch, frozen=True, kw_only=True, tag="PlayoffResult"):
    """A result of the playoff stands; without `result` it was taken out."""

    result: Result | None = None


# Running


class TableAssigned(OfMatch, frozen=True, kw_only=True, tag="TableAssigned"):
    """A match has its table."""

    table: str
    hall: str = ""


class MatchCalled(OfMatch, frozen=True, kw_only=True, tag="MatchCalled"):
    """The players were called."""


class MatchCallCancelled(OfMatch, frozen=True, kw_only=True, tag="MatchCallCancelled"):
    """The last call was taken back."""


class StartPosted(OfMatch, frozen=True, kw_only=True, tag="StartPosted"):
    """A match has its own time."""

    start: int


class SideReady(OfSide, frozen=True, kw_only=True, tag="SideReady"):
    """A side is there."""


class MatchBegun(OfMatch, frozen=True, kw_only=True, tag="MatchBegun"):
    """Play began: when it was due, its length, and what each side was late."""

    due: int | None = None
    length: int = 0
    delay: tuple[int, int] = (0, 0)
    received: int = 0  # told so much later by a device that was without a network


class StartCancelled(OfMatch, frozen=True, kw_only=True, tag="StartCancelled"):
    """The match had not begun after all; `due_again` are the penalties that wait for the next one again."""

    due_again: tuple[str, ...] = ()


class ScoreNoted(OfMatch, frozen=True, kw_only=True, tag="ScoreNoted"):
    """How it stands at the table."""

    noted: TableScore


class BreakCalled(OfMatch, frozen=True, kw_only=True, tag="BreakCalled"):
    """A side left the board."""

    running: BreakRunning
    received: int = 0  # told so much later by a device that was without a network


class BreakEnded(OfMatch, frozen=True, kw_only=True, tag="BreakEnded"):
    """It is back, or is taken to have been on a break of its own."""

    taken: BreakTaken
    received: int = 0


class TimeGranted(OfSide, frozen=True, kw_only=True, tag="TimeGranted"):
    """More break time."""

    time: int


class MatchSuspended(OfMatch, frozen=True, kw_only=True, tag="MatchSuspended"):
    """Play stopped; `until` is when it has to go on."""

    until: int | None = None


class MatchResumed(OfMatch, frozen=True, kw_only=True, tag="MatchResumed"):
    """Play went on; what each side was late."""

    delay: tuple[int, int] = (0, 0)


class MatchAttached(OfMatch, frozen=True, kw_only=True, tag="MatchAttached"):
    """It is played on the server."""

    stream: str


class MonitorAsked(OfMatch, frozen=True, kw_only=True, tag="MonitorAsked"):
    """One side would have somebody as the monitor; appointed when the other asks for the same (usbgf:1.3.3a)."""

    entrant: str
    person: str


class AppointedToMatch(OfMatch, frozen=True, kw_only=True, tag="AppointedToMatch"):
    """Somebody has a task at it."""

    appointment: Appointment


class WishesStated(OfSide, frozen=True, kw_only=True, tag="WishesStated"):
    """What a side wishes for the match; what was thrown about earlier wishes counts no longer."""

    wishes: dict[str, str]
    imposed: tuple[str, ...] = ()  # of those, what it had been agreed that either may impose later (usbgf:1.7.1.2b)


class WishesRolled(OfMatch, frozen=True, kw_only=True, tag="WishesRolled"):
    """Both threw for their wishes, home's dice first."""

    rolled: TwoRolls


class TermsAgreed(OfMatch, frozen=True, kw_only=True, tag="TermsAgreed"):
    """Both sides agreed on these."""

    terms: dict[str, str]


class OccurrenceNoted(OfSide, frozen=True, kw_only=True, tag="OccurrenceNoted"):
    """Something was counted for a side; `first` is who picks new dice first."""

    what: Occurrence
    first: str = ""
    score: tuple[int, int] | None = None


class ApprovalDemanded(OfSide, frozen=True, kw_only=True, tag="ApprovalDemanded"):
    """The match does not begin before the director has approved this."""

    what: Approvable


class ApprovalGiven(OfMatch, frozen=True, kw_only=True, tag="ApprovalGiven"):
    """The director approved it."""

    what: Approvable


class SignedOut(ContactLeft, frozen=True, kw_only=True, tag="SignedOut"):
    """A player left the playing area; `waiting` are the open matches that wait for this player meanwhile."""

    waiting: tuple[WaitingMatch, ...] = ()


class SignOutLimited(SignOutRight, frozen=True, kw_only=True, tag="SignOutLimited"):
    """A player needs the director's consent to leave, or no longer."""


class SignedIn(AboutPlayer, frozen=True, kw_only=True, tag="SignedIn"):
    """And is back."""


class LatenessTold(ExpectedArrival, frozen=True, kw_only=True, tag="LatenessTold"):
    """A player expects to be late."""


class DirectorCalled(OfMatch, frozen=True, kw_only=True, tag="DirectorCalled"):
    """Somebody wants the director."""

    call: str
    about: str = ""
    received: int = 0


class CallAnswered(CallReply, frozen=True, kw_only=True, tag="CallAnswered"):
    """It was seen to."""


class RecordingAsked(OfSide, frozen=True, kw_only=True, tag="RecordingAsked"):
    """A side asked something about recordings; `granted` where the book leaves nothing to decide (guide:3.1d)."""

    request: str
    what: RecordingWish
    about: str = ""
    granted: bool = False


class RecordingRequestAnswered(RequestAnswer, frozen=True, kw_only=True, tag="RecordingRequestAnswered"):
    """The director decided."""


class SightingReported(SightReport, frozen=True, kw_only=True, tag="SightingReported"):
    """Somebody who looks on told the officials something."""

    sighting: str


class SightingAnswered(SightReply, frozen=True, kw_only=True, tag="SightingAnswered"):
    """An official has seen to it."""


# Results


class ResultReported(OfSide, frozen=True, kw_only=True, tag="ResultReported"):
    """A player reported."""

    report: Report


class OutcomePosted(OfMatch, frozen=True, kw_only=True, tag="OutcomePosted"):
    """Staff posted a result; the draw's own event follows. `confirmed`: both had reported it."""

    completed: int
    kind: MatchKind = MatchKind.NORMAL
    length: int = 0
    confirmed: bool = False


class OutcomeCorrected(OfMatch, frozen=True, kw_only=True, tag="OutcomeCorrected"):
    """Another result stands; `after_next_began`: one of the two had begun a later match (usbgf:4.7d)."""

    kind: MatchKind = MatchKind.NORMAL
    after_next_began: bool = False


class OutcomeVoided(OfMatch, frozen=True, kw_only=True, tag="OutcomeVoided"):
    """A result was taken out."""


# Penalties and rulings


class PenaltyGiven(Statement, frozen=True, kw_only=True, tag="PenaltyGiven"):
    """A warning or points; without a pairing due in the next match. `confirm`: a director has to (bws:2.2.4f)."""

    id: str
    player: str
    points: int = 0
    step: str = "points"
    contest: str = ""
    pairing: str = ""
    entrant: str = ""
    clauses: tuple[str, ...] = ()
    case: str = ""
    for_delay: bool = False
    confirm: bool = False


class PenaltyFellDue(OfMatch, frozen=True, kw_only=True, tag="PenaltyFellDue"):
    """A penalty kept for the next match is served in this one."""

    penalty: str


class PenaltyConfirmed(AboutPenalty, frozen=True, kw_only=True, tag="PenaltyConfirmed"):
    """Points that waited for the director's word count."""


class PenaltyLifted(AboutPenalty, frozen=True, kw_only=True, tag="PenaltyLifted"):
    """A penalty was taken back."""


class RulingRecorded(OfMatch, frozen=True, kw_only=True, tag="RulingRecorded"):
    """A ruling, by its case."""

    case: str
    ruling: str
    clauses: tuple[str, ...] = ()
    happened: str = ""


class AppealRecorded(AppealOutcome, frozen=True, kw_only=True, tag="AppealRecorded"):
    """What became of an appeal."""


class SpectatorExcluded(SpectatorBan, frozen=True, kw_only=True, tag="SpectatorExcluded"):
    """A spectator has to leave a match, or the tournament."""


class PlayerExcluded(PlayerBan, frozen=True, kw_only=True, tag="PlayerExcluded"):
    """A player is out of the tournament."""


class Announced(Notice, frozen=True, kw_only=True, tag="Announced"):
    """Everybody was told."""


# Money


class MoneyPosted(Statement, frozen=True, kw_only=True, tag="MoneyPosted"):
    """A booking: accounts and cents, debits positive, together zero."""

    memo: str
    lines: tuple[tuple[str, int], ...]
    contest: str = ""
    entry: str = ""
    reverses: int = 0  # the version that made the booking it undoes


class EntrySold(CalcuttaPurchase, frozen=True, kw_only=True, tag="EntrySold"):
    """Somebody bought an entrant in the calcutta."""


class HalfBoughtBack(AboutEntry, frozen=True, kw_only=True, tag="HalfBoughtBack"):
    """The entrant holds half."""


class PrizesAwarded(AboutContest, frozen=True, kw_only=True, tag="PrizesAwarded"):
    """The prizes are booked."""


# Close


class ContestFinished(AboutContest, frozen=True, kw_only=True, tag="ContestFinished"):
    """Everything is played."""


class ReportExported(ReportDuty, frozen=True, kw_only=True, tag="ReportExported"):
    """A report was handed on."""


class TournamentClosed(Statement, frozen=True, kw_only=True, tag="TournamentClosed"):
    """The end."""


class TournamentReopened(Reopening, frozen=True, kw_only=True, tag="TournamentReopened"):
    """Open again, with an event if one is named."""


AnyEvent = (
    TournamentOpened
    | TournamentChanged
    | ContestAdded
    | ContestChanged
    | ContestPublished
    | LengthPosted
    | RoundScheduled
    | RecessScheduled
    | RoundTimeCancelled
    | RecessCancelled
    | StaffNamed
    | StaffDismissed
    | CommitteeNamed
    | TablesSet
    | DeskSet
    | EquipmentOrdered
    | ContestsOrdered
    | BroadcastChosen
    | EquipmentChecked
    | RulesAccepted
    | PlayerKnown
    | EntryRegistered
    | EntryApproved
    | EntryRefused
    | EntryMovedUp
    | EntrySubstituted
    | EntryRated
    | EntryWithdrawn
    | EntryReinstated
    | CheckedIn
    | CheckInCancelled
    | WaitingOrdered
    | EntrySeeded
    | EntryReconsidered
    | SidePoolJoined
    | DrawChanged
    | SwissChanged
    | PlayoffBegun
    | PlayoffResult
    | TableAssigned
    | MatchCalled
    | MatchCallCancelled
    | StartPosted
    | SideReady
    | MatchBegun
    | StartCancelled
    | ScoreNoted
    | BreakCalled
    | BreakEnded
    | TimeGranted
    | MatchSuspended
    | MatchResumed
    | MatchAttached
    | MonitorAsked
    | AppointedToMatch
    | WishesStated
    | WishesRolled
    | TermsAgreed
    | OccurrenceNoted
    | ApprovalDemanded
    | ApprovalGiven
    | SignedOut
    | SignOutLimited
    | SignedIn
    | LatenessTold
    | DirectorCalled
    | CallAnswered
    | RecordingAsked
    | RecordingRequestAnswered
    | SightingReported
    | SightingAnswered
    | ResultReported
    | OutcomePosted
    | OutcomeCorrected
    | OutcomeVoided
    | PenaltyGiven
    | PenaltyFellDue
    | PenaltyConfirmed
    | PenaltyLifted
    | RulingRecorded
    | AppealRecorded
    | SpectatorExcluded
    | PlayerExcluded
    | Announced
    | MoneyPosted
    | EntrySold
    | HalfBoughtBack
    | PrizesAwarded
    | ContestFinished
    | ReportExported
    | TournamentClosed
    | TournamentReopened
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
    except (msgspec.MsgspecError, ValueError) as malformed:
        raise ValueError(f"not an event of a tournament log: {malformed}") from malformed
    return event
