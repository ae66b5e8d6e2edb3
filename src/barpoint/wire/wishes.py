"""What a player asks of a match over the wire: the commands of a match without who, when and which dice.

The server adds the side (from the seat), the time and the roll. An official's commands come through the
officiating use cases, not here.
"""

import msgspec


class Wish(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", forbid_unknown_fields=True):
    """The common part."""


class OpeningWish(Wish, frozen=True, kw_only=True, tag="opening"):
    """Ready for the next game: the opening roll is thrown when both sides are."""


class RollWish(Wish, frozen=True, kw_only=True, tag="roll"):
    """Roll; `link` is the next of the roller's chain."""

    link: str = ""


class PlayWish(Wish, frozen=True, kw_only=True, tag="play"):
    """Play the roll; no hops where none is legal."""

    hops: tuple[tuple[int, int], ...]


class ChooseRollWish(Wish, frozen=True, kw_only=True, tag="choose-roll"):
    """Name the roll of a move that was granted at one's choice."""

    dice: tuple[int, int]


class DoubleWish(Wish, frozen=True, kw_only=True, tag="double"):
    """Offer a double."""


class TakeWish(Wish, frozen=True, kw_only=True, tag="take"):
    """Accept a double."""


class PassWish(Wish, frozen=True, kw_only=True, tag="pass"):
    """Refuse a double."""


class BeaverWish(Wish, frozen=True, kw_only=True, tag="beaver"):
    """Take and redouble at once."""


class ResignWish(Wish, frozen=True, kw_only=True, tag="resign"):
    """Resign at a level; against an offered resignation, answer with another level."""

    level: int


class AnswerResignationWish(Wish, frozen=True, kw_only=True, tag="answer-resignation"):
    """Accept a resignation or play on."""

    accept: bool


class ClaimWish(Wish, frozen=True, kw_only=True, tag="claim"):
    """Claim the game at a level."""

    level: int


class AnswerClaimWish(Wish, frozen=True, kw_only=True, tag="answer-claim"):
    """Agree that the game is settled, or dispute it."""

    accept: bool


class BreakWish(Wish, frozen=True, kw_only=True, tag="break"):
    """Take a break."""


class EndBreakWish(Wish, frozen=True, kw_only=True, tag="end-break"):
    """Come back."""


class NoticeExpiryWish(Wish, frozen=True, kw_only=True, tag="notice-expiry"):
    """Say that the other side's time is used up, where a book wants it noticed."""


class NameOperatorWish(Wish, frozen=True, kw_only=True, tag="name-operator"):
    """Doubles: who acts for this side in the next game."""

    operator: str


class CallDirectorWish(Wish, frozen=True, kw_only=True, tag="call-director"):
    """Stop play until an official has looked; `about` goes to the inquiry queue."""

    about: str = ""


class LeaveWish(Wish, frozen=True, kw_only=True, tag="leave"):
    """Give the match up where that is allowed."""


class TakeBackWish(Wish, frozen=True, kw_only=True, tag="take-back"):
    """Casual play against a bot only: undo the last turn."""


AnyWish = (
    OpeningWish
    | RollWish
    | PlayWish
    | ChooseRollWish
    | DoubleWish
    | TakeWish
    | PassWish
    | BeaverWish
    | ResignWish
    | AnswerResignationWish
    | ClaimWish
    | AnswerClaimWish
    | BreakWish
    | EndBreakWish
    | NoticeExpiryWish
    | NameOperatorWish
    | CallDirectorWish
    | LeaveWish
    | TakeBackWish
)
