"""What goes over HTTP about tournaments; the rest of it are the tournament's own values."""

from typing import Annotated, Any, Literal

import msgspec

from barpoint.board import Side
from barpoint.officiating import PenaltyStep
from barpoint.officiating.cases import NamedAmount
from barpoint.tournament import (
    Permission,
    Role,
    ScreenPart,
    SightSubject,
    StandingsRow,
    TournamentNotice,
    TournamentPhase,
)
from barpoint.tournament.draw import Place
from barpoint.tournament.views import Archive, ContestTerms, LogChange, Programme
from barpoint.wire.directing.table_devices import ErrorRates

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Slug = Annotated[str, msgspec.Meta(max_length=40, pattern="^[a-z0-9-]*$")]


class NewTournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Begin a tournament; whoever does is its director."""

    name: Name
    date: str
    director: Annotated[str, msgspec.Meta(max_length=40)] = ""  # by default the name of one's account
    id: Slug = ""  # by default made of the name
    place: str = ""
    currency: str = ""  # by default EUR
    rules_at: str = ""
    languages: tuple[str, ...] = ("en",)
    zone: str = ""


class WhoDirects(msgspec.Struct, frozen=True, kw_only=True):
    """Who may begin a tournament on this server."""

    who: Literal["registered", "staff", "anybody"]


class AccessLink(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament or an entry that is there now, and the private link of whoever asked."""

    id: str
    version: int
    person: str
    link: str


class NewCommand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Any command, as `GET /api/tournaments/commands` describes them, without `by`.

    `expected` is the version the page of an official was made from: if what the command is about has changed since,
    nothing is done and the answer says what changed; `own` are later versions that this page has made itself. The same
    `id` again is harmless. Who works for the tournament and plays as well says which it is with `acting`.
    """

    command: dict[str, Any]
    id: Annotated[str, msgspec.Meta(max_length=64)] = ""
    expected: int | None = None
    own: Annotated[tuple[int, ...], msgspec.Meta(max_length=500)] = ()
    acting: Literal["", "player", "staff"] = ""


class CommandBatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Steps that are done together in one go: each of them whole, or not at all; the others all the same."""

    steps: Annotated[
        tuple[Annotated[tuple[dict[str, Any], ...], msgspec.Meta(min_length=1, max_length=4)], ...],
        msgspec.Meta(min_length=1, max_length=300),
    ]
    id: Annotated[str, msgspec.Meta(max_length=64)] = ""


class RefusedStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step that was not done: which, and why."""

    step: int
    detail: str
    clauses: tuple[str, ...] = ()


class BatchReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it: where the tournament stands, and what could not be done."""

    version: int
    events: tuple[Any, ...] = ()
    refused: tuple[RefusedStep, ...] = ()


class CommandReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """It is in the log."""

    version: int
    events: tuple[Any, ...] = ()


class StaleCommand(msgspec.Struct, frozen=True, kw_only=True):
    """The command was made on a stale view: nothing was done."""

    version: int
    changes: tuple[LogChange, ...]
    status_code: int = 409
    code: str = "stale"
    detail: str = "somebody else has acted since this page was made"


class NewEntry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody enters by themselves; the director decides."""

    contest: Name
    name: Name
    club: Annotated[str, msgspec.Meta(max_length=60)] = ""
    contact: Annotated[str, msgspec.Meta(max_length=120)] = ""
    partner: Annotated[str, msgspec.Meta(max_length=60)] = ""
    accepted: bool = False  # the rules and the standards of ethics (usbgf:1.2.1a)


class NewSighting(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody who looks on has seen, in the hall or in a broadcast."""

    contest: Name
    pairing: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    subject: SightSubject
    about: Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    stream: bool = False


class SightReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """What the book makes of a report; the officials have it in any case."""

    admissible: bool
    clauses: tuple[str, ...]


