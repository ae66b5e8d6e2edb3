"""Time that has run out: one player's or both, held in trust, claims and certain wins at that moment.

Where the position is told, whether a claim holds or a win is certain is worked out; otherwise the official says.
"""

from dataclasses import replace
from typing import Final

from barpoint.board import Level, Side
from barpoint.match import add_points
from barpoint.officiating.answer import UNCHANGED, Consequences, JudgeAnswer, Penalty, PenaltyStep, Ruling
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import quantity, side_name, time_text
from barpoint.officiating.remedy import ChangeClock, Instruct, LoseGame, LoseMatch, PlayOn, PutClockAway, SetScore
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.event_clock import clock_of
from barpoint.officiating.topics.clock.lateness import read_score
from barpoint.officiating.topics.scoring.settled_game import (
    DICE,
    LEVEL_NAMES,
    LEVELS,
    ON_TURN,
    POSITION,
    STAKE,
    decides_match,
    read_end,
)
from barpoint.rulebook import param
from barpoint.rulebook.tariff import trust_release

_OVER = {
    "usbgf": ("usbgf:4.3.4-3",),
    "bws": ("bws:4.3.3a",),
    "ibf": ("ibf:8.7c", "ibf:15.4"),
    "guide": ("guide:5.14a",),
}
_TESTED = "with position, turn, cube and score it is worked out."
_PLAYED_OUT = (
    "Either player may insist that the claim be played out: its player rolls 1-2 every time, the opponent 6-6 "
    "(usbgf:4.5.2c)."
)
_BOARD_OF_CLAIM = (
    "The claim is judged on the board of the moment when that player's time last ran: with the opponent on turn, the "
    "end of the player's last turn, without anything the opponent has rolled or moved since (usbgf:4.3.4-6)."
)
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
        Question("released", "Had that player already been given the minute held in trust?", FactType.YES_NO),
        Question("claim", "Can that player now validly claim the game, and the match with it?", FactType.YES_NO),
        Question(
            "lesser_claim",
            "Which game can that player validly claim, though not the match with it?",
            FactType.CHOICE,
            ("none", *LEVELS),
        ),
        Question("proof", "Is it proven that time was out before such a claim was possible?", FactType.YES_NO),
        Question("certain", "Is that player certain to win the match in this game?", FactType.YES_NO),
        Question("certain_for", "Which of the two is certain to win the match in this game?", FactType.SIDE),
        Question("over", "Had the match been won before anybody said that time had run out?", FactType.YES_NO),
        POSITION,
        ON_TURN,
        DICE,
        *STAKE,
    ),
    clauses={
        "ibf": ("ibf:8.7a", "ibf:8.7b", "ibf:8.7c", "ibf:8.8"),
        "usbgf": (
            "usbgf:4.3.4-1", "usbgf:4.3.4-3", "usbgf:4.3.4-4", "usbgf:4.3.4-5", "usbgf:4.3.4-7", "usbgf:4.3.4-8",
            "usbgf:4.3.4-6", "usbgf:4.3.4-9", "usbgf:4.3.4-10", "usbgf:3.4.4.3f", "usbgf:3.4.4.3g", "usbgf:3.4.4.3h",
            "usbgf:4.5.2b", "usbgf:4.5.2c",
        ),
        "bws": ("bws:4.3.3a", "bws:4.3.3b", "bws:4.3.3c", "bws:4.3.3d", "bws:4.3.3e"),
        "guide": ("guide:5.10e", "guide:5.10f"),
    },
)  # fmt: skip
def time_expired(q: Inquiry) -> JudgeAnswer:
    """The match is lost, unless the book lets a claim, a certain win or a held minute save it."""
    who = q.need("who")
    if q.get("over", default=False):
        return q.ruling(
            "The match had been won before anybody said that time had run out. Its result stands.",
            clauses=_OVER[q.book],
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    if (q.book == "guide" and q.need("untimed") and q.need("noted")) or (q.book == "usbgf" and q.get("untimed", False)):
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


def _both(q: Inquiry) -> JudgeAnswer:
    if q.book == "bws":
        certain = _certain_winner(q)
        if certain is not None:
            return _certain_win(q, *certain)
        return q.ruling(
            "Both players are out of time and nobody can tell who was first. The rest is played without a clock.",
            clauses=("bws:4.3.3d",),
            remedies=(PutClockAway(),),
            appeal=appeal(q),
            then=Consequences(game="goes_on"),
        )
    return q.ruling(
        "Both players are out of time and nobody can tell who was first. "
        "The match goes on with a small reserve that the director sets for both.",
        clauses=("usbgf:4.3.4-10",),
        remedies=(Instruct("Put the same small reserve on both clocks."),),
        choice_of="director",
        penalties=tuple(Penalty(side, PenaltyStep.POINTS, points=1, optional=True, later=True) for side in Side),
        appeal=appeal(q),
        notes=("The director may penalise either or both, in time or points, in their next match of the tournament.",),
        then=Consequences(game="goes_on"),
    )


def _one(q: Inquiry, side: Side) -> JudgeAnswer:
    match q.book:
        case "usbgf":
            return _usbgf(q, side)
        case "bws":
            return _bws(q, side)
        case "ibf":
            return _ibf(q, side)
        case _:
            if not q.need("untimed"):
                return _loss(q, side, ("guide:5.10e",))
            unwritten = "That time was not to count was neither written down nor told to the director beforehand."
            return _loss(q, side, ("guide:5.10f", "guide:5.10e"), unwritten)


_COURTESY = (
    "That the opponent did not say that less than a minute was left undoes nothing: it is a courtesy (usbgf:4.3.4-2)."
)


def _loss(q: Inquiry, side: Side, clauses: tuple[str, ...], why: str = "", then: Consequences = UNCHANGED) -> Ruling:
    return q.ruling(
        f"{side_name(side)}'s time has run out.{f' {why}' if why else ''} {side_name(side.other)} wins the match, "
        "whatever the score.",
        clauses=clauses,
        remedies=(LoseMatch(side),),
        penalties=(Penalty(side, PenaltyStep.MATCH),),
        appeal=appeal(q),
        notes=(
            *((_PLAYED_OUT,) if "usbgf:4.5.2c" in clauses else ()),
            *((_COURTESY,) if q.book == "usbgf" else ()),
        ),
        then=then,
    )


def _ibf(q: Inquiry, side: Side) -> JudgeAnswer:
    """The score as it stands is written down, and the winner has the points of the match (ibf:8.7b)."""
    length = q.need("length")
    score = read_score(q, length)
    recorded = (score[0], length) if side is Side.WHITE else (length, score[1])
    why = f"The score is recorded as White {recorded[0]}, Black {recorded[1]}."
    rows: tuple[str, ...] = ("ibf:8.7a", "ibf:8.7b", "ibf:8.7c", "ibf:8.8")
    if q.get("mismanaged", default=False):
        rows = (*rows, "ibf:8.9")
        why = f"What was wrong with the clock had to be claimed before the time ran out. {why}"
    answer = _loss(q, side, rows, why, Consequences(recorded=recorded))
    return replace(answer, notes=(*answer.notes, _BEFORE_EXPIRY))


_BEFORE_EXPIRY: Final = "A clock that was set wrongly, claimed in time, is wrong_setting (ibf:8.9)."


def _bws(q: Inquiry, side: Side) -> JudgeAnswer:
    """Lost, unless the player is certain to win the match in this game whatever is rolled (bws:4.3.3e)."""
    rows = ("bws:4.3.3a", "bws:4.3.3b", "bws:4.3.3c")
    tested = q.given("position", gains=_TESTED) and read_end(q).is_decided(side)
    if not tested:
        return _certain_win(q, side, None) if q.need("certain") else _loss(q, side, rows)
    level = read_end(q).certain_level(side)
    if level is None:
        return _loss(q, side, rows, f"{side_name(side)} is not certain to win this game whatever is rolled.")
    if not decides_match(q, side, level):
        short = f"{side_name(side)} is certain to win this game ({LEVEL_NAMES[level]}), but not the match by it."
        return _loss(q, side, (*rows, "bws:4.3.3e"), short)
    return _certain_win(q, side, level)


def _certain_winner(q: Inquiry) -> tuple[Side, Level | None] | None:
    """Of two players out of time the one who is certain to win the match in this game, and the level if worked out."""
    if q.given("position", gains=_TESTED):
        end = read_end(q)
        for side in Side:
            level = end.certain_level(side)
            if level is not None and decides_match(q, side, level):
                return side, level
        if all(end.is_decided(side) for side in Side):
            return None
    return (q.side("certain_for"), None) if q.get("certain", default=False) else None


def _certain_win(q: Inquiry, side: Side, level: Level | None) -> JudgeAnswer:
    """The exception of bws:4.3.3e; without a level the official says that it is certain."""
    if level is None:
        return q.ruling(
            f"{side_name(side)} is certain to win the match in this game whatever is rolled, and so has won it.",
            clauses=("bws:4.3.3e",),
            remedies=(Instruct(f"Score the game: {side_name(side)} has won the match."),),
            appeal=appeal(q),
            then=Consequences(winner=side.value, game="over"),
        )
    return q.ruling(
        f"{side_name(side)} is certain to win this game ({LEVEL_NAMES[level]}) and the match with it, whatever is "
        "rolled, and so has won it.",
        clauses=("bws:4.3.3e",),
        remedies=(LoseGame(side.other, int(level)),),
        appeal=appeal(q),
    )


def _usbgf(q: Inquiry, side: Side) -> JudgeAnswer:
    if q.need("mismanaged"):
        return q.ruling(
            "Play stops, and the mistake with the clock is dealt with first. "
            "Only if no adjustment removes the expiry does the player claim or lose.",
            clauses=("usbgf:4.3.4-4", "usbgf:4.3.4-5"),
            remedies=(Instruct("Rule on the clock error, then come back to this if time is still out."),),
            then=Consequences(pending="Nobody has lost on time until the clock error is ruled on."),
        )
    if clock_of(q).trust or q.get("trust", default=False):
        trust = param("usbgf:3.4.4.3e", "held_s", int) * 1000 if q.need("trust") else 0
        if time := trust_release(trust):
            return q.ruling(
                f"{side_name(side)} gets the {time_text(time)} held in trust. Another expiry loses the match.",
                clauses=("usbgf:3.4.4.3f",),
                remedies=(ChangeClock(side, time),),
                penalties=(Penalty(side, PenaltyStep.WARNING),),
            )
    after_trust = ("usbgf:3.4.4.3g",) if "trust" in q.used and q.get("released", default=False) else ()
    rows = ("usbgf:4.3.4-1", "usbgf:4.3.4-3", "usbgf:4.3.4-4", *after_trust)
    tested = q.given("position", gains=_TESTED)
    test = read_end(q, side).best_claim(side) if tested else None
    if tested and test is None:
        return _loss(q, side, (*rows, "usbgf:4.3.4-6", "usbgf:4.5.2c"), f"{side_name(side)} has no valid claim.")
    if test is not None and not decides_match(q, side, test.level):
        return _claim_and_loss(q, side, rows, test.level)
    if test is None and not q.need("claim"):
        lesser = q.get("lesser_claim", default="none")
        return _loss(q, side, rows) if lesser == "none" else _claim_and_loss(q, side, rows, LEVELS[lesser])
    if q.get("proof", False):
        return q.discretion(
            "The claim may be rejected, since time was out before it was possible. The director decides.",
            clauses=("usbgf:4.3.4-7",),
            factors=("whether the evidence is conclusive", "nobody had announced the expiry then"),
            forbidden=("rejecting the claim on evidence that leaves doubt",),
            appeal=appeal(q),
        )
    scored = Instruct(f"Score the claim: {side_name(side)} has won the match.")
    return q.ruling(
        f"{side_name(side)}'s claim is valid and wins the match. It comes before the loss on time.",
        clauses=(
            "usbgf:4.3.4-1",
            "usbgf:4.3.4-3",
            "usbgf:4.3.4-6",
            "usbgf:4.3.4-8",
            "usbgf:4.3.4-9",
            "usbgf:4.5.2b",
            "usbgf:4.5.2c",
        ),
        remedies=(scored,) if test is None else (LoseGame(side.other, int(test.level)),),
        appeal=appeal(q),
        notes=(_BOARD_OF_CLAIM, _PLAYED_OUT),
        then=Consequences(winner=side.value, game="over"),
    )


def _claim_and_loss(q: Inquiry, side: Side, rows: tuple[str, ...], level: Level) -> JudgeAnswer:
    """A valid claim of the game that does not win the match: it is scored first, and the match is lost all the same."""
    if decides_match(q, side, level):
        raise q.wrong("lesser_claim", "that game would win the match: it is a claim of the match")
    points = int(level) * q.need("cube")
    score = add_points(read_score(q, q.need("length")), side, points)
    why = (
        f"The claim of this game ({LEVEL_NAMES[level]}, {quantity(points, 'point')}) is valid and scored first: White "
        f"{score[0]}, Black {score[1]}. That does not win the match."
    )
    answer = _loss(q, side, (*rows, "usbgf:4.3.4-8", "usbgf:4.5.2b"), why, Consequences(score=score))
    return replace(answer, remedies=(SetScore(score), *answer.remedies), notes=(_PLAYED_OUT, *answer.notes))
