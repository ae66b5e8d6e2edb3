"""The five books as one HTML file: no request leaves it, it reads without JavaScript, its search works offline."""

from html import escape
from importlib.resources import files
from string import Template

import msgspec

from barpoint import __version__
from barpoint.rulebook import (
    Book,
    Clause,
    Subject,
    all_books,
    clauses,
    load_catalogue,
)
from barpoint.rulebook.catalogue import Param, clause_tests, subject, synonyms


def rules_page() -> str:
    """The whole file."""
    template = Template(files("barpoint.cli").joinpath("rules_book.html").read_text("utf-8"))
    subjects = load_catalogue().subjects
    return template.substitute(
        version=__version__,
        total=f"{len(load_catalogue().clauses):,}",
        options="".join(f'<option value="{book.id}">{escape(book.short)}</option>' for book in all_books()),
        book_links="".join(f'<li><a href="#{book.id}">{escape(book.name)}</a></li>' for book in all_books()),
        subject_links="".join(f'<li><a href="#s-{topic.id}">{escape(topic.name)}</a></li>' for topic in subjects),
        books="".join(map(_book, all_books())),
        subjects="".join(map(_subject, subjects)),
        synonyms=_json(synonyms()),
        subject_words=_json({topic.id: f"{topic.name} {' '.join(topic.words)}" for topic in subjects}),
    )


def _book(book: Book) -> str:
    source = ", ".join(words for words in (book.publisher, book.edition, f"cited as {book.id}") if words)
    rows = "".join(map(_clause, clauses(book=book.id)))
    return (
        f'<section class="book" id="{book.id}" data-book="{book.id}"><h2>{escape(book.name)}</h2>'
        f'<p class="about">{escape(book.about)}</p><p class="source">{escape(source)}</p>{rows}</section>'
    )


def _clause(row: Clause) -> str:
    facts = [row.tier, row.kind, *([row.force] if row.force else []), f"status: {row.status}"]
    links = ", ".join(f'<a href="#s-{name}">{escape(subject(name).name)}</a>' for name in row.subjects)
    more = [("Online", row.online), ("Example", row.example)]
    more += [("Parameters", "; ".join(f"{key} = {_value(value)}" for key, value in row.params.items()))]
    more += [("Tests", ", ".join(clause_tests().get(row.id, ()))), ("Why it is left out", row.reason)]
    entries = "".join(f"<dt>{name}</dt><dd>{escape(words)}</dd>" for name, words in more if words)
    return (
        f'<article class="{row.book}" id="{escape(row.id)}" data-subjects="{" ".join(row.subjects)}">'
        f'<h3><a class="number" href="#{escape(row.id)}">{escape(row.id)}</a><span>{escape(row.title)}</span></h3>'
        f'<p>{escape(row.text)}</p><div class="facts">{", ".join(facts)}. About: {links}</div>'
        f"<details><summary>Online, example, numbers</summary><dl>{entries}</dl></details></article>"
    )


def _subject(topic: Subject) -> str:
    columns = "".join(_column(book, topic) for book in all_books())
    return (
        f'<div class="subject" id="s-{topic.id}"><h3>{escape(topic.name)}</h3><div class="five">{columns}</div></div>'
    )


def _column(book: Book, topic: Subject) -> str:
    rows = [row for row in clauses(book=book.id, subject=topic.id) if row.subjects[0] == topic.id]
    items = "".join(map(_link, rows))
    listing = f"<ul>{items}</ul>" if rows else '<p class="none">not covered</p>'
    return f'<div class="{book.id}"><h4>{escape(book.short)}</h4>{listing}</div>'


def _link(row: Clause) -> str:
    kind = "number long" if len(row.number) > 14 else "number"
    title = f'<span class="{kind}">{escape(row.number)}</span>{escape(row.title)}'
    return f'<li><a href="#{escape(row.id)}">{title}</a></li>'


def _value(value: Param) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {item}" for key, item in value.items())
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _json(value: object) -> str:
    """JSON that may stand inside a script element."""
    return msgspec.json.encode(value).decode().replace("<", "\\u003c")
