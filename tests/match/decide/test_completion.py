"""How a match comes to its end: by points, by its time limit, in sets, or never, as money play."""

import pytest

from barpoint.board import Refusal
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.actions import open_actions
from barpoint.match.decide.completion import money_settlement
from barpoint.match.format.match_format import (
    MINUTE,
    CubeRules,
    GameInProgress,
    Length,
    LengthKind,
    MatchFormat,
    TiePolicy,
    to_points,
)
from barpoint.match.refusals import MatchCode
from barpoint.match.state import MatchPhase
from barpoint.rulebook.profiles.options import Options
from barpoint.rulebook.profiles.presets import preset
from barpoint.rulebook.profiles.profile import Profile
from barpoint.rulebook.refusals import BookCode
from tests.match.match_table import (
    BLACK,
    BOOKS,
    WHITE,
    Table,
    like,
    match_format,
)


@pytest.mark.clause("ibf:2.14a", "ibf:15.4", "usbgf:4.5b", "guide:5.14a", "trad:scoring-1", "bws:4.5a")
@pytest.mark.parametrize("book", BOOKS)
def test_a_match_ends_as_soon_as_a_side_has_the_points(book: str) -> None:
    table = Table.under(book, length=5).scene(score=(4, 3)).bear_off("6:15")
    assert (table.score, table.winner, table.state.phase) == ((6, 3), WHITE, MatchPhase.OVER)
    assert table.no(c.RollOpening(at=0, white=3, black=1)) == MatchCode.MATCH_OVER


@pytest.mark.clause("ibf:2.9", "ibf:15.4", "trad:scoring-1", "trad:scoring-2")
@pytest.mark.parametrize("book", BOOKS)
def test_games_are_added_up_and_one_may_be_enough(book: str) -> None:
    table = Table.under(book).won_by(WHITE).won_by(BLACK, 2).won_by(WHITE, 3)
    assert (table.score, [record.number for record in table.state.records]) == ((4, 2), [1, 2, 3])
    assert table.state.phase is MatchPhase.BETWEEN
    at_once = Table.under(book).won_by(WHITE, 2, doubles=2)
    assert (at_once.score, at_once.winner) == ((8, 0), WHITE)


@pytest.mark.clause("guide:5.14a", "guide:5.14b")
def test_a_match_is_not_conceded() -> None:
    table = Table.under("guide").scene(score=(0, 6))
    assert table.no(c.LeaveMatch(at=0, side=WHITE)) == MatchCode.MATCH_MUST_BE_PLAYED_OUT
    assert not open_actions(table.state, WHITE).leave


def test_a_casual_match_may_be_left() -> None:
    table = Table.under("Casual online").opening(6, 1)
    assert open_actions(table.state, BLACK).leave
    table.do(c.LeaveMatch(at=0, side=BLACK))
    assert (table.winner, table.state.ended and table.state.ended.reason) == (WHITE, "left")


# A timed match

LIMIT = 30 * MINUTE


def timed(tie: TiePolicy = TiePolicy.DRAW, running: GameInProgress = GameInProgress.PLAY_OUT) -> Table:
    """A timed match under ibf, its clock taken away to leave only the limit."""
    profile = preset("IBF Backgammon").with_options(
        Options(limit_minutes=30, tie=tie, game_in_progress=running, reserve_total=3600)
    )
    assert isinstance(profile, Profile), profile
    rules = profile.match_format()
    assert isinstance(rules, MatchFormat), rules
    assert rules.length == Length(LengthKind.TIMED, limit=LIMIT, tie=tie, in_progress=running)
    return Table(like(rules, clock=None))


@pytest.mark.clause("ibf:2.14b")
def test_whoever_leads_when_the_limit_is_over_has_won() -> None:
    table = timed().scene(score=(6, 4))
    table.do(c.ForfeitGame(at=LIMIT - 1, by="TD", side=WHITE, level=1))
    assert (table.score, table.state.phase) == ((6, 5), MatchPhase.BETWEEN)
    table.do(c.RollOpening(at=LIMIT, white=3, black=1))
    assert (table.winner, table.state.ended and table.state.ended.reason) == (WHITE, "limit")


@pytest.mark.clause("ibf:2.14b")
@pytest.mark.parametrize("missing", ["tie", "game_in_progress"])
def test_a_timed_match_has_to_say_what_becomes_of_ties_and_running_games(missing: str) -> None:
    options = Options(
        limit_minutes=30,
        reserve_total=3600,
        tie=None if missing == "tie" else TiePolicy.DRAW,
        game_in_progress=None if missing == "game_in_progress" else GameInProgress.PLAY_OUT,
    )
    made = preset("IBF Backgammon").with_options(options)
    assert isinstance(made, Refusal)
    assert (made.code, made.facts["option"], made.facts["clause"]) == (BookCode.SETTING_MISSING, missing, "ibf:2.14b")


@pytest.mark.clause("ibf:2.14b")
def test_a_timed_match_has_neither_match_point_nor_crawford_game() -> None:
    for points in range(12):
        table = timed().scene(score=(points, 3))
        assert not table.game.crawford
        assert open_actions(table.scene(turn=WHITE).state, WHITE).double == 2


