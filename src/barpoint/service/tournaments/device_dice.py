"""Dice thrown by a device at a table, where the director has approved them (usbgf:3.2.3.4a, 3.2.3.4b).

by the server   with a network the server seals the end of a chain and opens a link with each roll it is asked for
by the device   without one the device seals the end of its own chain and opens the links; the record learns of all of
                it, and checks it, when it syncs
consent         each side adds its part: a side that does not, throws no such dice
by hand         a roll entered into a sealed game was thrown on the board, and is put down as that

Games are thrown by recipe 2 (`hash_chain`), the typed words in place of the players' links. What a device of 0.1.0 has
sealed by recipe 1 (`fair_dice`) is played to its end by it. What each way proves, and what remains possible, is in
docs/dice.md.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import GameStage, MatchState
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.service.dice.chain_book import GameChains
from barpoint.service.dice.dice_book import ENDS, DiceBook
from barpoint.service.dice.dice_events import (
    AnyDiceEvent,
    DiceRevealed,
    DiceSealed,
    DiceThrown,
    GameSealed,
    PartAdded,
    ThrownByHand,
    decode_dice,
)
from barpoint.service.dice.fair_dice import Seeds, read_seed
from barpoint.service.dice.hash_chain import MOST_LINKS, SERVER, TABLE_LINKS, HashChain, read_link
from barpoint.service.play.dice_seals import add_part, next_roll
from barpoint.service.ports import EventStore, Secrets, Write
from barpoint.service.refusals import ServiceCode
from barpoint.service.tournaments.device_view import TableDice

_seals = msgspec.json.Decoder(Seeds)
_NEWEST = 8
"""Rolls of which a device is shown the events: it keeps them as they come, and may have missed some."""


class DiceEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What a device says about its dice; `game` is the number of the seal."""

    at: int
    game: int


class SealDice(DiceEntry, frozen=True, kw_only=True, tag="SealDice"):
    """Seal the dice of the coming game: the server does, unless the device has (`commitment`).

    That is the end of its chain of so many `links`; without links a seal of recipe 1.
    """

    commitment: str = ""
    links: int = 0


class AddPart(DiceEntry, frozen=True, kw_only=True, tag="AddPart"):
    """A side's part, 32 bytes in hexadecimal."""

    side: Side
    seed: str


class ThrowDice(DiceEntry, frozen=True, kw_only=True, tag="ThrowDice"):
    """The server throws the next roll, and it is recorded."""


class OpenDice(DiceEntry, frozen=True, kw_only=True, tag="OpenDice"):
    """The device opens what it had sealed by recipe 1."""

    seed: str


@dataclass
class DeviceDice:
    """The sealed dice of a record."""

    id: str
    dice: DiceBook = field(init=False)
    seeds: dict[int, Seeds] = field(default_factory=dict)
    game_number: int = 1
    rolls: int = 0
    thrown_at: list[tuple[int, int, int]] = field(default_factory=list)  # version, seal and number of every roll
    version: int = 0
    game_events: list[AnyDiceEvent] = field(default_factory=list)  # of the dice, in the game sealed last

    def __post_init__(self) -> None:
        self.dice = DiceBook(self.id)

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
                    self.follow_dice(decode_dice(line))
            elif write.stream == f"seal:{self.id}":
                for seeds in map(_seals.decode, write.events):
                    self.seeds[seeds.game] = seeds

    def follow_dice(self, event: AnyDiceEvent) -> None:
        """More of the dice."""
        self.dice.follow(event)
        if isinstance(event, GameSealed):
            self.game_events = [event]
        elif self.game_events and event.game == self.game_events[0].game:
            self.game_events.append(event)

    def _newest_events(self) -> list[AnyDiceEvent]:
        """What a device keeps as evidence; a side's part alone is nobody's business."""
        chains = self.chains
        if chains is None or not self.game_events or self.game_events[0].game != self.game_number:
            return []
        both = len(chains.parts) == len(Side)
        parts = [event for event in self.game_events if isinstance(event, PartAdded) and both]
        rolls = [event for event in self.game_events if isinstance(event, DiceThrown | ThrownByHand)]
        return [self.game_events[0], *parts, *rolls[-_NEWEST:]]

    @property
    def seal(self) -> DiceSealed | None:
        """The seal by recipe 1 of the game that runs or comes next."""
        return self.dice.sealed.get(self.game_number)

    @property
    def chains(self) -> GameChains | None:
        """Its chain by recipe 2."""
        return self.dice.chains.get(self.game_number)

    def server_link(self, chains: GameChains) -> str:
        """The next link of a chain of the server's; empty where there is none left."""
        place, seeds = chains.server[0].opened + 1, self.seeds[chains.game]
        if place > seeds.links:
            return ""
        return HashChain(self.id, chains.game, SERVER, seeds.seed, seeds.links).link(place)

    def binds_since(self, version: int) -> bool:
        """Whether a roll of sealed dice was thrown after a version: nobody throws it again."""
        return any(
            at > version and self.dice.is_sealed(game) and (game, k) not in self.dice.by_hand
            for at, game, k in self.thrown_at
        )

    def table_view(self) -> TableDice:
        """What the table is shown of them."""
        seal, chains = self.seal, self.chains
        commitment = chains.end if chains is not None else seal.commitment if seal is not None else ""
        known = chains or seal
        parts = {side for game, side in self.dice.parts if game == self.game_number} if chains is None else chains.parts
        return TableDice(
            match=self.id,
            game=self.game_number,
            rolls=self.rolls,
            commitment=commitment,
            device=known is not None and known.device,
            parts=tuple(side for side in Side if side in parts),
            links=0 if chains is None else chains.server[0].links,
            opened=0 if chains is None else chains.server[0].opened,
            link="" if chains is None or not chains.server[0].opened else chains.server[0].tip,
            events=tuple(msgspec.to_builtins(event) for event in self._newest_events()),
        )


