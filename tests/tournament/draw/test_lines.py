"""Lots and lines: reproducible, byes spread, clubmates apart."""

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.tournament.draw.entrant import Entrant
from barpoint.tournament.draw.lines import Seeding, group_lines, knockout_lines, seed_order
from barpoint.tournament.draw.lot import Lot


def field(size: int, clubs: int = 0) -> list[Entrant]:
    return [
        Entrant(f"e{number:04}", rating=2000 - number, club=f"c{number % clubs}" if clubs else "")
        for number in range(size)
    ]


def test_lots_are_what_the_description_says_they_are() -> None:
    first = int(sha256(b"4 May|lines|0").hexdigest(), 16)
    assert [Lot("4 May", "lines").below(n) for n in (2, 6, 1000)] == [first % n for n in (2, 6, 1000)]
    assert "".join(Lot("barpoint", "lines").shuffle("abcdef")) == "aecbdf"


@given(st.text(min_size=1, max_size=8), st.integers(1, 60))
def test_a_shuffle_keeps_everybody(seed: str, size: int) -> None:
    assert sorted(Lot(seed, "test").shuffle(range(size))) == list(range(size))


def test_lots_are_even() -> None:
    lot = Lot("even", "test")
    counted = Counter(lot.below(6) for _ in range(6000))
    assert all(880 < counted[number] < 1120 for number in range(6))


@pytest.mark.clause("guide:1.1.2b")
def test_the_same_published_seed_gives_the_same_draw_whatever_the_order_of_entry() -> None:
    entrants = field(21)
    assert knockout_lines(entrants, "4 May") == knockout_lines(entrants[::-1], "4 May")
    assert knockout_lines(entrants, "4 May").entrants != knockout_lines(entrants, "5 May").entrants
    assert "seed 4 May" in knockout_lines(entrants, "4 May").notes[0]


@given(st.integers(3, 1024), st.sampled_from(list(Seeding)))
def test_byes_are_spread_and_never_meet(size: int, seeding: Seeding) -> None:
    lines = knockout_lines(field(size), "s", seeding).entrants
    assert sum(entrant is not None for entrant in lines) == size
    pairs = list(zip(lines[::2], lines[1::2], strict=True))
    assert all(home is not None or away is not None for home, away in pairs)
    byes = [None in pair for pair in pairs]
    for block in (2, 4, 8, 16):
        sums = [sum(byes[at : at + block]) for at in range(0, len(byes), block)]
        assert len(byes) < block or max(sums) - min(sums) <= 1


def test_seeds_meet_as_late_as_they_can_and_the_best_have_the_byes() -> None:
    assert seed_order(8) == (0, 7, 4, 3, 2, 5, 6, 1)
    lines = knockout_lines(field(13), "s", Seeding.RATING).entrants
    assert {lines[at ^ 1] for at, entrant in enumerate(lines) if entrant is None} == {"e0000", "e0001", "e0002"}
    for size in (4, 8, 16, 64):
        order = seed_order(size)
        for best in (2, 4, 8):
            parts = [order[at : at + size // best] for at in range(0, size, size // best)] if best <= size else []
            assert all(min(part) < best for part in parts)


def test_only_the_first_so_many_are_seeded_and_the_rest_drawn() -> None:
    drawn = {knockout_lines(field(16), seed, Seeding.RATING, 4).entrants for seed in "abc"}
    assert len(drawn) == 3
    assert {lines[0] for lines in drawn} == {"e0000"}
    assert {lines[-1] for lines in drawn} == {"e0001"}


@given(st.integers(6, 64), st.integers(2, 5), st.text(min_size=1, max_size=4), st.sampled_from(list(Seeding)))
def test_clubmates_are_kept_apart_in_round_one(size: int, clubs: int, seed: str, seeding: Seeding) -> None:
    entrants = field(size, clubs)
    club = {entrant.id: entrant.club for entrant in entrants}
    lines = knockout_lines(entrants, seed, seeding, apart=True)
    met = [pair for pair in zip(lines.entrants[::2], lines.entrants[1::2], strict=True) if None not in pair]
    clashes = sum(club[home or ""] == club[away or ""] for home, away in met)
    assert clashes == sum("could not" in note for note in lines.notes)
    assert clashes == 0 or seeding is Seeding.RATING or clubs == 2


@given(st.integers(6, 60), st.integers(2, 5))
def test_groups_are_of_one_size_or_one_less(size: int, groups: int) -> None:
    lines = group_lines(field(size), groups, "s", Seeding.RATING).entrants
    block = len(lines) // groups
    sizes = [sum(entrant is not None for entrant in lines[at : at + block]) for at in range(0, len(lines), block)]
    assert sum(sizes) == size
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("size", [2, 1025])
def test_a_draw_takes_3_to_1024(size: int) -> None:
    with pytest.raises(ValueError, match="3 to 1024"):
        knockout_lines(field(size), "s")


def test_a_draw_without_a_seed_is_none() -> None:
    with pytest.raises(ValueError, match="published"):
        knockout_lines(field(8), "")
