"""Moves in the pages are written as our own files write them."""

import random

import pytest

from barpoint.board import DISCIPLINES, Play, Roll, legal_plays, pos
from barpoint.board.disciplines import Layout
from tests.ui.browser_code import answered
from tests.ui.test_match_log import counts

WRITE = "const answer = ([hops, before, rotated]) => m.writeMoves(hops, before, rotated)"


def asked(play: Play) -> list[object]:
    rotated = play.before.discipline.layout is not Layout.MIRRORED
    return [[list(hop) for hop in play.hops], counts(play.before), rotated]


def plays_of_games(discipline: str, games: int, seed: int) -> list[Play]:
    """Every legal play of one roll in each position of some games played by chance, at most twenty a position."""
    chance = random.Random(seed)
    plays: list[Play] = []
    for _ in range(games):
        position = pos(f"{discipline} start")
        for _ in range(300):
            legal = legal_plays(position, Roll.of((chance.randint(1, 6), chance.randint(1, 6))))
            plays += [play for play in chance.sample(legal, min(20, len(legal))) if play.hops]
            after = chance.choice(legal).after if legal else position
            if after.us[0] == sum(after.us):
                break
            position = after.flip()
    return plays


@pytest.mark.parametrize("discipline", list(DISCIPLINES))
def test_plays_of_whole_games_are_written_as_files_write_them(discipline: str) -> None:
    plays = plays_of_games(discipline, games=12, seed=5)
    written = answered("board/moves.ts", WRITE, [asked(play) for play in plays])
    wrong = [
        (text, str(play), str(play.before)) for text, play in zip(written, plays, strict=True) if text != str(play)
    ]
    assert not wrong, (len(wrong), len(plays), wrong[:5])


def test_a_checker_that_goes_home_and_off_waits_for_those_behind_it() -> None:
    before = pos("x 13:1 4:1 off:13 | o 24:2 13:5 8:3 6:5")
    (play,) = [play for play in legal_plays(before, Roll.of((5, 5))) if play.after.us[0] == 15]
    assert str(play) == "13/3 4/off 3/off"
    assert answered("board/moves.ts", WRITE, [asked(play)]) == ["13/3 4/off 3/off"]
