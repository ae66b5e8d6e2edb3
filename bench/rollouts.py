"""Full static rollouts with the luck taken out: ours and gnubg's, the same positions and games, one thread each.

    python -m bench.rollouts [--games 144]

Both are timed by processor time on the same machine in the same minutes: gnubg's positions and ours take turns in
groups, so that other work slows both alike. An error is the spread of single games by the root of their number, as
gnubg reports it; ours has the same form here, without what the equal parts of first throws would take off.
"""

import argparse
import json
import os
import pty
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from barpoint.engine.rollout.rollout import (
    Rollout,
    RolloutSettings,
    position_contender,
)
from barpoint.notation.ids.position_ids import read_position_id

POSITIONS: Final = Path(__file__).parent.parent / "tests" / "engine" / "gnubg-rollouts.json"
_GROUP: Final = 5
_COMMANDS: Final = (
    "new session",
    "set threads 1",
    "set rollout seed 5",
    "set rollout cubeful off",
    "set rollout varredn on",
    "set rollout quasirandom on",
    "set rollout chequerplay plies 0",
    "set rollout truncation enable off",
    "set rollout bearofftruncation exact on",
    "set rollout bearofftruncation onesided on",
    "set rollout trials 36",
    "set board 4HPwATDgc/ABMA",
    "rollout",  # everything is loaded when the clock starts
)
_SCRIPT: Final = """
import gnubg, os, time
for line in {commands!r}:
    gnubg.command(line)
gnubg.command("set rollout trials {games}")
for place in {positions!r}:
    gnubg.command("set turn 1")
    gnubg.command("set board " + place)
    began = time.process_time()
    print("BEGUN", flush=True)
    gnubg.command("rollout")
    print("SPENT", time.process_time() - began, flush=True)
os._exit(0)
"""
_RESULT: Final = re.compile(r"CL +([-+]\d\.\d+)\s+\[[^]]*CL +(\d\.\d+)\]")


@dataclass(frozen=True)
class Rolled:
    """One position's rollout."""

    equity: float
    error: float
    seconds: float
    """Of processor time."""


def gnubg_program() -> str | None:
    """Where gnubg is, if it is."""
    return shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games:/usr/local/games")


def by_gnubg(program: str, positions: Sequence[str], games: int, settings: Sequence[str] = ()) -> list[Rolled]:
    """The positions rolled out by gnubg, which shows results to a terminal only.

    `settings` are commands that stand for the rollout which has everything loaded before the clock starts.
    """
    with tempfile.TemporaryDirectory() as folder:
        commands = (*_COMMANDS[:-1], *(settings or _COMMANDS[-1:]))
        script = _SCRIPT.format(commands=commands, games=games, positions=list(positions))
        (Path(folder) / "script.py").write_text(script)
        ours, theirs = pty.openpty()
        running = subprocess.Popen(
            [program, "-t", "-q", "-r", "-p", "script.py"],
            cwd=folder,
            env={**os.environ, "HOME": folder, "TERM": "dumb"},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        )
        os.close(theirs)
        said = b"".join(_until_closed(ours)).decode(errors="replace")
        running.wait()
        os.close(ours)
    out = []
    for part in said.split("BEGUN")[1:]:
        shown, _, rest = part.partition("SPENT")
        equity, error = _RESULT.findall(shown)[-1]
        out.append(Rolled(float(equity), float(error), float(rest.split()[0])))
    if len(out) != len(positions):
        raise RuntimeError(f"gnubg rolled out {len(out)} of {len(positions)} positions: {said[-500:]}")
    return out


def _until_closed(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            part = os.read(terminal, 1 << 16)
        except OSError:  # how a terminal says that nobody writes to it any more
            return
        if not part:
            return
        yield part


def by_us(positions: Sequence[str], games: int, **settings: int) -> list[Rolled]:
    """The positions rolled out by Barpoint."""
    out = []
    for place in positions:
        began = time.process_time()
        running = Rollout([position_contender(read_position_id(place))], RolloutSettings(games=games, **settings))  # type: ignore[arg-type]
        found = running.run().standings[0]
        spent = time.process_time() - began
        error = float(running.per_game(0).std(ddof=1) / found.games**0.5)
        out.append(Rolled(found.equity, error, spent))
    return out


def compare(games: int) -> None:
    """Print both programs' games a second and errors; ours alone where gnubg is missing."""
    places = [row["posid"] for row in json.loads(POSITIONS.read_text())["positions"]]
    by_us(places[:1], 36)
    program = gnubg_program()
    ours: list[Rolled] = []
    theirs: list[Rolled] = []
    for start in range(0, len(places), _GROUP):
        group = places[start : start + _GROUP]
        ours += by_us(group, games)
        theirs += by_gnubg(program, group, games) if program else []
    print(
        f"full static rollouts, luck taken out: {len(places)} positions, {games} games each, one thread, processor time"
    )
    for name, rolled in (("Barpoint", ours), ("gnubg", theirs)):
        if rolled:
            print(f"  {name:9} {_rate(rolled, games):6.1f} games/s  mean error {_error(rolled):.4f}", flush=True)
    if theirs:
        apart = np.array(
            [(a.equity - b.equity) / np.hypot(a.error, b.error) for a, b in zip(ours, theirs, strict=True)]
        )
        print(f"  {_rate(ours, games) / _rate(theirs, games):.2f} times gnubg's games")
        print(f"  {_for_the_same_time(ours) / _for_the_same_time(theirs):.3f} of gnubg's error for the same time")
        print(
            f"  equities differ by {np.sqrt((apart**2).mean()):.2f} errors (root mean square; each plays its own plays)"
        )


def _rate(rolled: Sequence[Rolled], games: int) -> float:
    return games * len(rolled) / sum(one.seconds for one in rolled)


def _error(rolled: Sequence[Rolled]) -> float:
    return float(np.mean([one.error for one in rolled]))


def _for_the_same_time(rolled: Sequence[Rolled]) -> float:
    """The mean error that a second of processor time leaves."""
    return float(np.mean([one.error * one.seconds**0.5 for one in rolled]))


def main() -> None:
    """Compare."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--games", type=int, default=144)
    compare(ask.parse_args().games)


if __name__ == "__main__":
    main()
