"""A draw as a fold: make, decide, evolve.

state       what was drawn and what has been posted; structure and progress follow from it and are worked
            out when they are asked for
decide      (state, command) -> events, or a Refusal
evolve      (state, event) -> state; it judges nothing

A late entry or an overruled pairing is accepted only if every result that counts goes on counting, and if
the draw that comes of it can be played: no hole, no bye against a bye.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import assert_never

import msgspec

from barpoint.board import Refusal
from barpoint.tournament.draw.entrant import Entrant, by_id
from barpoint.tournament.draw.events import (
    ChangeTieBreaks,
    Commands,
    CorrectResult,
    DrawCode,
    DrawMade,
    EnterLate,
    EntrantReinstated,
    EntrantWithdrew,
    Events,
    LateEntryPlaced,
    OverrulePairing,
    PairingOverruled,
    PostResult,
    Reinstate,
    ResultCorrected,
    ResultPosted,
    ResultVoided,
    TieBreaksChanged,
    VoidResult,
    Withdraw,
)
from barpoint.tournament.draw.lot import Lot
from barpoint.tournament.draw.plan import Plan, draw_lines, structure_of
from barpoint.tournament.draw.progress import PairingState, PairingStatus, Progress, Result, draw_progress, places
from barpoint.tournament.draw.structure import (
    Slot,
    Structure,
    is_group,
    problems,
    swap_sources,
)
from barpoint.tournament.standings import check_tie_breaks

Key = tuple[str, frozenset[str]]
Answer = tuple[Events, ...] | Refusal


@dataclass(frozen=True)
class Draw:
    """A draw and everything posted to it."""

    plan: Plan
    entrants: Mapping[str, Entrant]
    lines: tuple[str | None, ...]
    results: Mapping[Key, Result] = field(default_factory=lambda: MappingProxyType({}))
    withdrawn: frozenset[tuple[str, str]] = frozenset()
    overruled: tuple[PairingOverruled, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def empty(self) -> frozenset[int]:
        """The lines that are byes."""
        return frozenset(number for number, entrant in enumerate(self.lines) if entrant is None)

    @cached_property
    def structure(self) -> Structure:
        """The structure, with what the director overruled."""
        structure = structure_of(self.plan, self.lines)
        for exchange in self.overruled:
            structure = swap_sources(structure, Slot(*exchange.one), Slot(*exchange.other), exchange.reason)
        return structure

    @cached_property
    def progress(self) -> Progress:
        """How it stands."""
        return draw_progress(self.structure, self.lines, self.results, self.withdrawn, self.plan.tie_breaks)

    @property
    def dormant(self) -> tuple[Key, ...]:
        """Results that do not count now, because others sit there."""
        counted = self.progress.counting_results()
        return tuple(key for key in self.results if key not in counted)


def make(plan: Plan, entrants: Iterable[Entrant]) -> DrawMade:
    """Draw: the event that begins the log."""
    field_ = tuple(entrants)
    lines = draw_lines(plan, field_)
    return DrawMade(plan=plan, entrants=field_, lines=lines.entrants, notes=lines.notes)


def begin(event: DrawMade) -> Draw:
    """The draw as it was made."""
    return Draw(event.plan, by_id(event.entrants), event.lines, notes=event.notes)


def fold(events: Iterable[Events]) -> Draw:
    """The draw a log comes to."""
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, DrawMade):
        raise TypeError("the log of a draw begins with DrawMade")
    draw = begin(first)
    for event in log:
        draw = evolve(draw, event)
    return draw


def evolve(draw: Draw, event: Events) -> Draw:
    """The draw after an event."""
    match event:
        case DrawMade():
            return begin(event)
        case ResultPosted(pairing=pairing, result=result):
            return replace(draw, results={**draw.results, (pairing, result.players): result})
        case ResultCorrected(pairing=pairing, was=was, result=result):
            others = {key: each for key, each in draw.results.items() if key != (pairing, was.players)}
            return replace(draw, results={**others, (pairing, result.players): result})
        case ResultVoided(pairing=pairing, was=was):
            others = {key: each for key, each in draw.results.items() if key != (pairing, was.players)}
            return replace(draw, results=others)
        case EntrantWithdrew(entrant=entrant, title=title):
            return replace(draw, withdrawn=draw.withdrawn | {(entrant, title)})
        case EntrantReinstated(entrant=entrant, title=title):
            return replace(draw, withdrawn=draw.withdrawn - {(entrant, title)})
        case LateEntryPlaced(entrant=newcomer, line=line):
            lines = tuple(newcomer.id if number == line else each for number, each in enumerate(draw.lines))
            return replace(draw, lines=lines, entrants={**draw.entrants, newcomer.id: newcomer})
        case PairingOverruled():
            return replace(draw, overruled=(*draw.overruled, event))
        case TieBreaksChanged(tie_breaks=tie_breaks):
            return replace(draw, plan=msgspec.structs.replace(draw.plan, tie_breaks=tie_breaks))
        case _:
            assert_never(event)


def decide(draw: Draw, command: Commands) -> Answer:
    """What becomes of a command."""
    match command:
        case PostResult():
            return _post(draw, command)
        case CorrectResult():
            return _correct(draw, command)
        case VoidResult():
            return _void(draw, command)
        case Withdraw():
            return _withdraw(draw, command)
        case Reinstate():
            return _reinstate(draw, command)
        case EnterLate():
            return _enter_late(draw, command)
        case OverrulePairing():
            return _overrule(draw, command)
        case ChangeTieBreaks():
            return _change_tie_breaks(draw, command)
        case _:
            assert_never(command)


def _pairing_state(draw: Draw, pairing: str) -> PairingState | Refusal:
    standing = draw.progress.pairings.get(pairing)
    return standing if standing is not None else Refusal(DrawCode.NO_SUCH_PAIRING, {"pairing": pairing})


def _fits(standing: PairingState, result: Result) -> Refusal | None:
    name = standing.pairing.id
    if result.players != frozenset(standing.players) or len(result.players) != 2:
        return Refusal(DrawCode.NOT_IN_PAIRING, {"pairing": name, "winner": result.winner, "loser": result.loser})
    if result.drawn and not is_group(standing.pairing.bracket):
        return Refusal(DrawCode.KNOCKOUT_NOT_DRAWN, {"pairing": name})
    return None


def _post(draw: Draw, command: PostResult) -> Answer:
    standing = _pairing_state(draw, command.pairing)
    if isinstance(standing, Refusal):
        return standing
    if standing.status is PairingStatus.PLAYED:
        return Refusal(DrawCode.ALREADY_POSTED, {"pairing": command.pairing})
    if len(standing.players) < 2 or standing.status is PairingStatus.NOT_NEEDED:
        return Refusal(DrawCode.PAIRING_NOT_READY, {"pairing": command.pairing, "status": standing.status})
    unfit = _fits(standing, command.result)
    return unfit or _if_harmless(draw, ResultPosted(pairing=command.pairing, result=command.result))


def _posted(draw: Draw, command: CorrectResult | VoidResult) -> tuple[PairingState, Result] | Refusal:
    """The result that is to be changed, and where it stands; it is changed with a reason."""
    standing = _pairing_state(draw, command.pairing)
    if isinstance(standing, Refusal):
        return standing
    if standing.result is None:
        return Refusal(DrawCode.NOTHING_POSTED, {"pairing": command.pairing})
    if not command.reason:
        return Refusal(DrawCode.REASON_NEEDED, {"pairing": command.pairing})
    return standing, standing.result


def _correct(draw: Draw, command: CorrectResult) -> Answer:
    posted = _posted(draw, command)
    if isinstance(posted, Refusal):
        return posted
    standing, was = posted
    unfit = _fits(standing, command.result)
    if unfit is not None:
        return unfit
    event = ResultCorrected(pairing=command.pairing, was=was, result=command.result, reason=command.reason)
    return (msgspec.structs.replace(event, undone=_undone_results(draw, evolve(draw, event), command.pairing)),)


def _void(draw: Draw, command: VoidResult) -> Answer:
    posted = _posted(draw, command)
    if isinstance(posted, Refusal):
        return posted
    event = ResultVoided(pairing=command.pairing, was=posted[1], reason=command.reason)
    return (msgspec.structs.replace(event, undone=_undone_results(draw, evolve(draw, event), command.pairing)),)


def _undone_results(before: Draw, after: Draw, pairing: str) -> tuple[str, ...]:
    lost = {name for name, _ in before.progress.counting_results() - after.progress.counting_results()}
    return tuple(sorted(lost - {pairing}))


def _withdraw(draw: Draw, command: Withdraw) -> Answer:
    if command.entrant not in draw.entrants:
        return Refusal(DrawCode.NOT_ENTERED, {"entrant": command.entrant})
    if (command.entrant, command.title) in draw.withdrawn:
        return Refusal(DrawCode.ALREADY_WITHDRAWN, {"entrant": command.entrant})
    if command.title != "*" and command.title not in draw.structure.titles:
        raise ValueError(f"this draw plays for {', '.join(draw.structure.titles)}, not {command.title!r}")
    event = EntrantWithdrew(entrant=command.entrant, title=command.title)
    if draw.progress.counting_results() <= evolve(draw, event).progress.counting_results():
        return (event,)
    return (*_walkovers_had(draw, command.entrant), event)


def _walkovers_had(draw: Draw, entrant: str) -> tuple[ResultPosted, ...]:
    """The walkovers an entrant has had, made results, so that what was played after them still counts."""
    return tuple(
        ResultPosted(pairing=name, result=Result(entrant, state.loser, forfeited=True))
        for name, state in draw.progress.pairings.items()
        if state.status is PairingStatus.WALKOVER and state.winner == entrant and isinstance(state.loser, str)
    )


def _reinstate(draw: Draw, command: Reinstate) -> Answer:
    if (command.entrant, command.title) not in draw.withdrawn:
        return Refusal(DrawCode.NOT_WITHDRAWN, {"entrant": command.entrant})
    if not command.reason:
        return Refusal(DrawCode.REASON_NEEDED, {"entrant": command.entrant})
    return _if_harmless(draw, EntrantReinstated(entrant=command.entrant, title=command.title, reason=command.reason))


def _enter_late(draw: Draw, command: EnterLate) -> Answer:
    newcomer = command.entrant
    if newcomer.id in draw.entrants:
        return Refusal(DrawCode.ALREADY_ENTERED, {"entrant": newcomer.id})
    lines = sorted(draw.empty) if command.line is None else [command.line]
    if not draw.empty or not set(lines) <= draw.empty:
        return Refusal(DrawCode.NO_PLACE_LEFT, {"entrant": newcomer.id})
    answer: Answer = Refusal(DrawCode.NO_PLACE_LEFT, {"entrant": newcomer.id})
    for line in Lot(draw.plan.seed, f"late|{newcomer.id}").shuffle(lines):
        answer = _if_harmless(draw, LateEntryPlaced(entrant=newcomer, line=line))
        if not isinstance(answer, Refusal):
            return answer
    return answer


def _overrule(draw: Draw, command: OverrulePairing) -> Answer:
    for pairing, side in (command.one, command.other):
        if pairing not in draw.structure.by_id or side not in (0, 1):
            return Refusal(DrawCode.NO_SUCH_PAIRING, {"pairing": pairing})
    if not command.reason:
        return Refusal(DrawCode.REASON_NEEDED, {"pairing": command.one[0]})
    return _if_harmless(draw, PairingOverruled(one=command.one, other=command.other, reason=command.reason))


def _if_harmless(draw: Draw, event: Events) -> Answer:
    """The event, unless a result that counts would stop counting or the draw could not be played."""
    after = evolve(draw, event)
    try:
        faults = () if after.structure is draw.structure else problems(after.structure, after.empty)
    except ValueError as unfit:  # a pattern written out for another field
        faults = (str(unfit),)
    if faults:
        return Refusal(DrawCode.WOULD_BREAK_DRAW, {"problem": faults[0]})
    lost = draw.progress.counting_results() - after.progress.counting_results()
    if lost:
        return Refusal(DrawCode.WOULD_UNDO_RESULTS, {"pairings": ", ".join(sorted(name for name, _ in lost))})
    return (event,)


def _change_tie_breaks(draw: Draw, command: ChangeTieBreaks) -> Answer:
    tie_breaks = check_tie_breaks(command.tie_breaks)
    started = bool(draw.results)
    if started and not command.reason:
        return Refusal(DrawCode.REASON_NEEDED, {"tie_breaks": ", ".join(tie_breaks)})
    return (
        TieBreaksChanged(was=draw.plan.tie_breaks, tie_breaks=tie_breaks, reason=command.reason, after_start=started),
    )


__all__ = ["Answer", "Draw", "begin", "decide", "evolve", "fold", "make", "places"]
