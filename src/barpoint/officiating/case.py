"""A case: one incident from its report to its end, as a fold with a log of its own.

What somebody asks for is judged by `decide_case` into events or a `Refusal`; `evolve_case` cannot fail. The event's
policy (its book and its options) says who may sit on a committee, until when there is an appeal and how votes count;
the numbers are those of `rulebook.tariff`. The members' votes are kept as totals only (usbgf:5.3e). What a ruling
does to a match is `carry_out`'s business, what it leaves on a person's record `ledger`'s.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from barpoint.board import Refusal
from barpoint.officiating import case_events as v
from barpoint.officiating.case_events import AnyCaseEvent, Asked, Fact
from barpoint.officiating.judge import kind
from barpoint.rulebook.catalogue import clause, param
from barpoint.rulebook.policy import Policy, policy_of
from barpoint.rulebook.tariff.committee import CommitteeRules, compose, tally


class CaseCode(StrEnum):
    """Why a step in a case is refused."""

    NOT_OPEN = "case_not_open"
    ALREADY_OPEN = "case_already_open"
    RUNS_BACKWARDS = "case_runs_backwards"
    NO_RULING = "case_has_no_ruling"
    OWN_MATCH = "official_plays_the_match"
    OVERRIDE_NEEDS_REASON = "override_needs_reason"
    CORRECTION_NEEDS_REASON = "correction_needs_reason"
    EXCEPTION_NEEDS_FACTS = "exception_needs_facts"
    NO_APPEALS = "book_has_no_appeals"
    NOT_APPEALABLE = "not_appealable"
    NOT_A_PLAYER = "appeal_by_no_player"
    APPEAL_TOO_LATE = "appeal_too_late"
    APPEAL_EXHAUSTED = "appeal_exhausted"
    APPEAL_PENDING = "appeal_pending"
    NO_APPEAL = "no_appeal_made"
    NO_COMMITTEE = "no_committee_named"
    COMMITTEE_INTERESTED = "committee_has_an_interest"
    PART_NOT_APPEALED = "part_not_appealed"
    OUTCOME_DUE = "outcome_due"
    OUTCOME_DIFFERS = "outcome_differs"


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """How a case stands."""

    opened: v.CaseOpened | None = None
    facts: dict[str, Fact] = {}
    exhibits: tuple[v.ExhibitAttached, ...] = ()
    rulings: tuple[v.RulingGiven, ...] = ()  # the last one holds
    applied: tuple[v.RemedyApplied, ...] = ()
    resumed: bool = False
    appeal: v.AppealMade | None = None
    committee: tuple[str, ...] = ()
    votes: tuple[v.VotesCounted, ...] = ()
    decisions: tuple[v.AppealDecided, ...] = ()
    reported: tuple[v.ReportExported, ...] = ()
    closed: bool = False
    at: int = 0
    version: int = 0

    @property
    def ruling(self) -> v.RulingGiven | None:
        """The ruling last given."""
        return self.rulings[-1] if self.rulings else None

    @property
    def parts(self) -> tuple[str, ...]:
        """What the committee votes on, one by one; the whole has no name."""
        return () if self.appeal is None else self.appeal.parts or ("",)

    @property
    def pending(self) -> bool:
        """Whether an appeal waits for votes."""
        return len(self.decisions) < len(self.parts)

    @property
    def overturned(self) -> bool:
        """Whether a committee changed the ruling and what follows has not been ruled yet."""
        changed = any(one.changed for one in self.decisions)
        return changed and not (self.ruling is not None and self.ruling.outcome)

    @property
    def in_force(self) -> v.RulingGiven | None:
        """The ruling that holds; none while an appeal is pending or its outcome is due."""
        return None if self.pending or self.overturned else self.ruling


def policy_in(opened: v.CaseOpened) -> Policy:
    """What the officials of the event go by; the book's own policy if its options do not fit together."""
    found = opened.profile.policy()
    return found if isinstance(found, Policy) else policy_of(opened.book)


def decide_case(case: Case, asked: Asked) -> tuple[AnyCaseEvent, ...] | Refusal:
    """What comes of a step somebody asks for: the events, or the reason it is refused."""
    opened = case.opened
    if isinstance(asked, v.CaseOpened):
        if asked.kind:
            kind(asked.kind)  # an unknown one is malformed
        return (asked,) if opened is None else Refusal(CaseCode.ALREADY_OPEN)
    if opened is None or (case.closed and not isinstance(asked, v.ReportExported)):
        return Refusal(CaseCode.NOT_OPEN)
    if asked.at < case.at:
        return Refusal(CaseCode.RUNS_BACKWARDS, {"at": asked.at, "last": case.at})
    if isinstance(asked, v.FactGiven):
        _check(opened, asked)
    refusal = _refused(case, opened, asked)
    if refusal is not None:
        return refusal
    return (asked, _decided(case, opened, asked)) if isinstance(asked, v.VotesCounted) else (asked,)


