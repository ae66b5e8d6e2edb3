"""What an answer rests on without anybody having said so, found by trying other values.

A fact the rule presumed is tried with each value that may turn the answer round. Where one does, the answer names the
fact, what was taken for it and what would follow. Facts that were given and never read are listed, and the next offence
is worked out by asking the rule once more.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import (
    Appeal,
    Assumption,
    Consequences,
    Discretion,
    JudgeAnswer,
    NeedFacts,
    Option,
    Penalty,
    PenaltyStep,
    Reading,
    Ruling,
)
from barpoint.officiating.facts import Facts, FactType, FactValue, Question
from barpoint.officiating.incidents import Inquiry, run_rule
from barpoint.officiating.phrases import value_text
from barpoint.officiating.plausibility import echo_notes
from barpoint.officiating.readings import reading

_MINUTE: Final = 60_000
_TRIED: Final[dict[FactType, tuple[FactValue, ...]]] = {
    FactType.COUNT: (0, 1, 2, 3, 5),
    FactType.DURATION: (_MINUTE, 5 * _MINUTE, 10 * _MINUTE, 20 * _MINUTE, 60 * _MINUTE),
    FactType.MOMENT: (0, 12 * 60 * _MINUTE),
}
_SHOWN: Final = 2  # so many other outcomes are told


def complete_answer(inquiry: Inquiry, answer: Ruling | Discretion) -> Ruling | Discretion:
    """The answer with its assumptions, the facts that played no part, the next offence and the appeal."""
    no_part = {key: value for key, value in inquiry.facts.items() if key not in inquiry.used}
    assumed = tuple(_assumptions(inquiry, answer)) if inquiry.presumed else ()
    consequences = answer.consequences
    if inquiry.ladder and isinstance(answer, Ruling) and not consequences.next_offence:
        consequences = replace(consequences, next_offence=_next_offence(inquiry, answer))
    known = {one.id for one in answer.readings}
    added = (*_own_reminders(answer), *_own_points(answer))
    readings = (*answer.readings, *(one for one in added if one.id not in known))
    notes = (*answer.notes, *echo_notes(answer, inquiry.kind.questions), *_final_sanctions(answer), *_reports(answer))
    changed = (
        consequences is not answer.consequences
        or len(notes) > len(answer.notes)
        or len(readings) > len(answer.readings)
    )
    if not (no_part or assumed or changed or answer.appeal is None):
        return answer
    appeal = answer.appeal
    if appeal is None and (not isinstance(answer, Discretion) or answer.covered):
        appeal = _default_appeal(inquiry)
    return replace(
        answer,
        no_part=no_part,
        assumptions=assumed,
        consequences=consequences,
        appeal=appeal,
        notes=notes,
        readings=readings,
    )


_SANCTION_ROWS: Final = {"usbgf:1.6.3", "bws:1.6.3"}  # what a spectator's remark may cost
_REMINDS: Final = (("fast_grab", "usbgf"),)  # where the book itself lets a first offence be pointed out


def _own_reminders(answer: Ruling | Discretion) -> Iterator[Reading]:
    """The reading by which a reminder is entered where the book names no penalty."""
    penalties = answer.penalties if isinstance(answer, Ruling) else ()
    if all(penalty.step is not PenaltyStep.REMINDER for penalty in penalties):
        return
    if (answer.kind, answer.book) not in _REMINDS:
        yield reading("people-23b" if set(answer.clauses) & _SANCTION_ROWS else "people-23")


def _own_points(answer: Ruling | Discretion) -> Iterator[Reading]:
    """The reading by which penalty points that are offered go onto the opponent's score; ibf has its own rule."""
    options = answer.options if isinstance(answer, Ruling) else answer.usual
    offered = (penalty for option in options for penalty in option.penalties)
    if answer.book in ("guide", "usbgf") and any(penalty.step is PenaltyStep.POINTS for penalty in offered):
        yield reading("time-1a" if "guide:ethics-5" in answer.clauses else "time-1")


