"""What a case does to its tournament: the two rooms do not know each other, here a ruling reaches the desk.

A ruling that holds is recorded on its match; its penalties are given there, or kept for the player's next match; an
expelled player is out of every event. While an appeal is open the penalties are lifted, and what became of it is
recorded; all in the name of the official who ruled. Everything goes through the tournament's own commands, so its
staff and its books decide what may be done.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from barpoint.board import Refusal
from barpoint.officiating import Facts, FactValue, PenaltyEntry, PenaltyStep, all_kinds
from barpoint.officiating.cases import TIME_KINDS, Case, case_entries, delay_facts
from barpoint.officiating.cases import events as v
from barpoint.officiating.presentation import with_names
from barpoint.service.long_work import off_loop
from barpoint.service.ports import EventStore, StoredEvent, Write
from barpoint.tournament import Contest, Fixture, Occurrence, Tournament, decide_tournament, fold_tournament
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


async def _match_of(store: EventStore, opened: v.CaseOpened) -> tuple[Tournament, Contest, Fixture] | None:
    """The match a case is about, and its tournament as it stands."""
    stored = await store.read(opened.tournament)
    state = await off_loop(lambda: _read(stored))
    contest = state.contests.get(opened.contest)
    fixture = contest.fixtures.get(opened.pairing) if contest is not None else None
    return None if contest is None or fixture is None else (state, contest, fixture)


async def desk_facts(store: EventStore, name: str, opened: v.CaseOpened, facts: Facts) -> dict[str, FactValue]:
    """What the desk knows of a case about time: delay, breaks and times, as its ledger of the match has them."""
    questions = all_kinds()[opened.kind].questions if opened.kind else {}
    if opened.pairing and opened.kind in _COUNTED:
        return await _counted_facts(store, opened, facts)
    if opened.pairing and opened.kind in _AT_A_SCORE:
        standing = await _standing_facts(store, opened)
        return {key: value for key, value in standing.items() if key in questions}
    if not opened.pairing or opened.kind not in TIME_KINDS:
        return {}
    from barpoint.service.tournaments import day_begin, delay_rulings, desk_delays

    place = await _match_of(store, opened)
    if place is None:
        return {}
    state, contest, fixture = place
    ruled = await delay_rulings(store, state, opened.contest, opened.pairing, but=name)
    ledger = desk_delays(state, contest, fixture, opened.at, ruled)
    if ledger is None:
        return {}
    known = delay_facts(ledger, opened.kind, facts, midnight=day_begin(state, opened.at))
    return {key: value for key, value in known.items() if key in questions}


_AT_A_SCORE: Final = ("slow_play", "clock_wanted", "clock_midway")
"""Kinds that rest on the length of the match and on how it stands."""


async def _standing_facts(store: EventStore, opened: v.CaseOpened) -> dict[str, FactValue]:
    """The length posted for the match, and the score noted at its table."""
    from barpoint.tournament.desk import score_so_far

    place = await _match_of(store, opened)
    if place is None:
        return {}
    state, contest, fixture = place
    match, posted = contest.match_at(fixture), contest.length_at(fixture)
    length = match.length or (posted.length if posted is not None else 0)
    known: dict[str, FactValue] = {"length": length} if length else {}
    if match.noted is None:
        return known
    white, black = score_so_far(state, contest, fixture)
    return known | {"score_white": white, "score_black": black}


_COUNTED: Final = {
    "dice_change": (Occurrence.DICE_CHANGED, "player", "own_changes"),
    "repeated_illegal_moves": (Occurrence.ILLEGAL_PLAY, "who", "earlier"),
}
"""Kinds that rest on what the desk has counted: what, the fact that names the side, the fact that is known by it."""


async def _counted_facts(store: EventStore, opened: v.CaseOpened, facts: Facts) -> dict[str, FactValue]:
    """How often the desk has noted it of the side the case is about, before the case was opened."""
    what, side, key = _COUNTED[opened.kind]
    place = await _match_of(store, opened)
    if place is None or facts.get(side) not in ("white", "black"):
        return {}
    _, contest, fixture = place
    entrant = fixture.pair[0 if facts[side] == "white" else 1]
    noted = [one for one in contest.match_at(fixture).occurrences if one.entrant == entrant and one.what is what]
    earlier = sum(one.at <= opened.at for one in noted)
    return {key: earlier} if earlier else {}


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
        yield from (_penalty(state, after, entry, at=at, by=by) for entry in new)


def _penalty(state: Tournament, case: Case, entry: PenaltyEntry, *, at: int, by: str) -> c.AnyCommand:
    opened = case.opened
    assert opened is not None
    player, reason = _player(state, opened, entry.person), _ground(case, opened, entry)
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


def _ground(case: Case, opened: v.CaseOpened, entry: PenaltyEntry) -> str:
    """Why a penalty was given: the ground that was named (ibf:17.1g), and whose time was changed by how much."""
    ground = str(case.facts.get("ground", "")).strip() or entry.kind.replace("_", " ") or "a ruling"
    if entry.step is PenaltyStep.TIME and case.ruling is not None:
        return f"{ground}: {with_names(case.ruling.say, opened.names)}"
    return ground


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
