"""When the clock stands still, and how times are put right."""

import pytest
from msgspec.structs import replace

from barpoint.match import commands as c
from barpoint.match.decide.time_rules import pause_limit
from barpoint.match.format.match_format import (
    MINUTE,
    ClockMethod,
    Enforcement,
    PauseReason,
)
from barpoint.match.snapshot import encode_game
from barpoint.rulebook.tariff.penalties import after_fast_grab, wrongly_settled
from barpoint.rulebook.tariff.reserves import (
    correct_setting,
    forgotten_press_credit,
    reserve_cost,
)
from tests.match.clock_accounts import time_elapsed
from tests.match.clocked_match import (
    SECOND,
    TD,
    A,
    B,
    Table,
    format_under,
    table,
)

EIGHT = {
    PauseReason.BETWEEN_GAMES,
    PauseReason.BREAK,
    PauseReason.DIE_OFF_BOARD,
    PauseReason.DISPUTE,
    PauseReason.DICE_TAKEN,
    PauseReason.FAST_GRAB,
    PauseReason.ILLEGAL_MOVE,
    PauseReason.RESIGN_OR_CLAIM,
}
IBF = {PauseReason.BETWEEN_GAMES, PauseReason.BREAK, PauseReason.DIE_OFF_BOARD, PauseReason.DISPUTE}
IBF_ARBITER = {PauseReason.DICE_REPLACED}  # ibf:3.8b
ALLOWED = {"usbgf": EIGHT, "bws": EIGHT, "guide": EIGHT, "ibf": IBF | IBF_ARBITER}


def pause(match: Table, reason: PauseReason, seconds: float = 0) -> Table:
    """Stop the clock for a reason and let so many seconds pass."""
    match.do(c.PauseClock(at=0, side=match.game.turn, reason=reason))
    return match.wait(seconds)


@pytest.mark.clause(
    "usbgf:4.3.2-4",
    "usbgf:4.3.2(c)",
    "usbgf:4.3.2(d)",
    "usbgf:4.3.2(e)",
    "usbgf:4.3.2(f)",
    "usbgf:4.3.2(g)",
    "usbgf:4.3.2(h)",
    "usbgf:1.8.2.1c",
    "bws:4.3.2",
    "bws:4.3.2.3",
    "bws:4.3.2.5",
    "bws:4.3.2.6",
    "bws:4.3.2.7",
    "ibf:3.12a",
    "ibf:3.12c",
    "ibf:3.12d",
    "ibf:3.8b",
)
@pytest.mark.parametrize("reason", list(PauseReason))
@pytest.mark.parametrize("book", list(ALLOWED))
def test_the_clock_is_stopped_for_the_books_reasons_only(book: str, reason: PauseReason) -> None:
    match = table(book).begin().turn(20).wait(5)
    stopped = c.PauseClock(at=0, side=B, reason=reason)
    if reason not in ALLOWED[book] or reason is PauseReason.BETWEEN_GAMES:  # a game is on
        assert match.refused(stopped) == "pause_not_allowed"
        return
    match.do(stopped)
    assert match.refused(stopped) == "clock_already_paused"
    shows = match.shows(A), match.shows(B)
    match.wait(25).do(c.ResumeClock(at=0))
    assert (match.shows(A), match.shows(B), match.free(B)) == (*shows, 7)


@pytest.mark.clause("usbgf:1.8.2.1c", "usbgf:4.3.2-4", "bws:4.3.2", "ibf:3.12a")
def test_no_reason_is_called_thinking_recording_or_telephone() -> None:
    for reason in ("think", "record_position", "phone_call"):
        with pytest.raises(ValueError, match=reason):
            PauseReason(reason)