def _reports(answer: Ruling | Discretion) -> Iterator[str]:
    """Under bws every decision in a dispute goes to the board; steps of an appeal say so themselves."""
    if answer.book == "bws" and answer.kind not in _PROCEDURE and not any("bws:5.6" in note for note in answer.notes):
        yield "A decision in a dispute is reported to the board right after the tournament, with reasons (bws:5.6)."


def _final_sanctions(answer: Ruling | Discretion) -> Iterator[str]:
    """Under usbgf two sanctions cannot be appealed, although the ruling can."""
    options = answer.options if isinstance(answer, Ruling) else answer.usual
    if answer.book != "usbgf" or not {"disqualification", "expulsion"} & {option.name for option in options}:
        return
    if not any("usbgf:5.2b" in note for note in answer.notes):
        yield "Disqualification and expulsion cannot be appealed (usbgf:5.2b)."


_PROCEDURE: Final = (
    "appeal_wanted", "appeal_committee", "appeal_hearing", "appeal_votes", "new_evidence", "report_due",
)  # fmt: skip  # steps of an appeal, which are no rulings of the director
_FINAL: Final = {"usbgf": ("usbgf:5.3d",), "bws": ("bws:5.2c",), "guide": ("guide:6.5f",)}


def _default_appeal(inquiry: Inquiry) -> Appeal:
    if inquiry.kind.name in _PROCEDURE:
        return Appeal(False, clauses=_FINAL.get(inquiry.book, ()))
    from barpoint.officiating.topics.appeal_rights import appeal

    return appeal(inquiry) or Appeal(False)


def _assumptions(inquiry: Inquiry, answer: Ruling | Discretion) -> Iterator[Assumption]:
    for key, value in inquiry.presumed.items():
        question = inquiry.kind.questions[key]
        if question.from_log:
            continue
        outcomes = list(_other_outcomes(inquiry, question, value, answer))
        gain = inquiry.gains.get(key, "")
        if outcomes or gain:
            told = gain or _by_outcome(outcomes)
            yield Assumption(key, question.text, value, told)


def _by_outcome(outcomes: list[tuple[str, str]]) -> str:
    """What follows from which values; values that lead to the same are named together."""
    values: dict[str, list[str]] = {}
    for value, outcome in outcomes:
        values.setdefault(outcome, []).append(value)
    return "; ".join(f"{' or '.join(dict.fromkeys(told))}: {outcome}" for outcome, told in values.items())


def _other_outcomes(
    inquiry: Inquiry, question: Question, value: FactValue | None, base: Ruling | Discretion
) -> Iterator[tuple[str, str]]:
    shown = 0
    for other in _values_tried(question.under(inquiry.book)):
        if other == value:
            continue
        facts = {**inquiry.facts, question.key: other}
        answer = run_rule(Inquiry(inquiry.kind, inquiry.book, inquiry.profile, facts, inquiry.record))
        if isinstance(answer, NeedFacts) and answer.wrong:
            continue
        if substance(answer) != substance(base):
            yield value_text(question, other), _outcome(answer, base)
            shown += 1
            if shown == _SHOWN:
                return


def _values_tried(question: Question) -> tuple[FactValue, ...]:
    match question.type:
        case FactType.YES_NO:
            return (True, False)
        case FactType.SIDE:
            return ("white", "black")
        case FactType.CHOICE:
            return question.choices
        case FactType.COUNT | FactType.DURATION | FactType.MOMENT:
            least, most = question.least, question.most
            return tuple(
                value
                for value in _TRIED[question.type]
                if isinstance(value, int) and value >= least and (most is None or value <= most)
            )
        case _:
            return ()


def substance(answer: JudgeAnswer) -> object:
    """What of an answer matters to the players: not its clauses and notes."""
    if isinstance(answer, NeedFacts):
        return ("asked", answer.question.key, answer.wrong)
    if isinstance(answer, Discretion):
        return (answer.say, _bare(answer.usual), answer.forbidden, _figures(answer))
    return (answer.say, answer.remedies, answer.choice_of, _bare(answer.options), answer.penalties, _figures(answer))


def _bare(options: tuple[Option, ...]) -> tuple[object, ...]:
    """Options without the figures that are worked out from what was told."""
    return tuple((option.name, option.text, option.remedies, option.penalties) for option in options)


