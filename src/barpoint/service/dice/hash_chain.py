"""Hash chains and the rolls that follow from them: recipe `barpoint dice 2` of docs/dice.md.

chain   32 random bytes, the *root*, hashed again and again; what comes last, link 0, is its *end*. An owner publishes
        the end and later opens link 1, link 2, ...: each hashes to the one before it, so that there is no other.
owner   `server`, or a seat: `white1`, `black2`. An owner's second chain in a game is called `white1/2`, and so on.
roll    two dice from HMAC-SHA256 under the server's link over the newest opened link of every person.

Pure: roots come from outside.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Final

from barpoint.board import Side

RECIPE: Final = "barpoint dice 2"
SERVER: Final = "server"
SERVER_LINKS: Final = 256
PERSON_LINKS: Final = 128
TABLE_LINKS: Final = 1024
"""Of the one chain of a game at a table, which has no successor."""
MOST_LINKS: Final = 4096
MOST_CHAINS: Final = 40
"""Chains an owner may have in a game: every one after the first costs the others a link."""
_STEP: Final = 16  # every so many links one is remembered
_FAIR: Final = 252  # the largest multiple of 6 a byte can reach
_PAIR: Final = 2
_BLOCK: Final = 64  # bytes of a block of SHA-256
_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_DIE: Final = tuple(byte % 6 + 1 for byte in range(_FAIR))
_NAME: Final = re.compile(r"(server|(?:white|black)[1-9])(?:/([1-9][0-9]?))?")
_LINK: Final = re.compile(r"[0-9a-f]{64}")


def owner_name(side: Side, place: int) -> str:
    """What a seat is called here; places count from 0."""
    return f"{side.value}{place + 1}"


def chain_name(owner: str, number: int) -> str:
    """What an owner's chain is called; numbers count from 1."""
    return owner if number == 1 else f"{owner}/{number}"


def read_chain_name(name: str) -> tuple[str, int]:
    """The owner of a chain and its number; ValueError if it is no name of a chain."""
    named = _NAME.fullmatch(name)
    number = int(named[2] or 1) if named else 0
    if not named or (named[2] and not 2 <= number <= MOST_CHAINS):
        raise ValueError(f"a chain is called server, white1 or black2/3, not {name!r}")
    return named[1], number


def side_of(owner: str) -> Side | None:
    """The side an owner sits on; None for the server."""
    return None if owner == SERVER else Side.WHITE if owner.startswith("white") else Side.BLACK


def read_link(text: str) -> str:
    """A link or an end: 32 bytes in hexadecimal and small letters; ValueError if it is not one."""
    if not _LINK.fullmatch(text):
        raise ValueError("a link is 32 bytes in hexadecimal, 64 digits and small letters")
    return text


def link_before(match: str, game: int, chain: str, place: int, link: str) -> str:
    """Link `place - 1` of a chain, from link `place`."""
    return hashlib.sha256(f"{RECIPE}\n{match}\n{game}\n{chain}\n{place}\n{link}".encode()).hexdigest()


class HashChain:
    """A chain as its owner has it: every link follows from the root. Links are asked for one after the other."""

    def __init__(self, match: str, game: int, chain: str, root: str, links: int) -> None:
        self._head = f"{RECIPE}\n{match}\n{game}\n{chain}\n"
        self.name, self.links = chain, links
        self._known = {links: root}
        self._near: dict[int, str] = {}  # the links around the one asked for last
        link = root
        for place in range(links, 0, -1):
            link = hashlib.sha256(f"{self._head}{place}\n{link}".encode()).hexdigest()
            if not (place - 1) % _STEP:
                self._known[place - 1] = link
        self.end = link

    def link(self, place: int) -> str:
        """Link `place`, from 1 up to as many as there are."""
        if not 1 <= place <= self.links:
            raise IndexError(f"the chain has {self.links} links")
        if place not in self._near:
            last = min(self.links, (place + _STEP - 1) // _STEP * _STEP)
            self._near = {last: self._known[last]}
            for at in range(last, max(0, last - _STEP) + 1, -1):
                self._near[at - 1] = hashlib.sha256(f"{self._head}{at}\n{self._near[at]}".encode()).hexdigest()
        return self._near[place]


def digest_of_ends(match: str, game: int, house: Iterable[Side], ends: Mapping[str, tuple[str, int]]) -> str:
    """A SHA-256 over all ends of a game with their lengths, and the sides that bots of the house play."""
    lines = [f"{RECIPE} ends", match, str(game), " ".join(sorted(side.value for side in house))]
    lines += [f"{chain} {links} {end}" for chain, (end, links) in sorted(ends.items())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def fingerprint(digest: str) -> str:
    """The first twenty digits of a digest of ends, for two people to compare."""
    return " ".join(digest[at : at + 4] for at in range(0, 20, 4))


def roll_of_links(match: str, game: int, k: int, server: str, newest: Mapping[str, str]) -> tuple[int, int]:
    """Roll `k` (from 0) of a game, from the server's link and the newest opened link of every person."""
    links = "".join(f"\n{owner} {newest[owner]}" for owner in sorted(newest))
    key = bytes.fromhex(server).ljust(_BLOCK, b"\0")
    inner, outer = key.translate(_INNER), key.translate(_OUTER)
    dice: list[int] = []
    block = 0
    while len(dice) < _PAIR:
        # HMAC by hand: the library's own takes ten times as long to begin as these two hashes take
        within = hashlib.sha256(inner + f"{match}\n{game}\n{k}\n{block}{links}".encode()).digest()
        for byte in hashlib.sha256(outer + within).digest():
            if byte < _FAIR:
                dice.append(_DIE[byte])
                if len(dice) == _PAIR:
                    break
        block += 1
    return dice[0], dice[1]
