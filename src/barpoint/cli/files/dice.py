"""`barpoint dice`: check that the dice of a match follow from what was published before them."""

from pathlib import Path
from typing import Annotated, Final

import typer

app = typer.Typer(no_args_is_help=True, help="Check the dice of a match.")

_RESERVATIONS: Final = {
    "file_only": "that the chains were published before the rolls: that is the server's word. "
    "What a player's browser kept would show it: --kept FILE",
    "unkept": "game {game}, rolls {roll} to {last}: that their chains were published before them is the server's word; "
    "what was kept does not cover them",
    "stopped": "why the device that kept it stopped, where the file does not show it: {who}",
    "words": "game {game} against whoever had its chain together with one player: its words were typed after the "
    "seal, and could be tried out",
    "recipe_1": "game {game} was thrown by recipe 1: the server together with one player could have chosen its rolls",
    "unwitnessed": "game {game} from roll {roll}, against the server together with {who}: a new chain had no witness",
    "exchanged": "game {game}, roll {roll}, against the server together with {who}: a new chain came when their roll "
    "could be foreseen, and it was exchanged for another that nobody chose",
    "bots": "game {game} beyond that its rolls were fixed beforehand: the house played both sides",
    "device": "game {game} against whoever has put other software on the device at the table: it held the seal",
    "by_hand": "game {game}, rolls {roll} to {last}: the file says that they were thrown by hand; nothing shows how "
    "they fell",
    "result": "who played and how it ended: that is the word of whoever wrote the file; the dice are what was checked",
    "intervention": "whether {who} was right to put game {game} back, or to set it right, before roll {roll}",
}


@app.callback()
def dice() -> None:
    """Check the dice of a match played on a server, or recorded by a device at a table."""


@app.command(epilog="Example:\n\n  barpoint dice verify KQ2M7XAB.dice.json --kept KQ2M7XAB.kept.json")
def verify(
    file: Annotated[Path, typer.Argument(help="A match with its dice, as the server exports it.")],
    kept: Annotated[
        Path | None, typer.Option(help="What a player's own device kept: the truth where the two differ.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Answer in JSON, for programs.")] = False,
) -> None:
    """Play the log again and work out every roll. Ends with status 1 if one does not fit."""
    import msgspec

    from barpoint.service.dice import read_dice_file, read_kept_dice

    verdict = read_dice_file(file.read_bytes()).verdict(None if kept is None else read_kept_dice(kept.read_bytes()))
    if as_json:
        typer.echo(msgspec.json.encode(verdict).decode())
    else:
        for problem in verdict.wrong:
            typer.echo(f"WRONG  {problem}")
        waiting = f", {verdict.waiting} of a game that is still sealed" if verdict.waiting else ""
        by_hand = f", {verdict.by_hand} thrown by hand at the table" if verdict.by_hand else ""
        deviation = ", no deviation" if verdict.honest else ""
        typer.echo(f"{verdict.proven} rolls follow from what was published{waiting}{by_hand}{deviation}.")
        if verdict.kept and verdict.honest:
            typer.echo(
                f"Evidence: what a player kept covers {verdict.covered} of them, with the ends before them; "
                "the server's file says the same."
            )
        for found in verdict.reservations:
            words = _RESERVATIONS[found.code].format(**msgspec.structs.asdict(found))
            typer.echo(f"NOT PROVEN  {words}.")
    if not verdict.honest:
        raise typer.Exit(1)