def _figures(answer: Ruling | Discretion) -> Consequences:
    then = answer.consequences
    return replace(then, next_offence="") if then.next_offence else then


def _outcome(answer: JudgeAnswer, before: Ruling | Discretion) -> str:
    """What another answer says, or which figures differ where it says the same."""
    if isinstance(answer, NeedFacts):
        return f"then it is asked: {answer.question.text}"
    if answer.say != before.say:
        return answer.say
    from barpoint.officiating.wording import answer_lines

    known = set(answer_lines(before))
    lines = [text for label, text in answer_lines(answer) if (label, text) not in known and label in _FIGURES]
    return "; ".join(_NUMBERED.sub("", line) for line in lines) or answer.say


_NUMBERED: Final = re.compile(r" \[[0-9]+\]$")  # of a penalty that may be chosen by it
_FIGURES: Final = ("Do", "Then", "Choice of", "Option", "Penalty", "Usual", "Never")


_FLOOR: Final = 1000  # the second to which a reserve is cut at last: usbgf:4.1.8.2c, bws:4.1.5.2d


def _penalised(answer: Ruling) -> tuple[Penalty, ...]:
    return (*answer.penalties, *(penalty for option in answer.options for penalty in option.penalties))


def _reserve_left(inquiry: Inquiry, answer: Ruling, side: Side) -> int | None:
    """What a time penalty leaves, where the kind asks for the reserve."""
    figures = (answer.consequences, *(option.consequences for option in answer.options))
    changes = next((then.clock_changes for then in figures if then.clock_changes is not None), None)
    told = inquiry.facts.get("reserve")
    if told is None or changes is None or "cut" not in inquiry.kind.questions:
        return None
    return max(0, int(told) + changes[side.place])


_CHOSEN_ANEW: Final = {  # sanctions without a ladder
    "ibf_sanction": "the arbiter chooses again, unless a clause lays the sanction down (ibf:17.2).",
    "groundless_video_call": "the arbiter decides again, up to half of the time then left (ibf:18.3b).",
}


def _next_offence(inquiry: Inquiry, answer: Ruling) -> str:
    """What the same again would bring the player whom this ruling penalises; nothing once the match is lost."""
    sides = {penalty.side for penalty in _penalised(answer) if penalty.side is not None}
    if "earlier" not in inquiry.kind.questions or len(sides) != 1 or answer.consequences.winner:
        return ""
    if inquiry.kind.name in _CHOSEN_ANEW:
        return _CHOSEN_ANEW[inquiry.kind.name]
    (side,) = sides
    facts = {**inquiry.facts, "earlier": inquiry.offence(side)}
    if "warned" in inquiry.kind.questions and any(one.step is PenaltyStep.WARNING for one in answer.penalties):
        facts["warned"] = True
    left = _reserve_left(inquiry, answer, side)
    if left is not None:
        facts |= {"reserve": left, "cut": left <= _FLOOR}
    again = list(_outcomes(inquiry, facts, _DEEPEST))
    if len(again) == 1 and isinstance(again[0], Ruling) and _same(again[0], answer):
        return "the same"
    return " Or: ".join(dict.fromkeys(_outcome(one, answer) for one in again))


def _same(one: Ruling, other: Ruling) -> bool:
    return (one.say, one.remedies, _bare(one.options), _steps(one)) == (
        other.say,
        other.remedies,
        _bare(other.options),
        _steps(other),
    )


_DEEPEST: Final = 8


def _outcomes(inquiry: Inquiry, facts: Facts, depth: int) -> Iterator[Ruling | Discretion]:
    """What may come of these facts: every answer to a choice that is still to be made, the least of every number."""
    answer = run_rule(Inquiry(inquiry.kind, inquiry.book, inquiry.profile, facts, inquiry.record))
    if not isinstance(answer, NeedFacts):
        yield answer
    elif depth and not answer.wrong:
        question = answer.question
        tried = (question.least,) if question.type in _TRIED else _values_tried(question)
        for value in tried:
            yield from _outcomes(inquiry, {**facts, question.key: value}, depth - 1)


def _steps(answer: Ruling) -> tuple[Penalty, ...]:
    return tuple(replace(penalty, offence=0) for penalty in answer.penalties)
