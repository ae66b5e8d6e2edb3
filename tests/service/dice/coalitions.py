"""What each coalition could gain, by simulation: `python -m tests.service.dice.coalitions [--trials 5000]` prints it.

A game is played with the program's own code: the fold that the server and the verifiers use takes every event, and
whoever is honest has a device of the client's (`DiceKeeper`), which publishes, opens and checks by itself. A coalition
has everything its members have, and does as well as it can: where it may choose a root it tries many, against what it
knows and a guess of what it does not.

prize     a double on White's first roll after the opening: fair dice give one in six
foresee   to say White's dice beforehand, in order: a guess is right once in 36
stopped   a game that is not played on; shares are of the games that are
"""

import argparse
import math
import random
import sys
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, Final

import msgspec

from barpoint.board import SIDES, Side
from barpoint.client.dice_keeper import DiceKeeper
from barpoint.match import GameStage, MatchPhase
from barpoint.service.dice.chain_book import GameChains
from barpoint.service.dice.dice_book import DiceBook
from barpoint.service.dice.dice_events import (
    AnyDiceEvent,
    ChainAdmitted,
    DiceThrown,
    EndPublished,
    EndsFixed,
    GameSealed,
    LinkOpened,
    PartAdded,
)
from barpoint.service.dice.hash_chain import HashChain, chain_name, roll_of_links
from barpoint.wire import messages as m

LINKS: Final = 40  # of a coalition's own chains
GRIND: Final = 16  # how many roots a coalition tries where it may choose one
DOUBLE: Final = 1 / 6
GUESS: Final = 1 / 36
TABLE: Final = "spring/open/M1-1/anna/ben"
Dice = tuple[int, int]


class Chance(random.Random):
    """A source of roots."""

    def root(self) -> str:
        return self.randbytes(32).hex()

    def roots(self) -> list[str]:
        return [self.root() for _ in range(GRIND)]


def is_prize(dice: Dice) -> bool:
    return dice[0] == dice[1]


def best_root(roots: Sequence[str], foreseen: Callable[[str], Dice]) -> str:
    """One that is expected to bring the prize."""
    return next((root for root in roots if is_prize(foreseen(root))), roots[0])


def view(stage: GameStage, turn: Side = Side.WHITE) -> Any:
    """As much of a match as a device looks at."""
    return SimpleNamespace(phase=MatchPhase.PLAYING, game=SimpleNamespace(stage=stage, turn=turn))


