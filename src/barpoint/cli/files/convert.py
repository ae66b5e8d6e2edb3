"""`barpoint convert`: a match in another form; and with `--check`, whether files are sound matches at all."""

import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from barpoint.cli.files.match_sources import MatchSource, is_archive, is_match_file, match_paths, match_sources
from barpoint.progress import count_off

app = typer.Typer()

_PARALLEL_FROM: Final = 40
"""Files; fewer are read before another process has started."""


@app.command(
    epilog="Examples: barpoint convert match.mat match.sgf · barpoint convert --check archive/ --json · "
    "barpoint convert old/*.txt new/ --to sgf"
)
def convert(
    paths: Annotated[list[Path], typer.Argument(help="A file and where to write it; or many, and a folder.")],
    check: Annotated[bool, typer.Option("--check", help="Write nothing: read, replay and report each file.")] = False,
    to: Annotated[str, typer.Option("--to", help="The form to write, if the ending does not say.")] = "",
    lenient: Annotated[
        bool, typer.Option("--lenient", help="Keep illegal plays as they were recorded instead of refusing the match.")
    ] = False,
    book: Annotated[str, typer.Option("--book", help="The rule book whose clauses are cited.")] = "",
    jobs: Annotated[int, typer.Option("--jobs", min=0, help="Files read at once; 0 for one a core.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Write a match in another form, by the ending of the second name: .mat .sgf .jsonl .ibf .pdf .html .gif .svg .png.

    Every record is replayed first: an illegal play is reported with game, move, reason and clause.
    """
    if check:
        reports = list(_reports(list(match_sources(paths)), lenient, book, jobs))
        _print_reports(reports, as_json=as_json)
        raise typer.Exit(0 if all(report["ok"] for report in reports) else 1)
    if len(paths) < 2:
        raise ValueError("expected a file and the name to write, such as: barpoint convert match.mat match.sgf")
    *files, out = paths
    if len(files) > 1 or out.is_dir():
        raise typer.Exit(_convert_into(files, out, to, lenient=lenient, book=book))
    _convert_file(files[0], out, to, lenient=lenient, book=book)
    if as_json:
        typer.echo(json.dumps({"path": str(files[0]), "written": str(out)}, ensure_ascii=False))


def _convert_file(source: Path, out: Path, to: str, *, lenient: bool, book: str) -> None:
    from msgspec.structs import replace

    from barpoint.notation import convert_match, read_path
    from barpoint.notation.files import form_of

    form = _form(to) if to else form_of(out)
    loaded = read_path(source)
    if book:
        loaded = replace(loaded, record=replace(loaded.record, book=book))
    data = convert_match(loaded, form, lenient=lenient)
    if out.exists() and out.samefile(source):
        raise ValueError(f"{source} is not written over itself; expected another name")
    out.write_bytes(data)


def _form(name: str) -> Any:
    from barpoint.notation.files import FORMS

    form = FORMS.get(name)
    if form is None or not (form.writes or name == "log"):
        known = ", ".join(form.name for form in FORMS.values() if form.writes or form.name == "log")
        raise ValueError(f"no form that is written is called {name!r}; expected one of {known}")
    return form


def _convert_into(files: list[Path], folder: Path, to: str, *, lenient: bool, book: str) -> int:
    """Convert each file into a folder; what failed is listed at the end."""
    if not to:
        raise ValueError("many files are converted with --to and a form, such as --to sgf")
    form = _form(to)
    folder.mkdir(parents=True, exist_ok=True)
    failed: list[str] = []
    taken: set[Path] = set()
    sources = list(match_paths(files))
    for path in count_off(sources, "converting", len(sources), kept=f"what is in {folder}"):
        out = folder / (_stem(path) + form.endings[0])
        if is_archive(path):
            failed.append(f"{path}: an archive is checked, not converted; unpack it first")
            continue
        if out in taken:
            failed.append(f"{path}: {out.name} has been written from another file")
            continue
        try:
            _convert_file(path, out, to, lenient=lenient, book=book)
            taken.add(out)
        except (ValueError, OSError) as problem:
            failed.append(f"{path}: {problem}")
    for line in failed:
        typer.echo(line, err=True)
    typer.echo(f"{len(sources) - len(failed)} of {len(sources)} converted into {folder}", err=True)
    return 1 if failed else 0


def _stem(path: Path) -> str:
    """The name without the ending of its form; other dots belong to the name."""
    plain = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    return plain.stem if is_match_file(path) else path.name


# Checking


def _reports(sources: list[MatchSource], lenient: bool, book: str, jobs: int) -> Iterator[dict[str, Any]]:
    """A report for every source, in order."""
    jobs = min(jobs or os.cpu_count() or 1, len(sources))
    work = [(source, lenient, book) for source in sources]
    if jobs < 2 or len(sources) < _PARALLEL_FROM:
        yield from count_off(map(_report, work), "checking", len(work))
        return
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from count_off(pool.map(_report, work, chunksize=8), "checking", len(work))


def _report(work: tuple[MatchSource, bool, str]) -> dict[str, Any]:
    """What is to be said of one file."""
    from msgspec.structs import replace

    from barpoint.notation import replay

    source, lenient, book = work
    report: dict[str, Any] = {
        "path": source.name,
        "format": None,
        "games": 0,
        "final_score": None,
        "complete": False,
        "ok": False,
        "problem": None,
    }
    try:
        loaded = source.read()
    except (ValueError, OSError) as unread:
        return report | {"problem": str(unread)}
    if loaded.events:
        return report | _log_report(loaded)
    record = replace(loaded.record, book=book) if book else loaded.record
    replayed = replay(record, lenient=lenient)
    problem = str(replayed.problems[0]) if replayed.problems else None
    if problem is None and not replayed.agrees:
        problem = f"the score is {replayed.state.score} by play and {record.final_score} in the source"
    return report | {
        "format": loaded.form,
        "games": len(record.games),
        "final_score": list(replayed.state.score),
        "complete": replayed.complete,
        "ok": problem is None or lenient,
        "problem": problem,
    }


def _log_report(loaded: Any) -> dict[str, Any]:
    """A log that folds is sound: it was judged when it was played."""
    from barpoint.match import MatchPhase, fold_match

    state = fold_match(loaded.events)
    return {
        "format": loaded.form,
        "games": len(loaded.record.games),
        "final_score": list(state.score),
        "complete": state.phase is MatchPhase.OVER,
        "ok": True,
    }


def _print_reports(reports: list[dict[str, Any]], *, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(reports, ensure_ascii=False, indent=1))
        return
    wrong = [report for report in reports if report["problem"]]
    for report in wrong:
        typer.echo(f"{report['path']}: {report['problem']}")
    forms = sorted({report["format"] for report in reports if report["format"]})
    games = sum(report["games"] for report in reports)
    unfinished = sum(not report["complete"] and report["ok"] for report in reports)
    typer.echo(
        f"{len(reports)} files ({', '.join(forms) or 'nothing known'}), {games} games: "
        f"{len(reports) - len(wrong)} sound, {unfinished} of them unfinished, {len(wrong)} with a problem"
    )
