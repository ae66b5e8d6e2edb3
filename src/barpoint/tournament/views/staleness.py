"""Which of the changes since a view was made concern what a command is about: only those make it stale.

subject     what a command or an event is about: a match, an entry, a player, an event, the tables, the tournament
presence    who is there, on a break or away, who has called, what was announced: it makes nothing stale
own         what the sender has done meanwhile, and names by its versions, is known to the sender
seats       a correction elsewhere may seat others at a match: then it is another one

A report makes the posting of a result stale only if it says something else.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final

from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.evolve.dispatch import fold_tournament
from barpoint.tournament.money.ledger import person_of
from barpoint.tournament.player import Entry, Player
from barpoint.tournament.state import Tournament
from barpoint.tournament.views.archive import LogChange, changes_since

Subject = tuple[str, ...]
_PRESENCE: Final = (
    e.SideReady,
    e.BreakCalled,
    e.BreakEnded,
    e.SignedOut,
    e.SignedIn,
    e.LatenessTold,
    e.DirectorCalled,
    e.MonitorAsked,
    e.MatchAttached,
    e.ScoreNoted,
)
_NAMED: Final = {"penalty": "penalty", "call": "call", "case": "case", "person": "staff"}
_SINGLE: Final[dict[tuple[type, ...], Subject]] = {
    (c.SetTables, e.TablesSet): ("tables",),
    (c.SetDesk, e.DeskSet): ("choices",),
    (c.NameCommittee, e.CommitteeNamed): ("committee",),
    (c.Announce, e.Announced): ("notice",),
    (c.ScheduleRecess, e.RecessScheduled, c.CancelRecess, e.RecessCancelled): ("recess",),
}
_WHOLE_EVENT: Final = (c.MakeDraw, c.PairRound, c.FinishContest, c.AwardPrizes, c.RetainRest, c.ChangeTieBreaks)
"""Commands about an event with all that is in it: another entry or result concerns them, a call does not."""
_OF_THE_FIELD: Final = (
    e.EntryRegistered,
    e.EntryApproved,
    e.EntryRefused,
    e.EntryMovedUp,
    e.EntryWithdrawn,
    e.EntrySubstituted,
    e.EntryReconsidered,
    e.EntrySeeded,
)
_OF_THE_TABLE: Final = (
    e.DrawChanged,
    e.SwissChanged,
    e.PlayoffResult,
    e.EntryReinstated,
    e.CheckedIn,
    e.CheckInCancelled,
)
_RESEATING: Final = (e.DrawChanged, e.SwissChanged, e.PlayoffResult, e.EntryWithdrawn, e.EntryReinstated)


def changes_concerning(
    log: Sequence[e.AnyEvent],
    expected: int,
    state: Tournament,
    command: c.AnyCommand,
    own: Collection[int] = (),
) -> tuple[LogChange, ...]:
    """What has changed since a version of what a command is about; nothing: it is not stale."""
    changes = changes_since(log, expected)
    mine = _subjects(command)
    fresh = [
        (change, event) for change, event in zip(changes, log[expected:], strict=True) if change.version not in own
    ]
    concerned = [change for change, event in fresh if _concerns(state, command, mine, event)]
    if not concerned and _reseated(log, expected, state, command):
        concerned = [change for change, event in fresh if isinstance(event, _RESEATING)]
    return tuple(concerned)


def _concerns(state: Tournament, command: c.AnyCommand, mine: frozenset[Subject], event: e.AnyEvent) -> bool:
    if isinstance(event, _PRESENCE):
        return False
    if isinstance(event, e.ResultReported):
        return ("match", event.contest, event.pairing) in mine and _contradicts(command, event)
    if isinstance(command, _WHOLE_EVENT) and isinstance(event, (*_OF_THE_FIELD, *_OF_THE_TABLE)):
        return event.contest == command.contest
    return bool(mine & _subjects(event, state))


def _contradicts(command: c.AnyCommand, event: e.ResultReported) -> bool:
    if not isinstance(command, c.PostResult):
        return isinstance(command, (c.ConfirmForfeit, c.DeclareDrawn))
    return (command.winner, command.score) != (event.report.winner, event.report.score)


def _subjects(statement: Any, state: Tournament | None = None) -> frozenset[Subject]:  # Any: every command, every event
    """What a command or an event is about."""
    contest, entry = getattr(statement, "contest", ""), getattr(statement, "entry", "")
    player, settings = getattr(statement, "player", ""), getattr(statement, "settings", None)
    subjects: set[Subject] = {
        (kind, value)
        for name, kind in _NAMED.items()
        if isinstance(value := getattr(statement, name, ""), str) and value
    }
    if pairing := getattr(statement, "pairing", ""):
        subjects.add(("match", contest, pairing))
    if entry and contest:
        subjects.add(("entry", contest, entry.id if isinstance(entry, Entry) else entry))
    if player:
        subjects.add(("player", player.id if isinstance(player, Player) else player))
    if settings is not None:
        subjects.add(("event", settings.id))
    subjects |= {subject for kinds, subject in _SINGLE.items() if isinstance(statement, kinds)}
    if isinstance(statement, (c.AssignTable, e.TableAssigned)) and statement.table:
        subjects.add(("table", statement.hall, statement.table))
    subjects |= _accounts(statement, state)
    return frozenset(subjects or {("event", contest) if contest else (type(statement).__name__,)})


def _accounts(statement: Any, state: Tournament | None) -> set[Subject]:  # Any: as above
    """Whose money it moves; whoever withdraws owes something else."""
    if isinstance(statement, (c.TakePayment, c.PayOut)):
        return {("account", statement.player)}
    if isinstance(statement, e.MoneyPosted):
        return {("account", person) for account, _ in statement.lines if (person := person_of(account))}
    if not isinstance(statement, e.EntryWithdrawn) or state is None or statement.contest not in state.contests:
        return set()
    entry = state.contests[statement.contest].entries.get(statement.entry)
    return {("account", person) for person in (entry.people if entry is not None else ())}


def _reseated(log: Sequence[e.AnyEvent], expected: int, state: Tournament, command: c.AnyCommand) -> bool:
    """Whether others sit at the match a command is about than did when the view was made."""
    contest, pairing = getattr(command, "contest", ""), getattr(command, "pairing", "")
    if not pairing or not any(isinstance(event, _RESEATING) and event.contest == contest for event in log[expected:]):
        return False
    if not any(_may_reseat(event) for event in log[expected:]):
        return False
    before = fold_tournament(tuple(log[:expected]))
    return _players(before, contest, pairing) != _players(state, contest, pairing)


def _may_reseat(event: e.AnyEvent) -> bool:
    """A result posted for the first time seats nobody anew where two sat already."""
    change = getattr(event, "change", None)
    if change is None:
        return isinstance(event, (e.PlayoffResult, e.EntryWithdrawn, e.EntryReinstated))
    return type(change).__name__ not in ("ResultPosted", "SwissResultPosted", "RoundPaired")


def _players(state: Tournament, contest: str, pairing: str) -> tuple[str, ...]:
    current = state.contests.get(contest)
    fixture = current.fixtures.get(pairing) if current is not None else None
    return () if fixture is None else fixture.players
