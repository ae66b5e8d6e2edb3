"""Time that has run out: one player's or both, held in trust, claims and certain wins at that moment.

Whether a claim is valid or a win certain is a fact here; the match room works it out where a match is attached.
"""

from barpoint.board import Side
from barpoint.officiating.answer import Answer, Option, Penalty, Step
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.judge import Inquiry, incident
from barpoint.officiating.remedy import ChangeClock, Instruct, LoseMatch, PlayOn, PutClockAway
from barpoint.officiating.topics.appealable import appeal
from barpoint.officiating.topics.clock import clock_of
from barpoint.officiating.topics.wording import named, spoken
from barpoint.rulebook.catalogue import param
from barpoint.rulebook.tariff import released_trust

_ANNOUNCED = {"usbgf": "usbgf:4.3.4-3", "bws": "bws:4.3.3a", "ibf": "ibf:8.8"}


@incident(
    "time_expired",
    "A player's time has run out",
    words=("flag", "flag fell", "out of time", "his time ran out", "time expired", "clock at zero", "lost on time",
           "both out of time"),
    questions=(
        Question("who", "Whose time has run out?", FactType.CHOICE, ("white", "black", "both")),
        Question(
            "announced_by", "Who said so?", FactType.CHOICE, ("a player", "an official", "somebody else")
        ),
        Question("untimed", "Was the clock agreed to be untimed?", FactType.YES_NO),
        Question("noted", "Was that on the score sheet, or had the director been told beforehand?", FactType.YES_NO),
        Question("first", "Whose ran out first?", FactType.CHOICE, ("white", "black", "nobody knows")),
        Question("mismanaged", "May a mistake with the clock have caused it?", FactType.YES_NO),
        Question("trust", "Is a minute held in trust for that player?", FactType.YES_NO),
        Question("claim", "Can that player now validly claim the game, and the match with it?", FactType.YES_NO),
        Question("proof", "Is it proven that time was out before such a claim was possible?", FactType.YES_NO),
        Question("certain", "Is that player certain to win the match in this game?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:8.7a", "ibf:8.7b", "ibf:8.7c", "ibf:8.8"),
        "usbgf": (
            "usbgf:4.3.4-1", "usbgf:4.3.4-3", "usbgf:4.3.4-4", "usbgf:4.3.4-5", "usbgf:4.3.4-7", "usbgf:4.3.4-8",
            "usbgf:4.3.4-9", "usbgf:4.3.4-10", "usbgf:3.4.4.3f", "usbgf:3.4.4.3g", "usbgf:3.4.4.3h",
        ),
        "bws": ("bws:4.3.3a", "bws:4.3.3b", "bws:4.3.3c", "bws:4.3.3d", "bws:4.3.3e"),
        "guide": ("guide:5.10e", "guide:5.10f"),
    },
)  # fmt: skip
def time_expired(q: Inquiry) -> Answer:
    """The match is lost, unless the book lets a claim, a certain win or a held minute save it."""
    who = q.need("who")
    if q.book == "guide" and q.need("untimed") and not q.need("noted"):
        return _not_noted(q)
    if q.known("untimed", False) and q.book in ("usbgf", "guide"):
        return q.ruling(
            "The clock only marks the turns, and its expiry has no effect. Time is put on it and play goes on.",
            clauses=("usbgf:3.4.4.3h",) if q.book == "usbgf" else ("guide:5.10f",),
            remedies=(Instruct("Put more time on both clocks."), PlayOn()),
        )
    if q.book in _ANNOUNCED and q.need("announced_by") == "somebody else":
        return q.ruling(
            "Only the players and the officials may say that time has run out. The call does not count.",
            clauses=(_ANNOUNCED[q.book],),
            remedies=(PlayOn(),),
            notes=("A player or an official who sees it now may say so.",),
        )
    if who == "both":
        first = q.need("first")
        if first == "nobody knows":
            return q.silent() if q.book in ("ibf", "guide") else _both(q)
        return _one(q, Side(first))
    return _one(q, Side(who))


