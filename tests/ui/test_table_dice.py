"""The device's dice are the server's: the same roots and parts give the same end, links and rolls in both."""

import hashlib

import pytest

from barpoint.service.dice.fair_dice import Seeds, derive_roll
from barpoint.service.dice.hash_chain import TABLE_LINKS, HashChain, roll_of_links
from tests.ui.browser_code import answered

ANSWER = """
const answer = ([match, game, root, white, black]) => {
  const links = m.gameChain(match, game, root, m.TABLE_LINKS)
  return [
    m.TABLE_LINKS, links[0],
    Array.from({ length: 40 }, (_, k) => [links[k + 1], m.rollOfLink(match, game, links[k + 1], white, black, k)]),
    [[40, links[40], 0, links[0]], [40, links[40], 39, links[39]], [40, links[41], 39, links[39]], [39, links[39], 39, links[39]]]
      .map((asked) => m.leadsBack(match, game, ...asked)),
    Array.from({ length: 40 }, (_, k) => m.rollDice(match, game, root, white, black, k)),
  ]
}
"""


@pytest.mark.clause("usbgf:3.2.3.4b")
def test_the_devices_chain_and_rolls_are_the_servers_and_so_are_those_of_recipe_1() -> None:
    made = [hashlib.sha256(f"{n}".encode()).hexdigest() for n in range(12)]
    asked: list[tuple[str, int, str, str, str]] = [
        (f"spring/open/M1-{n}/ä/b", n + 1, made[3 * n], made[3 * n + 1], made[3 * n + 2]) for n in range(4)
    ]
    for (match, game, root, white, black), (links, end, rolls, leads, old) in zip(
        asked, answered("table/dice.ts", ANSWER, asked), strict=True
    ):
        chain = HashChain(match, game, "server", root, links)
        assert (links, end) == (TABLE_LINKS, chain.end)
        parts = {"white1": white, "black1": black}
        for k, (link, dice) in enumerate(rolls):
            assert link == chain.link(k + 1)
            assert tuple(dice) == roll_of_links(match, game, k, link, parts)
        assert leads == [True, True, False, False]
        assert [tuple(roll) for roll in old] == [derive_roll(match, Seeds(game, root), white, black, k) for k in range(40)]


def test_the_pages_hashes_are_the_worlds() -> None:
    texts = ["ä" * size for size in (0, 1, 27, 28, 31, 32, 33, 100, 1000)]
    digests = answered("dice/hashes.ts", "const answer = (text) => m.hex(m.sha256(m.lines(text)))", texts)
    assert digests == [hashlib.sha256(text.encode()).hexdigest() for text in texts]
