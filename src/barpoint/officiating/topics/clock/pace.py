"""Slow play, and clocks brought into a match that is under way."""

from typing import Final

import msgspec

from barpoint.match.format import ClockMethod
from barpoint.officiating.answer import Appeal, JudgeAnswer, Option, Reading
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name, time_text
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import BringClock, Instruct
from barpoint.officiating.topics.appeal_rights import appeal, event_policy
from barpoint.officiating.topics.clock.event_clock import TWO_DICE, TWO_DICE_ROWS, clock_of
from barpoint.officiating.topics.clock.lateness import (
    LENGTH,
    SCORES,
    read_score,
)
from barpoint.rulebook import ClockUse, param
from barpoint.rulebook.tariff import midway_reserve

_MINUTE: Final = 60_000
_ROWS: Final = {
    "usbgf": ("usbgf:3.4.4.4b", "usbgf:3.4.4.4d"),
    "bws": ("bws:3.5.6",),
    "guide": ("guide:5.10d",),
}


def _midway_clock(q: Inquiry, *, imposed: bool) -> tuple[BringClock, int]:
    """The clock for the rest of the match, set from the score."""
    length = q.need("length")
    score = read_score(q, length)
    rules = clock_of(q, length)
    away = (length - score[0], length - score[1])
    time = midway_reserve(q.book, away, rules.per_point or None, literal=event_policy(q).literal_midway)
    assert time is not None, "usbgf, bws and guide set clocks from the score"
    return BringClock(msgspec.structs.replace(rules, reserve=time), (time, time), imposed=imposed), time


def midway_readings(q: Inquiry) -> tuple[Reading, ...]:
    """Where the figures are not the book's own: what they are read from."""
    if q.book == "guide":
        return (reading("clock-3"),)
    if q.book == "bws" and not event_policy(q).literal_midway:
        rate = clock_of(q, q.need("length")).per_point / _MINUTE or param("bws:3.5.6", "minutes_per_point", int)
        length = q.need("length")
        white, black = read_score(q, length)
        letter = midway_reserve("bws", (length - white, length - black), literal=True)
        assert letter is not None, "bws sets clocks from the score"
        return (
            Reading(
                "clock-2",
                f"The book's formula has no factor; it is read at {rate:g} minutes a point (by its letter at 1, "
                f"which is {time_text(letter)} each).",
            ),
        )
    return ()


