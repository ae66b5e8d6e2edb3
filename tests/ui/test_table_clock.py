"""The browser's clock does what the server's does: random presses of every method go through both."""

import random
from typing import Any

from barpoint.board import Side
from barpoint.match.clock import Clock
from barpoint.match.format.match_format import (
    ClockMethod,
    ClockRules,
    PauseReason,
)
from tests.ui.browser_code import answered
from tests.match.clock_accounts import time_elapsed

SIDES = tuple(Side)
ANSWER = """
const answer = (vector) => {
  let clock = m.fresh(vector.rules, 0)
  return vector.steps.map(([what, side, amount, at]) => {
    if (what === 'start') clock = m.start(clock, side, at)
    if (what === 'stop') clock = m.stop(clock, at)
    if (what === 'pause') clock = m.pause(clock, 'dispute', at)
    if (what === 'resume') clock = m.resume(clock, at)
    if (what === 'renew') clock = m.renew(clock, at)
    if (what === 'adjust') clock = m.adjust(clock, side, amount, at)
    if (what === 'trust') clock = m.releaseTrust(clock, side, at)
    const both = (f) => [f(clock, 0, at), f(clock, 1, at)]
    return [both(m.remaining), both(m.delayLeft), both(m.isExpired), m.expiresAt(clock), m.fallsBelow(clock, 15000), m.timeElapsed(clock, at)]
  })
}
"""
Step = tuple[str, int, int, int]


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
        what = chance.choice(["start", "start", "start", "look", "stop", "pause", "resume", "renew", "adjust", "trust"])
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
            case "renew":
                clock = clock.renew(at)
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
                [clock.is_expired(each, at) for each in SIDES],
                clock.expires_at(),
                clock.falls_below(15_000),
                time_elapsed(clock, at),
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
    found = answered("table/clock.ts", ANSWER, asked)
    for (rules, steps), shown in zip(vectors, found, strict=True):
        for step, ours, theirs in zip(steps, here(rules, steps), shown, strict=True):
            assert ours == theirs, (rules, step)
