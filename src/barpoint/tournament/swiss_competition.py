"""A contest whose rounds are paired one by one; with lives a playoff may end it (`competition.Competition`)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from barpoint.board import Refusal
from barpoint.tournament.competition import Answer, Change, Key, PlayoffOutcome
from barpoint.tournament.draw.entrant import Entrant
from barpoint.tournament.draw.events import DrawCode
from barpoint.tournament.draw.progress import PairingStatus, Place, Progress, Result, places
from barpoint.tournament.draw.structure import Pairing
from barpoint.tournament.fixture import Fixture, playoff_progress, swiss_fixtures
from barpoint.tournament.pairing import swiss as rounds
from barpoint.tournament.pairing.lives import PLAYOFF, Playoff, contingent_places
from barpoint.tournament.pairing.swiss import Method, Swiss
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.settings import SWISS
from barpoint.tournament.standings import StandingsRow, TieBreak


@dataclass(frozen=True)
class SwissCompetition:
    """Rounds paired one by one; with lives a playoff may end them."""

    contest: str
    swiss: Swiss
    playoff: Playoff | None = None
    playoff_results: Mapping[Key, Result] = field(default_factory=dict)

    @cached_property
    def playoff_progress(self) -> Progress | None:
        """How the playoff stands."""
        if self.playoff is None:
            return None
        return playoff_progress(self.playoff, dict(self.playoff_results), self.swiss.withdrawn)

    @property
    def entrants(self) -> Mapping[str, Entrant]:
        """Those of the rounds."""
        return self.swiss.entrants

    @property
    def seed(self) -> str:
        """Of its numbers."""
        return self.swiss.plan.seed

    @property
    def notes(self) -> tuple[str, ...]:
        """None."""
        return ()

    @property
    def bracket_pairings(self) -> tuple[Pairing, ...]:
        """Those of the playoff."""
        return () if self.playoff is None else self.playoff.structure.pairings

    @cached_property
    def fixtures(self) -> tuple[Fixture, ...]:
        """Of the rounds so far, then of the playoff."""
        return swiss_fixtures(self.swiss, self.playoff_progress)

    @property
    def titles(self) -> tuple[str, ...]:
        """One."""
        return (SWISS,)

    @property
    def table(self) -> tuple[StandingsRow, ...]:
        """Of the rounds."""
        return self.swiss.standings

    @property
    def is_complete(self) -> bool:
        """When no round and no playoff is left."""
        if self.swiss.open:
            return False
        if self.playoff_progress is not None:
            return self.playoff_progress.complete
        if self.swiss.plan.method is Method.LIVES:
            ahead = rounds.pair_round(self.swiss)
            return ahead is None or isinstance(ahead, str)
        return (
            len(self.swiss.rounds) >= self.swiss.plan.rounds or len(self.swiss.numbers) - len(self.swiss.withdrawn) < 2
        )

    @property
    def round_due(self) -> int | None:
        """When the one before is over."""
        if self.swiss.open or self.playoff is not None:
            return None
        if self.swiss.plan.method is not Method.LIVES and len(self.swiss.rounds) >= self.swiss.plan.rounds:
            return None
        return len(self.swiss.rounds) + 1

    def places(self, title: str) -> tuple[Place, ...]:
        """By the table; a playoff decides the first ones."""
        del title  # there is one
        table = [Place(row.entrant, row.place, row.last) for row in self.swiss.standings]
        now = self.playoff_progress
        if now is None or self.playoff is None:
            return tuple(table)
        if self.playoff.contingent_bye and not any(result.both_lost for result in self.playoff_results.values()):
            first = self._contingent_places(self.playoff)
        else:
            first = list(places(now, PLAYOFF))
        inside = {entrant for entrant in self.playoff.lines if entrant is not None}
        rest = [place for place in table if place.entrant not in inside]
        shift = len(inside)
        groups: dict[tuple[int, int], list[str]] = {}
        for place in rest:
            groups.setdefault((place.place, place.last), []).append(place.entrant)
        for entrants in groups.values():
            first += [Place(entrant, shift + 1, shift + len(entrants)) for entrant in entrants]
            shift += len(entrants)
        return tuple(first)

    def _contingent_places(self, playoff: Playoff) -> list[Place]:
        bye = playoff.lines[0]
        results = {fixture.id: fixture.result for fixture in self.fixtures}
        first, second = results["P1-1"], results["P2-1"]
        if first is None or second is None or bye is None:
            return []
        order = contingent_places(bye, (first.winner, first.loser), (second.winner, second.loser))
        return [Place(entrant, place, place) for place, entrant in enumerate(order, 1)]

    def brackets(self, title: str) -> tuple[str, ...]:
        """None: there is a table."""
        del title
        return ()

    def counts_in_table(self, bracket: str) -> bool:
        """But for the playoff."""
        return bracket == SWISS

    def after(self, changes: Iterable[Change]) -> "SwissCompetition":
        """Rounds and playoff evolved."""
        now = self
        for change in changes:
            if isinstance(change, Playoff):
                now = replace(now, playoff=change)
            elif isinstance(change, PlayoffOutcome):
                now = replace(now, playoff_results=change.recorded_in(now.playoff_results))
            else:
                assert isinstance(change, rounds.SwissEvent), "Swiss rounds change by their own events"
                now = replace(now, swiss=rounds.evolve(now.swiss, change))
        return now

    def post(self, fixture: Fixture, result: Result) -> Answer:
        """In its round, or in the playoff."""
        if fixture.bracket != PLAYOFF:
            return rounds.post(self.swiss, fixture.round, result)
        if fixture.status is PairingStatus.PLAYED:
            return Refusal(DrawCode.ALREADY_POSTED, {"pairing": fixture.id})
        return (PlayoffOutcome(fixture.id, fixture.pair, result),)

    def correct(self, fixture: Fixture, result: Result, reason: str) -> Answer:
        """The table changes, never a round that is paired already."""
        if fixture.bracket == PLAYOFF:
            return (PlayoffOutcome(fixture.id, fixture.pair, result),)
        return rounds.post(self.swiss, fixture.round, result, correcting=reason)

    def void(self, fixture: Fixture, reason: str) -> Answer:
        """The match is to be played."""
        if fixture.bracket == PLAYOFF:
            return (PlayoffOutcome(fixture.id, fixture.pair, None),)
        return rounds.void(self.swiss, fixture.round, fixture.pair, reason)

    def enter_late(self, entrant: Entrant) -> Answer:
        """From the next round on."""
        if self.playoff is not None:
            return Refusal(TournamentCode.PLAYOFF_RUNNING, {"contest": self.contest})
        return rounds.enter_late(self.swiss, entrant)

    def withdraw(self, entrant: str, title: str) -> Answer:
        """Out of the rounds to come."""
        if title not in ("*", SWISS):
            raise ValueError(f"this event plays for {SWISS}, not {title!r}")
        return rounds.withdraw(self.swiss, entrant)

    def reinstate(self, entrant: str, title: str, reason: str) -> Answer:
        """Paired again from the next round on."""
        del title  # there is one
        return rounds.reinstate(self.swiss, entrant, reason)

    def overrule(self, one: str, other: str, reason: str) -> Answer:
        """Two entrants of the round that is on."""
        return rounds.overrule(self.swiss, one, other, reason)

    def change_tie_breaks(self, tie_breaks: tuple[TieBreak, ...], reason: str) -> Answer:
        """Of its table."""
        return rounds.change_tie_breaks(self.swiss, tie_breaks, reason)

    def pair_round(self) -> Answer:
        """When the one before is over."""
        if self.playoff is not None:
            return Refusal(TournamentCode.PLAYOFF_RUNNING, {"contest": self.contest})
        answer = rounds.pair_round(self.swiss)
        if isinstance(answer, Playoff):
            return (answer,)
        if answer is None or isinstance(answer, str):
            return Refusal(TournamentCode.NOTHING_LEFT_TO_PAIR, {"contest": self.contest})
        return answer
