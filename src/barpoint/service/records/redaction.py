"""Rewriting an event so that it no longer names somebody.

person field   holds a name, or names: it is replaced where it stands as it is written
text field     somebody's words, in which the name may occur, however it is written
private        belongs to the person alone (where mail goes, a member's number, who of a list they are) and is dropped

Each is known by the kind of the stream and the name of the field; `tests/service/records` goes through all events
and asks of every text what it is. What is none of these (ids, codes, words of the protocol) stays as it is, even where
somebody is called like such a word. So does the id a director gave somebody in a tournament: fixtures, books and the
names of streams are made of it.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

BUYER_ACCOUNT = "buyer:"  # of somebody who buys in a calcutta and does not play: the name follows

_BY: Final = frozenset({"by"})
PERSON_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    "match": frozenset({"by", "person", "operator", "white", "black", "reserved"}),
    "recorded": frozenset({"by", "person", "operator", "white", "black", "reserved"}),
    "room": frozenset({"by", "name", "person"}),
    "challenge": frozenset({"name"}),
    "chat": _BY,
    "security": _BY,
    "inquiry": frozenset({"by", "target_name"}),
    "links": frozenset({"official"}),
    "case": frozenset({"by", "white", "black", "given_by", "members", "staff"}),
    "ledger": frozenset({"by", "person", "opponent"}),
    "tournament": frozenset({"by", "requested_by", "spectator", "buyer", "witness"}),
}
TEXT_FIELDS: Final[Mapping[str, frozenset[str]]] = {
    "match": frozenset({"reason"}),
    "recorded": frozenset({"reason"}),
    "room": frozenset({"reason"}),
    "chat": frozenset({"text"}),
    "analysis": frozenset({"name"}),  # of a pair: both
    "security": frozenset({"reason"}),
    "notes": frozenset({"text"}),
    "inquiry": frozenset({"about", "answer"}),
    "links": frozenset({"reason"}),
    "case": frozenset(
        {"report", "say", "reason", "text", "title", "reference", "scope", "facts", "value", "relied_on"}
        | {"principle"}
    ),
    "tournament": frozenset(
        {"reason", "about", "answer", "text", "memo", "happened", "ruling", "outcome"}
        | {"notes", "reasons", "terms", "wishes"}
    ),
}
PRIVATE_FIELDS: Final = frozenset({"contact", "member", "listed_as"})
_EMPTIED: Final[Mapping[str, Mapping[str, Any]]] = {"notes": {"notes": []}, "file": {"data": ""}}
"""What is left of somebody's own notes and files."""
_SIDES: Final = frozenset({"white", "black"})
_CODED: Final = frozenset({"match", "recorded"})
_NONE: Final[frozenset[str]] = frozenset()


class Identity(msgspec.Struct, frozen=True):
    """Whom to remove: their accounts, names and ids in a tournament; and what they are called from now on."""

    former: str
    names: frozenset[str]
    accounts: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()


def redact(data: bytes, identity: Identity, kind: str) -> bytes | None:
    """An event of a stream of this kind without somebody's name; None if it did not name them."""
    event = msgspec.json.decode(data)
    changed = _Redactor(identity, kind).struct(event)
    return None if changed == event else msgspec.json.encode(changed)


class _Redactor:
    """Goes through one event."""

    def __init__(self, identity: Identity, kind: str) -> None:
        self._identity, self._kind = identity, kind
        self._person, self._prose = PERSON_FIELDS.get(kind, _NONE), TEXT_FIELDS.get(kind, _NONE)
        words = "|".join(re.escape(name) for name in sorted(identity.names, key=len, reverse=True))
        self._pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) if words else None

    def struct(self, value: dict[str, Any]) -> dict[str, Any]:
        """A struct and all within it."""
        spoken = self._kind not in _CODED or "by" in value  # else a reason is a code
        kept = {key: self._value(item, key, spoken=spoken) for key, item in value.items()}
        if self._kind == "chat" and value.get("by") in self._identity.names:
            kept["text"] = ""
        if self._is_theirs(value):
            kept = {key: item for key, item in kept.items() if key not in PRIVATE_FIELDS}
            kept |= _EMPTIED.get(self._kind, {})
            if "name" in value:
                kept["name"] = self._text(value["name"]) if "+" in str(value.get("id")) else self._identity.former
        return kept

    def _value(self, value: Any, field: str, *, spoken: bool) -> Any:  # Any: JSON
        if isinstance(value, dict) and field not in self._prose:
            return self.struct(value)
        if isinstance(value, dict):
            return {key: self._value(item, field, spoken=spoken) for key, item in value.items()}
        if isinstance(value, list):
            return [self._value(item, field, spoken=spoken) for item in value]
        if not isinstance(value, str):
            return value
        if field in self._person or (field == "lines" and value.startswith(BUYER_ACCOUNT)):
            return self._name(value)
        return self._text(value) if field in self._prose and spoken and value not in _SIDES else value

    def _is_theirs(self, value: dict[str, Any]) -> bool:
        """Whether a struct is of the person: their seat, their line in a tournament's register, their entry."""
        if value.get("account") in self._identity.accounts:
            return True
        people = re.split(r"[+#]", value["id"]) if isinstance(value.get("id"), str) else []
        return not self._identity.players.isdisjoint(people)

    def _name(self, name: str) -> str:
        """A name, of an official of the server too; not an id in a tournament that is spelled like it."""
        office, mark, rest = name.rpartition(":")
        if rest in self._identity.names and name not in self._identity.players:
            return office + mark + self._identity.former
        return name

    def _text(self, text: str) -> str:
        return text if self._pattern is None else self._pattern.sub(self._identity.former, text)
