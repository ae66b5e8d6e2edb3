"""`barpoint rules agreement`: what two sides wish before a match, settled as the event's book has it."""

from typing import Annotated

import typer

from barpoint.cli.output import print_json, print_page


def agreement(
    preset: Annotated[str, typer.Option("--preset", help="The event's rules, one of `rules presets`.")] = "USBGF Open",
    white: Annotated[
        list[str] | None, typer.Option("--white", help="What White wishes, such as clock=yes.", metavar="TOPIC=WISH")
    ] = None,
    black: Annotated[list[str] | None, typer.Option("--black", help="What Black wishes.", metavar="TOPIC=WISH")] = None,
    roll: Annotated[
        list[str] | None,
        typer.Option("--roll", help="Both sides' dice, White's first.", metavar="43-21"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")] = False,
) -> None:
    """Settle what two sides wish before a match: clock, dice, cups, colours, seats.

    Without wishes it lists what there is to settle, and how.
    """
    from rich.table import Table

    from barpoint.board import Side
    from barpoint.rulebook import preset as preset_named
    from barpoint.rulebook.profiles import agreement_sheet

    wishes = {Side.WHITE: _wishes(white), Side.BLACK: _wishes(black)}
    sheet = agreement_sheet(preset_named(preset), wishes, [_rolls(text) for text in roll or ()])
    if as_json:
        return print_json(sheet)
    table = Table(box=None, header_style="bold", title=f"{sheet.preset} ({sheet.book})", title_justify="left")
    for name in ("topic", "how", "White", "Black", "holds"):
        table.add_column(name)
    for line in sheet.lines:
        holds = "dice decide" if line.topic in sheet.clashes else " / ".join(dict.fromkeys(line.settled))
        table.add_row(line.topic, line.method, *line.wishes, holds)
    return print_page(table)


def _wishes(texts: list[str] | None) -> dict[str, str]:
    wishes = {}
    for text in texts or ():
        topic, equals, wish = text.partition("=")
        if not equals:
            raise ValueError(f"expected a topic and a wish such as clock=yes, not {text!r}")
        wishes[topic.strip()] = wish.strip()
    return wishes


def _rolls(text: str) -> tuple[tuple[int, int], tuple[int, int]]:
    white, dash, black = text.partition("-")
    if not dash or len(white) != 2 or len(black) != 2 or not (white + black).isdigit():
        raise ValueError(f"expected both sides' dice such as 43-21, not {text!r}")
    return (int(white[0]), int(white[1])), (int(black[0]), int(black[1]))
