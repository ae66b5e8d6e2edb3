"""gnubg finds the same final positions: random contact positions, one roll each."""

import random
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path

from barpoint.board import BAR, OFF, ROLLS, Position, Roll, legal_plays
from tests.peers import gnubg

COUNT = 2_000

SCRIPT = """
gnubg.command("new session")
gnubg.command("set turn 1")
gnubg.command("set evaluation chequerplay evaluation plies 0")
gnubg.command("set evaluation chequerplay evaluation cubeful off")

def plays(board, roll):
    gnubg.command("set board " + gnubg.positionid(tuple(map(tuple, board))))
    gnubg.command("set dice %d %d" % tuple(roll))
    try:
        return [play["move"] for play in gnubg.hint(-1)["hint"]]
    except Exception:  # that is how it says that there is no legal move
        return []

answer = [plays(board, roll) for board, roll in data]
"""


def contact_positions(rng: random.Random) -> Iterator[tuple[Position, Roll]]:
    """Now and then a position of a random game, while the sides can still meet."""
    while True:
        position = Position.start()
        while position.contact:
            roll = rng.choice(ROLLS)
            if rng.random() < 0.2:
                yield position, roll
            plays = legal_plays(position, roll)
            position = (rng.choice(plays).after if plays else position).flip()


def final(position: Position, move: str) -> Position:
    """Where gnubg's words lead: `24/18*/17`, `bar/22`, `6/off(3)`, all places touched that hit named."""
    for word in move.split():
        places, _, times = word.rstrip(")").partition("(")
        walk = [
            {"bar": BAR, "off": OFF}.get(place) or int(place.replace("off", "0"))
            for place in places.replace("*", "").split("/")
        ]
        for _ in range(int(times or 1)):
            position = position.after(pairwise(walk))
    return position


def test_the_final_positions_are_the_same(tmp_path: Path) -> None:
    asked = list(islice(contact_positions(random.Random("movegen")), COUNT))
    data = [([list(position.them[1:26]), list(position.us[1:26])], [roll.high, roll.low]) for position, roll in asked]
    answer = gnubg.run(SCRIPT, data, tmp_path)
    for (position, roll), moves in zip(asked, answer, strict=True):
        ours = {play.after for play in legal_plays(position, roll)}
        theirs = {final(position, move) for move in moves}
        assert len(moves) == len(theirs), (position, roll, moves)
        assert ours == theirs, (position, roll, moves)
