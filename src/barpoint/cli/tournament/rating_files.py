"""Finished matches out of whatever they are kept in: lists, tournaments, match files, folders and archives of them.

list        .csv with a header, or .jsonl of `MatchRated` and `MatchStruck`
tournament  the .jsonl a tournament is kept in: its finished matches; people go by their names
match       a file of any form: rated if it was played to its length. Its id is its name, its time the date in it;
            without one it comes before those that have one, in the order of names
"""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from barpoint.cli.files.match_sources import MatchSource, match_sources
from barpoint.rating import ClockClass, MatchRated, RatingEvent, from_csv, from_jsonl

if TYPE_CHECKING:
    from barpoint.notation.files import LoadedFile

_LISTS: Final = (".csv", ".jsonl")


def read_season(path: Path, note: Callable[[str], None]) -> list[RatingEvent]:
    """Everything a file or a folder holds.

    `note` hears of a match that was not played out, and of a file of a folder that cannot be read.
    """
    if not path.exists():
        raise ValueError(f"cannot read {path}: there is no such file or folder")
    if not path.is_dir():
        return list(_read(path, note)) if path.suffix.lower() in _LISTS else list(_matches([path], note, lenient=False))
    lists = sorted(file for file in path.rglob("*") if file.suffix.lower() in _LISTS and file.is_file())
    season: list[RatingEvent] = []
    for file in lists:
        try:
            season += _read(file, note)
        except ValueError as wrong:
            note(f"{file}: {wrong}")
    return [*season, *_matches([path], note, lenient=True)]


def _read(file: Path, note: Callable[[str], None]) -> Iterator[RatingEvent]:
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
            yield from _match(MatchSource(str(file)), note)
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


def _matches(paths: list[Path], note: Callable[[str], None], *, lenient: bool) -> Iterator[RatingEvent]:
    for source in match_sources(paths):
        if Path(source.name).suffix.lower() in _LISTS:
            continue
        try:
            yield from _match(source, note)
        except (ValueError, OSError) as wrong:
            if not lenient:
                raise
            note(f"{source.name}: {wrong}")


def _match(source: MatchSource, note: Callable[[str], None]) -> Iterator[RatingEvent]:
    loaded = source.read()
    record, score = loaded.record, loaded.record.final_score
    if not record.length or score is None or max(score) < record.length:
        note(f"{source.name}: not played to its length, so it is not rated")
        return
    winner, loser = (record.white, record.black) if score[0] > score[1] else (record.black, record.white)
    yield MatchRated(
        id=source.name,
        at=_moment_of(loaded),
        winner=_people(winner),
        loser=_people(loser),
        length=record.length,
        discipline=record.discipline,
        clock=ClockClass.STANDARD,
    )


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