@pytest.mark.clause("ibf:2.14b")
def test_the_running_game_is_played_out_or_does_not_count() -> None:
    played_out = timed().scene(score=(1, 0)).scene("x 1:1 off:14 | o 1:1 off:14", BLACK, dice=(2, 1))
    played_out.do(c.PlayCheckers(at=LIMIT + 5, side=BLACK, hops=((1, 0),)))
    assert (played_out.score, played_out.winner, played_out.state.ended and played_out.state.ended.reason) == (
        (1, 1),
        None,
        "drawn",
    )
    dropped = timed(running=GameInProgress.DOES_NOT_COUNT).scene(score=(1, 0))
    dropped.do(c.CheckClock(at=LIMIT))
    assert (dropped.score, dropped.winner) == ((1, 0), WHITE)


@pytest.mark.clause("ibf:2.14b")
@pytest.mark.parametrize("running", GameInProgress)
def test_a_tie_may_call_for_one_more_game(running: GameInProgress) -> None:
    table = timed(TiePolicy.ONE_MORE_GAME, running).scene(score=(2, 2))
    events = table.do(c.CheckClock(at=LIMIT))
    if running is GameInProgress.DOES_NOT_COUNT:
        assert [type(event) for event in events] == [e.GameVoided]
        table.do(c.RollOpening(at=LIMIT + 1, white=3, black=1))
        assert table.do(c.CheckClock(at=LIMIT + 2)) == ()
    table.do(c.ForfeitGame(at=LIMIT + 3, by="TD", side=WHITE))
    assert (table.score, table.winner) == ((2, 3), BLACK)


# Sets


def best_of_three(points: int = 5) -> Table:
    """A best of three under bws."""
    profile = preset("BWS").with_options(Options(length=points, best_of=3))
    assert isinstance(profile, Profile), profile
    rules = profile.match_format()
    assert isinstance(rules, MatchFormat), rules
    return Table(rules)


@pytest.mark.clause("bws:2.2.2f")
def test_in_a_best_of_three_breaks_are_taken_between_the_sets_only() -> None:
    table = best_of_three()
    assert open_actions(table.state, WHITE).call_break
    table.won_by(WHITE, 2, doubles=2)
    assert (table.state.sets, table.score) == ((1, 0), (0, 0))
    table.won_by(BLACK)
    assert table.no(c.CallBreak(at=0, side=WHITE)) == MatchCode.BREAK_ONLY_BETWEEN_SETS
    assert not open_actions(table.state, WHITE).call_break
    table.won_by(BLACK, 2, doubles=2)
    table.do(c.CallBreak(at=0, side=WHITE))
    table.do(c.EndBreak(at=1, side=WHITE))
    table.won_by(WHITE, 3, doubles=1)
    assert (table.state.sets, table.winner) == ((2, 1), WHITE)


def test_a_correction_in_sets_works_out_the_sets_again() -> None:
    table = best_of_three().won_by(WHITE, 2, doubles=2).won_by(BLACK, 2)
    assert (table.state.sets, table.score) == ((1, 0), (0, 2))
    table.do(c.CorrectScore(at=0, by="TD", game=1, points=4))
    assert (table.state.sets, table.score) == ((0, 0), (4, 2))
    table.do(c.CorrectScore(at=0, by="TD", game=1, points=8))
    assert (table.state.sets, table.score) == ((1, 0), (0, 2))


# Money


def money(cube: CubeRules | None = None, stake: int = 0) -> Table:
    """A session under the Money preset."""
    rules = like(match_format("Money", length=None), stake=stake)
    return Table(rules if cube is None else like(rules, cube=cube))


@pytest.mark.clause("trad:doubling-1")
def test_a_stake_is_noted_with_a_money_session_and_settled_in_points() -> None:
    table = money(stake=200).scene(turn=WHITE).double(WHITE).take(BLACK).bear_off("6:15")
    assert (table.score, money_settlement(table.state)) == ((4, 0), (800, -800))
    with pytest.raises(ValueError, match="a stake is noted with a money session"):
        MatchFormat(length=to_points(7), stake=200)


@pytest.mark.clause("trad:doubling-1")
def test_a_session_has_no_end_of_its_own_and_is_left_between_games() -> None:
    table = money()
    for _ in range(30):
        table.won_by(WHITE, 3)
    assert (table.state.phase, table.score) == (MatchPhase.BETWEEN, (30, 0))  # Jacoby: the cube was never turned
    table.opening(6, 1)
    assert table.no(c.LeaveMatch(at=0, side=BLACK)) == MatchCode.GAME_RUNNING
    table.do(c.ForfeitGame(at=0, by="TD", side=BLACK))
    assert open_actions(table.state, BLACK).leave
    table.do(c.LeaveMatch(at=0, side=BLACK))
    assert table.state.ended is not None
    assert (table.winner, table.state.ended.reason) == (None, "session_over")


