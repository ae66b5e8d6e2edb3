"""The dice of both recipes: `python -m bench.dice`.

even      a million rolls by recipe 1, counted
added     what a roll by recipe 2 takes beyond one by recipe 1, in processor time: the roller's page finds its link, the
          server checks it, opens its own, works out the roll and writes the event down, and each page reads the event,
          checks it and works out the roll itself. No message is added to a roll: the link goes with it. An opening
          roll waits for one message of each page.
"""

import secrets
import time
from collections import Counter

import msgspec

from barpoint.service.dice.chain_book import GameChains
from barpoint.service.dice.dice_events import DiceThrown, EndPublished, EndsFixed, GameSealed, decode_dice
from barpoint.service.dice.fair_dice import Seeds, derive_roll
from barpoint.service.dice.hash_chain import PERSON_LINKS, SERVER_LINKS, HashChain

ROLLS = 1_000_000
LIMIT = 66.6  # 35 degrees of freedom: passed once in a thousand


def sealed_game(match: str) -> tuple[dict[str, HashChain], list[GameChains]]:
    """A game whose ends are fixed: everybody's chains, and what the server and a page know of it."""
    links = {"server": SERVER_LINKS, "white1": PERSON_LINKS, "black1": PERSON_LINKS}
    chains = {name: HashChain(match, 1, name, secrets.token_hex(32), count) for name, count in links.items()}
    known = [
        GameChains.sealed_by(match, GameSealed(at=1, game=1, end=chains["server"].end, links=SERVER_LINKS))
        for _ in range(2)
    ]
    for game in known:
        for name in ("white1", "black1"):
            game.follow(EndPublished(at=1, game=1, chain=name, end=chains[name].end, links=PERSON_LINKS))
        game.follow(EndsFixed(at=1, game=1, digest=game.ends_digest()))
    return chains, known


def added_time(games: int = 40) -> dict[str, float]:
    """Microseconds of processor time a roll, by who takes them; `seal` is a game's chains, spread over its rolls."""
    clock, spent, rolls = time.process_time, dict.fromkeys(("seal", "roller", "server", "page"), 0.0), 0
    for number in range(games):
        match, began = f"BENCH{number}", clock()
        chains, (server, page) = sealed_game(match)
        spent["seal"] += clock() - began
        for k in range(2 * PERSON_LINKS - 20):
            owner, place = ("white1", "black1")[k % 2], k // 2 + 1
            began = clock()
            link = chains[owner].link(place)
            sent = clock()
            assert server.continues(server.counting[owner], link)
            event = DiceThrown(at=1, game=1, k=k, server=chains["server"].link(k + 1), chain=owner, link=link)
            server.roll_with(event.server, owner, link)
            data = msgspec.json.encode(event)
            server.follow(event)
            thrown = clock()
            read = decode_dice(data)
            assert isinstance(read, DiceThrown)
            assert not page.problem(read)
            page.follow(read)
            checked = clock()
            for who, time_taken in (("roller", sent - began), ("server", thrown - sent), ("page", checked - thrown)):
                spent[who] += time_taken
            rolls += 1
    return {who: total / rolls * 1e6 for who, total in spent.items()}


def main() -> None:
    """Throw, count, and say whether chance would have it so."""
    white, black = secrets.token_hex(32), secrets.token_hex(32)
    seeds = Seeds(1, secrets.token_hex(32))
    start = time.process_time()
    counts = Counter(derive_roll("BENCH", seeds, white, black, k) for k in range(ROLLS))
    took = time.process_time() - start
    expected = ROLLS / 36
    chi = sum((counts[a, b] - expected) ** 2 / expected for a in range(1, 7) for b in range(1, 7))
    doubles = sum(counts[n, n] for n in range(1, 7)) / ROLLS
    print(f"{ROLLS:,} rolls in {took:.1f} s; doubles {doubles:.4%} of 16.6667%; chi-square {chi:.1f} (limit {LIMIT})")
    sealed = took / ROLLS * 1e6
    added = added_time()
    parts = ", ".join(f"{who} {microseconds:.1f}" for who, microseconds in added.items())
    print(f"a roll by recipe 1: server {sealed:.1f} µs; by recipe 2: {parts} µs of processor time")
    raise SystemExit(chi > LIMIT)


if __name__ == "__main__":
    main()
