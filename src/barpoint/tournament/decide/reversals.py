"""Judging what takes an action back: a call, a start, a check-in, the word on an entry, a payment.

Nothing leaves the log: what was done stands there, and what put it right after it. Results, withdrawals, penalties and
tables have commands of their own for it.
"""

from barpoint.board import Refusal
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide.booking import make_booking
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.entries import refund
from barpoint.tournament.decide.lookup import PairedMatch, entry_of, open_match
from barpoint.tournament.desk_record import DeskRecord
from barpoint.tournament.money import ledger
from barpoint.tournament.player import EntryStatus
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.settings import Mode
from barpoint.tournament.state import Booking, Tournament


def cancel_call(state: Tournament, command: c.CancelMatchCall) -> TournamentDecision:
    """The last call, as long as play has not begun."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    if target.match.begun is not None:
        return Refusal(TournamentCode.MATCH_BEGUN, {"pairing": command.pairing})
    if not target.match.calls:
        return Refusal(TournamentCode.MATCH_NOT_CALLED, {"pairing": command.pairing})
    return (e.MatchCallCancelled(**target.stamp(command)),)


def cancel_start(state: Tournament, command: c.CancelStart) -> TournamentDecision:
    """A match that was said to have begun, while nothing has happened at its table."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    if target.match.begun is None:
        return Refusal(TournamentCode.MATCH_NOT_BEGUN, {"pairing": command.pairing})
    if target.contest.settings.mode is Mode.INTERNET or _has_happened(target.match):
        return Refusal(TournamentCode.START_STANDS, {"pairing": command.pairing})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"pairing": command.pairing})
    return _start_undone(state, target, command)


def _has_happened(match: DeskRecord) -> bool:
    """Whether there is a break, a suspension, a score or a report of it."""
    paused = match.breaks or match.on_break or match.suspensions or match.suspended is not None
    return bool(paused or match.reports or match.noted is not None)


def _start_undone(state: Tournament, target: PairedMatch, command: c.CancelStart) -> TournamentDecision:
    place = (target.contest.settings.id, target.fixture.id)
    mine = [penalty for penalty in state.penalties.values() if (penalty.contest, penalty.pairing) == place]
    in_force = [penalty for penalty in mine if state.counts(penalty)]
    lifted = [e.PenaltyLifted(**command.stamp, penalty=penalty.id) for penalty in in_force if penalty.for_delay]
    due_again = tuple(penalty.id for penalty in in_force if not penalty.for_delay and not penalty.entrant)
    return (*lifted, e.StartCancelled(**target.stamp(command), due_again=due_again))


def cancel_check_in(state: Tournament, command: c.CancelCheckIn) -> TournamentDecision:
    """The entrant is not there after all."""
    lookup = entry_of(state, command)
    if isinstance(lookup, Refusal):
        return lookup
    if lookup[1].checked_in is None:
        return ()
    return (e.CheckInCancelled(**command.stamp, contest=command.contest, entry=command.entry),)


def reconsider(state: Tournament, command: c.ReconsiderEntry) -> TournamentDecision:
    """An entry that was approved or refused waits again; what it was charged goes back."""
    lookup = entry_of(state, command)
    if isinstance(lookup, Refusal):
        return lookup
    contest, entry = lookup
    if entry.status not in (EntryStatus.APPROVED, EntryStatus.REFUSED):
        return Refusal(TournamentCode.ENTRY_DECIDED, {"entry": entry.id, "status": entry.status})
    if contest.competition is not None and entry.id in contest.competition.entrants:
        return Refusal(TournamentCode.DRAWN_ALREADY, {"contest": command.contest})
    if entry.id in contest.sold:
        return Refusal(TournamentCode.ALREADY_SOLD, {"entry": entry.id})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"entry": entry.id})
    waits = e.EntryReconsidered(**command.stamp, contest=command.contest, entry=entry.id)
    return (waits, *refund(state, contest, entry, None, command))


def reverse_booking(state: Tournament, command: c.ReverseBooking) -> TournamentDecision:
    """What went over the cash desk, or was added to a pool that is not paid out yet."""
    booking = next((each for each in state.bookings if each.version == command.booking), None)
    if booking is None or not _is_reversible(state, booking):
        return Refusal(TournamentCode.NO_SUCH_BOOKING, {"booking": command.booking})
    if any(each.reverses == command.booking for each in state.bookings):
        return Refusal(TournamentCode.BOOKING_REVERSED, {"booking": command.booking})
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED, {"booking": command.booking})
    lines = ledger.reverse_lines(booking.lines)
    return (make_booking(command, f"booked back: {booking.memo}", lines, booking.contest, reverses=command.booking),)


def _is_reversible(state: Tournament, booking: Booking) -> bool:
    if booking.reverses:
        return False
    accounts = {account for account, _ in booking.lines}
    if ledger.CASH in accounts:
        return True
    contest = state.contests.get(booking.contest)
    return (
        contest is not None
        and not contest.awarded
        and accounts
        == {
            ledger.HOUSE,
            ledger.added_account(booking.contest),
        }
    )
