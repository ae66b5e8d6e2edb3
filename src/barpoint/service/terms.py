"""What two players want to play, and the format it comes to under the book of their preset."""

from typing import Annotated, Literal

import msgspec

from barpoint.board import Refusal
from barpoint.board.discipline import discipline
from barpoint.match.format import ClockMethod, ClockRules, Expiry, LengthKind, MatchFormat
from barpoint.rulebook.options import Options
from barpoint.rulebook.presets import preset
from barpoint.service.room import Manners

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
    delay: Annotated[int, msgspec.Meta(ge=0, le=3_600)] = 0  # seconds by which spectators are behind
    chat: Literal["off", "phrases", "free"] = "off"


def manners_of(terms: Terms) -> Manners:
    """How the match is to be surrounded."""
    return Manners(delay=terms.delay * 1000, chat=terms.chat)


def format_of(terms: Terms) -> MatchFormat | Refusal:
    """The format, or why the book does not have it so; ValueError for a preset or discipline nobody knows."""
    profile = preset(terms.preset)
    if terms.discipline is not None:
        changed = profile.with_options(Options(discipline=discipline(terms.discipline).name))
        if isinstance(changed, Refusal):
            return changed
        profile = changed
    money = bool(profile.options.money)
    made = profile.match_format(length=None if money else terms.points)
    if isinstance(made, Refusal):
        return made
    if terms.points is not None and made.length.kind is LengthKind.MONEY:
        raise ValueError(f"{terms.preset} is played without a length, so {terms.points} points have no place in it")
    if terms.clock is not None:
        clock = _clock(terms.clock, made)
        if clock is None or isinstance(clock, ClockRules):
            made = msgspec.structs.replace(made, clock=clock)
        else:
            return clock
    return msgspec.structs.replace(made, rated=terms.rated, hints=made.hints and not terms.rated)


def _clock(wish: ClockWish, made: MatchFormat) -> ClockRules | Refusal | None:
    """The clock asked for. A friendly match has any; under a federation's book the clock is the preset's."""
    if wish.days:
        return ClockRules(method=ClockMethod.PER_MOVE, delay=wish.days * _DAY, expiry=Expiry.AUTOMATIC)
    if made.book != "trad":
        agreed = preset(made.preset).agreed_clock(wish.reserve * 1000, wish.delay * 1000, length=made.length.points)
        if isinstance(agreed, Refusal) or made.clock is None:
            return agreed
        return msgspec.structs.replace(made.clock, reserve=agreed.reserve, delay=agreed.delay)
    if not wish.reserve and not wish.delay:
        return None
    return ClockRules(method=ClockMethod.SIMPLE_DELAY, reserve=wish.reserve * 1000, delay=wish.delay * 1000)
