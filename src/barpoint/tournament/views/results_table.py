"""The results of a tournament for other programs: every match that has one and the places of every title, by name.

Only what is published is in it, and nothing that the draw sheets do not show, but for the federation's numbers: those
are for who directs, whose federation asks for them (`numbered`).
"""

import csv
import io
from collections.abc import Mapping

import msgspec

from barpoint.tournament.desk_record import MatchKind
from barpoint.tournament.draw.progress import Place
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.places import title_places, titles
from barpoint.tournament.player import Entry
from barpoint.tournament.state import Contest, Tournament

_HEADER = (
    *("id", "at", "event", "bracket", "round", "winner", "loser", "won", "lost", "length", "kind", "both_lost"),
    *("winner_number", "loser_number"),
)


class ResultPerson(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who played; `member` is the federation's number."""

    id: str
    name: str
    member: str = ""


class ResultLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One match; the score is the winner's points and the loser's."""

    event: str
    match: str
    bracket: str
    round: int
    completed: int = 0  # milliseconds
    winner: tuple[ResultPerson, ...]
    loser: tuple[ResultPerson, ...]
    score: tuple[int, int] = (0, 0)
    length: int = 0
    kind: MatchKind = MatchKind.NORMAL
    both_lost: bool = False


class PlaceLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody's place for a title; `place` to `last` are shared."""

    event: str
    title: str
    place: int
    last: int
    people: tuple[ResultPerson, ...]


class TournamentResults(msgspec.Struct, frozen=True, kw_only=True):
    """All of it."""

    id: str
    name: str
    date: str
    place: str
    matches: tuple[ResultLine, ...]
    places: tuple[PlaceLine, ...]


def tournament_results(state: Tournament, *, numbered: bool = False) -> TournamentResults:
    """Every published event's matches, in the order they were completed, and its places so far."""
    people = {id: ResultPerson(id, str(one), one.member if numbered else "") for id, one in state.players.items()}
    assert state.settings is not None, "only what was opened has results"
    contests = [contest for contest in state.contests.values() if contest.published is not None]
    lines = [
        _line(people, contest, fixture)
        for contest in contests
        for fixture in contest.fixtures.values()
        if fixture.result is not None
    ]
    return TournamentResults(
        id=state.settings.id,
        name=state.settings.name or state.settings.id,
        date=state.settings.date,
        place=state.settings.place,
        matches=tuple(sorted(lines, key=lambda line: (line.completed, line.event, line.match))),
        places=tuple(
            _place(people, contest, title, place)
            for contest in contests
            for title in titles(contest)
            for place in title_places(contest, title)
        ),
    )


def _line(people: Mapping[str, ResultPerson], contest: Contest, fixture: Fixture) -> ResultLine:
    result, match = fixture.result, contest.match_at(fixture)
    assert result is not None, "only fixtures with a result are asked for"
    posted = contest.length_at(fixture)
    return ResultLine(
        event=contest.settings.id,
        match=fixture.id,
        bracket=fixture.bracket,
        round=fixture.round,
        completed=match.completed or 0,
        winner=_team(people, contest.entries[result.winner]),
        loser=_team(people, contest.entries[result.loser]),
        score=result.score,
        length=match.length or (posted.length if posted else 0),
        kind=MatchKind.DRAWN if result.drawn else MatchKind.FORFEIT if result.forfeited else match.kind,
        both_lost=result.both_lost,
    )


def _place(people: Mapping[str, ResultPerson], contest: Contest, title: str, place: Place) -> PlaceLine:
    team = _team(people, contest.entries[place.entrant])
    return PlaceLine(event=contest.settings.id, title=title, place=place.place, last=place.last, people=team)


def _team(people: Mapping[str, ResultPerson], entry: Entry) -> tuple[ResultPerson, ...]:
    return tuple(people[person] for person in entry.people)


def results_csv(results: TournamentResults) -> str:
    """The matches, one a line; two of a team are joined by a plus, and a name is never a formula."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_HEADER)
    for line in results.matches:
        where = (f"{line.event}/{line.match}", line.completed, line.event, line.bracket, line.round)
        sides = (line.winner, line.loser)
        names = [_plain("+".join(one.name for one in side)) for side in sides]
        numbers = [_plain("+".join(one.member for one in side)) for side in sides]
        rows.writerow((*where, *names, *line.score, line.length, line.kind, int(line.both_lost), *numbers))
    return text.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
