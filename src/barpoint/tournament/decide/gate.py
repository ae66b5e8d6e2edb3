"""Who may ask for what: the permission each command needs, and what a player may do alone.

A player acts for the entries that player sits in. The autopilot of an online event acts in that event only; the
record of sanctions says what it holds against a person, and nothing else. An official of the server rules where matches
are played on it, as a director does, and runs nothing.
"""

from typing import Any, Final

from barpoint.board import Refusal
from barpoint.tournament import commands as c
from barpoint.tournament.player import AUTOPILOT, OFFICIAL, RECORD
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.running import Task
from barpoint.tournament.settings import Mode
from barpoint.tournament.staff import Permission, may
from barpoint.tournament.state import Phase, Tournament

NEEDED: Final[dict[type, Permission]] = {
    c.AddContest: Permission.SET_UP,
    c.ChangeContest: Permission.SET_UP,
    c.PublishContest: Permission.SET_UP,
    c.PostLength: Permission.DRAW,
    c.ScheduleRound: Permission.SET_UP,
    c.ScheduleRecess: Permission.SET_UP,
    c.NameStaff: Permission.SET_UP,
    c.DismissStaff: Permission.SET_UP,
    c.NameCommittee: Permission.SET_UP,
    c.SetTables: Permission.RUN,
    c.OrderEquipment: Permission.RULE,
    c.Register: Permission.ADMIT,
    c.ImportEntrants: Permission.ADMIT,
    c.ApproveEntry: Permission.DECIDE_ENTRY,
    c.RefuseEntry: Permission.DECIDE_ENTRY,
    c.MoveUp: Permission.DECIDE_ENTRY,
    c.WithdrawEntry: Permission.ADMIT,
    c.ReinstateEntry: Permission.DECIDE_ENTRY,
    c.CheckIn: Permission.ADMIT,
    c.ChangePlayer: Permission.ADMIT,
    c.MakeDraw: Permission.DRAW,
    c.PairRound: Permission.DRAW,
    c.OverrulePairing: Permission.DRAW,
    c.ChangeTieBreaks: Permission.DRAW,
    c.AssignTable: Permission.RUN,
    c.CallMatch: Permission.RUN,
    c.PostStart: Permission.RUN,
    c.MarkReady: Permission.RUN,
    c.BeginMatch: Permission.RUN,
    c.CallBreak: Permission.RUN,
    c.EndBreak: Permission.RUN,
    c.RecordAbsence: Permission.RUN,
    c.GrantTime: Permission.RULE,
    c.SuspendMatch: Permission.SUSPEND,
    c.ResumeMatch: Permission.RUN,
    c.AttachMatch: Permission.RUN,
    c.AppointToMatch: Permission.RULE,
    c.SignOut: Permission.RUN,
    c.SignIn: Permission.RUN,
    c.TellLateness: Permission.RUN,
    c.CallDirector: Permission.SUSPEND,
    c.AnswerCall: Permission.RUN,
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
_OF_ONES_SIDE: Final = (c.MarkReady, c.CallBreak, c.EndBreak, c.ReportResult)
_OF_ONES_MATCH: Final = (c.CallDirector, c.RecordAbsence)
_BY_AUTOPILOT: Final = (
    c.PairRound,
    c.AttachMatch,
    c.MarkReady,
    c.BeginMatch,
    c.PostResult,
    c.ConfirmForfeit,
    c.ScheduleRound,
)
_BY_THE_RECORD: Final = (c.ChangePlayer, c.GivePenalty)
_BY_OFFICIALS: Final = (c.RecordRuling, c.RecordAppeal, c.GivePenalty, c.LiftPenalty, c.ExcludePlayer)


def gate(state: Tournament, command: c.AnyCommand) -> Refusal | None:
    """Why this person may not ask for this now; None if so."""
    if isinstance(command, c.OpenTournament):
        return None
    if state.phase is Phase.NEW:
        return Refusal(TournamentCode.TOURNAMENT_NOT_OPEN)
    if state.phase is Phase.CLOSED and not isinstance(command, c.ReopenTournament):
        return Refusal(TournamentCode.TOURNAMENT_CLOSED)
    if permitted(state, command):
        return None
    action = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in type(command).__name__)
    return Refusal(TournamentCode.NOT_PERMITTED, {"by": command.by, "action": action.strip("_")})


def permitted(state: Tournament, command: c.AnyCommand) -> bool:
    """Whether this person may ask for it."""
    if may(state.staff.get(command.by, ()), NEEDED[type(command)]):
        return True
    if command.by == AUTOPILOT:
        contest = state.contests.get(getattr(command, "contest", ""))
        return isinstance(command, _BY_AUTOPILOT) and contest is not None and contest.settings.autopilot is not None
    if command.by == RECORD:
        return isinstance(command, _BY_THE_RECORD)
    if command.by.startswith(OFFICIAL) and command.by not in state.staff:
        return isinstance(command, _BY_OFFICIALS) and _online(state, getattr(command, "contest", ""))
    return _own_affair(state, command)


def _online(state: Tournament, contest: str) -> bool:
    """Whether the event, or one of the tournament if none is named, is played on the server."""
    held = [state.contests[contest]] if contest in state.contests else [] if contest else state.contests.values()
    return any(each.settings.mode is Mode.INTERNET for each in held)


def _own_affair(state: Tournament, command: Any) -> bool:  # Any: narrowed by the tuples above
    if isinstance(command, _OF_ONESELF):
        return bool(command.player == command.by)
    if isinstance(command, c.Register):
        return command.by in {player.id for player in command.players}
    if isinstance(command, _OF_ONES_ENTRY):
        return command.by in _people(state, command.contest, command.entry)
    if isinstance(command, _OF_ONES_SIDE):
        return command.by in _people(state, command.contest, command.entrant)
    if isinstance(command, c.AppointToMatch):  # two players who agree: usbgf:1.3.3a
        return command.task is Task.MONITOR and command.by in _at_match(state, command)
    if isinstance(command, c.SuspendMatch):
        return command.by in _appointed(state, command)
    return isinstance(command, _OF_ONES_MATCH) and command.by in (
        _at_match(state, command) | _appointed(state, command)
    )


def _people(state: Tournament, contest: str, entrant: str) -> frozenset[str]:
    held = state.contests.get(contest)
    entry = held.entries.get(entrant) if held is not None else None
    return frozenset(entry.people) if entry is not None else frozenset()


def _at_match(state: Tournament, command: c.OnMatch) -> frozenset[str]:
    held = state.contests.get(command.contest)
    fixture = held.fixtures.get(command.pairing) if held is not None else None
    if fixture is None:
        return frozenset()
    return frozenset(p for entrant in fixture.players for p in _people(state, command.contest, entrant))


def _appointed(state: Tournament, command: c.OnMatch) -> frozenset[str]:
    """The monitor of a match may suspend it and call the director (usbgf:1.3.3c)."""
    held = state.contests.get(command.contest)
    fixture = held.fixtures.get(command.pairing) if held is not None else None
    if held is None or fixture is None or len(fixture.players) < 2:
        return frozenset()
    monitors = (each for each in held.match_at(fixture).appointed if each.task is Task.MONITOR)
    return frozenset(each.person for each in monitors)
