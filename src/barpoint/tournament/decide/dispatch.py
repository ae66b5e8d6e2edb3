"""Judging: (tournament, command) -> events, or a Refusal with a stable code.

`permissions` asks whether the tournament is open and whether this person may ask for this; then a function a command
in `setup`, `entries`, `listed_ratings`, `substitution`, `drawing`, `matches`, `results`, `penalties`, `booking`,
`reversals`, `watching` and `closing` decides.

Times are taken as the command has them: a table device that was offline tells later what happened earlier.
"""

from collections.abc import Callable
from typing import Any, Final

from barpoint.tournament import commands as c
from barpoint.tournament.decide import (
    booking,
    closing,
    drawing,
    entries,
    listed_ratings,
    matches,
    occurrences,
    penalties,
    results,
    reversals,
    setup,
    substitution,
    watching,
    wishes,
)
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.permissions import gate_refusal
from barpoint.tournament.decide.texts import check_texts
from barpoint.tournament.state import Tournament


def decide_tournament(state: Tournament, command: c.AnyCommand) -> TournamentDecision:
    """What comes of a command: events to append, or the reason it is refused; ValueError if a name cannot be seen."""
    check_texts(command)
    refused = gate_refusal(state, command)
    return _JUDGES[type(command)](state, command) if refused is None else refused


_JUDGES: Final[dict[type, Callable[[Tournament, Any], TournamentDecision]]] = {
    c.OpenTournament: setup.open_tournament,
    c.ChangeTournament: setup.change_tournament,
    c.AddContest: setup.add_contest,
    c.ChangeContest: setup.change_contest,
    c.PublishContest: setup.publish_contest,
    c.PostLength: setup.post_length,
    c.ScheduleRound: setup.schedule_round,
    c.ScheduleRecess: setup.schedule_recess,
    c.CancelRoundTime: setup.cancel_round_time,
    c.CancelRecess: setup.cancel_recess,
    c.NameStaff: setup.name_staff,
    c.DismissStaff: setup.dismiss_staff,
    c.NameCommittee: setup.name_committee,
    c.SetTables: setup.set_tables,
    c.SetDesk: setup.set_desk,
    c.OrderEquipment: setup.order_equipment,
    c.OrderContests: watching.order_contests,
    c.ChooseBroadcast: watching.choose_broadcast,
    c.CheckEquipment: watching.check_table_equipment,
    c.AcceptRules: watching.accept_rules,
    c.Register: entries.register,
    c.ImportEntrants: entries.import_entrants,
    c.ApproveEntry: entries.approve,
    c.RefuseEntry: entries.refuse,
    c.MoveUp: entries.move_up,
    c.SubstitutePlayer: substitution.substitute,
    c.WithdrawEntry: entries.withdraw,
    c.ReinstateEntry: entries.reinstate,
    c.CheckIn: entries.check_in,
    c.CancelCheckIn: reversals.cancel_check_in,
    c.OrderWaiting: entries.order_waiting,
    c.SeedEntry: entries.seed_entry,
    c.ReconsiderEntry: reversals.reconsider,
    c.ChangePlayer: entries.change_player,
    c.TakeRatings: listed_ratings.take_ratings,
    c.MakeDraw: drawing.make_draw,
    c.PairRound: drawing.pair_round,
    c.OverrulePairing: drawing.overrule,
    c.ChangeTieBreaks: drawing.change_tie_breaks,
    c.AssignTable: matches.assign_table,
    c.CallMatch: matches.call_match,
    c.CancelMatchCall: reversals.cancel_call,
    c.PostStart: matches.post_start,
    c.MarkReady: matches.mark_ready,
    c.BeginMatch: matches.begin_match,
    c.CancelStart: reversals.cancel_start,
    c.NoteScore: results.note_score,
    c.CallBreak: matches.call_break,
    c.EndBreak: matches.end_break,
    c.RecordAbsence: matches.record_absence,
    c.GrantTime: matches.grant_time,
    c.SuspendMatch: matches.suspend_match,
    c.ResumeMatch: matches.resume_match,
    c.AttachMatch: matches.attach_match,
    c.AppointToMatch: matches.appoint,
    c.StateWishes: wishes.state_wishes,
    c.RollForWishes: wishes.roll_for_wishes,
    c.AgreeTerms: wishes.agree_terms,
    c.NoteOccurrence: occurrences.note_occurrence,
    c.DemandApproval: matches.demand_approval,
    c.GiveApproval: matches.give_approval,
    c.SignOut: matches.sign_out,
    c.LimitSignOut: matches.limit_sign_out,
    c.SignIn: matches.sign_in,
    c.TellLateness: matches.tell_lateness,
    c.CallDirector: matches.call_director,
    c.AnswerCall: matches.answer_call,
    c.AskAboutRecording: watching.ask_about_recording,
    c.AnswerRecordingRequest: watching.answer_request,
    c.ReportSighting: watching.report_sighting,
    c.AnswerSighting: watching.answer_sighting,
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
    c.ReverseBooking: reversals.reverse_booking,
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
