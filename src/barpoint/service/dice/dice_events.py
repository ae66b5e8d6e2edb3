"""What becomes known of the dice of a match, in the order it became known: the stream `dice:ID`.

Recipe 1, for games sealed before recipe 2 and at a table: a seal, both sides' parts, the seeds after the game.
Recipe 2: the ends of all chains, the moment they are fixed, and every link that is opened.
"""

from typing import Any

import msgspec

from barpoint.board import Side


class DiceEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The common part; `game` is the number of the seal."""

    at: int
    game: int


class DiceSealed(DiceEvent, frozen=True, kw_only=True, tag="DiceSealed"):
    """Recipe 1: the server has drawn its seed, and its bots theirs; `house` names the sides they play."""

    commitment: str
    house: tuple[Side, ...] = ()
    device: bool = False  # drawn by a device at the table, which was without a network


class PartAdded(DiceEvent, frozen=True, kw_only=True, tag="PartAdded"):
    """A side's part."""

    side: Side
    seed: str


class DiceRevealed(DiceEvent, frozen=True, kw_only=True, tag="DiceRevealed"):
    """Recipe 1: the server's seed and those of its bots."""

    seed: str
    white: str = ""
    black: str = ""


class ThrownByHand(DiceEvent, frozen=True, kw_only=True, tag="ThrownByHand"):
    """Roll `k` of a sealed game was thrown on the board and entered: no seal speaks for it."""

    k: int


class GameSealed(DiceEvent, frozen=True, kw_only=True, tag="GameSealed"):
    """Recipe 2: the end of the server's chain; `house` names the sides its bots play, who add no links."""

    end: str
    links: int
    house: tuple[Side, ...] = ()
    device: bool = False  # the chain of a device at the table, which was without a network


class EndPublished(DiceEvent, frozen=True, kw_only=True, tag="EndPublished"):
    """The end of a person's chain, or of a chain that succeeds another."""

    chain: str
    end: str
    links: int


class EndsFixed(DiceEvent, frozen=True, kw_only=True, tag="EndsFixed"):
    """Both sides are ready: the ends published so far are the game's, and links are opened from now on."""

    digest: str


class LinkOpened(DiceEvent, frozen=True, kw_only=True, tag="LinkOpened"):
    """A person's next link before roll `k`: for an opening roll, or so that another's new chain can count.

    `digest` is what its sender has seen of the ends.
    """

    k: int
    chain: str
    link: str
    digest: str = ""


class ChainAdmitted(DiceEvent, frozen=True, kw_only=True, tag="ChainAdmitted"):
    """A chain published after the ends were fixed counts from now on, and its owner's older one no longer."""

    chain: str


class DiceThrown(DiceEvent, frozen=True, kw_only=True, tag="DiceThrown"):
    """Roll `k`: the server's link, and the roller's if a person rolls."""

    k: int
    server: str
    chain: str = ""
    link: str = ""


ChainEvent = GameSealed | EndPublished | EndsFixed | LinkOpened | ChainAdmitted | DiceThrown
"""Recipe 2's own."""
AnyDiceEvent = (
    DiceSealed
    | PartAdded
    | DiceRevealed
    | ThrownByHand
    | GameSealed
    | EndPublished
    | EndsFixed
    | LinkOpened
    | ChainAdmitted
    | DiceThrown
)

_decoder = msgspec.json.Decoder(AnyDiceEvent)


def decode_dice(data: bytes) -> AnyDiceEvent:
    """Read an event of the dice; ValueError says what was expected."""
    try:
        event: AnyDiceEvent = _decoder.decode(data)
    except msgspec.MsgspecError as malformed:
        raise ValueError(f"not an event of the dice: {malformed}") from malformed
    return event


def event_shown(raw: dict[str, Any]) -> AnyDiceEvent | None:
    """An event as a server showed it; None for what is none."""
    try:
        return decode_dice(msgspec.json.encode(raw))
    except ValueError:
        return None
