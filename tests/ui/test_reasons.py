"""Why a checker cannot go somewhere: what a page says of a move that is not in the tree."""

import pytest

from barpoint.board import BACKGAMMON, Position, board_array, pos
from tests.ui.browser_code import answered

ASK = "const answer = ([source, target, standing]) => m.reasonAgainst(source, target, standing).key"


def reason(position: Position, dice: list[int], source: int, target: int) -> str:
    """What stands in the way."""
    rotated = position.discipline is not BACKGAMMON
    standing = {"points": [int(count) for count in board_array(position)], "dice": dice, "rotated": rotated}
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
        ("long-nardy x 24:14 20:1 | o 24:15", [2, 1], 24, 22, "rules"),  # the head has been played from
    ],
)
def test_the_reason_is_what_stands_in_the_way(text: str, dice: list[int], source: int, target: int, said: str) -> None:
    assert reason(pos(text), dice, source, target) == said
