"""What goes over HTTP about lists of federations."""

from typing import Annotated

import msgspec

from barpoint.club.lists import (
    BadRow,
    ColumnMapping,
    IdentifyRow,
    ListMatch,
    ListRow,
    NameKeeper,
    ReadRow,
)
from barpoint.service.clubs import EntrantListed
from barpoint.wire.community.clubs import NamedLink, Title


class NewList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin a list."""

    name: Title
    about: Annotated[str, msgspec.Meta(max_length=300)] = ""


class ListFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A CSV line by line, and which columns hold what; without a mapping, the one that was kept or is likely."""

    lines: Annotated[tuple[str, ...], msgspec.Meta(max_length=50_000)]
    mapping: ColumnMapping | None = None
    source: Annotated[str, msgspec.Meta(max_length=120)] = ""


class KeeperByName(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="KeeperByName"):
    """`NameKeeper` for somebody whose name is known: the account that is registered under it."""

    name: Title


class TakeListStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a keeper does besides importing."""

    step: IdentifyRow | NameKeeper | KeeperByName


class ListPreview(msgspec.Struct, frozen=True):
    """What a file comes to: the first rows, every bad one up to a bound, and how many of each there are.

    Without a mapping the columns cannot be told apart by their names: `why` says so.
    """

    columns: tuple[str, ...]
    mapping: ColumnMapping | None
    rows: tuple[ReadRow, ...] = ()
    bad: tuple[BadRow, ...] = ()
    good_count: int = 0
    bad_count: int = 0
    why: str = ""


class ListListing(msgspec.Struct, frozen=True):
    """A line of the lists: how many people it has, and from when and what it was imported."""

    id: str
    name: str
    about: str
    people: int
    imported: int
    source: str
    mine: bool


class ListedPerson(msgspec.Struct, frozen=True):
    """A row, the account it is by a keeper's word, and one that goes by its name."""

    key: str
    row: ListRow
    account: NamedLink | None = None
    namesake: NamedLink | None = None


class ListPage(msgspec.Struct, frozen=True):
    """A list as somebody sees it; rows and mapping are its keepers' to see."""

    listing: ListListing
    keepers: tuple[NamedLink, ...]
    mapping: ColumnMapping | None = None
    rows: tuple[ListedPerson, ...] = ()
    total: int = 0


class ListImported(msgspec.Struct, frozen=True):
    """What an import has come to."""

    listing: ListListing
    bad: tuple[BadRow, ...]


class ClubListed(msgspec.Struct, frozen=True):
    """The members of a club with their rows."""

    club: NamedLink
    members: tuple[ListMatch, ...]


class EventListed(msgspec.Struct, frozen=True):
    """An event's list, what it is called, and what it says of the entrants."""

    rating_list: str
    name: str
    entrants: tuple[EntrantListed, ...]
