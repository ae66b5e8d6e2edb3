"""Rulings: what a rule book says of an incident at the board."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from barpoint.board import Side
from barpoint.library.match import Match
from barpoint.officiating import (
    FactType,
    FactValue,
    JudgeAnswer,
    PenaltyRecord,
    facts_from,
    judge,
    kind_called,
    read_fact,
)
from barpoint.rulebook import named_profile

if TYPE_CHECKING:
    from barpoint.officiating import IncidentDefinition, Question
    from barpoint.rulebook import Profile


def rule_on(
    kind: str,
    *,
    book: "str | Profile | None" = None,
    match: Match | None = None,
    record: PenaltyRecord | None = None,
    known: Mapping[str, FactValue] | None = None,
    **facts: FactValue,
) -> JudgeAnswer:
    """What a book says of an incident: a `Ruling`, the next question (`NeedFacts`), or the bounds of a `Discretion`.

    `book` is a book (ibf, usbgf, bws, guide, trad), a preset, or an event's profile; a match played under one needs
    none, what its log holds is not asked, and its players may be called by their names. Facts are the kind's own:
    `incidentkind_called(kind).questions`; they are given by name or as a mapping in `known`, and a text is read as a
    person types it ("yes", "1:30").

    >>> import barpoint as bp
    >>> answer = bp.rule_on("cocked_die", book="usbgf", roller="white")
    >>> type(answer).__name__, answer.question.key
    ('NeedFacts', 'rests')
    >>> ruling = bp.rule_on("cocked_die", book="usbgf", roller="white", rests="leaning")
    >>> type(ruling).__name__, ruling.clauses
    ('Ruling', ('usbgf:4.1.4.3f', 'usbgf:4.1.4.3i'))
    """
    definition = kind_called(kind)
    on_record = facts_from(definition.name, match.events, match.state.version) if match is not None else {}
    stated = {name: _read_fact(definition, name, value, match) for name, value in {**(known or {}), **facts}.items()}
    return judge(definition.name, {**on_record, **stated}, _profile(book, match), record)


def _profile(book: "str | Profile | None", match: Match | None) -> "Profile":
    if book is None and match is not None:
        book = match.state.format.preset or match.state.format.book or None
    if book is None:
        raise ValueError("expected a book such as book='usbgf', or a match that is played under one")
    return named_profile(book) if isinstance(book, str) else book


def _read_fact(definition: "IncidentDefinition", name: str, value: FactValue, match: Match | None) -> FactValue:
    question: Question | None = definition.questions.get(name)
    if question is None:
        raise ValueError(f"{definition.name} has no fact {name!r}; expected {', '.join(definition.questions)}")
    if match is not None and question.type is FactType.SIDE and value in match.players:
        value = match.side_of(str(value))
    if isinstance(value, Side):
        value = value.value
    return read_fact(question, value) if isinstance(value, str) else question.check(value)
