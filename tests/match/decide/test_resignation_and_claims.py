"""Endings before the last checker is off: resignations, claims, and everything that is not an ending."""

import pytest

from barpoint.board import Refusal, Side
from barpoint.board.outcome import Level
from barpoint.match import commands as c
from barpoint.match import decide_match
from barpoint.match.actions import open_actions
from barpoint.match.decide.certainty import claim_played_out
from barpoint.match.events import GameClaimed, ResignationOffered
from barpoint.match.format.match_format import (
    Length,
    LengthKind,
    Resignation,
)
from barpoint.match.refusals import MatchCode
from barpoint.match.state import GameStage
from tests.match.match_table import (
    BLACK,
    BOOKS,
    RECORDED,
    WHITE,
    Table,
    like,
    match_format,
)

CONTACT = "x 9:1 6:14 | o 17:1 6:14"
PARTED = "x 8:1 6:14 | o 16:1 6:14"


@pytest.mark.clause("ibf:15.1", "ibf:15.2", "usbgf:4.5.1a", "usbgf:4.5a", "bws:4.5a", "bws:4.5b")
@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws"])
def test_nobody_resigns_while_there_is_contact(book: str) -> None:
    table = Table.under(book).scene(CONTACT, WHITE)
    assert table.no(c.OfferResignation(at=0, side=WHITE, level=1)) == MatchCode.CONTACT_REMAINS
    assert open_actions(table.state, WHITE).resign == ()


@pytest.mark.clause("ibf:15.2", "usbgf:4.5.1a", "bws:4.5b")
@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws"])
def test_without_contact_a_game_may_be_resigned_and_the_other_answers(book: str) -> None:
    table = Table.under(book).scene(PARTED, WHITE)
    assert open_actions(table.state, WHITE).resign == (1, 2)
    table.resign(WHITE)
    assert table.game.stage is GameStage.RESIGNED
    assert table.no(c.RollDice(at=0, side=WHITE, dice=(2, 1))) == MatchCode.MUST_ANSWER_RESIGNATION
    assert table.no(c.AnswerResignation(at=0, side=WHITE, accept=True)) == MatchCode.NOT_YOUR_TURN
    table.do(c.AnswerResignation(at=0, side=BLACK, accept=True))
    assert (table.score, table.state.records[0].ended_by) == ((0, 1), "resignation")


@pytest.mark.clause("ibf:15.2")
@pytest.mark.parametrize(
    ("name", "position", "contact"),
    [
        ("IBF Backgammon", "x 8:1 6:14 | o 16:1 6:14", False),
        ("IBF Backgammon", "x 9:1 6:14 | o 17:1 6:14", True),
        ("IBF Longgammon", "longgammon: x 12:1 6:14 | o 9:1 6:14", False),
        ("IBF Longgammon", "longgammon: x 13:1 6:14 | o 4:1 6:14", True),
    ],
)
def test_where_contact_ends(name: str, position: str, contact: bool) -> None:
    table = Table.under(name, length=5).scene(position, WHITE)
    assert (open_actions(table.state, WHITE).resign == ()) is contact


@pytest.mark.clause("usbgf:4.5.1a", "bws:4.5b")
def test_usbgf_and_bws_ask_for_one_s_own_turn_at_any_point_of_it() -> None:
    for stage in ("before rolling", "after rolling", "mid-move"):
        table = Table.under("usbgf", RECORDED).scene(PARTED, WHITE)
        assert resigned_at_the_table(table, BLACK) == MatchCode.NOT_YOUR_TURN
        if stage != "before rolling":
            table.roll(WHITE, 2, 1)
        if stage == "mid-move":
            table.do(c.PlayCheckers(at=0, side=WHITE, hops=((8, 6),)))
        table.resign(WHITE)


@pytest.mark.clause("guide:5.12b")
@pytest.mark.parametrize("position", [CONTACT, PARTED])
def test_under_the_guide_contact_is_not_the_reason_but_what_may_still_come(position: str) -> None:
    table = Table.under("guide").scene(position, WHITE)
    assert table.no(c.OfferResignation(at=0, side=WHITE, level=1)) == MatchCode.LEVEL_NOT_CERTAIN
    assert open_actions(table.state, WHITE).resign == ()


