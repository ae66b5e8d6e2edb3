"""judge(incident, facts, profile, record): a pure function, the same facts give the same answer."""

from collections.abc import Mapping
from dataclasses import replace

import barpoint.officiating.topics  # noqa: F401  # registers every kind
from barpoint.officiating.answer import Discretion, JudgeAnswer, NeedFacts
from barpoint.officiating.assumptions import complete_answer
from barpoint.officiating.facts import Facts, Question
from barpoint.officiating.incidents import KINDS, IncidentDefinition, Inquiry, run_rule
from barpoint.officiating.penalty_record import PenaltyRecord
from barpoint.rulebook import Profile


def all_kinds() -> Mapping[str, IncidentDefinition]:
    """Every kind there is, by its name."""
    return KINDS


def incident_definition(name: str) -> IncidentDefinition:
    """A registered kind; ValueError names what there is."""
    if name not in KINDS:
        raise ValueError(f"no incident is called {name!r}; see `barpoint rule-on --list`")
    return KINDS[name]


def judge(name: str, facts: Facts, profile: Profile, record: PenaltyRecord | None = None) -> JudgeAnswer:
    """Rule on an incident; malformed facts are a ValueError, impossible ones come back as a question."""
    definition = incident_definition(name)
    for key, value in facts.items():
        if key not in definition.questions:
            raise ValueError(f"{name} has no fact {key!r}; expected {', '.join(definition.questions)}")
        definition.questions[key].check(value)
    inquiry = Inquiry(definition, profile.book, profile, facts, record if record is not None else PenaltyRecord())
    if profile.book not in definition.clauses:
        return inquiry.silent()
    answer = run_rule(inquiry)
    if isinstance(answer, NeedFacts):
        return answer
    return complete_answer(inquiry, answer)


def mark_silences(answer: JudgeAnswer, facts: Facts, profile: Profile) -> JudgeAnswer:
    """The answer; a question with the answers marked on which the book is silent."""
    if not isinstance(answer, NeedFacts) or not answer.question.choices:
        return answer
    silent = silent_choices(answer.kind, facts, profile, answer.question)
    return replace(answer, silent=silent) if silent else answer


def silent_choices(name: str, facts: Facts, profile: Profile, question: Question) -> tuple[str, ...]:
    """The answers to a question on which the book is silent, whatever is asked next: they may be given all the same."""
    definition, record = incident_definition(name), PenaltyRecord()

    def silent(facts: Facts) -> bool:
        answer = run_rule(Inquiry(definition, profile.book, profile, facts, record))
        if isinstance(answer, NeedFacts):
            asked = answer.question
            return bool(asked.choices) and all(silent({**facts, asked.key: choice}) for choice in asked.choices)
        return isinstance(answer, Discretion) and not answer.covered

    return tuple(choice for choice in question.choices if silent({**facts, question.key: choice}))
