"""`barpoint analyse`: matches judged by the engine: errors, ratings, luck and the worst mistakes."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from barpoint.cli.files.match_sources import MatchSource, match_sources, replay_leniently
from barpoint.cli.output import print_page
from barpoint.engine.search import SearchWidth

if TYPE_CHECKING:
    from barpoint.cli.engine.report_files import ReportFiles
    from barpoint.engine import Analysis, MatchEquityTable
    from barpoint.engine.review import DaskAnalysts, Performance, RollOut
    from barpoint.service.analysis import MatchReport, ReportedDecision

app = typer.Typer()

RollerOption = Annotated[
    bool, typer.Option("--roller", help="Settle what is close by short rollouts: stronger, and slower.")
]
MetOption = Annotated[
    Path | None, typer.Option("--met", help="A match equity table (JSON, or gnubg's XML), instead of Kazaross-XG2.")
]


class DoubtfulClass(StrEnum):
    """Which decisions are rolled out."""

    ERROR = "error"
    BLUNDER = "blunder"


@dataclass(frozen=True)
class _Ways:
    """How matches are judged."""

    plies: int
    threads: int
    width: SearchWidth
    doubtful: DoubtfulClass | None
    games: int
    table: "MatchEquityTable | None"
    roller: bool = False
    dask: Any = None  # the client of a cluster

    @property
    def settings(self) -> tuple[object, ...]:
        """What a report depends on."""
        known = (self.plies, str(self.width), self.doubtful, self.games, self.table.name if self.table else "")
        return (*known, "roller") if self.roller else known

    def roll_out(self) -> "RollOut | None":
        """Who rolls out what is doubtful."""
        if self.doubtful is None:
            return None
        from barpoint.engine import RolloutSettings, ThreadWorkers
        from barpoint.engine.review import Grade, RollOut
        from barpoint.engine.rollout import DaskWorkers

        settings = RolloutSettings(games=self.games, least=self.games, cubeful=True)
        workers = DaskWorkers(self.dask) if self.dask else ThreadWorkers(self.threads)
        return RollOut(Grade(self.doubtful), workers, settings, self.table)

    def analysts(self) -> "DaskAnalysts | None":
        """Who judges, if it is not this process."""
        from barpoint.engine.review import DaskAnalysts

        return DaskAnalysts(self.dask) if self.dask else None


@app.command(epilog="Example: barpoint analyse match.mat --plies 2 --html report")
def analyse(
    files: Annotated[list[Path], typer.Argument(help="Matches in any form that is read, folders, archives.")],
    plies: Annotated[int, typer.Option(min=0, max=4, help="Rolls to look ahead; 0 is the nets alone.")] = 2,
    threads: Annotated[int, typer.Option(min=0, max=64, help="Threads to use; 0 takes every core.")] = 0,
    width: Annotated[
        SearchWidth, typer.Option("--width", help="How many plays are looked at deeply: more find the unlikely ones.")
    ] = SearchWidth.NORMAL,
    roller: RollerOption = False,
    worst: Annotated[int, typer.Option(min=0, help="How many mistakes to list.")] = 10,
    rollout: Annotated[
        DoubtfulClass | None, typer.Option("--rollout", help="Roll out decisions of this class, and worse ones.")
    ] = None,
    games: Annotated[int, typer.Option(min=36, help="Games of each candidate that is rolled out.")] = 324,
    html: Annotated[
        Path | None, typer.Option("--html", help="A folder for a page and the JSON of every match, and their index.")
    ] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="A file for all decisions as a table.")] = None,
    sgf: Annotated[
        Path | None, typer.Option("--sgf", help="A folder for gnubg's .sgf files with the analysis.")
    ] = None,
    met: MetOption = None,
    dask: Annotated[
        str | None,
        typer.Option("--dask", help="Address of a Dask scheduler whose workers judge: the same digits."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print every decision as JSON, one match a line.")] = False,
) -> None:
    """Judge every decision of matches: errors, performance rating (as XG reckons it), luck, the worst mistakes.

    A file that cannot be read is named and passed over; the status is then 1. With --html, --sgf or --csv what was
    analysed before is not analysed again: an interrupted run goes on where it was.
    """
    from barpoint.cli.engine.report_files import ReportFiles

    files_out = ReportFiles(html, sgf, csv)
    with _cluster(dask) as client:
        ways = _Ways(plies, threads or os.cpu_count() or 1, width, rollout, games, _equity_table(met), roller, client)
        failed = _analyse_all(files, ways, files_out, worst=worst, as_json=as_json)
    files_out.finish()
    if failed:
        raise typer.Exit(1)


@contextmanager
def _cluster(address: str | None) -> "Iterator[Any]":
    """The client of a Dask cluster, closed at the end; None without an address."""
    if address is None:
        yield None
        return
    from barpoint.extras import extra_module

    with extra_module("dask").Client(address) as client:
        yield client


def _analyse_all(files: list[Path], ways: _Ways, files_out: "ReportFiles", *, worst: int, as_json: bool) -> bool:
    """Match after match; whether one of them could not be read."""
    failed = shown = False
    for source in match_sources(files):
        try:
            analysed = _analyse_source(source, ways, files_out, shown=shown)
            _show(source, *analysed, worst=worst, as_json=as_json)
        except (ValueError, OSError) as unread:
            typer.echo(f"barpoint: {source.name}: {unread}", err=True)
            failed = True
            continue
        shown = True
    return failed


def _equity_table(met: Path | None) -> "MatchEquityTable | None":
    from barpoint.engine import MatchEquityTable

    return MatchEquityTable.from_file(met) if met else None


def _analyse_source(
    source: MatchSource, ways: _Ways, files: "ReportFiles", *, shown: bool
) -> "tuple[Analysis | None, MatchReport]":
    """A match and its files; the analysis is None where an earlier run had it."""
    from barpoint.cli.engine.report_files import fingerprint
    from barpoint.engine import analyse as judge
    from barpoint.progress import step
    from barpoint.service.analysis import report_of, with_other_opinions

    name = files.name_of(source.name)
    of = fingerprint(source.content(), *ways.settings)
    loaded = source.read()
    events, problems = replay_leniently(loaded)
    for problem in problems:
        typer.echo(f"barpoint: {source.name}: {problem}", err=True)
    if (known := files.known(name, of)) is not None:
        files.write(name, of, known, events)
        return None, known
    kept = "the matches shown above" if shown else "nothing"
    with step(f"analysing {Path(source.name).name}", kept=kept) as report:

        def tell(done: int, total: int) -> None:
            report(done, total, f"{done} of {total}")

        analysis = judge(
            *(events, ways.plies, ways.threads),
            table=ways.table,
            width=ways.width,
            roller=ways.roller,
            analysts=ways.analysts(),
            roll_out=ways.roll_out(),
            progress=tell,
        )
    made = report_of(events, analysis, source=Path(source.name).name, width=str(ways.width), roller=ways.roller)
    made = with_other_opinions(made, loaded.record)
    files.write(name, of, made, events)
    return analysis, made


def _show(
    source: MatchSource, analysis: "Analysis | None", report: "MatchReport", *, worst: int, as_json: bool
) -> None:
    import msgspec

    if not as_json:
        _print_report(Path(source.name), report, worst)
        return
    data = {"file": source.name, **msgspec.to_builtins(report)}
    if analysis is not None:  # every candidate in the engine's own terms beside the words
        plain = msgspec.to_builtins(analysis)
        pairs = zip(plain["decisions"], data["decisions"], strict=True)
        data = {**plain, **data, "decisions": [{**decision, **said} for decision, said in pairs]}
    typer.echo(msgspec.json.encode(data).decode())


def _print_report(file: Path, report: "MatchReport", worst: int) -> None:
    from rich.table import Table
    from rich.text import Text

    kind = f"{report.length}-point match" if report.length else "money session"
    plies = f"{report.plies} {'ply' if report.plies == 1 else 'plies'}{' and roller' if report.roller else ''}"
    title = Text.assemble((file.name, "bold"), f", {kind}, {plies}")
    table = Table("", *(player.name for player in report.players))
    for row, figure in _ROWS.items():
        table.add_row(row, *(figure(player) for player in report.players))
    result, fair = report.result, report.result_without_luck
    words = f"{result:.0%} of the match, {fair:.1%}" if report.length else f"{result:+.0f} points, {fair:+.2f}"
    summary = f"Result of {report.players[0].name}: {words} without luck."
    print_page(title, table, summary, *(_mistake_line(mistake) for mistake in report.mistakes[:worst]))


_ROWS: "dict[str, Callable[[Performance], str]]" = {
    "Performance rating": lambda p: f"{p.pr:.2f}",
    "Decisions counted": lambda p: f"{p.counted}",
    "Checker error": lambda p: f"{p.play_error:.3f} ({p.plays})",
    "Cube error": lambda p: f"{p.cube_error:.3f} ({p.cubes})",
    "Errors, blunders": lambda p: f"{p.errors}, {p.blunders}",
    "Luck": lambda p: f"{p.luck:+.3f}",
}


def _mistake_line(mistake: "ReportedDecision") -> str:
    """One mistake in a line: where, what was done, what was best, and the cost."""
    where = f"{mistake.grade:7} {mistake.error:.3f}  game {mistake.game}, move {mistake.move}, {mistake.name}"
    if mistake.roll is None:
        action = mistake.figures.action if mistake.figures else ""
        return f"{where}: {mistake.chosen}, best {mistake.best} ({action})"
    return f"{where}, {mistake.roll[0]}{mistake.roll[1]}: {mistake.chosen}, best {mistake.best}"
