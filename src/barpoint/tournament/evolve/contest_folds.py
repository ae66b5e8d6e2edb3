"""How entries, draws and prizes change a contest. Used by `evolve` only."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import msgspec

from barpoint.tournament import events as e
from barpoint.tournament.competition import PlayoffOutcome
from barpoint.tournament.draw import draw_fold as draws
from barpoint.tournament.draw import events as d
from barpoint.tournament.draw.draw_fold import Draw
from barpoint.tournament.pairing import swiss as rounds
from barpoint.tournament.pairing.lives import playoff_of
from barpoint.tournament.pairing.swiss import Swiss
from barpoint.tournament.player import Entry, EntryStatus, entry_of
from barpoint.tournament.state import CalcuttaSale, Contest, Tournament
from barpoint.tournament.statements import AboutEntry


def in_contest(state: Tournament, contest: str, change: Callable[[Contest], Contest]) -> Tournament:
    """The tournament with one contest changed."""
    return replace(state, contests={**state.contests, contest: change(state.contests[contest])})


def _of_entry(state: Tournament, event: AboutEntry, **changes: Any) -> Tournament:  # Any: fields of Entry
    def change(contest: Contest) -> Contest:
        entry: Entry = msgspec.structs.replace(contest.entries[event.entry], **changes)
        return replace(contest, entries={**contest.entries, entry.id: entry})

    return in_contest(state, event.contest, change)


def _set_player(state: Tournament, event: e.PlayerKnown) -> Tournament:
    """What is known of a player now; a corrected name is that of their entries, too."""
    known = replace(state, players={**state.players, event.player.id: event.player})
    before = state.players.get(event.player.id)
    if before is None or str(before) == str(event.player):
        return known
    contests = {
        name: replace(contest, entries={id: _renamed(known, entry) for id, entry in contest.entries.items()})
        if any(event.player.id in entry.people for entry in contest.entries.values())
        else contest
        for name, contest in state.contests.items()
    }
    return replace(known, contests=contests)


def _renamed(state: Tournament, entry: Entry) -> Entry:
    people = tuple(state.players[person] for person in entry.people if person in state.players)
    if len(people) < len(entry.people):
        return entry
    return msgspec.structs.replace(entry, name=entry_of(people, entry.reentry).name)


def _add_entry(state: Tournament, event: e.EntryRegistered) -> Tournament:
    entry = event.entry
    return in_contest(
        state, event.contest, lambda contest: replace(contest, entries={**contest.entries, entry.id: entry})
    )


def _approve_entry(state: Tournament, event: e.EntryApproved) -> Tournament:
    return _of_entry(state, event, status=EntryStatus.APPROVED)


def _refuse_entry(state: Tournament, event: e.EntryRefused) -> Tournament:
    after = _of_entry(state, event, status=EntryStatus.REFUSED, reason=event.reason)
    return replace(after, refused=(*state.refused, (event.contest, event.entry, event.reason)))


def _move_entry(state: Tournament, event: e.EntryMovedUp) -> Tournament:
    after = _of_entry(state, event, status=EntryStatus.MOVED, reason=event.reason)
    return replace(after, moved_up=(*state.moved_up, (event.contest, event.entry, event.to, event.reason)))


def _withdraw_entry(state: Tournament, event: e.EntryWithdrawn) -> Tournament:
    if event.title == "*":
        return _of_entry(state, event, status=EntryStatus.WITHDRAWN)
    away = state.contests[event.contest].entries[event.entry].away
    return _of_entry(state, event, away=(*away, event.title))


def _reinstate_entry(state: Tournament, event: e.EntryReinstated) -> Tournament:
    if event.title == "*":
        return _of_entry(state, event, status=EntryStatus.APPROVED)
    away = state.contests[event.contest].entries[event.entry].away
    return _of_entry(state, event, away=tuple(title for title in away if title != event.title))


def _substitute(state: Tournament, event: e.EntrySubstituted) -> Tournament:
    """The entry keeps its id, which is its place in the draw; whoever plays for it is new, and not checked in."""
    return _of_entry(
        state, event, people=event.people, name=event.name, club=event.club, rating=event.rating, checked_in=None
    )


def _rate_entry(state: Tournament, event: e.EntryRated) -> Tournament:
    return _of_entry(state, event, rating=event.rating, concerns=event.concerns)


def _check_in(state: Tournament, event: e.CheckedIn) -> Tournament:
    return _of_entry(state, event, checked_in=event.at)


def _cancel_check_in(state: Tournament, event: e.CheckInCancelled) -> Tournament:
    return _of_entry(state, event, checked_in=None)


def _order_waiting(state: Tournament, event: e.WaitingOrdered) -> Tournament:
    return in_contest(state, event.contest, lambda contest: replace(contest, waiting_order=event.entries))


def _seed_entry(state: Tournament, event: e.EntrySeeded) -> Tournament:
    return _of_entry(state, event, seed=event.rank)


def _reconsider_entry(state: Tournament, event: e.EntryReconsidered) -> Tournament:
    after = _of_entry(state, event, status=EntryStatus.PENDING, reason="")
    still = tuple(line for line in state.refused if line[:2] != (event.contest, event.entry))
    return replace(after, refused=still)


def _join_side_pool(state: Tournament, event: e.SidePoolJoined) -> Tournament:
    pools = state.contests[event.contest].entries[event.entry].side_pools
    return _of_entry(state, event, side_pools=(*pools, event.pool))


def _with_play(contest: Contest, play: Draw | Swiss) -> Contest:
    """The contest with a new draw; what was posted for matches of an earlier one is gone with it."""
    return replace(contest, play=play, matches={}, match_lengths={})


_RESEATING: Final = (d.ResultCorrected, d.ResultVoided, d.PairingOverruled, rounds.RoundOverruled)
"""Changes that seat people anew who had a match to play."""


def _note_reseated(before: Contest, after: Contest, at: int) -> Contest:
    """Who had another opponent until now, or one at all: nobody was late for what came about at this moment."""
    old, new = (
        {(fixture.id, fixture.players) for fixture in contest.fixtures.values() if len(fixture.players) == 2}
        for contest in (before, after)
    )
    people = (person for _, pair in old ^ new for entrant in pair for person in after.entries[entrant].people)
    return replace(after, reseated={**before.reseated, **dict.fromkeys(people, at)})


def _change_draw(state: Tournament, event: e.DrawChanged) -> Tournament:
    def change(contest: Contest) -> Contest:
        if isinstance(event.change, d.DrawMade):
            return _with_play(contest, draws.begin(event.change))
        assert isinstance(contest.play, Draw), "a draw is made before it changes"
        after = replace(contest, play=draws.evolve(contest.play, event.change))
        return _note_reseated(contest, after, event.at) if isinstance(event.change, _RESEATING) else after

    return in_contest(state, event.contest, change)


def _change_swiss(state: Tournament, event: e.SwissChanged) -> Tournament:
    def change(contest: Contest) -> Contest:
        if isinstance(event.change, rounds.SwissBegun):
            return _with_play(contest, rounds.fold([event.change]))
        assert isinstance(contest.play, Swiss), "a Swiss event begins before it changes"
        after = replace(contest, play=rounds.evolve(contest.play, event.change))
        return _note_reseated(contest, after, event.at) if isinstance(event.change, _RESEATING) else after

    return in_contest(state, event.contest, change)


def _begin_playoff(state: Tournament, event: e.PlayoffBegun) -> Tournament:
    playoff = playoff_of(event.lines, contingent_bye=event.contingent_bye)
    return in_contest(state, event.contest, lambda contest: replace(contest, playoff=playoff))


def _set_playoff_result(state: Tournament, event: e.PlayoffResult) -> Tournament:
    outcome = PlayoffOutcome(event.pairing, event.players, event.result)

    def change(contest: Contest) -> Contest:
        return replace(contest, playoff_results=outcome.recorded_in(contest.playoff_results))

    return in_contest(state, event.contest, change)


def _sell_entry(state: Tournament, event: e.EntrySold) -> Tournament:
    bought = {event.entry: CalcuttaSale(event.buyer, event.price)}
    return in_contest(state, event.contest, lambda contest: replace(contest, sold={**contest.sold, **bought}))


def _buy_back_half(state: Tournament, event: e.HalfBoughtBack) -> Tournament:
    def change(contest: Contest) -> Contest:
        sold = contest.sold[event.entry]
        return replace(contest, sold={**contest.sold, event.entry: CalcuttaSale(sold.buyer, sold.price, True)})

    return in_contest(state, event.contest, change)


def _award_prizes(state: Tournament, event: e.PrizesAwarded) -> Tournament:
    return in_contest(state, event.contest, lambda contest: replace(contest, awarded=True))


def _finish_contest(state: Tournament, event: e.ContestFinished) -> Tournament:
    return in_contest(state, event.contest, lambda contest: replace(contest, finished=event.at))


CONTEST_FOLDS: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = {
    e.PlayerKnown: _set_player,
    e.EntryRegistered: _add_entry,
    e.EntryApproved: _approve_entry,
    e.EntryRefused: _refuse_entry,
    e.EntryMovedUp: _move_entry,
    e.EntrySubstituted: _substitute,
    e.EntryWithdrawn: _withdraw_entry,
    e.EntryReinstated: _reinstate_entry,
    e.EntryRated: _rate_entry,
    e.CheckedIn: _check_in,
    e.CheckInCancelled: _cancel_check_in,
    e.WaitingOrdered: _order_waiting,
    e.EntrySeeded: _seed_entry,
    e.EntryReconsidered: _reconsider_entry,
    e.SidePoolJoined: _join_side_pool,
    e.DrawChanged: _change_draw,
    e.SwissChanged: _change_swiss,
    e.PlayoffBegun: _begin_playoff,
    e.PlayoffResult: _set_playoff_result,
    e.EntrySold: _sell_entry,
    e.HalfBoughtBack: _buy_back_half,
    e.PrizesAwarded: _award_prizes,
    e.ContestFinished: _finish_contest,
}
