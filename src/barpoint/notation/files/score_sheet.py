"""The running score of a match as players write it, and as a scoreboard shows it.

A sheet has two columns, one's own totals left and the other's right, a line for every game, so that the
difference from the line before is what the game was worth (usbgf:4.6.1b). A score may be told as points won or as
points still needed, `5-away/6-away` (guide:1.2.5). A scoreboard shows length, score and the Crawford game, in
addition to the sheets and never in their place (bws:4.7c, usbgf:4.6.1c): both come from the same games.
"""

from barpoint.board import Side
from barpoint.match import Score, is_crawford, to_points
from barpoint.match.format import CubeRules
from barpoint.notation.record.match_record import MatchRecord, RecordedGame


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
    ours, theirs = (max(0, length - points) for points in score)
    return f"{ours}-away/{theirs}-away"


def read_away(text: str) -> Score:
    """The points both still need, from `5-away/6-away`; ValueError says what was expected."""
    words = [word.removesuffix("-away") for word in text.strip().lower().split("/")]
    if len(words) != 2 or not all(word.isdecimal() and word.isascii() and len(word) < 4 for word in words):
        raise ValueError(f"expected a score such as 5-away/6-away, not {text[:30]!r}")
    return int(words[0]), int(words[1])


def write_score_sheet(record: MatchRecord, side: Side) -> str:
    """One player's sheet: the names, then a line for every game."""
    name, other = record.name(side), record.name(side.other)
    width = max(len(name), 6)
    lines = [f"{name:>{width}}  {other}"]
    lines += [f"{own:>{width}}  {theirs}" for own, theirs in running_score(record, side)]
    return "\n".join(lines) + "\n"


def write_score_sheets(record: MatchRecord) -> str:
    """Both players' sheets, and between them what the scoreboard showed before each game."""
    boards = [scoreboard(record, number) for number in range(1, len(record.games) + 1)]
    sheets = [write_score_sheet(record, side) for side in Side]
    return "\n".join((sheets[0], *boards, "", sheets[1]))


def scoreboard(record: MatchRecord, number: int) -> str:
    """What a scoreboard shows during a game: length, score and whether it is the Crawford game."""
    score = record.games[number - 1].score or (0, 0)
    shown = f"{record.white} {score[0]} - {score[1]} {record.black}"
    if not record.length:
        return f"money: {shown}"
    points = "1 point" if record.length == 1 else f"{record.length} points"
    crawford = ", Crawford game" if _is_crawford(record, number) else ""
    return f"{points}: {shown}, {as_away(score, record.length)}{crawford}"


def _is_crawford(record: MatchRecord, number: int) -> bool:
    rules = CubeRules(enabled=record.cube, crawford=record.crawford)
    done = False
    for game in record.games[:number]:
        crawford = is_crawford(game.score or (0, 0), to_points(record.length), rules, done=done)
        if game is record.games[number - 1]:
            return crawford
        done = done or crawford
    return False
