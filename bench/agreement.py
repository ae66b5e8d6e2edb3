"""Whole matches judged by us and by gnubg, decision by decision: whether the errors agree.

    python -m bench.agreement ARCHIVE [--matches 20] [--plies 2] [--folder build/agreement] [--rollout GAMES]

Matches are drawn from the archive by a seed; what each program said of one is kept in the folder, so that an
interrupted run goes on where it was. Printed: the correlation of the players' total errors and of single decisions,
how many of gnubg's ten worst decisions of a match are among our ten worst, and every decision whose error differs by
more than `APART`; with `--rollout` both programs roll those plays out.
"""

import argparse
import json
import os
import random
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from barpoint.board import Play
from barpoint.cli.files.match_sources import MatchSource, match_sources, replay_leniently
from barpoint.engine.cube.match_equity import Away, MatchEquityTable, equity_of
from barpoint.engine.review.analysis import analyse
from barpoint.engine.rollout.rollout import Rollout, RolloutSettings, play_contender
from barpoint.match.events import AnyEvent
from barpoint.notation import read, read_play
from barpoint.notation.files.mat import write_mat
from barpoint.notation.ids.position_ids import position_id
from barpoint.notation.record.event_recorder import record_of
from barpoint.service.analysis.match_report import report_of
from bench.rollouts import by_gnubg as by_gnubg_games
from bench.rollouts import gnubg_program

SEED: Final = 24
WORST: Final = 10
ENOUGH: Final = 8
APART: Final = 0.05
LEAST_LENGTH: Final = 5
_SCRIPT: Final = """
import gnubg, json, os
for line in (
    "set display off", "set confirm new off", "set threads 1",
    "set analysis chequerplay evaluation plies {plies}", "set analysis cubedecision evaluation plies {plies}",
    "set analysis luck off", "import mat match.mat", "analyse match",
):
    gnubg.command(line)
json.dump(gnubg.match(analysis=1, boards=1), open("answer.json", "w"), default=str)
os._exit(0)
"""


@dataclass(frozen=True)
class Judged:
    """A decision and its error; `side` 0 is the first player. `best` and `made` are words."""

    game: int
    move: int
    kind: str
    side: int
    error: float
    made: str = ""
    best: str = ""
    xgid: str = ""

    @property
    def key(self) -> tuple[int, int, str]:
        """Where in the match it is."""
        return self.game, self.move, self.kind


def drawn(archive: Path, count: int) -> Iterator[tuple[str, tuple[AnyEvent, ...]]]:
    """Matches of the archive without a fault in their record, in the seed's order."""
    sources = sorted(match_sources([archive]), key=lambda source: source.name)
    random.Random(SEED).shuffle(sources)  # noqa: S311  # a sample, not a secret
    for source in sources:
        events = _sound(source)
        if events is not None:
            count -= 1
            yield Path(source.name).stem, events
        if count == 0:
            return


def _sound(source: MatchSource) -> tuple[AnyEvent, ...] | None:
    try:
        loaded = source.read()
        events, problems = replay_leniently(loaded)
    except ValueError:
        return None
    return None if problems or loaded.record.length < LEAST_LENGTH else events


def by_us(events: Sequence[AnyEvent], plies: int) -> list[Judged]:
    """Our errors."""
    report = report_of(events, analyse(events, plies, 1))
    first = report.players[0].side
    return [
        Judged(d.game, d.move, str(d.kind), int(d.side is not first), d.error, d.chosen, d.best, d.xgid)
        for d in report.decisions
        if d.counted or d.error
    ]


