"""Rulings as an arbiter reads them in a terminal."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import structs
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from barpoint.officiating.answer import Answer, Appeal, Discretion, NeedFacts, Option, Penalty, Ruling
from barpoint.officiating.judge import Kind
from barpoint.officiating.remedy import Instruct
from barpoint.officiating.topics.wording import counted, spoken
from barpoint.rulebook.catalogue import book, clause

_HEADS: Final = {Ruling: "Ruling", NeedFacts: "A fact is missing", Discretion: "A person decides"}


def kinds_page(kinds: Iterable[Kind]) -> Table:
    """The kinds by name, with the books that speak of each."""
    table = Table("Kind", "What happened", "Books")
    for kind in kinds:
        table.add_row(kind.name, Text(kind.title), " ".join(kind.clauses))
    return table


def answer_page(kind: Kind, answer: Answer) -> Panel:
    """One answer of one book."""
    grid = Table.grid(padding=(0, 2))
    for head, text in _lines(answer):
        grid.add_row(Text(head, style="bold"), Text(text))
    title = f"{book(answer.book).name}: {kind.title}"
    return Panel(grid, title=Text(title), subtitle=_HEADS[type(answer)], title_align="left")


def _lines(answer: Answer) -> Iterator[tuple[str, str]]:
    if isinstance(answer, NeedFacts):
        yield "Asked", answer.question.text
        if answer.wrong:
            yield "Wrong", answer.wrong
        return
    yield "Say", answer.say
    if isinstance(answer, Ruling):
        yield from (("Do", _remedy(remedy)) for remedy in answer.remedies)
        yield from (("Penalty", _penalty(penalty)) for penalty in answer.penalties)
        if answer.choice_of:
            yield "Choice of", answer.choice_of
        yield from (("Option", _option(option)) for option in answer.options)
    else:
        yield from (("Weigh", factor) for factor in answer.factors)
        yield from (("Usual", _option(option)) for option in answer.usual)
        yield from (("Never", forbidden) for forbidden in answer.forbidden)
        yield from (("Elsewhere", ", ".join(rows)) for _, rows in answer.elsewhere)
    if answer.appeal is not None:
        yield "Appeal", _appeal(answer.appeal)
    yield from (("Note", note) for note in answer.notes)
    yield from (("Clause", f"{row}  {clause(row).title}") for row in answer.clauses)


def _option(option: Option) -> str:
    done = "; ".join(map(_remedy, option.remedies))
    return f"{option.text} ({done})" if done else option.text


def _remedy(remedy: Any) -> str:  # Any: one of the union `Remedy`
    if isinstance(remedy, Instruct):
        return remedy.text
    name = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(remedy).__name__).strip()
    values = ", ".join(f"{key} {_value(key, value)}" for key, value in structs.asdict(remedy).items() if value is not None)
    return f"{name}: {values}" if values else name


def _value(key: str, value: Any) -> str:
    if key == "change":
        return spoken(value)
    return str(value.value) if hasattr(value, "value") else str(value)


def _penalty(penalty: Penalty) -> str:
    parts = [str(penalty.step.value) if penalty.side is None else f"{penalty.side.value}: {penalty.step.value}"]
    if penalty.points:
        parts.append(counted(penalty.points, "point"))
    if penalty.time:
        parts.append(spoken(penalty.time))
    if penalty.offence > 1:
        parts.append(f"offence {penalty.offence}")
    if penalty.later:
        parts.append("in the next match")
    if penalty.barred_until:
        parts.append(f"barred until {penalty.barred_until}")
    return ", ".join(parts) + (" (may be imposed)" if penalty.optional else "")


def _appeal(appeal: Appeal) -> str:
    rows = f" ({', '.join(appeal.clauses)})" if appeal.clauses else ""
    return f"by {appeal.by}, {appeal.until}{rows}" if appeal.allowed else f"none{rows}"