@pytest.mark.clause("ibf:3.12a", "usbgf:4.3.2-4", "bws:4.3.2")
@pytest.mark.parametrize("book", list(ALLOWED))
def test_online_players_cannot_stop_the_clock(book: str) -> None:
    match = table(book, Enforcement.STRICT).begin().turn(5)
    for reason in PauseReason:
        if reason in (PauseReason.DISCONNECT, PauseReason.OUTAGE):  # the service's own
            continue
        assert match.refused(c.PauseClock(at=0, side=B, reason=reason)) == "pause_not_allowed"
    pause(match, PauseReason.OUTAGE, 600).do(c.ResumeClock(at=0))
    assert match.shows(B) == match.clock.rules.reserve / SECOND


@pytest.mark.clause("ibf:3.12a", "ibf:3.12c", "ibf:3.12d")
@pytest.mark.parametrize("reason", [PauseReason.DIE_OFF_BOARD, PauseReason.DISPUTE])
def test_under_ibf_a_pause_ends_by_itself_after_thirty_seconds(reason: PauseReason) -> None:
    match = table("ibf").begin().turn(5).wait(4)
    due = match.now + 30 * SECOND
    pause(match, reason, 31)
    assert pause_limit(match.state) == due
    match.do(c.CallDirector(at=0, side=B))  # once the arbiter is called there is no limit (our reading)
    assert pause_limit(match.state) is None
    match.wait(300).do(c.ReleaseMatch(at=0, by=TD))
    assert match.free(B) == 7  # one second of its own went by before the call
    assert time_elapsed(match.clock, match.now) == match.now


def test_an_official_freezes_a_match_unasked_and_nobody_pays_for_it() -> None:
    match = table("ibf").begin().turn(5).wait(4)
    match.do(c.StopMatch(at=0, by=TD, reason="a spectator speaks"))
    assert match.state.stopped_by == "official"
    assert match.refused(c.EndTurn(at=0, side=B)) == "director_called"
    assert match.refused(c.StopMatch(at=0, by=TD)) == "director_called"
    match.wait(600).do(c.ReleaseMatch(at=0, by=TD))
    assert (match.state.stopped_by, match.free(B)) == ("", 8)
    match.do(c.ForfeitMatch(at=0, by=TD, side=B))
    assert match.refused(c.StopMatch(at=0, by=TD)) == "match_over"


@pytest.mark.clause("usbgf:4.3.2-4")
def test_only_ibf_limits_a_pause() -> None:
    assert pause_limit(pause(table("usbgf").begin(), PauseReason.DISPUTE).state) is None


@pytest.mark.clause("ibf:3.8b")
def test_new_dice_in_the_middle_of_a_game_cost_nobody_time() -> None:
    match = table("ibf").begin().set_reserve(A, 370).wait(12)
    pause(match, PauseReason.DICE_REPLACED, 90)
    assert pause_limit(match.state) is None
    match.do(c.ResumeClock(at=0))
    assert match.shows(A) == 370


@pytest.mark.clause("bws:4.3.2.4", "usbgf:4.3.2(d)", "ibf:3.12d", "usbgf:3.4.2")
@pytest.mark.parametrize("book", list(ALLOWED))
@pytest.mark.parametrize("enforcement", list(Enforcement))
def test_a_call_for_the_director_freezes_play_and_clock(book: str, enforcement: Enforcement) -> None:
    match = table(book, enforcement).begin().wait(5)
    match.do(c.CallDirector(at=0, side=A))
    assert match.wait(400).refused(c.PlayCheckers(at=0, side=A, hops=match.some_play())) == "director_called"
    assert match.refused(c.ResumeClock(at=0)) == "director_called"
    match.do(c.ReleaseMatch(at=0, by=TD))
    assert match.free(A) == 7
    assert match.shows(A) == match.clock.rules.reserve / SECOND


@pytest.mark.clause("usbgf:4.3.2(h)")
def test_the_clock_stands_while_a_resignation_waits_and_goes_on_if_it_is_declined() -> None:
    match = table("usbgf").begin().place("x 6:5 5:5 4:5 | o 6:5 5:5 4:5", A).wait(5)
    match.do(c.OfferResignation(at=0, side=A, level=2))
    assert match.wait(100).refused(c.ResumeClock(at=0)) == "must_answer_resignation"
    match.do(c.CallDirector(at=0, side=B))
    match.wait(50).do(c.ReleaseMatch(at=0, by=TD))
    assert not match.clock.is_running  # the offer is still on the table
    match.wait(30).do(c.AnswerResignation(at=0, side=B, accept=False))
    assert (match.running(), match.free(A)) == (A, 7)
    assert time_elapsed(match.clock, match.now) == match.now