class Roster(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Entrants from a spreadsheet: CSV with a header, one entry a line."""

    contest: Name
    csv: Annotated[str, msgspec.Meta(max_length=200_000)]


class TournamentListing(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in the list."""

    id: str
    name: str
    date: str
    place: str
    phase: TournamentPhase


class TournamentView(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may see of it."""

    id: str
    version: int
    phase: TournamentPhase
    programme: Programme
    terms: tuple[ContestTerms, ...]
    notices: tuple[TournamentNotice, ...]
    entries: dict[str, tuple[str, ...]] = {}  # who plays, by event
    presets: dict[str, str] = {}  # the rules an event is played under, by event


class ContestSummary(msgspec.Struct, frozen=True, kw_only=True):
    """An event in the list of a tournament's pages."""

    id: str
    name: str
    published: bool
    drawn: bool
    finished: bool
    swiss: bool  # rounds paired one by one: it has a table
    team: int
    preset: str  # of its rule book


class TournamentAccess(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody is in a tournament, and what the frame of its pages shows."""

    id: str
    name: str
    date: str
    place: str
    currency: str
    version: int
    phase: TournamentPhase
    now: int
    contests: tuple[ContestSummary, ...]
    person: str = ""  # as which one works for it; "": not at all
    roles: tuple[Role, ...] = ()
    permissions: tuple[Permission, ...] = ()
    player: str = ""  # the id one plays under; "": does not play
    player_name: str = ""
    by_account: bool = False  # the role is this account's, on every device
    zone: str = ""  # whose hours its times are in
    screen: tuple[ScreenPart, ...] = ()  # what the hall's screens show; none: everything
    screen_seconds: int = 10


class TitleStandings(msgspec.Struct, frozen=True, kw_only=True):
    """The places of a title so far, and the table they come from with its tie-breaks in words."""

    contest: str
    contest_name: str
    title: str
    places: tuple[Place, ...]
    table: tuple[StandingsRow, ...]
    names: dict[str, str]


class PersonLink(msgspec.Struct, frozen=True, kw_only=True):
    """A private link, whose it is and what it is for."""

    person: str
    name: str
    link: str
    kind: Literal["player", "staff", "committee"]
    roles: tuple[str, ...] = ()


class RoleAccount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The account a role is given to, by its name; an official of the server says why."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    reason: Annotated[str, msgspec.Meta(max_length=1_000)] = ""


class RoleRecovery(msgspec.Struct, frozen=True, kw_only=True):
    """An official of the server gave a role to an account, with the reason."""

    at: int
    official: str
    account: str
    reason: str


class RoleHolder(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who works for a tournament, and the names of the accounts that do so as this person."""

    person: str
    roles: tuple[Role, ...]
    accounts: tuple[str, ...]
    recovered: tuple[RoleRecovery, ...] = ()


class OwnPlayer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which of the players somebody is."""

    player: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


Statement = Annotated[str, msgspec.Meta(max_length=1_000)]


class NewDeskCase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An incident in a match of the tournament; without a kind an official decides in words of their own."""

    contest: Name
    pairing: Name
    kind: Annotated[str, msgspec.Meta(max_length=60)] = ""
    report: Statement = ""


class DeskPenalty(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an official imposes in a ruling of their own: on the side that is named first (white) or second (black)."""

    side: Side
    step: PenaltyStep = PenaltyStep.WARNING
    points: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    later: bool = False  # in the player's next match
    barred_until: Annotated[str, msgspec.Meta(max_length=10)] = ""  # an ISO date


class DeskCaseStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step in a case.

    A fact (`key`, and `text` as a person types it or `value` as the question's type has it), the ruling (`chosen` of
    what the book leaves open, or `say` with a `penalty` and the `reason`), what a player or a witness says (`player`,
    `text`), an exhibit (`what`, `title`, `player` who gave it), an appeal (`player`, against all or
    `parts`), its committee (`members`), its votes (`uphold`, `change`, the `director`'s own; what members cast
    themselves goes before totals), the end; that a `player` asks the board for a ruling of principle; that a precedent
    (`reference`) is cited.
    """

    step: Literal["fact", "rule", "statement", "exhibit", "appeal", "committee", "votes", "close", "refer", "cite"]
    key: Annotated[str, msgspec.Meta(max_length=60)] = ""
    value: str | int | bool | None = None  # times in milliseconds
    text: Statement = ""
    chosen: Annotated[str, msgspec.Meta(max_length=60)] = ""
    named: NamedAmount = NamedAmount()  # what the chosen option leaves to be named
    say: Statement = ""
    penalty: DeskPenalty | None = None
    reason: Statement = ""
    player: Annotated[str, msgspec.Meta(max_length=80)] = ""
    members: Annotated[tuple[str, ...], msgspec.Meta(max_length=20)] = ()
    uphold: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    change: Annotated[dict[str, int], msgspec.Meta(max_length=20)] = {}
    what: Annotated[str, msgspec.Meta(max_length=20)] = ""  # photo, video, score_sheet, testimony, match_log, object
    title: Annotated[str, msgspec.Meta(max_length=120)] = ""
    reference: Annotated[str, msgspec.Meta(max_length=200)] = ""
    sha256: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""
    parts: Annotated[tuple[str, ...], msgspec.Meta(max_length=20)] = ()
    part: Annotated[str, msgspec.Meta(max_length=60)] = ""
    director: Annotated[str, msgspec.Meta(max_length=60)] = ""


class DeskCase(msgspec.Struct, frozen=True, kw_only=True):
    """Where a case is."""

    id: str
    page: str


class FullArchive(Archive, frozen=True, kw_only=True):
    """The archive with the error rates of the matches that were recorded."""

    records: tuple[ErrorRates, ...] = ()
