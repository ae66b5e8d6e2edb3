"""Officiating: a case is opened, asked about, ruled on, appealed and closed, over the event store.

The streams are `case:ID`, the match and the tournament the case names (`match:ID`, `tournament:ID`), and one
`ledger:NAME` of warnings and penalties. A ruling, its remedy in the match and the penalty on the record are appended in
one transaction, each stream at the version that was read: whoever was slower gets the `Conflict` and looks again. The
rules are `officiating`'s; who may do what is for `people.sessions`.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import MatchPhase, fold_match
from barpoint.match import events as e
from barpoint.officiating import (
    Discretion,
    FactValue,
    JudgeAnswer,
    PenaltyEntry,
    PenaltyRecord,
    Remedy,
    facts_from,
    judge,
)
from barpoint.officiating.cases import (
    Case,
    CaseCode,
    CaseFile,
    Confirmation,
    PenaltyLedger,
    PenaltyServed,
    RemedyCode,
    answers_by_book,
    apply_remedies,
    case_policy,
    committee_page,
    confirm,
    decide_case,
    decode_ledger_event,
    encode_ledger_event,
    fold_case,
    fold_ledger,
    ledger_events,
    remedies_due,
    revoke_remedies,
)
from barpoint.officiating.cases import events as v
from barpoint.rulebook import book_policy
from barpoint.service.authority import Pairing, stream_of_match
from barpoint.service.ports import Appended, Conflict, EventStore, Write

CaseOutcome = Appended | Conflict | Refusal


class CaseContext(msgspec.Struct, frozen=True, kw_only=True):
    """A case with what its streams hold."""

    name: str
    case: Case
    log: tuple[e.AnyEvent, ...] = ()
    ledger: PenaltyLedger = PenaltyLedger()
    events: tuple[v.AnyCaseEvent, ...] = ()
    desk: dict[str, FactValue] = {}  # what the desk knows of a case about time
    commands: frozenset[str] = frozenset()  # those the case has taken

    def repeat_of(self, command: str) -> Appended | None:
        """That a command was carried out before, if it was."""
        known = command in self.commands
        return Appended({f"case:{self.name}": self.case.version}, repeated=True) if known else None

    @property
    def opening(self) -> v.CaseOpened:
        """The report."""
        if self.case.opened is None:
            raise ValueError(f"there is no case called {self.name!r}")
        return self.case.opened


class CaseService:
    """The use case. `ledger` names the record of persons that rulings go to; `shared`: all of it holds everywhere."""

    def __init__(self, store: EventStore, ledger: str = "all", *, shared: bool = False) -> None:
        self._store, self._ledger, self._shared = store, f"ledger:{ledger}", shared

    async def load(self, name: str) -> CaseContext:
        """A case, the log of its match as far as it was noticed there and beyond, and the ledger."""
        stored = await self._store.read(f"case:{name}")
        events = tuple(v.decode_event(event_stored.data) for event_stored in stored)
        case = fold_case(events)
        log = () if case.opened is None else await self._log_of_case(case.opened)
        commands = frozenset(event_stored.command for event_stored in stored if event_stored.command)
        event = "" if case.opened is None else case.opened.tournament.partition(":")[2]
        ledger, known = await self._load_ledger(event), dict[str, FactValue]()
        if case.opened is not None and event:
            from barpoint.service.officials.desk_sync import desk_facts  # the tournament room is a large one

            known = await desk_facts(self._store, name, case.opened, case.facts)
        return CaseContext(name=name, case=case, log=log, ledger=ledger, events=events, desk=known, commands=commands)

    async def open(self, name: str, opened: v.CaseOpened, command: str) -> CaseOutcome:
        """Report an incident; with a match attached the case notes the version of its log and who plays."""
        log = await self._log_of_case(opened)
        if not log and opened.tournament:
            opened = msgspec.structs.replace(opened, match="")  # nothing of the tournament's
        if log:
            start = log[0]
            assert isinstance(start, e.MatchStarted)
            noticed = opened.noticed or len(log)
            opened = msgspec.structs.replace(opened, noticed=noticed, white=start.white, black=start.black)
        return await self.step(name, opened, command)

    async def answer(self, name: str) -> JudgeAnswer:
        """What the book says on the facts so far; those of the match log need not be told."""
        return answer_of(await self.load(name))

    async def step(self, name: str, request: v.CaseStep, command: str) -> CaseOutcome:
        """A step that is no ruling: a fact, an exhibit, an appeal, a committee, votes, the end."""
        context = await self.load(name)
        if (before := context.repeat_of(command)) is not None:
            return before
        case = fold_case(_resumption(context, request), context.case)
        decided = decide_case(case, request)
        if isinstance(decided, Refusal):
            return decided
        return await self._append(context, (*_resumption(context, request), *decided), (), command)

    async def rule(
        self, name: str, confirmation: Confirmation, command: str, *, carried_out: bool = True
    ) -> CaseOutcome:
        """A named official rules; unless held back, the remedy goes into the match with the same append."""
        context = await self.load(name)
        if (before := context.repeat_of(command)) is not None:
            return before
        opened = context.opening
        over = bool(context.log) and fold_match(context.log).phase is MatchPhase.OVER
        ruling = confirm(answer_of(context), confirmation, case_policy(opened), match_over=over)
        if isinstance(ruling, Refusal):
            return ruling
        decided = decide_case(context.case, ruling)
        if isinstance(decided, Refusal):
            return decided
        after = fold_case(decided, context.case)
        if not carried_out or after.in_force is None:
            return await self._append(context, decided, (), command)
        played = ruling_events(context, ruling)
        if isinstance(played, Refusal):
            return played
        steps = (*decided, _application(context, ruling, len(played), at=ruling.at, by=ruling.by))
        return await self._append(context, steps if ruling.remedies else decided, played, command)

    async def apply(self, name: str, *, by: str, at: int, command: str) -> CaseOutcome:
        """Carry out the ruling in force, if it was held back."""
        context = await self.load(name)
        if (before := context.repeat_of(command)) is not None:
            return before
        ruling = context.case.in_force
        if ruling is None:
            return Refusal(CaseCode.NO_RULING)
        played = ruling_events(context, ruling)
        if isinstance(played, Refusal):
            return played
        decided = decide_case(context.case, _application(context, ruling, len(played), at=at, by=by))
        return decided if isinstance(decided, Refusal) else await self._append(context, decided, played, command)

    async def due_remedies(
        self, match: str, book: str, white: Sequence[str], black: Sequence[str], event: str = ""
    ) -> tuple[Remedy, ...]:
        """What earlier rulings bring into a match of an event, for the desk to announce before it begins."""
        return _due(await self._load_ledger(event), match, book, white, black)[0]

    async def serve_due(self, match: str, *, by: str, at: int, command: str, event: str = "") -> CaseOutcome:
        """Carry what is due for its players into a match that has begun, and note that it is served."""
        log, ledger = await self._match_log(match), await self._load_ledger(event)
        if not log or not isinstance(start := log[0], e.MatchStarted):
            raise ValueError(f"there is no match called {match!r}")
        remedies, owed = _due(ledger, match, start.format.book, start.white, start.black)
        events = apply_remedies(remedies, log, by=by, reason="due from an earlier match", at=at)
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

    async def bar_on(self, person: str, day: str, event: str = "") -> PenaltyEntry | None:
        """What keeps a person from entering an event on a day (an ISO date)."""
        return (await self._load_ledger(event)).find_bar(person, day, event)

    async def ledger(self) -> PenaltyLedger:
        """The whole record, wherever it binds."""
        return fold_ledger(decode_ledger_event(one.data) for one in await self._store.read(self._ledger))

    async def _log_of_case(self, opened: v.CaseOpened) -> tuple[e.AnyEvent, ...]:
        """The log of a case's match; a tournament's case has none but that of its own pairing."""
        stream = opened.match
        if opened.tournament and stream:
            place = Pairing(opened.tournament.partition(":")[2], opened.contest, opened.pairing)
            stream = await stream_of_match(self._store, stream, place)
        return await self._match_log(stream)

    async def _match_log(self, stream: str) -> tuple[e.AnyEvent, ...]:
        return tuple(e.decode(stored.data) for stored in await self._store.read(stream)) if stream else ()

    async def _load_ledger(self, event: str) -> PenaltyLedger:
        """What of the record binds in an event, or outside of all."""
        ledger = await self.ledger()
        return ledger if self._shared else ledger.binding(event)

    async def _append(
        self, context: CaseContext, decided: Iterable[v.AnyCaseEvent], in_match: Sequence[e.AnyEvent], command: str
    ) -> CaseOutcome:
        """One transaction: the case, its match, the ledger, the tournament."""
        steps = tuple(decided)
        last, after = steps[-1], fold_case(steps, context.case)
        assert after.opened is not None
        writes_beside: tuple[Write, ...] | Refusal = ()
        if after.opened.tournament:
            from barpoint.service.officials.desk_sync import desk_writes  # the tournament room is a large one

            writes_beside = await desk_writes(self._store, context.name, context.case, after, steps)
        if isinstance(writes_beside, Refusal):
            return writes_beside
        ledger_news = ledger_events(context.name, context.case, after, at=last.at, by=last.by)
        match = after.opened.match
        return await self._store.append(
            (
                *_write(
                    f"case:{context.name}", context.case.version, map(v.encode_event, steps), ends=_ends_case(steps)
                ),
                *_write(match, len(context.log), map(e.encode, in_match), ends=_ends_match(context.log, in_match)),
                *_write(self._ledger, context.ledger.version, map(encode_ledger_event, ledger_news)),
                *writes_beside,
            ),
            command,
        )


def answer_of(context: CaseContext) -> JudgeAnswer:
    """The judge's answer on a case: facts that were given count before those the log holds."""
    opened = context.opening
    if not opened.kind:
        return Discretion("", opened.book, (), "No kind of incident fits; an official decides.", covered=False)
    return judge(opened.kind, case_facts(context), opened.profile, _record(context))


