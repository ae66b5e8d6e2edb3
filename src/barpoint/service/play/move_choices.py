"""The legal plays of a side that may choose its move (ibf:11.1c, 11.2c), as text and hops: of its roll, or of any."""

import msgspec

from barpoint.board import Position, Roll, Side, legal_plays
from barpoint.match import Game
from barpoint.match.decide import free_rolls
from barpoint.notation import write_play


class LegalPlay(msgspec.Struct, frozen=True):
    """One legal play, in the eyes of the side that makes it."""

    text: str
    hops: tuple[tuple[int, int], ...]


class PlayChoices(msgspec.Struct, frozen=True, kw_only=True):
    """The rolls a side may name, and the plays of one of them."""

    side: Side
    rolls: tuple[tuple[int, int], ...]
    dice: tuple[int, int] | None = None
    plays: tuple[LegalPlay, ...] = ()


def play_choices(game: Game, dice: str = "", *, any_roll: bool = True) -> PlayChoices:
    """What the side on turn may choose; `dice` such as "61" lists the plays of a roll that may be named."""
    own = () if game.roll is None else (game.roll,)
    rolls = free_rolls(game) if any_roll else own
    roll = read_roll(dice) if dice else (own[0] if not any_roll and own else None)
    plays = _plays(game, roll) if roll in rolls and roll is not None else ()
    shown = None if roll is None else (roll.high, roll.low)
    return PlayChoices(side=game.turn, rolls=tuple((one.high, one.low) for one in rolls), dice=shown, plays=plays)


def position_choices(position: Position, side: Side, dice: str = "") -> PlayChoices:
    """The same for a position nobody has recorded; White's view."""
    return play_choices(Game(1, position, turn=side, opener=side, turns=(1, 1)), dice)


def read_roll(dice: str) -> Roll:
    """A roll from its two numbers; ValueError says what was expected."""
    if len(dice) != 2 or not dice.isdigit():
        raise ValueError(f"expected the two numbers of a roll, such as 61, not {dice[:10]!r}")
    return Roll(int(dice[0]), int(dice[1]))


def _plays(game: Game, roll: Roll) -> tuple[LegalPlay, ...]:
    before = game.before if game.before is not None else game.position
    view = before if game.turn is Side.WHITE else before.flip()
    plays = legal_plays(view, roll, game.head_cap(roll))
    return tuple(LegalPlay(write_play(play), tuple((hop.source, hop.target) for hop in play.hops)) for play in plays)
