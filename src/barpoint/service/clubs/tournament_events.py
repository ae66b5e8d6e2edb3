"""A tournament as a series sees it: its published events with places and matches, and the people in it.

The tournament room and the club room do not know each other; here one becomes the other's. Only what everybody may see
of a tournament is taken. In a knockout whoever is out has their place; places of a table are final when all is played.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from barpoint.club import Appearance, Series, SeriesEvent, SeriesMatch, SeriesPerson, SeriesPlace, identify
from barpoint.rating import RATED_ENDINGS
from barpoint.tournament import Contest, ContestKind, EntryStatus, Tournament, score_table, title_places, titles
from barpoint.tournament.views import match_results

_PLAYED: Final = frozenset(kind.value for kind in RATED_ENDINGS)


class PlayedTournament(msgspec.Struct, frozen=True):
    """A tournament, and the accounts that play for its people."""

    id: str
    state: Tournament
    accounts: Mapping[str, str] = {}


def series_events(
    played: Sequence[PlayedTournament], series: Series
) -> tuple[tuple[SeriesEvent, ...], dict[str, SeriesPerson]]:
    """The events of these tournaments, and everybody in them, as the organisers of the series know them."""
    appearances = (one for each in played for one in _appearances(each))
    whose, people = identify(appearances, series.same, series.joined_persons)
    events = [
        _event(each, contest, {person: whose[each.id, person] for person in each.state.players})
        for each in played
        for contest in each.state.contests.values()
        if contest.published is not None and not contest.settings.variant and contest.play is not None
    ]
    return tuple(events), people


def _appearances(played: PlayedTournament) -> Iterable[Appearance]:
    for player in played.state.players.values():
        yield Appearance(
            tournament=played.id,
            person=player.id,
            name=str(player),
            account=played.accounts.get(player.id, ""),
            member=player.member,
        )


def _event(played: PlayedTournament, contest: Contest, whose: Mapping[str, str]) -> SeriesEvent:
    settings, state = contest.settings, played.state
    names = titles(contest)
    entries = [entry for entry in contest.entries.values() if entry.status is EntryStatus.APPROVED]
    side = settings.kind is not ContestKind.MAIN
    complete = contest.competition is not None and contest.competition.is_complete
    title = state.settings.name or played.id if state.settings else ""
    several = sum(other.published is not None for other in state.contests.values()) > 1
    return SeriesEvent(
        id=f"{played.id}/{settings.id}",
        name=f"{title} · {settings.title}" if several else title,
        date=state.settings.date if state.settings else "",
        division=settings.division or (str(settings.kind) if side else ""),
        side=side,
        entrants=tuple(dict.fromkeys(whose[person] for entry in entries for person in entry.people)),
        field=len(entries),
        main=names[0] if names else "main",
        complete=complete,
        places=tuple(_places(contest, names, whose)) if complete or not score_table(contest) else (),
        matches=tuple(_matches(played, settings.id, whose)),
    )


def _places(contest: Contest, names: Sequence[str], whose: Mapping[str, str]) -> Iterable[SeriesPlace]:
    """Everybody's best place for each title: of whoever has entered again, one."""
    best: dict[tuple[str, str], SeriesPlace] = {}
    for title in names:
        for place in title_places(contest, title):
            for person in (whose[one] for one in contest.entries[place.entrant].people):
                found = SeriesPlace(person, title, place.place, place.last)
                known = best.get((person, title), found)
                best[person, title] = min(known, found, key=lambda item: (item.place, item.last))
    return best.values()


def _matches(played: PlayedTournament, contest: str, whose: Mapping[str, str]) -> Iterable[SeriesMatch]:
    """What was played out or left: what is given without a roll wins nothing here, as with ratings."""
    for match in match_results(played.state):
        if match.id.split("/")[1] == contest and match.kind.value in _PLAYED:
            winner, loser = (tuple(whose[one] for one in side) for side in (match.winner, match.loser))
            yield SeriesMatch(match.id, match.at, winner, loser, match.length)
