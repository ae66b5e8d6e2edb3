"""How set-up, staff, schedule and the end change a tournament. Used by `evolve` only."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from barpoint.tournament import events as e
from barpoint.tournament.evolve.contest_folds import in_contest
from barpoint.tournament.evolve.watching_folds import add_broadcast
from barpoint.tournament.staff import Role
from barpoint.tournament.state import (
    CLOCK,
    Contest,
    Order,
    PostedLength,
    RoundStart,
    Tournament,
    TournamentNotice,
    TournamentPhase,
)
from barpoint.tournament.watching import BROADCAST, read_broadcast


def _open_tournament(state: Tournament, event: e.TournamentOpened) -> Tournament:
    return replace(state, settings=event.settings, phase=TournamentPhase.OPEN, staff={event.by: (Role.DIRECTOR,)})


def _change_tournament(state: Tournament, event: e.TournamentChanged) -> Tournament:
    after = replace(state, settings=event.settings)
    if not event.published:
        return after
    note = f"{event.settings.name or event.settings.id}: changed after events were announced ({event.reason})"
    return replace(after, changed_after_publishing=(*state.changed_after_publishing, note))


def _add_contest(state: Tournament, event: e.ContestAdded) -> Tournament:
    return replace(state, contests={**state.contests, event.settings.id: Contest(event.settings)})


def _change_contest(state: Tournament, event: e.ContestChanged) -> Tournament:
    contest = replace(state.contests[event.settings.id], settings=event.settings)
    after = replace(state, contests={**state.contests, event.settings.id: contest})
    if not event.published:
        return after
    note = f"{event.settings.title}: settings changed after they were announced ({event.reason})"
    return replace(after, changed_after_publishing=(*state.changed_after_publishing, note))


def _publish_contest(state: Tournament, event: e.ContestPublished) -> Tournament:
    return in_contest(state, event.contest, lambda contest: replace(contest, published=event.at))


def _post_length(state: Tournament, event: e.LengthPosted) -> Tournament:
    posted = PostedLength(event.length, event.was)

    def change(contest: Contest) -> Contest:
        if event.pairing:
            return replace(contest, match_lengths={**contest.match_lengths, event.pairing: posted})
        return replace(contest, round_lengths={**contest.round_lengths, (event.bracket, event.round): posted})

    return in_contest(state, event.contest, change)


def _schedule_round(state: Tournament, event: e.RoundScheduled) -> Tournament:
    posted = {(event.bracket, event.round): RoundStart(event.start, event.at)}
    return in_contest(
        state, event.contest, lambda contest: replace(contest, round_starts={**contest.round_starts, **posted})
    )


def _schedule_recess(state: Tournament, event: e.RecessScheduled) -> Tournament:
    others = [recess for recess in state.recesses if recess.name != event.recess.name]
    return replace(state, recesses=tuple(sorted((*others, event.recess), key=lambda recess: recess.start)))


def _cancel_round_time(state: Tournament, event: e.RoundTimeCancelled) -> Tournament:
    def change(contest: Contest) -> Contest:
        others = {key: start for key, start in contest.round_starts.items() if key != (event.bracket, event.round)}
        return replace(contest, round_starts=others)

    return in_contest(state, event.contest, change)


def _cancel_recess(state: Tournament, event: e.RecessCancelled) -> Tournament:
    return replace(state, recesses=tuple(recess for recess in state.recesses if recess.name != event.name))


def _name_staff(state: Tournament, event: e.StaffNamed) -> Tournament:
    roles = tuple(dict.fromkeys((*state.staff.get(event.person, ()), event.role)))
    return replace(state, staff={**state.staff, event.person: roles})


def _dismiss_staff(state: Tournament, event: e.StaffDismissed) -> Tournament:
    roles = tuple(role for role in state.staff.get(event.person, ()) if role is not event.role)
    others = {person: theirs for person, theirs in state.staff.items() if person != event.person}
    return replace(state, staff={**others, event.person: roles} if roles else others)


def _name_committee(state: Tournament, event: e.CommitteeNamed) -> Tournament:
    return replace(state, committee=event.members)


def _set_tables(state: Tournament, event: e.TablesSet) -> Tournament:
    others = state.smoking - {event.hall}
    smoking = others | {event.hall} if event.smoking else others
    tables = {**state.tables, event.hall: event.tables}
    return replace(state, tables={hall: named for hall, named in tables.items() if named}, smoking=smoking)


def _set_desk(state: Tournament, event: e.DeskSet) -> Tournament:
    return replace(state, choices=event.choices)


def _add_order(state: Tournament, event: e.EquipmentOrdered) -> Tournament:
    order = Order(
        topic=event.topic,
        choice=event.choice,
        contest=event.contest,
        round=event.round,
        pairing=event.pairing,
        player=event.player,
        at=event.at,
        scores=_noted_scores(state) if event.topic == CLOCK else {},
    )
    after = replace(state, orders=(*state.orders, order))
    return after if event.topic != BROADCAST else add_broadcast(after, event, *read_broadcast(event.choice))


def _noted_scores(state: Tournament) -> dict[str, tuple[int, int] | None]:
    """How the matches stand that are under way: a clock ordered now is set from these (usbgf:3.4.4.4b)."""
    return {
        f"{name}/{pairing}": None if match.noted is None else match.noted.score
        for name, contest in state.contests.items()
        for (pairing, _), match in contest.matches.items()
        if match.playing
    }


def _mark_exported(state: Tournament, event: e.ReportExported) -> Tournament:
    return replace(state, exported=state.exported | {event.duty})


def _close_tournament(state: Tournament, _: e.TournamentClosed) -> Tournament:
    return replace(state, phase=TournamentPhase.CLOSED)


def _reopen_tournament(state: Tournament, event: e.TournamentReopened) -> Tournament:
    note = TournamentNotice(at=event.at, by=event.by, text=event.reason, contest=event.contest)
    after = replace(state, phase=TournamentPhase.OPEN, reopened=(*state.reopened, note))
    if not event.contest:
        return after
    return in_contest(after, event.contest, lambda contest: replace(contest, finished=None, awarded=False))


SETUP_FOLDS: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = {
    e.TournamentOpened: _open_tournament,
    e.TournamentChanged: _change_tournament,
    e.ContestAdded: _add_contest,
    e.ContestChanged: _change_contest,
    e.ContestPublished: _publish_contest,
    e.LengthPosted: _post_length,
    e.RoundScheduled: _schedule_round,
    e.RecessScheduled: _schedule_recess,
    e.RoundTimeCancelled: _cancel_round_time,
    e.RecessCancelled: _cancel_recess,
    e.StaffNamed: _name_staff,
    e.StaffDismissed: _dismiss_staff,
    e.CommitteeNamed: _name_committee,
    e.TablesSet: _set_tables,
    e.DeskSet: _set_desk,
    e.EquipmentOrdered: _add_order,
    e.ReportExported: _mark_exported,
    e.TournamentClosed: _close_tournament,
    e.TournamentReopened: _reopen_tournament,
}
