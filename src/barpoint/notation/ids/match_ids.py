"""gnubg's Match ID, and the pair "GNUBG ID" = Position ID:Match ID.

A Match ID is 72 bits in 12 base64 letters, fields from the lowest bit up (`_FIELDS`). Players are
numbered; here they are seats (`situation`). It has no field for beavers or the largest cube, which
are dropped, and none for a beaver or raccoon waiting for its answer, which is a ValueError.

The Jacoby bit is younger than the format and says "not in use": an older ID of a money game reads
as played with it. Dice are written larger first and read in either order.
"""

import base64
import re
from typing import Final

from barpoint.board import BACKGAMMON, Discipline, Position, Roll
from barpoint.notation.ids.id_text import excerpt
from barpoint.notation.ids.position_ids import position_id, read_position_id
from barpoint.notation.ids.situation import (
    BoardSeat,
    CubeOffer,
    GameState,
    Party,
    Situation,
)

_FIELDS: Final = {
    "cube": 4,  # as a power of two
    "owner": 2,
    "mover": 1,
    "crawford": 1,
    "state": 3,
    "turn": 1,
    "doubled": 1,
    "resigned": 2,
    "die 1": 3,
    "die 2": 3,
    "length": 15,
    "score 0": 15,
    "score 1": 15,
    "no jacoby": 1,
}
_CENTRED: Final = 3
_BYTES: Final = 9
_ID: Final = re.compile(r"[A-Za-z0-9+/]{12}")


def match_id(situation: Situation) -> str:
    """The Match ID of a situation."""
    if situation.offer not in (None, CubeOffer.DOUBLE):
        raise ValueError(f"a Match ID has no form for a {situation.offer} that waits for its answer")
    seats = {Party.US: situation.seat, Party.THEM: situation.seat.other}
    owner = _CENTRED if situation.cube_owner is None else seats[situation.cube_owner].value
    scores = {situation.seat: situation.score[0], situation.seat.other: situation.score[1]}
    values = {
        "cube": situation.cube.bit_length() - 1,
        "owner": owner,
        "mover": situation.seat.value,
        "crawford": int(situation.crawford),
        "state": situation.state.value,
        "turn": seats[situation.to_decide].value,
        "doubled": int(situation.offer is CubeOffer.DOUBLE),
        "resigned": situation.resignation,
        "die 1": situation.roll.high if situation.roll else 0,
        "die 2": situation.roll.low if situation.roll else 0,
        "length": situation.length,
        "score 0": scores[BoardSeat.TOP],
        "score 1": scores[BoardSeat.BOTTOM],
        "no jacoby": int(not situation.jacoby),
    }
    return base64.b64encode(_pack(values)).decode()


def read_match_id(text: str) -> Situation:
    """The situation a Match ID describes."""
    word = text.strip()
    if not _ID.fullmatch(word):
        raise ValueError(f"expected a Match ID of 12 base64 letters such as cAkAAAAAAAAA, not {excerpt(text)}")
    values = _unpack(base64.b64decode(word))
    if values["owner"] == 2 or values["state"] > max(GameState):
        raise ValueError(f"{excerpt(word)} is no Match ID: it names a cube owner or a game state there is not")
    seat = BoardSeat(values["mover"])
    party = {seat.value: Party.US, seat.other.value: Party.THEM}
    scores = values["score 0"], values["score 1"]
    return Situation(
        roll=_roll(values["die 1"], values["die 2"], word),
        cube=1 << values["cube"],
        cube_owner=party.get(values["owner"]),
        score=(scores[seat.value], scores[seat.other.value]),
        length=values["length"],
        crawford=bool(values["crawford"]),
        jacoby=not values["length"] and not values["no jacoby"],
        offer=CubeOffer.DOUBLE if values["doubled"] else None,
        resignation=values["resigned"],
        to_decide=party[values["turn"]],
        state=GameState(values["state"]),
        seat=seat,
    )


def gnubg_id(position: Position, situation: Situation) -> str:
    """`PositionID:MatchID`, as gnubg prints and takes it."""
    return f"{position_id(position)}:{match_id(situation)}"


def read_gnubg_id(text: str, discipline: Discipline = BACKGAMMON) -> tuple[Position, Situation]:
    """The position and situation of a `PositionID:MatchID` pair."""
    first, colon, second = text.strip().partition(":")
    if not colon:
        raise ValueError(f"expected PositionID:MatchID such as 4HPwATDgc/ABMA:cAkAAAAAAAAA, not {excerpt(text)}")
    return read_position_id(first, discipline), read_match_id(second)


def _pack(values: dict[str, int]) -> bytes:
    bits, length = 0, 0
    for name, width in _FIELDS.items():
        if values[name] >> width:
            raise ValueError(f"a Match ID holds a {name} up to {(1 << width) - 1}, not {values[name]}")
        bits |= values[name] << length
        length += width
    return bits.to_bytes(_BYTES, "little")


def _unpack(packed: bytes) -> dict[str, int]:
    bits = int.from_bytes(packed, "little")
    values = {}
    for name, width in _FIELDS.items():
        values[name] = bits & ((1 << width) - 1)
        bits >>= width
    return values


def _roll(first: int, second: int, word: str) -> Roll | None:
    if not first and not second:
        return None
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise ValueError(f"{excerpt(word)} is no Match ID: its dice show {first} and {second}")
    return Roll(first, second)
