"""`barpoint rule-on`: an incident at the board, and what the event's book says on it."""

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

if TYPE_CHECKING:
    from barpoint.officiating.answer import Answer
    from barpoint.officiating.facts import Fact
    from barpoint.officiating.judge import Kind
    from barpoint.officiating.record import Record
    from barpoint.rulebook.profile import Profile

app = typer.Typer(rich_markup_mode="rich")

_FACT = re.compile(r"([a-z_]+)=(.*)", re.DOTALL)
_EXAMPLES = """
Examples:

  barpoint rule-on                                             an interview, from the first question on

  barpoint rule-on he forgot to press the clock --book bws     finds the kind, then asks

  barpoint rule-on forgotten_press who=white --book usbgf --json

  barpoint rule-on slow_play --all-books

  barpoint rule-on --list --json                               every kind with the schema of its facts
"""


@app.command("rule-on", epilog=_EXAMPLES)
def rule_on(
    words: Annotated[
        list[str] | None, typer.Argument(help="A kind or everyday words, and facts as key=value.", metavar="[WHAT]...")
    ] = None,
    book: Annotated[str | None, typer.Option("--book", help="A book (usbgf, bws, ...) or a preset.")] = None,
    given: Annotated[
        list[str] | None, typer.Option("--facts", help="A JSON file, - for standard input, or key=value.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", help="Earlier warnings and penalties, in JSON.", metavar="FILE")
    ] = None,
    all_books: Annotated[bool, typer.Option("--all-books", help="The five books one under the other.")] = False,
    listing: Annotated[bool, typer.Option("--list", help="List the kinds of incidents.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON and ask nothing.")] = False,
) -> None:
    """Rule on an incident: the remedy, the penalty, the clauses, and what to say to the players.

    What is not told is asked. In JSON the answer is a ruling, the next question, or the bounds of discretion.
    """
    said = [word for word in words or [] if not _FACT.fullmatch(word)]
    facts = [word for word in words or [] if _FACT.fullmatch(word)]
    if listing:
        return _list(as_json=as_json)
    profiles = _profiles(book, all_books=all_books, ask=not as_json)
    kind = _kind(" ".join(said), ask=not as_json)
    known = _facts(kind, [*facts, *(given or [])])
    history = _record(record)
    if not as_json:
        known = _interview(kind, known, profiles, history)
    answers = _judged(kind, known, profiles, history)
    if as_json:
        from barpoint.officiating.reading import answer_data

        data = [answer_data(answer) for answer in answers]
        return _answer(data if all_books else data[0])
    return _print_answers(kind, answers)


def _list(*, as_json: bool) -> None:
    from barpoint.officiating.judge import all_kinds
    from barpoint.officiating.reading import kind_data

    kinds = [kind for _, kind in sorted(all_kinds().items())]
    if as_json:
        return _answer([kind_data(kind) for kind in kinds])
    from barpoint.cli.rule_on_pages import kinds_page

    return _print(kinds_page(kinds))


def _profiles(named: str | None, *, all_books: bool, ask: bool) -> "tuple[Profile, ...]":
    """The book's first preset stands for the book."""
    from barpoint.rulebook.catalogue import load
    from barpoint.rulebook.presets import preset, presets

    first = {book.id: next(one for one in presets() if one.book == book.id) for book in load().books}
    if all_books:
        return tuple(first.values())
    if named is None:
        if not ask:
            raise ValueError(f"expected --book with one of {', '.join(first)}, or a preset")
        named = typer.prompt(f"Under which book, or preset ({', '.join(first)})?", default=next(iter(first)))
    return (first[named] if named in first else preset(named),)


def _kind(words: str, *, ask: bool) -> "Kind":
    """The kind that is named, or chosen from those that fit the words."""
    from barpoint.officiating.judge import all_kinds, kind
    from barpoint.officiating.search import find

    if words in all_kinds() or not ask:
        return kind(words)
    while True:
        words = words or typer.prompt("What happened?")
        found = find(words)
        for number, one in enumerate(found, 1):
            typer.echo(f"  {number}  {one.kind.title}")
        typer.echo("  0  None of these" if found else "Nothing fits these words; others may.")
        chosen = typer.prompt("Which is it?", type=int, default=1) if found else 0
        if 1 <= chosen <= len(found):
            return found[chosen - 1].kind
        words = ""


def _facts(kind: "Kind", given: list[str]) -> "dict[str, Fact]":
    """Facts from key=value and JSON files, in the order given; ValueError says what was expected."""
    facts: dict[str, Fact] = {}
    for one in given:
        pair = _FACT.fullmatch(one)
        facts |= _one_fact(kind, pair[1], pair[2]) if pair else _from_file(one)
    return facts


def _one_fact(kind: "Kind", key: str, text: str) -> "dict[str, Fact]":
    from barpoint.officiating.reading import read_fact

    if key not in kind.questions:
        raise ValueError(f"{kind.name} has no fact {key!r}; expected {', '.join(kind.questions)}")
    return {key: read_fact(kind.questions[key], text)}


def _from_file(name: str) -> "dict[str, Fact]":
    text = sys.stdin.read() if name == "-" else _text(Path(name))
    try:
        return msgspec.json.decode(text, type=dict[str, str | int | bool])
    except msgspec.DecodeError as wrong:
        raise ValueError(f"expected facts as a JSON object in {name}: {wrong}") from None


def _record(file: Path | None) -> "Record":
    from barpoint.officiating.record import Record

    if file is None:
        return Record()
    try:
        return msgspec.json.decode(_text(file), type=Record)
    except msgspec.DecodeError as wrong:
        raise ValueError(f"expected a record of earlier penalties in {file}: {wrong}") from None


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as unread:
        raise ValueError(f"expected a JSON file at {file}: {unread}") from None


def _judged(
    kind: "Kind", facts: "Mapping[str, Fact]", profiles: "tuple[Profile, ...]", record: "Record"
) -> "tuple[Answer, ...]":
    from barpoint.officiating.judge import judge

    return tuple(judge(kind.name, facts, profile, record) for profile in profiles)


def _interview(
    kind: "Kind", facts: "dict[str, Fact]", profiles: "tuple[Profile, ...]", record: "Record"
) -> "dict[str, Fact]":
    """The facts, asked for until every book can answer; one that is impossible under one book only stays."""
    from barpoint.officiating.answer import NeedFacts

    while True:
        open_questions = [one for one in _judged(kind, facts, profiles, record) if isinstance(one, NeedFacts)]
        wanted = [one for one in open_questions if not (one.wrong and len(profiles) > 1)]
        if not wanted:
            return facts
        if wanted[0].wrong:
            typer.echo(f"That cannot be: {wanted[0].wrong}.")
        facts = facts | {wanted[0].question.key: _ask(wanted[0].question)}


def _ask(question: Any) -> "Fact":  # Any: a Question, imported when asked for
    from barpoint.officiating.reading import hint, read_fact

    while True:
        text = typer.prompt(f"{question.text} ({hint(question)})")
        try:
            return read_fact(question, text)
        except ValueError as wrong:
            typer.echo(str(wrong))


def _print_answers(kind: "Kind", answers: "tuple[Answer, ...]") -> None:
    from barpoint.cli.rule_on_pages import answer_page

    for answer in answers:
        _print(answer_page(kind, answer))


def _answer(value: object) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def _print(page: Any) -> None:  # Any: whatever Rich can draw
    from rich.console import Console

    Console(highlight=False).print(page)
