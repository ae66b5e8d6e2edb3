"""What takes an action back: calls, starts, tables, check-ins, the word on an entry, payments; nothing is deleted."""

from barpoint.tournament import commands as c
from barpoint.tournament.decide.permissions import NEEDED
from barpoint.tournament.desk.closing_checklist import duties
from barpoint.tournament.money.ledger import CASH
from barpoint.tournament.player import EntryStatus, Player
from barpoint.tournament.prices import Fees
from barpoint.tournament.refusals import TournamentCode as Code
from barpoint.tournament.staff import Permission
from tests.tournament.director import Hall, drawn, knockout, opened, swiss

ADA = Player(id="ada", name="Ada")
MATCH = {"contest": "open", "pairing": "M1-1"}
ENTRY = {"contest": "open", "entry": "ada"}
WHY = {"reason": "undone"}


def paying() -> Hall:
    """An event with an entry fee of 50, Ada in it."""
    hall = opened(knockout(fees=Fees(entry=5000)))
    hall.do(c.ImportEntrants, contest="open", entries=((ADA,),))
    return hall


def test_a_call_is_taken_back_and_no_delay_is_counted_from_it() -> None:
    hall = drawn(knockout())
    assert hall.refused(c.CancelMatchCall, **MATCH) == Code.MATCH_NOT_CALLED
    hall.do(c.CallMatch, **MATCH)
    hall.do(c.CallMatch, **MATCH)
    hall.do(c.CancelMatchCall, **MATCH)
    assert len(hall.match("M1-1").calls) == 1
    hall.do(c.CancelMatchCall, **MATCH)
    assert not hall.match("M1-1").calls
    hall.do(c.BeginMatch, **MATCH)
    assert hall.refused(c.CancelMatchCall, **MATCH) == Code.MATCH_BEGUN


def test_a_table_is_given_back() -> None:
    hall = drawn(knockout())
    hall.do(c.SetTables, tables=("1", "2"))
    assert hall.do(c.AssignTable, **MATCH, table="") == ()
    hall.do(c.AssignTable, **MATCH, table="1")
    hall.do(c.AssignTable, **MATCH, table="")
    assert hall.match("M1-1").table == ""
    hall.do(c.AssignTable, contest="open", pairing="M1-2", table="1")


def test_a_start_is_taken_back_with_the_points_that_came_of_it() -> None:
    hall = drawn(knockout("usbgf"))
    late = hall.fixture("M1-1").pair[1]
    hall.do(c.GivePenalty, player=late, points=1, reason="noise")
    hall.do(c.ScheduleRound, contest="open", start=hall.now, reason="programme")
    hall.do(c.CallMatch, **MATCH)
    hall.do(c.MarkReady, **MATCH, entrant=hall.fixture("M1-1").pair[0])
    was = hall.match("M1-1")
    hall.wait(12)
    hall.do(c.BeginMatch, **MATCH)
    given = [penalty for penalty in hall.state.penalties.values() if penalty.for_delay]
    assert given, "twelve minutes cost something"
    assert hall.state.penalties["penalty-1"].pairing == "M1-1"
    assert hall.refused(c.CancelStart, **MATCH) == Code.WHY_NEEDED
    hall.do(c.CancelStart, **MATCH, **WHY)
    after = hall.match("M1-1")
    assert (after.begun, after.ready, after.delay_points, after.start_delay) == (None, was.ready, (0, 0), (0, 0))
    assert all(hall.state.penalties[penalty.id].lifted for penalty in given)
    assert hall.state.penalties["penalty-1"].pairing == "", "it waits for the next match again"
    hall.do(c.BeginMatch, **MATCH)
    again = [penalty for penalty in hall.state.penalties.values() if penalty.for_delay and not penalty.lifted]
    assert [penalty.points for penalty in again] == [penalty.points for penalty in given]
    assert hall.state.penalties["penalty-1"].pairing == "M1-1"


def test_a_start_stands_once_something_has_happened_at_the_table() -> None:
    hall = drawn(knockout())
    assert hall.refused(c.CancelStart, **MATCH, **WHY) == Code.MATCH_NOT_BEGUN
    hall.do(c.BeginMatch, **MATCH)
    hall.do(c.NoteScore, **MATCH, score=(1, 0))
    assert hall.refused(c.CancelStart, **MATCH, **WHY) == Code.START_STANDS


def test_a_check_in_is_taken_back() -> None:
    hall = paying()
    assert hall.do(c.CancelCheckIn, **ENTRY) == ()
    hall.do(c.CheckIn, **ENTRY)
    hall.do(c.CancelCheckIn, **ENTRY)
    assert hall.contest().entries["ada"].checked_in is None


