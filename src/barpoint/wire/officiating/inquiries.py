"""What goes over HTTP between players, spectators and officials: reports, inquiries, cases, rulings."""

from typing import Annotated, Any, Literal

import msgspec

from barpoint.officiating.cases import NamedAmount, OwnRuling
from barpoint.wire.officiating.ruling import Fact, RulingView

Words = Annotated[str, msgspec.Meta(max_length=1_000)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=1_000)]
Name = Annotated[str, msgspec.Meta(max_length=60)]


class IncidentReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something the director should know; the players do not hear of it."""

    about: Text


class PlayerReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something an official should know about a player; `match` is where it happened."""

    about: Text
    match: Annotated[str, msgspec.Meta(max_length=32)] = ""


class BarRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player asks that a spectator, or without one all of them, be sent away."""

    account: Annotated[str, msgspec.Meta(max_length=32)] = ""
    about: Words = ""


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An official stops a match without being called; the reason is on the record."""

    reason: Words = ""


class CommandDone(msgspec.Struct, frozen=True):
    """An order was carried out; `version` is the match's after it."""

    version: int


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hear the other side no longer, or again."""

    muted: bool = True


class InquiryAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an official settles an inquiry; a call is released thereby, a request granted or not.

    `silence`: for so many days whom it is about says only the preset phrases.
    """

    answer: Words = ""
    granted: bool = False
    silence: Annotated[int, msgspec.Meta(ge=0, le=365)] = 0


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
    named: NamedAmount = NamedAmount()
    own: OwnRuling | None = None
    reason: Words = ""


class Extension(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sanction that is to hold on the whole server: of whom, from which case, and why."""

    person: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    case: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    reason: Text


class HearingStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One step of its hearing: the committee, its votes, the outcome in words if it changes the ruling, the end."""

    step: Literal["committee", "votes", "rule", "close"]
    members: Annotated[tuple[str, ...], msgspec.Meta(max_length=20)] = ()
    uphold: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    change: Annotated[dict[str, int], msgspec.Meta(max_length=20)] = {}
    chosen: Name = ""
    say: Words = ""
    reason: Words = ""


class CaseExhibit(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was shown or said; `what` testimony is a statement of a side or a witness."""

    at: int
    by: str
    what: str
    title: str
    given_by: str
    side: Literal["white", "black", ""] = ""  # whose player gave it
    text: str = ""
    reference: str = ""
    sha256: str = ""


class CaseDecision(msgspec.Struct, frozen=True, kw_only=True):
    """What the votes on a part came to: totals only (usbgf:5.3e)."""

    part: str
    uphold: int
    change: dict[str, int]
    director: str | None
    changed: bool
    remedy: str
    to_choose: tuple[str, ...]
    clauses: tuple[str, ...]


class CaseHearing(msgspec.Struct, frozen=True, kw_only=True):
    """An appeal: who made it, who hears it, who has voted on which part, and what was decided."""

    at: int
    by: str
    parts: tuple[str, ...]  # the whole has no name
    members: tuple[str, ...]
    voted: dict[str, tuple[str, ...]]  # by part
    decisions: tuple[CaseDecision, ...]
    outcome_due: bool  # the ruling is changed, and what follows is still to be ruled


class NewBallot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member's vote on a part: to what the ruling is changed, or nothing to uphold it."""

    vote: Name = ""
    part: Name = ""


class BallotReceipt(msgspec.Struct, frozen=True, kw_only=True):
    """That a vote was taken: how many have voted, and whether it is decided."""

    voted: int
    members: int
    decided: bool


class CaseSection(msgspec.Struct, frozen=True):
    """A heading, and lines of a label and what it says."""

    heading: str
    lines: tuple[tuple[str, str], ...]


class MemberBallot(msgspec.Struct, frozen=True, kw_only=True):
    """What a member of the committee may vote on, for what, and on which parts they have voted."""

    parts: tuple[str, ...]  # those not decided yet; the whole has no name
    voted: tuple[str, ...]
    ways: tuple[tuple[str, str], ...]  # a vote ("" upholds the ruling) and what it says


class CasePage(msgspec.Struct, frozen=True):
    """A case on one page for its committee: facts, both versions, exhibits, this book, the others, ways to decide."""

    title: str
    sections: tuple[CaseSection, ...]
    ballot: MemberBallot | None = None  # of whoever asks, if they sit on it


class HearingListing(msgspec.Struct, frozen=True, kw_only=True):
    """A case on whose committee one sits; `waits` for one's vote."""

    case: str
    contest: str
    pairing: str
    title: str
    waits: bool


class Precedent(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling of principle that others can cite; nobody is named in it."""

    id: str  # the case it came from
    at: int
    book: str
    title: str  # the kind of incident
    principle: str
    clauses: tuple[str, ...] = ()


class NewPrinciple(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The board's ruling of principle, and the clauses it reads."""

    principle: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
    clauses: Annotated[tuple[str, ...], msgspec.Meta(max_length=20)] = ()


class ReferredCase(msgspec.Struct, frozen=True, kw_only=True):
    """A case that waits for the board's ruling of principle."""

    id: str
    at: int
    book: str
    title: str
    report: str
    ruled: str
    by: str  # the player who asks for it


class CaseView(msgspec.Struct, frozen=True):
    """A case as an official sees it: its facts so far, and what the book answers."""

    id: str
    version: int
    kind: str
    book: str
    match: str
    facts: dict[str, Fact]
    answer: Any  # as POST /api/rule-on gives it
    shown: RulingView  # the same in lines to read out
    ruled: str = ""
    applied: bool = False
    closed: bool = False
    exhibits: tuple[CaseExhibit, ...] = ()
    hearing: CaseHearing | None = None
    referred: bool = False  # a ruling of principle was asked for
    principle: str = ""  # as the board ruled
    cited: tuple[tuple[str, str], ...] = ()  # precedents: the case and the principle
    asks: dict[str, str] = {}  # by option: what is named with it, points, time, day, game_or_match or move


class RuleOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of an interview: nothing is kept between two."""

    kind: Name
    preset: Name = "USBGF Open"
    facts: Annotated[dict[str, Fact], msgspec.Meta(max_length=60)] = {}


class RuleAnswer(msgspec.Struct, frozen=True):
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
