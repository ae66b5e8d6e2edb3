"""Officiating: a case is opened, asked about, ruled on, appealed and closed, over the event store.

The streams are `case:ID`, the match and the tournament the case names (`match:ID`, `tournament:ID`), and one
`ledger:NAME` of warnings and penalties. A ruling, its remedy in the match and the penalty on the record are appended in
one transaction, each stream at the version that was read: whoever was slower gets the `Conflict` and looks again. The
rules are `officiating`'s; who may do what is for `access`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import events as e
from barpoint.match.evolve import fold
from barpoint.match.state import Phase
from barpoint.officiating import case_events as v
from barpoint.officiating.answer import Answer, Discretion
from barpoint.officiating.carry_out import CarryCode, carry_out, take_back
from barpoint.officiating.case import Case, CaseCode, decide_case, fold_case, policy_in
from barpoint.officiating.confirm import Confirmation, confirmed
from barpoint.officiating.facts import Fact
from barpoint.officiating.judge import judge
from barpoint.officiating.ledger import (
    Ledger,
    PenaltyServed,
    decode_ledger_event,
    encode_ledger_event,
    entered,
    fold_ledger,
    remedies_due,
)
from barpoint.officiating.log_facts import facts_from
from barpoint.officiating.record import Entry
from barpoint.officiating.remedy import Remedy
from barpoint.rulebook.policy import policy_of
from barpoint.service.ports import Appended, Conflict, EventStore, Write

Outcome = Appended | Conflict | Refusal


class OpenCase(msgspec.Struct, frozen=True, kw_only=True):
    """A case with what its streams hold."""

    name: str
    case: Case
    log: tuple[e.AnyEvent, ...] = ()
    ledger: Ledger = Ledger()
    commands: frozenset[str] = frozenset()  # those the case has taken

    def repeated(self, command: str) -> Appended | None:
        """That a command was carried out before, if it was."""
        known = command in self.commands
        return Appended({f"case:{self.name}": self.case.version}, repeated=True) if known else None

    @property
    def opened(self) -> v.CaseOpened:
        """The report."""
        if self.case.opened is None:
            raise ValueError(f"there is no case called {self.name!r}")
        return self.case.opened


class Officiate:
    """The use case. `ledger` names the record of persons that rulings go to, such as that of one event."""

    def __init__(self, store: EventStore, ledger: str = "all") -> None:
        self._store, self._ledger = store, f"ledger:{ledger}"

    async def look(self, name: str) -> OpenCase:
        """A case, the log of its match as far as it was noticed there and beyond, and the ledger."""
        stored = await self._store.read(f"case:{name}")
        case = fold_case(v.decode_event(one.data) for one in stored)
        log = () if case.opened is None else await self._match(case.opened.match)
        commands = frozenset(one.command for one in stored if one.command)
        return OpenCase(name=name, case=case, log=log, ledger=await self._record(), commands=commands)

    async def open(self, name: str, opened: v.CaseOpened, command: str) -> Outcome:
        """Report an incident; with a match attached the case notes the version of its log and who plays."""
        log = await self._match(opened.match)
        if log:
            start = log[0]
            assert isinstance(start, e.MatchStarted)
            noticed = opened.noticed or len(log)
            opened = msgspec.structs.replace(opened, noticed=noticed, white=start.white, black=start.black)
        return await self.step(name, opened, command)

    async def ask(self, name: str) -> Answer:
        """What the book says on the facts so far; those of the match log need not be told."""
        return answer_of(await self.look(name))

    async def step(self, name: str, asked: v.Asked, command: str) -> Outcome:
        """A step that is no ruling: a fact, an exhibit, an appeal, a committee, votes, the end."""
        found = await self.look(name)
        if (before := found.repeated(command)) is not None:
            return before
        case = fold_case(_resumed(found, asked), found.case)
        decided = decide_case(case, asked)
        if isinstance(decided, Refusal):
            return decided
        return await self._append(found, (*_resumed(found, asked), *decided), (), command)

    async def rule(self, name: str, says: Confirmation, command: str, *, carried_out: bool = True) -> Outcome:
        """A named official rules; unless held back, the remedy goes into the match with the same append."""
        found = await self.look(name)
        if (before := found.repeated(command)) is not None:
            return before
        opened = found.opened
        given = confirmed(answer_of(found), says, policy_in(opened))
        if isinstance(given, Refusal):
            return given
        decided = decide_case(found.case, given)
        if isinstance(decided, Refusal):
            return decided
        after = fold_case(decided, found.case)
        if not carried_out or after.in_force is None:
            return await self._append(found, decided, (), command)
        played = in_match(found, given)
        if isinstance(played, Refusal):
            return played
        steps = (*decided, _applied(found, given, len(played), at=given.at, by=given.by))
        return await self._append(found, steps if given.remedies else decided, played, command)

    async def apply(self, name: str, *, by: str, at: int, command: str) -> Outcome:
        """Carry out the ruling in force, if it was held back."""
        found = await self.look(name)
        if (before := found.repeated(command)) is not None:
            return before
        given = found.case.in_force
        if given is None:
            return Refusal(CaseCode.NO_RULING)
        played = in_match(found, given)
        if isinstance(played, Refusal):
            return played
        decided = decide_case(found.case, _applied(found, given, len(played), at=at, by=by))
        return decided if isinstance(decided, Refusal) else await self._append(found, decided, played, command)

    async def due(self, match: str, book: str, white: Sequence[str], black: Sequence[str]) -> tuple[Remedy, ...]:
        """What earlier rulings bring into a match, for the desk to announce before it begins."""
        return _due(await self._record(), match, book, white, black)[0]

    async def serve(self, match: str, *, by: str, at: int, command: str) -> Outcome:
        """Carry what is due for its players into a match that has begun, and note that it is served."""
        log, ledger = await self._match(match), await self._record()
        if not log or not isinstance(start := log[0], e.MatchStarted):
            raise ValueError(f"there is no match called {match!r}")
        remedies, owed = _due(ledger, match, start.format.book, start.white, start.black)
        events = carry_out(remedies, log, by=by, reason="due from an earlier match", at=at)
        if isinstance(events, Refusal):
            return events
        if not owed:
            return Appended({})
        served = [
            PenaltyServed(at=at, by=by, person=person, case=case, match=match) for person, case in dict.fromkeys(owed)
        ]
        return await self._store.append(
            (
                *_write(match, len(log), map(e.encode, events), ends=_ends_match(log, events)),
                *_write(self._ledger, ledger.version, map(encode_ledger_event, served)),
            ),
            command,
        )

    async def barred(self, person: str, day: str, event: str = "") -> Entry | None:
        """What keeps a person from entering an event on a day (an ISO date)."""
        return (await self._record()).barred(person, day, event)

    async def _match(self, stream: str) -> tuple[e.AnyEvent, ...]:
        return tuple(e.decode(one.data) for one in await self._store.read(stream)) if stream else ()

    async def _record(self) -> Ledger:
        return fold_ledger(decode_ledger_event(one.data) for one in await self._store.read(self._ledger))

    async def _append(
        self, found: OpenCase, decided: Iterable[v.AnyCaseEvent], in_match: Sequence[e.AnyEvent], command: str
    ) -> Outcome:
        """One transaction: the case, its match, the ledger, the tournament."""
        steps = tuple(decided)
        last, after = steps[-1], fold_case(steps, found.case)
        assert after.opened is not None
        told: tuple[Write, ...] | Refusal = ()
        if after.opened.tournament:
            from barpoint.service.case_at_desk import writes_at_desk  # the tournament room is a large one

            told = await writes_at_desk(self._store, found.name, found.case, after, steps)
        if isinstance(told, Refusal):
            return told
        noted = entered(found.name, found.case, after, at=last.at, by=last.by)
        match = after.opened.match
        return await self._store.append(
            (
                *_write(f"case:{found.name}", found.case.version, map(v.encode_event, steps), ends=_ends_case(steps)),
                *_write(match, len(found.log), map(e.encode, in_match), ends=_ends_match(found.log, in_match)),
                *_write(self._ledger, found.ledger.version, map(encode_ledger_event, noted)),
                *told,
            ),
            command,
        )


def answer_of(found: OpenCase) -> Answer:
    """The judge's answer on a case: facts that were given count before those the log holds."""
    opened = found.opened
    if not opened.kind:
        return Discretion("", opened.book, (), "No kind of incident fits; an official decides.", covered=False)
    read: Mapping[str, Fact] = {}
    if found.log:
        read = facts_from(opened.kind, found.log, min(opened.noticed, len(found.log)))
    record = found.ledger.record(opened.white, opened.black, opened.match, but=found.name)
    return judge(opened.kind, {**read, **found.case.facts}, opened.profile, record)


