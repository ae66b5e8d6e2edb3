"""What the HTTP part takes and gives beside the socket; the rest of it are the service's own values."""

from typing import Annotated, Literal

import msgspec

from barpoint.service import SeatTaken, Terms


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play at once; without a name the server gives one."""

    name: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Me(msgspec.Struct, frozen=True):
    """Who the server takes you for, and where you sit."""

    account: str
    name: str
    guest: bool
    matches: tuple[SeatTaken, ...] = ()
    staff: bool = False  # an official of this server


class NewMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match against a bot, or by a link to send to somebody."""

    terms: Terms = Terms()
    against: Literal["bot", "link"] = "bot"
    level: Annotated[str, msgspec.Meta(max_length=20)] = "strong"
    side: Literal["white", "black", "either"] = "either"


class NewChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A challenge for the lobby."""

    terms: Terms = Terms()


class MatchLink(msgspec.Struct, frozen=True):
    """Where to go: `match` when it can begin, `challenge` while somebody is waited for."""

    link: str
    match: str = ""
    challenge: str = ""


class Problem(msgspec.Struct, frozen=True):
    """Why a request was not done: a sentence, and for a refusal its code and clauses."""

    status_code: int
    detail: str
    code: str = ""
    clauses: tuple[str, ...] = ()


Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
WishText = Annotated[str, msgspec.Meta(max_length=60)]
Wishes = Annotated[dict[WishText, WishText], msgspec.Meta(max_length=40)]


class StatedWishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What both sides wish before a match under a preset; `rolls` are (White's, Black's) dice where they clash."""

    preset: Annotated[str, msgspec.Meta(max_length=60)]
    white: Wishes = {}
    black: Wishes = {}
    rolls: Annotated[tuple[tuple[tuple[Die, Die], tuple[Die, Die]], ...], msgspec.Meta(max_length=50)] = ()


class PresetSummary(msgspec.Struct, frozen=True):
    """A preset as a menu shows it."""

    name: str
    book: str
    about: str
    discipline: str
    length: str
    points: int
    clock: str
    team: int
    money: bool = False
