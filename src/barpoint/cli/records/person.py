"""`barpoint person`: all that a server keeps of somebody, and its removal."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(help="All that a server keeps of a person: as one archive, or removed.", no_args_is_help=True)
_Name = Annotated[str, typer.Argument(help="The name somebody has registered under.")]
_Database = Annotated[str | None, typer.Option(help="The server's database, as for `barpoint serve`.")]


@app.command()
def export(
    name: _Name,
    file: Annotated[Path, typer.Argument(help="The ZIP to write.")],
    db: _Database = None,
) -> None:
    """Write all that the server keeps of somebody to one archive."""
    from barpoint.bootstrap import chosen_database, personal_archive

    archive = asyncio.run(personal_archive(chosen_database(db), name))
    if archive is None:
        raise ValueError(f"nobody has registered as {name!r} on this server")
    file.touch(mode=0o600)
    file.write_bytes(archive)
    typer.echo(f"Written to {file}: {len(archive)} bytes.")


@app.command()
def erase(
    name: _Name,
    reason: Annotated[str, typer.Option(help="Why: it stands in the log of erasures. Name nobody in it.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    db: _Database = None,
) -> None:
    """Remove somebody's identity for good; what they have played stays, under "former player"."""
    from barpoint.bootstrap import chosen_database, erase_registered
    from barpoint.rulebook import Citation

    if not yes:
        typer.confirm(f"Remove {name} from this server? It cannot be taken back", abort=True)
    erased = asyncio.run(erase_registered(chosen_database(db), name, reason))
    if erased is None:
        raise ValueError(f"nobody has registered as {name!r} on this server")
    if isinstance(erased, Citation):
        raise ValueError(str(erased.sentence))
    typer.echo(f"{name} is {erased.name} from now on; {len(erased.redactions)} events were rewritten.")
