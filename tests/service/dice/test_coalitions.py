"""What each coalition could gain, by simulation: a player who cheats as well as the recipe lets them.

The prize is a double six on the roll in question: fair dice give one in 36 of them. What a coalition may know is what
it is given here, and nothing else; the secret links of the others are drawn after its choice, as they are for somebody
who cannot look into another's device.
"""

import random
from collections.abc import Callable

import pytest

from barpoint.service.dice.chain_book import GameChains
from barpoint.service.dice.dice_events import (
    ChainAdmitted,
    DiceThrown,
    EndPublished,
    EndsFixed,
    GameSealed,
    LinkOpened,
)
from barpoint.service.dice.dice_proof import verify_dice
from barpoint.service.dice.hash_chain import HashChain, chain_name, roll_of_links
from tests.service.dice.honest_match import TableMatch

TRIALS = 4_000
FAIR = 1 / 36
PRIZE = (6, 6)
GRIND = 40  # how many roots a coalition tries where it may choose one


def is_fair(share: float, trials: int = TRIALS) -> bool:
    """Whether a share of the prize is what fair dice give: within four standard deviations."""
    return bool(abs(share - FAIR) < 4 * (FAIR * (1 - FAIR) / trials) ** 0.5)


class Chance(random.Random):
    """A source of roots."""

    def root(self) -> str:
        return self.randbytes(32).hex()


def shares(attempt: Callable[[Chance], tuple[int, int]], trials: int = TRIALS) -> float:
    """How often an attempt brings the prize."""
    chance = Chance(18)
    return sum(attempt(chance) == PRIZE for _ in range(trials)) / trials


def roll(server: str, white: str, black: str) -> tuple[int, int]:
    """White rolls: the server's link, White's next link, Black's newest."""
    return roll_of_links("M", 1, 5, server, {"white1": white, "black1": black})


def test_the_server_alone_cannot_choose_a_persons_roll() -> None:
    """It tries many roots against everything it knows before its end is published, and White's link comes after."""

    def attempt(chance: Chance) -> tuple[int, int]:
        black, guess = chance.root(), chance.root()
        server = next(
            (s for s in (chance.root() for _ in range(GRIND)) if roll(s, guess, black) == PRIZE), chance.root()
        )
        return roll(server, chance.root(), black)

    assert is_fair(shares(attempt))


def test_the_server_and_the_opponent_cannot_choose_a_persons_roll() -> None:
    """Together they choose the server's root and Black's, each to fit the other and a guess of White's link."""

    def attempt(chance: Chance) -> tuple[int, int]:
        guess, server = chance.root(), chance.root()
        black = next(
            (b for b in (chance.root() for _ in range(GRIND)) if roll(server, guess, b) == PRIZE), chance.root()
        )
        return roll(server, chance.root(), black)

    assert is_fair(shares(attempt))


def test_the_server_and_the_opponent_do_not_foresee_a_persons_roll() -> None:
    """Their best guess at White's dice, with all links but White's in hand, is right as often as any."""

    def attempt(chance: Chance) -> tuple[int, int]:
        server, black = chance.root(), chance.root()
        foreseen = roll(server, chance.root(), black)
        return PRIZE if roll(server, chance.root(), black) == foreseen else (1, 2)

    assert is_fair(shares(attempt))


def test_a_player_alone_cannot_choose_a_roll() -> None:
    """White tries many roots without knowing the server's link."""

    def attempt(chance: Chance) -> tuple[int, int]:
        black, guess = chance.root(), chance.root()
        white = next(
            (w for w in (chance.root() for _ in range(GRIND)) if roll(guess, w, black) == PRIZE), chance.root()
        )
        return roll(chance.root(), white, black)

    assert is_fair(shares(attempt))


def test_the_server_and_the_roller_cannot_choose_the_roll() -> None:
    """They choose both roots to fit each other; Black's link comes after the ends are fixed."""

    def attempt(chance: Chance) -> tuple[int, int]:
        guess, server = chance.root(), chance.root()
        white = next(
            (w for w in (chance.root() for _ in range(GRIND)) if roll(server, w, guess) == PRIZE), chance.root()
        )
        return roll(server, white, chance.root())

    assert is_fair(shares(attempt))


