"""The IBF score sheet as text, one sheet a game, written and read (ibf:16, ibf:app1).

The head has event, date, round, game and the full names (ibf:app1.8), and for reading back also match, score
and discipline. White's lines are numbered, Black's entries stand beside them; the dice as rolled, a colon, one
entry for each number played (ibf:app1.10). The symbols are those of the appendix: `/` move, `*` hit, `x2` double,
`+` win, `+2` gammon, `+3` backgammon, `-` loss. Where it has none (ibf:app1.11) these words are ours: `bar`,
`off`, `no move`, `take`, `drop`, `resign 2`, `time`, `forfeit`, and three dots where White has no entry.

The appendix's own layout is read as well: its headings, White's entries below White's name, Black's below Black's
(ibf:app1.9). A sheet that names no discipline is Backgammon, or Longgammon if only that can be played so.

A level is written without the cube; what the game was worth shows in the next sheet's score.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Final, assert_never

import msgspec

from barpoint.board import DISCIPLINES, LONGGAMMON, Discipline, Hop, Play, Position, Side, discipline
from barpoint.notation.move_text import read_walks, split_entry, write_entry
from barpoint.notation.record import match_record as r
from barpoint.notation.record.replayer import replay

TITLE: Final = "IBF score sheet"
NO_ENTRY: Final = "..."
NOT_PLAYED: Final = "not played"
_LEFT: Final = 40
_LONGEST_LINE: Final = 500
_GAP: Final = re.compile(r"\s{2,}")
_HEADS: Final = {"Event": "event", "Date": "date", "Round": "round", "Place": "place"}
_HEAD: Final = re.compile(r"([A-Z][a-z]+)(?::| No\.)\s*(.*)")
_NUMBERED: Final = ("Round", "Game")  # as the appendix heads them: "Round No."
_EVENT: Final = re.compile(r"Event Title(?: and Name)?:\s*(.*)")
_ROUND: Final = re.compile(r"Round No\.\s*(.*?)\s*Game No\.\s*(.*)")
_ENTRY: Final = re.compile(r"(?:\d{1,5}\)\s*)?(\S.*)")
_FORM: Final = re.compile(r'["_\s]+')  # what a printed form has around and instead of words
_ENTRIES: Final = re.compile(r"(\d{1,5})\)\s+(\S.*?)(?:  (\S.*))?")
_RESULT: Final = re.compile(r"(\+[23]?|-)  (\+[23]?|-)")
_OWN_RESULT: Final = re.compile(r"(?:\d{1,5}\)\s*)?(\+[23]?|-)")
_MATCH: Final = re.compile(r"(?:(\d{1,5}) points?|money)(, without Crawford)?(, Jacoby)?(, without cube)?")
_SCORE: Final = re.compile(r"(\d{1,5})-(\d{1,5})(?:, .*)?")


def write_sheet(record: r.MatchRecord) -> str:
    """A sheet for every game; ValueError for what no sheet can hold."""
    return "\n\n".join("\n".join(_sheet(record, number, game)) for number, game in enumerate(record.games, 1)) + "\n"


def _sheet(record: r.MatchRecord, number: int, game: r.RecordedGame) -> Iterator[str]:
    yield TITLE
    for name, value in heading(record, number, game):
        yield f"{name} No. {value}".rstrip() if name in _NUMBERED else f"{name}: {value}"
    yield ""
    for left, right in rows(record, game):
        yield f"{left:<{_LEFT}}  {right}".rstrip()


def heading(record: r.MatchRecord, number: int, game: r.RecordedGame) -> Iterator[tuple[str, str]]:
    """The fields at the head of a sheet and what is in them."""
    for name, key in _HEADS.items():
        if name != "Place" or record.info.get(key):
            yield name, " ".join(record.info.get(key, "").split())
    yield "Game", str(number + int(record.info.get("first_game", 1)) - 1)
    yield "White", " ".join(record.white.split())
    yield "Black", " ".join(record.black.split())
    yield "Match", _match(record)
    yield "Discipline", DISCIPLINES[record.rules.name].title
    white, black = game.score or (0, 0)
    yield "Score", f"{white}-{black}"


def _match(record: r.MatchRecord) -> str:
    length = record.length
    words = [f"{length} point{'' if length == 1 else 's'}" if length else "money"]
    words += ["without Crawford"] if not record.crawford else []
    words += ["Jacoby"] if record.jacoby else []
    words += ["without cube"] if not record.cube else []
    return ", ".join(words)


def rows(record: r.MatchRecord, game: r.RecordedGame) -> Iterator[tuple[str, str]]:
    """The entries of a game in two columns, and the result below them."""
    if game.ties:
        raise ValueError("an IBF sheet cannot say that a tied opening turned the cube")
    entries = iter(_entries(record, game))
    for line in r.lines(game):
        left = NO_ENTRY if line.white is None else next(entries)
        right = "" if line.black is None else next(entries)
        yield f"{line.number:2}) {left}", right
    if game.winner is None:
        return
    if game.how:
        yield ("", game.how) if game.winner is Side.WHITE else (f"    {game.how}", "")
    won = f"+{level}" if (level := _level(game, record.rules)) > 1 else "+"
    yield (f"    {won}", "-") if game.winner is Side.WHITE else ("    -", won)


def _level(game: r.RecordedGame, rules: Discipline) -> int:
    """The level of the win, without the cube; points that no level gives, as on time, are a plain win (ibf:app1.3)."""
    level = game.points // _cube(game.actions)
    return level if game.how != "time" and 1 <= level <= _worst(rules) else 1


def _worst(rules: Discipline) -> int:
    """The highest level: there is no backgammon in Longgammon (ibf:2.1b)."""
    return 3 if rules.backgammon_counts else 2


def _cube(actions: Sequence[r.AnyAction]) -> int:
    """Where the cube stood in the end; a double that was dropped did not turn it."""
    cube = 1
    for action, following in zip_longest(actions, actions[1:]):
        if isinstance(action, r.Doubled) and not isinstance(following, r.Dropped):
            cube = action.value
        elif isinstance(action, r.Doubled) and action.beaver:  # what was redoubled is taken thereby
            cube = action.value // 2
    return cube


def _entries(record: r.MatchRecord, game: r.RecordedGame) -> Iterator[str]:
    position = Position.start(record.rules)  # White's view
    for action in game.actions:
        if isinstance(action, r.Moved) and action.walks is not None:
            view = position if action.side is Side.WHITE else position.flip()
            play = Play.of(view, [Hop(*leg) for walk in action.walks for leg in pairwise(walk)])
            yield write_entry(play, action.dice)
            position = play.after if action.side is Side.WHITE else play.after.flip()
        else:
            yield _word(action)


def _word(action: r.AnyAction) -> str:
    match action:
        case r.Moved():
            return f"{action.dice[0]}{action.dice[1]}: {NOT_PLAYED}"
        case r.Doubled():
            return f"x{action.value}"
        case r.Taken():
            return "take"
        case r.Dropped():
            return "drop"
        case r.Resigned():
            return f"resign {action.level}" + ("" if action.accepted else ", declined")
        case r.SetUp():
            raise ValueError("an IBF sheet cannot hold a position set by hand; write .sgf or the log")
        case _:
            assert_never(action)


def read_sheet(text: str) -> r.MatchRecord:
    """The match of one or more sheets; ValueError names the line and what was expected."""
    reader = _Reader()
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        try:
            reader.line(_GAP.sub("  ", line.strip()))
        except ValueError as malformed:
            raise ValueError(f"line {number}: {malformed}") from malformed
    record = reader.record()
    if "Discipline" in reader.head or not replay(record).problems:
        return record
    longgammon = msgspec.structs.replace(record, discipline=LONGGAMMON.name)
    return record if reader.worst > _worst(LONGGAMMON) or replay(longgammon).problems else longgammon


class _Reader:
    """The sheets read so far."""

    def __init__(self) -> None:
        self.head: dict[str, str] = {}
        self.games: list[r.RecordedGame] = []
        self.actions: list[r.AnyAction] = []
        self.open = False
        self.first_game = 1
        self.winner: Side | None = None
        self.level = 0
        self.worst = 0  # of all games
        self.how = ""
        self.rows: list[str] = []  # White's, as written
        self.below: list[str] | None = None  # Black's, where they stand below White's

    def line(self, line: str) -> None:
        if len(line) > _LONGEST_LINE:
            raise ValueError(f"a line has at most {_LONGEST_LINE} letters, not {len(line)}")
        if not line:
            return
        if line == TITLE:
            self._close()
            self.open = True
        elif fields := _EVENT.fullmatch(line):
            self._close()
            self.open = True
            self.head["Event"] = _filled(fields[1])
        elif fields := _ROUND.fullmatch(line):
            self.head["Round"], self.head["Game"] = _filled(fields[1]), _filled(fields[2])
        elif (fields := _HEAD.fullmatch(line)) and (not self.rows or fields[1] == "Black"):
            self.head[fields[1]] = _filled(fields[2])
            self.below = [] if self.rows else None
        elif fields := _RESULT.fullmatch(line):
            self._result(fields[1], fields[2])
        elif fields := _OWN_RESULT.fullmatch(line):
            self._own_result(fields[1])
        elif line in ("time", "forfeit"):
            self.how = line
        elif self.below is not None and (fields := _ENTRY.fullmatch(line)):
            self.below.append(fields[1])
        elif fields := _ENTRIES.fullmatch(line):
            self.rows.append(fields[2])
            self._enter(Side.WHITE, fields[2])
            self._enter(Side.BLACK, fields[3] or NO_ENTRY)
        else:
            raise ValueError(f"expected a line of a sheet such as '1) 31: 8/5 6/5', not {line[:60]!r}")

    def _result(self, white: str, black: str) -> None:
        if (white == "-") == (black == "-"):
            raise ValueError(f"one side wins and the other loses, not {white} and {black}")
        self.winner = Side.BLACK if white == "-" else Side.WHITE
        self.level = self._level_of(black if white == "-" else white)

    def _own_result(self, sign: str) -> None:
        """What stands at the end of a player's own column; the other's says the same."""
        side = Side.WHITE if self.below is None else Side.BLACK
        if sign == "-":
            self.winner, self.level = side.other, self.level or 1
        else:
            self.winner, self.level = side, self._level_of(sign)

    def _level_of(self, sign: str) -> int:
        level, rules = int(sign[1:] or 1), self._rules()
        if level > _worst(rules):
            raise ValueError(f"expected + or +2: {rules.title} knows no backgammon (ibf:app1.6), not {sign}")
        self.worst = max(self.worst, level)
        return level

    def _interleave(self) -> None:
        """The entries of both columns, row by row."""
        self.actions = []
        for white, black in zip_longest(self.rows, self.below or (), fillvalue=NO_ENTRY):
            self._enter(Side.WHITE, white)
            self._enter(Side.BLACK, black)

    def _enter(self, side: Side, words: str) -> None:
        if len(self.actions) > r.MOST_ACTIONS:
            raise ValueError(f"a game has at most {r.MOST_ACTIONS} entries")
        last = self.actions[-1] if self.actions else None
        if words == NO_ENTRY:
            return
        if words == "take":
            self.actions.append(r.Taken(side=side))
        elif words == "drop":
            self.actions.append(r.Dropped(side=side))
        elif fields := re.fullmatch(r"x(\d{1,5})", words):
            self.actions.append(r.Doubled(side=side, value=int(fields[1]), beaver=isinstance(last, r.Doubled)))
        elif fields := re.fullmatch(r"resign ([123])(, declined)?", words):
            self.actions.append(r.Resigned(side=side, level=int(fields[1]), accepted=not fields[2]))
        else:
            dice, play = split_entry(words)
            walks = None if play == NOT_PLAYED else read_walks(play, self._rules())
            self.actions.append(r.Moved(side=side, dice=dice, walks=walks))

    def _rules(self) -> Discipline:
        return discipline(self.head.get("Discipline") or "backgammon")

    def _close(self) -> None:
        if not self.open:
            return
        if not self.games and self.head.get("Game", "").isdecimal():
            self.first_game = int(self.head["Game"])
        if self.below is not None:
            self._interleave()
        score = _SCORE.fullmatch(self.head.get("Score", ""))
        before = (int(score[1]), int(score[2])) if score else None
        game = r.RecordedGame(
            actions=tuple(self.actions), score=before, winner=self.winner, points=self._points(before), how=self.how
        )
        self.games.append(game)
        self.actions, self.winner, self.level, self.how = [], None, 0, ""
        self.rows, self.below = [], None

    def _points(self, before: tuple[int, int] | None) -> int:
        """What the game gives; a match won on time all that was missing (ibf:8.7b)."""
        length = _MATCH.fullmatch(self.head.get("Match", ""))
        if self.how == "time" and self.winner is not None and before is not None and length and length[1]:
            return max(1, int(length[1]) - before[self.winner.place])
        return self.level * _cube(self.actions)

    def record(self) -> r.MatchRecord:
        """All sheets as one match."""
        self._close()
        fields = _MATCH.fullmatch(self.head.get("Match", "money"))
        if not self.open or fields is None:
            raise ValueError(
                f"expected a sheet that begins with {TITLE!r} and names its match, such as 'Match: 7 points'"
            )
        length = int(fields[1]) if fields[1] else 0
        return r.MatchRecord(
            white=self.head.get("White") or "White",
            black=self.head.get("Black") or "Black",
            length=length,
            games=tuple(self.games),
            crawford=not fields[2],
            jacoby=bool(fields[3]),
            cube=not fields[4],
            beavers=not length,
            discipline=self._rules().name,
            info={key: self.head[name] for name, key in _HEADS.items() if self.head.get(name)}
            | ({"first_game": str(self.first_game)} if self.first_game > 1 else {}),
        )


def _filled(words: str) -> str:
    """What was written into a field of the form, without its lines and quotation marks; a plain field as it is."""
    return " ".join(_FORM.sub(" ", words).split()) if _FORM.match(words) or "_" in words else words
