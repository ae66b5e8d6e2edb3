"""`barpoint tournament print`: the tournament's paper as PDF, and the draw sheet as SVG."""

from pathlib import Path
from typing import Annotated

import typer

from barpoint.cli.tournament.tournament_file import (
    AtOption,
    FileArgument,
    TournamentFile,
    format_time,
)
from barpoint.library import find_contest, find_key, read_moment

printing_app = typer.Typer(rich_markup_mode="rich")


@printing_app.command(
    "print", epilog="Example: barpoint tournament print spring.jsonl draw --event open --out open.pdf"
)
def print_(
    file: FileArgument,
    kind: Annotated[
        str,
        typer.Argument(
            help="draw, tiles, pairings, slips, scores, blank, moves, agreements, cards, terms, unfinished, "
            "protocols, penalties, cash or report.",
            metavar="KIND",
        ),
    ],
    event: Annotated[str, typer.Option(help="One event; by default all.")] = "",
    out: Annotated[Path | None, typer.Option(help="Where to; by default KIND.pdf. A draw may be .svg, too.")] = None,
    paper: Annotated[
        str, typer.Option(help="a4 or letter; a draw also a3, a2, a1 or a0, by default what can be read.")
    ] = "",
    at: AtOption = "",
) -> None:
    """Print draw sheets, pairings, slips, sheets with or without a match, table cards, conditions, lists, accounts."""
    from barpoint.service.tournaments import PAPER_KINDS, paper_of, start_pictures
    from barpoint.tournament.printing import PrintJob
    from barpoint.tournament.views import draw_svg

    state = TournamentFile(file).state
    print_name = find_key(kind, {name: name for name in PAPER_KINDS}, "print")
    target = out or Path(f"{print_name}.pdf")
    if target.suffix == ".svg":
        if print_name != "draw":
            raise ValueError("only the draw is written as SVG; the other prints are PDF")
        target.write_text(draw_svg(state, find_contest(state, event or "-"), hour=format_time), "utf-8")
    else:
        name = find_contest(state, event).settings.id if event else ""
        pictures = start_pictures(state)
        occasion = PrintJob(
            state=state, at=read_moment(at), event=name, paper=paper, hour=format_time, pictures=pictures
        )
        target.write_bytes(paper_of(print_name, occasion))
    typer.echo(f"{target} is written")