@pytest.mark.clause("usbgf:4.1.7.1f", "usbgf:4.3.2(e)", "usbgf:4.1.7.1h")
def test_dice_taken_by_the_player_who_pressed_bring_reserve_and_delay_back() -> None:
    match = table("usbgf").begin().turn(5).wait(17)
    assert match.shows(B) == 1075
    pause(match, PauseReason.DICE_TAKEN, 20)
    match.adjust(B, 5, "agreed by both")
    match.do(c.ResumeClock(at=0, fresh_delay=True))
    assert (match.shows(B), match.free(B)) == (1080, 12)


@pytest.mark.clause("bws:4.1.6.2d", "bws:4.3.2.6")
def test_the_turn_of_a_player_without_dice_is_untimed_once_stopped() -> None:
    match = table("bws").begin().turn(5).wait(14)
    pause(match, PauseReason.DICE_TAKEN, 40)
    match.turn()
    assert match.shows(B) == 1078  # the 2 s before the stop stay spent
    assert (match.running(), match.free(A)) == (A, 12)


@pytest.mark.clause("bws:3.5.5e", "usbgf:3.4.4.2a")
@pytest.mark.parametrize("book", list(ALLOWED))
def test_no_second_delay_is_given_after_an_ordinary_stop(book: str) -> None:
    match = pause(table(book).begin().wait(7), PauseReason.DISPUTE, 10)
    assert match.refused(c.ResumeClock(at=0, fresh_delay=True)) == "fresh_delay_not_granted"


@pytest.mark.clause("bws:4.1.5.2b", "bws:4.1.5.2c", "bws:4.1.5.2d", "bws:4.3.2.5", "usbgf:4.3.2(f)")
@pytest.mark.parametrize(("before", "after"), [(95, 65), (60, 30), (31, 1), (30, 1), (22, 1), (0.4, 0.4)])
def test_a_repeated_early_grab_costs_thirty_seconds_and_begins_with_a_full_delay(before: float, after: float) -> None:
    match = table("bws").begin().set_reserve(B, before).turn(5)
    pause(match, PauseReason.FAST_GRAB, 30)
    left = int(match.shows(B) * SECOND)
    match.adjust(B, (after_fast_grab(left) - left) / SECOND, "dice lifted before the turn ended")
    match.do(c.ResumeClock(at=0, fresh_delay=True))
    assert (match.shows(B), match.free(B), match.shows(A)) == (after, 12, 1080)


def restore(match: Table, version: int, *, illegal: bool = True) -> Table:
    """An illegal move is undone: the game goes back to a version of this match."""
    from barpoint.match.evolve.dispatch import fold_match

    earlier = fold_match(match.log[:version]).game
    assert earlier is not None
    match.do(c.RestoreGame(at=0, by=TD, version=version, game=encode_game(earlier), illegal_move=illegal))
    return match


