"""Binary match files: BGBlitz by way of SMILE, and eXtreme Gammon's archive. The files here are made by hand."""

import gzip
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from barpoint.board import Side
from barpoint.notation.files.bgf import read_bgf
from barpoint.notation.files.match_files import read_path
from barpoint.notation.files.smile_json import read_smile
from barpoint.notation.files.xg import read_xg
from barpoint.notation.record.match_record import (
    Doubled,
    Dropped,
    MatchRecord,
    Moved,
    SetUp,
    Taken,
)
from barpoint.notation.record.replayer import replay

SAMPLES = Path(__file__).parents[4] / "shared" / "data" / "samples"
beside = pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample files are not beside the repository")


# SMILE


@pytest.mark.parametrize(
    ("words", "value"),
    [
        (b"\x21", None),
        (b"\x22", False),
        (b"\x23", True),
        (b"\x20", ""),
        (b"\xc0", 0),
        (b"\xc1", -1),
        (b"\xdf", -16),
        (b"\xde", 15),
        (b"\x24\x01\xa0", 48),
        (b"\x40a", "a"),
        (b"\x61" + b"x" * 34, "x" * 34),
        (b"\x80\xc3\xa9", "é"),
        (b"\xe0long text\xfc", "long text"),
        (b"\xf8\xc2\xc4\xf9", [1, 2]),
        (b"\xfa\x80a\xc2\x81bc\x41d\xfb", {"a": 1, "bc": "de"}),
        (b"\xf8\xfa\x80k\xc2\xfb\xfa\x40\xc4\xfb\xf9", [{"k": 1}, {"k": 2}]),
        (b"\x28\x03\x7c\x00\x00\x00", 1.0),
        (b"\x29\x00\x3f\x78\x00\x00\x00\x00\x00\x00\x00", 1.0),
    ],
)
def test_a_smile_value(words: bytes, value: Any) -> None:
    if isinstance(value, dict):
        words = words.replace(b"\x41d", b"\x41de")
    assert read_smile(b":)\n\x01" + words) == value


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b":)\n",
        b":)\n\x01\xf8",
        b":)\n\x01\xfa\x80",
        b":)\n\x01\x05",
        b":)\n\x01\xe0no end",
        b":)\n\x01" + b"\xf8" * 99,
    ],
)
def test_a_damaged_smile_document_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"SMILE"):
        read_smile(data)


# BGBlitz


def bgf(match: dict[str, Any]) -> bytes:
    head = b'{"format":"BGF","version":"1.0","compress":true,"useSmile":false}\n'
    return head + gzip.compress(json.dumps(match).encode(), mtime=0)


def move(player: int, red: int, green: int, *hops: tuple[int, int]) -> dict[str, Any]:
    pairs = [*hops, (-1, -1), (-1, -1), (-1, -1), (-1, -1)][:4]
    return {
        "player": player, "red": red, "green": green, "from": [one for one, _ in pairs], "to": [two for _, two in pairs]
    }  # fmt: skip


def test_a_bgblitz_match_is_read() -> None:
    moves = [move(-1, 3, 1, (8, 5), (6, 5)), move(1, 1, 7), move(-1, 2, 7), move(1, 6, 4, (24, 18), (18, 14))]
    moves += [move(-1, 1, 7), move(1, 3, 7), move(-1, 4, 7)]
    told = {"nameGreen": "Ann", "nameRed": "Bob", "matchlen": 3, "finalGreen": 2, "useCrawford": True}
    record = read_bgf(bgf({**told, "games": [{"scoreGreen": 0, "scoreRed": 0, "wonPoints": 2, "moves": moves}]}))
    result = replay(record)
    assert not result.problems
    assert (record.white, record.black, result.state.score) == ("Ann", "Bob", (2, 0))
    kinds = [type(action) for action in record.games[0].actions]
    assert kinds == [Moved, Doubled, Taken, Moved, Doubled, Dropped]


def test_a_bgblitz_dance_has_its_dice_in_the_first_hop() -> None:
    record = read_bgf(
        bgf({"nameGreen": "A", "nameRed": "B", "matchlen": 1, "games": [{"moves": [move(1, 5, 7, (6, 4))]}]})
    )
    assert record.games[0].actions == (Moved(side=Side.BLACK, dice=(6, 4), walks=()),)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}\n",
        b'{"compress":true}\nnot packed',
        b"[]\n[]",
        bgf({"games": 3}),
        bgf({"games": [{"moves": [move(1, 9, 1)]}]}),
        bgf({"games": [{"moves": [move(1, 3, 1, (5, 8))]}]}),
    ],
)
def test_a_damaged_bgblitz_file_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"bgf|packing|die|hops|name"):
        read_bgf(data)


