"""Removing somebody's identity from a database, in one transaction: rows, events, and the entry in the erasure log.

What is known of a person: the accounts they have had (a guest's that they took over too), the name they sat under in
each match, and the id a tournament knows them by. A registered name is one person's, and is looked for wherever names
stand; a guest's is looked for only where the guest's account or match is named as well.
"""

import os
import secrets
from base64 import b32encode
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from barpoint.adapters.database import (
    Database,
    account_changes,
    accounts,
    ceremonies,
    credentials,
    device_sightings,
    events,
    fair_play_figures,
    notices,
    push_addresses,
    seats,
    sessions,
    streams,
)
from barpoint.adapters.event_store import select_heads
from barpoint.service.records import (
    ERASURES,
    SALT_LENGTH,
    START,
    Identity,
    PersonErased,
    Redaction,
    decode_erasure,
    digest_of,
    leaf_of,
    redact,
)

FORMER: Final = "former player"
"""What somebody is called whose identity was removed, with four letters that tell them from others."""
_OWN: Final = (
    *(sessions, credentials, ceremonies, notices, push_addresses),
    *(fair_play_figures, device_sightings),
)
"""Tables whose rows are one person's alone."""
_OF_A_MATCH: Final = ("match", "room", "chat")
_OF_PEOPLE: Final = ("inquiry", "case", "ledger", "security", "club", "series", "list", "notes", "file")


@dataclass(slots=True)
class _Person:
    """What a database knows somebody by."""

    accounts: set[str]
    former: str
    strong: set[str] = field(default_factory=set)  # names that are theirs wherever they stand
    weak: set[str] = field(default_factory=set)  # names that are theirs where their account or match is named
    matches: dict[str, set[str]] = field(default_factory=dict)  # and the names they have in each


@dataclass(slots=True)
class _Change:
    stream: str
    version: int
    data: bytes


def erase_person(
    connection: sa.Connection, database: Database, account: str, reason: str, at: int, former: str = ""
) -> PersonErased | None:
    """Remove somebody's identity; None if there is no such account, or it was removed already."""
    row = connection.execute(sa.select(accounts).where(accounts.c.id == account, accounts.c.erased == 0)).first()
    if row is None:
        return None
    tag = b32encode(secrets.token_bytes(5)).decode()[:4]
    person = _Person({account}, former or f"{FORMER} {tag}", set() if row.guest else {row.name}, {row.name})
    _find_matches(connection, person)
    changes = {(change.stream, change.version): change for change in _changes(connection, database, person)}
    redactions = tuple(_rewrite(connection, change) for change in changes.values())
    _forget_rows(connection, person, at)
    entry = PersonErased(at=at, account=account, name=person.former, reason=reason, redactions=redactions)
    _append(connection, database, msgspec.json.encode(entry))
    _tell(connection, database, person.accounts)
    return entry


def read_erasures(connection: sa.Connection) -> tuple[PersonErased, ...]:
    """The erasure log."""
    lines = sa.select(events.c.data).where(events.c.stream == ERASURES).order_by(events.c.version)
    return tuple(decode_erasure(bytes(data)) for data in connection.execute(lines).scalars())


# Who it is


def _find_matches(connection: sa.Connection, person: _Person) -> None:
    """The matches somebody sat in, as whom, and the guests they were before."""
    mine = sa.select(seats.c.match).where(seats.c.account.in_(person.accounts)).distinct()
    for match in connection.execute(mine).scalars().all():
        names = person.matches.setdefault(match, set())
        log = [msgspec.json.decode(data) for _, data in _events(connection, [f"room:{match}"])]
        claimed = {event["guest"] for event in log if event.get("account") in person.accounts and "guest" in event}
        person.accounts |= claimed
        for event in log:
            for seat in (*event.get("white", ()), *event.get("black", ())):
                if seat.get("account") in person.accounts:
                    names.add(seat["name"])
        person.weak |= names


def _identity(person: _Person, names: Collection[str], players: Collection[str] = ()) -> Identity:
    return Identity(person.former, frozenset(names), frozenset(person.accounts), frozenset(players))


# What names them


def _changes(connection: sa.Connection, database: Database, person: _Person) -> Iterator[_Change]:
    for match, names in person.matches.items():
        analyses = sa.select(streams.c.name).where(streams.c.name.like(f"analysis:{match}.%"))
        of_match = [f"{kind}:{match}" for kind in _OF_A_MATCH]
        yield from _redaction(
            connection, [*of_match, *connection.execute(analyses).scalars()], _identity(person, names)
        )
    offered = streams_with(connection, database, ("challenge",), person.accounts)
    yield from _redaction(connection, offered, _identity(person, ()))
    yield from _changes_about(connection, database, person)
    yield from _changes_in_tournaments(connection, database, person)


def _changes_about(connection: sa.Connection, database: Database, person: _Person) -> Iterator[_Change]:
    """Inquiries, cases, the ledger of sanctions, what was done to accounts."""
    tied = {*person.accounts, *person.matches}
    for stream in streams_with(connection, database, _OF_PEOPLE, {*person.strong, *person.weak, *person.accounts}):
        for version, data in _events(connection, [stream]):
            is_tied = any(word.encode() in data for word in tied)
            names = person.strong | (person.weak if is_tied else set())
            yield from _change(stream, version, data, _identity(person, names))
        opened = next((data for _, data in _events(connection, [stream])), b"")
        if stream.startswith("case:") and any(f"match:{match}".encode() in opened for match in person.matches):
            yield from _redaction(connection, [stream], _identity(person, person.strong | person.weak))


