"""Recipe 1, `barpoint dice 1`: sealed before the game, shaken by both sides, opened after it.

Games begun before recipe 2 (`hash_chain`) were thrown by it, and are still verified.

seal        before a game the server drew a seed, and one for each of its own bots in it, and published their
            commitment: a SHA-256 over the match, the game and the seeds.
part        each side that was a person added 32 bytes of its own after that, and before the first roll.
roll k      two dice from HMAC-SHA256 under the server's seed over match, game, k and both sides' parts;
            bytes from 252 up are thrown away, so that every number is equally likely.
reveal      after the game the seeds were published: anybody can work out every roll again.

Pure: seeds come from outside. What this proves and what it cannot is in docs/dice.md.
"""

import hashlib
import hmac
from typing import Final

import msgspec

SEED_BYTES: Final = 32
_FAIR: Final = 252  # the largest multiple of 6 a byte can reach


class Seeds(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is behind a seal: the server's seed, and those of the sides its bots play.

    Under recipe 2 `seed` is the root of the server's chain `chain` of so many `links`.
    """

    game: int
    seed: str
    white: str = ""
    black: str = ""
    chain: str = ""
    links: int = 0

    def commitment(self, match: str) -> str:
        """What is published of it before the game, by recipe 1."""
        text = "\n".join(("barpoint dice 1", match, str(self.game), self.seed, self.white, self.black))
        return hashlib.sha256(text.encode()).hexdigest()


def read_seed(text: str) -> str:
    """A seed of 32 bytes in hexadecimal, in small letters; ValueError if it is not one."""
    try:
        data = bytes.fromhex(text)
    except ValueError:
        data = b""
    if len(data) != SEED_BYTES or len(text) != 2 * SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes in hexadecimal, {2 * SEED_BYTES} digits")
    return text.lower()


def derive_roll(match: str, seeds: Seeds, white: str, black: str, k: int) -> tuple[int, int]:
    """Roll `k` (from 0) of a game, given both sides' parts."""
    numbers: list[int] = []
    block = 0
    while len(numbers) < 2:
        text = "\n".join((match, str(seeds.game), str(k), str(block), white, black))
        digest = hmac.digest(bytes.fromhex(seeds.seed), text.encode(), "sha256")
        numbers += [byte % 6 + 1 for byte in digest if byte < _FAIR]
        block += 1
    return numbers[0], numbers[1]
