"""What choices lose: checker decisions whose candidates carry two engines' equities two levels deep.

A file has a decision a line: `board` (the mover's view), `dice`, `contact`, `candidates` (each with the `board` after
the play and its equity by `gnubg2` and `bgsage3`), and `choices`, what other programs played. The loss of a choice is
what it gives up, in millipoints: by the mean of both yardsticks, or for a peer also by the yardstick that is not its
own. Candidates hold both engines' first six: a choice that is not among them is charged as the sixth.
"""

import gzip
import json
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.engine.evaluator import Array, Evaluator
from barpoint.engine.search.engine import Engine
from bench.games import equities, flipped, plays_of

YARDS: Final = ("gnubg2", "bgsage3")
MOST, WITHIN = 8, 0.16  # what a peer looks at one level deeper

Decision = dict[str, Any]


def read_decisions(path: Path) -> list[Decision]:
    """The decisions of a file, one a line."""
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]


def losses(decisions: Sequence[Decision], chosen: Sequence[Sequence[int]]) -> tuple[Array, int]:
    """[n, 2], what each choice loses by either yardstick, and how many were not among the candidates."""
    out, missing = [], 0
    for decision, board in zip(decisions, chosen, strict=True):
        candidates = decision["candidates"]
        yards = np.array([[c[name] for name in YARDS] for c in candidates])
        at = [k for k, c in enumerate(candidates) if tuple(c["board"]) == tuple(board)]
        missing += not at
        picked = yards[at[0]] if at else np.sort(yards, 0)[max(-6, -len(yards))]
        out.append(yards.max(0) - picked)
    return 1e3 * np.array(out), missing


def own_table(ours: Engine, decisions: Sequence[Decision], most_plies: int) -> None:
    """Loss and time at each level."""
    boards = np.array([d["board"] for d in decisions], np.int8)
    dice = [tuple(d["dice"]) for d in decisions]
    contact = np.array([d["contact"] for d in decisions])
    print(f"{len(decisions)} decisions ({contact.sum()} with contact), loss in millipoints, mean of both yardsticks")
    ours.choose(boards[:1], dice[:1], 0)
    for plies in range(most_plies + 1):
        start = time.process_time()
        chosen = [choice.after for choice in ours.choose(boards, dice, plies)]
        spent = (time.process_time() - start) / len(decisions)
        lost, missing = losses(decisions, chosen)
        loss = lost.mean(1)
        error = loss.std(ddof=1) / len(loss) ** 0.5
        print(
            f"  Barpoint {plies} plies: {loss.mean():5.2f} ± {error:.2f}  contact {loss[contact].mean():5.2f}  races"
            f" {loss[~contact].mean():5.2f}  PR {loss.mean() / 2:.2f} ± {error / 2:.2f}"
            f"  {1e3 * spent:6.2f} ms of one core  {missing} unlisted",
            flush=True,
        )


def recorded_table(decisions: Sequence[Decision]) -> None:
    """What other programs lost, by the choices that the file recorded of them."""
    for name in decisions[0].get("choices", {}):
        print_loss(f"{name}, recorded", decisions, [d["choices"][name] for d in decisions])


def peer_table(decisions: Sequence[Decision], static: Evaluator, deeper: Evaluator) -> None:
    """What the choices of a peer lose here and now, static and one level deeper."""
    boards = np.array([d["board"] for d in decisions], np.int8)
    after, offsets = plays_of(boards, np.array([d["dice"] for d in decisions]))
    worth = equities(static.probabilities(flipped(after)))
    print_loss(static.name, decisions, _chosen(boards, after, worth, offsets))
    shown = np.concatenate([_best_of(worth, first, end) for first, end in pairwise(offsets.tolist())])
    deep = np.full(len(worth), np.inf)
    deep[shown] = equities(deeper.probabilities(flipped(after[shown])))
    print_loss(deeper.name, decisions, _chosen(boards, after, deep, offsets))


def _chosen(boards: Array, after: Array, worth: Array, offsets: Array) -> list[tuple[int, ...]]:
    """The boards after the plays that leave the other side least."""
    return [
        tuple(after[first + int(np.argmin(worth[first:end]))].tolist() if end > first else board.tolist())
        for board, (first, end) in zip(boards, pairwise(offsets.tolist()), strict=True)
    ]


def _best_of(worth: Array, first: int, end: int) -> Array:
    """Which plays of a roll are looked at deeper: the few that leave the other side least."""
    order = first + np.argsort(worth[first:end], kind="stable")[:MOST]
    return np.asarray(order[worth[order] <= worth[order[0]] + WITHIN] if len(order) else order)


def print_loss(name: str, decisions: Sequence[Decision], chosen: Sequence[Sequence[int]]) -> None:
    """One line: the mean of both yardsticks, and the one that is not the program's own."""
    lost, missing = losses(decisions, chosen)
    mean, error = lost.mean(1).mean(), lost.mean(1).std(ddof=1) / len(lost) ** 0.5
    foreign = [k for k, yard in enumerate(YARDS) if not yard.startswith(name.split(maxsplit=1)[0])]
    other = lost[:, foreign].mean(1)
    print(
        f"  {name}: {mean:5.2f} ± {error:.2f}, by the other's yardstick"
        f" {other.mean():5.2f} ± {other.std(ddof=1) / len(other) ** 0.5:.2f}  {missing} unlisted ({len(lost)})",
        flush=True,
    )
