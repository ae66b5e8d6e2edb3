"""Who took which place, for every title of a contest, whatever its form.

title       main, consolation, last_chance, a group, swiss; a playoff decides the first places of a Swiss event
drawn       two who had their last match declared drawn share its places (usbgf:4.8.1.2b)
"""

from barpoint.tournament.draw.fold import Draw
from barpoint.tournament.draw.progress import Place, places
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.pairing.lives import PLAYOFF, contingent_places
from barpoint.tournament.pairing.swiss import Method, Swiss, pair_round
from barpoint.tournament.running import MatchKind
from barpoint.tournament.settings import SWISS
from barpoint.tournament.standings import Row
from barpoint.tournament.state import Contest


def titles(contest: Contest) -> tuple[str, ...]:
    """What the contest is played for."""
    match contest.play:
        case Draw():
            return tuple(contest.play.structure.titles)
        case Swiss():
            return (SWISS,)
        case None:
            return ()


def placed(contest: Contest, title: str) -> tuple[Place, ...]:
    """The places of a title so far, best first; those still in it are not placed yet."""
    match contest.play:
        case Draw():
            return _sharing(contest, title, places(contest.play.progress, title))
        case Swiss():
            return _swiss(contest, contest.play)
        case None:
            return ()


def _swiss(contest: Contest, swiss: Swiss) -> tuple[Place, ...]:
    table = [Place(row.entrant, row.place, row.last) for row in swiss.standings]
    now = contest.playoff_progress
    if now is None or contest.playoff is None:
        return tuple(table)
    if contest.playoff.contingent_bye and not any(each.both_lost for each in contest.playoff_results.values()):
        first = _contingent(contest)
    else:
        first = list(places(now, PLAYOFF))
    inside = {entrant for entrant in contest.playoff.lines if entrant is not None}
    rest = [place for place in table if place.entrant not in inside]
    shift = len(inside)
    groups: dict[tuple[int, int], list[str]] = {}
    for place in rest:
        groups.setdefault((place.place, place.last), []).append(place.entrant)
    for entrants in groups.values():
        first += [Place(entrant, shift + 1, shift + len(entrants)) for entrant in entrants]
        shift += len(entrants)
    return tuple(first)


def _contingent(contest: Contest) -> list[Place]:
    assert contest.playoff is not None
    bye = contest.playoff.lines[0]
    fixtures = [contest.fixtures[name] for name in ("P1-1", "P2-1")]
    first, second = (each.result for each in fixtures)
    if first is None or second is None or bye is None:
        return []
    order = contingent_places(bye, (first.winner, first.loser), (second.winner, second.loser))
    return [Place(entrant, place, place) for place, entrant in enumerate(order, 1)]


def _sharing(contest: Contest, title: str, found: tuple[Place, ...]) -> tuple[Place, ...]:
    """The two of a final that was declared drawn share the first two places."""
    if not isinstance(contest.play, Draw) or title.startswith("group"):
        return found
    last = _last(contest, contest.play.structure.titles.get(title, (title,)))
    if last is None or contest.match_at(last).kind is not MatchKind.DRAWN:
        return found
    return tuple(Place(p.entrant, 1, 2) if p.entrant in last.players else p for p in found)


def _last(contest: Contest, brackets: tuple[str, ...]) -> Fixture | None:
    """The match that decided the title."""
    mine = [each for each in contest.fixtures.values() if each.bracket in brackets and each.result is not None]
    return mine[-1] if mine else None


def table(contest: Contest) -> tuple[Row, ...]:
    """The table of a Swiss event or of a round robin with its tie-breaks explained; empty for knockouts."""
    match contest.play:
        case Swiss():
            return contest.play.standings
        case Draw():
            return tuple(row for rows in contest.play.progress.tables.values() for row in rows)
        case None:
            return ()


def complete(contest: Contest) -> bool:
    """Whether everything has been played."""
    match contest.play:
        case Draw():
            return contest.play.progress.complete
        case Swiss():
            return not contest.play.open and _rounds_done(contest, contest.play)
        case None:
            return False


def _rounds_done(contest: Contest, swiss: Swiss) -> bool:
    if contest.playoff_progress is not None:
        return contest.playoff_progress.complete
    if swiss.plan.method is Method.LIVES:
        ahead = pair_round(swiss)
        return ahead is None or isinstance(ahead, str)
    return len(swiss.rounds) >= swiss.plan.rounds or len(swiss.numbers) - len(swiss.withdrawn) < 2
