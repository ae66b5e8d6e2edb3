"""Late starts: when a match is due, and what lateness costs.

The sums are `rulebook.tariff`; here the facts are put in order and the result is said. Delay that has already
been charged is a fact (`charged_white`): only what is new is given. Breaks are `breaks`,
absences without a match are `area`.
"""

from typing import Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match.format import CubeRules, Enforcement, Length
from barpoint.officiating.answer import Answer, Option, Penalty, Step
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.judge import Inquiry, incident
from barpoint.officiating.remedy import GivePoints, Instruct, LoseMatch, PlayOn, Remedy
from barpoint.officiating.topics.appealable import appeal, policy_for
from barpoint.officiating.topics.wording import counted, named, of_day, spoken
from barpoint.rulebook.tariff import Assessment, Delay, assess, award, designated_start, midway

LONGEST: Final = 99
LENGTH: Final = Question("length", "To how many points is the match posted?", FactType.COUNT, least=1, most=LONGEST)
SCORES: Final = tuple(
    Question(f"score_{side.value}", f"{named(side)}'s score", FactType.COUNT, most=LONGEST) for side in Side
)
_DAY: Final = 86_400_000


class Charge(msgspec.Struct, frozen=True):
    """What one player's delay comes to now: points not given before, or the match."""

    side: Side
    delay: Delay
    found: Assessment
    new: int


def read_score(q: Inquiry, length: int) -> tuple[int, int]:
    """The score, 0-0 if nobody says; a score that has ended the match is wrong."""
    white, black = q.known("score_white", 0), q.known("score_black", 0)
    for key, points in (("score_white", white), ("score_black", black)):
        if points >= length:
            raise q.wrong(key, f"a match to {length} is over at {points}")
    return white, black


def charge(q: Inquiry, side: Side, delay: Delay, charged: int, length: int, *, strict: bool = False) -> Charge | None:
    """What a side owes for `delay` if `charged` of it was charged before; None where the book has no scale."""
    found = assess(delay, length, q.book, policy_for(q).late_policy if strict else None)
    before = assess(Delay(start=charged), length, q.book)
    if found is None or before is None:
        return None
    return Charge(side, delay, found, max(0, found.points - before.points))


def after_points(q: Inquiry, charges: tuple[Charge, ...], length: int, score: tuple[int, int]) -> tuple[str, ...]:
    """What the points do to the score, the Crawford game and, under bws, the clocks."""
    notes, won = [], False
    for one in charges:
        if one.new and not won:
            done = award(q.book, score, one.side, one.new, Length(points=length), cube_rules(q, length))
            if done is not None:
                score, won = done.score, done.winner is not None
                if done.crawford_next:
                    notes.append("The next game is the Crawford game, unless it has been played.")
    notes.insert(0, f"The score is then {score[0]}-{score[1]} (White first). Points go on between games.")
    if won:
        notes.append("That decides the match.")
    elif q.book == "bws":
        time = midway("bws", (length - score[0], length - score[1]), literal=policy_for(q).literal_midway)
        assert time is not None, "bws sets clocks from the score"
        notes.append(f"If a clock is used it is set anew from the score: {spoken(time)} each (bws:2.2.4e).")
    else:
        notes.append("Clock times stay as they are.")
    return tuple(notes)


def cube_rules(q: Inquiry, length: int) -> CubeRules:
    """The cube of a match to so many points."""
    found = q.profile.match_format(Enforcement.RECORDED, length=length, clocked=False)
    return CubeRules() if isinstance(found, Refusal) else found.cube


def consequences(charges: tuple[Charge, ...]) -> tuple[tuple[Remedy, ...], tuple[Penalty, ...]]:
    """The remedies and penalties of what each player owes."""
    lost = [one.side for one in charges if one.found.forfeit]
    penalties = tuple(_penalty(one) for one in charges if one.new or one.found.forfeit)
    if len(lost) == len(Side):
        return (Instruct("Both players forfeit: enter the match as lost by both."),), penalties
    if lost:
        return (LoseMatch(lost[0]),), penalties
    points = tuple(GivePoints(one.side.other, one.new) for one in charges if one.new)
    return points or (PlayOn(),), penalties


