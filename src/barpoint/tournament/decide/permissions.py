"""Who may ask for what: the permission each command needs, and what a player may do alone.

A player acts for the entries that player sits in; the device at a table says that its own match is played, and how it
stands, in the name of whoever opened it: the server alone names a device. The autopilot of an online event acts in that
event only, and posts what both sides report alike where the director has said so; the record of sanctions says what it
holds against a person, and nothing else. An official of the server rules where matches are played on it, as a director
does, and runs nothing.

An official who plays gives no ruling in a match of their own, nor on themselves and whom they play against, as long as
there is another who could (usbgf:5.1e, bws:5.1b). Where there is none, what a committee has decided is theirs to write
down; whether there was one the log cannot tell.
"""

from typing import Any, Final

from barpoint.board import Fact, Refusal
from barpoint.tournament import commands as c
from barpoint.tournament.desk_record import Task
from barpoint.tournament.player import AUTOPILOT, OFFICIAL, RECORD
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.settings import Mode
from barpoint.tournament.staff import Permission, may
from barpoint.tournament.state import Tournament, TournamentPhase
from barpoint.tournament.statements import AboutMatch

NEEDED: Final[dict[type, Permission]] = {
    c.ChangeTournament: Permission.SET_UP,
    c.AddContest: Permission.SET_UP,
    c.ChangeContest: Permission.SET_UP,
    c.PublishContest: Permission.SET_UP,
    c.PostLength: Permission.DRAW,
    c.ScheduleRound: Permission.SET_UP,
    c.ScheduleRecess: Permission.SET_UP,
    c.CancelRoundTime: Permission.SET_UP,
    c.CancelRecess: Permission.SET_UP,
    c.NameStaff: Permission.SET_UP,
    c.DismissStaff: Permission.SET_UP,
    c.NameCommittee: Permission.SET_UP,
    c.SetTables: Permission.RUN,
    c.SetDesk: Permission.SET_UP,
    c.OrderEquipment: Permission.RULE,
    c.OrderContests: Permission.SET_UP,
    c.ChooseBroadcast: Permission.RULE,
    c.CheckEquipment: Permission.RULE,
    c.AcceptRules: Permission.ADMIT,
    c.Register: Permission.ADMIT,
    c.ImportEntrants: Permission.ADMIT,
    c.ApproveEntry: Permission.DECIDE_ENTRY,
    c.RefuseEntry: Permission.DECIDE_ENTRY,
    c.MoveUp: Permission.DECIDE_ENTRY,
    c.SubstitutePlayer: Permission.DECIDE_ENTRY,
    c.WithdrawEntry: Permission.ADMIT,
    c.ReinstateEntry: Permission.DECIDE_ENTRY,
    c.CheckIn: Permission.ADMIT,
    c.CancelCheckIn: Permission.ADMIT,
    c.OrderWaiting: Permission.DECIDE_ENTRY,
    c.SeedEntry: Permission.DRAW,
    c.ReconsiderEntry: Permission.DECIDE_ENTRY,
    c.ChangePlayer: Permission.ADMIT,
    c.TakeRatings: Permission.ADMIT,
    c.MakeDraw: Permission.DRAW,
    c.PairRound: Permission.DRAW,
    c.OverrulePairing: Permission.DRAW,
    c.ChangeTieBreaks: Permission.DRAW,
    c.AssignTable: Permission.RUN,
    c.CallMatch: Permission.RUN,
    c.CancelMatchCall: Permission.RUN,
    c.PostStart: Permission.RUN,
    c.MarkReady: Permission.RUN,
    c.BeginMatch: Permission.RUN,
    c.CancelStart: Permission.RUN,
    c.NoteScore: Permission.RUN,
    c.CallBreak: Permission.RUN,
    c.EndBreak: Permission.RUN,
    c.RecordAbsence: Permission.RUN,
    c.GrantTime: Permission.RULE,
    c.SuspendMatch: Permission.SUSPEND,
    c.ResumeMatch: Permission.RUN,
    c.AttachMatch: Permission.RUN,
    c.AppointToMatch: Permission.RULE,
    c.StateWishes: Permission.RUN,
    c.RollForWishes: Permission.RUN,
    c.AgreeTerms: Permission.RUN,
    c.NoteOccurrence: Permission.RUN,
    c.DemandApproval: Permission.RUN,
    c.GiveApproval: Permission.RULE,
    c.SignOut: Permission.RUN,
    c.LimitSignOut: Permission.RULE,
    c.SignIn: Permission.RUN,
    c.TellLateness: Permission.RUN,
    c.CallDirector: Permission.SUSPEND,
    c.AnswerCall: Permission.RUN,
    c.AskAboutRecording: Permission.RUN,
    c.AnswerRecordingRequest: Permission.RULE,
    c.ReportSighting: Permission.RUN,
    c.AnswerSighting: Permission.RULE,
    c.ReportResult: Permission.POST,
    c.PostResult: Permission.POST,
    c.CorrectResult: Permission.RULE,
    c.VoidResult: Permission.RULE,
    c.DeclareDrawn: Permission.RULE,
    c.ConfirmForfeit: Permission.RULE,
    c.GivePenalty: Permission.RULE,
    c.ConfirmPenalty: Permission.RULE,
    c.LiftPenalty: Permission.RULE,
    c.RecordRuling: Permission.RULE,
    c.RecordAppeal: Permission.RULE,
    c.ExcludeSpectator: Permission.RULE,
    c.ExcludePlayer: Permission.CLOSE,
    c.Announce: Permission.ANNOUNCE,
    c.TakePayment: Permission.MONEY,
    c.PayOut: Permission.MONEY,
    c.ReverseBooking: Permission.MONEY,
    c.JoinSidePool: Permission.MONEY,
    c.SellEntry: Permission.MONEY,
    c.BuyBackHalf: Permission.MONEY,
    c.AddMoney: Permission.MONEY,
    c.AwardPrizes: Permission.CLOSE,
    c.RetainRest: Permission.CLOSE,
    c.FinishContest: Permission.CLOSE,
    c.ExportReport: Permission.CLOSE,
    c.CloseTournament: Permission.CLOSE,
    c.ReopenTournament: Permission.CLOSE,
}

