"""Play on while everything goes wrong: `python -m tests.faults.harness [--minutes 10] [--db sqlite|postgresql]`.

One process on SQLite, or two on a PostgreSQL of their own. Tables play match after match, one against a bot, one is
looked on at; a director directs. Meanwhile, by the seed's chance, processes are killed and stopped, the disk is full,
PostgreSQL is stopped or stands still, lines are cut, the clock is set. At the end:

kept        every acknowledged command is in the log, once; the chains of all records hold
valid       every log folds, every roll is proven
converged   everybody at a match saw its end as its log has it
time        no side has paid for time in which it could not have played
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic

from barpoint.bootstrap import verify_records
from barpoint.client import Server
from barpoint.match.events import Doubled, decode
from barpoint.match.evolve.dispatch import fold_match
from barpoint.match.state import MatchPhase, MatchState
from barpoint.service.clocks.timekeeping import GRACE
from tests.faults.houses import Fault, House
from tests.faults.players import Deeds, Director, Played, Table, folded, persist
from tests.web.server_process import PATIENCE
from tests.web.test_kill import commands_kept

SLACK = 1.5
"""Seconds a fault may cost whoever is on turn: a halt too short to be noticed, a line that is not yet up again."""
GONE = GRACE / 1000
"""And a kill: whoever is not back at a process that lives, in so many seconds, counts as away."""


@dataclass
class Report:
    """What happened, what was kept, and what is wrong."""

    database: str
    seed: int
    seconds: float = 0.0
    faults: dict[str, int] = field(default_factory=dict)
    acknowledged: int = 0
    said_again: int = 0  # acknowledged because it was there already, under another id
    matches: int = 0
    doubles: int = 0
    tournament_commands: int = 0
    tournaments: int = 0
    cuts: int = 0
    dearest: float = 0.0  # seconds by which a match was charged more than it could have been played; below 0: none
    dearest_match: str = ""  # which it was, what was used of which time, and what happened meanwhile
    wrong: list[str] = field(default_factory=list)


async def run(house: House, seconds: float, tables: int, report: Report) -> None:
    """Everything that is done, and what came of it."""
    await house.start()
    deeds, began = Deeds(), monotonic()
    async with AsyncExitStack() as stack:
        playing = [Table(house.urls, number, deeds, watched=number == 0) for number in range(tables)]
        playing.append(Table(house.urls, tables, deeds, watched=False, bot=True))
        director = Director(house.urls[-1], deeds)
        await director.arrive()
        for table in playing:
            await table.arrive(stack)
        house.lines += [line.cut_off for table in playing for line in table.lines]
        stop = monotonic() + seconds
        tasks = [asyncio.create_task(table.play_until(lambda: monotonic() > stop)) for table in playing]
        tasks.append(asyncio.create_task(director.direct_until(lambda: monotonic() > stop)))
        while monotonic() < stop:
            await asyncio.sleep(house.chance.uniform(0.2, 2))
            await house.go_wrong()
            for task in tasks:
                if task.done():
                    task.result()  # nobody leaves before the end
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*tasks)
            for process in house.processes:
                await process.healthy()
        report.seconds = monotonic() - began
        report.cuts = sum(line.cuts for line in deeds.lines)
        await examine(house, deeds, report)


async def examine(house: House, deeds: Deeds, report: Report) -> None:
    """Whether everything is as it was said to be."""
    report.faults = dict(sorted(Counter(fault.kind for fault in house.faults).items()))
    report.acknowledged, report.matches = len(deeds.acknowledged), len(deeds.matches)
    report.tournament_commands, report.tournaments = len(deeds.commands), len(deeds.tournaments)
    report.wrong += [*await _not_kept(house, deeds, report)]
    records = await verify_records(house.address)
    report.wrong += [f"a bad link: {link}" for link in records.bad]
    reader = Server(house.urls[0])
    costs: list[tuple[float, str]] = []
    for played in deeds.matches:
        log = [decode(line) for line in await reader.log(played.match)]
        state = fold_match(log)
        report.doubles += sum(isinstance(event, Doubled) for event in log)
        report.wrong += [f"match {played.match}: {what}" for what in await _wrong_with(reader, played, state)]
        costs += [_overcharge(state, played, house.faults)] if -1 not in played.places else []
    report.dearest, report.dearest_match = max(costs, default=(0.0, ""))
    if report.dearest > 0:
        report.wrong.append(
            f"somebody has paid {report.dearest:.3f} s for time in which they could not play: {report.dearest_match}"
        )
    for person in deeds.tournaments:
        results = (await folded(person)).contests["open"].fixtures
        for (tournament, pairing), winner in deeds.results.items():
            if tournament == person.tournament and results[pairing].winner != winner:
                report.wrong.append(f"{tournament} {pairing}: not won by {winner}")


async def _not_kept(house: House, deeds: Deeds, report: Report) -> Iterable[str]:
    kept = await commands_kept(house.address)
    twice = [id for id, count in Counter(deeds.acknowledged).items() if count > 1]
    missing = [id for id in deeds.acknowledged if not kept[id]]
    report.said_again = sum(map(deeds.is_said_again, missing))
    lost = [id for id in missing if not deeds.is_said_again(id)] + [id for id in deeds.commands if not kept[id]]
    doubled = [id for id in (*deeds.acknowledged, *deeds.commands) if kept[id] > 1]
    return (
        f"{what}: {len(ids)}, {ids[:3]}"
        for what, ids in (("acknowledged twice", twice), ("acknowledged and lost", lost), ("done twice", doubled))
        if ids
    )


async def _wrong_with(reader: Server, played: Played, state: MatchState) -> list[str]:
    verdict = (await persist(lambda: reader.dice(played.match))).verdict()
    ended = state.ended
    checks = {
        "it is not over": state.phase is not MatchPhase.OVER,
        f"it ended by {ended and ended.reason}": ended is None or max(state.score) < played.points,
        "somebody saw another end": any(seen != state for seen in played.seen),
        "its dice are not proven": not verdict.honest or bool(verdict.waiting),
    }
    return [what for what, is_so in checks.items() if is_so]


def _overcharge(state: MatchState, played: Played, faults: list[Fault]) -> tuple[float, str]:
    """Seconds that were charged beyond what the match could be played in: both sides together, and either alone."""
    clock = state.clock
    assert clock is not None
    whole, used = played.until - played.since, [time / 1000 for time in clock.used]
    within = [fault for fault in faults if fault.until > played.since and fault.since < played.until]
    slack = SLACK * (1 + len(within)) + GONE * sum(fault.kind == "kill" for fault in within)

    def lost(processes: set[int]) -> float:
        return _length(
            (max(fault.since, played.since), min(fault.until, played.until))
            for fault in within
            if processes <= fault.processes
        )

    bounds = [sum(used) - (whole - lost(set(played.places)))]
    bounds += [time - (whole - lost({place})) for time, place in zip(used, played.places, strict=True)]
    happened = "; ".join(
        f"{fault.kind} at {sorted(fault.processes)} {fault.since - played.since:.2f}..{fault.until - played.since:.2f}"
        for fault in within
    )
    sides = f"{used} s used by sides at {played.places} of {whole:.2f}"
    return max(bounds) - slack, f"{played.match}: {sides}, slack {slack:g}; {happened}"


def _length(stretches: Iterable[tuple[float, float]]) -> float:
    """How long stretches are together; what two of them share counts once."""
    total, reached = 0.0, 0.0
    for since, until in sorted(stretches):
        total += max(0.0, until - max(since, reached))
        reached = max(reached, until)
    return total


def faulted(database: str, seconds: float, seed: int, tables: int = 3) -> Report:
    """A run from beginning to end; `BARPOINT_FAULT_LOGS` is a folder for what the processes write down."""
    report = Report(database, seed)
    with tempfile.TemporaryDirectory(prefix="barpoint-faults-") as folder:
        house = House.of(Path(folder), database, seed)
        try:
            asyncio.run(run(house, seconds, tables, report))
        finally:
            house.close()
            if logs := os.environ.get("BARPOINT_FAULT_LOGS"):
                for number, process in enumerate(house.processes):
                    (Path(logs) / f"{database}-{seed}-{number}.log").write_text("\n".join(process.log))
    return report


def main() -> None:
    """One run, its figures and whether anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--db", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=3)
    asked = parser.parse_args()
    report = faulted(asked.db, asked.minutes * 60, asked.seed, asked.tables)
    sys.stdout.write(json.dumps(asdict(report), indent=2) + "\n")
    sys.exit(bool(report.wrong))


if __name__ == "__main__":
    main()
