"""People who meet strangers: a name to sit down with, a player's page, and the officials who hear of it."""

import re
from typing import Any

from playwright.sync_api import APIResponse, Page, Route, expect

from barpoint.service.people import LONGEST_NAME
from tests.e2e.conftest import OpenPage
from tests.e2e.match_pages import by_link, until
from tests.e2e.test_officials import appointed
from tests.e2e.test_pages import findings
from tests.web.members import PASSWORD

BY_HAND = {"autoRoll": False}
FORBIDDEN = 403


def named(page: Page, name: str) -> Page:
    """The page of a guest of this name."""
    assert page.request.post("/api/guest", data={"name": name}).ok
    page.add_init_script("localStorage.setItem('barpoint.here', '1')")
    return page


def official(page: Page, name: str, tmp_path_factory: Any) -> Page:
    """The page of an official of the server."""
    assert page.request.post("/api/register", data={"name": name, "password": PASSWORD}).ok
    page.add_init_script("localStorage.setItem('barpoint.here', '1')")
    appointed(name, tmp_path_factory.getbasetemp())
    return page


def test_whoever_is_invited_says_by_what_name_and_sees_all_terms(open_page: OpenPage) -> None:
    one, two = named(open_page(BY_HAND), "Ada"), open_page(BY_HAND)
    one.goto("/")
    link = one.locator(".ways")
    link.locator("summary").click()
    link.get_by_label("Time for the match").select_option("10")
    link.get_by_label("Spectators are behind by").select_option("120")
    one.get_by_role("button", name="Make a link").click()
    one.wait_for_url("**/join/*")
    address = one.url
    one.goto("/")
    offered = one.locator("section", has=one.get_by_role("heading", name="Your challenges"))
    expect(offered).to_contain_text("talk: free")
    offered.get_by_role("link", name="Your link").click()
    one.wait_for_url(address)
    two.goto(address)
    for term in ("Backgammon", "3 points", "10:00", "talk: free", "spectators 120 seconds behind"):
        expect(two.locator("main")).to_contain_text(term)
    expect(two.get_by_label("Your name here")).to_have_attribute("maxlength", str(LONGEST_NAME))
    two.get_by_label("Your name here").fill("Grace")
    assert findings(two) == []
    two.get_by_role("button", name="Sit down").click()
    for page in (one, two):
        page.wait_for_url("**/match/*")
        page.locator(".player-bar").get_by_text("Grace").wait_for()


def test_an_offer_is_taken_back_on_the_front_page(open_page: OpenPage) -> None:
    one, two = named(open_page(), "Ada"), open_page()
    one.goto("/")
    link = one.locator(".ways")
    link.locator("summary").click()
    link.get_by_label("Rules").select_option("Money")
    link.get_by_label("Stake a point").fill("2.5")
    one.get_by_role("button", name="Make a link").click()
    one.wait_for_url("**/join/*")
    address = one.url
    two.goto(address)
    expect(two.locator("main")).to_contain_text("Backgammon · money session · Money · no clock · stake 2.5 a point")
    one.goto("/")
    expect(one.locator("main")).to_contain_text("stake 2.5 a point")
    one.get_by_role("button", name="Withdraw").click()
    expect(one.get_by_role("heading", name="Your challenges")).to_have_count(0)
    two.get_by_text("This challenge was withdrawn.").wait_for()


def test_report_mute_and_block_reach_the_officials_from_talk_match_and_page(
    open_page: OpenPage, tmp_path_factory: Any
) -> None:
    one, two = named(open_page(BY_HAND), "Rude"), named(open_page(BY_HAND), "Calm")
    dora = official(open_page(), "Dora Desk", tmp_path_factory)
    by_link(one, two)
    one.get_by_label("Say something").fill("What a fool you are")
    one.get_by_label("Say something").press("Enter")
    two.get_by_role("button", name="Report this").click()
    two.get_by_role("button", name="Send").click()
    two.get_by_text("An official will look at it.").wait_for()
    two.get_by_role("button", name="Mute Rude").click()
    two.get_by_role("button", name="Hear Rude again").wait_for()
    two.locator(".player-bar").get_by_role("link", name="Rude").click()
    two.wait_for_url("**/player/*")
    two.get_by_role("heading", name="Rude").wait_for()
    two.get_by_role("button", name="Hear Rude again").wait_for()  # they are muted in the match they were met in
    assert findings(two) == []
    two.get_by_role("button", name="Block Rude").click()
    two.get_by_role("alertdialog").get_by_role("button", name="Block", exact=True).click()
    two.get_by_role("button", name="Unblock Rude").wait_for()
    two.get_by_role("link", name="Back to the match").click()
    two.locator(".table").wait_for()

    dora.goto("/inquiries")
    for words in ("A report in private", "A player was muted", "A player was blocked"):
        dora.get_by_text(words).wait_for()
    assert dora.get_by_role("link", name="Rude").count() == 3
    dora.locator("li", has_text="A report in private").get_by_role("button", name="Take it").click()
    dora.locator(".said").get_by_text("What a fool you are").wait_for()
    dora.get_by_text("2 more open inquiries about them").wait_for()
    assert findings(dora) == []
    dora.get_by_label("Close free text to Rude").select_option("7")
    dora.get_by_role("button", name="Settle", exact=True).click()
    dora.get_by_text("A report in private").wait_for(state="detached")
    one.get_by_label("Say something").fill("And now?")
    one.get_by_label("Say something").press("Enter")
    one.get_by_role("alert").get_by_text("An official has closed free text to you").wait_for()


