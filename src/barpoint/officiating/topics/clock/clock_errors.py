"""The clock: forgotten presses, wrong settings, wrong running and defective clocks.

What is given back comes from `rulebook.tariff`; the delay is the event's. Stops are `clock_stops`,
time that has run out is `expiry`, slow play and clocks brought in midway are `pace`.
"""

from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import (
    quantity,
    side_name,
    time_text,
)
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import BringClock, ChangeClock, Instruct, PlayOn, Remedy
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.event_clock import clock_of
from barpoint.officiating.topics.clock.lateness import (
    LENGTH,
    SCORES,
    read_score,
)
from barpoint.rulebook.tariff import correct_setting, forgotten_press_credit, midway_reserve, reserve_cost

_DAY: Final = 86_400_000
CLOCK_TIMES: Final = tuple(
    Question(f"time_{side.value}", f"What does {side_name(side)}'s clock show?", FactType.DURATION, most=_DAY)
    for side in Side
)


def told_times(q: Inquiry) -> bool:
    """Whether somebody has said what the clocks show; what they are set to is then named."""
    return q.given("time_white", "time_black", gains="with what the clocks show the new times are named.")


@incident(
    "forgotten_press",
    "A player forgot to press the clock",
    words=("forgot the clock", "forgot to press", "did not hit the clock", "clock not pressed", "my time kept running"),
    questions=(
        Question("who", "Who forgot to press?", FactType.SIDE),
        Question("turns", "How many turns were not ended on the clock?", FactType.COUNT, least=1, most=500),
        Question("per_turn", "What did each cost, if there is evidence?", FactType.DURATION, most=_DAY),
        Question("measured", "Is it known how much reserve ran off by it?", FactType.YES_NO),
        Question("lost", "How much reserve ran off by it, if that is known?", FactType.DURATION, most=_DAY),
        Question("knew", "Did the opponent see it and keep silent on purpose?", FactType.YES_NO),
        Question("disturbed", "Did something from outside make the player forget?", FactType.YES_NO),
        *CLOCK_TIMES,
        EARLIER,
    ),
    clauses={
        "ibf": ("ibf:8.5b", "ibf:8.5a"),
        "usbgf": (
            "usbgf:4.1.7.1d", "usbgf:4.1.7.1e", "usbgf:4.1.7.1g", "usbgf:4.1.7.1h", "usbgf:4.3.2-2", "usbgf:4.3.3e",
        ),
        "bws": ("bws:4.1.6.2a", "bws:4.1.6.2b", "bws:1.1"),
        "guide": ("guide:ethics-4",),
    },
)  # fmt: skip
def forgotten_press(q: Inquiry) -> JudgeAnswer:
    """What the reserve lost is given back under usbgf, nothing under ibf."""
    side = q.side("who")
    if q.book == "ibf":
        return q.ruling(
            f"A forgotten press costs {side_name(side)}'s own time, and nothing is given back. "
            "Only the opponent may remind a player of the clock.",
            clauses=("ibf:8.5b", "ibf:8.5a"),
            remedies=(PlayOn(),),
        )
    if q.book == "bws":
        return q.discretion(
            f"{side_name(side)}'s turn lasts until the clock is pressed, and every turn has to be ended "
            "so. What becomes "
            "of the time that ran meanwhile the book does not say; the director decides.",
            clauses=q.kind.clauses["bws"],
            factors=("how long it ran", *(_KEPT_SILENT if q.get("knew", False) else _WHETHER_SILENT)),
            usual=(Option("leave", "The times stay as they are", (PlayOn(),)), _time_back(q, side)),
            appeal=appeal(q),
        )
    if q.book == "guide":
        return _guide_forgotten(q, side)
    turns, delay = q.need("turns"), clock_of(q).delay
    told_times(q)
    known = _knows_loss(q)
    per_turn = None if known else q.get("per_turn", forgotten_press_credit(1, delay)) or None
    back = q.need("lost") if known else forgotten_press_credit(turns, delay, per_turn)
    knew = bool(q.get("knew", False))
    penalties = (Penalty(side.other, PenaltyStep.WARNING, q.offence(side.other), optional=True),) if knew else ()
    fault = f" {side_name(side.other)} kept silent on purpose and should be sanctioned." if knew else ""
    return q.ruling(
        f"{_lost_text(turns, back, known=known)}: {side_name(side)} gets {time_text(back)} back. "
        f"Both players answer for the clock.{fault}",
        clauses=(
            "usbgf:4.1.7.1d", "usbgf:4.1.7.1e", "usbgf:4.1.7.1g", "usbgf:4.1.7.1h",
            *(("usbgf:4.3.3e",) if knew else ()),
        ),
        remedies=(ChangeClock(side, back),),
        penalties=penalties,
        appeal=appeal(q),
        notes=(
            "Write down the times the clock shows before changing them (usbgf:4.3.2-2).",
            _PUT_OFF,
            *(() if known else ("The players may agree on the amount; seven seconds a turn is the guidance.",)),
        ),
    )  # fmt: skip


