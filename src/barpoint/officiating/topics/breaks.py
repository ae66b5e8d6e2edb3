"""Breaks: whether one may be taken, what an overrun costs, and leaving the board.

usbgf's break time accrues and is drawn on; bws, guide and ibf count breaks (`rulebook.tariff.breaks`). An overrun
is delay and costs what lateness costs; ibf has no such scale and treats it as a break outside its regulations.
"""

from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import Answer, Option, Penalty, Step
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.judge import Inquiry, incident
from barpoint.officiating.remedy import Instruct, LoseGame, LoseMatch, PlayOn
from barpoint.officiating.topics.appealable import appeal
from barpoint.officiating.topics.lateness import (
    LENGTH,
    SCORES,
    after_points,
    charge,
    consequences,
    read_score,
    sentence,
)
from barpoint.officiating.topics.wording import counted, named, of_day, spoken
from barpoint.rulebook.catalogue import param
from barpoint.rulebook.tariff import Allowance, BreakReserve, BreakWhen, CountedBreaks, Delay, deemed_break

_DAY: Final = 86_400_000
_WHO: Final = Question("who", "Whose break is it?", FactType.SIDE)
_STARTED: Final = Question("started", "When did play really begin, or resume after a recess?", FactType.MOMENT)
_DRAWN: Final = Question("drawn", "How much break time has the player used since then?", FactType.DURATION, most=_DAY)
_GRANTED: Final = Question(
    "granted", "How much more break time has the director granted?", FactType.DURATION, most=_DAY
)
_USED: Final = Question("used", "How many breaks has the player had?", FactType.COUNT)
_BETWEEN: Final = Question("between_games", "Is it between games?", FactType.YES_NO)


_OUTSIDE: Final = ("break_overrun", "left_board")  # one ladder: ibf:3.11


def _reserve(q: Inquiry) -> BreakReserve:
    """The break time of usbgf before this break."""
    return BreakReserve(since=q.need("started"), drawn=q.known("drawn", 0), granted=q.known("granted", 0))


def _counted(q: Inquiry, allowance: Allowance) -> CountedBreaks:
    """The counted breaks before this one; more used than there are is wrong."""
    used = q.known("used", 0)
    if used > (allowance.count or 0):
        raise q.wrong("used", f"the player has {counted(allowance.count or 0, 'break')} in this match")
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
        _STARTED,
        Question("now", "What time is it?", FactType.MOMENT),
        _DRAWN,
        _GRANTED,
        _USED,
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
def break_request(q: Inquiry) -> Answer:
    """Granted between games while there are breaks, or break time, left."""
    side = q.side("who")
    if q.book == "usbgf":
        return _usbgf_request(q, side)
    length = q.need("length")
    allowance = q.profile.allowance(length)
    if allowance is None:
        rows = {"ibf": ("ibf:3.10a",), "bws": ("bws:2.2.2a",), "guide": ("guide:2.2.6a",)}[q.book]
        more = ("The event owes the players extra time instead (ibf:3.10h).",) if q.book == "ibf" else ()
        return q.ruling("The regulations of this event provide no breaks. Play goes on.", clauses=rows, notes=more)
    clauses = allowance.clauses
    if q.book == "ibf" and q.profile.options.discipline == "sprintgammon":
        clauses = (*clauses, "ibf:7.2d")
    state = _counted(q, allowance)
    if state.left <= 0:
        said = counted(allowance.count or 0, "break")
        return q.ruling(
            f"{named(side)} has {said} in a match to {length} and none left. Play goes on.", clauses=clauses
        )
    if allowance.when is BreakWhen.BETWEEN_MATCHES and not q.need("between_matches"):
        said = "In a short best of three breaks are taken between the matches only. Play goes on."
        return q.ruling(said, clauses=("bws:2.2.2f",))
    if allowance.when is BreakWhen.BETWEEN_GAMES and not q.need("between_games"):
        row = {"ibf": "ibf:3.10g", "bws": "bws:2.2.2c", "guide": "guide:2.2.6c"}[q.book]
        return q.ruling("A break may be taken only between games. Play goes on.", clauses=(row,))
    notes: tuple[str, ...] = ("The book does not name this length; this is our reading.",) if allowance.decided else ()
    if allowance.joinable:
        notes += ("Breaks may be joined: one player's, and both players'.",)
        clauses = (*clauses, "bws:2.2.2d")
    if q.book == "guide":
        notes += ("Both players write down the time, and with a clock both remaining times (guide:2.2.6f, 2.2.6g).",)
    left = state.left - 1
    return q.ruling(
        f"{named(side)} has a break of {spoken(allowance.each)}. After it {named(side)} has {left or 'none'} left.",
        clauses=clauses,
        remedies=(Instruct(f"Note the time: due back {_back(q, allowance.each)}."),),
        notes=notes,
    )


