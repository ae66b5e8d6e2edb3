"""A case: one incident from its report to its end, as a fold with a log of its own.

What somebody asks for is judged by `decide_case` into events or a `Refusal`; `evolve_case` cannot fail. The event's
policy (its book and its options) says who may sit on a committee, until when there is an appeal and how votes count;
the numbers are those of `rulebook.tariff`. The members' votes are shown as totals only (usbgf:5.3e). What a ruling
does to a match is `remedy_application`'s business, what it leaves on a person's record `ledger`'s.
"""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from barpoint.board import Refusal
from barpoint.officiating.cases import events as v
from barpoint.officiating.cases.events import (
    AnyCaseEvent,
    CaseFact,
    CaseStep,
)
from barpoint.officiating.judgement import incident_definition
from barpoint.rulebook import Policy, book_policy, clause, param
from barpoint.rulebook.tariff import (
    CommitteeRules,
    composition_refusal,
    tally_votes,
)


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
    NOT_A_MEMBER = "vote_by_no_member"
    HAS_VOTED = "member_has_voted"
    VOTES_MISSING = "votes_missing"
    COMMITTEE_INTERESTED = "committee_has_an_interest"
    PART_NOT_APPEALED = "part_not_appealed"
    OUTCOME_DUE = "outcome_due"
    OUTCOME_DIFFERS = "outcome_differs"
    NO_REFERRAL = "no_referral"
    NOT_REFERRED = "case_not_referred"


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """How a case stands."""

    opened: v.CaseOpened | None = None
    facts: dict[str, CaseFact] = {}
    exhibits: tuple[v.ExhibitAttached, ...] = ()
    rulings: tuple[v.RulingGiven, ...] = ()  # the last one holds
    applied: tuple[v.RemedyApplied, ...] = ()
    resumed: bool = False
    appeal: v.AppealMade | None = None
    committee: tuple[str, ...] = ()
    ballots: tuple[v.BallotCast, ...] = ()
    votes: tuple[v.VotesCounted, ...] = ()
    decisions: tuple[v.AppealDecided, ...] = ()
    reported: tuple[v.ReportExported, ...] = ()
    referred: v.CaseReferred | None = None
    principle: v.PrincipleRuled | None = None
    cited: tuple[v.PrecedentCited, ...] = ()
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

    def voters(self, part: str = "") -> tuple[str, ...]:
        """The members who have voted on a part themselves."""
        return tuple(ballot.by for ballot in self.ballots if ballot.part == part)

    @property
    def pending(self) -> bool:
        """Whether an appeal waits for votes."""
        return len(self.decisions) < len(self.parts)

    @property
    def outcome_due(self) -> bool:
        """Whether a committee changed the ruling and what follows has not been ruled yet."""
        changed = any(decision.changed for decision in self.decisions)
        return changed and not (self.ruling is not None and self.ruling.outcome)

    @property
    def in_force(self) -> v.RulingGiven | None:
        """The ruling that holds; none while an appeal is pending or its outcome is due."""
        return None if self.pending or self.outcome_due else self.ruling


def case_policy(opened: v.CaseOpened) -> Policy:
    """What the officials of the event go by; the book's own policy if its options do not fit together."""
    policy = opened.profile.policy()
    return policy if isinstance(policy, Policy) else book_policy(opened.book)


_AFTERWARDS: Final = (v.ReportExported, v.CaseReferred, v.PrincipleRuled)


def decide_case(case: Case, step: CaseStep) -> tuple[AnyCaseEvent, ...] | Refusal:
    """What comes of a step somebody asks for: the events, or the reason it is refused."""
    opened = case.opened
    if isinstance(step, v.CaseOpened):
        if step.kind:
            incident_definition(step.kind)  # an unknown one is malformed
        return (step,) if opened is None else Refusal(CaseCode.ALREADY_OPEN)
    if opened is None or (case.closed and not isinstance(step, _AFTERWARDS)):
        return Refusal(CaseCode.NOT_OPEN)
    if step.at < case.at:
        return Refusal(CaseCode.RUNS_BACKWARDS, {"at": step.at, "last": case.at})
    if isinstance(step, v.FactGiven):
        _check(opened, step)
    refusal = _refusal(case, opened, step)
    if refusal is not None:
        return refusal
    if isinstance(step, v.BallotCast):
        return _voted(case, opened, step)
    if isinstance(step, v.VotesCounted):
        return _counted(case, opened, step)
    return (step,)


