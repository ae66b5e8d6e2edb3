"""Breaks: whether one may be taken, what an overrun costs, and leaving the board.

usbgf's break time accrues and is drawn on; bws, guide and ibf count breaks (`rulebook.tariff.breaks`). An overrun
is delay and costs what lateness costs; ibf has no such scale and treats it as a break outside its regulations.
"""

from dataclasses import replace
from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import (
    Consequences,
    JudgeAnswer,
    Penalty,
    PenaltyStep,
    Reading,
    Ruling,
    Threshold,
)
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import (
    quantity,
    side_name,
    time_of_day,
    time_text,
)
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, LoseGame, LoseMatch, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.joined_breaks import allowance_told, breaks_joined, opponents_breaks
from barpoint.officiating.topics.clock.lateness import (
    CRAWFORD_DONE,
    CUBE,
    GUIDE_SCALE,
    LENGTH,
    LONGEST,
    SCORES,
    after_points,
    charge_for,
    charge_text,
    consequences,
    delay_figures,
    earlier_delay,
    points_open,
    read_score,
    read_stake,
)
from barpoint.rulebook import param
from barpoint.rulebook.tariff import (
    BreakAllowance,
    BreakReserve,
    BreakWhen,
    CountedBreaks,
    Delay,
    break_allowance,
)

DAY: Final = 86_400_000
_WHO: Final = Question("who", "Whose break is it?", FactType.SIDE)
STARTED: Final = Question("started", "When did play really begin, or resume after a recess?", FactType.MOMENT)
_DRAWN: Final = Question("drawn", "How much break time has the player used since then?", FactType.DURATION, most=DAY)
_GRANTED: Final = Question("granted", "How much more break time has the director granted?", FactType.DURATION, most=DAY)
_USED: Final = Question("used", "How many breaks has the player had?", FactType.COUNT)
_BREAKS: Final = Question("breaks", "How many breaks did the player name for it?", FactType.COUNT, least=1)
_BETWEEN: Final = Question("between_games", "Is it between games?", FactType.YES_NO)


CHARGED: Final = tuple(
    Question(
        f"charged_{side.value}", f"How much delay has {side_name(side)} caused before?", FactType.DURATION, most=DAY
    )
    for side in Side
)
_OVERRUN_QUESTIONS: Final = (
    LENGTH,
    STARTED,
    Question("break_start", "When did the break begin?", FactType.MOMENT),
    Question("break_end", "When was the player back and ready, or what time is it if still away?", FactType.MOMENT),
    _DRAWN,
    _GRANTED,
    _USED,
    _BREAKS,
    *CHARGED,
    *SCORES,
    Question("estimate", "How long did the player say it would take?", FactType.DURATION, most=DAY),
)
_OUTSIDE: Final = ("break_overrun", "left_board")  # one ladder: ibf:3.11


def _reserve(q: Inquiry) -> BreakReserve:
    """The break time of usbgf before this break."""
    return BreakReserve(since=q.need("started"), drawn=q.need("drawn"), granted=q.get("granted", 0))


def _break_count(q: Inquiry, allowance: BreakAllowance) -> CountedBreaks:
    """The counted breaks before this one; more used than there are is wrong."""
    used = q.need("used")
    if used > (allowance.count or 0):
        raise q.wrong("used", f"the player has {quantity(allowance.count or 0, 'break')} in this match")
    return CountedBreaks(allowance, used)


