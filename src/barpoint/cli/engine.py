"""`barpoint engine`: the engine on the command line, one module a subcommand."""

import typer

from barpoint.cli import benching, booking, solve, ubgi, valuing, weighing

app = typer.Typer(no_args_is_help=True, help="Evaluate, roll out and solve positions.")
app.add_typer(valuing.app)
app.add_typer(weighing.app)
app.add_typer(ubgi.app)
app.add_typer(benching.app)
app.add_typer(booking.app, name="book")
app.add_typer(solve.app, name="solve")