def _refusal(case: Case, opened: v.CaseOpened, step: CaseStep) -> Refusal | None:
    match step:
        case v.RulingGiven():
            return _ruling_refusal(case, opened, step)
        case v.AppealMade():
            return _appeal_refusal(case, opened, step)
        case v.CommitteeNamed():
            return _committee_refusal(case, opened, step)
        case v.BallotCast():
            return _ballot_refusal(case, step)
        case v.VotesCounted():
            return _votes_refusal(case, step)
        case v.RemedyApplied() | v.PlayResumed():
            return Refusal(CaseCode.NO_RULING) if case.ruling is None else _pending_refusal(case)
        case v.CaseClosed():
            return _pending_refusal(case)  # sanctions wait for the hearing where they can (usbgf:5.3f)
        case v.ReportExported():
            return Refusal(CaseCode.NO_RULING) if not case.rulings else _pending_refusal(case)
        case v.CaseReferred():
            return _referral_refusal(case, opened, step)
        case v.PrincipleRuled():
            return Refusal(CaseCode.NOT_REFERRED) if case.referred is None else None
        case _:
            return None


def _referral_refusal(case: Case, opened: v.CaseOpened, step: v.CaseReferred) -> Refusal | None:
    """By a player, once, after a committee of a book that has it (bws:5.5)."""
    if opened.book != "bws" or not case.decisions or case.referred is not None:
        return Refusal(CaseCode.NO_REFERRAL)
    return None if step.by in (*opened.white, *opened.black) else Refusal(CaseCode.NOT_A_PLAYER)


def _check(opened: v.CaseOpened, step: v.FactGiven) -> None:
    """A fact that answers no question of the kind, or not in its form, is malformed."""
    if not opened.kind:
        return
    questions = incident_definition(opened.kind).questions
    if step.key not in questions:
        raise ValueError(f"{opened.kind} has no fact {step.key!r}; expected {', '.join(questions)}")
    questions[step.key].check(step.value)


def _pending_refusal(case: Case) -> Refusal | None:
    if case.pending:
        return Refusal(CaseCode.APPEAL_PENDING)
    return Refusal(CaseCode.OUTCOME_DUE) if case.outcome_due else None


AS_COMPUTED: Final = "as computed"  # a vote for what the book says, where it has no options
_OWN_MATCH: Final = {"usbgf": "usbgf:5.1e", "bws": "bws:5.1b"}
_OWN_ERROR: Final = {"usbgf": "usbgf:5.1d"}
_FINAL: Final = {"usbgf": "usbgf:5.3d", "bws": "bws:5.2c", "guide": "guide:6.5f"}
_IN_TIME: Final = {"usbgf": "usbgf:5.2c", "bws": "bws:5.2a", "guide": "guide:6.5a"}
_IMPARTIAL: Final = {"usbgf": "usbgf:1.3.2b", "bws": "bws:1.3.2a", "guide": "guide:6.5b"}
_REFERRED: Final = {"usbgf": "usbgf:5.2a"}


def _ruling_refusal(case: Case, opened: v.CaseOpened, step: v.RulingGiven) -> Refusal | None:
    for row in step.clauses:
        clause(row)  # ValueError names it
    if step.by in (*opened.white, *opened.black) and opened.book in _OWN_MATCH and not _carries_out(case, step):
        return Refusal(CaseCode.OWN_MATCH, {"clause": _OWN_MATCH[opened.book]})
    if case.pending:
        return Refusal(CaseCode.APPEAL_PENDING)
    if case.appeal is not None or step.outcome:
        return _outcome_refusal(case, opened.book, step)
    if not step.followed and not step.reason:
        return Refusal(CaseCode.OVERRIDE_NEEDS_REASON)
    if case.ruling is not None and not step.reason:
        return Refusal(CaseCode.CORRECTION_NEEDS_REASON, _citing(_OWN_ERROR, opened.book))
    if step.exception is not None and case_policy(opened).exception_needs_facts and not _has_grounds(step.exception):
        return Refusal(CaseCode.EXCEPTION_NEEDS_FACTS, {"clause": "usbgf:1.1.4.3a"})
    return None


