"""What the HTTP part takes and gives beside the socket; the rest of it are the service's own values."""

from typing import Annotated, Literal

import msgspec

from barpoint.board import Side
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


Topic = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class ClockWishStated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a side wants the clock; `later`: not now, if either side may ask for it later."""

    clock: Literal["yes", "no", "later", "untimed"]


class DeferredAdjustment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Time to be given to a side, or taken from it, only if it is needed later."""

    of: Side
    seconds: Annotated[int, msgspec.Meta(ge=-3_600, le=3_600)]


class TermsProposal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Other terms by name; `reserved` are those given up if either side may impose them later."""

    terms: Annotated[dict[Topic, Annotated[str, msgspec.Meta(max_length=200)]], msgspec.Meta(max_length=20)]
    reserved: Annotated[tuple[Topic, ...], msgspec.Meta(max_length=20)] = ()


class ProposalAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's word on a proposal."""

    accept: bool


class ClaimLine(msgspec.Struct, frozen=True):
    """One turn of a claim that is played out; no dice for the rest of a roll in hand."""

    side: Side
    dice: tuple[int, int] | None
    play: str


class ClaimShown(msgspec.Struct, frozen=True):
    """A claim with the line that decides it."""

    side: Side
    level: int
    holds: bool
    line: tuple[ClaimLine, ...]


class PublicationWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What others may have of a match; what is left out stays as it is."""

    closed: bool | None = None  # the record is kept to the two sides
    copies: bool | None = None  # watchers may take copies while it is played