def _changes_in_tournaments(connection: sa.Connection, database: Database, person: _Person) -> Iterator[_Change]:
    """Where they have joined a player of the register, or acted as an official of the server."""
    joined: dict[str, set[str]] = {}
    for stream in streams_with(connection, database, ("links",), person.accounts):
        for _, data in _events(connection, [stream]):
            event = msgspec.json.decode(data)
            if event.get("account") in person.accounts:
                joined.setdefault(stream.partition(":")[2], set()).add(event["person"])
    acted = streams_with(connection, database, ("tournament",), {f"official:{name}" for name in person.strong})
    for tournament in {*joined, *(stream.partition(":")[2] for stream in acted)}:
        players = joined.get(tournament, set())
        log = [f"tournament:{tournament}"]
        names = person.strong | {name for _, data in _events(connection, log) for name in _player_names(data, players)}
        recorded = sa.select(streams.c.name).where(streams.c.name.like(f"recorded:{tournament}/%"))
        found = [*log, *connection.execute(recorded).scalars()]
        yield from _redaction(connection, found, _identity(person, names, players))


def _player_names(data: bytes, players: Collection[str]) -> Iterator[str]:
    player = msgspec.json.decode(data).get("player")
    if isinstance(player, dict) and player.get("id") in players and player.get("name"):
        yield player["name"]


def _redaction(connection: sa.Connection, names: Iterable[str], identity: Identity) -> Iterator[_Change]:
    for stream in names:
        for version, data in _events(connection, [stream]):
            yield from _change(stream, version, data, identity)


def _change(stream: str, version: int, data: bytes, identity: Identity) -> Iterator[_Change]:
    changed = redact(data, identity, stream.partition(":")[0])
    if changed is not None:
        yield _Change(stream, version, changed)


def _events(connection: sa.Connection, names: Collection[str]) -> list[tuple[int, bytes]]:
    query = sa.select(events.c.version, events.c.data).where(events.c.stream.in_(names)).order_by(events.c.version)
    return [(row.version, bytes(row.data)) for row in connection.execute(query)]


def streams_with(
    connection: sa.Connection, database: Database, kinds: Collection[str], words: Collection[str]
) -> list[str]:
    """The streams of these kinds in which one of these words stands, however it is written."""
    if not words:
        return []
    spellings = {spelling for word in words for spelling in (word, word.lower(), word.upper(), word.title())}
    needles = [msgspec.json.encode(spelling)[1:-1] for spelling in spellings]
    joined = events.join(streams, streams.c.name == events.c.stream)
    holds = sa.or_(*(_contains(database, needle) for needle in needles))
    query = sa.select(events.c.stream).select_from(joined).where(streams.c.kind.in_(kinds), holds).distinct()
    return sorted(connection.execute(query).scalars())


def _contains(database: Database, needle: bytes) -> "sa.ColumnElement[bool]":
    bytes_ = sa.literal(needle, sa.LargeBinary)
    if database.is_shared:
        return sa.func.position(bytes_.op("in")(events.c.data)) > 0
    return sa.func.instr(events.c.data, bytes_) > 0


# What is done


def _rewrite(connection: sa.Connection, change: _Change) -> Redaction:
    """The event as it is from now on; its leaf and link stay, and the salt of what it said before is gone."""
    salt = os.urandom(SALT_LENGTH)
    place = (events.c.stream == change.stream) & (events.c.version == change.version)
    connection.execute(sa.update(events).where(place).values(data=change.data, salt=salt))
    return Redaction(change.stream, change.version, leaf_of(salt, change.data).hex())


def _forget_rows(connection: sa.Connection, person: _Person, at: int) -> None:
    ids = person.accounts
    nobody = {"name": person.former, "handle": None, "looks": None, "looks_folded": None, "contact": "", "staff": False}
    connection.execute(sa.update(accounts).where(accounts.c.id.in_(ids)).values(**nobody, erased=at))
    for table in _OWN:
        connection.execute(sa.delete(table).where(table.c.account.in_(ids)))
    for match, names in person.matches.items():
        _replace_text(connection, seats.c.title, seats.c.match == match, _identity(person, names))
        _replace_text(connection, notices.c.text, notices.c.link.like(f"%{match}%"), _identity(person, names))
    for name in person.strong:
        _replace_text(
            connection, notices.c.text, notices.c.text.contains(name, autoescape=True), _identity(person, {name})
        )


def _replace_text(connection: sa.Connection, column: "sa.Column[Any]", where: Any, identity: Identity) -> None:
    """The name taken out of a column of texts; Any: a condition."""
    for text in connection.execute(sa.select(column).where(where).distinct()).scalars().all():
        line = redact(msgspec.json.encode({"by": "", "text": text}), identity, "tournament")
        if line is not None:
            changed = msgspec.json.decode(line)["text"]
            connection.execute(sa.update(column.table).where(where, column == text).values({column.name: changed}))


def _append(connection: sa.Connection, database: Database, data: bytes) -> None:
    """One more entry of the erasure log, chained."""
    head = connection.execute(select_heads(events.c.stream == ERASURES)).first()
    version, digest = (0, START) if head is None else (head.version, bytes(head.digest))
    salt = os.urandom(SALT_LENGTH)
    leaf = leaf_of(salt, data)
    link = digest_of(digest, ERASURES, version + 1, leaf)
    database.add_events(connection, [(ERASURES, version + 1, data, None, salt, leaf, link)])
    stream = {"name": ERASURES, "kind": ERASURES.partition(":")[0], "open": True}
    connection.execute(database.insert(streams).on_conflict_do_nothing(), [stream])


def _tell(connection: sa.Connection, database: Database, ids: Collection[str]) -> None:
    """Let every process hear of it."""
    if database.is_shared:
        database.announce(connection, [f"account/{account}" for account in sorted(ids)])
    else:
        connection.execute(sa.insert(account_changes), [{"account": account} for account in sorted(ids)])
