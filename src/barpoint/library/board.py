"""A position with what stands around it: dice, cube, score. What `barpoint.position` returns.

A `Board` is a `Position` and goes wherever one goes; it is a value as well. "Us" is the side on roll, below, X in
letters. After a play the board is turned: the other side is on roll.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal

from barpoint.board import Discipline, Play, Position, Refusal, Roll, RollLike, check_play, legal_plays
from barpoint.board import discipline as discipline_named
from barpoint.library.refusal_error import RefusedError
from barpoint.notation import Party, Situation

PlayLike = str | Play | Iterable[tuple[int, int]]
"""A play as people give it: a text such as `8/5 6/5`, a `Play`, or hops such as `[(8, 5), (6, 5)]`."""

PositionLike = str | Position
"""A position: a `Board`, a `Position`, or any text that `position` reads."""


class Board(Position):
    """A position with its dice, cube and score, as far as they are known."""

    __slots__ = ("situation",)

    situation: Situation | None

    def __init__(self, position: Position, situation: Situation | None = None) -> None:
        super().__init__(position.us, position.them, position.discipline)
        object.__setattr__(self, "situation", situation)

    @property
    def dice(self) -> Roll | None:
        """The roll to be played; None before the roll."""
        return self.situation.roll if self.situation else None

    @property
    def score(self) -> tuple[int, int]:
        """Our points and theirs."""
        return self.situation.score if self.situation else (0, 0)

    @property
    def length(self) -> int:
        """The points the match is played to; 0 for money."""
        return self.situation.length if self.situation else 0

    @property
    def cube(self) -> int:
        """What the cube shows."""
        return self.situation.cube if self.situation else 1

    @property
    def cube_owner(self) -> Party | None:
        """Whose the cube is; None while it is in the middle."""
        return self.situation.cube_owner if self.situation else None

    def plays(self, roll: RollLike | None = None) -> list[Play]:
        """Every legal play of a roll, or of the dice on the board; empty if there is none.

        A roll that cannot be played is played as "" or "no move".

        >>> import barpoint as bp
        >>> bp.position("x 6:2 5:1 | o 3:2").plays("61")
        [Play('6/5 6/off'), Play('6/off 5/4')]
        """
        return legal_plays(self, self.roll_of(roll))

    def play(self, roll: RollLike | None, play: PlayLike) -> "Board":
        """The board after a play, seen by the other side, which is on roll.

        A roll of None is the dice on the board. What is not legal raises `RefusedError` with the reason; a text that is
        no play at all is a ValueError.

        >>> import barpoint as bp
        >>> str(bp.position("start").play("31", "8/5 6/5").flip())
        'x 24:2 13:5 8:2 6:4 5:2 | o 24:2 13:5 8:3 6:5'
        """
        legal = self.read_play(roll, play)
        around = _other_view(self.situation) if self.situation else None
        return Board(legal.after.flip(), around)

    def read_play(self, roll: RollLike | None, play: PlayLike) -> Play:
        """The legal play that is meant; `RefusedError` says why there is none."""
        legal = resolve_play(self, self.roll_of(roll), play)
        if isinstance(legal, Refusal):
            raise RefusedError(legal)
        return legal

    def roll_of(self, roll: RollLike | None) -> Roll:
        """The roll that is named, or else the dice on the board."""
        if roll is not None:
            return Roll.of(roll)
        if self.dice is None:
            raise ValueError("there are no dice on the board; expected a roll such as '31'")
        return self.dice

    def flip(self) -> "Board":
        """The same seen by the other side."""
        around = replace(_other_view(self.situation), roll=self.situation.roll) if self.situation else None
        return Board(super().flip(), around)

    def with_dice(self, roll: RollLike | None) -> "Board":
        """The same with other dice; None takes them off."""
        return self._around(roll=None if roll is None else Roll.of(roll))

    def with_score(self, ours: int, theirs: int, length: int, *, crawford: bool = False) -> "Board":
        """The same at another score of a match to `length` points; 0 is money.

        >>> import barpoint as bp
        >>> p = bp.position("start").with_score(3, 1, 5)
        >>> p.score, p.length
        ((3, 1), 5)
        """
        if length and max(ours, theirs) >= length:
            raise ValueError(f"expected a score before the end of a match to {length}, not {ours}-{theirs}")
        return self._around(score=(ours, theirs), length=length, crawford=crawford)

    def with_cube(self, value: int, owner: Literal["us", "them"] | None = None) -> "Board":
        """The same with the cube elsewhere: what it shows, and whose it is."""
        if owner not in ("us", "them", None):
            raise ValueError(f"expected the cube's owner as 'us', 'them', or None for the middle, not {owner!r}")
        return self._around(cube=value, cube_owner=None if owner is None else Party(owner))

    def _around(self, **changes: Any) -> "Board":  # Any: the methods above say each type
        return Board(self, replace(self.situation or Situation(), **changes))

    @property
    def xgid(self) -> str:
        """The XGID, score, cube and dice included."""
        from barpoint.notation import xgid

        return xgid(self, self.situation or Situation())

    @property
    def position_id(self) -> str:
        """Gnubg's Position ID: the checkers alone."""
        from barpoint.notation import position_id

        return position_id(self)

    @property
    def gnubg_id(self) -> str:
        """Gnubg's Position ID and Match ID."""
        from barpoint.notation import gnubg_id

        return gnubg_id(self, self.situation or Situation())

    def svg(self) -> str:
        """The picture as an SVG document."""
        from barpoint.notation import svg

        return svg(self, self.situation)

    def png(self, scale: float = 2.0) -> bytes:
        """The picture as a PNG image."""
        from barpoint.notation import png

        return png(self, self.situation, scale=scale)

    def describe(self) -> str:
        """The position in words, for a screen reader."""
        from barpoint.notation import describe

        return describe(self, self.situation)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Board) and self.situation != other.situation:
            return False
        return super().__eq__(other)

    def __hash__(self) -> int:
        return super().__hash__()

    def __reduce__(self) -> tuple[Any, ...]:
        return Board, (Position(self.us, self.them, self.discipline), self.situation)

    def __repr__(self) -> str:
        from barpoint.notation import ascii_board

        return ascii_board(self, self.situation)

    def _repr_svg_(self) -> str:
        return self.svg()


