"""What is installed only if asked for: nothing else misses it, and whoever needs it reads how to get it."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from barpoint.extras import EXTRAS, MissingExtraError, extra_module, install_words

ROOT = Path(__file__).parent.parent
MATCH = ROOT / "tests" / "playthroughs" / "0.1.0" / "ibf-blitz.jsonl"


def barpoint(*words: str, without: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A command where a library is not installed."""
    code = f"import sys; sys.modules[{without!r}] = None; from barpoint.__main__ import main; main()"
    return subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, env=os.environ | more)


def test_extras_are_those_of_the_package() -> None:
    optional = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert {*EXTRAS, "dev", "release"} == {*optional}


def test_a_library_that_is_there_and_broken_is_not_taken_for_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bgsage.py").write_text("import nothing_of_that_name")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nothing_of_that_name"):
        extra_module("bgsage")


def test_a_missing_library_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    words = r"^one more library is needed for printing to PDF: pip install 'barpoint\[print\]'$"
    with pytest.raises(MissingExtraError, match=words):
        extra_module("print")


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("print", ("convert", str(MATCH), "{folder}/sheet.pdf")),
        ("print", ("rules", "checklist", "--book", "usbgf", "--pdf", "{folder}/card.pdf")),
        ("pictures", ("board", "start", "--png", "{folder}/board.png")),
        ("pictures", ("convert", str(MATCH), "{folder}/match.gif")),
        ("postgres", ("serve", "--db", "postgresql://localhost/none", "--port", "0")),
        ("postgres", ("staff", "Dora", "--db", "postgresql://localhost/none")),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value[:2]),
)
def test_a_command_asks_for_its_extra_and_leaves_nothing(extra: str, words: tuple[str, ...], tmp_path: Path) -> None:
    done = barpoint(*(word.format(folder=tmp_path) for word in words), without=EXTRAS[extra].module)
    assert done.returncode == 2, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("barpoint: ")
    assert line.endswith(install_words(extra))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("words", [("board", "start"), ("convert", str(MATCH), "{folder}/match.mat")], ids=" ".join)
def test_what_needs_no_extra_runs_without_any(words: tuple[str, ...], tmp_path: Path) -> None:
    code = f"import sys; sys.modules.update(dict.fromkeys({[extra.module for extra in EXTRAS.values()]!r}))"
    run = [*(word.format(folder=tmp_path) for word in words)]
    command = [sys.executable, "-c", f"{code}; from barpoint.__main__ import main; main()", *run]
    assert subprocess.run(command, capture_output=True, text=True).returncode == 0


def test_the_doctor_names_what_is_missing_and_how_to_have_it() -> None:
    done = barpoint("doctor", without="typst")
    assert "print: not installed, for printing to PDF" in done.stdout
    assert "-> pip install 'barpoint[print]'" in done.stdout


def test_the_doctor_says_that_a_server_lacks_its_driver() -> None:
    done = barpoint("doctor", without="asyncpg", BARPOINT_DB="postgresql://db/barpoint")
    assert done.returncode == 1
    assert "its driver is not installed" in done.stdout


def test_a_server_loads_no_tool_of_development_and_no_extra(tmp_path: Path) -> None:
    """Litestar brings a maker of test data along (Polyfactory, Faker) and a client (HTTPX): they are never loaded."""
    code = f"""
import asyncio, os, sys
os.environ["BARPOINT_SERVE_DB"] = {str(tmp_path / "games.db")!r}
from barpoint.bootstrap import server_process
from barpoint.web import runner
runner._warm_up = lambda bots: None
runner.app()
asyncio.run(server_process(os.environ["BARPOINT_SERVE_DB"]))
print(*{{name.partition(".")[0] for name in sys.modules}})
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    tools = {"faker", "httpx", "hypothesis", "jinja2", "mypy", "polyfactory", "pytest", "rich", "setuptools", "textual"}
    assert not {*done.stdout.split()} & {*tools, *(extra.module for extra in EXTRAS.values())}
