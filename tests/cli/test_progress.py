"""No long command is silent for two seconds, with caches that are empty; Ctrl+C ends it and says what is kept."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from barpoint import cli
from barpoint.board import ROLLS, Position, legal_plays
from barpoint.board.movegen import board_array
from barpoint.cli.engine.train import kept_in
from barpoint.engine import Analysis, analyse
from barpoint.notation import position_id, read
from barpoint.progress import count_off, notes_of, patience, show_steps, step
from tests.cli.terminal import show

MATCHES = Path(__file__).parents[1] / "playthroughs" / "0.1.0"
SILENCE = 2.0
WATCHED = 15
"""Seconds a command is watched before Ctrl+C."""


def barpoint(*words: str) -> list[str]:
    return [sys.executable, "-m", "barpoint", *words]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Labelled positions, of contact and of races, and rolls to choose plays for."""
    race = read("x 11:5 8:5 7:5 | o 11:5 8:5 7:5")[0]
    for name, position in (("contact", Position.start()), ("race", race)):
        plays = [play for roll in ROLLS for play in legal_plays(position, roll)]
        boards = np.array(2 * [board_array(play.after.flip()) for play in plays])  # more than a step of training takes
        np.savez(tmp_path / f"{name}.npz", board=boards, probs=np.full((len(boards), 5), 0.1, np.float32))
    asked = {"posid": position_id(Position.start()), "dice": [3, 1]}
    (tmp_path / "rolls.jsonl").write_text(20_000 * f"{json.dumps(asked)}\n")
    return tmp_path


_OUT = ("--out", "{folder}/net.npz")
LONG = {
    "compiling": ("plays", "start", "31"),
    "hint": ("engine", "hint", "start", "31"),
    "deep": ("engine", "eval", "start", "--plies", "4"),
    "cube": ("engine", "cube", "start"),
    "analysis": ("analyse", str(MATCHES / "bws.jsonl")),
    "rollout": ("engine", "rollout", "start", "31"),
    "archive": ("convert", "--check", str(MATCHES)),
    "measuring": ("engine", "bench", "--no-peers"),
    "perft": ("perft", "4"),
    "cube actions": ("engine", "rollout", "start", "--actions", "--score", "3-5"),
    "choosing": ("engine", "choose", "{folder}/rolls.jsonl", "--plies", "1"),
    "animation": ("convert", str(MATCHES / "bws.jsonl"), "{folder}/match.gif"),
    "contact net": ("train", "contact", "{folder}/contact.npz", *_OUT, "--positions", "1e9", "--batch", "64"),
    "race net": ("train", "race", "{folder}/race.npz", *_OUT, "--positions", "1e9"),
    "quick net": ("train", "quick", "{folder}/contact.npz", *_OUT),
    "labelling": ("train", "label", "{folder}/contact.npz", "--into", "{folder}/own"),
    "games of its own": ("train", "longgammon", *_OUT),
    "solving": ("engine", "solve", "sprintgammon", "--folder", "{folder}/sprint"),
    "book": ("engine", "book", "build", "{folder}/book.json"),
    "doctor": ("doctor", "--compile"),
}


@pytest.mark.long
@pytest.mark.parametrize("words", LONG.values(), ids=LONG)
def test_a_long_command_is_never_silent_and_ends_when_told_to(words: tuple[str, ...], folder: Path) -> None:
    own = os.environ | {"BARPOINT_CACHE": str(folder / "cache"), "BARPOINT_DATA": str(folder), "TERM": "xterm"}
    filled = [word.format(folder=folder) for word in words]
    shown = show(barpoint(*filled), own, WATCHED)
    assert shown.silence < SILENCE, f"silent for {shown.silence:.1f} s after {shown.after!r}"
    assert "Traceback" not in shown.text
    assert shown.status in (0, 130)
    if shown.status == 130:
        assert "Kept:" in shown.text


@pytest.mark.parametrize("flag", ["--json", "--quiet"])
def test_nothing_is_shown_to_whoever_does_not_want_it(flag: str, tmp_path: Path) -> None:
    own = os.environ | {"BARPOINT_CACHE": str(tmp_path), "TERM": "xterm"}
    shown = show(barpoint("plays", "start", "31", flag), own, 120)
    assert shown.status == 0
    assert "compiling" not in shown.text
    assert "\x1b" not in shown.text


def test_nothing_is_shown_where_there_is_no_terminal(tmp_path: Path) -> None:
    own = os.environ | {"BARPOINT_CACHE": str(tmp_path)}
    done = subprocess.run(barpoint("plays", "start", "31"), env=own, capture_output=True, text=True)
    assert done.stderr == "16 plays of 31\n"


def test_work_of_which_nothing_is_kept_says_so() -> None:
    shown = show(barpoint("perft", "5"), os.environ | {"TERM": "xterm"}, 3)
    assert shown.status == 130
    assert "Stopped. Kept: " in shown.text


def test_an_analysis_cut_short_keeps_the_matches_it_has_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    files, done = (str(MATCHES / "ibf-blitz.jsonl"), str(MATCHES / "casual-online.jsonl")), analyse

    def kept(cut_at: int) -> str:
        begun = 0

        def judge(*words: Any, **more: Any) -> Analysis:
            nonlocal begun
            begun += 1
            if begun == cut_at:
                raise KeyboardInterrupt
            return done(*words, **more)

        monkeypatch.setattr("barpoint.engine.analyse", judge)
        monkeypatch.setattr(sys, "argv", ["barpoint", "analyse", *files, "--plies", "0"])
        with pytest.raises(SystemExit) as ended:
            cli.run()
        assert ended.value.code == 130
        return capsys.readouterr().err.strip()

    assert kept(1) == "Stopped. Kept: nothing."
    assert kept(2) == "Stopped. Kept: the matches shown above."


@pytest.mark.parametrize("net", ["contact", "race"])
def test_nets_are_trained_once_their_kernels_are_ready(net: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def ready_for(*works: str) -> None:
        asked.append(works)
        raise KeyboardInterrupt

    monkeypatch.setattr("barpoint.engine.ready_for", ready_for)
    out = str(folder / "net.npz")
    monkeypatch.setattr(sys, "argv", ["barpoint", "train", net, str(folder / f"{net}.npz"), "--out", out])
    with pytest.raises(SystemExit, match="130"):
        cli.run()
    assert asked == [("train_nets",)]


def test_training_cut_short_names_its_checkpoint_if_there_is_one(tmp_path: Path) -> None:
    file = tmp_path / "net.checkpoint.npz"
    assert kept_in(file) == "nothing yet"
    file.touch()
    assert kept_in(file) == f"{file}; --from goes on from it"


def test_a_step_says_what_is_kept_when_it_is_interrupted() -> None:
    def work() -> None:
        with step("outer", kept="the first part"), step("inner", 3, kept=lambda: "two of three") as report:
            report(2, now="two")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as interrupted:
        work()
    assert notes_of(interrupted.value) == ["two of three", "the first part"]


def test_a_step_is_shown_on_standard_error_and_leaves_nothing_in_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    show_steps(True)
    try:
        with patience("a command"):
            assert list(count_off(["a", "b"], "counting", 2)) == ["a", "b"]
            sys.stdout.write("the answer\n")
    finally:
        show_steps(False)
    shown = capsys.readouterr()
    assert shown.out == "the answer\n"
