"""The list of moves follows a match through an official's correction: boards before a play, and what a turn was."""

import pytest

from barpoint.board import DISCIPLINES, OFF, Position, pos
from barpoint.board.disciplines import Layout
from tests.ui.browser_code import answered

READ = "const answer = ([text, rotated]) => m.readPosition(text, rotated)"
FOLD = """
const answer = ({ events, start }) => m.foldLog(events, start, false).turns.map((turn) => turn.before)
"""


def counts(position: Position) -> dict[str, object]:
    """A position as the pages count it: + White's, - Black's."""
    from barpoint.service.play.view_builder import board_points

    return {"points": list(board_points(position)), "off": [position.us[OFF], position.them[OFF]]}


TEXTS = [f"{name} start" for name in DISCIPLINES] + [
    "x 4:1 3:2 2:2 1:2 off:8 | o bar:1 5:1 4:1 3:2 2:2 1:2 off:6",
    "x bar:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5",
    "long-nardy: x 24:10 11:3 off:2 | o 24:14 3:1",
]


def test_a_position_an_official_has_set_is_read_as_the_match_reads_it() -> None:
    positions = [pos(text) for text in TEXTS]
    asked = [[str(one), one.discipline.layout is not Layout.MIRRORED] for one in positions]
    read = answered("pages/match/match_log.ts", READ, asked)
    assert read == [counts(one) for one in positions]


@pytest.mark.parametrize("dice", [[3, 1], None])
def test_turns_after_a_correction_can_be_seen_again(dice: list[int] | None) -> None:
    start, corrected = pos("start"), pos("x 24:2 13:4 8:4 6:5 | o 24:2 13:5 8:3 6:5")
    events = [
        {"type": "GameStarted", "at": 0, "number": 1},
        {"type": "OpeningRolled", "at": 1, "white": 3, "black": 1},
        {"type": "Played", "at": 2, "side": "white", "hops": [[8, 5], [6, 5]]},
        {"type": "PositionCorrected", "at": 3, "position": str(corrected), "turn": "white", "dice": dice, "by": "Dora"},
        {"type": "DiceRolled", "at": 4, "side": "white", "dice": [2, 1]},
        {"type": "Played", "at": 5, "side": "white", "hops": [[8, 6], [6, 5]]},
        {"type": "Played", "at": 6, "side": "black", "hops": []},
    ]
    [before] = answered("pages/match/match_log.ts", FOLD, [{"events": events, "start": counts(start)}])
    after = pos("x 24:2 13:4 8:3 6:5 5:1 | o 24:2 13:5 8:3 6:5")
    assert before == [counts(start), counts(corrected), counts(after)]
