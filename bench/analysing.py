"""What it takes to analyse a match: ours and gnubg's, the same match, processor time.

    python -m bench.analysing [--match FILE] [--plies 2]

gnubg gets the match as .mat and analyses plays and cubes as deep as we do, its luck statically, as ours.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Final

from barpoint.cli.files.match_sources import MatchSource, replay_leniently
from barpoint.engine.review.analysis import analyse
from barpoint.notation.files.mat import write_mat
from barpoint.notation.files.match_files import read_path
from bench.rollouts import gnubg_program

MATCH: Final = Path(__file__).parent.parent / "tests" / "playthroughs" / "0.1.0" / "ibf-backgammon.jsonl"
_SCRIPT: Final = """
import gnubg, json, os, time
for line in (
    "set display off", "set confirm new off", "set threads {threads}",
    "set analysis chequerplay evaluation plies {plies}", "set analysis cubedecision evaluation plies {plies}",
    "set analysis luckanalysis plies 0", "import mat match.mat",
):
    gnubg.command(line)
began, clock = time.process_time(), time.perf_counter()
gnubg.command("analyse match")
json.dump([time.process_time() - began, time.perf_counter() - clock], open("answer.json", "w"))
os._exit(0)
"""


def by_us(match: Path, plies: int, threads: int) -> tuple[float, float, int]:
    """Seconds of processor time, of the clock, and how many decisions were judged."""
    events = replay_leniently(MatchSource(str(match)).read())[0]
    analyse(events[:40], plies, threads)  # everything is loaded when the clock starts
    began, clock = time.process_time(), time.perf_counter()
    found = analyse(events, plies, threads)
    return time.process_time() - began, time.perf_counter() - clock, len(found.decisions)


def by_gnubg(program: str, match: Path, plies: int, threads: int) -> tuple[float, float]:
    """Seconds of processor time and of the clock."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "match.mat").write_text(write_mat(read_path(match).record))
        (place / "script.py").write_text(_SCRIPT.format(plies=plies, threads=threads))
        subprocess.run(
            [program, "-t", "-q", "-r", "-p", "script.py"],
            cwd=place,
            env={**os.environ, "HOME": folder},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        spent, clock = json.loads((place / "answer.json").read_text())
    return spent, clock


def compare(match: Path = MATCH, plies: tuple[int, ...] = (0, 2), threads: int = 2) -> None:
    """Print both programs' times at each level."""
    program = gnubg_program()
    for level in plies:
        spent, clock, count = by_us(match, level, threads)
        print(f"analysis of {match.stem}, {level} plies, {count} decisions, {threads} threads")
        print(f"  Barpoint {clock:6.2f} s by the clock, {spent:6.2f} s of processor time", flush=True)
        if program:
            spent, clock = by_gnubg(program, match, level, threads)
            print(f"  gnubg    {clock:6.2f} s by the clock, {spent:6.2f} s of processor time", flush=True)


def main() -> None:
    """Compare."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--match", type=Path, default=MATCH)
    ask.add_argument("--plies", type=int, nargs="*", default=[0, 2])
    ask.add_argument("--threads", type=int, default=2)
    asked = ask.parse_args()
    compare(asked.match, tuple(asked.plies), asked.threads)


if __name__ == "__main__":
    main()
