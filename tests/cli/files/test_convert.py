"""`barpoint convert`: from form to form, and `--check` over folders."""

import json
import tarfile
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from barpoint.cli import app
from barpoint.cli.files import convert
from barpoint.notation.files.match_files import read_path
from tests.notation.record_texts import DIALECTS, GNUBG, bare

runner = CliRunner()


def run(*words: object) -> Any:
    return runner.invoke(app, ["convert", *map(str, words)])


@pytest.fixture
def match(tmp_path: Path) -> Path:
    path = tmp_path / "match.mat"
    path.write_text(GNUBG)
    return path


@pytest.mark.parametrize("ending", [".sgf", ".jsonl", ".ibf", ".mat", ".txt"])
def test_a_match_goes_there_and_back(match: Path, ending: str, tmp_path: Path) -> None:
    there, back = tmp_path / f"there{ending}", tmp_path / "back.jsonl"
    assert run(match, there).exit_code == 0
    assert run(there, back).exit_code == 0
    assert bare(read_path(back).record).games == bare(read_path(match).record).games
    assert read_path(there).form == {".jsonl": "log", ".ibf": "sheet"}.get(ending, ending[1:].replace("txt", "mat"))


def test_a_log_stays_as_it_was(tmp_path: Path, match: Path) -> None:
    log, again = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    run(match, log)
    run(log, again)
    assert again.read_bytes() == log.read_bytes()


def test_a_log_is_not_judged_again(tmp_path: Path) -> None:
    path, log = tmp_path / "illegal.mat", tmp_path / "recorded.jsonl"
    path.write_text(GNUBG.replace("65: 24/18 18/13", "65: 24/18 18/14"))
    run(path, log, "--lenient")
    (report,) = json.loads(run("--check", log, "--json").stdout)
    assert (report["ok"], report["final_score"], report["complete"]) == (True, [0, 3], True)
    assert run(log, tmp_path / "again.mat").exit_code == 0
    assert "65: 24/18 18/14" in (tmp_path / "again.mat").read_text()


def test_an_illegal_match_is_refused_unless_it_is_kept_as_recorded(tmp_path: Path) -> None:
    path, out = tmp_path / "illegal.mat", tmp_path / "out.jsonl"
    path.write_text(GNUBG.replace("65: 24/18 18/13", "65: 24/18 18/14"))
    refused = run(path, out)
    assert isinstance(refused.exception, ValueError)
    assert "game 1, move 2, Bob" in str(refused.exception)
    assert not out.exists()
    assert run(path, out, "--lenient").exit_code == 0
    assert b'"illegal":"not_rolled"' in out.read_bytes()


def test_check_lists_every_file_of_a_folder(tmp_path: Path, match: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "bad.txt").write_text(GNUBG.replace("8/5 6/5", "8/4 6/5"))
    (tmp_path / "below" / "none.sgf").write_text("hello")
    (tmp_path / "notes.md").write_text("not looked at")
    result = run("--check", tmp_path, "--json")
    assert result.exit_code == 1
    reports = {Path(report["path"]).name: report for report in json.loads(result.stdout)}
    assert set(reports) == {"match.mat", "bad.txt", "none.sgf"}
    assert reports["match.mat"] == {
        "path": str(match),
        "format": "mat",
        "games": 2,
        "final_score": [0, 3],
        "complete": True,
        "ok": True,
        "problem": None,
    }
    assert reports["bad.txt"]["problem"].startswith("game 1, move 1, Bob (31: 8/4 6/5): ")
    assert "ibf:" in reports["bad.txt"]["problem"]
    assert "none of the forms" in reports["none.sgf"]["problem"]
    assert run("--check", match).exit_code == 0


def test_check_cites_the_book_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "bad.mat"
    path.write_text(GNUBG.replace("8/5 6/5", "8/4 6/5"))
    (report,) = json.loads(run("--check", path, "--json", "--book", "trad").stdout)
    assert "trad:" in report["problem"]
    (report,) = json.loads(run("--check", path, "--json", "--lenient").stdout)
    assert report["ok"]
    assert report["problem"]


def test_check_reads_the_files_of_an_archive(tmp_path: Path, match: Path) -> None:
    path = tmp_path / "some.tar.xz"
    with tarfile.open(path, "w:xz") as archive:
        archive.add(match, "deep/match.mat")
    (report,) = json.loads(run("--check", path, "--json").stdout)
    assert report["path"].endswith("some.tar.xz/deep/match.mat")
    assert report["ok"]


def test_many_files_are_checked_by_several_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in DIALECTS.items():
        (tmp_path / f"{name}.txt").write_text(text)
    monkeypatch.setattr(convert, "_PARALLEL_FROM", 2)
    reports = json.loads(run("--check", tmp_path, "--json", "--jobs", 2).stdout)
    assert [Path(report["path"]).stem for report in reports] == sorted(DIALECTS)
    assert all(report["final_score"] == [0, 3] for report in reports)


def test_many_files_are_converted_into_a_folder(tmp_path: Path) -> None:
    for name, text in DIALECTS.items():
        (tmp_path / f"{name}.txt").write_text(text)
    (tmp_path / "bad.txt").write_text("7 point match\nno")
    out = tmp_path / "out"
    result = run(*sorted(tmp_path.glob("*.txt")), out, "--to", "sgf")
    assert result.exit_code == 1
    assert sorted(path.stem for path in out.glob("*.sgf")) == sorted(DIALECTS)
    assert "4 of 5 converted" in result.output
    assert "bad.txt: line 2" in result.output


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["missing.mat", "out.sgf"], "No such file|missing"),
        (["--check", "missing"], "no file missing"),
        (["only.mat"], "expected a file and the name to write"),
        (["{match}", "out.xyz"], "names no form"),
        (["{match}", "out", "--to", "bgf"], "no form that is written"),
        (["{match}", "{match}", "folder"], "--to and a form"),
    ],
)
def test_what_is_not_understood_is_said(words: list[str], expected: str, match: Path) -> None:
    result = run(*(word.format(match=match) for word in words))
    assert isinstance(result.exception, ValueError | OSError)
    with pytest.raises(type(result.exception), match=expected):
        raise result.exception


def test_a_file_is_not_written_over_itself(match: Path) -> None:
    before = match.read_bytes()
    found = run(match, match)
    assert found.exit_code != 0
    assert "written over itself" in (found.output + str(found.exception))
    assert match.read_bytes() == before


def test_files_whose_names_have_dots_or_are_alike_keep_a_file_each(tmp_path: Path) -> None:
    for name in ("J. Doe.1.mat", "J. Doe.2.mat", "same.mat", "same.txt"):
        (tmp_path / name).write_text(GNUBG)
    (tmp_path / "old.tar.gz").write_bytes(b"")
    found = run(*sorted(tmp_path.iterdir()), tmp_path / "new", "--to", "sgf")
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"J. Doe.1.sgf", "J. Doe.2.sgf", "same.sgf"}
    assert found.exit_code == 1
    assert "same.txt: same.sgf has been written from another file" in found.output
    assert "old.tar.gz: an archive is checked, not converted" in found.output
    assert "3 of 5 converted" in found.output


def test_a_damaged_archive_is_one_of_the_files(tmp_path: Path, match: Path) -> None:
    (tmp_path / "bad.tar").write_bytes(b"no archive")
    found = run("--check", tmp_path / "bad.tar", match, "--json", "--jobs", 1)
    bad, good = json.loads(found.stdout)
    assert found.exit_code == 1
    assert (bad["ok"], good["ok"]) == (False, True)
    assert "no archive that can be read" in bad["problem"]
