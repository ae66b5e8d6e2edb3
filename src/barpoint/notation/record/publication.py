"""What of a match may be shown to whom, and when: streams, records, and players who ask that theirs be kept.

live       watched while it is played, if the organiser chose the match for it (ibf:18.1b), held back by the
           delay that was set (ibf:18.2a), unless the chief arbiter stopped it (ibf:18.2b);
record     every play, once the match is over; a watcher's copy of it waits until then unless both players
           agree (guide:1.3.5b);
result     who won and the score, which nobody can keep back.

The two players always have their own games (ibf:18.4, usbgf:1.8.2.1a) and officials may use every record
(guide:3.1c, usbgf:1.1.4.1c). A player's request closes a record under the guide (guide:3.1d) and cannot do so
under the World Series (bws:3.9). Where the book says nothing, the request is respected: that is this house's rule.
"""

from enum import StrEnum

import msgspec

from barpoint.board import Side
from barpoint.match.format import MINUTE
from barpoint.rulebook import param


class Reader(StrEnum):
    """Who wants to see a match."""

    PLAYER = "player"
    OFFICIAL = "official"
    WATCHER = "watcher"  # anybody else, while it is played
    PUBLIC = "public"  # anybody else, afterwards


class PublicationState(msgspec.Struct, frozen=True, kw_only=True):
    """How things stand with a match: its book, what was arranged, and what was asked for."""

    book: str
    over: bool = False
    streamed: bool = False  # the organiser chose it: ibf:18.1b
    delay_minutes: int = 0
    stopped: bool = False  # by the chief arbiter: ibf:18.2b
    closed_by: tuple[Side, ...] = ()  # players who asked that the record be kept to the two of them
    copies_agreed: bool = False  # both let a watcher copy positions while they play: guide:1.3.5b

    def __post_init__(self) -> None:
        if self.delay_minutes < 0:
            raise ValueError(f"a delay is 0 minutes or more, not {self.delay_minutes}")


class RecordAccess(msgspec.Struct, frozen=True, kw_only=True):
    """What a reader has of a match, with the rows that say so."""

    plays: bool  # may see them
    copies: bool  # may take a record away
    delay: int = 0  # milliseconds by which plays are held back
    result: bool = True
    clauses: tuple[str, ...] = ()


def record_access(standing: PublicationState, reader: Reader) -> RecordAccess:
    """What `reader` may have of the match as things stand."""
    match reader:
        case Reader.PLAYER:
            return RecordAccess(plays=True, copies=True, clauses=_under(standing, "ibf:18.4", "usbgf:1.8.2.1a"))
        case Reader.OFFICIAL:
            return RecordAccess(plays=True, copies=True, clauses=_under(standing, "guide:3.1c", "usbgf:1.1.4.1c"))
        case Reader.WATCHER if not standing.over:
            return _live(standing)
        case _:
            return _record(standing)


def _live(standing: PublicationState) -> RecordAccess:
    if standing.stopped:
        return RecordAccess(plays=False, copies=False, clauses=_under(standing, "ibf:18.2b"))
    if _is_closed(standing):
        return RecordAccess(plays=False, copies=False, clauses=_under(standing, "guide:3.1d"))
    if not standing.streamed:
        return RecordAccess(plays=False, copies=False, clauses=_under(standing, "ibf:18.1b"))
    return RecordAccess(
        plays=True,
        copies=standing.copies_agreed,
        delay=standing.delay_minutes * MINUTE,
        clauses=_under(standing, "ibf:18.1a", "ibf:18.1b", "ibf:18.2a", "bws:3.9", "guide:1.3.5b"),
    )


def _record(standing: PublicationState) -> RecordAccess:
    if not standing.over:
        return RecordAccess(plays=False, copies=False)
    if _is_closed(standing):
        return RecordAccess(plays=False, copies=False, clauses=_under(standing, "guide:3.1d"))
    return RecordAccess(plays=True, copies=True, clauses=_under(standing, "guide:3.1c", "bws:3.9"))


def _is_closed(standing: PublicationState) -> bool:
    """Whether a player's request closes the match to others; under the World Series it cannot."""
    if not standing.closed_by:
        return False
    return standing.book != "bws" or param("bws:3.9", "opt_out", bool)


def _under(standing: PublicationState, *rows: str) -> tuple[str, ...]:
    return tuple(row for row in rows if row.startswith(f"{standing.book}:"))
