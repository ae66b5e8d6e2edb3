"""Rulings as an arbiter reads them in a terminal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from barpoint.officiating import (
    HEADS,
    LABELS,
    Discretion,
    FactValue,
    IncidentDefinition,
    JudgeAnswer,
    answer_lines,
    fact_texts,
)
from barpoint.officiating.presentation import PLACE_TITLES, SIDE_NAMES, SideNames, kinds_by_place, with_names
from barpoint.rulebook import all_books, book

_LABEL: Final = 9
_COLUMN: Final = 28  # in less a ruling cannot be read


def kinds_page(kinds: Iterable[IncidentDefinition]) -> Table:
    """The kinds by name, with the books that speak of each."""
    table = Table(expand=False)
    table.add_column("Kind", no_wrap=True)
    table.add_column("What happened", ratio=1)
    table.add_column("Books", max_width=11)
    order = [rule_book.id for rule_book in all_books()]
    for kind in kinds:
        speaking = " ".join(name for name in order if name in kind.clauses)
        table.add_row(Text(kind.name), Text(kind.title), speaking if len(kind.clauses) < len(order) else "all")
    return table


def places_page() -> Group:
    """Every kind, under the place where it happens."""
    parts: list[RenderableType] = []
    for place, kinds in kinds_by_place().items():
        parts += [Text(f"{PLACE_TITLES[place]} ({len(kinds)})", style="bold"), kinds_page(kinds), Text()]
    return Group(*parts)


def answer_page(kind: IncidentDefinition, answer: JudgeAnswer, names: SideNames = SIDE_NAMES) -> Panel:
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


def facts_page(kind: IncidentDefinition, facts: Mapping[str, FactValue], names: SideNames = SIDE_NAMES) -> Group:
    """The facts that the match log holds."""
    lines = [
        Text(f"  {with_names(kind.questions[key].text.rstrip('?'), names)}: {text}", style="dim")
        for key, text in fact_texts(kind.name, facts, names).items()
    ]
    return Group(Text("Read from the match:"), *lines)


def comparison_page(
    kind: IncidentDefinition, answers: Sequence[JudgeAnswer], names: SideNames = SIDE_NAMES
) -> RenderableType:
    """The books as columns; as many beside each other as can be read, the others below; the silent ones named."""
    return _AnswerComparison(kind, answers, names)


class _AnswerComparison:
    def __init__(self, kind: IncidentDefinition, answers: Sequence[JudgeAnswer], names: SideNames) -> None:
        self.kind = kind
        self.names = names
        self.silent = [answer for answer in answers if isinstance(answer, Discretion) and not answer.covered]
        self.speaking = [answer for answer in answers if answer not in self.silent]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(self.kind.title, style="bold")
        beside = max(1, (options.max_width - _LABEL - 4) // (_COLUMN + 3))
        rows = -(-len(self.speaking) // beside)
        for row in range(rows):
            share = -(-len(self.speaking) // rows)  # as even as can be
            yield self._table(self.speaking[row * share : (row + 1) * share])
        if self.silent:
            yield Text(
                "Not covered by " + ", ".join(book(answer.book).name for answer in self.silent) + ".", style="italic"
            )

    def _table(self, answers: Sequence[JudgeAnswer]) -> Table:
        table = Table(expand=True, show_lines=True)
        table.add_column("", width=_LABEL, style="bold")
        for answer in answers:
            table.add_column(Text(book(answer.book).short), ratio=1, overflow="fold")
        table.add_row("", *(Text(HEADS[type(answer)], style="bold") for answer in answers))
        columns = [_by_label(answer, self.names) for answer in answers]
        for label in (label for label in LABELS if any(label in lines for lines in columns)):
            table.add_row(label, *(_cell(label, lines.get(label, [])) for lines in columns))
        return table


def _by_label(answer: JudgeAnswer, names: SideNames) -> dict[str, list[str]]:
    texts: dict[str, list[str]] = {}
    for label, text in answer_lines(answer, names):
        texts.setdefault(label, []).append(text)
    return texts


def _cell(label: str, lines: Sequence[str]) -> Text:
    mark = "• " if len(lines) > 1 and label != "Clause" else ""
    return Text("\n".join(mark + line for line in lines), style=_style(label))
