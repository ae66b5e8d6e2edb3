"""A player's own view: the next matches, what to do about each, what is owed and what is on the record.

What a player may do now is data, as everywhere: a phone shows a button an action. Nothing of other players is here
but for the names of opponents.
"""

from enum import StrEnum

import msgspec

from barpoint.tournament.desk import DeskMatch, DeskSide, Stage, desk_match, start_score
from barpoint.tournament.draw.progress import Status
from barpoint.tournament.money import player_account
from barpoint.tournament.player import EntryStatus
from barpoint.tournament.state import Notice, Penalty, Tournament
from barpoint.tournament.timing import matches_of


class Action(StrEnum):
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
    actions: tuple[Action, ...]
    start_score: tuple[int, int]  # one's own points first
    reported: tuple[str, tuple[int, int]] | None = None  # winner and score, as the opponent says


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
    penalties: tuple[Penalty, ...]
    owes: int  # cents; below zero the player is owed
    signed_out: bool
    notices: tuple[Notice, ...]


def participant(state: Tournament, player: str, at: int) -> Participant:
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
        name=str(state.players[player]),
        matches=_matches(state, player, at),
        entries=tuple(mine),
        penalties=tuple(each for each in state.penalties.values() if each.player == player and not each.lifted),
        owes=state.balances.get(player_account(player), 0),
        signed_out=player in state.absent,
        notices=tuple(notice for notice in state.notices if not notice.contest or notice.contest in events),
    )


def _matches(state: Tournament, player: str, at: int) -> tuple[OwnMatch, ...]:
    found = []
    for contest, fixture, running in matches_of(state, player):
        if fixture.status is not Status.READY or contest.finished is not None:
            continue
        shown = desk_match(state, contest, fixture, at)
        mine = next(n for n, side in enumerate(shown.sides) if player in contest.entries[side.entrant].people)
        me, opponent = shown.sides[mine], shown.sides[1 - mine]
        told = running.reports.get(opponent.entrant)
        score = start_score(state, contest, fixture)
        found.append(
            OwnMatch(
                match=shown,
                me=me,
                opponent=opponent,
                actions=_actions(shown, me, told=told is not None, said=me.entrant in running.reports),
                start_score=(score[mine], score[1 - mine]),
                reported=None if told is None else (told.winner, told.score),
            )
        )
    return tuple(sorted(found, key=lambda own: (own.match.stage is not Stage.PLAYING, own.match.due or 0)))


def _actions(match: DeskMatch, me: DeskSide, *, told: bool, said: bool) -> tuple[Action, ...]:
    found: list[Action] = []
    waiting = match.stage in (Stage.READY, Stage.CALLED, Stage.SUSPENDED)
    if waiting and not me.ready:
        found.append(Action.MARK_READY)
    if told and not said:
        found.append(Action.CONFIRM)
    if match.stage is not Stage.SUSPENDED:
        found.append(Action.REPORT)
    if me.on_break_since is not None:
        found.append(Action.END_BREAK)
    elif match.stage in (Stage.PLAYING, Stage.BREAK) and me.break_left is not None:
        found.append(Action.CALL_BREAK)
    return (*found, Action.CALL_DIRECTOR)