def _back(q: Inquiry, each: int) -> str:
    return f"at {of_day(q.need('now') + each)}" if "now" in q.facts else f"in {spoken(each)}"


def _usbgf_request(q: Inquiry, side: Side) -> Answer:
    if not q.need("between_games") and not q.need("exceptional"):
        return q.ruling(
            "Breaks are for the time between games; one in a game needs exceptional circumstances. Play goes on.",
            clauses=("usbgf:2.2.2a",),
        )
    state, now = _reserve(q), q.need("now")
    if now < state.since:
        raise q.wrong("now", "it is earlier than the start of play")
    have, free = int(state.reserve(now)), state.free_for(now)
    clauses = ["usbgf:2.2.2a", "usbgf:2.2.2c", "usbgf:2.2.2d", "usbgf:2.2.2f", "usbgf:2.2.2g"]
    notes = ["Both players note the time, the clock times and who asked (usbgf:2.2.2i)."]
    if now - state.since < param("usbgf:2.2.2b", "advisory_window_min", int) * 60_000:
        clauses.append("usbgf:2.2.2b")
        notes.append("In the first hour breaks are for urgent need; that by itself brings no penalty.")
    return q.ruling(
        f"{named(side)} has {spoken(have)} of break time, which lasts {spoken(free)} since it goes on accruing. "
        "Whatever is longer delays the match.",
        clauses=tuple(clauses),
        notes=tuple(notes),
    )


