"""Dice nobody has to believe in: sealed before the game, shaken by both sides, opened after it.

seal        before a game the server draws a seed, and one for each of its own bots in it, and publishes their
            commitment: a SHA-256 over the match, the game and the seeds.
part        each side that is a person adds 32 bytes of its own after that, and before the first roll.
roll k      two dice from HMAC-SHA256 under the server's seed over match, game, k and both sides' parts;
            bytes from 252 up are thrown away, so that every number is equally likely.
reveal      after the game the seeds are published: anybody can work out every roll again.
by hand     at a table players may throw a roll of a sealed game on the board: it is put down as such, and counted.

The game's number here is the number of the seal: it grows whenever a game ends or is voided, and when the
match ends, should an official take it up again. Pure: seeds come from outside. What this proves and what it
cannot is in docs/dice.md.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from barpoint.board import Side
from barpoint.board.side import SIDES
from barpoint.match import events as e
from barpoint.match.format import Enforcement

SEED_BYTES: Final = 32
ENDS: Final = (e.GameEnded, e.GameVoided, e.MatchEnded)
"""The events after which another seal is needed."""
_FAIR: Final = 252  # the largest multiple of 6 a byte can reach


class DiceEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """What is known of the dice of a match, in the order it became known."""

    at: int
    game: int


class DiceSealed(DiceEvent, frozen=True, kw_only=True):
    """The server has drawn its seed, and its bots theirs; `house` names the sides they play."""

    commitment: str
    house: tuple[Side, ...] = ()
    device: bool = False  # drawn by a device at the table, which was without a network


class PartAdded(DiceEvent, frozen=True, kw_only=True):
    """A side's part."""

    side: Side
    seed: str


class DiceRevealed(DiceEvent, frozen=True, kw_only=True):
    """The server's seed and those of its bots."""

    seed: str
    white: str = ""
    black: str = ""


class ThrownByHand(DiceEvent, frozen=True, kw_only=True):
    """Roll `k` of a sealed game was thrown on the board and entered: no seal speaks for it."""

    k: int


AnyDiceEvent = DiceSealed | PartAdded | DiceRevealed | ThrownByHand

_decoder = msgspec.json.Decoder(AnyDiceEvent)


def decode_dice(data: bytes) -> AnyDiceEvent:
    """Read an event of the dice; ValueError says what was expected."""
    try:
        event: AnyDiceEvent = _decoder.decode(data)
    except msgspec.MsgspecError as malformed:
        raise ValueError(f"not an event of the dice: {malformed}") from malformed
    return event


