"""`barpoint board`, `plays` and `perft`: one position on the command line."""

import typer

app = typer.Typer()


@app.command()
def board(position: str) -> None:
    """Show a position."""
    typer.echo(position)


@app.command()
def plays(position: str) -> None:
    """Show a position."""
    typer.echo(position)


@app.command()
def perft(depth: int) -> None:
    """Show a position."""
    typer.echo(depth)
