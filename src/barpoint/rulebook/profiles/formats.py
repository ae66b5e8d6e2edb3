"""A book and an event's options as a `MatchFormat` and a `Policy`: the building itself.

What a book has a figure for comes from its rows. What it leaves to the event and the event does not say
is a refusal (`setting_missing`). Whether an option is allowed at all is for `profile` to check.
"""

import msgspec

from barpoint.board import LONG_NARDY, Fact, Refusal
from barpoint.match import MatchFormat
from barpoint.match.format import (
    MINUTE,
    SECOND,
    AtExpiry,
    BothExpired,
    Claims,
    ClockMethod,
    ClockRules,
    CubeRules,
    DeadCube,
    Enforcement,
    Expiry,
    Length,
    LengthKind,
    PauseReason,
    PreferenceMethod,
    Resignation,
)
from barpoint.rulebook.catalogue.lookup import param
from barpoint.rulebook.profiles.options import (
    ClockUse,
    Division,
    Options,
)
from barpoint.rulebook.profiles.policy import Policy, book_policy
from barpoint.rulebook.refusals import BookCode
from barpoint.rulebook.tariff.appeal_votes import composition_refusal
from barpoint.rulebook.tariff.breaks import (
    BreakAllowance,
    BreakWhen,
    break_allowance,
)
from barpoint.rulebook.tariff.lateness import StrictPolicy, strict_policy

_TABLE_PAUSES = (
    PauseReason.BETWEEN_GAMES,
    PauseReason.BREAK,
    PauseReason.DIE_OFF_BOARD,
    PauseReason.DISPUTE,
    PauseReason.DICE_TAKEN,
    PauseReason.FAST_GRAB,
    PauseReason.ILLEGAL_MOVE,
    PauseReason.RESIGN_OR_CLAIM,
    PauseReason.RULING,
)
"""usbgf:4.3.2-4 and bws:4.3.2 name the same eight; an official may always stop play."""

_IBF_PAUSES = (
    PauseReason.BETWEEN_GAMES,
    PauseReason.BREAK,
    PauseReason.DIE_OFF_BOARD,
    PauseReason.DISPUTE,
    PauseReason.DICE_REPLACED,
    PauseReason.RULING,
)
"""ibf:3.12a, 3.10g and 3.8b."""

_ONLINE_ONLY = (PauseReason.DISCONNECT, PauseReason.OUTAGE)
_AT_A_TABLE_ONLY = frozenset(
    {
        PauseReason.DIE_OFF_BOARD,
        PauseReason.DICE_TAKEN,
        PauseReason.FAST_GRAB,
        PauseReason.ILLEGAL_MOVE,
        PauseReason.DICE_REPLACED,
    }
)


class BookDefaults(msgspec.Struct, frozen=True, kw_only=True):
    """How a book's matches are played, apart from figures and options."""

    dead: DeadCube = DeadCube.ALLOWED
    crawford: bool = True
    method: ClockMethod = ClockMethod.SIMPLE_DELAY
    clock: ClockUse = ClockUse.IF_AGREED
    expiry: Expiry = Expiry.NOTICED  # over the board
    at_expiry: AtExpiry = AtExpiry.NOTHING
    both_expired: BothExpired = BothExpired.NOT_COVERED
    pauses: tuple[PauseReason, ...] = _TABLE_PAUSES
    resignation: Resignation = Resignation.NO_CONTACT
    claims: Claims = Claims.NONE
    white_first: bool = False
    words_bind: bool = True
    early_doubles: bool = True  # ibf:9.10, bws:4.4.5, usbgf:4.4.4.3a, guide:5.9i
    pip_count: bool = False
    points_wait: bool = False


