"""Finding what a command names, or the refusal that it is not there."""

from collections.abc import Iterable
from dataclasses import dataclass

from barpoint.board import Refusal
from barpoint.person_names import looks_of
from barpoint.tournament import commands as c
from barpoint.tournament.competition import Competition
from barpoint.tournament.desk_record import DeskRecord
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.player import Entry
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.state import Contest, Tournament
from barpoint.tournament.statements import AboutEntry, AboutMatch, Stamp, Statement


class MatchStamp(Stamp):
    """What every event of a match carries."""

    contest: str
    pairing: str
    players: tuple[str, str]


@dataclass(frozen=True, slots=True)
class PairedMatch:
    """A match with its two players known."""

    contest: Contest
    fixture: Fixture
    match: DeskRecord

    @property
    def competition(self) -> Competition:
        """What it is a match of."""
        assert self.contest.competition is not None, "a fixture comes from a competition"
        return self.contest.competition

    @property
    def people(self) -> frozenset[str]:
        """Everybody who plays in it."""
        return frozenset(person for entrant in self.fixture.pair for person in self.contest.entries[entrant].people)

    def is_device(self, state: Tournament, stream: str) -> bool:
        """Whether that is the record of a device at this very match."""
        return stream == f"recorded:{state.record_name(self.contest, self.fixture)}"

    def stamp(self, command: Statement) -> MatchStamp:
        """What an event of the match that this command leads to begins with."""
        return MatchStamp(
            **command.stamp, contest=self.contest.settings.id, pairing=self.fixture.id, players=self.fixture.pair
        )


def is_one_of(state: Tournament, person: str, players: Iterable[str]) -> bool:
    """Whether somebody, by id or by name however it is written, is one of these players."""
    looks = looks_of(person).folded
    return any(person == player or looks == looks_of(state.name_of(player)).folded for player in players)


def excluded(state: Tournament, person: str, at: int) -> bool:
    """Whether somebody had to leave the tournament, as a player or a spectator, and may not be back yet."""
    out = (exclusion.person for exclusion in state.exclusions if not exclusion.contest and exclusion.holds_at(at))
    return is_one_of(state, person, out)


def contest_of(state: Tournament, contest: str) -> Contest | Refusal:
    """The contest; a finished one is not changed any more."""
    current = state.contests.get(contest)
    if current is None:
        return Refusal(TournamentCode.NO_SUCH_CONTEST, {"contest": contest})
    if current.finished is not None:
        return Refusal(TournamentCode.CONTEST_FINISHED, {"contest": contest})
    return current


def entry_of(state: Tournament, command: AboutEntry) -> tuple[Contest, Entry] | Refusal:
    """The contest and the entry."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    entry = contest.entries.get(command.entry)
    if entry is None:
        return Refusal(TournamentCode.NO_SUCH_ENTRY, {"entry": command.entry, "contest": command.contest})
    return contest, entry


def match_with_players(state: Tournament, command: AboutMatch) -> PairedMatch | Refusal:
    """The match, with both players known."""
    contest = contest_of(state, command.contest)
    if isinstance(contest, Refusal):
        return contest
    fixture = contest.fixtures.get(command.pairing)
    if fixture is None:
        return Refusal(TournamentCode.NO_SUCH_MATCH, {"pairing": command.pairing, "contest": command.contest})
    if len(fixture.players) < 2:
        return Refusal(TournamentCode.MATCH_NOT_READY, {"pairing": command.pairing})
    target = PairedMatch(contest, fixture, contest.match_at(fixture))
    if isinstance(command, c.OnSide) and command.entrant not in fixture.players:
        return Refusal(TournamentCode.NO_SUCH_ENTRY, {"entry": command.entrant, "contest": command.contest})
    return target


def open_match(state: Tournament, command: AboutMatch) -> PairedMatch | Refusal:
    """The match, if it is still to be played or being played."""
    target = match_with_players(state, command)
    if isinstance(target, Refusal):
        return target
    if target.fixture.status is not PairingStatus.READY:
        return Refusal(TournamentCode.MATCH_COMPLETED, {"pairing": command.pairing})
    return target


def running_match(state: Tournament, command: AboutMatch) -> PairedMatch | Refusal:
    """The match, if it is being played and not suspended."""
    target = open_match(state, command)
    if isinstance(target, Refusal):
        return target
    if target.match.begun is None:
        return Refusal(TournamentCode.MATCH_NOT_BEGUN, {"pairing": command.pairing})
    if target.match.suspended is not None:
        return Refusal(TournamentCode.MATCH_SUSPENDED, {"pairing": command.pairing})
    return target
