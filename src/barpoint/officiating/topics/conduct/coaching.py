"""Advice and talk about the match: during play, in a break, in a recess of the tournament.

Aids and devices are `aids`; what spectators do is `barring`.
"""

from typing import Final

from barpoint.officiating.answer import JudgeAnswer, Option
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.remedy import LoseMatch, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.conduct.sanctions import SANCTIONS

_WHEN: Final = ("during_play", "break_between_games", "scheduled_recess", "after_the_match")
_ROWS: Final = {
    "usbgf": ("usbgf:1.8.1a", "usbgf:1.1.5a"),
    "bws": ("bws:1.7.2", "bws:1.7.3"),
    "guide": ("guide:1.2.3a", "guide:1.2.3b", "guide:2.2.6e"),
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
    clauses={"usbgf": ("usbgf:1.8.1a", "usbgf:1.8.1b", "usbgf:1.1.5a"), "bws": _ROWS["bws"], "guide": _ROWS["guide"]},
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
    recess = ("usbgf:1.8.1b",) if q.book == "usbgf" and when == "scheduled_recess" else ()
    out = (Option("disqualification", "Disqualification: the match is lost.", (LoseMatch(side),)),)
    usual = (
        SANCTIONS["guide"]
        if q.book == "guide"
        else (*out, *(option for option in SANCTIONS[q.book] if option.name != "disqualification"))
    )
    return q.discretion(
        f"A match lasts until it is over, breaks included, and {side_name(side)} may take no advice on it. The "
        "director may sanction it.",
        clauses=(*recess, *_ROWS[q.book]),
        factors=("what was learned from it", "who sought it", f"this is offence {q.offence(side)}"),
        usual=usual,
        appeal=appeal(q, "ethics"),
    )
