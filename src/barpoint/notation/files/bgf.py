"""Reading BGBlitz match files (.bgf): a line of JSON that says how the rest is packed, then SMILE or JSON.

Green is White, the first-named, and player -1. A record with 7 for the green die is no play, and the red one says
what it is: 1 a double, 2 its take, 5 a roll that could not be played, with its dice where the first hop would be;
any other is the pass of a double that waits, else the mark of a game's end. Its analysis is
kept beside the record (`stored_analysis`), luck and ratings are not.
"""

import json
from typing import Final

import msgspec

from barpoint.board import BAR, OFF, Side
from barpoint.notation.files.compression import inflate
from barpoint.notation.files.smile_json import read_smile
from barpoint.notation.record import match_record as r
from barpoint.notation.record.stored_analysis import (
    StoredAnalysis,
    StoredCube,
    StoredPlay,
    stored_analysis,
    stored_play,
)

_PROGRAM: Final = "BGBlitz"
_NO_ROLL: Final = 7
_DOUBLE: Final = 1
_TAKE: Final = 2
_DANCE: Final = 5


class _Hops(msgspec.Struct, rename={"source": "from", "target": "to"}):
    source: list[int] = []
    target: list[int] = []


class _CubeEquities(msgspec.Struct):
    no_double: float | str = msgspec.field(default=-1000, name="eqNoDouble")
    double_take: float | str = msgspec.field(default=-1000, name="eqDoubleTake")


class _Equities(msgspec.Struct):
    equity: float | str = -1000
    emg: float | str = -1000
    has_emg: bool | None = msgspec.field(default=False, name="hasEMG")
    by_chances: bool | None = msgspec.field(default=False, name="useMatchEquity")
    win: float | str = msgspec.field(default=0, name="myWins")
    gammon: float | str = msgspec.field(default=0, name="myGammon")
    backgammon: float | str = msgspec.field(default=0, name="myBackGammon")
    lost_gammon: float | str = msgspec.field(default=0, name="oppGammon")
    lost_backgammon: float | str = msgspec.field(default=0, name="oppBackGammon")
    cube: _CubeEquities | None = msgspec.field(default=None, name="cubeDecision")


class _LookedAt(msgspec.Struct):
    move: _Hops
    eq: _Equities


class _Move(msgspec.Struct, rename={"source": "from", "target": "to"}):
    player: int
    red: int
    green: int
    source: list[int] = []
    target: list[int] = []
    equity: _Equities | None = None
    plays: list[_LookedAt] | None = msgspec.field(default=None, name="moveAnalysis")


class _Game(msgspec.Struct):
    moves: list[_Move] = []
    score_green: int = msgspec.field(default=0, name="scoreGreen")
    score_red: int = msgspec.field(default=0, name="scoreRed")
    won: int = msgspec.field(default=0, name="wonPoints")
    on_time: bool | None = msgspec.field(default=False, name="lostOnTime")


class _Match(msgspec.Struct):
    green: str | None = msgspec.field(default="", name="nameGreen")
    red: str | None = msgspec.field(default="", name="nameRed")
    length: int = msgspec.field(default=0, name="matchlen")
    games: list[_Game] = []
    final_green: int = msgspec.field(default=0, name="finalGreen")
    final_red: int = msgspec.field(default=0, name="finalRed")
    crawford: bool | None = msgspec.field(default=True, name="useCrawford")
    jacoby: bool | None = msgspec.field(default=False, name="useJacoby")
    beavers: bool | None = msgspec.field(default=False, name="useBeaver")
    cube: bool | None = msgspec.field(default=True, name="useCube")
    date: str | None = ""
    event: str | None = ""
    round: str | None = ""
    location: str | None = ""
    site: str | None = ""
    comment: str | None = ""


def read_bgf(data: bytes) -> r.MatchRecord:
    """The record of a .bgf file; ValueError if it is damaged."""
    head, _, body = data.partition(b"\n")
    try:
        how = json.loads(head)
        payload = inflate(body, gzip=True) if how.get("compress") else body
        document = read_smile(payload) if how.get("useSmile") else json.loads(payload)
        match = msgspec.convert(document, _Match)
    except (AttributeError, RecursionError, msgspec.MsgspecError, UnicodeDecodeError, json.JSONDecodeError) as broken:
        raise ValueError(f"the .bgf file is damaged: {broken}") from broken
    if len(match.games) > r.MOST_GAMES or sum(len(game.moves) for game in match.games) > r.MOST_ACTIONS * 10:
        raise ValueError("the .bgf file has more games and moves than a match")
    return _record(match)


