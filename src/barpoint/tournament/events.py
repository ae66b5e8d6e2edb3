"""What has happened in a tournament: past tense, a closed union, the only thing that is stored.

An event says everything `evolve` needs, so that a log replays without judging again. Draws and Swiss rounds
keep their own events; here they are wrapped, so that one log holds the whole tournament in order. A field
added later has a default, and a type is never renamed: an old log always replays.
"""

from typing import Final

import msgspec

from barpoint.tournament.draw import events as draw
from barpoint.tournament.draw.progress import Result
from barpoint.tournament.pairing.swiss import SwissEvents
from barpoint.tournament.player import Entry, Player
from barpoint.tournament.running import Appointment, BreakRunning, BreakTaken, MatchKind, Report
from barpoint.tournament.settings import ContestSettings, Recess, TournamentSettings
from barpoint.tournament.staff import Role

LOG_VERSION: Final = 1


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The common part: when, by whom, and why where a reason was given."""

    at: int
    by: str
    reason: str = ""


class OfContest(Event, frozen=True, kw_only=True):
    """In one event of the tournament."""

    contest: str


class OfEntry(OfContest, frozen=True, kw_only=True):
    """Of one entry."""

    entry: str


class OfMatch(OfContest, frozen=True, kw_only=True):
    """Of one match: its pairing and who sits there."""

    pairing: str
    players: tuple[str, str]


class OfSide(OfMatch, frozen=True, kw_only=True):
    """Of one side of a match."""

    entrant: str


# Set-up


class TournamentOpened(Event, frozen=True, kw_only=True):
    """It begins, with its director."""

    settings: TournamentSettings


class ContestAdded(Event, frozen=True, kw_only=True):
    """An event was added."""

    settings: ContestSettings


class ContestChanged(Event, frozen=True, kw_only=True):
    """An event's settings were changed; `published`: after they had been announced."""

    settings: ContestSettings
    published: bool = False


class ContestPublished(OfContest, frozen=True, kw_only=True):
    """Options, fees and prizes were announced; entries are open."""


class LengthPosted(OfContest, frozen=True, kw_only=True):
    """A length stands on the draw sheet; `was` is the one it revises, 0 if none."""

    length: int
    bracket: str = ""
    round: int = 0
    pairing: str = ""
    was: int = 0


class RoundScheduled(OfContest, frozen=True, kw_only=True):
    """A round has its time."""

    bracket: str
    round: int
    start: int
    was: int | None = None


class RecessScheduled(Event, frozen=True, kw_only=True):
    """A recess has its time."""

    recess: Recess


class StaffNamed(Event, frozen=True, kw_only=True):
    """Somebody has a role."""

    person: str
    role: Role


class StaffDismissed(Event, frozen=True, kw_only=True):
    """And no longer."""

    person: str
    role: Role


class CommitteeNamed(Event, frozen=True, kw_only=True):
    """The list of committee members was published."""

    members: tuple[str, ...]


class TablesSet(Event, frozen=True, kw_only=True):
    """A hall's tables have names."""

    tables: tuple[str, ...]
    hall: str = ""


class EquipmentOrdered(Event, frozen=True, kw_only=True):
    """The director ordered something; it says nothing against anybody (usbgf:4.1.5)."""

    topic: str
    choice: str
    contest: str = ""
    round: int = 0
    pairing: str = ""
    player: str = ""


# Entry


class PlayerKnown(Event, frozen=True, kw_only=True):
    """A player's data, new or changed."""

    player: Player


class EntryRegistered(OfContest, frozen=True, kw_only=True):
    """Somebody has entered; pending until approved."""

    entry: Entry


class EntryApproved(OfEntry, frozen=True, kw_only=True):
    """The director let the entry in."""


class EntryRefused(OfEntry, frozen=True, kw_only=True):
    """The director kept it out."""


class EntryMovedUp(OfEntry, frozen=True, kw_only=True):
    """It went to a higher division."""

    to: str


class EntryWithdrawn(OfEntry, frozen=True, kw_only=True):
    """It left a title, `*` for all."""

    title: str = "*"


class EntryReinstated(OfEntry, frozen=True, kw_only=True):
    """It came back."""

    title: str = "*"


class CheckedIn(OfEntry, frozen=True, kw_only=True):
    """The entrant is there."""


class SidePoolJoined(OfEntry, frozen=True, kw_only=True):
    """The entrant plays for a side pool too."""

    pool: str


# Draw


class DrawChanged(OfContest, frozen=True, kw_only=True):
    """Something happened to a draw."""

    change: draw.Events


class SwissChanged(OfContest, frozen=True, kw_only=True):
    """Something happened to a Swiss event."""

    change: SwissEvents


class PlayoffBegun(OfContest, frozen=True, kw_only=True):
    """The survivors play off, on these lines."""

    lines: tuple[str | None, ...]
    contingent_bye: bool = False


class PlayoffResult(OfContest, frozen=True, kw_only=True):
    """A result of the playoff stands; without `result` it was taken out."""

    pairing: str
    players: tuple[str, str]
    result: Result | None = None


# Running


class TableAssigned(OfMatch, frozen=True, kw_only=True):
    """A match has its table."""

    table: str
    hall: str = ""


class MatchCalled(OfMatch, frozen=True, kw_only=True):
    """The players were called."""


class StartPosted(OfMatch, frozen=True, kw_only=True):
    """A match has its own time."""

    start: int


class SideReady(OfSide, frozen=True, kw_only=True):
    """A side is there."""


class MatchBegun(OfMatch, frozen=True, kw_only=True):
    """Play began: when it was due, its length, and what each side was late."""

    due: int | None = None
    length: int = 0
    delay: tuple[int, int] = (0, 0)