@incident(
    "clock_midway",
    "A clock is brought into a running match",
    words=("start using a clock", "clock in the middle of the match", "put them on a clock", "impose a clock"),
    questions=(
        Question("by", "By whose word?", FactType.CHOICE, ("both players", "the director")),
        LENGTH,
        *SCORES,
        Question("other_settings", "Does a player ask for other settings for a special reason?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": (
            "usbgf:3.4.4.4b", "usbgf:3.4.4.4d", "usbgf:2.3.1b", "usbgf:2.3.1e", "usbgf:3.5.1b", *TWO_DICE_ROWS["usbgf"],
        ),
        "bws": ("bws:3.5.6", "bws:3.5.1.1", "bws:3.5.1.5", "bws:3.3.3"),
        "guide": ("guide:5.10d", "guide:5.10c", "guide:5.10e"),
    },
)  # fmt: skip
def clock_midway(q: Inquiry) -> JudgeAnswer:
    """Each player has half the points both still need, at the event's minutes a point."""
    imposed = q.need("by") == "the director"
    clock, time = _midway_clock(q, imposed=imposed)
    extra = _WORD[imposed].get(q.book, ())
    notes: tuple[str | Reading, ...] = midway_readings(q)
    if not imposed and q.book == "usbgf":
        notes = ("Players agree on it between games; during one only the director brings a clock.", _THEY_BRING)
    if imposed and q.book == "usbgf":
        notes = _director_brings(q)
        if q.get("other_settings", False):
            notes = (*notes, "Other settings, for a disability for example, are the director's exception to make.")
        else:
            notes = (*notes, _SETTINGS)
    if rounding := whole_minutes(q.book, time):
        notes, extra = (*notes, rounding), ("usbgf:3.4.4.4c", *extra)
    return q.ruling(
        f"The rest is played with a clock. Each player has {time_text(time)} and "
        f"{time_text(clock.rules.delay)} a turn.",
        clauses=(*_ROWS[q.book], *extra, *_table_rows(q)),
        remedies=(clock, *_table_remedies(q)),
        appeal=appeal(q, "imposed_clock") if imposed else Appeal(False),
        notes=notes,
    )


def whole_minutes(book: str, time: int) -> str:
    """A fraction of a minute need not be set: usbgf lets it go up or down, the same for both."""
    if book != "usbgf" or not time % _MINUTE:
        return ""
    less = time - time % _MINUTE
    return (
        f"The fraction of a minute may be left out: {time_text(less)} or {time_text(less + _MINUTE)} each, "
        "the same for both (usbgf:3.4.4.4c)."
    )


_THEY_BRING: Final = "The players bring or borrow the clock (usbgf:3.4.4.1f)."


def _director_brings(q: Inquiry) -> tuple[str, ...]:
    """A clock that is imposed where none is required is the director's to provide: usbgf:3.4.4.1f."""
    required = q.profile.clock_use() is ClockUse.REQUIRED
    return (_THEY_BRING,) if required else ("The director provides the clock (usbgf:3.4.4.1f).",)


def _table_rows(q: Inquiry) -> tuple[str, ...]:
    """With any clock two dice are shared, where the book says so."""
    return TWO_DICE_ROWS.get(q.book, ())


def _table_remedies(q: Inquiry) -> tuple[Instruct, ...]:
    return (TWO_DICE,) if q.book in TWO_DICE_ROWS else ()


_WORD: Final[dict[bool, dict[str, tuple[str, ...]]]] = {  # by the director's word, or by both players'
    True: {"usbgf": ("usbgf:2.3.1b", "usbgf:2.3.1e"), "bws": ("bws:3.5.1.5",), "guide": ("guide:5.10c",)},
    False: {"usbgf": ("usbgf:3.5.1b",), "bws": ("bws:3.5.1.1",), "guide": ("guide:5.10e",)},
}


@incident(
    "slow_play",
    "A player plays too slowly",
    words=("slow", "too slow", "takes forever", "stalling", "slow play", "thinks too long"),
    questions=(
        Question("who", "Who is slow?", FactType.SIDE),
        Question("by", "Who complains?", FactType.CHOICE, ("the opponent", "the director")),
        LENGTH,
        *SCORES,
        EARLIER,
    ),
    clauses={
        "usbgf": (
            "usbgf:2.3.1a", "usbgf:2.3.1b", "usbgf:2.3.1c", "usbgf:2.3.1e", "usbgf:2.3.2", *_ROWS["usbgf"],
            *TWO_DICE_ROWS["usbgf"],
        ),
        "bws": ("bws:2.3.1a", "bws:2.3.1b", "bws:2.3.2", "bws:3.5.6", "bws:3.3.3"),
        "guide": ("guide:5.10c",),
    },
)  # fmt: skip
def slow_play(q: Inquiry) -> JudgeAnswer:
    """The director may put the rest on a clock; bws also warns, and gives points after a warning."""
    side, by_opponent = q.side("who"), q.need("by") == "the opponent"
    clock, time = _midway_clock(q, imposed=True)
    a_turn = f" and {time_text(clock.rules.delay)} a turn, Bronstein (bws:3.5.5)" if _bronstein(q, clock) else ""
    with_clock = Option(
        "clock", f"The rest is played with a clock, {time_text(time)} each{a_turn}.", (clock, *_table_remedies(q))
    )
    if q.book == "usbgf":
        preferred = q.profile.clock_use() in (ClockUse.PREFERRED, ClockUse.REQUIRED)
        advice = " In this event a request should generally be granted." if by_opponent and preferred else ""
        return q.discretion(
            f"The director may order the rest of the match to be played with a clock, {time_text(time)} each and "
            f"{time_text(clock.rules.delay)} a turn.{advice}",
            clauses=(
                *("usbgf:2.3.1a", "usbgf:2.3.1b", "usbgf:2.3.1c", "usbgf:2.3.1e"),
                *(("usbgf:2.3.2",) if by_opponent else ()),
                *_ROWS["usbgf"],
                *_table_rows(q),
            ),
            factors=("whether the pace is unreasonable", "earlier matches of the player", "the event's schedule"),
            usual=(with_clock,),
            appeal=appeal(q, "imposed_clock"),
            notes=(
                *("No reason need be given.", _SETTINGS, *_director_brings(q)),
                *filter(None, (whole_minutes(q.book, time),)),
            ),
        )
    if q.book == "guide":
        return q.discretion(
            f"The director may require a clock for the match, {time_text(time)} each. Of slow play the "
            "book says no more.",
            clauses=("guide:5.10c",),
            factors=("whether the pace is unreasonable",),
            usual=(with_clock,),
            appeal=appeal(q),
            notes=midway_readings(q),
        )
    warned = q.offence(side) > 1
    usual = [with_clock, Option("warning", f"{side_name(side)} is warned."), _OBSERVER]
    if warned:
        usual.append(Option("points", f"Penalty points against {side_name(side)}; the book fixes no number."))
    return q.discretion(
        "The director may have the rest played with a clock, or warn the player. "
        + ("After the earlier warning penalty points are possible." if warned else "Points need an earlier warning."),
        clauses=("bws:2.3.1a", "bws:2.3.1b", *(("bws:2.3.2",) if by_opponent else ()), *_ROWS["bws"], *_table_rows(q)),
        factors=("whether the pace is unreasonable", f"this is offence {q.offence(side)}"),
        usual=tuple(usual),
        forbidden=() if warned else ("penalty points without an earlier warning in this match",),
        appeal=appeal(q),
        notes=midway_readings(q),
    )


def _bronstein(q: Inquiry, clock: BringClock) -> bool:
    return q.book == "bws" and clock.rules.method is ClockMethod.BRONSTEIN


_SETTINGS: Final = (
    "That a clock is imposed cannot be appealed; a player may ask for other settings for special reasons, such as a "
    "disability (usbgf:2.3.1e)."
)
_OBSERVER: Final = Option(
    "observer", "Somebody watches the match.", (Instruct("Name an observer for the rest of the match."),)
)
