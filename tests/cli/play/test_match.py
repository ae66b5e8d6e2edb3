"""`barpoint play`: whole matches at one keyboard, resumed after a kill, on a full screen and in lines."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from barpoint.adapters.match_file import MatchFile
from barpoint.board import DISCIPLINES, Side, legal_plays
from barpoint.bootstrap import opponent
from barpoint.cli import app
from barpoint.cli.play.board_text import board_text
from barpoint.cli.play.session import Session
from barpoint.engine.bot.levels import LEVELS
from barpoint.match.commands import CorrectPosition, StartMatch
from barpoint.match.evolve.dispatch import fold_match
from barpoint.match.format.match_format import (
    CubeRules,
    MatchFormat,
    Resignation,
    to_points,
)
from barpoint.match.state import GameStage, MatchPhase
from barpoint.notation import write_play
from barpoint.rulebook.profiles.presets import preset
from barpoint.service.local.local_match import LocalMatch
from barpoint.service.play.engine_bot import EngineBot
from barpoint.service.play.opponent import HouseBot

PEOPLE = frozenset({Side.WHITE})


class SeededDice:
    """The same dice every time."""

    def __init__(self, seed: int) -> None:
        self._source = random.Random(seed)

    def roll(self) -> tuple[int, int]:
        return self._source.randint(1, 6), self._source.randint(1, 6)


class SteadyClock:
    """A second passes with every look."""

    def __init__(self) -> None:
        self._at = 0

    def now(self) -> int:
        self._at += 1000
        return self._at


def session(path: Path, form: MatchFormat | None = None, seed: int = 7, people: frozenset[Side] = PEOPLE) -> Session:
    table = LocalMatch(MatchFile(path), SeededDice(seed), SteadyClock(), form or MatchFormat(to_points(3)))
    if table.state.phase is MatchPhase.BEFORE:
        table.do(StartMatch(at=0, white=("You",), black=("House bot",)))
    return Session(table, people, HouseBot())


def first_legal(played: Session) -> str:
    """What a person in a hurry types."""
    game = played.state.game
    if game is None or game.roll is None or game.stage is not GameStage.PLAY:
        return "t" if game is not None and game.stage is GameStage.ANSWER else ""
    plays = legal_plays(game.view_for(game.turn), game.roll, game.head_cap(game.roll))
    return write_play(plays[0]) if len(plays) > 1 else ""


def play_out(played: Session, typed: Callable[[Session], str] = first_legal, limit: int = 3000) -> None:
    for _ in range(limit):
        if played.over:
            return
        if played.bot_to_act:
            played.play_bot_action()
        else:
            played.enter(typed(played))
    raise AssertionError("the match did not end")


@pytest.mark.parametrize("name", DISCIPLINES)
def test_a_whole_match_against_the_bot_in_every_discipline(name: str, tmp_path: Path) -> None:
    played = session(tmp_path / "m.jsonl", MatchFormat(to_points(2), discipline=name))
    play_out(played)
    assert played.state.phase is MatchPhase.OVER
    assert fold_match(MatchFile(tmp_path / "m.jsonl").read()) == played.state


@pytest.mark.parametrize("name", ["backgammon", "sprintgammon", "longgammon"])
def test_the_engine_plays_a_whole_match_with_the_cube(name: str, tmp_path: Path) -> None:
    played = session(tmp_path / "m.jsonl", MatchFormat(to_points(3), discipline=name))
    played.bot = EngineBot(LEVELS["expert"])
    play_out(played)
    assert played.state.phase is MatchPhase.OVER


def test_an_unknown_level_is_malformed() -> None:
    with pytest.raises(ValueError, match="beginner, casual"):
        opponent("godlike")


def test_hops_typed_one_by_one_are_tentative_until_confirmed(tmp_path: Path) -> None:
    played = session(tmp_path / "m.jsonl", people=frozenset(Side))
    while played.to_act() is None:
        played.enter("")
    game = played.state.game
    assert game is not None
    assert game.roll is not None
    play = legal_plays(game.view_for(game.turn), game.roll)[0]
    before = played.state
    played.enter(str(play.hops[0]))
    assert played.hops == [play.hops[0]]
    assert played.state == before
    played.enter("u")
    assert played.hops == []
    for hop in play.hops:
        played.enter(str(hop))
    played.enter("")
    assert played.state.game is not None
    assert played.state.game.turn is game.turn.other


def test_a_refusal_says_why_and_cites_its_clause(tmp_path: Path) -> None:
    form = MatchFormat(to_points(3), book="ibf", cube=CubeRules())
    played = session(tmp_path / "m.jsonl", form, people=frozenset(Side))
    while played.to_act() is None:
        played.enter("")
    lines = played.enter("d")
    assert "ibf:9.6" in lines[0]


def test_nonsense_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    played = session(tmp_path / "m.jsonl", people=frozenset(Side))
    while played.to_act() is None:
        played.enter("")
    before = played.state
    for text in ("gibberish", "99/98", "resign 9", "8/5 8/5 8/5 8/5 8/5", "u"):
        assert played.enter(text)
        assert played.state == before


def test_a_resignation_is_put_to_the_other_person(tmp_path: Path) -> None:
    form = MatchFormat(to_points(1), resignation=Resignation.ANY_TIME)
    played = session(tmp_path / "m.jsonl", form, people=frozenset(Side))
    while played.to_act() is None:
        played.enter("")
    played.enter("resign 2")
    assert "accept" in played.prompt()
    played.enter("a")
    assert played.state.phase is MatchPhase.OVER


def test_lines_are_enough_to_play_and_the_end_of_input_saves(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    result = CliRunner().invoke(app, ["play", "--plain", "--file", str(path)], input="\n\n")
    assert result.exit_code == 0, result.output
    assert "barpoint play --resume" in result.output
    again = CliRunner().invoke(app, ["play", "--plain", "--resume", "--file", str(path)], input="q\n")
    assert again.exit_code == 0
    assert "Saved" in again.output


def test_a_match_in_the_file_is_set_aside_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    for _ in range(2):
        CliRunner().invoke(app, ["play", "--plain", "--file", str(path)], input="q\n")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["m.1.jsonl", "m.jsonl"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("resign gammon", "You offer to resign a gammon."),
        ("resign a gammon", "You offer to resign a gammon."),
        ("resign", "You offer to resign a single game."),
        ("resign politely", "expected 1 (single), 2 (gammon) or 3 (backgammon), not 'politely'"),
    ],
)
def test_a_level_is_a_number_or_its_name(typed: str, told: str, tmp_path: Path) -> None:
    form = MatchFormat(to_points(3), resignation=Resignation.ANY_TIME)
    played = session(tmp_path / "m.jsonl", form)
    while played.to_act() is not Side.WHITE:
        played.play_bot_action() if played.bot_to_act else played.enter("")
    assert played.enter(typed) == [told]


def test_a_double_stands_beside_the_board_of_whoever_answers_it(tmp_path: Path) -> None:
    played = session(tmp_path / "m.jsonl", people=frozenset(Side))
    while played.to_act() is None:
        played.enter("")
    played.enter(first_legal(played))
    assert "X to roll" in board_text(played)
    played.enter("d")
    assert "O doubles to 2" in board_text(played)
    assert "X to roll" not in board_text(played)


@pytest.mark.parametrize(("points", "shown"), [(1, False), (3, True)])
def test_a_cube_lies_beside_the_board_only_where_there_is_one(points: int, shown: bool, tmp_path: Path) -> None:
    played = session(tmp_path / "m.jsonl", MatchFormat(to_points(points)), people=frozenset(Side))
    while played.to_act() is None:
        played.enter("")
    assert ("[1]" in board_text(played)) is shown


@pytest.mark.parametrize("there", ["a folder", "other words"])
def test_what_is_no_match_is_left_where_it_is(there: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    if there == "a folder":
        path.mkdir()
    else:
        path.write_text("shopping")
    result = CliRunner().invoke(app, ["play", "--plain", "--file", str(path)], input="q\n")
    assert isinstance(result.exception, ValueError)
    assert list(tmp_path.iterdir()) == [path]


def test_a_match_asked_for_wrongly_leaves_the_one_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    CliRunner().invoke(app, ["play", "--plain", "--file", str(path)], input="q\n")
    for wrong in (["--preset", "Nowhere"], ["--points", "0"]):
        assert CliRunner().invoke(app, ["play", "--plain", "--file", str(path), *wrong]).exit_code
        assert list(tmp_path.iterdir()) == [path]


def test_how_to_go_on_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "m 1.jsonl"
    result = CliRunner().invoke(app, ["play", "--plain", "--file", str(path)], input="q\n")
    assert result.output.endswith(f"barpoint play --resume --file '{path}'\n")


def test_nothing_to_resume_is_malformed(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["play", "--resume", "--file", str(tmp_path / "none.jsonl")])
    assert isinstance(result.exception, ValueError)


def test_kill_9_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    command = [sys.executable, "-m", "barpoint", "play", "--plain", "--against", "person", "--file", str(path)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n" * 12)
    process.stdin.flush()
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline and (not path.exists() or path.read_bytes().count(b"\n") < 3):
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    kept = MatchFile(path).read()
    assert len(kept) >= 3
    result = CliRunner().invoke(app, ["play", "--plain", "--resume", "--file", str(path)], input="q\n")
    assert result.exit_code == 0
    assert MatchFile(path).read()[: len(kept)] == kept


def test_the_full_screen_plays_in_80_by_24(tmp_path: Path) -> None:
    from textual.widgets import Input, Static

    from barpoint.cli.play.board_screen import BoardScreen

    played = session(tmp_path / "m.jsonl", people=frozenset(Side))

    async def drive() -> None:
        screen = BoardScreen(played)
        async with screen.run_test(size=(80, 24)) as pilot:
            while played.to_act() is None:
                await pilot.press("enter")
            for character in first_legal(played):
                await pilot.press({"/": "slash", " ": "space", "*": "asterisk", "(": "left_parenthesis",
                                   ")": "right_parenthesis"}.get(character, character))  # fmt: skip
            await pilot.press("enter")
            await pilot.pause()
            assert screen.query_one(Input).region.bottom <= 24
            assert screen.query_one("#board", Static).region.height == 13

    asyncio.run(drive())
    assert played.state.game is not None
    assert sum(played.state.game.turns) == 1


def test_nothing_of_the_full_screen_is_cut_in_60_by_20(tmp_path: Path) -> None:
    from textual.widgets import Input, Static

    from barpoint.cli.play.board_screen import BoardScreen

    played = session(tmp_path / "m.jsonl", people=frozenset(Side))

    async def drive() -> None:
        screen = BoardScreen(played)
        async with screen.run_test(size=(60, 20)) as pilot:
            while played.to_act() is None:
                await pilot.press("enter")
            await pilot.pause()
            assert screen.query_one(Input).region.bottom <= 20
            board = screen.query_one("#board", Static)
            text = board_text(played, narrow=True).split("\n")
            assert board.region.height == len(text)
            assert max(map(len, text)) <= board.content_size.width
            assert "pips" in text[0]
            assert "to play" in text[0] + text[-1]
            assert screen.query_one("#told").region.height >= 2
            assert screen.query_one("#prompt").region.height == 1

    asyncio.run(drive())


def test_a_discipline_outside_the_preset_is_refused_with_its_clause(tmp_path: Path) -> None:
    asked = [
        "play",
        "--plain",
        "--preset",
        "USBGF Open",
        "--discipline",
        "longgammon",
        "--file",
        str(tmp_path / "m"),
    ]
    result = CliRunner().invoke(app, asked)
    assert isinstance(result.exception, ValueError)
    assert "usbgf:" in str(result.exception)


def test_money_has_no_points_to_play_to(tmp_path: Path) -> None:
    result = CliRunner().invoke(
        app, ["play", "--plain", "--preset", "Money", "--points", "5", "--file", str(tmp_path / "m")]
    )
    assert isinstance(result.exception, ValueError)


def test_a_claim_is_named_as_one_and_refused_with_its_clause_while_there_is_contact(tmp_path: Path) -> None:
    form = preset("BWS").match_format()
    assert isinstance(form, MatchFormat)
    played = session(tmp_path / "m.jsonl", form, people=frozenset(Side))
    while played.to_act() is None:
        played.enter("")
    (refused,) = played.enter("claim 3")
    assert "bws:4.5a" in refused
    parted = "x 8:1 6:14 | o 16:1 6:14"
    played.table.do(CorrectPosition(at=played.table.now(), by="TD", position=parted, turn=Side.WHITE))
    assert played.enter("claim 1") == ["You claim a single game."]
    assert played.prompt().startswith("You claim a single game: a accept")
    assert "claim has to be answered" in played.enter("d")[0]
