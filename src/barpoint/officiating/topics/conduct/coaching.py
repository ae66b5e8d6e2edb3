"""Advice and talk about the match: during play, in a break, in a recess of the tournament.

Aids and devices are `aids`; what spectators do is `barring`.
"""

from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import LoseMatch, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.conduct.sanctions import SANCTIONS

_WHEN: Final = ("during_play", "break_between_games", "scheduled_recess", "after_the_match")
_ROWS: Final = {
    "usbgf": ("usbgf:1.8.1a", "usbgf:1.1.5a"),
    "bws": ("bws:1.7.2", "bws:1.7.3"),
    "guide": ("guide:1.2.3a", "guide:1.2.3b", "guide:2.2.6e"),  # no part of the ethical standards, so open to appeal
}


@incident(
    "coaching",
    "A player was coached, or talked the match over with somebody",
    words=("was coached in the break", "discussed the position at dinner", "asked a friend about a play",
           "talked about the match overnight", "advice during the match"),
    questions=(
        Question("player", "Which player?", FactType.SIDE),
        Question("when", "When?", FactType.CHOICE, _WHEN),
        Question("applies", "Was it about something clearly to come in this match?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "usbgf": ("usbgf:1.8.1a", "usbgf:1.8.1b", "usbgf:1.1.5a"),
        "bws": (*_ROWS["bws"], "bws:1.7.5"),
        "guide": _ROWS["guide"],
    },
)  # fmt: skip
def coaching(q: Inquiry) -> JudgeAnswer:
    """Forbidden while the match lasts; usbgf lets players study in a scheduled recess."""
    side, when = q.side("player"), q.need("when")
    if when == "after_the_match":
        return q.ruling(
            "The match is over, and players may talk about it.",
            clauses=_ROWS[q.book][:1],
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    if q.book == "usbgf" and when == "scheduled_recess" and not q.need("applies"):
        return q.ruling(
            "In a scheduled recess players may study and talk over earlier plays, as long as nothing of it clearly "
            "applies to the rest of a match. It was in order.",
            clauses=("usbgf:1.8.1b",),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    if q.book == "bws":
        return _bws(q, side, when)
    recess = ("usbgf:1.8.1b",) if q.book == "usbgf" and when == "scheduled_recess" else ()
    out = (Option("disqualification", "Disqualification: the match is lost.", (LoseMatch(side),)),)
    others = (option for option in SANCTIONS["usbgf"] if option.name != "disqualification")
    usual = SANCTIONS["guide"] if q.book == "guide" else (*out, Option("warning", "A warning."), *others)
    return q.discretion(
        f"A match lasts until it is over, breaks included, and {side_name(side)} may take no advice on it. The "
        "director may sanction it.",
        clauses=(*recess, *(_ROWS[q.book][:-1] if q.book == "guide" and when == "during_play" else _ROWS[q.book])),
        factors=("what was learned from it", "who sought it", f"this is offence {q.offence(side)}"),
        usual=usual,
        appeal=appeal(q),
        notes=(_ADVISER[q.book], *((reading("people-26"),) if q.book == "guide" else ())),
    )


_ADVISER: Final = {
    "usbgf": "A spectator who gave the advice may be sanctioned as well (usbgf:1.6.2, 1.6.3).",
    "guide": "A spectator who gave the advice has broken the silence as well (guide:1.3.1).",
}


def _bws(q: Inquiry, side: Side, when: str) -> JudgeAnswer:
    """Help from spectators while a match is in progress: disqualification and expulsion are open (bws:1.7.3)."""
    return q.discretion(
        f"While a match is in progress {side_name(side)} may take no help from others. The director may disqualify and "
        f"expel {side_name(side)}.",
        clauses=(*_ROWS["bws"], "bws:1.7.5"),
        factors=("what was learned from it", "who sought it", f"this is offence {q.offence(side)}"),
        usual=(
            Option(
                "disqualification",
                "Disqualification and expulsion: the match is lost.",
                (LoseMatch(side),),
                (Penalty(side, PenaltyStep.EXPULSION),),
            ),
            *(option for option in SANCTIONS["bws"] if option.name != "disqualification"),
        ),
        appeal=appeal(q, "ethics"),
        notes=(
            "A disqualification or an expulsion is reported to the board after the tournament (bws:1.7.5).",
            "A spectator who helped may be expelled as well (bws:1.6.2, 1.6.3).",
            "A player may ask that a monitor watches the rest of the match (bws:1.7.4).",
            *(() if when == "during_play" else (reading("people-24"),)),
        ),
    )
