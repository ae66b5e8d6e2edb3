"""How a draw stands: who sits where, which matches can be played, who takes which place.

Everything here follows from the structure, the lines, the results and the withdrawals, in whatever order
they came: a draw that was corrected ten times stands exactly as one that was right at once.

result      belongs to a pairing and to the two who played it. It counts while those two sit there; if a
            correction further up seats others, it lies dormant, and counts again should the two return
walkover    an entrant who has withdrawn loses what has not been played, here and in brackets below
vacant      both are gone: nobody goes on, and whoever comes next has a walkover
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

import msgspec

from barpoint.tournament.draw.structure import (
    Bye,
    DrawLine,
    GroupPlace,
    LoserOf,
    Pairing,
    Source,
    Structure,
    WinnerOf,
    is_group,
)
from barpoint.tournament.standings import DRAW, WIN, Game, StandingsRow, TieBreak, compute_standings


class PairingStatus(StrEnum):
    """How far a pairing has come."""

    WAITING = "waiting"  # for somebody to sit there
    READY = "ready"
    PLAYED = "played"
    BYE = "bye"
    WALKOVER = "walkover"
    VACANT = "vacant"
    NOT_NEEDED = "not_needed"


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match ended: the score as the winner's and the loser's points.

    In groups and Swiss rounds it may be drawn. Both may have lost it for being late (bws:2.2.4g): in a knockout nobody
    goes on from it then, to whichever bracket.
    """

    winner: str
    loser: str
    score: tuple[int, int] = (0, 0)
    forfeited: bool = False
    drawn: bool = False
    both_lost: bool = False

    @property
    def level(self) -> bool:
        """Whether nobody has won."""
        return self.drawn or self.both_lost

    @property
    def players(self) -> frozenset[str]:
        """The two."""
        return frozenset({self.winner, self.loser})


@dataclass(frozen=True, slots=True)
class _Nobody:
    pass


NOBODY = _Nobody()
Sitter = str | _Nobody | None  # None: not known yet
Results = Mapping[tuple[str, frozenset[str]], Result]


@dataclass(frozen=True, slots=True)
class PairingState:
    """One pairing now."""

    pairing: Pairing
    home: Sitter
    away: Sitter
    status: PairingStatus
    winner: Sitter = None
    loser: Sitter = None
    result: Result | None = None

    @property
    def over(self) -> bool:
        """Whether nothing more is to be played here."""
        return self.status not in (PairingStatus.WAITING, PairingStatus.READY)

    @property
    def players(self) -> tuple[str, ...]:
        """Those known to sit here."""
        return tuple(sitter for sitter in (self.home, self.away) if isinstance(sitter, str))


@dataclass(frozen=True, slots=True)
class Place:
    """An entrant's place for a title; `place` to `last` are shared. Not final while others still play above."""

    entrant: str
    place: int
    last: int


@dataclass(frozen=True)
class Progress:
    """Every pairing as it stands."""

    structure: Structure
    pairings: Mapping[str, PairingState]
    tables: Mapping[str, tuple[StandingsRow, ...]]  # of groups

    @property
    def ready(self) -> tuple[PairingState, ...]:
        """The matches that can be played now."""
        return tuple(state for state in self.pairings.values() if state.status is PairingStatus.READY)

    @property
    def complete(self) -> bool:
        """Whether everything has been played."""
        return all(state.over for state in self.pairings.values())

    def counting_results(self) -> frozenset[tuple[str, frozenset[str]]]:
        """The results that count now."""
        return frozenset(
            (name, state.result.players) for name, state in self.pairings.items() if state.result is not None
        )


def draw_progress(
    structure: Structure,
    lines: tuple[str | None, ...],
    results: Results,
    withdrawn: frozenset[tuple[str, str]] = frozenset(),
    tie_breaks: tuple[TieBreak, ...] = (),
) -> Progress:
    """How it stands. `withdrawn` are entrants and the title they left, `*` for all of them."""
    walk = _Walk(structure, lines, results, withdrawn, tie_breaks)
    for pairing in structure.pairings:
        walk.visit(pairing)
    for group in structure.brackets:
        if is_group(group):
            walk.table(group)
    return Progress(structure, walk.standings, walk.tables)


