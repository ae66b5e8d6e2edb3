"""Why a checker cannot go somewhere: what a page says of a move that is not in the tree."""

import pytest

from barpoint.board import BACKGAMMON, Position, board_array, pos
from tests.ui.browser_code import answered

ASK = "const answer = ([source, target, standing]) => m.reasonAgainst(source, target, standing).key"


def reason(position: Position, dice: list[int], source: int, target: int) -> str:
    """What stands in the way."""
    rotated = position.discipline is not BACKGAMMON
    from_head = 15 - position.us[24] if rotated else 0  # played from a head that was whole
    standing = {"points": [int(count) for count in board_array(position)], "dice": dice, "rotated": rotated}
    standing |= {"fromHead": from_head if from_head == 1 else 0, "theirOff": position.them[0]}
    (key,) = answered("board/reasons.ts", ASK, [[source, target, standing]])
    return str(key).removeprefix("why.")


@pytest.mark.parametrize(
    ("text", "dice", "source", "target", "said"),
    [
        ("x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5", [3, 1], 24, 19, "blocked"),
        ("x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5", [3, 1], 24, 22, "needs"),
        ("x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5", [3, 1], 20, 17, "none"),
        ("x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5", [3, 1], 6, 0, "home"),
        ("x bar:1 24:1 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5", [3, 1], 24, 21, "bar"),
        ("x 24:2 13:5 8:3 6:5 | o 20:2 7:2 13:5 6:6", [6, 5], 24, 13, "way"),
        ("x 24:2 13:5 8:3 6:5 | o 7:2 13:5 3:8", [6, 6, 6], 24, 6, "way"),
        ("x 20:1 off:14 | o 16:2 off:13", [6, 5], 20, 15, "both"),  # only one can be played: the six
        ("x 20:1 off:14 | o 16:2 off:13", [6, 5], 20, 9, "blocked"),
        ("x 6:1 3:2 off:12 | o 24:15", [5], 3, 0, "needs"),
        ("long-nardy x 24:14 20:1 | o 24:14 6:1", [2, 1], 20, 18, "blocked"),  # one checker is enough
        ("long-nardy x 24:14 20:1 | o 24:15", [2, 1], 24, 22, "head"),
        ("longgammon x 24:9 22:1 20:1 19:1 18:1 17:1 16:1 | o 24:15", [4, 1], 22, 21, "wall"),
        ("longgammon x 24:9 22:1 20:1 19:1 18:1 17:1 16:1 | o 24:14 1:1", [4, 1], 22, 21, "both"),  # one is beyond them
        ("longgammon x 24:9 22:1 20:1 19:1 18:1 17:1 16:1 | o 24:14 off:1", [4, 1], 22, 21, "both"),
        ("longgammon x 20:1 off:14 | o 21:2 off:13", [6, 5], 20, 15, "both"),  # only one can be played: the six
        ("longgammon x 20:1 off:14 | o 24:15", [3, 3, 3], 20, 17, "most"),
        ("x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5", [3, 1], 8, 13, "back"),
        ("longgammon x 24:15 | o 24:15", [3, 1], 24, 25, "back"),
        ("longgammon x 24:15 | o 24:15", [3, 1], 24, 19, "needs"),
        ("longgammon x 8:1 off:14 | o 24:15", [3, 1], 8, 0, "home"),
    ],
)
def test_the_reason_is_what_stands_in_the_way(text: str, dice: list[int], source: int, target: int, said: str) -> None:
    assert reason(pos(text), dice, source, target) == said
