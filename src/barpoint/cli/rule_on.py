"""`barpoint rule-on`: an incident at the board, and what the event's book says on it."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from barpoint.cli.output import print_json, print_page, print_written

if TYPE_CHECKING:
    from barpoint.cli.ruling import Files, Given, Incident
    from barpoint.officiating.answer import Answer
    from barpoint.officiating.case_file import CaseFile
    from barpoint.officiating.facts import Fact
    from barpoint.officiating.judge import Kind
    from barpoint.officiating.record import Record

app = typer.Typer(rich_markup_mode="rich")

_EXAMPLES = """
Examples:

  barpoint rule-on                                an interview

  barpoint rule-on forgot the clock --book bws    finds the kind, then asks

  barpoint rule-on slow_play --all-books          the five books side by side

  barpoint rule-on forgotten_press who=white --book usbgf --json

  barpoint rule-on illegal_play --match t4.jsonl --save case.jsonl --apply

  barpoint rule-on --list --json                  every kind, with schemas
"""
_A_SCREEN = 9  # kinds that a terminal of 24 lines holds
What = Annotated[
    list[str] | None, typer.Argument(help="A kind or everyday words, and facts as key=value.", metavar="[WHAT]...")
]
Book = Annotated[str | None, typer.Option("--book", help="A book (usbgf, bws, ...) or a preset.")]
Event = Annotated[Path | None, typer.Option("--event", help="The event's options file.", metavar="FILE")]
FactsFrom = Annotated[
    list[str] | None, typer.Option("--facts", help="A JSON file, - for standard input, or key=value.")
]
RecordFrom = Annotated[
    Path | None, typer.Option("--record", help="Earlier warnings and penalties, in JSON.", metavar="FILE")
]
Match = Annotated[
    Path | None, typer.Option("--match", help="The log of the match: what it holds is not asked.", metavar="FILE")
]
Apply = Annotated[bool, typer.Option("--apply", help="Write the confirmed remedy into the match.")]
Save = Annotated[Path | None, typer.Option("--save", help="Keep the case in this file.", metavar="CASE")]
By = Annotated[str, typer.Option("--by", help="The official who gives the ruling.", metavar="NAME")]
Choose = Annotated[str, typer.Option("--choose", help="The option that was chosen, by its name.")]
Impose = Annotated[list[int] | None, typer.Option("--impose", help="An optional penalty to impose, from 1 on.")]
Own = Annotated[Path | None, typer.Option("--own", help="Rule otherwise: say, remedies, penalties.", metavar="JSON")]
Reason = Annotated[str, typer.Option("--reason", help="Why otherwise, or anew.")]
Report = Annotated[str, typer.Option("--report", help="What was reported, in plain words.")]
White = Annotated[list[str] | None, typer.Option("--white", help="Who plays White; twice for a team.", metavar="NAME")]
Black = Annotated[list[str] | None, typer.Option("--black", help="Who plays Black.", metavar="NAME")]
Pdf = Annotated[Path | None, typer.Option("--pdf", help="The ruling or the case on paper.", metavar="FILE")]
InMarkdown = Annotated[bool, typer.Option("--markdown", help="The same in Markdown.")]


@app.command("rule-on", epilog=_EXAMPLES)
def rule_on(
    words: What = None,
    book: Book = None,
    event: Event = None,
    given: FactsFrom = None,
    record: RecordFrom = None,
    all_books: Annotated[bool, typer.Option("--all-books", help="The five books side by side.")] = False,
    match: Match = None,
    apply: Apply = False,
    save: Save = None,
    by: By = "",
    choose: Choose = "",
    impose: Impose = None,
    own: Own = None,
    reason: Reason = "",
    report: Report = "",
    white: White = None,
    black: Black = None,
    pdf: Pdf = None,
    markdown: InMarkdown = False,
    listing: Annotated[bool, typer.Option("--list", help="List the kinds, or those that fit.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON and ask nothing.")] = False,
) -> None:
    """Rule on an incident: the remedy, the penalty, the clauses, and what to say to the players.

    What is not told is asked. In JSON the answer is a ruling, the next question, or the bounds of discretion.

    With a name the ruling is given: kept by --save, carried out in the match by --apply.
    """
    if listing:
        _list(" ".join(words or ()), as_json=as_json)
        return
    from barpoint.cli.interview import FACT, event_of, facts_of, interview, judged, kind_of, profiles_of
    from barpoint.cli.ruling import Files, Given, read_match, read_own

    if apply and match is None:
        raise ValueError("expected --match with the log that --apply writes to")
    if all_books and (apply or save is not None):
        raise ValueError("expected one book to rule under, not --all-books")
    files = Files(save, match, read_match(match) if match is not None else ())
    says = Given(
        by=by,
        choose=choose,
        impose=tuple(number - 1 for number in impose or ()),
        own=read_own(own) if own is not None else None,
        reason=reason,
        report=report,
        white=tuple(white or ()),
        black=tuple(black or ()),
    ).seated(files)
    ask, case = not as_json, files.kept()
    under = event_of(event) if event is not None else case.opened.profile if case.opened is not None else None
    profiles = profiles_of(book, files.log, under, all_books=all_books, ask=ask)
    said = " ".join(word for word in words or () if not FACT.fullmatch(word))
    kind = kind_of(said or (case.opened.kind if case.opened is not None else ""), ask=ask)
    read = files.read(kind.name)
    told = case.facts | facts_of(kind, [*(word for word in words or () if FACT.fullmatch(word)), *(given or ())])
    history = _record(record, files, says)
    if ask and not markdown:
        _print_read(kind, {key: value for key, value in read.items() if key not in told})
    if ask:
        before = len(told)
        told = interview(kind, read, told, profiles, history)
        if markdown and len(told) > before:
            typer.echo()  # a terminal's echo of the answers is no part of the text
    facts = {**read, **told}
    answers = judged(kind, facts, profiles, history)
    if ask and not markdown:
        _print_answers(kind, answers, side_by_side=all_books)
    kept: dict[str, int] = {}
    if save is not None or apply:
        from barpoint.cli.ruling import Incident, put_to

        says = put_to(answers[0], says) if ask else says
        kept = _keep(files, Incident(kind=kind, facts=told, profile=profiles[0], answer=answers[0]), says, apply=apply)
    _deliver(answers, kept, as_json=as_json, many=all_books)
    if markdown or pdf is not None:
        _document(_file(kind, facts, answers, files), pdf, markdown=markdown)


def _list(words: str, *, as_json: bool) -> None:
    """Every kind by name, or those that fit the words best."""
    from barpoint.officiating.judge import all_kinds
    from barpoint.officiating.reading import kind_data
    from barpoint.officiating.search import find

    kinds = [found.kind for found in find(words, limit=_A_SCREEN)] if words else []
    kinds = kinds or [kind for _, kind in sorted(all_kinds().items())]
    if as_json:
        return print_json([kind_data(kind) for kind in kinds])
    from barpoint.cli.rule_on_pages import kinds_page

    return print_page(kinds_page(kinds))


def _record(file: Path | None, files: "Files", says: "Given") -> "Record":
    """Earlier warnings and penalties: from a file, or from the ledger beside the case."""
    from barpoint.cli.interview import text_of
    from barpoint.officiating.record import Record

    if file is None:
        return files.ledger().record(says.white, says.black, files.stream, but=files.name)
    try:
        return msgspec.json.decode(text_of(file), type=Record)
    except msgspec.DecodeError as wrong:
        raise ValueError(f"expected a record of earlier penalties in {file}: {wrong}") from None


def _keep(files: "Files", incident: "Incident", says: "Given", *, apply: bool) -> dict[str, int]:
    """Keep the case and rule, or only carry the ruling out; nobody rules without a name."""
    from barpoint.cli.ruling import apply_only, keep

    if files.case is not None:
        return keep(files, incident, says, apply=apply)
    return apply_only(files, incident, says) if says.by else {}


def _deliver(answers: "tuple[Answer, ...]", kept: dict[str, int], *, as_json: bool, many: bool) -> None:
    """The answer for programs, or what was written for people."""
    if as_json:
        from barpoint.officiating.reading import answer_data

        data = [answer_data(answer) | ({"kept": kept} if kept else {}) for answer in answers]
        return print_json(data if many else data[0])
    if kept:
        print_written(kept)
    return None


def _file(kind: "Kind", facts: "Mapping[str, Fact]", answers: "tuple[Answer, ...]", files: "Files") -> "CaseFile":
    from barpoint.officiating.case_file import answer_file, case_file

    if files.case is not None:
        return case_file(files.name, files.events())
    return answer_file(kind, facts, answers)


def _document(made: "CaseFile", pdf: Path | None, *, markdown: bool) -> None:
    from barpoint.officiating.case_file import markdown as in_markdown

    if markdown:
        typer.echo(in_markdown(made))
    if pdf is not None:
        write_pdf(made, pdf)


def write_pdf(made: "CaseFile", pdf: Path) -> None:
    """A document on paper."""
    from barpoint.officiating.case_file import typst_markup
    from barpoint.paper import pdf as on_paper

    pdf.write_bytes(on_paper(typst_markup(made)))
    typer.echo(f"{pdf}: {made.title}", err=True)


def _print_read(kind: "Kind", read: "Mapping[str, Fact]") -> None:
    if read:
        from barpoint.cli.rule_on_pages import read_page

        print_page(read_page(kind, read))


def _print_answers(kind: "Kind", answers: "tuple[Answer, ...]", *, side_by_side: bool) -> None:
    from barpoint.cli import rule_on_pages

    print_page(
        rule_on_pages.side_by_side(kind, answers) if side_by_side else rule_on_pages.answer_page(kind, answers[0])
    )