_WHETHER_SILENT: Final = ("whether the opponent saw it and kept silent",)
_KEPT_SILENT: Final = ("the opponent saw it and kept silent on purpose",)


def _time_back(q: Inquiry, side: Side) -> Option:
    """What ran off goes back to the player; the amount where anybody knows it."""
    unknown = q.facts.get("measured") is False and "lost" not in q.facts
    if unknown or not q.given("lost", gains="with what ran off the amount given back is named."):
        return Option("restore", f"{side_name(side)} gets the lost time back")
    told_times(q)
    lost = q.need("lost")
    return Option("restore", f"{side_name(side)} gets {time_text(lost)} back", (ChangeClock(side, lost),))


def _knows_loss(q: Inquiry) -> bool:
    """Whether anybody knows how much reserve ran off: asked, unless there is evidence of what a turn cost."""
    if "per_turn" in q.facts and "measured" not in q.facts:
        return q.given("lost", gains="what is known to have run off is given back in full.")
    if "lost" not in q.facts:
        return bool(q.need("measured"))
    if "measured" in q.facts and not q.need("measured"):
        raise q.wrong("lost", "it was said that nobody knows it")
    return True


def _lost_text(turns: int, back: int, *, known: bool) -> str:
    if known:
        return f"Reserve lost because a turn was not ended is restored in full, {time_text(back)}"
    return f"{quantity(turns, 'turn')} of {time_text(back // turns)} each are estimated to be lost"


def _guide_forgotten(q: Inquiry, side: Side) -> JudgeAnswer:
    disturbed = q.need("disturbed")
    usual = (_time_back(q, side), Option("leave", "The times stay as they are", (PlayOn(),))) if disturbed else ()
    return q.discretion(
        "The guide's clock rules are a document of their own. "
        "Nobody should profit from an accident that made the other forget the clock.",
        clauses=("guide:ethics-4",),
        factors=("whether something from outside caused it", "how much time was lost"),
        usual=usual,
        appeal=appeal(q),
    )


@incident(
    "wrong_setting",
    "The clock was set wrongly",
    words=("wrong delay", "wrong time on the clock", "clock set wrong", "ten seconds instead of twelve", "bad setting"),
    questions=(
        Question(
            "found", "When is it claimed?", FactType.CHOICE, ("during play", "after time ran out", "after the match")
        ),
        Question("what", "What was wrong?", FactType.CHOICE, ("reserve", "delay", "both")),
        Question(
            "set_to", "What was it set to: the reserve at the start, or the delay alone?", FactType.DURATION, most=_DAY
        ),
        Question("should_be", "What should it have been set to?", FactType.DURATION, most=_DAY),
        Question("delay_set_to", "What was the delay set to, if both were wrong?", FactType.DURATION, most=_DAY),
        Question(
            "delay_should_be", "What should the delay have been, if both were wrong?", FactType.DURATION, most=_DAY
        ),
        LENGTH,
        *CLOCK_TIMES,
        Question("online", "Is the match played online?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:8.6", "ibf:8.9", "ibf:8.10", "ibf:15.7"),
        "usbgf": ("usbgf:4.3.3a", "usbgf:4.3.3b", "usbgf:4.3.3d", "usbgf:4.3.4-5"),
        "bws": ("bws:3.5.5b", "bws:1.1"),
    },
)
def wrong_setting(q: Inquiry) -> JudgeAnswer:
    """Under usbgf the clock is set as if it had been right; ibf hears no claim once time is out."""
    if q.book == "bws":
        return _bws_setting(q)
    when = q.need("found")
    return _ibf_setting(q, when) if q.book == "ibf" else _usbgf_setting(q, when)


