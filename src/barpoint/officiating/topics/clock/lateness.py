"""Late starts: when a match is due, and what lateness costs.

The sums are `rulebook.tariff`; here the facts are put in order and the result is said. Delay that has already
been charged is a fact (`charged_white`): only what is new is given. Breaks are `breaks`,
absences without a match are `playing_area`.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match.format import (
    CubeRules,
    Enforcement,
    Length,
)
from barpoint.officiating.answer import (
    Consequences,
    Discretion,
    JudgeAnswer,
    Option,
    Penalty,
    PenaltyStep,
    Reading,
    Threshold,
)
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident, rule_under
from barpoint.officiating.phrases import (
    quantity,
    side_name,
    time_of_day,
    time_text,
)
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import GivePoints, Instruct, LoseMatch, PlayOn, Remedy
from barpoint.officiating.topics.appeal_rights import appeal, event_policy
from barpoint.officiating.topics.clock.event_clock import clock_of
from barpoint.rulebook import param
from barpoint.rulebook.tariff import (
    Assessment,
    Delay,
    StrictPolicy,
    assess,
    award_penalty,
    due_start,
    lateness_schedule,
    midway_reserve,
)

LONGEST: Final = 99
LENGTH: Final = Question("length", "To how many points is the match posted?", FactType.COUNT, least=1, most=LONGEST)
SCORES: Final = tuple(
    Question(f"score_{side.value}", f"{side_name(side)}'s score", FactType.COUNT, most=LONGEST) for side in Side
)
CUBE: Final = Question("cube", "At which value does the cube stand?", FactType.COUNT, least=1, most=1024)
CRAWFORD_DONE: Final = Question("crawford_done", "Has the Crawford game been played?", FactType.YES_NO)
_DAY: Final = 86_400_000


class Charge(msgspec.Struct, frozen=True):
    """What one player's delay comes to now: points not given before, or the match."""

    side: Side
    delay: Delay
    assessment: Assessment = msgspec.field(name="found")
    new: int


def read_score(q: Inquiry, length: int) -> tuple[int, int]:
    """The score; one that has ended the match is wrong."""
    white, black = q.need("score_white"), q.need("score_black")
    return checked_score(q, length, white, black)


def read_stake(q: Inquiry) -> int:
    """The cube of a game that is given to somebody, and with it the length and the score."""
    length, cube = q.need("length"), q.need("cube")
    if cube & (cube - 1):
        raise q.wrong("cube", f"no cube stands at {cube}; the levels are 1, 2, 4, 8 and so on")
    read_score(q, length)
    return int(cube)


def checked_score(q: Inquiry, length: int, white: int, black: int) -> tuple[int, int]:
    """The score, if it has not ended the match."""
    for key, points in (("score_white", white), ("score_black", black)):
        if points >= length:
            raise q.wrong(key, f"a match to {length} is over at {points}")
    return white, black


def charge_for(
    q: Inquiry, side: Side, delay: Delay, charged: int, length: int, *, strict: bool = False
) -> Charge | None:
    """What a side owes for `delay` if `charged` of it was charged before; None where the book has no scale."""
    assessment = assess(delay, length, q.book, event_policy(q).late_policy if strict else None)
    before = assess(Delay(start=charged), length, q.book)
    if assessment is None or before is None:
        return None
    return Charge(side, delay, assessment, max(0, assessment.points - before.points))


_POINTS_READING: Final = reading("time-1")
GUIDE_SCALE: Final = reading("time-6a")


