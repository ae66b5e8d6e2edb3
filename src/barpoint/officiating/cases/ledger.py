"""The ledger: warnings and penalties of every person, from the rulings that hold.

`case_entries` says what a case leaves on the record: nothing while an appeal is pending, since a sanction waits for its
hearing (usbgf:5.3f), and nothing of a ruling a committee changed. A ledger has a log of its own, so that what falls
due in a later match is served once; `ledger_of` makes the same from cases alone. Nothing here reads a calendar: days
are ISO dates and come with the question.

An entry binds where it was given (`PenaltyEntry.event`) and nowhere else, until an official of the server extends it: a
case of its own, with its reason and its appeal, that holds as long as what it extends does. `binding` is what of a
ledger binds somewhere.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace as changed
from typing import assert_never

import msgspec
from msgspec.structs import replace

from barpoint.board import Side
from barpoint.officiating.answer import Penalty, PenaltyStep
from barpoint.officiating.cases.case import Case
from barpoint.officiating.cases.events import CaseOpened, RulingGiven
from barpoint.officiating.penalty_record import PenaltyEntry, PenaltyRecord
from barpoint.officiating.remedy import ChangeClock, GivePoints, LoseGame, LoseMatch, Remedy
from barpoint.rulebook import clause
from barpoint.rulebook.profiles import PointsDestination


class LedgerEvent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The common part: when, and by whom."""

    at: int
    by: str


class PenaltyRecorded(LedgerEvent, frozen=True, kw_only=True, tag="PenaltyRecorded"):
    """A warning or penalty went on somebody's record."""

    entry: PenaltyEntry


class PenaltiesLifted(LedgerEvent, frozen=True, kw_only=True, tag="PenaltiesLifted"):
    """What a case left on the record is taken back: an appeal is pending or was won, or the ruling was corrected."""

    case: str


class PenaltyServed(LedgerEvent, frozen=True, kw_only=True, tag="PenaltyServed"):
    """What fell due in a later match was applied in this one."""

    person: str
    case: str
    match: str


AnyLedgerEvent = PenaltyRecorded | PenaltiesLifted | PenaltyServed
_decoder = msgspec.json.Decoder(AnyLedgerEvent)