@incident(
    "break_overrun",
    "A player was too long on a break",
    words=("too long on break", "back late from break", "came back late from the break", "break overrun",
           "still not back", "long break"),
    questions=(
        _WHO,
        LENGTH,
        _STARTED,
        Question("break_start", "When did the break begin?", FactType.MOMENT),
        Question("break_end", "When was the player back and ready?", FactType.MOMENT),
        _DRAWN,
        _GRANTED,
        _USED,
        Question("breaks", "How many breaks did the player name for it?", FactType.COUNT, least=1),
        Question("charged_white", "How much delay has White caused before?", FactType.DURATION, most=_DAY),
        Question("charged_black", "How much delay has Black caused before?", FactType.DURATION, most=_DAY),
        *SCORES,
        Question("estimate", "How long did the player say it would take?", FactType.DURATION, most=_DAY),
        Question("forfeit", "Is the game or the match forfeited?", FactType.CHOICE, ("game", "match")),
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
def break_overrun(q: Inquiry) -> Answer:
    """What exceeds the break is delay, and adds to the delay before it."""
    side, length, start = q.side("who"), q.need("length"), q.need("break_start")
    end = q.need("break_end")
    if end < start:
        raise q.wrong("break_end", "the break ended before it began")
    if q.book == "ibf":
        return _ibf_overrun(q, side, length, end - start)
    over, clauses = _overrun(q, length, start, end)
    charged, score = q.known(f"charged_{side.value}", 0), read_score(q, length)
    owed = charge(q, side, Delay(start=charged, breaks=over), charged, length)
    assert owed is not None, "usbgf, bws and guide have a scale"
    remedies, penalties = consequences((owed,))
    notes = list(after_points(q, (owed,), length, score)) if owed.new and not owed.found.forfeit else []
    if owed.found.confirm and over:
        notes.append("bws gives no figures for breaks: the director confirms the points or changes them.")
    if q.book == "guide" and over:
        notes.append("The guide names no scale; the one of usbgf:2.2.4 is used.")
    if q.known("estimate", 0):
        notes.append("What the player said of its length does not bind.")
        clauses = (*clauses, "usbgf:2.2.2k") if q.book == "usbgf" else clauses
    lasted = f"The break lasted {spoken(end - start)}"
    return q.ruling(
        f"{lasted}, {spoken(over)} more than {named(side)} had. {sentence(owed)}"
        if over
        else f"{lasted} and was within the rules. Nothing is charged.",
        clauses=tuple(dict.fromkeys((*clauses, *(owed.found.clauses if over else ())))),
        remedies=remedies,
        penalties=penalties,
        appeal=appeal(q),
        notes=tuple(notes),
    )


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
    named_breaks = q.known("breaks", 0) or None
    return _counted(q, allowance).away(end - start, named_breaks).overrun, rows


def _ibf_overrun(q: Inquiry, side: Side, length: int, lasted: int) -> Answer:
    allowance = q.profile.allowance(length)
    if allowance is not None and lasted <= allowance.each and _counted(q, allowance).left > 0:
        return q.ruling(f"The break lasted {spoken(lasted)} and was within the rules.", clauses=("ibf:3.10g",))
    note = "A break that is longer than allowed is read as one the regulations do not provide for."
    return _outside_regulations(q, side, notes=(note,))


def _outside_regulations(q: Inquiry, side: Side, notes: tuple[str, ...] = ()) -> Answer:
    """ibf:3.11: the clocks are started and the player warned; again, and the player is forfeited."""
    name = q.record.names[side.place]
    offence = 1 + sum(len(q.record.earlier(name, kind)) for kind in _OUTSIDE)
    if offence == 1:
        return q.ruling(
            f"{named(side)} took a break the regulations do not provide for: the clocks are started, "
            f"and {named(side)} is warned.",
            clauses=("ibf:3.11a", "ibf:3.11c"),
            remedies=(Instruct(f"Start {named(side)}'s clock."),),
            penalties=(Penalty(side, Step.WARNING, offence),),
            notes=("The clock that is started is read as the absent player's.", *notes),
        )
    match_lost = q.need("forfeit") == "match"
    return q.ruling(
        f"{named(side)} has done this before and forfeits the {'match' if match_lost else 'game'}.",
        clauses=("ibf:3.11b",),
        remedies=(LoseMatch(side) if match_lost else LoseGame(side),),
        penalties=(Penalty(side, Step.MATCH if match_lost else Step.GAME, offence),),
        notes=("The book does not say whether game or match is forfeited: the arbiter decides.", *notes),
    )


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
    ),
    clauses={
        "ibf": ("ibf:3.11a", "ibf:3.11b", "ibf:3.11c"),
        "usbgf": ("usbgf:2.2.2j",),
        "bws": ("bws:2.2.2e",),
    },
)  # fmt: skip
def left_board(q: Inquiry) -> Answer:
    """Leaving counts as a break unless the game made it necessary; ibf forbids what it does not provide for."""
    side, why = q.side("who"), q.need("why")
    if q.book != "ibf":
        row = ("usbgf:2.2.2j",) if q.book == "usbgf" else ("bws:2.2.2e",)
        if why != "own reasons":
            return q.ruling(f"The game made it necessary for {named(side)} to leave. It is no break.", clauses=row)
        whole = "All of the absence is drawn from" if q.book == "usbgf" else "A whole break is taken from"
        return q.ruling(
            f"Leaving the board counts as a break. {whole} what {named(side)} has left.",
            clauses=row,
            remedies=(Instruct(f"Book a break for {named(side)} from the moment of leaving."),),
        )
    if why != "own reasons" or q.need("allowed"):
        return q.ruling(
            f"{named(side)} may leave and has broken no rule.",
            clauses=("ibf:3.11a",),
            remedies=(PlayOn(),),
            notes=("The book names no reasons; an errand for the game is read as no break.",),
        )
    if not q.known("seen", True):
        return q.ruling(
            "The opponent should have called the arbiter. Nobody saw it, and nobody is penalised.",
            clauses=("ibf:3.11c", "ibf:3.11a"),
        )
    return _outside_regulations(q, side)