BOOK_DEFAULTS = {
    "usbgf": BookDefaults(
        dead=DeadCube.VOID,  # usbgf:4.4.8a
        at_expiry=AtExpiry.CLAIM,  # usbgf:4.3.4-1
        both_expired=BothExpired.NOMINAL_RESERVE,  # usbgf:4.3.4-10
        claims=Claims.TESTED,  # usbgf:4.5.2b
        points_wait=True,  # usbgf:2.2.4m
    ),
    "bws": BookDefaults(
        method=ClockMethod.BRONSTEIN,  # bws:3.5.5a
        at_expiry=AtExpiry.GIN,  # bws:4.3.3e
        both_expired=BothExpired.WITHOUT_CLOCK,  # bws:4.3.3d
        claims=Claims.SETTLED,  # bws:4.3.2.8a
        points_wait=True,  # bws:2.2.4a, read as usbgf:2.2.4m
    ),
    "guide": BookDefaults(
        dead=DeadCube.FORCED_TAKE,  # guide:5.14c
        resignation=Resignation.CERTAIN_ONLY,  # guide:5.12b
        points_wait=True,  # guide:2.2.5d, read as usbgf:2.2.4m
    ),
    "ibf": BookDefaults(
        clock=ClockUse.REQUIRED,  # ibf:8.1b
        expiry=Expiry.AUTOMATIC,  # ibf:8.7c
        pauses=_IBF_PAUSES,
        resignation=Resignation.CERTAIN_LEVEL,  # ibf:15.2b
        white_first=True,  # ibf:12.2a
        words_bind=False,
        pip_count=True,
    ),
    "trad": BookDefaults(
        crawford=False,  # trad:doubling-12
        clock=ClockUse.NONE,
        resignation=Resignation.ANY_TIME,
        words_bind=False,
        early_doubles=False,
        pip_count=True,
    ),
}


def book_format(
    name: str, book: str, options: Options, enforcement: Enforcement, clocked: bool | None
) -> MatchFormat | Refusal:
    """The format of one match; `clocked` as in `Profile.match_format`."""
    rules = BOOK_DEFAULTS[book]
    length = _length(options)
    if isinstance(length, Refusal):
        return length
    clock = _clock(book, options, length, enforcement, clocked)
    if isinstance(clock, Refusal):
        return clock
    breaks = book_allowance(book, options, length.points) if length.points else None
    return MatchFormat(
        length=length,
        discipline=options.discipline or "backgammon",
        book=book,
        preset=name,
        enforcement=enforcement,
        cube=_cube(rules, options),
        clock=clock,
        resignation=options.resignation or rules.resignation,
        claims=Claims.NONE if book == "bws" and clock is None else rules.claims,
        gammons_count=options.gammons is not False,
        start=options.start,
        white_first=rules.white_first,
        team=2 if options.doubles else 1,
        breaks=0 if breaks is None else breaks.count or 0,
        break_time=0 if breaks is None else breaks.duration,
        break_every=0 if breaks is None else breaks.every,
        breaks_between_sets=breaks is not None and breaks.when is BreakWhen.BETWEEN_MATCHES,
        binding_words=rules.words_bind and enforcement is Enforcement.RECORDED,
        early_doubles_bind=rules.early_doubles and enforcement is Enforcement.RECORDED,
        points_wait=rules.points_wait,
        leave_any_time=options.leave_any_time is True,
        pip_count=rules.pip_count if options.pip_count is None else options.pip_count,
        hints=options.hints is True,
        rated=options.rated is True,
    )


def _length(options: Options) -> Length | Refusal:
    if options.money:
        return Length(LengthKind.MONEY)
    if options.limit_minutes is not None:
        # ibf:2.14b leaves both open, so there is no silent default
        for name, value in (("game_in_progress", options.game_in_progress), ("tie", options.tie)):
            if value is None:
                return Refusal(BookCode.SETTING_MISSING, {"option": name, "clause": "ibf:2.14b"})
        assert options.game_in_progress is not None
        assert options.tie is not None
        limit = options.limit_minutes * MINUTE
        return Length(LengthKind.TIMED, limit=limit, in_progress=options.game_in_progress, tie=options.tie)
    points = options.length or 7
    if options.best_of is not None and options.best_of > 1:
        return Length(LengthKind.SETS, points, best_of=options.best_of)
    return Length(LengthKind.POINTS, points)


