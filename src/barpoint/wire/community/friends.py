"""What goes over HTTP about friends, who is here, and correspondence."""

import msgspec

from barpoint.service import Terms
from barpoint.service.people import Challenge


class Following(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Follow somebody, or no longer."""

    follows: bool = True


class Friend(msgspec.Struct, frozen=True):
    """Somebody who is followed: whether they are here, and a match of theirs that can be watched."""

    account: str
    name: str
    here: bool
    playing: str = ""


class PersonHere(msgspec.Struct, frozen=True):
    """Somebody who has a page open."""

    account: str
    name: str


class PeoplePresent(msgspec.Struct, frozen=True):
    """Who is here, by name: as many as a list shows, and how many there are."""

    people: tuple[PersonHere, ...]
    total: int


class FriendlyChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Terms for one person."""

    terms: Terms = Terms()


class ChallengeAnswers(msgspec.Struct, frozen=True):
    """Challenges between two people: those that wait for one's own word, and one's own that were answered."""

    received: tuple[Challenge, ...]
    answered: tuple[Challenge, ...]


class CorrespondenceLine(msgspec.Struct, frozen=True):
    """A match with days a move: whether one's own move is waited for, and how long one has left."""

    match: str
    opponent: str
    score: tuple[int, int]
    own_turn: bool
    left: int  # milliseconds of whoever is to move
