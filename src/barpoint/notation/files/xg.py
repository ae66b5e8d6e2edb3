"""Reading eXtreme Gammon's binary files: matches (.xg) and positions (.xgp).

A head with a thumbnail, then an archive packed with zlib, whose index stands at the end; in it `temp.xg`, records of
2,560 bytes each: the match, a game, a cube decision, a move, the end of a game and of the match. Offsets are those of
the publicly described layout. Player 1 is White and 1 in the fields, player 2 is -1; boards are player 1's view.
XG's analysis is kept beside the record (`stored_analysis`), comments and clocks are not.
"""

import struct
from collections.abc import Iterator
from datetime import date, timedelta
from enum import IntEnum
from typing import Final

from barpoint.board import BAR, OFF, Position, Side, pos
from barpoint.notation.files.compression import inflate
from barpoint.notation.record import match_record as r
from barpoint.notation.record.stored_analysis import StoredCube, StoredPlay, stored_analysis, stored_play

_PROGRAM: Final = "eXtreme Gammon"
_MOST_PLAYS: Final = 32  # of a move's analysis: their hops, then what each is worth
_PLAYS_AT, _HOPS_AT, _WORTHS_AT, _CUBE_AT = 188, 1024, 1408, 152
_SIZE: Final = 2560
_TAIL: Final = struct.Struct("<Iiiiii12x")
_ENTRY: Final = 532  # of the archive's index: two names of 256, then sizes and places
_MOST_FILES: Final = 16
_MONEY: Final = 99_999  # points
_UNICODE_SINCE: Final = 24
_DAY_ZERO: Final = date(1899, 12, 30)
_NAMES_AT: Final = (880, 1138)
_INFO_AT: Final = {"event": 622, "place": 1396, "round": 1654}


class _RecordKind(IntEnum):
    MATCH = 0
    GAME = 1
    CUBE = 2
    MOVE = 3
    GAME_END = 4
    MATCH_END = 5


def read_xg(data: bytes) -> r.MatchRecord:
    """The record of an .xg or .xgp file; ValueError if it is damaged."""
    try:
        return _Reader(_records(_unpack(data))).record()
    except struct.error as broken:
        raise ValueError(f"the eXtreme Gammon file is damaged: {broken}") from broken


def _unpack(data: bytes) -> bytes:
    """`temp.xg` out of the archive at the end of the file."""
    tail = len(data) - _TAIL.size
    if data[:4] != b"RGMH" or tail < 0:
        raise ValueError("expected an eXtreme Gammon file, which begins with RGMH")
    _, count, _, index_size, size, packed = _TAIL.unpack_from(data, tail)
    start = tail - index_size - size
    if not (0 < count <= _MOST_FILES and 0 < index_size <= tail and size > 0 and start >= 0):
        raise ValueError("the archive in the eXtreme Gammon file is damaged")
    index = data[tail - index_size : tail]
    index = inflate(index, gzip=False) if packed else index
    for number in range(count):
        entry = index[number * _ENTRY : (number + 1) * _ENTRY]
        name = entry[1 : 1 + entry[0]] if entry else b""
        if name.lower() == b"temp.xg":
            _, length, at = struct.unpack_from("<iii", entry, 512)
            content = data[start + max(0, at) : start + max(0, at) + max(0, length)]
            return content if entry[528] else inflate(content, gzip=False)
    raise ValueError("the eXtreme Gammon file holds no game")


def _records(body: bytes) -> Iterator[bytes]:
    for at in range(0, len(body) - _SIZE + 1, _SIZE):
        yield body[at : at + _SIZE]