class Game:
    """Game 1 of the match M: what everybody knows of its chains, and the devices of those who are honest."""

    def __init__(
        self, chance: Chance, honest: Sequence[str] = ("white1", "black1"), root: str = "", house: tuple[Side, ...] = ()
    ) -> None:
        self.chance, self._count = chance, 0
        self.server = HashChain("M", 1, "server", root or chance.root(), LINKS)
        self.made: dict[str, HashChain] = {}  # of those who have no device here
        self.devices = {owner: DiceKeeper("M") for owner in honest}
        sealed = GameSealed(at=1, game=1, end=self.server.end, links=LINKS, house=house)
        self.known = GameChains.sealed_by("M", sealed)
        self._show(sealed)

    def tell(self, *events: AnyDiceEvent) -> None:
        """Publish; every device that is not told something false goes on."""
        for event in events:
            assert not self.known.problem(event), self.known.problem(event)  # type: ignore[arg-type]  # of this recipe
            self.known.follow(event)  # type: ignore[arg-type]  # of this recipe
            self._show(event)

    def _show(self, event: AnyDiceEvent) -> None:
        for owner, device in self.devices.items():
            news = m.DiceNews(match="M", game=1, first=self._count, events=(msgspec.to_builtins(event),), owner=owner)
            assert device.take_news(news)
            assert not device.problem
        self._count += 1

    # What people do

    def publish(self, owner: str, root: str = "") -> None:
        """The end of somebody's next chain: the device's, or with a root of the coalition's choice."""
        device = self.devices.get(owner)
        name = chain_name(owner, self.known.numbers.get(owner, 0) + 1)
        if device is not None:
            device._roots[f"1 {name}"] = self.chance.root()  # the same in every run
            due = device.new_end()
            assert due is not None
            self.tell(EndPublished(at=1, game=1, chain=due.chain, end=due.end, links=due.links))
        else:
            self.made[name] = HashChain("M", 1, name, root or self.chance.root(), LINKS)
            self.tell(EndPublished(at=1, game=1, chain=name, end=self.made[name].end, links=LINKS))

    def fix(self) -> None:
        self.tell(EndsFixed(at=1, game=1, digest=self.known.ends_digest()))

    def next_link(self, owner: str) -> str:
        """What a coalition has of its own member."""
        chain = self.known.counting[owner]
        return self.made[chain.name].link(chain.opened + 1)

    def open(self, owner: str, stage: GameStage = GameStage.OPENING) -> None:
        """A link for the opening, or as a witness of White's new chain: the device says whether one is due."""
        device, chain = self.devices.get(owner), self.known.counting[owner]
        if device is not None:
            due = device.link_due(view(stage))
            assert due is not None
            link = due.link
        else:
            link = self.next_link(owner)
        self.tell(LinkOpened(at=1, game=1, k=self.known.k, chain=chain.name, link=link, digest=self.known.digest))

    def roll_link(self, owner: str) -> str:
        """The link that goes with a roll."""
        return self.devices[owner].roll_link() if owner in self.devices else self.next_link(owner)

    def server_link(self) -> str:
        return self.server.link(self.known.k + 1)

    def thrown(self, owner: str = "", link: str = "") -> DiceThrown:
        chain = self.known.counting[owner].name if owner else ""
        return DiceThrown(at=1, game=1, k=self.known.k, server=self.server_link(), chain=chain, link=link)

    def throw(self, owner: str = "", link: str = "") -> Dice:
        self.tell(self.thrown(owner, link or (self.roll_link(owner) if owner else "")))
        return self.known.rolls[-1].dice

    def admit(self, owner: str) -> None:
        self.tell(ChainAdmitted(at=1, game=1, chain=self.known.late[owner].name))

    def foreseen(self, owner: str, link: str) -> Dice:
        """What the next roll would be with this link of its roller."""
        return self.known.roll_with(self.server_link(), owner, link)

    def late_link(self, owner: str, root: str) -> str:
        """The first link of a chain that somebody could publish next."""
        return HashChain("M", 1, chain_name(owner, self.known.numbers[owner] + 1), root, LINKS).link(1)

    def begin(self, roots: dict[str, str] | None = None) -> None:
        """Ends of both sides that are missing, and the opening until it is no tie."""
        for owner in ("white1", "black1"):
            if owner not in self.known.counting and self.known.numbers.get(owner) is None:
                self.publish(owner, (roots or {}).get(owner, ""))
        self.fix()
        while not self.known.rolls or is_prize(self.known.rolls[-1].dice):
            self.open("white1")
            self.open("black1")
            self.throw()


# A coalition's attempts: whether it had what it wanted; None where it stopped the game


def server_alone_chooses(chance: Chance) -> bool:
    """It tries many roots before its end is published, with guesses of everything that comes after."""
    guess = {"white1": chance.root(), "black1": chance.root()}

    def foreseen(root: str) -> Dice:
        return roll_of_links("M", 1, 1, HashChain("M", 1, "server", root, LINKS).link(2), guess)

    game = Game(chance, root=best_root(chance.roots(), foreseen))
    game.begin()
    return is_prize(game.throw("white1"))


def server_and_opponent_choose(chance: Chance) -> bool:
    """Black's root is chosen after White's end is there, with the server's chain and a guess of White's link."""
    game, guess = Game(chance, honest=["white1"]), chance.root()
    game.publish("white1")

    def foreseen(root: str) -> Dice:
        newest = HashChain("M", 1, "black1", root, LINKS).link(1)
        return roll_of_links("M", 1, 1, game.server.link(2), {"white1": guess, "black1": newest})

    game.begin({"black1": best_root(chance.roots(), foreseen)})
    return is_prize(game.throw("white1"))


