"""The Crawford game: one game without the cube, and what becomes of a double made in it."""

import pytest

from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.actions import open_actions
from barpoint.match.format.match_format import (
    Length,
    LengthKind,
    MatchFormat,
)
from barpoint.match.refusals import MatchCode
from barpoint.match.score import at_match_point
from barpoint.match.state import MatchPhase
from tests.match.match_table import (
    BLACK,
    BOOKS,
    RECORDED,
    WHITE,
    Table,
    match_format,
)

WITH_CRAWFORD = ("ibf", "usbgf", "bws", "guide")


@pytest.mark.clause("ibf:2.2a", "ibf:9.12b", "usbgf:4.4.7a", "usbgf:4.4.2e", "bws:4.4.4a", "bws:4.4.1c", "guide:5.11a")
@pytest.mark.parametrize("book", WITH_CRAWFORD)
def test_the_game_after_a_player_comes_to_match_point_has_no_cube(book: str) -> None:
    table = Table.under(book).scene(score=(4, 2)).bear_off("6:15")
    assert table.score == (6, 2)
    table.opening(6, 1)
    assert table.game.crawford
    for side in (WHITE, BLACK):
        table.scene(turn=side)
        assert table.cannot_double(side) == MatchCode.CRAWFORD_GAME
        assert open_actions(table.state, side).double == 0


@pytest.mark.clause("trad:doubling-12")
def test_the_traditional_leaflet_has_no_crawford_game_unless_asked_for() -> None:
    table = Table.under("trad").scene(score=(6, 3))
    assert not table.game.crawford
    table.scene(turn=BLACK).double(BLACK)
    casual = Table.under("Casual online").scene(score=(6, 3))
    assert casual.scene(turn=BLACK).cannot_double(BLACK) == MatchCode.CRAWFORD_GAME


@pytest.mark.clause("ibf:2.2b", "ibf:9.12b", "usbgf:4.4.7a", "bws:4.4.4a", "guide:5.11a")
@pytest.mark.parametrize("book", WITH_CRAWFORD)
def test_it_is_one_game_only_even_if_both_come_to_match_point(book: str) -> None:
    table = Table.under(book).scene(score=(6, 2))
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE))
    table.opening(6, 1)
    assert (table.score, table.game.crawford) == ((6, 3), False)
    table.scene(turn=BLACK)
    assert open_actions(table.state, BLACK).double == 2
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE, level=3))
    table.opening(6, 1)
    assert (table.score, table.game.crawford) == ((6, 6), False)


@pytest.mark.clause("ibf:2.2c", "usbgf:4.4.7a")
@pytest.mark.parametrize("book", BOOKS)
def test_a_one_point_match_has_no_cube(book: str) -> None:
    table = Table.under(book, length=1).scene(turn=WHITE)
    assert table.cannot_double(WHITE) == MatchCode.NO_CUBE
    assert not table.game.crawford
    assert open_actions(table.state, WHITE).double == 0


@pytest.mark.clause("ibf:2.13")
def test_match_point_is_one_point_short() -> None:
    length = Length(LengthKind.POINTS, 11)
    found = [at_match_point(score, length) for score in ((10, 4), (4, 10), (9, 9), (11, 0))]
    assert found == [True, True, False, False]


@pytest.mark.clause("usbgf:4.4.7b")
@pytest.mark.parametrize(("loser", "points"), [("6:15", 2), ("23:1 6:14", 3), ("6:1 off:14", 1)])
def test_gammons_count_in_the_crawford_game(loser: str, points: int) -> None:
    table = Table.under("usbgf").scene(score=(6, 3))
    assert table.game.crawford
    table.bear_off(loser, winner=BLACK)
    assert table.score == (6, 3 + points)


def _taken_crawford_double(book: str) -> Table:
    table = Table.under(book, RECORDED).scene(score=(6, 3)).scene(turn=BLACK)
    (doubled,) = table.do(c.OfferDouble(at=0, side=BLACK))
    assert isinstance(doubled, e.Doubled)
    assert doubled.irregular == MatchCode.CRAWFORD_GAME
    return table.take(WHITE)


@pytest.mark.clause("usbgf:4.4.7.1a", "bws:4.4.4.1")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_a_taken_crawford_double_is_void_and_play_goes_on(book: str) -> None:
    table = _taken_crawford_double(book).roll(BLACK, 3, 1).play(BLACK, (8, 5), (6, 5))
    board = table.game.position
    table.do(c.AnnulDoubles(at=0, by="TD", reason="Crawford game"))
    assert (table.game.cube.value, table.game.cube.owner, table.game.position) == (1, None, board)
    assert table.game.crawford
    assert table.no(c.AnnulDoubles(at=0, by="TD")) == MatchCode.NOTHING_TO_CORRECT


