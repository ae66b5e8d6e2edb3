"""What goes over HTTP about fair play, to officials only."""

from typing import Annotated

import msgspec

from barpoint.board import Side
from barpoint.engine.review import Estimate
from barpoint.service.officials import FairPlayReport


class FairPlayLine(msgspec.Struct, frozen=True):
    """One person in one match of the list: a few figures, in the order matches ended, not of how they look."""

    account: str
    name: str
    side: Side
    rating: float | None
    error_rate: Estimate | None
    hard: Estimate | None  # agreement in hard plays


class FairPlayListing(msgspec.Struct, frozen=True):
    """A match of the list."""

    match: str
    at: int
    kind: str
    players: tuple[FairPlayLine, ...]


class FairPlayPage(msgspec.Struct, frozen=True):
    """A match as its officials see it; `tournament` is the one it belongs to."""

    report: FairPlayReport
    white: str
    black: str
    tournament: str = ""


class NewFairPlayCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Open a case about a side of the match; the figures come along as an exhibit."""

    side: Side
    report: Annotated[str, msgspec.Meta(max_length=1_000)] = ""


class FairPlayCase(msgspec.Struct, frozen=True):
    """The case, and the page on which it goes on."""

    case: str
    page: str
