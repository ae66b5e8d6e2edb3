"""Time runs out: noticed or by itself, lost or saved, under each book."""

import pytest
from msgspec.structs import replace

from barpoint.board import Side
from barpoint.match import commands as c
from barpoint.match.format.match_format import (
    BothExpired,
    Enforcement,
    LengthKind,
    PauseReason,
)
from barpoint.match.snapshot import encode_game
from barpoint.match.state import MatchPhase
from barpoint.rulebook.profiles.options import Options
from barpoint.rulebook.tariff.reserves import forgotten_press_credit
from tests.match.clocked_match import (
    SECOND,
    TD,
    A,
    B,
    Table,
    format_under,
    table,
    types,
)

BOOKS = ["usbgf", "bws", "guide", "ibf"]
LAST_CHECKER = "x 1:1 | o 6:5"
CONTACT = "start"


def expired(book: str, position: str, *, score: tuple[int, int] = (0, 0), turn: Side = A, length: int = 7) -> Table:
    """White's time is used up in a position, White or Black being on turn; nobody has said so yet."""
    match = table(book, length=length).begin().score(*score)
    match.place(position, A).set_reserve(A, 1)
    if turn is A:
        return match.wait(14)
    assert match.state.format.clock is not None
    match.wait(14).do(c.RollDice(at=0, side=A, dice=(2, 1)))
    match.do(c.PlayCheckers(at=0, side=A, hops=match.some_play()))
    match.do(c.EndTurn(at=0, side=A))
    return match


def notice(match: Table, of: Side = A) -> Table:
    """Time that runs out by itself has run out; otherwise a player says so."""
    match.do(c.CheckClock(at=0))
    if match.state.phase is not MatchPhase.OVER:
        match.do(c.AnnounceExpiry(at=0, of=of, person="Bob"))
    return match


@pytest.mark.clause(
    "usbgf:4.3.4-1", "usbgf:4.3.4-4", "bws:4.3.3c", "bws:4.3.3b", "ibf:8.7a", "guide:5.10e", "usbgf:3.4.1c"
)
@pytest.mark.parametrize("score", [(0, 0), (6, 0), (6, 1), (2, 6)])
@pytest.mark.parametrize("book", BOOKS)
def test_a_player_out_of_time_loses_the_match_at_any_score(book: str, score: tuple[int, int]) -> None:
    match = notice(expired(book, CONTACT, score=score))
    assert match.winner is B
    assert match.clock.running is None  # play and clocks stop at once
    assert match.refused(c.PlayCheckers(at=0, side=A, hops=())) == "match_over"


SAVED = {"usbgf": A, "bws": A, "guide": B, "ibf": B}


@pytest.mark.clause("usbgf:4.3.4-1", "bws:4.3.3e", "ibf:8.7a", "guide:5.10e")
@pytest.mark.parametrize("book", BOOKS)
def test_a_certain_match_win_saves_under_usbgf_and_bws_only(book: str) -> None:
    assert notice(expired(book, LAST_CHECKER, score=(6, 4))).winner is SAVED[book]


@pytest.mark.clause("usbgf:4.3.4-1", "bws:4.3.3e")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_a_certain_game_that_leaves_the_match_open_saves_nobody(book: str) -> None:
    assert notice(expired(book, LAST_CHECKER, score=(5, 4))).winner is B


@pytest.mark.clause("usbgf:4.3.4-1", "bws:4.3.3e")
@pytest.mark.parametrize(("book", "winner"), [("usbgf", A), ("bws", A), ("guide", B), ("ibf", B)])
def test_a_gammon_saves_where_it_is_certain_and_needed(book: str, winner: Side) -> None:
    """No Black checker can leave the board before White's last one does."""
    match = expired(book, "x 1:1 | o 13:15", score=(5, 4))
    assert notice(match).winner is winner


@pytest.mark.clause("bws:4.3.3a", "usbgf:4.3.4-3", "ibf:8.7c")
@pytest.mark.parametrize(("book", "winner"), [("usbgf", A), ("bws", A), ("guide", A), ("ibf", B)])
def test_an_expiry_nobody_notices_counts_only_where_time_runs_out_by_itself(book: str, winner: Side) -> None:
    match = table(book, length=7).begin().score(6, 4)
    match.place(LAST_CHECKER, A).set_reserve(A, 1).wait(40)
    bears_off = c.RollDice(at=0, side=A, dice=(2, 1))
    match.do(bears_off)
    if match.state.phase is not MatchPhase.OVER:
        match.do(c.PlayCheckers(at=0, side=A, hops=((1, 0),)))
        match.do(c.EndTurn(at=0, side=A))
    assert match.winner is winner


