"""Ratings of a list: brought to the players of an event, whose entries are seeded and limited by them.

What a list says goes to the log with the command, so a tournament is replayed without the list. An entry that is let in
stays in, whatever the list says of it later: what stands against it is there for the director to see.
"""

from collections.abc import Mapping

import msgspec

from barpoint.board import Refusal
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.entries import rating_concerns
from barpoint.tournament.decide.lookup import contest_of
from barpoint.tournament.player import Entry, EntryStatus, Player, team_rating
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.settings import ContestSettings
from barpoint.tournament.state import Contest, Tournament
from barpoint.tournament.statements import ListedRating

_OPEN = (EntryStatus.PENDING, EntryStatus.APPROVED)


def take_ratings(state: Tournament, command: c.TakeRatings) -> TournamentDecision:
    """The players as the list has them, and every entry of theirs that is rated otherwise now."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    settings = contest.settings
    if not settings.rating_list:
        return Refusal(TournamentCode.NO_RATING_LIST, {"contest": settings.id})
    unknown = next((one.player for one in command.ratings if one.player not in state.players), None)
    if unknown is not None:
        return Refusal(TournamentCode.NO_SUCH_PLAYER, {"player": unknown})
    named = {one.player: _listed(state.players[one.player], one, settings.rating_list) for one in command.ratings}
    changed = {id: player for id, player in named.items() if player != state.players[id]}
    players = {**state.players, **changed}
    known = [e.PlayerKnown(**command.stamp, player=player) for player in changed.values()]
    rated = [
        e.EntryRated(**command.stamp, contest=settings.id, entry=entry.id, rating=rating, concerns=concerns)
        for entry in _entries_of(contest, command)
        for rating, concerns in (_judged(settings, entry, players),)
        if (rating, concerns) != (entry.rating, entry.concerns)
    ]
    return (*known, *rated)


def _entries_of(contest: Contest, command: c.TakeRatings) -> list[Entry]:
    named = {one.player for one in command.ratings}
    return [entry for entry in contest.entries.values() if entry.status in _OPEN and named & set(entry.people)]


def _listed(player: Player, said: ListedRating, rating_list: str) -> Player:
    others = {name: rating for name, rating in player.listed.items() if name != rating_list}
    listed = others if said.rating is None else {**others, rating_list: said.rating}
    return msgspec.structs.replace(player, listed=listed, member=player.member or said.member)


def _judged(
    settings: ContestSettings, entry: Entry, players: Mapping[str, Player]
) -> tuple[float | None, tuple[str, ...]]:
    """The rating of an entry by the list, and what stands against it with what stood there for other reasons."""
    rating = team_rating(tuple(players[person] for person in entry.people), settings.rating_list)
    others = [words for words in entry.concerns if not words.startswith(("rating ", "the rating of "))]
    return rating, (*rating_concerns(settings, rating), *others)
