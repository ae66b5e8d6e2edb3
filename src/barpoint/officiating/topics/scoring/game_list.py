"""The games of a match as text: 'white 1; black 2x2 by white; white pass 2 by white'.

Each is who won, the level (1 to 3) with the cube behind an x, and who doubled, in order; `pass` is a double that was
passed, with the points it gave.
"""

import re
from typing import Final

from barpoint.board import Level, Side
from barpoint.match import CubeTurn, EndedBy, GameRecord, add_points
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry

GAMES: Final = Question(
    "games", "The games so far: 'white 1; black 2x2 by black; white pass 1 by white' (level x cube, who doubled)",
    FactType.TEXT,
)  # fmt: skip
_GAME: Final = re.compile(
    r"(white|black)\s+(?:(pass)\s+([0-9]{1,3})|([1-3])(?:\s*x\s*([0-9]{1,3}))?)"
    r"(?:\s+by\s+((?:white|black)(?:[ ,]+(?:white|black))*))?"
)


_PASSED: Final = (
    "; the double that was passed is named last: 'white pass 2 by black white' is White's redouble to 4, passed at 2"
)


def read_games(q: Inquiry, played_to: int | None = None) -> tuple[GameRecord, ...]:
    """The games as records, as they were scored; what is not such a list is wrong."""
    records: list[GameRecord] = []
    score = (0, 0)
    for part in filter(None, (piece.strip() for piece in str(q.need("games")).lower().split(";"))):
        fields = _GAME.fullmatch(part)
        if fields is None or (played_to is not None and max(score) >= played_to):
            raise q.wrong("games", f"expected a game such as 'white 1' or 'black 2x2' before the end, not {part!r}")
        record = _record(q, fields, len(records) + 1, score)
        records.append(record)
        score = add_points(score, record.winner, record.points)
    return tuple(records)


def triple_games(q: Inquiry) -> tuple[int, ...]:
    """The games entered as a backgammon where the discipline has none, and so counted as a gammon (ibf:2.1b)."""
    if q.game.backgammon_counts:
        return ()
    parts = filter(None, (piece.strip() for piece in str(q.need("games")).lower().split(";")))
    fields = (_GAME.fullmatch(part) for part in parts)
    return tuple(number for number, game in enumerate(fields, 1) if game and game[4] == str(Level.BACKGAMMON.value))


def _record(q: Inquiry, fields: re.Match[str], number: int, before: tuple[int, int]) -> GameRecord:
    winner, passed = Side(fields[1]), bool(fields[2])
    level = 1 if passed else int(fields[4])
    cube = int(fields[3]) if passed else int(fields[5] or 1)
    if cube & (cube - 1):
        raise q.wrong("games", f"no cube stands at {cube}; the levels are 1, 2, 4, 8 and so on")
    if not q.game.backgammon_counts:
        level = min(level, Level.GAMMON.value)  # ibf:2.1b
    sides = [Side(name) for name in re.findall(r"white|black", fields[6] or "")]
    taken = sides[:-1] if passed and sides else sides
    if sides and 2 ** len(taken) != cube:
        also = _PASSED if passed else ""
        raise q.wrong("games", f"a cube at {cube} is not {len(taken)} doubles: {fields[0]!r}{also}")
    return GameRecord(
        number,
        winner,
        level,
        cube,
        level * cube,
        EndedBy.PASS if passed else EndedBy.BEAROFF,
        cube_turned=cube > 1 or passed,
        doubles=tuple(CubeTurn(side, 2 ** (turn + 1)) for turn, side in enumerate(taken)),
        before=before,
    )
