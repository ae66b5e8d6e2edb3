"""What a command puts out: JSON for programs, pages for people, and what was written where."""

from collections.abc import Mapping
from typing import Any

import msgspec
import typer


def print_json(value: object) -> None:
    """A value as JSON."""
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def print_page(page: Any) -> None:  # Any: whatever Rich can draw
    """A page in the terminal."""
    from rich.console import Console

    Console(highlight=False).print(page)


def print_written(versions: Mapping[str, int]) -> None:
    """Which streams were written, and where they stand."""
    typer.echo("Written: " + ", ".join(f"{stream} at version {version}" for stream, version in versions.items()))
