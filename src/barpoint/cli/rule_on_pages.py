"""Rulings as an arbiter reads them in a terminal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from barpoint.officiating.answer import Answer, Discretion
from barpoint.officiating.facts import Fact
from barpoint.officiating.judge import Kind
from barpoint.officiating.wording import HEADS, LABELS, SIDES, Names, answer_lines, fact_text
from barpoint.rulebook.catalogue import book, books

_LABEL: Final = 9
_COLUMN: Final = 28  # in less a ruling cannot be read


def kinds_page(kinds: Iterable[Kind]) -> Table:
    """The kinds by name, with the books that speak of each."""
    table = Table(expand=False)
    table.add_column("Kind", no_wrap=True)
    table.add_column("What happened", ratio=1)
    table.add_column("Books", max_width=11)
    order = [one.id for one in books()]
    for kind in kinds:
        speaking = " ".join(name for name in order if name in kind.clauses)
        table.add_row(Text(kind.name), Text(kind.title), speaking if len(kind.clauses) < len(order) else "all")
    return table


def answer_page(kind: Kind, answer: Answer, names: Names = SIDES) -> Panel:
    """One answer of one book."""
    grid = Table.grid(padding=(0, 2))
    before = ""
    for head, text in answer_lines(answer, names):
        grid.add_row(Text(head if head != before else "", style="bold"), Text(text, style=_style(head)))
        before = head
    title = f"{book(answer.book).short}: {kind.title}"
    return Panel(grid, title=Text(title), subtitle=HEADS[type(answer)], title_align="left")


def _style(head: str) -> str:
    return {"Say": "bold", "Clause": "cyan", "Note": "dim"}.get(head, "")


def read_page(kind: Kind, facts: Mapping[str, Fact]) -> Group:
    """The facts that the match log holds."""
    lines = [
        Text(f"  {kind.questions[key].text.rstrip('?')}: {fact_text(kind.questions[key], value)}", style="dim")
        for key, value in facts.items()
    ]
    return Group(Text("Read from the match:"), *lines)


def side_by_side(kind: Kind, answers: Sequence[Answer]) -> RenderableType:
    """The books as columns; as many beside each other as can be read, the others below; the silent ones named."""
    return _SideBySide(kind, answers)


class _SideBySide:
    def __init__(self, kind: Kind, answers: Sequence[Answer]) -> None:
        self.kind = kind
        self.silent = [one for one in answers if isinstance(one, Discretion) and not one.covered]
        self.speaking = [one for one in answers if one not in self.silent]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(self.kind.title, style="bold")
        beside = max(1, (options.max_width - _LABEL - 4) // (_COLUMN + 3))
        rows = -(-len(self.speaking) // beside)
        for row in range(rows):
            share = -(-len(self.speaking) // rows)  # as even as can be
            yield self._table(self.speaking[row * share : (row + 1) * share])
        if self.silent:
            yield Text("Not covered by " + ", ".join(book(one.book).name for one in self.silent) + ".", style="italic")

    def _table(self, answers: Sequence[Answer]) -> Table:
        table = Table(expand=True, show_lines=True)
        table.add_column("", width=_LABEL, style="bold")
        for answer in answers:
            table.add_column(Text(book(answer.book).short), ratio=1, overflow="fold")
        table.add_row("", *(Text(HEADS[type(answer)], style="bold") for answer in answers))
        said = [_by_label(answer) for answer in answers]
        for label in (label for label in LABELS if any(label in lines for lines in said)):
            table.add_row(label, *(_cell(label, lines.get(label, [])) for lines in said))
        return table


def _by_label(answer: Answer) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for label, text in answer_lines(answer):
        found.setdefault(label, []).append(text)
    return found


def _cell(label: str, lines: Sequence[str]) -> Text:
    mark = "• " if len(lines) > 1 and label != "Clause" else ""
    return Text("\n".join(mark + line for line in lines), style=_style(label))
