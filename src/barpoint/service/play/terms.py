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
from barpoint.rulebook import BookCode, ClockUse, Options, Profile, preset
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
    """How the match is to be surrounded, and what its players may agree on about the clock."""
    options = clock_options(_profile(terms), terms.points)
    match_format = format_of_terms(terms)
    clock = None if isinstance(match_format, Refusal) else match_format.clock
    return msgspec.structs.replace(
        options,
        delay=terms.delay * 1000,
        chat=terms.chat,
        clock=clock or options.clock,
        asked=options.asked and terms.clock is None,
    )


def clock_options(profile: Profile | Refusal, length: int | None) -> RoomOptions:
    """What the event's rules leave to two players about the clock of a match (usbgf:1.7.1a, guide:5.10f)."""
    if isinstance(profile, Refusal):
        return RoomOptions()
    use = profile.clock_use()
    if use is ClockUse.REQUIRED:
        return RoomOptions(fixed=("clock",))
    clocked = None if use is ClockUse.NONE else profile.match_format(length=length, clocked=True)
    clock = clocked.clock if isinstance(clocked, MatchFormat) else None
    untimed = profile.untimed_clock()
    return RoomOptions(
        clock=clock,
        untimed=None if isinstance(untimed, Refusal) or use is ClockUse.NONE else untimed,
        asked=use is ClockUse.IF_AGREED and clock is not None,
    )


def _profile(terms: Terms) -> Profile | Refusal:
    profile = preset(terms.preset)
    if terms.discipline is None:
        return profile
    return profile.with_options(Options(discipline=discipline(terms.discipline).name))


def format_of_terms(terms: Terms) -> MatchFormat | Refusal:
    """The format, or why the book does not have it so; ValueError for a preset or discipline nobody knows.

    Where a clock is played only if both agree, a match has none until they do: whoever offers one with other terms than
    the preset's asks for it, and whoever accepts the challenge agrees.
    """
    profile = _profile(terms)
    if isinstance(profile, Refusal):
        return profile
    money = bool(profile.options.money)
    clocked = False if profile.clock_use() is ClockUse.IF_AGREED else None
    match_format = profile.match_format(length=None if money else terms.points, clocked=clocked)
    if isinstance(match_format, Refusal):
        return match_format
    if terms.points is not None and match_format.length.kind is LengthKind.MONEY:
        raise ValueError(f"{terms.preset} is played without a length, so {terms.points} points have no place in it")
    if terms.stake and match_format.length.kind is not LengthKind.MONEY:
        raise ValueError(f"{terms.preset} is a match: a stake is noted with a money session only")
    if terms.clock is not None:
        clock = _clock(terms.clock, profile, match_format)
        if clock is None or isinstance(clock, ClockRules):
            match_format = msgspec.structs.replace(match_format, clock=clock)
        else:
            return clock
    hints = match_format.hints and not terms.rated
    return msgspec.structs.replace(match_format, rated=terms.rated, hints=hints, stake=terms.stake)


def _clock(wish: ClockWish, profile: Profile, match_format: MatchFormat) -> ClockRules | Refusal | None:
    """The clock asked for. A friendly match has any; under a federation's book the clock is the preset's.

    Days for a move are no clock of any federation's book (usbgf:3.4.4, bws:3.5.5, guide:5.10d, ibf:8.1a).
    """
    if not (wish.reserve or wish.delay or wish.days) and profile.clock_use() is ClockUse.IF_AGREED:
        return None
    if wish.days:
        if match_format.book != "trad":
            return Refusal(BookCode.CLOCK_SETTINGS_FIXED)
        return ClockRules(method=ClockMethod.PER_MOVE, delay=wish.days * _DAY, expiry=Expiry.AUTOMATIC)
    if match_format.book != "trad":
        agreed = profile.clock_by_agreement(wish.reserve * 1000, wish.delay * 1000, length=match_format.length.points)
        online = profile.match_format(length=match_format.length.points, clocked=True)
        if isinstance(agreed, Refusal) or isinstance(online, Refusal) or online.clock is None:
            return agreed
        return msgspec.structs.replace(online.clock, reserve=agreed.reserve, delay=agreed.delay)
    if not wish.reserve and not wish.delay:
        return None
    return ClockRules(method=ClockMethod.SIMPLE_DELAY, reserve=wish.reserve * 1000, delay=wish.delay * 1000)
