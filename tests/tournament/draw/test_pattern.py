"""Consolation patterns: the known ones, and one for any field."""

import os

import pytest

from barpoint.tournament.draw.pattern import Pattern, check_whole, first_letter_below, parse
from barpoint.tournament.draw.pattern_search import conventional, losers, shortest

TABLE = {
    8: ("A.B.|", "A.B.|", "A.B.|.C"),
    12: ("A.BC.|.|", "A.BC.|.|", "AB.C.D.|"),
    16: ("A.B.|.C.|", "A.B.|.C.|", "A.B.C.D.|"),
    24: ("AB.C.D.|.|", "A.BC.|.|.D.|", "AB.CD.E.|.|"),
    32: ("A.B.C.D.|.|", "A.B.|.C.|.D.|", "A.B.C.D.|.|.E"),
    48: ("AB.CD.E.|.|.|", "A.BC.|.|.D.|.E.|", "A.B.CD.E.F.|.|"),
    64: ("A.B.C.D.|.|.E.|", "A.B.|.C.|.D.|.E.|", "A.B.C.D.|.E.F.|"),
    128: ("A.B.C.D.|.E.F.|.|", "A.B.|.C.|.D.|.E.|.F.|", "A.B.C.D.E.F.|.G.|"),
}
FIELDS = range(4, 257) if os.environ.get("BARPOINT_ALL_FIELDS") else (*range(4, 34), 57, 96, 100, 191, 256, 700)


@pytest.mark.parametrize("size", sorted(TABLE))
def test_the_search_finds_the_patterns_directors_know(size: int) -> None:
    found = (shortest(losers(size)), conventional(size), shortest(losers(size, final=True)))
    assert tuple(map(str, found)) == TABLE[size]
    assert [pattern.byes for pattern in found] == [0, 0, 0]


@pytest.mark.parametrize("text", ["A.BC.|.|", "AB.|.C.|"])
def test_twelve_have_two_shortest_consolations(text: str) -> None:
    pattern = check_whole(parse(text, losers(12)))
    assert max(pattern.slots((1, 2, 3))) == max(shortest(losers(12)).slots((1, 2, 3)))


@pytest.mark.parametrize(
    ("size", "consolation", "down", "last_chance"),
    [
        (24, "AB.C.D.|.|", (8, 6, 4, 2), "FG4.G2H.I.|.|"),
        (48, "AB.|.C.D.E.|.|", (16, 8, 8, 6, 4, 2), "FG.H.I.J.K.|.|"),
    ],
)
def test_a_last_chance_is_fed_by_the_consolations_losers(
    size: int, consolation: str, down: tuple[int, ...], last_chance: str
) -> None:
    upper = check_whole(parse(consolation, losers(size)))
    assert upper.losers == down
    slots = upper.slots(range(1, len(losers(size)) + 1))
    assert shortest(down, slots[:-1], splits=True).written("F") == last_chance
    assert check_whole(parse(last_chance, down, "F")).written("F") == last_chance


def test_a_split_without_numbers_is_divided_so_that_it_stays_whole() -> None:
    assert parse("FG.GH.I.|.|", (8, 6, 4, 2), "F").written("F") == "FG4.G2H.I.|.|"


def test_the_letters_of_a_consolation_begin_at_f_or_after_the_mains() -> None:
    assert [first_letter_below(drops) for drops in (2, 4, 5, 6, 9)] == ["F", "F", "F", "G", "J"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("A.B.C", "does not come down to one"),
        ("A.|.|.|.B", "leaves out the losers of C"),
        ("A.B.|.C.E", "names E"),
        ("A.b.|.C.|", "letters such as AB"),
        ("A.B.|.C.|.|", "does not come down to one"),
        ("|.A.B.|.C.|", "does not come down to one"),
        ("A4.B.|.C.|", "does not send in all"),
        ("A.A.A.B.C", "more than once"),
    ],
)
def test_a_pattern_that_cannot_be_played_says_why(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        parse(text, losers(16))


def test_a_pattern_that_does_not_stay_whole_is_shown_its_sums() -> None:
    with pytest.raises(ValueError, match=r"\(3\+2\)/2"):
        check_whole(parse("AB.C.|.|", losers(10)))


def holds(pattern: Pattern, counts: tuple[int, ...]) -> None:
    """One is left; every loser enters once; at most one bye a round; nobody waits in an empty round."""
    assert pattern.loads[-1].after == 1
    assert all(load.byes <= 1 and load.alive + load.entering >= 2 for load in pattern.loads)
    assert sum(load.matches for load in pattern.loads) == sum(counts) - 1
    for feed, count in enumerate(counts):
        assert sum(entry.count for entries in pattern.rounds for entry in entries if entry.feed == feed) == count
    assert parse(pattern.written(), counts) == pattern


@pytest.mark.parametrize("size", FIELDS)
def test_every_field_has_a_shortest_a_conventional_and_a_double_elimination_pattern(size: int) -> None:
    holds(shortest(losers(size)), losers(size))
    holds(conventional(size), losers(size))
    holds(shortest(losers(size, final=True)), losers(size, final=True))


@pytest.mark.parametrize("size", FIELDS)
def test_the_shortest_is_over_no_later_than_the_conventional(size: int) -> None:
    available = range(1, 11)
    assert max(shortest(losers(size)).slots(available)) <= max(conventional(size).slots(available))


def test_three_have_no_consolation() -> None:
    with pytest.raises(ValueError, match="two losers"):
        shortest(losers(3))
    with pytest.raises(ValueError, match="two losers"):
        conventional(3)