@pytest.mark.clause("ibf:8.7c", "bws:4.3.3a", "usbgf:4.3.4-3")
@pytest.mark.parametrize("book", BOOKS)
def test_online_a_move_after_zero_does_not_count(book: str) -> None:
    match = table(book, Enforcement.STRICT).begin().set_reserve(A, 5)
    match.wait(17.1)
    events = match.do(c.PlayCheckers(at=0, side=A, hops=match.some_play()))
    assert types(events) == ["TimeExpired", "MatchEnded"]
    assert events[0].at == 17 * SECOND  # the moment itself, not that of the move
    assert match.winner is B


@pytest.mark.clause("usbgf:4.3.4-3", "bws:4.3.3a")
@pytest.mark.parametrize(
    ("command", "counts"),
    [
        (c.AnnounceExpiry(at=0, of=A, person="Bob"), True),  # the opponent
        (c.AnnounceExpiry(at=0, of=A, person="Ada"), True),  # the player
        (c.AnnounceExpiry(at=0, of=A, by=TD), True),
        (c.AnnounceExpiry(at=0, of=A, person="a spectator"), False),
    ],
)
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide"])
def test_a_player_or_official_announces_an_expiry(book: str, command: c.AnnounceExpiry, *, counts: bool) -> None:
    match = expired(book, CONTACT)
    if counts:
        match.do(command)
        assert match.winner is B
    else:
        assert match.refused(command) == "not_seated"
        assert match.state.phase is MatchPhase.PLAYING


@pytest.mark.clause("ibf:8.8")
def test_under_ibf_a_spectators_call_is_void_and_the_flag_speaks_for_itself() -> None:
    match = table("ibf").begin().set_reserve(A, 5).wait(10)
    call = c.AnnounceExpiry(at=0, of=A, person="a spectator")
    assert match.refused(call) == "not_seated"
    match.wait(7).do(c.AnnounceExpiry(at=0, of=A, by="the arbiter"))
    assert match.winner is B


@pytest.mark.clause("usbgf:4.3.4-1", "bws:4.3.3a")
@pytest.mark.parametrize("book", BOOKS)
def test_time_that_is_left_cannot_be_announced_as_gone(book: str) -> None:
    match = table(book).begin().set_reserve(A, 5).wait(16.9)
    assert match.refused(c.AnnounceExpiry(at=0, of=A)) == "time_not_expired"
    assert match.refused(c.AnnounceExpiry(at=0, of=B)) == "time_not_expired"


@pytest.mark.clause("usbgf:4.3.4-4", "bws:4.3.3b")
@pytest.mark.parametrize("book", ["usbgf", "bws", "guide"])
def test_an_expiry_noticed_in_the_opponents_turn_stops_the_opponents_clock(book: str) -> None:
    match = expired(book, CONTACT, turn=B)
    assert match.running() is B
    notice(match)
    assert (match.winner, match.running()) == (B, None)


@pytest.mark.clause("usbgf:4.3.4-5")
def test_clock_errors_come_before_the_loss() -> None:
    match = expired("usbgf", CONTACT)
    match.do(c.CallDirector(at=0, side=A))
    match.adjust(A, forgotten_press_credit(6, 12 * SECOND) / SECOND, "six turns were not pressed")
    assert match.shows(A) == 42
    assert match.refused(c.AnnounceExpiry(at=0, of=A)) == "time_not_expired"
    match.do(c.ReleaseMatch(at=0, by=TD))
    assert match.state.phase is MatchPhase.PLAYING


@pytest.mark.clause("usbgf:4.3.4-5")
def test_online_a_wrong_expiry_can_be_taken_back() -> None:
    match = table("usbgf", Enforcement.STRICT).begin().set_reserve(A, 5)
    version, game = match.state.version, encode_game(match.game)
    match.wait(30).do(c.CheckClock(at=0))
    assert match.winner is B
    match.adjust(A, 42, "the clock had not stopped for the director")
    match.do(c.RestoreGame(at=0, by=TD, version=version, game=game))
    assert (match.state.ended, match.running(), match.shows(A), match.free(A)) == (None, A, 42, 12)
    match.turn(20)
    assert match.shows(A) == 34


def both_expired(book: str) -> Table:
    match = expired(book, CONTACT, turn=B)
    return match.set_reserve(B, 1).wait(14)


@pytest.mark.clause("usbgf:4.3.4-10", "bws:4.3.3d")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_when_both_are_out_of_time_the_book_says_how_to_go_on(book: str) -> None:
    match = both_expired(book)
    events = match.do(c.AnnounceExpiry(at=0, of=A))
    assert types(events) == ["TimeExpired", "TimeExpired", "DirectorCalled"]
    match.wait(60).do(c.ResolveBothExpired(at=0, by=TD, nominal=120_000))
    assert not match.state.stopped_by
    if book == "usbgf":
        assert (match.shows(A), match.shows(B), match.running()) == (120, 120, B)
    else:
        assert match.state.clock is None
    match.turn()
    assert match.game.turn is A


