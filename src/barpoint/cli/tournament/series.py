"""`barpoint series`: standings of a series counted from tournaments' own logs, in files or on a server."""

import asyncio
import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from barpoint.cli.output import print_json, terminal
from barpoint.club import SCHEMES, Climb, PointsScheme, Series, format_points, read_scheme, scheme_lines, series_markup

if TYPE_CHECKING:
    from barpoint.service.clubs import SeriesTable

app = typer.Typer(help="Tournaments joined by a points scheme.", no_args_is_help=True)

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DbOption = Annotated[str | None, typer.Option("--db", help="The server's database, or a back-up.")]
OutOption = Annotated[Path | None, typer.Option("--pdf", help="Print to this file, too.", metavar="FILE")]


@app.command("schemes", epilog="Example: barpoint series schemes field > club.json")
def schemes(
    name: Annotated[str, typer.Argument(help="One of them, as JSON to begin from.")] = "",
) -> None:
    """The points schemes there are."""
    if name:
        print_json(_named(name))
        return
    for known, scheme in SCHEMES.items():
        typer.echo(f"{known:8} {' '.join(scheme_lines(scheme))}")


@app.command("table", epilog="Example: barpoint series table spring.jsonl autumn.jsonl --scheme field")
def table(
    files: Annotated[list[Path], typer.Argument(help="Tournaments: their files, or folders of them.", metavar="FILE")],
    scheme: Annotated[str, typer.Option("--scheme", help="A scheme's name, or a file of it (.json, .toml).")] = "field",
    name: Annotated[str, typer.Option(help="What the series is called.")] = "Series",
    as_json: JsonOption = False,
    out: OutOption = None,
) -> None:
    """The standings of tournaments that are in files."""
    from barpoint.cli.tournament.tournament_file import TournamentFile
    from barpoint.service.clubs import PlayedTournament, series_table

    chosen = _scheme(scheme)
    paths = [path for file in files for path in (sorted(file.rglob("*.jsonl")) if file.is_dir() else [file])]
    states = {path.stem: TournamentFile(path).state for path in paths}
    played = [PlayedTournament(id, state) for id, state in states.items() if state.settings is not None]
    if not played:
        raise ValueError("expected at least one tournament's file")
    names = tuple(one.id for one in played)
    series = Series(version=1, name=name, scheme=chosen, offered=names, accepted=names)
    _put_out(series_table("", series, played), as_json=as_json, out=out)


@app.command("list")
def list_(db: DbOption = None, as_json: JsonOption = False) -> None:
    """The series of a server."""
    from barpoint.bootstrap import chosen_database, series_names

    names = asyncio.run(series_names(chosen_database(db)))
    if as_json:
        print_json(names)
        return
    for id, name in names.items():
        typer.echo(f"{id:24} {name}")


@app.command("show", epilog="Example: barpoint series show winter-cup --db barpoint.db")
def show(
    id: Annotated[str, typer.Argument(help="The id of the series.", metavar="ID")],
    db: DbOption = None,
    as_json: JsonOption = False,
    out: OutOption = None,
) -> None:
    """The standings of a server's series, counted from the logs of its tournaments."""
    from barpoint.bootstrap import chosen_database, counted_series

    counted = asyncio.run(counted_series(chosen_database(db), id))
    if counted is None:
        raise ValueError(f"there is no series {id!r}")
    _put_out(counted, as_json=as_json, out=out)


def _named(name: str) -> PointsScheme:
    if name not in SCHEMES:
        raise ValueError(f"expected a scheme of {', '.join(SCHEMES)}, not {name!r}")
    return SCHEMES[name]


def _scheme(text: str) -> PointsScheme:
    path = Path(text)
    if path.suffix not in (".json", ".toml"):
        return _named(text)
    content = path.read_text("utf-8")
    try:
        return read_scheme(tomllib.loads(content) if path.suffix == ".toml" else json.loads(content))
    except (tomllib.TOMLDecodeError, json.JSONDecodeError) as wrong:
        raise ValueError(f"{path}: {wrong}") from wrong


def _put_out(counted: "SeriesTable", *, as_json: bool, out: Path | None) -> None:
    titles = {event.id: event.title for event in counted.events}
    if out is not None:
        from barpoint.paper import pdf

        out.write_bytes(pdf(series_markup(counted.name, counted.scheme, counted.rows, titles)))
        typer.echo(f"{out} is written", err=True)
    if as_json:
        print_json(counted)
        return
    from rich.table import Table

    ladder = counted.scheme.ladder is not Climb.NONE
    page = Table("#", "Name", "" if ladder else "Points", "Events", "Won", "Lost", "Why", title=counted.name)
    for row in counted.rows:
        place = str(row.place) if row.place == row.last else f"{row.place}-{row.last}"
        results = [result for result in row.results if result.points or not result.event]
        why = [
            f"{titles.get(result.event, result.event)}: {result.explained}{'' if result.counts else ' (not counted)'}"
            for result in results
        ]
        lines = "\n".join((*([] if ladder else why), *row.explained, *([row.rank] if row.rank else [])))
        points = "" if ladder else format_points(row.points)
        page.add_row(place, row.name, points, str(row.events), str(row.won), str(row.lost), lines)
    console = terminal()
    console.print(page)
    for line in scheme_lines(counted.scheme):
        console.print(line)