@incident(
    "break_request",
    "A player asks for a break",
    words=("wants a break", "toilet", "may I have a break", "how many breaks", "break time left", "rest"),
    questions=(
        _WHO,
        LENGTH,
        _BETWEEN,
        Question("between_matches", "Is it between two matches of the set?", FactType.YES_NO),
        Question("exceptional", "Are the circumstances exceptional, such as illness?", FactType.YES_NO),
        STARTED,
        Question("now", "What time is it?", FactType.MOMENT),
        _DRAWN,
        _GRANTED,
        _USED,
        _BREAKS,
        Question("other_breaks", "How many breaks does the opponent add to it?", FactType.COUNT),
        Question("other_used", "How many breaks has the opponent had?", FactType.COUNT),
        Question("best_of_three", "Is it one match of a best of three?", FactType.YES_NO),
        Question("provided", "Do the regulations of the event establish breaks?", FactType.YES_NO),
    ),
    clauses={
        "ibf": (
            "ibf:3.10a", "ibf:3.10b", "ibf:3.10c", "ibf:3.10d", "ibf:3.10e", "ibf:3.10f", "ibf:3.10g", "ibf:7.2d",
        ),
        "usbgf": (
            "usbgf:2.2.2a", "usbgf:2.2.2b", "usbgf:2.2.2c", "usbgf:2.2.2d", "usbgf:2.2.2f", "usbgf:2.2.2g",
        ),
        "bws": ("bws:2.2.2a", "bws:2.2.2b", "bws:2.2.2c", "bws:2.2.2d", "bws:2.2.2f"),
        "guide": ("guide:2.2.6a", "guide:2.2.6b", "guide:2.2.6c"),
    },
)  # fmt: skip
def break_request(q: Inquiry) -> JudgeAnswer:
    """Granted between games while there are breaks, or break time, left."""
    side = q.side("who")
    if q.book == "usbgf":
        return _usbgf_request(q, side)
    length = q.need("length")
    allowance = allowance_told(q, length)
    if q.book == "ibf" and allowance is not None and allowance.count and not q.get("provided", default=True):
        allowance = None
    if allowance is None and q.book == "ibf" and (forbidden := _without_breaks(q, length)):
        return q.ruling(
            f"{_NO_BREAKS if _without_breaks(q, LONGEST) else f'A match to {length} has no breaks.'} Play goes on.",
            clauses=forbidden,
            remedies=(PlayOn(),),
            then=Consequences(breaks_left=0),
        )
    if allowance is None:
        rows = {"ibf": ("ibf:3.10a",), "bws": ("bws:2.2.2a",), "guide": ("guide:2.2.6a",)}[q.book]
        more = ("The event owes the players extra time instead (ibf:3.10h).",) if q.book == "ibf" else ()
        return q.ruling("The regulations of this event provide no breaks. Play goes on.", clauses=rows, notes=more)
    clauses = allowance.clauses
    if q.book == "ibf" and q.profile.options.discipline == "sprintgammon":
        clauses = (*clauses, "ibf:7.2d")
    if allowance.when is BreakWhen.BETWEEN_MATCHES and not q.need("between_matches"):
        text = "In a short best of three breaks are taken between the matches only. Play goes on."
        return q.ruling(text, clauses=("bws:2.2.2f",))
    if allowance.when is BreakWhen.BETWEEN_GAMES and not q.need("between_games"):
        row = {"ibf": "ibf:3.10g", "bws": "bws:2.2.2c", "guide": "guide:2.2.6c"}[q.book]
        return q.ruling("A break may be taken only between games. Play goes on.", clauses=(row,))
    state = _break_count(q, allowance)
    if state.remaining <= 0:
        text = quantity(allowance.count or 0, "break")
        if q.book == "ibf" and allowance.count:
            text += f" of at most {time_text(allowance.duration)}"
        return q.ruling(
            f"{side_name(side)} has {text} in a match to {length} and none left. Play goes on.",
            clauses=clauses,
            remedies=(PlayOn(),),
            notes=_MORE.get(q.book, ()),
            then=Consequences(breaks_left=0),
        )
    unnamed = reading("time-10")
    notes: tuple[str | Reading, ...] = (unnamed,) if allowance.decided else ()
    if allowance.joinable:
        notes += ("Breaks may be joined: one player's, and both players'.",)
        clauses = (*clauses, "bws:2.2.2d")
    if q.book == "guide":
        notes += ("Both players write down the time, and with a clock both remaining times (guide:2.2.6f, 2.2.6g).",)
    joined = breaks_joined(q, state)
    added, after = opponents_breaks(q, side, allowance)
    duration, left = (joined + added) * allowance.duration, state.remaining - joined
    return q.ruling(
        f"{side_name(side)} has a break of {time_text(duration)}. After it {side_name(side)} has "
        f"{left or 'none'} left{after}.",
        clauses=clauses,
        remedies=(Instruct(f"Note the time: due back {_back(q, duration)}."),),
        notes=notes,
        then=Consequences(breaks_left=left, thresholds=_break_end(q, side, duration)),
    )