class _Walk:
    """One pass over the pairings in order."""

    def __init__(
        self,
        structure: Structure,
        lines: tuple[str | None, ...],
        results: Results,
        withdrawn: frozenset[tuple[str, str]],
        tie_breaks: tuple[TieBreak, ...],
    ) -> None:
        self.structure, self.lines, self.results = structure, lines, results
        self.withdrawn, self.tie_breaks = withdrawn, tie_breaks
        self.standings: dict[str, PairingState] = {}
        self.tables: dict[str, tuple[StandingsRow, ...]] = {}

    def sitter(self, source: Source) -> Sitter:
        match source:
            case DrawLine(number):
                entrant = self.lines[number]
                return NOBODY if entrant is None else entrant
            case Bye():
                return NOBODY
            case WinnerOf(name):
                return self.standings[name].winner
            case LoserOf(name):
                return self.standings[name].loser
            case GroupPlace(group, place):
                return self._group_sitter(group, place)
            case _:
                assert_never(source)

    def _group_sitter(self, group: str, place: int) -> Sitter:
        """Whoever took that place; a group that is not over has none yet. One who left leaves a walkover."""
        if not all(self.standings[pairing.id].over for pairing in self.structure.brackets[group]):
            return None
        rows = self.table(group)
        return rows[place - 1].entrant if place <= len(rows) else NOBODY

    def table(self, group: str) -> tuple[StandingsRow, ...]:
        if group not in self.tables:
            mine = [self.standings[each.id] for each in self.structure.brackets[group]]
            entrants = {player for each in mine for player in each.players}
            games = [game for each in mine if (game := _game(each)) is not None]
            self.tables[group] = compute_standings(entrants, games, self.tie_breaks)
        return self.tables[group]

    def _gone(self, entrant: str, bracket: str) -> bool:
        if not self.withdrawn:
            return False
        return (entrant, "*") in self.withdrawn or (entrant, self.structure.title_of(bracket)) in self.withdrawn

    def visit(self, pairing: Pairing) -> None:
        home, away = self.sitter(pairing.home), self.sitter(pairing.away)
        self.standings[pairing.id] = self._pairing_state(pairing, home, away)

    def _pairing_state(self, pairing: Pairing, home: Sitter, away: Sitter) -> PairingState:
        if pairing.contingent_on is not None:
            before = self.standings[pairing.contingent_on]
            if before.over and (before.winner == before.home or before.status is not PairingStatus.PLAYED):
                return PairingState(pairing, home, away, PairingStatus.NOT_NEEDED, before.winner, before.loser)
        if home is None or away is None:
            return PairingState(pairing, home, away, PairingStatus.WAITING)
        if isinstance(home, str) and isinstance(away, str):
            return self._match(pairing, home, away)
        if home is NOBODY and away is NOBODY:
            return PairingState(pairing, home, away, PairingStatus.VACANT, NOBODY, NOBODY)
        winner = away if home is NOBODY else home
        return PairingState(pairing, home, away, PairingStatus.BYE, winner, NOBODY)

    def _match(self, pairing: Pairing, home: str, away: str) -> PairingState:
        result = self.results.get((pairing.id, frozenset({home, away})))
        if result is not None and result.both_lost and not is_group(pairing.bracket):
            return PairingState(pairing, home, away, PairingStatus.PLAYED, NOBODY, NOBODY, result)
        if result is not None:
            return PairingState(pairing, home, away, PairingStatus.PLAYED, result.winner, result.loser, result)
        gone = [self._gone(entrant, pairing.bracket) for entrant in (home, away)]
        if all(gone):
            return PairingState(pairing, home, away, PairingStatus.VACANT, NOBODY, NOBODY)
        if any(gone):
            winner, loser = (away, home) if gone[0] else (home, away)
            return PairingState(pairing, home, away, PairingStatus.WALKOVER, winner, loser)
        return PairingState(pairing, home, away, PairingStatus.READY)


def _game(state: PairingState) -> Game | None:
    """A pairing of a group as standings count it; a bye in a round robin brings nothing."""
    home, away = state.home, state.away
    if not isinstance(home, str) or not isinstance(away, str) or state.status is PairingStatus.READY:
        return None
    if state.result is None:
        score = 0 if state.winner != home else WIN
        return None if state.status is PairingStatus.VACANT else Game(state.pairing.round, home, away, score)
    score = DRAW if state.result.drawn else WIN if state.result.winner == home else 0
    points = state.result.score if state.result.winner == home else state.result.score[::-1]
    return Game(state.pairing.round, home, away, score, (points[0], points[1]), state.result.both_lost)


def places(now: Progress, title: str = "main") -> tuple[Place, ...]:
    """Who is out of a title, or has won it, and in which place: the later one lost, the better.

    Those still in it count as better. Whoever was last in a group's table is placed there, not here.
    """
    brackets = now.structure.titles.get(title, (title,))
    if is_group(title):
        return tuple(Place(row.entrant, row.place, row.last) for row in now.tables.get(title, ()))
    mine = [state for state in now.pairings.values() if state.pairing.bracket in brackets]
    exits: dict[str, int] = {}
    for state in mine:
        for player in state.players:
            exits[player] = _rank(now.structure, state, player, brackets)
    groups: dict[int, list[str]] = {}
    for player, rank in exits.items():
        groups.setdefault(rank, []).append(player)
    placings, place = [], 1
    for rank in sorted(groups):
        last = place + len(groups[rank]) - 1
        if rank >= 0:
            placings += [Place(player, place, last) for player in sorted(groups[rank])]
        place = last + 1
    return tuple(placings)


_STILL_IN = -1


def _rank(structure: Structure, state: PairingState, player: str, brackets: tuple[str, ...]) -> int:
    """0 for the winner, then how far below the last match a player went out; below 0 while still in.

    Pairings are visited in order, so that the last one a player sits in has the word.
    """
    if not state.over:
        return _STILL_IN
    name = state.pairing.id
    onward = structure.winner_to.get(name)
    below = structure.loser_to.get(name)
    if player == state.winner:
        return 0 if onward is None or state.status is PairingStatus.NOT_NEEDED else _STILL_IN
    stays = below is not None and structure.by_id[below.pairing].bracket in brackets
    if stays and player == state.loser and state.status is not PairingStatus.NOT_NEEDED:
        return _STILL_IN
    return 1 + _distance(structure, name)


def _distance(structure: Structure, name: str) -> int:
    """How many matches the winner of that pairing still has to win."""
    steps = 0
    while (slot := structure.winner_to.get(name)) is not None:
        name = slot.pairing
        steps += 1
    return steps
