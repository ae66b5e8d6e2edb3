"""Recipe 1: sealed dice of before still verify, the check says what they do not prove, and the dice were even."""

import random
from collections import Counter

import msgspec
import pytest

from barpoint.board import Side
from barpoint.match import events as e
from barpoint.service.dice.dice_book import DiceBook
from barpoint.service.dice.dice_file import DiceFile, read_dice_file, write_dice_file
from barpoint.service.dice.dice_proof import verify_dice
from barpoint.service.dice.fair_dice import Seeds, derive_roll, read_seed
from tests.service.dice.honest_match import SealedMatch

CHANCE = random.Random(8)
SEED, WHITE, BLACK = (CHANCE.randbytes(32).hex() for _ in range(3))


def played(*house: Side) -> SealedMatch:
    return SealedMatch(random.Random(21), discipline="sprintgammon", house=house)


@pytest.mark.parametrize("house", [(), (Side.BLACK,), tuple(Side)])
def test_an_honest_match_verifies_also_from_its_file(house: tuple[Side, ...]) -> None:
    match = played(*house)
    file = DiceFile(match.match, tuple(match.log), tuple(match.dice))
    log, dice = [e.encode(event) for event in match.log], [msgspec.json.encode(event) for event in match.dice]
    again = read_dice_file(write_dice_file(match.match, log, dice))
    assert again == file
    verdict = again.verdict()
    assert verdict.honest
    assert verdict.proven == len(match.rolls)
    assert {reservation.code for reservation in verdict.reservations} >= {"file_only", "recipe_1"}


def test_a_game_still_sealed_waits_for_its_proof() -> None:
    match = played()
    running = [event for event in match.log if not isinstance(event, e.MatchEnded | e.GameEnded)]
    verdict = verify_dice(match.match, running, match.dice[:-1])
    assert verdict.honest
    assert (verdict.proven, verdict.waiting) == (0, len(match.rolls))


def other(seed: str) -> str:
    return ("0" if seed[0] != "0" else "1") + seed[1:]


def test_every_part_changes_every_roll() -> None:
    """Whoever adds last moves the dice of all, and no one part says anything about them."""
    seeds = Seeds(1, SEED)
    before = [derive_roll("M", seeds, WHITE, BLACK, k) for k in range(200)]
    for white, black, match in ((other(WHITE), BLACK, "M"), (WHITE, other(BLACK), "M"), (WHITE, BLACK, "N")):
        after = [derive_roll(match, seeds, white, black, k) for k in range(200)]
        same = sum(a == b for a, b in zip(before, after, strict=True))
        assert same < 25, "as chance would have it: about 200/36"


def test_the_same_question_has_the_same_dice() -> None:
    match = played()
    book = DiceBook(match.match)
    for event in match.dice:
        book.follow(event)
    assert book.roll(match.match, 1, 5) == book.roll(match.match, 1, 5) is not None
    assert book.roll(match.match, 2, 0) is None


@pytest.mark.parametrize("seed", ["", "ab", "zz" * 32, "ab" * 33, " " + "ab" * 31 + "a"])
def test_what_is_no_seed_is_malformed(seed: str) -> None:
    with pytest.raises(ValueError, match="a seed is 32 bytes"):
        read_seed(seed)


def test_the_dice_are_even() -> None:
    """Chi-square over the 36 outcomes: 35 degrees of freedom, 66.6 is passed once in a thousand."""
    rolls = 30_000
    counts = Counter(derive_roll("M", Seeds(1, SEED), WHITE, BLACK, k) for k in range(rolls))
    expected = rolls / 36
    assert sum((counts[a, b] - expected) ** 2 / expected for a in range(1, 7) for b in range(1, 7)) < 66.6
