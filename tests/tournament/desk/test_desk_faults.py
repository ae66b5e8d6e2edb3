"""What a weekend of a director's found: suspensions, breaks that overrun, calls, scores, seeds, numbers."""

import pytest

from barpoint.match.format.match_format import MINUTE
from barpoint.tournament import commands as c
from barpoint.tournament.desk import desk_overview, start_score
from barpoint.tournament.desk.timing import busy_with, delays
from barpoint.tournament.views import contest_terms, draw_sheet
from tests.tournament.director import Hall, drawn, knockout


def begun(book: str = "usbgf", size: int = 8) -> tuple[Hall, str, tuple[str, str]]:
    """A match that is being played: where, and by whom."""
    hall = drawn(knockout(book), size)
    fixture = hall.ready()[0]
    hall.do(c.BeginMatch, contest="open", pairing=fixture.id)
    return hall, fixture.id, fixture.pair


def break_delays(hall: Hall, pairing: str) -> tuple[int, int]:
    home, away = delays(hall.state, hall.contest(), hall.fixture(pairing), hall.now)
    return home.breaks, away.breaks


def test_a_suspension_stops_the_counting_of_a_break() -> None:
    hall, pairing, (home, _) = begun()
    at = {"contest": "open", "pairing": pairing}
    hall.wait(30)
    hall.do(c.CallBreak, **at, entrant=home)
    hall.wait(2)
    assert break_delays(hall, pairing) == (0, 0)
    hall.do(c.SuspendMatch, **at, reason="fire alarm")
    hall.wait(90)
    assert break_delays(hall, pairing) == (0, 0)
    assert [side.name for _, side in desk_overview(hall.state, hall.now).late] == []
    hall.do(c.ResumeMatch, **at)
    assert break_delays(hall, pairing) == (0, 0)
    hall.do(c.EndBreak, **at, entrant=home)
    assert hall.match(pairing).delay_points == (0, 0)
    assert not hall.state.penalties


def test_nothing_accrues_for_breaks_over_a_suspension_that_is_over() -> None:
    hall, pairing, (home, _) = begun()
    at = {"contest": "open", "pairing": pairing}
    hall.wait(30)
    hall.do(c.SuspendMatch, **at, reason="fire alarm")
    hall.wait(90)
    hall.do(c.ResumeMatch, **at)
    hall.wait(10)
    [match] = [one for one in desk_overview(hall.state, hall.now).playing if one.pairing == pairing]
    assert [side.break_left for side in match.sides] == [4 * MINUTE, 4 * MINUTE]  # a tenth of the 40 minutes played
    hall.do(c.CallBreak, **at, entrant=home)
    hall.wait(9)
    hall.do(c.EndBreak, **at, entrant=home)
    assert break_delays(hall, pairing) == (9 * MINUTE - -(-4 * MINUTE * 10 // 9), 0)
    hall.do(c.SuspendMatch, **at, reason="lunch", until=hall.now + 60 * MINUTE)  # a recess: break time begins anew
    hall.wait(60)
    hall.do(c.ResumeMatch, **at)
    hall.wait(20)
    [match] = [one for one in desk_overview(hall.state, hall.now).playing if one.pairing == pairing]
    assert [side.break_left for side in match.sides] == [2 * MINUTE, 2 * MINUTE]


def test_a_break_that_overruns_is_listed_as_late_with_its_next_point() -> None:
    hall, pairing, (home, _) = begun()
    hall.wait(30)
    hall.do(c.CallBreak, contest="open", pairing=pairing, entrant=home)
    within = desk_overview(hall.state, hall.now + MINUTE)
    assert within.late == ()
    hall.wait(40)
    [(match, side)] = desk_overview(hall.state, hall.now).late
    assert (match.pairing, side.entrant) == (pairing, home)
    assert side.next_point_at is not None
    assert side.next_point_at > hall.now
    hall.do(c.EndBreak, contest="open", pairing=pairing, entrant=home)
    assert desk_overview(hall.state, hall.now).late == ()


@pytest.mark.parametrize(("book", "counts"), [("guide", False), ("usbgf", True), ("bws", True)])
def test_nobody_is_late_before_a_table_was_given_and_called_unless_the_book_says_so(book: str, counts: bool) -> None:
    hall = drawn(knockout(book), 8)
    hall.do(c.SetTables, tables=("1", "2", "3", "4"))
    fixture = hall.ready()[0]
    at = {"contest": "open", "pairing": fixture.id}
    hall.do(c.PostStart, **at, start=hall.now)
    hall.wait(30)
    late = [match.pairing for match, _ in desk_overview(hall.state, hall.now).late]
    assert (fixture.id in late) is counts
    hall.do(c.AssignTable, **at, table="3")
    hall.do(c.CallMatch, **at)
    hall.wait(12)
    home, _ = delays(hall.state, hall.contest(), hall.fixture(fixture.id), hall.now)
    assert home.start == (42 if counts else 12) * MINUTE


def test_a_score_fits_the_penalty_points_the_match_began_with() -> None:
    hall = drawn(knockout(), 8)
    fixture = hall.ready()[0]
    home, away = fixture.pair
    at = {"contest": "open", "pairing": fixture.id}
    hall.do(c.GivePenalty, **at, player=home, points=2, reason="late")
    hall.do(c.BeginMatch, **at)
    for kind, more in ((c.PostResult, {}), (c.ReportResult, {"entrant": home})):
        for loser_points in (0, 1):
            code = hall.refused(kind, **at, winner=home, score=(9, loser_points), **more)
            assert code == "score_below_start"
    hall.do(c.ReportResult, **at, entrant=home, winner=home, score=(9, 2))
    hall.do(c.PostResult, **at, winner=away, score=(9, 0))


def test_points_that_wait_for_the_next_match_are_not_in_the_one_that_is_on() -> None:
    hall, pairing, (home, _) = begun()
    hall.do(c.GivePenalty, player=home, points=2, reason="shouting")
    hall.do(c.PostResult, contest="open", pairing=pairing, winner=home, score=(9, 0))
    hall.win("M1-2")
    following = hall.fixture("M2-1")
    mine = following.pair.index(home)
    assert start_score(hall.state, hall.contest(), following)[1 - mine] == 2


def test_a_redraw_publishes_the_seed_it_was_made_with() -> None:
    hall = drawn(knockout(), 8)
    hall.do(c.MakeDraw, contest="open", seed="the second lot", reason="an entry was forgotten")
    assert draw_sheet(hall.state, hall.contest()).seed == "the second lot"
    assert contest_terms(hall.state, hall.contest()).seed == "the second lot"


def test_matches_are_listed_as_people_count() -> None:
    hall = drawn(knockout(), 32)
    now = desk_overview(hall.state, hall.now)
    assert [match.pairing for match in now.next] == [f"M1-{number}" for number in range(1, 17)]


def test_whoever_was_playing_somebody_disqualified_is_free() -> None:
    hall = drawn(knockout())
    home, away = hall.fixture("M1-1").pair
    hall.do(c.BeginMatch, contest="open", pairing="M1-1")
    hall.do(c.ExcludePlayer, player=home, reason="notes from a book")
    hall.win("M1-2")
    following = next(each for each in hall.ready() if away in each.players)
    assert busy_with(hall.state, hall.contest(), following) is None
    assert away in desk_overview(hall.state, hall.now).free
    hall.do(c.BeginMatch, contest="open", pairing=following.id)
