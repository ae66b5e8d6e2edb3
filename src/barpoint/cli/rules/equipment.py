"""`barpoint rules equipment`: what a book says of the board, cups and dice on a table."""

import re
from typing import Annotated, Final

import typer

from barpoint.board import Refusal
from barpoint.cli.output import print_json, print_page
from barpoint.rulebook.profiles import Cups, DiceKind, Equipment

_SIZE: Final = re.compile(r"([0-9]{1,3}(?:\.[0-9]+)?)\s*[x×]\s*([0-9]{1,3}(?:\.[0-9]+)?)(?:\s*cm)?")
BoardOption = Annotated[
    str, typer.Option("--board", help="Its size when it lies open, in centimetres.", metavar="50x60")
]
CupsOption = Annotated[Cups | None, typer.Option("--cups", help="Cups with a lip, or without.")]
DiceOption = Annotated[DiceKind | None, typer.Option("--dice", help="Precision dice, or ordinary ones.")]


def read_equipment(board: str, cups: Cups | None, dice: DiceKind | None) -> Equipment:
    """What the options say; ValueError if they say nothing."""
    size = _SIZE.fullmatch(board.strip()) if board else None
    if board and size is None:
        raise ValueError(f"expected a board such as 50x60, in centimetres, not {board!r}")
    if size is None and cups is None and dice is None:
        raise ValueError("say what lies on the table: --board, --cups, --dice")
    return Equipment(board=(float(size[1]), float(size[2])) if size else None, cups=cups, dice=dice)


def equipment(
    book: Annotated[str, typer.Argument(help="ibf, usbgf, bws or guide.")],
    board: BoardOption = "",
    cups: CupsOption = None,
    dice: DiceOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")] = False,
) -> None:
    """Say whether a player may insist on another board, other cups or other dice; status 1 if so."""
    from rich.table import Table

    from barpoint.rulebook import all_books, cite
    from barpoint.rulebook.profiles import check_equipment, equipment_refusal

    if book not in {known.id for known in all_books()}:
        raise ValueError(f"expected a book of {', '.join(known.id for known in all_books())}, not {book!r}")
    looked_at = read_equipment(board, cups, dice)
    findings, refused = check_equipment(book, looked_at), equipment_refusal(book, looked_at)
    if as_json:
        print_json(findings)
    else:
        table = Table(box=None, header_style="bold")
        for name in ("what", "the book", "clauses"):
            table.add_column(name)
        for finding in findings:
            says = "the director decides" if finding.left_to_director else "fit" if finding.fit else "another on demand"
            when = f", {finding.change.replace('_', ' ')}" if finding.change else ""
            table.add_row(finding.item, says + when, ", ".join(finding.clauses))
        print_page(table)
    if isinstance(refused, Refusal):
        typer.echo(f"refused: {cite(refused, book)}", err=True)
        raise typer.Exit(1)