def _cube(rules: BookDefaults, options: Options) -> CubeRules:
    return CubeRules(
        enabled=options.discipline != LONG_NARDY.name if options.cube is None else options.cube,
        crawford=rules.crawford if options.crawford is None else options.crawford,
        dead=options.dead_cube or rules.dead,
        jacoby=options.jacoby is True,
        beavers=options.beavers is True,
        raccoons=options.raccoons is True,
        automatic_doubles=options.automatic_doubles or 0,
        largest=options.largest_cube,
    )


def book_clock_use(book: str, options: Options) -> ClockUse:
    """Whether the event's matches have a clock."""
    if options.clock is not None:
        return options.clock
    if book == "usbgf":
        return ClockUse(str(param("usbgf:3.4.4", _division(options), dict[str, str | int])["mode"]))
    if book == "trad" and (options.reserve_per_point or options.reserve_total or options.delay):
        return ClockUse.IF_AGREED
    return BOOK_DEFAULTS[book].clock


def _division(options: Options) -> Division:
    if options.division is not None:
        return options.division
    return Division.DOUBLES if options.doubles else Division.OTHER


def _figures(book: str, options: Options) -> tuple[int | None, int | None]:
    """Reserve a point and delay, in seconds: the event's, or the book's."""
    per_point: int | None = None
    delay: int | None = None
    if book == "usbgf":
        table = param("usbgf:3.4.4", _division(options), dict[str, str | int])
        per_point, delay = int(table["reserve_min_per_point"]) * 60, int(table["delay_s"])
    elif book == "bws":
        per_point, delay = param("bws:3.5.5b", "reserve_min_per_point", int) * 60, param("bws:3.5.5c", "delay_s", int)
    elif book == "guide":
        per_point = param("guide:5.10d", "reserve_min_per_point", int) * 60
        delay = param("guide:5.10d", "delay_s", int)
    return (
        per_point if options.reserve_per_point is None else options.reserve_per_point,
        delay if options.delay is None else options.delay,
    )


def _clock(
    book: str, options: Options, length: Length, enforcement: Enforcement, clocked: bool | None
) -> ClockRules | Refusal | None:
    use = book_clock_use(book, options)
    if clocked is None:
        agreed = use is ClockUse.IF_AGREED and enforcement is Enforcement.STRICT
        clocked = agreed or use in (ClockUse.REQUIRED, ClockUse.PREFERRED)
    if not clocked:
        return Refusal(BookCode.CLOCK_REQUIRED) if use is ClockUse.REQUIRED else None
    per_point, delay = _figures(book, options)
    missing = None
    if options.reserve_total is None and (per_point is None or not length.points):
        missing = "reserve_total" if not length.points else "reserve_per_point"
    elif delay is None:
        missing = "delay"
    elif book == "ibf" and _owes_time_for_breaks(options, length.points):
        return Refusal(BookCode.SETTING_MISSING, {"option": "extra_time", "clause": "ibf:3.10h"})
    if missing is not None:
        facts: dict[str, Fact] = {"option": missing}
        return Refusal(BookCode.SETTING_MISSING, {**facts, "clause": "ibf:8.1a"} if book == "ibf" else facts)
    return _clock_rules(book, options, length.points, per_point or 0, delay or 0, enforcement)


def _owes_time_for_breaks(options: Options, points: int) -> bool:
    """Whether the event has done away with the book's breaks and named no time instead (ibf:3.10h)."""
    if options.breaks or options.extra_time is not None or not points:
        return False
    breaks = book_allowance("ibf", msgspec.structs.replace(options, breaks=True), points)
    return breaks is not None and bool(breaks.count)