@pytest.mark.clause("bws:4.3.3d", "usbgf:4.3.4-10")
@pytest.mark.parametrize("book", ["usbgf", "bws"])
def test_whoever_is_known_to_have_run_out_first_loses(book: str) -> None:
    match = both_expired(book)
    match.do(c.AnnounceExpiry(at=0, of=A, by=TD, first=True))
    assert match.winner is B


@pytest.mark.parametrize("book", ["guide"])
def test_where_the_book_is_silent_on_both_times_gone_an_official_has_to_decide(book: str) -> None:
    match = both_expired(book)
    assert match.refused(c.AnnounceExpiry(at=0, of=A)) == "both_expired_not_covered"
    assert match.refused(c.ResolveBothExpired(at=0, by=TD)) == "both_expired_not_covered"
    match.do(c.ForfeitMatch(at=0, by=TD, side=A))
    assert match.winner is B


def test_under_ibf_both_times_cannot_be_gone() -> None:
    assert format_under("ibf").clock is not None
    match = table("ibf").begin().set_reserve(A, 1).wait(14)
    assert types(match.do(c.AnnounceExpiry(at=0, of=A))) == ["TimeExpired", "MatchEnded"]


def test_the_case_of_both_is_refused_while_one_has_time() -> None:
    assert table("usbgf").begin().refused(c.ResolveBothExpired(at=0, by=TD)) == "time_not_expired"
    assert BothExpired.NOMINAL_RESERVE is table("usbgf").clock.rules.both_expired


TRUST = Options(trust_minute=True)


@pytest.mark.clause("usbgf:3.4.4.3e", "usbgf:3.4.4.3f", "usbgf:3.4.4.3g")
@pytest.mark.parametrize("enforcement", list(Enforcement))
def test_a_minute_in_trust_is_given_once(enforcement: Enforcement) -> None:
    match = table("usbgf", enforcement, options=TRUST).begin()
    assert (match.shows(A), match.clock.trust) == (1020, (60_000, 60_000))
    match.set_reserve(A, 5).wait(17)
    command = c.CheckClock(at=0) if enforcement is Enforcement.STRICT else c.AnnounceExpiry(at=0, of=A, person="Ada")
    assert types(match.do(command)) == ["TimeExpired", "TrustTimeReleased"]
    assert (match.shows(A), match.clock.trust, match.shows(B)) == (60, (0, 60_000), 1020)
    match.wait(59.9)
    assert match.do(c.CheckClock(at=0)) == ()
    match.wait(0.1)
    assert types(match.do(command))[-1] == "MatchEnded"
    assert match.winner is B


@pytest.mark.clause("usbgf:3.4.4.3f")
def test_a_move_made_on_the_minute_in_trust_is_not_lost() -> None:
    match = table("usbgf", Enforcement.STRICT, options=TRUST).begin().set_reserve(A, 5).wait(30)
    events = match.do(c.PlayCheckers(at=0, side=A, hops=match.some_play()))
    assert types(events) == ["TimeExpired", "TrustTimeReleased", "Played"]
    assert match.shows(A) == 60 - 13


@pytest.mark.clause("usbgf:3.4.4.3g")
def test_trust_and_reserve_can_both_be_gone_when_the_server_looks() -> None:
    match = table("usbgf", Enforcement.STRICT, options=TRUST).begin().set_reserve(A, 5).wait(500)
    events = match.do(c.CheckClock(at=0))
    assert types(events) == ["TimeExpired", "TrustTimeReleased", "TimeExpired", "MatchEnded"]
    assert [event.at // SECOND for event in events] == [17, 17, 77, 77]


@pytest.mark.clause("usbgf:1.8.2.2b")
def test_only_the_timed_side_can_lose_on_time() -> None:
    played = format_under("USBGF Advanced")
    assert played.clock is not None
    match = Table(replace(played, clock=replace(played.clock, untimed=(B,)))).begin(B)
    assert (match.shows(A), match.clock.rules.delay) == (840, 15 * SECOND)
    match.wait(9_999)
    assert match.refused(c.AnnounceExpiry(at=0, of=B)) == "time_not_expired"
    match.turn().wait(856)
    match.do(c.AnnounceExpiry(at=0, of=A))
    assert match.winner is B


def test_a_match_without_a_clock_has_no_time_to_speak_of() -> None:
    match = table("usbgf", clocked=False).begin()
    for command in (
        c.AnnounceExpiry(at=0, of=A),
        c.PauseClock(at=0, side=A, reason=PauseReason.DISPUTE),
        c.ResumeClock(at=0),
        c.PressTwice(at=0, side=A),
        c.AdjustClock(at=0, by=TD, side=A, change=1),
        c.ResolveBothExpired(at=0, by=TD),
    ):
        assert match.refused(command) == "no_clock"
    assert match.state.in_force.kind is LengthKind.POINTS