def _refused(case: Case, opened: v.CaseOpened, asked: Asked) -> Refusal | None:
    match asked:
        case v.RulingGiven():
            return _ruling_refused(case, opened, asked)
        case v.AppealMade():
            return _appeal_refused(case, opened, asked)
        case v.CommitteeNamed():
            return _committee_refused(case, opened, asked)
        case v.VotesCounted():
            return _votes_refused(case, asked)
        case v.RemedyApplied() | v.PlayResumed():
            return Refusal(CaseCode.NO_RULING) if case.ruling is None else _unsettled(case)
        case v.CaseClosed():
            return _unsettled(case)  # sanctions wait for the hearing where they can (usbgf:5.3f)
        case v.ReportExported():
            return Refusal(CaseCode.NO_RULING) if not case.rulings else _unsettled(case)
        case _:
            return None


def _check(opened: v.CaseOpened, asked: v.FactGiven) -> None:
    """A fact that answers no question of the kind, or not in its form, is malformed."""
    if not opened.kind:
        return
    questions = kind(opened.kind).questions
    if asked.key not in questions:
        raise ValueError(f"{opened.kind} has no fact {asked.key!r}; expected {', '.join(questions)}")
    questions[asked.key].check(asked.value)


def _unsettled(case: Case) -> Refusal | None:
    if case.pending:
        return Refusal(CaseCode.APPEAL_PENDING)
    return Refusal(CaseCode.OUTCOME_DUE) if case.overturned else None


_OWN_MATCH: Final = {"usbgf": "usbgf:5.1e", "bws": "bws:5.1b"}
_OWN_ERROR: Final = {"usbgf": "usbgf:5.1d"}
_FINAL: Final = {"usbgf": "usbgf:5.3d", "bws": "bws:5.2c", "guide": "guide:6.5f"}
_IN_TIME: Final = {"usbgf": "usbgf:5.2c", "bws": "bws:5.2a", "guide": "guide:6.5a"}
_IMPARTIAL: Final = {"usbgf": "usbgf:1.3.2b", "bws": "bws:1.3.2a", "guide": "guide:6.5b"}
_REFERRED: Final = {"usbgf": "usbgf:5.2a"}


def _ruling_refused(case: Case, opened: v.CaseOpened, asked: v.RulingGiven) -> Refusal | None:
    for row in asked.clauses:
        clause(row)  # ValueError names it
    if asked.by in (*opened.white, *opened.black) and opened.book in _OWN_MATCH:
        return Refusal(CaseCode.OWN_MATCH, {"clause": _OWN_MATCH[opened.book]})
    if case.pending:
        return Refusal(CaseCode.APPEAL_PENDING)
    if case.appeal is not None or asked.outcome:
        return _outcome_refused(case, opened.book, asked)
    if not asked.followed and not asked.reason:
        return Refusal(CaseCode.OVERRIDE_NEEDS_REASON)
    if case.ruling is not None and not asked.reason:
        return Refusal(CaseCode.CORRECTION_NEEDS_REASON, _citing(_OWN_ERROR, opened.book))
    if asked.exception is not None and policy_in(opened).exception_needs_facts and not _grounded(asked.exception):
        return Refusal(CaseCode.EXCEPTION_NEEDS_FACTS, {"clause": "usbgf:1.1.4.3a"})
    return None


def _grounded(exception: v.NarrowException) -> bool:
    """It names the rule, its scope, and facts other than that somebody dislikes the rule or asked (usbgf:1.1.4.3b)."""
    idle = param("usbgf:1.1.4.3b", "invalid_grounds", tuple[str, ...])
    facts = [fact for fact in exception.facts if fact.strip() and fact.strip().casefold() not in idle]
    return bool(exception.clause and exception.scope.strip() and facts)


def _outcome_refused(case: Case, book: str, asked: v.RulingGiven) -> Refusal | None:
    """After an appeal only its outcome can be ruled, and as the committee decided it."""
    if not case.overturned or not asked.outcome:
        return Refusal(CaseCode.APPEAL_EXHAUSTED, _citing(_FINAL, book))
    changed = [one for one in case.decisions if one.changed]
    open_to = {name for one in changed for name in ((one.remedy,) if one.remedy else one.to_choose)}
    if asked.chosen not in open_to:
        return Refusal(CaseCode.OUTCOME_DIFFERS, {"decided": ", ".join(sorted(open_to))})
    return None