def _bws_setting(q: Inquiry) -> JudgeAnswer:
    """The settings are prescribed; how wrong ones are put right is not."""
    keys = ("set_to", "should_be", "time_white", "time_black")
    remedies: tuple[Remedy, ...] = (Instruct("Set the clock right."),)
    if q.get("what", "reserve") != "delay" and q.given(*keys, gains="with them the right times are named."):
        was, right = q.need("set_to"), q.need("should_be")
        shown = {side: q.need(f"time_{side.value}") for side in Side}
        remedies = tuple(ChangeClock(side, correct_setting(time, was, right) - time) for side, time in shown.items())
    return q.discretion(
        "The book prescribes 2 minutes a point and 12 seconds a turn. How a wrong setting is put right it does not "
        "say; the director finds a fair solution.",
        clauses=q.kind.clauses["bws"],
        factors=("how long it was played with", "whether somebody ran out of time by it"),
        usual=(
            Option("correct", "The clock is set as if it had been right from the start", remedies),
            Option("leave", "The times stay as they are", (PlayOn(),)),
        ),
        appeal=appeal(q),
    )


def _ibf_setting(q: Inquiry, when: str) -> JudgeAnswer:
    if when == "during play":
        return q.ruling(
            "Play stands still until the arbiter decides. The arbiter sets the right time control and lets it go on.",
            clauses=("ibf:8.6", "ibf:8.10"),
            remedies=(Instruct("Set the right time control; restart the clock only on the arbiter's word."),),
            notes=_as_if_right(q),
        )
    if when == "after time ran out":
        return q.ruling(
            "A claim about the clock must come before time is out. The loss stands.",
            clauses=("ibf:8.9",),
            notes=("Who has won, and which score is written down, is ruled on as time_expired (ibf:8.7b).",),
        )
    if q.need("online"):
        return q.ruling("The match is over and its result stands. The complaint is not heard.", clauses=("ibf:15.7",))
    return q.discretion(
        "For a match at a table that is over the book has no rule on this. The arbiter decides.",
        clauses=("ibf:8.9", "ibf:15.7"),
        factors=("online the result would stand",),
    )


def _as_if_right(q: Inquiry) -> tuple[str, ...]:
    """What the wrong setting has cost, where the settings are told; how it is made good the book leaves open."""
    kept = "The arbiter says how times that have run are adjusted (ibf:8.6)."
    if q.get("what", "reserve") == "delay":
        return (kept, *filter(None, (_delay_text(q).strip(),)))
    keys = ("set_to", "should_be", "time_white", "time_black")
    if q.get("what", "reserve") == "both":
        kept += _both_delays(q)
    if not q.given(*keys, gains="with it the times are named as if the setting had been right."):
        return (kept,)
    was, right = q.need("set_to"), q.need("should_be")
    white, black = (time_text(correct_setting(q.need(key), was, right)) for key in keys[2:])
    return (kept, f"Had it been right from the start, White would have {white} and Black {black}.")


