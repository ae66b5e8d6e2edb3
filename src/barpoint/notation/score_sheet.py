"""The running score of a match as players write it, and as a scoreboard shows it.

A sheet has two columns, one's own totals left and the other's right, a line for every game, so that the
difference from the line before is what the game was worth (usbgf:4.6.1b). A score may be told as points won or as
points still needed, `5-away/6-away` (guide:1.2.5). A scoreboard shows length, score and the Crawford game, in
addition to the sheets and never in their place (bws:4.7c, usbgf:4.6.1c): both come from the same games.
"""

from barpoint.board import Side
from barpoint.match.format import CubeRules, to_points
from barpoint.match.score import Score, is_crawford
from barpoint.notation.record import MatchRecord, RecordedGame


def running_score(record: MatchRecord, side: Side) -> tuple[Score, ...]:
    """The totals after every finished game, `side`'s own first."""
    totals = []
    for game in record.games:
        if game.winner is not None:
            white, black = _after(game)
            totals.append((white, black) if side is Side.WHITE else (black, white))
    return tuple(totals)


def _after(game: RecordedGame) -> Score:
    white, black = game.score or (0, 0)
    won = game.points
    return (white + won, black) if game.winner is Side.WHITE else (white, black + won)


def as_points(score: Score) -> str:
    """The score as points won."""
    return f"{score[0]}-{score[1]}"


def as_away(score: Score, length: int) -> str:
    """The score as points still needed."""
    one, other = (max(0, length - points) for points in score)
    return f"{one}-away/{other}-away"


def from_away(text: str, length: int) -> Score:
    """The score of points still needed; ValueError says what was expected."""
    words = [word.removesuffix("-away") for word in text.strip().lower().split("/")]
    if len(words) != 2 or not all(word.isdecimal() and word.isascii() and len(word) < 4 for word in words):
        raise ValueError(f"expected a score such as 5-away/6-away, not {text[:30]!r}")
    one, other = (int(word) for word in words)
    if max(one, other) > length:
        raise ValueError(f"nobody needs more than {length} points, not {text.strip()}")
    return length - one, length - other


def write_score_sheet(record: MatchRecord, side: Side) -> str:
    """One player's sheet: the names, then a line for every game."""
    name, other = record.name(side), record.name(side.other)
    width = max(len(name), 6)
    lines = [f"{name:>{width}}  {other}"]
    lines += [f"{own:>{width}}  {theirs}" for own, theirs in running_score(record, side)]
    return "\n".join(lines) + "\n"


def scoreboard(record: MatchRecord, number: int) -> str:
    """What a scoreboard shows during a game: length, score and whether it is the Crawford game."""
    score = record.games[number - 1].score or (0, 0)
    shown = f"{record.white} {score[0]} - {score[1]} {record.black}"
    if not record.length:
        return f"money: {shown}"
    crawford = _is_crawford(record, number)
    return f"{record.length} point{'' if record.length == 1 else 's'}: {shown}{', Crawford game' if crawford else ''}"


def _is_crawford(record: MatchRecord, number: int) -> bool:
    rules = CubeRules(enabled=record.cube, crawford=record.crawford)
    done = False
    for game in record.games[:number]:
        found = is_crawford(game.score or (0, 0), to_points(record.length), rules, done=done)
        if game is record.games[number - 1]:
            return found
        done = done or found
    return False
