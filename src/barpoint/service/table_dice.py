"""Dice thrown by a device at a table, where the director has approved them (usbgf:3.2.3.4a, 3.2.3.4b).

by the server   with a network the server seals, as for a match of its own, and throws each roll when it is asked for
by the device   without one the device seals: it keeps the seed, throws by the same derivation and opens it after the
                game; the record learns of all of it when it syncs
consent         each side adds its part: a side that does not, throws no such dice
by hand         a roll entered into a sealed game was thrown on the board, and is put down as that

The derivation is `fair_dice`'s. What each way proves, and what remains possible, is in docs/dice.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.state import MatchState, Stage
from barpoint.service.at_table import TableDice
from barpoint.service.fair_dice import (
    ENDS,
    AnyDiceEvent,
    DiceBook,
    DiceRevealed,
    DiceSealed,
    Seeds,
    ThrownByHand,
    decode_dice,
    read_seed,
)
from barpoint.service.ports import EventStore, Secrets, Write
from barpoint.service.refusals import ServiceCode
from barpoint.service.sealing import part_added, sealed, thrown

_seals = msgspec.json.Decoder(Seeds)


class DiceEntry(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What a device says about its dice; `game` is the number of the seal."""

    at: int
    game: int


class SealDice(DiceEntry, frozen=True, kw_only=True):
    """Seal the dice of the coming game: the server does, unless the device has (`commitment`)."""

    commitment: str = ""


class AddPart(DiceEntry, frozen=True, kw_only=True):
    """A side's part, 32 bytes in hexadecimal."""

    side: Side
    seed: str


class ThrowDice(DiceEntry, frozen=True, kw_only=True):
    """The server throws the next roll, and it is recorded."""


class OpenDice(DiceEntry, frozen=True, kw_only=True):
    """The device opens what it had sealed."""

    seed: str


@dataclass
class TableShaken:
    """The sealed dice of a record."""

    id: str
    dice: DiceBook = field(default_factory=DiceBook)
    seeds: dict[int, Seeds] = field(default_factory=dict)
    game_number: int = 1
    rolls: int = 0
    thrown_at: list[tuple[int, int, int]] = field(default_factory=list)  # version, seal and number of every roll
    version: int = 0

    def follow(self, events: Iterable[e.AnyEvent]) -> None:
        """More of the record."""
        for event in events:
            self.version += 1
            if isinstance(event, e.OpeningRolled | e.DiceRolled):
                self.thrown_at.append((self.version, self.game_number, self.rolls))
                self.rolls += 1
            elif isinstance(event, ENDS):
                self.game_number, self.rolls = self.game_number + 1, 0

    def note(self, writes: Sequence[Write]) -> None:
        """What has been written about the dice."""
        for write in writes:
            if write.stream == f"dice:{self.id}":
                for line in write.events:
                    self.dice.follow(decode_dice(line))
            elif write.stream == f"seal:{self.id}":
                for seeds in map(_seals.decode, write.events):
                    self.seeds[seeds.game] = seeds

    @property
    def holds(self) -> DiceSealed | None:
        """The seal of the game that runs or comes next."""
        return self.dice.sealed.get(self.game_number)

    def binds_since(self, version: int) -> bool:
        """Whether a roll of sealed dice was thrown after a version: nobody throws it again."""
        return any(
            at > version and game in self.dice.sealed and (game, k) not in self.dice.by_hand
            for at, game, k in self.thrown_at
        )

    def seen(self) -> TableDice:
        """What the table is shown of them."""
        holds = self.holds
        return TableDice(
            match=self.id,
            game=self.game_number,
            rolls=self.rolls,
            commitment="" if holds is None else holds.commitment,
            device=holds is not None and holds.device,
            parts=tuple(side for side in Side if (self.game_number, side) in self.dice.parts),
        )


