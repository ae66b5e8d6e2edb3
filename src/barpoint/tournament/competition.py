"""What a contest is played as: one face for a draw, for Swiss rounds, and for lives with their playoff.

Judging gives *changes*: of the draw, of the rounds, or of the playoff that ends them; `decide` wraps them for the one
log of the tournament. Which kind a contest is, only `Contest.competition` asks.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from barpoint.board import Refusal
from barpoint.tournament.draw import events as d
from barpoint.tournament.draw.entrant import Entrant
from barpoint.tournament.draw.progress import Place, Result
from barpoint.tournament.draw.structure import Pairing
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.pairing.lives import Playoff
from barpoint.tournament.pairing.swiss import SwissEvents
from barpoint.tournament.standings import StandingsRow, TieBreak

Key = tuple[str, frozenset[str]]  # a pairing and the two who sit there


@dataclass(frozen=True, slots=True)
class PlayoffOutcome:
    """A result of the playoff; without `result` it is taken out."""

    pairing: str
    players: tuple[str, str]
    result: Result | None

    def recorded_in(self, results: Mapping[Key, Result]) -> Mapping[Key, Result]:
        """The results of the playoff with this one."""
        key = (self.pairing, frozenset(self.players))
        others = {match: result for match, result in results.items() if match != key}
        return others if self.result is None else {**others, key: self.result}


Change = d.Events | SwissEvents | Playoff | PlayoffOutcome
Answer = tuple[Change, ...] | Refusal


class Competition(Protocol):
    """A contest's matches: how they stand, and what becomes of what is asked of them."""

    @property
    def entrants(self) -> Mapping[str, Entrant]:
        """Who plays."""
        ...

    @property
    def seed(self) -> str:
        """What lots are drawn from."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be said of how it was drawn."""
        ...

    @property
    def bracket_pairings(self) -> tuple[Pairing, ...]:
        """The pairings that lead to one another, for a sheet."""
        ...

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """Every match, in order."""
        ...

    @property
    def titles(self) -> tuple[str, ...]:
        """What is played for."""
        ...

    @property
    def table(self) -> tuple[StandingsRow, ...]:
        """The table of rounds or groups with its tie-breaks explained; empty for knockouts."""
        ...

    @property
    def is_complete(self) -> bool:
        """Whether everything has been played."""
        ...

    @property
    def round_due(self) -> int | None:
        """The round that can be paired now."""
        ...

    def places(self, title: str) -> tuple[Place, ...]:
        """The places of a title so far, best first; those still in it are not placed yet."""
        ...

    def brackets(self, title: str) -> tuple[str, ...]:
        """The brackets whose last match decides a title; none where a table does."""
        ...

    def counts_in_table(self, bracket: str) -> bool:
        """Whether a match of a bracket counts in a table: it can be drawn, and nobody goes on from it."""
        ...

    def after(self, changes: Iterable[Change]) -> "Competition":
        """The competition after some changes."""
        ...

    def post(self, fixture: Fixture, result: Result) -> Answer:
        """A result."""
        ...

    def correct(self, fixture: Fixture, result: Result, reason: str) -> Answer:
        """Another result in place of the posted one."""
        ...

    def void(self, fixture: Fixture, reason: str) -> Answer:
        """A result taken out."""
        ...

    def enter_late(self, entrant: Entrant) -> Answer:
        """An entrant more."""
        ...

    def withdraw(self, entrant: str, title: str) -> Answer:
        """An entrant out of a title, `*` for all; nothing changes for one who was not drawn."""
        ...

    def reinstate(self, entrant: str, title: str, reason: str) -> Answer:
        """In again."""
        ...

    def overrule(self, one: str, other: str, reason: str) -> Answer:
        """Two places exchanged."""
        ...

    def change_tie_breaks(self, tie_breaks: tuple[TieBreak, ...], reason: str) -> Answer:
        """Another list."""
        ...

    def pair_round(self) -> Answer:
        """The next round, or the playoff of those with lives left."""
        ...
