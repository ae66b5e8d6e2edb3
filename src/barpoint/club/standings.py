"""The standings of a series: what everybody's results came to, which of them count, and what separates who is level.

result      what one event brought somebody, with the parts it is made of
level       those with the same points; each tie-break in turn, only where the ones before leave them level. Whoever is
            level at the end of the list shares the places
ladder      no points: the order that the matches have led to. Newcomers stand at the foot, the winner above the loser

The same events give the same digits: nothing here knows a clock, chance or the order they were read in.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import msgspec

from barpoint.club.points_scheme import Climb, PointsScheme, SeriesTieBreak, format_points
from barpoint.club.series_results import SeriesEvent, SeriesMatch, SeriesPerson


class PlacePoints(msgspec.Struct, frozen=True):
    """What a place brought."""

    title: str
    place: int
    last: int
    factor: int
    points: int


class SeriesResult(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an event brought somebody."""

    event: str
    points: int
    counts: bool = True
    field: int = 0
    places: tuple[PlacePoints, ...] = ()
    won: int = 0
    lost: int = 0
    by_entry: int = 0
    by_matches: int = 0
    by_hand: int = 0
    reason: str = ""  # of what was given by hand

    @property
    def explained(self) -> str:
        """Where the points come from, in words."""
        parts = [
            f"{_places(place.place, place.last)} of {self.field} ({place.title}"
            f"{'' if place.factor == 1000 else f', times {format_points(place.factor)}'}) {format_points(place.points)}"
            for place in self.places
        ]
        parts += [f"entry {format_points(self.by_entry)}"] if self.by_entry else []
        parts += [f"{self.won} won {format_points(self.by_matches)}"] if self.by_matches else []
        parts += [f"by hand {format_points(self.by_hand)}: {self.reason}"] if self.by_hand or self.reason else []
        return " + ".join(parts)


class SeriesRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody's standing; places `place` to `last` are shared by everybody level."""

    person: str
    name: str
    place: int
    last: int
    points: int
    events: int
    won: int
    lost: int
    results: tuple[SeriesResult, ...] = ()
    values: tuple[tuple[SeriesTieBreak, int | None], ...] = ()  # None: it did not apply
    explained: tuple[str, ...] = ()
    account: str = ""
    rank: str = ""


class HandPoints(msgspec.Struct, frozen=True):
    """Points an organiser gave or took, with the reason."""

    person: str
    points: int
    reason: str


class _Sheet(msgspec.Struct, frozen=True):
    """Everything that is compared."""

    results: dict[str, list[SeriesResult]]
    matches: tuple[SeriesMatch, ...]

    def counted(self, person: str) -> int:
        return sum(result.points for result in self.results[person] if result.counts)


def series_standings(
    scheme: PointsScheme,
    events: Iterable[SeriesEvent],
    people: Mapping[str, SeriesPerson],
    by_hand: Iterable[HandPoints] = (),
) -> tuple[SeriesRow, ...]:
    """The table, best first; those who share a place in the order of their names."""
    played = sorted(events, key=lambda event: (event.date, event.id))
    matches = sorted((match for event in played for match in event.matches), key=lambda match: (match.at, match.id))
    sheet = _Sheet(_results(scheme, played, by_hand), tuple(matches))
    everybody = sorted(sheet.results, key=lambda person: (_name(people, person), person))
    values: dict[str, dict[SeriesTieBreak, int | None]] = {person: {} for person in everybody}
    if scheme.ladder is Climb.NONE:
        groups = _group_by(everybody, sheet.counted)
        for tie_break in scheme.tie_breaks:
            groups = [part for group in groups for part in _break_ties(group, tie_break, sheet, values)]
    else:
        groups = [[person] for person in climb_ladder(matches, scheme.ladder) if person in sheet.results]
        idle = [person for person in everybody if [person] not in groups]
        groups += [idle] if idle else []
    rows: list[SeriesRow] = []
    for group in groups:
        place, last = len(rows) + 1, len(rows) + len(group)
        rows += [_row(scheme, sheet, people, person, (place, last), values[person]) for person in group]
    return tuple(rows)