def case_facts(context: CaseContext) -> dict[str, FactValue]:
    """The facts of a case: those that were given count before those the log holds, and these before the desk's."""
    opened, log_facts = context.opening, dict[str, FactValue]()
    if context.log and opened.kind:
        log_facts = dict(facts_from(opened.kind, context.log, min(opened.noticed, len(context.log))))
    return {**context.desk, **log_facts, **context.case.facts}


def page_of_case(context: CaseContext) -> CaseFile:
    """The case on one page for its committee."""
    answers = answers_by_book(context.opening, case_facts(context), _record(context))
    return committee_page(context.name, context.events, answers)


def _record(context: CaseContext) -> PenaltyRecord:
    opened = context.opening
    return context.ledger.record(opened.white, opened.black, opened.match, but=context.name)


def _resumption(context: CaseContext, request: v.CaseStep) -> tuple[v.PlayResumed, ...]:
    """That the players have gone on since the ruling was carried out, if the match shows it: it is then accepted."""
    case = context.case
    if not isinstance(request, v.AppealMade) or not case.applied or case.resumed or case.appeal is not None:
        return ()
    since = [event for event in context.log[case.applied[-1].after :] if isinstance(event, _PLAY)]
    return (v.PlayResumed(at=max(case.at, since[0].at), by="the match"),) if since else ()


