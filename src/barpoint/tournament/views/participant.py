"""A player's own view: the next matches, what to do about each, what is owed and what is on the record.

What a player may do now is data, as everywhere: a phone shows a button an action. Nothing of other players is here
but for the names of opponents.
"""

from enum import StrEnum

import msgspec

from barpoint.tournament.desk.broadcast import Broadcast, broadcast_of, requests_of
from barpoint.tournament.desk.overview import (
    CHECK_IN,
    DeskMatch,
    DeskSide,
    DeskStage,
    desk_match,
    start_score,
)
from barpoint.tournament.desk.timing import due, matches_of
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.money.ledger import player_account
from barpoint.tournament.player import EntryStatus
from barpoint.tournament.state import Contest, MatchPenalty, Tournament, TournamentNotice
from barpoint.tournament.watching import RecordingRequest


class PlayerAction(StrEnum):
    """What a player may do about a match now."""

    MARK_READY = "mark_ready"
    CALL_BREAK = "call_break"
    END_BREAK = "end_break"
    REPORT = "report"
    CONFIRM = "confirm"  # report what the opponent has reported
    CALL_DIRECTOR = "call_director"


class OwnMatch(msgspec.Struct, frozen=True, kw_only=True):
    """One open match, seen by one of its players."""

    match: DeskMatch
    me: DeskSide
    opponent: DeskSide
    actions: tuple[PlayerAction, ...]
    start_score: tuple[int, int]  # one's own points first
    reported: tuple[str, tuple[int, int]] | None = None  # winner and score, as the opponent says
    claimed: tuple[str, tuple[int, int]] | None = None  # as one has said oneself
    broadcast: Broadcast | None = None  # what others see of it
    recording: tuple[RecordingRequest, ...] = ()  # what one's side has asked about recordings
    may_restrict: bool = True  # whether the book lets a player keep the record (bws:3.9)


class OwnEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One entry; why one was refused is not told (usbgf:1.4.1a)."""

    contest: str
    name: str
    entry: str
    status: EntryStatus
    checked_in: bool


class Participant(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a player sees of the tournament as a player."""

    player: str
    name: str
    matches: tuple[OwnMatch, ...]
    entries: tuple[OwnEntry, ...]
    penalties: tuple[MatchPenalty, ...]
    owes: int  # cents; below zero the player is owed
    signed_out: bool
    notices: tuple[TournamentNotice, ...]
    check_in_by: int | None = None  # of somebody who is signed out (usbgf:2.2.5d)
    may_sign_out: bool = True
    accepted: bool = False  # the rules and the standards of ethics (usbgf:1.2.1a)


def participant_view(state: Tournament, player: str, at: int) -> Participant:
    """A player's view at a moment; matches that wait on this player all are here (usbgf:2.2.5c)."""
    if player not in state.players:
        raise ValueError(f"no player is called {player!r}")
    mine = [
        OwnEntry(
            contest=name,
            name=contest.settings.title,
            entry=entry.id,
            status=entry.status,
            checked_in=entry.checked_in is not None,
        )
        for name, contest in state.contests.items()
        for entry in contest.entries.values()
        if player in entry.people
    ]
    events = {entry.contest for entry in mine}
    return Participant(
        player=player,
        name=state.shown_name(player),
        matches=_matches(state, player, at),
        entries=tuple(mine),
        penalties=tuple(
            penalty for penalty in state.penalties.values() if penalty.player == player and state.counts(penalty)
        ),
        owes=state.balances.get(player_account(player), 0),
        signed_out=player in state.absent,
        check_in_by=state.absent[player].since + CHECK_IN if player in state.absent else None,
        may_sign_out=player not in state.no_sign_out,
        accepted=player in state.accepted,
        notices=tuple(notice for notice in state.notices if not notice.contest or notice.contest in events),
    )


def _matches(state: Tournament, player: str, at: int) -> tuple[OwnMatch, ...]:
    matches = []
    for contest, fixture, running in matches_of(state, player):
        if fixture.status is not PairingStatus.READY or contest.finished is not None:
            continue
        desk_view = desk_match(state, contest, fixture, at)
        mine = next(n for n, side in enumerate(desk_view.sides) if player in contest.entries[side.entrant].people)
        me, opponent = desk_view.sides[mine], desk_view.sides[1 - mine]
        report, claim = running.reports.get(opponent.entrant), running.reports.get(me.entrant)
        score = start_score(state, contest, fixture)
        matches.append(
            OwnMatch(
                match=desk_view,
                me=_in_time(state, contest, fixture, me, at),
                opponent=opponent,
                actions=_actions(
                    desk_view,
                    me,
                    seated=not state.tables or bool(running.table or running.stream),
                    opponent_reported=report is not None,
                    self_reported=me.entrant in running.reports,
                ),
                start_score=(score[mine], score[1 - mine]),
                reported=None if report is None else (report.winner, report.score),
                claimed=None if claim is None else (claim.winner, claim.score),
                broadcast=broadcast_of(state, contest, fixture),
                recording=tuple(
                    request
                    for request in requests_of(state, contest.settings.id, fixture.id)
                    if request.entrant == me.entrant
                ),
                may_restrict=contest.book != "bws",
            )
        )
    return tuple(sorted(matches, key=lambda own: (own.match.stage is not DeskStage.PLAYING, own.match.due or 0)))


def _in_time(state: Tournament, contest: Contest, fixture: Fixture, me: DeskSide, at: int) -> DeskSide:
    """A side as its player is told: under an autopilot not late before presence is asked for, or a point falls."""
    begins, pilot = due(state, contest, fixture), contest.settings.autopilot
    if pilot is None or begins is None or contest.match_at(fixture).begun is not None or me.points:
        return me
    return me if at > begins + min(pilot.presence, pilot.round_time) else msgspec.structs.replace(me, delay=0)


def _actions(
    match: DeskMatch, me: DeskSide, *, seated: bool, opponent_reported: bool, self_reported: bool
) -> tuple[PlayerAction, ...]:
    """What is open to a player. Nobody is at a table that was not given; whose delay counts may say they are there."""
    actions: list[PlayerAction] = []
    waiting = match.stage in (DeskStage.CALLED, DeskStage.SUSPENDED) or (
        match.stage is DeskStage.READY and (seated or me.delay > 0)
    )
    if waiting and not me.ready:
        actions.append(PlayerAction.MARK_READY)
    if opponent_reported and not self_reported:
        actions.append(PlayerAction.CONFIRM)
    if match.stage is not DeskStage.SUSPENDED:
        actions.append(PlayerAction.REPORT)
    if me.on_break_since is not None:
        actions.append(PlayerAction.END_BREAK)
    elif match.stage in (DeskStage.PLAYING, DeskStage.BREAK) and me.break_left is not None:
        actions.append(PlayerAction.CALL_BREAK)
    return (*actions, PlayerAction.CALL_DIRECTOR)