@pytest.mark.clause("usbgf:4.5.1a", "bws:4.5b", "ibf:15.2", "guide:5.12b")
@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws", "guide"])
def test_a_resignation_with_contact_that_happened_all_the_same_is_noted_as_what_it_was(book: str) -> None:
    table = Table.under(book, RECORDED).scene(CONTACT, WHITE)
    fault = MatchCode.LEVEL_NOT_CERTAIN if book == "guide" else MatchCode.CONTACT_REMAINS
    assert resigned_at_the_table(table, WHITE) == fault
    table.do(c.OfferResignation(at=0, side=WHITE, level=1))
    table.do(c.AnswerResignation(at=0, side=BLACK, accept=True))
    assert table.score == (0, 1)


def test_a_level_the_position_rules_out_is_not_noted_either() -> None:
    table = Table.under("usbgf", RECORDED).scene("x 9:1 6:13 off:1 | o 17:1 6:14", WHITE)
    assert table.no(c.OfferResignation(at=0, side=WHITE, level=2)) == MatchCode.CONTACT_REMAINS


def resigned_at_the_table(table: Table, side: Side) -> str:
    """What the record says was wrong with a resignation."""
    noted = decide_match(table.state, c.OfferResignation(at=0, side=side, level=1))
    assert isinstance(noted, tuple)
    (offered,) = noted
    assert isinstance(offered, ResignationOffered)
    return offered.irregular


@pytest.mark.clause("usbgf:4.5.1b")
def test_a_concession_may_be_accepted_though_the_dice_could_change_it() -> None:
    table = Table.under("usbgf").scene("x 1:2 off:13 | o 6:1 off:14", WHITE).resign(WHITE)
    table.do(c.AnswerResignation(at=0, side=BLACK, accept=True))
    assert table.score == (0, 1)


@pytest.mark.clause("usbgf:4.5.1c", "ibf:15.2b", "bws:4.5b")
@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws"])
@pytest.mark.parametrize(
    ("resigner", "levels"), [("6:14 off:1", (1,)), ("6:15", (1, 2)), ("19:1 6:14", (1, 2, 3)), ("18:1 6:14", (1, 2))]
)
def test_only_levels_the_position_leaves_open(book: str, resigner: str, levels: tuple[int, ...]) -> None:
    table = Table.under(book).scene(f"x {resigner} | o 5:9 off:6", WHITE)
    assert open_actions(table.state, WHITE).resign == levels
    for level in {1, 2, 3} - set(levels):
        assert table.no(c.OfferResignation(at=0, side=WHITE, level=level)) == MatchCode.LEVEL_EXCLUDED
    with pytest.raises(ValueError, match="a game is worth 1"):
        table.no(c.OfferResignation(at=0, side=WHITE, level=4))


@pytest.mark.clause("ibf:15.2b")
def test_under_ibf_a_certain_level_is_the_only_one_and_needs_no_consent() -> None:
    table = Table.under("ibf").scene("x 1:1 off:14 | o 9:2 6:13", WHITE)
    assert open_actions(table.state, BLACK).resign == (2,)
    assert table.no(c.OfferResignation(at=0, side=BLACK, level=1)) == MatchCode.LEVEL_EXCLUDED
    table.resign(BLACK, 2)
    assert table.score == (2, 0)


@pytest.mark.clause("guide:5.12b")
def test_the_guide_allows_only_what_is_certain() -> None:
    sure = Table.under("guide").scene("x 2:1 1:1 off:13 | o 6:10 off:5", WHITE)
    assert open_actions(sure.state, BLACK).resign == (1,)
    sure.resign(BLACK)
    assert sure.score == (1, 0)
    on_the_bar = Table.under("guide").scene("x 1:1 off:14 | o bar:1 6:13 off:1", WHITE)
    assert open_actions(on_the_bar.state, BLACK).resign == (1,)
    may_miss = Table.under("guide").scene("x 6:1 5:1 off:13 | o 1:1 off:14", WHITE)
    assert may_miss.no(c.OfferResignation(at=0, side=BLACK, level=1)) == MatchCode.LEVEL_NOT_CERTAIN


@pytest.mark.clause("usbgf:4.5.1d")
def test_a_counter_offer_is_accepted_or_the_game_goes_on() -> None:
    for accept, score in ((False, (0, 0)), (True, (0, 2))):
        table = Table.under("usbgf").scene(PARTED, WHITE).resign(WHITE)
        assert open_actions(table.state, BLACK).counter == (2,)
        assert table.no(c.CounterResignation(at=0, side=BLACK, level=3)) == MatchCode.LEVEL_EXCLUDED
        table.do(c.CounterResignation(at=0, side=BLACK, level=2))
        assert open_actions(table.state, WHITE).counter == ()
        assert table.no(c.CounterResignation(at=0, side=WHITE, level=1)) == MatchCode.NO_RESIGNATION_OFFERED
        table.do(c.AnswerResignation(at=0, side=WHITE, accept=accept))
        assert table.score == score
        if not accept:
            table.roll(WHITE, 2, 1)


