"""Somebody plays in another's place. No book speaks of it: it is the director's word, with a reason, before play."""

import msgspec

from barpoint.board import Refusal
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.entries import charges, may_register, refund
from barpoint.tournament.decide.lookup import entry_of
from barpoint.tournament.player import Entry, EntryStatus
from barpoint.tournament.player import entry_of as entry_from
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.state import Contest, Tournament


def substitute(state: Tournament, command: c.SubstitutePlayer) -> TournamentDecision:
    """Somebody else plays: before the entry's first match, by the director's word and with the reason.

    The place in the draw stays. What the one who goes was charged goes back, and whoever comes is charged.
    """
    lookup = entry_of(state, command)
    if isinstance(lookup, Refusal):
        return lookup
    contest, entry = lookup
    if (refused := _may_substitute(state, contest, entry, command)) is not None:
        return refused
    known = {**state.players, command.player.id: command.player}
    names = tuple(command.player.id if person == command.out else person for person in entry.people)
    people = tuple(known[name] for name in names)
    if (refused := may_register(state, contest, people)) is not None:
        return refused
    new = entry_from(people, entry.reentry, rating_list=contest.settings.rating_list)
    changed = e.EntrySubstituted(
        **command.stamp,
        contest=command.contest,
        entry=entry.id,
        people=new.people,
        name=new.name,
        club=new.club,
        rating=new.rating,
    )
    events: list[e.AnyEvent] = [e.PlayerKnown(**command.stamp, player=command.player), changed]
    if entry.status is EntryStatus.APPROVED:
        paying = msgspec.structs.replace(entry, people=names, name=new.name)
        events += [*refund(state, contest, entry, None, command), *charges(contest, paying, command)]
    return tuple(events)


def _may_substitute(state: Tournament, contest: Contest, entry: Entry, command: c.SubstitutePlayer) -> Refusal | None:
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"entry": entry.id})
    if entry.status not in (EntryStatus.PENDING, EntryStatus.APPROVED):
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    if command.out not in entry.people:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": command.out})
    if any(
        command.player.id in other.people
        for other in contest.entries.values()
        if other.status in (EntryStatus.PENDING, EntryStatus.APPROVED)
    ):
        return Refusal(TournamentCode.ENTRY_EXISTS, {"entry": state.shown_name(command.player.id)})
    for fixture in contest.fixtures.values():
        sits = len(fixture.players) > 1 and entry.id in fixture.players
        if sits and (fixture.result is not None or contest.match_at(fixture).begun is not None):
            return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": fixture.id})
    return None
