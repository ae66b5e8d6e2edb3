"""Standings by score: Swiss, round robin, groups; and the tie-breaks, in the order the director published.

score       in half points: a win, a bye and a match won by forfeit are 2, a drawn match is 1 each
tie-breaks  among those level on score, each in turn, only where the ones before it leave them level:
  head_to_head      score among themselves, if all of them have met
  buchholz          the opponents' scores added up; a bye counts as an opponent level with oneself
  median_buchholz   the same without the highest and the lowest
  progressive       one's score after each round added up: early wins count more
  sonneborn_berger  the scores of those one has beaten, half of those one has drawn with
  point_difference  points of the match scores, won less lost
  split             the end of the list: whoever is still level shares the places and splits the money
Whoever is level when the list ends shares too.

Nothing here pairs anybody, and nothing is decided by lot.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import msgspec

WIN: Final = 2
DRAW: Final = 1


class TieBreak(StrEnum):
    """What separates those who are level."""

    HEAD_TO_HEAD = "head_to_head"
    BUCHHOLZ = "buchholz"
    MEDIAN_BUCHHOLZ = "median_buchholz"
    PROGRESSIVE = "progressive"
    SONNEBORN_BERGER = "sonneborn_berger"
    POINT_DIFFERENCE = "point_difference"
    SPLIT = "split"


DEFAULT_TIE_BREAKS: Final = (TieBreak.HEAD_TO_HEAD, TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.SPLIT)


def check_tie_breaks(tie_breaks: Sequence[TieBreak]) -> tuple[TieBreak, ...]:
    """The list itself, if it makes sense: each once, `split` only at its end."""
    if len(set(tie_breaks)) != len(tie_breaks):
        raise ValueError(f"each tie-break stands in the list once, not {', '.join(tie_breaks)}")
    if TieBreak.SPLIT in tie_breaks[:-1]:
        raise ValueError("split ends the list: nothing after it could count")
    return tuple(tie_breaks)


class Game(msgspec.Struct, frozen=True):
    """One finished match, or a bye (`away` None), as standings see it."""

    round: int
    home: str
    away: str | None
    home_score: int = WIN  # half points
    points: tuple[int, int] = (0, 0)
    both_lost: bool = False

    def score(self, entrant: str) -> int:
        """What it brought one of the two."""
        if self.both_lost:
            return 0
        return self.home_score if entrant == self.home else WIN - self.home_score


class StandingsRow(msgspec.Struct, frozen=True):
    """One entrant's standing: places `place` to `last` are shared by everybody level."""

    entrant: str
    place: int
    last: int
    score: int  # half points
    won: int
    lost: int
    drawn: int
    values: tuple[tuple[TieBreak, int | None], ...]  # None: it did not apply
    explained: tuple[str, ...]


@dataclass(frozen=True)
class _ScoreSheet:
    """The games by entrant, and everybody's score."""

    games: dict[str, list[Game]]
    scores: dict[str, int]

    def opponents(self, entrant: str) -> list[tuple[str | None, Game]]:
        return [(game.away if game.home == entrant else game.home, game) for game in self.games[entrant]]


def compute_standings(
    entrants: Iterable[str], games: Iterable[Game], tie_breaks: Sequence[TieBreak] = DEFAULT_TIE_BREAKS
) -> tuple[StandingsRow, ...]:
    """The table, best first; those who share a place in the order of their ids."""
    sheet = _score_sheet(sorted(entrants), games)
    groups = _group_by(list(sheet.games), lambda entrant: sheet.scores[entrant])
    values: dict[str, dict[TieBreak, int | None]] = {entrant: {} for entrant in sheet.games}
    for tie_break in check_tie_breaks(tie_breaks):
        groups = [part for group in groups for part in _break_ties(group, tie_break, sheet, values)]
    rows, place = [], 1
    for group in groups:
        last = place + len(group) - 1
        rows += [_row(entrant, place, last, sheet, values[entrant]) for entrant in group]
        place = last + 1
    return tuple(rows)


def _score_sheet(entrants: list[str], games: Iterable[Game]) -> _ScoreSheet:
    mine: dict[str, list[Game]] = {entrant: [] for entrant in entrants}
    for game in sorted(games, key=lambda game: (game.round, game.home)):
        for player in (game.home, game.away):
            if player is not None:
                mine[player].append(game)
    return _ScoreSheet(mine, {entrant: sum(game.score(entrant) for game in games_) for entrant, games_ in mine.items()})


def _group_by(entrants: Sequence[str], key: Callable[[str], int]) -> list[list[str]]:
    groups: dict[int, list[str]] = {}
    for entrant in entrants:
        groups.setdefault(key(entrant), []).append(entrant)
    return [groups[value] for value in sorted(groups, reverse=True)]


