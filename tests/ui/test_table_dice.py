"""The device's dice are the server's: the same seeds and parts give the same seal and the same rolls in both."""

import hashlib

import pytest

from barpoint.service.fair_dice import Seeds, throw
from tests.ui.browser_code import answered

ANSWER = """
const answer = ([match, game, seed, white, black]) => [
  m.commitment(match, game, seed),
  Array.from({ length: 40 }, (_, k) => m.thrown(match, game, seed, white, black, k)),
  m.hex(m.sha256(new TextEncoder().encode(match.repeat(game)))),
]
"""


@pytest.mark.clause("usbgf:3.2.3.4b")
def test_the_devices_seal_and_rolls_are_the_servers() -> None:
    made = [hashlib.sha256(f"{n}".encode()).hexdigest() for n in range(30)]
    asked: list[tuple[str, int, str, str, str]] = [
        (f"spring/open/M1-{n}/ä/b", n + 1, made[3 * n], made[3 * n + 1], made[3 * n + 2]) for n in range(10)
    ]
    for (match, game, seed, white, black), (seal, rolls, digest) in zip(
        asked, answered("dice.ts", ANSWER, asked), strict=True
    ):
        seeds = Seeds(game, seed)
        assert seal == seeds.commitment(match)
        assert [tuple(roll) for roll in rolls] == [throw(match, seeds, white, black, k) for k in range(40)]
        assert digest == hashlib.sha256((match * game).encode()).hexdigest()
