"""An action is stale only if what it is about has changed."""

from typing import Any

import pytest

from barpoint.tournament import commands as c
from barpoint.tournament.views import changes_concerning
from tests.tournament.director import Hall, drawn, knockout, swiss


def concerning(hall: Hall, since: int, kind: type, own: tuple[int, ...] = (), **fields: Any) -> list[str]:
    command = kind(**{"at": hall.now, "by": "other"} | fields)
    changes = changes_concerning(hall.log, since, hall.state, command, own)
    return [change.what.partition(":")[0] for change in changes]


def started(size: int = 8) -> tuple[Hall, int, str, str]:
    """An event, the version somebody has seen, and two open matches of it."""
    hall = drawn(knockout(), size)
    one, other = (fixture.id for fixture in hall.ready()[:2])
    return hall, len(hall.log), one, other


def test_what_happens_at_another_match_makes_nothing_stale() -> None:
    hall, seen, one, other = started()
    hall.do(c.SetTables, tables=("1", "2"))
    hall.do(c.AssignTable, contest="open", pairing=other, table="2")
    hall.do(c.CallMatch, contest="open", pairing=other)
    hall.win(other)
    winner, _ = hall.fixture(one).pair
    assert concerning(hall, seen, c.PostResult, contest="open", pairing=one, winner=winner, score=(9, 0)) == []
    assert concerning(hall, seen, c.AssignTable, contest="open", pairing=one, table="1") == []
    assert concerning(hall, seen, c.AssignTable, contest="open", pairing=one, table="2") == ["table assigned"]


def test_a_player_who_says_i_am_here_blocks_nothing() -> None:
    hall, seen, one, _ = started()
    home, _ = hall.fixture(one).pair
    hall.do(c.MarkReady, contest="open", pairing=one, entrant=home)
    hall.do(c.CallDirector, contest="open", pairing=one, about="dice")
    posted: dict[str, Any] = {"winner": home, "score": (9, 0)}
    for kind, more in ((c.CallMatch, {}), (c.BeginMatch, {}), (c.PostResult, posted)):
        assert concerning(hall, seen, kind, contest="open", pairing=one, **more) == []


def test_the_same_match_posted_meanwhile_is_told() -> None:
    hall, seen, one, _ = started()
    hall.win(one)
    heard = concerning(hall, seen, c.PostResult, contest="open", pairing=one, winner="p00", score=(9, 5))
    assert heard == ["outcome posted"]
    everything = tuple(range(seen + 1, len(hall.log) + 1))
    assert concerning(hall, seen, c.PostResult, everything, contest="open", pairing=one) == []


@pytest.mark.parametrize(("score", "stale"), [((9, 0), []), ((9, 1), ["result reported"])])
def test_a_report_concerns_a_posting_only_if_it_says_something_else(score: tuple[int, int], stale: list[str]) -> None:
    hall, seen, one, _ = started()
    home, _ = hall.fixture(one).pair
    hall.do(c.BeginMatch, contest="open", pairing=one)
    hall.do(c.ReportResult, contest="open", pairing=one, entrant=home, winner=home, score=(9, 0))
    since = len(hall.log) - 1
    assert concerning(hall, since, c.PostResult, contest="open", pairing=one, winner=home, score=score) == stale
    assert seen < since


def test_a_correction_that_seats_others_makes_their_match_stale() -> None:
    hall, _, one, other = started(4)
    hall.win(one)
    hall.win(other)
    final = next(fixture.id for fixture in hall.ready() if fixture.bracket == "main")
    seen = len(hall.log)
    home, away = hall.fixture(one).pair
    hall.do(c.CorrectResult, contest="open", pairing=one, winner=away, score=(9, 3), reason="misheard")
    assert concerning(hall, seen, c.CallMatch, contest="open", pairing=final) != []
    consolation = [fixture.id for fixture in hall.ready() if fixture.bracket == "consolation"]
    assert all(concerning(hall, seen, c.CallMatch, contest="open", pairing=pairing) for pairing in consolation)
    assert home != away


def test_another_entry_concerns_the_draw_and_no_payment() -> None:
    hall, seen, _, _ = started()
    hall.do(c.TakePayment, player="p01", amount=100)
    assert concerning(hall, seen, c.TakePayment, player="p01", amount=100) == ["money posted"]
    assert concerning(hall, seen, c.TakePayment, player="p02", amount=100) == []
    hall.do(c.WithdrawEntry, contest="open", entry="p03", reason="ill")
    assert "entry withdrawn" in concerning(hall, seen, c.MakeDraw, contest="open", reason="again")
    assert "entry withdrawn" in concerning(hall, seen, c.PayOut, player="p03")
    assert concerning(hall, seen, c.PayOut, player="p02") == []


def test_two_who_pair_the_same_round_do_so_once() -> None:
    hall = drawn(swiss(), 4)
    for fixture in hall.ready("novice"):
        hall.win(fixture.id, contest="novice")
    seen = len(hall.log)
    hall.do(c.PairRound, contest="novice")
    assert concerning(hall, seen, c.PairRound, contest="novice") == ["round paired"]
