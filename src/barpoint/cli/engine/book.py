"""`barpoint engine book`: the opening book, made and shown."""

import os
from pathlib import Path
from typing import Annotated, Final

import typer

app = typer.Typer(no_args_is_help=True, help="Make and show the opening book.")

_BUILD_COMMAND: Final = "barpoint engine book build"


@app.command(epilog="Example: barpoint engine book build openings.json --games 1296 --threads 2")
def build(
    file: Annotated[Path, typer.Argument(help="Where the book is made; a file that is not finished is gone on with.")],
    games: Annotated[int, typer.Option(min=36, help="The most games of each opening play.")] = 1296,
    reply_games: Annotated[int, typer.Option(min=0, help="The most games of each reply; 0 leaves replies out.")] = 0,
    reply_truncate: Annotated[int, typer.Option(min=0, help="Plies after which games of replies are cut off.")] = 11,
    seed: Annotated[int, typer.Option(min=0, help="The dice.")] = 1,
    threads: Annotated[int, typer.Option(min=0, max=64, help="Threads to use; 0 takes every core.")] = 0,
) -> None:
    """Roll out the fifteen openings, and the replies to the best of each."""
    from barpoint.engine import RolloutSettings, ThreadWorkers
    from barpoint.engine.bot import build_book as made
    from barpoint.progress import step

    openings = RolloutSettings(games=games, least=min(games, 324), seed=seed, strike_at=3.0)
    replies = RolloutSettings(
        games=reply_games or 36, least=min(reply_games or 36, 108), seed=seed, strike_at=3.0, truncate=reply_truncate
    )
    options = f"--games {games} --reply-games {reply_games} --reply-truncate {reply_truncate} --seed {seed}"
    with step("rolling out openings", kept=f"the entries in {file}; the same command goes on from here") as report:

        def tell(roll: str, done: int, total: int) -> None:
            report(done, total, f"{roll}, {done} of {total}")

        workers = ThreadWorkers(threads or os.cpu_count() or 1)
        book = made(
            file, openings, replies if reply_games else None, workers, f"{_BUILD_COMMAND} {file.name} {options}", tell
        )
    typer.echo(f"{len(book.entries)} entries in {file}.")


@app.command(epilog="Example: barpoint engine book show")
def show() -> None:
    """List the openings of the book that is shipped."""
    from barpoint.board import Hop, Play, Position
    from barpoint.engine.bot import (
        OPENINGS,
        book_entries,
        key_of,
    )
    from barpoint.notation import write_play

    start, book = Position.start(), book_entries()
    for roll in OPENINGS:
        if entry := book.get(key_of(start, roll)):
            plays = (
                f"{write_play(Play.of(start, [Hop(*hop) for hop in play.hops]))} {play.equity:+.4f} ± {play.error:.4f}"
                for play in entry.plays
            )
            typer.echo(f"{roll}  {';  '.join(plays)}")
    typer.echo(f"{len(book)} entries, replies among them.")
