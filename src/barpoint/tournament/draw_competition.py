"""A contest that is drawn at once: knockouts and groups (`competition.Competition`)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from barpoint.board import Refusal
from barpoint.tournament.competition import Answer, Change
from barpoint.tournament.draw import draw_fold as draws
from barpoint.tournament.draw import events as d
from barpoint.tournament.draw.draw_fold import Draw
from barpoint.tournament.draw.entrant import Entrant
from barpoint.tournament.draw.progress import Place, Result, places
from barpoint.tournament.draw.structure import Pairing, is_group
from barpoint.tournament.fixture import Fixture, draw_fixtures
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.standings import StandingsRow, TieBreak


@dataclass(frozen=True)
class DrawCompetition:
    """Knockouts and groups, drawn at once."""

    contest: str
    draw: Draw

    @property
    def entrants(self) -> Mapping[str, Entrant]:
        """Those of the draw."""
        return self.draw.entrants

    @property
    def seed(self) -> str:
        """Of its lines."""
        return self.draw.plan.seed

    @property
    def notes(self) -> tuple[str, ...]:
        """Of the lines, then of the structure."""
        return (*self.draw.notes, *self.draw.structure.notes)

    @property
    def bracket_pairings(self) -> tuple[Pairing, ...]:
        """All of them."""
        return self.draw.structure.pairings

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """As they progress."""
        return draw_fixtures(self.draw)

    @property
    def titles(self) -> tuple[str, ...]:
        """Main, consolation, groups."""
        return tuple(self.draw.structure.titles)

    @property
    def table(self) -> tuple[StandingsRow, ...]:
        """Those of its groups, one after the other."""
        return tuple(row for rows in self.draw.progress.tables.values() for row in rows)

    @property
    def is_complete(self) -> bool:
        """When its last match is over."""
        return self.draw.progress.complete

    @property
    def round_due(self) -> int | None:
        """None: everything is drawn at once."""
        return None

    def places(self, title: str) -> tuple[Place, ...]:
        """The later somebody lost, the better."""
        return places(self.draw.progress, title)

    def brackets(self, title: str) -> tuple[str, ...]:
        """Those of the title; a group has a table."""
        return () if is_group(title) else self.draw.structure.titles.get(title, (title,))

    def counts_in_table(self, bracket: str) -> bool:
        """In groups."""
        return is_group(bracket)

    def after(self, changes: Iterable[Change]) -> "DrawCompetition":
        """The draw evolved."""
        draw = self.draw
        for change in changes:
            assert isinstance(change, d.Event), "a draw changes by its own events"
            draw = draws.evolve(draw, change)
        return DrawCompetition(self.contest, draw)

    def post(self, fixture: Fixture, result: Result) -> Answer:
        """In its pairing."""
        return draws.decide(self.draw, d.PostResult(pairing=fixture.id, result=result))

    def correct(self, fixture: Fixture, result: Result, reason: str) -> Answer:
        """With what is undone by it."""
        return draws.decide(self.draw, d.CorrectResult(pairing=fixture.id, result=result, reason=reason))

    def void(self, fixture: Fixture, reason: str) -> Answer:
        """With what is undone by it."""
        return draws.decide(self.draw, d.VoidResult(pairing=fixture.id, reason=reason))

    def enter_late(self, entrant: Entrant) -> Answer:
        """On an empty line."""
        return draws.decide(self.draw, d.EnterLate(entrant=entrant))

    def withdraw(self, entrant: str, title: str) -> Answer:
        """What is left to play is lost."""
        if entrant not in self.draw.entrants:
            return ()
        return draws.decide(self.draw, d.Withdraw(entrant=entrant, title=title))

    def reinstate(self, entrant: str, title: str, reason: str) -> Answer:
        """On the same line."""
        return draws.decide(self.draw, d.Reinstate(entrant=entrant, title=title, reason=reason))

    def overrule(self, one: str, other: str, reason: str) -> Answer:
        """Two slots, as `M1-3/0`."""
        exchange = d.OverrulePairing(one=_slot(one), other=_slot(other), reason=reason)
        return draws.decide(self.draw, exchange)

    def change_tie_breaks(self, tie_breaks: tuple[TieBreak, ...], reason: str) -> Answer:
        """Of its groups."""
        return draws.decide(self.draw, d.ChangeTieBreaks(tie_breaks=tie_breaks, reason=reason))

    def pair_round(self) -> Answer:
        """There is none."""
        return Refusal(TournamentCode.NOT_SWISS, {"contest": self.contest})


def _slot(text: str) -> tuple[str, int]:
    pairing, _, side = text.rpartition("/")
    if side not in ("0", "1"):
        raise ValueError(f"expected a place of the draw such as M1-3/0 (home) or M1-3/1 (away), not {text!r}")
    return pairing, int(side)