def _application(context: CaseContext, ruling: v.RulingGiven, events: int, *, at: int, by: str) -> v.RemedyApplied:
    before = len(context.log)
    return v.RemedyApplied(at=at, by=by, remedies=ruling.remedies, before=before, after=before + events)


def ruling_events(context: CaseContext, ruling: v.RulingGiven) -> tuple[e.AnyEvent, ...] | Refusal:
    """What a ruling does to its match; one that carries out an appeal first undoes what was done before."""
    if not context.log:
        return ()
    undone: tuple[e.AnyEvent, ...] = ()
    done = [application for application in context.case.applied if application.after > application.before]
    if ruling.outcome and done:
        if any(isinstance(event, _PLAY) for event in context.log[done[-1].after :]):
            return Refusal(RemedyCode.DOES_NOT_FIT, {"why": "play has gone on since the remedy"})
        back = revoke_remedies(context.log, done[0].before, by=ruling.by, reason=ruling.say, at=ruling.at)
        if isinstance(back, Refusal):
            return back
        undone = back
    carried = apply_remedies(
        ruling.remedies,
        (*context.log, *undone),
        by=ruling.by,
        reason=ruling.say,
        at=ruling.at,
        illegal_move=context.opening.kind == "illegal_play",
    )
    return carried if isinstance(carried, Refusal) else (*undone, *carried)


_PLAY: Final = (e.OpeningRolled, e.DiceRolled, e.Played, e.Doubled, e.DoubleTaken, e.DoublePassed)


def _due(
    ledger: PenaltyLedger, match: str, book: str, white: Sequence[str], black: Sequence[str]
) -> tuple[tuple[Remedy, ...], list[tuple[str, str]]]:
    """The remedies that are due in a match, and for whom and from which cases."""
    go = book_policy(book).penalty_points
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
    before = fold_match(log)
    was, over = (state.phase is MatchPhase.OVER for state in (before, fold_match(more, before)))
    return None if was == over else over


def _write(stream: str, expected: int, events: Iterable[bytes], *, ends: bool | None = None) -> tuple[Write, ...]:
    """A write, if there is anything to write."""
    lines = tuple(events)
    return (Write(stream, expected, lines, ends),) if lines else ()
