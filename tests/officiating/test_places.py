"""Kinds stand where they happen, and a clause leads to the kinds that are ruled on by it."""

from pathlib import Path

from barpoint.officiating.judgement import all_kinds
from barpoint.officiating.presentation.places import (
    PICTURES,
    PLACE_TITLES,
    IncidentPlace,
    kinds_by_place,
    kinds_of_clause,
    place_of,
)

DRAWINGS = Path(__file__).parents[2] / "ui" / "src" / "pages" / "ruling" / "IncidentPicture.svelte"


def test_every_kind_has_one_place_and_no_place_is_empty() -> None:
    groups = kinds_by_place()
    assert set(groups) == set(PLACE_TITLES) == set(IncidentPlace)
    assert sorted(kind.name for kinds in groups.values() for kind in kinds) == sorted(all_kinds())
    assert all(groups.values())
    assert place_of(all_kinds()["break_overrun"]) is IncidentPlace.ABSENCE


def test_every_picture_is_drawn_and_belongs_to_a_kind() -> None:
    drawn = DRAWINGS.read_text("utf-8")
    assert set(PICTURES) <= set(all_kinds())
    assert [name for name in set(PICTURES.values()) if f"'{name}'" not in drawn] == []


def test_a_clause_leads_to_the_kinds_that_cite_it() -> None:
    for kind in all_kinds().values():
        for rows in kind.clauses.values():
            assert all(kind in kinds_of_clause(row) for row in rows)
    assert kinds_of_clause("usbgf:0") == ()