def server_and_opponent_foresee(chance: Chance) -> bool:
    """They have all links but White's, for which they guess."""
    game = Game(chance, honest=["white1"])
    game.begin()
    expected = game.foreseen("white1", chance.root())
    return game.throw("white1") == expected


def roller_alone_chooses(chance: Chance) -> bool:
    """White knows neither the server's links nor Black's."""
    game, guess = Game(chance, honest=["black1"]), (chance.root(), chance.root())
    game.publish("black1")

    def foreseen(root: str) -> Dice:
        link = HashChain("M", 1, "white1", root, LINKS).link(2)
        return roll_of_links("M", 1, 1, guess[0], {"white1": link, "black1": guess[1]})

    game.begin({"white1": best_root(chance.roots(), foreseen)})
    return is_prize(game.throw("white1"))


def server_and_roller_choose(chance: Chance) -> bool:
    """Both roots are theirs, chosen after Black's end is there; Black's link comes after the ends are fixed."""
    game, guess = Game(chance, honest=["black1"]), chance.root()
    game.publish("black1")

    def foreseen(root: str) -> Dice:
        link = HashChain("M", 1, "white1", root, LINKS).link(2)
        return roll_of_links("M", 1, 1, game.server.link(2), {"white1": link, "black1": guess})

    game.begin({"white1": best_root(chance.roots(), foreseen)})
    return is_prize(game.throw("white1"))


def server_and_roller_foresee_early(chance: Chance) -> bool:
    """Before Black's last link, with a guess of it."""
    game = Game(chance, honest=["black1"])
    game.publish("white1")
    white = game.made["white1"]
    expected = roll_of_links("M", 1, 1, game.server.link(2), {"white1": white.link(2), "black1": chance.root()})
    game.begin()
    return game.throw("white1") == expected


def server_and_roller_foresee(chance: Chance) -> bool:
    """After Black's last link nothing is missing: the roll is known before it is asked for, or before doubling."""
    game = Game(chance, honest=["black1"])
    game.begin()
    expected = game.foreseen("white1", game.next_link("white1"))
    return game.throw("white1") == expected


def server_and_roller_stop(chance: Chance) -> bool | None:
    """They play on only where they foresee the prize; Black sees that the game stops before a roll."""
    game = Game(chance, honest=["black1"])
    game.begin()
    if not is_prize(game.foreseen("white1", game.next_link("white1"))):
        assert game.devices["black1"].chains is not None
        assert game.devices["black1"].chains.k == game.known.k, "nothing more ever comes"
        return None
    return is_prize(game.throw("white1"))


def server_alone_stops_blindly(chance: Chance) -> bool | None:
    """Before White sends a link it can only stop by a guess."""
    game = Game(chance)
    game.begin()
    return is_prize(game.throw("white1")) if is_prize(game.foreseen("white1", chance.root())) else None


def server_alone_stops_after_the_link(chance: Chance) -> bool | None:
    """It has White's link and gives no answer; White's device knows that the link is gone."""
    game = Game(chance)
    game.begin()
    link = game.roll_link("white1")
    if not is_prize(game.foreseen("white1", link)):
        assert game.devices["white1"]._sent, "it is written down that it was sent"
        return None
    return is_prize(game.throw("white1", link))


def server_denies(chance: Chance) -> bool:
    """It denies having got a link it does not like: sent again it is the same, and so are the dice."""
    game = Game(chance)
    game.begin()
    link = game.roll_link("white1")
    if not is_prize(game.foreseen("white1", link)):
        assert game.roll_link("white1") == link
    return is_prize(game.throw("white1"))


