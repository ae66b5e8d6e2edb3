"""`barpoint engine ubgi`: the engine for other programs, over standard input and output."""

import sys

import typer

app = typer.Typer()


@app.command(epilog="Example: printf 'ubgi\\nisready\\nquit\\n' | barpoint engine ubgi")
def ubgi() -> None:
    """Speak UBGI v0.1: read commands from standard input, answer on standard output, until `quit`."""
    from barpoint.service.local import UbgiSession

    exchange = UbgiSession()
    for line in sys.stdin:
        for answer in exchange.answer(line):
            typer.echo(answer)
        sys.stdout.flush()
        if exchange.over:
            break
