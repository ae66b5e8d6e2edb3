"""Reading `.mat`: the Jellyfish text of a match, in every dialect met so far.

    match   = { "; [Key "Value"]" } length { game }
    length  = n "point match" | "unlimited" | "money session"
    game    = "Game" n, then  name ":" score  name ":" score, then lines, then "Wins" n "point(s)" [ "and the match" ]
    line    = n ")" [ cell ] [ cell ]               left column White, right column Black
    cell    = dd ":" [ play ] | "Doubles =>" n | "Takes" | "Drops" | "Beavers =>" n | "Wins" n | "Losses" n

XG, gnubg, Galaxy, Studio (Heroes) and the FIBS clients differ in columns, marks, words and case; the cells are
found by what they say, and a lone cell belongs to the left column if it follows the bracket closely. Nothing
is judged here: `record.replayer` does that. A line that is none of these is an error with its number.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from barpoint.board import BACKGAMMON, Discipline, Side, discipline
from barpoint.notation.move_text import read_walks
from barpoint.notation.record import match_record as r

HEADERS: Final = {
    "event": "event",
    "round": "round",
    "place": "place",
    "site": "site",
    "match id": "id",
    "eventdate": "date",
    "eventtime": "time",
    "transcriber": "transcriber",
    "clocktype": "clock",
    "player 1 elo": "white_rating",
    "player 2 elo": "black_rating",
    "comment": "comment",
}
"""What the header lines are called, and their key among `record.INFO`."""

_LONGEST_LINE: Final = 2_000
_LONGEST_NAMES: Final = 500
_HEADER: Final = re.compile(r'[;#]\s*\[\s*(\w[\w ]*?)\s*"(.*)"\s*\]')
_LENGTH: Final = re.compile(r"(\d{1,5})[\s-]*(?:point|pt)s?\b.*", re.IGNORECASE)
_MONEY: Final = re.compile(r"(?:unlimited|money)\b.*", re.IGNORECASE)
_GAME: Final = re.compile(r"game\s+\d+\b.*", re.IGNORECASE)
_SCORES: Final = re.compile(r"(.*?) ?: ?(\d{1,5}) (.*?) ?: ?(\d{1,5})")
"""Of a line in which every gap is one space: a pattern that could share long gaps out would take for ever."""
_LINE: Final = re.compile(r"\s*(\d{1,5})\s*\)")
_CELL: Final = re.compile(
    r"(?P<dice>(?<![\d/])[1-6]\s?[1-6]\s?:)"
    r"|(?P<double>(?:re)?doubles?\b\s*(?:=>|to)?\s*(?P<value>\d{1,5})?)"
    r"|(?P<beaver>(?:beavers?|raccoons?)\b\s*(?:=>|to)?\s*(?P<to>\d{1,5})?)"
    r"|(?P<take>(?:takes|accepts)\b)|(?P<drop>(?:drops|passes|rejects)\b)"
    r"|(?P<wins>wins\s+(?P<won>\d{1,5})\s*points?\b(?:\s+and\s+the\s+match)?)"
    r"|(?P<loses>los(?:s|e)es\s+(?P<lost>\d{1,5})\s*points?\b(?:\s+and\s+the\s+match)?)",
    re.IGNORECASE,
)
_ILLEGAL: Final = re.compile(r"illegal\s+play\s*(?:\((.*)\))?", re.IGNORECASE)
_JOINED: Final = re.compile(r"(?<=\S\s)\s*(?=\d{1,5}\)\s)")
"""Where a line goes on with the next, its line end lost."""
_UNKNOWN: Final = re.compile(r"\?+")
_NEAR: Final = 4
"""A lone cell of the left column begins at most so far behind the bracket."""
_INDENT: Final = 20
"""A result without a number belongs to the right column from here on."""


_GALAXY_MONEY: Final = ("BackgammonGalaxy", 16)
"""The site, and the length it writes for a single game of money play, with Jacoby and no end."""


class Cell(NamedTuple):
    """An entry of one column, still text."""

    kind: str
    value: int
    words: str
    at: int


def read_mat(text: str) -> r.MatchRecord:
    """The record of a `.mat` text; ValueError names the line and what was expected."""
    return _Reader().read(text)


class _Reader:
    """What has been read so far."""

    def __init__(self) -> None:
        self.headers: dict[str, str] = {}
        self.length: int | None = None
        self.names: tuple[str, str] | None = None
        self.games: list[r.RecordedGame] = []
        self.rules: Discipline = BACKGAMMON
        self.comments: list[str] = []
        self.decided = False  # somebody won the match
        self.game: _Game | None = None

    def read(self, text: str) -> r.MatchRecord:
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
            try:
                self._line(line.rstrip())
            except ValueError as malformed:
                raise ValueError(f"line {number}: {malformed}") from malformed
        self._close()
        if self.length is None:
            raise ValueError("expected a line such as '7 point match'")
        if self.names is None:
            raise ValueError("expected a game with a line such as 'Ann : 0    Bob : 0'")
        return self._record()

    def _line(self, line: str) -> None:
        if len(line) > _LONGEST_LINE:
            raise ValueError(f"a line has at most {_LONGEST_LINE} letters, not {len(line)}")
        words = line.strip()
        if not words:
            return
        waits = self.game is not None and self.game.score is None
        if waits and len(words) < _LONGEST_NAMES and (fields := _SCORES.fullmatch(" ".join(words.split()))):
            assert self.game is not None
            self.game.score = (int(fields[2]), int(fields[4]))
            self.names = self.names or (fields[1] or "Player 1", fields[3] or "Player 2")
        elif words[0] in ";#":
            self._comment(words)
        elif self.game is not None and self.game.score is not None and (_LINE.match(line) or _CELL.match(words)):
            for part in _JOINED.split(line):
                self.game.line(part)
            self.decided = self.decided or "and the match" in line.lower()
        elif fields := _LENGTH.fullmatch(words):
            self.length = int(fields[1])
        elif _MONEY.fullmatch(words):
            self.length = 0
        elif _GAME.fullmatch(words):
            self._close()
            self.game = _Game(self.rules)
        else:
            raise ValueError(f"expected a line of a match such as ' 1) 31: 8/5 6/5', not {_excerpt(words)}")

    def _comment(self, words: str) -> None:
        header = _HEADER.fullmatch(words)
        if header is None:
            self.comments.append(words.lstrip(";# "))
            return
        self.headers[header[1].lower()] = header[2]
        if header[1].lower() == "variation":
            self.rules = discipline(header[2])

    def _close(self) -> None:
        if self.game is not None:
            self.games.append(self.game.build())
        self.game = None

    def _record(self) -> r.MatchRecord:
        assert self.names is not None
        assert self.length is not None
        headers = self.headers
        money = (headers.get("site"), self.length) == _GALAXY_MONEY and len(self.games) == 1 and not self.decided
        length = 0 if money else self.length
        info = {HEADERS[key]: value for key, value in headers.items() if key in HEADERS and value}
        if (headers.get("player 1"), headers.get("player 2")) == (
            self.names[1],
            self.names[0],
        ):  # XG names its own first
            ratings = {"white_rating": info.get("black_rating"), "black_rating": info.get("white_rating")}
            info |= {key: value for key, value in ratings.items() if value}
        if "date" in info:
            info["date"] = info["date"].replace(".", "-")
        if self.comments:
            info["comment"] = "\n".join(filter(None, [info.get("comment", ""), *self.comments]))
        return r.MatchRecord(
            white=self.names[0],
            black=self.names[1],
            length=length,
            games=tuple(self.games),
            crawford=headers.get("crawford", "On").strip().lower() != "off",
            jacoby=money or headers.get("jacoby", "Off").strip().lower() == "on",
            beavers=not length,
            cube=headers.get("cubelimit", "").strip() != "1",
            discipline=self.rules.name,
            info=info,
        )


class _Game:
    """A game being read."""

    def __init__(self, rules: Discipline) -> None:
        self.rules = rules
        self.score: tuple[int, int] | None = None
        self.actions: list[r.AnyAction] = []
        self.winner: Side | None = None
        self.points = 0
        self.offered = 1

    def build(self) -> r.RecordedGame:
        return r.RecordedGame(actions=tuple(self.actions), score=self.score, winner=self.winner, points=self.points)

    def line(self, line: str) -> None:
        """Read a line of the game: one cell, or two."""
        numbered = _LINE.match(line)
        cells = list(_cells(line, numbered.end() if numbered else 0))
        if not cells and numbered is None:
            raise ValueError(f"expected a play or a result, not {_excerpt(line.strip())}")
        if len(cells) > 2:
            raise ValueError(f"a line has two columns, not {len(cells)}: {_excerpt(line.strip())}")
        for side, cell in self._sides(cells, numbered.end() if numbered else None):
            self._enter(side, cell)
        if len(self.actions) > r.MOST_ACTIONS:
            raise ValueError(f"a game has at most {r.MOST_ACTIONS} entries")

    def _sides(self, cells: Sequence[Cell], bracket: int | None) -> Iterator[tuple[Side, Cell]]:
        if len(cells) == 2:
            yield from zip(Side, cells, strict=True)
        elif cells:
            left = cells[0].at < (_INDENT if bracket is None else bracket + _NEAR)
            yield (Side.WHITE if left else Side.BLACK), cells[0]

    def _enter(self, side: Side, cell: Cell) -> None:
        match cell.kind:
            case "dice":
                self.actions.append(self._read_move(side, cell))
            case "double" | "beaver":
                self.offered = cell.value or self.offered * 2
                self.actions.append(r.Doubled(side=side, value=self.offered, beaver=cell.kind == "beaver"))
            case "take":
                self.actions.append(r.Taken(side=side))
            case "drop":
                self.actions.append(r.Dropped(side=side))
            case "wins":
                self.winner, self.points = side, cell.value
            case _:
                self.winner, self.points = side.other, cell.value

    def _read_move(self, side: Side, cell: Cell) -> r.Moved:
        dice = (cell.value // 10, cell.value % 10)
        words = cell.words
        if _UNKNOWN.fullmatch(words):
            return r.Moved(side=side, dice=dice, walks=None)
        illegal = _ILLEGAL.fullmatch(words)
        if illegal is None:
            return r.Moved(side=side, dice=dice, walks=read_walks(words, self.rules))
        text = (illegal[1] or "").strip()
        try:
            return r.Moved(side=side, dice=dice, walks=read_walks(text, self.rules), illegal=True)
        except ValueError:
            return r.Moved(side=side, dice=dice, walks=None, illegal=True, notes=((r.COMMENT, (text,)),))


def _cells(line: str, start: int) -> Iterator[Cell]:
    tokens = list(_CELL.finditer(line, start))
    if line[start : tokens[0].start() if tokens else len(line)].strip():
        raise ValueError(f"expected dice, a cube action or a result, not {_excerpt(line[start:].strip())}")
    ends = [token.start() for token in tokens[1:]] + [len(line)]
    for token, end in zip(tokens, ends, strict=False):  # without a cell there is an end all the same
        kind = token.lastgroup or ""
        words = line[token.end() : end].strip()
        if kind == "dice":
            number = int("".join(letter for letter in token[0] if letter.isdigit()))
        else:
            number = int(token["value"] or token["to"] or token["won"] or token["lost"] or 0)
            if words:
                raise ValueError(f"nothing belongs after {token[0].strip()!r}: {_excerpt(words)}")
        yield Cell(kind, number, words, token.start())


def _excerpt(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:57] + "...")
