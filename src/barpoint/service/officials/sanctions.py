"""The record of sanctions at the desk: the officiating ledger holds it, tournaments honour it.

bar         whoever is barred on the tournament's day is not let in, whoever asks and whatever they say (bws:1.2.4a)
due         what an earlier ruling left for a person's next match waits at the desk when that match is called, counts
            when it begins, and is then served: once, wherever it is played
left        what officials gave by hand goes on the record when the tournament closes: another one knows of it, and a
            penalty whose next match never came is due there. What cases ruled is on it already; delay is not kept

Of a server's ledger a tournament honours what was given in that tournament, and what an official of the server has
extended to all of it (`sanction_extension`); a ledger that is a file of one's own (`shared`) holds wherever its owner
names it.

The ledger knows people by their names, so somebody is looked up by name and by membership number, however they are
written. A namesake of somebody barred enters under a name that tells the two apart.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec

from barpoint.officiating import PenaltyEntry, PenaltyStep
from barpoint.officiating.cases import (
    AnyLedgerEvent,
    PenaltiesLifted,
    PenaltyLedger,
    PenaltyRecorded,
    PenaltyServed,
    decode_ledger_event,
    encode_ledger_event,
    evolve_ledger,
)
from barpoint.service.long_work import off_loop
from barpoint.service.ports import EventStore, Write
from barpoint.tournament import RECORD, MatchPenalty, Player, Tournament
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.desk import people_of

_ENTRY: Final = (c.Register, c.ApproveEntry)
_MATCH: Final = (c.CallMatch, c.BeginMatch, c.PostResult)


class Sanctions:
    """The ledger of a store; what was folded is kept and only the rest is read."""

    def __init__(self, store: EventStore, ledger: str = "all", *, shared: bool = False) -> None:
        self._store, self._stream, self._ledger, self._shared = store, f"ledger:{ledger}", PenaltyLedger(), shared

    async def binding(self, state: Tournament) -> PenaltyLedger:
        """What of the ledger binds in a tournament."""
        ledger = await self.ledger()
        return ledger if self._shared else ledger.binding(_name(state))

    async def ledger(self) -> PenaltyLedger:
        """The ledger as it stands."""
        ledger = self._ledger
        for stored in await self._store.read(self._stream, ledger.version):
            ledger = evolve_ledger(ledger, decode_ledger_event(stored.data))
        if ledger.version > self._ledger.version:
            self._ledger = ledger
        return self._ledger

    def forget(self) -> None:
        """What is stored was rewritten: it is read again."""
        self._ledger = PenaltyLedger()

    async def commands_for(self, state: Tournament, command: c.AnyCommand) -> tuple[c.AnyCommand, ...]:
        """The command with what the record adds to it, to be judged one after the other."""
        if isinstance(command, c.ImportEntrants):
            ledger = await self.binding(state)
            return await off_loop(lambda: with_bars(ledger, state, command))
        if isinstance(command, _ENTRY):
            return with_bars(await self.binding(state), state, command)
        if isinstance(command, c.NameStaff):
            until = last_day(await self.binding(state), command.person, state.date)
            return (msgspec.structs.replace(command, barred_until=until),)
        if isinstance(command, c.OpenTournament):
            until = last_day(await self.binding(state), command.by, command.settings.date)
            return (msgspec.structs.replace(command, barred_until=until),)
        if isinstance(command, _MATCH):
            return (*due_penalties(await self.binding(state), state, command), command)
        return (command,)

    async def ledger_writes(self, state: Tournament, events: Sequence[e.AnyEvent]) -> tuple[Write, ...]:
        """What goes to the ledger with these events of a tournament, which stands so after them."""
        due = [event for event in events if isinstance(event, e.PenaltyFellDue)]
        closed = [event for event in events if isinstance(event, e.TournamentClosed)]
        if not due and not closed:
            return ()
        ledger = await self.ledger()
        events_noted: list[AnyLedgerEvent] = [*_service_events(await self.binding(state), state, due)]
        for event in closed:
            events_noted += closing_events(ledger, state, at=event.at, by=event.by)
        return (
            (Write(self._stream, ledger.version, tuple(map(encode_ledger_event, events_noted))),)
            if events_noted
            else ()
        )


def ledger_names(ledger: PenaltyLedger, player: Player) -> tuple[str, ...]:
    """How the ledger writes this person."""
    return _written(ledger, player.name or player.id, player.member)


def _written(ledger: PenaltyLedger, *names: str) -> tuple[str, ...]:
    keys = {name_key(name) for name in names if name}
    return tuple(dict.fromkeys(entry.person for entry in ledger.entries if name_key(entry.person) in keys))


def name_key(name: str) -> str:
    """A name as it is compared."""
    return " ".join(name.split()).casefold()


def last_day(ledger: PenaltyLedger, name: str, day: str, member: str = "") -> str:
    """The last day of the bar that is on the record for that day; "" if there is none."""
    bars = (ledger.find_bar(person, day) for person in _written(ledger, name, member))
    return max((entry.barred_until for entry in bars if entry is not None), default="")


def with_bar(ledger: PenaltyLedger, player: Player, day: str) -> Player:
    """The player with the bar that is on the record for that day."""
    until = last_day(ledger, player.name or player.id, day, player.member)
    return msgspec.structs.replace(player, barred_until=until) if until > player.barred_until else player


def with_bars(
    ledger: PenaltyLedger, state: Tournament, command: c.Register | c.ImportEntrants | c.ApproveEntry
) -> tuple[c.AnyCommand, ...]:
    """An entry with the bars of its people; for one that waits they go to the people first."""
    if isinstance(command, c.Register):
        marked = tuple(with_bar(ledger, player, state.date) for player in command.players)
        return (msgspec.structs.replace(command, players=marked),)
    if isinstance(command, c.ImportEntrants):
        teams = tuple(tuple(with_bar(ledger, member, state.date) for member in team) for team in command.entries)
        return (msgspec.structs.replace(command, entries=teams),)
    contest = state.contests.get(command.contest)
    entry = contest.entries.get(command.entry) if contest is not None else None
    known = [state.players[person] for person in (entry.people if entry is not None else ())]
    pairs = [(player, with_bar(ledger, player, state.date)) for player in known]
    changes = [
        c.ChangePlayer(at=command.at, by=RECORD, player=now, reason="a bar is on the record")
        for before, now in pairs
        if before != now
    ]
    return (*changes, command)


def due_penalties(
    ledger: PenaltyLedger, state: Tournament, command: c.CallMatch | c.BeginMatch | c.PostResult
) -> tuple[c.GivePenalty, ...]:
    """The penalties that earlier rulings left for the next match of its players and that are not at this desk yet."""
    contest = state.contests.get(command.contest)
    fixture = contest.fixtures.get(command.pairing) if contest is not None else None
    if contest is None or fixture is None or contest.match_at(fixture).begun is not None:
        return ()
    here = {(penalty.player, _case(state, penalty)) for penalty in state.penalties.values()}
    stream = contest.match_at(fixture).stream
    people = [state.players[person] for entrant in fixture.players for person in people_of(contest, entrant)]
    return tuple(
        _due_penalty(entry, player, command.at)
        for player in people
        for person in ledger_names(ledger, player)
        for entry in ledger.due(person, stream)
        if (player.id, entry.case) not in here
    )


def _due_penalty(entry: PenaltyEntry, player: Player, at: int) -> c.GivePenalty:
    kind = entry.kind.replace("_", " ") or "a ruling"
    return c.GivePenalty(
        at=at,
        by=RECORD,
        player=player.id,
        points=entry.points,
        step=PenaltyStep.WARNING.value if entry.step is PenaltyStep.POINTS and not entry.points else entry.step.value,
        clauses=entry.clauses,
        case=entry.case,
        reason=f"{kind}, due from an earlier match",
    )


def _service_events(
    ledger: PenaltyLedger, state: Tournament, due: Iterable[e.PenaltyFellDue]
) -> Iterator[PenaltyServed]:
    for event in due:
        penalty = state.penalties[event.penalty]
        match, case = f"{_name(state)}/{event.contest}/{event.pairing}", _case(state, penalty)
        for person in ledger_names(ledger, state.players[penalty.player]):
            open_ = {entry.case for entry in ledger.due(person, match)}
            if case in open_:
                yield PenaltyServed(at=event.at, by=event.by, person=person, case=case, match=match)


def closing_events(ledger: PenaltyLedger, state: Tournament, *, at: int, by: str) -> Iterator[AnyLedgerEvent]:
    """What a tournament leaves on the record that is not there yet; closed once more it adds what has changed."""
    known = {entry.case for entry in ledger.entries}
    for penalty in state.penalties.values():
        case = _case(state, penalty)
        if penalty.lifted and not penalty.case and case in known:
            yield PenaltiesLifted(at=at, by=by, case=case)
        elif case not in known and not (penalty.lifted or penalty.for_delay or penalty.confirm):
            yield PenaltyRecorded(at=at, by=by, entry=_ledger_entry(state, penalty, case))
    expelled = {
        entry.person for entry in ledger.entries if entry.event == _name(state) and entry.step is PenaltyStep.EXPULSION
    }
    for number, out in enumerate((exclusion for exclusion in state.exclusions if exclusion.player), 1):
        person, kind = state.name_of(out.person), "aid_used" if out.aids else ""
        if person not in expelled:
            case = f"{_name(state)}/excluded-{number}"
            entry = PenaltyEntry(person, kind, PenaltyStep.EXPULSION, at=out.at, event=_name(state), case=case)
            yield PenaltyRecorded(at=at, by=by, entry=entry)
    yield from _spectator_bars(known, state, at=at, by=by)


def _spectator_bars(known: Collection[str], state: Tournament, *, at: int, by: str) -> Iterator[PenaltyRecorded]:
    """Those of spectators that end on a day, which may be after the tournament (bws:1.6.3)."""
    spectators = (exclusion for exclusion in state.exclusions if not exclusion.player and not exclusion.contest)
    for number, out in enumerate(spectators, 1):
        case = f"{_name(state)}/barred-{number}"
        if out.until is not None and case not in known:
            last = datetime.fromtimestamp(out.until / 1000, UTC).date().isoformat()
            person, step = state.name_of(out.person), PenaltyStep.EXPULSION
            entry = PenaltyEntry(person, "", step, at=out.at, event=_name(state), case=case, barred_until=last)
            yield PenaltyRecorded(at=at, by=by, entry=entry)


def _ledger_entry(state: Tournament, penalty: MatchPenalty, case: str) -> PenaltyEntry:
    return PenaltyEntry(
        str(state.players[penalty.player]),
        "",
        PenaltyStep(penalty.step),
        at=penalty.at,
        match="/".join(part for part in (_name(state), penalty.contest, penalty.pairing) if part),
        points=penalty.points,
        due_next=not penalty.pairing,
        event=_name(state),
        case=case,
        clauses=penalty.clauses,
    )


def _case(state: Tournament, penalty: MatchPenalty) -> str:
    """Where a penalty was ruled; one that was given by hand is its own case."""
    return penalty.case or f"{_name(state)}/{penalty.id}"


def _name(state: Tournament) -> str:
    return state.settings.id if state.settings else ""
