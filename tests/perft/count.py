"""Counts the positions ahead by the kernel and by the oracle, and writes down what both say.

    python -m tests.perft.count            checks and rewrites the files beside this one

A file has one discipline. Each entry: a position, the deepest count the oracle has made as well (`oracle`), and the
counts by depth, `weighted` with doublets once and other rolls twice. No legal play counts as one position.
"""

import json
from pathlib import Path
from typing import Any

from barpoint.board import pos
from barpoint.board.kernels import perft_kernel
from barpoint.board.movegen import board_array, rules_array
from tests.board import oracle
from tests.board.views import board_of

FOLDER = Path(__file__).parent


def by_kernel(literal: str, depth: int, *, weighted: bool) -> int:
    position = pos(literal)
    return int(perft_kernel.perft(board_array(position), rules_array(position.discipline), depth, weighted))


def by_oracle(literal: str, depth: int, *, weighted: bool) -> int:
    position = pos(literal)
    return oracle.perft(oracle.RULES[position.discipline.name], board_of(position), depth, weighted=weighted)


def entries(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(file.read_text())
    return found


def recount(entry: dict[str, Any]) -> dict[str, Any]:
    """The entry with fresh counts; AssertionError if kernel and oracle differ."""
    for kind in ("unweighted", "weighted"):
        weighted = kind == "weighted"
        entry[kind] = [by_kernel(entry["position"], depth + 1, weighted=weighted) for depth in range(len(entry[kind]))]
        for depth in range(entry["oracle"]):
            counted = by_oracle(entry["position"], depth + 1, weighted=weighted)
            assert counted == entry[kind][depth], (entry, depth + 1, counted)
    return entry


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.json")):
        lines = [json.dumps(recount(entry)) for entry in entries(file)]
        file.write_text("[\n" + ",\n".join(lines) + "\n]\n")