def test_the_server_and_the_roller_foresee_their_roll_from_the_opponents_last_link_on() -> None:
    """What the page of the dice admits: with all three links in hand the roll is known before it is asked for."""

    def attempt(chance: Chance) -> tuple[int, int]:
        server, white, black = chance.root(), chance.root(), chance.root()
        return PRIZE if roll(server, white, black) == roll(server, white, black) else (1, 2)

    assert shares(attempt, 200) == 1.0


def test_two_bots_prove_only_that_their_rolls_were_fixed_beforehand() -> None:
    """With nobody else's link the server chooses what it likes before it publishes."""

    def attempt(chance: Chance) -> tuple[int, int]:
        tries = [roll_of_links("M", 1, 5, chance.root(), {}) for _ in range(GRIND)]
        return PRIZE if PRIZE in tries else tries[0]

    assert shares(attempt, 400) > 0.5


# A chain published in the middle of a game


class Board:
    """A game of two people whose coalition is White and the server, at a moment when White is to roll."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.server = HashChain("M", 1, "server", chance.root(), 8)
        self.made: dict[str, HashChain] = {}
        self.known = GameChains.sealed_by("M", GameSealed(at=1, game=1, end=self.server.end, links=8))
        for owner in ("white1", "black1"):
            self.publish(owner)
        self.take(EndsFixed(at=1, game=1, digest=self.known.ends_digest()))
        for owner in ("white1", "black1"):
            self.open(owner)
        self.throw("")

    def take(self, event: EndPublished | EndsFixed | LinkOpened | ChainAdmitted | DiceThrown) -> None:
        assert not self.known.problem(event), self.known.problem(event)
        self.known.follow(event)

    def publish(self, owner: str, root: str = "") -> None:
        name = chain_name(owner, self.known.numbers.get(owner, 0) + 1)
        self.made[name] = HashChain("M", 1, name, root or self.chance.root(), 8)
        self.take(EndPublished(at=1, game=1, chain=name, end=self.made[name].end, links=8))

    def next(self, owner: str) -> tuple[str, str]:
        chain = self.known.counting[owner]
        return chain.name, self.made[chain.name].link(chain.opened + 1)

    def open(self, owner: str) -> None:
        name, link = self.next(owner)
        self.take(LinkOpened(at=1, game=1, k=self.known.k, chain=name, link=link, digest=self.known.digest))

    def admit(self, owner: str) -> None:
        self.take(ChainAdmitted(at=1, game=1, chain=self.known.late[owner].name))

    def throw(self, owner: str) -> tuple[int, int]:
        name, link = self.next(owner) if owner else ("", "")
        server = self.server.link(self.known.k + 1)
        self.take(DiceThrown(at=1, game=1, k=self.known.k, server=server, chain=name, link=link))
        return self.known.rolls[-1].dice

    def foreseen(self, root: str) -> tuple[int, int]:
        """What White and the server expect of a new chain with such a root, before Black opens anything."""
        name = chain_name("white1", self.known.numbers["white1"] + 1)
        link = HashChain("M", 1, name, root, 8).link(1)
        return self.known.roll_with(self.server.link(self.known.k + 1), "white1", link)


def chosen_chain(chance: Chance, *, witnessed: bool) -> tuple[tuple[int, int], Board]:
    """White "loses" the device and tries many roots for the next chain."""
    board = Board(chance)
    roots = [chance.root() for _ in range(GRIND)]
    board.publish("white1", next((one for one in roots if board.foreseen(one) == PRIZE), roots[0]))
    if witnessed:
        board.open("black1")
    board.admit("white1")
    return board.throw("white1"), board


def test_a_witnessed_chain_cannot_have_been_chosen() -> None:
    assert is_fair(shares(lambda chance: chosen_chain(chance, witnessed=True)[0], 1_200), 1_200)


def test_a_chain_without_a_witness_can_and_the_book_says_so() -> None:
    assert shares(lambda chance: chosen_chain(chance, witnessed=False)[0], 200) > 0.5
    _, board = chosen_chain(Chance(1), witnessed=False)
    assert board.known.unwitnessed == [("white1", 1)]


def test_a_chain_replaced_when_its_owner_is_to_roll_exchanges_a_foreseen_roll_and_the_book_says_so() -> None:
    """The server and White throw away whatever is not the prize; Black's witness keeps them from choosing the other."""

    def attempt(chance: Chance) -> tuple[int, int]:
        board = Board(chance)
        own = board.known.roll_with(board.server.link(2), "white1", board.next("white1")[1])
        if own != PRIZE:
            board.publish("white1")
            board.open("black1")
            board.admit("white1")
        rolled = board.throw("white1")
        assert board.known.exchanges == ([("white1", 1)] if own != PRIZE else [])
        return rolled

    share = shares(attempt, 2_000)
    assert share > 1.5 * FAIR, "two chances instead of one"
    assert share < 3 * FAIR


