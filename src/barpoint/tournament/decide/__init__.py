"""Judging: (tournament, command) -> events, or a Refusal with a stable code.

The gate asks whether the tournament is open and whether this person may ask for this; then a function a command
in `setup`, `entry`, `drawing`, `running`, `results`, `penalties`, `booking` and `closing` decides.

Times are taken as the command has them: a table device that was offline tells later what happened earlier.
"""

from collections.abc import Callable
from typing import Any, Final

from barpoint.board import Refusal
from barpoint.tournament import commands as c
from barpoint.tournament.decide import booking, closing, drawing, entry, penalties, results, running, setup
from barpoint.tournament.decide.gate import gate
from barpoint.tournament.events import AnyEvent
from barpoint.tournament.state import Tournament

Decision = tuple[AnyEvent, ...] | Refusal


def decide(state: Tournament, command: c.AnyCommand) -> Decision:
    """What comes of a command: events to append, or the reason it is refused."""
    refused = gate(state, command)
    return _JUDGES[type(command)](state, command) if refused is None else refused


_JUDGES: Final[dict[type, Callable[[Tournament, Any], Decision]]] = {
    c.OpenTournament: setup.open_tournament,
    c.AddContest: setup.add_contest,
    c.ChangeContest: setup.change_contest,
    c.PublishContest: setup.publish_contest,
    c.PostLength: setup.post_length,
    c.ScheduleRound: setup.schedule_round,
    c.ScheduleRecess: setup.schedule_recess,
    c.NameStaff: setup.name_staff,
    c.DismissStaff: setup.dismiss_staff,
    c.NameCommittee: setup.name_committee,
    c.SetTables: setup.set_tables,
    c.OrderEquipment: setup.order_equipment,
    c.Register: entry.register,
    c.ImportEntrants: entry.import_entrants,
    c.ApproveEntry: entry.approve,
    c.RefuseEntry: entry.refuse,
    c.MoveUp: entry.move_up,
    c.WithdrawEntry: entry.withdraw,
    c.ReinstateEntry: entry.reinstate,
    c.CheckIn: entry.check_in,
    c.ChangePlayer: entry.change_player,
    c.MakeDraw: drawing.make_draw,
    c.PairRound: drawing.pair_round,
    c.OverrulePairing: drawing.overrule,
    c.ChangeTieBreaks: drawing.change_tie_breaks,
    c.AssignTable: running.assign_table,
    c.CallMatch: running.call_match,
    c.PostStart: running.post_start,
    c.MarkReady: running.mark_ready,
    c.BeginMatch: running.begin_match,
    c.CallBreak: running.call_break,
    c.EndBreak: running.end_break,
    c.RecordAbsence: running.record_absence,
    c.GrantTime: running.grant_time,
    c.SuspendMatch: running.suspend_match,
    c.ResumeMatch: running.resume_match,
    c.AttachMatch: running.attach_match,
    c.AppointToMatch: running.appoint,
    c.SignOut: running.sign_out,
    c.SignIn: running.sign_in,
    c.TellLateness: running.tell_lateness,
    c.CallDirector: running.call_director,
    c.AnswerCall: running.answer_call,
    c.ReportResult: results.report,
    c.PostResult: results.post,
    c.CorrectResult: results.correct,
    c.VoidResult: results.void,
    c.DeclareDrawn: results.declare_drawn,
    c.ConfirmForfeit: results.confirm_forfeit,
    c.GivePenalty: penalties.give,
    c.ConfirmPenalty: penalties.confirm,
    c.LiftPenalty: penalties.lift,
    c.RecordRuling: penalties.record_ruling,
    c.RecordAppeal: penalties.record_appeal,
    c.ExcludeSpectator: penalties.exclude_spectator,
    c.ExcludePlayer: penalties.exclude_player,
    c.Announce: penalties.announce,
    c.TakePayment: booking.take_payment,
    c.PayOut: booking.pay_out,
    c.JoinSidePool: booking.join_side_pool,
    c.SellEntry: booking.sell,
    c.BuyBackHalf: booking.buy_back,
    c.AddMoney: booking.add_money,
    c.AwardPrizes: booking.award_prizes,
    c.RetainRest: booking.retain_rest,
    c.FinishContest: closing.finish_contest,
    c.ExportReport: closing.export_report,
    c.CloseTournament: closing.close,
    c.ReopenTournament: closing.reopen,
}