def _resumed(found: OpenCase, asked: v.Asked) -> tuple[v.PlayResumed, ...]:
    """That the players have gone on since the ruling was carried out, if the match shows it: it is then accepted."""
    case = found.case
    if not isinstance(asked, v.AppealMade) or not case.applied or case.resumed or case.appeal is not None:
        return ()
    since = [event for event in found.log[case.applied[-1].after :] if isinstance(event, _PLAY)]
    return (v.PlayResumed(at=max(case.at, since[0].at), by="the match"),) if since else ()


def _applied(found: OpenCase, given: v.RulingGiven, events: int, *, at: int, by: str) -> v.RemedyApplied:
    before = len(found.log)
    return v.RemedyApplied(at=at, by=by, remedies=given.remedies, before=before, after=before + events)


def in_match(found: OpenCase, given: v.RulingGiven) -> tuple[e.AnyEvent, ...] | Refusal:
    """What a ruling does to its match; one that carries out an appeal first undoes what was done before."""
    if not found.log:
        return ()
    undone: tuple[e.AnyEvent, ...] = ()
    done = [one for one in found.case.applied if one.after > one.before]
    if given.outcome and done:
        if any(isinstance(event, _PLAY) for event in found.log[done[-1].after :]):
            return Refusal(CarryCode.DOES_NOT_FIT, {"why": "play has gone on since the remedy"})
        back = take_back(found.log, done[0].before, by=given.by, reason=given.say, at=given.at)
        if isinstance(back, Refusal):
            return back
        undone = back
    carried = carry_out(
        given.remedies,
        (*found.log, *undone),
        by=given.by,
        reason=given.say,
        at=given.at,
        illegal_move=found.opened.kind == "illegal_play",
    )
    return carried if isinstance(carried, Refusal) else (*undone, *carried)


