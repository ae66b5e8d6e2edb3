"""What can be asked of a draw, what has happened to it, and why it may refuse.

Commands are imperative, events past tense; both are closed unions. An event carries everything the fold
needs. Who did it and when is the log's own business, not the draw's.
"""

from enum import StrEnum

import msgspec

from barpoint.tournament.draw.entrant import Entrant
from barpoint.tournament.draw.plan import Plan
from barpoint.tournament.draw.progress import Result
from barpoint.tournament.standings import TieBreak


class DrawCode(StrEnum):
    """Why a draw refuses."""

    NO_SUCH_PAIRING = "no_such_pairing"
    PAIRING_NOT_READY = "pairing_not_ready"
    NOT_IN_PAIRING = "not_in_pairing"
    ALREADY_POSTED = "already_posted"
    NOTHING_POSTED = "nothing_posted"
    KNOCKOUT_NOT_DRAWN = "knockout_not_drawn"
    NOT_ENTERED = "not_entered"
    ALREADY_ENTERED = "already_entered"
    ALREADY_WITHDRAWN = "already_withdrawn"
    NOT_WITHDRAWN = "not_withdrawn"
    NO_PLACE_LEFT = "no_place_left"
    WOULD_UNDO_RESULTS = "would_undo_results"
    WOULD_BREAK_DRAW = "would_break_draw"
    REASON_NEEDED = "reason_needed"


class Command(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part."""


class PostResult(Command, frozen=True, kw_only=True, tag="PostResult"):
    """Write a result into the draw."""

    pairing: str
    result: Result


class CorrectResult(Command, frozen=True, kw_only=True, tag="CorrectResult"):
    """Put another result in its place."""

    pairing: str
    result: Result
    reason: str


class VoidResult(Command, frozen=True, kw_only=True, tag="VoidResult"):
    """Take a result out."""

    pairing: str
    reason: str


class Withdraw(Command, frozen=True, kw_only=True, tag="Withdraw"):
    """Take an entrant out of a title, or of all."""

    entrant: str
    title: str = "*"


class Reinstate(Command, frozen=True, kw_only=True, tag="Reinstate"):
    """Undo a withdrawal."""

    entrant: str
    title: str = "*"
    reason: str


class EnterLate(Command, frozen=True, kw_only=True, tag="EnterLate"):
    """Put an entrant on an empty line: the one named, or one the lot gives."""

    entrant: Entrant
    line: int | None = None


class OverrulePairing(Command, frozen=True, kw_only=True, tag="OverrulePairing"):
    """Exchange two places of the draw, each a pairing and a side (0 home, 1 away)."""

    one: tuple[str, int]
    other: tuple[str, int]
    reason: str


class ChangeTieBreaks(Command, frozen=True, kw_only=True, tag="ChangeTieBreaks"):
    """Another list of tie-breaks."""

    tie_breaks: tuple[TieBreak, ...]
    reason: str


Commands = (
    PostResult | CorrectResult | VoidResult | Withdraw | Reinstate | EnterLate | OverrulePairing | ChangeTieBreaks
)


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part."""


class DrawMade(Event, frozen=True, kw_only=True, tag="DrawMade"):
    """Plan, entrants and lines: what the structure follows from."""

    plan: Plan
    entrants: tuple[Entrant, ...]
    lines: tuple[str | None, ...]
    notes: tuple[str, ...] = ()


class ResultPosted(Event, frozen=True, kw_only=True, tag="ResultPosted"):
    """A result stands in the draw."""

    pairing: str
    result: Result


class ResultCorrected(Event, frozen=True, kw_only=True, tag="ResultCorrected"):
    """Another result stands in its place; `undone` are results that no longer count for it."""

    pairing: str
    was: Result
    result: Result
    reason: str
    undone: tuple[str, ...] = ()


class ResultVoided(Event, frozen=True, kw_only=True, tag="ResultVoided"):
    """A result was taken out; `undone` are results that no longer count for it."""

    pairing: str
    was: Result
    reason: str
    undone: tuple[str, ...] = ()


class EntrantWithdrew(Event, frozen=True, kw_only=True, tag="EntrantWithdrew"):
    """An entrant plays no more for a title, `*` for any."""

    entrant: str
    title: str = "*"


class EntrantReinstated(Event, frozen=True, kw_only=True, tag="EntrantReinstated"):
    """A withdrawal was undone."""

    entrant: str
    title: str = "*"
    reason: str


class LateEntryPlaced(Event, frozen=True, kw_only=True, tag="LateEntryPlaced"):
    """A late entrant has taken an empty line."""

    entrant: Entrant
    line: int


class PairingOverruled(Event, frozen=True, kw_only=True, tag="PairingOverruled"):
    """The director exchanged two places."""

    one: tuple[str, int]
    other: tuple[str, int]
    reason: str


class TieBreaksChanged(Event, frozen=True, kw_only=True, tag="TieBreaksChanged"):
    """The published list was changed; `after_start` makes it a matter for everybody's eyes."""

    was: tuple[TieBreak, ...]
    tie_breaks: tuple[TieBreak, ...]
    reason: str
    after_start: bool


Events = (
    DrawMade
    | ResultPosted
    | ResultCorrected
    | ResultVoided
    | EntrantWithdrew
    | EntrantReinstated
    | LateEntryPlaced
    | PairingOverruled
    | TieBreaksChanged
)