def _carries_out(case: Case, step: v.RulingGiven) -> bool:
    """Whether it only puts down what a committee decided that the case was left to (bws:5.1c): nothing is chosen."""
    left = case.appeal is not None and case.appeal.referred
    return left and step.outcome and not any(decision.to_choose for decision in case.decisions)


def _has_grounds(exception: v.NarrowException) -> bool:
    """It names the rule, its scope, and facts other than that somebody dislikes the rule or asked (usbgf:1.1.4.3b)."""
    idle = param("usbgf:1.1.4.3b", "invalid_grounds", tuple[str, ...])
    facts = [fact for fact in exception.facts if fact.strip() and fact.strip().casefold() not in idle]
    return bool(exception.clause and exception.scope.strip() and facts)


def _outcome_refusal(case: Case, book: str, step: v.RulingGiven) -> Refusal | None:
    """After an appeal only its outcome can be ruled, and as the committee decided it."""
    if not case.outcome_due or not step.outcome:
        return Refusal(CaseCode.APPEAL_EXHAUSTED, _citing(_FINAL, book))
    changed = [decision for decision in case.decisions if decision.changed]
    open_to = {name for decision in changed for name in ((decision.remedy,) if decision.remedy else decision.to_choose)}
    if step.chosen not in open_to:
        return Refusal(CaseCode.OUTCOME_DIFFERS, {"decided": ", ".join(sorted(open_to))})
    return None


def _appeal_refusal(case: Case, opened: v.CaseOpened, step: v.AppealMade) -> Refusal | None:
    policy, book = case_policy(opened), opened.book
    players = (*opened.white, *opened.black)
    if policy.appeals is None or (step.referred and book not in _REFERRED and not _is_left(case, opened, step)):
        return Refusal(CaseCode.NO_APPEALS)
    if case.appeal is not None:
        return Refusal(CaseCode.APPEAL_EXHAUSTED, _citing(_FINAL, book))
    if step.referred:
        return None
    if players and step.by not in players:
        return Refusal(CaseCode.NOT_A_PLAYER, {"by": step.by})
    if case.ruling is None:
        return Refusal(CaseCode.NO_RULING)
    if not case.ruling.appealable or case.ruling.matter in policy.not_appealable:
        return Refusal(CaseCode.NOT_APPEALABLE, {"matter": case.ruling.matter})
    return Refusal(CaseCode.APPEAL_TOO_LATE, _citing(_IN_TIME, book)) if case.resumed else None


def _is_left(case: Case, opened: v.CaseOpened, step: v.AppealMade) -> bool:
    """Whether a director who plays the match leaves a case to a committee that nobody has ruled on (bws:5.1c)."""
    return opened.book == "bws" and case.ruling is None and step.by in (*opened.white, *opened.black)


def _committee_refusal(case: Case, opened: v.CaseOpened, step: v.CommitteeNamed) -> Refusal | None:
    """The right number under the book and the event's options, nobody of the staff, nobody with an interest."""
    rules = case_policy(opened).appeals
    if rules is None or case.appeal is None:
        return Refusal(CaseCode.NO_APPEAL)
    if case.decisions:
        return Refusal(CaseCode.APPEAL_EXHAUSTED, _citing(_FINAL, opened.book))
    members = set(step.members)
    if len(members) != len(step.members) or "" in members:
        raise ValueError(f"expected the names of different people, not {', '.join(map(repr, step.members))}")
    if own := sorted(members & {*opened.white, *opened.black}):
        return Refusal(CaseCode.COMMITTEE_INTERESTED, {"member": own[0], **_citing(_IMPARTIAL, opened.book)})
    officials = {*step.staff, *(ruling.by for ruling in case.rulings)}
    return composition_refusal(rules, len(members), staff=len(officials & members))


def _ballot_refusal(case: Case, step: v.BallotCast) -> Refusal | None:
    """A member votes once on each part, and for nobody else."""
    if (refusal := _part_refusal(case, step.part)) is not None:
        return refusal
    if step.by not in case.committee:
        return Refusal(CaseCode.NOT_A_MEMBER, {"by": step.by})
    if step.by in case.voters(step.part):
        return Refusal(CaseCode.HAS_VOTED, {"by": step.by})
    return Refusal(CaseCode.NO_RULING) if case.ruling is None and not step.vote else None