def _break_ties(
    group: list[str], tie_break: TieBreak, sheet: _ScoreSheet, values: dict[str, dict[TieBreak, int | None]]
) -> list[list[str]]:
    if len(group) == 1 or tie_break is TieBreak.SPLIT:
        return [group]
    if tie_break is TieBreak.HEAD_TO_HEAD:
        among = _head_to_head(group, sheet)
        for entrant in group:
            values[entrant][tie_break] = None if among is None else among[entrant]
        return [group] if among is None else _group_by(group, lambda entrant: among[entrant])
    worth = {entrant: _MEASURES[tie_break](entrant, sheet) for entrant in group}
    for entrant in group:
        values[entrant][tie_break] = worth[entrant]
    return _group_by(group, lambda entrant: worth[entrant])


def _head_to_head(group: list[str], sheet: _ScoreSheet) -> dict[str, int] | None:
    """Scores among the group; None unless every two of it have met."""
    inside = set(group)
    scores = {}
    for entrant in group:
        met = [(other, game) for other, game in sheet.opponents(entrant) if other in inside]
        if {other for other, _ in met} != inside - {entrant}:
            return None
        scores[entrant] = sum(game.score(entrant) for _, game in met)
    return scores


def _against(entrant: str, sheet: _ScoreSheet) -> list[int]:
    return [sheet.scores[entrant if other is None else other] for other, _ in sheet.opponents(entrant)]


def _buchholz(entrant: str, sheet: _ScoreSheet) -> int:
    return sum(_against(entrant, sheet))


def _median_buchholz(entrant: str, sheet: _ScoreSheet) -> int:
    return sum(sorted(_against(entrant, sheet))[1:-1])


def _progressive(entrant: str, sheet: _ScoreSheet) -> int:
    rounds = max((game.round for games in sheet.games.values() for game in games), default=0)
    return sum(game.score(entrant) * (rounds - game.round + 1) for game in sheet.games[entrant])


def _sonneborn_berger(entrant: str, sheet: _ScoreSheet) -> int:
    """In quarter points, so that half of a half point stays whole."""
    return sum(
        game.score(entrant) * sheet.scores[other] for other, game in sheet.opponents(entrant) if other is not None
    )


def _point_difference(entrant: str, sheet: _ScoreSheet) -> int:
    return sum((game.points[0] - game.points[1]) * (1 if game.home == entrant else -1) for game in sheet.games[entrant])


_MEASURES: Final[dict[TieBreak, Callable[[str, _ScoreSheet], int]]] = {
    TieBreak.BUCHHOLZ: _buchholz,
    TieBreak.MEDIAN_BUCHHOLZ: _median_buchholz,
    TieBreak.PROGRESSIVE: _progressive,
    TieBreak.SONNEBORN_BERGER: _sonneborn_berger,
    TieBreak.POINT_DIFFERENCE: _point_difference,
}
_UNIT: Final = {TieBreak.SONNEBORN_BERGER: 4, TieBreak.POINT_DIFFERENCE: 1}


def format_score(value: int, unit: int = 2) -> str:
    """Half points as people write them: 3, 2.5."""
    return f"{value / unit:g}"


def _row(entrant: str, place: int, last: int, sheet: _ScoreSheet, values: dict[TieBreak, int | None]) -> StandingsRow:
    scores = [game.score(entrant) for game in sheet.games[entrant]]
    lines = [f"{format_score(sheet.scores[entrant])} of {len(scores)}"]
    lines += [_explanation(entrant, tie_break, value, sheet) for tie_break, value in values.items()]
    if last > place:
        lines.append(f"shares places {place} to {last}")
    return StandingsRow(
        entrant,
        place,
        last,
        sheet.scores[entrant],
        scores.count(WIN),
        scores.count(0),
        scores.count(DRAW),
        tuple(values.items()),
        tuple(lines),
    )


def _explanation(entrant: str, tie_break: TieBreak, value: int | None, sheet: _ScoreSheet) -> str:
    name = tie_break.replace("_", " ")
    if value is None:
        return f"{name}: does not apply, not all who are level have met"
    amount = format_score(value, _UNIT.get(tie_break, 2))
    if tie_break in (TieBreak.BUCHHOLZ, TieBreak.MEDIAN_BUCHHOLZ, TieBreak.SONNEBORN_BERGER):
        parts = ", ".join(
            f"{other or 'bye'} {format_score(sheet.scores[other or entrant])}" for other, _ in sheet.opponents(entrant)
        )
        return f"{name} {amount} ({parts})"
    return f"{name} {amount}"
