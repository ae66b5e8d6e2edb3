"""The `barpoint` command. One module a command group; each is imported when it is asked for.

A module named in `COMMANDS` holds a `typer.Typer` called `app`. Either it has a command of the name
asked for, or the app as a whole is the command and what it holds are its subcommands.
"""

import sys
from importlib import import_module
from typing import Any, Final

import typer
from typer.core import TyperGroup

from barpoint import __version__

COMMANDS: Final = {
    "play": "barpoint.cli.play",
    "serve": "barpoint.cli.serve",
    "staff": "barpoint.cli.staff",
    "bot": "barpoint.cli.bot",
    "dice": "barpoint.cli.dice",
    "board": "barpoint.cli.board",
    "plays": "barpoint.cli.board",
    "perft": "barpoint.cli.board",
    "rules": "barpoint.cli.rules",
    "rule-on": "barpoint.cli.rule_on",
    "cases": "barpoint.cli.cases",
    "convert": "barpoint.cli.convert",
    "replay": "barpoint.cli.replay",
    "tournament": "barpoint.cli.tournament",
    "ratings": "barpoint.cli.ratings",
    "analyse": "barpoint.cli.analyse",
    "engine": "barpoint.cli.engine",
    "train": "barpoint.cli.train",
}
"""Each command and the module it lives in, in the order `--help` lists them."""


class LazyGroup(TyperGroup):
    """The commands of `COMMANDS`, each imported only when it is named or listed."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # the signature is Typer's
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002  # Typer keeps its Context type to itself
        """The command of that name, or None."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            group = typer.main.get_group(import_module(COMMANDS[cmd_name]).app)
            found = group.commands.get(cmd_name, group)
            found.name = cmd_name  # `--help` lists a command by this
            self.commands[cmd_name] = found
        return self.commands.get(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command the arguments begin with; a name that is none is answered with the nearest."""
        if args[0] not in COMMANDS:
            for name in COMMANDS:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="barpoint",
    cls=LazyGroup,
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
    ctx: typer.Context,
    version: bool = typer.Option(  # noqa: ARG001  # read by its callback
        False, "--version", callback=_print_version, is_eager=True, help="Print the version."
    ),
    no_open: bool = typer.Option(False, "--no-open", help="Without a command: say the page's address, open nothing."),
) -> None:
    """Open the board in the browser when no command is named."""
    if ctx.invoked_subcommand is None:
        from barpoint.cli.serve import on_this_machine

        on_this_machine(open_page=not no_open)


def run() -> None:
    """Run the command line; malformed input, a file among it, ends with status 2 and what was expected."""
    try:
        app()
    except (ValueError, OSError) as malformed:
        typer.echo(f"barpoint: {malformed}", err=True)
        sys.exit(2)
