"""A case: one incident from its report to its end, as a fold with a log of its own.

Commands are judged by `decide_case` into events or a `Refusal`; `evolve_case` cannot fail. The book's policy says
who may sit on a committee, until when there is an appeal and how votes count; the numbers are those of
`rulebook.tariff`. The members' votes are kept as totals only (usbgf:5.3e).
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from barpoint.board import Refusal
from barpoint.rulebook.policy import policy_of
from barpoint.rulebook.tariff import committee_rules
from barpoint.rulebook.tariff.committee import compose, tally

Fact = str | int | bool


class CaseCode(StrEnum):
    """Why a step in a case is refused."""

    NOT_OPEN = "case_not_open"
    ALREADY_OPEN = "case_already_open"
    NO_RULING = "case_has_no_ruling"
    NO_APPEALS = "book_has_no_appeals"
    NOT_APPEALABLE = "not_appealable"
    APPEAL_TOO_LATE = "appeal_too_late"
    APPEAL_EXHAUSTED = "appeal_exhausted"
    NO_APPEAL = "no_appeal_made"
    NO_COMMITTEE = "no_committee_named"
    EXCEPTION_NEEDS_FACTS = "exception_needs_facts"
    OVERRIDE_NEEDS_REASON = "override_needs_reason"
    APPEAL_PENDING = "appeal_pending"


class Step(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The common part of every event: when, and by whom."""

    at: int
    by: str


class CaseOpened(Step, frozen=True, kw_only=True):
    """An incident was reported."""

    book: str
    kind: str
    report: str = ""


class FactGiven(Step, frozen=True, kw_only=True):
    """Somebody answered a question; a later answer replaces an earlier one."""

    key: str
    value: Fact


class ExhibitAttached(Step, frozen=True, kw_only=True):
    """Something was shown: a score sheet, a video, a statement."""

    title: str
    given_by: str


class RulingGiven(Step, frozen=True, kw_only=True):
    """An official ruled. `followed` is False where the computed answer was overridden, with the reason."""

    say: str
    clauses: tuple[str, ...] = ()
    relied_on: dict[str, Fact] = {}
    remedies: tuple[str, ...] = ()
    followed: bool = True
    reason: str = ""
    exception: bool = False  # from the rules, narrowly tailored (usbgf:1.1.4.3a)
    matter: str = ""  # as in `Policy.not_appealable`


class RemedyApplied(Step, frozen=True, kw_only=True):
    """What was ruled has been carried out."""

    remedy: str


class PlayResumed(Step, frozen=True, kw_only=True):
    """The players went on: the ruling is accepted."""


class AppealMade(Step, frozen=True, kw_only=True):
    """A player appealed, against all of it or the parts named."""

    parts: tuple[str, ...] = ()


class CommitteeNamed(Step, frozen=True, kw_only=True):
    """The committee that hears the appeal; `staff` are those of them who work for the tournament."""

    members: tuple[str, ...]
    staff: tuple[str, ...] = ()


class VotesCounted(Step, frozen=True, kw_only=True):
    """The totals, and how the director voted where the book gives one."""

    uphold: int
    change: dict[str, int] = {}
    director: str | None = None


class AppealDecided(Step, frozen=True, kw_only=True):
    """What the votes came to. `remedy` is empty if the ruling stands or the director chooses."""

    changed: bool
    remedy: str = ""
    to_choose: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


class PenaltyRecorded(Step, frozen=True, kw_only=True):
    """A warning or penalty went on somebody's record."""

    person: str
    step: str
    points: int = 0


class CaseClosed(Step, frozen=True, kw_only=True):
    """Nothing more is to be done."""


AnyStep = (
    CaseOpened
    | FactGiven
    | ExhibitAttached
    | RulingGiven
    | RemedyApplied
    | PlayResumed
    | AppealMade
    | CommitteeNamed
    | VotesCounted
    | AppealDecided
    | PenaltyRecorded
    | CaseClosed
)
Asked = (
    CaseOpened
    | FactGiven
    | ExhibitAttached
    | RulingGiven
    | RemedyApplied
    | PlayResumed
    | AppealMade
    | CommitteeNamed
    | VotesCounted
    | PenaltyRecorded
    | CaseClosed
)


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """How a case stands."""

    opened: CaseOpened | None = None
    facts: dict[str, Fact] = {}
    exhibits: tuple[ExhibitAttached, ...] = ()
    ruling: RulingGiven | None = None
    applied: tuple[str, ...] = ()
    resumed: bool = False
    appeal: AppealMade | None = None
    committee: tuple[str, ...] = ()
    decision: AppealDecided | None = None
    penalties: tuple[PenaltyRecorded, ...] = ()
    closed: bool = False
    version: int = 0


def decide_case(case: Case, asked: Asked) -> tuple[AnyStep, ...] | Refusal:
    """What comes of a step somebody asks for: the events, or the reason it is refused."""
    if isinstance(asked, CaseOpened):
        return (asked,) if case.opened is None else Refusal(CaseCode.ALREADY_OPEN)
    if case.opened is None or case.closed:
        return Refusal(CaseCode.NOT_OPEN)
    refusal = _refused(case, case.opened.book, asked)
    if refusal is not None:
        return refusal
    if isinstance(asked, VotesCounted):
        return asked, _decided(case, case.opened.book, asked)
    return (asked,)


