"""The playing area: who may leave it, and matches played elsewhere.

Delay of a match is `lateness`; leaving the board during a match is `breaks`.
"""

from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import JudgeAnswer, Option
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import (
    quantity,
    side_name,
    time_text,
)
from barpoint.officiating.topics.appeal_rights import appeal, event_policy
from barpoint.rulebook import param

_DAY: Final = 86_400_000


@incident(
    "left_area",
    "A player without a match left the playing area",
    words=("left the room", "went for a walk", "sign out", "signed out", "cannot be found", "not in the playing area"),
    questions=(
        Question("who", "Who was away?", FactType.SIDE),
        Question("away", "For how long?", FactType.DURATION, most=_DAY),
        Question("leave", "Had the player signed out, or the director's consent?", FactType.YES_NO),
        Question("later_start", "Is a later start posted for the player's next match?", FactType.YES_NO),
        Question("overdue", "How often has the player failed to check in while signed out?", FactType.COUNT),
        EARLIER,
    ),
    clauses={
        "usbgf": ("usbgf:2.2.5a", "usbgf:2.2.5b", "usbgf:2.2.5c", "usbgf:2.2.5d", "usbgf:2.2.5f"),
        "bws": ("bws:2.2.4d",),
    },
)
def absence_from_area(q: Inquiry) -> JudgeAnswer:
    """Leave is needed for a longer absence, and does not stop the delay of a match."""
    side, away = q.side("who"), q.need("away")
    limit = event_policy(q).absence_limit or 0
    first = ("usbgf:2.2.5a",) if q.book == "usbgf" else ("bws:2.2.4d",)
    if away <= limit:
        return q.ruling(
            f"{side_name(side)} was away for {time_text(away)}; up to {time_text(limit)} needs nobody's leave.",
            clauses=first,
        )
    if q.book == "usbgf" and q.need("later_start"):
        return q.ruling(f"A later start is posted for {side_name(side)}, who need not sign out.", clauses=first)
    if q.need("leave"):
        return _sign_out(q, side, away)
    return q.discretion(
        f"{side_name(side)} was away for {time_text(away)} without leave. The director may impose a penalty.",
        clauses=(*first, "usbgf:2.2.5f") if q.book == "usbgf" else first,
        factors=("whether a match was kept waiting", "earlier absences", f"this is offence {q.offence(side)}"),
        usual=(Option("warning", "A warning."), Option("penalty", "A penalty that fits.")),
        appeal=appeal(q),
        notes=("Delay of a match is charged by itself, as lateness.",),
    )


def _sign_out(q: Inquiry, side: Side, away: int) -> JudgeAnswer:
    if q.book == "bws":
        return q.ruling(
            f"{side_name(side)} had the director's permission and has broken no rule.", clauses=("bws:2.2.4d",)
        )
    due = param("usbgf:2.2.5d", "check_in_min", int) * 60_000
    if away <= due and not q.get("overdue", 0):
        return q.ruling(
            f"{side_name(side)} signed out and has broken no rule. A match delayed meanwhile still costs "
            "penalty points.",
            clauses=("usbgf:2.2.5a", "usbgf:2.2.5b", "usbgf:2.2.5c"),
        )
    return q.discretion(
        f"{side_name(side)} signed out and did not come back to check within {time_text(due)}. "
        "Whoever abuses the privilege may lose it, be penalised, or both.",
        clauses=("usbgf:2.2.5d", "usbgf:2.2.5f"),
        factors=(f"{quantity(q.get('overdue', 0), 'earlier check')} missed", "whether a match was kept waiting"),
        usual=(
            Option("privilege", "From now on the player needs the director's consent to leave."),
            Option("penalty", "A penalty that fits."),
        ),
        appeal=appeal(q),
    )


_ELSEWHERE: Final = {"usbgf": ("usbgf:2.1a",), "bws": ("bws:2.1a",), "guide": ("guide:2.2.3",)}


@incident(
    "played_elsewhere",
    "A match was played outside the playing area",
    words=("played in the bar", "played in the lobby", "another room", "outside the playing area", "played at home"),
    questions=(
        Question("consent", "Had the director or the staff consented beforehand?", FactType.YES_NO),
        Question("named_place", "Is it a place that the Chief Arbiter has named?", FactType.YES_NO),
    ),
    clauses={"ibf": ("ibf:2.18", "ibf:2.19"), **_ELSEWHERE},
)
def play_elsewhere(q: Inquiry) -> JudgeAnswer:
    """Matches are played where the director says; usbgf and guide let them be moved with consent."""
    if q.book == "ibf":
        inside = bool(q.need("named_place"))
        return q.ruling(
            "The place belongs to the playing area." if inside else "The place is outside the playing area.",
            clauses=("ibf:2.18", "ibf:2.19"),
            notes=("Hall, rest rooms and toilets always belong to it.",),
        )
    rows = _ELSEWHERE[q.book]
    if q.need("consent"):
        reason = "The place was designated" if q.book == "bws" else "There was consent beforehand"
        return q.ruling(f"{reason}. Nothing was wrong.", clauses=rows)
    return q.discretion(
        "The match should have been played in the area designated for it. The director decides what follows.",
        clauses=rows,
        factors=("whether play there was fair and could be watched", "whether the event was delayed"),
        usual=(Option("move", "The match is moved into the playing area."), Option("warning", "A warning.")),
        appeal=appeal(q),
        notes=("The clause names no consequence.",),
    )
