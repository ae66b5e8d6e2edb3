"""`barpoint bot`: host a bot on a server; whoever accepts its challenges plays it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from barpoint.engine import DEFAULT_LEVEL, LEVELS

if TYPE_CHECKING:
    from barpoint.client import BotHost, Server
    from barpoint.service import Terms

app = typer.Typer()

_EXAMPLES = """
Examples:

  barpoint bot --server http://127.0.0.1:8000 --level strong

  barpoint bot --server https://club.example --at-once 4 --session bot.token      comes back to its matches

  barpoint bot --server https://club.example --points 3 --preset "Casual online" --matches 10

Evidence for `barpoint dice verify --kept`: MATCH.kept.json, in bot.dice beside the session, or in the data folder.

Ctrl+C once: it offers nothing more and finishes what it plays. Twice: it leaves at once.
"""


@app.command(epilog=_EXAMPLES)
def bot(
    server: Annotated[str, typer.Option(help="The server's address.")] = "http://127.0.0.1:8000",
    level: Annotated[str, typer.Option(help=f"How well it plays: {', '.join(LEVELS)}.")] = DEFAULT_LEVEL,
    name: Annotated[str, typer.Option(help="What it is called there.")] = "",
    preset: Annotated[str, typer.Option(help="What it offers to play.")] = "Casual online",
    discipline: Annotated[str | None, typer.Option(help="Another game than the preset's.")] = None,
    points: Annotated[int | None, typer.Option(min=1, max=99, help="To how many points.")] = None,
    at_once: Annotated[int, typer.Option(min=1, max=20, help="Matches at the same time.")] = 1,
    matches: Annotated[int, typer.Option(min=0, help="Stop after so many matches; 0 goes on.")] = 0,
    session: Annotated[Path | None, typer.Option(help="A file that keeps who the bot is, for the next start.")] = None,
) -> None:
    """Offer matches in the lobby, play them to the end, offer the next; a server that is away is waited for."""
    import asyncio

    from barpoint.bootstrap import opponent
    from barpoint.client import BotHost, RequestRefused
    from barpoint.service import Terms

    if not server.startswith(("http://", "https://")):
        raise ValueError(f"expected an http:// or https:// address, not {server!r}")
    playing, terms = opponent(level), Terms(preset, points, discipline)
    _check(terms)

    async def host() -> None:
        here = await _sign_in(server, name or f"Bot {level}", session)
        await _run_host(BotHost(here, playing, terms, at_once=at_once, matches=matches, report=typer.echo))

    try:
        asyncio.run(host())
    except KeyboardInterrupt:
        typer.echo("Stopped.")
    except RequestRefused as refused:
        raise ValueError(f"the server does not want it: {refused}") from None


def _check(terms: "Terms") -> None:
    """ValueError for what no bot of ours can play."""
    from barpoint.board import DISCIPLINES
    from barpoint.client import playable_format
    from barpoint.engine import knowledge_of

    knowledge_of(DISCIPLINES[playable_format(terms).discipline])


async def _sign_in(url: str, name: str, session: Path | None) -> "Server":
    """The server, where the bot is who it was if a file says so."""
    from barpoint.bootstrap import data_folder
    from barpoint.client import RequestRefused, Server

    folder = data_folder() / "dice" if session is None else session.with_suffix(".dice")
    if session is not None and session.is_file():
        here = Server(url, session.read_text().strip(), folder)
        try:
            await here.ask("GET", "/api/me")
        except RequestRefused as gone:
            typer.echo(f"{session} is no session of this server any more: {gone.status}")
        else:
            return here
    here = await Server.guest(url, name)
    here.folder = folder
    if session is not None:
        session.touch(mode=0o600)
        session.write_text(here.token)
    return here


async def _run_host(host: "BotHost") -> None:
    """Run until done; the first signal is kind, the second is not."""
    import asyncio
    import contextlib
    import signal

    running, loop = asyncio.ensure_future(host.run()), asyncio.get_running_loop()
    signals = 0

    def stop() -> None:
        nonlocal signals
        signals += 1
        if signals == 1:
            typer.echo("Nothing more is offered; matches that are being played are finished.")
            host.stop()
        else:
            running.cancel()

    for signal_number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # not on Windows: there KeyboardInterrupt ends it at once
            loop.add_signal_handler(signal_number, stop)
    with contextlib.suppress(asyncio.CancelledError):
        await running
    typer.echo("Stopped.")
