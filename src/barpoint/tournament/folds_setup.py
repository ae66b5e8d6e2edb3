"""How set-up, staff, schedule and the end change a tournament. Used by `evolve` only."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from barpoint.tournament import events as e
from barpoint.tournament.folds_contest import in_contest, kept
from barpoint.tournament.staff import Role
from barpoint.tournament.state import Contest, Notice, Order, Phase, Revised, RoundStart, Tournament


def _opened(state: Tournament, event: e.TournamentOpened) -> Tournament:
    return replace(state, settings=event.settings, phase=Phase.OPEN, staff={event.by: (Role.DIRECTOR,)})


def _added(state: Tournament, event: e.ContestAdded) -> Tournament:
    return replace(state, contests={**state.contests, event.settings.id: Contest(event.settings)})


def _changed(state: Tournament, event: e.ContestChanged) -> Tournament:
    contest = replace(state.contests[event.settings.id], settings=event.settings)
    after = replace(state, contests={**state.contests, event.settings.id: contest})
    if not event.published:
        return after
    note = f"{event.settings.title}: settings changed after they were announced ({event.reason})"
    return replace(after, changed_after_publishing=(*state.changed_after_publishing, note))


def _published(state: Tournament, event: e.ContestPublished) -> Tournament:
    return in_contest(state, event.contest, lambda contest: replace(contest, published=event.at))


def _length(state: Tournament, event: e.LengthPosted) -> Tournament:
    posted = Revised(event.length, event.was)

    def change(contest: Contest) -> Contest:
        if event.pairing:
            return replace(contest, match_lengths={**contest.match_lengths, event.pairing: posted})
        return replace(contest, round_lengths={**contest.round_lengths, (event.bracket, event.round): posted})

    return in_contest(state, event.contest, change)


def _round(state: Tournament, event: e.RoundScheduled) -> Tournament:
    posted = {(event.bracket, event.round): RoundStart(event.start, event.at)}
    return in_contest(
        state, event.contest, lambda contest: replace(contest, round_starts={**contest.round_starts, **posted})
    )


def _recess(state: Tournament, event: e.RecessScheduled) -> Tournament:
    others = [recess for recess in state.recesses if recess.name != event.recess.name]
    return replace(state, recesses=tuple(sorted((*others, event.recess), key=lambda recess: recess.start)))


def _named(state: Tournament, event: e.StaffNamed) -> Tournament:
    roles = tuple(dict.fromkeys((*state.staff.get(event.person, ()), event.role)))
    return replace(state, staff={**state.staff, event.person: roles})


def _dismissed(state: Tournament, event: e.StaffDismissed) -> Tournament:
    roles = tuple(role for role in state.staff.get(event.person, ()) if role is not event.role)
    others = {person: each for person, each in state.staff.items() if person != event.person}
    return replace(state, staff={**others, event.person: roles} if roles else others)


def _committee(state: Tournament, event: e.CommitteeNamed) -> Tournament:
    return replace(state, committee=event.members)


def _tables(state: Tournament, event: e.TablesSet) -> Tournament:
    return replace(state, tables={**state.tables, event.hall: event.tables})


def _ordered(state: Tournament, event: e.EquipmentOrdered) -> Tournament:
    return replace(state, orders=(*state.orders, kept(Order, event)))


def _exported(state: Tournament, event: e.ReportExported) -> Tournament:
    return replace(state, exported=state.exported | {event.duty})


def _closed(state: Tournament, _: e.TournamentClosed) -> Tournament:
    return replace(state, phase=Phase.CLOSED)


def _reopened(state: Tournament, event: e.TournamentReopened) -> Tournament:
    note = kept(Notice, event, text=event.reason)
    after = replace(state, phase=Phase.OPEN, reopened=(*state.reopened, note))
    if not event.contest:
        return after
    return in_contest(after, event.contest, lambda contest: replace(contest, finished=None, awarded=False))


SETUP_FOLDS: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = {
    e.TournamentOpened: _opened,
    e.ContestAdded: _added,
    e.ContestChanged: _changed,
    e.ContestPublished: _published,
    e.LengthPosted: _length,
    e.RoundScheduled: _round,
    e.RecessScheduled: _recess,
    e.StaffNamed: _named,
    e.StaffDismissed: _dismissed,
    e.CommitteeNamed: _committee,
    e.TablesSet: _tables,
    e.EquipmentOrdered: _ordered,
    e.ReportExported: _exported,
    e.TournamentClosed: _closed,
    e.TournamentReopened: _reopened,
}