def _refused(case: Case, book: str, asked: Asked) -> Refusal | None:
    match asked:
        case RulingGiven():
            return _ruling_refused(case, book, asked)
        case AppealMade():
            return _appeal_refused(case, book)
        case CommitteeNamed():
            rules = committee_rules(book)
            if rules is None or case.appeal is None:
                return Refusal(CaseCode.NO_APPEAL)
            if case.decision is not None:
                return Refusal(CaseCode.APPEAL_EXHAUSTED)
            return compose(rules, len(asked.members), staff=len(set(asked.staff) & set(asked.members)))
        case VotesCounted():
            if case.decision is not None:
                return Refusal(CaseCode.APPEAL_EXHAUSTED)
            return None if case.committee else Refusal(CaseCode.NO_COMMITTEE)
        case RemedyApplied() | PlayResumed():
            return Refusal(CaseCode.NO_RULING) if case.ruling is None else _pending(case)
        case PenaltyRecorded() | CaseClosed():
            return _pending(case)  # sanctions wait for the hearing where they can (usbgf:5.3f)
        case _:
            return None


def _pending(case: Case) -> Refusal | None:
    return Refusal(CaseCode.APPEAL_PENDING) if case.appeal is not None and case.decision is None else None


def _ruling_refused(case: Case, book: str, asked: RulingGiven) -> Refusal | None:
    if case.appeal is not None:
        return Refusal(CaseCode.APPEAL_PENDING)
    if not asked.followed and not asked.reason:
        return Refusal(CaseCode.OVERRIDE_NEEDS_REASON)
    if asked.exception and policy_of(book).exception_needs_facts and not (asked.relied_on and asked.reason):
        return Refusal(CaseCode.EXCEPTION_NEEDS_FACTS, {"clause": "usbgf:1.1.4.3a"})
    return None


def _appeal_refused(case: Case, book: str) -> Refusal | None:
    policy = policy_of(book)
    if policy.appeals is None:
        return Refusal(CaseCode.NO_APPEALS)
    if case.ruling is None:
        return Refusal(CaseCode.NO_RULING)
    if case.appeal is not None:
        return Refusal(CaseCode.APPEAL_EXHAUSTED, {"clause": _FINAL[book]})
    if case.ruling.matter in policy.not_appealable:
        return Refusal(CaseCode.NOT_APPEALABLE, {"matter": case.ruling.matter})
    return Refusal(CaseCode.APPEAL_TOO_LATE, {"clause": _IN_TIME[book]}) if case.resumed else None


_FINAL: Final = {"usbgf": "usbgf:5.3d", "bws": "bws:5.2c", "guide": "guide:6.5f"}
_IN_TIME: Final = {"usbgf": "usbgf:5.2c", "bws": "bws:5.2a", "guide": "guide:6.5a"}


def _decided(case: Case, book: str, votes: VotesCounted) -> AppealDecided:
    rules = committee_rules(book)
    if rules is None:
        raise RuntimeError(f"a committee sat under {book}, which has none")
    found = tally(rules, len(case.committee), uphold=votes.uphold, change=votes.change, director=votes.director)
    return AppealDecided(
        at=votes.at,
        by=votes.by,
        changed=found.changed,
        remedy=found.remedy or "",
        to_choose=found.to_choose,
        clauses=found.clauses,
    )


def evolve_case(case: Case, event: AnyStep) -> Case:
    """The case after one more event."""
    return replace(_folded(case, event), version=case.version + 1)


def _folded(case: Case, event: AnyStep) -> Case:  # one line an event
    match event:
        case CaseOpened():
            return replace(case, opened=event)
        case FactGiven():
            return replace(case, facts=case.facts | {event.key: event.value})
        case ExhibitAttached():
            return replace(case, exhibits=(*case.exhibits, event))
        case RulingGiven():
            return replace(case, ruling=event, resumed=False)
        case RemedyApplied():
            return replace(case, applied=(*case.applied, event.remedy))
        case PlayResumed():
            return replace(case, resumed=True)
        case AppealMade():
            return replace(case, appeal=event)
        case CommitteeNamed():
            return replace(case, committee=event.members)
        case VotesCounted():
            return case
        case AppealDecided():
            return replace(case, decision=event)
        case PenaltyRecorded():
            return replace(case, penalties=(*case.penalties, event))
        case CaseClosed():
            return replace(case, closed=True)
        case _:
            assert_never(event)


def fold_case(events: Iterable[AnyStep]) -> Case:
    """The case after these events."""
    case = Case()
    for event in events:
        case = evolve_case(case, event)
    return case


def encode_case(events: Iterable[AnyStep]) -> bytes:
    """A log: one JSON object a line."""
    return b"".join(msgspec.json.encode(event) + b"\n" for event in events)


def decode_case(log: bytes) -> tuple[AnyStep, ...]:
    """The events of a log; ValueError names the line that is none."""
    events: list[AnyStep] = []
    for number, line in enumerate(log.splitlines(), 1):
        try:
            events.append(msgspec.json.decode(line, type=AnyStep))
        except msgspec.DecodeError as wrong:
            raise ValueError(f"line {number}: expected a step of a case: {wrong}") from None
    return tuple(events)