def test_a_chain_replaced_while_the_opponent_is_to_roll_gains_nothing_and_is_no_exchange() -> None:
    board = Board(Chance(3))
    board.publish("white1")
    board.throw("black1")
    board.admit("white1")
    board.throw("white1")
    assert (board.known.exchanges, board.known.unwitnessed) == ([], [])


@pytest.mark.parametrize("times", [1, 5])
def test_a_link_withheld_and_sent_later_gives_the_same_dice(times: int) -> None:
    """Server and player together may wait as long as they like: the roll is the one they foresaw."""
    board = Board(Chance(4))
    expected = board.known.roll_with(board.server.link(2), "white1", board.next("white1")[1])
    for _ in range(times):
        assert board.known.problem(
            DiceThrown(at=1, game=1, k=1, server=board.server.link(3), chain="white1", link=board.next("white1")[1])
        )
    assert board.throw("white1") == expected


def test_an_opponent_with_the_server_cannot_add_a_link_to_change_a_roll() -> None:
    """Burning a link nothing asked for would give another roll: it is refused where the log says who rolled."""
    board = Board(Chance(5))
    board.open("black1")
    board.throw("white1")
    thrown = board.known.rolls[-1]
    assert thrown.openers - thrown.extra == {"black1"}, "the verifier refuses such a roll"


# At a table: one chain, and a word of each side typed after its seal


def roll_of_words(link: str, white: str, black: str) -> tuple[int, int]:
    return roll_of_links("spring/open/M1-1/anna/ben", 1, 5, link, {"white1": white, "black1": black})


def test_at_a_table_neither_player_chooses_a_roll_with_a_word_nor_both_together() -> None:
    """They try many words against chains of their own: that of the seal is not known to them."""

    def attempt(chance: Chance) -> tuple[int, int]:
        guess = chance.root()
        words = [(chance.root(), chance.root()) for _ in range(GRIND)]
        white, black = next((pair for pair in words if roll_of_words(guess, *pair) == PRIZE), words[0])
        return roll_of_words(chance.root(), white, black)

    assert is_fair(shares(attempt))


def test_at_a_table_whoever_has_the_chain_cannot_choose_it_to_fit_words_that_come_after_the_seal() -> None:
    def attempt(chance: Chance) -> tuple[int, int]:
        guess = chance.root(), chance.root()
        links = [chance.root() for _ in range(GRIND)]
        link = next((link for link in links if roll_of_words(link, *guess) == PRIZE), links[0])
        return roll_of_words(link, chance.root(), chance.root())

    assert is_fair(shares(attempt))


def test_at_a_table_whoever_has_the_chain_and_types_last_can_try_out_words_and_the_verifier_says_so() -> None:
    def attempt(chance: Chance) -> tuple[int, int]:
        link, white = chance.root(), chance.root()
        words = [chance.root() for _ in range(GRIND)]
        black = next((word for word in words if roll_of_words(link, white, word) == PRIZE), words[0])
        return roll_of_words(link, white, black)

    assert shares(attempt, 500) > 10 * FAIR
    match = TableMatch(random.Random(1), match="spring/open/M1-1/anna/ben", discipline="sprintgammon")
    verdict = verify_dice(match.match, match.log, match.dice)
    assert verdict.honest
    assert "words" in {note.code for note in verdict.reservations}
