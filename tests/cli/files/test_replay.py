"""`barpoint replay`: a match file in the terminal."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from barpoint.cli import app
from barpoint.cli.files.replay import _index_after_key
from barpoint.match.commands import AwardPoints
from barpoint.match.events import encode
from barpoint.notation.files.match_files import read_path
from barpoint.notation.pictures.frames import match_frames
from barpoint.notation.record.replayer import replay
from tests.match.match_table import BLACK, RECORDED, WHITE, Table
from tests.notation.record_texts import GNUBG

runner = CliRunner()


@pytest.fixture
def match(tmp_path: Path) -> Path:
    path = tmp_path / "match.mat"
    path.write_text(GNUBG)
    return path


def test_where_nobody_types_the_match_is_printed(match: Path) -> None:
    shown = runner.invoke(app, ["replay", str(match)])
    assert shown.exit_code == 0
    for words in (
        "Game 1: Ann (X) - Bob (O), 0-0",
        "Bob begins with 3-1",
        "Bob plays 24/13",
        "Ann drops",
        "wins the match",
    ):
        assert words in shown.stdout
    assert shown.stdout.count("+13-14-15") == 2


def test_one_game_with_every_board(match: Path) -> None:
    shown = runner.invoke(app, ["replay", str(match), "--game", "2", "--boards"]).stdout
    assert "Game 1" not in shown
    assert shown.count("+13-14-15") > 5
    assert "Bob plays 24/14*" in shown


def test_the_frames_as_json(match: Path) -> None:
    told = json.loads(runner.invoke(app, ["replay", str(match), "--json"]).stdout)
    assert told[0]["words"] == "Bob begins with 3-1"
    assert told[-1]["score"] == [0, 3]


def test_a_log_is_replayed_as_it_is(match: Path, tmp_path: Path) -> None:
    log = tmp_path / "match.jsonl"
    assert runner.invoke(app, ["convert", str(match), str(log)]).exit_code == 0
    one = runner.invoke(app, ["replay", str(match)]).stdout
    assert runner.invoke(app, ["replay", str(log)]).stdout == one


def test_an_illegal_play_ends_the_replay_with_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "bad.mat"
    path.write_text(GNUBG.replace("65: 24/18 18/13", "65: 24/18 18/14"))
    shown = runner.invoke(app, ["replay", str(path)])
    assert shown.exit_code == 1
    assert "game 1, move 2, Bob" in shown.output
    kept = runner.invoke(app, ["replay", str(path), "--lenient"])
    assert kept.exit_code == 0
    assert "(illegal: not rolled)" in kept.output


def test_a_game_that_is_not_there_is_said(match: Path) -> None:
    shown = runner.invoke(app, ["replay", str(match), "--game", "9"])
    assert isinstance(shown.exception, ValueError)


def test_keys_step_through_the_match(match: Path) -> None:
    shown = list(match_frames(replay(read_path(match).record).events))
    second = next(index for index, frame in enumerate(shown) if frame.game == 2)
    last = len(shown) - 1
    assert _index_after_key(shown, 0, " ") == 1
    assert _index_after_key(shown, 1, "\x1b[D") == 0
    assert _index_after_key(shown, 0, "p") == 0
    assert _index_after_key(shown, 0, "g") == second
    assert _index_after_key(shown, last, "G") == second
    assert _index_after_key(shown, 3, "\x1b[F") == last
    assert _index_after_key(shown, last, " ") == last
    assert _index_after_key(shown, last, "\x1b[H") == 0
    assert _index_after_key(shown, 2, "?") == 2


@pytest.mark.clause("ibf:17.1d")
def test_a_point_taken_off_shows_in_the_score(tmp_path: Path) -> None:
    table = Table.under("IBF Backgammon", RECORDED, length=5).opening(3, 1).play(WHITE, (8, 5), (6, 5))
    table.do(AwardPoints(at=0, by="Dora", side=WHITE, points=-1))
    table.roll(BLACK, 6, 4).play(BLACK, (24, 18), (13, 9))
    path = tmp_path / "m.jsonl"
    path.write_bytes(b"".join(encode(event) + b"\n" for event in table.log))
    out = runner.invoke(app, ["replay", str(path)]).stdout
    assert "-1 of 5" in out
