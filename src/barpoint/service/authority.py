"""Who may, where one thing names another: the rules of docs/authority.md, asked here and nowhere else.

board       a match on this server is a tournament's only if the server made it for that tournament, and for that very
            pairing: its room says so (`RoomOptions`), which nobody can write but the server
record      a device's record is a pairing's only if its name says so, which is made of the pairing
case        a case is a tournament's only if it was opened there
tournament  speaks for itself through whoever sets it up: nobody else says that it counts for a series or is a club's
series      is kept by its organisers, and by the officers of the club it belongs to
own         nobody looks into what is said of a match they sit in

A reference that fails its rule is treated as if nothing were there.
"""

from typing import Final

import msgspec

from barpoint.club import OFFICERS, Club, Series
from barpoint.officiating.cases.events import CaseOpened, decode_event
from barpoint.service.play.room import Room
from barpoint.service.play.room_events import RoomOpened, RoomOptions
from barpoint.service.ports import EventStore
from barpoint.service.tournaments.private_links import LinkKeys
from barpoint.tournament import Permission, Tournament, may

BOARD: Final = "match"
RECORD: Final = "recorded"
_room: Final = msgspec.json.Decoder(RoomOpened)


class Pairing(msgspec.Struct, frozen=True):
    """A match of a tournament, as everything beyond the tournament names it."""

    tournament: str
    contest: str
    pairing: str


def is_board_of(manners: RoomOptions, pairing: Pairing) -> bool:
    """Whether the server made this room's match for the pairing; one of 0.1.0 names the tournament alone."""
    if not pairing.tournament or manners.event != f"tournament:{pairing.tournament}":
        return False
    return not manners.pairing or (manners.contest, manners.pairing) == (pairing.contest, pairing.pairing)


def board_of(room: Room | None, pairing: Pairing) -> Room | None:
    """The room, if its match was made for the pairing."""
    return room if room is not None and is_board_of(room.options, pairing) else None


def is_record_of(stream: str, pairing: Pairing) -> bool:
    """Whether a device's record was opened for the pairing."""
    return stream.startswith(f"{RECORD}:{pairing.tournament}/{pairing.contest}/{pairing.pairing}/")


async def is_case_of(store: EventStore, case: str, tournament: str) -> bool:
    """Whether a tournament may name this case: one of its own, or a name that is no case of this server."""
    if "/" in case:  # a penalty given by hand is its own case: `sanctions`
        return case.startswith(f"{tournament}/")
    opened = await store.read(f"case:{case}") if case else ()
    if not opened:
        return True
    first = decode_event(opened[0].data)
    return isinstance(first, CaseOpened) and first.tournament == f"tournament:{tournament}"


async def stream_of_match(store: EventStore, stream: str, pairing: Pairing) -> str:
    """The stream in which the pairing is played or recorded; empty if that stream is somebody else's."""
    kind, _, match = stream.partition(":")
    if kind == RECORD:
        return stream if is_record_of(stream, pairing) else ""
    if kind != BOARD:
        return ""
    opened = await store.read(f"room:{match}")
    return stream if opened and is_board_of(_room.decode(opened[0].data).manners, pairing) else ""


def directs(state: Tournament, keys: LinkKeys, account: str) -> bool:
    """Whether an account sets a tournament up: what it says of the tournament is the tournament's own word."""
    return may(state.staff.get(keys.officials.get(account, ""), ()), Permission.SET_UP)


def organises(series: Series, club: Club | None, account: str) -> bool:
    """Whether an account organises a series: by name, or as an officer of the club that keeps it."""
    return account in series.organisers or (club is not None and club.role_of(account) in OFFICERS)
