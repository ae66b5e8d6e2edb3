"""Whole matches with honest dice of recipe 2, made at once: a server, people and bots, and what can befall them.

What a device kept is made beside it: every event and roll of the match.
"""

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from barpoint.board import Refusal, Side, legal_plays
from barpoint.match import (
    GameStage,
    MatchFormat,
    MatchPhase,
    MatchState,
    decide_match,
    encode_game,
    evolve_match,
    new_match,
    to_points,
)
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.format import Enforcement
from barpoint.service.dice.chain_book import GameChains, late_admissions
from barpoint.service.dice.dice_book import DiceBook
from barpoint.service.dice.dice_events import (
    AnyDiceEvent,
    ChainAdmitted,
    DiceRevealed,
    DiceSealed,
    DiceThrown,
    EndPublished,
    EndsFixed,
    GameSealed,
    LinkOpened,
    PartAdded,
    ThrownByHand,
)
from barpoint.service.dice.dice_proof import KeptDice
from barpoint.service.dice.fair_dice import Seeds
from barpoint.service.dice.hash_chain import HashChain, chain_name


class HonestMatch:
    """A match of the server. `mishaps` is how often, of a hundred turns, a device loses its storage."""

    def __init__(
        self,
        chance: random.Random,
        *,
        match: str = "KQ2M7XABCD",
        discipline: str = "backgammon",
        points: int = 1,
        house: Sequence[Side] = (),
        partners: bool = False,
        links: int = 128,
        server_links: int = 256,
        mishaps: int = 0,
        take_backs: int = 0,
        games: int = 99,
        change_roller: bool = False,
        enforcement: Enforcement = Enforcement.STRICT,
    ) -> None:
        self.match, self.chance, self.house = match, chance, tuple(house)
        self._links, self._server_links = links, server_links
        self._mishaps, self._take_backs, self._games = mishaps, take_backs, games
        self._places = 2 if partners else 1
        self._change_roller = change_roller  # which no server lets happen
        self.log: list[e.AnyEvent] = []
        self.dice: list[AnyDiceEvent] = []
        self.rolls: list[tuple[int, int, int, int]] = []
        self.book = DiceBook(match)
        self.chains: dict[str, HashChain] = {}
        self.server: list[HashChain] = []
        format = MatchFormat(to_points(points), discipline=discipline, team=self._places, enforcement=enforcement)
        self.state: MatchState = new_match(format)
        self.at = 1_000_000
        self.game = 0
        names = [tuple(f"{side.value} {place}" for place in range(self._places)) for side in Side]
        self._do(c.StartMatch(at=self._now(), white=names[0], black=names[1]))
        while self.state.phase is not MatchPhase.OVER and self.game < self._games:
            self._play_game()

    @property
    def file(self) -> dict[str, Any]:
        """The match with its dice, as JSON has it."""
        return {
            "match": self.match,
            "log": [msgspec.json.decode(e.encode(event)) for event in self.log],
            "dice": [msgspec.json.decode(msgspec.json.encode(event)) for event in self.dice],
        }

    @property
    def kept(self) -> dict[str, Any]:
        """What a device kept, as JSON has it."""
        kept = KeptDice(self.match, tuple(self.dice), tuple(self.rolls), chain="white1")
        made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(kept))
        return made

    def _now(self) -> int:
        self.at += 1000
        return self.at

    def _do(self, command: c.AnyCommand) -> None:
        decided = decide_match(self.state, command)
        assert not isinstance(decided, Refusal), (decided, command)
        for event in decided:
            self.state = evolve_match(self.state, event)
        self.log += decided

    def _write(self, event: AnyDiceEvent) -> None:
        assert not self.book.problem(event), self.book.problem(event)
        self.book.follow(event)
        self.dice.append(event)

    @property
    def _known(self) -> GameChains:
        return self.book.chains[self.game]

    def _root(self) -> str:
        return self.chance.randbytes(32).hex()

    # A game

    def _play_game(self) -> None:
        self.game += 1
        self.server = [HashChain(self.match, self.game, "server", self._root(), self._server_links)]
        sealed = GameSealed(
            at=self._now(), game=self.game, end=self.server[0].end, links=self._server_links, house=self.house
        )
        self._write(sealed)
        self.chains = {}
        owners = [f"{s.value}{n + 1}" for s in Side if s not in self.house for n in range(self._places)]
        self.chance.shuffle(owners)
        for owner in owners:
            self._publish(owner)
        self._write(EndsFixed(at=self._now(), game=self.game, digest=self._known.ends_digest()))
        while self.state.game is None or self.state.game.stage is GameStage.OPENING:
            for owner in owners:
                self._maybe_lose(owner)
                if owner not in self._known.opened:  # as a witness of another's new chain
                    self._open(owner)
            self._throw("")
        while self._is_running():
            self._turn()

    def _is_running(self) -> bool:
        return self.state.game is not None and self.state.phase is not MatchPhase.OVER

    def _publish(self, owner: str) -> None:
        name = chain_name(owner, self._known.numbers.get(owner, 0) + 1)
        chain = HashChain(self.match, self.game, name, self._root(), self._links)
        self._write(EndPublished(at=self._now(), game=self.game, chain=name, end=chain.end, links=self._links))
        self.chains[name] = chain

    def _maybe_lose(self, owner: str) -> None:
        """Another device, now and then; it may be that nobody opens a link for it in time."""
        if self._left(owner) and (self.chance.randrange(100) >= self._mishaps or self._known.numbers[owner] > 30):
            return
        self._publish(owner)
        if self.chance.random() < 0.7:
            for other in self._known.opponents(owner):
                if self._left(other):
                    self._open(other)
        self._write(ChainAdmitted(at=self._now(), game=self.game, chain=self._known.late[owner].name))

    def _left(self, owner: str) -> int:
        chain = self._known.counting[owner]
        return chain.links - chain.opened

    def _next(self, owner: str) -> str:
        chain = self._known.counting[owner]
        return self.chains[chain.name].link(chain.opened + 1)

    def _open(self, owner: str) -> None:
        known = self._known
        digest = "" if known.counting[owner].opened else known.digest
        name, link = known.counting[owner].name, self._next(owner)
        self._write(LinkOpened(at=self._now(), game=self.game, k=known.k, chain=name, link=link, digest=digest))

    def _throw(self, owner: str) -> tuple[int, int]:
        known = self._known
        if known.server_links_left() <= 1:
            name = f"server/{len(self.server) + 1}"
            self.server.append(HashChain(self.match, self.game, name, self._root(), self._server_links))
            end = self.server[-1].end
            self._write(EndPublished(at=self._now(), game=self.game, chain=name, end=end, links=self._server_links))
        chain = known.server_chain()
        server = next(mine for mine in self.server if mine.name == chain.name).link(chain.opened + 1)
        k, name, link = known.k, known.counting[owner].name if owner else "", self._next(owner) if owner else ""
        self._write(DiceThrown(at=self._now(), game=self.game, k=k, server=server, chain=name, link=link))
        dice = known.rolls[-1].dice
        for name in list(late_admissions(known)):
            self._write(ChainAdmitted(at=self.at, game=self.game, chain=name))
        if not owner and (self.state.game is None or self.state.game.stage is GameStage.OPENING):
            self._do(c.RollOpening(at=self.at, white=dice[0], black=dice[1]))
            self.rolls.append((self.game, k, *dice))
        return dice

    def _turn(self) -> None:
        game = self.state.game
        assert game is not None
        side = game.turn
        if game.stage is GameStage.ROLL:
            place = 2 if self._change_roller and self.chance.random() < 0.5 else 1
            owner = "" if side in self.house else f"{side.value}{place}"
            if owner:
                self._maybe_lose(owner)
            k = self._known.k
            dice = self._throw(owner)
            self._do(c.RollDice(at=self.at, side=side, dice=dice, person=self.state.operators[side.place]))
            self.rolls.append((self.game, k, max(dice), min(dice)))
            known = self._known
            if owner and owner not in known.late and known.counting[owner].links - known.counting[owner].opened < 3:
                self._publish(owner)  # in time: the opponent's next roll is the witness
        self._play(side)

    def _play(self, side: Side) -> None:
        before = self.state
        game = before.game
        assert game is not None
        assert game.roll is not None
        plays = legal_plays(game.view_for(side), game.roll, game.head_cap(game.roll))
        hops = self.chance.choice(plays[:3]).hops if plays else ()
        self._do(c.PlayCheckers(at=self._now(), side=side, hops=hops, person=before.operators[side.place]))
        if self.state.game is not None and self.chance.randrange(100) < self._take_backs:
            back = encode_game(game)
            reason = "taken back by somebody"
            self._do(c.RestoreGame(at=self._now(), by="house", reason=reason, version=before.version, game=back))