def by_gnubg(program: str, events: Sequence[AnyEvent], plies: int) -> list[Judged]:
    """The errors by gnubg."""
    record = record_of(events)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "match.mat").write_text(write_mat(record))
        (place / "script.py").write_text(_SCRIPT.format(plies=plies))
        subprocess.run(
            [program, "-t", "-q", "-r", "-p", "script.py"],
            cwd=place,
            env={**os.environ, "HOME": folder},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        match = json.loads((place / "answer.json").read_text())
    first = next(seat for seat in "XO" if match["match-info"][seat]["name"] == record.white)
    return [judged for number, game in enumerate(match["games"], 1) for judged in _game(number, game, match, first)]


def _game(number: int, game: dict[str, Any], match: dict[str, Any], first: str) -> Iterator[Judged]:
    """The decisions of a game as gnubg sees them; a match's cubes are chances, and become equities here."""
    length = match["match-info"]["match-length"]
    score = {seat: length - game["info"][f"score-{seat}"] for seat in "XO"}
    crawford = bool(game["info"].get("crawford"))
    move, cube, offered = 0, 1, {}
    for record in game["game"]:
        seat, action, said = record["player"], record["action"], record.get("analysis") or {}
        side = int(seat != first)
        other = "O" if seat == "X" else "X"
        away = Away(score[seat], score[other], crawford) if length else None
        if action == "move":
            move += 1
            if "nd-cubeful-eq" in said:
                undoubled, taken = (_equity(said[name], away, cube) for name in ("nd-cubeful-eq", "dt-cubeful-eq"))
                yield Judged(number, move, "double", side, max(0.0, min(taken, 1.0) - undoubled))
            if said.get("moves"):
                best, made = said["moves"][0], said["moves"][said["imove"]]
                lost = max(0.0, best["score"] - made["score"])
                yield Judged(number, move, "play", side, lost, _words(made["move"]), _words(best["move"]))
        elif action == "double" and "nd-cubeful-eq" in said:
            undoubled, taken = (_equity(said[name], away, cube) for name in ("nd-cubeful-eq", "dt-cubeful-eq"))
            offered = {"taken": taken}
            yield Judged(number, move + 1, "double", side, max(0.0, undoubled - min(taken, 1.0)))
        elif action in ("take", "drop"):
            if offered:
                lost = offered["taken"] - 1.0 if action == "take" else 1.0 - offered["taken"]
                yield Judged(number, move + 1, "take", side, max(0.0, lost))
            cube, offered = 2 * cube, {}


def _equity(value: float, away: Away | None, cube: int) -> float:
    return value if away is None else equity_of(value, away, cube, MatchEquityTable.kazaross())


def _words(hops: Sequence[Sequence[int]]) -> str:
    return " ".join(f"{start}/{end}" for start, end in hops)


def kept(path: Path, judge: Any) -> list[Judged]:
    """What a program said of a match, asked once."""
    if not path.exists():
        waiting = path.with_suffix(".tmp")
        waiting.write_text(json.dumps([asdict(judged) for judged in judge()]))
        waiting.replace(path)
    return [Judged(**row) for row in json.loads(path.read_text())]


@dataclass(frozen=True)
class Pair:
    """A decision and what either program says it cost."""

    match: str
    ours: Judged
    theirs: Judged


def paired(name: str, ours: list[Judged], theirs: list[Judged]) -> list[Pair]:
    """Every decision one of them has; who does not list it sees no error in it."""
    by_key, others = ({judged.key: judged for judged in said} for said in (ours, theirs))
    return [
        Pair(name, by_key.get(key) or _without(others[key]), others.get(key) or _without(by_key[key]))
        for key in sorted({*by_key, *others})
    ]


def _without(judged: Judged) -> Judged:
    return Judged(*judged.key, judged.side, 0.0)


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Pearson's r."""
    return float(np.corrcoef(np.array(pairs).T)[0, 1])


def overlap(pairs: Sequence[Pair]) -> int:
    """How many of gnubg's worst decisions are among ours."""
    worst = [
        {pair.ours.key for pair in sorted(pairs, key=lambda p: -getattr(p, name).error)[:WORST]}
        for name in ("ours", "theirs")
    ]
    return len(worst[0] & worst[1])


def compare(archive: Path, count: int, plies: int, folder: Path) -> list[Pair]:
    """Judge the matches, and print how far the programs agree."""
    program = gnubg_program()
    if program is None:
        raise SystemExit("gnubg is not found")
    folder.mkdir(parents=True, exist_ok=True)
    everything: list[Pair] = []
    totals: list[tuple[float, float]] = []
    overlaps: list[int] = []
    for name, events in drawn(archive, count):
        ours = kept(folder / f"{name}.{plies}.ours.json", lambda: by_us(events, plies))  # noqa: B023  # called at once
        theirs = kept(folder / f"{name}.{plies}.gnubg.json", lambda: by_gnubg(program, events, plies))  # noqa: B023
        pairs = paired(name, ours, theirs)
        everything += pairs
        for side in (0, 1):
            own = [pair for pair in pairs if pair.ours.side == side]
            totals.append((sum(p.ours.error for p in own), sum(p.theirs.error for p in own)))
        overlaps.append(overlap(pairs))
        print(f"  {name}: {len(pairs)} decisions, errors {_sums(totals[-2:])}, worst ten {overlaps[-1]}", flush=True)
    plays = [(p.ours.error, p.theirs.error) for p in everything if p.ours.kind == "play"]
    cubes = [(p.ours.error, p.theirs.error) for p in everything if p.ours.kind != "play"]
    print(f"{len(overlaps)} matches, {len(everything)} decisions, both {plies} plies")
    print(f"  r of the players' total errors {correlation(totals):.4f}")
    print(f"  r of plays {correlation(plays):.4f}, of cubes {correlation(cubes):.4f}")
    enough = sum(shared >= ENOUGH for shared in overlaps)
    print(f"  worst ten: {np.mean(overlaps):.2f} shared on average, least {min(overlaps)}; 8 or more in {enough}")
    return everything


def _sums(totals: Sequence[tuple[float, float]]) -> str:
    return ", ".join(f"{ours:.3f} ({theirs:.3f})" for ours, theirs in totals)


def apart(pairs: Sequence[Pair]) -> list[Pair]:
    """Plays and cubes whose errors differ by more than `APART`, the widest first."""
    wide = [pair for pair in pairs if abs(pair.ours.error - pair.theirs.error) > APART]
    return sorted(wide, key=lambda pair: -abs(pair.ours.error - pair.theirs.error))


def roll_out(pair: Pair, games: int, program: str) -> None:
    """Have both programs roll out the play made and either's best, cubeless and to the end, and print it."""
    position, around = read(pair.ours.xgid)
    assert around is not None
    assert around.roll is not None
    words = dict.fromkeys((pair.ours.made, pair.ours.best, pair.theirs.best))
    found = (read_play(text, position, around.roll) for text in words)
    plays = {str(play): play for play in found if isinstance(play, Play)}
    settings = RolloutSettings(games=games, least=games)
    ours = Rollout([play_contender(play) for play in plays.values()], settings).run().standings
    theirs = by_gnubg_games(program, [position_id(play.after.flip()) for play in plays.values()], games)
    for text, mine, other in zip(plays, ours, theirs, strict=True):
        print(f"    {text}: {mine.value:+.4f} ± {mine.value_error:.4f}, gnubg {-other.equity:+.4f} ± {other.error:.4f}")


def main() -> None:
    """Compare."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("archive", type=Path)
    ask.add_argument("--matches", type=int, default=20)
    ask.add_argument("--plies", type=int, default=2)
    ask.add_argument("--rollout", type=int, default=0, help="Games of each play whose error differs.")
    ask.add_argument("--folder", type=Path, default=Path("build/agreement"))
    asked = ask.parse_args()
    program = gnubg_program()
    pairs = compare(asked.archive, asked.matches, asked.plies, asked.folder)
    print(f"errors more than {APART} apart:")
    for pair in apart(pairs):
        ours, theirs = pair.ours, pair.theirs
        where = f"{pair.match}, game {ours.game}, move {ours.move}, {ours.kind}"
        best = f"best {ours.best} ({theirs.best})"
        print(f"  {where}: {ours.made} {ours.error:.3f} ({theirs.error:.3f}), {best} {ours.xgid}", flush=True)
        if asked.rollout and ours.kind == "play" and program:
            roll_out(pair, asked.rollout, program)


if __name__ == "__main__":
    main()
