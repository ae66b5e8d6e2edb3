"""Writing `.mat`, the Jellyfish text of a match, as gnubg writes and reads it.

Every number played is an entry of its own (`24/23 13/9`), the bar is 25 and off is 0; left is White. A game
given up has no entry: its result says so. The text has no place for a position set by hand, for tied openings
that turned the cube, or for notes on entries: the first two are refused, the last are left out.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, assert_never

from barpoint.board import DISCIPLINES, Side
from barpoint.notation.record import match_record as r

_LEFT: Final = 28
"""Letters of the left column."""
_NAMES: Final = {
    "event": "Event",
    "round": "Round",
    "place": "Place",
    "site": "Site",
    "id": "Match ID",
    "date": "EventDate",
    "time": "EventTime",
    "transcriber": "Transcriber",
    "clock": "ClockType",
    "white_rating": "Player 1 Elo",
    "black_rating": "Player 2 Elo",
}


def write_mat(record: r.MatchRecord) -> str:
    """The record as a `.mat` text; ValueError if it holds what the text cannot."""
    parts = [*_headers(record), "", f" {record.length} point match"]
    for number, game in enumerate(record.games, 1):
        parts += ["", *_game(record, number, game)]
    return "\n".join(parts) + "\n"


def _headers(record: r.MatchRecord) -> Iterator[str]:
    for key, name in _NAMES.items():
        if value := record.info.get(key):
            yield f'; [{name} "{_one_line(value.replace("-", ".") if key == "date" else value)}"]'
    yield f'; [Player 1 "{_one_line(record.white)}"]'
    yield f'; [Player 2 "{_one_line(record.black)}"]'
    yield f'; [Variation "{DISCIPLINES[record.rules.name].title}"]'
    yield f'; [Crawford "{"On" if record.crawford else "Off"}"]'
    if not record.length:
        yield f'; [Jacoby "{"On" if record.jacoby else "Off"}"]'
    if not record.cube:
        yield '; [CubeLimit "1"]'
    for line in record.info.get("comment", "").splitlines():
        yield f"; {_one_line(line)}"


def _game(record: r.MatchRecord, number: int, game: r.RecordedGame) -> Iterator[str]:
    if game.ties:
        raise ValueError(f"game {number}: a .mat text cannot say that a tied opening turned the cube")
    white, black = game.score or (0, 0)
    yield f" Game {number}"
    left = f" {_one_line(record.white)} : {white}"
    yield f"{left:<{_LEFT + 3}}  {_one_line(record.black)} : {black}"
    written = r.RecordedGame(actions=tuple(_actions_with_cell(game.actions)))
    result = _result(record, game)
    for line in r.lines(written):
        right = _cell(line.black)
        if isinstance(line.white, r.Dropped) and game.winner is Side.BLACK:  # beside the drop, or gnubg reads on
            right, result = f" {result}", ""
        yield f"{line.number:3}) {_cell(line.white):<{_LEFT}}{right}".rstrip()
    if result:
        yield f"{'':{6 if game.winner is Side.WHITE else _LEFT + 6}}{result}"


def _actions_with_cell(actions: tuple[r.AnyAction, ...]) -> Iterator[r.AnyAction]:
    """The entries that have a cell: whoever rolls on has taken a beaver, and a result says who gave up."""
    for before, action in pairwise((None, *actions)):
        beaver_taken = isinstance(action, r.Taken) and isinstance(before, r.Doubled) and before.beaver
        if action is not None and not beaver_taken and not isinstance(action, r.Resigned):
            yield action


def _result(record: r.MatchRecord, game: r.RecordedGame) -> str:
    """The last words of a game; empty if nobody has won it."""
    if game.winner is None:
        return ""
    won = (game.score or (0, 0))[0 if game.winner is Side.WHITE else 1] + game.points
    last = " and the match" if record.length and won >= record.length else ""
    return f"Wins {game.points} point{'' if game.points == 1 else 's'}{last}"


def _cell(action: r.AnyAction | None) -> str:
    match action:
        case None:
            return ""
        case r.Moved():
            hops = " ".join("/".join(map(str, walk)) for walk in action.walks or ())
            return f"{action.dice[0]}{action.dice[1]}: {hops} "
        case r.Doubled():
            return f" {'Beavers' if action.beaver else 'Doubles'} => {action.value}"
        case r.Taken():
            return " Takes"
        case r.Dropped():
            return " Drops"
        case r.Resigned():
            return ""
        case r.SetUp():
            raise ValueError("a .mat text cannot hold a position set by hand; write .sgf or the log")
        case _:
            assert_never(action)


def _one_line(text: str) -> str:
    """Text that leaves the columns and the marks of the format alone."""
    return " ".join(text.replace('"', "'").replace("\x00", "").split()) or "?"