def test_a_director_is_called_and_onlookers_are_sent_away_from_the_match(
    open_page: OpenPage, tmp_path_factory: Any
) -> None:
    one, two, three = (named(open_page(BY_HAND), name) for name in ("Caller", "Other", "Onlooker"))
    dora = official(open_page(), "Dora Call", tmp_path_factory)
    dora.goto("/inquiries")
    dora.get_by_role("heading", name="Inquiries").wait_for()
    by_link(one, two)
    three.goto(one.url)
    three.locator(".table").wait_for()

    question, call = one.get_by_role("alertdialog"), one.get_by_role("button", name="Call the director", exact=True)
    call.click()
    expect(question).to_contain_text("stand still until an official comes")
    question.get_by_role("button", name="No").click()
    expect(question).to_have_count(0)
    for page in (one, two):
        expect(page.get_by_role("heading", name="The director has been called")).to_have_count(0)
    call.click()
    question.get_by_role("button", name="Call the director").click()
    for page in (one, two, three):
        page.get_by_role("heading", name="The director has been called").wait_for()
    expect(one.locator("main")).to_contain_text("If nobody comes, play goes on in")
    withdraw = "Withdraw the call"
    assert two.get_by_role("button", name=withdraw).count() == 0
    one.get_by_role("button", name=withdraw).click()
    for page in (one, two, three):
        expect(page.get_by_role("heading", name="The director has been called")).to_have_count(0)

    one.get_by_text("Players and spectators").click()
    one.get_by_role("button", name="Who looks on?").click()
    one.get_by_role("link", name="Onlooker").wait_for()
    one.get_by_role("button", name="Ask to send away", exact=True).click()
    one.get_by_role("status").get_by_text("An official will decide.").wait_for()
    assert findings(one) == []
    dora.goto("/inquiries")
    asked = dora.locator("li", has_text="A request about spectators")
    asked.get_by_role("link", name="Onlooker").wait_for()
    asked.get_by_role("button", name="Take it").click()
    grant = dora.get_by_role("button", name="Grant it")
    grant.click()
    expect(grant).to_have_count(0)
    address = three.url.replace("/match/", "/api/matches/")
    assert three.request.get(address).status == FORBIDDEN
    assert two.request.get(address).ok


def test_a_players_page_is_reached_from_the_lobby(open_page: OpenPage) -> None:
    one, two = named(open_page(), "Offering"), named(open_page(), "Looking")
    one.goto("/lobby")
    one.get_by_role("button", name="Post a challenge").click()
    two.goto("/lobby")
    two.get_by_role("link", name="Offering").first.click()
    two.wait_for_url("**/player/*")
    expect(two.get_by_role("heading", level=1)).to_contain_text(re.compile("Offering"))
    expect(two.locator("main")).to_contain_text("Here since")
    expect(two.locator("main")).to_contain_text("No public matches yet.")
    two.get_by_role("button", name="Report Offering").click()
    two.get_by_label("What happened?").fill("Posts a hundred challenges.")
    two.get_by_role("button", name="Send").click()
    two.get_by_text("An official will look at it.").wait_for()


def test_the_front_page_follows_what_is_unfinished(open_page: OpenPage) -> None:
    one, two = named(open_page(BY_HAND, service_workers="block"), "Home"), named(open_page(BY_HAND), "Away")
    by_link(one, two)
    front = one.context.new_page()
    front.goto("/")
    front.locator(".running").get_by_role("link", name="Away").wait_for()
    look = "() => document.dispatchEvent(new Event('visibilitychange'))"
    late: list[tuple[Route, APIResponse]] = []
    front.route("**/api/matches/*", lambda route: late.append((route, route.fetch())))
    front.evaluate(look)
    until((front,), lambda: bool(late), ())  # it has seen the match, and says so much later
    two.get_by_role("button", name="Leave the match").click()
    two.get_by_role("alertdialog").get_by_role("button", name="Leave the match").click()
    one.locator("[data-over]").wait_for()
    front.evaluate(look)
    expect(front.locator(".running")).to_have_count(0)
    with front.expect_response("**/api/me/challenges"):
        for route, answer in late:
            route.fulfill(response=answer)
    front.wait_for_timeout(100)  # time to be shown in
    assert front.locator(".running").count() == 0


def test_the_front_page_says_how_many_more_matches_are_unfinished(open_page: OpenPage) -> None:
    page = named(open_page(), "Busy")
    for _ in range(8):
        assert page.request.post("/api/matches", data={"terms": {"points": 1}, "level": "beginner"}).ok
    page.goto("/")
    running = page.locator(".running")
    expect(running).to_have_count(6)
    page.get_by_text("2 more are unfinished.").wait_for()
    page.get_by_role("button", name="Show all").click()
    expect(running).to_have_count(8)
    expect(page.get_by_text("more are unfinished")).to_have_count(0)


def test_a_challenge_that_is_accepted_at_once_is_followed(open_page: OpenPage) -> None:
    one, two = named(open_page(service_workers="block"), "Slow line"), named(open_page(), "Quick")
    one.goto("/lobby")
    late: list[tuple[Route, APIResponse]] = []
    one.route("**/api/challenges", lambda route: late.append((route, route.fetch())))
    one.get_by_role("button", name="Post a challenge").click()
    until((one,), lambda: bool(late), ())
    [(route, answer)] = late
    listed = one.locator(".challenge", has_text="Slow line")
    expect(listed).to_have_count(1)
    assert two.request.post(f"/api/challenges/{answer.json()['id']}/accept").ok
    expect(listed).to_have_count(0)
    route.fulfill(response=answer)
    one.wait_for_url("**/match/*")