@pytest.mark.clause("usbgf:4.4.7.1b", "guide:5.11d", "bws:4.4.4.3", "usbgf:4.6.3e")
@pytest.mark.parametrize("book", ["usbgf", "guide", "bws"])
def test_found_after_the_game_the_points_are_those_with_the_cube_at_one(book: str) -> None:
    table = _taken_crawford_double(book).bear_off("6:15", winner=BLACK)
    assert (table.score, table.winner, table.state.phase) == ((6, 7), BLACK, MatchPhase.OVER)
    table.do(c.AnnulDoubles(at=0, by="TD", game=1))
    assert (table.score, table.winner, table.state.phase) == ((6, 5), None, MatchPhase.BETWEEN)
    assert not table.opening(6, 1).game.crawford


@pytest.mark.clause("guide:5.11b")
def test_later_games_keep_their_points() -> None:
    table = Table.under("guide", RECORDED, length=9).scene(score=(8, 4)).scene(turn=BLACK).double(BLACK).take(WHITE)
    table.bear_off("1:1 off:14", winner=BLACK)
    assert table.score == (8, 6)
    table.won_by(BLACK, 2)
    assert table.score == (8, 8)
    table.do(c.AnnulDoubles(at=0, by="TD", game=1))
    assert table.score == (8, 7)


@pytest.mark.clause("usbgf:4.4.7.2a", "guide:5.11f")
@pytest.mark.parametrize(("doubler", "score"), [(BLACK, (6, 4)), (WHITE, (7, 3))])
def test_a_passed_crawford_double_is_undone_before_the_next_game(doubler: object, score: tuple[int, int]) -> None:
    side = WHITE if doubler is WHITE else BLACK
    table = Table.under("usbgf", RECORDED).scene(score=(6, 3)).scene(turn=side)
    before = table.state
    table.double(side).drop(side.other)
    assert table.score == score
    table.restore(before.version)
    assert (table.score, table.state.records, table.state.phase) == ((6, 3), (), MatchPhase.PLAYING)
    assert table.state.ended is None
    assert table.game == before.game
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE))
    assert not table.opening(6, 1).game.crawford


@pytest.mark.clause("usbgf:4.4.7.2b")
def test_a_free_drop_may_be_annulled_and_the_game_in_progress_becomes_the_crawford_game() -> None:
    table = Table.under("usbgf", RECORDED).scene(score=(6, 3)).scene(turn=BLACK).double(BLACK).drop(WHITE)
    table.opening(6, 1).scene(turn=BLACK).double(BLACK).take(WHITE)
    assert (table.score, table.game.crawford, table.game.cube.value) == ((6, 4), False, 2)
    table.do(c.CorrectScore(at=0, by="TD", game=1, points=0))
    assert (table.score, table.game.crawford, table.game.cube.value) == ((6, 3), True, 1)
    table.do(c.ForfeitGame(at=0, by="TD", side=WHITE))
    assert (table.score, table.opening(6, 1).game.crawford) == ((6, 4), False)


@pytest.mark.clause("bws:4.4.4a")
def test_penalty_points_can_bring_the_crawford_game() -> None:
    table = Table.under("bws", length=9)
    table.do(c.AwardPoints(at=0, by="TD", side=WHITE, points=8))
    assert table.opening(6, 1).game.crawford


@pytest.mark.clause("ibf:17.1d")
def test_ibf_takes_a_point_off_even_below_zero() -> None:
    table = Table.under("ibf").scene(score=(0, 2))
    table.do(c.AwardPoints(at=0, by="Arbiter", side=WHITE, points=-1))
    assert table.score == (-1, 2)
    at_match_point_no_more = Table.under("ibf")
    for side, points in ((BLACK, 6), (BLACK, -1)):
        at_match_point_no_more.do(c.AwardPoints(at=0, by="Arbiter", side=side, points=points))
    assert not at_match_point_no_more.opening(6, 1).game.crawford


@pytest.mark.clause("bws:4.4.4a")
def test_every_set_of_a_best_of_has_its_own_crawford_game() -> None:
    from barpoint.rulebook.profiles.options import Options
    from barpoint.rulebook.profiles.presets import preset
    from barpoint.rulebook.profiles.profile import Profile

    profile = preset("BWS").with_options(Options(length=3, best_of=3))
    assert isinstance(profile, Profile)
    rules = profile.match_format()
    assert isinstance(rules, MatchFormat)
    table = Table(rules)
    for _ in range(2):
        table.won_by(WHITE, 2)
        assert table.opening(6, 1).game.crawford
        table.do(c.ForfeitGame(at=0, by="TD", side=WHITE))
        assert not table.opening(6, 1).game.crawford
        table.do(c.ForfeitGame(at=0, by="TD", side=BLACK))
    assert (table.state.sets, table.winner) == ((2, 0), WHITE)


def test_the_formats_name_their_books() -> None:
    assert [match_format(book).book for book in BOOKS] == list(BOOKS)
