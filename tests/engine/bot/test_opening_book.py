"""The opening book, shipped and made small."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from barpoint.board import Position, Roll
from barpoint.cli.engine.group import app
from barpoint.engine.bot import opening_book
from barpoint.engine.bot.level_choice import choose_play
from barpoint.engine.bot.levels import LEVELS
from barpoint.engine.knowledge import knowledge_of
from barpoint.engine.rollout.rollout import RolloutSettings
from barpoint.engine.rollout.workers import ThreadWorkers

run = CliRunner()


def test_the_shipped_book_has_every_opening_and_plays_it() -> None:
    start, entries = Position.start(), opening_book.book_entries()
    assert {roll for roll in opening_book.OPENINGS if opening_book.key_of(start, roll) in entries} == set(
        opening_book.OPENINGS
    )
    for entry in entries.values():
        equities = [play.equity for play in entry.plays if play.games == entry.plays[0].games]
        assert equities == sorted(equities, reverse=True)
    best = opening_book.book_play(start, Roll(3, 1))
    assert best is not None
    assert best.hops == ((8, 5), (6, 5))
    assert choose_play(LEVELS["strongest"], knowledge_of(), start, Roll(3, 1)).play == best
    assert opening_book.book_play(start.flip(), Roll(1, 1)) is None
    assert "31" in run.invoke(app, ["book", "show"]).stdout


def test_a_book_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening_book, "OPENINGS", (Roll(3, 1),))
    path = tmp_path / "book.json"
    quick = RolloutSettings(games=36, truncate=2)
    first = opening_book.build_book(path, quick, None, ThreadWorkers(1), "a test")
    monkeypatch.setattr(opening_book, "roll_out_plays", lambda *_: pytest.fail("it was there already"))
    assert opening_book.build_book(path, quick, None, ThreadWorkers(1), "a test") == first
