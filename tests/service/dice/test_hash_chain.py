"""Recipe 2: chains, the rolls that follow from them, and thousands of honest games."""

import random
from collections import Counter

import pytest

from barpoint.board import Side
from barpoint.board.disciplines import DISCIPLINES
from barpoint.service.dice.hash_chain import (
    HashChain,
    chain_name,
    digest_of_ends,
    fingerprint,
    link_before,
    read_chain_name,
    read_link,
    roll_of_links,
)
from tests.service.dice.honest_games import verified

CHANCE = random.Random(18)


def root() -> str:
    return CHANCE.randbytes(32).hex()


@pytest.mark.parametrize("links", [1, 2, 15, 16, 17, 128, 200])
def test_every_link_hashes_to_the_one_before_it(links: int) -> None:
    chain = HashChain("M", 3, "white1", root(), links)
    before = chain.end
    for place in range(1, links + 1):
        link = chain.link(place)
        assert link_before("M", 3, "white1", place, link) == before
        before = link
    for place in (0, links + 1):
        with pytest.raises(IndexError):
            chain.link(place)


def test_a_link_says_nothing_elsewhere() -> None:
    link = root()
    here = link_before("M", 1, "white1", 5, link)
    elsewhere = [("N", 1, "white1", 5), ("M", 2, "white1", 5), ("M", 1, "black1", 5), ("M", 1, "white1", 6)]
    assert here not in {link_before(*place, link) for place in elsewhere}


@pytest.mark.parametrize("name", ["", "server/1", "white", "white0", "white1/1", "white1/41", "White1", "white1/02"])
def test_what_is_no_name_of_a_chain_is_malformed(name: str) -> None:
    with pytest.raises(ValueError, match="a chain is called"):
        read_chain_name(name)


@pytest.mark.parametrize("number", [1, 2, 40])
def test_names_are_read_as_they_are_written(number: int) -> None:
    assert read_chain_name(chain_name("black2", number)) == ("black2", number)


@pytest.mark.parametrize("link", ["", "AB" * 32, "ab" * 31, "ab" * 33, "zz" * 32])
def test_what_is_no_link_is_malformed(link: str) -> None:
    with pytest.raises(ValueError, match="a link is 32 bytes"):
        read_link(link)


def test_the_digest_of_ends_holds_everything() -> None:
    ends = {"server": (root(), 256), "white1": (root(), 128), "black1": (root(), 128)}
    digest = digest_of_ends("M", 1, (), ends)
    others = [
        digest_of_ends("N", 1, (), ends),
        digest_of_ends("M", 2, (), ends),
        digest_of_ends("M", 1, (Side.WHITE,), ends),
        digest_of_ends("M", 1, (), {**ends, "white1": (ends["white1"][0], 64)}),
        digest_of_ends("M", 1, (), {**ends, "white1": (root(), 128)}),
    ]
    assert len({digest, *others}) == 6
    assert digest_of_ends("M", 1, (), dict(reversed(ends.items()))) == digest
    assert fingerprint(digest).replace(" ", "") == digest[:20]


def test_every_link_changes_the_roll_and_the_dice_are_even() -> None:
    server, white, black = root(), root(), root()
    rolls = 30_000
    counts = Counter(roll_of_links("M", 1, k, server, {"white1": white, "black1": black}) for k in range(rolls))
    expected = rolls / 36
    assert sum((counts[a, b] - expected) ** 2 / expected for a in range(1, 7) for b in range(1, 7)) < 66.6
    links = {"white1": white, "black1": black}
    changes = [(root(), links), (server, {**links, "white1": root()}), (server, {**links, "black1": root()})]
    for key, newest in changes:
        same = sum(roll_of_links("M", 1, k, server, links) == roll_of_links("M", 1, k, key, newest) for k in range(200))
        assert same < 25, "as chance would have it: about 200/36"


@pytest.mark.parametrize("discipline", DISCIPLINES)
def test_honest_games_verify(discipline: str) -> None:
    assert verified(discipline, 24).rolls


@pytest.mark.long
@pytest.mark.parametrize("discipline", DISCIPLINES)
def test_ten_thousand_honest_games_verify(discipline: str) -> None:
    assert verified(discipline, 10_000, seed=1000).games >= 10_000
