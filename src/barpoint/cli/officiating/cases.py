"""`barpoint cases`: past and open cases, listed, searched, shown, printed, and taken further."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from barpoint.cli.officiating.case_steps import CaseArgument, steps_app
from barpoint.cli.officiating.rule_on import write_pdf
from barpoint.cli.output import print_json, print_page

if TYPE_CHECKING:
    from barpoint.officiating.cases import Case, CaseFile

app = typer.Typer(
    name="cases", help="Cases: what was reported, ruled, appealed.", no_args_is_help=True, rich_markup_mode="rich"
)
app.add_typer(steps_app)

JsonOption = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]
FolderArgument = Annotated[Path, typer.Argument(help="The folder with the cases.", metavar="FOLDER")]
CommitteeOption = Annotated[bool, typer.Option("--committee", help="As the committee may see it.")]
PageOption = Annotated[bool, typer.Option("--page", help="On one page for an appeals committee.")]
ReportOption = Annotated[bool, typer.Option("--report", help="The report that goes to the federation.")]


@app.command("list", epilog="Example: barpoint cases list cases/")
def list_cases(folder: FolderArgument, as_json: JsonOption = False) -> None:
    """List the cases of a folder, latest first."""
    search(folder, as_json=as_json)


@app.command(epilog='Example: barpoint cases search cases/ "fast roll" --clause usbgf:4.1')
def search(
    folder: FolderArgument,
    words: Annotated[list[str] | None, typer.Argument(help="Words of the report, the ruling, an exhibit.")] = None,
    clause: Annotated[str, typer.Option(help="A clause or section it was ruled by, such as usbgf:4.4.8.")] = "",
    subject: Annotated[str, typer.Option(help="A subject of the rule books, such as illegal-move.")] = "",
    person: Annotated[str, typer.Option(help="Somebody who is named in it.")] = "",
    as_json: JsonOption = False,
) -> None:
    """Find past cases by clause, subject, person and words."""
    from barpoint.cli.officiating.ruling import cases_in
    from barpoint.officiating.cases import CaseQuery, find_cases

    query = CaseQuery(clause=clause, subject=subject, person=person, words=" ".join(words or ()))
    matches = find_cases(cases_in(folder), query)
    if as_json:
        return print_json([_case_json(name, case) for name, case in matches])
    from barpoint.cli.officiating.case_pages import cases_page

    return print_page(cases_page(matches))


@app.command(epilog="Example: barpoint cases show cases/t4.jsonl --markdown")
def show(
    case: CaseArgument,
    committee: CommitteeOption = False,
    report: ReportOption = False,
    page: PageOption = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="In Markdown.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show a case: incident, facts, exhibits, ruling, appeal, votes, penalties."""
    from barpoint.cli.officiating.ruling import read_case

    if as_json and not page:
        return print_json([_event_json(event) for event in read_case(case)])
    document = _document(case, committee=committee, report=report, page=page)
    if as_json:
        return print_json(
            {"title": document.title, "sections": [msgspec.to_builtins(one) for one in document.sections]}
        )
    if markdown:
        from barpoint.officiating.cases import document_markdown as in_markdown

        return typer.echo(in_markdown(document))
    from barpoint.cli.officiating.case_pages import document_page

    return print_page(document_page(document))


@app.command(epilog="Example: barpoint cases pdf cases/t4.jsonl t4.pdf --committee")
def pdf(
    case: CaseArgument,
    out: Annotated[Path, typer.Argument(help="The PDF to write.", metavar="FILE")],
    committee: CommitteeOption = False,
    report: ReportOption = False,
    page: PageOption = False,
) -> None:
    """Print a case to a PDF."""
    write_pdf(_document(case, committee=committee, report=report, page=page), out)


