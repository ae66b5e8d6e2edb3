"""Sealing, shaking and opening the dice of a room: what is written beside the match's own events."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import events as e
from barpoint.match.state import Phase
from barpoint.service.fair_dice import (
    ENDS,
    AnyDiceEvent,
    DiceBook,
    DiceRevealed,
    DiceSealed,
    PartAdded,
    Seeds,
    read_seed,
)
from barpoint.service.ports import Secrets, Write
from barpoint.service.refusals import ServiceCode
from barpoint.service.room import Room


class Shaken(Protocol):
    """Whatever has sealed dice: a room of the server, or a record that a device at a table makes."""

    @property
    def id(self) -> str:
        """What the seals name."""
        ...

    @property
    def dice(self) -> DiceBook:
        """What is known of the dice."""
        ...

    @property
    def seeds(self) -> dict[int, Seeds]:
        """What is behind the seals."""
        ...

    @property
    def game_number(self) -> int:
        """The seal that holds now."""
        ...

    @property
    def rolls(self) -> int:
        """Thrown under it so far."""
        ...


def sealed(room_id: str, game: int, bots: Sequence[Side], secrets: Secrets, at: int) -> tuple[DiceSealed, Seeds]:
    """A new seal: what is published and what is kept."""
    seeds = Seeds(
        game,
        secrets.seed(),
        white=secrets.seed() if Side.WHITE in bots else "",
        black=secrets.seed() if Side.BLACK in bots else "",
    )
    return DiceSealed(at=at, game=game, commitment=seeds.commitment(room_id), house=tuple(bots)), seeds


def dice_writes(room: Room, decided: Sequence[e.AnyEvent], secrets: Secrets, at: int) -> list[Write]:
    """When a game or the match is over its seed is opened; for a game that is to come the dice are sealed."""
    ends = [event for event in decided if isinstance(event, ENDS)]
    ended, over = len(ends), any(isinstance(event, e.MatchEnded) for event in ends)
    taken_up = room.match.phase is Phase.OVER and not over  # by an official
    if not (ended or taken_up):
        return []
    news: list[AnyDiceEvent] = []
    kept: list[Seeds] = []
    seeds = room.seeds.get(room.game_number)
    if ended and seeds is not None:
        news.append(DiceRevealed(at=at, game=seeds.game, seed=seeds.seed, white=seeds.white, black=seeds.black))
    if not over:
        bots = [side for side in Side if room.bot(side)]
        seal, behind = sealed(room.id, room.game_number + ended, bots, secrets, at)
        news.append(seal)
        kept.append(behind)
    writes = [Write(f"dice:{room.id}", room.dice.version, tuple(map(msgspec.json.encode, news)))] if news else []
    if kept:
        writes.append(Write(f"seal:{room.id}", len(room.seeds), tuple(map(msgspec.json.encode, kept))))
    return writes


def overdue_dice(room: Room, secrets: Secrets, at: int) -> list[Write]:
    """What a ruling from outside has left undone: seeds of ended games are opened, the coming game is sealed."""
    over = room.match.phase is Phase.OVER
    hidden = [room.seeds[game] for game in room.dice.sealed if game in room.seeds and game not in room.dice.revealed]
    news: list[AnyDiceEvent] = [
        DiceRevealed(at=at, game=seeds.game, seed=seeds.seed, white=seeds.white, black=seeds.black)
        for seeds in hidden
        if over or seeds.game < room.game_number
    ]
    writes: list[Write] = []
    if not over and room.game_number not in room.dice.sealed:
        bots = [side for side in Side if room.bot(side)]
        seal, behind = sealed(room.id, room.game_number, bots, secrets, at)
        news.append(seal)
        writes.append(Write(f"seal:{room.id}", len(room.seeds), (msgspec.json.encode(behind),)))
    if news:
        writes.insert(0, Write(f"dice:{room.id}", room.dice.version, tuple(map(msgspec.json.encode, news))))
    return writes


def part_added(room: Shaken, side: Side, game: int, seed: str, at: int) -> Refusal | list[Write]:
    """A side's part: before the first roll, once, and never one that was used before."""
    seed = read_seed(seed)
    if game != room.game_number or room.rolls or game not in room.dice.sealed or game in room.dice.revealed:
        return Refusal(ServiceCode.SEED_LATE)
    present = room.dice.parts.get((game, side))
    if present == seed:
        return []
    if present is not None:
        return Refusal(ServiceCode.SEED_LATE)
    if seed in room.dice.parts.values():
        return Refusal(ServiceCode.SEED_REUSED)
    part = PartAdded(at=at, game=game, side=side, seed=seed)
    return [Write(f"dice:{room.id}", room.dice.version, (msgspec.json.encode(part),))]


def thrown(room: Shaken) -> tuple[int, int] | Refusal:
    """The next roll of the running seal."""
    dice = room.dice.roll(room.id, room.game_number, room.rolls, room.seeds.get(room.game_number))
    return Refusal(ServiceCode.SEED_MISSING) if dice is None else dice
