"""Cases as people read them in a terminal."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from barpoint.cli.officiating.cases import state_of
from barpoint.officiating import PenaltyEntry, all_kinds, entry_text, moment_text
from barpoint.officiating.cases import Case, CaseFile, PenaltyLedger


def cases_page(cases: Sequence[tuple[str, Case]]) -> RenderableType:
    """One line a case."""
    if not cases:
        return Text("No case fits.")
    table = Table("Case", "When", "Book", "What happened", "State")
    for name, case in cases:
        opened = case.opened
        assert opened is not None
        kind = all_kinds().get(opened.kind)
        title = kind.title if kind is not None else opened.report or opened.kind
        table.add_row(Text(name), moment_text(opened.at)[:10], opened.book, Text(title), state_of(case))
    return table


def document_page(document: CaseFile) -> Group:
    """A document, section by section."""
    parts: list[RenderableType] = [Text(document.title, style="bold")]
    for section in document.sections:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(max_width=28, style="dim")
        for label, words in section.lines:
            grid.add_row(Text(label), Text(words))
        parts += [Rule(Text(section.heading, style="bold"), align="left", style="dim"), grid]
    return Group(*parts)


def record_page(person: str, ledger: PenaltyLedger, day: str, barred: PenaltyEntry | None) -> Group:
    """A person's record."""
    entries, due = ledger.of(person), set(ledger.due(person, "-"))
    lines = [Text(f"  {moment_text(entry.at)[:10]}  {entry_text(entry)}") for entry in entries]
    parts = [Text(person, style="bold"), *(lines or [Text("  nothing on the record")])]
    parts += [Text(f"  due in the next match: {entry_text(entry)}", style="bold") for entry in entries if entry in due]
    if day:
        word = f"barred on {day}: {entry_text(barred)}" if barred is not None else f"may enter on {day}"
        parts.append(Text(f"  {word}", style="bold"))
    return Group(*parts)
