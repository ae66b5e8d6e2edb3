"""Ratings as a fold over finished matches: the same log gives the same numbers on any machine.

ladder      every pool's players and their ratings
change      one player's step: the rating before and after, and the results it came from
set aside   a match the published rule does not count; it stays in the record with the reason

Ratings are rounded to a millionth after every change (`arithmetic.round_rating`), which is what the next one
starts from. A correction changes the log, and the ladder is folded anew.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

import msgspec

from barpoint.rating.match_events import (
    RATED_ENDINGS,
    MatchEnding,
    MatchRated,
    Pool,
    RatingEvent,
    matches_in_order,
)
from barpoint.rating.systems import (
    Fibs,
    Glicko,
    Glicko2,
    RatedResult,
    Rating,
    RatingSystem,
    newcomer,
    next_rating,
    strength,
)


class RatingChange(msgspec.Struct, frozen=True, gc=False):
    """One player's step, with everything its arithmetic needs. A season has many, and none leads back to another."""

    player: str
    pool: Pool
    at: int
    before: Rating
    after: Rating
    met: tuple[RatedResult, ...]

    @property
    def points(self) -> float:
        """How far the rating moved."""
        return self.after.rating - self.before.rating


@dataclass(slots=True)
class Ladder:
    """Ratings by pool and player. `rate` moves it on; `copy` keeps a state."""

    system: RatingSystem
    ratings: dict[Pool, dict[str, Rating]] = field(default_factory=dict)

    def of(self, pool: Pool, player: str) -> Rating:
        """A player's rating, a newcomer's if there is none yet."""
        return self.ratings.get(pool, {}).get(player) or newcomer(self.system)

    def copy(self) -> "Ladder":
        """The same ratings, independent of what is rated from here."""
        return Ladder(self.system, {pool: dict(players) for pool, players in self.ratings.items()})

    def rate(self, matches: Iterable[MatchRated]) -> list[RatingChange]:
        """Take in matches that are rated together (usually one); the steps they brought, by pool and player."""
        pools: dict[Pool, dict[str, list[RatedResult]]] = {}
        at = 0
        for match in matches:
            at = max(at, match.at)
            pool = match.pool
            self._meet(match, self.ratings.setdefault(pool, {}), pools.setdefault(pool, {}))
        return [change for pool, met in pools.items() for change in self._step(pool, met, at)]

    def _meet(self, match: MatchRated, players: dict[str, Rating], met: dict[str, list[RatedResult]]) -> None:
        new = newcomer(self.system)
        winner, winner_deviation = strength([players.get(player, new) for player in match.winner])
        loser, loser_deviation = strength([players.get(player, new) for player in match.loser])
        won = RatedResult(match.id, True, match.length, winner, loser, loser_deviation)
        lost = RatedResult(match.id, False, match.length, loser, winner, winner_deviation)
        for player in match.winner:
            met.setdefault(player, []).append(won)
        for player in match.loser:
            met.setdefault(player, []).append(lost)

    def _step(self, pool: Pool, met: dict[str, list[RatedResult]], at: int) -> list[RatingChange]:
        players, new = self.ratings[pool], newcomer(self.system)
        changes = []
        for player, results in met.items():
            before = players.get(player, new)
            players[player] = after = next_rating(self.system, before, results, at)
            changes.append(RatingChange(player, pool, at, before, after, tuple(results)))
        return changes


@dataclass(frozen=True, slots=True)
class RebuildResult:
    """What a log comes to."""

    ladder: Ladder
    changes: tuple[RatingChange, ...]
    set_aside: tuple[MatchRated, ...]


def rebuild(
    log: Iterable[RatingEvent],
    system: RatingSystem | None = None,
    counts: frozenset[MatchEnding] = RATED_ENDINGS,
    progress: Callable[[int], None] | None = None,
) -> RebuildResult:
    """Fold a log of finished matches from nothing. `progress` hears how many are done."""
    ladder = Ladder(system or Fibs())
    matches = matches_in_order(log)
    changes: list[RatingChange] = []
    done = 0
    for group in _rating_groups([match for match in matches if match.kind in counts], ladder.system):
        changes += ladder.rate(group)
        done += len(group)
        if progress is not None and done % 1000 < len(group):
            progress(done)
    return RebuildResult(ladder, tuple(changes), tuple(match for match in matches if match.kind not in counts))


def _rating_groups(matches: list[MatchRated], system: RatingSystem) -> Iterator[list[MatchRated]]:
    if not isinstance(system, Glicko | Glicko2) or not system.together:
        for match in matches:
            yield [match]
        return
    for _, group in groupby(matches, key=lambda match: match.at // system.period):
        yield list(group)