def test_jacoby_makes_gammons_single_until_the_cube_has_been_turned() -> None:
    assert money().scene(turn=WHITE).bear_off("6:15").score == (1, 0)
    assert money().scene(turn=WHITE).double(WHITE).take(BLACK).bear_off("6:15").score == (4, 0)


def test_a_beaver_keeps_the_cube_and_a_raccoon_leaves_it_there() -> None:
    table = money(CubeRules(beavers=True, raccoons=True)).scene(turn=WHITE).double(WHITE)
    assert open_actions(table.state, BLACK).beaver == 4
    table.do(c.Beaver(at=0, side=BLACK))
    passed = Table(table.state.format).scene(turn=WHITE).double(WHITE)
    passed.do(c.Beaver(at=0, side=BLACK))
    passed.drop(WHITE)
    assert passed.score == (0, 2)
    taken = Table(table.state.format).scene(turn=WHITE).double(WHITE)
    taken.do(c.Beaver(at=0, side=BLACK))
    taken.take(WHITE)
    assert (taken.game.cube.value, taken.game.cube.owner, taken.game.turn) == (4, BLACK, WHITE)
    table.do(c.Beaver(at=0, side=WHITE))
    table.take(BLACK)
    assert (table.game.cube.value, table.game.cube.owner, table.game.turn) == (8, BLACK, WHITE)


def test_raccoons_have_to_be_switched_on() -> None:
    table = money().scene(turn=WHITE).double(WHITE)
    table.do(c.Beaver(at=0, side=BLACK))
    assert table.no(c.Beaver(at=0, side=WHITE)) == MatchCode.RACCOON_NOT_ALLOWED
    assert open_actions(table.state, WHITE).beaver == 0


def test_tied_opening_rolls_turn_the_cube_as_often_as_agreed() -> None:
    table = money(CubeRules(automatic_doubles=2, jacoby=True))
    for value in (2, 4, 4):
        table.opening(3, 3)
        assert (table.game.cube.value, table.game.cube.owner) == (value, None)
    table.opening(3, 1)
    table.bear_off("6:15")
    assert table.score == (4, 0)
    crawford = Table(like(match_format("Casual online"), cube=CubeRules(automatic_doubles=1))).scene(score=(6, 0))
    crawford.do(c.VoidGame(at=0, by="TD"))
    assert crawford.opening(3, 3).game.cube.value == 1


# Endings by an official's word


@pytest.mark.clause("ibf:17.1e")
def test_a_game_forfeited_by_both_counts_for_nobody() -> None:
    table = Table.under("ibf").won_by(WHITE).opening(6, 1)
    table.do(c.VoidGame(at=0, by="Arbiter"))
    assert (table.score, table.state.phase) == ((1, 0), MatchPhase.BETWEEN)
    assert table.no(c.VoidGame(at=0, by="Arbiter")) == MatchCode.NO_GAME
    table.opening(6, 1)


@pytest.mark.clause("usbgf:4.8.1.2b")
def test_a_director_may_approve_a_draw_or_another_length() -> None:
    table = Table.under("usbgf").won_by(WHITE)
    table.do(c.CorrectLength(at=0, by="TD", length=to_points(5), reason="posted on the draw sheet"))
    assert table.state.in_force.points == 5
    table.do(c.DeclareDrawn(at=0, by="TD"))
    assert table.state.ended is not None
    assert (table.winner, table.state.ended.reason, table.state.phase) == (None, "drawn", MatchPhase.OVER)


def test_penalty_points_between_games_may_end_the_match_at_once() -> None:
    table = Table.under("usbgf").won_by(BLACK)
    table.do(c.AwardPoints(at=0, by="TD", side=WHITE, points=7))
    assert (table.score, table.winner) == ((7, 1), WHITE)


@pytest.mark.clause("usbgf:2.2.4m")
@pytest.mark.parametrize(("book", "during"), [("usbgf", 4), ("bws", 4), ("guide", 4), ("ibf", 5)])
def test_penalty_points_given_during_a_game_wait_for_its_end(book: str, during: int) -> None:
    table = Table.under(book).scene(score=(4, 3))
    table.do(c.AwardPoints(at=0, by="TD", side=WHITE, points=1))
    assert table.score == (during, 3)
    table.bear_off("6:15")
    assert (table.score, table.winner) == ((7, 3), WHITE)


@pytest.mark.clause("usbgf:2.2.4m")
def test_points_that_waited_come_after_the_game_and_count_for_nothing_if_it_decided_the_match() -> None:
    table = Table.under("usbgf").scene(score=(6, 6))
    table.do(c.AwardPoints(at=0, by="TD", side=BLACK, points=1))
    table.bear_off("6:15")
    assert (table.score, table.winner) == ((8, 6), WHITE)


@pytest.mark.clause("usbgf:2.2.4m")
def test_points_that_waited_are_given_when_the_game_is_void() -> None:
    table = Table.under("usbgf").scene(score=(4, 3))
    table.do(c.AwardPoints(at=0, by="TD", side=BLACK, points=2))
    table.do(c.VoidGame(at=0, by="TD"))
    assert (table.score, table.state.owed) == ((4, 5), (0, 0))
