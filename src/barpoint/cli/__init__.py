"""The `barpoint` command. One module a command group; each is imported when it is asked for."""

import sys

import typer

from barpoint import __version__

app = typer.Typer(
    name="barpoint",
    help="The complete backgammon system: plays, officiates and directs.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode="rich",
)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"barpoint {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    version: bool = typer.Option(False, "--version", callback=_print_version, is_eager=True, help="Print the version."),
) -> None:
    """Start the main job when no command is named."""


def run() -> None:
    """Run the command line; malformed input ends with status 2 and what was expected."""
    try:
        app()
    except ValueError as malformed:
        typer.echo(f"barpoint: {malformed}", err=True)
        sys.exit(2)