def _usbgf_setting(q: Inquiry, when: str) -> JudgeAnswer:
    clauses: tuple[str, ...] = ("usbgf:4.3.3a", "usbgf:4.3.3b", "usbgf:4.3.3d")
    if when == "after the match":
        return q.discretion(
            "The match is over, and the book does not say what a wrong setting does to it. The director decides.",
            clauses=clauses,
            forbidden=("changing times that no longer matter",),
        )
    if when == "after time ran out":
        clauses = (*clauses, "usbgf:4.3.4-5")
    if q.need("what") == "delay":
        return q.discretion(
            f"The delay is set right from now on. What the wrong one cost is estimated and given back.{_delay_text(q)}",
            clauses=clauses,
            factors=("how many turns were played with it", "how many of them were longer than the delay"),
            usual=(Option("set", "Set the right delay and adjust both reserves by the estimate."),),
            appeal=appeal(q),
        )
    was, right = q.need("set_to"), _right_reserve(q)
    shown = (q.need("time_white"), q.need("time_black"))
    for key, time in zip(("time_white", "time_black"), shown, strict=True):
        if time > was:
            raise q.wrong(key, f"more than the {time_text(was)} it was set to")
    after = tuple(correct_setting(time, was, right) for time in shown)
    both = q.need("what") == "both"
    changes = tuple(ChangeClock(side, new - old) for side, new, old in zip(Side, after, shown, strict=True))
    return q.ruling(
        f"The clock is set as if it had been right from the start: White {time_text(after[0])}, Black "
        f"{time_text(after[1])}.{_both_delays(q) if both else ''}{_expiry_after(when, after)}",
        clauses=clauses,
        remedies=(*changes, Instruct("Set the clock right.")) if both else changes,
        appeal=appeal(q),
        notes=() if both else ("The delay is taken to have been right; if it was not, both were wrong.",),
    )


def _right_reserve(q: Inquiry) -> int:
    """The reserve that was due: as told, or by the event's clock for a match of the length told."""
    if "should_be" in q.facts or not q.given("length", gains="with the length the event's clock gives the reserve."):
        return int(q.need("should_be"))
    return int(q.get("should_be", clock_of(q, q.need("length")).reserve))


def _both_delays(q: Inquiry) -> str:
    """The delay that was wrong beside the reserve: set right, and what it cost estimated."""
    right = q.get("delay_should_be", clock_of(q).delay)
    text = f" The delay is {time_text(right)} from now on; what the wrong one cost is estimated and given back as well."
    if not q.given("delay_set_to", gains="with it the most a turn can have cost or gained is named."):
        return text
    return text + _off_by(q, "delay_set_to", q.need("delay_set_to"), right)


_PUT_OFF: Final = (
    "The players may agree to add it only if it is needed, noted on both sheets; the director need not enforce that "
    "(usbgf:4.3.2-3)."
)


def _expiry_after(when: str, times: tuple[int, ...]) -> str:
    """What becomes of an expiry once the clock is set right."""
    if when != "after time ran out":
        return ""
    if all(time > 0 for time in times):
        return " Nobody is out of time then: the expiry is gone, and the match goes on."
    return " Whoever is still out of time claims the game and match, or has lost: time_expired."


def _delay_text(q: Inquiry) -> str:
    """By how much at most a turn was off, where both delays are told."""
    if not q.given("set_to", gains="with the delay it had the most a turn can have cost or gained is named."):
        return ""
    return _off_by(q, "set_to", q.need("set_to"), q.get("should_be", clock_of(q).delay))


def _off_by(q: Inquiry, key: str, was: int, right: int) -> str:
    if was == right:
        raise q.wrong(key, "that is the right delay")
    return f" A turn was off by {time_text(abs(right - was))} at most: too {'little' if was < right else 'much'} time."


