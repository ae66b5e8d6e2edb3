"""Manners at the table: distractions, other languages, and rules the players made for themselves.

Insults, threats and abuse are `penalties` (misbehaviour); what merely looks improper is `evidence` (doubt).
"""

from typing import Final

from barpoint.officiating.answer import JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.remedy import Instruct, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal, event_policy
from barpoint.officiating.topics.conduct.sanctions import SANCTIONS
from barpoint.rulebook import ClockUse

_DISTURBED: Final = {
    "usbgf": ("usbgf:1.2.1b", "usbgf:1.2.3a", "usbgf:1.2.3b", "usbgf:1.2.5"),
    "bws": ("bws:1.2.3a", "bws:1.2.4a"),
    "guide": ("guide:ethics-1", "guide:ethics-7"),
}


@incident(
    "distraction",
    "A player is disturbed by talk, noise or gestures",
    words=("humming", "talks all the time", "distracts me", "drumming his fingers", "disturbing", "keeps talking"),
    questions=(
        Question("asked", "Has the disturbed player asked that it stop?", FactType.YES_NO),
        Question("stopped", "Has it stopped?", FactType.YES_NO),
        Question("disputed", "Is it disputed whether the request is reasonable?", FactType.YES_NO),
    ),
    clauses=_DISTURBED,
)
def distraction(q: Inquiry) -> JudgeAnswer:
    """A reasonable request is respected; who asks or calls the director is not to blame."""
    rows = _DISTURBED[q.book]
    if q.book == "bws":
        return q.discretion(
            "Players are expected to be considerate at all times, and the director may sanction who is not. "
            "The book asks for no request first.",
            clauses=rows,
            factors=("how much it disturbs", "whether the player was asked to stop, and did"),
            usual=(Option("stop", "It has to stop", (Instruct("It stops."),)), *SANCTIONS["bws"]),
            appeal=appeal(q),
        )
    if not q.need("asked"):
        return q.ruling(
            "The player asks that it stop, and a reasonable request has to be respected.",
            clauses=rows[:2],
            remedies=(Instruct("Ask that it stop."),),
            appeal=appeal(q),
        )
    if q.need("stopped"):
        return q.ruling("It has stopped as asked. Nothing follows.", clauses=rows[:2], remedies=(PlayOn(),))
    disputed = q.need("disputed")
    say = (
        "The director decides whether the request is reasonable."
        if disputed
        else "A reasonable request was ignored, and the director may sanction it."
    )
    return q.discretion(
        f"{say} Nobody is to blame for asking or for calling the director.",
        clauses=("usbgf:1.2.3b", *(() if disputed else ("usbgf:1.2.3a", "usbgf:1.2.5"))) if q.book == "usbgf" else rows,
        factors=("whether it can be left out without harm", "how much it disturbs", "earlier requests"),
        usual=(
            Option("stop", "It has to stop", (Instruct("It stops."),)),
            *((Option("continue", "It may go on", (PlayOn(),)),) if disputed else SANCTIONS[q.book]),
        ),
        forbidden=("blaming the player who asked",),
        appeal=appeal(q, "ethics"),
    )


