"""Any legal move of a player's choice, from the official's word to the log: on a board of the server, at a table."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.match_pages import by_link, until
from tests.e2e.test_officials import appointed, asked
from tests.e2e.test_pages import findings
from tests.e2e.test_table_device import asked as asked_by
from tests.e2e.test_table_device import press, rolled, seated
from tests.web.members import PASSWORD


def log_of(page: Page, match: str) -> list[dict[str, Any]]:
    text = page.request.get(f"/api/matches/{match}/export/log").text()
    return [json.loads(line) for line in text.splitlines() if line]


@pytest.mark.clause("ibf:11.1c", "ibf:11.2c")
def test_an_official_grants_any_move_and_the_player_picks_it_from_the_list(
    open_page: OpenPage, tmp_path_factory: pytest.TempPathFactory
) -> None:
    anna, ben, dora = open_page(), open_page(), open_page()
    by_link(anna, ben, points=3)
    match = anna.url.rpartition("/")[2]
    until((anna, ben), lambda: any(event["type"] == "OpeningRolled" for event in log_of(anna, match)))
    until(
        (anna, ben), lambda: bool((anna.request.get(f"/api/matches/{match}").json().get("game") or {}).get("dice")), ()
    )
    side = anna.request.get(f"/api/matches/{match}").json()["game"]["turn"]
    dora.goto("/settings")
    asked(dora, "/api/register", f"{{name: 'Dora Free', password: '{PASSWORD}'}}")
    appointed("Dora Free", tmp_path_factory.getbasetemp())
    dora.goto(f"/match/{match}")
    dora.get_by_label("Reason").fill("The cup was knocked.")
    dora.get_by_role("button", name="Stop the match").click()
    dora.get_by_role("link", name="Inquiries").first.click()
    dora.get_by_role("button", name="Take it").click()
    dora.get_by_text("Give an order in this match").click()
    orders = dora.locator("form", has=dora.get_by_label("Order"))
    orders.get_by_label("Order").select_option("free-play")
    orders.locator("#of-side").select_option(side)
    orders.get_by_label("Reason").fill("Interference with the roll.")
    orders.get_by_role("button", name="Give the order").click()
    dora.get_by_text("it stands in the log").wait_for()
    assert findings(dora) == []
    dora.get_by_role("button", name="Settle; play goes on").click()
    mine = anna if anna.request.get(f"/api/matches/{match}").json()["audience"] == side else ben
    other = ben if mine is anna else anna
    mine.get_by_text("You may play any legal move of any roll").wait_for()
    expect(other.locator("[data-free-plays]")).to_have_count(0)
    mine.get_by_role("button", name="6-6", exact=True).click()
    plays = mine.get_by_role("list", name="Legal plays of 6-6").get_by_role("button")
    plays.first.wait_for()
    mine.wait_for_timeout(300)  # a pressed button changes its colour by and by
    assert findings(mine) == []
    plays.first.click()
    expect(mine.locator("[data-free-plays]")).to_have_count(0)
    kinds = [event["type"] for event in log_of(mine, match)]
    assert kinds.index("FreePlayGranted") < kinds.index("RollChosen") < kinds.index("Played")
    chosen = next(event for event in log_of(mine, match) if event["type"] == "RollChosen")
    assert (chosen["side"], chosen["dice"]) == (side, [6, 6])
    other.locator(".log, [data-log]").or_(other.get_by_text("66:")).first.wait_for()


@pytest.mark.clause("ibf:11.2c")
def test_at_a_table_a_ruling_gives_the_move_and_the_device_lists_it(open_page: OpenPage, server: str) -> None:
    seat = seated(open_page, server, "Free Hall", preset="IBF Backgammon")
    page = seat.page
    seat.recording()
    rolled(page, 3, 1)  # white begins
    page.wait_for_timeout(300)
    root = f"/api/tournaments/{seat.tid}/cases"
    body = {"contest": "open", "pairing": "M1-1", "kind": "fast_grab", "report": "grabbed again"}
    case = asked_by(server, root, body, seat.director)[0]["id"]
    for key, value in (("grabber", "black"), ("rolled", False), ("earlier", 1), ("warned", True)):
        asked_by(server, f"{root}/{case}", {"step": "fact", "key": key, "value": value}, seat.director)
    listed = asked_by(server, f"{root}/{case}/plays?dice=66", token=seat.director)[0]
    assert listed["side"] == "white"
    assert len(listed["rolls"]) == 21
    view = asked_by(server, f"{root}/{case}", {"step": "rule", "chosen": "any_play_of_any_roll"}, seat.director)[0]
    assert view["ruled"]
    press(page, "More")
    page.reload()
    page.get_by_text("may play any legal move of any roll").wait_for()
    page.get_by_role("button", name="6-6", exact=True).click()
    page.get_by_role("list", name="Legal plays of 6-6").get_by_role("button").first.click()
    page.wait_for_timeout(300)
    assert findings(page) == []
    press(page, "Done")
    page.get_by_text("rolls", exact=False).first.wait_for()

    def kinds() -> list[str]:
        log = asked_by(server, f"{seat.path}/record/log", token=seat.token)[0]
        return [kind for line in log.splitlines() if line and (kind := json.loads(line)["type"]) != "ClockRead"]

    for _ in range(100):  # the device sends what it has recorded a moment later
        if kinds()[-1] == "TurnEnded":
            break
        page.wait_for_timeout(100)
    assert kinds()[-4:] == ["FreePlayGranted", "RollChosen", "Played", "TurnEnded"]
