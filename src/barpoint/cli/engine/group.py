"""`barpoint engine`: the engine on the command line, one module a subcommand."""

import typer

from barpoint.cli.engine import (
    bench,
    book,
    cube,
    solve,
    ubgi,
)
from barpoint.cli.engine import (
    eval as evaluation,
)

app = typer.Typer(no_args_is_help=True, help="Evaluate, roll out and solve positions.")
app.add_typer(evaluation.app)
app.add_typer(cube.app)
app.add_typer(ubgi.app)
app.add_typer(bench.app)
app.add_typer(book.app, name="book")
app.add_typer(solve.app, name="solve")
