"""gnubg's Position ID and position key: a board in 14 or 20 letters.

Both spell the same 80 bits. From the lowest bit of the first byte: the side not on roll, then the
side on roll; of each its points 1 to 24 and its bar, every place as its number of checkers in ones
and a zero. The ID is base64 without padding, the key writes each byte as two letters A-P.

They hold the checkers only: no turn, dice, cube or score (`match_ids` hold those), and no discipline,
so a reader says which it expects. What is missing from a side's checkers has been borne off.
Longgammon, whose sides run the same way round, has no place in them; the literal form does.
"""

import base64
import re
from typing import Final

from barpoint.board import BACKGAMMON, OFF, Discipline, Layout, Position
from barpoint.notation.ids.id_text import excerpt

_PLACES: Final = range(1, 26)
_BYTES: Final = 10
_ID: Final = re.compile(r"[A-Za-z0-9+/]{14}")
_KEY: Final = re.compile(r"[A-P]{20}")


def position_id(position: Position) -> str:
    """The Position ID of a position, seen by the side on roll."""
    return base64.b64encode(_pack(position)).decode().rstrip("=")


def position_key(position: Position) -> str:
    """The 20-letter key of a position."""
    return "".join(chr(65 + nibble) for byte in _pack(position) for nibble in (byte >> 4, byte & 15))


def read_position_id(text: str, discipline: Discipline = BACKGAMMON) -> Position:
    """The position a Position ID describes, seen by the side on roll."""
    word = text.strip()
    if not _ID.fullmatch(word):
        raise ValueError(f"expected a Position ID of 14 base64 letters such as 4HPwATDgc/ABMA, not {excerpt(text)}")
    packed = base64.b64decode(word + "==")
    if base64.b64encode(packed).decode().rstrip("=") != word:
        raise ValueError(f"{excerpt(text)} is no Position ID: its last letter says more than a board holds")
    return _unpack(packed, word, discipline)


def read_position_key(text: str, discipline: Discipline = BACKGAMMON) -> Position:
    """The position a 20-letter key describes, seen by the side on roll."""
    word = text.strip()
    if not _KEY.fullmatch(word):
        raise ValueError(f"expected a position key of 20 letters A-P, not {excerpt(text)}")
    nibbles = [ord(letter) - 65 for letter in word]
    packed = bytes(high << 4 | low for high, low in zip(nibbles[::2], nibbles[1::2], strict=True))
    return _unpack(packed, word, discipline)


def refuse_layout(discipline: Discipline, name: str) -> None:
    """ValueError for a discipline that an id of opposite directions cannot describe."""
    if discipline.layout is not Layout.MIRRORED:
        raise ValueError(f"{name} has no form for {discipline.title}; use the literal form")


def build_position(us: list[int], them: list[int], discipline: Discipline, shown: str) -> Position:
    """The position of these checkers, the rest borne off; ValueError if they cannot stand so."""
    for side in (us, them):
        if sum(side) > discipline.checkers:
            raise ValueError(f"{shown} has {sum(side)} checkers a side; {discipline.title} has {discipline.checkers}")
        side[OFF] = discipline.checkers - sum(side)
    position = Position(us, them, discipline)
    if not position.is_playable:
        raise ValueError(f"{shown} is not a position of {discipline.title}: {', '.join(position.problems())}")
    return position


def _pack(position: Position) -> bytes:
    refuse_layout(position.discipline, "a Position ID")
    bits, length = 0, 0
    for side in (position.them, position.us):
        for place in _PLACES:
            bits |= ((1 << side[place]) - 1) << length
            length += side[place] + 1
    if length > 8 * _BYTES:
        raise ValueError(f"a Position ID holds at most 15 checkers a side: {position}")
    return bits.to_bytes(_BYTES, "little")


def _unpack(packed: bytes, word: str, discipline: Discipline) -> Position:
    refuse_layout(discipline, "a Position ID")
    bits = int.from_bytes(packed, "little")
    sides = []
    for _ in range(2):
        side = [0] * 26
        for place in _PLACES:
            ones = (~bits & (bits + 1)).bit_length() - 1
            side[place] = ones
            bits >>= ones + 1
        if sum(side) > 15:
            raise ValueError(f"{excerpt(word)} is no position: it has {sum(side)} checkers on a side")
        sides.append(side)
    if bits:
        raise ValueError(f"{excerpt(word)} is no position: something follows its last checker")
    them, us = sides
    return build_position(us, them, discipline, excerpt(word))
