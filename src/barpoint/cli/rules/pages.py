"""The pages of `barpoint rules` in the terminal."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from barpoint.rulebook import Clause, book
from barpoint.rulebook.catalogue import (
    BookColumn,
    BookComparison,
    ClauseStatus,
    ConductChecklist,
    CoverageRow,
    SearchResult,
    clause_tests,
    coverage_counts,
    coverage_gaps,
    parallel_clauses,
    subject,
    unreached_rows,
)

_COLOURS = {
    ClauseStatus.PLANNED: "yellow",
    ClauseStatus.ENFORCED: "green",
    ClauseStatus.COMPUTED: "green",
    ClauseStatus.RULED: "green",
    ClauseStatus.DISCRETION: "cyan",
    ClauseStatus.SHOWN: "blue",
    ClauseStatus.ABSENT: "red",
}
_SIDE_BY_SIDE = 90
_TEXT_UP_TO = 6


def clause_pages(rows: Sequence[Clause]) -> Group:
    """One page a clause, and at the end what the other books say on the same matter."""
    pages: list[RenderableType] = []
    for row in rows:
        pages += [_clause(row), ""]
    others = dict.fromkeys(other.id for row in rows for other in parallel_clauses(row))
    every = {other.id: other for row in rows for other in parallel_clauses(row)}
    pages.append(_heading("Same matter in the other books"))
    pages.append(_indent(_listing([every[name] for name in others]) if others else Text("none of them covers it")))
    return Group(*pages)


def _clause(row: Clause) -> Group:
    source = book(row.book)
    status = Text(f"{row.status}", style=_COLOURS[row.status])
    facts = Table.grid(padding=(0, 2))
    for name, value in (
        ("Book", Text(f"{source.name} {source.edition}".strip())),
        ("Tier", Text(row.tier)),
        ("Kind", Text(row.kind)),
        ("Force", Text(row.force or "not said")),
        ("Status", status.append(f": {row.reason}" if row.reason else "")),
        ("Subjects", Text(", ".join(subject(name).name for name in row.subjects))),
    ):
        facts.add_row(Text(name, style="dim"), value)
    tests = clause_tests().get(row.id, ())
    return Group(
        Text.assemble((row.id, "bold cyan"), "  ", (row.title, "bold")),
        _indent(facts),
        *_block("Text", Text(row.text)),
        *_block("Online", Text(row.online)),
        *_block("Example", Text(row.example)),
        *_block("Parameters", Text("\n".join(f"{key} = {_value(v)}" for key, v in row.params.items()) or "none")),
        *_block("Tests", Text("\n".join(tests) or "none")),
    )


def search_page(words: str, answer: SearchResult) -> Group:
    """The hits, best first."""
    parts: list[RenderableType] = []
    if answer.read_as:
        parts.append(Text("Read as: " + ", ".join(f"{a} → {b}" for a, b in answer.read_as.items()), style="yellow"))
    if not answer.hits:
        parts.append(Text(f"Nothing found for {words!r}."))
    for hit in answer.hits:
        row = hit.clause
        parts.append(Text.assemble((row.id, "bold cyan"), "  ", (row.title, "bold"), (f"  {row.kind}", "dim")))
        parts.append(_indent(Text(row.text)))
    return Group(*parts)


def comparison_page(comparison: BookComparison, *, full: bool) -> RenderableType:
    """The books as columns where the terminal is wide enough, else one below the other."""
    return _Comparison(comparison, full)


class _Comparison:
    def __init__(self, comparison: BookComparison, full: bool) -> None:
        self.comparison, self.full = comparison, full

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        subject = self.comparison.subject
        yield Text(subject.name if subject else f"{self.comparison.words} (no one subject: best hits)", style="bold")
        if options.max_width >= _SIDE_BY_SIDE:
            yield self._columns(options.max_width)
        else:
            for column in self.comparison.columns:
                yield Rule(Text(column.book.name, style="bold"), align="left", style="dim")
                yield self._cell(column)
        if not self.full and any(len(column.main) > _TEXT_UP_TO for column in self.comparison.columns):
            yield Text("Long columns give titles only: --full has every text, `rules show ID` one.", style="dim")

    def _columns(self, width: int) -> Table:
        table = Table(expand=True, show_lines=False, padding=(0, 1))
        sizes = [sum(self._size(row, column) for row in column.main) for column in self.comparison.columns]
        least = [max(13, *(len(row.number) for row in column.main), 0) for column in self.comparison.columns]
        for column, share in zip(self.comparison.columns, _widths(sizes, least, width - 16), strict=True):
            table.add_column(Text(column.book.short, style="bold"), width=share, overflow="fold")
        table.add_row(*(self._cell(column) for column in self.comparison.columns))
        return table

    def _size(self, row: Clause, column: BookColumn) -> int:
        return len(row.title) + len(row.number) + (len(row.text) if self._with_text(column) else 0)

    def _with_text(self, column: BookColumn) -> bool:
        return self.full or len(column.main) <= _TEXT_UP_TO

    def _cell(self, column: BookColumn) -> RenderableType:
        if not column.main and not column.also:
            return Text("not covered by this book", style="dim italic")
        parts: list[RenderableType] = []
        for row in column.main:
            parts.append(Text.assemble((row.number, "bold cyan"), " ", (row.title, "bold")))
            if self._with_text(column):
                parts += [Text(row.text), ""]
        if column.also:
            parts.append(Text("also " + ", ".join(row.number for row in column.also), style="dim"))
        return Group(*parts)


def _widths(sizes: Sequence[int], least: Sequence[int], room: int) -> list[int]:
    """Wider columns for the books that say more, none too narrow for its clause numbers."""
    roots = [size**0.6 for size in sizes]
    spare = max(0, room - sum(least))
    shares = [start + int(spare * root / (sum(roots) or 1)) for start, root in zip(least, roots, strict=True)]
    shares[sizes.index(max(sizes))] += room - sum(shares)
    return shares


def coverage_page(rows: Sequence[CoverageRow]) -> Group:
    """By book and tier: rows, statuses, rows with a test."""
    table = Table(box=None, padding=(0, 1), header_style="bold")
    table.add_column("book")
    table.add_column("tier")
    shown = [status for status in ClauseStatus if any(row.status is status for row in rows)]
    for name in ("rows", *shown, "tests", "reached"):
        table.add_column(name, justify="right")
    last = ""
    for count in coverage_counts(rows):
        cells = (count.rows, *(count.status[status] for status in shown), count.tested, count.reached)
        table.add_row(count.book if count.book != last else "", count.tier, *map(_number, cells))
        last = count.book
    total = (
        len(rows),
        *(sum(row.status is status for row in rows) for status in shown),
        sum(bool(row.tests) for row in rows),
        sum(bool(row.reached_from) for row in rows),
    )
    table.add_row("all", "", *map(_number, total), style="bold")
    places = Counter(place for row in rows for place in row.reached_from)
    notes: list[RenderableType] = [
        Text("reached from: " + ", ".join(f"{place} {places[place]:,}" for place in sorted(places)))
    ]
    if missing := coverage_gaps(rows):
        notes.append(Text(f"{len(missing)} rows claim more than a test proves: {_ids(missing)}", "red"))
    if alone := unreached_rows(rows):
        notes.append(Text(f"{len(alone)} rows are proven by what no surface calls: {_ids(alone)}", "yellow"))
    return Group(table, *notes)


def reach_page(rows: Sequence[CoverageRow]) -> Table:
    """Row by row: status and the surfaces it is reached from."""
    table = Table(box=None, padding=(0, 1), header_style="bold")
    for name in ("clause", "status", "reached from"):
        table.add_column(name)
    for row in rows:
        table.add_row(row.id, row.status, ", ".join(row.reached_from))
    return table


def _ids(rows: Sequence[CoverageRow]) -> str:
    return ", ".join(row.id for row in rows[:12]) + (" ..." if len(rows) > 12 else "")


def checklist_page(listing: ConductChecklist) -> Group:
    """The checklist, a box before each clause."""
    parts: list[RenderableType] = [Text(listing.title, style="bold"), Text(listing.preface), ""]
    for group in listing.groups:
        parts.append(_heading(group.subject.name))
        items = Table.grid(padding=(0, 1))
        for row in group.clauses:
            words = Text.assemble((f"{row.title}. ", "bold"), row.text, (f" ({row.id})", "cyan"))
            items.add_row("☐", words)
        parts += [_indent(items), ""]
    return Group(*parts)


def _listing(rows: Iterable[Clause]) -> Table:
    table = Table.grid(padding=(0, 2))
    for row in rows:
        table.add_row(Text(row.id, style="cyan"), Text(row.title))
    return table


def _block(name: str, words: Text) -> tuple[RenderableType, RenderableType]:
    return _heading(name), _indent(words)


def _heading(name: str) -> Text:
    return Text(name, style="bold underline")


def _indent(what: RenderableType) -> Padding:
    return Padding(what, (0, 0, 0, 2))


def _number(count: int) -> str:
    return str(count) if count else "·"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {item}" for key, item in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value)
