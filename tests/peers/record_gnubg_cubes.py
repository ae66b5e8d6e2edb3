"""Record what gnubg says of cube decisions two plies deep: `python -m tests.peers.record_gnubg_cubes > FILE`.

Positions of the expert level's self-play with a fixed seed, each with a cube and a score; gnubg's own world-class
settings for cubes (two plies, cubeful, no noise, its pruning nets) and its match equity table (Kazaross-XG2).
tests/engine/cube/gnubg-cubes.json is what it wrote.
"""

import json
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from barpoint.engine.measurement.benchmark import decisions
from barpoint.notation.ids.position_ids import position_id
from tests.peers import gnubg

POSITIONS = 400
KEPT = 48
SCRIPT = """
answer = []
cubeful = gnubg.evalcontext(1, 2, 1, 1, 0.0)
for board, cube in data:
    info = gnubg.cubeinfo(cube["value"], cube["owner"], 1, cube["match"], tuple(cube["score"]), cube["crawford"], 0)
    info["jacoby"] = cube["jacoby"]
    info["beavers"] = 0
    found = gnubg.cfevaluate(tuple(map(tuple, board)), info, cubeful)
    answer.append([round(x, 4) for x in found[1:4]] + [found[5]])
"""
MONEY = {"match": 0, "score": [0, 0], "crawford": 0, "value": 1, "owner": -1, "jacoby": 0}
CUBES: list[dict[str, Any]] = [
    MONEY,
    MONEY | {"jacoby": 1},
    MONEY | {"value": 2, "owner": 1},
    MONEY | {"match": 7, "score": [2, 4]},
    MONEY | {"match": 7, "score": [4, 1], "value": 2, "owner": 1},
    MONEY | {"match": 5, "score": [4, 2]},
    MONEY | {"match": 9, "score": [6, 6], "value": 2, "owner": 1},
    MONEY | {"match": 11, "score": [3, 9]},
]


def main() -> None:
    """Write the decisions whose equities are close enough to ask about, as JSON."""
    rng = random.Random("cubes")
    asked = [(position, CUBES[k % len(CUBES)]) for k, (position, _) in enumerate(decisions(POSITIONS, seed=7))]
    boards = [[[list(p.them[1:26]), list(p.us[1:26])], cube] for p, cube in asked]
    with tempfile.TemporaryDirectory() as folder:
        answers = gnubg.run(SCRIPT, boards, Path(folder))
    rows = []
    for (position, cube), (no_double, take, cash, words) in zip(asked, answers, strict=True):
        if abs(no_double - min(take, cash)) < 0.3:
            row = {"posid": position_id(position), "cube": cube, "no_double": no_double, "double_take": take}
            rows.append(row | {"action": words})
    rng.shuffle(rows)
    lines = ",\n".join(f"  {json.dumps(row)}" for row in rows[:KEPT])
    told = '"command": "python -m tests.peers.record_gnubg_cubes", "plies": 2'
    sys.stdout.write(f'{{{told}, "decisions": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    main()