@pytest.mark.clause(
    "usbgf:4.2.3.2c",
    "usbgf:4.2.3.1(a)-3",
    "usbgf:4.2.3.2a",
    "bws:4.2.3.3",
    "bws:4.3.2.7",
    "guide:addendum-clock-2",
    "guide:addendum-guidelines-2",
    "usbgf:4.3.2(g)",
    "ibf:14.7",
)
@pytest.mark.parametrize(
    ("book", "redo", "left"),
    [
        ("usbgf", 10, 52),
        ("bws", 17, 47),  # bws:4.2.3.3
        ("guide", 16, 48),  # 4 s after the delay
        ("ibf", 20, 32),  # ibf:14.7: all on the main time
    ],
)
@pytest.mark.parametrize("lifted", [False, True])
def test_an_illegal_move_is_put_right_on_the_offenders_time(book: str, redo: float, left: int, *, lifted: bool) -> None:
    match = table(book).begin().set_reserve(A, 60)
    version = match.state.version
    match.wait(20).do(c.PlayCheckers(at=0, side=A, hops=((8, 2), (6, 5))))  # 3-1 played as 6-1
    match.do(c.EndTurn(at=0, side=A))
    assert match.shows(A) == 52
    match.wait(4)
    if lifted:
        pause(match, PauseReason.ILLEGAL_MOVE if book != "ibf" else PauseReason.DISPUTE, 30)
    restore(match, version)
    assert (match.running(), match.clock.is_running) == (A, True)
    assert match.free(A) == (0 if book == "ibf" else 12)
    if book in ("bws", "guide"):
        match.do(c.PlayCheckers(at=0, side=A, hops=match.some_play()))
        assert match.wait(11.9).refused(c.EndTurn(at=0, side=A)) == "delay_must_pass"
        redo -= 11.9
    match.turn(redo)
    assert match.shows(A) == left  # what the illegal play cost is not given back
    assert match.shows(B) == match.clock.rules.reserve / SECOND


@pytest.mark.clause("ibf:14.7")
def test_under_ibf_another_correction_has_its_delay() -> None:
    match = table("ibf").begin()
    version = match.state.version
    match.turn(5)
    assert restore(match, version, illegal=False).free(A) == 12
    match.do(c.CorrectPosition(at=0, by=TD, position="start", turn=A, dice=(3, 1), illegal_move=True))
    assert match.free(A) == 0


@pytest.mark.clause("guide:addendum-clock-1")
def test_a_move_put_right_before_the_press_runs_on() -> None:
    match = table("guide").begin()
    match.wait(9).do(c.PlayCheckers(at=0, side=A, hops=((8, 4), (6, 5))))
    match.turn(11)
    assert match.shows(A) == 840 - 8


@pytest.mark.clause("guide:addendum-guidelines-2", "usbgf:4.2.3.2c")
def test_the_director_may_give_time_back_after_an_undoing() -> None:
    match = table("guide").begin().turn(52)
    match.adjust(A, 40, "two turns undone")
    assert match.shows(A) == 840


@pytest.mark.clause("ibf:3.12e")
@pytest.mark.parametrize(("gone", "main"), [(9, 840), (15, 837)])
def test_two_presses_after_an_invalid_roll_give_the_time_for_the_move_back(gone: int, main: int) -> None:
    match = table("ibf").begin().turn(5).wait(gone)
    twice = c.PressTwice(at=0, side=B)
    assert match.refused(twice) == "double_press_not_allowed"
    match.do(c.SpoilRoll(at=0, side=B))
    match.do(twice)
    assert (match.free(B), match.shows(B)) == (12, main)
    match.turn(12)
    assert match.shows(B) == main


@pytest.mark.clause("ibf:3.12e")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide"])
def test_other_books_have_no_double_press(book: str) -> None:
    match = table(book).begin().turn(5)
    match.do(c.SpoilRoll(at=0, side=B))
    assert match.refused(c.PressTwice(at=0, side=B)) == "double_press_not_allowed"


@pytest.mark.clause("bws:4.3.2.8b")
def test_a_game_wrongly_called_settled_brings_the_opponent_two_minutes() -> None:
    match = table("bws").begin().place("x 6:5 5:5 4:5 | o 6:5 5:5 4:5", A).set_reserve(B, 70).wait(5)
    match.do(c.ClaimGame(at=0, side=A, level=1))
    match.wait(20).do(c.AnswerClaim(at=0, side=B, accept=False))
    match.do(c.CallDirector(at=0, side=B))
    match.set_reserve(B, wrongly_settled(70 * SECOND) / SECOND)
    match.wait(60).do(c.ReleaseMatch(at=0, by=TD))
    assert (match.shows(B), match.running(), match.free(A)) == (190, A, 7)


