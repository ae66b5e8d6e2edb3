"""Given gnubg's own probabilities, our cube says what gnubg's static cube says: equities and decisions."""

import random
from pathlib import Path
from typing import Any

from barpoint.board import BACKGAMMON, Position
from barpoint.engine.cube.cube_actions import (
    CubeState,
    Owner,
    cube_efficiency,
    decide_cube,
)
from barpoint.engine.cube.match_equity import Away
from tests.notation.reachable_positions import after_plies
from tests.peers import gnubg

POSITIONS = 300
TOLERANCE = 5e-4  # normalised equity; gnubg computes in 32 bits

SCRIPT = """
answer = []
static = [gnubg.evalcontext(cubeful, 0, 1, 0, 0.0) for cubeful in (0, 1)]
for board, cube in data:
    info = gnubg.cubeinfo(cube["value"], cube["owner"], 1, cube["match"], tuple(cube["score"]), cube["crawford"], 0)
    info["jacoby"] = cube["jacoby"]
    info["beavers"] = 0
    board = tuple(map(tuple, board))
    answer.append([gnubg.evaluate(board, info, static[0]), gnubg.cfevaluate(board, info, static[1])])
"""


def asked(rng: random.Random) -> dict[str, Any]:
    """A cube and a score; the mover is gnubg's player 1."""
    match = rng.choice([0, 0, 3, 5, 7, 9, 11, 17, 25])
    score = [rng.randrange(match), rng.randrange(match)] if match else [0, 0]
    crawford = match > 0 and (score[0] == match - 1) != (score[1] == match - 1) and rng.random() < 0.3
    value = 1 if crawford else rng.choice([1, 1, 1, 2, 2, 4])
    owner = -1 if value == 1 else rng.choice([1, 1, 0])
    jacoby = int(match == 0 and rng.random() < 0.5)
    return {"match": match, "score": score, "crawford": int(crawford), "value": value, "owner": owner, "jacoby": jacoby}


def state(cube: dict[str, Any]) -> CubeState:
    score = None
    if match := cube["match"]:
        score = Away(match - cube["score"][1], match - cube["score"][0], bool(cube["crawford"]))
    owner = {-1: Owner.CENTRED, 1: Owner.OURS, 0: Owner.THEIRS}[cube["owner"]]
    return CubeState(cube["value"], owner, score, bool(cube["jacoby"]))


def comparable(position: Position, cube: dict[str, Any]) -> bool:
    """gnubg has exact cubeful tables for short bear-offs, and a dead cube of its own at 2-away 2-away."""
    if position.is_over or (not position.contact and position.is_home and position.flip().is_home):
        return False
    return not (cube["value"] == 1 and cube["match"] and cube["score"] == [cube["match"] - 2] * 2)


def test_the_static_cube_agrees_with_gnubg(tmp_path: Path) -> None:
    rng = random.Random("cube")
    cases = [(after_plies(BACKGAMMON, rng.randint(2, 90), rng), asked(rng)) for _ in range(2 * POSITIONS)]
    cases = [case for case in cases if comparable(*case)][:POSITIONS]
    boards = [[[list(p.them[1:26]), list(p.us[1:26])], cube] for p, cube in cases]
    answers = gnubg.run(SCRIPT, boards, tmp_path)
    for (position, cube), (chances, peer) in zip(cases, answers, strict=True):
        ours = state(cube)
        x = cube_efficiency(contact=position.contact, pips=position.pips)
        decision = decide_cube(tuple(chances[:5]), ours, x)
        told = (position, cube, chances, decision, peer)
        assert abs(decision.no_double - peer[1]) < TOLERANCE, told
        if ours.available and not ours.dead:
            assert abs(decision.double_take - peer[2]) < 2 * TOLERANCE, told
            margin = min(abs(peer[2] - peer[3]), abs(peer[1] - min(peer[2], peer[3])))
            if margin > 2 * TOLERANCE:
                assert decision.text.lower() == peer[5].lower(), told
