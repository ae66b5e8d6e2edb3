"""Finding what a command names, or the refusal that it is not there; and putting what it says into an event."""

from dataclasses import dataclass
from typing import Any, TypeVar

from barpoint.board import Refusal
from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.draw.progress import Status
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.player import Entry
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.running import Running
from barpoint.tournament.state import Contest, Tournament

Kind = TypeVar("Kind", bound=e.Event)


def told(kind: type[Kind], command: c.Command, /, **facts: Any) -> Kind:  # Any: fields of the event
    """An event that keeps what the command says under the same names, with these facts over it."""
    said = {name: getattr(command, name) for name in kind.__struct_fields__ if hasattr(command, name)}
    return kind(**(said | facts))


@dataclass(frozen=True, slots=True)
class Seated:
    """A match with its two players known."""

    contest: Contest
    fixture: Fixture
    match: Running

    @property
    def named(self) -> dict[str, Any]:  # Any: fields of the event
        """What every event of the match carries."""
        return {"contest": self.contest.settings.id, "pairing": self.fixture.id, "players": self.fixture.pair}


def contest_of(state: Tournament, contest: str) -> Contest | Refusal:
    """The contest; a finished one is not changed any more."""
    found = state.contests.get(contest)
    if found is None:
        return Refusal(TournamentCode.NO_SUCH_CONTEST, {"contest": contest})
    if found.finished is not None:
        return Refusal(TournamentCode.CONTEST_FINISHED, {"contest": contest})
    return found


def entry_of(state: Tournament, command: c.OnEntry) -> tuple[Contest, Entry] | Refusal:
    """The contest and the entry."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    entry = contest.entries.get(command.entry)
    if entry is None:
        return Refusal(TournamentCode.NO_SUCH_ENTRY, {"entry": command.entry, "contest": command.contest})
    return contest, entry


def seated(state: Tournament, command: c.OnMatch) -> Seated | Refusal:
    """The match, with both players known."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    fixture = contest.fixtures.get(command.pairing)
    if fixture is None:
        return Refusal(TournamentCode.NO_SUCH_MATCH, {"pairing": command.pairing, "contest": command.contest})
    if len(fixture.players) < 2:
        return Refusal(TournamentCode.MATCH_NOT_READY, {"pairing": command.pairing})
    found = Seated(contest, fixture, contest.match_at(fixture))
    if isinstance(command, c.OnSide) and command.entrant not in fixture.players:
        return Refusal(TournamentCode.NO_SUCH_ENTRY, {"entry": command.entrant, "contest": command.contest})
    return found


def to_play(state: Tournament, command: c.OnMatch) -> Seated | Refusal:
    """The match, if it is still to be played or being played."""
    found = seated(state, command)
    if isinstance(found, Refusal):
        return found
    if found.fixture.status is not Status.READY:
        return Refusal(TournamentCode.MATCH_COMPLETED, {"pairing": command.pairing})
    return found


def playing(state: Tournament, command: c.OnMatch) -> Seated | Refusal:
    """The match, if it is being played and not suspended."""
    found = to_play(state, command)
    if isinstance(found, Refusal):
        return found
    if found.match.begun is None:
        return Refusal(TournamentCode.MATCH_NOT_BEGUN, {"pairing": command.pairing})
    if found.match.suspended is not None:
        return Refusal(TournamentCode.MATCH_SUSPENDED, {"pairing": command.pairing})
    return found
