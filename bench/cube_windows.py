"""Cube decisions near the take point at match scores: what the engine says, and what games played out say.

    python -m bench.cube_windows [--count 40] [--games 648] [--plies 2] [--seed 57] [--file build/windows.jsonl]

Positions come from self-play by a fixed seed, each met with one of `SCORES`; those whose double is worth about as much
taken as passed are rolled out with the cube, not doubled and doubled. What was rolled out is kept in the file: a run
goes on where it was. The error of the engine is the distance of its two equities to the rolled-out ones.
"""

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.board import Position, pos
from barpoint.engine.cube.cube_actions import CubeState, Owner
from barpoint.engine.cube.cube_search import Stakes
from barpoint.engine.cube.match_equity import Away
from barpoint.engine.knowledge import knowledge_of
from barpoint.engine.measurement.benchmark import decisions
from barpoint.engine.rollout.rollout import Rollout, RolloutSettings, cube_contenders

SEED: Final = 57
NEAR: Final = 0.25
"""How far a double's worth may be from a pass, at one level."""
SCORES: Final = (
    (2, Owner.OURS, 5, 7),
    (1, Owner.CENTRED, 5, 7),
    (2, Owner.OURS, 7, 5),
    (1, Owner.CENTRED, 4, 4),
    (2, Owner.OURS, 5, 5),
    (1, Owner.CENTRED, 3, 5),
    (2, Owner.OURS, 7, 7),
    (1, Owner.CENTRED, 9, 9),
    (2, Owner.OURS, 4, 6),
    (1, Owner.CENTRED, 7, 3),
)


def windows(count: int, seed: int) -> Iterator[tuple[str, CubeState]]:
    """Positions of the window, each with the cube and the score; the same for a smaller count."""
    rng = random.Random(seed)  # noqa: S311  # a sample, not a secret
    known = knowledge_of()
    place = 0
    for position in _met(seed):
        value, owner, ours, theirs = SCORES[place % len(SCORES)]
        state = CubeState(value, owner, Away(ours, theirs))
        if position.is_over or (not position.contact and rng.random() < 0.7):
            continue
        taken = known.cube_decision(position, Stakes(state), 1)[1].double_take
        if abs(taken - 1) < NEAR:
            place += 1
            yield str(position), state
        if place == count:
            return


def _met(seed: int) -> Iterator[Position]:
    """Positions of self-play, as many as are asked for."""
    for game_seed in range(seed, seed + 1000):
        yield from (position for position, _ in decisions(100, game_seed))


def rolled_out(position: str, state: CubeState, games: int) -> dict[str, Any]:
    """Both actions' equities by games, with their errors."""
    settings = RolloutSettings(games=games, least=games, cubeful=True)
    standings = Rollout(cube_contenders(pos(position), state), settings).run().standings
    score = state.score
    assert score is not None
    return {
        "position": position,
        "cube": [state.value, state.owner.value, score.ours, score.theirs],
        "games": games,
        "rolled": [standing.value for standing in standings],
        "errors": [standing.value_error for standing in standings],
        "chances": [list(standing.chances) for standing in standings],
    }


def rows(count: int, games: int, seed: int, file: Path) -> list[dict[str, Any]]:
    """The window with its rollouts; what is missing is rolled out now."""
    file.parent.mkdir(parents=True, exist_ok=True)
    known = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    if len(known) >= count:
        return known[:count]
    for place, (position, state) in enumerate(windows(count, seed)):
        if place < len(known):
            continue
        known.append(rolled_out(position, state, games))
        with file.open("a") as out:
            out.write(json.dumps(known[-1]) + "\n")
    return known


def state_of(row: dict[str, Any]) -> CubeState:
    """The cube and score of a row."""
    value, owner, ours, theirs = row["cube"]
    return CubeState(value, Owner(owner), Away(ours, theirs))


def compare(known: list[dict[str, Any]], plies: int) -> None:
    """Print each position's figures and the mean error."""
    off = []
    wrong = 0
    for row in known:
        state = state_of(row)
        said = knowledge_of().cube_decision(pos(row["position"]), Stakes(state), plies)[1]
        gaps = said.no_double - row["rolled"][0], said.double_take - row["rolled"][1]
        off.append(gaps)
        takes = row["rolled"][1] < 1
        wrong += (said.double_take < 1) != takes
        mark = "" if (said.double_take < 1) == takes else "  other action"
        value, owner, ours, theirs = row["cube"]
        stakes = f"{ours}-{theirs} cube {value}{' ours' if owner else ''}"
        undoubled = f"no double {row['rolled'][0]:+.3f} ({said.no_double:+.3f})"
        taken = f"taken {row['rolled'][1]:+.3f} ± {row['errors'][1]:.3f} ({said.double_take:+.3f})"
        print(f"  {stakes}: {undoubled}, {taken}{mark}  {row['position']}")
    away = np.array(off)
    mean, error = np.abs(away).mean(0), np.abs(away).std(0, ddof=1) / len(away) ** 0.5
    print(f"{len(away)} positions, {plies} plies, engine less rollout:")
    for k, name in enumerate(("no double", "double, take")):
        print(f"  {name}: mean error {mean[k]:.4f} ± {error[k]:.4f}, on average {away[:, k].mean():+.4f}")
    print(f"  takes and passes that differ: {wrong}")


def main() -> None:
    """Roll out what is missing, and compare."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--count", type=int, default=40)
    ask.add_argument("--games", type=int, default=324)
    ask.add_argument("--plies", type=int, default=2)
    ask.add_argument("--seed", type=int, default=SEED)
    ask.add_argument("--file", type=Path, default=Path("build/windows.jsonl"))
    asked = ask.parse_args()
    compare(rows(asked.count, asked.games, asked.seed, asked.file), asked.plies)


if __name__ == "__main__":
    main()
