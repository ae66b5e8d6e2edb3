"""`barpoint bot`: host a bot on a server; whoever accepts its challenge plays it."""

from typing import Annotated, Any

import typer

from barpoint.engine.levels import DEFAULT, LEVELS

app = typer.Typer()

_EXAMPLES = """
Examples:

  barpoint bot --server http://127.0.0.1:8000 --level strong

  barpoint bot --server https://club.example --points 3 --preset "Casual online" --matches 10
"""


@app.command(epilog=_EXAMPLES)
def bot(
    server: Annotated[str, typer.Option(help="The server's address.")] = "http://127.0.0.1:8000",
    level: Annotated[str, typer.Option(help=f"How well it plays: {', '.join(LEVELS)}.")] = DEFAULT,
    name: Annotated[str, typer.Option(help="What it is called there.")] = "",
    preset: Annotated[str, typer.Option(help="What it offers to play.")] = "Casual online",
    points: Annotated[int | None, typer.Option(min=1, max=99, help="To how many points.")] = None,
    matches: Annotated[int, typer.Option(min=0, help="Stop after so many matches; 0 goes on.")] = 0,
) -> None:
    """Offer a match in the lobby, play it to the end, offer the next."""
    import asyncio

    from barpoint.bootstrap import opponent

    playing = opponent(level)
    terms: dict[str, Any] = {"preset": preset} | ({} if points is None else {"points": points})
    try:
        asyncio.run(_host(server, name or f"Bot {level}", playing, terms, matches))
    except KeyboardInterrupt:
        typer.echo("Stopped.")


async def _host(url: str, name: str, playing: Any, terms: dict[str, Any], matches: int) -> None:
    from barpoint.client import Server, play_match

    here = await Server.guest(url, name)
    async with here.connect() as connection:
        played = 0
        while not matches or played < matches:
            challenge = await here.challenge(**terms)
            typer.echo(f"{name} waits at {here.url}/join/{challenge}")
            match = await here.accepted(challenge)
            table = await connection.sit(match)
            await play_match(table, playing, think_apart=True)
            played += 1
            ended = table.seen.ended
            won = ended is not None and ended.winner is table.side
            typer.echo(f"{match}: {'won' if won else 'not won'}, {table.seen.white.score} - {table.seen.black.score}")
