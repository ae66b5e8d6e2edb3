"""`barpoint replay`: a match file in the terminal, step by step, or as a list of what happened."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from barpoint.notation.pictures import Frame

app = typer.Typer()

_NEXT: Final = frozenset({" ", "\r", "\n", "n", "l", "\x1b[C", "\x1b[B"})
_BACK: Final = frozenset({"p", "h", "\x7f", "\x1b[D", "\x1b[A"})
_KEYS: Final = "→ next  ← back  g/G game  Home/End  q quit"


@app.command(epilog="Example: barpoint replay match.sgf --game 3")
def replay(
    file: Annotated[Path, typer.Argument(help="A match in any form that is read.")],
    game: Annotated[int, typer.Option("--game", min=0, help="Begin with this game, or show only it.")] = 0,
    boards: Annotated[bool, typer.Option("--boards", help="Print every board, not only the last of a game.")] = False,
    lenient: Annotated[bool, typer.Option("--lenient", help="Keep illegal plays as they were recorded.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Step through a match with the arrow keys; where nobody types, print it."""
    from barpoint.notation import match_frames, read_path
    from barpoint.notation import replay as replayed

    loaded = read_path(file)
    result = None if loaded.events else replayed(loaded.record, lenient=lenient)
    shown = list(match_frames(loaded.events if result is None else result.events))
    chosen = [frame for frame in shown if not game or frame.game == game]
    if not chosen:
        raise ValueError(f"{file.name} has no {f'game {game}' if game else 'game'} to show")
    names = (loaded.record.white, loaded.record.black)
    if as_json:
        typer.echo(json.dumps([_frame_json(frame) for frame in chosen], ensure_ascii=False))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _step(shown, shown.index(chosen[0]), names)
    else:
        _print(chosen, names, boards=boards)
    for problem in result.problems if result is not None else ():
        typer.echo(f"barpoint: {problem}", err=True)
    if result is not None and result.problems and not lenient:
        raise typer.Exit(1)


def _frame_json(frame: "Frame") -> dict[str, object]:
    side = None if frame.side is None else frame.side.value
    return {
        "game": frame.game,
        "move": frame.move,
        "side": side,
        "words": frame.words,
        "position": str(frame.position),
        "score": list(frame.score),
    }


def _board(frame: "Frame", names: tuple[str, str]) -> str:
    from barpoint.board import Side
    from barpoint.notation import Party, ascii_board

    turn = Party.US if frame.turn is Side.WHITE else Party.THEM
    head = f"Game {frame.game}, move {frame.move}   X {names[0]} {frame.score[0]} : {frame.score[1]} {names[1]} O"
    return f"{head}\n\n{ascii_board(frame.position, frame.around, turn, score=frame.score)}\n\n{frame.words}"


def _print(chosen: list["Frame"], names: tuple[str, str], *, boards: bool) -> None:
    from barpoint.notation.files import as_points

    for index, frame in enumerate(chosen):
        if index == 0 or chosen[index - 1].game != frame.game:
            typer.echo(f"\nGame {frame.game}: {names[0]} (X) - {names[1]} (O), {as_points(frame.score)}")
        last = index + 1 == len(chosen) or chosen[index + 1].game != frame.game
        typer.echo(f"{frame.move:4}) {frame.words}")
        if boards or last:
            typer.echo(f"\n{_board(frame, names).partition(chr(10))[2].strip(chr(10))}\n")


def _step(shown: list["Frame"], at: int, names: tuple[str, str]) -> None:
    import click

    while True:
        click.clear()
        typer.echo(_board(shown[at], names))
        typer.echo(f"\n{at + 1}/{len(shown)}   {_KEYS}")
        key = click.getchar()
        if key in ("q", "\x1b", "\x03", "\x04"):
            return
        at = _index_after_key(shown, at, key)


def _index_after_key(shown: list["Frame"], at: int, key: str) -> int:
    """Where a key leads."""
    games = [index for index, frame in enumerate(shown) if index == 0 or shown[index - 1].game != frame.game]
    if key in _NEXT:
        return min(at + 1, len(shown) - 1)
    if key in _BACK:
        return max(at - 1, 0)
    if key == "g":
        return next((index for index in games if index > at), at)
    if key == "G":
        return max((index for index in games if index < at), default=0)
    if key in ("\x1b[H", "0"):
        return 0
    if key in ("\x1b[F", "$"):
        return len(shown) - 1
    return at