class PenaltyLedger(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody's entries, oldest first; `served` are the (person, case) whose later penalty has been applied."""

    entries: tuple[PenaltyEntry, ...] = ()
    served: frozenset[tuple[str, str]] = frozenset()
    version: int = 0

    def binding(self, event: str) -> "PenaltyLedger":
        """What binds in an event: what was given there, and what was extended; "" are the matches of no tournament."""
        given = {(entry.person, entry.case) for entry in self.entries}

        def binds(entry: PenaltyEntry) -> bool:
            if entry.extends:
                return entry.event != event and (entry.person, entry.extends) in given
            return entry.event == event

        return replace(self, entries=tuple(filter(binds, self.entries)))

    def of(self, person: str) -> tuple[PenaltyEntry, ...]:
        """A person's entries."""
        return tuple(entry for entry in self.entries if entry.person == person)

    def due(self, person: str, match: str) -> tuple[PenaltyEntry, ...]:
        """What falls due for a person in this match: incurred in an earlier one and not served yet."""
        return tuple(
            entry
            for entry in self.of(person)
            if entry.due_next and (not match or entry.match != match)
            if not {(person, entry.case), (person, entry.root)} & self.served
        )

    def find_bar(self, person: str, day: str, event: str = "") -> PenaltyEntry | None:
        """What keeps a person from entering on a day: a bar up to and including its last day, or expulsion."""
        for entry in self.of(person):
            expelled = entry.step is PenaltyStep.EXPULSION and bool(event) and entry.event == event
            if expelled or (entry.barred_until and entry.barred_until >= day):
                return entry
        return None

    def subjects(self, person: str) -> Mapping[str, int]:
        """How many entries a person has on each subject of the rule books."""
        names = (subject for entry in self.of(person) for subject in _subjects(entry))
        return Counter(names)

    def points(self, person: str) -> int:
        """The penalty points a person has been given."""
        return sum(entry.points for entry in self.of(person))

    def record(
        self, white: tuple[str, ...], black: tuple[str, ...], match: str = "", *, but: str = ""
    ) -> PenaltyRecord:
        """What `judge` reads: the entries of the people of a match, but not those of the case that is being ruled on.

        A side of two has those of both, each once.
        """
        names = (" and ".join(white) or "White", " and ".join(black) or "Black")
        entries: dict[PenaltyEntry, None] = {}
        for entry in (candidate for candidate in self.entries if not but or candidate.case != but):
            for name, persons in zip(names, (white, black), strict=True):
                if entry.person in persons:
                    others = black if persons is white else white
                    elsewhere = not entry.match and entry.opponent and entry.opponent not in others
                    at = _ANOTHER_MATCH if elsewhere else entry.match
                    entries[changed(entry, person=name, match=at)] = None
        return PenaltyRecord(tuple(entries), names, match)


_ANOTHER_MATCH = "another match"  # of the same event, against somebody else, without a log


def _subjects(entry: PenaltyEntry) -> set[str]:
    return {subject for row in entry.clauses for subject in clause(row).subjects}


def case_entries(name: str, case: Case) -> tuple[PenaltyEntry, ...]:
    """What a case leaves on the record of those it concerns, as it stands."""
    ruling, opened = case.in_force, case.opened
    if ruling is None or opened is None:
        return ()
    return tuple(
        _entry(name, opened, ruling, penalty, person)
        for penalty in ruling.penalties
        if penalty.side is not None and penalty.step is not PenaltyStep.NONE and not penalty.optional
        for person in opened.persons(penalty.side)
    )


def _entry(name: str, opened: CaseOpened, ruling: RulingGiven, penalty: Penalty, person: str) -> PenaltyEntry:
    return PenaltyEntry(
        person,
        opened.kind,
        penalty.step,
        at=ruling.at,
        match=opened.match,
        points=penalty.points,
        due_next=penalty.later,
        barred_until=penalty.barred_until,
        time=penalty.time,
        event=opened.profile.event,
        case=name,
        clauses=ruling.clauses,
        opponent=next(iter(opened.persons(penalty.side.other)), "") if penalty.side is not None else "",
        extends=opened.extends,
    )


def ledger_events(name: str, before: Case, after: Case, *, at: int, by: str) -> tuple[AnyLedgerEvent, ...]:
    """What a step in a case does to the ledger."""
    old, new = case_entries(name, before), case_entries(name, after)
    if old == new:
        return ()
    lifted = (PenaltiesLifted(at=at, by=by, case=name),) if old else ()
    return (*lifted, *(PenaltyRecorded(at=at, by=by, entry=entry) for entry in new))


def evolve_ledger(ledger: PenaltyLedger, event: AnyLedgerEvent) -> PenaltyLedger:
    """The ledger after one more event."""
    version = ledger.version + 1
    match event:
        case PenaltyRecorded():
            return replace(ledger, entries=(*ledger.entries, event.entry), version=version)
        case PenaltiesLifted():
            kept = tuple(entry for entry in ledger.entries if entry.case != event.case)
            return replace(ledger, entries=kept, version=version)
        case PenaltyServed():
            roots = {entry.root for entry in ledger.entries if entry.case == event.case}
            served = {(event.person, case) for case in (event.case, *roots)}
            return replace(ledger, served=ledger.served | served, version=version)
        case _:
            assert_never(event)


def fold_ledger(events: Iterable[AnyLedgerEvent]) -> PenaltyLedger:
    """The ledger after these events."""
    ledger = PenaltyLedger()
    for event in events:
        ledger = evolve_ledger(ledger, event)
    return ledger


def ledger_of(cases: Iterable[tuple[str, Case]]) -> PenaltyLedger:
    """The ledger that these cases come to, by their names."""
    entries = [entry for name, case in cases for entry in case_entries(name, case)]
    return PenaltyLedger(entries=tuple(sorted(entries, key=lambda entry: entry.at)))


def remedies_due(entries: Iterable[PenaltyEntry], side: Side, go: PointsDestination) -> tuple[Remedy, ...]:
    """What penalties that fall due do to a match in which the person plays for `side`."""
    remedies: list[Remedy] = []
    for entry in entries:
        if entry.points:
            off = go is PointsDestination.OFF_THE_OFFENDER
            remedies.append(GivePoints(side, -entry.points) if off else GivePoints(side.other, entry.points))
        if entry.time:
            remedies.append(ChangeClock(side, -entry.time))
        if entry.step is PenaltyStep.GAME:
            remedies.append(LoseGame(side))
        if entry.step is PenaltyStep.MATCH:
            remedies.append(LoseMatch(side))
    return tuple(remedies)


def encode_ledger_event(event: AnyLedgerEvent) -> bytes:
    """An event as one line of JSON."""
    return msgspec.json.encode(event)


def decode_ledger_event(line: bytes | str) -> AnyLedgerEvent:
    """Read an event; ValueError says what was expected."""
    try:
        event: AnyLedgerEvent = _decoder.decode(line)
    except msgspec.MsgspecError as malformed:
        raise ValueError(f"expected an event of a ledger: {malformed}") from malformed
    return event