@pytest.mark.clause("usbgf:4.5.1d")
def test_the_clock_stands_while_a_concession_is_considered() -> None:
    table = Table(match_format("usbgf", clocked=True)).scene(PARTED, WHITE).resign(WHITE)
    stopped = table.state.clock
    assert stopped is not None
    assert stopped.paused == "resign_or_claim"
    table.do(c.AnswerResignation(at=40_000, side=BLACK, accept=False))
    clock = table.state.clock
    assert clock is not None
    assert clock.paused is None
    assert (clock.running, clock.used) == (WHITE, (0, 0))


@pytest.mark.clause("usbgf:4.5.2a")
def test_a_claim_needs_no_contact_and_one_s_own_turn() -> None:
    table = Table.under("usbgf").scene(CONTACT, WHITE)
    assert table.no(c.ClaimGame(at=0, side=WHITE, level=1)) == MatchCode.CONTACT_REMAINS
    table.scene("x 1:1 off:14 | o 6:10 off:5", WHITE)
    assert table.no(c.ClaimGame(at=0, side=BLACK, level=1)) == MatchCode.NOT_YOUR_TURN
    for step in range(3):  # before rolling, after rolling, after moving
        table = Table.under("usbgf", RECORDED).scene("x 2:1 1:3 off:11 | o 6:10 off:5", WHITE)
        if step:
            table.roll(WHITE, 2, 1)
        if step == 2:
            table.do(c.PlayCheckers(at=0, side=WHITE, hops=((2, 0), (1, 0))))
        table.do(c.ClaimGame(at=0, side=WHITE, level=1))
        assert (table.score, table.state.records[0].ended_by) == ((1, 0), "claim")


@pytest.mark.clause("usbgf:4.5.2b", "usbgf:4.5.2a")
@pytest.mark.parametrize(("left", "valid"), [(5, True), (4, False)])
def test_the_claimant_rolls_1_2_and_the_opponent_6_6(left: int, valid: bool) -> None:
    table = Table.under("usbgf").scene(f"x 1:3 off:12 | o 6:{left} off:{15 - left}", WHITE)
    if valid:
        table.do(c.ClaimGame(at=0, side=WHITE, level=1))
        assert table.score == (1, 0)
    else:
        assert table.no(c.ClaimGame(at=0, side=WHITE, level=1)) == MatchCode.CLAIM_FAILS
        assert open_actions(table.state, WHITE).claim == ()


@pytest.mark.clause("usbgf:4.5.2b")
@pytest.mark.parametrize(
    ("black", "levels"), [("6:15", (1,)), ("12:1 6:14", (1,)), ("16:3 6:12", (1, 2)), ("22:3 18:3 6:9", (1, 2))]
)
def test_a_claim_of_a_gammon_is_tested_at_its_own_level(black: str, levels: tuple[int, ...]) -> None:
    table = Table.under("usbgf").scene(f"x 2:2 off:13 | o {black}", WHITE)
    assert open_actions(table.state, WHITE).claim == levels


@pytest.mark.clause("usbgf:4.5.2c")
def test_a_disputed_claim_can_be_shown_played_out() -> None:
    table = Table.under("usbgf").scene("x 1:3 off:12 | o 6:5 off:10", WHITE)
    line = claim_played_out(table.game, WHITE, Level.SINGLE)
    assert not isinstance(line, Refusal)
    assert [(turn.by_claimer, str(turn.roll)) for turn in line] == [(True, "21"), (False, "66"), (True, "21")]


@pytest.mark.clause("bws:4.3.2.8a", "bws:4.5a")
def test_under_bws_a_settled_game_is_said_and_agreed_to() -> None:
    table = Table(match_format("bws", clocked=True)).scene("x 6:2 off:13 | o 6:15", BLACK)
    table.do(c.ClaimGame(at=10, side=WHITE, level=2))
    assert table.state.clock is not None
    assert table.state.clock.paused is not None
    assert open_actions(table.state, BLACK).answer_claim == 2
    assert table.no(c.AnswerClaim(at=20, side=WHITE, accept=True)) == MatchCode.NOT_YOUR_TURN
    table.do(c.AnswerClaim(at=20, side=BLACK, accept=False))
    assert table.game.stage is GameStage.ROLL
    table.do(c.ClaimGame(at=30, side=WHITE, level=2))
    table.do(c.AnswerClaim(at=40, side=BLACK, accept=True))
    assert table.score == (2, 0)


