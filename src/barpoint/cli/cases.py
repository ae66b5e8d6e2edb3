"""`barpoint cases`: past and open cases, listed, searched, shown, printed, and taken further."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from barpoint.cli.case_steps import CasePath, steps
from barpoint.cli.output import print_json, print_page
from barpoint.cli.rule_on import write_pdf

if TYPE_CHECKING:
    from barpoint.officiating.case import Case
    from barpoint.officiating.case_file import CaseFile

app = typer.Typer(
    name="cases", help="Cases: what was reported, ruled, appealed.", no_args_is_help=True, rich_markup_mode="rich"
)
app.add_typer(steps)

AsJson = Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")]
Folder = Annotated[Path, typer.Argument(help="The folder with the cases.", metavar="FOLDER")]
ForCommittee = Annotated[bool, typer.Option("--committee", help="As the committee may see it.")]
AsReport = Annotated[bool, typer.Option("--report", help="The report that goes to the federation.")]


@app.command("list", epilog="Example: barpoint cases list cases/")
def list_cases(folder: Folder, as_json: AsJson = False) -> None:
    """List the cases of a folder, latest first."""
    search(folder, as_json=as_json)


@app.command(epilog='Example: barpoint cases search cases/ "fast roll" --clause usbgf:4.1')
def search(
    folder: Folder,
    words: Annotated[list[str] | None, typer.Argument(help="Words of the report, the ruling, an exhibit.")] = None,
    clause: Annotated[str, typer.Option(help="A clause or section it was ruled by, such as usbgf:4.4.8.")] = "",
    subject: Annotated[str, typer.Option(help="A subject of the rule books, such as illegal-move.")] = "",
    person: Annotated[str, typer.Option(help="Somebody who is named in it.")] = "",
    as_json: AsJson = False,
) -> None:
    """Find past cases by clause, subject, person and words."""
    from barpoint.officiating.past_cases import Query, find_cases

    query = Query(clause=clause, subject=subject, person=person, words=" ".join(words or ()))
    found = find_cases(cases_in(folder), query)
    if as_json:
        return print_json([_data(name, case) for name, case in found])
    from barpoint.cli.cases_pages import cases_page

    return print_page(cases_page(found))


@app.command(epilog="Example: barpoint cases show cases/t4.jsonl --markdown")
def show(
    case: CasePath,
    committee: ForCommittee = False,
    report: AsReport = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="In Markdown.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a case: incident, facts, exhibits, ruling, appeal, votes, penalties."""
    from barpoint.cli.ruling import read_case

    if as_json:
        return print_json([msgspec.to_builtins(event) for event in read_case(case)])
    made = _file(case, committee=committee, report=report)
    if markdown:
        from barpoint.officiating.case_file import markdown as in_markdown

        return typer.echo(in_markdown(made))
    from barpoint.cli.cases_pages import file_page

    return print_page(file_page(made))


@app.command(epilog="Example: barpoint cases pdf cases/t4.jsonl t4.pdf --committee")
def pdf(
    case: CasePath,
    out: Annotated[Path, typer.Argument(help="The PDF to write.", metavar="FILE")],
    committee: ForCommittee = False,
    report: AsReport = False,
) -> None:
    """Print a case to a PDF."""
    write_pdf(_file(case, committee=committee, report=report), out)


@app.command(epilog="Example: barpoint cases report cases/t4.jsonl t4-report.pdf --to IPATT --by TD")
def report(
    case: CasePath,
    out: Annotated[Path, typer.Argument(help="The PDF to write.", metavar="FILE")],
    to: Annotated[str, typer.Option(help="Whom it goes to.", metavar="NAME")],
    by: Annotated[str, typer.Option(help="Who sends it.", metavar="NAME")],
) -> None:
    """Write the report to the federation, and note in the case that it has gone out."""
    from barpoint.cli.case_steps import reported

    write_pdf(_file(case, committee=False, report=True), out)
    reported(case, to=to, by=by)


@app.command(epilog="Example: barpoint cases due cases/")
def due(folder: Folder, as_json: AsJson = False) -> None:
    """List the reports to the federation that have not gone out."""
    from barpoint.officiating.case_file import reports_due

    found = reports_due(cases_in(folder))
    if as_json:
        return print_json([{"case": name, "clauses": rows} for name, rows in found])
    for name, rows in found:
        typer.echo(f"{name}  {', '.join(rows)}")
    return typer.echo(f"{len(found)} due." if found else "No report is due.")


@app.command(epilog="Example: barpoint cases record cases/ Bob --day 2027-03-31")
def record(
    folder: Folder,
    person: Annotated[str, typer.Argument(help="Whose record.")],
    day: Annotated[str, typer.Option(help="Whether the person may enter on this day.", metavar="DATE")] = "",
    as_json: AsJson = False,
) -> None:
    """Show a person's warnings and penalties, what is due in the next match, and whether a bar is in force."""
    from datetime import date

    from barpoint.cli.ruling import Files

    if day:
        day = date.fromisoformat(day).isoformat()
    ledger = Files(folder / "-").ledger()
    barred = ledger.barred(person, day) if day else None
    if as_json:
        entries = [msgspec.to_builtins(entry) for entry in ledger.of(person)]
        owed = [msgspec.to_builtins(entry) for entry in ledger.due(person, "-")]
        return print_json({"person": person, "entries": entries, "due": owed, "barred": msgspec.to_builtins(barred)})
    from barpoint.cli.cases_pages import record_page

    return print_page(record_page(person, ledger, day, barred))


def cases_in(folder: Path) -> "list[tuple[str, Case]]":
    """Every case of a folder, by its name; other logs are passed over, a case that cannot be read is a ValueError."""
    from barpoint.cli.ruling import read_case
    from barpoint.officiating.case import fold_case

    if not folder.is_dir():
        raise ValueError(f"expected a folder with cases at {folder}")
    files = sorted(path for path in folder.glob("*.jsonl") if _begins_a_case(path))
    return [(path.stem, fold_case(read_case(path))) for path in files]


def _begins_a_case(path: Path) -> bool:
    with path.open("rb") as file:
        return b'"type":"CaseOpened"' in file.readline(200)


def _file(path: Path, *, committee: bool, report: bool) -> "CaseFile":
    from barpoint.cli.ruling import read_case
    from barpoint.officiating.case_file import case_file, federation_report

    events = read_case(path)
    if not report:
        return case_file(path.stem, events, for_committee=committee)
    made = federation_report(path.stem, events)
    if made is None:
        raise ValueError(f"no report is asked for on {path.stem}: it is not decided, or its book asks for none")
    return made


def _data(name: str, case: "Case") -> dict[str, Any]:
    from barpoint.officiating.past_cases import clauses_of, subjects_of

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
    if case.overturned:
        return "outcome due"
    return "ruled" if case.rulings else "open"
