"""Structures of every format and field: they can be played, and everybody ends in the right place."""

import os
from collections import Counter
from random import Random

import pytest

from barpoint.tournament.draw.draw_fold import Draw
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.draw.progress import PairingStatus, Place, places
from barpoint.tournament.draw.structure import (
    Bye,
    DrawLine,
    LoserOf,
    Pairing,
    Slot,
    Structure,
    WinnerOf,
    problems,
    swap_sources,
)
from tests.tournament.played_structures import (
    PLANS,
    drawn,
    played_out,
)

SIZES = (
    tuple(range(3, 257)) if os.environ.get("BARPOINT_ALL_FIELDS") else (*range(3, 20), 24, 31, 33, 48, 57, 64, 100, 129)
)
KNOCKOUTS = [name for name, plan in PLANS.items() if plan.format not in (DrawFormat.ROUND_ROBIN, DrawFormat.GROUPS)]


def real(draw: Draw, *brackets: str) -> int:
    """The matches that were played in these brackets."""
    mine = [each for each in draw.progress.pairings.values() if each.pairing.bracket in brackets]
    return sum(each.status is PairingStatus.PLAYED for each in mine)


@pytest.mark.parametrize("name", KNOCKOUTS)
@pytest.mark.parametrize("size", SIZES)
def test_a_knockout_of_any_field_plays_out_with_everybody_in_the_right_place(size: int, name: str) -> None:
    draw = drawn(PLANS[name], size)
    assert problems(draw.structure, draw.empty) == ()
    draw = played_out(draw, Random(size))
    assert draw.progress.complete
    everybody = set(draw.entrants)
    main = places(draw.progress, "main")
    assert {place.entrant for place in main} == everybody
    assert_places(main, size)
    if PLANS[name].format is DrawFormat.DOUBLE:
        lost_twice(draw)
        return
    assert real(draw, "main") == size - 1
    if name != "single" and size > 3:
        last_two = {place.entrant for place in main if place.last <= 2}
        consoled = places(draw.progress, "consolation")
        assert {place.entrant for place in consoled} == everybody - last_two
        assert_places(consoled, size - 2)
        assert real(draw, "consolation") == size - 3
    if "last_chance" in draw.structure.titles:
        best = {place.entrant for place in consoled if place.last <= 2}
        assert {place.entrant for place in places(draw.progress, "last_chance")} == everybody - last_two - best
        assert real(draw, "last_chance") == size - 5


def assert_places(found: tuple[Place, ...], size: int) -> None:
    """Places run from 1 to the number of entrants without a gap, one winner at their head."""
    assert len(found) == size
    assert [place.last for place in found[:2]] == [1, 2]
    shared = Counter((place.place, place.last) for place in found)
    at = 1
    for (first, last), count in sorted(shared.items()):
        assert (first, last - first + 1) == (at, count)
        at = last + 1


def lost_twice(draw: Draw) -> None:
    """In a double elimination everybody but the winner has lost twice, unless one final decides."""
    lost = Counter(each.result.loser for each in draw.progress.pairings.values() if each.result is not None)
    ranked = places(draw.progress, "main")
    assert lost[ranked[0].entrant] <= 1
    assert all(lost[place.entrant] == 2 for place in ranked[2:])
    assert lost[ranked[1].entrant] == 2 or (not draw.plan.reset and lost[ranked[1].entrant] == 1)
    final = draw.progress.pairings["F1-1"]
    again = draw.progress.pairings.get("F2-1")
    if again is not None:
        assert (again.status is PairingStatus.NOT_NEEDED) == (final.winner == final.home)
    assert real(draw, "main", "lower") == 2 * len(draw.entrants) - 3


@pytest.mark.parametrize("size", [3, 4, 5, 8, 11, 16])
def test_in_a_round_robin_everybody_meets_everybody_once_and_is_home_every_other_time(size: int) -> None:
    draw = played_out(drawn(PLANS["round robin"], size), Random(size))
    met = [frozenset(each.players) for each in draw.progress.pairings.values() if each.status is PairingStatus.PLAYED]
    assert len(met) == len(set(met)) == size * (size - 1) // 2
    home = Counter(each.home for each in draw.progress.pairings.values() if each.status is PairingStatus.PLAYED)
    away = Counter(each.away for each in draw.progress.pairings.values() if each.status is PairingStatus.PLAYED)
    assert all(abs(home[entrant] - away[entrant]) <= 1 + size % 2 for entrant in draw.entrants)
    assert {row.entrant for row in draw.progress.tables["group-1"]} == set(draw.entrants)