def position(text: PositionLike, discipline: str | Discipline | None = None) -> Board:
    """The position that a text describes: an id, a literal, a start, or a board in letters.

    XGID, GNUBG ID, Position ID, FIBS board line; `start`, `longgammon start`; `x 24:2 13:5 8:3 6:5 | o ...` (each side
    in its own points); a board as `repr` shows it, or as gnubg and XG print it. Score, cube and dice of an id are kept.
    An id does not say its discipline: name it if it is not Backgammon.

    >>> import barpoint as bp
    >>> bp.position("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10")
     +13-14-15-16-17-18------19-20-21-22-23-24-+   O: 167 pips
     | X           O    |   | O              X |      1 of 5
     | X           O    |   | O              X |
     | X           O    |   | O                |
     | X                |   | O                |
     | X                |   | O                |
     |                  |BAR|                  |   [1]
     | O                |   | X                |
     | O                |   | X                |
     | O           X    |   | X                |
     | O           X    |   | X              O |   X to play 3-1
     | O           X    |   | X              O |      2 of 5
     +12-11-10--9--8--7-------6--5--4--3--2--1-+   X: 167 pips
    """
    from barpoint.notation import read

    if isinstance(text, Board):
        return text
    if isinstance(text, Position):
        return Board(text)
    if not isinstance(text, str):
        raise ValueError(f"expected a position as a text such as 'start' or an XGID, not {text!r}")
    rules = discipline_named(discipline) if isinstance(discipline, str) else discipline
    return Board(*read(text, rules))


def resolve_play(view: Position, roll: Roll, play: PlayLike, head_cap: int | None = None) -> Play | Refusal:
    """The legal play that is meant in a position, or the reason why there is none."""
    from barpoint.notation import read_play

    if isinstance(play, str):
        return read_play(play, view, roll, head_cap)
    hops = play.hops if isinstance(play, Play) else play
    if not isinstance(hops, Iterable):
        raise ValueError(f"expected a play such as '8/5 6/5' or [(8, 5), (6, 5)], not {play!r}")
    return check_play(view, roll, hops, head_cap)


def _other_view(around: Situation) -> Situation:
    """What stands around a position in the eyes of the other side, who is to roll."""
    return replace(
        around,
        roll=None,
        offer=None,
        resignation=0,
        cube_owner=around.cube_owner.other if around.cube_owner else None,
        score=(around.score[1], around.score[0]),
        seat=around.seat.other,
        to_decide=Party.US,
    )
