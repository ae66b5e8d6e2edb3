"""`barpoint rules`: the five rule books, looked up, searched, compared, counted and printed."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from barpoint.cli.output import print_json, print_page
from barpoint.cli.rules.agreement_sheet import agreement
from barpoint.cli.rules.equipment import equipment
from barpoint.cli.rules.presets import presets
from barpoint.rulebook import Clause
from barpoint.rulebook.catalogue import ChecklistAudience, ClauseStatus

app = typer.Typer(
    name="rules",
    help="The five rule books: look up, search, compare, print.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]
BookOption = Annotated[str | None, typer.Option("--book", help="Only this book: ibf, usbgf, bws, guide or trad.")]


@app.command(epilog="Example: barpoint rules show usbgf:4.4.8")
def show(
    clause: Annotated[str, typer.Argument(help="The id of a clause or section, such as ibf:4.2d or usbgf:4.4.8.")],
    as_json: JsonOption = False,
) -> None:
    """Show a clause, or every clause of a section."""
    from barpoint.rulebook import section

    rows = section(clause)
    if as_json:
        return print_json([_clause_json(row) for row in rows])
    from barpoint.cli.rules.pages import clause_pages

    return print_page(clause_pages(rows))


@app.command(epilog='Example: barpoint rules search "dead cube"')
def search(
    words: Annotated[list[str], typer.Argument(help="What it is about, in everyday words.")],
    book: BookOption = None,
    limit: Annotated[int, typer.Option(help="At most so many clauses.", min=1)] = 15,
    as_json: JsonOption = False,
) -> None:
    """Find clauses by everyday words; typing errors are forgiven."""
    from barpoint.rulebook import search_clauses

    answer = search_clauses(" ".join(words), book=_book_id(book), limit=limit)
    if as_json:
        hits = [_clause_json(hit.clause) | {"score": hit.score} for hit in answer.hits]
        return print_json({"words": " ".join(words), "read_as": answer.read_as, "hits": hits})
    from barpoint.cli.rules.pages import search_page

    return print_page(search_page(" ".join(words), answer))


@app.command(epilog='Example: barpoint rules compare "illegal move"')
def compare(
    words: Annotated[list[str], typer.Argument(help="A subject such as illegal-move, or everyday words.")],
    full: Annotated[bool, typer.Option("--full", help="The whole text of every clause.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Put the five books side by side on one subject."""
    from barpoint.rulebook import compare_books

    comparison = compare_books(" ".join(words))
    if as_json:
        columns = {
            c.book.id: {"main": [*map(_clause_json, c.main)], "also": [r.id for r in c.also]}
            for c in comparison.columns
        }
        subject = comparison.subject.id if comparison.subject else None
        return print_json({"words": " ".join(words), "subject": subject, "books": columns})
    from barpoint.cli.rules.pages import comparison_page

    return print_page(comparison_page(comparison, full=full))