_MORE: Final = {
    "bws": ("The director may make an exemption for a player's special reasons: time_exception (bws:2.2.3a).",),
    "guide": ("The director may set other rules for breaks, and post them (guide:2.2.6a).",),
    "ibf": ("Breaks are what the regulations establish; without them players have more time (ibf:3.10a, 3.10h).",),
}


def _back(q: Inquiry, duration: int) -> str:
    if not q.given("now", gains="with the time of day the break's end is told."):
        return f"in {time_text(duration)}"
    return f"at {time_of_day(q.need('now') + duration)}"


def _break_end(q: Inquiry, side: Side, duration: int) -> tuple[Threshold, ...]:
    """When a break that begins now is over."""
    if not q.given("now"):
        return ()
    return (Threshold(side, "break_over", 0, q.need("now") + duration),)


def _usbgf_request(q: Inquiry, side: Side) -> JudgeAnswer:
    if not q.need("between_games") and not q.need("exceptional"):
        return q.ruling(
            "Breaks are for the time between games; one in a game needs exceptional circumstances. Play goes on.",
            clauses=("usbgf:2.2.2a",),
        )
    state = _reserve(q)
    now = q.moment_after("now", state.since)
    if now < state.since:
        raise q.wrong("now", "it is earlier than the start of play")
    have, free = int(state.reserve(now)), state.free_for(now)
    clauses = ["usbgf:2.2.2a", "usbgf:2.2.2c", "usbgf:2.2.2d", "usbgf:2.2.2f", "usbgf:2.2.2g"]
    notes: list[str | Reading] = ["Both players note the time, the clock times and who asked (usbgf:2.2.2i)."]
    if now - state.since < param("usbgf:2.2.2b", "advisory_window_min", int) * 60_000:
        clauses.append("usbgf:2.2.2b")
        notes.append("In the first hour breaks are for urgent need; that by itself brings no penalty.")
    return q.ruling(
        f"{side_name(side)} has {time_text(have)} of break time, which lasts {time_text(free)} since it "
        "goes on accruing. "
        f"Whatever is longer than until {time_of_day(now + free)} delays the match.",
        clauses=tuple(clauses),
        remedies=(Instruct(f"Note the time: the break is free until {time_of_day(now + free)}."),),
        notes=tuple(notes),
        then=Consequences(break_time_left=have, thresholds=(Threshold(side, "break_over", 0, now + free),)),
    )


