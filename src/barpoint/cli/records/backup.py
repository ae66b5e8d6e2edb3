"""`barpoint backup` and `barpoint restore`: a server's whole database in one file, and back."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from barpoint.service.records import BackupSummary

app = typer.Typer()
_Database = Annotated[str | None, typer.Option(help="The server's database, as for `barpoint serve`.")]
_Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]

_BACKUP_EXAMPLES = """
Examples:

  barpoint backup monday.backup               while the server goes on; the file is checked before it gets its name

  barpoint backup /mnt/disk/monday.backup --db postgresql://barpoint@db/barpoint
"""
_RESTORE_EXAMPLES = """
Examples:

  barpoint restore monday.backup --db new.db  into a new database; of another kind, if you like

  barpoint restore monday.backup --replace    in the place of what is there
"""


@app.command(epilog=_BACKUP_EXAMPLES)
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it; what is there is replaced.")],
    db: _Database = None,
    as_json: _Json = False,
) -> None:
    """Write everything a server keeps to one file. The server may go on meanwhile."""
    from barpoint.bootstrap import back_up, chosen_database

    summary = asyncio.run(back_up(chosen_database(db), file))
    _say(summary, f"Backed up to {file}", as_json=as_json)


@app.command(epilog=_RESTORE_EXAMPLES)
def restore(
    file: Annotated[Path, typer.Argument(help="What `barpoint backup` has written.")],
    replace: Annotated[bool, typer.Option("--replace", help="In the place of what the database holds.")] = False,
    erasures: Annotated[
        Path | None, typer.Option(help="A newer back-up: whoever was erased by then is erased again.")
    ] = None,
    db: _Database = None,
    as_json: _Json = False,
) -> None:
    """Put a back-up into a database, which no server may be using. All of it is put back, or nothing."""
    from barpoint.bootstrap import chosen_database, restore_backup

    summary = asyncio.run(restore_backup(chosen_database(db), file, replace=replace, newer=erasures))
    _say(summary, f"Restored from {file}", as_json=as_json)


def _say(summary: "BackupSummary", done: str, *, as_json: bool) -> None:
    from barpoint.cli.output import print_json

    if as_json:
        print_json(summary)
    else:
        typer.echo(f"{done}: {summary.rows} rows, {summary.streams} streams.")
        if summary.erased:
            typer.echo(f"{len(summary.erased)} people had their identity removed since, and have it removed again.")
        if summary.bad:
            typer.echo(f"Its records were changed before: the first bad link is {summary.bad[0]}.", err=True)
    if summary.bad:
        raise typer.Exit(1)
