"""What is written beside a match's own events about its dice: the next game is sealed, and a game of recipe 1 opened.

Games are sealed by recipe 2 (`dice_chains`); what was sealed by recipe 1 before is played to its end by it.
"""

from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import MatchPhase
from barpoint.match import events as e
from barpoint.service.dice.dice_book import ENDS, DiceBook
from barpoint.service.dice.dice_events import AnyDiceEvent, DiceRevealed, PartAdded
from barpoint.service.dice.fair_dice import Seeds, read_seed
from barpoint.service.play.dice_chains import seal_game
from barpoint.service.play.room import Room
from barpoint.service.ports import Secrets, Write
from barpoint.service.refusals import ServiceCode

_encode: Final = msgspec.json.Encoder().encode


class SealedDice(Protocol):
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


def dice_writes(
    room: Room,
    decided: Sequence[e.AnyEvent],
    secrets: Secrets,
    at: int,
    thrown: Sequence[AnyDiceEvent] = (),
    roots: Sequence[Seeds] = (),
) -> tuple[list[Write], Sequence[AnyDiceEvent]]:
    """What comes with events of a match, after what was `thrown`: writes, and the events of the dice in them.

    When a game or the match is over a seed of recipe 1 is opened; for a game that is to come the dice are sealed.
    """
    ends = [event for event in decided if isinstance(event, ENDS)]
    if not ends and room.match.phase is not MatchPhase.OVER:  # as nearly always
        return event_writes(room, thrown, roots) if thrown else [], thrown
    ended, over = len(ends), any(isinstance(event, e.MatchEnded) for event in ends)
    taken_up = room.match.phase is MatchPhase.OVER and not over  # by an official
    news, kept = list(thrown), list(roots)
    seeds = room.seeds.get(room.game_number)
    if ended and seeds is not None:
        news.append(DiceRevealed(at=at, game=seeds.game, seed=seeds.seed, white=seeds.white, black=seeds.black))
    if (ended or taken_up) and not over:
        seal, behind = seal_game(room.id, room.game_number + ended, _bots(room), secrets, at)
        news.append(seal)
        kept.append(behind)
    return event_writes(room, news, kept), news


def event_writes(room: Room, news: Sequence[AnyDiceEvent], kept: Sequence[Seeds] = ()) -> list[Write]:
    """Events of a room's dice, and what is behind them."""
    writes = [Write(f"dice:{room.id}", room.dice.version, tuple(map(_encode, news)))] if news else []
    if kept:
        writes.append(Write(f"seal:{room.id}", room.seal_version, tuple(map(_encode, kept))))
    return writes


def _bots(room: Room) -> list[Side]:
    return [side for side in Side if room.bot(side)]


def overdue_dice(room: Room, secrets: Secrets, at: int) -> list[Write]:
    """What a ruling from outside has left undone: seeds of ended games are opened, the coming game is sealed."""
    over = room.match.phase is MatchPhase.OVER
    hidden = [room.seeds[game] for game in room.dice.sealed if game in room.seeds and game not in room.dice.revealed]
    news: list[AnyDiceEvent] = [
        DiceRevealed(at=at, game=seeds.game, seed=seeds.seed, white=seeds.white, black=seeds.black)
        for seeds in hidden
        if over or seeds.game < room.game_number
    ]
    kept: list[Seeds] = []
    if not over and not room.dice.is_sealed(room.game_number):
        seal, behind = seal_game(room.id, room.game_number, _bots(room), secrets, at)
        news.append(seal)
        kept.append(behind)
    return event_writes(room, news, kept)


def add_part(room: SealedDice, side: Side, game: int, seed: str, at: int) -> Refusal | list[Write]:
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


def next_roll(room: SealedDice) -> tuple[int, int] | Refusal:
    """The next roll of the running seal."""
    dice = room.dice.roll(room.id, room.game_number, room.rolls, room.seeds.get(room.game_number))
    return Refusal(ServiceCode.SEED_MISSING) if dice is None else dice
