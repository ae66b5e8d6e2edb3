"""From the computed answer to the ruling a named official gives.

An official follows the answer, with the option that was chosen where there is one and the optional penalties that
are imposed, or gives a ruling of their own. A ruling of one's own departs from a `Ruling` and needs a reason; where
the book leaves the matter to a person it is just what the book asks for.
"""

from dataclasses import replace
from enum import StrEnum
from typing import Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.officiating.answer import Answer, Discretion, NeedFacts, Option, Penalty, Ruling, Step
from barpoint.officiating.case_events import NarrowException, RulingGiven
from barpoint.officiating.remedy import GivePoints, LoseMatch, Remedy
from barpoint.rulebook.policy import Policy


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
    own: OwnRuling | None = None
    reason: str = ""
    outcome: bool = False  # of an appeal


def confirmed(answer: Answer, says: Confirmation, policy: Policy) -> RulingGiven | Refusal:
    """The ruling that is given; a Refusal if a fact is missing or an option is still to be chosen."""
    if isinstance(answer, NeedFacts) and says.own is None:
        wrong = f" ({answer.wrong})" if answer.wrong else ""
        return Refusal(ConfirmCode.FACTS_MISSING, {"question": answer.question.text.rstrip("?.") + wrong})
    if says.own is not None:
        return _own(answer, says, says.own, policy)
    assert not isinstance(answer, NeedFacts)
    options = answer.options if isinstance(answer, Ruling) else answer.usual
    option = _chosen(options, says.chosen)
    if isinstance(option, Refusal):
        return option
    return RulingGiven(
        at=says.at,
        by=says.by,
        say=f"{answer.say} {option.text.rstrip('.')}." if option.text else answer.say,
        clauses=answer.clauses or _uncovered(policy),
        relied_on=dict(answer.relied_on),
        remedies=(*(answer.remedies if isinstance(answer, Ruling) else ()), *option.remedies),
        penalties=(*_imposed(answer, says.impose), *(option.penalties or implied(option, answer))),
        chosen=option.name,
        reason=says.reason,
        appealable=_appealable(answer, option, policy),
        outcome=says.outcome,
    )


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


def _chosen(options: tuple[Option, ...], name: str) -> Option | Refusal:
    """The option of that name; where there is none to choose, nothing more happens."""
    names = ", ".join(option.name for option in options)
    if not name:
        return Refusal(ConfirmCode.CHOICE_OPEN, {"options": names}) if options else Option("", "")
    for option in options:
        if option.name == name:
            return option
    return Refusal(ConfirmCode.NOT_AN_OPTION, {"options": names or "none"})


def _imposed(answer: Ruling | Discretion, impose: tuple[int, ...]) -> tuple[Penalty, ...]:
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
    "reminder": Step.REMINDER,
    "warning": Step.WARNING,
    "warn": Step.WARNING,
    "caution": Step.WARNING,
    "time": Step.TIME,
    "time_off": Step.TIME,
    "time_to_opponent": Step.TIME,
    "point": Step.POINTS,
    "points": Step.POINTS,
    "points_later": Step.POINTS,
    "game": Step.GAME,
    "forfeit": Step.GAME,
    "forfeit_game": Step.GAME,
    "match": Step.MATCH,
    "disqualify": Step.EXPULSION,
    "disqualification": Step.EXPULSION,
    "out": Step.EXPULSION,
    "expulsion": Step.EXPULSION,
    "exclusion": Step.EXPULSION,
    "bar": Step.EXPULSION,
}
_OFFENDER: Final = ("offender", "who", "by", "player", "grabber", "roller", "doubler")


def implied(option: Option, answer: Ruling | Discretion) -> tuple[Penalty, ...]:
    """The penalty that an option is by its name, on whom the facts name: so that a warning counts the next time.

    A bar without its last day is nobody's yet.
    """
    step, side = _BY_NAME.get(option.name), _offender(answer)
    until = str(answer.relied_on.get("bar_until", "")) if option.name == "bar" else ""
    if step is None or side is None or (option.name == "bar" and not until):
        return ()
    if step is Step.GAME and any(isinstance(one, LoseMatch) for one in option.remedies):
        step = Step.MATCH
    given = (one for one in option.remedies if isinstance(one, GivePoints))
    points = sum(one.points if one.side is not side else -one.points for one in given)
    return (Penalty(side, step, points=points, later=option.name == "points_later", barred_until=until),)


def _offender(answer: Ruling | Discretion) -> Side | None:
    named = (answer.relied_on.get(key) for key in _OFFENDER)
    return next((side for one in named for side in Side if one == side.value), None)


def _own(answer: Answer, says: Confirmation, own: OwnRuling, policy: Policy) -> RulingGiven:
    """A ruling of one's own departs from a computed one, unless the book leaves the matter to a person."""
    left_open = isinstance(answer, Discretion)
    computed = () if isinstance(answer, NeedFacts) else answer.clauses
    appeal = None if isinstance(answer, NeedFacts) else answer.appeal
    return RulingGiven(
        at=says.at,
        by=says.by,
        say=own.say,
        clauses=own.clauses or computed or _uncovered(policy),
        relied_on={} if isinstance(answer, NeedFacts) else dict(answer.relied_on),
        remedies=own.remedies,
        penalties=own.penalties,
        chosen=says.chosen,
        followed=left_open or says.outcome,
        reason=says.reason,
        exception=own.exception,
        matter=own.matter,
        appealable=appeal is None or appeal.allowed,
        outcome=says.outcome,
    )


def _uncovered(policy: Policy) -> tuple[str, ...]:
    """The clause by which an official decides what no rule covers."""
    return (policy.uncovered_by,) if policy.uncovered_by else ()