@incident(
    "break_overrun",
    "A player was too long on a break",
    words=("too long on break", "back late from break", "came back late from the break", "break overrun",
           "still not back", "long break"),
    questions=(
        _WHO,
        *_OVERRUN_QUESTIONS,
        Question("forfeit", "Is the game or the match forfeited?", FactType.CHOICE, ("game", "match")),
        CUBE,
        CRAWFORD_DONE,
        EARLIER,
    ),
    clauses={
        "ibf": ("ibf:3.10g", "ibf:3.11a", "ibf:3.11b", "ibf:3.11c"),
        "usbgf": (
            "usbgf:2.2.2c", "usbgf:2.2.2d", "usbgf:2.2.2e", "usbgf:2.2.2f", "usbgf:2.2.2g", "usbgf:2.2.2h",
            "usbgf:2.2.2k", "usbgf:2.2.2o", "usbgf:2.2.4a", "usbgf:2.2.4b", "usbgf:2.2.4c", "usbgf:2.2.4d",
            "usbgf:2.2.4e",
        ),
        "bws": ("bws:2.2.2b", "bws:2.2.2d", "bws:2.2.4a", "bws:2.2.4b", "bws:2.2.4c", "bws:2.2.4f"),
        "guide": ("guide:2.2.5d", "guide:2.2.6b", "guide:2.2.6d", "guide:2.2.6f"),
    },
)  # fmt: skip
def break_overrun(q: Inquiry) -> JudgeAnswer:
    """What exceeds the break is delay, and adds to the delay before it."""
    side, length, start = q.side("who"), q.need("length"), q.need("break_start")
    end = q.moment_after("break_end", start)
    if end < start:
        raise q.wrong("break_end", "the break ended before it began")
    if q.book == "ibf":
        return _ibf_overrun(q, side, length, end - start)
    over, clauses = _overrun(q, length, start, end)
    until = end if over else start + DAY - _overrun(q, length, start, start + DAY)[0]  # the break may go on so long
    charged = earlier_delay(q, side, asked=True)
    owed = charge_for(q, side, Delay(start=charged, breaks=over), charged, length)
    assert owed is not None, "usbgf, bws and guide have a scale"
    remedies, penalties = consequences((owed,))
    notes: list[str | Reading] = []
    if owed.new and not owed.assessment.forfeit:
        notes += after_points(q, (owed,), length, read_score(q, length))
    if owed.assessment.confirm and over:
        notes.append(reading("time-7"))
    if q.book in OVERRUN_READINGS and over:
        notes.append(OVERRUN_READINGS[q.book])
    if q.book == "guide" and over:
        notes.append(_GUIDE_RECORD)
    if q.get("estimate", 0):
        notes.append("What the player said of its length does not bind.")
        clauses = (*clauses, "usbgf:2.2.2k") if q.book == "usbgf" else clauses
    lasted = f"The break lasted {time_text(end - start)}"
    if q.book == "guide" and over:
        rows = tuple(dict.fromkeys((*clauses, *owed.assessment.clauses)))
        figures = _after_break(q, delay_figures(q, (owed,), {side: until}, length), length, start, end)
        answer = points_open(q, charge_text(owed), rows, (owed,), tuple(notes), figures)
        return replace(answer, say=f"{lasted}, {time_text(over)} more than {side_name(side)} had. {answer.say}")
    return q.ruling(
        f"{lasted}, {time_text(over)} more than {side_name(side)} had.{_budget(q, side, start)} {charge_text(owed)}"
        if over
        else f"{lasted} and was within the rules.{_budget(q, side, start)} Nothing is charged.",
        clauses=tuple(dict.fromkeys((*clauses, *(owed.assessment.clauses if over else ())))),
        remedies=remedies,
        penalties=penalties,
        appeal=appeal(q),
        notes=tuple(notes),
        then=_after_break(q, delay_figures(q, (owed,), {side: until}, length), length, start, end),
    )


_GUIDE_RECORD: Final = (
    "Both players should have written down when the break began, and with a clock both times (guide:2.2.6f, 2.2.6g)."
)
OVERRUN_READINGS: Final = {"guide": GUIDE_SCALE, "usbgf": reading("time-4")}


def _budget(q: Inquiry, side: Side, start: int) -> str:
    """The break time of usbgf in figures: what had accrued, and how long a break it was good for."""
    if q.book != "usbgf":
        return ""
    state = _reserve(q)
    had, free = int(state.reserve(start)), state.free_for(start)
    return f" {side_name(side)} had {time_text(had)}, good for {time_text(free)} since break time goes on accruing."


def _after_break(q: Inquiry, then: Consequences, length: int, start: int, end: int) -> Consequences:
    """What of breaks or break time is left after this one."""
    if q.book == "usbgf":
        return replace(then, break_time_left=int(_reserve(q).away(start, end).reserve(end)))
    allowance = q.profile.allowance(length)
    if allowance is None:
        return then
    named = q.get("breaks", 0) or None
    return replace(then, breaks_left=_break_count(q, allowance).away(end - start, named).remaining)


def _overrun(q: Inquiry, length: int, start: int, end: int) -> tuple[int, tuple[str, ...]]:
    """How much longer than allowed it was, and by which clauses."""
    if q.book == "usbgf":
        state = _reserve(q)
        if start < state.since:
            raise q.wrong("break_start", "the break began before the match")
        return state.away(start, end).delay, ("usbgf:2.2.2c", "usbgf:2.2.2d", "usbgf:2.2.2e", "usbgf:2.2.2f")
    allowance = q.profile.allowance(length)
    rows = {"bws": ("bws:2.2.2b", "bws:2.2.4f"), "guide": ("guide:2.2.6b", "guide:2.2.6d")}[q.book]
    if allowance is None:
        return end - start, rows
    named_breaks = q.get("breaks", 0) or None
    return _break_count(q, allowance).away(end - start, named_breaks).overrun, rows


