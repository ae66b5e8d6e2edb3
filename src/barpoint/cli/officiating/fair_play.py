"""`barpoint fair-play`: figures of fair play of match files, or of the matches a server has weighed. No verdict."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from barpoint.cli.files.match_sources import MatchSource, match_sources, replay_leniently
from barpoint.cli.output import terminal

if TYPE_CHECKING:
    from barpoint.engine.review import FairPlaySums
    from barpoint.service.officials import DeviceInCommon, FairPlayReport

app = typer.Typer()

_EXAMPLES = """
Examples:

  barpoint fair-play spring/*.mat            each match beside the earlier ones of its players, by their names

  barpoint fair-play --match 7F3KQZ2M4N      one match of the server's database

  barpoint fair-play --db games.db --json    the newest matches a server has weighed
"""


@app.command("fair-play", epilog=_EXAMPLES)
def fair_play(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Matches in any form that is read, in the order they were played.")
    ] = None,
    match: Annotated[str, typer.Option("--match", help="A match of the server's database, by its id.")] = "",
    db: Annotated[str | None, typer.Option("--db", help="The server's database.")] = None,
    count: Annotated[int, typer.Option("--count", min=1, max=1_000, help="How many of the newest matches.")] = 10,
    plies: Annotated[int, typer.Option("--plies", min=0, max=2, help="Rolls to look ahead, for files.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, one match a line.")] = False,
) -> None:
    """Print agreement with the engine by difficulty, error rate, and time, each with its uncertainty.

    Figures are for officials to weigh, never a verdict: docs/fair-play.md says what each means and how far it can be
    trusted.
    """
    if files and (match or db):
        raise ValueError("expected match files or a server's database, not both")
    pages = _of_files(files, plies) if files else _of_server(db, match, count)
    if not as_json:
        _print_meanings()
    for page in pages:
        if as_json:
            typer.echo(msgspec.json.encode(page).decode())
        else:
            _print_page(page)


def _of_files(files: list[Path], plies: int) -> Iterator[dict[str, Any]]:
    from barpoint.engine.review import compare_sums

    past: defaultdict[str, list[FairPlaySums]] = defaultdict(list)
    for source in match_sources(files):
        players = []
        for name, side, sums in _weigh_file(source, plies):
            players.append({"name": name, "side": side, "figures": compare_sums(sums, past[name])})
            past[name].append(sums)
        yield {"match": Path(source.name).name, "players": players}


def _weigh_file(source: MatchSource, plies: int) -> "list[tuple[str, str, FairPlaySums]]":
    from barpoint.engine import analyse
    from barpoint.engine.review import fair_play_sums
    from barpoint.progress import step

    events, problems = replay_leniently(source.read())
    for problem in problems:
        typer.echo(f"barpoint: {source.name}: {problem}", err=True)
    with step(f"weighing {Path(source.name).name}") as report:
        analysis = analyse(events, plies, progress=lambda done, total: report(done, total, f"{done} of {total}"))
    sums = fair_play_sums(analysis, events)
    return [(player.name, str(player.side), own) for player, own in zip(analysis.players, sums, strict=True)]


def _of_server(db: str | None, match: str, count: int) -> list[dict[str, Any]]:
    from barpoint.bootstrap import chosen_database, fair_play_reports

    reports = asyncio.run(fair_play_reports(chosen_database(db), match, count))
    if match and not reports:
        raise ValueError(f"no match {match!r} was weighed: rated matches and matches of online events are, once over")
    return [_server_page(report) for report in reports]


def _server_page(report: "FairPlayReport") -> dict[str, Any]:
    return {"match": report.match, "players": [msgspec.structs.asdict(player) for player in report.players]}


def _print_meanings() -> None:
    from barpoint.service.officials import MEANINGS, NO_VERDICT

    console = terminal()
    for name, meaning in MEANINGS.items():
        console.print(f"{name}: {meaning}")
    console.print(NO_VERDICT)


def _print_page(page: dict[str, Any]) -> None:
    from barpoint.service.officials import figure_lines

    console = terminal()
    console.print(f"\n{page['match']}")
    for player in page["players"]:
        rating = player.get("rating")
        console.print(f"  {player['name']}{'' if rating is None else f', rating {rating:.0f}'}")
        for line in figure_lines(player["figures"]):
            console.print(f"    {line}")
        for device in player.get("devices", ()):
            console.print(f"    seen on one device with: {_device_words(device)}")


def _device_words(device: "DeviceInCommon") -> str:
    if device.people:
        return ", ".join(f"{one.name} (the opponent)" if one.opponent else one.name for one in device.people)
    among = ", the opponent among them" if device.opponent else ""
    return f"{device.count} accounts{among}, which says nothing"