async def shaken(store: EventStore, id: str, events: Iterable[e.AnyEvent]) -> TableShaken:  # noqa: A002
    """The dice of a record, as the store has them."""
    held = TableShaken(id)
    held.follow(events)
    for stored in await store.read(f"dice:{id}"):
        held.dice.follow(decode_dice(stored.data))
    for stored in await store.read(f"seal:{id}"):
        seeds = _seals.decode(stored.data)
        held.seeds[seeds.game] = seeds
    return held


def settled(
    held: TableShaken, entry: SealDice | AddPart | OpenDice, secrets: Secrets, at: int
) -> list[Write] | Refusal:
    """What an entry about the dice writes."""
    match entry:
        case SealDice():
            return _sealed(held, entry, secrets, at)
        case AddPart():
            return part_added(held, entry.side, entry.game, entry.seed, at)
        case OpenDice():
            return _opened(held, entry, at)


def _sealed(held: TableShaken, entry: SealDice, secrets: Secrets, at: int) -> list[Write] | Refusal:
    if entry.game != held.game_number or held.rolls:
        return Refusal(ServiceCode.SEED_LATE)
    present = held.holds
    if present is not None:
        same = present.commitment == entry.commitment if entry.commitment else not present.device
        return [] if same else Refusal(ServiceCode.SEED_LATE)
    if entry.commitment:
        commitment = read_seed(entry.commitment)  # a SHA-256 has the form of a seed
        return [_write(held, DiceSealed(at=at, game=entry.game, commitment=commitment, device=True))]
    seal, behind = sealed(held.id, entry.game, (), secrets, at)
    return [_write(held, seal), Write(f"seal:{held.id}", len(held.seeds), (msgspec.json.encode(behind),))]


def _opened(held: TableShaken, entry: OpenDice, at: int) -> list[Write] | Refusal:
    seal = held.dice.sealed.get(entry.game)
    if seal is None or not seal.device or entry.game >= held.game_number:
        return Refusal(ServiceCode.DICE_NOT_SEALED)
    seeds = Seeds(entry.game, read_seed(entry.seed))
    if seeds.commitment(held.id) != seal.commitment:
        return Refusal(ServiceCode.SEAL_BROKEN)
    if entry.game in held.dice.revealed:
        return []
    return [_write(held, DiceRevealed(at=at, game=entry.game, seed=seeds.seed))]


def asked_for(held: TableShaken, state: MatchState, entry: ThrowDice) -> c.RollOpening | c.RollDice | Refusal:
    """The roll the server throws, as the match takes it."""
    if held.holds is None or held.holds.device or entry.game != held.game_number:
        return Refusal(ServiceCode.DICE_NOT_SEALED)
    dice = thrown(held)
    if isinstance(dice, Refusal):
        return dice
    game = state.game
    if game is None or game.stage is Stage.OPENING:
        return c.RollOpening(at=entry.at, white=dice[0], black=dice[1])
    return c.RollDice(at=entry.at, side=game.turn, dice=dice)


def beside(held: TableShaken, decided: Sequence[e.AnyEvent], at: int, *, by_hand: bool) -> list[Write]:
    """What is written with a play: rolls thrown by hand, and the server's seed when its game is over."""
    news: list[AnyDiceEvent] = []
    rolled = any(isinstance(event, e.OpeningRolled | e.DiceRolled) for event in decided)
    if rolled and by_hand and held.holds is not None:
        news.append(ThrownByHand(at=at, game=held.game_number, k=held.rolls))
    over = any(isinstance(event, ENDS) for event in decided)
    seeds = held.seeds.get(held.game_number)
    if over and seeds is not None:
        news.append(DiceRevealed(at=at, game=seeds.game, seed=seeds.seed))
    return [_write(held, *news)] if news else []


def _write(held: TableShaken, *news: AnyDiceEvent) -> Write:
    return Write(f"dice:{held.id}", held.dice.version, tuple(map(msgspec.json.encode, news)))
