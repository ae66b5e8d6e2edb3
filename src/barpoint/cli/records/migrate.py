"""`barpoint migrate`: bring a server's database up to date, or say what that would do."""

import asyncio
from typing import Annotated

import typer

app = typer.Typer()

_EXAMPLES = """
Examples:

  barpoint migrate --dry-run              what a new version would change; tried in full, and nothing is kept

  barpoint migrate --db postgresql://barpoint@db/barpoint
"""


@app.command(epilog=_EXAMPLES)
def migrate(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Try every step and keep none of them.")] = False,
    db: Annotated[str | None, typer.Option(help="The server's database, as for `barpoint serve`.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Bring a database up to date. `barpoint serve` does the same when it starts."""
    from barpoint.bootstrap import chosen_database, migrate_database
    from barpoint.cli.output import print_json
    from barpoint.progress import step

    with step("Bringing the database up to date"):
        steps = asyncio.run(migrate_database(chosen_database(db), dry_run=dry_run))
    if as_json:
        print_json({"steps": steps, "kept": not dry_run})
        return
    for done in steps:
        typer.echo(f"{done.name}  {done.title}")
    if not steps:
        typer.echo("Nothing to do: the database is up to date.")
    elif dry_run:
        typer.echo("All of this went well, and nothing of it was kept.")
    else:
        typer.echo("The database is up to date.")
