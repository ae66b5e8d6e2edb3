"""Judging the end: events finished, reports handed on, the tournament closed, and opened again on the record."""

from barpoint.board import Refusal
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide.booking import make_booking
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.lookup import contest_of
from barpoint.tournament.desk.closing_checklist import check_closing, duties
from barpoint.tournament.money.ledger import open_accounts
from barpoint.tournament.places import complete
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.state import Tournament, TournamentPhase


def finish_contest(state: Tournament, command: c.FinishContest) -> TournamentDecision:
    """When everything is played; an event that was never drawn is dropped with a reason."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    dropped = contest.play is None and bool(command.reason)
    if not dropped and not complete(contest):
        left = sum(not fixture.over for fixture in contest.fixtures.values())
        return Refusal(TournamentCode.STILL_TO_PLAY, {"contest": command.contest, "matches": left})
    return (e.ContestFinished(**command.stamp, contest=command.contest),)


def export_report(state: Tournament, command: c.ExportReport) -> TournamentDecision:
    """A report has gone out."""
    if command.duty not in {duty.id for duty in duties(state) if not duty.exported}:
        return Refusal(TournamentCode.NO_SUCH_DUTY, {"duty": command.duty})
    return (e.ReportExported(**command.stamp, duty=command.duty),)


def close(state: Tournament, command: c.CloseTournament) -> TournamentDecision:
    """When nothing is left on the checklist."""
    left = check_closing(state)
    if left.unfinished:
        return Refusal(TournamentCode.CONTEST_NOT_FINISHED, {"contest": left.unfinished[0]})
    if accounts := open_accounts(state):
        account, cents = next(iter(accounts.items()))
        return Refusal(TournamentCode.MONEY_OPEN, {"account": account, "cents": cents})
    if left.reports:
        return Refusal(TournamentCode.REPORTS_DUE, {"clause": left.reports[0].clause, "reports": len(left.reports)})
    return (e.TournamentClosed(**command.stamp),)


def reopen(state: Tournament, command: c.ReopenTournament) -> TournamentDecision:
    """With the reason, for everybody to see; an event that is opened again has its prizes taken back."""
    contest = state.contests.get(command.contest) if command.contest else None
    if command.contest and contest is None:
        return Refusal(TournamentCode.NO_SUCH_CONTEST, {"contest": command.contest})
    finished = contest is not None and contest.finished is not None
    if state.phase is not TournamentPhase.CLOSED and not finished:
        return Refusal(TournamentCode.TOURNAMENT_NOT_CLOSED)
    if not command.reason:
        return Refusal(TournamentCode.WHY_NEEDED)
    reopened = e.TournamentReopened(**command.stamp, contest=command.contest)
    if contest is None or not contest.awarded:
        return (reopened,)
    prizes = [posting for posting in state.bookings if posting.contest == command.contest and _of_prizes(posting.memo)]
    net: dict[str, int] = {}
    for booking in prizes:
        for account, cents in booking.lines:
            net[account] = net.get(account, 0) - cents
    lines = tuple((account, cents) for account, cents in net.items() if cents)
    return (reopened, make_booking(command, f"prize: taken back in {contest.settings.title}", lines, command.contest))


def _of_prizes(memo: str) -> bool:
    return memo.startswith(("prize:", "rest of"))
