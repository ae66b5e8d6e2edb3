"""`barpoint convert`: a match in another form; and with `--check`, whether files are sound matches at all."""

import json
import os
import sys
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from lzma import LZMAError
from pathlib import Path
from typing import Annotated, Any, Final

import typer

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
        reports = list(_each(list(_sources(paths)), lenient, book, jobs))
        _print_reports(reports, as_json=as_json)
        raise typer.Exit(0 if all(report["ok"] for report in reports) else 1)
    if len(paths) < 2:
        raise ValueError("expected a file and the name to write, such as: barpoint convert match.mat match.sgf")
    *files, out = paths
    if len(files) > 1 or out.is_dir():
        raise typer.Exit(_into(files, out, to, lenient=lenient, book=book))
    _one(files[0], out, to, lenient=lenient, book=book)
    if as_json:
        typer.echo(json.dumps({"path": str(files[0]), "written": str(out)}, ensure_ascii=False))


def _one(source: Path, out: Path, to: str, *, lenient: bool, book: str) -> None:
    from msgspec.structs import replace

    from barpoint.notation.files import form_of, read_path, written

    form = _form(to) if to else form_of(out)
    loaded = read_path(source)
    if book:
        loaded = replace(loaded, record=replace(loaded.record, book=book))
    made = written(loaded, form, lenient=lenient)
    if out.exists() and out.samefile(source):
        raise ValueError(f"{source} is not written over itself; expected another name")
    out.write_bytes(made)


def _form(name: str) -> Any:
    from barpoint.notation.files import FORMS

    form = FORMS.get(name)
    if form is None or not (form.writes or name == "log"):
        known = ", ".join(form.name for form in FORMS.values() if form.writes or form.name == "log")
        raise ValueError(f"no form that is written is called {name!r}; expected one of {known}")
    return form


def _into(files: list[Path], folder: Path, to: str, *, lenient: bool, book: str) -> int:
    """Convert each file into a folder; what failed is listed at the end."""
    if not to:
        raise ValueError("many files are converted with --to and a form, such as --to sgf")
    form = _form(to)
    folder.mkdir(parents=True, exist_ok=True)
    failed: list[str] = []
    taken: set[Path] = set()
    sources = list(_paths(files))
    for path in _progress(sources, len(sources), "converting"):
        out = folder / (_stem(path) + form.endings[0])
        if _is_archive(path):
            failed.append(f"{path}: an archive is checked, not converted; unpack it first")
            continue
        if out in taken:
            failed.append(f"{path}: {out.name} has been written from another file")
            continue
        try:
            _one(path, out, to, lenient=lenient, book=book)
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
    return plain.stem if _is_match(path) else path.name


# Checking


def _sources(paths: Iterable[Path]) -> Iterator[tuple[str, bytes | None]]:
    """Each file by its name; those inside a tar archive with what they hold."""
    from barpoint.notation.record import LONGEST_FILE

    for path in _paths(paths):
        if not _is_archive(path):
            yield str(path), None
            continue
        try:
            with tarfile.open(path) as archive:
                for member in archive:
                    file = archive.extractfile(member) if member.isfile() else None
                    if file is not None and _is_match(Path(member.name)):
                        yield f"{path}/{member.name}", file.read(LONGEST_FILE + 1)
        except (tarfile.TarError, EOFError, OSError, LZMAError, zlib.error):
            yield str(path), None  # it is reported as a file that is not read


def _paths(paths: Iterable[Path]) -> Iterator[Path]:
    """The files themselves, and in folders those whose ending is known."""
    for path in paths:
        if path.is_dir():
            yield from sorted(each for each in path.rglob("*") if each.is_file() and _is_match(each))
        elif not path.exists():
            raise ValueError(f"there is no file {path}")
        else:
            yield path


def _is_archive(path: Path) -> bool:
    return ".tar" in path.suffixes[-2:] or path.suffix == ".tgz"


def _is_match(path: Path) -> bool:
    from barpoint.notation.files import ENDINGS

    plain = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    return plain.suffix.lower() in ENDINGS or _is_archive(path)


def _each(sources: list[tuple[str, bytes | None]], lenient: bool, book: str, jobs: int) -> Iterator[dict[str, Any]]:
    """A report for every source, in order."""
    jobs = min(jobs or os.cpu_count() or 1, len(sources))
    work = [(name, data, lenient, book) for name, data in sources]
    if jobs < 2 or len(sources) < _PARALLEL_FROM:
        yield from _progress(map(_report, work), len(work), "checking")
        return
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from _progress(pool.map(_report, work, chunksize=8), len(work), "checking")


def _report(work: tuple[str, bytes | None, bool, str]) -> dict[str, Any]:
    """What is to be said of one file."""
    from msgspec.structs import replace

    from barpoint.notation.files import read_bytes, read_path
    from barpoint.notation.replaying import replay

    name, data, lenient, book = work
    report: dict[str, Any] = {
        "path": name,
        "format": None,
        "games": 0,
        "final_score": None,
        "complete": False,
        "ok": False,
        "problem": None,
    }
    if data is None and _is_archive(Path(name)):
        return report | {"problem": "it is no tar archive that can be read to its end"}
    try:
        loaded = read_path(Path(name)) if data is None else read_bytes(data)
    except (ValueError, OSError) as unread:
        return report | {"problem": str(unread)}
    if loaded.events:
        return report | _of_log(loaded)
    record = replace(loaded.record, book=book) if book else loaded.record
    replayed = replay(record, lenient=lenient)
    problem = str(replayed.problems[0]) if replayed.problems else None
    if problem is None and not replayed.agrees:
        problem = f"the score is {replayed.state.score} by play and {record.stated_score} in the source"
    return report | {
        "format": loaded.form,
        "games": len(record.games),
        "final_score": list(replayed.state.score),
        "complete": replayed.complete,
        "ok": problem is None or lenient,
        "problem": problem,
    }


def _of_log(loaded: Any) -> dict[str, Any]:
    """A log that folds is sound: it was judged when it was played."""
    from barpoint.match.evolve import fold
    from barpoint.match.state import Phase

    state = fold(loaded.events)
    return {
        "format": loaded.form,
        "games": len(loaded.record.games),
        "final_score": list(state.score),
        "complete": state.phase is Phase.OVER,
        "ok": True,
    }


def _progress(each: Iterable[Any], total: int, doing: str) -> Iterator[Any]:
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(doing, total=total)
        for item in each:
            yield item
            bar.advance(task)


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
