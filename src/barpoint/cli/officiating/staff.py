"""`barpoint staff`: who rules on the matches of a server, and a way back in for whoever has lost theirs."""

import asyncio
from typing import Annotated

import typer

app = typer.Typer()

_EXAMPLES = """
Examples:

  barpoint staff Dora                                  Dora sees the inquiries and rules on matches

  barpoint staff Dora --remove --db postgresql://barpoint@db/barpoint

  barpoint staff Anna --reset "lost her phone, known to me"    a code to hand to Anna; she reads the reason
"""


@app.command(epilog=_EXAMPLES)
def staff(
    name: Annotated[str, typer.Argument(help="The name somebody has registered under.")],
    remove: Annotated[bool, typer.Option("--remove", help="No longer.")] = False,
    reset: Annotated[
        str, typer.Option("--reset", metavar="REASON", help="Give out a code that sets a new password, once.")
    ] = "",
    db: Annotated[str | None, typer.Option(help="The server's database, as for `barpoint serve`.")] = None,
) -> None:
    """Make a registered player an official of the server, or no longer."""
    from barpoint.bootstrap import allow_reset, appoint, chosen_database

    address = chosen_database(db)
    if reset:
        if remove:
            raise ValueError("--reset and --remove are two things: one at a time")
        made = asyncio.run(allow_reset(address, name, reset))
        if made is None:
            raise ValueError(f"nobody has registered as {name!r} on this server")
        typer.echo(f"{made.name} comes back with this code, once, until this time tomorrow:\n\n  {made.code}\n")
        return
    account = asyncio.run(appoint(address, name, staff=not remove))
    if account is None:
        raise ValueError(f"nobody has registered as {name!r} on this server")
    typer.echo(f"{account.name} is {'no longer ' if remove else ''}an official of this server.")
