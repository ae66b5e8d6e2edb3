"""`barpoint tournament print`: the tournament's paper as PDF, and the draw sheet as SVG."""

from pathlib import Path
from typing import Annotated

import typer

from barpoint.cli.tournament_file import At, File, TournamentFile, contest_named, moment, one_of, shown_moment

printing = typer.Typer(rich_markup_mode="rich")


@printing.command("print", epilog="Example: barpoint tournament print spring.jsonl draw --event open --out open.pdf")
def print_(
    file: File,
    kind: Annotated[
        str,
        typer.Argument(help="draw, pairings, slips, scores, unfinished, penalties, cash or report.", metavar="KIND"),
    ],
    event: Annotated[str, typer.Option(help="One event; by default all.")] = "",
    out: Annotated[Path | None, typer.Option(help="Where to; by default KIND.pdf. A draw may be .svg, too.")] = None,
    paper: Annotated[str, typer.Option(help="For draw: a4, a3, a2, a1 or a0; by default what can be read.")] = "",
    at: At = "",
) -> None:
    """Print draw sheets, pairings, slips, score sheets, lists, the cash sheet or the final report."""
    from barpoint.paper import pdf
    from barpoint.tournament.printing import PRINTS, Occasion
    from barpoint.tournament.sheet_drawing import draw_svg

    state = TournamentFile(file).state
    wanted = one_of(kind, {name: name for name in PRINTS}, "print")
    target = out or Path(f"{wanted}.pdf")
    if target.suffix == ".svg":
        if wanted != "draw":
            raise ValueError("only the draw is written as SVG; the other prints are PDF")
        target.write_text(draw_svg(state, contest_named(state, event or "-"), hour=shown_moment), "utf-8")
    else:
        name = contest_named(state, event).settings.id if event else ""
        occasion = Occasion(state=state, at=moment(at), event=name, paper=paper, hour=shown_moment)
        target.write_bytes(pdf(PRINTS[wanted](occasion)))
    typer.echo(f"{target} is written")
