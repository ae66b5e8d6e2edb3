"""A hall of 128 entrants, 64 matches called: phone, screens, bracket, calls. How fast it is: `python -m bench.desk`."""

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.tournaments.large_hall import ENTRANTS, TABLES, LargeHall, large_hall


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


def test_a_hall_screen_has_called_128_players_in_less_than_a_minute(hall: LargeHall, open_page: OpenPage) -> None:
    page = open_page(width=1920, height=1080)
    page.clock.install()
    page.goto(f"/tournaments/{hall.id}/screen")
    page.locator("li .name").first.wait_for()
    assert page.locator("header .title").inner_text() == "Large Hall"
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('li .name b')).fontSize)") >= 0.045 * 1080
    seen: set[str] = set()
    for _ in range(12):  # less than a minute
        assert page.evaluate(
            "[...document.querySelectorAll('.name')].every((one) => one.scrollWidth <= one.clientWidth)"
        )
        assert page.evaluate(
            "document.querySelector('.two')?.scrollWidth <= document.querySelector('.two')?.clientWidth"
        )
        seen |= set(page.locator("li .name b").all_inner_texts())
        page.clock.run_for(59_000 // 12)
    assert len(seen) == ENTRANTS


def test_the_director_chooses_what_the_screens_show(hall: LargeHall, open_page: OpenPage) -> None:
    screen, desk = open_page(width=1920, height=1080), open_page()
    screen.goto(f"/tournaments/{hall.id}/screen")
    screen.get_by_role("heading", name="To their tables").wait_for()
    desk.goto(hall.link)
    desk.goto(f"/tournaments/{hall.id}/setup")
    with desk.expect_response("**/commands"):
        desk.get_by_role("checkbox", name="To their tables").uncheck()
    with desk.expect_response("**/commands"):
        desk.get_by_label("Seconds for each part").fill("20")
        desk.get_by_label("Seconds for each part").blur()
    screen.get_by_role("heading", name="Open").wait_for()
    choices = hall.ask("GET", "/director")["view"]["choices"]
    assert choices == {"screen": ["playing", "standings", "draw"], "seconds": 20}
    hall.do("SetDesk", choices={})
    screen.get_by_role("heading", name="To their tables").wait_for()


def test_a_call_is_heard_on_the_page_of_a_private_link(hall: LargeHall, open_page: OpenPage) -> None:
    match = hall.matches[5]
    phone = open_page(width=390, height=844)
    phone.add_init_script(
        "window.tones = 0; const made = AudioContext.prototype.createOscillator;"
        "AudioContext.prototype.createOscillator = function () { window.tones++; return made.call(this) }"
    )
    phone.goto(hall.links[match["sides"][0]["entrant"]])
    phone.goto(f"/tournaments/{hall.id}/me")
    phone.get_by_role("heading", name=match["sides"][0]["name"]).click()  # browsers let no page sound before
    expect(phone.get_by_role("checkbox", name="Calls sound on this phone")).to_be_checked()
    assert phone.evaluate("window.tones") == 0  # the call there was before is no news
    hall.do("CallMatch", contest="open", pairing=match["pairing"])
    expect(phone.get_by_role("alert").filter(has_text="You are called")).to_contain_text(match["sides"][1]["name"])
    assert phone.evaluate("window.tones") > 0


def test_a_match_pressed_in_the_bracket_takes_its_result(hall: LargeHall, open_page: OpenPage) -> None:
    page = open_page(width=1600, height=1000)
    page.goto(hall.link)
    page.goto(f"/tournaments/{hall.id}/draw")
    first, second = hall.matches[-1], hall.matches[-2]
    page.locator(".sheet").get_by_role("button", name=f"Result of {first['pairing']}", exact=True).click()
    field = page.get_by_role("textbox", name="Result: table or name, winner, score")
    expect(field).to_be_focused()
    page.keyboard.type(f"{first['sides'][1]['name'].split()[-1].lower()} 3\n")
    page.get_by_text("posted", exact=True).wait_for()
    page.locator(f"li[id='{second['pairing']}']").get_by_role("button", name=second["pairing"]).click()
    panel = page.get_by_role("region", name=f"Open {second['pairing']}", exact=True)
    panel.get_by_role("button", name=second["sides"][0]["name"], exact=True).click()
    panel.get_by_role("button", name="5", exact=True).click()
    expect(page.get_by_role("button", name=f"Result of {second['pairing']}", exact=True)).to_have_count(0)
    posted = {one["pairing"]: one for one in hall.ask("GET", "/director")["view"]["contests"][0]["posted"]}
    assert posted[first["pairing"]]["winner"] == first["sides"][1]["entrant"]
    assert posted[second["pairing"]]["score"] == [7, 5]
