"""Monitors and observers: what their word is worth, what they miss, and to whom it may be taken.

A monitor watches a match for the director and may step in; an observer only watches. Asking for one is `rolling`.
"""

from typing import Final

from barpoint.officiating.answer import Answer, Appeal
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.judge import Inquiry, incident
from barpoint.officiating.remedy import Instruct, PlayOn
from barpoint.officiating.topics.appealable import appeal

_MONITOR: Final = ("ruled", "missed_something", "wants_to_penalise", "spoke_up")


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
def monitor_acted(q: Inquiry) -> Answer:
    """What a monitor's word is worth, and to whom it may be taken."""
    what = q.need("what")
    return {"usbgf": _monitor_usbgf, "bws": _monitor_bws, "guide": _monitor_guide}[q.book](q, what)


def _monitor_usbgf(q: Inquiry, what: str) -> Answer:
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
    return _entitled(q, "usbgf:1.3.3b")


def _entitled(q: Inquiry, row: str) -> Answer:
    said = "A monitor has the duty to point out irregularities and to see them put right. It was in order."
    return q.ruling(said, clauses=(row,), remedies=(PlayOn(),), appeal=appeal(q))


def _missed(q: Inquiry, row: str) -> Answer:
    return q.ruling(
        "That the monitor missed it changes nothing for the players. The irregularity is judged by its own rule.",
        clauses=(row,),
        remedies=(Instruct("Rule on the irregularity itself."),),
        appeal=appeal(q),
    )


def _monitor_bws(q: Inquiry, what: str) -> Answer:
    if what == "wants_to_penalise":
        return q.silent()
    if q.need("appointed_as") == "monitor":
        if what == "missed_something":
            return _missed(q, "bws:1.3.3b")
        said = "A monitor may protect a player against illegal acts. What was pointed out is judged by its own rule."
        return q.ruling(said, clauses=("bws:1.3.3b",), remedies=(PlayOn(),), appeal=appeal(q))
    return q.ruling(
        "An observer watches without comment and corrects nothing; what an observer says gives nobody a right. "
        "When the director is called, the observer is heard as a witness.",
        clauses=("bws:1.3.3b", "bws:1.3.3c"),
        remedies=(Instruct("Remind the observer to keep silent."),) if what != "missed_something" else (PlayOn(),),
        appeal=appeal(q),
        notes=("The director names one of the two offices when appointing.",),
    )


def _monitor_guide(q: Inquiry, what: str) -> Answer:
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
            notes=("Whether it can be appealed is not said; it is treated like a director's ruling.",),
        )
    return _missed(q, "guide:4b") if what == "missed_something" else _entitled(q, "guide:4b")