def _penalty(one: Charge) -> Penalty:
    if one.found.forfeit:
        return Penalty(one.side, Step.MATCH, points=one.new)
    return Penalty(one.side, Step.POINTS, points=one.new, optional=one.found.confirm)


def sentence(one: Charge) -> str:
    """What is said of one player's delay."""
    start = f"{named(one.side)} has delayed the match by {spoken(one.delay.total)} in all"
    if one.found.forfeit:
        return f"{start} and forfeits it."
    if one.new:
        return f"{start}: {counted(one.new, 'penalty point')}."
    if one.found.next_point_at is None:
        return f"{start}: no penalty."
    return f"{start}: no new penalty point; the next falls at {spoken(one.found.next_point_at)}."


@incident(
    "late_start",
    "A player is late to start or to resume",
    words=("late", "not here", "no show", "did not turn up", "overslept", "late back after lunch", "forfeit on time"),
    questions=(
        Question("who", "Who was late?", FactType.CHOICE, ("white", "black", "both")),
        LENGTH,
        Question("due", "When was the match due to start or resume?", FactType.MOMENT),
        Question("ready_white", "When was White ready to play?", FactType.MOMENT),
        Question("ready_black", "When was Black ready to play?", FactType.MOMENT),
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
    },
)  # fmt: skip
def late_start(q: Inquiry) -> Answer:
    """Points for each late player by the scale of the book, or the match."""
    who, length, due = q.need("who"), q.need("length"), q.need("due")
    score = read_score(q, length)
    strict = _strict(q)
    charges = tuple(
        one for side in Side if who in (side.value, "both") and (one := _late(q, side, due, length, strict=strict))
    )
    remedies, penalties = consequences(charges)
    clauses = dict.fromkeys(row for one in charges for row in one.found.clauses)
    if any(one.new for one in charges) and q.book == "usbgf":
        clauses["usbgf:2.2.4m"] = None
    if who == "both":
        clauses |= dict.fromkeys({"usbgf": ("usbgf:2.2.4f",), "bws": ("bws:2.2.4g",)}.get(q.book, ()))
    lost = any(one.found.forfeit for one in charges)
    notes = list(after_points(q, charges, length, score)) if any(one.new for one in charges) and not lost else []
    for fact, (rows, note) in _ASIDES.items():
        if q.known(fact, False) and (row := rows.get(q.book)):
            clauses[row] = None
            notes.append(note)
    if q.book == "guide":
        notes.append("The guide names no scale; the one of usbgf:2.2.4 is used.")
    say = " ".join(sentence(one) for one in charges)
    return q.ruling(
        say, clauses=tuple(clauses), remedies=remedies, penalties=penalties, appeal=appeal(q), notes=tuple(notes)
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
    if policy_for(q).late_policy is None or q.known("resuming", False):
        return False
    return bool(q.need("posted") and q.need("announced"))


def _late(q: Inquiry, side: Side, due: int, length: int, *, strict: bool) -> Charge | None:
    key = f"ready_{side.value}"
    late = q.need(key) - due
    if late < 0:
        raise q.wrong(key, f"{named(side)} was ready before the match was due")
    charged = q.known(f"charged_{side.value}", 0)
    delay = Delay(start=charged, resume=late) if q.known("resuming", False) else Delay(start=late, breaks=charged)
    return charge(q, side, delay, charged, length, strict=strict)


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
def start_time(q: Inquiry) -> Answer:
    """The time from which lateness counts."""
    basis = q.need("basis")
    if basis != "nothing":
        return _posted_start(q, basis)
    if q.book == "bws":
        return q.discretion(
            "No time was set for this match. The director sets one, and lateness counts from it.",
            clauses=("bws:2.2.1",),
            factors=("when both players were free",),
        )
    ends = (q.need("completed_white"), q.need("completed_black"))
    if (reported := q.known("reported", max(ends))) < max(ends):
        raise q.wrong("reported", "a result is reported after its match is complete")
    due = designated_start(q.book, completed=ends)
    assert due is not None, "usbgf and guide know ten minutes"
    late = reported > max(ends)
    notes = ["The time of the report does not count."] if late else []
    if q.book == "guide":
        notes.append("The guide asks for a prompt start and names no minutes; those of usbgf:2.2.1b are used.")
    rows = ("usbgf:2.2.1b", "usbgf:2.2.1c", *(("usbgf:2.2.4h",) if late else ()))
    gap = policy_for(q).start_gap or 0
    return q.ruling(
        f"The match is due at {of_day(due)}, {spoken(gap)} after the later of the two preceding matches was complete.",
        clauses=("guide:2.2.5a",) if q.book == "guide" else rows,
        remedies=(Instruct(f"Post {of_day(due)} beside the match."),),
        notes=tuple(notes),
    )


def _posted_start(q: Inquiry, basis: str) -> Answer:
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
        if q.known("published", False):
            notes.append("Another time was published: the change is an exception and needs a reason.")
        else:
            notes.append("A time posted in place of the standard ten minutes needs no reason.")
    return q.ruling(
        f"The match is due at {of_day(time)}, as posted. Lateness counts from then.",
        clauses=tuple(clauses),
        notes=tuple(notes),
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
def several_matches(q: Inquiry) -> Answer:
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
    words=("needs more time", "medical break", "injection", "exception", "final", "change the start time"),
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
def time_exception(q: Inquiry) -> Answer:
    """The director may set starting times and breaks aside for cause."""
    ground = q.need("ground")
    rows = {
        "usbgf": ("usbgf:2.2.3a", "usbgf:2.2.3b", "usbgf:2.2.3c"),
        "bws": ("bws:2.2.3b",) if ground == "special match" else ("bws:2.2.3a",),
        "guide": q.kind.clauses.get("guide", ()),
    }[q.book]
    if ground == "neither":
        said = "Nothing warrants an exception. The ordinary times and breaks apply."
        if q.book != "usbgf":
            return q.ruling(said, clauses=rows)
        free = "A start that was never published may be posted later without a reason."
        return q.ruling(said, clauses=("usbgf:2.2.3a", "usbgf:2.2.3c"), notes=(free,))
    notes = () if q.book != "usbgf" or q.known("told_both", True) else ("Tell both players directly, beforehand.",)
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
    ),
    clauses={"usbgf": ("usbgf:2.2.4h", "usbgf:2.2.4i"), "bws": ("bws:4.6a",)},
)
def late_report(q: Inquiry) -> Answer:
    """The report moves no start, and is a breach of its own."""
    delayed, side = q.need("delayed"), q.side("who")
    if q.book == "bws":
        return q.ruling(
            f"The winner reports straight after the match. {named(side)} is reminded; the book names no penalty.",
            clauses=("bws:4.6a",),
            penalties=(Penalty(side, Step.REMINDER, q.offence(side)),),
            appeal=appeal(q),
            notes=("Rule on the delay as a late start.",) if delayed else (),
        )
    return q.discretion(
        "A late report moves nothing: the next match counts from the end of the preceding ones. "
        "Reporting late is a breach of its own and may be penalised.",
        clauses=("usbgf:2.2.4h", "usbgf:2.2.4i"),
        factors=("how late", f"this is offence {q.offence(side)}", "whether it was deliberate"),
        usual=(Option("warning", "A warning."), Option("penalty", "A penalty that fits.")),
        appeal=appeal(q),
        notes=("Rule on the delay as a late start.",) if delayed else ("No delay, so no points for lateness.",),
    )