@pytest.mark.clause("bws:4.5a", "bws:4.3.2.8a")
def test_under_bws_a_game_with_contact_is_not_settled_by_saying_so() -> None:
    table = Table(match_format("bws", clocked=True)).scene(CONTACT, WHITE)
    for side in (WHITE, BLACK):
        assert open_actions(table.state, side).claim == ()
        for level in (1, 2, 3):
            assert table.no(c.ClaimGame(at=0, side=side, level=level)) == MatchCode.CONTACT_REMAINS


@pytest.mark.clause("bws:4.3.2.8a")
def test_under_bws_a_game_that_is_won_whatever_is_rolled_is_settled_in_contact_too() -> None:
    table = Table(match_format("bws", clocked=True)).scene("x 1:1 off:14 | o bar:1 6:13 off:1", WHITE)
    assert table.game.position.contact
    assert open_actions(table.state, WHITE).claim == (1,)
    table.do(c.ClaimGame(at=0, side=WHITE, level=1))
    table.do(c.AnswerClaim(at=0, side=BLACK, accept=True))
    assert table.score == (1, 0)


@pytest.mark.clause("bws:4.5a", "bws:4.3.2.8a")
def test_a_claim_with_contact_that_was_made_at_the_table_is_noted_as_what_it_was() -> None:
    table = Table(match_format("bws", RECORDED, clocked=True)).scene(CONTACT, WHITE)
    noted = decide_match(table.state, c.ClaimGame(at=0, side=WHITE, level=1))
    assert isinstance(noted, tuple)
    (claimed,) = noted
    assert isinstance(claimed, GameClaimed)
    assert claimed.irregular == MatchCode.CONTACT_REMAINS


def test_what_waits_for_an_answer_is_named() -> None:
    table = Table(match_format("bws", clocked=True)).scene(PARTED, WHITE)
    table.do(c.ClaimGame(at=0, side=BLACK, level=1))
    assert table.no(c.OfferDouble(at=0, side=WHITE)) == MatchCode.MUST_ANSWER_CLAIM
    assert table.no(c.ResumeClock(at=0)) == MatchCode.MUST_ANSWER_CLAIM


@pytest.mark.clause("bws:4.5a", "bws:4.3.2.8a")
def test_without_a_clock_bws_has_no_settled_games() -> None:
    table = Table(match_format("bws", RECORDED, clocked=False)).scene("x 6:2 off:13 | o 6:15", BLACK)
    assert table.no(c.ClaimGame(at=0, side=WHITE, level=1)) == MatchCode.CLAIM_NOT_ALLOWED


@pytest.mark.clause("ibf:15.1", "guide:5.12a")
@pytest.mark.parametrize("book", ["ibf", "guide", "trad"])
def test_the_other_books_know_no_claims(book: str) -> None:
    table = Table.under(book).scene("x 1:1 off:14 | o 6:10 off:5", WHITE)
    assert table.no(c.ClaimGame(at=0, side=WHITE, level=1)) == MatchCode.CLAIM_NOT_ALLOWED


@pytest.mark.clause("usbgf:4.2.4a", "usbgf:4.5a", "ibf:15.3a", "bws:4.5a", "guide:5.14b", "usbgf:4.5b", "ibf:15.4")
@pytest.mark.parametrize("book", ["ibf", "usbgf", "bws", "guide"])
def test_players_have_no_other_way_to_end_change_or_replay_a_game(book: str) -> None:
    table = Table.under(book).won_by(WHITE)
    table.opening(6, 1)
    for side in (WHITE, BLACK):
        assert table.no(c.LeaveMatch(at=0, side=side)) == MatchCode.MATCH_MUST_BE_PLAYED_OUT
        assert table.no(c.AnswerResignation(at=0, side=side, accept=True)) == MatchCode.NO_RESIGNATION_OFFERED
        assert table.no(c.AnswerClaim(at=0, side=side, accept=True)) == MatchCode.NO_CLAIM_MADE
    for official in (
        c.VoidGame(at=0, by=""),
        c.CorrectScore(at=0, by="", score=(0, 0)),
        c.CorrectPosition(at=0, by="", position="start"),
        c.CorrectCube(at=0, by="", value=2, owner=WHITE),
        c.RestoreGame(at=0, by="", version=1, game=b""),
        c.CorrectLength(at=0, by="", length=match_format(length=3).length),
        c.DeclareDrawn(at=0, by=""),
    ):
        assert table.no(official) == MatchCode.OFFICIALS_ONLY