class BreakCalled(OfMatch, frozen=True, kw_only=True):
    """A side left the board."""

    running: BreakRunning
    received: int = 0  # told so much later by a device that was without a network


class BreakEnded(OfMatch, frozen=True, kw_only=True):
    """It is back, or is taken to have been on a break of its own."""

    taken: BreakTaken
    received: int = 0


class TimeGranted(OfSide, frozen=True, kw_only=True):
    """More break time."""

    time: int


class MatchSuspended(OfMatch, frozen=True, kw_only=True):
    """Play stopped; `until` is when it has to go on."""

    until: int | None = None


class MatchResumed(OfMatch, frozen=True, kw_only=True):
    """Play went on; what each side was late."""

    delay: tuple[int, int] = (0, 0)


class MatchAttached(OfMatch, frozen=True, kw_only=True):
    """It is played on the server."""

    stream: str


class AppointedToMatch(OfMatch, frozen=True, kw_only=True):
    """Somebody has a task at it."""

    appointment: Appointment


class SignedOut(Event, frozen=True, kw_only=True):
    """A player left the playing area."""

    player: str
    contact: str = ""


class SignedIn(Event, frozen=True, kw_only=True):
    """And is back."""

    player: str


class LatenessTold(Event, frozen=True, kw_only=True):
    """A player expects to be late."""

    player: str
    expected: int


class DirectorCalled(OfMatch, frozen=True, kw_only=True):
    """Somebody wants the director."""

    call: str
    about: str = ""
    received: int = 0


class CallAnswered(Event, frozen=True, kw_only=True):
    """It was seen to."""

    call: str
    answer: str = ""


# Results


class ResultReported(OfSide, frozen=True, kw_only=True):
    """A player reported."""

    report: Report


class OutcomePosted(OfMatch, frozen=True, kw_only=True):
    """Staff posted a result; the draw's own event follows. `confirmed`: both had reported it."""

    completed: int
    kind: MatchKind = MatchKind.NORMAL
    length: int = 0
    confirmed: bool = False


class OutcomeCorrected(OfMatch, frozen=True, kw_only=True):
    """Another result stands; `after_next_began`: one of the two had begun a later match (usbgf:4.7d)."""

    kind: MatchKind = MatchKind.NORMAL
    after_next_began: bool = False


class OutcomeVoided(OfMatch, frozen=True, kw_only=True):
    """A result was taken out."""


# Penalties and rulings


class PenaltyGiven(Event, frozen=True, kw_only=True):
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


class PenaltyFellDue(OfMatch, frozen=True, kw_only=True):
    """A penalty kept for the next match is served in this one."""

    penalty: str


class PenaltyConfirmed(Event, frozen=True, kw_only=True):
    """Points that waited for the director's word count."""

    penalty: str


class PenaltyLifted(Event, frozen=True, kw_only=True):
    """A penalty was taken back."""

    penalty: str


class RulingRecorded(OfMatch, frozen=True, kw_only=True):
    """A ruling, by its case."""

    case: str
    ruling: str
    clauses: tuple[str, ...] = ()
    happened: str = ""


class AppealRecorded(Event, frozen=True, kw_only=True):
    """What became of an appeal."""

    case: str
    outcome: str
    changed: bool = False


class SpectatorExcluded(Event, frozen=True, kw_only=True):
    """A spectator has to leave a match, or the tournament."""

    spectator: str
    contest: str = ""
    pairing: str = ""
    requested_by: str = ""


class PlayerExcluded(Event, frozen=True, kw_only=True):
    """A player is out of the tournament."""

    player: str
    aids: bool = False
    case: str = ""


class Announced(Event, frozen=True, kw_only=True):
    """Everybody was told."""

    text: str
    contest: str = ""


# Money


class MoneyPosted(Event, frozen=True, kw_only=True):
    """A booking: accounts and cents, debits positive, together zero."""

    memo: str
    lines: tuple[tuple[str, int], ...]
    contest: str = ""
    entry: str = ""


class EntrySold(OfEntry, frozen=True, kw_only=True):
    """Somebody bought an entrant in the calcutta."""

    buyer: str
    price: int


class HalfBoughtBack(OfEntry, frozen=True, kw_only=True):
    """The entrant holds half."""


class PrizesAwarded(OfContest, frozen=True, kw_only=True):
    """The prizes are booked."""


# Close


class ContestFinished(OfContest, frozen=True, kw_only=True):
    """Everything is played."""


class ReportExported(Event, frozen=True, kw_only=True):
    """A report was handed on."""

    duty: str


class TournamentClosed(Event, frozen=True, kw_only=True):
    """The end."""


class TournamentReopened(Event, frozen=True, kw_only=True):
    """Open again, with an event if one is named."""

    contest: str = ""


AnyEvent = (
    TournamentOpened
    | ContestAdded
    | ContestChanged
    | ContestPublished
    | LengthPosted
    | RoundScheduled
    | RecessScheduled
    | StaffNamed
    | StaffDismissed
    | CommitteeNamed
    | TablesSet
    | EquipmentOrdered
    | PlayerKnown
    | EntryRegistered
    | EntryApproved
    | EntryRefused
    | EntryMovedUp
    | EntryWithdrawn
    | EntryReinstated
    | CheckedIn
    | SidePoolJoined
    | DrawChanged
    | SwissChanged
    | PlayoffBegun
    | PlayoffResult
    | TableAssigned
    | MatchCalled
    | StartPosted
    | SideReady
    | MatchBegun
    | BreakCalled
    | BreakEnded
    | TimeGranted
    | MatchSuspended
    | MatchResumed
    | MatchAttached
    | AppointedToMatch
    | SignedOut
    | SignedIn
    | LatenessTold
    | DirectorCalled
    | CallAnswered
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
