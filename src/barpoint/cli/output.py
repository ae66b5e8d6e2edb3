"""What a command puts out: JSON for programs, pages for people, and what was written where."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec
import typer

if TYPE_CHECKING:
    from rich.console import Console


def print_json(value: object) -> None:
    """A value as JSON."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def terminal() -> "Console":
    """The terminal: names and texts of others are shown as they are, never read as markup."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def print_page(*parts: Any) -> None:  # Any: whatever Rich can draw
    """A page in the terminal, part below part."""
    from rich.console import Group

    terminal().print(Group(*parts))


def print_written(versions: Mapping[str, int]) -> None:
    """Which streams were written, and where they stand."""
    typer.echo("Written: " + ", ".join(f"{stream} at version {version}" for stream, version in versions.items()))
