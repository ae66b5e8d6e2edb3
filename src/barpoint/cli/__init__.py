"""The `barpoint` command. One module a command group; each is imported when it is asked for.

A module named in `COMMANDS` holds a `typer.Typer` called `app`. Either it has a command of the name
asked for, or the app as a whole is the command and what it holds are its subcommands.
"""

import os
import sys
from contextlib import nullcontext
from importlib import import_module
from typing import Any, Final

import typer
from typer.core import TyperGroup

from barpoint import __version__
from barpoint.extras import MissingExtraError
from barpoint.progress import notes_of, patience, show_steps

_QUIET: Final = "--quiet"
os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
# where colorama is installed, Numba has it write an escape sequence at the end of every command else

INTERRUPTED: Final = 130
"""The status of a command that Ctrl+C has ended, as shells give it."""

COMMANDS: Final = {
    "play": "barpoint.cli.play.match",
    "serve": "barpoint.cli.play.serve",
    "staff": "barpoint.cli.officiating.staff",
    "backup": "barpoint.cli.records.backup",
    "restore": "barpoint.cli.records.backup",
    "verify": "barpoint.cli.records.verify",
    "migrate": "barpoint.cli.records.migrate",
    "person": "barpoint.cli.records.person",
    "bot": "barpoint.cli.play.bot",
    "dice": "barpoint.cli.files.dice",
    "board": "barpoint.cli.files.position",
    "plays": "barpoint.cli.files.position",
    "perft": "barpoint.cli.files.position",
    "rules": "barpoint.cli.rules.group",
    "rule-on": "barpoint.cli.officiating.rule_on",
    "cases": "barpoint.cli.officiating.cases",
    "fair-play": "barpoint.cli.officiating.fair_play",
    "convert": "barpoint.cli.files.convert",
    "replay": "barpoint.cli.files.replay",
    "tournament": "barpoint.cli.tournament.group",
    "ratings": "barpoint.cli.tournament.ratings",
    "series": "barpoint.cli.tournament.series",
    "clubs": "barpoint.cli.tournament.clubs",
    "analyse": "barpoint.cli.engine.analyse",
    "engine": "barpoint.cli.engine.group",
    "train": "barpoint.cli.engine.train",
    "doctor": "barpoint.cli.doctor",
}
"""Each command and the module it lives in, in the order `--help` lists them."""


_CONVERSING: Final = {"play", "serve", "bot", "rule-on", "cases", "replay", "staff", "ubgi"}
"""Commands that wait for somebody: they are not at work while they are silent."""


class LazyGroup(TyperGroup):
    """The commands of `COMMANDS`, each imported only when it is named or listed."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002  # the signature is Typer's
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002  # Typer keeps its Context type to itself
        """The command of that name, or None."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            group = typer.main.get_group(import_module(COMMANDS[cmd_name]).app)
            command = group.commands.get(cmd_name, group)
            command.name = cmd_name  # `--help` lists a command by this
            self.commands[cmd_name] = command
        return self.commands.get(cmd_name)

    def invoke(self, ctx: Any) -> Any:
        """Run a command; Ctrl+C ends it and says what is kept of its work."""
        words = sys.argv[1:]
        try:
            with patience(" ".join(("barpoint", *words[:2]))) if _begins_alone(words) else nullcontext():
                return super().invoke(ctx)
        except KeyboardInterrupt as interruption:
            kept = notes_of(interruption) or (["nothing"] if _ends_alone(words) else [])
            if kept:
                typer.echo(f"Stopped. Kept: {'; '.join(kept)}.", err=True)
            raise typer.Exit(INTERRUPTED) from None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command the arguments begin with; a name that is none is answered with the nearest."""
        if args[0] not in COMMANDS:
            for name in COMMANDS:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)


def _ends_alone(words: list[str]) -> bool:
    """Whether a command works without a person until it is done."""
    return any(word in COMMANDS for word in words) and not _CONVERSING & {*words[:2]}


def _begins_alone(words: list[str]) -> bool:
    """Whether a command works without a person until it says its first word: a server does, too."""
    return _ends_alone(words) or "serve" in words[:2] or not any(word in COMMANDS for word in words)


app = typer.Typer(
    name="barpoint",
    cls=LazyGroup,
    help="The complete backgammon system: plays, officiates and directs.",
    no_args_is_help=False,
    add_completion=False,
    rich_markup_mode="rich",
)


def _print_version(value: bool) -> None:
    if value:
        typer.echo(f"barpoint {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def root(
    ctx: typer.Context,
    version: bool = typer.Option(  # noqa: ARG001  # read by its callback
        False, "--version", callback=_print_version, is_eager=True, help="Print the version."
    ),
    quiet: bool = typer.Option(  # noqa: ARG001  # `run` takes it, wherever it stands
        False, _QUIET, help="Show no progress of long work; may stand anywhere."
    ),
    no_open: bool = typer.Option(False, "--no-open", help="Without a command: say the page's address, open nothing."),
) -> None:
    """Open the board in the browser when no command is named."""
    if ctx.invoked_subcommand is None:
        from barpoint.cli.play.serve import serve_this_machine

        serve_this_machine(open_page=not no_open)


def run() -> None:
    """Run the command line; malformed input, a file among it, ends with status 2 and what was expected.

    Long work shows how far it is on a terminal, unless JSON or quiet is asked for; Ctrl+C says what is kept of it.
    """
    words = sys.argv[1:]
    show_steps(sys.stderr.isatty() and not {_QUIET, "--json"} & {*words})
    try:
        app(args=[word for word in words if word != _QUIET])
    except (ValueError, OSError, MissingExtraError) as malformed:
        typer.echo(f"barpoint: {malformed}", err=True)
        sys.exit(2)