async def load_device_dice(store: EventStore, id: str, events: Iterable[e.AnyEvent]) -> DeviceDice:
    """The dice of a record, as the store has them."""
    device_dice = DeviceDice(id)
    device_dice.follow(events)
    for stored in await store.read(f"dice:{id}"):
        device_dice.follow_dice(decode_dice(stored.data))
    for stored in await store.read(f"seal:{id}"):
        seeds = _seals.decode(stored.data)
        device_dice.seeds[seeds.game] = seeds
    return device_dice


def entry_writes(
    device_dice: DeviceDice, entry: SealDice | AddPart | OpenDice, secrets: Secrets, at: int
) -> list[Write] | Refusal:
    """What an entry about the dice writes."""
    match entry:
        case SealDice():
            return _seal_writes(device_dice, entry, secrets, at)
        case AddPart():
            return _part_writes(device_dice, entry, at)
        case OpenDice():
            return _open_writes(device_dice, entry, at)


def _seal_writes(device_dice: DeviceDice, entry: SealDice, secrets: Secrets, at: int) -> list[Write] | Refusal:
    if entry.game != device_dice.game_number or device_dice.rolls:
        return Refusal(ServiceCode.SEED_LATE)
    view = device_dice.table_view()
    if view.commitment:
        same = view.commitment == entry.commitment if entry.commitment else not view.device
        return [] if same else Refusal(ServiceCode.SEED_LATE)
    if entry.commitment:
        return [_write(device_dice, _device_seal(entry, at))]
    root = secrets.seed()
    end = HashChain(device_dice.id, entry.game, SERVER, root, TABLE_LINKS).end
    behind = Seeds(entry.game, root, chain=SERVER, links=TABLE_LINKS)
    return [
        _write(device_dice, GameSealed(at=at, game=entry.game, end=end, links=TABLE_LINKS)),
        Write(f"seal:{device_dice.id}", len(device_dice.seeds), (msgspec.json.encode(behind),)),
    ]


def _device_seal(entry: SealDice, at: int) -> GameSealed | DiceSealed:
    """What a device has sealed without the server; ValueError for what is no seal."""
    if not entry.links:
        commitment = read_seed(entry.commitment)  # a SHA-256 has the form of a seed
        return DiceSealed(at=at, game=entry.game, commitment=commitment, device=True)
    if not 1 <= entry.links <= MOST_LINKS:
        raise ValueError(f"a chain has 1 to {MOST_LINKS} links, not {entry.links}")
    return GameSealed(at=at, game=entry.game, end=read_link(entry.commitment), links=entry.links, device=True)


