"""`barpoint engine bench`."""

import json

from typer.testing import CliRunner

from barpoint.cli.engine.group import app

run = CliRunner()


def test_the_bench_prints_figures_as_json() -> None:
    answer = run.invoke(app, ["bench", "--count", "20", "--plies", "0", "--no-peers", "--threads", "1", "--json"])
    figures = [json.loads(line) for line in answer.stdout.splitlines()]
    assert {figure["name"] for figure in figures} >= {"static evaluations, barpoint", "rollout games"}
    assert all(figure["value"] > 0 for figure in figures)