@app.command(epilog="Example: barpoint rules coverage --book ibf")
def coverage(
    book: BookOption = None,
    rows: Annotated[bool, typer.Option("--rows", help="Row by row: from which surfaces it is reached.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Count, by book and tier, what the software does about the clauses, how many have tests and are within reach."""
    from barpoint.rulebook import coverage_table

    only = _book_id(book)
    table = [row for row in coverage_table() if only in (None, row.book)]
    if as_json:
        return print_json(table)
    from barpoint.cli.rules.pages import coverage_page, reach_page

    return print_page(reach_page(table) if rows else coverage_page(table))


@app.command(epilog="Example: barpoint rules checklist --book usbgf --for player")
def checklist(
    book: Annotated[str, typer.Option("--book", help="ibf, usbgf, bws, guide or trad.")],
    audience: Annotated[ChecklistAudience, typer.Option("--for", help="Whose list.")] = ChecklistAudience.PLAYER,
    markdown: Annotated[bool, typer.Option("--markdown", help="Answer in Markdown.")] = False,
    pdf: Annotated[Path | None, typer.Option("--pdf", help="Write a card to print.", metavar="FILE")] = None,
    as_json: JsonOption = False,
) -> None:
    """What a book asks of players, spectators, the director, or of every table."""
    from barpoint.rulebook import conduct_checklist
    from barpoint.rulebook.catalogue import checklist_markdown

    listing = conduct_checklist(book, audience)
    if pdf is not None:
        from barpoint.cli.rules.checklist_card import checklist_card

        _write(pdf, checklist_card(listing))
        typer.echo(f"{pdf}: {listing.title}", err=as_json)
        if not (as_json or markdown):
            return None
    if as_json:
        groups = [{"subject": g.subject.id, "clauses": [*map(_clause_json, g.clauses)]} for g in listing.groups]
        return print_json({"book": listing.book.id, "for": listing.audience, "groups": groups})
    if markdown:
        return typer.echo(checklist_markdown(listing))
    from barpoint.cli.rules.pages import checklist_page

    return print_page(checklist_page(listing))


@app.command(epilog="Example: barpoint rules export --html rules.html")
def export(
    file: Annotated[Path, typer.Argument(help="The file to write.")] = Path("rules.html"),
    html: Annotated[bool, typer.Option("--html", help="As a page for the browser.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write all five books as one browsable file that needs no network."""
    if not html:
        raise ValueError("expected the form to write: --html")
    from barpoint.cli.rules.html_export import rules_page

    data = rules_page().encode()
    _write(file, data)
    if as_json:
        return print_json({"file": str(file), "bytes": len(data)})
    return typer.echo(f"{file}: five books, {len(data) // 1024} kB")


app.command(epilog="Example: barpoint rules presets --json")(presets)
app.command(epilog="Example: barpoint rules equipment usbgf --board 40x50 --dice precision")(equipment)
app.command(epilog="Example: barpoint rules agreement --white clock=yes --black colours=dark")(agreement)


@app.command(epilog="Example: barpoint rules compile", rich_help_panel="For those who work on the books")
def compile(as_json: JsonOption = False) -> None:
    """Check the books' source and write the form that is shipped."""
    from barpoint.cli.rules.book_source import compile_books

    catalogue = compile_books()
    if as_json:
        return print_json({"books": len(catalogue.books), "clauses": len(catalogue.clauses)})
    return typer.echo(f"{len(catalogue.books)} books, {len(catalogue.clauses)} clauses")


@app.command(
    "set-status",
    epilog="Example: barpoint rules set-status enforced ibf:4.2d ibf:4.2e",
    rich_help_panel="For those who work on the books",
)
def set_status(
    status: Annotated[ClauseStatus, typer.Argument(help="The new status.")],
    rows: Annotated[list[str], typer.Argument(help="Row ids; `-` reads them from standard input.")],
    reason: Annotated[str, typer.Option(help="Why, for the status absent.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Give rows a status in the books' source, line by line, and compile."""
    import sys

    from barpoint.cli.rules import book_source

    named = sys.stdin.read().split() if rows == ["-"] else rows
    changed = book_source.set_status(named, status, reason)
    book_source.compile_books()
    if as_json:
        return print_json({"status": status, "rows": named})
    return typer.echo(f"{len(named)} rows are {status} in {', '.join(path.name for path in changed)}")


def _clause_json(row: Clause) -> dict[str, Any]:
    """A clause as programs read it: every key, the tests, and the same matter in the other books."""
    from barpoint.rulebook.catalogue import clause_tests, parallel_clauses

    extra = {"tests": clause_tests().get(row.id, ()), "same_matter": [other.id for other in parallel_clauses(row)]}
    return {"book": row.book} | msgspec.structs.asdict(row) | extra


def _book_id(name: str | None) -> str | None:
    from barpoint.rulebook import book

    return None if name is None else book(name).id


def _write(file: Path, data: bytes) -> None:
    try:
        file.write_bytes(data)
    except OSError as wrong:
        raise ValueError(f"expected a file that can be written, not {file}: {wrong.strerror}") from None