def _part_writes(device_dice: DeviceDice, entry: AddPart, at: int) -> list[Write] | Refusal:
    chains = device_dice.dice.chains.get(entry.game)
    if chains is None or entry.game != device_dice.game_number:
        return add_part(device_dice, entry.side, entry.game, entry.seed, at)
    part = PartAdded(at=at, game=entry.game, side=entry.side, seed=read_seed(entry.seed))
    if chains.parts.get(part.side) == part.seed:
        return []
    if part.seed in chains.parts.values():
        return Refusal(ServiceCode.SEED_REUSED)
    return Refusal(ServiceCode.SEED_LATE) if device_dice.dice.problem(part) else [_write(device_dice, part)]


def _open_writes(device_dice: DeviceDice, entry: OpenDice, at: int) -> list[Write] | Refusal:
    seal = device_dice.dice.sealed.get(entry.game)
    if seal is None or not seal.device or entry.game >= device_dice.game_number:
        return Refusal(ServiceCode.DICE_NOT_SEALED)
    seeds = Seeds(entry.game, read_seed(entry.seed))
    if seeds.commitment(device_dice.id) != seal.commitment:
        return Refusal(ServiceCode.SEAL_BROKEN)
    if entry.game in device_dice.dice.revealed:
        return []
    return [_write(device_dice, DiceRevealed(at=at, game=entry.game, seed=seeds.seed))]


def server_throw(
    device_dice: DeviceDice, entry: ThrowDice, at: int
) -> tuple[tuple[int, int], list[DiceThrown]] | Refusal:
    """The roll the server throws, and what is published with it."""
    view, chains = device_dice.table_view(), device_dice.chains
    if not view.commitment or view.device or entry.game != device_dice.game_number:
        return Refusal(ServiceCode.DICE_NOT_SEALED)
    if chains is None:
        dice = next_roll(device_dice)
        return dice if isinstance(dice, Refusal) else (dice, [])
    if len(view.parts) < len(Side):
        return Refusal(ServiceCode.SEED_MISSING)
    link = device_dice.server_link(chains)
    if not link:
        return Refusal(ServiceCode.DICE_NOT_SEALED)  # the rest of the game is thrown by hand
    thrown = DiceThrown(at=at, game=chains.game, k=chains.k, server=link)
    return chains.roll_with(link), [thrown]


def device_throw(
    device_dice: DeviceDice, command: c.RollOpening | c.RollDice, link: str, at: int
) -> list[DiceThrown] | Refusal:
    """What is published with a roll that the device has thrown: its link, from which the roll must follow."""
    chains = device_dice.chains
    if chains is None:
        return []  # by recipe 1 it shows when the seed is opened
    thrown = DiceThrown(at=at, game=chains.game, k=chains.k, server=link)
    if not chains.device or device_dice.dice.problem(thrown):
        return Refusal(ServiceCode.SEAL_BROKEN)
    dice = chains.roll_with(link)
    if isinstance(command, c.RollOpening):
        fits = (command.white, command.black) == dice
    else:
        fits = sorted(command.dice) == sorted(dice)
    return [thrown] if fits else Refusal(ServiceCode.SEAL_BROKEN)


def roll_command(dice: tuple[int, int], state: MatchState, entry: ThrowDice) -> c.RollOpening | c.RollDice:
    """A roll of the server's as the match takes it."""
    game = state.game
    if game is None or game.stage is GameStage.OPENING:
        return c.RollOpening(at=entry.at, white=dice[0], black=dice[1])
    return c.RollDice(at=entry.at, side=game.turn, dice=dice)


def play_writes(
    device_dice: DeviceDice, events: Sequence[e.AnyEvent], at: int, thrown: Sequence[DiceThrown] | None
) -> list[Write]:
    """What is written with a play: what a roll was `thrown` with, None for one by hand, and a seed of recipe 1."""
    rolled = any(isinstance(event, e.OpeningRolled | e.DiceRolled) for event in events)
    news: list[AnyDiceEvent] = [*thrown] if rolled and thrown else []
    if rolled and thrown is None and device_dice.dice.is_sealed(device_dice.game_number):
        news.append(ThrownByHand(at=at, game=device_dice.game_number, k=device_dice.rolls))
    over = any(isinstance(event, ENDS) for event in events)
    seeds = device_dice.seeds.get(device_dice.game_number)
    if over and seeds is not None and not seeds.chain:
        news.append(DiceRevealed(at=at, game=seeds.game, seed=seeds.seed))
    return [_write(device_dice, *news)] if news else []


def _write(device_dice: DeviceDice, *news: AnyDiceEvent) -> Write:
    return Write(f"dice:{device_dice.id}", device_dice.dice.version, tuple(map(msgspec.json.encode, news)))
