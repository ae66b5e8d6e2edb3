"""What two players want to play, and the format it comes to under the book of their preset."""

from typing import Annotated, Literal

import msgspec

from barpoint.board import Refusal, discipline
from barpoint.match import MatchFormat
from barpoint.match.format import (
    ClockMethod,
    ClockRules,
    Expiry,
    LengthKind,
)
from barpoint.rulebook import Options, preset
from barpoint.service.play.room_events import RoomOptions

_DAY = 86_400_000


class ClockWish(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Another clock than the preset's: seconds, or days a move for correspondence; all zero for none."""

    reserve: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 0
    delay: Annotated[int, msgspec.Meta(ge=0, le=3_600)] = 0
    days: Annotated[int, msgspec.Meta(ge=0, le=30)] = 0


class Terms(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A preset and what is to differ from it."""

    preset: Annotated[str, msgspec.Meta(max_length=60)] = "Casual online"
    points: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    discipline: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    clock: ClockWish | None = None
    rated: bool = False
    stake: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0  # a point of a money session, in hundredths
    delay: Annotated[int, msgspec.Meta(ge=0, le=3_600)] = 0  # seconds by which spectators are behind
    chat: Literal["off", "phrases", "free"] = "off"


def options_of_terms(terms: Terms) -> RoomOptions:
    """How the match is to be surrounded."""
    return RoomOptions(delay=terms.delay * 1000, chat=terms.chat)


def format_of_terms(terms: Terms) -> MatchFormat | Refusal:
    """The format, or why the book does not have it so; ValueError for a preset or discipline nobody knows."""
    profile = preset(terms.preset)
    if terms.discipline is not None:
        changed = profile.with_options(Options(discipline=discipline(terms.discipline).name))
        if isinstance(changed, Refusal):
            return changed
        profile = changed
    money = bool(profile.options.money)
    match_format = profile.match_format(length=None if money else terms.points)
    if isinstance(match_format, Refusal):
        return match_format
    if terms.points is not None and match_format.length.kind is LengthKind.MONEY:
        raise ValueError(f"{terms.preset} is played without a length, so {terms.points} points have no place in it")
    if terms.stake and match_format.length.kind is not LengthKind.MONEY:
        raise ValueError(f"{terms.preset} is a match: a stake is noted with a money session only")
    if terms.clock is not None:
        clock = _clock(terms.clock, match_format)
        if clock is None or isinstance(clock, ClockRules):
            match_format = msgspec.structs.replace(match_format, clock=clock)
        else:
            return clock
    hints = match_format.hints and not terms.rated
    return msgspec.structs.replace(match_format, rated=terms.rated, hints=hints, stake=terms.stake)


def _clock(wish: ClockWish, match_format: MatchFormat) -> ClockRules | Refusal | None:
    """The clock asked for. A friendly match has any; under a federation's book the clock is the preset's."""
    if wish.days:
        return ClockRules(method=ClockMethod.PER_MOVE, delay=wish.days * _DAY, expiry=Expiry.AUTOMATIC)
    if match_format.book != "trad":
        agreed = preset(match_format.preset).clock_by_agreement(
            wish.reserve * 1000, wish.delay * 1000, length=match_format.length.points
        )
        if isinstance(agreed, Refusal) or match_format.clock is None:
            return agreed
        return msgspec.structs.replace(match_format.clock, reserve=agreed.reserve, delay=agreed.delay)
    if not wish.reserve and not wish.delay:
        return None
    return ClockRules(method=ClockMethod.SIMPLE_DELAY, reserve=wish.reserve * 1000, delay=wish.delay * 1000)
