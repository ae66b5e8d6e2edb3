"""Whether a match has a timed clock: required, preferred, if agreed; before the match, during it, and for one player.

The event says which (`Profile.clock_use`); settings are the event's own, with the minute in trust where it has one.
Clocks brought in for slow play are `pace`.
"""

from typing import Final

import msgspec

from barpoint.board import Side
from barpoint.match.format import ClockRules
from barpoint.officiating.answer import JudgeAnswer, Reading
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import settings_text, side_name, time_text
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import BringClock, Instruct, PlayOn, Remedy
from barpoint.officiating.topics.appeal_rights import appeal, event_policy
from barpoint.officiating.topics.clock.event_clock import TWO_DICE, clock_of
from barpoint.officiating.topics.clock.lateness import LENGTH, SCORES, read_score
from barpoint.officiating.topics.clock.pace import midway_readings, whole_minutes
from barpoint.rulebook import ClockUse
from barpoint.rulebook.tariff import hold_in_trust, midway_reserve

_ROWS: Final[dict[str, dict[ClockUse, tuple[str, ...]]]] = {
    "usbgf": {
        ClockUse.REQUIRED: ("usbgf:3.4.4.1b", "usbgf:1.7.1.1"),
        ClockUse.PREFERRED: ("usbgf:3.4.4.1a", "usbgf:1.7.1.2a"),
        ClockUse.IF_AGREED: ("usbgf:3.4.4.1c", "usbgf:1.7.1.4a"),
    },
    "bws": {
        ClockUse.REQUIRED: ("bws:3.5.1.3",),
        ClockUse.PREFERRED: ("bws:3.5.1.2",),
        ClockUse.IF_AGREED: ("bws:3.5.1.1",),
    },
    "guide": {
        ClockUse.REQUIRED: ("guide:5.10a",),
        ClockUse.PREFERRED: ("guide:5.10a",),
        ClockUse.IF_AGREED: ("guide:5.10a", "guide:5.10b"),
    },
}
_USE: Final = {
    ClockUse.REQUIRED: "In this event every match has a clock.",
    ClockUse.PREFERRED: "In this event either player may insist on a clock.",
    ClockUse.IF_AGREED: "In this event a clock needs both players.",
    ClockUse.NONE: "In this event there are no clocks.",
}


@incident(
    "clock_wanted",
    "Is the match played with a timed clock?",
    words=("wants to play with a clock", "refuses the clock", "insists on a clock", "who has to bring the clock",
           "clock preferred", "clock optional"),
    questions=(
        Question("wanted_by", "Who wants a timed clock?", FactType.CHOICE, ("white", "black", "both", "neither")),
        Question("when", "When?", FactType.CHOICE, ("before the match", "between games", "during a game")),
        LENGTH,
        *SCORES,
        Question("reserved", "Had they agreed that either may demand the clock later?", FactType.YES_NO),
        Question("transcribes", "Does the player who wants it write the whole match down?", FactType.YES_NO),
        Question("available", "Is there a clock?", FactType.YES_NO),
        Question(
            "announced",
            "What has the event announced about clocks?",
            FactType.CHOICE,
            tuple(use.value for use in _USE),
        ),
    ),
    clauses={
        "usbgf": (
            "usbgf:3.4.4", "usbgf:3.4.4.1a", "usbgf:3.4.4.1b", "usbgf:3.4.4.1c", "usbgf:3.4.4.1f", "usbgf:1.7.1.1",
            "usbgf:1.7.1.2a", "usbgf:1.7.1.2b", "usbgf:1.7.1.4a", "usbgf:1.7.1b", "usbgf:1.8.2.2b", "usbgf:3.2.2a",
            "usbgf:3.2.2e", "usbgf:3.4.4.3e",
        ),
        "bws": ("bws:3.5.1.1", "bws:3.5.1.2", "bws:3.5.1.3", "bws:3.5.5b", "bws:3.5.5c", "bws:3.5.6", "bws:3.3.3"),
        "guide": ("guide:5.10a", "guide:5.10b", "guide:5.10d"),
        "ibf": ("ibf:8.1a", "ibf:8.1b"),
    },
)  # fmt: skip
def clock_wanted(q: Inquiry) -> JudgeAnswer:
    """Required, on one player's word, or only if both agree; later only as the book lets a choice be changed."""
    if q.book == "ibf":
        return _with_clock(q, ("ibf:8.1a", "ibf:8.1b"), "Every match is played with the clock the regulations set.")
    use = ClockUse(q.get("announced", default=q.profile.clock_use().value))
    wish, when = q.need("wanted_by"), q.need("when")
    rows = _ROWS[q.book].get(use, ())
    if use is ClockUse.REQUIRED:
        return _with_clock(q, rows, f"{_USE[use]} Nobody may decline it.")
    if wish == "neither":
        return _without(q, rows, f"{_USE[use]} Nobody wants one, so there is none.")
    if when != "before the match":
        return _later(q, use, wish, when, rows)
    if wish == "both" or use is ClockUse.PREFERRED:
        who = "Both want it." if wish == "both" else f"{_named(wish)} does, and that is enough."
        return _with_clock(q, rows, f"{_USE[use]} {who}")
    if q.book == "usbgf" and q.need("transcribes"):
        return _one_sided(q, wish)
    return _without(q, rows, f"{_USE[use]} {_named(wish)} alone wants it, so there is none.")


