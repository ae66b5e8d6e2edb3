"""XGID, eXtreme Gammon's text for a position and what stands around it.

    XGID=-b----E-C---eE---c-e----B-:0:0:1:63:2:3:0:7:10
         board                      | | | |  | | | | largest cube, as a power of two
                                    | | | |  | | | match length, 0 for money
                                    | | | |  | | rules: Crawford, or Jacoby 1 + beavers 2
                                    | | | |  bottom's score, top's score
                                    | | | dice: 00 not rolled, D doubled, B beavered, R raccooned
                                    | | on roll: 1 bottom, -1 top
                                    | cube owner: 1 bottom, -1 top, 0 nobody
                                    cube, as a power of two, before an offer that waits

The board is the top player's bar, points 1-24 as the bottom player numbers them, the bottom player's
bar: `A`-`P` are the bottom player's checkers, `a`-`p` the top player's, `-` none. The side on roll is
also the side that doubled, while its double waits. A resignation or a finished game has no place here
(ValueError). Longgammon has none either.
"""

from typing import Final

from barpoint.board import BACKGAMMON, BAR, Discipline, Position, Roll
from barpoint.notation.ids.id_text import IdForm
from barpoint.notation.ids.position_ids import build_position, refuse_layout
from barpoint.notation.ids.situation import (
    BoardSeat,
    CubeOffer,
    GameState,
    Party,
    Situation,
)

_SEATS: Final = {1: BoardSeat.BOTTOM, -1: BoardSeat.TOP}
_NUMBERS: Final = {seat: number for number, seat in _SEATS.items()}
_OFFERS: Final = {"D": CubeOffer.DOUBLE, "B": CubeOffer.BEAVER, "R": CubeOffer.RACCOON}
_LETTERS: Final = {offer: letter for letter, offer in _OFFERS.items()}
_ANSWERS: Final = {CubeOffer.DOUBLE: Party.THEM, CubeOffer.BEAVER: Party.US, CubeOffer.RACCOON: Party.THEM}
_OPTIONAL: Final = "max"
_FORM: Final = IdForm(
    "an XGID",
    "XGID=",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10",
    least=9,
    fields={
        "board": ("[-A-Pa-p]{26}", "a board of 26 places, - or a letter each"),
        "cube": (r"\d{1,2}", "the cube as a power of two"),
        "owner": ("-1|0|1", "the cube's owner as 1, -1 or 0 for nobody"),
        "turn": ("-1|1", "who is on roll as 1 or -1"),
        "dice": ("[0-6]{2}|[DBR]", "dice such as 63, 00 for none, or D, B, R for an offer"),
        "bottom": (r"\d{1,5}", "the bottom player's points"),
        "top": (r"\d{1,5}", "the top player's points"),
        "rules": ("[0-3]", "the rules as 0 to 3"),
        "length": (r"\d{1,5}", "the match length, 0 for money"),
        "max": (r"\d{1,2}", "the largest cube as a power of two"),
    },
)


def xgid(position: Position, situation: Situation) -> str:
    """The XGID of a position and its situation, `XGID=` included."""
    if situation.resignation or situation.state is not GameState.PLAYING:
        raise ValueError("an XGID describes a game in play, without a resignation")
    bottom = position if situation.seat is BoardSeat.BOTTOM else position.flip()
    seats = {None: 0, Party.US: _NUMBERS[situation.seat], Party.THEM: _NUMBERS[situation.seat.other]}
    ours, theirs = situation.score
    scores = (ours, theirs) if situation.seat is BoardSeat.BOTTOM else (theirs, ours)
    rules = int(situation.crawford) if situation.length else situation.jacoby + 2 * situation.beavers
    fields = (
        _board(bottom),
        situation.cube.bit_length() - 1,
        seats[situation.cube_owner],
        _NUMBERS[situation.seat],
        _LETTERS[situation.offer] if situation.offer else situation.roll or "00",
        *scores,
        rules,
        situation.length,
        situation.max_cube.bit_length() - 1,
    )
    return "XGID=" + ":".join(str(field) for field in fields)


def read_xgid(text: str, discipline: Discipline = BACKGAMMON) -> tuple[Position, Situation]:
    """The position, seen by the side on roll, and the situation of an XGID."""
    fields = _FORM.read(text)
    seat = _SEATS[int(fields["turn"])]
    length, rules = int(fields["length"]), int(fields["rules"])
    if length and rules > 1:
        raise ValueError(f"in a match an XGID says 1 for a Crawford game and 0 for any other, not {rules}")
    cube, largest = int(fields["cube"]), int(fields.get(_OPTIONAL, 10))
    if max(cube, largest) > 15:
        raise ValueError(f"an XGID gives the cube as a power of two up to 15, not {max(cube, largest)}")
    owner = _SEATS.get(int(fields["owner"]))
    offer = _OFFERS.get(fields["dice"])
    scores = {BoardSeat.BOTTOM: int(fields["bottom"]), BoardSeat.TOP: int(fields["top"])}
    position = _read_board(fields["board"], discipline)
    return position if seat is BoardSeat.BOTTOM else position.flip(), Situation(
        roll=_read_roll(fields["dice"]) if offer is None else None,
        cube=1 << cube,
        cube_owner=None if owner is None else Party.US if owner is seat else Party.THEM,
        score=(scores[seat], scores[seat.other]),
        length=length,
        crawford=bool(length and rules),
        jacoby=not length and bool(rules & 1),
        beavers=not length and bool(rules & 2),
        offer=offer,
        to_decide=Party.US if offer is None else _ANSWERS[offer],
        seat=seat,
        max_cube=1 << largest,
    )


def _board(bottom: Position) -> str:
    refuse_layout(bottom.discipline, "an XGID")
    letters = []
    us, them = bottom.us, bottom.them
    for place in range(26):
        ours = us[place] if place else 0
        theirs = them[BAR - place] if place < BAR else 0
        if ours + theirs > 16:
            raise ValueError(f"an XGID holds at most 16 checkers on a point, not {ours + theirs}")
        letters.append(chr(64 + ours) if ours else chr(96 + theirs) if theirs else "-")
    return "".join(letters)


def _read_board(letters: str, discipline: Discipline) -> Position:
    refuse_layout(discipline, "an XGID")
    us, them = [0] * 26, [0] * 26
    for place, letter in enumerate(letters):
        if letter == "-":
            continue
        if place == (0 if letter.isupper() else BAR):
            raise ValueError(f"an XGID's first place is the top player's bar and its last the bottom's: {letters}")
        if letter.isupper():
            us[place] = ord(letter) - 64
        else:
            them[BAR - place] = ord(letter) - 96
    return build_position(us, them, discipline, letters)


def _read_roll(digits: str) -> Roll | None:
    return None if digits == "00" else Roll(int(digits[0]), int(digits[1]))