def after_points(
    q: Inquiry, charges: tuple[Charge, ...], length: int, score: tuple[int, int]
) -> tuple[str | Reading, ...]:
    """What the points do to the score, the Crawford game and, under bws, the clocks."""
    notes: list[str | Reading] = [_POINTS_READING]
    won = False
    for charge in charges:
        if charge.new and not won:
            done = award_penalty(q.book, score, charge.side, charge.new, Length(points=length), cube_rules(q, length))
            if done is not None:
                score, won = done.score, done.winner is not None
    notes.insert(0, f"The score is then {score[0]}-{score[1]} (White first). Points go on between games.")
    if won:
        notes.append("That decides the match.")
    elif q.book == "bws":
        away, rate = (length - score[0], length - score[1]), clock_of(q, length).per_point or None
        time = midway_reserve("bws", away, rate, literal=event_policy(q).literal_midway)
        assert time is not None, "bws sets clocks from the score"
        notes.append(f"If a clock is used it is set anew from the score: {time_text(time)} each (bws:2.2.4e).")
        if not event_policy(q).literal_midway:
            notes.append(reading("clock-2"))
            letter = midway_reserve("bws", away, literal=True)
            if letter is not None and not q.profile.options.reserve_per_point:
                notes.append(f"By the letter of its formula it would be {time_text(letter)} each (bws:3.5.6).")
    else:
        notes.append("Clock times stay as they are.")
    return tuple(notes)


def delay_figures(
    q: Inquiry,
    charges: tuple[Charge, ...],
    until: Mapping[Side, int],
    length: int,
    *,
    strict: bool = False,
    back: Collection[Side] = (),
) -> Consequences:
    """Each player's delay and points in all, and every threshold with the time of day: those reached, and the next.

    `until` is the moment from which whoever is still away delays the match further; for players who are `back` no
    time is named that can only come if they were not.
    """
    delay: dict[Side, int] = {charge.side: charge.delay.total for charge in charges}
    points: dict[Side, int] = {charge.side: charge.assessment.points for charge in charges}
    policy = event_policy(q).late_policy if strict else None
    return Consequences(
        delay=(delay.get(Side.WHITE), delay.get(Side.BLACK)),
        delay_points=(points.get(Side.WHITE), points.get(Side.BLACK)),
        thresholds=tuple(
            replace(step, at=None) if charge.side in back and not step.reached else step
            for charge in charges
            for step in _thresholds(q.book, charge, until[charge.side], length, policy)
        ),
    )


def _thresholds(book: str, charge: Charge, until: int, length: int, policy: StrictPolicy | None) -> Iterator[Threshold]:
    """Under a stricter policy of the event what it takes first: the book's step, or the policy's (usbgf:2.2.4j)."""
    scale = lateness_schedule(book)
    if scale is None:
        return
    total, steps = charge.delay.total, policy.steps if policy is not None else ()
    before = total - charge.delay.start
    first, last = charge.assessment.points - charge.new + 1, charge.assessment.points + 1
    lost = int(Fraction(scale.forfeit_above) * length) + 1
    due = {
        number: min(scale.due(number), *(before + late for late, points in steps if points >= number), scale.due(lost))
        for number in (*range(max(1, first), min(last, lost) + 1), lost)
    }
    if policy is not None and policy.forfeit_later_than is not None:
        due[lost] = min(due[lost], before + policy.forfeit_later_than)
    for number, delay in due.items():
        reached = charge.assessment.forfeit if number == lost else number <= charge.assessment.points
        what = "forfeit" if number == lost else "point"
        yield Threshold(charge.side, what, delay, until - total + delay, number, reached)


def cube_rules(q: Inquiry, length: int) -> CubeRules:
    """The cube of a match to so many points, with or without a clock: some events are not played without one."""
    for clocked in (False, True):
        match_format = q.profile.match_format(Enforcement.RECORDED, length=length, clocked=clocked)
        if not isinstance(match_format, Refusal):
            return match_format.cube
    return CubeRules()


def consequences(charges: tuple[Charge, ...]) -> tuple[tuple[Remedy, ...], tuple[Penalty, ...]]:
    """The remedies and penalties of what each player owes."""
    lost = [charge.side for charge in charges if charge.assessment.forfeit]
    penalties = tuple(_penalty(charge) for charge in charges if charge.new or charge.assessment.forfeit)
    if len(lost) == len(Side):
        return (Instruct("Both players forfeit: enter the match as lost by both."),), penalties
    if lost:
        return (LoseMatch(lost[0]),), penalties
    points = tuple(GivePoints(charge.side.other, charge.new) for charge in charges if charge.new)
    return points or (PlayOn(),), penalties


def _penalty(charge: Charge) -> Penalty:
    if charge.assessment.forfeit:
        return Penalty(charge.side, PenaltyStep.MATCH, points=charge.new)
    return Penalty(charge.side, PenaltyStep.POINTS, points=charge.new, optional=charge.assessment.confirm)


