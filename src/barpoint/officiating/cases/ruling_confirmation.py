"""From the computed answer to the ruling a named official gives.

An official follows the answer, with the option that was chosen where there is one and the optional penalties that
are imposed, or gives a ruling of their own. A ruling of one's own departs from a `Ruling` and needs a reason; where
the book leaves the matter to a person it is just what the book asks for.
"""

from dataclasses import replace
from enum import StrEnum
from typing import Final

import msgspec

from barpoint.board import Refusal
from barpoint.officiating.answer import Discretion, JudgeAnswer, NeedFacts, Option, Penalty, PenaltyStep, Ruling
from barpoint.officiating.cases.events import NarrowException, RulingGiven
from barpoint.officiating.cases.option_effects import (
    NOTHING,
    NamedAmount,
    chosen_remedies,
    offender,
    option_effects,
)
from barpoint.officiating.remedy import GivePoints, LoseMatch, Remedy
from barpoint.officiating.wording import remedy_text
from barpoint.rulebook import Policy


class ConfirmCode(StrEnum):
    """Why an answer cannot be confirmed so."""

    FACTS_MISSING = "facts_missing"
    CHOICE_OPEN = "choice_open"
    NOT_AN_OPTION = "not_an_option"


class OwnRuling(msgspec.Struct, frozen=True, kw_only=True):
    """What an official rules in their own words."""

    say: str
    remedies: tuple[Remedy, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    clauses: tuple[str, ...] = ()
    matter: str = ""  # as in `Policy.not_appealable`
    exception: NarrowException | None = None


class Confirmation(msgspec.Struct, frozen=True, kw_only=True):
    """What an official says to an answer."""

    by: str
    at: int
    chosen: str = ""  # the name of an option
    impose: tuple[int, ...] = ()  # which optional penalties of the answer, counted from 0
    named: NamedAmount = NOTHING  # what the option leaves to be named: points, time, a day, a move
    own: OwnRuling | None = None
    reason: str = ""
    outcome: bool = False  # of an appeal


def confirm(
    answer: JudgeAnswer, confirmation: Confirmation, policy: Policy, *, match_over: bool = False
) -> RulingGiven | Refusal:
    """The ruling that is given; a Refusal if a fact is missing or an option is still to be chosen.

    A sanction of a list changes nothing in a match that is over; it goes on the record all the same.
    """
    if isinstance(answer, NeedFacts) and confirmation.own is None:
        wrong = f" ({answer.wrong})" if answer.wrong else ""
        return Refusal(ConfirmCode.FACTS_MISSING, {"question": answer.question.text.rstrip("?.") + wrong})
    if confirmation.own is not None:
        return _own(answer, confirmation, confirmation.own, policy)
    assert not isinstance(answer, NeedFacts)
    options = answer.options if isinstance(answer, Ruling) else answer.usual
    option = _choose(options, confirmation.chosen)
    if isinstance(option, Refusal):
        return option
    named = confirmation.named
    remedies = chosen_remedies(option, named)
    effects, penalties = option_effects(option, answer, named, match_over=match_over)
    words = (option.text.rstrip(".") + ".", *map(remedy_text, _unsaid(option, remedies, effects)))
    return RulingGiven(
        at=confirmation.at,
        by=confirmation.by,
        say=" ".join((answer.say, *words)) if option.text else answer.say,
        clauses=answer.clauses or _fallback_clauses(policy),
        relied_on=dict(answer.relied_on),
        remedies=(*(answer.remedies if isinstance(answer, Ruling) else ()), *remedies, *effects),
        penalties=(
            *_penalties(answer, confirmation.impose),
            *(penalties or option.penalties or implicit_penalties(option, answer)),
        ),
        chosen=option.name,
        reason=confirmation.reason,
        appealable=_appealable(answer, option, policy),
        outcome=confirmation.outcome,
    )


def _unsaid(option: Option, remedies: tuple[Remedy, ...], effects: tuple[Remedy, ...]) -> tuple[Remedy, ...]:
    """What the option's words leave out: what was named with it."""
    return (*(remedy for remedy in remedies if remedy not in option.remedies), *effects)


_MATTERS: Final = {
    "disqualify": "disqualification",
    "out": "disqualification",
    "player": "disqualification",
    "expel": "expulsion",
    "expulsion": "expulsion",
    "disqualification": "disqualification",
}


def _appealable(answer: Ruling | Discretion, option: Option, policy: Policy) -> bool:
    """Whether the answer may be appealed, and nothing was chosen that the book takes out of appeal (usbgf:5.2b)."""
    open_to = answer.appeal is None or answer.appeal.allowed
    return open_to and _MATTERS.get(option.name, "") not in policy.not_appealable


def _choose(options: tuple[Option, ...], name: str) -> Option | Refusal:
    """The option of that name; where there is none to choose, nothing more happens."""
    names = ", ".join(option.name for option in options)
    if not name:
        return Refusal(ConfirmCode.CHOICE_OPEN, {"options": names}) if options else Option("", "")
    for option in options:
        if option.name == name:
            return option
    return Refusal(ConfirmCode.NOT_AN_OPTION, {"options": names or "none"})


def _penalties(answer: Ruling | Discretion, impose: tuple[int, ...]) -> tuple[Penalty, ...]:
    """What the book imposes, and what the official does of what may be imposed."""
    if isinstance(answer, Discretion):
        return ()
    optional = [penalty for penalty in answer.penalties if penalty.optional]
    if impose and not 0 <= max(impose) < len(optional):
        raise ValueError(f"expected one of {len(optional)} optional penalties, counted from 0, not {max(impose)}")
    return (
        *(penalty for penalty in answer.penalties if not penalty.optional),
        *(replace(optional[number], optional=False) for number in impose),
    )


_BY_NAME: Final = {
    "reminder": PenaltyStep.REMINDER,
    "warning": PenaltyStep.WARNING,
    "warn": PenaltyStep.WARNING,
    "caution": PenaltyStep.WARNING,
    "time": PenaltyStep.TIME,
    "time_off": PenaltyStep.TIME,
    "time_to_opponent": PenaltyStep.TIME,
    "point": PenaltyStep.POINTS,
    "points": PenaltyStep.POINTS,
    "points_later": PenaltyStep.POINTS,
    "game": PenaltyStep.GAME,
    "forfeit": PenaltyStep.GAME,
    "forfeit_game": PenaltyStep.GAME,
    "match": PenaltyStep.MATCH,
    "disqualify": PenaltyStep.EXPULSION,
    "disqualification": PenaltyStep.EXPULSION,
    "out": PenaltyStep.EXPULSION,
    "expulsion": PenaltyStep.EXPULSION,
    "exclusion": PenaltyStep.EXPULSION,
    "bar": PenaltyStep.EXPULSION,
}


def implicit_penalties(option: Option, answer: Ruling | Discretion) -> tuple[Penalty, ...]:
    """The penalty that an option is by its name, on whom the facts name: so that a warning counts the next time.

    A bar without its last day is nobody's yet.
    """
    step, side = _BY_NAME.get(option.name), offender(answer)
    until = str(answer.relied_on.get("bar_until", "")) if option.name == "bar" else ""
    if step is None or side is None or (option.name == "bar" and not until):
        return ()
    if step is PenaltyStep.GAME and any(isinstance(remedy, LoseMatch) for remedy in option.remedies):
        step = PenaltyStep.MATCH
    awards = (remedy for remedy in option.remedies if isinstance(remedy, GivePoints))
    points = sum(remedy.points if remedy.side is not side else -remedy.points for remedy in awards)
    return (Penalty(side, step, points=points, later=option.name == "points_later", barred_until=until),)


def _own(answer: JudgeAnswer, confirmation: Confirmation, own: OwnRuling, policy: Policy) -> RulingGiven:
    """A ruling of one's own departs from a computed one, unless the book leaves the matter to a person."""
    left_open = isinstance(answer, Discretion)
    computed = () if isinstance(answer, NeedFacts) else answer.clauses
    appeal = None if isinstance(answer, NeedFacts) else answer.appeal
    return RulingGiven(
        at=confirmation.at,
        by=confirmation.by,
        say=own.say,
        clauses=own.clauses or computed or _fallback_clauses(policy),
        relied_on={} if isinstance(answer, NeedFacts) else dict(answer.relied_on),
        remedies=own.remedies,
        penalties=own.penalties,
        chosen=confirmation.chosen,
        followed=left_open or confirmation.outcome,
        reason=confirmation.reason,
        exception=own.exception,
        matter=own.matter,
        appealable=appeal is None or appeal.allowed,
        outcome=confirmation.outcome,
    )


def _fallback_clauses(policy: Policy) -> tuple[str, ...]:
    """The clause by which an official decides what no rule covers."""
    return (policy.uncovered_by,) if policy.uncovered_by else ()
