"""What goes over HTTP between players, spectators and officials: reports, inquiries, cases, rulings."""

from typing import Annotated, Any, Literal

import msgspec

from barpoint.officiating.confirm import OwnRuling
from barpoint.wire.ruling import Fact, Ruled

Words = Annotated[str, msgspec.Meta(max_length=1_000)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]
Name = Annotated[str, msgspec.Meta(max_length=60)]


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something the director should know; the players do not hear of it."""

    about: Text


class BarRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player asks that a spectator, or without one all of them, be sent away."""

    account: Annotated[str, msgspec.Meta(max_length=32)] = ""
    about: Words = ""


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An official stops a match without being called; the reason is on the record."""

    reason: Words = ""


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hear the other side no longer, or again."""

    muted: bool = True


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an official settles an inquiry; a call is released thereby, a request granted or not."""

    answer: Words = ""
    granted: bool = False


class NewCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rule on an inquiry: the kind of incident, and facts that are known already."""

    kind: Name
    facts: Annotated[dict[str, Fact], msgspec.Meta(max_length=60)] = {}
    report: Words = ""


class GivenFact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to the question a case asks."""

    key: Name
    value: Fact
    given_by: Annotated[str, msgspec.Meta(max_length=80)] = ""


class NewJudgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The official's word: follow the answer, with the option chosen, or rule in words of one's own with the reason."""

    chosen: Name = ""
    impose: tuple[int, ...] = ()
    own: OwnRuling | None = None
    reason: Words = ""


class CaseSeen(msgspec.Struct, frozen=True):
    """A case as an official sees it: its facts so far, and what the book answers."""

    id: str
    version: int
    kind: str
    book: str
    match: str
    facts: dict[str, Fact]
    answer: Any  # as POST /api/rule-on gives it
    shown: Ruled  # the same in lines to read out
    ruled: str = ""
    applied: bool = False
    closed: bool = False


class RuleOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of an interview: nothing is kept between two."""

    kind: Name
    preset: Name = "USBGF Open"
    facts: Annotated[dict[str, Fact], msgspec.Meta(max_length=60)] = {}


class RuledOn(msgspec.Struct, frozen=True):
    """`answer` says which of the three it is, `value` is it whole."""

    answer: Literal["ruling", "need_facts", "discretion"]
    value: Any
    next: dict[str, Any] | None = None  # the missing fact's JSON Schema


class IncidentKind(msgspec.Struct, frozen=True):
    """A kind of incident with the JSON Schema of its facts, and its clauses by book."""

    name: str
    title: str
    words: tuple[str, ...]
    clauses: dict[str, tuple[str, ...]]
    schema: dict[str, Any]
