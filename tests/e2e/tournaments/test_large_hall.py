"""A hall of 128 entrants, 64 matches called: what the desk shows of it on a phone. How fast: `python -m bench.desk`."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.tournaments.large_hall import TABLES, LargeHall, large_hall


@pytest.fixture(scope="module")
def hall(server: str) -> LargeHall:
    """The tournament; no test changes who plays."""
    return large_hall(server)


def test_sixty_four_matches_fit_into_3000_pixels_of_a_phone(hall: LargeHall, open_page: OpenPage) -> None:
    page = open_page(width=390, height=844)
    page.goto(hall.link)
    page.goto(f"/tournaments/{hall.id}/desk")
    expect(page.locator("button.tile")).to_have_count(TABLES)
    assert page.evaluate("document.documentElement.scrollHeight") <= 3000
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
