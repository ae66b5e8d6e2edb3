"""What an option does beyond its words: with the points, time, day or move that is named when it is chosen.

Lists of sanctions name kinds of penalties without amounts ("penalty points", "clock time"). `option_asks` says what is
still to be named for such an option, `option_effects` gives its remedies and penalties once it is. An option with
remedies of its own keeps them.
"""

from typing import Annotated, Final

import msgspec

from barpoint.board import Side
from barpoint.officiating.answer import Discretion, Option, Penalty, PenaltyStep, Ruling
from barpoint.officiating.remedy import ChangeClock, FreePlay, GivePoints, LoseGame, LoseMatch, Remedy
from barpoint.rulebook import param

OFFENDER: Final = ("offender", "caused_by", "who", "by", "player", "grabber", "roller", "doubler")
_ASKED: Final = {
    "points": "points",
    "points_later": "points",
    "time": "time",
    "time_off": "time",
    "time_to_opponent": "time",
    "forfeit": "game_or_match",
    "bar": "day",
}
_OUT: Final = ("disqualification", "disqualify", "exclusion", "expulsion", "out", "match")


class ChosenMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move of the player's choice: the roll and its hops, in the eyes of the side that plays it."""

    dice: tuple[int, int]
    hops: Annotated[tuple[tuple[int, int], ...], msgspec.Meta(max_length=4)] = ()


class NamedAmount(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an official names with an option: points, milliseconds, a day, the game or the match, a move."""

    points: Annotated[int, msgspec.Meta(ge=0, le=99)] = 0
    time: Annotated[int, msgspec.Meta(ge=0, le=86_400_000)] = 0
    day: Annotated[str, msgspec.Meta(pattern=r"^(\d{4}-\d\d-\d\d)?$")] = ""
    whole_match: bool = False
    move: ChosenMove | None = None


NOTHING: Final = NamedAmount()


def offender(answer: Ruling | Discretion) -> Side | None:
    """Whom the facts name as the one at fault."""
    named = (answer.relied_on.get(key) for key in OFFENDER)
    return next((side for value in named for side in Side if value == side.value), None)


def option_asks(option: Option, answer: Ruling | Discretion) -> str:
    """What an official still has to name for an option: points, time, day, game_or_match or move; "" for nothing."""
    if any(isinstance(remedy, FreePlay) for remedy in option.remedies):
        return "move"
    fixed = option.remedies or offender(answer) is None
    return "" if fixed else _ASKED.get(option.name, "")


def free_side(answer: Ruling | Discretion) -> tuple[Side, bool] | None:
    """The side that is to choose a move by one of the options, and whether of any roll; None if nobody is."""
    options = answer.options if isinstance(answer, Ruling) else answer.usual
    granted = [remedy for option in options for remedy in option.remedies if isinstance(remedy, FreePlay)]
    return (granted[0].side, any(remedy.any_roll for remedy in granted)) if granted else None


def chosen_remedies(option: Option, named: NamedAmount) -> tuple[Remedy, ...]:
    """An option's own remedies, with the move that was chosen."""
    move = named.move
    if move is None:
        return option.remedies
    return tuple(
        msgspec.structs.replace(remedy, dice=move.dice, hops=move.hops) if isinstance(remedy, FreePlay) else remedy
        for remedy in option.remedies
    )


def option_effects(
    option: Option, answer: Ruling | Discretion, named: NamedAmount, *, match_over: bool = False
) -> tuple[tuple[Remedy, ...], tuple[Penalty, ...]]:
    """What follows from a sanction of a list: remedies in the match, unless it is over, and what goes on the record."""
    side = offender(answer)
    if side is None or option.remedies:
        return (), ()
    usual = sum(penalty.points for penalty in option.penalties)
    amount = named if named.points else msgspec.structs.replace(named, points=usual)
    remedies, penalties = _effects(option.name, answer.book, side, amount)
    return (() if match_over else remedies), penalties


def _effects(name: str, book: str, side: Side, named: NamedAmount) -> tuple[tuple[Remedy, ...], tuple[Penalty, ...]]:
    match name:
        case "points" | "point":
            points = abs(param("ibf:17.1d", "points", int)) if name == "point" else named.points
            if not points:
                return (), ()
            return (_points(book, side, points),), (Penalty(side, PenaltyStep.POINTS, points=points),)
        case "points_later" if named.points:
            return (), (Penalty(side, PenaltyStep.POINTS, points=named.points, later=True),)
        case "time" | "time_off" if named.time:
            return (ChangeClock(side, -named.time),), (Penalty(side, PenaltyStep.TIME, time=named.time),)
        case "time_to_opponent" if named.time:
            return (ChangeClock(side.other, named.time),), (Penalty(side, PenaltyStep.TIME),)
        case "forfeit" | "game" | "forfeit_game":
            whole = named.whole_match
            lost: Remedy = LoseMatch(side) if whole else LoseGame(side)
            return (lost,), (Penalty(side, PenaltyStep.MATCH if whole else PenaltyStep.GAME),)
        case "bar" if named.day:
            return (), (Penalty(side, PenaltyStep.EXPULSION, barred_until=named.day),)
        case _ if name in _OUT:
            step = PenaltyStep.MATCH if name == "match" else PenaltyStep.EXPULSION
            return (LoseMatch(side),), (Penalty(side, step),)
        case _:
            return (), ()


def _points(book: str, side: Side, points: int) -> GivePoints:
    """Onto the opponent's score; ibf takes them off the offender's (ibf:17.1d)."""
    return GivePoints(side, -points) if book == "ibf" else GivePoints(side.other, points)
