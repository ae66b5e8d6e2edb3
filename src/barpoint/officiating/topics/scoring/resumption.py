"""A match that was taken to be over and is not: a corrected score leaves the supposed winner short.

How long that can still be put right is each book's own question: usbgf asks whether the result was reported, bws
whether either player has begun a later match. Whatever takes points back afterwards comes here.
"""

from typing import Final

from barpoint.match import winner_by_score
from barpoint.match.format import Length
from barpoint.officiating.answer import UNCHANGED, Consequences, Discretion, JudgeAnswer, Option
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry
from barpoint.officiating.remedy import PlayOn, Remedy, SetScore
from barpoint.officiating.topics.appeal_rights import appeal

Score = tuple[int, int]
REPORTED: Final = Question("reported", "Has that result been reported?", FactType.YES_NO)
LATER_MATCH: Final = Question("later_match", "Has either player begun a later match?", FactType.YES_NO)
NEXT_ROUND: Final = Question("next_round", "Has the next round begun?", FactType.YES_NO)
RESUMED: Final = "Nobody has won yet, and the match is resumed from it."


def ended_wrongly(written: Score, true: Score, points: int) -> bool:
    """Whether the match ended at the score as it was written, and has not ended so at the true one."""
    length = Length(points=points)
    was = winner_by_score(written, length)
    return was is not None and winner_by_score(true, length) is not was


def after_the_end(q: Inquiry, say: str, score: Score, rows: tuple[str, ...]) -> JudgeAnswer | None:
    """What is ruled of a match that ended wrongly and cannot simply be resumed; None where it can."""
    if q.book == "usbgf" and q.need("reported"):
        return reported_result(q, say, (SetScore(score),), rows)
    if q.book == "bws" and q.need("later_match"):
        return q.ruling(
            f"{say}, but a later match has begun. It is too late to correct the result, and it stands.",
            clauses=(*rows, "bws:4.6c"),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    if q.book == "guide" and NEXT_ROUND.key in q.kind.questions and q.need(NEXT_ROUND.key):
        return q.ruling(
            f"{say}, but the next round has begun. The match is not continued, and its result stands.",
            clauses=(*rows, "guide:5.11e"),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    return None


def reported_result(
    q: Inquiry,
    say: str,
    remedies: tuple[Remedy, ...],
    rows: tuple[str, ...],
    notes: tuple[str, ...] = (),
    then: Consequences = UNCHANGED,
) -> Discretion:
    """The director first decides whether to void a result that was reported (usbgf:4.6.3e, usbgf:4.7d)."""
    return q.discretion(
        f"{say}, but the result has been reported. "
        "The director first decides whether to void it; if not, the match is not resumed.",
        clauses=(*rows, *(row for row in ("usbgf:4.6.3e", "usbgf:4.7d") if row not in rows)),
        factors=("how much time has passed", "whether later matches have begun", "fairness to everyone concerned"),
        usual=(
            Option("void", "Void the result and resume", remedies, consequences=then),
            Option("stands", "The reported result stands", (PlayOn(),)),
        ),
        appeal=appeal(q),
        notes=notes,
    )
