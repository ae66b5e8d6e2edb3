"""`barpoint clubs`: the clubs of a server, their members and their evenings, read from its database."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from barpoint.cli.output import print_json, terminal

if TYPE_CHECKING:
    from barpoint.club import Club

app = typer.Typer(help="Clubs of a server.", no_args_is_help=True)

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DbOption = Annotated[str | None, typer.Option("--db", help="The server's database, or a back-up.")]
IdArgument = Annotated[str, typer.Argument(help="The id of the club.", metavar="ID")]


@app.command("list", epilog="Example: barpoint clubs list --db barpoint.db")
def list_(db: DbOption = None, as_json: JsonOption = False) -> None:
    """The clubs there are."""
    clubs = _clubs(db)
    if as_json:
        print_json({id: {"name": club.name, "place": club.place, "members": len(club.members)} for id, club in clubs})
        return
    for id, club in clubs:
        typer.echo(f"{id:24} {club.name}{f', {club.place}' if club.place else ''} ({len(club.members)} members)")


@app.command("show", epilog="Example: barpoint clubs show corner-house --db barpoint.db")
def show(id: IdArgument, db: DbOption = None, as_json: JsonOption = False) -> None:
    """What a club says of itself, its series, its tournaments and what it has announced."""
    club = _club(db, id)
    if as_json:
        print_json(
            {
                "name": club.name,
                "place": club.place,
                "about": club.about,
                "founded": club.founded,
                "series": dict(club.series),
                "tournaments": [event.tournament for event in club.events],
                "announcements": [{"at": one.at, "text": one.text} for one in club.announcements],
            }
        )
        return
    for line in (club.name, club.place, club.about):
        if line:
            typer.echo(line)
    for series, nights in club.series.items():
        typer.echo(f"series      {series}{' (evenings count)' if nights else ''}")
    for event in club.events:
        typer.echo(f"tournament  {event.tournament}")
    for one in club.announcements:
        typer.echo(f"announced   {one.text}")


@app.command("members", epilog="Example: barpoint clubs members corner-house --json")
def members(id: IdArgument, db: DbOption = None, as_json: JsonOption = False) -> None:
    """Who belongs to a club, and as what."""
    people = sorted(_club(db, id).members.values(), key=lambda one: one.name.casefold())
    if as_json:
        print_json(people)
        return
    from rich.table import Table

    page = Table("Name", "Role", "Account")
    for one in people:
        page.add_row(one.name, one.role.value, one.account or "by name alone")
    terminal().print(page)


@app.command("nights", epilog="Example: barpoint clubs nights corner-house")
def nights(id: IdArgument, db: DbOption = None, as_json: JsonOption = False) -> None:
    """The evenings of a club with who was there, and what the next one is played as."""
    club = _club(db, id)
    evenings = [event for event in club.events if event.members]
    here = {event.tournament: [_name(club, member) for member in event.members] for event in evenings}
    if as_json:
        print_json({"nights": here, "presets": club.nights[::-1]})
        return
    for tournament, people in here.items():
        typer.echo(f"{tournament:24} {', '.join(people)}")
    night = club.night
    typer.echo(f"next: {night.name}, {night.form}, {night.points} points, {night.preset}")


def _name(club: "Club", member: str) -> str:
    return club.members[member].name if member in club.members else member


def _clubs(db: str | None) -> "list[tuple[str, Club]]":
    from barpoint.bootstrap import chosen_database, clubs_of_server

    return asyncio.run(clubs_of_server(chosen_database(db)))


def _club(db: str | None, id: str) -> "Club":
    club = dict(_clubs(db)).get(id)
    if club is None:
        raise ValueError(f"there is no club {id!r}")
    return club
