"""`barpoint ratings`: the ladder rebuilt from a log of finished matches, and any change explained."""

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from barpoint.rating import COUNTS, SYSTEMS, WHY, Change, Event, Kind, Rebuilt, System, explain, rebuild
from barpoint.rating.reading import from_csv, from_jsonl

app = typer.Typer(help="Ratings that anyone can recompute from the matches.", no_args_is_help=True)


class SystemName(StrEnum):
    """The names `--system` takes."""

    FIBS = "fibs"
    ELO = "elo"
    GLICKO = "glicko"
    GLICKO2 = "glicko2"


File = Annotated[Path, typer.Argument(help="Finished matches: a .csv with a header, or a .jsonl log.")]
Using = Annotated[SystemName, typer.Option("--system", help="The rating system.")]
Counting = Annotated[str, typer.Option("--counts", help="The kinds of ending that are rated, joined by commas.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
_USUAL = ",".join(kind for kind in Kind if kind in COUNTS)


@app.command("rebuild", epilog="Example: barpoint ratings rebuild season.csv --system glicko2")
def rebuild_(file: File, system: Using = SystemName.FIBS, counts: Counting = _USUAL, as_json: AsJson = False) -> None:
    """Fold all matches of FILE from nothing and print the ladder of every pool."""
    rebuilt = _rebuilt(file, SYSTEMS[system], counts)
    if as_json:
        typer.echo(json.dumps(_as_data(rebuilt, system), ensure_ascii=False))
    else:
        _print_ladder(rebuilt, system)


@app.command("explain", epilog="Example: barpoint ratings explain season.csv 2026-04-r3-t7")
def explain_(
    file: File,
    match: Annotated[str, typer.Argument(help="The match's id.")],
    system: Using = SystemName.FIBS,
    counts: Counting = _USUAL,
    as_json: AsJson = False,
) -> None:
    """Show formula, inputs and arithmetic of what one match changed."""
    rebuilt = _rebuilt(file, SYSTEMS[system], counts)
    changes = [change for change in rebuilt.changes if any(met.match == match for met in change.met)]
    aside = [each for each in rebuilt.set_aside if each.id == match]
    if not changes and not aside:
        raise ValueError(f"no match of {file} has the id {match!r}")
    if as_json:
        data = [_change(change, SYSTEMS[system]) for change in changes]
        typer.echo(json.dumps({"changes": data, "not_counted": [WHY[each.kind] for each in aside]}, ensure_ascii=False))
        return
    for each in aside:
        typer.echo(f"{each.id} does not count: {each.reason or WHY[each.kind]}")
    for change in changes:
        typer.echo(f"{change.player} ({change.pool})")
        for line in explain(change, SYSTEMS[system]):
            typer.echo(f"  {line}")


def _rebuilt(file: Path, system: System, counts: str) -> Rebuilt:
    kinds = frozenset(_kind(name) for name in counts.split(",") if name)
    log = _read(file)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("rating", total=len(log))
        return rebuild(log, system, kinds, lambda done: bar.update(task, completed=done))


def _kind(name: str) -> Kind:
    try:
        return Kind(name.strip())
    except ValueError as wrong:
        raise ValueError(f"no ending is called {name!r}; expected some of {', '.join(Kind)}") from wrong


def _read(file: Path) -> list[Event]:
    readers = {".csv": from_csv, ".jsonl": from_jsonl}
    if file.suffix not in readers:
        raise ValueError(f"a file ending in .csv or .jsonl was expected, not {file.name}")
    try:
        with file.open(encoding="utf-8", newline="") as lines:
            return list(readers[file.suffix](lines))
    except OSError as failure:
        raise ValueError(f"cannot read {file}: {failure.strerror}") from failure


def _as_data(rebuilt: Rebuilt, system: str) -> dict[str, Any]:
    pools = {
        str(pool): [
            {"player": name, **{key: value for key, value in _numbers(rating).items() if value is not None}}
            for name, rating in sorted(players.items(), key=lambda each: (-each[1].rating, each[0]))
        ]
        for pool, players in sorted(rebuilt.ladder.ratings.items())
    }
    aside = [{"id": each.id, "kind": each.kind, "why": each.reason or WHY[each.kind]} for each in rebuilt.set_aside]
    return {"system": system, "pools": pools, "not_counted": aside}


def _numbers(rating: Any) -> dict[str, Any]:
    return {field: getattr(rating, field) for field in rating.__struct_fields__}


def _change(change: Change, system: System) -> dict[str, Any]:
    return {
        "player": change.player,
        "pool": str(change.pool),
        "before": change.before.rating,
        "after": change.after.rating,
        "arithmetic": explain(change, system),
    }


def _print_ladder(rebuilt: Rebuilt, system: str) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    for pool, players in sorted(rebuilt.ladder.ratings.items()):
        table = Table("#", "Player", "Rating", "RD", "Matches", "Experience", title=f"{pool} ({system})")
        ranked = sorted(players.items(), key=lambda each: (-each[1].rating, each[0]))
        for place, (name, rating) in enumerate(ranked, 1):
            deviation = "" if rating.deviation is None else f"{rating.deviation:.1f}"
            table.add_row(
                str(place), name, f"{rating.rating:.2f}", deviation, str(rating.matches), str(rating.experience)
            )
        console.print(table)
    if rebuilt.set_aside:
        console.print(f"{len(rebuilt.set_aside)} not counted (see --json)")
