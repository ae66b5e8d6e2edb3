"""OGID, OpenGammon's text for a position and what stands around it.

    11jjjjjhhhccccc:ooddddd88866666:N0N:63:B:R:4:3:7:0
    White's checkers | Black's      |   |  | | | | | move number
                                    |   |  | | | | match length, C behind it for the Crawford game, 0 for money
                                    |   |  | | White's score, Black's score
                                    |   |  | state: D doubled, R rolled, C before the roll, I... the first turn
                                    |   |  who acted last: W or B; of a double that waits, who doubled
                                    |   dice, empty before the roll
                                    cube: owner W, B or N; power of two; O offered, T taken, P passed, N none

Fields behind the cube may be left out from the end; a last one says how many checkers a side has if not 15. A letter is
a checker: `0`-`9` and `a`-`p` are the places 0 to 25, `q` is borne off (as is whatever is missing). Places run as White
moves, up from its bar at 0; Black comes down from its bar at 25. White is the bottom player of an XGID.

No description by its makers is at hand. Places, cube and match are as programs write them that exchange OGIDs; that the
turn names who acted last is how the program itself is said to read it, though the field is called `turn` elsewhere. An
id of a first turn (`IW`) without dice is White's. Resignations, beavers and Jacoby have no place here.
"""

import re
from typing import Final

from barpoint.board import BACKGAMMON, BAR, OFF, Discipline, Position, Roll
from barpoint.notation.ids.id_text import LONG, IdForm, excerpt
from barpoint.notation.ids.position_ids import build_position, refuse_layout
from barpoint.notation.ids.situation import BoardSeat, CubeOffer, GameState, Party, Situation

_PLACES: Final = "0123456789abcdefghijklmnop"
_BORNE_OFF: Final = "q"
_SEATS: Final = {"W": BoardSeat.BOTTOM, "B": BoardSeat.TOP}
_LETTERS: Final = {seat: letter for letter, seat in _SEATS.items()}
_FORM: Final = IdForm(
    "an OGID",
    "OGID=",
    "11jjjjjhhhccccc:ooddddd88866666:N0N:63:B:R:4:3:7:0",
    least=3,
    fields={
        "white": ("[0-9a-q]*", "White's checkers, a letter each"),
        "black": ("[0-9a-q]*", "Black's checkers, a letter each"),
        "cube": (r"[WBND?]\d{1,2}[OTPN]", "a cube such as N0N: owner, power of two, action"),
        "dice": ("([1-6]{2})?", "dice such as 63, or nothing"),
        "turn": ("[WB]?", "W or B"),
        "state": (r"\w{0,4}", "a state such as R"),
        "white_score": (r"\d{0,5}", "White's points"),
        "black_score": (r"\d{0,5}", "Black's points"),
        "length": (r"(\d{1,5}[LCG]?\d{0,5})?", "a match length such as 7 or 7C"),
        "move": (r"\d{0,6}", "a number of moves"),
        "checkers": (r"\d{0,2}", "how many checkers a side has"),
    },
)
LOOKS_LIKE: Final = re.compile(r"(OGID=)?[0-9a-q]*:[0-9a-q]*:[WBND?]\d{1,2}[OTPN](:|$)")


def ogid(position: Position, situation: Situation) -> str:
    """The OGID of a position and its situation."""
    refuse_layout(position.discipline, "an OGID")
    if situation.resignation or situation.state is not GameState.PLAYING:
        raise ValueError("an OGID describes a game in play, without a resignation")
    if situation.offer not in (None, CubeOffer.DOUBLE):
        raise ValueError("an OGID has no place for a beaver")
    on_roll = situation.seat
    white, black = (position.us, position.them) if on_roll is BoardSeat.BOTTOM else (position.them, position.us)
    ours, theirs = situation.score
    scores = (ours, theirs) if on_roll is BoardSeat.BOTTOM else (theirs, ours)
    owner = {None: "N", Party.US: _LETTERS[on_roll], Party.THEM: _LETTERS[on_roll.other]}[situation.cube_owner]
    offered = situation.offer is CubeOffer.DOUBLE
    fields = (
        "".join(_PLACES[place] * white[BAR - place] for place in range(BAR)),
        "".join(_PLACES[place] * black[place] for place in range(1, BAR + 1)),
        f"{owner}{situation.cube.bit_length() - 1}{'O' if offered else 'N'}",
        situation.roll or "",
        _LETTERS[on_roll if offered else on_roll.other],
        "D" if offered else "R" if situation.roll else "C",
        *scores,
        f"{situation.length}{'C' if situation.crawford else ''}",
        0,
        *([position.discipline.checkers] if position.discipline.checkers != BACKGAMMON.checkers else []),
    )
    return ":".join(map(str, fields))


def read_ogid(text: str, discipline: Discipline = BACKGAMMON) -> tuple[Position, Situation]:
    """The position, seen by the side on roll, and the situation of an OGID."""
    refuse_layout(discipline, "an OGID")
    fields = dict.fromkeys(_FORM.fields, "") | _FORM.read(text)
    checkers = int(fields["checkers"] or BACKGAMMON.checkers)
    if fields["checkers"] and checkers != discipline.checkers:
        raise ValueError(f"the OGID has {checkers} checkers a side; {discipline.title} has {discipline.checkers}")
    offered = fields["cube"].endswith("O") or fields["state"] == "D"
    seat = _seat_on_roll(fields, offered=offered)
    white, black = [0] * 26, [0] * 26
    for letter in fields["white"].replace(_BORNE_OFF, ""):
        white[BAR - _PLACES.index(letter)] += 1
    for letter in fields["black"].replace(_BORNE_OFF, ""):
        black[_PLACES.index(letter)] += 1
    if white[OFF] or black[OFF]:
        raise ValueError(f"White's bar is place 0 of an OGID and Black's place 25 (p), not {excerpt(text, LONG)}")
    us, them = (white, black) if seat is BoardSeat.BOTTOM else (black, white)
    position = build_position(us, them, discipline, excerpt(text, LONG))
    owner = _SEATS.get(fields["cube"][0])
    power, length = int(fields["cube"][1:-1]), fields["length"]
    if power > 15:
        raise ValueError(f"an OGID gives the cube as a power of two up to 15, not {power}")
    points = int(re.split(r"\D", length)[0] or 0)
    scores = {BoardSeat.BOTTOM: int(fields["white_score"] or 0), BoardSeat.TOP: int(fields["black_score"] or 0)}
    dice = fields["dice"]
    return position, Situation(
        roll=Roll(int(dice[0]), int(dice[1])) if dice and not offered else None,
        cube=1 << power,
        cube_owner=None if owner is None else Party.US if owner is seat else Party.THEM,
        score=(scores[seat], scores[seat.other]),
        length=points,
        crawford=bool(points) and "C" in length,
        offer=CubeOffer.DOUBLE if offered else None,
        to_decide=Party.THEM if offered else Party.US,
        seat=seat,
    )


def _seat_on_roll(fields: dict[str, str], *, offered: bool) -> BoardSeat:
    """Who doubled, or else whoever did not act last; the first turn before its dice is White's."""
    turn, state = fields["turn"], fields["state"]
    if not turn or (state == "IW" and not fields["dice"]):
        return BoardSeat.BOTTOM
    return _SEATS[turn] if offered else _SEATS[turn].other
