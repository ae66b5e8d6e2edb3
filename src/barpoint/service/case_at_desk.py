"""What a case does to its tournament: the two rooms do not know each other, here a ruling reaches the desk.

A ruling that holds is recorded on its match; its penalties are given there, or kept for the player's next match; an
expelled player is out of every event. While an appeal is open the penalties are lifted, and what became of it is
recorded; all in the name of the official who ruled. Everything goes through the tournament's own commands, so its
staff and its books decide what may be done.
"""

from collections.abc import Iterator, Sequence

from barpoint.board import Refusal
from barpoint.officiating import case_events as v
from barpoint.officiating.answer import Step
from barpoint.officiating.case import Case
from barpoint.officiating.ledger import recorded
from barpoint.officiating.record import Entry
from barpoint.service.ports import EventStore, Write
from barpoint.tournament import Tournament, decide, fold
from barpoint.tournament import commands as c
from barpoint.tournament.events import AnyEvent, decode, encode
from barpoint.tournament.timing import people_of


async def writes_at_desk(
    store: EventStore, name: str, before: Case, after: Case, steps: Sequence[v.AnyCaseEvent]
) -> tuple[Write, ...] | Refusal:
    """What goes to the end of the tournament's stream with these steps."""
    if after.opened is None or not after.opened.tournament or not _concern(name, before, after, steps):
        return ()
    stream = after.opened.tournament
    state = fold(decode(one.data) for one in await store.read(stream))
    events = at_desk(state, name, before, after, steps)
    if isinstance(events, Refusal):
        return events
    return (Write(stream, state.version, tuple(map(encode, events))),) if events else ()


def _concern(name: str, before: Case, after: Case, steps: Sequence[v.AnyCaseEvent]) -> bool:
    """Whether the desk hears of these steps at all."""
    told = any(isinstance(step, v.RulingGiven | v.AppealDecided) for step in steps)
    return told or recorded(name, before) != recorded(name, after)


def at_desk(
    state: Tournament, name: str, before: Case, after: Case, steps: Sequence[v.AnyCaseEvent]
) -> tuple[AnyEvent, ...] | Refusal:
    """The tournament's events for some steps of a case; what the tournament refuses refuses the steps."""
    assert after.opened is not None
    events: list[AnyEvent] = []
    for command in _commands(state, name, after.opened, before, after, steps):
        decided = decide(state, command)
        if isinstance(decided, Refusal):
            return decided
        events += decided
        state = fold(decided, state)
    return tuple(events)


def _commands(
    state: Tournament, name: str, opened: v.CaseOpened, before: Case, after: Case, steps: Sequence[v.AnyCaseEvent]
) -> Iterator[c.AnyCommand]:
    old, new = recorded(name, before), recorded(name, after)
    at, by = steps[-1].at, after.ruling.by if after.ruling is not None else steps[-1].by
    if old != new:
        for penalty in state.penalties.values():
            if penalty.case == name and not penalty.lifted:
                why = "an appeal is open" if after.pending else "the ruling was changed"
                yield c.LiftPenalty(at=at, by=by, penalty=penalty.id, reason=why)
    for step in steps:
        if isinstance(step, v.RulingGiven) and opened.pairing:
            yield c.RecordRuling(
                at=step.at,
                by=step.by,
                contest=opened.contest,
                pairing=opened.pairing,
                case=name,
                ruling=step.say,
                clauses=step.clauses,
                happened=opened.report or opened.kind.replace("_", " "),
                reason=step.reason or step.say,
            )
        if isinstance(step, v.AppealDecided) and name in state.rulings:
            said = (step.remedy or ", ".join(step.to_choose)) if step.changed else "upheld"
            part = f"{step.part}: " if step.part else ""
            yield c.RecordAppeal(at=step.at, by=step.by, case=name, outcome=part + said, changed=step.changed)
    if old != new:
        yield from (_penalty(state, opened, entry, at=at, by=by) for entry in new)


def _penalty(state: Tournament, opened: v.CaseOpened, entry: Entry, *, at: int, by: str) -> c.AnyCommand:
    player, reason = _player(state, opened, entry.person), entry.kind.replace("_", " ") or "a ruling"
    if entry.step is Step.EXPULSION:
        aids = entry.kind == "aid_used"
        return c.ExcludePlayer(at=at, by=by, player=player, aids=aids, case=entry.case, reason=reason)
    here = "" if entry.due_next else opened.pairing
    return c.GivePenalty(
        at=at,
        by=by,
        player=player,
        points=entry.points,
        step=entry.step.value if entry.points or entry.step is not Step.POINTS else Step.WARNING.value,
        contest=opened.contest if here else "",
        pairing=here,
        clauses=entry.clauses,
        case=entry.case,
        reason=reason,
    )


def _player(state: Tournament, opened: v.CaseOpened, person: str) -> str:
    """The player's id; matches may know people by their names, those who play this one before their namesakes."""
    if person in state.players:
        return person
    contest = state.contests.get(opened.contest)
    fixture = contest.fixtures.get(opened.pairing) if contest is not None else None
    here = [one for entrant in fixture.players for one in people_of(contest, entrant)] if contest and fixture else []
    for group in (here, list(state.players)):
        named = [one for one in group if state.players[one].name == person]
        if named:
            return named[0] if len(named) == 1 else person
    return person
