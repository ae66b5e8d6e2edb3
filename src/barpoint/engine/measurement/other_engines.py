"""Other programs behind the same protocol as our nets: bgsage if it is installed, gnubg if its program is found.

Nothing needs either: they serve to compare (`barpoint engine bench`). gnubg is run as a program of its own and asked
through its built-in Python; bgsage (`pip install 'barpoint[bgsage]'`) is imported when it is asked for.
"""

import json
import os
import shutil
import subprocess
import tempfile
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.engine.evaluator import Array, Evaluator

_SCRIPT: Final = """
import gnubg, json, os
gnubg.command("new session")
asked = json.load(open("asked.json"))
info = gnubg.cubeinfo()
context = gnubg.evalcontext(0, asked["plies"], 1, 0, 0.0)
answer = [gnubg.evaluate(tuple(map(tuple, board)), info, context)[:5] for board in asked["boards"]]
json.dump(answer, open("answer.json", "w"))
os._exit(0)
"""


class Gnubg:
    """GNU Backgammon's evaluation, cubeless; a process for every batch."""

    def __init__(self, program: str, plies: int = 0) -> None:
        self.name = f"gnubg {plies}-ply"
        self._program, self._plies = program, plies

    def probabilities(self, boards: Array) -> Array:
        """[n, 5] for int8 boards [n, 26]."""
        request = {"plies": self._plies, "boards": [_two_sides(board) for board in boards.tolist()]}
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            (place / "asked.json").write_text(json.dumps(request))
            (place / "script.py").write_text(_SCRIPT)
            done = subprocess.run(  # noqa: S603  # the program is gnubg, found by its name
                [self._program, "-t", "-q", "-r", "-p", "script.py"],
                cwd=place,
                env={**os.environ, "HOME": folder},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
            answer = place / "answer.json"
            if not answer.exists():
                raise RuntimeError(f"gnubg gave no answer: {done.stdout.decode(errors='replace')[-500:]}")
            return np.array(json.loads(answer.read_text()), np.float32)


class Bgsage:
    """Open Sage's evaluation, cubeless."""

    def __init__(self, plies: int = 0) -> None:
        self.name = f"bgsage {plies + 1}-ply"
        self._level = f"{plies + 1}ply"

    def probabilities(self, boards: Array) -> Array:
        """[n, 5] for int8 boards [n, 26]."""
        library: Any = import_module("bgsage")
        requests = [{"board": _flip(board), "cube_owner": "centered"} for board in boards.tolist()]
        answers = library.batch_post_move_evaluate(requests, self._level, n_threads=1, jacoby=False)
        theirs = [answer.probs for answer in answers]
        return np.array(
            [(1 - p.win, p.gammon_loss, p.backgammon_loss, p.gammon_win, p.backgammon_win) for p in theirs],
            np.float32,
        )


def find_peers(plies: int = 0) -> list[Evaluator]:
    """The peers found on this machine."""
    peers: list[Evaluator] = []
    program = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games:/usr/local/games")
    if program:
        peers.append(Gnubg(program, plies))
    if find_spec("bgsage"):
        peers.append(Bgsage(plies))
    return peers


def _two_sides(board: list[int]) -> list[list[int]]:
    """The form gnubg reads: the opponent's 24 points and bar, then the side on roll's."""
    ours = [max(board[point], 0) for point in range(1, 25)] + [board[25]]
    theirs = [max(-board[25 - point], 0) for point in range(1, 25)] + [board[0]]
    return [theirs, ours]


def _flip(board: list[int]) -> list[int]:
    """The board seen by the other side."""
    return [board[25], *(-board[25 - point] for point in range(1, 25)), board[0]]
