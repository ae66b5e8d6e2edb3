"""The board line of FIBS: `board:You:opponent:...`, 52 fields after the word, read and written.

Points 0 to 25 hold numbers whose sign is the colour; which way the player runs, and where its bar is, stand in
fields of their own. White of the record is the player the line is for.
"""

from typing import Final

from barpoint.board import BAR, OFF, Position, Roll
from barpoint.notation.ids.situation import (
    BoardSeat,
    CubeOffer,
    Party,
    Situation,
)
from barpoint.notation.record.match_record import MatchRecord
from barpoint.notation.record.record_from_position import record_of_position

_FIELDS: Final = 53
_UNLIMITED: Final = 9999
_LONGEST: Final = 1_000


def read_fibs_board(line: str) -> tuple[Position, Situation, tuple[str, str]]:
    """Position and situation, seen by the side on roll, and the names of the player and the opponent."""
    words = line.strip().split(":")
    if len(line) > _LONGEST or words[0] != "board" or len(words) != _FIELDS:
        raise ValueError(f"expected a FIBS board line, 'board:' and 52 more fields, not {line[:40]!r}")
    if not all(_is_number(word) for word in words[3:]):
        raise ValueError("the fields of a FIBS board line after the names are numbers")
    numbers = [int(word) for word in words[3:]]
    length, score = numbers[0], (numbers[1], numbers[2])
    board, turn, dice, rest = numbers[3:29], numbers[29], numbers[30:34], numbers[34:]
    colour, direction = rest[4], rest[5]
    if colour not in (-1, 1) or direction not in (-1, 1):
        raise ValueError("colour and direction of a FIBS board line are 1 or -1")
    player = _position(board, colour, direction, (rest[8], rest[9]))
    ours = turn in (colour, 0)
    length = 0 if length == _UNLIMITED else length
    cube, may, opponent_may, offered = rest[0], rest[1], rest[2], rest[3]
    owner = None if cube == 1 else Party.US if may > opponent_may else Party.THEM
    rolled = dice[:2] if ours else dice[2:]
    situation = Situation(
        roll=Roll(rolled[0], rolled[1]) if all(rolled) and not offered else None,
        cube=cube,
        cube_owner=owner if ours or owner is None else owner.other,
        score=score if ours else (score[1], score[0]),
        length=length,
        crawford=length > 1 and length - 1 in score and cube == 1 and not may and not opponent_may,
        offer=CubeOffer.DOUBLE if offered else None,
        to_decide=Party.THEM if offered else Party.US,
        seat=BoardSeat.BOTTOM if ours else BoardSeat.TOP,
    )
    return (player if ours else player.flip()), situation, (words[1], words[2])


def fibs_record(line: str) -> MatchRecord:
    """The board line as a record."""
    return record_of_position(*read_fibs_board(line))


def _is_number(word: str) -> bool:
    digits = word.removeprefix("-")
    return digits.isdecimal() and digits.isascii() and len(digits) <= 5


def _position(board: list[int], colour: int, direction: int, off: tuple[int, int]) -> Position:
    us, them = [0] * 26, [0] * 26
    for index, count in enumerate(board):
        own = index if direction < 0 else BAR - index
        if count * colour > 0 and own != OFF:
            us[own] = abs(count)
        elif count * colour < 0 and own != BAR:
            them[BAR - own] = abs(count)
    us[OFF], them[OFF] = off
    position = Position(us, them)
    if not position.is_playable:
        raise ValueError(f"the FIBS board line is no position of backgammon: {', '.join(position.problems())}")
    return position


def write_fibs_board(position: Position, situation: Situation, names: tuple[str, str] = ("You", "Opponent")) -> str:
    """The board line for the player below, who runs from 24 to 1 with the positive checkers."""
    ours = situation.seat is BoardSeat.BOTTOM
    player = position if ours else position.flip()
    score = situation.score if ours else (situation.score[1], situation.score[0])
    board = [player.us[point] - player.them[BAR - point] for point in range(1, 25)]
    owner = situation.cube_owner if ours or situation.cube_owner is None else situation.cube_owner.other
    free = owner is None and not situation.crawford
    roll = (0, 0) if situation.roll is None else (situation.roll.high, situation.roll.low)
    numbers = [
        situation.length or _UNLIMITED,
        *score,
        -player.them[BAR],
        *board,
        player.us[BAR],
        1 if ours else -1,
        *(roll if ours else (0, 0)),
        *((0, 0) if ours else roll),
        situation.cube,
        int(free or owner is Party.US),
        int(free or owner is Party.THEM),
        int(situation.offer is not None),
        *(1, -1, 0, 25),
        player.us[OFF],
        player.them[OFF],
        player.us[BAR],
        player.them[BAR],
        *(0, 0, 0, 0),
    ]
    return ":".join(["board", *(name.replace(":", ".") for name in names), *map(str, numbers)])