@app.command(epilog="Example: barpoint cases report cases/t4.jsonl t4-report.pdf --to IPATT --by TD")
def report(
    case: CaseArgument,
    out: Annotated[Path, typer.Argument(help="The PDF to write.", metavar="FILE")],
    to: Annotated[str, typer.Option(help="Whom it goes to.", metavar="NAME")],
    by: Annotated[str, typer.Option(help="Who sends it.", metavar="NAME")],
) -> None:
    """Write the report to the federation, and note in the case that it has gone out."""
    from barpoint.cli.officiating.case_steps import note_report

    write_pdf(_document(case, committee=False, report=True), out)
    note_report(case, to=to, by=by)


@app.command(epilog="Example: barpoint cases due cases/")
def due(folder: FolderArgument, as_json: JsonOption = False) -> None:
    """List the reports to the federation that have not gone out."""
    from barpoint.cli.officiating.ruling import cases_in
    from barpoint.officiating.cases import reports_due

    reports = reports_due(cases_in(folder))
    if as_json:
        return print_json([{"case": name, "clauses": rows} for name, rows in reports])
    for name, rows in reports:
        typer.echo(f"{name}  {', '.join(rows)}")
    return typer.echo(f"{len(reports)} due." if reports else "No report is due.")


@app.command(epilog="Example: barpoint cases record cases/ Bob --day 2027-03-31")
def record(
    folder: FolderArgument,
    person: Annotated[str, typer.Argument(help="Whose record.")],
    day: Annotated[str, typer.Option(help="Whether the person may enter on this day.", metavar="DATE")] = "",
    as_json: JsonOption = False,
) -> None:
    """Show a person's warnings and penalties, what is due in the next match, and whether a bar is in force."""
    from datetime import date

    from barpoint.cli.officiating.ruling import RulingFiles

    if day:
        day = date.fromisoformat(day).isoformat()
    ledger = RulingFiles(folder / "-").ledger()
    barred = ledger.find_bar(person, day) if day else None
    if as_json:
        entries = [msgspec.to_builtins(entry) for entry in ledger.of(person)]
        owed = [msgspec.to_builtins(entry) for entry in ledger.due(person, "-")]
        return print_json({"person": person, "entries": entries, "due": owed, "barred": msgspec.to_builtins(barred)})
    from barpoint.cli.officiating.case_pages import record_page

    return print_page(record_page(person, ledger, day, barred))


def _event_json(event: Any) -> Any:
    """An event for programs; how a member voted is left out (usbgf:5.3e)."""
    from barpoint.officiating.cases import events as v

    return msgspec.to_builtins(msgspec.structs.replace(event, vote="") if isinstance(event, v.BallotCast) else event)


def _document(path: Path, *, committee: bool, report: bool, page: bool = False) -> "CaseFile":
    from barpoint.cli.officiating.ruling import read_case
    from barpoint.officiating.cases import (
        answers_by_book,
        case_file,
        committee_page,
        facts_on_file,
        federation_report,
    )
    from barpoint.officiating.cases import events as v

    events = read_case(path)
    if page:
        assert isinstance(events[0], v.CaseOpened)
        return committee_page(path.stem, events, answers_by_book(events[0], facts_on_file(events)))
    if not report:
        return case_file(path.stem, events, for_committee=committee)
    document = federation_report(path.stem, events)
    if document is None:
        raise ValueError(f"no report is asked for on {path.stem}: it is not decided, or its book asks for none")
    return document


def _case_json(name: str, case: "Case") -> dict[str, Any]:
    from barpoint.officiating.cases import clauses_of, subjects_of

    opened, ruling = case.opened, case.ruling
    assert opened is not None
    return {
        "case": name,
        "at": opened.at,
        "book": opened.book,
        "kind": opened.kind,
        "white": opened.white,
        "black": opened.black,
        "match": opened.match,
        "state": state_of(case),
        "ruling": None if ruling is None else ruling.say,
        "clauses": clauses_of(case),
        "subjects": subjects_of(case),
    }


def state_of(case: "Case") -> str:
    """Where a case stands, in a word."""
    if case.closed:
        return "closed"
    if case.pending:
        return "appealed"
    if case.outcome_due:
        return "outcome due"
    return "ruled" if case.rulings else "open"
