"""Logs of finished matches as text: CSV with a header, or one JSON object a line.

CSV columns   id, at, winner, loser, length; and if need be discipline, clock, kind, reason. A Doubles
              team is written with its two players joined by `+`. `at` is integer milliseconds.
JSON lines    events with their `type`; lines of other types are passed over, so a tournament's whole log
              will do.
"""

import csv
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import msgspec

from barpoint.rating.match_events import (
    MatchRated,
    MatchStruck,
    RatingEvent,
)

_NEEDED: Final = ("id", "at", "winner", "loser", "length")
_OPTIONAL: Final = ("discipline", "clock", "kind", "reason")
_TYPES: Final = ("MatchRated", "MatchStruck")


class _Tagged(msgspec.Struct):
    type: str


def from_csv(lines: Iterable[str], moment: Callable[[str], int] = int) -> Iterator[RatingEvent]:
    """The matches of a CSV file; `moment` reads when they were, as milliseconds unless it knows other forms."""
    rows = csv.DictReader(lines)
    missing = [column for column in _NEEDED if column not in (rows.fieldnames or ())]
    if missing:
        raise ValueError(f"a CSV of matches has the columns {', '.join(_NEEDED)}; missing: {', '.join(missing)}")
    for row in rows:
        yield _match(row, rows.line_num, moment)


def _match(row: dict[str, str], line: int, moment: Callable[[str], int]) -> MatchRated:
    try:
        fields: dict[str, Any] = {column: row[column] for column in _OPTIONAL if row.get(column)}
        fields |= {"id": row["id"], "at": moment(row["at"]), "length": int(row["length"])}
        fields |= {side: tuple(row[side].split("+")) for side in ("winner", "loser")}
        return msgspec.convert(fields, MatchRated)
    except (ValueError, TypeError, AttributeError) as wrong:
        raise ValueError(f"line {line}: {wrong}") from wrong


def from_jsonl(lines: Iterable[str]) -> Iterator[RatingEvent]:
    """The matches of a log with one event a line."""
    tag = msgspec.json.Decoder(_Tagged)
    event: msgspec.json.Decoder[RatingEvent] = msgspec.json.Decoder(MatchRated | MatchStruck)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            if tag.decode(line).type in _TYPES:
                yield event.decode(line)
        except (ValueError, msgspec.MsgspecError) as wrong:
            raise ValueError(f"line {number}: {wrong}") from wrong


def to_jsonl(events: Iterable[RatingEvent]) -> Iterator[str]:
    """One line an event, as `from_jsonl` reads them."""
    for event in events:
        yield msgspec.json.encode(event).decode()
