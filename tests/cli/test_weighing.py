"""`barpoint engine cube` and `rollout`, and `barpoint analyse`."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from barpoint.cli.analyse import app as analyse_app
from barpoint.cli.engine import app

run = CliRunner()
RACE = "x 6:3 5:1 1:1 off:10 | o 6:2 5:2 2:1 off:10"
LOG = Path(__file__).parents[1] / "playthroughs" / "0.1.0" / "ibf-backgammon.jsonl"


def test_a_cube_decision_has_its_window() -> None:
    facts = json.loads(run.invoke(app, ["cube", RACE, "--plies", "0", "--json"]).stdout)
    assert facts["decision"] == "Double, take"
    assert facts["window"]["take_point_dead"] == pytest.approx(0.25)
    assert "take point" in run.invoke(app, ["cube", RACE, "--plies", "0", "--score", "3-5"]).stdout


def test_score_cube_and_owner_are_taken_from_options() -> None:
    ours = ["cube", "start", "--plies", "0", "--cube", "2", "--owner", "ours", "--json"]
    assert json.loads(run.invoke(app, ours).stdout)["decision"] == "No redouble, take"
    crawford = ["cube", "start", "--plies", "0", "--score", "1-3", "--crawford", "--json"]
    assert json.loads(run.invoke(app, crawford).stdout)["decision"] == "No cube to turn"


@pytest.mark.parametrize("wrong", [["--score", "three"], ["--owner", "nobody"], ["--cube", "3"]])
def test_malformed_options_say_what_was_expected(wrong: list[str]) -> None:
    answer = run.invoke(app, ["cube", "start", "--plies", "0", *wrong])
    assert isinstance(answer.exception, ValueError)


def test_another_match_equity_table_is_read_from_a_file(tmp_path: Path) -> None:
    table = tmp_path / "table.json"
    table.write_text(json.dumps({"name": "even", "pre": [[0.5, 0.7], [0.3, 0.5]], "post": [0.5, 0.48]}))
    asked = ["cube", "start", "--plies", "0", "--score", "2-2", "--json"]
    there, here = (json.loads(run.invoke(app, args).stdout) for args in (asked, [*asked, "--met", str(table)]))
    assert there["no_double"] != here["no_double"]


def test_plays_are_rolled_out_and_the_state_kept(tmp_path: Path) -> None:
    asked = ["rollout", "start", "31", "--games", "36", "--candidates", "2", "--truncate", "2", "--threads", "1"]
    asked += ["--state", str(tmp_path / "state.npz")]
    report = json.loads(run.invoke(app, [*asked, "--json"]).stdout)
    assert report["standings"][0]["name"] == "8/5 6/5"
    assert "8/5 6/5" in run.invoke(app, asked).stdout


def test_cube_actions_are_rolled_out() -> None:
    answer = run.invoke(app, ["rollout", RACE, "--actions", "--games", "36", "--threads", "1"])
    assert answer.stdout.splitlines()[-1] == "Double, take"


def test_a_match_file_is_analysed(tmp_path: Path) -> None:
    some = tmp_path / "match.jsonl"
    some.write_bytes(b"".join(LOG.read_bytes().splitlines(keepends=True)[:60]))
    found = json.loads(run.invoke(analyse_app, [str(some), "--plies", "0", "--json"]).stdout)
    assert len(found["players"]) == 2
    shown = run.invoke(analyse_app, [str(some), "--plies", "0"]).stdout
    assert "Performance rating" in shown
    assert "without luck" in shown
