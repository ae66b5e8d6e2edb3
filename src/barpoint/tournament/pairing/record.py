"""What a pairing needs to know of each entrant.

number      the lot drawn before round one: the order of those who are level in everything
score       half points, as in standings; losses are what `lives` counts
met         everyone met so far; a forfeited match counts as met
"""

from collections.abc import Iterable, Sequence

import msgspec

from barpoint.tournament.standings import WIN, Game


class Record(msgspec.Struct, frozen=True):
    """One entrant before a round."""

    entrant: str
    number: int
    score: int = 0
    losses: int = 0
    byes: int = 0
    met: frozenset[str] = frozenset()
    home: int = 0  # times home less times away


class Pair(msgspec.Struct, frozen=True):
    """One pairing of a round and why; `away` None is a bye."""

    home: str
    away: str | None
    reasons: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """The one or two."""
        return (self.home,) if self.away is None else (self.home, self.away)


def records(numbers: Sequence[str], games: Iterable[Game]) -> tuple[Record, ...]:
    """The records of these entrants, in the order of their numbers."""
    score = dict.fromkeys(numbers, 0)
    losses, byes, home = dict(score), dict(score), dict(score)
    met: dict[str, set[str]] = {entrant: set() for entrant in numbers}
    for game in games:
        for entrant, other, side in ((game.home, game.away, 1), (game.away, game.home, -1)):
            if entrant is None or entrant not in score:
                continue
            score[entrant] += game.score(entrant)
            if other is None:
                byes[entrant] += 1
                continue
            losses[entrant] += WIN if game.score(entrant) == 0 else 0
            home[entrant] += side
            met[entrant].add(other)
    return tuple(
        Record(
            entrant,
            number,
            score[entrant],
            losses[entrant] // WIN,
            byes[entrant],
            frozenset(met[entrant]),
            home[entrant],
        )
        for number, entrant in enumerate(numbers)
    )


def sides(record: Record, other: Record) -> tuple[Record, Record]:
    """Home and away: whoever has been home less often; if level, the better number every other time."""
    if record.home != other.home:
        return (record, other) if record.home < other.home else (other, record)
    first, second = (record, other) if record.number < other.number else (other, record)
    return (first, second) if (first.number + second.number) % 2 else (second, first)
