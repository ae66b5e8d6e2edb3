"""`barpoint rules presets` from the outside."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from barpoint.cli.rules.group import app
from barpoint.rulebook.profiles.presets import list_presets

EVENT = """
event = "Spring Open"
preset = "USBGF Open"
announced = 2026-05-01T09:00:00Z
starts = 2026-05-01T10:00:00Z
[options]
length = 11
"""


def test_the_presets_are_listed() -> None:
    out = CliRunner().invoke(app, ["presets"]).output
    for one in list_presets():
        assert one.name in out
    assert "18:00 + 12 s" in out


def test_programs_read_the_formats_and_the_policy() -> None:
    rows = json.loads(CliRunner().invoke(app, ["presets", "--json"]).output)
    assert [row["name"] for row in rows] == [one.name for one in list_presets()]
    first = rows[0]
    assert first["book"] == "usbgf"
    assert first["formats"]["strict"]["clock"]["reserve"] == 1_080_000
    assert first["formats"]["recorded"]["enforcement"] == "recorded"
    assert first["policy"]["lateness"]["first"] == 600_000


def test_an_event_is_shown_or_refused_with_its_clause(tmp_path: Path) -> None:
    file = tmp_path / "spring.toml"
    file.write_text(EVENT)
    shown = CliRunner().invoke(app, ["presets", "--event", str(file)])
    assert shown.exit_code == 0
    assert "Spring Open" in shown.output
    assert "22:00 + 12 s" in shown.output
    file.write_text(EVENT + "jacoby = true\n")
    refused = CliRunner().invoke(app, ["presets", "--event", str(file)])
    assert refused.exit_code == 1
    assert "usbgf:4.4.10b" in refused.output
    answer = json.loads(CliRunner().invoke(app, ["presets", "--event", str(file), "--json"]).output)
    assert answer["refused"]["clauses"] == ["usbgf:4.4.10b"]
    file.write_text(EVENT + "jacobi = true\n")
    malformed = CliRunner().invoke(app, ["presets", "--event", str(file)])
    assert isinstance(malformed.exception, ValueError)
    assert "did you mean 'jacoby'" in str(malformed.exception)


def test_a_file_that_is_not_there_is_malformed(tmp_path: Path) -> None:
    missing = CliRunner().invoke(app, ["presets", "--event", str(tmp_path / "none.toml")])
    with pytest.raises(ValueError, match="expected an event's options file"):
        raise missing.exception or AssertionError