def climb_ladder(matches: Iterable[SeriesMatch], climb: Climb) -> list[str]:
    """The order that matches have led to; singles only, a team has no rung."""
    order: list[str] = []
    for match in matches:
        if len(match.winner) != 1:
            continue
        (winner,), (loser,) = match.winner, match.loser
        order += [person for person in (winner, loser) if person not in order]
        high, low = order.index(loser), order.index(winner)
        if high < low:
            order.insert(high if climb is Climb.TAKE else (high + low) // 2, order.pop(low))
    return order


def _results(
    scheme: PointsScheme, events: Sequence[SeriesEvent], by_hand: Iterable[HandPoints]
) -> dict[str, list[SeriesResult]]:
    results: defaultdict[str, list[SeriesResult]] = defaultdict(list)
    for event in events:
        for person in event.entrants:
            results[person].append(_result(scheme, event, person))
    for person in results:
        results[person] = _best(scheme, results[person])
    for given in by_hand:
        amount = given.points
        results[given.person].append(SeriesResult(event="", points=amount, by_hand=amount, reason=given.reason))
    return dict(results)


def _result(scheme: PointsScheme, event: SeriesEvent, person: str) -> SeriesResult:
    places = []
    for place in event.places:
        if place.person != person:
            continue
        title = "" if place.title == event.main else place.title
        factor = scheme.factor(event.division, title, side=event.side)
        points = scheme.place_points(place.place, place.last, event.field, factor)
        if factor:
            places.append(PlacePoints(place.title, place.place, place.last, factor, points))
    won = [match for match in event.matches if person in match.winner]
    lost = sum(person in match.loser for match in event.matches)
    factor = scheme.factor(event.division, side=event.side)
    by_entry = scheme.per_entry if factor else 0
    by_matches = sum(scheme.per_win + scheme.per_point * match.length for match in won) * factor // 1000
    points = sum(place.points for place in places) + by_entry + by_matches
    return SeriesResult(
        event=event.id,
        points=points,
        field=event.field,
        places=tuple(places),
        won=len(won),
        lost=lost,
        by_entry=by_entry,
        by_matches=by_matches,
    )


def _best(scheme: PointsScheme, results: list[SeriesResult]) -> list[SeriesResult]:
    """Which of somebody's results count: of equal ones the earlier."""
    if not scheme.best or len(results) <= scheme.best:
        return results
    order = sorted(range(len(results)), key=lambda number: (-results[number].points, number))[: scheme.best]
    return [msgspec.structs.replace(result, counts=number in order) for number, result in enumerate(results)]


def _group_by(people: Sequence[str], key: Callable[[str], int]) -> list[list[str]]:
    groups: dict[int, list[str]] = {}
    for person in people:
        groups.setdefault(key(person), []).append(person)
    return [groups[value] for value in sorted(groups, reverse=True)]


def _break_ties(
    group: list[str],
    tie_break: SeriesTieBreak,
    sheet: _Sheet,
    values: dict[str, dict[SeriesTieBreak, int | None]],
) -> list[list[str]]:
    if len(group) == 1:
        return [group]
    if tie_break is SeriesTieBreak.HEAD_TO_HEAD:
        among = _head_to_head(group, sheet)
        for person in group:
            values[person][tie_break] = None if among is None else among[person]
        return [group] if among is None else _group_by(group, lambda person: among[person])
    worth = {person: _MEASURES[tie_break](person, sheet) for person in group}
    for person in group:
        values[person][tie_break] = worth[person]
    return _group_by(group, lambda person: worth[person])


def _head_to_head(group: list[str], sheet: _Sheet) -> dict[str, int] | None:
    """Matches won less matches lost among the group; None unless every two of it have met."""
    inside, met = set(group), set[frozenset[str]]()
    balance = dict.fromkeys(group, 0)
    for match in sheet.matches:
        for winner in inside & {*match.winner}:
            for loser in inside & {*match.loser}:
                met.add(frozenset((winner, loser)))
                balance[winner] += 1
                balance[loser] -= 1
    return balance if len(met) == len(group) * (len(group) - 1) // 2 else None


_MEASURES: Final[dict[SeriesTieBreak, Callable[[str, _Sheet], int]]] = {
    SeriesTieBreak.BEST_RESULT: lambda person, sheet: max(result.points for result in sheet.results[person]),
    SeriesTieBreak.EVENTS_WON: lambda person, sheet: sum(
        any(place.place == 1 == place.last for place in result.places) for result in sheet.results[person]
    ),
    SeriesTieBreak.MATCHES_WON: lambda person, sheet: sum(result.won for result in sheet.results[person]),
    SeriesTieBreak.ALL_RESULTS: lambda person, sheet: sum(result.points for result in sheet.results[person]),
    SeriesTieBreak.FEWEST_EVENTS: lambda person, sheet: -sum(bool(result.event) for result in sheet.results[person]),
}
_IN_POINTS: Final = frozenset({SeriesTieBreak.BEST_RESULT, SeriesTieBreak.ALL_RESULTS})


def _row(
    scheme: PointsScheme,
    sheet: _Sheet,
    people: Mapping[str, SeriesPerson],
    person: str,
    shared: tuple[int, int],
    values: Mapping[SeriesTieBreak, int | None],
) -> SeriesRow:
    results, points = sheet.results[person], sheet.counted(person)
    place, last = shared
    lines = [_explanation(tie_break, value) for tie_break, value in values.items()]
    lines += [f"shares places {place} to {last}"] if last > place else []
    known = people.get(person)
    return SeriesRow(
        person=person,
        name=_name(people, person),
        account=known.account if known else "",
        place=place,
        last=last,
        points=points,
        events=sum(bool(result.event) for result in results),
        won=sum(result.won for result in results),
        lost=sum(result.lost for result in results),
        results=tuple(results),
        values=tuple(values.items()),
        explained=tuple(lines),
        rank=scheme.rank(points),
    )


def _name(people: Mapping[str, SeriesPerson], person: str) -> str:
    return people[person].name if person in people else person


def _explanation(tie_break: SeriesTieBreak, value: int | None) -> str:
    name = tie_break.replace("_", " ")
    if value is None:
        return f"{name}: does not apply, not all who are level have met"
    return f"{name} {format_points(value) if tie_break in _IN_POINTS else abs(value)}"


def _places(place: int, last: int) -> str:
    return f"place {place}" if place == last else f"places {place} to {last}"