class SealedMatch(HonestMatch):
    """The same by recipe 1."""

    def _play_game(self) -> None:
        self.game += 1
        bots = {side: self._root() for side in self.house}
        self._seeds = Seeds(self.game, self._root(), bots.get(Side.WHITE, ""), bots.get(Side.BLACK, ""))
        commitment = self._seeds.commitment(self.match)
        self._write(DiceSealed(at=self._now(), game=self.game, commitment=commitment, house=self.house))
        for side in Side:
            if side not in self.house:
                self._write(PartAdded(at=self._now(), game=self.game, side=side, seed=self._root()))
        self._thrown = 0
        while self.state.game is None or self.state.game.stage is GameStage.OPENING:
            self._throw("")
        while self._is_running():
            self._turn()
        seeds = self._seeds
        self._write(DiceRevealed(at=self._now(), game=self.game, seed=seeds.seed, white=seeds.white, black=seeds.black))

    def _throw(self, owner: str) -> tuple[int, int]:  # noqa: ARG002  # recipe 1 has no links
        dice = self.book.roll(self.match, self.game, self._thrown, self._seeds)
        assert dice is not None
        if self.state.game is None or self.state.game.stage is GameStage.OPENING:
            self._do(c.RollOpening(at=self._now(), white=dice[0], black=dice[1]))
            self.rolls.append((self.game, self._thrown, *dice))
        self._thrown += 1
        return dice

    def _turn(self) -> None:
        game = self.state.game
        assert game is not None
        side = game.turn
        if game.stage is GameStage.ROLL:
            dice = self._throw("")
            self._do(c.RollDice(at=self._now(), side=side, dice=dice))
            self.rolls.append((self.game, self._thrown - 1, max(dice), min(dice)))
        self._play(side)


