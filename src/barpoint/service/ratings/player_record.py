"""What somebody has won and lost: curves, the record by discipline, length and opponent, every change."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec

from barpoint.club.lists import plain_cell
from barpoint.rating import BOT
from barpoint.service.ratings.rating_book import LadderRow, PoolRating, RatedStep
from barpoint.service.ratings.rating_rule import is_provisional

MOST_POINTS: Final = 400
MOST_OPPONENTS: Final = 50
"""Points of a curve and opponents a page shows; the changes are all there."""


class CurvePoint(msgspec.Struct, frozen=True, array_like=True):
    """A rating at one moment; the deviation is 0 where the system has none."""

    at: int
    rating: float
    deviation: float = 0.0


class PoolCurve(msgspec.Struct, frozen=True):
    """Somebody's way in a pool, and where it has led."""

    pool: str
    rating: float
    deviation: float | None
    matches: int
    won: int
    provisional: bool
    points: tuple[CurvePoint, ...]


class RecordLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Matches won and lost of a kind; `account` of an opponent who has one."""

    about: str
    won: int
    lost: int
    account: str = ""


class RatedChange(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match, and what it changed."""

    match: str
    at: int
    pool: str
    opponent: str
    length: int
    won: bool
    before: float
    after: float


class PlayerRatings(msgspec.Struct, frozen=True):
    """All of it, by one system."""

    account: str
    name: str
    system: str
    systems: tuple[str, ...]
    pools: tuple[PoolCurve, ...]
    disciplines: tuple[RecordLine, ...]
    lengths: tuple[RecordLine, ...]
    opponents: tuple[RecordLine, ...]
    changes: tuple[RatedChange, ...]  # newest first; those that were asked for
    total: int


def player_name(player: str, names: Mapping[str, str]) -> str:
    """What a player of the ladder is called: a bot of the house has no account."""
    return f"Barpoint ({player.removeprefix(BOT)})" if player.startswith(BOT) else names.get(player, player)


def opponents_in(player: str, step: RatedStep) -> tuple[str, ...]:
    """Whom somebody played against."""
    return step.match.loser if player in step.match.winner else step.match.winner


def player_ratings(
    player: tuple[str, str],
    system: tuple[str, Iterable[str]],
    ratings: Sequence[PoolRating],
    steps: Sequence[RatedStep],
    names: Mapping[str, str],
    part: slice = slice(None),
) -> PlayerRatings:
    """A player's (account, name) page of ratings by a (system, of all that are kept); `part` of the changes."""
    account, name = player
    return PlayerRatings(
        account=account,
        name=name,
        system=system[0],
        systems=tuple(system[1]),
        pools=tuple(_curve(rating, steps) for rating in ratings if rating.system == system[0]),
        disciplines=_record((step.match.discipline, "", _won(account, step)) for step in steps),
        lengths=_by_number(_record((str(step.match.length), "", _won(account, step)) for step in steps)),
        opponents=_record(
            (player_name(other, names), "" if other.startswith(BOT) else other, _won(account, step))
            for step in steps
            for other in opponents_in(account, step)
        )[:MOST_OPPONENTS],
        changes=tuple(_change(account, step, names) for step in steps[::-1][part]),
        total=len(steps),
    )


def _won(player: str, step: RatedStep) -> bool:
    return player in step.match.winner


def _change(player: str, step: RatedStep, names: Mapping[str, str]) -> RatedChange:
    match, change = step.match, step.change
    opponent = " + ".join(player_name(other, names) for other in opponents_in(player, step))
    won, before, after = _won(player, step), change.before.rating, change.after.rating
    return RatedChange(match.id, match.at, str(match.pool), opponent, match.length, won, before, after)


def _curve(rating: PoolRating, steps: Sequence[RatedStep]) -> PoolCurve:
    own = [step.change for step in steps if str(step.change.pool) == rating.pool]
    values = [(change.at, change.before) for change in own[:1]] + [(change.at, change.after) for change in own]
    points = [CurvePoint(at, value.rating, value.deviation or 0.0) for at, value in values]
    value = rating.rating
    return PoolCurve(
        rating.pool, value.rating, value.deviation, value.matches, rating.won, is_provisional(value), _thinned(points)
    )


def _thinned(points: Sequence[CurvePoint]) -> tuple[CurvePoint, ...]:
    """As many as a picture can show, evenly chosen, the last one among them."""
    every = -(-len(points) // MOST_POINTS) or 1
    return tuple(points[::-1][::every][::-1])


def _record(results: Iterable[tuple[str, str, bool]]) -> tuple[RecordLine, ...]:
    """Won and lost by what they are about, the most played first."""
    counts: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for about, account, won in results:
        counts[about, account][0 if won else 1] += 1
    lines = [RecordLine(about, won, lost, account) for (about, account), (won, lost) in counts.items()]
    return tuple(sorted(lines, key=lambda line: (-line.won - line.lost, line.about)))


def _by_number(lines: Sequence[RecordLine]) -> tuple[RecordLine, ...]:
    return tuple(sorted(lines, key=lambda line: int(line.about)))


def history_csv(player: str, steps: Sequence[RatedStep], names: Mapping[str, str]) -> str:
    """Every change, one a line, the first one first."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("match", "at", "pool", "opponent", "length", "won", "before", "after", "change"))
    for step in steps:
        change = _change(player, step, names)
        moment = datetime.fromtimestamp(change.at / 1000, UTC).isoformat(timespec="seconds")
        numbers = (f"{change.before:.6f}", f"{change.after:.6f}", f"{change.after - change.before:+.6f}")
        cells = (change.match, moment, change.pool, plain_cell(change.opponent), change.length, int(change.won))
        rows.writerow((*cells, *numbers))
    return text.getvalue()


def ladder_csv(rows: Iterable[LadderRow]) -> str:
    """A ladder, one player a line."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("place", "player", "name", "rating", "deviation", "matches", "won", "provisional"))
    for row in rows:
        rating, deviation = row.rating, "" if row.rating.deviation is None else f"{row.rating.deviation:.6f}"
        numbers = (f"{rating.rating:.6f}", deviation, rating.matches, row.won, int(row.provisional))
        table.writerow((row.place, row.player, plain_cell(row.name), *numbers))
    return text.getvalue()
