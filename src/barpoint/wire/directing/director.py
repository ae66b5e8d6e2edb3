"""What goes over HTTP for the pages of a tournament's staff."""

import msgspec

from barpoint.service.tournaments import LiveMatch
from barpoint.tournament import Permission, Role
from barpoint.tournament.views import Consequence, DirectorView, UnseatedMatch


class DirectorPage(msgspec.Struct, frozen=True, kw_only=True):
    """The tournament for somebody on its staff, and what they may do in it."""

    person: str
    roles: tuple[Role, ...]
    permissions: tuple[Permission, ...]
    view: DirectorView
    live: tuple[LiveMatch, ...]


class CommandTrial(msgspec.Struct, frozen=True, kw_only=True):
    """What a command would do: nothing of it was done."""

    version: int
    events: int
    unseated: tuple[UnseatedMatch, ...] = ()
    consequences: tuple[Consequence, ...] = ()  # of other settings


class OptionLatitude(msgspec.Struct, frozen=True, kw_only=True):
    """What a book lets an event do with an option: free, listed (the values named), or fixed."""

    option: str
    may: str
    clauses: tuple[str, ...]
    only: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()  # the values it can take; none: a number or a text
    kind: str = "text"  # bool, int, choice, text


class CaseListing(msgspec.Struct, frozen=True, kw_only=True):
    """An open case about a match of the tournament: what it is about, and how it stands."""

    id: str
    contest: str
    pairing: str
    sides: tuple[tuple[str, ...], tuple[str, ...]]  # home plays white
    title: str  # of the kind of incident; "": an official decides in words of their own
    report: str
    at: int
    stands: str  # to_rule, ruled, appealed or changed
    appeals: bool  # whether its book has any
