"""The record of sanctions at the desk: the officiating ledger holds it, tournaments honour it.

bar         whoever is barred on the tournament's day is not let in, whoever asks and whatever they say (bws:1.2.4a)
due         what an earlier ruling left for a person's next match waits at the desk when that match is called, counts
            when it begins, and is then served: once, wherever it is played
left        what officials gave by hand goes on the record when the tournament closes: another one knows of it, and a
            penalty whose next match never came is due there. What cases ruled is on it already; delay is not kept

The ledger knows people by their names, so somebody is looked up by name and by membership number, however they are
written. A namesake of somebody barred enters under a name that tells the two apart.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from barpoint.officiating.answer import Step
from barpoint.officiating.ledger import (
    AnyLedgerEvent,
    Ledger,
    PenaltiesLifted,
    PenaltyRecorded,
    PenaltyServed,
    decode_ledger_event,
    encode_ledger_event,
    evolve_ledger,
)
from barpoint.officiating.record import Entry
from barpoint.service.ports import EventStore, Write
from barpoint.tournament import Tournament
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.player import RECORD, Player
from barpoint.tournament.state import Penalty
from barpoint.tournament.timing import people_of

_ENTRY: Final = (c.Register, c.ImportEntrants, c.ApproveEntry)
_MATCH: Final = (c.CallMatch, c.BeginMatch, c.PostResult)


class Sanctions:
    """The ledger of a store; what was folded is kept and only the rest is read."""

    def __init__(self, store: EventStore, ledger: str = "all") -> None:
        self._store, self._stream, self._held = store, f"ledger:{ledger}", Ledger()

    async def read(self) -> Ledger:
        """The ledger as it stands."""
        held = self._held
        for stored in await self._store.read(self._stream, held.version):
            held = evolve_ledger(held, decode_ledger_event(stored.data))
        if held.version > self._held.version:
            self._held = held
        return self._held

    async def prepared(self, state: Tournament, command: c.AnyCommand) -> tuple[c.AnyCommand, ...]:
        """The command with what the record adds to it, to be judged one after the other."""
        if isinstance(command, _ENTRY):
            return with_bars(await self.read(), state, command)
        if isinstance(command, _MATCH):
            return (*owed(await self.read(), state, command), command)
        return (command,)

    async def served(self, state: Tournament, events: Sequence[e.AnyEvent]) -> tuple[Write, ...]:
        """What goes to the ledger with these events of a tournament, which stands so after them."""
        due = [event for event in events if isinstance(event, e.PenaltyFellDue)]
        closed = [event for event in events if isinstance(event, e.TournamentClosed)]
        if not due and not closed:
            return ()
        ledger = await self.read()
        noted: list[AnyLedgerEvent] = [*_served(ledger, state, due)]
        for event in closed:
            noted += left_by(ledger, state, at=event.at, by=event.by)
        return (Write(self._stream, ledger.version, tuple(map(encode_ledger_event, noted))),) if noted else ()


def known_as(ledger: Ledger, player: Player) -> tuple[str, ...]:
    """How the ledger writes this person."""
    keys = {_key(name) for name in (player.name or player.id, player.member) if name}
    return tuple(dict.fromkeys(entry.person for entry in ledger.entries if _key(entry.person) in keys))


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def barred(ledger: Ledger, player: Player, day: str) -> Player:
    """The player with the bar that is on the record for that day."""
    found = (ledger.barred(person, day) for person in known_as(ledger, player))
    until = max((entry.barred_until for entry in found if entry is not None), default="")
    return msgspec.structs.replace(player, barred_until=until) if until > player.barred_until else player


def with_bars(
    ledger: Ledger, state: Tournament, command: c.Register | c.ImportEntrants | c.ApproveEntry
) -> tuple[c.AnyCommand, ...]:
    """An entry with the bars of its people; for one that waits they go to the people first."""
    if isinstance(command, c.Register):
        marked = tuple(barred(ledger, player, state.date) for player in command.players)
        return (msgspec.structs.replace(command, players=marked),)
    if isinstance(command, c.ImportEntrants):
        teams = tuple(tuple(barred(ledger, one, state.date) for one in team) for team in command.entries)
        return (msgspec.structs.replace(command, entries=teams),)
    contest = state.contests.get(command.contest)
    entry = contest.entries.get(command.entry) if contest is not None else None
    known = [state.players[person] for person in (entry.people if entry is not None else ())]
    told = [(player, barred(ledger, player, state.date)) for player in known]
    changes = [
        c.ChangePlayer(at=command.at, by=RECORD, player=now, reason="a bar is on the record")
        for before, now in told
        if before != now
    ]
    return (*changes, command)


def owed(
    ledger: Ledger, state: Tournament, command: c.CallMatch | c.BeginMatch | c.PostResult
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
        _brought(entry, player, command.at)
        for player in people
        for person in known_as(ledger, player)
        for entry in ledger.due(person, stream)
        if (player.id, entry.case) not in here
    )


def _brought(entry: Entry, player: Player, at: int) -> c.GivePenalty:
    kind = entry.kind.replace("_", " ") or "a ruling"
    return c.GivePenalty(
        at=at,
        by=RECORD,
        player=player.id,
        points=entry.points,
        step=Step.WARNING.value if entry.step is Step.POINTS and not entry.points else entry.step.value,
        clauses=entry.clauses,
        case=entry.case,
        reason=f"{kind}, due from an earlier match",
    )


def _served(ledger: Ledger, state: Tournament, due: Iterable[e.PenaltyFellDue]) -> Iterator[PenaltyServed]:
    for event in due:
        penalty = state.penalties[event.penalty]
        match, case = f"{_name(state)}/{event.contest}/{event.pairing}", _case(state, penalty)
        for person in known_as(ledger, state.players[penalty.player]):
            open_ = {entry.case for entry in ledger.due(person, match)}
            if case in open_:
                yield PenaltyServed(at=event.at, by=event.by, person=person, case=case, match=match)


def left_by(ledger: Ledger, state: Tournament, *, at: int, by: str) -> Iterator[AnyLedgerEvent]:
    """What a tournament leaves on the record that is not there yet; closed once more it adds what has changed."""
    known = {entry.case for entry in ledger.entries}
    for penalty in state.penalties.values():
        case = _case(state, penalty)
        if penalty.lifted and not penalty.case and case in known:
            yield PenaltiesLifted(at=at, by=by, case=case)
        elif case not in known and not (penalty.lifted or penalty.for_delay or penalty.confirm):
            yield PenaltyRecorded(at=at, by=by, entry=_left(state, penalty, case))
    expelled = {
        entry.person for entry in ledger.entries if entry.event == _name(state) and entry.step is Step.EXPULSION
    }
    for number, out in enumerate((each for each in state.exclusions if each.player), 1):
        person, kind = state.name_of(out.person), "aid_used" if out.aids else ""
        if person not in expelled:
            case = f"{_name(state)}/excluded-{number}"
            entry = Entry(person, kind, Step.EXPULSION, at=out.at, event=_name(state), case=case)
            yield PenaltyRecorded(at=at, by=by, entry=entry)


def _left(state: Tournament, penalty: Penalty, case: str) -> Entry:
    return Entry(
        str(state.players[penalty.player]),
        "",
        Step(penalty.step),
        at=penalty.at,
        match="/".join(part for part in (_name(state), penalty.contest, penalty.pairing) if part),
        points=penalty.points,
        due_next=not penalty.pairing,
        event=_name(state),
        case=case,
        clauses=penalty.clauses,
    )


def _case(state: Tournament, penalty: Penalty) -> str:
    """Where a penalty was ruled; one that was given by hand is its own case."""
    return penalty.case or f"{_name(state)}/{penalty.id}"


def _name(state: Tournament) -> str:
    return state.settings.id if state.settings else ""
