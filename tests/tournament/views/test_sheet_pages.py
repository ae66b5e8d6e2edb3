"""A sheet in pages: whole rounds, one page after the other, and together the whole sheet."""

import pytest

from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.views import draw_sheet, draw_svg
from barpoint.tournament.views.public_view import SheetRound
from tests.tournament.director import KNOCKOUT, drawn, knockout


@pytest.mark.parametrize("draw", [KNOCKOUT, Plan(format=DrawFormat.ROUND_ROBIN, seed="public")])
@pytest.mark.parametrize("most", [1, 5, 11, 1_000])
def test_the_pages_of_a_sheet_are_the_sheet(draw: Plan, most: int) -> None:
    hall = drawn(knockout(draw=draw), 12)
    sheet = draw_sheet(hall.state, hall.contest())
    whole = [(bracket.name, round_) for bracket in sheet.brackets for round_ in bracket.rounds]
    pages: list[tuple[str, SheetRound]] = []
    first: tuple[str, int] | None = None
    while True:
        page = draw_sheet(hall.state, hall.contest(), most, first)
        rounds = [(bracket.name, round_) for bracket in page.brackets for round_ in bracket.rounds]
        assert len(rounds) == 1 or sum(len(round_.lines) for _, round_ in rounds) <= most
        pages += rounds
        first = page.more
        if first is None:
            break
    assert pages == whole
    assert draw_svg(hall.state, hall.contest(), most=most).startswith("<svg")


def test_a_round_that_is_not_there_begins_no_page() -> None:
    hall = drawn(knockout(), 8)
    with pytest.raises(ValueError, match="a round of this draw"):
        draw_sheet(hall.state, hall.contest(), 10, ("main", 9))
