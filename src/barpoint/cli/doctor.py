"""`barpoint doctor`: what this installation is made of, what it lacks, and how to mend that."""

import os
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

from barpoint.extras import EXTRAS, install_words, is_installed

app = typer.Typer()


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of the installation; `mend` says what to do, if something is to be done."""

    part: str
    text: str
    mend: str = ""
    urgent: bool = False
    """Whether something does not work as it is; else it only takes longer."""


@app.command(epilog="Example: barpoint doctor --compile")
def doctor(
    compile_now: Annotated[bool, typer.Option("--compile", help="Compile now what is not compiled yet.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for programs.")] = False,
) -> None:
    """Name the tier of the processor, versions, folders and the database; what is missing, and how to mend it.

    Ends with status 1 if something does not work as it is.
    """
    if compile_now:
        from barpoint.engine import build_all

        build_all()
    engine = _tier(), _kernels(), _tables(), _sprint_table()
    findings = (*_versions(), *engine, _pages(), *_folders(), _database(), *_extras())
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(findings).decode())
    else:
        for finding in findings:
            typer.echo(f"{finding.part:12} {finding.text}")
            if finding.mend:
                typer.echo(f"{'':12} -> {finding.mend}")
    if any(finding.urgent for finding in findings):
        raise typer.Exit(1)


def _versions() -> list[Finding]:
    import platform

    from barpoint import __version__

    libraries = ", ".join(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy"))
    place = Path(__file__).parent.parent
    return [
        Finding("barpoint", f"{__version__} in {place}"),
        Finding("python", f"{platform.python_version()} on {platform.platform()}; {libraries}"),
    ]


def _tier() -> Finding:
    from barpoint.jit_tier import TIERS, default_tier, processor, runs_here, tier

    present, usual = tier().name, default_tier()
    host = processor().split(" ", 1)[0]
    if present == usual:
        return Finding("tier", f"{present}, everybody's default (this processor: {host})")
    if os.environ.get("BARPOINT_TIER"):
        urgent = not runs_here(TIERS[present])
        mend = f"unset BARPOINT_TIER for {usual}, whose kernels are shipped and whose digits agree between machines"
        return Finding("tier", f"{present}, by BARPOINT_TIER (this processor: {host})", mend, urgent)
    text = f"{present}: this processor ({host}) has not all of {usual}, so shipped kernels do not run here"
    return Finding("tier", text, "nothing: kernels are compiled once for this machine")


def _kernels() -> Finding:
    from barpoint.engine import missing
    from barpoint.jit_cache import SHIPPED, kernel_folders

    folders = [folder for folder in kernel_folders() if any(folder.glob("*.nbc"))]
    lacking = missing()
    if folders and not lacking:
        where = "shipped" if SHIPPED in folders[0].parents else "compiled here"
        count = len([*folders[0].glob("*.nbc")])
        return Finding("kernels", f"all {where}: {count} in {folders[0]}")
    mend = "`barpoint doctor --compile` compiles them now, else each command does when it needs them; once"
    if any(SHIPPED.glob("kernels-*")):
        return Finding("kernels", "those shipped are for another version of Numba or Python, or another tier", mend)
    compiled = f"; compiled until now: {sum(len([*folder.glob('*.nbc')]) for folder in folders)}" if folders else ""
    return Finding("kernels", f"none shipped (an editable install has none){compiled}", mend)


def _tables() -> Finding:
    from barpoint.engine import tables_folders

    present = next((folder for folder in tables_folders() if any(folder.glob("bearoff-one-sided*.npy"))), None)
    if present is None:
        return Finding("bear-off", "tables not built", "nothing: they are built in seconds when they are needed")
    return Finding("bear-off", f"tables in {present}")


def _sprint_table() -> Finding:
    from barpoint.engine.sprintgammon import table_folder

    if (table_folder() / "card.json").exists():
        return Finding("sprintgammon", f"solved, in {table_folder()}")
    mend = "`barpoint engine solve sprintgammon` makes it exact (some minutes, 390 MB)"
    return Finding("sprintgammon", "played by the net", mend)


def _pages() -> Finding:
    from importlib.util import find_spec

    web = find_spec("barpoint.web")
    assert web is not None
    assert web.submodule_search_locations is not None
    static = Path(web.submodule_search_locations[0]) / "static"
    if (static / "index.html").exists():
        return Finding("pages", f"in {static}")
    mend = "install again without BARPOINT_UI=skip where npm packages can be reached"
    return Finding("pages", "not built: `barpoint serve` has nothing to show", mend, urgent=True)


def _folders() -> list[Finding]:
    from barpoint.engine import data_home
    from barpoint.jit_cache import cache_home

    homes = {"cache": (cache_home(), "BARPOINT_CACHE"), "data": (data_home(), "BARPOINT_DATA")}
    out = []
    for part, (folder, name) in homes.items():
        if _writable(folder):
            out.append(Finding(part, str(folder) if folder.exists() else f"{folder} (made when it is needed)"))
        else:
            mend = f"set {name} to a folder that can be written"
            out.append(Finding(part, f"{folder} cannot be written", mend, urgent=part == "data"))
    return out


def _writable(folder: Path) -> bool:
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder.is_dir() and os.access(folder, os.W_OK)


def _database() -> Finding:
    from barpoint.bootstrap import default_database

    address = os.environ.get("BARPOINT_DB") or default_database()
    if address.startswith("postgres"):
        from urllib.parse import urlsplit

        parts = urlsplit(address)
        text = f"PostgreSQL, {parts.hostname or 'local'}{parts.path}"
        if not is_installed("postgres"):
            return Finding("database", f"{text}: its driver is not installed", install_words("postgres"), urgent=True)
        return Finding("database", f"{text} (not looked into)")
    path = Path(address.removeprefix("sqlite:///"))
    if not path.exists():
        return Finding("database", f"{path} (made by the first `barpoint serve`)")
    if problem := _sqlite_problem(path):
        mend = "set BARPOINT_DB to another file, or bring this one back from a copy"
        return Finding("database", f"{path}: {problem}", mend, urgent=True)
    return Finding("database", f"{path}, {path.stat().st_size / 1e6:.1f} MB")


def _extras() -> list[Finding]:
    lacking = {name: extra.purpose for name, extra in EXTRAS.items() if not is_installed(name)}
    present = [name for name in EXTRAS if name not in lacking]
    return [
        Finding("extras", f"installed: {', '.join(present) or 'none'}"),
        *(Finding("", f"{name}: not installed, for {lacking[name]}", install_words(name)) for name in lacking),
    ]


def _sqlite_problem(path: Path) -> str:
    import sqlite3

    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            answer: Any = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as failure:
        return str(failure)
    if not os.access(path, os.W_OK):
        return "it cannot be written"
    return "" if answer == "ok" else str(answer)
