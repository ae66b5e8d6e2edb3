"""`barpoint engine eval`, `hint` and `choose`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from barpoint.cli.engine.group import app

run = CliRunner()


def test_eval_says_the_five_chances_and_the_equity() -> None:
    answer = run.invoke(app, ["eval", "start", "--json"])
    facts = json.loads(answer.stdout)
    expected = 2 * facts["win"] - 1 + facts["win_gammon"] + facts["win_backgammon"]
    expected -= facts["lose_gammon"] + facts["lose_backgammon"]
    assert facts["equity"] == pytest.approx(expected, abs=1e-5)
    assert "equity" in run.invoke(app, ["eval", "start"]).stdout


def test_hint_lists_the_best_plays_first() -> None:
    answer = run.invoke(app, ["hint", "start", "31", "--plies", "1", "--count", "3", "--json"])
    plays = json.loads(answer.stdout)["plays"]
    assert plays[0]["play"] == "8/5 6/5"
    assert len(plays) == 3
    assert "8/5 6/5" in run.invoke(app, ["hint", "start", "31", "--plies", "0"]).stdout


def test_hint_looks_at_the_first_plays_equally_deep() -> None:
    asked = ["hint", "start", "31", "--plies", "1", "--count", "8", "--json"]
    plain, deep = (json.loads(run.invoke(app, [*asked, *more]).stdout)["plays"] for more in ([], ["--deep", "8"]))
    levels = [play["level"] for play in deep]
    assert levels == [max(levels)] * 8
    assert {play["level"] for play in plain} != set(levels)


def test_hint_weighs_plays_with_the_score() -> None:
    answer = run.invoke(app, ["hint", "start", "31", "--plies", "0", "--score", "1-1", "--json"])
    best = json.loads(answer.stdout)["plays"][0]
    assert best["cubeful"] == pytest.approx(2 * best["win"] - 1, abs=1e-5)
    plain = run.invoke(app, ["hint", "start", "31", "--plies", "0", "--json"])
    assert "cubeful" not in json.loads(plain.stdout)["plays"][0]


def test_eval_and_hint_know_longgammon() -> None:
    position = "longgammon: x 24:15 | o 24:15"
    facts = json.loads(run.invoke(app, ["eval", position, "--plies", "1", "--json"]).stdout)
    assert facts["win_backgammon"] == 0
    assert json.loads(run.invoke(app, ["hint", position, "61", "--plies", "2", "--json"]).stdout)["plays"]


def test_hint_takes_the_dice_from_the_position() -> None:
    asked = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
    answer = run.invoke(app, ["hint", asked, "--plies", "0", "--json"])
    assert json.loads(answer.stdout)["roll"] == "31"


def test_choose_answers_each_line_in_the_movers_view(tmp_path: Path) -> None:
    asked = tmp_path / "decisions.jsonl"
    asked.write_text('{"posid": "4HPwATDgc/ABMA", "dice": [1, 3]}\n\n{"posid": "4HPwATDgc/ABMA", "dice": [6, 1]}\n')
    answer = run.invoke(app, ["choose", str(asked), "--plies", "1", "--threads", "2"])
    first, second = map(json.loads, answer.stdout.splitlines())
    assert first["play"] == "8/5 6/5"
    assert first["board"] == [0, -2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0]
    assert second["play"] == "13/7 8/7"
    assert -3 <= second["equity"] <= 3


@pytest.mark.parametrize("line", ["{}", "7", '{"posid": "4HPwATDgc/ABMA", "dice": [3]}', "not json"])
def test_a_line_that_is_no_decision_is_named(tmp_path: Path, line: str) -> None:
    asked = tmp_path / "decisions.jsonl"
    asked.write_text(line + "\n")
    answer = run.invoke(app, ["choose", str(asked)])
    assert isinstance(answer.exception, ValueError)
    assert "line 1" in str(answer.exception)


def test_a_static_value_loads_no_match_and_no_search_tree_of_another_game() -> None:
    code = "import sys; from barpoint.engine.knowledge import knowledge_of; knowledge_of(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert loaded.isdisjoint(
        {"barpoint.match", "barpoint.engine.longgammon.engine", "barpoint.engine.rollout.rollout", "rich"}
    )
