"""Disqualification, bars from events for a limited time, spectators and directors who break the rules."""

from datetime import date
from typing import Final

from barpoint.officiating.answer import JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, LoseMatch
from barpoint.officiating.topics.appeal_rights import appeal

_WHO: Final = Question("who", "Against whom?", FactType.SIDE)


@incident(
    "disqualification",
    "A player is to be disqualified or barred",
    words=("disqualify", "expel", "throw out", "ban", "bar from events", "exclude", "cheating"),
    questions=(
        _WHO,
        Question(
            "ground", "For what?", FactType.CHOICE, ("rules or etiquette", "forbidden aid", "dishonest play on purpose")
        ),
        Question("bar_until", "Until which day is the player barred from events, if at all?", FactType.TEXT),
        Question("decided", "Has it been decided to disqualify the player?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:17.1f", "ibf:17.3"),
        "usbgf": ("usbgf:1.1.5a", "usbgf:1.2.5", "usbgf:5.2b"),
        "bws": ("bws:1.2.4a", "bws:1.7.3"),
        "guide": ("guide:ethics-5", "guide:1.2.3a", "guide:3.1a"),
    },
)
def disqualification(q: Inquiry) -> JudgeAnswer:
    """The running match is lost; bws may add a bar from events for a limited time."""
    side, ground = q.side("who"), q.need("ground")
    if q.book == "ibf" and ground == "dishonest play on purpose":
        return q.ruling(
            f"{side_name(side)} is excluded from the competition and may be disqualified as well.",
            clauses=("ibf:17.3",),
            remedies=(LoseMatch(side),),
            penalties=(Penalty(side, PenaltyStep.EXPULSION),),
            notes=(_CHIEF_EXCLUDES,),
        )
    until = _bar(q) if q.book == "bws" else ""
    rows = {
        "ibf": ("ibf:17.1f",),
        "usbgf": ("usbgf:1.1.5a", "usbgf:1.2.5", "usbgf:5.2b"),
        "bws": ("bws:1.7.3",) if ground == "forbidden aid" else ("bws:1.2.4a",),
        "guide": ("guide:1.2.3a", "guide:3.1a") if ground == "forbidden aid" else ("guide:ethics-5",),
    }[q.book]
    aid = q.book == "guide" and ground == "forbidden aid"  # no part of the ethical standards
    who_appeals = appeal(q, "disqualification" if q.book == "usbgf" else "" if aid else "ethics")
    notes = {
        "ibf": (_CHIEF_EXCLUDES,),
        "bws": ("It is reported to the board after the tournament (bws:1.7.5).",) if ground == "forbidden aid" else (),
        "guide": (reading("people-26"),) if aid else (),
    }.get(q.book, ())
    if q.get("decided", False):
        return q.ruling(
            f"{side_name(side)} is {_SHUT_OUT.get(q.book, 'disqualified')}, and the match is lost."
            + (f" {side_name(side)} is barred from events until {until}." if until else ""),
            clauses=rows,
            remedies=(LoseMatch(side),),
            penalties=(Penalty(side, PenaltyStep.EXPULSION, barred_until=until),),
            appeal=who_appeals,
            notes=notes,
        )
    bar = (Option("bar", f"A bar from events{f' until {until}' if until else ' for a limited time'}."),)
    return q.discretion(
        f"{side_name(side)} may be {_SHUT_OUT.get(q.book, 'disqualified and shut out')}. The running match "
        "is then lost "
        "and the opponent goes on.",
        clauses=rows,
        factors=("how grave it is", "what has been proven", "earlier entries on the player's record"),
        usual=(
            Option("exclusion", "Exclusion: the match is lost.", (LoseMatch(side),))
            if q.book == "ibf"
            else Option("disqualify", "Disqualification: the match is lost.", (LoseMatch(side),)),
            *(bar if q.book == "bws" else ()),
        ),
        forbidden=("a bar without an end",) if q.book == "bws" else (),
        appeal=who_appeals,
        notes=notes,
    )


_CHIEF_EXCLUDES: Final = "Only the Chief Arbiter may exclude a player (ibf:17.1f)."
_SHUT_OUT: Final = {  # in the book's own terms
    "ibf": "excluded from the competition",
    "guide": "expelled from the competition",
}


def _bar(q: Inquiry) -> str:
    """The last day of a bar as given, if there is one."""
    q.given("bar_until", gains="with a day the bar is entered up to it.")
    return _day(q, "bar_until", str(q.get("bar_until", "")))