@pytest.mark.clause(
    "usbgf:4.1.7.1d",
    "usbgf:4.1.7.1g",
    "usbgf:4.1.7.1h",
    "usbgf:4.3.2-1",
    "usbgf:4.3.3b",
    "usbgf:4.3.3c",
    "usbgf:4.3.3d",
    "ibf:17.1b",
    "ibf:17.1c",
    "ibf:8.6",
    "usbgf:4.1.8.2c",
)
@pytest.mark.parametrize(
    ("shown", "change", "after"),
    [
        (60, 40, 100),  # usbgf:4.1.7.1d: the whole of what was lost
        (60, forgotten_press_credit(5, 12 * SECOND) // SECOND, 95),
        (60, reserve_cost(90 * SECOND, 12 * SECOND) // SECOND, 138),  # usbgf:4.3.2-1
        (450, (correct_setting(450_000, 600_000, 840_000) - 450_000) // SECOND, 690),  # usbgf:4.3.3b
        (60, -(reserve_cost(60 * SECOND, 12 * SECOND) // SECOND), 12),  # usbgf:4.3.3c
        (180, -60, 120),  # ibf:17.1b
        (180, -200, 0),
        (70, 60, 130),  # ibf:17.1c
        (480, 320, 800),  # ibf:8.6
    ],
)
def test_an_official_puts_times_right_on_the_record(shown: int, change: int, after: int) -> None:
    match = table("usbgf").begin().turn(5).set_reserve(A, shown)
    other = match.shows(B)
    match.adjust(A, change, "clock error")
    assert (match.shows(A), match.shows(B)) == (after, other)
    assert match.refused(c.AdjustClock(at=0, by="", side=A, change=1)) == "officials_only"


@pytest.mark.clause("bws:3.7.2a", "bws:3.7.2b", "usbgf:3.5.2b", "usbgf:3.5.2c", "ibf:8.6", "ibf:8.10")
@pytest.mark.parametrize("book", ["bws", "usbgf", "ibf"])
def test_a_faulty_clock_is_replaced_with_the_times_of_each_player(book: str) -> None:
    match = table(book).begin().turn(30).wait(3)
    match.do(c.CallDirector(at=0, side=B))
    rules = replace(match.clock.rules, delay=12 * SECOND)
    match.wait(200).do(c.IntroduceClock(at=0, by=TD, rules=rules, reserve=(460 * SECOND, 545 * SECOND)))
    assert match.wait(10).refused(c.RollDice(at=0, side=B, dice=(2, 1))) == "director_called"
    match.do(c.ReleaseMatch(at=0, by=TD))
    assert (match.shows(A), match.shows(B), match.running(), match.free(B)) == (460, 545, B, 12)


@pytest.mark.clause("usbgf:3.4.4.3e")
def test_a_replaced_clock_holds_nothing_more_in_trust() -> None:
    match = table("usbgf").begin()
    rules = replace(match.clock.rules, trust=MINUTE)
    match.do(c.IntroduceClock(at=0, by=TD, rules=rules, reserve=(60_000, 60_000)))
    assert match.clock.trust == (0, 0)


@pytest.mark.clause("bws:3.5.2")
def test_the_director_may_exempt_a_match_from_its_clock() -> None:
    match = table("bws").begin().turn(5)
    match.do(c.RemoveClock(at=0, by=TD, reason="hands"))
    assert match.state.clock is None
    match.turn(9_999)
    assert match.refused(c.RemoveClock(at=0, by=TD)) == "no_clock"


@pytest.mark.clause("usbgf:3.4.4.1e", "usbgf:4.1.7.2b", "guide:5.10f")
@pytest.mark.parametrize("book", ["usbgf", "guide"])
def test_an_untimed_match_cannot_be_lost_on_time(book: str) -> None:
    played = format_under(book)
    assert played.clock is not None
    match = Table(replace(played, clock=replace(played.clock, method=ClockMethod.UNTIMED))).begin().wait(9_999)
    assert match.refused(c.AnnounceExpiry(at=0, of=A)) == "time_not_expired"
    assert match.do(c.CheckClock(at=0)) == ()
    match.turn()
    assert match.running() is B
