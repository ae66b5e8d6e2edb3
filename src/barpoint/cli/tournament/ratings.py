"""`barpoint ratings`: the ladder rebuilt from a log of finished matches, and any change explained."""

import asyncio
import csv
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barpoint.cli.output import terminal
from barpoint.cli.tournament.rating_lists import app as lists_app
from barpoint.club.lists import (
    plain_cell,
)
from barpoint.progress import step
from barpoint.rating import (
    ENDING_REASONS,
    RATED_ENDINGS,
    RATING_SYSTEMS,
    MatchEnding,
    MatchRated,
    RatingChange,
    RatingEvent,
    RatingSystem,
    RebuildResult,
    explain,
    match_title,
    rebuild,
)

if TYPE_CHECKING:
    from barpoint.service.ratings import RatedVerdict

app = typer.Typer(help="Ratings that anyone can recompute from the matches.", no_args_is_help=True)
app.add_typer(lists_app, name="lists")


class SystemName(StrEnum):
    """The names `--system` takes."""

    FIBS = "fibs"
    ELO = "elo"
    GLICKO = "glicko"
    GLICKO2 = "glicko2"


FileArgument = Annotated[
    Path | None,
    typer.Argument(
        help="Finished matches: a .csv or .jsonl list, a tournament's file, a match file, or a folder of them. "
        "Without one, the server's database."
    ),
]
SystemOption = Annotated[SystemName, typer.Option("--system", help="The rating system.")]
CountsOption = Annotated[str, typer.Option("--counts", help="The kinds of ending that are rated, joined by commas.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
DbOption = Annotated[str | None, typer.Option("--db", help="The server's database, or a back-up.")]
_USUAL = ",".join(kind for kind in MatchEnding if kind in RATED_ENDINGS)

_EXAMPLES = """
Examples:

  barpoint ratings rebuild season.csv --system glicko2   a season that somebody wrote down

  barpoint ratings rebuild matches/                      match files, tournaments and lists of a folder

  barpoint ratings rebuild --check                       the server's logs, folded from nothing, against its ladder
"""


@dataclass(frozen=True, slots=True)
class _Season:
    """Finished matches, what people in them are called, and what they were on the server."""

    log: list[RatingEvent]
    names: Mapping[str, str]
    verdicts: "Sequence[RatedVerdict]" = ()
    same: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # files of one match: the one that counts, the others

    def name(self, player: str) -> str:
        return self.names.get(player, player)


@app.command("rebuild", epilog=_EXAMPLES)
def rebuild_(
    file: FileArgument = None,
    system: SystemOption = SystemName.FIBS,
    counts: CountsOption = _USUAL,
    as_json: JsonOption = False,
    db: DbOption = None,
    check: Annotated[bool, typer.Option("--check", help="Compare with the ladder the server shows.")] = False,
) -> None:
    """Fold all matches of FILE, or of a server's logs, from nothing and print the ladder of every pool."""
    season = _season(file, db)
    rebuilt = _rebuild_ladder(season, RATING_SYSTEMS[system], counts)
    if as_json:
        typer.echo(json.dumps(_ladder_json(rebuilt, system, season), ensure_ascii=False))
    else:
        _print_ladder(rebuilt, system, season)
    if check:
        _check(rebuilt, system, db)


@app.command("tournaments", epilog="Example: barpoint ratings tournaments spring.jsonl autumn.jsonl --system glicko")
def tournaments_(
    files: Annotated[list[Path], typer.Argument(help="Tournaments, each in its file.", metavar="FILE...")],
    system: SystemOption = SystemName.FIBS,
    as_json: JsonOption = False,
) -> None:
    """The ladder that the finished matches of tournaments come to, in the order they were played."""
    from barpoint.cli.tournament.tournament_file import TournamentFile
    from barpoint.service.tournaments import matches_to_rate, ratings_after

    states = [TournamentFile(file).state for file in files]
    rebuilt = ratings_after(states, RATING_SYSTEMS[system])
    names = {name: str(player) for state in states for name, player in state.players.items()}
    season = _Season([match for state in states for match in matches_to_rate(state)], names)
    if as_json:
        typer.echo(json.dumps(_ladder_json(rebuilt, system, season), ensure_ascii=False))
    else:
        _print_ladder(rebuilt, system, season)


@app.command("export", epilog="Example: barpoint ratings export --db barpoint.db --pool backgammon/blitz > ladder.csv")
def export_(
    file: FileArgument = None,
    system: SystemOption = SystemName.FIBS,
    pool: Annotated[str, typer.Option(help="One pool, as in backgammon/blitz/doubles; by default all.")] = "",
    counts: CountsOption = _USUAL,
    as_json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """The ladder that the matches of FILE, or of a server's logs, come to: as CSV, or as JSON."""
    season = _season(file, db)
    ladder = _ladder_json(_rebuild_ladder(season, RATING_SYSTEMS[system], counts), system, season)
    pools = {name: rows for name, rows in ladder["pools"].items() if not pool or name == pool}
    if as_json:
        typer.echo(json.dumps({"system": system, "pools": pools}, ensure_ascii=False))
        return
    columns = ("player", "name", "rating", "deviation", "matches", "experience")
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(("pool", "place", *columns))
    for name, rows in pools.items():
        for place, row in enumerate(rows, 1):
            cells = [row.get(column, row["player"] if column == "name" else "") for column in columns]
            table.writerow((name, place, *(plain_cell(cell) if isinstance(cell, str) else cell for cell in cells)))


@app.command("explain", epilog="Example: barpoint ratings explain season.csv 2026-04-r3-t7")
def explain_(
    file: Annotated[str, typer.Argument(help="The file of matches; - for the server's database.")],
    match: Annotated[str, typer.Argument(help="The match's id.")],
    system: SystemOption = SystemName.FIBS,
    counts: CountsOption = _USUAL,
    as_json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show formula, inputs and arithmetic of what one match changed."""
    season = _season(None if file == "-" else Path(file), db)
    match = next((counted for counted, others in season.same.items() if match in others), match)
    rebuilt = _rebuild_ladder(season, RATING_SYSTEMS[system], counts)
    changes = [change for change in rebuilt.changes if any(met.match == match for met in change.met)]
    aside = {event.id: event.reason or ENDING_REASONS[event.kind] for event in rebuilt.set_aside if event.id == match}
    aside |= {id: why for id, why in _not_counted(season) if id == match}
    if not changes and not aside:
        raise ValueError(f"no match of {'the database' if file == '-' else file} has the id {match!r}")
    if as_json:
        data = [_change_json(change, RATING_SYSTEMS[system]) for change in changes]
        typer.echo(json.dumps({"changes": data, "not_counted": list(aside.values())}, ensure_ascii=False))
        return
    for id, why in aside.items():
        typer.echo(f"{id} does not count: {why}")
    titles = {
        one.id: match_title(one, season.name, datetime.fromtimestamp(one.at / 1000, UTC).date().isoformat())
        for one in season.log
        if isinstance(one, MatchRated) and one.id == match
    }
    for change in changes:
        typer.echo(f"{season.name(change.player)} ({change.pool})")
        for line in explain(change, RATING_SYSTEMS[system], titles):
            typer.echo(f"  {line}")


def _season(file: Path | None, db: str | None) -> _Season:
    if file is not None:
        if db is not None:
            raise ValueError("expected a file of matches or a database, not both")
        from barpoint.cli.tournament.rating_files import read_season

        read = read_season(file, lambda words: typer.echo(words, err=True))
        return _Season(read.log, {}, same=read.same)
    from barpoint.bootstrap import chosen_database, rated_history

    verdicts, names = asyncio.run(rated_history(chosen_database(db)))
    log: list[RatingEvent] = [one.match for one in verdicts if one.match is not None and one.why is None]
    return _Season(log, names, verdicts)


def _not_counted(season: _Season) -> list[tuple[str, str]]:
    """What the server's rule keeps out whatever its ending."""
    if not season.verdicts:
        return []
    from barpoint.service.ratings import reason_not_counted

    return [(one.id, reason_not_counted(one)) for one in season.verdicts if one.why is not None]


def _check(rebuilt: RebuildResult, system: str, db: str | None) -> None:
    """Whether the server's ladder has these very digits; ends with status 1 if not."""
    from barpoint.bootstrap import chosen_database, live_ratings

    live = asyncio.run(live_ratings(chosen_database(db), system))
    built = {
        (str(pool), player): rating
        for pool, players in rebuilt.ladder.ratings.items()
        for player, rating in players.items()
    }
    differing = sorted(key for key in {*live, *built} if live.get(key) != built.get(key))
    for pool, player in differing[:20]:
        typer.echo(f"{pool} {player}: {live.get((pool, player))} there, {built.get((pool, player))} rebuilt", err=True)
    if differing:
        raise typer.Exit(1)
    typer.echo(f"The server's ladder has the same digits: {len(built)} ratings.", err=True)


def _rebuild_ladder(season: _Season, system: RatingSystem, counts: str) -> RebuildResult:
    kinds = frozenset(_kind(name) for name in counts.split(",") if name)
    with step("rating", len(season.log)) as report:
        return rebuild(season.log, system, kinds, report)


def _kind(name: str) -> MatchEnding:
    try:
        return MatchEnding(name.strip())
    except ValueError as wrong:
        raise ValueError(f"no ending is called {name!r}; expected some of {', '.join(MatchEnding)}") from wrong


def _ladder_json(rebuilt: RebuildResult, system: str, season: _Season) -> dict[str, Any]:
    pools = {
        str(pool): [
            {"player": name}
            | ({"name": season.name(name)} if season.names else {})
            | {**{key: value for key, value in _numbers(rating).items() if value is not None}}
            for name, rating in sorted(players.items(), key=lambda item: (-item[1].rating, item[0]))
        ]
        for pool, players in sorted(rebuilt.ladder.ratings.items())
    }
    aside = [
        {"id": item.id, "kind": item.kind, "why": item.reason or ENDING_REASONS[item.kind]}
        for item in rebuilt.set_aside
    ]
    aside += [{"id": id, "why": why} for id, why in _not_counted(season)]
    same = [{"counted": counted, "same": list(others)} for counted, others in season.same.items()]
    return {"system": system, "pools": pools, "not_counted": aside, "same": same}


def _numbers(rating: Any) -> dict[str, Any]:
    return {field: getattr(rating, field) for field in rating.__struct_fields__}


def _change_json(change: RatingChange, system: RatingSystem) -> dict[str, Any]:
    return {
        "player": change.player,
        "pool": str(change.pool),
        "before": change.before.rating,
        "after": change.after.rating,
        "arithmetic": explain(change, system),
    }


def _print_ladder(rebuilt: RebuildResult, system: str, season: _Season) -> None:
    from rich.table import Table

    console = terminal()
    for pool, players in sorted(rebuilt.ladder.ratings.items()):
        table = Table("#", "Player", "Rating", "RD", "Matches", "Experience", title=f"{pool} ({system})")
        ranked = sorted(players.items(), key=lambda item: (-item[1].rating, item[0]))
        for place, (name, rating) in enumerate(ranked, 1):
            deviation = "" if rating.deviation is None else f"{rating.deviation:.1f}"
            table.add_row(
                str(place),
                season.name(name),
                f"{rating.rating:.2f}",
                deviation,
                str(rating.matches),
                str(rating.experience),
            )
        console.print(table)
    aside = len(rebuilt.set_aside) + len(_not_counted(season))
    if aside:
        console.print(f"{aside} not counted (see --json)")
    for counted, others in season.same.items():
        console.print(f"{counted} is the same match as {', '.join(others)}: counted once", markup=False)