def _day(q: Inquiry, key: str, text: str) -> str:
    """A day, or nothing; anything else is wrong."""
    if text:
        try:
            return date.fromisoformat(text).isoformat()
        except ValueError:
            raise q.wrong(key, "expected a day such as 2027-03-31") from None
    return ""


@incident(
    "barred_player",
    "Somebody barred from events wants to play",
    words=("banned player", "barred", "suspended player enters", "is the ban over"),
    questions=(_WHO, Question("day", "On which day does the event start?", FactType.TEXT)),
    clauses={"bws": ("bws:1.2.4a", "bws:1.7.3")},
)
def bar_in_force(q: Inquiry) -> JudgeAnswer:
    """A bar on the record holds up to and including its last day."""
    side = q.side("who")
    day = _day(q, "day", str(q.need("day")))
    if not day:
        raise q.wrong("day", "expected a day such as 2027-03-31")
    name = q.record.names[side.place]
    until = max((entry.barred_until for entry in q.record.entries if entry.person == name), default="")
    if until >= day:
        return q.ruling(
            f"{name} is barred from events until {until} and cannot play.",
            clauses=("bws:1.2.4a", "bws:1.7.3"),
            remedies=(Instruct(f"Refuse the entry of {name}."),),
            notes=(reading("ruling-18"),),
        )
    return q.ruling(f"No bar is in force against {name} on that day.", clauses=("bws:1.2.4a", "bws:1.7.3"))


@incident(
    "spectator_sanction",
    "A spectator broke the silence or gave help",
    words=("spectator helped", "whispered the play", "signal from a spectator", "expel a spectator", "kibitzing"),
    questions=(
        Question("player_sought", "Did the player knowingly seek or take the help?", FactType.YES_NO),
        Question("who", "Which player?", FactType.SIDE),
    ),
    clauses={
        "usbgf": ("usbgf:1.6.3",),
        "bws": ("bws:1.6.3", "bws:1.7.3"),
        "guide": ("guide:1.3.1", "guide:ethics-6", "guide:ethics-7", "guide:1.2.3a"),
    },
)
def spectator_sanction(q: Inquiry) -> JudgeAnswer:
    """The spectator may be expelled; the player answers only for help knowingly sought or taken."""
    sought = bool(q.need("player_sought"))
    usual = [Option("expel", "The spectator is expelled from the playing area.")]
    if q.book == "usbgf":  # any sanction that is just, not these alone: usbgf:1.6.3
        usual.append(Option("disqualify", "The spectator is disqualified from the events."))
        usual.append(Option("remind", "The spectator is reminded to keep silent."))
    if q.book == "bws":
        usual.append(Option("bar", "In special cases a bar from playing or watching for a limited time."))
    if sought:
        side = q.side("who")
        usual.append(Option("player", f"{side_name(side)} is disqualified.", (LoseMatch(side),)))
    rows = {
        "usbgf": ("usbgf:1.6.3",),
        "bws": ("bws:1.6.3", *(("bws:1.7.3",) if sought else ())),
        "guide": ("guide:ethics-7", "guide:ethics-6", "guide:1.3.1", *(("guide:1.2.3a",) if sought else ())),
    }[q.book]
    return q.discretion(
        "The spectator may be expelled. "
        + ("The player took part and may be penalised too." if sought else "The player is not penalised."),
        clauses=rows,
        factors=("what was said or shown", "whether it could help", "whether the player protested"),
        usual=tuple(usual),
        forbidden=() if sought or q.book == "bws" else ("a penalty on a player who did not seek the help",),
        appeal=appeal(q, "expulsion" if q.book == "usbgf" else "ethics"),
        notes=_BWS_HELP if q.book == "bws" else (),
    )


_BWS_HELP: Final = (
    reading("people-10"),
    "An expulsion is reported to the board after the tournament (bws:1.6.5).",
)


@incident(
    "director_breach",
    "A director broke the rules of the tournament",
    words=("director broke the rules", "ban the director", "director misconduct"),
    questions=(Question("proven", "Is the breach established?", FactType.YES_NO),),
    clauses={"bws": ("bws:1.2.4b",)},
)
def director_breach(q: Inquiry) -> JudgeAnswer:
    """A ban from directing is possible."""
    if not q.need("proven"):
        return q.ruling("Without an established breach nothing follows.", clauses=("bws:1.2.4b",))
    return q.discretion(
        "The director may be banned from directing. The book does not say by whom.",
        clauses=("bws:1.2.4b",),
        factors=("which rule was broken", "whether it was deliberate"),
        usual=(Option("ban", "A ban from directing."),),
    )