def _record(match: _Match) -> r.MatchRecord:
    info = {
        "event": match.event,
        "round": match.round,
        "place": match.location,
        "site": match.site,
        "date": match.date,
        "comment": match.comment,
    }
    scores = [(game.score_green, game.score_red) for game in match.games]
    ends = [*scores[1:], (match.final_green, match.final_red)]
    return r.MatchRecord(
        white=match.green or "Green",
        black=match.red or "Red",
        length=max(0, match.length),
        games=tuple(_read_game(game, end) for game, end in zip(match.games, ends, strict=True)),
        crawford=bool(match.crawford),
        jacoby=bool(match.jacoby),
        beavers=bool(match.beavers),
        cube=bool(match.cube),
        info={key: value for key, value in info.items() if value},
    )


def _read_game(game: _Game, end: tuple[int, int]) -> r.RecordedGame:
    score = (game.score_green, game.score_red)
    winner = Side.WHITE if end[0] > score[0] else Side.BLACK if end[1] > score[1] else None
    points = end[0] - score[0] if winner is Side.WHITE else end[1] - score[1]
    return r.RecordedGame(
        actions=tuple(_actions(game.moves)),
        score=score,
        winner=winner,
        points=points if winner else 0,
        how="time" if game.on_time and winner else "",
    )


def _actions(moves: list[_Move]) -> list[r.AnyAction]:
    actions: list[r.AnyAction] = []
    cube = 1
    for move in moves:
        side = Side.WHITE if move.player == -1 else Side.BLACK
        waiting = bool(actions) and isinstance(actions[-1], r.Doubled)
        if move.green != _NO_ROLL or move.red == _DANCE:
            actions.append(_read_move(move, side))
        elif move.red == _DOUBLE:
            actions.append(r.Doubled(side=side, value=cube * 2, beaver=waiting, analysis=_said(move)))
            cube *= 2
        elif waiting:
            answer = r.Taken if move.red == _TAKE else r.Dropped
            actions.append(answer(side=side, analysis=actions[-1].analysis))
            cube //= 1 if move.red == _TAKE else 2
    return actions


def _read_move(move: _Move, side: Side) -> r.Moved:
    if move.green == _NO_ROLL and move.source and move.target:
        dice, hops = (move.source[0], move.target[0]), []
    else:
        dice = (move.red, move.green)
        hops = [
            (source, max(OFF, target)) for source, target in zip(move.source, move.target, strict=False) if source > OFF
        ]
    if not all(1 <= die <= 6 for die in dice):
        raise ValueError(f"a die shows a whole number from 1 to 6, not {dice}")
    if len(hops) > 4 or not all(target < source <= BAR for source, target in hops):
        raise ValueError(f"a play is at most four hops downwards, not {hops}")
    return r.Moved(side=side, dice=dice, walks=tuple(hops), analysis=_said(move))


def _said(move: _Move) -> StoredAnalysis | None:
    """What BGBlitz has of a move; figures are numbers written as texts."""
    try:
        return stored_analysis(_PROGRAM, map(_stored_play, move.plays or ()), _stored_cube(move.equity))
    except ValueError:  # a text that is no number: the play stands all the same
        return None


def _stored_play(looked: _LookedAt) -> StoredPlay | None:
    pairs = zip(looked.move.source, looked.move.target, strict=False)
    hops = tuple((source, max(OFF, target)) for source, target in pairs if source > OFF)
    worth = looked.eq
    chances = worth.win, worth.gammon, worth.backgammon, worth.lost_gammon, worth.lost_backgammon
    return stored_play(hops, float(worth.emg if worth.has_emg else worth.equity), [float(part) for part in chances])


def _stored_cube(worth: _Equities | None) -> StoredCube | None:
    if worth is None or worth.cube is None:
        return None
    no_double, taken = float(worth.cube.no_double), float(worth.cube.double_take)
    if not all(-100 < figure < 100 for figure in (no_double, taken)):
        return None
    return StoredCube(no_double, taken, bool(worth.by_chances))
