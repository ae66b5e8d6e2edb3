"""Who took which place, for every title of a contest, whatever its form.

title       main, consolation, last_chance, a group, swiss; a playoff decides the first places of a Swiss event
drawn       two who had their last match declared drawn share its places (usbgf:4.8.1.2b)
"""

from barpoint.tournament.desk_record import MatchKind
from barpoint.tournament.draw.progress import Place
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.standings import StandingsRow
from barpoint.tournament.state import Contest


def titles(contest: Contest) -> tuple[str, ...]:
    """What the contest is played for."""
    return () if contest.competition is None else contest.competition.titles


def title_places(contest: Contest, title: str) -> tuple[Place, ...]:
    """The places of a title so far, best first; those still in it are not placed yet."""
    if contest.competition is None:
        return ()
    ranking = contest.competition.places(title)
    last = _last(contest, contest.competition.brackets(title))
    if last is None or contest.match_at(last).kind is not MatchKind.DRAWN:
        return ranking
    return tuple(Place(p.entrant, 1, 2) if p.entrant in last.players else p for p in ranking)


def _last(contest: Contest, brackets: tuple[str, ...]) -> Fixture | None:
    """The match that decided the title."""
    mine = [
        fixture for fixture in contest.fixtures.values() if fixture.bracket in brackets and fixture.result is not None
    ]
    return mine[-1] if mine else None


def score_table(contest: Contest, title: str = "") -> tuple[StandingsRow, ...]:
    """The table of a Swiss event or of a round robin with its tie-breaks explained; empty for knockouts.

    With a title only the rows that decide it: of several groups that group's, of the knockout after them none.
    """
    competition = contest.competition
    if competition is None or (title and competition.brackets(title)):
        return ()
    if not title:
        return competition.table
    placed = {place.entrant for place in competition.places(title)}
    return tuple(row for row in competition.table if row.entrant in placed)


def complete(contest: Contest) -> bool:
    """Whether everything has been played."""
    return contest.competition is not None and contest.competition.is_complete
