"""Judging what is noted of a match so that it is counted: dice changed, equipment changed, illegal plays, slow play.

A change of dice that the book does not allow is refused to players; officials may note it with a reason.
"""

from barpoint.board import Refusal
from barpoint.rulebook import param
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.decide.decision import TournamentDecision
from barpoint.tournament.decide.lookup import PairedMatch, running_match
from barpoint.tournament.desk_record import NotedOccurrence, Occurrence
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.settings import Mode
from barpoint.tournament.state import Tournament


def note_occurrence(state: Tournament, command: c.NoteOccurrence) -> TournamentDecision:
    """It is counted for that side; with new dice the other side picks first (usbgf:4.1.3b, bws:4.1.3b, guide:3.6b)."""
    target = running_match(state, command)
    if isinstance(target, Refusal):
        return target
    if target.contest.settings.mode is Mode.INTERNET:
        return Refusal(TournamentCode.NOTHING_AT_THE_TABLE, {"pairing": command.pairing})
    changed = command.what is Occurrence.DICE_CHANGED
    official = command.by in state.staff and bool(command.reason)
    if changed and not official and (refusal := _dice_refusal(target, command.entrant)) is not None:
        return refusal
    other = next(entrant for entrant in target.fixture.pair if entrant != command.entrant)
    event = e.OccurrenceNoted(
        **target.stamp(command),
        entrant=command.entrant,
        what=command.what,
        first=other if changed and target.contest.book != "ibf" else "",
        score=None if target.match.noted is None else target.match.noted.score,
    )
    return (event,)


def _dice_refusal(target: PairedMatch, entrant: str) -> Refusal | None:
    """Why dice are not changed now for this side; None if they may be."""
    book, match = target.contest.book, target.match
    changes = [one for one in match.occurrences if one.what is Occurrence.DICE_CHANGED]
    if book == "ibf":
        return _ibf_refusal(target, entrant, changes)
    if book == "usbgf" and changes and _is_same_game(target, changes[-1]):
        return Refusal(TournamentCode.DICE_JUST_CHANGED, {"clause": "usbgf:4.1.3c"})
    return None


def _ibf_refusal(target: PairedMatch, entrant: str, changes: list[NotedOccurrence]) -> Refusal | None:
    policy = target.contest.profile.policy()
    if not isinstance(policy, Refusal) and not policy.dice_changes:
        return Refusal(TournamentCode.DICE_KEPT, {"clause": "ibf:3.7a"})
    most = param("ibf:3.7b", "max_changes_per_player_per_match", int)
    if sum(change.entrant == entrant for change in changes) >= most:
        return Refusal(TournamentCode.DICE_CHANGES_USED, {"clause": "ibf:3.7b", "times": most})
    if changes and not _has_moved_on(target, changes[-1]):
        return Refusal(TournamentCode.DICE_JUST_CHANGED, {"clause": "ibf:3.7c"})
    return None


def _is_same_game(target: PairedMatch, change: NotedOccurrence) -> bool:
    """Whether no game has ended since, as far as the score at the table is known; unknown, nobody is held up."""
    noted = target.match.noted
    return noted is not None and change.score == noted.score


def _has_moved_on(target: PairedMatch, change: NotedOccurrence) -> bool:
    """Whether the score says that a game has ended since; a score nobody has noted is the one the match began with."""
    noted = target.match.noted
    return noted is not None and noted.score != (change.score or (0, 0))