def _votes_refusal(case: Case, step: v.VotesCounted) -> Refusal | None:
    if (refusal := _part_refusal(case, step.part)) is not None:
        return refusal
    voted = case.voters(step.part)
    if voted and len(voted) < len(case.committee):
        missing = ", ".join(member for member in case.committee if member not in voted)
        return Refusal(CaseCode.VOTES_MISSING, {"members": missing})
    return Refusal(CaseCode.NO_RULING) if case.ruling is None and step.uphold else None


def _part_refusal(case: Case, part: str) -> Refusal | None:
    """Whether there is no committee to vote on a part, or no such part that is open."""
    if not case.committee:
        return Refusal(CaseCode.NO_COMMITTEE)
    if any(decision.part == part for decision in case.decisions):
        return Refusal(CaseCode.APPEAL_EXHAUSTED)
    return None if part in case.parts else Refusal(CaseCode.PART_NOT_APPEALED, {"part": part})


def _voted(case: Case, opened: v.CaseOpened, step: v.BallotCast) -> tuple[AnyCaseEvent, ...]:
    """The ballot; the last one decides at once, where the director has no vote of their own (usbgf:5.3d)."""
    rules = case_policy(opened).appeals
    after = evolve_case(case, step)
    if rules is None or rules.director_may_vote or len(after.voters(step.part)) < len(case.committee):
        return (step,)
    counted = v.VotesCounted(at=step.at, by="the committee", uphold=0, part=step.part)
    return (step, *_counted(after, opened, counted))


def _counted(case: Case, opened: v.CaseOpened, step: v.VotesCounted) -> tuple[AnyCaseEvent, ...]:
    """The totals and what they come to; ballots the members cast go before totals somebody brings."""
    if case.voters(step.part):
        same = _upholding(case.ruling)
        cast = Counter(ballot.vote for ballot in case.ballots if ballot.part == step.part)
        step = replace(
            step,
            uphold=sum(cast[vote] for vote in same),
            change={vote: votes for vote, votes in cast.items() if vote not in same},
        )
    return (step, _appeal_decision(case, opened, step))


def _upholding(ruling: v.RulingGiven | None) -> frozenset[str]:
    """The votes that leave a ruling as it is: none, and its own remedy (who must not know it votes for a remedy)."""
    if ruling is None or not (ruling.chosen or ruling.followed):
        return frozenset(("",))
    return frozenset(("", ruling.chosen or AS_COMPUTED))


def _citing(rows: dict[str, str], book: str) -> dict[str, str | int]:
    return {"clause": rows[book]} if book in rows else {}


def _appeal_decision(case: Case, opened: v.CaseOpened, votes: v.VotesCounted) -> v.AppealDecided:
    rules: CommitteeRules | None = case_policy(opened).appeals
    if rules is None:
        raise RuntimeError(f"a committee sat under {opened.book}, which has none")
    verdict = tally_votes(rules, len(case.committee), uphold=votes.uphold, change=votes.change, director=votes.director)
    return v.AppealDecided(
        at=votes.at,
        by=votes.by,
        changed=verdict.changed,
        remedy=verdict.remedy or "",
        to_choose=verdict.to_choose,
        clauses=verdict.clauses,
        part=votes.part,
    )


def evolve_case(case: Case, event: AnyCaseEvent) -> Case:
    """The case after one more event."""
    return replace(_apply(case, event), version=case.version + 1, at=max(case.at, event.at))


def _apply(case: Case, event: AnyCaseEvent) -> Case:  # one line an event
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
            return replace(case, committee=event.members, ballots=())
        case v.BallotCast():
            return replace(case, ballots=(*case.ballots, event))
        case v.VotesCounted():
            return replace(case, votes=(*case.votes, event))
        case v.AppealDecided():
            return replace(case, decisions=(*case.decisions, event))
        case v.ReportExported():
            return replace(case, reported=(*case.reported, event))
        case v.CaseReferred():
            return replace(case, referred=event)
        case v.PrincipleRuled():
            return replace(case, principle=event)
        case v.PrecedentCited():
            return replace(case, cited=(*case.cited, event))
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
