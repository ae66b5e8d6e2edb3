"""What each player plays, has played and has to play first: looked through once, and the same as looking every time."""

from barpoint.tournament import commands as c
from barpoint.tournament.desk import desk_overview, matches_of
from barpoint.tournament.desk.overview import MOST_LISTED
from barpoint.tournament.desk.timing import Busy, busy_with, completions, people_of
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.settings import ContestKind
from barpoint.tournament.state import Contest, Tournament
from tests.tournament.director import Hall, knockout, opened, people, swiss

ROUND_ROBIN = Plan(format=DrawFormat.ROUND_ROBIN, seed="public")


def plain_busy(state: Tournament, contest: Contest, fixture: Fixture) -> Busy | None:
    """Every match of every player, looked at one by one."""
    main = contest.settings.kind is ContestKind.MAIN
    for entrant in fixture.pair:
        for player in people_of(contest, entrant):
            for other, candidate, match in matches_of(state, player):
                if other is contest and candidate.id == fixture.id:
                    continue
                first = other.settings.kind is ContestKind.MAIN and not main
                waits = first and candidate.status is PairingStatus.READY and match.completed is None
                if match.playing or waits:
                    return Busy(player, other.settings.id, candidate.id)
    return None


def plain_completions(state: Tournament, contest: Contest, fixture: Fixture) -> tuple[int, ...]:
    """The same for what was completed."""
    began, latest = contest.match_at(fixture).begun, []
    for player in dict.fromkeys(p for entrant in fixture.pair for p in people_of(contest, entrant)):
        ends = [
            match.completed
            for other, played, match in matches_of(state, player)
            if match.completed is not None
            and (other is not contest or played.id != fixture.id)
            and (began is None or match.completed <= began)
        ]
        if ends:
            latest.append(max(ends))
    return tuple(latest)


def agree(hall: Hall) -> None:
    for contest in hall.state.contests.values():
        for fixture in contest.fixtures.values():
            if len(fixture.players) == 2:
                assert busy_with(hall.state, contest, fixture) == plain_busy(hall.state, contest, fixture)
                assert completions(hall.state, contest, fixture) == plain_completions(hall.state, contest, fixture)


def test_whoever_plays_in_three_events_is_busy_and_free_as_one_sees_by_looking_at_every_match() -> None:
    side = {"kind": ContestKind.SIDE}
    hall = opened(knockout(), knockout(name="robin", draw=ROUND_ROBIN, **side), swiss(rounds=3, **side))
    for name in ("open", "robin", "novice"):
        hall.do(c.ImportEntrants, contest=name, entries=tuple((player,) for player in people(6)))
        hall.do(c.MakeDraw, contest=name)
    hall.do(c.PairRound, contest="novice")
    agree(hall)
    for step in range(14):
        hall.wait(7)
        name = ("robin", "novice", "open")[step % 3]
        ready = hall.ready(name)
        if not ready:
            continue
        fixture = ready[step % len(ready)]
        running = [match for contest in hall.state.contests.values() for match in contest.matches.values()]
        busy = {player for match in running if match.playing for player in match.players}
        if step % 2 and not busy & set(fixture.pair):
            hall.do(c.BeginMatch, contest=name, pairing=fixture.id)
        else:
            hall.win(fixture.id, step % 2, contest=name)
        agree(hall)


def test_whoever_was_called_to_a_table_is_not_called_to_another_by_an_event_of_the_same_rank() -> None:
    hall = opened(knockout(), swiss(rounds=3))
    for name in ("open", "novice"):
        hall.do(c.ImportEntrants, contest=name, entries=tuple((player,) for player in people(4)))
        hall.do(c.MakeDraw, contest=name)
    hall.do(c.PairRound, contest="novice")
    for fixture in hall.ready("open"):
        hall.do(c.CallMatch, contest="open", pairing=fixture.id)

    def busy() -> dict[str, set[str]]:
        matches = desk_overview(hall.state, hall.now).next
        return {
            name: {match.busy.contest for match in matches if match.contest == name and match.busy is not None}
            for name in ("open", "novice")
        }

    assert busy() == {"open": set(), "novice": {"open"}}
    hall.wait(1)
    for fixture in hall.ready("novice"):  # called all the same: the first call goes first
        hall.do(c.CallMatch, contest="novice", pairing=fixture.id)
    assert busy() == {"open": set(), "novice": {"open"}}
    for fixture in hall.ready("open")[:2]:
        hall.win(fixture.id, 0, contest="open")
    assert all(match.busy is None for match in desk_overview(hall.state, hall.now).next if match.contest == "novice")


def test_a_desk_lists_what_it_has_called_and_the_first_of_the_rest_and_says_how_many_more_there_are() -> None:
    hall = opened(knockout(draw=ROUND_ROBIN))
    hall.do(c.ImportEntrants, contest="open", entries=tuple((player,) for player in people(30)))
    hall.do(c.MakeDraw, contest="open")
    last = hall.ready()[-1]
    hall.do(c.CallMatch, contest="open", pairing=last.id)
    desk = desk_overview(hall.state, hall.now)
    assert len(desk.next) == MOST_LISTED + 1
    assert desk.more == 30 * 29 // 2 - 1 - MOST_LISTED
    assert last.id in {match.pairing for match in desk.next}