def two_bots(chance: Chance) -> bool:
    """With nobody else's link the server chooses before it publishes."""
    root = best_root(
        chance.roots(), lambda one: roll_of_links("M", 1, 5, HashChain("M", 1, "server", one, LINKS).link(6), {})
    )
    game = Game(chance, honest=[], root=root, house=tuple(SIDES))
    game.fix()
    return is_prize([game.throw() for _ in range(6)][-1])


def _new_chain(chance: Chance, *, witnessed: bool) -> tuple[bool, Game]:
    """White "loses" the device when it is White's to roll, and the coalition tries many roots for the next chain."""
    game = Game(chance, honest=["black1"])
    game.begin()
    game.publish(
        "white1", best_root(chance.roots(), lambda root: game.foreseen("white1", game.late_link("white1", root)))
    )
    if witnessed:
        game.open("black1", GameStage.ROLL)
    game.admit("white1")
    return is_prize(game.throw("white1")), game


def witnessed_chain(chance: Chance) -> bool:
    """Black's device opens a link once it has seen the new end."""
    won, game = _new_chain(chance, witnessed=True)
    assert game.known.exchanges
    assert not game.known.unwitnessed
    return won


def unwitnessed_chain(chance: Chance) -> bool:
    """Nobody does: the file says so."""
    won, game = _new_chain(chance, witnessed=False)
    assert game.known.unwitnessed
    return won


def crossed_chain(chance: Chance) -> bool:
    """The server has White's link, chooses Black's new chain to fit it, and puts its end before that link.

    In the file White's roll is the witness; White's own device knows better.
    """
    game = Game(chance, honest=["white1"])
    game.begin()
    link = game.roll_link("white1")
    mine = game.thrown("white1", link)
    newest, after = {**game.known.newest, "white1": link}, game.server.link(game.known.k + 2)

    def foreseen(root: str) -> Dice:
        late = {**newest, "black1": game.late_link("black1", root)}
        return roll_of_links("M", 1, game.known.k + 1, after, late)

    game.publish("black1", best_root(chance.roots(), foreseen))
    game.tell(mine)
    game.admit("black1")
    won = is_prize(game.throw("black1"))
    assert not game.known.unwitnessed
    assert game.devices["white1"].kept.unseen == ((1, "black1/2"),)
    return won


def exchanged_roll(chance: Chance) -> bool:
    """What they foresee and do not like they throw away for another that nobody chose: the file says so."""
    game = Game(chance, honest=["black1"])
    game.begin()
    liked = is_prize(game.foreseen("white1", game.next_link("white1")))
    if not liked:
        game.publish("white1")
        game.open("black1", GameStage.ROLL)
        game.admit("white1")
    won = is_prize(game.throw("white1"))
    assert bool(game.known.exchanges) is not liked
    return won


# At a table: one chain, and a word of each side typed after its seal


def _roll_of_words(chain: HashChain, white: str, black: str) -> Dice:
    book = DiceBook(TABLE)
    for event in (
        GameSealed(at=1, game=1, end=chain.end, links=LINKS),
        PartAdded(at=2, game=1, side=Side.WHITE, seed=white),
        PartAdded(at=3, game=1, side=Side.BLACK, seed=black),
        DiceThrown(at=4, game=1, k=0, server=chain.link(1)),
    ):
        assert not book.problem(event)
        book.follow(event)
    return book.chains[1].rolls[0].dice


def _table_chain(root: str) -> HashChain:
    return HashChain(TABLE, 1, "server", root, LINKS)


def table_players_choose(chance: Chance) -> bool:
    """Both players together try words against a chain of their own: that of the seal is not known to them."""
    guess, white = _table_chain(chance.root()), chance.root()
    black = best_root(chance.roots(), lambda word: _roll_of_words(guess, white, word))
    return is_prize(_roll_of_words(_table_chain(chance.root()), white, black))


def table_device_chooses(chance: Chance) -> bool:
    """Whoever has the chain chooses it before the words are typed."""
    guess = chance.root(), chance.root()
    root = best_root(chance.roots(), lambda one: _roll_of_words(_table_chain(one), *guess))
    return is_prize(_roll_of_words(_table_chain(root), chance.root(), chance.root()))