def _not_noted(q: Inquiry) -> Answer:
    """A clock for the turns only has to be on the score sheet, or with the director, beforehand."""
    return q.discretion(
        "That time was not to count had to be written down or told to the director beforehand, and was not. "
        "The director decides whether the agreement holds; otherwise the match is lost.",
        clauses=("guide:5.10f", "guide:5.10e"),
        factors=("whether both players say that they agreed", "whether either played by it"),
        usual=(
            Option("lost", "The match is lost on time", tuple(map(LoseMatch, _out(q)))),
            Option("untimed", "The agreement holds", (Instruct("Put more time on both clocks."), PlayOn())),
        ),
        appeal=appeal(q),
    )


def _out(q: Inquiry) -> tuple[Side, ...]:
    who = q.need("who")
    return () if who == "both" else (Side(who),)


def _both(q: Inquiry) -> Answer:
    if q.book == "bws":
        return q.ruling(
            "Both players are out of time and nobody can tell who was first. The rest is played without a clock.",
            clauses=("bws:4.3.3d",),
            remedies=(PutClockAway(),),
            appeal=appeal(q),
        )
    return q.ruling(
        "Both players are out of time and nobody can tell who was first. "
        "The match goes on with a small reserve that the director sets for both.",
        clauses=("usbgf:4.3.4-10",),
        remedies=(Instruct("Put the same small reserve on both clocks."),),
        choice_of="director",
        penalties=tuple(Penalty(side, Step.POINTS, optional=True, later=True) for side in Side),
        appeal=appeal(q),
        notes=("The director may penalise either or both, in time or points, in their next match of the tournament.",),
    )


def _one(q: Inquiry, side: Side) -> Answer:
    match q.book:
        case "usbgf":
            return _usbgf(q, side)
        case "bws":
            if q.need("certain"):
                return q.ruling(
                    f"{named(side)} is certain to win the match in this game whatever is rolled, and so has won it.",
                    clauses=("bws:4.3.3e",),
                    remedies=(Instruct(f"Score the game: {named(side)} has won the match."),),
                    appeal=appeal(q),
                )
            return _lost(q, side, ("bws:4.3.3b", "bws:4.3.3c"))
        case "ibf":
            return _lost(q, side, ("ibf:8.7a", "ibf:8.7b", "ibf:8.7c"))
        case _:
            return _lost(q, side, ("guide:5.10e",))


def _lost(q: Inquiry, side: Side, clauses: tuple[str, ...]) -> Answer:
    return q.ruling(
        f"{named(side)}'s time has run out. {named(side.other)} wins the match, whatever the score.",
        clauses=clauses,
        remedies=(LoseMatch(side),),
        penalties=(Penalty(side, Step.MATCH),),
        appeal=appeal(q),
    )


def _usbgf(q: Inquiry, side: Side) -> Answer:
    if q.need("mismanaged"):
        return q.ruling(
            "Play stops, and the mistake with the clock is dealt with first. "
            "Only if no adjustment removes the expiry does the player claim or lose.",
            clauses=("usbgf:4.3.4-4", "usbgf:4.3.4-5"),
            remedies=(Instruct("Rule on the clock error, then come back to this if time is still out."),),
        )
    if clock_of(q).trust or "trust" in q.facts:
        held = param("usbgf:3.4.4.3e", "held_s", int) * 1000 if q.need("trust") else 0
        if time := released_trust(held):
            return q.ruling(
                f"{named(side)} gets the {spoken(time)} held in trust. Another expiry loses the match.",
                clauses=("usbgf:3.4.4.3f",),
                remedies=(ChangeClock(side, time),),
                penalties=(Penalty(side, Step.WARNING),),
            )
    if not q.need("claim"):
        after_trust = ("usbgf:3.4.4.3g",) if "trust" in q.used else ()
        return _lost(q, side, ("usbgf:4.3.4-1", "usbgf:4.3.4-4", *after_trust))
    if q.known("proof", False):
        return q.discretion(
            "The claim may be rejected, since time was out before it was possible. The director decides.",
            clauses=("usbgf:4.3.4-7",),
            factors=("whether the evidence is conclusive", "nobody had announced the expiry then"),
            forbidden=("rejecting the claim on evidence that leaves doubt",),
            appeal=appeal(q),
        )
    return q.ruling(
        f"{named(side)}'s claim is valid and wins the match. It comes before the loss on time.",
        clauses=("usbgf:4.3.4-1", "usbgf:4.3.4-8", "usbgf:4.3.4-9"),
        remedies=(Instruct(f"Score the claim: {named(side)} has won the match."),),
        appeal=appeal(q),
    )
