"""The opening book and the figures of the bench, made small."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from barpoint.board import Position, Roll
from barpoint.board.movegen import board_array
from barpoint.cli.engine import app
from barpoint.engine import book, measuring
from barpoint.engine.choosing import choose_play
from barpoint.engine.knowledge import knowledge_of
from barpoint.engine.levels import LEVELS
from barpoint.engine.peers import Gnubg
from barpoint.engine.rollout import Settings
from barpoint.engine.rollout_work import Threads
from barpoint.engine.search import engine
from tests.peers import gnubg

run = CliRunner()


def test_the_shipped_book_has_every_opening_and_plays_it() -> None:
    start, entries = Position.start(), book.shipped()
    assert {roll for roll in book.OPENINGS if book.key_of(start, roll) in entries} == set(book.OPENINGS)
    for entry in entries.values():
        equities = [play.equity for play in entry.plays if play.games == entry.plays[0].games]
        assert equities == sorted(equities, reverse=True)
    best = book.book_play(start, Roll(3, 1))
    assert best is not None
    assert best.hops == ((8, 5), (6, 5))
    assert choose_play(LEVELS["strongest"], knowledge_of(), start, Roll(3, 1)).play == best
    assert book.book_play(start.flip(), Roll(1, 1)) is None
    assert "31" in run.invoke(app, ["book", "show"]).stdout


def test_a_book_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book, "OPENINGS", (Roll(3, 1),))
    path = tmp_path / "book.json"
    quick = Settings(games=36, truncate=2)
    first = book.build(path, quick, None, Threads(1), "a test")
    monkeypatch.setattr(book, "rolled_out", lambda *_: pytest.fail("it was there already"))
    assert book.build(path, quick, None, Threads(1), "a test") == first


def test_the_bench_prints_figures_as_json() -> None:
    answer = run.invoke(app, ["bench", "--count", "20", "--plies", "0", "--no-peers", "--threads", "1", "--json"])
    figures = [json.loads(line) for line in answer.stdout.splitlines()]
    assert {figure["name"] for figure in figures} >= {"static evaluations, barpoint", "rollout games"}
    assert all(figure["value"] > 0 for figure in figures)


def test_levels_err_as_much_as_they_state() -> None:
    figures = list(measuring.level_figures(measuring.decisions(60)))
    ratings = [figure.value for figure in figures]
    assert ratings == sorted(ratings, reverse=True)
    for figure, level in zip(figures, LEVELS.values(), strict=False):
        assert figure.error is not None
        assert abs(figure.value - level.rating) < 3 * figure.error, figure.name


def test_gnubg_answers_behind_the_same_protocol() -> None:
    boards = board_array(Position.start())[None]
    theirs = Gnubg(gnubg.program()).probabilities(boards)
    assert theirs[0] == pytest.approx(engine().probabilities(boards)[0], abs=0.05)