def _ibf_overrun(q: Inquiry, side: Side, length: int, lasted: int) -> JudgeAnswer:
    allowance = q.profile.allowance(length)
    if allowance is not None and lasted <= allowance.duration and _break_count(q, allowance).remaining > 0:
        return q.ruling(f"The break lasted {time_text(lasted)} and was within the rules.", clauses=("ibf:3.10g",))
    if allowance is None or not allowance.count or lasted <= allowance.duration:
        return _outside_regulations(q, side, (f"The break lasted {time_text(lasted)}.",))
    over = f"The break lasted {time_text(lasted)}, {time_text(lasted - allowance.duration)} longer than allowed."
    return _outside_regulations(q, side, (reading("ruling-14a"), over))


def _outside_regulations(q: Inquiry, side: Side, notes: tuple[str | Reading, ...] = ()) -> JudgeAnswer:
    """ibf:3.11: the clocks are started and the player warned; again, and the player is forfeited."""
    offence = 1 + q.earlier(side, _OUTSIDE)
    provided, rows = _provided_breaks(q, side)
    if offence == 1:
        return q.ruling(
            f"{side_name(side)} took a break the regulations do not provide for: the clocks are started, "
            f"and {side_name(side)} is warned.",
            clauses=("ibf:3.11a", "ibf:3.11c", *rows),
            remedies=(Instruct(f"Start {side_name(side)}'s clock."),),
            penalties=(Penalty(side, PenaltyStep.WARNING, offence),),
            notes=(reading("ruling-14b"), *notes, *provided),
            then=Consequences(game="goes_on"),
        )
    match_lost = q.need("forfeit") == "match"
    if not match_lost:
        read_stake(q)
    return q.ruling(
        f"{side_name(side)} forfeits the {'match' if match_lost else 'game'} for a repeated break outside the "
        "regulations.",
        clauses=("ibf:3.11b", *rows),
        remedies=(LoseMatch(side) if match_lost else LoseGame(side),),
        penalties=(Penalty(side, PenaltyStep.MATCH if match_lost else PenaltyStep.GAME, offence),),
        notes=(reading("ruling-14c"), *(() if match_lost else (reading("ruling-23"),)), *notes, *provided),
    )


def _has_breaks(q: Inquiry) -> bool:
    allowance = q.profile.allowance(q.need("length"))
    return allowance is not None and bool(allowance.count)


