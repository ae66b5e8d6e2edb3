"""`barpoint dice`: check that the dice of a match were what had been sealed."""

from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, help="Check the dice of a match.")


@app.callback()
def dice() -> None:
    """Check the dice of a match played on a server, or recorded by a device at a table."""


@app.command(epilog="Example:\n\n  barpoint dice verify KQ2M7XAB.dice.json")
def verify(
    file: Annotated[Path, typer.Argument(help="A match with its dice, as the server exports it.")],
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")] = False,
) -> None:
    """Work out every roll again from the seeds. Ends with status 1 if one does not fit."""
    import msgspec

    from barpoint.service.dice_file import read_dice_file

    found = read_dice_file(file.read_bytes()).verdict()
    if as_json:
        typer.echo(msgspec.json.encode(found).decode())
    else:
        for problem in found.wrong:
            typer.echo(f"WRONG  {problem}")
        waiting = f", {found.waiting} of a game that is still sealed" if found.waiting else ""
        by_hand = f", {found.by_hand} thrown by hand at the table" if found.by_hand else ""
        typer.echo(f"{found.proven} rolls proven{waiting}{by_hand}{', no deviation' if found.honest else ''}.")
    if not found.honest:
        raise typer.Exit(1)