@incident(
    "clock_ran_wrongly",
    "The clock ran or stood when it should not",
    words=("clock running during break", "clock was not stopped", "wrong side running", "clock stood", "lost time"),
    questions=(
        Question("who", "Whose time?", FactType.SIDE),
        Question("what", "What happened?", FactType.CHOICE, ("it ran wrongly", "it stood wrongly")),
        Question("elapsed", "For how long, in real time and not in reserve?", FactType.DURATION, most=_DAY),
        Question("noted", "Had the players written the times down?", FactType.YES_NO),
        Question("noted_time", "What reserve was written down for that player?", FactType.DURATION, most=_DAY),
        Question("deliberate", "Did the opponent cause it or keep silent on purpose?", FactType.YES_NO),
        *CLOCK_TIMES,
        EARLIER,
    ),
    clauses={
        "usbgf": (
            "usbgf:4.3.2-1", "usbgf:4.3.2-2", "usbgf:4.3.3b", "usbgf:4.3.3c", "usbgf:4.3.3d", "usbgf:4.3.3e",
        ),
        "bws": ("bws:4.3.2.2a", "bws:4.3.2.2b"),
        "guide": ("guide:2.2.6g", "guide:ethics-4"),
    },
)  # fmt: skip
def clock_ran_wrongly(q: Inquiry) -> JudgeAnswer:
    """Lost reserve is given back; times written down before a break are set again."""
    side = q.side("who")
    if q.book != "usbgf":
        return _clock_from_notes(q)
    what = q.need("what")
    if q.given("noted", "noted_time", gains="with the time written down the reserve is set to it.") and q.need("noted"):
        return _reserve_as_noted(q, side)
    elapsed = q.need("elapsed")
    told_times(q)
    lost = reserve_cost(elapsed, clock_of(q).delay)
    knew = bool(q.get("deliberate", False))
    if what == "it stood wrongly":
        return q.discretion(
            f"{side_name(side)}'s time should have run for {time_text(elapsed)}. The reserve may be cut by "
            f"{time_text(lost)}." + (f" {side_name(side.other)} should be sanctioned." if knew else ""),
            clauses=("usbgf:4.3.3b", "usbgf:4.3.3c", *(("usbgf:4.3.3e",) if knew else ())),
            factors=("who mismanaged the clock", "what times there would be had nobody done so"),
            usual=(
                Option("cut", f"Take {time_text(lost)} off.", (ChangeClock(side, -lost),)),
                Option("leave", "Leave the times alone.", (PlayOn(),)),
            ),
            appeal=appeal(q),
        )
    return q.ruling(
        f"{side_name(side)}'s time ran wrongly for {time_text(elapsed)}; beyond the delay that is {time_text(lost)}, "
        "which is given back." + (f" {side_name(side.other)} should be sanctioned." if knew else ""),
        clauses=("usbgf:4.3.2-1", "usbgf:4.3.3b", "usbgf:4.3.3d", *(("usbgf:4.3.3e",) if knew else ())),
        remedies=(ChangeClock(side, lost),) if lost else (PlayOn(),),
        penalties=(Penalty(side.other, PenaltyStep.WARNING, q.offence(side.other), optional=True),) if knew else (),
        appeal=appeal(q),
        notes=("Write down the times the clock shows before changing them (usbgf:4.3.2-2).", _PUT_OFF, _DELAY_UNUSED),
    )


_DELAY_UNUSED: Final = (
    "A whole delay is assumed to have been unused when it began; if some had passed, more reserve was lost "
    "(usbgf:4.3.3)."
)


def _reserve_as_noted(q: Inquiry, side: Side) -> JudgeAnswer:
    """The state there would be without the error is known: the reserve goes back to what was written down."""
    noted, shown = q.need("noted_time"), f"time_{side.value}"
    knew = bool(q.get("deliberate", False))
    change = noted - q.need(shown) if q.given(shown, gains="with what the clock shows the change is named.") else None
    ran = q.need("what") == "it ran wrongly"
    if change is not None and (change < 0) is ran and change:
        raise q.wrong("noted_time", f"the clock shows {time_text(noted - change)}, which does not fit what happened")
    set_to = Instruct(f"Set {side_name(side)}'s reserve to {time_text(noted)}.")
    return q.ruling(
        f"{side_name(side)}'s reserve is set to the {time_text(noted)} that was written down."
        + (f" {side_name(side.other)} should be sanctioned." if knew else ""),
        clauses=("usbgf:4.3.2-1", "usbgf:4.3.3b", "usbgf:4.3.3d", *(("usbgf:4.3.3e",) if knew else ())),
        remedies=(ChangeClock(side, change),) if change else (set_to,),
        penalties=(Penalty(side.other, PenaltyStep.WARNING, q.offence(side.other), optional=True),) if knew else (),
        appeal=appeal(q),
        notes=(_PUT_OFF,),
    )