def test_an_approval_is_taken_back_with_its_charge() -> None:
    hall = paying()
    hall.do(c.ReconsiderEntry, **ENTRY, **WHY)
    assert hall.contest().entries["ada"].status is EntryStatus.PENDING
    assert not any(hall.state.balances.values())
    assert hall.refused(c.ReconsiderEntry, **ENTRY, **WHY) == Code.ENTRY_DECIDED
    hall.do(c.ApproveEntry, **ENTRY)
    assert hall.state.balances["player:ada"] == 5000


def test_a_refusal_is_taken_back_with_the_report_it_asked_for() -> None:
    hall = opened(knockout("bws"))
    hall.do(c.Register, contest="open", players=(ADA,))
    hall.do(c.RefuseEntry, **ENTRY, reason="banned by the board")
    hall.do(c.ReconsiderEntry, **ENTRY, **WHY)
    assert hall.contest().entries["ada"].status is EntryStatus.PENDING
    assert not duties(hall.state)


def test_whoever_is_drawn_is_not_reconsidered() -> None:
    hall = drawn(knockout())
    entry = {"contest": "open", "entry": "p00"}
    assert hall.refused(c.ReconsiderEntry, **entry, **WHY) == Code.DRAWN_ALREADY


def test_a_mistyped_payment_is_booked_back_once() -> None:
    hall = paying()
    hall.do(c.TakePayment, player="ada", amount=50_000)
    typed = hall.state.version
    assert hall.refused(c.ReverseBooking, booking=typed) == Code.WHY_NEEDED
    hall.do(c.ReverseBooking, booking=typed, **WHY)
    assert (hall.state.balances["player:ada"], hall.state.balances[CASH]) == (5000, 0)
    assert hall.state.bookings[-1].reverses == typed
    assert hall.refused(c.ReverseBooking, booking=typed, **WHY) == Code.BOOKING_REVERSED
    assert hall.refused(c.ReverseBooking, booking=hall.state.version, **WHY) == Code.NO_SUCH_BOOKING
    assert hall.refused(c.ReverseBooking, booking=1, **WHY) == Code.NO_SUCH_BOOKING


def test_the_charge_of_an_entry_is_not_booked_back_at_the_cash_desk() -> None:
    hall = paying()
    charge = hall.state.bookings[0].version
    assert hall.refused(c.ReverseBooking, booking=charge, **WHY) == Code.NO_SUCH_BOOKING


def test_what_was_paid_out_and_what_was_added_is_booked_back() -> None:
    hall = paying()
    hall.do(c.TakePayment, player="ada", amount=6000)
    hall.do(c.PayOut, player="ada")
    hall.do(c.ReverseBooking, booking=hall.state.version, **WHY)
    assert hall.state.balances["player:ada"] == -1000
    hall.do(c.AddMoney, contest="open", amount=700)
    hall.do(c.ReverseBooking, booking=hall.state.version, **WHY)
    assert hall.state.balances["added:open"] == 0


def test_both_who_have_lost_by_forfeit_come_back_to_their_match() -> None:
    hall = drawn(knockout("bws"))
    pair = hall.fixture("M1-1").pair
    hall.do(c.ConfirmForfeit, **MATCH, reason="neither came")
    assert hall.fixture("M1-1").over
    hall.do(c.VoidResult, **MATCH, **WHY)
    assert not hall.fixture("M1-1").over
    assert hall.fixture("M1-1").pair == pair
    table = drawn(swiss(), 4)
    pairing = table.ready("novice")[0].id
    table.do(c.ConfirmForfeit, contest="novice", pairing=pairing, reason="neither came")
    table.do(c.VoidResult, contest="novice", pairing=pairing, **WHY)
    assert not table.fixture(pairing, "novice").over


def test_an_entry_withdrawn_before_it_was_approved_is_charged_when_it_comes_back() -> None:
    hall = opened(knockout(fees=Fees(entry=5000)))
    hall.do(c.Register, contest="open", players=(ADA,))
    hall.do(c.WithdrawEntry, **ENTRY, **WHY)
    hall.do(c.ReinstateEntry, **ENTRY, **WHY)
    assert hall.state.balances["player:ada"] == 5000


def test_who_takes_back_is_who_may_do() -> None:
    pairs = {
        c.CancelMatchCall: c.CallMatch,
        c.CancelStart: c.BeginMatch,
        c.CancelCheckIn: c.CheckIn,
        c.ReconsiderEntry: c.ApproveEntry,
        c.ReverseBooking: c.TakePayment,
    }
    assert all(NEEDED[back] is NEEDED[done] for back, done in pairs.items())
    assert NEEDED[c.ReverseBooking] is Permission.MONEY
