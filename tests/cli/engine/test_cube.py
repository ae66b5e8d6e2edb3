"""`barpoint engine cube` and `rollout`, and `barpoint analyse`."""

import csv
import json
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from barpoint import engine
from barpoint.cli.engine.analyse import app as analyse_app
from barpoint.cli.engine.group import app

run = CliRunner()
RACE = "x 6:3 5:1 1:1 off:10 | o 6:2 5:2 2:1 off:10"
BLITZ = "x 6:3 5:3 4:2 3:2 8:3 7:2 | o bar:2 6:5 8:3 13:5"
LOG = Path(__file__).parents[2] / "playthroughs" / "0.1.0" / "ibf-backgammon.jsonl"


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


def test_a_rollout_takes_the_score_and_cube_it_is_given() -> None:
    asked = ["rollout", BLITZ, "--games", "36", "--truncate", "4", "--threads", "1", "--json"]

    def standing(*more: str) -> dict[str, float]:
        return json.loads(run.invoke(app, [*asked, *more]).stdout)["standings"][0]  # type: ignore[no-any-return]

    money, away = standing(), standing("--score", "2-4")
    assert "cubeful" in money
    assert away["cubeful"] != money["cubeful"]
    dead = standing("--score", "2-4", "--cubeless")
    assert ("cubeful" in dead, dead["at_score"] != dead["equity"]) == (False, True)
    assert set(standing("--cubeless")) & {"cubeful", "at_score"} == set()


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


MATCH = """ 1 point match

 Game 1
 [/x] : 0                         [tr]ali : 0
  1) 31: 8/5 6/5                  42: 8/4 6/4
  2) 65: 24/18 18/13
"""


def analysed(*paths: Path, more: tuple[str, ...] = ()) -> Result:
    return run.invoke(analyse_app, [*map(str, paths), "--plies", "0", *more])


def test_what_looks_like_markup_in_a_name_is_a_name(tmp_path: Path) -> None:
    (tmp_path / "[red]a.mat").write_text(MATCH)
    shown = analysed(tmp_path / "[red]a.mat")
    assert shown.exit_code == 0, shown.output
    assert all(name in shown.stdout for name in ("[red]a.mat", "[/x]", "[tr]ali"))


def test_folders_and_archives_are_analysed_and_what_is_no_match_is_named_and_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.mat").write_text(MATCH)
    (tmp_path / "b.mat").write_text("no match at all")
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr("in/d.mat", MATCH)
    with tarfile.open(tmp_path / "e.tar.gz", "w:gz") as packed:
        packed.add(tmp_path / "a.mat", "f.mat")
    (tmp_path / "g.zip").write_bytes(b"no archive")
    answer = analysed(tmp_path, more=("--json",))
    names = [json.loads(line)["file"].removeprefix(f"{tmp_path}/") for line in answer.stdout.splitlines()]
    assert names == ["a.mat", "c.zip/in/d.mat", "e.tar.gz/f.mat"]
    assert answer.exit_code == 1
    assert [line.split(": ")[1].removeprefix(f"{tmp_path}/") for line in answer.stderr.splitlines()] == [
        "b.mat",
        "g.zip",
    ]


def test_without_a_terminal_nothing_is_said_while_it_is_analysed(tmp_path: Path) -> None:
    (tmp_path / "a.mat").write_text(MATCH)
    assert analysed(tmp_path / "a.mat").stderr == ""


def test_reports_are_left_as_pages_json_csv_and_sgf(tmp_path: Path) -> None:
    for name in ("a.mat", "b.mat"):
        (tmp_path / name).write_text(MATCH)
    out = tmp_path / "out"
    files = ("--html", str(out), "--csv", str(tmp_path / "all.csv"), "--sgf", str(out))
    answer = analysed(tmp_path / "a.mat", tmp_path / "b.mat", more=files)
    assert answer.exit_code == 0, answer.output
    page = (out / "a.mat.html").read_text()
    assert "[/x]" in page
    assert "<script" not in page
    assert 'href="a.mat.html"' in (out / "index.html").read_text()
    rows = list(csv.DictReader((tmp_path / "all.csv").read_text().splitlines()))
    assert [(row["source"], row["played"]) for row in rows if row["kind"] == "play"] == [
        (source, play) for source in ("a.mat", "b.mat") for play in ("8/5 6/5", "8/4 6/4", "24/13")
    ]
    assert "A[0][hefe E ver 3 " in (out / "a.sgf").read_text()


def test_what_was_analysed_before_is_not_analysed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.mat").write_text(MATCH)
    files = ("--html", str(tmp_path / "out"))
    first = analysed(tmp_path / "a.mat", more=files).stdout
    with monkeypatch.context() as patch:
        patch.setattr("barpoint.engine.analyse", lambda *_, **__: pytest.fail("it was analysed again"))
        assert analysed(tmp_path / "a.mat", more=files).stdout == first
        (tmp_path / "a.mat").write_text(MATCH.replace("[tr]ali", "somebody else"))
        with pytest.raises(pytest.fail.Exception):
            run.invoke(analyse_app, [str(tmp_path / "a.mat"), "--plies", "0", *files], catch_exceptions=False)
    assert "somebody else" in analysed(tmp_path / "a.mat", more=files).stdout


@pytest.mark.parametrize("files", [("--csv", "all.csv"), ("--sgf", "out")])
def test_a_batch_that_was_interrupted_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: tuple[str, str]
) -> None:
    for name in ("a.mat", "b.mat"):
        (tmp_path / name).write_text(MATCH)
    monkeypatch.chdir(tmp_path)
    judged: list[str] = []
    plain = engine.analyse

    def judge(*arguments: Any, **more: Any) -> engine.Analysis:
        judged.append("")
        if len(judged) == 2:
            raise KeyboardInterrupt
        return plain(*arguments, **more)

    monkeypatch.setattr("barpoint.engine.analyse", judge)
    assert analysed(Path("a.mat"), Path("b.mat"), more=files).exit_code != 0
    assert analysed(Path("a.mat"), Path("b.mat"), more=files).exit_code == 0
    assert len(judged) == 3  # the first match once
    if files[0] == "--csv":
        rows = list(csv.DictReader(Path("all.csv").read_text().splitlines()))
        assert [row["source"] for row in rows if row["kind"] == "play"] == ["a.mat"] * 3 + ["b.mat"] * 3
        assert not Path("all.csv.kept").exists()
    else:
        assert {path.name for path in Path("out").glob("*.sgf")} == {"a.sgf", "b.sgf"}


def test_the_roller_says_so_and_settles_what_is_close_by_games(tmp_path: Path) -> None:
    (tmp_path / "a.mat").write_text(MATCH)
    report = json.loads(analysed(tmp_path / "a.mat", more=("--roller", "--json")).stdout)
    assert report["roller"]
    assert any(play.get("games") for decision in report["decisions"] for play in decision.get("plays", ()))


@pytest.mark.long
def test_the_workers_of_a_cluster_judge_and_roll_out_a_match_as_this_process_does(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    (tmp_path / "a.mat").write_text(MATCH.replace("8/5 6/5", "24/23 13/10"))
    more = ("--json", "--rollout", "blunder", "--games", "36")
    here = analysed(tmp_path / "a.mat", more=more)
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        far = analysed(tmp_path / "a.mat", more=(*more, "--dask", cluster.scheduler_address))
        assert {name for name in cluster.scheduler.clients if name != "fire-and-forget"} == set()  # closed
    assert far.exit_code == 0, far.output
    assert far.stdout == here.stdout