def _provided_breaks(q: Inquiry, side: Side) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Which breaks a match of this length has, as a note, and by which clauses; nothing if no length was given."""
    if rows := _without_breaks(q, LONGEST):
        return (_NO_BREAKS,), rows
    if not q.given("length", gains="with the length the breaks a player has are stated."):
        return (), ()
    length = q.need("length")
    allowance = q.profile.allowance(length)
    if allowance is None or not allowance.count:
        rows = ("ibf:3.10a",) if allowance is None else allowance.clauses
        return (f"A match to {length} has no breaks here.",), rows
    had = f" {side_name(side)} had used {q.need('used')}." if q.given("used") else ""
    text = f"{quantity(allowance.count, 'break')} of at most {time_text(allowance.duration)}, between games"
    return (f"In a match to {length} each player has {text}.{had}",), allowance.clauses


_NO_BREAKS: Final = "This discipline has no breaks, whatever the length of the match."


def _without_breaks(q: Inquiry, length: int) -> tuple[str, ...]:
    """The rows by which ibf forbids breaks in a match, whatever its regulations say; none if it does not."""
    options = q.profile.options
    sprint = options.discipline == "sprintgammon"
    allowed = break_allowance("ibf", length, discipline=options.discipline or "backgammon", blitz=options.blitz is True)
    if allowed is None or allowed.count:
        return ()
    return (*allowed.clauses, "ibf:7.2d") if sprint else allowed.clauses


def _stops_clock(q: Inquiry, why: str) -> bool:
    return q.book == "usbgf" and why == "to fetch the director"


@incident(
    "left_board",
    "A player left the board",
    words=("left the table", "walked off", "went to the bar", "left mid game", "got up", "fetched the director"),
    questions=(
        _WHO,
        Question(
            "why", "Why?", FactType.CHOICE, ("own reasons", "to replace equipment", "to fetch the director")
        ),
        Question("allowed", "Was it a break the regulations provide for?", FactType.YES_NO),
        Question("seen", "Did the opponent call the arbiter, or the arbiter see it?", FactType.YES_NO),
        Question("forfeit", "Is the game or the match forfeited?", FactType.CHOICE, ("game", "match")),
        *_OVERRUN_QUESTIONS,
        CUBE,
        CRAWFORD_DONE,
        EARLIER,
        _BETWEEN,
    ),
    clauses={
        "ibf": ("ibf:3.11a", "ibf:3.11b", "ibf:3.11c", "ibf:3.10a", "ibf:3.10g"),
        "usbgf": ("usbgf:2.2.2j",),
        "bws": ("bws:2.2.2e", "bws:2.2.2c", "bws:2.2.4f"),
    },
)  # fmt: skip
def absence_from_board(q: Inquiry) -> JudgeAnswer:
    """Leaving counts as a break unless the game made it necessary; ibf forbids what it does not provide for."""
    side, why = q.side("who"), q.need("why")
    if q.book != "ibf":
        row = ("usbgf:2.2.2j",) if q.book == "usbgf" else ("bws:2.2.2e",)
        if why != "own reasons":
            return q.ruling(
                f"The game made it necessary for {side_name(side)} to leave. It is no break.",
                clauses=(*row, *(("usbgf:4.3.2(d)",) if _stops_clock(q, why) else ())),
                remedies=(PlayOn(),),
                notes=("A clock is stopped as long as the director is fetched (usbgf:4.3.2(d)).",)
                if _stops_clock(q, why)
                else (),
            )
        charged = break_overrun(q)
        if not isinstance(charged, Ruling):
            return charged
        say = f"Leaving the board counts as a break. {charged.say}"
        charged = replace(charged, say=say, clauses=(*row, *charged.clauses))
        return _in_a_game(side, charged) if q.book == "bws" and not q.get("between_games", default=True) else charged
    if why != "own reasons" or q.need("allowed"):
        errand = why != "own reasons"
        if not errand:
            _refuse_break(q)
        return q.ruling(
            f"{side_name(side)} may leave and has broken no rule.",
            clauses=("ibf:3.11a",) if errand else ("ibf:3.10a", "ibf:3.10g"),
            remedies=(PlayOn(),),
            notes=(reading("ruling-14d"),) if errand else (),
        )
    if not q.get("seen", True):
        return q.ruling(
            "The opponent should have called the arbiter. Nobody saw it, and nobody is penalised.",
            clauses=("ibf:3.11c", "ibf:3.11a"),
        )
    return _outside_regulations(q, side)


def _refuse_break(q: Inquiry) -> None:
    """A break that ibf provides for nowhere in this discipline, this length or the middle of a game is wrong."""
    if rows := _without_breaks(q, LONGEST):
        raise q.wrong("allowed", f"this discipline has no breaks, whatever the length ({', '.join(rows)})")
    if q.given("length") and not _has_breaks(q):
        raise q.wrong("allowed", f"a match to {q.need('length')} has no breaks (ibf:3.10e)")
    if not q.get("between_games", default=True):
        raise q.wrong("allowed", "breaks are taken between games only (ibf:3.10g)")


def _in_a_game(side: Side, charged: Ruling) -> Ruling:
    """A break in the middle of a game: a violation of its own, for which bws has no figure."""
    points = any(penalty.step in (PenaltyStep.POINTS, PenaltyStep.MATCH) for penalty in charged.penalties)
    own = Penalty(side, PenaltyStep.POINTS, points=1, optional=True)
    return replace(
        charged,
        say=f"{charged.say} Breaks are held between games and this was in one, for which the director gives points.",
        clauses=tuple(dict.fromkeys((*charged.clauses, "bws:2.2.2c", "bws:2.2.4f"))),
        penalties=charged.penalties if points or charged.consequences.winner else (*charged.penalties, own),
        readings=tuple(dict.fromkeys((*charged.readings, reading("time-7")))),
    )