def _appeal_refused(case: Case, opened: v.CaseOpened, asked: v.AppealMade) -> Refusal | None:
    policy, book = policy_in(opened), opened.book
    if policy.appeals is None or (asked.referred and book not in _REFERRED):
        return Refusal(CaseCode.NO_APPEALS)
    if case.appeal is not None:
        return Refusal(CaseCode.APPEAL_EXHAUSTED, _citing(_FINAL, book))
    if asked.referred:
        return None
    players = (*opened.white, *opened.black)
    if players and asked.by not in players:
        return Refusal(CaseCode.NOT_A_PLAYER, {"by": asked.by})
    if case.ruling is None:
        return Refusal(CaseCode.NO_RULING)
    if not case.ruling.appealable or case.ruling.matter in policy.not_appealable:
        return Refusal(CaseCode.NOT_APPEALABLE, {"matter": case.ruling.matter})
    return Refusal(CaseCode.APPEAL_TOO_LATE, _citing(_IN_TIME, book)) if case.resumed else None


def _committee_refused(case: Case, opened: v.CaseOpened, asked: v.CommitteeNamed) -> Refusal | None:
    """The right number under the book and the event's options, nobody of the staff, nobody with an interest."""
    rules = policy_in(opened).appeals
    if rules is None or case.appeal is None:
        return Refusal(CaseCode.NO_APPEAL)
    if case.decisions:
        return Refusal(CaseCode.APPEAL_EXHAUSTED, _citing(_FINAL, opened.book))
    members = set(asked.members)
    if len(members) != len(asked.members) or "" in members:
        raise ValueError(f"expected the names of different people, not {', '.join(map(repr, asked.members))}")
    if own := sorted(members & {*opened.white, *opened.black}):
        return Refusal(CaseCode.COMMITTEE_INTERESTED, {"member": own[0], **_citing(_IMPARTIAL, opened.book)})
    officials = {*asked.staff, *(one.by for one in case.rulings)}
    return compose(rules, len(members), staff=len(officials & members))


def _votes_refused(case: Case, asked: v.VotesCounted) -> Refusal | None:
    if not case.committee:
        return Refusal(CaseCode.NO_COMMITTEE)
    if any(one.part == asked.part for one in case.decisions):
        return Refusal(CaseCode.APPEAL_EXHAUSTED)
    if case.ruling is None and asked.uphold:
        return Refusal(CaseCode.NO_RULING)
    return None if asked.part in case.parts else Refusal(CaseCode.PART_NOT_APPEALED, {"part": asked.part})


def _citing(rows: dict[str, str], book: str) -> dict[str, str | int]:
    return {"clause": rows[book]} if book in rows else {}


def _decided(case: Case, opened: v.CaseOpened, votes: v.VotesCounted) -> v.AppealDecided:
    rules: CommitteeRules | None = policy_in(opened).appeals
    if rules is None:
        raise RuntimeError(f"a committee sat under {opened.book}, which has none")
    found = tally(rules, len(case.committee), uphold=votes.uphold, change=votes.change, director=votes.director)
    return v.AppealDecided(
        at=votes.at,
        by=votes.by,
        changed=found.changed,
        remedy=found.remedy or "",
        to_choose=found.to_choose,
        clauses=found.clauses,
        part=votes.part,
    )


def evolve_case(case: Case, event: AnyCaseEvent) -> Case:
    """The case after one more event."""
    return replace(_folded(case, event), version=case.version + 1, at=max(case.at, event.at))


def _folded(case: Case, event: AnyCaseEvent) -> Case:  # one line an event
    match event:
        case v.CaseOpened():
            return replace(case, opened=event)
        case v.FactGiven():
            return replace(case, facts=case.facts | {event.key: event.value})
        case v.ExhibitAttached():
            return replace(case, exhibits=(*case.exhibits, event))
        case v.RulingGiven():
            return replace(case, rulings=(*case.rulings, event), resumed=False)
        case v.RemedyApplied():
            return replace(case, applied=(*case.applied, event))
        case v.PlayResumed():
            return replace(case, resumed=True)
        case v.AppealMade():
            return replace(case, appeal=event)
        case v.CommitteeNamed():
            return replace(case, committee=event.members)
        case v.VotesCounted():
            return replace(case, votes=(*case.votes, event))
        case v.AppealDecided():
            return replace(case, decisions=(*case.decisions, event))
        case v.ReportExported():
            return replace(case, reported=(*case.reported, event))
        case v.CaseClosed():
            return replace(case, closed=True)
        case _:
            assert_never(event)


def fold_case(events: Iterable[AnyCaseEvent], start: Case | None = None) -> Case:
    """The case after these events."""
    case = start if start is not None else Case()
    for event in events:
        case = evolve_case(case, event)
    return case


def encode_case(events: Iterable[AnyCaseEvent]) -> bytes:
    """A log: one JSON object a line."""
    return b"".join(v.encode_event(event) + b"\n" for event in events)


def decode_case(log: bytes) -> tuple[AnyCaseEvent, ...]:
    """The events of a log; ValueError names the line that is none."""
    events: list[AnyCaseEvent] = []
    for number, line in enumerate(log.splitlines(), 1):
        try:
            events.append(v.decode_event(line))
        except ValueError as wrong:
            raise ValueError(f"line {number}: {wrong}") from None
    return tuple(events)