def _clock_from_notes(q: Inquiry) -> JudgeAnswer:
    if q.need("noted"):
        return q.ruling(
            "The clock is set to the times both players wrote down. Play goes on from there.",
            clauses=("bws:4.3.2.2a",) if q.book == "bws" else ("guide:2.2.6g",),
            remedies=(Instruct("Set the clock to the times on the score sheets."),),
        )
    return q.discretion(
        "The director sets the clock by best estimate.",
        clauses=("bws:4.3.2.2b",) if q.book == "bws" else ("guide:2.2.6g", "guide:ethics-4"),
        notes=(reading("people-8"),) if q.book == "bws" else (),
        factors=("what either player remembers", "how long the clock ran", "the times at the last known moment"),
        usual=_estimate(q),
        appeal=appeal(q),
    )


def _estimate(q: Inquiry) -> tuple[Option, ...]:
    """What the time in question comes to in reserve, beyond one delay."""
    if not q.given("elapsed", gains="with its length the change of the clock is named."):
        return ()
    told_times(q)
    side, ran = q.side("who"), q.need("what") == "it ran wrongly"
    change = reserve_cost(q.need("elapsed"), clock_of(q).delay)
    text = f"{time_text(change)} of {side_name(side)}'s reserve {'is given back' if ran else 'is taken off'}"
    return (
        Option("estimate", text, (ChangeClock(side, change if ran else -change),)),
        Option("leave", "The times stay as they are", (PlayOn(),)),
    )


_REPLACED: Final = ("The times may be appealed; that another clock is used may not (usbgf:3.5.1a).",)


@incident(
    "defective_clock",
    "The clock does not work",
    words=("clock broken", "clock died", "battery", "faulty clock", "defective", "replace the clock"),
    questions=(
        Question("established", "Can each player's time be established?", FactType.YES_NO),
        *CLOCK_TIMES,
        LENGTH,
        *SCORES,
        Question("expired", "Had a player's time run out before anybody spoke of it?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": ("usbgf:3.5.2b", "usbgf:3.5.2c", "usbgf:3.4.4.4d"),
        "bws": ("bws:3.7.2a", "bws:3.7.2b"),
        "ibf": ("ibf:8.6", "ibf:8.9"),
    },
)
def defective_clock(q: Inquiry) -> JudgeAnswer:
    """It is replaced at once, with each player's own time if that can be found."""
    first = {"usbgf": ("usbgf:3.5.2b", "usbgf:3.5.2c"), "ibf": ("ibf:8.6",)}.get(q.book, q.kind.clauses[q.book])
    if q.book == "ibf" and q.get("expired", default=False):
        return q.ruling(
            "A claim about the clock must come before time is out. The loss on time stands.",
            clauses=("ibf:8.9", "ibf:8.6"),
            remedies=(Instruct("Rule on the expiry: time_expired."),),
        )
    if q.need("established"):
        times = (q.need("time_white"), q.need("time_black"))
        return q.ruling(
            f"The clock is replaced at once. White has {time_text(times[0])}, Black {time_text(times[1])}.",
            clauses=first,
            remedies=(BringClock(clock_of(q), times),),
            appeal=appeal(q),
            notes=_REPLACED if q.book == "usbgf" else (),
        )
    if q.book in ("bws", "ibf"):
        return q.discretion(
            "The clock is replaced at once. The director sets the times by best estimate."
            if q.book == "bws"
            else "The arbiter replaces the clock and adjusts the times. How they are found the book does not say.",
            clauses=first,
            factors=("the last times anybody saw", "the games played since"),
            appeal=appeal(q),
        )
    length = q.need("length")
    score = read_score(q, length)
    rules = clock_of(q, length)
    time = midway_reserve("usbgf", (length - score[0], length - score[1]), rules.per_point or None)
    assert time is not None, "usbgf sets clocks from the score"
    return q.ruling(
        f"The clock is replaced at once. Nobody knows the times, so each player has {time_text(time)} by the score.",
        clauses=(*first, "usbgf:3.4.4.4d"),
        remedies=(BringClock(rules, (time, time)),),
        appeal=appeal(q),
        notes=_REPLACED,
    )
