"""What a command and the event it leads to both say: when, by whom and why, and what they are about.

A command and its event that carry the same share it through a base class here; what is stored stays flat. Tags belong
to `commands` and `events`, so nothing here is read or written by itself.
"""

from typing import Annotated, TypedDict

import msgspec

from barpoint.rulebook.profiles import Equipment
from barpoint.tournament.draw.lines import LARGEST
from barpoint.tournament.player import Player
from barpoint.tournament.settings import ContestSettings, DeskChoices, TournamentSettings
from barpoint.tournament.staff import Role
from barpoint.tournament.watching import SightSubject


class Stamp(TypedDict):
    """When, by whom and why: what an event takes over from its command."""

    at: int
    by: str
    reason: str


class Statement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part: when, by whom, and why where a reason was given."""

    at: int
    by: str
    reason: str = ""

    @property
    def stamp(self) -> Stamp:
        """For the event it leads to."""
        return Stamp(at=self.at, by=self.by, reason=self.reason)


class AboutContest(Statement, frozen=True, kw_only=True):
    """About one event of the tournament."""

    contest: str


class AboutEntry(AboutContest, frozen=True, kw_only=True):
    """About one entry."""

    entry: str


class WaitingOrder(AboutContest, frozen=True, kw_only=True):
    """The waiting list of an event: these entries first, then the others as they came."""

    entries: tuple[str, ...]


class EntrySeed(AboutEntry, frozen=True, kw_only=True):
    """The seed an entry is drawn with: 1 is the first; 0 takes it back."""

    rank: Annotated[int, msgspec.Meta(ge=0, le=LARGEST)] = 0


class AboutMatch(AboutContest, frozen=True, kw_only=True):
    """About one match, by the id of its pairing."""

    pairing: str


class AboutPlayer(Statement, frozen=True, kw_only=True):
    """About one player."""

    player: str


class AboutPenalty(Statement, frozen=True, kw_only=True):
    """About one penalty, by its id."""

    penalty: str


# Set-up


class TournamentTerms(Statement, frozen=True, kw_only=True):
    """What a tournament is."""

    settings: TournamentSettings


class ContestTerms(Statement, frozen=True, kw_only=True):
    """What an event is."""

    settings: ContestSettings


class LengthPosting(AboutContest, frozen=True, kw_only=True):
    """A match length: of a round, or of one pairing."""

    length: int
    bracket: str = ""
    round: int = 0
    pairing: str = ""


class StaffRole(Statement, frozen=True, kw_only=True):
    """Somebody and a role."""

    person: str
    role: Role


class CommitteeList(Statement, frozen=True, kw_only=True):
    """Who may sit on committees."""

    members: tuple[str, ...]


class DeskArrangement(Statement, frozen=True, kw_only=True):
    """How the desk is run."""

    choices: DeskChoices


class HallTables(Statement, frozen=True, kw_only=True):
    """The tables of a hall."""

    tables: tuple[str, ...]
    hall: str = ""
    smoking: bool = False  # people may smoke there (usbgf:2.1b, bws:2.1b)


class EquipmentOrder(Statement, frozen=True, kw_only=True):
    """Equipment, and whom or what it is for."""

    topic: str
    choice: str
    contest: str = ""
    round: int = 0
    pairing: str = ""
    player: str = ""


class EventOrder(Statement, frozen=True, kw_only=True):
    """Which event's match somebody plays first who is wanted in two (usbgf:2.2.1h, guide:2.2.5c)."""

    contests: tuple[str, ...]


class BroadcastChoice(Statement, frozen=True, kw_only=True):
    """What is shown and recorded, and how much later; for everything, an event, a match or a table."""

    contest: str = ""
    pairing: str = ""
    hall: str = ""
    table: str = ""
    live: bool | None = None
    recorded: bool | None = None
    delay: int | None = None  # minutes


class TableEquipment(Statement, frozen=True, kw_only=True):
    """What lies on a table, or what a player brings, and the event whose book it is looked at under."""

    equipment: Equipment
    contest: str
    hall: str = ""
    table: str = ""
    player: str = ""


# Entry


class RulesAcceptance(Statement, frozen=True, kw_only=True):
    """Somebody has accepted the rules and the standards of ethics (usbgf:1.2.1a)."""

    person: str


class PlayerData(Statement, frozen=True, kw_only=True):
    """What is known of a player."""

    player: Player


class ListedRating(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a list says of a player: a rating, or None where the list has none; `member` is their number there."""

    player: str
    rating: float | None = None
    member: str = ""


class DivisionMove(AboutEntry, frozen=True, kw_only=True):
    """Where an entry goes."""

    to: str


class TitleChange(AboutEntry, frozen=True, kw_only=True):
    """Which title an entry leaves or plays for again, `*` for all."""

    title: str = "*"


class SidePoolEntry(AboutEntry, frozen=True, kw_only=True):
    """The side pool an entrant plays for too."""

    pool: str


class CalcuttaPurchase(AboutEntry, frozen=True, kw_only=True):
    """Who bought an entrant, and for how much."""

    buyer: str
    price: int


# Running


class ContactLeft(AboutPlayer, frozen=True, kw_only=True):
    """How a player away from the playing area is reached."""

    contact: str = ""


class SignOutRight(AboutPlayer, frozen=True, kw_only=True):
    """Whether a player may sign out without the director's consent."""

    allowed: bool = False


class ExpectedArrival(AboutPlayer, frozen=True, kw_only=True):
    """When a player who is late expects to come."""

    expected: int


class CallReply(Statement, frozen=True, kw_only=True):
    """A call for the director, and what came of it."""

    call: str
    answer: str = ""


class RequestAnswer(Statement, frozen=True, kw_only=True):
    """The director's word on what a side asked about recordings."""

    request: str
    granted: bool


class SightReport(AboutMatch, frozen=True, kw_only=True):
    """What somebody who looks on has seen; `witness` is the name they give, `stream`: they watch a broadcast."""

    subject: SightSubject
    about: str
    witness: str = ""
    stream: bool = False


class SightReply(Statement, frozen=True, kw_only=True):
    """What came of a watcher's report."""

    sighting: str
    answer: str = ""


# Penalties and rulings


class AppealOutcome(Statement, frozen=True, kw_only=True):
    """What became of an appeal."""

    case: str
    outcome: str
    changed: bool = False


class SpectatorBan(Statement, frozen=True, kw_only=True):
    """A spectator, and where they have to leave."""

    spectator: str
    contest: str = ""
    pairing: str = ""
    requested_by: str = ""
    until: int | None = None  # when it is over; None: it lasts


class PlayerBan(AboutPlayer, frozen=True, kw_only=True):
    """A player who is out of the tournament."""

    aids: bool = False  # for aids or outside help
    case: str = ""


class Notice(Statement, frozen=True, kw_only=True):
    """A text for everybody, or for those of one event."""

    text: str
    contest: str = ""


class ReportDuty(Statement, frozen=True, kw_only=True):
    """A report the book asks for."""

    duty: str


class Reopening(Statement, frozen=True, kw_only=True):
    """The tournament open again, with an event if one is named."""

    contest: str = ""
