"""Every match of a contest in one form, whether it comes from a draw, a Swiss round or a playoff.

fixture     one pairing: its id (M1-3, C2-1, S4-7, P1-1), where it stands, who sits there or will, and how it went

A fixture is a view: nothing is kept in it.
"""

import msgspec

from barpoint.tournament.draw.assembly import describe_source
from barpoint.tournament.draw.draw_fold import Draw
from barpoint.tournament.draw.progress import PairingState, PairingStatus, Progress, Result, Sitter, draw_progress
from barpoint.tournament.draw.structure import LoserOf, Source
from barpoint.tournament.pairing.lives import PLAYOFF, Playoff
from barpoint.tournament.pairing.record import Pair
from barpoint.tournament.pairing.swiss import Swiss
from barpoint.tournament.settings import SWISS


class Fixture(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One match or bye."""

    id: str
    bracket: str
    round: int
    number: int
    home: str | None = None
    away: str | None = None
    home_from: str = ""
    away_from: str = ""
    status: PairingStatus
    winner: str | None = None
    loser: str | None = None
    result: Result | None = None
    reasons: tuple[str, ...] = ()
    drops_in: tuple[bool, bool] = (False, False)  # whether a side comes from a bracket above

    @property
    def players(self) -> tuple[str, ...]:
        """Those known to sit here."""
        return tuple(player for player in (self.home, self.away) if player is not None)

    @property
    def pair(self) -> tuple[str, str]:
        """The two, home first; only where both are known."""
        if self.home is None or self.away is None:
            raise ValueError(f"{self.id} does not have two players yet")
        return self.home, self.away

    @property
    def over(self) -> bool:
        """Whether nothing more is to be played here."""
        return self.status not in (PairingStatus.WAITING, PairingStatus.READY)


def draw_fixtures(draw: Draw) -> tuple[Fixture, ...]:
    """The fixtures of a draw."""
    return _of_progress(draw.progress)


def playoff_progress(
    playoff: Playoff, results: dict[tuple[str, frozenset[str]], Result], withdrawn: frozenset[str]
) -> Progress:
    """How a playoff stands."""
    gone = frozenset((entrant, "*") for entrant in withdrawn)
    return draw_progress(playoff.structure, playoff.lines, results, gone)


def swiss_fixtures(swiss: Swiss, playoff: Progress | None = None) -> tuple[Fixture, ...]:
    """The fixtures of the rounds paired so far, and of the playoff."""
    rounds = tuple(
        _of_pair(swiss, round_, number, pair)
        for round_, pairs in enumerate(swiss.rounds, 1)
        for number, pair in enumerate(pairs, 1)
    )
    return rounds + (_of_progress(playoff) if playoff is not None else ())


def _of_progress(now: Progress) -> tuple[Fixture, ...]:
    return tuple(_of_pairing_state(standing) for standing in now.pairings.values())


def _of_pairing_state(standing: PairingState) -> Fixture:
    pairing, result = standing.pairing, standing.result
    level = result is not None and result.level
    return Fixture(
        id=pairing.id,
        bracket=pairing.bracket,
        round=pairing.round,
        number=pairing.number,
        home=_name(standing.home),
        away=_name(standing.away),
        home_from=describe_source(pairing.home),
        away_from=describe_source(pairing.away),
        status=standing.status,
        winner=None if level else _name(standing.winner),
        loser=None if level else _name(standing.loser),
        result=result,
        reasons=pairing.reasons,
        drops_in=(_drops(pairing.home, pairing.bracket), _drops(pairing.away, pairing.bracket)),
    )


def _name(sitter: Sitter) -> str | None:
    return sitter if isinstance(sitter, str) else None


def _drops(source: Source, bracket: str) -> bool:
    return isinstance(source, LoserOf) and bracket not in (PLAYOFF, "final")


def _of_pair(swiss: Swiss, round_: int, number: int, pair: Pair) -> Fixture:
    result = swiss.results.get((round_, frozenset(pair.players)))
    status, winner, loser = _swiss_status(swiss, pair, result)
    return Fixture(
        id=f"S{round_}-{number}",
        bracket=SWISS,
        round=round_,
        number=number,
        home=pair.home,
        away=pair.away,
        status=status,
        winner=winner,
        loser=loser,
        result=result,
        reasons=pair.reasons,
    )


def _swiss_status(swiss: Swiss, pair: Pair, result: Result | None) -> tuple[PairingStatus, str | None, str | None]:
    if pair.away is None:
        return PairingStatus.BYE, pair.home, None
    if result is not None:
        return (
            (PairingStatus.PLAYED, None, None) if result.level else (PairingStatus.PLAYED, result.winner, result.loser)
        )
    gone = [player in swiss.withdrawn for player in pair.players]
    if all(gone):
        return PairingStatus.VACANT, None, None
    if any(gone):
        winner, loser = (pair.away, pair.home) if gone[0] else (pair.home, pair.away)
        return PairingStatus.WALKOVER, winner, loser
    return PairingStatus.READY, None, None