@incident(
    "wrong_language",
    "Somebody spoke a language that is not official",
    words=("speaks another language", "foreign language", "talked in Turkish", "not in English", "translator"),
    questions=(
        Question("by", "Who?", FactType.CHOICE, ("player", "spectator", "doubles_partners")),
        Question("official", "Is it an official language of the tournament?", FactType.YES_NO),
        Question("translator", "Was it through a translator the director approved?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": ("usbgf:1.5a", "usbgf:1.5b", "usbgf:1.5c"),
        "bws": ("bws:1.5",),
        "guide": ("guide:3.7a", "guide:3.7b", "guide:3.7c"),
    },
)
def wrong_language(q: Inquiry) -> JudgeAnswer:
    """Only official languages during a match; usbgf lets partners who consult each other speak any."""
    by = q.need("by")
    if q.book == "usbgf" and by == "doubles_partners":
        say = "Partners who consult each other may speak any language between themselves. It was in order."
        return q.ruling(say, clauses=("usbgf:1.5c",), remedies=(PlayOn(),))
    if q.book == "guide" and by == "spectator":
        return q.ruling(
            "Spectators may not speak with the players, whatever the language. The spectator is reminded.",
            clauses=("guide:3.7b",),
            remedies=(Instruct("Remind the spectator to keep silent."),),
            penalties=(Penalty(None, PenaltyStep.REMINDER),),
            appeal=appeal(q),
        )
    if q.need("official"):
        rows = {"usbgf": ("usbgf:1.5a", "usbgf:1.5b"), "bws": ("bws:1.5",), "guide": ("guide:3.7a",)}[q.book]
        return q.ruling("That language is official. It was in order.", clauses=rows, remedies=(PlayOn(),))
    if q.book == "guide" and q.need("translator"):
        say = "The director approved the translator. It was in order."
        return q.ruling(say, clauses=("guide:3.7c", "guide:3.7a"), remedies=(PlayOn(),))
    rows = {"usbgf": ("usbgf:1.5b",), "bws": ("bws:1.5",), "guide": ("guide:3.7a",)}[q.book]
    spoken = event_policy(q).languages
    return q.ruling(
        "During a match only the official languages of the tournament are spoken. Whoever spoke otherwise is reminded.",
        clauses=rows,
        remedies=(Instruct("Remind them of the official languages."),),
        penalties=(Penalty(None, PenaltyStep.REMINDER),),
        appeal=appeal(q),
        notes=(f"Official here: {', '.join(_LANGUAGES.get(code, code) for code in spoken)}.",) if spoken else (),
    )


_LANGUAGES: Final = {"en": "English", "ru": "Russian"}


_OWN_RULES: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "usbgf": {
        "length": ("usbgf:4.8.1.2a", "usbgf:4.8.1.2b"),
        "clock_settings": ("usbgf:1.1d", "usbgf:3.4.4.1h"),
        "rule_of_play": ("usbgf:4.2.4a", "usbgf:1.1d"),
    },
    "bws": {
        "length": ("bws:1.2.2", "bws:4.5d"),
        "clock_settings": ("bws:1.2.2",),
        "rule_of_play": ("bws:1.2.1", "bws:1.2.4a"),
    },
    "guide": {
        "length": ("guide:5.14f", "guide:1.2.2"),
        "clock_settings": ("guide:1.2.2",),
        "rule_of_play": ("guide:2.1.2a", "guide:1.2.2"),
    },
    "ibf": {"length": ("ibf:15.4",), "clock_settings": ("ibf:8.1a",), "rule_of_play": ("ibf:17.1g",)},
}


@incident(
    "own_rules",
    "The players agreed on rules of their own",
    words=("agreed to play to five", "agreed on other rules", "private arrangement", "waived a rule", "collusion"),
    questions=(
        Question("what", "What did they change?", FactType.CHOICE, ("length", "clock_settings", "rule_of_play")),
        Question("looser", "Do the settings give more time, or is the clock untimed?", FactType.YES_NO),
        Question("approved", "Had the director approved it beforehand?", FactType.YES_NO),
    ),
    clauses={book: tuple(dict.fromkeys(row for rows in by.values() for row in rows)) for book, by in _OWN_RULES.items()}
    | {"trad": ("trad:scoring-1", "trad:scoring-9", "trad:doubling-12")},
)
def own_rules(q: Inquiry) -> JudgeAnswer:
    """Void unless the director approved; the traditional leaflet leaves it to the players."""
    what = q.need("what")
    if q.book == "trad":
        if what == "length":
            say = "Under this book the players agree on the length of a match. It stands."
            return q.ruling(say, clauses=("trad:scoring-1",), remedies=(PlayOn(),))
        say = "The leaflet knows no officials and no event whose rules could be changed. What both agree on stands."
        return q.ruling(say, clauses=("trad:scoring-9", "trad:doubling-12"), remedies=(PlayOn(),))
    if what not in _OWN_RULES[q.book]:
        return q.silent()
    rows = _OWN_RULES[q.book][what]
    if q.book == "usbgf" and what == "clock_settings" and q.profile.clock_use() is ClockUse.IF_AGREED:
        if q.need("looser"):
            say = "Where a clock needs both players' consent they may also agree on more time. It stands."
            return q.ruling(say, clauses=("usbgf:3.4.4.1d",), remedies=(PlayOn(),), appeal=appeal(q))
        rows = ("usbgf:1.1d", "usbgf:3.4.4.1d")
    approvable = q.book == "guide" or (q.book == "usbgf" and what != "rule_of_play")  # usbgf:1.1d: for all, in advance
    if approvable and q.need("approved"):
        return q.ruling("The director approved it beforehand. It stands.", clauses=rows[-1:], remedies=(PlayOn(),))
    back = Instruct("Play on by the rules of the event.")
    return q.discretion(
        "Players may not change the rules of the event among themselves. What they agreed is void, and the official "
        "may sanction one or both.",
        clauses=rows,
        factors=("what it changed for others", "whether it was meant to favour one of them"),
        usual=(Option("void", "The rules of the event apply", (back,)), *SANCTIONS[q.book]),
        forbidden=("letting the agreement stand",),
        appeal=appeal(q),
        notes=("What becomes of the games played to another length: wrong_length.",) if what == "length" else (),
    )