def charge_text(charge: Charge) -> str:
    """What is said of one player's delay."""
    whole = "" if "bws:2.2.4a" in charge.assessment.clauses else " in all"
    start = f"{side_name(charge.side)} has delayed the match by {time_text(charge.delay.total)}{whole}"
    if charge.assessment.forfeit:
        return f"{start} and forfeits it."
    if charge.new:
        return f"{start}: {quantity(charge.new, 'penalty point')}."
    if charge.assessment.next_point_at is None:
        return f"{start}: no penalty."
    return f"{start}: no new penalty point; the next falls at {time_text(charge.assessment.next_point_at)}."


@incident(
    "late_start",
    "A player is late to start or to resume",
    words=("late", "not here", "no show", "did not turn up", "overslept", "late back after lunch", "forfeit on time"),
    questions=(
        Question("who", "Who was late?", FactType.CHOICE, ("white", "black", "both")),
        LENGTH,
        Question("due", "When was the match due to start or resume?", FactType.MOMENT),
        Question("ready_white", "When was White ready, or what time is it if White is still away?", FactType.MOMENT),
        Question("ready_black", "When was Black ready, or what time is it if Black is still away?", FactType.MOMENT),
        Question("resuming", "Was it a match resumed after a recess?", FactType.YES_NO),
        Question("charged_white", "How much delay has White caused before?", FactType.DURATION, most=_DAY),
        Question("charged_black", "How much delay has Black caused before?", FactType.DURATION, most=_DAY),
        *SCORES,
        Question("posted", "Were start and stricter policy both posted beforehand?", FactType.YES_NO),
        Question("announced", "Was the stricter policy announced beforehand?", FactType.YES_NO),
        Question("told", "Did the player tell the director beforehand?", FactType.YES_NO),
        Question("waived", "Does the opponent say it does not matter?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": (
            "usbgf:2.2.4a", "usbgf:2.2.4b", "usbgf:2.2.4c", "usbgf:2.2.4d", "usbgf:2.2.4e", "usbgf:2.2.4f",
            "usbgf:2.2.4g", "usbgf:2.2.4h", "usbgf:2.2.4j", "usbgf:2.2.4k", "usbgf:2.2.4m", "usbgf:2.2.1i",
            "usbgf:2.2.5b", "usbgf:2.2.5e",
        ),
        "bws": ("bws:2.2.1", "bws:2.2.4a", "bws:2.2.4b", "bws:2.2.4c", "bws:2.2.4f", "bws:2.2.4g"),
        "guide": ("guide:2.2.5a", "guide:2.2.5d", "guide:2.2.6d"),
        "ibf": ("ibf:17.1g", "ibf:17.2"),
    },
)  # fmt: skip
def late_start(q: Inquiry) -> JudgeAnswer:
    """Points for each late player by the scale of the book, or the match."""
    who, length, due = q.need("who"), q.need("length"), q.need("due")
    if _stricter_elsewhere(q):
        return _stricter(q, who, due)
    strict = _strict(q)
    charges = tuple(
        charge
        for side in Side
        if who in (side.value, "both") and (charge := _late(q, side, due, length, strict=strict))
    )
    remedies, penalties = consequences(charges)
    clauses = dict.fromkeys(row for charge in charges for row in charge.assessment.clauses)
    if any(charge.new for charge in charges) and q.book == "usbgf":
        clauses["usbgf:2.2.4m"] = None
    if who == "both":
        clauses |= dict.fromkeys({"usbgf": ("usbgf:2.2.4f",), "bws": ("bws:2.2.4g",)}.get(q.book, ()))
    lost = any(charge.assessment.forfeit for charge in charges)
    notes: list[str | Reading] = []
    if any(charge.new for charge in charges) and not lost:
        notes += after_points(q, charges, length, _score_so_far(q, length))
    for fact, (rows, note) in _ASIDES.items():
        if q.get(fact, False) and (row := rows.get(q.book)):
            clauses[row] = None
            notes.append(note)
    if q.book == "guide":
        notes.append(GUIDE_SCALE)
    if who == "both" and q.book != "guide":
        notes.append(reading("time-5"))
    until = {charge.side: due + charge.delay.total - earlier_delay(q, charge.side) for charge in charges}
    back = tuple(side for side, ready in until.items() if ready < max(until.values()))  # the other came later
    say = " ".join(charge_text(charge) for charge in charges)
    if q.book == "guide" and any(charge.delay.total for charge in charges):
        figures = delay_figures(q, charges, until, length, back=back)
        return points_open(q, say, tuple(clauses), charges, tuple(notes), figures)
    return q.ruling(
        say,
        clauses=tuple(clauses),
        remedies=remedies,
        penalties=penalties,
        appeal=appeal(q),
        notes=tuple(notes),
        then=delay_figures(q, charges, until, length, strict=strict, back=back),
    )


def points_open(
    q: Inquiry,
    say: str,
    clauses: tuple[str, ...],
    charges: tuple[Charge, ...],
    notes: tuple[str | Reading, ...],
    then: Consequences,
) -> Discretion:
    """The guide asks for points and names no number: the director's, with the scale of another book to go by."""
    remedies, penalties = consequences(charges)
    point = Option(
        "point",
        "A penalty point.",
        penalties=tuple(Penalty(charge.side, PenaltyStep.POINTS, points=1) for charge in charges),
    )
    by_scale = Option("scale", "As many as on the scale of usbgf.", remedies, penalties)
    return q.discretion(
        "Penalty points are due, and how many the director decides; this book has no scale. By the one of usbgf: "
        f"{say}",
        clauses=clauses,
        factors=("how late", "earlier delay in this match", "the event's posted rules"),
        usual=(by_scale, point) if penalties else (point,),
        forbidden=("leaving the points out because the opponent does not mind (guide:2.2.5d)",),
        appeal=appeal(q),
        notes=notes,
        then=then,
    )


def _score_so_far(q: Inquiry, length: int) -> tuple[int, int]:
    """The score when a match is resumed; one that begins stands at 0-0 unless somebody says otherwise."""
    if q.get("resuming", False):
        return read_score(q, length)
    return checked_score(q, length, q.get("score_white", 0), q.get("score_black", 0))


def _late_text(q: Inquiry, side: Side) -> str:
    """By how much a player was late, where both moments are told."""
    key = f"ready_{side.value}"
    if not q.given("due", key, gains="with both moments the lateness is told."):
        return f"{side_name(side)} came late"
    late = q.moment_after(key, q.need("due")) - q.need("due")
    if late < 0:
        raise q.wrong(key, f"{side_name(side)} was ready before the match was due")
    return f"{side_name(side)} came {time_text(late)} late"


@rule_under("late_start", "ibf")
def _ibf_late(q: Inquiry) -> JudgeAnswer:
    """Ibf has no scale of its own; lateness breaks the regulations, and the arbiter chooses a sanction."""
    from barpoint.officiating.topics.conduct.sanctions import SANCTIONS, ibf_sanctions

    who = q.need("who")
    sides = tuple(Side) if who == "both" else (Side(who),)
    return q.discretion(
        f"{' and '.join(_late_text(q, side) for side in sides)}. This book does not cover lateness and has no scale "
        "for it: the arbiter chooses one of its general sanctions.",
        clauses=("ibf:17.1g", "ibf:17.2"),
        factors=("how late", "what the regulations of the event say", "earlier lateness"),
        usual=ibf_sanctions(sides[0]) if len(sides) == 1 else SANCTIONS["ibf"],
        forbidden=("exclusion by anybody but the Chief Arbiter",),
        notes=(reading("ruling-9"),),
        compared=True,
    )


_ASIDES: Final = {
    "told": (
        {"usbgf": "usbgf:2.2.4g"},
        "Word beforehand changes nothing unless the director has posted a later time.",
    ),
    "waived": (
        {"usbgf": "usbgf:2.2.4e", "guide": "guide:2.2.5d"},
        "The opponent cannot waive the penalty.",
    ),
}


def _strict(q: Inquiry) -> bool:
    """Whether the event's stricter policy is in force: posted and announced beforehand (usbgf:2.2.4j)."""
    if event_policy(q).late_policy is None or q.get("resuming", False):
        return False
    return bool(q.need("posted") and q.need("announced"))


def _stricter_elsewhere(q: Inquiry) -> bool:
    """Whether a stricter policy is said to be posted and announced that the event's options do not have."""
    if q.book != "usbgf" or event_policy(q).late_policy is not None or not q.given("posted", "announced"):
        return False
    return bool(q.need("posted") and q.need("announced") and not q.get("resuming", default=False))


def _stricter(q: Inquiry, who: str, due: int) -> JudgeAnswer:
    """Free within the minutes the book guarantees; after them as posted, which the director knows (usbgf:2.2.4k)."""
    grace = param("usbgf:2.2.4k", "grace_min", int) * 60_000
    late = {side: q.moment_after(f"ready_{side.value}", due) - due for side in Side if who in (side.value, "both")}
    for side, time in late.items():
        if time < 0:
            raise q.wrong(f"ready_{side.value}", f"{side_name(side)} was ready before the match was due")
    beyond = [side for side, time in late.items() if time > grace]
    times = " ".join(f"{side_name(side)} was {time_text(time)} late." for side, time in late.items())
    if not beyond:
        return q.ruling(
            f"{times} Whatever policy was posted, whoever is ready within {time_text(grace)} is not penalised.",
            clauses=("usbgf:2.2.4j", "usbgf:2.2.4k"),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    return q.discretion(
        f"{times} The stricter policy that was posted and announced applies beyond {time_text(grace)}; the event's "
        "options do not say what it is, so the director applies it.",
        clauses=("usbgf:2.2.4j", "usbgf:2.2.4k"),
        factors=("what was posted and announced", "how late"),
        usual=tuple(
            option
            for side in beyond
            for option in (
                Option(f"points_{side.value}", f"Penalty points against {side_name(side)} as posted"),
                Option(f"match_{side.value}", f"{side_name(side)} forfeits the match", (LoseMatch(side),)),
            )
        ),
        forbidden=(f"a penalty for whoever was ready within {time_text(grace)}",),
        appeal=appeal(q),
    )


def _late(q: Inquiry, side: Side, due: int, length: int, *, strict: bool) -> Charge | None:
    key = f"ready_{side.value}"
    late = q.moment_after(key, due) - due
    if late < 0:
        raise q.wrong(key, f"{side_name(side)} was ready before the match was due")
    charged = earlier_delay(q, side)
    delay = Delay(start=charged, resume=late) if q.get("resuming", False) else Delay(start=late, breaks=charged)
    return charge_for(q, side, delay, charged, length, strict=strict)


def earlier_delay(q: Inquiry, side: Side, *, asked: bool = False) -> int:
    """What the player has delayed the match before; bws counts every start and break by itself (bws:2.2.4f)."""
    key = f"charged_{side.value}"
    if q.book == "bws":
        return 0
    return int(q.need(key) if asked or q.get("resuming", False) else q.get(key, 0))


@incident(
    "start_time",
    "When is a match due?",
    words=("when do we start", "start time", "next round", "ten minutes", "resume after dinner", "posted time"),
    questions=(
        Question(
            "basis",
            "What was posted?",
            FactType.CHOICE,
            ("a time for this match", "a time for the round", "the end of a recess", "nothing"),
        ),
        Question("time", "What time was posted?", FactType.MOMENT),
        Question("published", "Was another start time for it published before?", FactType.YES_NO),
        Question("completed_white", "When was White's preceding match complete?", FactType.MOMENT),
        Question("completed_black", "When was Black's preceding match complete?", FactType.MOMENT),
        Question("reported", "When was the last of the two results reported?", FactType.MOMENT),
    ),
    clauses={
        "usbgf": (
            "usbgf:2.2.1a", "usbgf:2.2.1b", "usbgf:2.2.1c", "usbgf:2.2.1d", "usbgf:2.2.1e", "usbgf:2.2.3c",
            "usbgf:2.2.4h",
        ),
        "bws": ("bws:2.2.1",),
        "guide": ("guide:2.2.5a", "guide:2.2.5b"),
    },
)  # fmt: skip
def start_time(q: Inquiry) -> JudgeAnswer:
    """The time from which lateness counts."""
    basis = q.need("basis")
    if basis != "nothing":
        return _start_as_posted(q, basis)
    if q.book == "bws":
        return q.discretion(
            "No time was set for this match. The director sets one, and lateness counts from it.",
            clauses=("bws:2.2.1",),
            factors=("when both players were free",),
        )
    ends = (q.need("completed_white"), q.need("completed_black"))
    if (reported := q.get("reported", max(ends))) < max(ends):
        raise q.wrong("reported", "a result is reported after its match is complete")
    due = due_start(q.book, completed=ends)
    assert due is not None, "usbgf and guide know ten minutes"
    late = reported > max(ends)
    notes: list[str | Reading] = ["The time of the report does not count."] if late else []
    if q.book == "guide":
        notes.append(reading("time-6b"))
    rows = ("usbgf:2.2.1b", "usbgf:2.2.1c", *(("usbgf:2.2.4h",) if late else ()))
    gap = event_policy(q).start_gap or 0
    return q.ruling(
        f"The match is due at {time_of_day(due)}, {time_text(gap)} after the later of the two preceding "
        "matches was complete.",
        clauses=("guide:2.2.5a",) if q.book == "guide" else rows,
        remedies=(Instruct(f"Post {time_of_day(due)} beside the match."),),
        notes=tuple(notes),
        then=_first_points(q, due),
    )


def _first_points(q: Inquiry, due: int) -> Consequences:
    """When a player who has not come by then is given the first penalty point, where the book itself has a scale."""
    scale = lateness_schedule(q.book)
    if scale is None or q.book == "guide" or event_policy(q).late_policy is not None:
        return Consequences()
    delay = scale.due(1)
    return Consequences(thresholds=tuple(Threshold(side, "point", delay, due + delay, 1) for side in Side))


def _start_as_posted(q: Inquiry, basis: str) -> JudgeAnswer:
    time = q.need("time")
    table = {
        "usbgf": {"a time for this match": "usbgf:2.2.1d", "the end of a recess": "usbgf:2.2.1e"},
        "guide": {"the end of a recess": "guide:2.2.5b"},
    }
    usual = {"usbgf": "usbgf:2.2.1a", "bws": "bws:2.2.1", "guide": "guide:2.2.5a"}[q.book]
    clauses = [table.get(q.book, {}).get(basis, usual)]
    notes = []
    if q.book == "usbgf" and basis == "a time for this match":
        clauses.append("usbgf:2.2.3c")
        if q.get("published", False):
            notes.append("Another time was published: the change is an exception and needs a reason.")
        else:
            notes.append("A time posted in place of the standard ten minutes needs no reason.")
    return q.ruling(
        f"The match is due at {time_of_day(time)}, as posted. Lateness counts from then.",
        clauses=tuple(clauses),
        notes=tuple(notes),
        then=Consequences() if basis == "the end of a recess" else _first_points(q, time),
    )


@incident(
    "several_matches",
    "A player is wanted in two matches at once",
    words=("two matches", "doubles and main event", "which match first", "priority", "side event", "called for both"),
    questions=(
        Question("main", "Is one of them in the main event?", FactType.YES_NO),
        Question("told_order", "Has the director said which comes first?", FactType.YES_NO),
    ),
    clauses={"usbgf": ("usbgf:2.2.1h", "usbgf:2.2.1i", "usbgf:2.2.1g"), "guide": ("guide:2.2.5c",)},
)
def several_matches(q: Inquiry) -> JudgeAnswer:
    """The director sets the order; the main event is presumed first."""
    if q.need("told_order"):
        return q.ruling(
            "The match the director named is played first. The players of the other find each other when it is over.",
            clauses=("usbgf:2.2.1h", "usbgf:2.2.1i") if q.book == "usbgf" else ("guide:2.2.5c",),
        )
    usual: tuple[Option, ...] = ()
    if q.book == "usbgf" and q.need("main"):
        usual = (Option("main_first", "The main event is played first; the other match is due after it."),)
    if q.book == "guide":
        return q.discretion(
            "The staff say which event's matches come first.",
            clauses=("guide:2.2.5c",),
            factors=("how many players wait for each match",),
        )
    return q.discretion(
        "The director says which match comes first. Until then the main event is presumed to.",
        clauses=("usbgf:2.2.1h", "usbgf:2.2.1i", "usbgf:2.2.1g"),
        factors=("how many players wait for each match", "a side event may replace a player who is not available"),
        usual=usual,
    )


@incident(
    "time_exception",
    "Another starting time or more break time is asked for",
    words=("needs more time", "medical break", "injection", "final", "change the start time"),
    questions=(
        Question("ground", "What warrants it?", FactType.CHOICE, ("a player's concern", "special match", "neither")),
        Question("told_both", "Have both players been told beforehand?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": ("usbgf:2.2.3a", "usbgf:2.2.3b", "usbgf:2.2.3c"),
        "bws": ("bws:2.2.3a", "bws:2.2.3b"),
        "guide": ("guide:2.2.6a", "guide:2.2.5e", "guide:1.1.1a"),
    },
)
def time_exception(q: Inquiry) -> JudgeAnswer:
    """The director may set starting times and breaks aside for cause."""
    ground = q.need("ground")
    rows = {
        "usbgf": ("usbgf:2.2.3a", "usbgf:2.2.3b", "usbgf:2.2.3c"),
        "bws": ("bws:2.2.3b",) if ground == "special match" else ("bws:2.2.3a",),
        "guide": q.kind.clauses.get("guide", ()),
    }[q.book]
    if ground == "neither":
        say = "Nothing warrants an exception. The ordinary times and breaks apply."
        if q.book != "usbgf":
            return q.ruling(say, clauses=rows)
        free = "A start that was never published may be posted later without a reason."
        return q.ruling(say, clauses=("usbgf:2.2.3a", "usbgf:2.2.3c"), notes=(free,))
    notes = () if q.book != "usbgf" or q.get("told_both", True) else ("Tell both players directly, beforehand.",)
    if q.book == "guide":
        notes = ("The book lets the director set breaks and approve longer ones, and make exceptions for fair play.",)
    return q.discretion(
        "The director may make an exception for this match. It is written on the match card with its reason.",
        clauses=rows,
        factors=("the particular situation of one or both players", "the significance of the match"),
        usual=(Option("later", "A later start."), Option("break", "More break time, or other breaks.")),
        notes=notes,
    )


@incident(
    "late_report",
    "A result was reported late",
    words=("reported late", "forgot to report", "rested before reporting", "late result"),
    questions=(
        Question("delayed", "Did it delay the next match?", FactType.YES_NO),
        Question("who", "Who had to report it?", FactType.SIDE),
        EARLIER,
    ),
    clauses={
        "usbgf": ("usbgf:2.2.4h", "usbgf:2.2.4i", "usbgf:4.7a", "usbgf:4.7e"),
        "bws": ("bws:4.6a",),
        "guide": ("guide:5.14d",),
    },
)
def late_report(q: Inquiry) -> JudgeAnswer:
    """The report moves no start, and is a breach of its own."""
    delayed, side = q.need("delayed"), q.side("who")
    if q.book in ("bws", "guide"):
        duty = "The winner reports" if q.book == "bws" else "Both players see that the result is reported"
        return q.ruling(
            f"{duty} straight after the match. {side_name(side)} is reminded; the book names no penalty.",
            clauses=("bws:4.6a",) if q.book == "bws" else ("guide:5.14d",),
            penalties=(Penalty(side, PenaltyStep.REMINDER, q.offence(side)),),
            appeal=appeal(q),
            notes=("Rule on the delay as a late start.",) if delayed else (),
        )
    return q.discretion(
        "A late report moves nothing: the next match counts from the end of the preceding ones. "
        "Reporting late is a breach of its own and may be penalised.",
        clauses=q.kind.clauses["usbgf"],
        factors=("how late", f"this is offence {q.offence(side)}", "whether it was deliberate"),
        usual=(Option("warning", "A warning."), Option("penalty", "A penalty that fits.")),
        appeal=appeal(q),
        notes=("Rule on the delay as a late start: late_start.",)
        if delayed
        else ("No delay, so no points for lateness.",),
    )