_OF_ONESELF: Final = (c.SignOut, c.SignIn, c.TellLateness)
_OF_ONES_ENTRY: Final = (c.WithdrawEntry, c.CheckIn, c.JoinSidePool)
_OF_ONES_SIDE: Final = (
    *(c.MarkReady, c.CallBreak, c.EndBreak, c.ReportResult, c.StateWishes, c.DemandApproval),
    c.AskAboutRecording,
)
_OF_ONES_MATCH: Final = (c.CallDirector, c.RecordAbsence, c.RollForWishes, c.NoteOccurrence)
_BY_DEVICES: Final = (c.BeginMatch, c.NoteScore)
_BY_AUTOPILOT: Final = (
    c.CallBreak,
    c.EndBreak,
    c.CallDirector,
    c.PairRound,
    c.AttachMatch,
    c.MarkReady,
    c.BeginMatch,
    c.PostResult,
    c.ConfirmForfeit,
    c.ScheduleRound,
    c.PostStart,
)
_RULINGS: Final = (
    c.GrantTime,
    c.CorrectResult,
    c.VoidResult,
    c.DeclareDrawn,
    c.ConfirmForfeit,
    c.GivePenalty,
    c.ConfirmPenalty,
    c.LiftPenalty,
    c.RecordRuling,
    c.ExcludePlayer,
)
_BY_THE_RECORD: Final = (c.ChangePlayer, c.GivePenalty, c.TakeRatings)
_BY_OFFICIALS: Final = (c.RecordRuling, c.RecordAppeal, c.GivePenalty, c.LiftPenalty, c.ExcludePlayer)

_POSTING: Final = (c.PostResult, c.CorrectResult, c.VoidResult)
_POSTS: Final = {"usbgf": "usbgf:4.7b", "bws": "bws:4.6b"}  # whose it is to post results


def gate_refusal(state: Tournament, command: c.AnyCommand) -> Refusal | None:
    """Why this person may not ask for this now; None if so."""
    if isinstance(command, c.OpenTournament):
        return None
    if state.phase is TournamentPhase.NEW:
        return Refusal(TournamentCode.TOURNAMENT_NOT_OPEN)
    if state.phase is TournamentPhase.CLOSED and not isinstance(command, c.ReopenTournament):
        return Refusal(TournamentCode.TOURNAMENT_CLOSED)
    if is_permitted(state, command):
        return Refusal(TournamentCode.OWN_MATCH) if _rules_for_oneself(state, command) else None
    action = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in type(command).__name__)
    facts: dict[str, Fact] = {"by": command.by, "action": action.strip("_")}
    if isinstance(command, _POSTING) and (contest := state.contests.get(command.contest)) is not None:
        facts |= {"clause": clause} if (clause := _POSTS.get(contest.book)) else {}
    return Refusal(TournamentCode.NOT_PERMITTED, facts)


