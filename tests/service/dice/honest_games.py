"""Honest games by the thousand, verified by all three: `python -m tests.service.dice.honest_games [--games 10000]`.

`--checkpoint FILE` keeps what is done, so that a run that was stopped goes on where it stood.
"""

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any, Final

import msgspec

from barpoint.board import Side
from barpoint.board.disciplines import DISCIPLINES
from barpoint.progress import shown_steps, step
from tests.service.dice.honest_match import HonestMatch, TableMatch
from tests.service.dice.verifiers import COMPARED, by_page, by_program, by_standalone, standalone

WAYS: Final[tuple[dict[str, Any], ...]] = (
    {},
    {"mishaps": 5, "links": 6, "server_links": 20},
    {"house": (Side.BLACK,), "take_backs": 5},
    {"partners": True, "mishaps": 3},
    {"house": tuple(Side)},
    {"links": 40, "mishaps": 1, "points": 3},
    {"match": "spring/open/M1-1/anna/ben", "server_links": 1024, "by_hand": 5},
)
_BATCH: Final = 60  # matches the page's code is given at a time


class Verified(msgspec.Struct):
    """What has been verified of a discipline: matches with the seeds up to `seed`, their games and their rolls."""

    seed: int = 0
    games: int = 0
    rolls: int = 0


def _honest_match(discipline: str, seed: int) -> HonestMatch:
    """A match of its own for every discipline and seed: rules that agree for a while do not see the same dice."""
    chance, way = random.Random(f"{discipline} {seed}"), WAYS[seed % len(WAYS)]
    if "match" in way:
        return TableMatch(chance, discipline=discipline, **way)
    return HonestMatch(chance, discipline=discipline, **way)


def verify_more(discipline: str, done: Verified, games: int) -> None:
    """Verify a batch of honest matches in all ways in turn, or as many as are missing; AssertionError names a seed."""
    batch: list[tuple[int, HonestMatch]] = []
    seed, missing = done.seed, games - done.games
    while len(batch) < _BATCH and missing > 0:
        seed += 1
        match = _honest_match(discipline, seed)
        batch.append((seed, match))
        missing -= match.game
    files = [(match.file, match.kept) for _, match in batch]
    alone = standalone()
    for (number, match), (file, kept), page in zip(batch, files, by_page(files), strict=True):
        answers = [by_program(file, kept), by_standalone(alone, file, kept), page]
        for answer in answers:
            assert not answer.get("malformed"), (discipline, number, answer)
            assert not answer["wrong"], (discipline, number, answer)
            assert answer["proven"] + answer["by_hand"] == len(match.rolls), (discipline, number, answer)
            assert answer["by_hand"] == len(match.book.by_hand), (discipline, number, answer)
            assert answer["covered"] == answer["proven"], (discipline, number, answer)
        first, *others = [{key: answer[key] for key in COMPARED} for answer in answers]
        assert others == [first, first], (discipline, number)
        done.games += match.game
        done.rolls += len(match.rolls)
    done.seed = seed


def verified(discipline: str, games: int, seed: int = 0) -> Verified:
    """So many honest games, verified."""
    done = Verified(seed)
    while done.games < games:
        verify_more(discipline, done, games)
    return done


def main() -> None:
    """Verify, say how far it is, and what it was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--checkpoint", type=Path)
    asked = parser.parse_args()
    file: Path | None = asked.checkpoint
    known = json.loads(file.read_text()) if file is not None and file.exists() else {}
    done = {name: msgspec.convert(known.get(name, {}), Verified) for name in DISCIPLINES}
    for discipline, so_far in done.items():
        with shown_steps(True), step(discipline, asked.games) as report:
            while so_far.games < asked.games:
                verify_more(discipline, so_far, asked.games)
                report(so_far.games)
                if file is not None:
                    file.write_bytes(msgspec.json.format(msgspec.json.encode(done)))
        sys.stdout.write(f"{discipline}: {so_far.games:,} games, {so_far.rolls:,} rolls proven by three verifiers\n")


if __name__ == "__main__":
    main()