def _clock_rules(
    book: str, options: Options, points: int, per_point: int, delay: int, enforcement: Enforcement
) -> ClockRules:
    rules = BOOK_DEFAULTS[book]
    reserve = per_point * points if options.reserve_total is None else options.reserve_total
    own_rate = options.reserve_total is not None and points  # the event's total, a point: usbgf:3.4.4.4b
    rate = reserve * SECOND // points if own_rate else per_point * SECOND
    reserve += (options.reserve_extra or 0) + (options.extra_time or 0)
    trust = param("usbgf:3.4.4.3e", "held_s", int) if options.trust_minute else 0
    clock = ClockRules(
        method=options.clock_method or rules.method,
        reserve=reserve * SECOND,
        delay=delay * SECOND,
        trust=trust * SECOND,
        per_point=rate,
        expiry=rules.expiry,
        at_expiry=rules.at_expiry,
        both_expired=rules.both_expired,
        pauses=rules.pauses,
        longest_pause=param("ibf:3.12a", "max_pause_s", int) * SECOND if book == "ibf" else None,
        double_press=book == "ibf",  # ibf:3.12e
        correction_on_reserve=book == "ibf",  # ibf:14.7
        settled_claims=rules.claims is Claims.SETTLED,
        correction_waits=book in ("bws", "guide"),  # bws:4.2.3.3, guide:addendum-clock-2
    )
    return online_clock(clock) if enforcement is Enforcement.STRICT else clock


def online_clock(rules: ClockRules) -> ClockRules:
    """A table's clock as a server keeps it: it calls time by itself, and stands for a lost line (usbgf:4.3.4-1)."""
    pauses = (reason for reason in rules.pauses if reason not in _AT_A_TABLE_ONLY and reason not in _ONLINE_ONLY)
    return msgspec.structs.replace(rules, expiry=Expiry.AUTOMATIC, pauses=(*pauses, *_ONLINE_ONLY), double_press=False)


def book_allowance(book: str, options: Options, length: int) -> BreakAllowance | None:
    """The breaks of a match to so many points; None where there are none to speak of."""
    if options.breaks is False or (book == "ibf" and not options.breaks):
        return None  # ibf:3.10a: none unless the regulations say so
    breaks = break_allowance(
        book,
        length,
        discipline=options.discipline or "backgammon",
        blitz=options.blitz is True,
        best_of=options.best_of or 1,
    )
    if breaks is None:
        if not options.break_count:
            return None
        breaks = BreakAllowance(count=options.break_count, clauses=())
    if options.break_count is not None and (book != "ibf" or breaks.decided):  # ibf:3.10f
        breaks = msgspec.structs.replace(breaks, count=options.break_count)
    if options.break_minutes is not None:
        breaks = msgspec.structs.replace(breaks, duration=options.break_minutes * MINUTE)
    return breaks


def officiating_policy(book: str, options: Options) -> Policy | Refusal:
    """What the event's officials go by."""
    policy = book_policy(book)
    late: StrictPolicy | Refusal | None = None
    if options.late_policy is not None:
        steps = tuple((minutes * MINUTE, points) for minutes, points in options.late_policy.points)
        forfeit = options.late_policy.forfeit_after_minutes
        late = strict_policy(steps, forfeit and forfeit * MINUTE, book=book)
        if isinstance(late, Refusal):
            return late
    appeals = policy.appeals
    if options.committee_size is not None and appeals is not None:
        if (refused := composition_refusal(appeals, options.committee_size)) is not None:
            return refused
        appeals = msgspec.structs.replace(appeals, sizes=(options.committee_size,))
    preferences = dict(policy.preferences)
    use = book_clock_use(book, options)
    if use is not ClockUse.NONE:
        preferences["clock"] = PreferenceMethod(use.value)
    if options.baffle_box is not None:
        preferences["baffle_box"] = options.baffle_box
    return msgspec.structs.replace(
        policy,
        illegal_moves=options.illegal_moves or policy.illegal_moves,
        literal_midway=options.literal_midway is True,
        late_policy=late,
        preferences=preferences,
        dice_changes=options.dice_changes is True,
        languages=options.languages or policy.languages,
        appeals=appeals,
    )
