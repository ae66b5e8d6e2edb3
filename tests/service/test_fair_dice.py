"""Sealed dice: honest matches verify, anything altered does not, and the protocol refuses what could steer a roll."""

import random
from collections import Counter

import msgspec
import pytest

from barpoint.board import Side
from barpoint.match import events as e
from barpoint.service.dice_file import DiceFile, read_dice_file, write_dice_file
from barpoint.service.fair_dice import DiceBook, DiceRevealed, DiceSealed, PartAdded, Seeds, read_seed, throw, verify

CHANCE = random.Random(8)
SEED, WHITE, BLACK = (CHANCE.randbytes(32).hex() for _ in range(3))


def played(rolls: int = 12, *, bot: bool = False) -> DiceFile:
    """A game's worth of honest dice; Black may be a bot of the house."""
    seeds = Seeds(1, SEED, black=BLACK if bot else "")
    sealed = DiceSealed(at=1, game=1, commitment=seeds.commitment("M"), house=(Side.BLACK,) if bot else ())
    parts = [PartAdded(at=2, game=1, side=Side.WHITE, seed=WHITE)]
    if not bot:
        parts.append(PartAdded(at=3, game=1, side=Side.BLACK, seed=BLACK))
    shown = [throw("M", seeds, WHITE, BLACK, k) for k in range(rolls)]
    log: list[e.AnyEvent] = [e.OpeningRolled(at=4, white=shown[0][0], black=shown[0][1])]
    log += [e.DiceRolled(at=5, side=Side.WHITE, dice=(max(dice), min(dice))) for dice in shown[1:]]
    log.append(e.MatchEnded(at=6, winner=Side.WHITE, reason="left"))
    revealed = DiceRevealed(at=6, game=1, seed=SEED, black=seeds.black)
    return DiceFile("M", tuple(log), (sealed, *parts, revealed))


@pytest.mark.parametrize("bot", [False, True])
def test_an_honest_match_verifies_also_from_its_file(bot: bool) -> None:
    file = played(bot=bot)
    written = write_dice_file("M", [e.encode(one) for one in file.log], [msgspec.json.encode(one) for one in file.dice])
    again = read_dice_file(written)
    assert again == file
    assert again.verdict().honest
    assert again.verdict().proven == 12


def other(seed: str) -> str:
    return ("0" if seed[0] != "0" else "1") + seed[1:]


def altered() -> list[tuple[str, DiceFile]]:
    """The same match with one thing changed."""
    file = played()
    log, dice = list(file.log), list(file.dice)
    opening, second = log[0], log[1]
    assert isinstance(opening, e.OpeningRolled)
    assert isinstance(second, e.DiceRolled)
    sealed, white, black, revealed = dice
    assert isinstance(revealed, DiceRevealed)
    assert isinstance(white, PartAdded)

    def with_log(index: int, event: e.AnyEvent) -> DiceFile:
        return DiceFile("M", (*log[:index], event, *log[index + 1 :]), file.dice)

    turned = msgspec.structs.replace(second, dice=(second.dice[0], second.dice[1] % 6 + 1))
    return [
        ("a roll", with_log(1, turned)),
        ("the opening", with_log(0, msgspec.structs.replace(opening, white=opening.white % 6 + 1))),
        ("the order of rolls", DiceFile("M", (*log[:2], log[3], log[2], *log[4:]), file.dice)),
        ("a roll left out", DiceFile("M", (*log[:2], *log[3:]), file.dice)),
        (
            "the seed",
            DiceFile("M", file.log, (sealed, white, black, msgspec.structs.replace(revealed, seed=other(SEED)))),
        ),
        (
            "a part",
            DiceFile("M", file.log, (sealed, msgspec.structs.replace(white, seed=other(WHITE)), black, revealed)),
        ),
        ("whose part", DiceFile("M", file.log, (sealed, *_swapped(), revealed))),
        ("the seal", DiceFile("M", file.log, (msgspec.structs.replace(sealed, game=2), white, black, revealed))),
        ("never revealed", DiceFile("M", file.log, (sealed, white, black))),
        ("a part before the seal", DiceFile("M", file.log, (white, sealed, black, revealed))),
        ("another match", DiceFile("N", file.log, file.dice)),
    ]


def _swapped() -> tuple[PartAdded, PartAdded]:
    return (
        PartAdded(at=2, game=1, side=Side.WHITE, seed=BLACK),
        PartAdded(at=3, game=1, side=Side.BLACK, seed=WHITE),
    )


@pytest.mark.parametrize(("what", "file"), altered(), ids=lambda value: value if isinstance(value, str) else "")
def test_anything_altered_is_found(what: str, file: DiceFile) -> None:
    assert not file.verdict().honest, what


def test_a_game_still_sealed_waits_for_its_proof() -> None:
    file = played()
    running = [event for event in file.log if not isinstance(event, e.MatchEnded)]
    verdict = verify("M", running, file.dice[:-1])
    assert verdict.honest
    assert (verdict.proven, verdict.waiting) == (0, 12)


def test_every_part_changes_every_roll() -> None:
    """Whoever adds last moves the dice of all, and no one part says anything about them."""
    seeds = Seeds(1, SEED)
    before = [throw("M", seeds, WHITE, BLACK, k) for k in range(200)]
    for white, black, match in ((other(WHITE), BLACK, "M"), (WHITE, other(BLACK), "M"), (WHITE, BLACK, "N")):
        after = [throw(match, seeds, white, black, k) for k in range(200)]
        same = sum(a == b for a, b in zip(before, after, strict=True))
        assert same < 25, "as chance would have it: about 200/36"


def test_the_same_question_has_the_same_dice() -> None:
    book = DiceBook()
    for event in played().dice:
        book.follow(event)
    assert book.roll("M", 1, 5) == book.roll("M", 1, 5) == throw("M", Seeds(1, SEED), WHITE, BLACK, 5)
    assert book.roll("M", 2, 0) is None


@pytest.mark.parametrize("seed", ["", "ab", "zz" * 32, "ab" * 33, " " + "ab" * 31 + "a"])
def test_what_is_no_seed_is_malformed(seed: str) -> None:
    with pytest.raises(ValueError, match="a seed is 32 bytes"):
        read_seed(seed)


def test_the_dice_are_even() -> None:
    """Chi-square over the 36 outcomes: 35 degrees of freedom, 66.6 is passed once in a thousand.

    bench/dice.py throws the million; the seeds are fixed, so that this does not fail by chance.
    """
    rolls = 30_000
    counts = Counter(throw("M", Seeds(1, SEED), WHITE, BLACK, k) for k in range(rolls))
    expected = rolls / 36
    assert sum((counts[a, b] - expected) ** 2 / expected for a in range(1, 7) for b in range(1, 7)) < 66.6
