"""gnubg over its own socket (`external`): values, plays and cube actions, without the pauses of its built-in Python.

A board goes there as FIBS writes it, and each answer is waited for.
"""

import os
import socket
import subprocess
import tempfile
import time
from array import array
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import numpy as np

from barpoint.engine.evaluator import Array
from bench.gnubg_worker import finished, lost

_SETTINGS: Final = (
    "set threads 1",
    "set evaluation chequerplay evaluation plies {plies}",
    "set evaluation chequerplay evaluation cubeful off",
    "set evaluation cubedecision evaluation plies {plies}",
    "external {path}",
)
_PATIENCE: Final = 60.0  # seconds until gnubg listens


class Line:
    """A gnubg that listens; choices are made `plies` deep with its default move filters."""

    def __init__(self, program: str, plies: int = 0) -> None:
        self.name = f"gnubg {plies}-ply"
        self._plies = plies
        self._folder = tempfile.TemporaryDirectory()
        path = Path(self._folder.name) / "line"
        self._process = subprocess.Popen(
            [program, "-t", "-q", "-r"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self._folder.name},
        )
        if self._process.stdin is None:
            raise RuntimeError("gnubg has no standard input")
        self._process.stdin.write("\n".join((*_SETTINGS, "")).format(plies=plies, path=path).encode())
        self._process.stdin.flush()
        self._socket = _connected(path)
        self._file = self._socket.makefile("rw")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()
        self._socket.close()
        self._process.kill()
        self._process.communicate()
        self._folder.cleanup()

    def ask(self, line: str) -> str:
        """The answer to one line."""
        self._file.write(f"{line}\n")
        self._file.flush()
        return self._file.readline().strip()

    def spent(self) -> float:
        """Seconds of processor time that gnubg has taken so far; of the clock where the system does not tell."""
        try:
            told = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return time.perf_counter()
        user, system = told.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def probabilities(self, boards: Array) -> Array:
        """[n, 5] for int8 boards [n, 26], `plies` deep."""
        return np.array([self._value(board) for board in boards.tolist()], np.float32).reshape(-1, 5)

    def play(self, board: list[int], dice: tuple[int, int]) -> str:
        """The play gnubg makes, in its words."""
        return self.ask(_fibs(board, dice))

    def cube(self, board: list[int]) -> str:
        """Whether it doubles or rolls, the cube in the middle."""
        return self.ask(_fibs(board, (0, 0)))

    def _value(self, board: list[int]) -> tuple[float, ...]:
        if finished(array("b", board)):
            return lost(array("b", board))
        asked = f"evaluation fibsboard {_fibs(board, (0, 0))} plies {self._plies} cubeless prune on"
        return tuple(map(float, self.ask(asked).split()[:5]))


def _connected(path: Path) -> socket.socket:
    until = time.monotonic() + _PATIENCE
    while True:
        line = socket.socket(socket.AF_UNIX)
        try:
            line.connect(str(path))
        except OSError:
            line.close()
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return line


def _fibs(board: list[int], dice: tuple[int, int]) -> str:
    """A FIBS board line: we are O and move from 24 to 1, the cube is in the middle, a session without end."""
    points = board[1:25]
    off = 15 - sum(n for n in points if n > 0) - board[25]
    their_off = 15 + sum(n for n in points if n < 0) - board[0]
    before = [9999, 0, 0, -board[0], *points, board[25], 1, *dice, 0, 0, 1, 1, 1, 0, 1, -1, 0, 25]
    return ":".join(map(str, ["board", "we", "they", *before, off, their_off, board[25], board[0], 0, 0, 0, 0]))
