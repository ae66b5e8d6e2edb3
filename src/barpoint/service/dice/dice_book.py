"""The fold of a match's dice events, under either recipe.

The game's number here is the number of the seal: it grows whenever a game ends or is voided, and when the
match ends, should an official take it up again.
"""

from typing import Final

from barpoint.board import SIDES, Side
from barpoint.match import events as e
from barpoint.service.dice.chain_book import GameChains
from barpoint.service.dice.dice_events import (
    AnyDiceEvent,
    DiceRevealed,
    DiceSealed,
    GameSealed,
    PartAdded,
    ThrownByHand,
)
from barpoint.service.dice.fair_dice import Seeds, derive_roll, read_seed
from barpoint.service.dice.hash_chain import MOST_LINKS, read_link

ENDS: Final = (e.GameEnded, e.GameVoided, e.MatchEnded)
"""The events after which another seal is needed."""


class DiceBook:
    """What is known of the dice of a match: `sealed`, `parts` and `revealed` by recipe 1, `chains` by recipe 2."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.version = 0
        self.sealed: dict[int, DiceSealed] = {}
        self.parts: dict[tuple[int, Side], str] = {}
        self.revealed: dict[int, Seeds] = {}
        self.by_hand: set[tuple[int, int]] = set()  # game and roll
        self.chains: dict[int, GameChains] = {}
        self.times: dict[int, tuple[int, int]] = {}  # by recipe 1: the last part and the reveal of a game

    def is_sealed(self, game: int) -> bool:
        """Whether anything was published for a game."""
        return game in self.sealed or game in self.chains

    def follow(self, event: AnyDiceEvent) -> None:
        """One more event."""
        self.version += 1
        game = event.game
        match event:
            case DiceSealed():
                self.sealed[game] = event
            case PartAdded() if game not in self.chains:
                self.parts[game, event.side] = event.seed
                self.times[game] = (event.at, 0)
            case DiceRevealed():
                self.revealed[game] = Seeds(game, event.seed, event.white, event.black)
                self.times[game] = (self.times.get(game, (0, 0))[0], event.at)
            case ThrownByHand():
                self.by_hand.add((game, event.k))
                if game in self.chains:
                    self.chains[game].skip_roll()
            case GameSealed():
                self.chains[game] = GameChains.sealed_by(self.match, event)
            case _:
                self.chains[game].follow(event)

    def problem(self, event: AnyDiceEvent) -> str:
        """What is wrong with an event at this place; empty if nothing is."""
        game = event.game
        try:
            wrong = self._problem(event)
        except ValueError as malformed:
            wrong = str(malformed)
        return f"game {game}: {wrong}" if wrong else ""

    def _problem(self, event: AnyDiceEvent) -> str:
        game = event.game
        match event:
            case DiceSealed():
                read_seed(event.commitment)
                return "was sealed twice" if self.is_sealed(game) else ""
            case GameSealed():
                read_link(event.end)
                if not 1 <= event.links <= MOST_LINKS:
                    return "the server's chain has an impossible number of links"
                return "was sealed twice" if self.is_sealed(game) else ""
            case ThrownByHand(k=k):
                late = game in self.revealed or (game in self.chains and self.chains[game].k != k)
                return f"roll {k + 1} was put down as thrown by hand too late" if late else ""
            case DiceRevealed():
                return self._problem_of_reveal(event)
            case PartAdded() if game not in self.chains:
                return self._problem_of_part(event)
            case _:
                chains = self.chains.get(game)
                return "something was opened while nothing was sealed" if chains is None else chains.problem(event)

    def _problem_of_part(self, event: PartAdded) -> str:
        sealed, side = self.sealed.get(event.game), event.side
        read_seed(event.seed)
        if sealed is None or event.game in self.revealed:
            return "a part was added while nothing was sealed"
        if side in sealed.house:
            return f"{side.value} is a bot, whose part is behind the seal"
        if (event.game, side) in self.parts or event.seed in self.parts.values():
            return f"a part of {side.value} was used twice"
        return ""

    def _problem_of_reveal(self, event: DiceRevealed) -> str:
        seeds = Seeds(event.game, event.seed, event.white, event.black)
        sealed = self.sealed.get(event.game)
        if sealed is None or seeds.commitment(self.match) != sealed.commitment:
            return "what was revealed is not what was sealed"
        if event.game in self.revealed:
            return "was revealed twice"
        for side, part in zip(SIDES, (event.white, event.black), strict=True):
            if bool(part) != (side in sealed.house):
                return f"the part of {side.value} is not where it belongs"
        return ""

    def missing(self, game: int) -> tuple[Side, ...]:
        """The sides of people whose part, or end of a chain, is not in."""
        chains = self.chains.get(game)
        if chains is not None:
            return chains.missing_sides()
        sealed = self.sealed.get(game)
        house = sealed.house if sealed is not None else ()
        return tuple(side for side in SIDES if side not in house and (game, side) not in self.parts)

    def _part(self, game: int, side: Side, seeds: Seeds) -> str:
        """A side's part: its own, or its bot's from behind the seal."""
        sealed = self.sealed.get(game)
        if sealed is not None and side in sealed.house:
            return seeds.white if side is Side.WHITE else seeds.black
        return self.parts[game, side]

    def roll(self, match: str, game: int, k: int, seeds: Seeds | None = None) -> tuple[int, int] | None:
        """Roll `k` of a game by recipe 1; None while its seed or a part is not known."""
        seeds = seeds or self.revealed.get(game)
        if seeds is None or self.missing(game):
            return None
        white, black = (self._part(game, side, seeds) for side in SIDES)
        return derive_roll(match, seeds, white, black, k)