class TableMatch(HonestMatch):
    """At a table, by recipe 2: typed words and one chain, the server's or the device's; some rolls are by hand."""

    def __init__(
        self, chance: random.Random, *, match: str, device: bool = False, by_hand: int = 0, **terms: Any
    ) -> None:
        self._device, self._hand, self._thrown = device, by_hand, 0
        super().__init__(chance, match=match, enforcement=Enforcement.RECORDED, **terms)

    def _play_game(self) -> None:
        self.game += 1
        self._thrown = 0
        self.server = [HashChain(self.match, self.game, "server", self._root(), self._server_links)]
        end, links = self.server[0].end, self._server_links
        self._write(GameSealed(at=self._now(), game=self.game, end=end, links=links, device=self._device))
        for side in Side:
            self._write(PartAdded(at=self._now(), game=self.game, side=side, seed=self._root()))
        while self.state.game is None or self.state.game.stage is GameStage.OPENING:
            dice = self._throw("")
            self._do(c.RollOpening(at=self.at, white=dice[0], black=dice[1]))
        while self._is_running():
            self._turn()

    def _throw(self, owner: str) -> tuple[int, int]:  # noqa: ARG002  # words have no links
        known = self._known
        k = known.k
        if self.chance.randrange(100) < self._hand:
            self._write(ThrownByHand(at=self._now(), game=self.game, k=k))
            dice = self.chance.randint(1, 6), self.chance.randint(1, 6)
        else:
            link = self.server[0].link(known.server[0].opened + 1)
            self._write(DiceThrown(at=self._now(), game=self.game, k=k, server=link))
            dice = known.rolls[-1].dice
            self._thrown += 1
        self.rolls.append((self.game, k, *dice))
        return dice

    def _turn(self) -> None:
        game = self.state.game
        assert game is not None
        side = game.turn
        if game.stage is GameStage.ROLL:
            self._do(c.RollDice(at=self.at, side=side, dice=self._throw("")))
        self._play(side)
        if self.state.game is not None and self.state.game.stage is GameStage.END:
            self._do(c.EndTurn(at=self._now(), side=side))
