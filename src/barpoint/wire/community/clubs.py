"""What goes over HTTP about series and clubs."""

from typing import Annotated

import msgspec

from barpoint.club import ClubAnnouncement, ClubMember, ClubRole, ClubStep, NightSettings, PointsScheme, SeriesStep
from barpoint.service.clubs import SeriesTable

Title = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Slug = Annotated[str, msgspec.Meta(pattern="^([a-z0-9-]{1,40})?$")]


class NamedLink(msgspec.Struct, frozen=True):
    """Something by its id and name."""

    id: str
    name: str


class NewSeries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin a series: by a scheme, or by the name of one of the server's; of a club, by its officers."""

    name: Title
    scheme: PointsScheme | str = "field"
    club: Slug = ""


class OrganiserByName(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="OrganiserByName"):
    """`NameOrganiser` for somebody whose name is known: the account that is registered under it."""

    name: Title


class TakeSeriesStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an organiser does."""

    step: SeriesStep | OrganiserByName


class SeriesListing(msgspec.Struct, frozen=True):
    """A line of the list."""

    id: str
    name: str
    club: str
    tournaments: int
    closed: bool
    awaited: tuple[str, ...] = ()  # tournaments that an organiser counts, and whose director has not said so yet


class SeriesHere(msgspec.Struct, frozen=True):
    """The series of a server, and the schemes to begin from."""

    series: tuple[SeriesListing, ...]
    schemes: dict[str, PointsScheme]


class SeriesPage(msgspec.Struct, frozen=True):
    """A series as somebody sees it."""

    table: SeriesTable
    organises: bool
    organisers: tuple[NamedLink, ...] = ()
    club: str = ""  # what its club is called


class NewClub(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Found a club."""

    name: Title
    place: Annotated[str, msgspec.Meta(max_length=80)] = ""
    about: Annotated[str, msgspec.Meta(max_length=2000)] = ""


class TakeClubStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody of a club does."""

    step: ClubStep


class JoinByLink(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Become a member; `known_as` is the name the club knows you by, if it is another than your account's."""

    key: Annotated[str, msgspec.Meta(max_length=64)]
    known_as: Annotated[str, msgspec.Meta(max_length=60)] = ""


class NewNight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An evening: who is here of the members, who else, and what is played; as last time if nothing is said."""

    members: Annotated[tuple[str, ...], msgspec.Meta(max_length=512)] = ()
    newcomers: Annotated[
        tuple[Annotated[str, msgspec.Meta(min_length=1, max_length=60)], ...], msgspec.Meta(max_length=128)
    ] = ()
    night: NightSettings | None = None


class ClubListing(msgspec.Struct, frozen=True):
    """A line of the list."""

    id: str
    name: str
    place: str
    members: int
    mine: bool


class ClubEventLine(msgspec.Struct, frozen=True):
    """A tournament of the club."""

    id: str
    name: str
    date: str
    phase: str


class ClubRanked(msgspec.Struct, frozen=True):
    """A member in the ladder of ratings."""

    account: str
    name: str
    pool: str
    rating: float
    matches: int
    provisional: bool


class ClubPage(msgspec.Struct, frozen=True, kw_only=True):
    """A club as somebody sees it: its people are its members' to see, its link and evenings its officers'."""

    id: str
    version: int
    name: str
    place: str
    about: str
    role: ClubRole | None
    members: tuple[ClubMember, ...]
    announcements: tuple[ClubAnnouncement, ...]
    events: tuple[ClubEventLine, ...]
    series: tuple[NamedLink, ...]
    ladder: tuple[ClubRanked, ...]
    night_series: tuple[str, ...] = ()  # series for which every evening counts
    nights: tuple[NightSettings, ...] = ()
    last_here: tuple[str, ...] = ()
    link: str = ""


class JoinView(msgspec.Struct, frozen=True):
    """A club as somebody sees it who has its link."""

    id: str
    name: str
    place: str
    about: str
    joined: bool


class NightBegun(msgspec.Struct, frozen=True):
    """The evening as a tournament."""

    tournament: str
    link: str