# eXtreme Gammon


def xg(*records: bytes) -> bytes:
    body = zlib.compress(b"".join(record.ljust(2560, b"\0") for record in records))
    name = b"\x07temp.xg".ljust(512, b"\0")
    index = zlib.compress(name + struct.pack("<iiiIBBxx", 2560 * len(records), len(body), 0, 0, 0, 2))
    tail = struct.pack("<Iiiiii12x", 0, 1, 1, len(index), len(body), 1)
    return b"RGMH" + b"\0" * 60 + body + index + tail


def head(length: int = 3, variation: int = 0) -> bytes:
    made = bytearray(2560)
    struct.pack_into("<ii3B", made, 92, length, variation, 1, 1, 1)
    struct.pack_into("<d", made, 128, 45801.2)
    struct.pack_into("<i", made, 552, 32)
    for at, text in ((622, "Open"), (880, "Ann"), (1138, "Bob")):
        made[at : at + 2 * len(text)] = text.encode("utf-16-le")
    return bytes(made)


def game(white: int = 0, black: int = 0) -> bytes:
    return struct.pack("<8xB3xii", 1, white, black)


def cube(player: int, double: int, take: int, owner: int = 0, cells: tuple[int, ...] = (0,) * 26) -> bytes:
    return struct.pack("<8xB3x6i26b", 2, player, double, take, -1, -1, owner, *cells)


def step(player: int, dice: tuple[int, int], *hops: int) -> bytes:
    numbers = [*hops, *[-1] * 8][:8]
    return struct.pack("<8xB26b26b3xi8i2i", 3, *[0] * 26, *[1] * 26, player, *numbers, *dice)


def end(winner: int, points: int) -> bytes:
    return struct.pack("<8xB3x3i2i", 4, 0, 0, 0, winner, points)


def test_an_xg_match_is_read() -> None:
    data = xg(
        head(), game(), step(-1, (3, 1), 7, 4, 5, 4), cube(1, 1, 1), step(1, (4, 2), 23, 21, 12, 8), end(-1, 2),
        game(0, 2), step(1, (6, 1), 12, 6, 7, 6), end(-1, 1),
    )  # fmt: skip
    record = read_xg(data)
    result = replay(record)
    assert not result.problems
    assert (record.white, record.black, record.length) == ("Ann", "Bob", 3)
    assert record.info == {"event": "Open", "date": "2025-05-24"}
    assert (result.state.score, result.complete) == ((0, 3), True)


def test_an_xg_position_is_a_board_set_by_hand() -> None:
    cells = (0, -2, *[0] * 4, 2, *[0] * 19)
    record = read_xg(xg(head(99_999), game(), cube(-1, 1, 1, 1, cells)))
    first, *answers = record.games[0].actions
    assert isinstance(first, SetUp)
    assert (first.side, first.cube, first.owner) == (Side.BLACK, 2, Side.WHITE)
    assert first.position == "x 6:2 off:13 | o 24:2 off:13"
    assert [type(action) for action in answers] == [Doubled, Taken]
    assert (record.length, record.jacoby, record.beavers) == (0, True, True)


@pytest.mark.parametrize(
    "data",
    [
        b"RGMH",
        b"RGMH" + b"\0" * 200,
        xg(),
        xg(game()),
        xg(head(variation=9)),
        xg(head(), game(), step(1, (9, 1))),
        xg(head(), game(), step(1, (3, 1), 4, 9)),
        xg(head())[:-40] + xg(head())[-36:],
    ],
)
def test_a_damaged_xg_file_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"eXtreme Gammon|packing|die|hop"):
        read_xg(data)


@beside
def test_the_bgblitz_sample_replays_to_its_score() -> None:
    result = replay(read_path(SAMPLES / "bgf" / "tachiai_v_player.bgf").record)
    assert (result.problems, result.state.score, result.complete) == ((), (4, 0), True)


@beside
def test_the_xg_sample_has_one_play_that_is_illegal_in_the_source() -> None:
    record: MatchRecord = read_path(SAMPLES / "xg" / "marseille_7pt.xg").record
    assert [problem.entry for problem in replay(record).problems] == ["42: 6/1 3/1"]
    kept = replay(record, lenient=True)
    assert (kept.state.score, kept.complete) == ((7, 4), True)
    assert len(kept.problems) == 1
    assert not replay(read_path(SAMPLES / "xg" / "position10.xgp").record).problems