class _Reader:
    """The games read so far."""

    def __init__(self, records: Iterator[bytes]) -> None:
        self.records = records
        self.head = b""
        self.games: list[r.RecordedGame] = []
        self.actions: list[r.AnyAction] = []
        self.score: tuple[int, int] | None = None
        self.cube: StoredCube | None = None

    def record(self) -> r.MatchRecord:
        for record in self.records:
            match record[8]:
                case _RecordKind.MATCH:
                    self.head = record
                case _RecordKind.GAME:
                    self._close()
                    white, black = struct.unpack_from("<ii", record, 12)
                    self.score = (max(0, white), max(0, black))
                    self._set_up(Side.WHITE, record, 21, 0)
                case _RecordKind.CUBE:
                    self._cube(record)
                case _RecordKind.MOVE:
                    self._move(record)
                case _RecordKind.GAME_END:
                    winner, points = struct.unpack_from("<ii", record, 24)
                    self._close(Side.WHITE if winner == 1 else Side.BLACK, points)
                case _:
                    pass
        self._close()
        if not self.head:
            raise ValueError("the eXtreme Gammon file does not say whose match it is")
        return self._build()

    def _close(self, winner: Side | None = None, points: int = 0) -> None:
        if self.score is not None:
            actions = tuple(self.actions)
            worth = max(0, points) if winner else 0
            self.games.append(r.RecordedGame(actions=actions, score=self.score, winner=winner, points=worth))
        self.score, self.actions = None, []

    def _set_up(self, side: Side, record: bytes, at: int, cube: int) -> None:
        """A game that does not begin with the usual start."""
        cells = struct.unpack_from("<26b", record, at)
        if self.actions or not any(cells):
            return
        board = _board(cells)
        if board != Position.start():
            owner = Side.WHITE if cube > 0 else Side.BLACK if cube < 0 else None
            value = 1 << min(abs(cube), 15) if owner else None
            self.actions.append(r.SetUp(side=side, position=str(pos(str(board))), cube=value, owner=owner))

    def _cube(self, record: bytes) -> None:
        player, double, take, _, _, cube = struct.unpack_from("<6i", record, 12)
        side = _side(player)
        self._set_up(side, record, 36, cube)
        self.cube = _stored_cube(record)
        if double != 1:
            return
        value = 2 << min(abs(cube), 14)
        said, self.cube = stored_analysis(_PROGRAM, (), self.cube), None
        self.actions.append(r.Doubled(side=side, value=value, analysis=said))
        if take == 2:
            self.actions.append(r.Doubled(side=side.other, value=2 * value, beaver=True))
            self.actions.append(r.Taken(side=side))
        elif take in (0, 1):
            answer = r.Taken if take else r.Dropped
            self.actions.append(answer(side=side.other, analysis=said))

    def _move(self, record: bytes) -> None:
        player, *numbers = struct.unpack_from("<i8i2i", record, 64)
        side, dice = _side(player), (numbers[8], numbers[9])
        if not all(1 <= die <= 6 for die in dice):
            raise ValueError(f"a die shows a whole number from 1 to 6, not {dice}")
        self._set_up(side, record, 9, 0)
        unplayed = not any(struct.unpack_from("<26b", record, 35))
        walks = None if unplayed else tuple(_hops(numbers[:8]))
        said, self.cube = stored_analysis(_PROGRAM, _stored_plays(record), self.cube), None
        self.actions.append(r.Moved(side=side, dice=dice, walks=walks, analysis=said))

    def _build(self) -> r.MatchRecord:
        head = self.head
        length, variation, crawford, jacoby, beavers = struct.unpack_from("<ii3B", head, 92)
        if variation not in _VARIATIONS:
            raise ValueError(f"this variation of eXtreme Gammon is not supported: {variation}")
        (version,) = struct.unpack_from("<i", head, 552)
        new = version >= _UNICODE_SINCE
        names = [_wide(head, at) for at in _NAMES_AT] if new else [_short(head, 9), _short(head, 50)]
        info = {key: _wide(head, at) for key, at in _INFO_AT.items()} if new else {"event": _short(head, 136)}
        info["date"] = _date(struct.unpack_from("<d", head, 128)[0])
        money = length == _MONEY
        return r.MatchRecord(
            white=names[0] or "Player 1",
            black=names[1] or "Player 2",
            length=0 if money else max(0, length),
            games=tuple(self.games),
            crawford=bool(crawford),
            jacoby=money and bool(jacoby),
            beavers=money and bool(beavers),
            discipline=_VARIATIONS[variation],
            info={key: value for key, value in info.items() if value},
        )


_VARIATIONS: Final = {0: "backgammon", 1: "nackgammon", 2: "sprintgammon"}


def _side(player: int) -> Side:
    return Side.WHITE if player == 1 else Side.BLACK


def _hops(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Hops from pairs of points counted from 0, up to a source below it; a target below 0 is off."""
    for source, target in zip(numbers[::2], numbers[1::2], strict=True):
        if source < 0:
            return
        if not target < source < BAR:
            raise ValueError(f"a hop goes from one point down to another, not from {source + 1} to {target + 1}")
        yield source + 1, max(target + 1, OFF)


def _stored_plays(record: bytes) -> Iterator[StoredPlay | None]:
    """XG's candidates: results lost (three sorts), won (three sorts), then the equity."""
    (count,) = struct.unpack_from("<i", record, _PLAYS_AT)
    for place in range(min(max(0, count), _MOST_PLAYS)):
        numbers = list(struct.unpack_from("<8b", record, _HOPS_AT + 8 * place))
        worse, bad, _, win, good, better, equity = struct.unpack_from("<7f", record, _WORTHS_AT + 28 * place)
        try:
            hops = tuple(_hops(numbers))
        except ValueError:  # what stands after the last hop may be anything
            continue
        yield stored_play(hops, equity, (win, good, better, bad, worse))


def _stored_cube(record: bytes) -> StoredCube | None:
    """What XG says of doubling; None where it has not looked."""
    no_double, taken, dropped = struct.unpack_from("<3f", record, _CUBE_AT)
    looked = dropped == 1 and all(-100 < figure < 100 for figure in (no_double, taken))
    return StoredCube(round(no_double, 6), round(taken, 6)) if looked else None


def _board(cells: tuple[int, ...]) -> Position:
    """White's view: points as they are, the other's bar first, White's last."""
    white = [0, *(max(0, cells[point]) for point in range(1, 26))]
    black = [0, *(max(0, -cells[BAR - point]) for point in range(1, 26))]
    for side in (white, black):
        side[OFF] = max(0, 15 - sum(side))
    return Position(white, black)


def _wide(head: bytes, at: int) -> str:
    return head[at : at + 258].decode("utf-16-le", "replace").partition("\0")[0].strip()


def _short(head: bytes, at: int) -> str:
    return head[at + 1 : at + 1 + head[at]].decode("cp1252", "replace").strip()


def _date(days: float) -> str:
    if not 0 < days < 100_000:
        return ""
    return (_DAY_ZERO + timedelta(days=int(days))).isoformat()
