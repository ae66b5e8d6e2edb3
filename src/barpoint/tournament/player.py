"""People who play, and their entries in the tournament's events.

player      a person, once for the whole tournament
entry       one person, or a team, in one contest; a re-entry is an entry of its own (ada, ada#2)
concern     what stands against an entry: membership, rating, a full field; the director may let it pass
listed      ratings by the lists that events of the tournament go by, each under the name the event gives its list

`barred_until` is a plain date that comes from whoever keeps the record of sanctions. Nobody has an id under which the
server itself acts.
"""

import re
from enum import StrEnum
from typing import Final

import msgspec

from barpoint.person_names import looks_of
from barpoint.tournament.draw.entrant import Entrant

AUTOPILOT: Final = "autopilot"
"""Acts for an online event that runs by itself."""
RECORD: Final = "record"
"""Brings what the record of sanctions holds against a person."""
OFFICIAL: Final = "official:"
"""Before the name of an official of the server who rules in an online event; no player's id holds a colon."""
WATCHER: Final = "watcher:"
"""Somebody who looks on and is nobody of the tournament."""
BUYER: Final = "buyer:"
"""Before the name of somebody who buys in a calcutta and does not play: an id, and the account in the books."""
_SERVER_IDS: Final = frozenset({AUTOPILOT, RECORD})


def is_of_the_house(person: str) -> bool:
    """Whether the server itself acts under this name, or one of its officials: nobody of the tournament does."""
    return person in _SERVER_IDS or person.startswith((OFFICIAL, WATCHER))


def looks_of_the_house(person: str) -> bool:
    """Whether a name can be taken for one of those: in capitals, or in another alphabet."""
    looks = looks_of(person).folded
    prefixes = tuple(looks_of(prefix).folded for prefix in (OFFICIAL, WATCHER))
    return looks in {looks_of(id).folded for id in _SERVER_IDS} or looks.startswith(prefixes)


class Player(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One person."""

    id: str
    name: str = ""
    club: str = ""
    rating: float | None = None
    member: str = ""  # the federation's number
    member_until: str = ""  # an ISO date
    barred_until: str = ""  # an ISO date, the last day of the bar
    contact: str = ""
    listed: dict[str, float] = {}  # by list; taken from there, never from the player

    def __post_init__(self) -> None:
        if not self.id or any(letter in self.id for letter in ":#+"):
            raise ValueError(f"a player has an id without the letters : # and +, not {self.id!r}")
        if self.id in _SERVER_IDS:
            raise ValueError(f"the server itself acts as {self.id!r}: a player has another id")

    def __str__(self) -> str:
        return self.name or self.id

    def is_member_on(self, date: str) -> bool:
        """Whether the membership holds on a day."""
        return bool(self.member) and (not self.member_until or self.member_until >= date)

    def rating_by(self, rating_list: str) -> float | None:
        """The rating an event goes by: the one of its list, or without one what was entered."""
        return self.listed.get(rating_list) if rating_list else self.rating

    def is_barred_on(self, date: str) -> bool:
        """Whether a bar keeps this person out on a day, its last one among them (bws:1.2.4a)."""
        return bool(self.barred_until) and self.barred_until >= date


_FULL: Final = re.compile(r"the field of \d+ is full")


def full_field(size: int) -> str:
    """The concern of an entry that finds no place: it is on the waiting list."""
    return f"the field of {size} is full"


class EntryStatus(StrEnum):
    """What has become of an entry (usbgf:1.4.1a)."""

    PENDING = "pending"
    APPROVED = "approved"
    REFUSED = "refused"
    MOVED = "moved"
    WITHDRAWN = "withdrawn"


class Entry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry in a contest."""

    id: str
    people: tuple[str, ...]
    name: str = ""
    club: str = ""
    rating: float | None = None
    status: EntryStatus = EntryStatus.PENDING
    at: int = 0
    concerns: tuple[str, ...] = ()
    moved_from: str = ""  # the lower division; such an entry may go without any obligation (usbgf:1.4.2b)
    reentry: int = 0
    side_pools: tuple[str, ...] = ()
    checked_in: int | None = None
    reason: str = ""  # of a refusal or a move up, for the board (bws:1.4.3); never shown to the player
    away: tuple[str, ...] = ()  # titles given up
    seed: int = 0  # by the director's word; 0: by rating or by lot

    @property
    def entrant(self) -> Entrant:
        """As the draw knows it."""
        players = self.people if len(self.people) > 1 else ()
        return Entrant(self.id, self.name, players, self.club, self.rating, self.seed)

    @property
    def awaits_place(self) -> bool:
        """Whether it is on the waiting list."""
        return self.status is EntryStatus.PENDING and any(map(_FULL.fullmatch, self.concerns))

    @property
    def concerns_beside_place(self) -> tuple[str, ...]:
        """What stands against it once a place is free."""
        return tuple(concern for concern in self.concerns if not _FULL.fullmatch(concern))

    def __str__(self) -> str:
        return self.name or self.id


def team_rating(people: tuple[Player, ...], rating_list: str = "") -> float | None:
    """What these people play with: a team with the mean of its ratings, if all are known."""
    ratings = [rating for person in people if (rating := person.rating_by(rating_list)) is not None]
    return sum(ratings) / len(ratings) if len(ratings) == len(people) and people else None


def entry_of(people: tuple[Player, ...], number: int = 0, *, at: int = 0, rating_list: str = "") -> Entry:
    """The entry of these people, rated by the event's list if it has one."""
    clubs = {person.club for person in people}
    return Entry(
        id="+".join(person.id for person in people) + (f"#{number + 1}" if number else ""),
        people=tuple(person.id for person in people),
        name=" / ".join(str(person) for person in people) + (f" ({number + 1})" if number else ""),
        club=clubs.pop() if len(clubs) == 1 else "",
        rating=team_rating(people, rating_list),
        at=at,
        reentry=number,
    )
