"""`barpoint fair-play`, as officials and programs call it."""

import json
import sys
from pathlib import Path

import pytest

from barpoint.cli import run
from barpoint.match.events import encode
from tests.engine.review.test_analysis import log


def called(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["barpoint", "fair-play", *arguments])
    with pytest.raises(SystemExit) as ended:
        run()
    return int(ended.value.code or 0)


@pytest.fixture
def matches(tmp_path: Path) -> list[str]:
    """The same two people twice."""
    lines = b"\n".join(encode(event) for event in log("ibf-backgammon")[:160])
    files = [tmp_path / f"{name}.jsonl" for name in ("first", "second")]
    for file in files:
        file.write_bytes(lines)
    return [str(file) for file in files]


def test_files_are_weighed_one_beside_the_other(
    matches: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called(monkeypatch, *matches, "--plies", "0", "--json") == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["players"][0]["figures"]["earlier_matches"] == 0
    assert second["players"][0]["figures"]["earlier_matches"] == 1
    assert second["players"][0]["figures"]["change"]["value"] == pytest.approx(0)
    assert called(monkeypatch, matches[0], "--plies", "0") == 0
    shown = capsys.readouterr().out
    assert "None of this is a verdict" in shown
    assert "agreement, hard plays" in shown


def test_files_and_a_database_are_not_asked_for_together(
    matches: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called(monkeypatch, *matches, "--match", "AAAA") == 2
    assert called(monkeypatch, "--match", "AAAA", "--db", f"{tmp_path}/games.db") == 2
    assert "no match 'AAAA' was weighed" in capsys.readouterr().err