def table_device_and_player(chance: Chance) -> bool:
    """Whoever has the chain and types last tries out words: verifiers say `words`."""
    chain, white = _table_chain(chance.root()), chance.root()
    return is_prize(
        _roll_of_words(chain, white, best_root(chance.roots(), lambda word: _roll_of_words(chain, white, word)))
    )


class Coalition(msgspec.Struct, frozen=True):
    """An attempt, what fair dice would give it, and between which shares it lies if it gains something."""

    words: str
    attempt: Callable[[Chance], bool | None]
    fair: float = DOUBLE
    gain: tuple[float, float] | None = None


_SURE: Final = 1 - (1 - DOUBLE) ** GRIND
"""How often one of the roots tried brings the prize."""
_CHOSEN: Final = (_SURE - 0.1, 1.0)

COALITIONS: Final = (
    Coalition("the server alone chooses a person's roll", server_alone_chooses),
    Coalition("the server alone denies a link it does not like", server_denies),
    Coalition("the server alone stops games by a guess", server_alone_stops_blindly),
    Coalition("the server and the opponent choose a person's roll", server_and_opponent_choose),
    Coalition("the server and the opponent foresee a person's roll", server_and_opponent_foresee, GUESS),
    Coalition("a player alone chooses their roll", roller_alone_chooses),
    Coalition("the server and the roller choose their roll", server_and_roller_choose),
    Coalition("the same with a new chain that was witnessed", witnessed_chain),
    Coalition("the server and the roller foresee before the last link", server_and_roller_foresee_early, GUESS),
    Coalition("at a table, both players choose by their words", table_players_choose),
    Coalition("at a table, whoever has the chain chooses it", table_device_chooses),
    Coalition("the server and the roller foresee after the last link", server_and_roller_foresee, GUESS, (1.0, 1.0)),
    Coalition("the server and the roller stop what they foresee", server_and_roller_stop, DOUBLE, (1.0, 1.0)),
    Coalition("the server alone stops once it has the link", server_alone_stops_after_the_link, DOUBLE, (1.0, 1.0)),
    Coalition("the server and the roller exchange a roll (exchanged)", exchanged_roll, DOUBLE, (0.22, 0.40)),
    Coalition("a new chain without a witness (unwitnessed)", unwitnessed_chain, DOUBLE, _CHOSEN),
    Coalition("a new chain put before a link on its way (unseen)", crossed_chain, DOUBLE, _CHOSEN),
    Coalition("two bots of the house", two_bots, DOUBLE, _CHOSEN),
    Coalition("at a table, whoever has the chain and types last (words)", table_device_and_player, DOUBLE, _CHOSEN),
)


class Outcome(msgspec.Struct, frozen=True):
    """How it went: the share of games played on in which the coalition had what it wanted, and of games stopped."""

    share: float
    stopped: float
    played: int

    def is_fair(self, fair: float) -> bool:
        """Within four standard deviations."""
        return abs(self.share - fair) < 4 * math.sqrt(fair * (1 - fair) / self.played)


def simulate(coalition: Coalition, trials: int) -> Outcome:
    """So many games."""
    chance = Chance(18)
    results = [coalition.attempt(chance) for _ in range(trials)]
    played = [result for result in results if result is not None]
    return Outcome(sum(played) / len(played), 1 - len(played) / trials, len(played))


def main() -> None:
    """Print what each coalition gains."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=5_000)
    trials = parser.parse_args().trials
    sys.stdout.write(f"{'share':>7} {'fair':>7} {'stopped':>8}   of {trials:,} games\n")
    for coalition in COALITIONS:
        outcome = simulate(coalition, trials)
        gain = "" if outcome.is_fair(coalition.fair) else "   GAIN"
        sys.stdout.write(
            f"{outcome.share:7.1%} {coalition.fair:7.1%} {outcome.stopped:8.1%}   {coalition.words}{gain}\n"
        )


if __name__ == "__main__":
    main()
