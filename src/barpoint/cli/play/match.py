"""`barpoint play`: a whole match in the terminal, against a bot or a person at the same keyboard."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from barpoint.board import DISCIPLINES, Refusal, Side
from barpoint.engine import DEFAULT_LEVEL, LEVELS

if TYPE_CHECKING:
    from barpoint.cli.play.session import Session
    from barpoint.match import MatchFormat
    from barpoint.rulebook import Profile
    from barpoint.service import LocalMatch, Opponent

app = typer.Typer()

_EXAMPLES = """
Examples:

  barpoint play                                    5 points against the bot

  barpoint play --preset "USBGF Open" --points 7   with the book's cube, clock and endings

  barpoint play --discipline longgammon --against person

  barpoint play --resume                           go on after a break, a crash or a kill
"""


@app.command(epilog=_EXAMPLES)
def play(
    preset: Annotated[str, typer.Option(help="A preset; see `barpoint rules presets`.")] = "Casual online",
    points: Annotated[int | None, typer.Option(min=1, max=999, help="Points to play to.")] = None,
    discipline: Annotated[str | None, typer.Option(help=f"One of {', '.join(DISCIPLINES)}.")] = None,
    against: Annotated[str, typer.Option(help="bot or person.")] = "bot",
    level: Annotated[str, typer.Option(help=f"How well the bot plays: {', '.join(LEVELS)}.")] = DEFAULT_LEVEL,
    name: Annotated[str, typer.Option(help="Your name.")] = "You",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the match in the file.")] = False,
    file: Annotated[Path | None, typer.Option(help="Where the match is kept.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Lines, not a full screen; good for screen readers.")] = False,
) -> None:
    """Play a match in the terminal. It is saved after every move."""
    if against not in ("bot", "person"):
        raise ValueError(f"--against takes bot or person, not {against!r}")
    from barpoint.bootstrap import data_folder, local_match, opponent
    from barpoint.cli.play.session import Session
    from barpoint.match.commands import StartMatch

    path = file if file is not None else data_folder() / "match.jsonl"
    if resume and not path.exists():
        raise ValueError(f"there is no match to go on with in {path}")
    form = None if resume else _match_format(preset, points, discipline)
    if not resume:
        _set_aside(path)
    table, torn = local_match(path, form)
    bot = opponent(level)
    if resume:
        table.resume()
    else:
        other = bot.name if against == "bot" else "Friend"
        pair = table.state.format.team
        table.do(StartMatch(at=table.now(), white=(name,) * pair, black=(other,) * pair, terms={"against": against}))
    people = frozenset(Side) if table.state.terms.get("against") == "person" else frozenset({Side.WHITE})
    session = Session(table, people, bot)
    notice = "The last line was cut off by a crash and has been dropped." if torn else ""
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _play_in_lines(session, notice)
    else:
        from barpoint.cli.play.board_screen import BoardScreen
        from barpoint.progress import show_steps

        if people != frozenset(Side):
            _wake(bot, table)
        show_steps(False)  # from here on the terminal is the board's
        BoardScreen(session, notice).run()
    typer.echo(session.score_line())
    if not session.match_over:
        named = "" if file is None else f" --file {shlex.quote(str(file))}"
        typer.echo(f"Saved. Go on with: barpoint play --resume{named}")


def _wake(bot: "Opponent", table: "LocalMatch") -> None:
    """Have the bot think once before the board takes the terminal, so that what it has to wait for is seen."""
    from barpoint.board import Position, Roll
    from barpoint.progress import step

    start = Position.start(table.state.discipline)
    with step("waking the bot", kept="the match"):
        bot.play(start, Roll(3, 1), start.discipline.checkers)


def _match_format(preset: str, points: int | None, discipline: str | None) -> "MatchFormat":
    """The format of a preset, with the points and the discipline asked for if its book allows them."""
    from barpoint.board import discipline as named
    from barpoint.match.format import LengthKind
    from barpoint.rulebook import Options, cite
    from barpoint.rulebook import preset as find

    chosen: Profile | Refusal = find(preset)
    assert not isinstance(chosen, Refusal)
    book = chosen.book
    if discipline is not None:
        chosen = chosen.with_options(Options(discipline=named(discipline).name))
    match_format = chosen if isinstance(chosen, Refusal) else chosen.match_format(length=points)
    if isinstance(match_format, Refusal):
        raise ValueError(str(cite(match_format, book)))
    if points is not None and match_format.length.kind is LengthKind.MONEY:
        raise ValueError(f"{preset} is played without a length, so --points {points} has no place in it")
    return match_format


def _set_aside(path: Path) -> None:
    """A match already in the file is kept beside it, not written over; what is no match is left alone."""
    from barpoint.match.events import decode

    if not path.exists():
        return
    if not path.is_file():
        raise ValueError(f"expected a file to keep the match in, not {path}")
    with path.open("rb") as file:
        first = file.readline()
    try:
        decode(first)
    except ValueError as malformed:
        raise ValueError(f"expected a new file or one that holds a match, not {path}: {malformed}") from malformed
    number = 1
    while (kept := path.with_suffix(f".{number}.jsonl")).exists():
        number += 1
    path.rename(kept)


def _play_in_lines(session: "Session", notice: str) -> None:
    """The match line by line: what happened, the board when it changed, a prompt."""
    from barpoint.cli.play.board_text import board_text

    if notice:
        typer.echo(notice)
    typer.echo(session.score_line())
    while not session.over:
        if session.bot_to_act:
            if lines := session.play_bot_action():
                typer.echo("\n".join(lines))
            continue
        if (text := board_text(session)) and session.to_act() is not None:
            typer.echo(text)
        typer.echo(session.prompt())
        line = sys.stdin.readline()
        if not line:
            return
        if lines := session.enter(line):
            typer.echo("\n".join(lines))
