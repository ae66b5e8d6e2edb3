"""A match record: what a file says was played, between every reader and every writer.

A record is what somebody wrote down, legal or not; `replayer` judges it and `event_recorder` makes one of a
match's events. White is the first-named player: the left column of a sheet, gnubg's player 0.

walk      the points a checker is said to touch, its source first, in the mover's own points (`move_text`);
note      an annotation kept as it was found, a name and its values; the names are those of SGF, `C` a comment.

    record = MatchRecord(white="Ann", black="Bob", length=7, games=(...))
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, assert_never

import msgspec

from barpoint.board import Discipline, Side, Walk, discipline
from barpoint.notation.move_text import write_walks
from barpoint.notation.record.stored_analysis import StoredAnalysis

Notes = tuple[tuple[str, tuple[str, ...]], ...]
COMMENT: Final = "C"
LONGEST_FILE: Final = 20_000_000
"""Bytes; a longer file is refused unread."""
LONGEST_MATCH: Final = 999
MOST_GAMES: Final = 2_000
MOST_ACTIONS: Final = 20_000
"""In one game: more is no game, and would only cost memory."""


class Action(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part."""

    side: Side
    notes: Notes = ()
    analysis: StoredAnalysis | None = None
    """What the program that wrote the file said of it."""


class Moved(Action, frozen=True, kw_only=True, tag="Moved"):
    """A roll, in the order written, and its play: () for none possible, None for a play not recorded."""

    dice: tuple[int, int]
    walks: tuple[Walk, ...] | None = ()
    illegal: bool = False  # the source itself says so


class Doubled(Action, frozen=True, kw_only=True, tag="Doubled"):
    """A double to a value; a beaver or raccoon if it answers a double."""

    value: int
    beaver: bool = False


class Taken(Action, frozen=True, kw_only=True, tag="Taken"):
    """A double was accepted."""


class Dropped(Action, frozen=True, kw_only=True, tag="Dropped"):
    """A double was refused."""


class Resigned(Action, frozen=True, kw_only=True, tag="Resigned"):
    """A game was given up at a level, which the other side accepted or not."""

    level: int
    accepted: bool = True


class SetUp(Action, frozen=True, kw_only=True, tag="SetUp"):
    """The board was set by hand: `position` in literal form, White's view; `side` is on turn."""

    position: str = ""  # "" leaves the checkers
    dice: tuple[int, int] | None = None
    cube: int | None = None
    owner: Side | None = None


AnyAction = Moved | Doubled | Taken | Dropped | Resigned | SetUp


class RecordedGame(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One game: the score it began with and its result, as far as the source says."""

    actions: tuple[AnyAction, ...] = ()
    score: tuple[int, int] | None = None
    winner: Side | None = None
    points: int = 0
    how: str = ""  # "time" or "forfeit", where no entry ended it
    ties: int = 0  # tied opening rolls that turned the cube (money play)
    notes: Notes = ()

    @property
    def has_winner(self) -> bool:
        """Whether the source says who won."""
        return self.winner is not None


class MatchRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A match, or as much of one as there is. `length` 0 is a money session."""

    white: str
    black: str
    length: int
    games: tuple[RecordedGame, ...] = ()
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False  # in money play
    cube: bool = True
    discipline: str = "backgammon"
    book: str = ""
    info: dict[str, str] = {}
    """About the match, under the keys of `INFO`."""
    notes: Notes = ()

    def __post_init__(self) -> None:
        if not self.white.strip() or not self.black.strip():
            raise ValueError("both players of a match have a name")
        if not 0 <= self.length <= LONGEST_MATCH:
            raise ValueError(f"a match is to 1 to {LONGEST_MATCH} points, 0 for money, not {self.length}")
        if len(self.games) > MOST_GAMES:
            raise ValueError(f"a match has at most {MOST_GAMES} games, not {len(self.games)}")

    @property
    def rules(self) -> Discipline:
        """The discipline's own value."""
        return discipline(self.discipline)

    def name(self, side: Side) -> str:
        """The player of a side."""
        return self.white if side is Side.WHITE else self.black

    @property
    def final_score(self) -> tuple[int, int] | None:
        """The score after the last game, if the source says."""
        if not self.games or (score := self.games[-1].score) is None:
            return None
        last = self.games[-1]
        white = last.points if last.winner is Side.WHITE else 0
        black = last.points if last.winner is Side.BLACK else 0
        return (score[0] + white, score[1] + black)


INFO: Final = (
    "event",
    "round",
    "place",
    "date",  # YYYY-MM-DD
    "time",
    "site",
    "id",
    "transcriber",
    "clock",
    "white_rating",
    "black_rating",
    "comment",
    "first_game",  # its number, where a sheet begins with a later game
)
"""The keys of `MatchRecord.info`."""


class RecordLine(NamedTuple):
    """A line of a sheet in two columns."""

    number: int
    white: AnyAction | None
    black: AnyAction | None


def lines(game: RecordedGame) -> Iterator[RecordLine]:
    """The game as a sheet has it: White's actions left, Black's right, a new line where a column is taken."""
    number, white, black = 1, None, None
    for action in game.actions:
        if action.side is Side.WHITE:
            if white is not None or black is not None:
                yield RecordLine(number, white, black)
                number, black = number + 1, None
            white = action
        elif black is not None:
            yield RecordLine(number, white, black)
            number, white, black = number + 1, None, action
        else:
            black = action
    if white is not None or black is not None:
        yield RecordLine(number, white, black)


def line_numbers(game: RecordedGame) -> tuple[int, ...]:
    """For each action, the number of its line."""
    numbers: list[int] = []
    for line in lines(game):
        numbers += [line.number for action in (line.white, line.black) if action is not None]
    return tuple(numbers)


def action_text(action: AnyAction) -> str:
    """The action in a few words, as a report names it."""
    match action:
        case Moved():
            played = "(not recorded)" if action.walks is None else write_walks(action.walks)
            return f"{action.dice[0]}{action.dice[1]}: {played}"
        case Doubled():
            return f"{'beavers' if action.beaver else 'doubles'} to {action.value}"
        case Taken():
            return "takes"
        case Dropped():
            return "drops"
        case Resigned():
            return f"resigns {action.level}" + ("" if action.accepted else ", declined")
        case SetUp():
            return "position set up"
        case _:
            assert_never(action)
