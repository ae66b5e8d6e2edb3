"""Monitors and observers: what their word is worth, what they miss, and to whom it may be taken.

A monitor watches a match for the director and may step in; an observer only watches. Asking for one is
`rolling_manner`.
"""

from typing import Final

from barpoint.officiating.answer import Appeal, JudgeAnswer
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal

_MONITOR: Final = ("ruled", "missed_something", "wants_to_penalise", "spoke_up", "gives_evidence")


@incident(
    "monitor_acted",
    "A monitor or an observer ruled, spoke or missed something",
    words=("monitor ruled", "the monitor did not see it", "observer spoke", "refuses the monitor's ruling"),
    questions=(
        Question("what", "What happened?", FactType.CHOICE, _MONITOR),
        Question("appointed_as", "As what was the person appointed?", FactType.CHOICE, ("monitor", "observer")),
        Question("noticed_by", "Who noticed it and kept silent?", FactType.CHOICE, ("nobody", "white", "black")),
        Question("empowered", "Did the director give the monitor that power?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": ("usbgf:1.3.3b", "usbgf:1.3.3c", "usbgf:1.3.3d", "usbgf:1.3.3e", "usbgf:1.1.5a", "usbgf:1.1.6a"),
        "bws": ("bws:1.3.3b", "bws:1.3.3c"),
        "guide": ("guide:4b", "guide:4c", "guide:4d"),
    },
)
def monitor_acted(q: Inquiry) -> JudgeAnswer:
    """What a monitor's word is worth, and to whom it may be taken."""
    what = q.need("what")
    if what == "gives_evidence":
        return q.ruling(
            "The director hears what the monitor or observer saw, beside both players and whatever else there is. "
            "It is evidence, and the director decides.",
            clauses=_EVIDENCE[q.book],
            remedies=(Instruct("Hear the monitor or observer as a witness."),),
            appeal=appeal(q),
        )
    return {"usbgf": _monitor_usbgf, "bws": _monitor_bws, "guide": _monitor_guide}[q.book](q, what)


_EVIDENCE: Final = {"usbgf": ("usbgf:5.4a",), "bws": ("bws:1.3.3c", "bws:5.4a"), "guide": ("guide:4b", "guide:1.3.2")}


def _monitor_usbgf(q: Inquiry, what: str) -> JudgeAnswer:
    if what == "missed_something":
        silent = q.need("noticed_by")
        kept = "" if silent == "nobody" else f" {silent.capitalize()} noticed it and should have said so."
        return q.ruling(
            f"A monitor does not release the players from pointing out what they notice.{kept} "
            "The irregularity is judged by its own rule.",
            clauses=("usbgf:1.3.3e", "usbgf:1.1.6a") if kept else ("usbgf:1.3.3e",),
            remedies=(Instruct("Rule on the irregularity itself."),),
            appeal=appeal(q),
        )
    if what == "ruled":
        return q.ruling(
            "A monitor may rule on what arises. Either player may take it to the director, whose decision replaces it.",
            clauses=("usbgf:1.3.3d",),
            remedies=(PlayOn(),),
            appeal=Appeal(True, "to the director first, and from there to a committee", clauses=("usbgf:1.3.3d",)),
        )
    if what == "wants_to_penalise":
        return q.ruling(
            "Penalties are for the director to impose. The monitor may suspend play and call the director.",
            clauses=("usbgf:1.1.5a", "usbgf:1.3.3c"),
            remedies=(Instruct("Call the director."),),
            appeal=appeal(q),
        )
    return _in_order(q, "usbgf:1.3.3b")


def _in_order(q: Inquiry, row: str) -> JudgeAnswer:
    say = "A monitor has the duty to point out irregularities and to see them put right. It was in order."
    return q.ruling(say, clauses=(row,), remedies=(PlayOn(),), appeal=appeal(q))


def _oversight(q: Inquiry, row: str) -> JudgeAnswer:
    return q.ruling(
        "That the monitor missed it changes nothing for the players. The irregularity is judged by its own rule.",
        clauses=(row,),
        remedies=(Instruct("Rule on the irregularity itself."),),
        appeal=appeal(q),
    )


def _monitor_bws(q: Inquiry, what: str) -> JudgeAnswer:
    if what == "wants_to_penalise":
        return q.silent()
    if q.need("appointed_as") == "monitor":
        if what == "missed_something":
            return _oversight(q, "bws:1.3.3b")
        say = "A monitor may protect a player against illegal acts. What was pointed out is judged by its own rule."
        return q.ruling(say, clauses=("bws:1.3.3b",), remedies=(PlayOn(),), appeal=appeal(q))
    return q.ruling(
        "An observer watches without comment and corrects nothing; what an observer says gives nobody a right. "
        "When the director is called, the observer is heard as a witness.",
        clauses=("bws:1.3.3b", "bws:1.3.3c"),
        remedies=(Instruct("Remind the observer to keep silent."),) if what != "missed_something" else (PlayOn(),),
        appeal=appeal(q),
        notes=(reading("people-13"),),
    )


def _monitor_guide(q: Inquiry, what: str) -> JudgeAnswer:
    if what == "wants_to_penalise":
        may = q.need("empowered")
        return q.ruling(
            "The director gave the monitor the power to penalise unsporting conduct. The penalty holds."
            if may
            else "A monitor may penalise only if the director gave that power. The matter goes to the director.",
            clauses=("guide:4c",),
            remedies=(PlayOn(),) if may else (Instruct("Call the director."),),
            appeal=appeal(q),
        )
    if what == "ruled":
        return q.ruling(
            "Players may not refuse the ruling of a monitor the director appointed. It is carried out.",
            clauses=("guide:4d",),
            remedies=(Instruct("Carry out the monitor's ruling."),),
            appeal=appeal(q),
            notes=(reading("people-14"),),
        )
    return _oversight(q, "guide:4b") if what == "missed_something" else _in_order(q, "guide:4b")
