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
from barpoint.officiating.answer import Answer, NeedFacts
from barpoint.officiating.facts import Fact, FactType, Question
from barpoint.officiating.judge import Kind, all_kinds, judge, kind
from barpoint.officiating.reading import hint, options, read_fact
from barpoint.officiating.record import Record
from barpoint.officiating.search import find
from barpoint.rulebook.catalogue import load
from barpoint.rulebook.cite import cite
from barpoint.rulebook.options import read_event
from barpoint.rulebook.presets import event_profile, preset, presets
from barpoint.rulebook.profile import Profile

FACT: Final = re.compile(r"([a-z_]+)=(.*)", re.DOTALL)
_FEW: Final = 3  # so many choices are asked for in a line


def profiles_of(
    named: str | None, log: Sequence[AnyEvent], under: Profile | None, *, all_books: bool, ask: bool
) -> tuple[Profile, ...]:
    """All books, the one that is named, or that of the event, case or match; a book's first preset stands for it."""
    first = {book.id: next(one for one in presets() if one.book == book.id) for book in load().books}
    if all_books:
        return tuple(first.values())
    if named is None and under is not None:
        return (under,)
    if named is None and log and isinstance(log[0], MatchStarted):
        named = log[0].format.preset or log[0].format.book or None
    if named is None:
        if not ask:
            raise ValueError(f"expected --book with one of {', '.join(first)}, or a preset")
        named = typer.prompt(f"Under which book, or preset ({', '.join(first)})?", default=next(iter(first)), err=True)
    return (first[named] if named in first else preset(named),)


def event_of(file: Path) -> Profile:
    """The profile an event's options file comes to; what its book forbids is said with the clause."""
    found = event_profile(text_of(file), str(file))
    if isinstance(found, Refusal):
        raise ValueError(f"{file}: {cite(found, preset(read_event(text_of(file)).preset).book)}")
    return found


def kind_of(words: str, *, ask: bool) -> Kind:
    """The kind that is named, or chosen from those that fit the words."""
    if words in all_kinds() or not ask:
        return kind(words)
    while True:
        words = words or typer.prompt("What happened?", prompt_suffix=" ", err=True)
        found = find(words)
        for number, one in enumerate(found, 1):
            typer.echo(f"  {number}  {one.kind.title}", err=True)
        typer.echo("  0  None of these" if found else "Nothing fits these words; others may.", err=True)
        chosen = typer.prompt("Which is it?", type=int, default=1, err=True) if found else 0
        if 1 <= chosen <= len(found):
            return found[chosen - 1].kind
        words = ""


def facts_of(asked: Kind, given: Sequence[str]) -> dict[str, Fact]:
    """Facts from key=value and JSON files, in the order given; ValueError says what was expected."""
    facts: dict[str, Fact] = {}
    for one in given:
        pair = FACT.fullmatch(one)
        facts |= _one_fact(asked, pair[1], pair[2]) if pair else _from_file(one)
    return facts


def _one_fact(asked: Kind, key: str, text: str) -> dict[str, Fact]:
    if key not in asked.questions:
        raise ValueError(f"{asked.name} has no fact {key!r}; expected {', '.join(asked.questions)}")
    return {key: read_fact(asked.questions[key], text)}


def _from_file(name: str) -> dict[str, Fact]:
    text = sys.stdin.read() if name == "-" else text_of(Path(name))
    try:
        return msgspec.json.decode(text, type=dict[str, str | int | bool])
    except msgspec.DecodeError as wrong:
        raise ValueError(f"expected facts as a JSON object in {name}: {wrong}") from None


def text_of(file: Path) -> str:
    """The text of a file; ValueError if there is none."""
    form = "a TOML" if file.suffix == ".toml" else "a JSON"
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as unread:
        raise ValueError(f"expected {form} file at {file}: {unread}") from None


def judged(asked: Kind, facts: Mapping[str, Fact], under: Sequence[Profile], record: Record) -> tuple[Answer, ...]:
    """What each book says."""
    return tuple(judge(asked.name, facts, profile, record) for profile in under)


def interview(
    asked: Kind, read: Mapping[str, Fact], facts: dict[str, Fact], under: Sequence[Profile], record: Record
) -> dict[str, Fact]:
    """The facts, asked for until every book can answer; one that is impossible under one book only stays."""
    while True:
        answers = judged(asked, {**read, **facts}, under, record)
        open_questions = [one for one in answers if isinstance(one, NeedFacts)]
        wanted = [one for one in open_questions if not (one.wrong and len(under) > 1)]
        if not wanted:
            return facts
        if wanted[0].wrong:
            typer.echo(f"That cannot be: {wanted[0].wrong}.", err=True)
        facts = facts | {wanted[0].question.key: _ask(wanted[0].question)}


def _ask(question: Question) -> Fact:
    names = options(question)
    listed = question.type is FactType.CHOICE and len(names) > _FEW
    if listed:
        typer.echo(question.text, err=True)
        for number, name in enumerate(names, 1):
            typer.echo(f"  {number:2}  {name.replace('_', ' ')}", err=True)
    prompt = "Which is it?" if listed else f"{question.text} ({_short(question, names)})"
    while True:
        text = typer.prompt(prompt, prompt_suffix=" ", err=True)
        try:
            return read_fact(question, text)
        except ValueError as wrong:
            typer.echo(str(wrong), err=True)


def _short(question: Question, names: tuple[str, ...]) -> str:
    return " / ".join(name.replace("_", " ") for name in names) if names else hint(question)