def is_permitted(state: Tournament, command: c.AnyCommand) -> bool:
    """Whether this person may ask for it."""
    if may(state.staff.get(command.by, ()), NEEDED[type(command)]):
        return True
    if command.by == AUTOPILOT:
        contest = state.contests.get(getattr(command, "contest", ""))
        if isinstance(command, c.PostResult) and not command.winner and state.choices.auto_post:
            return True  # what both have reported
        return isinstance(command, _BY_AUTOPILOT) and contest is not None and contest.settings.autopilot is not None
    if command.by == RECORD:
        return isinstance(command, _BY_THE_RECORD)
    if command.by.startswith(OFFICIAL) and command.by not in state.staff:
        return isinstance(command, _BY_OFFICIALS) and _online(state, getattr(command, "contest", ""))
    if isinstance(command, _BY_DEVICES) and command.device:
        return command.by in state.staff or command.by in _at_match(state, command)
    return _own_affair(state, command)


def _rules_for_oneself(state: Tournament, command: c.AnyCommand) -> bool:
    """Whether it is a ruling in the sender's own cause, and somebody else could give it."""
    if not isinstance(command, _RULINGS) or not _has_interest(state, command.by, command):
        return False
    needed = NEEDED[type(command)]
    others = (person for person, roles in state.staff.items() if person != command.by and may(roles, needed))
    return any(not _has_interest(state, person, command) for person in others)


def _has_interest(state: Tournament, person: str, command: Any) -> bool:  # Any: one of the rulings above
    """Whether somebody plays the match a ruling is about, is the player it is about, or plays against that one now."""
    penalty = state.penalties.get(getattr(command, "penalty", ""))
    about = command if penalty is None else penalty
    player, place = getattr(about, "player", ""), (getattr(about, "contest", ""), getattr(about, "pairing", ""))
    own = state.seats.get(person, ())
    if place in own or person == player:
        return True
    return any(seat in own and _is_open(state, seat) for seat in state.seats.get(player, ()))


def _is_open(state: Tournament, seat: tuple[str, str]) -> bool:
    contest, pairing = seat
    return state.contests[contest].fixtures[pairing].result is None


def _online(state: Tournament, contest: str) -> bool:
    """Whether the event, or one of the tournament if none is named, is played on the server."""
    contests = [state.contests[contest]] if contest in state.contests else [] if contest else state.contests.values()
    return any(current.settings.mode is Mode.INTERNET for current in contests)


def _own_affair(state: Tournament, command: Any) -> bool:  # Any: narrowed by the tuples above
    if isinstance(command, _OF_ONESELF):
        return bool(command.player == command.by)
    if isinstance(command, c.AcceptRules):
        return bool(command.person == command.by)
    if isinstance(command, c.ReportSighting):  # anybody who looks on; whoever plays the match calls the director
        return command.by not in _at_match(state, command)
    if isinstance(command, c.Register):  # oneself, with a partner nobody knows yet; who is known asks for themselves
        others = {player.id for player in command.players} - {command.by}
        return command.by in {player.id for player in command.players} and not others & {*state.players, *state.staff}
    if isinstance(command, _OF_ONES_ENTRY):
        return command.by in _people(state, command.contest, command.entry)
    if isinstance(command, _OF_ONES_SIDE):
        return command.by in _people(state, command.contest, command.entrant)
    if isinstance(command, c.AppointToMatch):  # two players who agree: usbgf:1.3.3a
        return command.task is Task.MONITOR and command.by in _at_match(state, command)
    if isinstance(command, c.SuspendMatch):
        return command.by in _monitors(state, command)
    return isinstance(command, _OF_ONES_MATCH) and command.by in (_at_match(state, command) | _monitors(state, command))


def _people(state: Tournament, contest: str, entrant: str) -> frozenset[str]:
    current = state.contests.get(contest)
    entry = current.entries.get(entrant) if current is not None else None
    return frozenset(entry.people) if entry is not None else frozenset()


def _at_match(state: Tournament, command: AboutMatch) -> frozenset[str]:
    current = state.contests.get(command.contest)
    fixture = current.fixtures.get(command.pairing) if current is not None else None
    if fixture is None:
        return frozenset()
    return frozenset(p for entrant in fixture.players for p in _people(state, command.contest, entrant))


def _monitors(state: Tournament, command: AboutMatch) -> frozenset[str]:
    """The monitor of a match may suspend it and call the director (usbgf:1.3.3c)."""
    current = state.contests.get(command.contest)
    fixture = current.fixtures.get(command.pairing) if current is not None else None
    if current is None or fixture is None or len(fixture.players) < 2:
        return frozenset()
    monitors = (appointment for appointment in current.match_at(fixture).appointed if appointment.task is Task.MONITOR)
    return frozenset(appointment.person for appointment in monitors)
