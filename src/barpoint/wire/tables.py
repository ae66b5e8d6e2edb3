"""What goes over HTTP between the server and a device at a table."""

from typing import Annotated

import msgspec

from barpoint.engine.analysis import Performance
from barpoint.match.format import MatchFormat
from barpoint.match.state import Phase
from barpoint.service.at_table import TableBoard, TableDice, TableStands
from barpoint.service.recorded import Entry


class TableSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A match as its table sees it; the home side comes first and plays white."""

    tournament: str
    contest: str
    contest_name: str
    pairing: str
    table: str
    entrants: tuple[str, str]
    names: tuple[str, str]
    me: str  # the entrant whose private link this browser has opened
    may_record: bool
    format: MatchFormat
    board: TableBoard
    score: tuple[int, int]
    recorded: int  # events the server has
    stands: TableStands  # the record as it is kept here
    dice: TableDice | None  # None: the director has not approved a device's dice for this match
    over: bool = False  # the match has its result


class NewRecording(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What happened at the table since, in order."""

    entries: Annotated[tuple[Entry, ...], msgspec.Meta(max_length=200)]


class EntryRefused(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that was not kept, and why."""

    id: str
    code: str
    detail: str
    clauses: tuple[str, ...]


class RecordKept(msgspec.Struct, frozen=True, kw_only=True):
    """The record as it stands."""

    version: int
    score: tuple[int, int]
    phase: Phase
    refused: tuple[EntryRefused, ...]
    unjudged: tuple[str, ...]  # made on what was refused: neither kept nor judged
    stands: TableStands
    dice: TableDice | None


class ErrorRates(msgspec.Struct, frozen=True, kw_only=True):
    """What the engine says of a recorded match: `players` when its analysis is done."""

    match: str
    state: str
    players: tuple[Performance, ...]