_PLAY: Final = (e.OpeningRolled, e.DiceRolled, e.Played, e.Doubled, e.DoubleTaken, e.DoublePassed)


def _due(
    ledger: Ledger, match: str, book: str, white: Sequence[str], black: Sequence[str]
) -> tuple[tuple[Remedy, ...], list[tuple[str, str]]]:
    """The remedies that are due in a match, and for whom and from which cases."""
    go = policy_of(book).penalty_points
    remedies: list[Remedy] = []
    owed: list[tuple[str, str]] = []
    for side, persons in ((Side.WHITE, white), (Side.BLACK, black)):
        for person in persons:
            entries = ledger.due(person, match)
            remedies += remedies_due(entries, side, go)
            owed += [(person, entry.case) for entry in entries]
    return tuple(remedies), owed


def _ends_case(steps: Sequence[v.AnyCaseEvent]) -> bool | None:
    return True if any(isinstance(step, v.CaseClosed) for step in steps) else None


def _ends_match(log: Sequence[e.AnyEvent], more: Sequence[e.AnyEvent]) -> bool | None:
    """Whether these events end the match, or take it up again."""
    if not log or not more:
        return None
    before = fold(log)
    was, over = (state.phase is Phase.OVER for state in (before, fold(more, before)))
    return None if was == over else over


def _write(stream: str, expected: int, events: Iterable[bytes], *, ends: bool | None = None) -> tuple[Write, ...]:
    """A write, if there is anything to write."""
    lines = tuple(events)
    return (Write(stream, expected, lines, ends),) if lines else ()