@incident(
    "both_left",
    "Both players left during a break",
    words=("both left", "opponent gone too", "came back and opponent was gone", "other player also left"),
    questions=(
        Question("caller", "Who called the break?", FactType.SIDE),
        Question("called", "When did it begin?", FactType.MOMENT),
        Question("caller_back", "When was the caller back and ready?", FactType.MOMENT),
        Question("other_back", "When was the other player back?", FactType.MOMENT),
        Question("waiting", "Was the caller still there then?", FactType.YES_NO),
    ),
    clauses={"usbgf": ("usbgf:2.2.2l", "usbgf:2.2.2m", "usbgf:2.2.2n")},
)
def both_left(q: Inquiry) -> Answer:
    """The other player is taken to have called a break of their own once two minutes and the caller's are over."""
    caller, called, back, other = q.side("caller"), q.need("called"), q.need("caller_back"), q.need("other_back")
    for key, moment in (("caller_back", back), ("other_back", other)):
        if moment < called:
            raise q.wrong(key, "nobody comes back before the break begins")
    waiting = bool(q.need("waiting"))
    own = deemed_break(called, back, other, caller_waiting=waiting)
    own_time = 0 if own is None else own[1] - own[0]
    rows = ("usbgf:2.2.2l", "usbgf:2.2.2m") if waiting else ("usbgf:2.2.2n",)
    return q.ruling(
        f"{named(caller)}'s break lasted {spoken(back - called)}. "
        f"{named(caller.other)} is charged with a break of {spoken(own_time)}.",
        clauses=rows,
        remedies=(Instruct(f"Draw {spoken(own_time)} from {named(caller.other)}'s break time."),) if own else (),
        notes=() if waiting else ("A second absence of the caller is a break of its own.",),
    )


@incident(
    "agreed_break",
    "The players agreed on a longer break by themselves",
    words=("agreed to a longer break", "stretched dinner", "both agreed to pause", "extended break together"),
    questions=(
        Question("approved", "Had the director approved?", FactType.YES_NO),
        Question("points", "How many points has the director decided on?", FactType.COUNT, least=1, most=25),
    ),
    clauses={
        "guide": ("guide:2.2.5e",),
        "usbgf": ("usbgf:2.2.4e", "usbgf:2.2.3a"),
        "bws": ("bws:1.2.2", "bws:2.2.4f", "bws:2.2.3a"),
    },
)
def agreed_break(q: Inquiry) -> Answer:
    """Players cannot agree on the event's time without the director."""
    approved = q.need("approved")
    rows = {
        "guide": ("guide:2.2.5e",),
        "usbgf": ("usbgf:2.2.3a",) if approved else ("usbgf:2.2.4e",),
        "bws": ("bws:2.2.3a",) if approved else ("bws:1.2.2", "bws:2.2.4f"),
    }[q.book]
    if approved:
        return q.ruling("The director approved the longer break. Nobody is penalised.", clauses=rows)
    if q.book != "guide":
        return q.ruling(
            "Players cannot waive each other's delay: each is charged with the time the break took beyond theirs.",
            clauses=rows,
            remedies=(Instruct("Rule on each player's break as overrun."),),
        )
    if "points" in q.facts:
        points = q.need("points")
        return q.ruling(
            f"Each player has {counted(points, 'penalty point')} in the next match for lengthening the break.",
            clauses=rows,
            penalties=tuple(Penalty(side, Step.POINTS, points=points, later=True) for side in Side),
            appeal=appeal(q),
        )
    return q.discretion(
        "The players may not lengthen a break by themselves. Both may be penalised in their next match.",
        clauses=rows,
        factors=("how long", "whether others had to wait"),
        usual=(Option("next_match", "A penalty point against each in the next match."), Option("none", "No penalty.")),
        forbidden=("a penalty on one of them alone",),
        appeal=appeal(q),
    )
