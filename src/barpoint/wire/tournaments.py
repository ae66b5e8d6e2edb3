"""What goes over HTTP about tournaments; the rest of it are the tournament's own values."""

from typing import Annotated, Any, Literal

import msgspec

from barpoint.board import Side
from barpoint.officiating.answer import Step
from barpoint.tournament.archive import Archive, Change
from barpoint.tournament.draw.progress import Place
from barpoint.tournament.sheet import Programme, Terms
from barpoint.tournament.standings import Row
from barpoint.tournament.state import Notice, Phase
from barpoint.wire.tables import ErrorRates

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Slug = Annotated[str, msgspec.Meta(max_length=40, pattern="^[a-z0-9-]*$")]


class NewTournament(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Begin a tournament; whoever does is its director."""

    name: Name
    date: str
    director: Annotated[str, msgspec.Meta(max_length=40)] = ""  # by default the name of one's account
    id: Slug = ""  # by default made of the name
    place: str = ""
    currency: str = ""
    rules_at: str = ""
    languages: tuple[str, ...] = ("en",)


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament or an entry that is there now, and the private link of whoever asked."""

    id: str
    version: int
    person: str
    link: str


class NewCommand(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Any command, as `GET /api/tournaments/commands` describes them, without `by`.

    `expected` is the version the page of an official was made from: if the tournament has moved on, nothing is
    done and the answer says what changed. The same `id` again is harmless.
    """

    command: dict[str, Any]
    id: Annotated[str, msgspec.Meta(max_length=64)] = ""
    expected: int | None = None


class CommandDone(msgspec.Struct, frozen=True, kw_only=True):
    """It is in the log."""

    version: int
    events: tuple[Any, ...] = ()


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """The command was made on a stale view: nothing was done."""

    version: int
    changes: tuple[Change, ...]
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


class Roster(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Entrants from a spreadsheet: CSV with a header, one entry a line."""

    contest: Name
    csv: Annotated[str, msgspec.Meta(max_length=200_000)]


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in the list."""

    id: str
    name: str
    date: str
    place: str
    phase: Phase


class TournamentSeen(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may see of it."""

    id: str
    version: int
    phase: Phase
    programme: Programme
    terms: tuple[Terms, ...]
    notices: tuple[Notice, ...]


class TitleStands(msgspec.Struct, frozen=True, kw_only=True):
    """The places of a title so far, and the table they come from with its tie-breaks in words."""

    contest: str
    contest_name: str
    title: str
    places: tuple[Place, ...]
    table: tuple[Row, ...]
    names: dict[str, str]


class PersonLink(msgspec.Struct, frozen=True, kw_only=True):
    """A private link and whose it is."""

    person: str
    name: str
    link: str
    roles: tuple[str, ...] = ()


Said = Annotated[str, msgspec.Meta(max_length=1_000)]


class NewDeskCase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An incident in a match of the tournament; without a kind an official decides in words of their own."""

    contest: Name
    pairing: Name
    kind: Annotated[str, msgspec.Meta(max_length=60)] = ""
    report: Said = ""


class DeskPenalty(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an official imposes in a ruling of their own: on the side that is named first (white) or second (black)."""

    side: Side
    step: Step = Step.WARNING
    points: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    later: bool = False  # in the player's next match
    barred_until: Annotated[str, msgspec.Meta(max_length=10)] = ""  # an ISO date


class DeskCaseStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One step in a case.

    A fact (`key`, `text`), the ruling (`chosen` of what the book leaves open, or `say` with a `penalty` and the
    `reason`), an appeal (`player`), its committee (`members`), its votes (`uphold`, `change`), the end.
    """

    step: Literal["fact", "rule", "appeal", "committee", "votes", "close"]
    key: Annotated[str, msgspec.Meta(max_length=60)] = ""
    text: Said = ""
    chosen: Annotated[str, msgspec.Meta(max_length=60)] = ""
    say: Said = ""
    penalty: DeskPenalty | None = None
    reason: Said = ""
    player: Annotated[str, msgspec.Meta(max_length=80)] = ""
    members: Annotated[tuple[str, ...], msgspec.Meta(max_length=20)] = ()
    uphold: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    change: Annotated[dict[str, int], msgspec.Meta(max_length=20)] = {}


class DeskCase(msgspec.Struct, frozen=True, kw_only=True):
    """Where a case is."""

    id: str
    page: str


class FullArchive(Archive, frozen=True, kw_only=True):
    """The archive with the error rates of the matches that were recorded."""

    records: tuple[ErrorRates, ...] = ()
