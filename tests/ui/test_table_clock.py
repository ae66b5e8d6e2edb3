"""The browser's clock does what the server's does: random presses of every method go through both."""

import json
import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from barpoint.board import Side
from barpoint.match.clock import Clock
from barpoint.match.format import ClockMethod, ClockRules, PauseReason

SOURCE = Path(__file__).parents[2] / "ui" / "src" / "table" / "clock.ts"
SIDES = tuple(Side)
RUN = """
import { readFileSync } from 'node:fs'
import * as c from '%s'
const steps = (vector) => {
  let clock = c.fresh(vector.rules, 0)
  return vector.steps.map(([what, side, amount, at]) => {
    if (what === 'start') clock = c.start(clock, side, at)
    if (what === 'stop') clock = c.stop(clock, at)
    if (what === 'pause') clock = c.pause(clock, 'dispute', at)
    if (what === 'resume') clock = c.resume(clock, at)
    if (what === 'adjust') clock = c.adjust(clock, side, amount, at)
    if (what === 'trust') clock = c.releaseTrust(clock, side, at)
    const each = (f) => [f(clock, 0, at), f(clock, 1, at)]
    return [each(c.remaining), each(c.delayLeft), each(c.expired), c.expiresAt(clock), c.elapsed(clock, at)]
  })
}
const vectors = JSON.parse(readFileSync(0, 'utf-8'))
process.stdout.write(JSON.stringify(vectors.map(steps)))
"""
Step = tuple[str, int, int, int]


def node() -> str:
    """A Node that reads TypeScript: the one Playwright brings along, or the machine's."""
    import playwright

    driver = Path(playwright.__file__).parent / "driver" / "node"
    found = str(driver) if driver.exists() else shutil.which("node")
    if found is None:
        if os.environ.get("BARPOINT_PEERS") == "required":
            pytest.fail("Node is not there and BARPOINT_PEERS=required")
        pytest.skip("Node is not there")
    return found


def made(method: ClockMethod, number: int) -> tuple[ClockRules, list[Step]]:
    """Rules and presses, the same every time."""
    chance = random.Random(f"{method} {number}")
    reserve, delay = chance.choice([20_000, 60_000, 1]), chance.choice([12_000, 3_000, 1_000])
    untimed = (Side.BLACK,) if number % 5 == 4 else ()
    rules = ClockRules(method=method, reserve=reserve, delay=delay, trust=number % 3 * 5_000, untimed=untimed)
    steps: list[Step] = []
    at = 0
    for _ in range(40):
        at += chance.choice([0, 1, 700, 3_000, 12_000, 25_000])
        what = chance.choice(["start", "start", "start", "look", "stop", "pause", "resume", "adjust", "trust"])
        steps.append((what, chance.randrange(2), chance.choice([-9_000, -500, 4_000]), at))
    return rules, steps


def here(rules: ClockRules, steps: list[Step]) -> list[Any]:
    """What the server's clock shows after each press."""
    clock, shown = Clock.fresh(rules, 0), []
    for what, number, amount, at in steps:
        side = SIDES[number]
        match what:
            case "start":
                clock = clock.start(side, at)
            case "stop":
                clock = clock.stop(at)
            case "pause":
                clock = clock.pause(PauseReason.DISPUTE, at)
            case "resume":
                clock = clock.resume(at)
            case "adjust":
                clock = clock.adjust(side, amount, at)
            case "trust":
                clock = clock.release_trust(side, at)
        shown.append(
            [
                [clock.remaining(each, at) for each in SIDES],
                [clock.delay_left(each, at) for each in SIDES],
                [clock.expired(each, at) for each in SIDES],
                clock.expires_at(),
                clock.elapsed(at),
            ]
        )
    return shown


def test_the_browsers_clock_is_the_servers() -> None:
    vectors = [made(method, number) for method in ClockMethod for number in range(12)]
    asked = [
        {
            "rules": {
                "method": rules.method,
                "reserve": rules.reserve,
                "delay": rules.delay,
                "trust": rules.trust,
                "untimed": [side.place for side in rules.untimed],
            },
            "steps": steps,
        }
        for rules, steps in vectors
    ]
    run = subprocess.run(
        [node(), "--experimental-strip-types", "--no-warnings", "--input-type=module", "-e", RUN % SOURCE.as_uri()],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    for (rules, steps), answered in zip(vectors, json.loads(run.stdout), strict=True):
        for step, ours, theirs in zip(steps, here(rules, steps), answered, strict=True):
            assert ours == theirs, (rules, step)
