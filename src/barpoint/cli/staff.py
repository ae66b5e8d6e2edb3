"""`barpoint staff`: who rules on the matches of a server."""

import asyncio
import os
from typing import Annotated

import typer

app = typer.Typer()

_EXAMPLES = """
Examples:

  barpoint staff Dora                                  Dora sees the inquiries and rules on matches

  barpoint staff Dora --remove --db postgresql://barpoint@db/barpoint
"""


@app.command(epilog=_EXAMPLES)
def staff(
    name: Annotated[str, typer.Argument(help="The name somebody has registered under.")],
    remove: Annotated[bool, typer.Option("--remove", help="No longer.")] = False,
    db: Annotated[str | None, typer.Option(help="The server's database, as for `barpoint serve`.")] = None,
) -> None:
    """Make a registered player an official of the server, or no longer."""
    from barpoint.bootstrap import appoint, default_database

    address = db or os.environ.get("BARPOINT_DB") or default_database()
    found = asyncio.run(appoint(address, name, staff=not remove))
    if found is None:
        raise ValueError(f"nobody has registered as {name!r} on this server")
    typer.echo(f"{found.name} is {'no longer ' if remove else ''}an official of this server.")
