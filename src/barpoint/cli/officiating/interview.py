"""The arbiter's interview in the terminal: under which book, of which kind, on what facts.

Questions go to standard error, so that what is put out can be kept in a file.
"""

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
import typer

from barpoint.board import Refusal
from barpoint.match.events import AnyEvent, MatchStarted
from barpoint.officiating import (
    FactType,
    FactValue,
    IncidentDefinition,
    JudgeAnswer,
    NeedFacts,
    PenaltyRecord,
    Question,
    all_kinds,
    answer_hint,
    fact_question,
    find_incidents,
    judge,
    kind_called,
    mark_silences,
    read_fact,
    read_facts,
)
from barpoint.officiating.presentation import SIDE_NAMES, SideNames, question_sentences, with_names
from barpoint.rulebook import (
    Profile,
    cite,
    event_profile,
    load_catalogue,
    named_profile,
    preset,
    read_event,
)

FACT: Final = re.compile(r"([a-z_]+)=(.*)", re.DOTALL)


def profiles_of(
    named: str | None, log: Sequence[AnyEvent], under: Profile | None, *, all_books: bool, ask: bool
) -> tuple[Profile, ...]:
    """All books, the one that is named, or that of the event, case or match; a book's first preset stands for it."""
    books = [book.id for book in load_catalogue().books]
    if all_books:
        return tuple(map(named_profile, books))
    if named is None and under is not None:
        return (under,)
    if named is None and log and isinstance(log[0], MatchStarted):
        named = log[0].format.preset or log[0].format.book or None
    if named is None:
        if not ask:
            raise ValueError(f"expected --book with one of {', '.join(books)}, or a preset")
        named = typer.prompt(f"Under which book, or preset ({', '.join(books)})?", default=books[0], err=True)
    return (named_profile(named),)


def profile_of_event(file: Path) -> Profile:
    """The profile an event's options file comes to; what its book forbids is said with the clause."""
    profile = event_profile(text_of(file), str(file))
    if isinstance(profile, Refusal):
        raise ValueError(f"{file}: {cite(profile, preset(read_event(text_of(file)).preset).book)}")
    return profile


def kind_of(words: str, *, ask: bool, book: str | None = None) -> IncidentDefinition:
    """The kind that is named, or chosen from those that fit the words; first those of which the book speaks."""
    if words in all_kinds() or not ask:
        return kind_called(words, book)
    while True:
        words = words or typer.prompt("What happened?", prompt_suffix=" ", err=True)
        hits = find_incidents(words, book=book)
        for number, hit in enumerate(hits, 1):
            silent = f" ({book} says nothing on it)" if book is not None and book not in hit.kind.clauses else ""
            typer.echo(f"  {number}  {hit.kind.title}{silent}", err=True)
        typer.echo("  0  None of these" if hits else "Nothing fits these words; others may.", err=True)
        chosen = typer.prompt("Which is it?", type=int, default=1, err=True) if hits else 0
        if 1 <= chosen <= len(hits):
            return hits[chosen - 1].kind
        words = ""


def facts_of(
    incident_kind: IncidentDefinition, words: Sequence[str], names: SideNames = SIDE_NAMES
) -> dict[str, FactValue]:
    """Facts from key=value, JSON and JSON files, in the order given; ValueError says what was expected."""
    facts: dict[str, FactValue] = {}
    for word in words:
        if pair := FACT.fullmatch(word):
            facts |= _fact_of_pair(incident_kind, pair[1], pair[2], names)
        elif word.lstrip().startswith("{"):
            facts |= _facts_from_json(incident_kind, word, word, names)
        else:
            text = sys.stdin.read() if word == "-" else text_of(Path(word))
            facts |= _facts_from_json(incident_kind, text, word, names)
    return facts


def _fact_of_pair(incident_kind: IncidentDefinition, key: str, text: str, names: SideNames) -> dict[str, FactValue]:
    question = fact_question(incident_kind, key)
    return {question.key: read_fact(question, text, names, kind=incident_kind.name)}


def _facts_from_json(incident_kind: IncidentDefinition, text: str, name: str, names: SideNames) -> dict[str, FactValue]:
    try:
        data = msgspec.json.decode(text, type=dict[str, str | int | float | bool])
    except msgspec.DecodeError as wrong:
        raise ValueError(f"expected facts as a JSON object in {name}: {wrong}") from None
    return read_facts(incident_kind.name, data, names)


def text_of(file: Path) -> str:
    """The text of a file; ValueError if there is none."""
    form = "a TOML" if file.suffix == ".toml" else "a JSON"
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as unread:
        raise ValueError(f"expected {form} file at {file}: {unread}") from None


def answers_of(
    incident_kind: IncidentDefinition, facts: Mapping[str, FactValue], under: Sequence[Profile], record: PenaltyRecord
) -> tuple[JudgeAnswer, ...]:
    """What each book says."""
    return tuple(mark_silences(judge(incident_kind.name, facts, profile, record), facts, profile) for profile in under)


def interview(
    incident_kind: IncidentDefinition,
    read: Mapping[str, FactValue],
    facts: dict[str, FactValue],
    under: Sequence[Profile],
    record: PenaltyRecord,
    names: SideNames = SIDE_NAMES,
) -> dict[str, FactValue]:
    """The facts, asked for until every book can answer; one that is impossible under one book only stays."""
    while True:
        answers = answers_of(incident_kind, {**read, **facts}, under, record)
        open_questions = [answer for answer in answers if isinstance(answer, NeedFacts)]
        missing = [answer for answer in open_questions if not (answer.wrong and len(under) > 1)]
        if not missing:
            return facts
        if missing[0].wrong:
            typer.echo(f"That cannot be: {with_names(missing[0].wrong, names)}.", err=True)
        silent = missing[0].silent if len(under) == 1 else ()
        facts = facts | {missing[0].question.key: _ask(incident_kind, missing[0].question, names, silent)}


def _ask(kind: IncidentDefinition, question: Question, names: SideNames, silent: tuple[str, ...] = ()) -> FactValue:
    sentences = question_sentences(kind.name, question, names)
    text, listed = with_names(question.text, names), question.type is FactType.CHOICE
    if listed:
        typer.echo(text, err=True)
        for number, (value, sentence) in enumerate(sentences.items(), 1):
            mark = " (the book is silent on it)" if value in silent else ""
            typer.echo(f"  {number:2}  {sentence}{mark}", err=True)
    hint = " / ".join(sentences.values()) or answer_hint(question)
    prompt = "Which is it?" if listed else f"{text} ({hint})"
    while True:
        typed = typer.prompt(prompt, prompt_suffix=" ", err=True)
        try:
            return read_fact(question, typed, names, kind=kind.name)
        except ValueError as wrong:
            typer.echo(str(wrong), err=True)
