"""The opening book: the fifteen openings and replies to the best of them, each found by our own rollouts.

An entry is a board (the kernel's 26 numbers, the side on roll seeing it), a roll, and the plays that were rolled out,
best first, with cubeless money equity, standard error and games. `data/openings.json` says by which command it was
made; `build_book` goes on with a file that is not finished. What is not in the book is the search's.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import msgspec

from barpoint.board import BACKGAMMON, ROLLS, Hop, Play, Position, Roll, board_array
from barpoint.engine.rollout.rollout import (
    Rollout,
    RolloutSettings,
    play_contender,
)
from barpoint.engine.rollout.workers import Workers
from barpoint.engine.search.engine import RankedPlay, backgammon_engine

BOOK: Final = "openings.json"
OPENINGS: Final = tuple(roll for roll in ROLLS if not roll.is_doublet)
_WITHIN: Final = 0.05
"""Plays that one level ahead are no further behind are rolled out."""
_MOST: Final = 4

BookKey = tuple[tuple[int, ...], int, int]


class BookPlay(msgspec.Struct, frozen=True):
    """A play that was rolled out."""

    hops: tuple[tuple[int, int], ...]
    equity: float
    error: float
    games: int


class BookEntry(msgspec.Struct, frozen=True):
    """A position and a roll, and the plays, best first."""

    board: tuple[int, ...]
    roll: tuple[int, int]
    plays: tuple[BookPlay, ...]

    @property
    def key(self) -> BookKey:
        """What it is found by."""
        return (self.board, *self.roll)

    @property
    def sure(self) -> bool:
        """Whether the first play leads by more than the two errors together allow for."""
        first, *others = self.plays
        return all(first.equity - play.equity > (first.error**2 + play.error**2) ** 0.5 for play in others)


class OpeningBook(msgspec.Struct, frozen=True):
    """All entries, and how they were made."""

    made: str
    settings: dict[str, Any]
    entries: tuple[BookEntry, ...]


@cache
def book_entries() -> dict[BookKey, BookEntry]:
    """The book in the package, by board and roll."""
    place = files("barpoint.engine") / "data" / BOOK
    if not place.is_file():
        return {}
    book = msgspec.json.decode(place.read_bytes(), type=OpeningBook)
    return {entry.key: entry for entry in book.entries}


def book_play(position: Position, roll: Roll) -> Play | None:
    """The book's play; None if the position is not in it, or the rollouts left it open which play is best."""
    if position.discipline is not BACKGAMMON:
        return None
    entry = book_entries().get(key_of(position, roll))
    if entry is None or not entry.sure:
        return None
    return Play.of(position, [*map(_hop, entry.plays[0].hops)])


def key_of(position: Position, roll: Roll) -> BookKey:
    """What an entry for a position and a roll is found by."""
    return (tuple(int(n) for n in board_array(position)), roll.high, roll.low)


def build_book(
    path: Path,
    settings: RolloutSettings,
    reply_settings: RolloutSettings | None,
    workers: Workers,
    command: str,
    tell: Callable[[str, int, int], None] | None = None,
) -> OpeningBook:
    """Make the book in a file, or go on with it; replies only if their settings are given."""
    entries = {entry.key: entry for entry in _read(path)}
    start = Position.start()
    tasks = [(start, roll, settings) for roll in OPENINGS]
    total = len(OPENINGS) * (1 + (len(ROLLS) if reply_settings else 0))
    done = 0
    while tasks:
        position, roll, task_settings = tasks.pop(0)
        key = key_of(position, roll)
        if key not in entries:
            entries[key] = roll_out_plays(position, roll, task_settings, workers)
            _write(path, OpeningBook(command, _settings(settings, reply_settings), tuple(entries.values())))
        done += 1
        if tell:
            tell(str(roll), done, total)
        if reply_settings and position == start:
            reached = Play.of(position, [*map(_hop, entries[key].plays[0].hops)]).after.flip()
            tasks += [(reached, reply, reply_settings) for reply in ROLLS]
    book = OpeningBook(command, _settings(settings, reply_settings), tuple(entries.values()))
    _write(path, book)
    return book


def roll_out_plays(position: Position, roll: Roll, settings: RolloutSettings, workers: Workers) -> BookEntry:
    """An entry for one roll: the plays worth it, rolled out against each other."""
    ranked = backgammon_engine().rank_plays(position, roll, 1)
    chosen = _worth_it(ranked)
    report = Rollout([play_contender(entry.play) for entry in chosen], settings, workers).run()
    plays = tuple(
        BookPlay(
            tuple((hop[0], hop[1]) for hop in standing.contender.play.hops) if standing.contender.play else (),
            round(standing.equity, 4),
            round(standing.error, 4) if len(chosen) > 1 or standing.games > 1 else 0.0,
            standing.games,
        )
        for standing in sorted(report.standings, key=lambda s: (-s.games, -s.equity))
    )
    return BookEntry(tuple(int(n) for n in board_array(position)), (roll.high, roll.low), plays)


def _worth_it(ranked: list[RankedPlay]) -> list[RankedPlay]:
    best = ranked[0].equity
    return [entry for entry in ranked[:_MOST] if entry.equity >= best - _WITHIN]


def _hop(pair: tuple[int, int]) -> Hop:
    return Hop(*pair)


def _settings(settings: RolloutSettings, replies: RolloutSettings | None) -> dict[str, Any]:
    return {"openings": msgspec.to_builtins(settings), "replies": msgspec.to_builtins(replies)}


def _read(path: Path) -> tuple[BookEntry, ...]:
    if not path.exists():
        return ()
    try:
        return msgspec.json.decode(path.read_bytes(), type=OpeningBook).entries
    except msgspec.MsgspecError as wrong:
        raise ValueError(f"{path} is not an opening book: {wrong}") from wrong


def _write(path: Path, book: OpeningBook) -> None:
    """An entry a line, so that two books can be compared."""
    lines = ",\n".join(msgspec.json.encode(entry).decode() for entry in book.entries)
    head = f'"made":{json.dumps(book.made)},\n"settings":{json.dumps(book.settings)}'
    temporary = path.with_name(path.name + ".tmp")
    temporary.write_text(f'{{{head},\n"entries":[\n{lines}\n]}}\n', "utf-8")
    temporary.replace(path)