class Seeds(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is behind a seal: the server's seed, and those of the sides its bots play."""

    game: int
    seed: str
    white: str = ""
    black: str = ""

    def commitment(self, match: str) -> str:
        """What is published of it before the game."""
        text = "\n".join(("barpoint dice 1", match, str(self.game), self.seed, self.white, self.black))
        return hashlib.sha256(text.encode()).hexdigest()


def read_seed(text: str) -> str:
    """A seed of 32 bytes in hexadecimal, in small letters; ValueError if it is not one."""
    try:
        data = bytes.fromhex(text)
    except ValueError:
        data = b""
    if len(data) != SEED_BYTES or len(text) != 2 * SEED_BYTES:
        raise ValueError(f"a seed is {SEED_BYTES} bytes in hexadecimal, {2 * SEED_BYTES} digits")
    return text.lower()


def throw(match: str, seeds: Seeds, white: str, black: str, k: int) -> tuple[int, int]:
    """Roll `k` (from 0) of a game, given both sides' parts."""
    found: list[int] = []
    block = 0
    while len(found) < 2:
        text = "\n".join((match, str(seeds.game), str(k), str(block), white, black))
        digest = hmac.digest(bytes.fromhex(seeds.seed), text.encode(), "sha256")
        found += [byte % 6 + 1 for byte in digest if byte < _FAIR]
        block += 1
    return found[0], found[1]


class Verdict(msgspec.Struct, frozen=True):
    """What a check came to: the rolls that were proven, those of games not yet opened, and what was wrong."""

    proven: int
    waiting: int
    wrong: tuple[str, ...] = ()
    by_hand: int = 0  # at a table: thrown on the board, of which nothing can be proven

    @property
    def honest(self) -> bool:
        """Whether nothing was wrong."""
        return not self.wrong


def verify(match: str, log: Iterable[e.AnyEvent], dice: Sequence[AnyDiceEvent]) -> Verdict:
    """Work out every roll of a match again from what was published; over the board a game need not be sealed."""
    book = DiceBook()
    wrong: list[str] = []
    for known in dice:
        if problem := book.problem(match, known):
            wrong.append(problem)
        else:
            book.follow(known)
    proven = waiting = by_hand = 0
    game, k, at_table = 1, 0, False
    for event in log:
        if isinstance(event, e.MatchStarted):
            at_table = event.format.enforcement is Enforcement.RECORDED
        elif isinstance(event, e.OpeningRolled | e.DiceRolled):
            expected = book.roll(match, game, k)
            if (game, k) in book.by_hand or (at_table and game not in book.sealed):
                by_hand += 1
            elif expected is None:
                waiting += 1
            elif _shows(event, expected):
                proven += 1
            else:
                wrong.append(f"game {game}, roll {k + 1} is not the {expected[0]}-{expected[1]} that was sealed")
            k += 1
        elif isinstance(event, ENDS):
            if k and game not in book.revealed and (game in book.sealed or not at_table):
                wrong.append(f"game {game} is over and its seed was not revealed")
            game, k = game + 1, 0
    return Verdict(proven, waiting, tuple(wrong), by_hand)


def _shows(event: e.OpeningRolled | e.DiceRolled, dice: tuple[int, int]) -> bool:
    """Whether the log has these dice: one each in the opening, else both of one side in any order."""
    if isinstance(event, e.OpeningRolled):
        return (event.white, event.black) == dice
    return sorted(event.dice) == sorted(dice)


class DiceBook:
    """The fold of a match's dice events."""

    def __init__(self) -> None:
        self.version = 0
        self.sealed: dict[int, DiceSealed] = {}
        self.parts: dict[tuple[int, Side], str] = {}
        self.revealed: dict[int, Seeds] = {}
        self.by_hand: set[tuple[int, int]] = set()  # game and roll

    def follow(self, event: AnyDiceEvent) -> None:
        """One more event."""
        self.version += 1
        match event:
            case DiceSealed():
                self.sealed[event.game] = event
            case PartAdded():
                self.parts[event.game, event.side] = event.seed
            case DiceRevealed():
                self.revealed[event.game] = Seeds(event.game, event.seed, event.white, event.black)
            case ThrownByHand():
                self.by_hand.add((event.game, event.k))

    def problem(self, match_id: str, event: AnyDiceEvent) -> str:
        """What is wrong with an event at this place; empty if nothing is."""
        game = event.game
        match event:
            case DiceSealed():
                return f"game {game} was sealed twice" if game in self.sealed else ""
            case PartAdded(side=side, seed=seed):
                if game not in self.sealed or game in self.revealed:
                    return f"game {game}: a part was added while nothing was sealed"
                if (game, side) in self.parts or seed in self.parts.values():
                    return f"game {game}: a part of {side.value} was used twice"
                return ""
            case DiceRevealed():
                seeds = Seeds(game, event.seed, event.white, event.black)
                sealed = self.sealed.get(game)
                if sealed is None or seeds.commitment(match_id) != sealed.commitment:
                    return f"game {game}: what was revealed is not what was sealed"
                return ""
            case ThrownByHand(k=k):
                return (
                    f"game {game}: roll {k + 1} was put down as thrown by hand too late"
                    if game in self.revealed
                    else ""
                )

    def missing(self, game: int) -> tuple[Side, ...]:
        """The sides whose part is not in."""
        sealed = self.sealed.get(game)
        house = sealed.house if sealed is not None else ()
        return tuple(side for side in SIDES if side not in house and (game, side) not in self.parts)

    def part(self, game: int, side: Side, seeds: Seeds) -> str:
        """A side's part: its own, or its bot's from behind the seal."""
        bots = seeds.white if side is Side.WHITE else seeds.black
        return bots or self.parts[game, side]

    def roll(self, match: str, game: int, k: int, seeds: Seeds | None = None) -> tuple[int, int] | None:
        """Roll `k` of a game; None while its seed or a part is not known."""
        seeds = seeds or self.revealed.get(game)
        if seeds is None or self.missing(game):
            return None
        white, black = (self.part(game, side, seeds) for side in SIDES)
        return throw(match, seeds, white, black, k)