def _named(wish: str) -> str:
    return wish.capitalize()


def _later(q: Inquiry, use: ClockUse, wish: str, when: str, rows: tuple[str, ...]) -> JudgeAnswer:
    """The choice made before the match holds, unless both agree between games or it was made on condition."""
    if use is ClockUse.PREFERRED and q.book == "usbgf" and wish != "both" and q.need("reserved"):
        return _with_clock(
            q,
            (*rows, "usbgf:1.7.1.2b"),
            f"The clock was left out on the condition that either may demand it later, and {_named(wish)} does.",
        )
    fixed = {"usbgf": ("usbgf:1.7.1b", "usbgf:3.5.1b"), "bws": ("bws:3.7.1",), "guide": ("guide:3.4a",)}[q.book]
    if wish == "both" and (when == "between games" or q.book == "bws"):
        return _with_clock(q, (*rows, *fixed[:1]), "Both agree to bring a clock in now.")
    why = "it may be changed between games only." if wish == "both" else "one player alone cannot change it."
    notes = (reading("clock-10"),) if q.book == "guide" and wish == "both" else ()
    return _without(
        q, (*rows, *fixed), f"The choice was made before the match, and {why} The director may impose a clock.", notes
    )


def _one_sided(q: Inquiry, wish: str) -> JudgeAnswer:
    """Whoever writes the match down needs a clock; if the opponent declines, only the writer is timed."""
    writer = Side(wish)
    rules = msgspec.structs.replace(_settings(q), untimed=(writer.other,))
    set_to, trust = hold_in_trust(rules.reserve, rules.trust)
    in_trust = f", {time_text(trust)} of it in trust and {time_text(set_to)} on the clock," if trust else ""
    return q.ruling(
        f"The opponent may decline a clock here, but {_named(wish)} writes the match down and needs one. It is used "
        f"so that {_named(wish)} alone is timed, {time_text(rules.reserve)}{in_trust} and {time_text(rules.delay)} "
        f"a turn; {side_name(writer.other)} is untimed.",
        clauses=("usbgf:1.8.2.2b", "usbgf:3.4.4.1c", *_USBGF_TABLE, *(("usbgf:3.4.4.3e",) if trust else ())),
        remedies=(BringClock(rules), Instruct("Both note who is timed and who is not on the score sheet."), TWO_DICE),
        appeal=appeal(q),
        notes=(_PLAYERS_BRING,),
    )


_USBGF_TABLE: Final = ("usbgf:3.2.2a", "usbgf:3.2.2e", "usbgf:3.4.4.1f")  # two dice, and who brings the clock
_PLAYERS_BRING: Final = "The players bring a clock or borrow one; only one that is imposed is the director's to bring."


def _settings(q: Inquiry) -> ClockRules:
    """The event's clock for this match: from the start, or from the score when it is brought in later."""
    length = q.need("length")
    rules = clock_of(q, length)
    if q.book == "ibf" or q.need("when") == "before the match":
        return rules
    white, black = read_score(q, length)
    away, literal = (length - white, length - black), event_policy(q).literal_midway
    reserve = midway_reserve(q.book, away, rules.per_point or None, literal=literal)
    return rules if reserve is None else msgspec.structs.replace(rules, reserve=reserve)


def _with_clock(q: Inquiry, rows: tuple[str, ...], why: str) -> JudgeAnswer:
    rules = _settings(q)
    remedies: tuple[Remedy, ...] = (BringClock(rules),)
    later = q.book != "ibf" and q.need("when") != "before the match"
    notes: tuple[str | Reading, ...] = midway_readings(q) if later else ()
    if q.book == "usbgf":
        rows, remedies = (*rows, "usbgf:3.4.4", *_USBGF_TABLE), (*remedies, TWO_DICE)
        notes = (_PLAYERS_BRING, *filter(None, (whole_minutes(q.book, rules.reserve),)))
    elif q.book == "bws":
        time = "bws:3.5.6" if later else "bws:3.5.5b"
        rows, remedies = (*rows, time, "bws:3.5.5c", "bws:3.3.3"), (*remedies, TWO_DICE)
    elif q.book == "guide" and later:
        notes = (*notes, reading("clock-10"))
    if not q.get("available", default=True) and q.book != "ibf":
        notes = (*notes, "There is none at hand: whoever needs it arranges for one before the match starts.")
    return q.ruling(
        f"{why} {settings_text(rules)}",
        clauses=rows,
        remedies=remedies,
        appeal=appeal(q),
        notes=notes,
    )


def _without(q: Inquiry, rows: tuple[str, ...], why: str, notes: tuple[Reading, ...] = ()) -> JudgeAnswer:
    untimed = (_UNTIMED,) if q.book == "usbgf" and q.need("when") == "before the match" else ()
    return q.ruling(why, clauses=rows, remedies=(PlayOn(),), appeal=appeal(q), notes=(*notes, *untimed))


_UNTIMED: Final = (
    "Two dice are shared unless both agree on four; with two an untimed clock ends the turns where there is one, "
    "unless both agree to tap the bar instead (usbgf:3.2.2b, usbgf:4.1.7.2a)."
)