@pytest.mark.parametrize(("size", "rounds"), [(8, 3), (9, 4), (16, 5)])
def test_a_truncated_round_robin_stops_after_its_rounds(size: int, rounds: int) -> None:
    draw = drawn(Plan(format=DrawFormat.ROUND_ROBIN, seed="s", rounds=rounds), size)
    met = Counter(player for each in draw.progress.pairings.values() for player in each.players)
    assert set(met.values()) == {rounds}
    assert len(draw.progress.ready) == size // 2 * rounds


@pytest.mark.parametrize(("size", "groups", "qualifiers"), [(6, 2, 1), (8, 2, 2), (11, 3, 2), (22, 4, 2), (40, 8, 3)])
def test_groups_send_their_best_to_a_knockout_where_they_meet_others_first(
    size: int, groups: int, qualifiers: int
) -> None:
    draw = drawn(Plan(format=DrawFormat.GROUPS, seed="s", groups=groups, qualifiers=qualifiers), size)
    assert problems(draw.structure, draw.empty) == ()
    assert all(each.pairing.bracket != "main" for each in draw.progress.ready)
    draw = played_out(draw, Random(size))
    qualified = {row.entrant for table in draw.progress.tables.values() for row in table[:qualifiers]}
    assert {place.entrant for place in places(draw.progress)} == qualified
    group = {row.entrant: name for name, table in draw.progress.tables.items() for row in table}
    first = [each.players for each in draw.progress.pairings.values() if each.pairing.id.startswith("M1-")]
    assert all(len({group[player] for player in players}) == len(players) for players in first)


@pytest.mark.parametrize("name", ["shortest", "conventional", "double"])
@pytest.mark.parametrize("size", [16, 24, 37, 64])
def test_a_rematch_comes_up_only_where_the_draw_says_it_can(name: str, size: int) -> None:
    for turn in range(8):
        draw = played_out(drawn(PLANS[name], size), Random(turn))
        met: set[frozenset[str]] = set()
        for each in draw.progress.pairings.values():
            if each.status is not PairingStatus.PLAYED or each.pairing.bracket == "final":
                continue
            possible = any("rematch" in reason for reason in each.pairing.reasons)
            assert possible or frozenset(each.players) not in met
            met.add(frozenset(each.players))


@pytest.mark.parametrize("name", KNOCKOUTS)
def test_every_pairing_says_why(name: str) -> None:
    assert all(pairing.reasons for pairing in drawn(PLANS[name], 21).structure.pairings)


def test_the_largest_field_is_drawn() -> None:
    draw = drawn(PLANS["double"], 1024)
    assert problems(draw.structure) == ()
    assert len(draw.structure.pairings) == 2 * 1024 - 1


def tiny(*pairings: Pairing) -> Structure:
    return Structure(pairings, 4)


SEMIS = (Pairing("a", "main", 1, 1, DrawLine(0), DrawLine(1)), Pairing("b", "main", 1, 2, DrawLine(2), DrawLine(3)))


@pytest.mark.parametrize(
    ("structure", "empty", "says"),
    [
        (tiny(*SEMIS, Pairing("c", "main", 2, 1, WinnerOf("a"), WinnerOf("d"))), (), "waits for d"),
        (tiny(Pairing("c", "main", 2, 1, WinnerOf("c"), DrawLine(0))), (), "waits for c"),
        (tiny(*SEMIS, Pairing("c", "main", 2, 1, WinnerOf("a"), WinnerOf("a"))), (), "another pairing"),
        (tiny(*SEMIS, Pairing("a", "main", 2, 1, WinnerOf("a"), WinnerOf("b"))), (), "twice"),
        (tiny(*SEMIS), (2, 3), "a bye meets a bye in b"),
        (tiny(*SEMIS, Pairing("c", "low", 1, 1, LoserOf("a"), LoserOf("b"))), (1, 2), "a bye meets a bye in c"),
        (tiny(*SEMIS, Pairing("c", "low", 1, 1, LoserOf("a"), Bye())), (1,), "a bye meets a bye in c"),
        (tiny(Pairing("a", "main", 1, 1, DrawLine(0), DrawLine(7))), (), "line 7"),
    ],
)
def test_what_cannot_be_played_is_named(structure: Structure, empty: tuple[int, ...], says: str) -> None:
    assert any(says in problem for problem in problems(structure, empty))


def test_two_places_are_exchanged_with_the_reason() -> None:
    after = swap_sources(tiny(*SEMIS), Slot("a", 1), Slot("b", 0), "a long drive home")
    assert [pairing.sources for pairing in after.pairings] == [(DrawLine(0), DrawLine(2)), (DrawLine(1), DrawLine(3))]
    assert all("a long drive home" in pairing.reasons[-1] for pairing in after.pairings)
    with pytest.raises(ValueError, match="slots of this draw"):
        swap_sources(tiny(*SEMIS), Slot("a", 1), Slot("z", 0), "why")
