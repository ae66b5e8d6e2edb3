"""What a case does to its tournament: the two rooms do not know each other, here a ruling reaches the desk.

A ruling that holds is recorded on its match; its penalties are given there, or kept for the player's next match; an
expelled player is out of every event. While an appeal is open the penalties are lifted, and what became of it is
recorded; all in the name of the official who ruled. Everything goes through the tournament's own commands, so its
staff and its books decide what may be done.
"""

from collections.abc import Iterator, Sequence

from barpoint.board import Refusal
from barpoint.officiating import Facts, FactValue, PenaltyEntry, PenaltyStep, all_kinds
from barpoint.officiating.cases import TIME_KINDS, Case, case_entries, delay_facts
from barpoint.officiating.cases import events as v
from barpoint.officiating.presentation import with_names
from barpoint.service.long_work import off_loop
from barpoint.service.ports import EventStore, StoredEvent, Write
from barpoint.tournament import Tournament, decide_tournament, fold_tournament
from barpoint.tournament import commands as c
from barpoint.tournament.desk import people_of
from barpoint.tournament.events import AnyEvent, decode, encode


async def desk_writes(
    store: EventStore, name: str, before: Case, after: Case, steps: Sequence[v.AnyCaseEvent]
) -> tuple[Write, ...] | Refusal:
    """What goes to the end of the tournament's stream with these steps."""
    if after.opened is None or not after.opened.tournament or not _concerns_desk(name, before, after, steps):
        return ()
    stream = after.opened.tournament
    stored = await store.read(stream)

    def write() -> tuple[Write, ...] | Refusal:
        state = _read(stored)
        events = desk_events(state, name, before, after, steps)
        if isinstance(events, Refusal):
            return events
        return (Write(stream, state.version, tuple(map(encode, events))),) if events else ()

    return await off_loop(write)


def _read(stored: Sequence[StoredEvent]) -> Tournament:
    return fold_tournament(decode(one.data) for one in stored)


async def desk_facts(store: EventStore, name: str, opened: v.CaseOpened, facts: Facts) -> dict[str, FactValue]:
    """What the desk knows of a case about time: delay, breaks and times, as its ledger of the match has them."""
    questions = all_kinds()[opened.kind].questions if opened.kind else {}
    if not opened.pairing or opened.kind not in TIME_KINDS:
        return {}
    from barpoint.service.tournaments import day_begin, delay_rulings, desk_delays

    stored = await store.read(opened.tournament)
    state = await off_loop(lambda: _read(stored))
    contest = state.contests.get(opened.contest)
    fixture = contest.fixtures.get(opened.pairing) if contest is not None else None
    if contest is None or fixture is None:
        return {}
    ruled = await delay_rulings(store, state, opened.contest, opened.pairing, but=name)
    ledger = desk_delays(state, contest, fixture, opened.at, ruled)
    if ledger is None:
        return {}
    known = delay_facts(ledger, opened.kind, facts, midnight=day_begin(state, opened.at))
    return {key: value for key, value in known.items() if key in questions}


def _concerns_desk(name: str, before: Case, after: Case, steps: Sequence[v.AnyCaseEvent]) -> bool:
    """Whether the desk hears of these steps at all."""
    is_ruled = any(isinstance(step, v.RulingGiven | v.AppealDecided) for step in steps)
    return is_ruled or case_entries(name, before) != case_entries(name, after)


def desk_events(
    state: Tournament, name: str, before: Case, after: Case, steps: Sequence[v.AnyCaseEvent]
) -> tuple[AnyEvent, ...] | Refusal:
    """The tournament's events for some steps of a case; what the tournament refuses refuses the steps."""
    assert after.opened is not None
    events: list[AnyEvent] = []
    for command in _commands(state, name, after.opened, before, after, steps):
        decided = decide_tournament(state, command)
        if isinstance(decided, Refusal):
            return decided
        events += decided
        state = fold_tournament(decided, state)
    return tuple(events)


def _commands(
    state: Tournament, name: str, opened: v.CaseOpened, before: Case, after: Case, steps: Sequence[v.AnyCaseEvent]
) -> Iterator[c.AnyCommand]:
    old, new = case_entries(name, before), case_entries(name, after)
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
                ruling=with_names(step.say, opened.names),
                clauses=step.clauses,
                happened=opened.report or opened.kind.replace("_", " "),
                reason=with_names(step.reason or step.say, opened.names),
            )
        if isinstance(step, v.AppealDecided) and name in state.rulings:
            outcome = (step.remedy or ", ".join(step.to_choose)) if step.changed else "upheld"
            part = f"{step.part}: " if step.part else ""
            yield c.RecordAppeal(
                at=step.at,
                by=step.by,
                case=name,
                outcome=part + with_names(outcome, opened.names),
                changed=step.changed,
            )
    if old != new:
        yield from (_penalty(state, opened, entry, at=at, by=by) for entry in new)


def _penalty(state: Tournament, opened: v.CaseOpened, entry: PenaltyEntry, *, at: int, by: str) -> c.AnyCommand:
    player, reason = _player(state, opened, entry.person), entry.kind.replace("_", " ") or "a ruling"
    if entry.step is PenaltyStep.EXPULSION:
        aids = entry.kind == "aid_used"
        return c.ExcludePlayer(at=at, by=by, player=player, aids=aids, case=entry.case, reason=reason)
    here = "" if entry.due_next else opened.pairing
    return c.GivePenalty(
        at=at,
        by=by,
        player=player,
        points=entry.points,
        step=entry.step.value if entry.points or entry.step is not PenaltyStep.POINTS else PenaltyStep.WARNING.value,
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
    here = (
        [player for entrant in fixture.players for player in people_of(contest, entrant)] if contest and fixture else []
    )
    for group in (here, list(state.players)):
        namesakes = [player for player in group if state.players[player].name == person]
        if namesakes:
            return namesakes[0] if len(namesakes) == 1 else person
    return person
