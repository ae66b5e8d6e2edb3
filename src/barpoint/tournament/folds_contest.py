"""How entries, draws and prizes change a contest. Used by `evolve` only."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeVar

import msgspec

from barpoint.tournament import events as e
from barpoint.tournament.draw import events as d
from barpoint.tournament.draw import fold as draws
from barpoint.tournament.draw.fold import Draw
from barpoint.tournament.pairing import swiss as rounds
from barpoint.tournament.pairing.lives import playoff_of
from barpoint.tournament.pairing.swiss import Swiss
from barpoint.tournament.player import Entry, EntryStatus
from barpoint.tournament.state import Contest, Sold, Tournament

Kind = TypeVar("Kind", bound=msgspec.Struct)


def kept(kind: type[Kind], event: e.Event, /, **facts: Any) -> Kind:  # Any: fields of what is kept
    """What the state keeps of an event: the fields of the same names, with these facts over them."""
    said = {name: getattr(event, name) for name in kind.__struct_fields__ if hasattr(event, name)}
    return kind(**(said | facts))


def in_contest(state: Tournament, contest: str, change: Callable[[Contest], Contest]) -> Tournament:
    """The tournament with one contest changed."""
    return replace(state, contests={**state.contests, contest: change(state.contests[contest])})


def _of_entry(state: Tournament, event: e.OfEntry, **changes: Any) -> Tournament:  # Any: fields of Entry
    def change(contest: Contest) -> Contest:
        entry: Entry = msgspec.structs.replace(contest.entries[event.entry], **changes)
        return replace(contest, entries={**contest.entries, entry.id: entry})

    return in_contest(state, event.contest, change)


def _player(state: Tournament, event: e.PlayerKnown) -> Tournament:
    return replace(state, players={**state.players, event.player.id: event.player})


def _registered(state: Tournament, event: e.EntryRegistered) -> Tournament:
    entry = event.entry
    return in_contest(
        state, event.contest, lambda contest: replace(contest, entries={**contest.entries, entry.id: entry})
    )


def _approved(state: Tournament, event: e.EntryApproved) -> Tournament:
    return _of_entry(state, event, status=EntryStatus.APPROVED)


def _refused(state: Tournament, event: e.EntryRefused) -> Tournament:
    after = _of_entry(state, event, status=EntryStatus.REFUSED, reason=event.reason)
    return replace(after, refused=(*state.refused, (event.contest, event.entry, event.reason)))


def _moved(state: Tournament, event: e.EntryMovedUp) -> Tournament:
    after = _of_entry(state, event, status=EntryStatus.MOVED, reason=event.reason)
    return replace(after, moved_up=(*state.moved_up, (event.contest, event.entry, event.to, event.reason)))


def _withdrawn(state: Tournament, event: e.EntryWithdrawn) -> Tournament:
    if event.title == "*":
        return _of_entry(state, event, status=EntryStatus.WITHDRAWN)
    away = state.contests[event.contest].entries[event.entry].away
    return _of_entry(state, event, away=(*away, event.title))


def _reinstated(state: Tournament, event: e.EntryReinstated) -> Tournament:
    if event.title == "*":
        return _of_entry(state, event, status=EntryStatus.APPROVED)
    away = state.contests[event.contest].entries[event.entry].away
    return _of_entry(state, event, away=tuple(title for title in away if title != event.title))


def _checked_in(state: Tournament, event: e.CheckedIn) -> Tournament:
    return _of_entry(state, event, checked_in=event.at)


def _joined(state: Tournament, event: e.SidePoolJoined) -> Tournament:
    pools = state.contests[event.contest].entries[event.entry].side_pools
    return _of_entry(state, event, side_pools=(*pools, event.pool))


def _drawn(contest: Contest, play: Draw | Swiss) -> Contest:
    """The contest with a new draw; what was posted for matches of an earlier one is gone with it."""
    return replace(contest, play=play, matches={}, match_lengths={})


def _draw_changed(state: Tournament, event: e.DrawChanged) -> Tournament:
    def change(contest: Contest) -> Contest:
        if isinstance(event.change, d.DrawMade):
            return _drawn(contest, draws.begin(event.change))
        assert isinstance(contest.play, Draw), "a draw is made before it changes"
        return replace(contest, play=draws.evolve(contest.play, event.change))

    return in_contest(state, event.contest, change)


def _swiss_changed(state: Tournament, event: e.SwissChanged) -> Tournament:
    def change(contest: Contest) -> Contest:
        if isinstance(event.change, rounds.SwissBegun):
            return _drawn(contest, rounds.fold([event.change]))
        assert isinstance(contest.play, Swiss), "a Swiss event begins before it changes"
        return replace(contest, play=rounds.evolve(contest.play, event.change))

    return in_contest(state, event.contest, change)


def _playoff(state: Tournament, event: e.PlayoffBegun) -> Tournament:
    made = playoff_of(event.lines, contingent_bye=event.contingent_bye)
    return in_contest(state, event.contest, lambda contest: replace(contest, playoff=made))


def _playoff_result(state: Tournament, event: e.PlayoffResult) -> Tournament:
    key = (event.pairing, frozenset(event.players))

    def change(contest: Contest) -> Contest:
        kept = {each: result for each, result in contest.playoff_results.items() if each != key}
        return replace(contest, playoff_results=kept if event.result is None else {**kept, key: event.result})

    return in_contest(state, event.contest, change)


def _sold(state: Tournament, event: e.EntrySold) -> Tournament:
    bought = {event.entry: Sold(event.buyer, event.price)}
    return in_contest(state, event.contest, lambda contest: replace(contest, sold={**contest.sold, **bought}))


def _half_back(state: Tournament, event: e.HalfBoughtBack) -> Tournament:
    def change(contest: Contest) -> Contest:
        sold = contest.sold[event.entry]
        return replace(contest, sold={**contest.sold, event.entry: Sold(sold.buyer, sold.price, True)})

    return in_contest(state, event.contest, change)


def _awarded(state: Tournament, event: e.PrizesAwarded) -> Tournament:
    return in_contest(state, event.contest, lambda contest: replace(contest, awarded=True))


def _finished(state: Tournament, event: e.ContestFinished) -> Tournament:
    return in_contest(state, event.contest, lambda contest: replace(contest, finished=event.at))


CONTEST_FOLDS: Final[dict[type, Callable[[Tournament, Any], Tournament]]] = {
    e.PlayerKnown: _player,
    e.EntryRegistered: _registered,
    e.EntryApproved: _approved,
    e.EntryRefused: _refused,
    e.EntryMovedUp: _moved,
    e.EntryWithdrawn: _withdrawn,
    e.EntryReinstated: _reinstated,
    e.CheckedIn: _checked_in,
    e.SidePoolJoined: _joined,
    e.DrawChanged: _draw_changed,
    e.SwissChanged: _swiss_changed,
    e.PlayoffBegun: _playoff,
    e.PlayoffResult: _playoff_result,
    e.EntrySold: _sold,
    e.HalfBoughtBack: _half_back,
    e.PrizesAwarded: _awarded,
    e.ContestFinished: _finished,
}
