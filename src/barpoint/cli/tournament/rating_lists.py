"""`barpoint ratings lists`: a federation's list read from CSV, kept in a file, matched with an event's entrants.

A list's file is JSON: what it is called, the mapping of columns it was read by, and its rows. Importing into a file
that is there reads by its mapping, so next month's CSV is one command.
"""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from barpoint.cli.output import print_json, terminal
from barpoint.cli.tournament.tournament_file import AtOption, ByOption, EventArgument, ReasonOption
from barpoint.club.lists import (
    ColumnMapping,
    ListDocument,
    ListIndex,
    ListMatch,
    ListPerson,
    ListReading,
    list_csv,
    read_federation_list,
)

if TYPE_CHECKING:
    from barpoint.cli.tournament.tournament_file import TournamentFile
    from barpoint.tournament import Contest

app = typer.Typer(help="Lists of federations: imported, matched, taken into an event.", no_args_is_help=True)

CsvArgument = Annotated[Path, typer.Argument(help="The federation's CSV, with a header.", metavar="CSV")]
ListArgument = Annotated[Path, typer.Argument(help="The file the list is kept in (.json).", metavar="LIST")]
MappingOption = Annotated[
    Path | None, typer.Option("--mapping", help="Which columns hold what: JSON as `read --json` prints it.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DbOption = Annotated[str | None, typer.Option("--db", help="The server's database, or a back-up.")]


@app.command("read", epilog="Example: barpoint ratings lists read may.csv --json")
def read(file: CsvArgument, mapping: MappingOption = None, as_json: JsonOption = False) -> None:
    """Look at a CSV: the columns, what they are taken for, every row that cannot be read and why."""
    reading = _read(file, _mapping(mapping))
    if as_json:
        print_json(reading)
        return
    _print_reading(reading)


@app.command("import", epilog="Example: barpoint ratings lists import may.csv federation.json --name 'Federation'")
def import_(
    file: CsvArgument,
    target: ListArgument,
    name: Annotated[str, typer.Option(help="What the list is called.")] = "",
    mapping: MappingOption = None,
) -> None:
    """Keep the good rows of a CSV as a list; the bad ones are named."""
    before = _document(target) if target.exists() else None
    reading = _read(file, _mapping(mapping) or (before.mapping if before is not None else None))
    if not reading.rows:
        raise ValueError(f"{file}: expected at least one row that can be read")
    title = name or (before.name if before is not None else file.stem)
    document = ListDocument(title, reading.mapping, tuple(one.row for one in reading.rows), file.name)
    target.write_bytes(msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n")
    _print_reading(reading)


@app.command("match", epilog="Example: barpoint ratings lists match federation.json spring.jsonl open --take")
def match(
    source: ListArgument,
    file: Annotated[Path, typer.Argument(help="The tournament's file.", metavar="FILE")],
    event: EventArgument,
    same: Annotated[
        list[str] | None, typer.Option("--same", help="Your word: PLAYER=NUMBER, or PLAYER=NAME as the list has it.")
    ] = None,
    take: Annotated[bool, typer.Option("--take", help="Seed and limit the event by the list.")] = False,
    reason: ReasonOption = "",
    by: ByOption = "",
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Who of an event is who of a list; with --take the event goes by it."""
    from barpoint.cli.tournament.tournament_file import TournamentFile
    from barpoint.library import find_contest

    document, tournament = _document(source), TournamentFile(file)
    contest = find_contest(tournament.state, event)
    matches = _matches(document, tournament, contest, same or [])
    if take:
        _take(tournament, contest, source, matches, (reason, by, at))
    if as_json:
        print_json(matches)
        return
    from rich.table import Table

    table = Table("Player", "By", "On the list", "Number", "Rating", title=document.name)
    for one in matches:
        shown = [one.row] if one.row is not None else list(one.rows)
        columns = ([row.name for row in shown], [row.number for row in shown], [f"{row.rating:g}" for row in shown])
        table.add_row(one.person.name, one.by, *("\n".join(column) for column in columns))
    terminal().print(table)


@app.command("csv", epilog="Example: barpoint ratings lists csv federation.json > federation.csv")
def csv_(source: ListArgument) -> None:
    """A list as CSV."""
    typer.echo(list_csv(_document(source).rows), nl=False)


@app.command("list")
def list_(db: DbOption = None, as_json: JsonOption = False) -> None:
    """The lists of a server."""
    from barpoint.bootstrap import chosen_database, rating_lists

    lists = asyncio.run(rating_lists(chosen_database(db)))
    if as_json:
        print_json({id: document.name for id, document in lists.items()})
        return
    for id, document in lists.items():
        typer.echo(f"{id:24} {document.name} ({len(document.rows)})")


@app.command("show", epilog="Example: barpoint ratings lists show federation --db barpoint.db > federation.json")
def show(
    id: Annotated[str, typer.Argument(help="The id of the list.", metavar="ID")],
    db: DbOption = None,
) -> None:
    """A server's list, as the file the other commands read."""
    from barpoint.bootstrap import chosen_database, rating_lists

    lists = asyncio.run(rating_lists(chosen_database(db)))
    if id not in lists:
        raise ValueError(f"there is no list {id!r}")
    print_json(lists[id])


def _read(file: Path, mapping: ColumnMapping | None) -> ListReading:
    try:
        return read_federation_list(_text(file), mapping)
    except ValueError as wrong:
        raise ValueError(f"{file}: {wrong}") from wrong


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError:
        return file.read_text("cp1252")
    except OSError as failure:
        raise ValueError(f"cannot read {file}: {failure.strerror}") from failure


def _mapping(file: Path | None) -> ColumnMapping | None:
    if file is None:
        return None
    try:
        data = msgspec.json.decode(_text(file))
        return msgspec.convert(data.get("mapping", data) if isinstance(data, dict) else data, ColumnMapping)
    except msgspec.MsgspecError as wrong:
        raise ValueError(f"{file}: {wrong}") from wrong


def _document(file: Path) -> ListDocument:
    try:
        return msgspec.json.decode(_text(file), type=ListDocument)
    except msgspec.MsgspecError as wrong:
        raise ValueError(f"{file}: not the file of a list: {wrong}") from wrong


def _print_reading(reading: ListReading) -> None:
    mapping = reading.mapping
    typer.echo(f"columns: {', '.join(reading.columns)}")
    typer.echo(f"name: {' + '.join(mapping.name)}; rating: {mapping.rating}; number: {mapping.number or '-'}")
    for bad in reading.bad:
        typer.echo(f"line {bad.line}: {bad.why} ({bad.text})", err=True)
    typer.echo(f"{len(reading.rows)} read, {len(reading.bad)} left out")


def _matches(
    document: ListDocument, tournament: "TournamentFile", contest: "Contest", same: list[str]
) -> tuple[ListMatch, ...]:
    index, words = ListIndex(document.rows), {}
    by_name = {row.name: row.key for row in document.rows}
    for word in same:
        player, _, row = word.partition("=")
        key = row if row in index.by_key else by_name.get(row, "")
        if not key:
            raise ValueError(f"expected PLAYER=NUMBER or PLAYER=NAME of the list, not {word!r}")
        words[player] = key
    ids = dict.fromkeys(person for entry in contest.entries.values() for person in entry.people)
    players = [tournament.state.players[id] for id in ids]
    people = [ListPerson(one.id, str(one), one.member, (one.id,)) for one in players]
    return index.match(people, words)


def _take(
    tournament: "TournamentFile",
    contest: "Contest",
    source: Path,
    matches: tuple[ListMatch, ...],
    said: tuple[str, str, str],
) -> None:
    """The event goes by the list from now on, and its entrants have what the list says of them."""
    from barpoint.library import read_moment
    from barpoint.tournament import ListedRating, slug
    from barpoint.tournament import commands as c

    reason, by, at = said
    who, when, name = tournament.actor(by), read_moment(at), f"list:{slug(source.stem)[:40]}"
    if contest.settings.rating_list != name:
        settings = msgspec.structs.replace(contest.settings, rating_list=name)
        why = reason or (f"seeded by {name}" if contest.published is not None else "")
        tournament.do_or_exit(c.ChangeContest(at=when, by=who, settings=settings, reason=why))
    ratings = tuple(
        ListedRating(player=one.person.id, rating=one.row.rating, member=one.row.number)
        if one.row is not None
        else ListedRating(player=one.person.id)
        for one in matches
    )
    tournament.do_or_exit(
        c.TakeRatings(at=when, by=who, contest=contest.settings.id, ratings=ratings, reason=reason or name)
    )
