"""Finished matches out of whatever they are kept in: lists, tournaments, match files, folders and archives of them.

list        .csv with a header, or .jsonl of `MatchRated` and `MatchStruck`
tournament  the .jsonl a tournament is kept in: its finished matches; people go by their names
match       a file of any form: rated if it was played to its length. Its id is its name, its time the date in it;
            without one it comes before those that have one, in the order of names

A match that lies there in several files or forms counts once: the same people, length and discipline, and every roll of
every game the same. Few rolls may be thrown twice: of them the day must be the same too. A line of a list and a result
of a tournament have no rolls, and are told apart by their ids alone.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from barpoint.cli.files.match_sources import MatchSource, match_sources
from barpoint.rating import ClockClass, MatchRated, RatingEvent, from_csv, from_jsonl

if TYPE_CHECKING:
    from barpoint.notation import MatchRecord
    from barpoint.notation.files import LoadedFile

_LISTS: Final = (".csv", ".jsonl")
_SURE: Final = 12
"""Rolls of a match that nobody throws twice in the same order."""


@dataclass(frozen=True, slots=True)
class SeasonFiles:
    """Finished matches, and of a match that lay there several times the file that counts and the others."""

    log: list[RatingEvent]
    same: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Who hears of what is left out, and what the matches that were read are known by."""

    note: Callable[[str], None]
    identities: dict[str, Hashable] = field(default_factory=dict)


def read_season(path: Path, note: Callable[[str], None]) -> SeasonFiles:
    """Everything a file or a folder holds, a match of several files once.

    `note` hears of a match that was not played out, and of a file of a folder that cannot be read.
    """
    if not path.exists():
        raise ValueError(f"cannot read {path}: there is no such file or folder")
    reader = _Reader(note)
    if not path.is_dir():
        is_list = path.suffix.lower() in _LISTS
        return _once(list(_read(path, reader) if is_list else _matches([path], reader, lenient=False)), reader)
    lists = sorted(file for file in path.rglob("*") if file.suffix.lower() in _LISTS and file.is_file())
    season: list[RatingEvent] = []
    for file in lists:
        try:
            season += _read(file, reader)
        except ValueError as wrong:
            note(f"{file}: {wrong}")
    return _once([*season, *_matches([path], reader, lenient=True)], reader)


def _once(log: list[RatingEvent], reader: _Reader) -> SeasonFiles:
    """The log without copies: of several files the first counts that says when the match was played."""
    copies = defaultdict[Hashable, list[RatingEvent]](list)
    for event in log:
        if event.id in reader.identities:
            copies[reader.identities[event.id]].append(event)
    same = dict[str, tuple[str, ...]]()
    for alike in copies.values():
        counted = next((event for event in alike if event.at), alike[0])
        others = tuple(event.id for event in alike if event.id != counted.id)
        if others:
            same[counted.id] = others
    left_out = {id for others in same.values() for id in others}
    return SeasonFiles([event for event in log if event.id not in left_out], same)


def _read(file: Path, reader: _Reader) -> Iterator[RatingEvent]:
    try:
        if file.suffix.lower() == ".csv":
            with file.open(encoding="utf-8", newline="") as lines:
                yield from from_csv(lines, moment=read_date)
            return
        kind = _first_type(file)
        if kind == "TournamentOpened":
            yield from _tournament(file)
        elif kind in ("", "MatchRated", "MatchStruck"):
            with file.open(encoding="utf-8") as lines:
                yield from from_jsonl(lines)
        else:
            yield from _match(MatchSource(str(file)), reader)
    except OSError as failure:
        raise ValueError(f"cannot read {file}: {failure.strerror}") from failure


def _first_type(file: Path) -> str:
    """What the first event of a log is called."""
    with file.open(encoding="utf-8") as lines:
        first = next((line for line in lines if line.strip()), "{}")
    try:
        event = json.loads(first)
    except json.JSONDecodeError as wrong:
        raise ValueError(f"line 1: {wrong}") from wrong
    return str(event.get("type", "")) if isinstance(event, dict) else ""


def _tournament(file: Path) -> Iterator[RatingEvent]:
    """The finished matches of a tournament, its people by their names."""
    from barpoint.cli.tournament.tournament_file import TournamentFile
    from barpoint.service.tournaments import matches_to_rate

    state = TournamentFile(file).state
    names = {id: str(player).replace("+", " ") for id, player in state.players.items()}
    if len({*names.values()}) != len(names):
        names = {id: id for id in names}  # two of one name are told apart by what the tournament calls them
    for match in matches_to_rate(state):
        sides = {side: tuple(names[one] for one in getattr(match, side)) for side in ("winner", "loser")}
        yield msgspec.structs.replace(match, **sides)


def _matches(paths: list[Path], reader: _Reader, *, lenient: bool) -> Iterator[RatingEvent]:
    for source in match_sources(paths):
        if Path(source.name).suffix.lower() in _LISTS:
            continue
        try:
            yield from _match(source, reader)
        except (ValueError, OSError) as wrong:
            if not lenient:
                raise
            reader.note(f"{source.name}: {wrong}")


def _match(source: MatchSource, reader: _Reader) -> Iterator[RatingEvent]:
    loaded = source.read()
    record, score = loaded.record, loaded.record.final_score
    if not record.length or score is None or max(score) < record.length:
        reader.note(f"{source.name}: not played to its length, so it is not rated")
        return
    winner, loser = (record.white, record.black) if score[0] > score[1] else (record.black, record.white)
    moment = _moment_of(loaded)
    identity = _identity(loaded.record, moment)
    if identity is not None:
        reader.identities[source.name] = identity
    yield MatchRated(
        id=source.name,
        at=moment,
        winner=_people(winner),
        loser=_people(loser),
        length=record.length,
        discipline=record.discipline,
        clock=ClockClass.STANDARD,
    )


def _identity(record: "MatchRecord", moment: int) -> Hashable | None:
    """What is the same in every form a match is written in; None for a record without rolls."""
    from barpoint.board import Side
    from barpoint.notation.record import Moved

    names = {side: " ".join(record.name(side).replace("_", " ").split()).casefold() for side in Side}
    games = []
    for game in record.games:
        moved = [action for action in game.actions if isinstance(action, Moved)]
        while moved and not moved[-1].walks:  # whoever gave up over a roll: some forms leave it out
            moved.pop()
        games.append(tuple((names[one.side], *sorted(one.dice)) for one in moved))
    rolls = sum(map(len, games))
    if not rolls:
        return None
    day = moment // 86_400_000 if rolls < _SURE else None
    return (record.discipline, record.length, frozenset(names.values()), tuple(games), day)


def _moment_of(loaded: "LoadedFile") -> int:
    if loaded.events:
        return loaded.events[-1].at
    try:
        return read_date(loaded.record.info.get("date", "0"))
    except ValueError:
        return 0


def _people(name: str) -> tuple[str, ...]:
    """Whoever played a side: two who consult are written with a plus or an ampersand."""
    return tuple(part.strip() for part in name.replace("&", "+").split("+"))


def read_date(text: str) -> int:
    """Milliseconds, or those of a date or an ISO time; without an offset it is UTC."""
    if text.strip().lstrip("-").isdecimal():
        return int(text)
    try:
        instant = datetime.fromisoformat(text.strip())
    except ValueError as wrong:
        raise ValueError(
            f"expected a date such as 2026-05-01, a time such as 2026-05-01T14:30+02:00 or milliseconds, not {text!r}"
        ) from wrong
    return int((instant if instant.tzinfo else instant.replace(tzinfo=UTC)).timestamp() * 1000)
