"""What stands around a position: cube, dice, score and whose decision it is.

A `Situation` belongs to a `Position` and speaks of the same two parties: "us" is the side whose view
the position takes, "them" the other. In ids that is the side on roll; a picture may be drawn from either
side and is told whose turn it is (`flip` turns a situation with its position). It judges nothing, and the
rules of a match live elsewhere.

seat    where "us" sits in ids that name seats: BOTTOM is XG's bottom player and gnubg's player 1,
        TOP is XG's top player and gnubg's player 0. Who is White is the match's business.
"""

from dataclasses import dataclass, replace
from enum import Enum, IntEnum, StrEnum

from barpoint.board import Roll


class Party(StrEnum):
    """One of the two sides as the position names them."""

    US = "us"
    THEM = "them"

    @property
    def other(self) -> "Party":
        """The opposing party."""
        return Party.THEM if self is Party.US else Party.US


class BoardSeat(Enum):
    """Where a party sits; the number is gnubg's number for the player."""

    TOP = 0
    BOTTOM = 1

    @property
    def other(self) -> "BoardSeat":
        """The seat across the board."""
        return BoardSeat.TOP if self is BoardSeat.BOTTOM else BoardSeat.BOTTOM


class CubeOffer(StrEnum):
    """A cube action that waits for its answer."""

    DOUBLE = "double"
    BEAVER = "beaver"
    RACCOON = "raccoon"


class GameState(IntEnum):
    """How far the game is, numbered as gnubg numbers it."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


@dataclass(frozen=True, slots=True)
class Situation:
    """Cube, dice, score and turn around a position. With an offer, `cube` is its value before it."""

    roll: Roll | None = None
    cube: int = 1
    cube_owner: Party | None = None
    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    offer: CubeOffer | None = None
    resignation: int = 0
    to_decide: Party = Party.US
    state: GameState = GameState.PLAYING
    seat: BoardSeat = BoardSeat.BOTTOM
    max_cube: int = 1024

    def __post_init__(self) -> None:
        for name, value in (("cube", self.cube), ("largest cube", self.max_cube)):
            if not 1 <= value <= 1 << 15 or value & (value - 1):
                raise ValueError(f"a {name} shows a power of two from 1 to 32768, not {value}")
        if min(self.score) < 0:
            raise ValueError(f"a score is two numbers from 0, ours and theirs, not {self.score}")
        if self.length < 0:
            raise ValueError(f"a match is to 1 point or more, 0 for money, not {self.length}")
        if self.length and (self.jacoby or self.beavers):
            raise ValueError("Jacoby and beavers belong to money play, not to a match")
        if self.crawford and not self.length:
            raise ValueError("a Crawford game belongs to a match, not to money play")
        if not 0 <= self.resignation <= 3:
            raise ValueError(f"a resignation is 1, 2 or 3, 0 for none, not {self.resignation}")
        if self.offer and self.roll:
            raise ValueError("a cube is offered before the roll, not after it")

    def flip(self) -> "Situation":
        """The same in the eyes of the other party."""
        ours, theirs = self.score
        owner = None if self.cube_owner is None else self.cube_owner.other
        return replace(
            self, score=(theirs, ours), cube_owner=owner, to_decide=self.to_decide.other, seat=self.seat.other
        )

    @property
    def action(self) -> str:
        """What the side on roll has done or is to do, in words that follow its name."""
        if self.offer is CubeOffer.DOUBLE:
            return f"doubles to {2 * self.cube}"
        if self.offer:
            return f"waits after a {self.offer}"
        return f"to play {self.roll.high}-{self.roll.low}" if self.roll else "to roll"