@pytest.mark.clause("usbgf:4.3.4-8")
@pytest.mark.parametrize(("cube", "winner"), [(2, BLACK), (4, WHITE)])
def test_a_claim_at_expiry_has_to_win_the_match(cube: int, winner: object) -> None:
    table = Table(match_format("usbgf", clocked=True))
    table.scene("x 1:3 off:12 | o 6:5 off:10", WHITE, score=(4, 2), cube=(cube, WHITE))
    table.do(c.CheckClock(at=10_000_000))
    assert table.winner is winner
    assert table.score == ((4, 2) if winner is BLACK else (8, 2))


@pytest.mark.clause("usbgf:4.3.4-9", "usbgf:4.3.4-8")
def test_a_winning_claim_prevails_over_the_flag() -> None:
    table = Table(match_format("usbgf", RECORDED, clocked=True)).scene(
        "x 1:1 off:14 | o 6:5 off:10", WHITE, score=(6, 6)
    )
    table.do(c.AnnounceExpiry(at=10_000_000, of=WHITE))
    assert (table.winner, table.score) == (WHITE, (7, 6))


@pytest.mark.clause("usbgf:4.3.4-6", "usbgf:4.5.2a")
@pytest.mark.parametrize(("black", "winner"), [("6:5 off:10", WHITE), ("6:4 off:11", BLACK)])
def test_the_board_is_that_of_the_end_of_the_flagged_player_s_last_turn(black: str, winner: object) -> None:
    """White has two left after its turn; what Black has rolled since does not count: 6-6 is assumed."""
    table = Table(match_format("usbgf", RECORDED, clocked=True)).scene(f"x 1:3 off:12 | o {black}", WHITE, score=(6, 6))
    table.do(c.RollDice(at=1, side=WHITE, dice=(2, 1)))
    table.do(c.PlayCheckers(at=2, side=WHITE, hops=((1, 0), (1, 0))))
    table.do(c.AdjustClock(at=2, by="TD", side=WHITE, change=-10_000_000))
    table.do(c.EndTurn(at=3, side=WHITE))
    table.do(c.RollDice(at=4, side=BLACK, dice=(2, 1)))
    table.do(c.AnnounceExpiry(at=5, of=WHITE))
    assert table.winner is winner


@pytest.mark.clause("bws:4.3.3e")
@pytest.mark.parametrize(("sets", "winner"), [(0, BLACK), (1, WHITE)])
def test_in_sets_a_game_that_wins_only_its_set_does_not_save_the_match(sets: int, winner: object) -> None:
    rules = match_format("bws", RECORDED, clocked=True)
    table = Table(like(rules, length=Length(LengthKind.SETS, 3, best_of=3)))
    for _ in range(sets):
        table.won_by(WHITE, 3)
    table.scene("x 1:1 off:14 | o 6:5 off:10", WHITE, score=(2, 2))
    table.do(c.AnnounceExpiry(at=10_000_000, of=WHITE))
    assert table.winner is winner


def test_where_a_format_forbids_resigning_or_allows_it_at_any_time() -> None:
    never = Table(like(match_format("usbgf"), resignation=Resignation.NEVER)).scene(PARTED, WHITE)
    assert never.no(c.OfferResignation(at=0, side=WHITE, level=1)) == MatchCode.RESIGNATION_NOT_ALLOWED
    casual = Table.under("Casual online").scene(CONTACT, WHITE)
    assert open_actions(casual.state, BLACK).resign == (1, 2, 3)
    casual.resign(BLACK, 3).do(c.AnswerResignation(at=0, side=WHITE, accept=True))
    assert casual.score == (3, 0)
    off = Table.under("Casual online").scene("x 6:14 off:1 | o 5:9 off:6", WHITE)
    assert off.no(c.OfferResignation(at=0, side=WHITE, level=2)) == MatchCode.LEVEL_EXCLUDED


def test_every_book_answers_a_resignation_of_nothing() -> None:
    for book in BOOKS:
        table = Table.under(book)
        assert table.no(c.OfferResignation(at=0, side=WHITE, level=1)) == MatchCode.NO_GAME
        assert table.opening(3, 3).no(c.OfferResignation(at=0, side=WHITE, level=1)) == MatchCode.OPENING_ROLL_DUE
        table.scene(turn=WHITE).double(WHITE)
        assert table.no(c.OfferResignation(at=0, side=BLACK, level=1)) == MatchCode.MUST_ANSWER_DOUBLE
