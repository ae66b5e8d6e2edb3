"""A club in a browser: founded, joined by its link, an evening in four taps, its series counted from it."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.test_pages import findings
from tests.e2e.test_ratings import PICTURES, fits
from tests.web.members import PASSWORD


def register(page: Page, name: str) -> None:
    """Somebody with an account, from here on."""
    page.goto("/")
    page.evaluate(
        """async ([name, password]) => {
            const headers = { 'content-type': 'application/json' }
            const body = JSON.stringify({ name, password })
            const answer = await fetch('/api/register', { method: 'POST', headers, body })
            if (!answer.ok) throw new Error(await answer.text())
            localStorage.setItem('barpoint.here', '1')
        }""",
        [name, PASSWORD],
    )


def good(page: Page, name: str) -> None:
    """Nothing serious for axe, wide or narrow, and nothing beside the screen."""
    for width, height in ((1280, 800), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        assert findings(page) == []
        assert fits(page), f"{name} at {width}"
        if PICTURES:
            page.screenshot(path=str(Path(PICTURES) / f"{name}-{width}.png"), full_page=True)
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_club_night_in_four_taps_counts_for_the_series(open_page: OpenPage) -> None:
    olga, mia = open_page(), open_page(width=360, height=740)
    register(olga, "Olga Clubs")
    register(mia, "Mia Clubs")
    olga.goto("/clubs")
    olga.get_by_text("There is no club yet.").wait_for()
    good(olga, "clubs")
    olga.get_by_label("Name").fill("Corner House")
    olga.get_by_label("Where it meets").fill("Graz")
    olga.get_by_role("button", name="Found the club").click()
    olga.get_by_role("heading", name="Corner House").wait_for()
    link = olga.locator(".link").inner_text()
    mia.goto(link)
    mia.get_by_role("button", name="Join", exact=True).click()
    mia.get_by_text("You are a member.").wait_for()
    good(mia, "join")
    mia.get_by_role("link", name="To the club").click()
    mia.get_by_role("heading", name="Members (2)").wait_for()
    assert mia.get_by_role("button", name="Tonight").count() == 0
    olga.get_by_role("link", name="Begin a series of the club").click()
    olga.get_by_label("Name").fill("Corner Cup")
    olga.get_by_label("Points scheme").select_option("table")
    olga.get_by_role("button", name="Change this scheme").click()
    olga.get_by_label("For a match won").fill("0.5")
    good(olga, "scheme")
    olga.get_by_role("button", name="Begin a series").click()
    olga.get_by_role("heading", name="Corner Cup").wait_for()
    rule = olga.locator("section", has=olga.get_by_role("heading", name="How it is counted"))
    expect(rule).to_contain_text("0.5")
    olga.get_by_text("Change the name or the points scheme").click()
    expect(olga.get_by_label("Points for the places")).to_have_value("10, 7, 5, 5, 2, 2, 2, 2")
    olga.get_by_label("Points for the places").fill("9, 4")
    olga.get_by_role("button", name="Save the scheme").click()
    expect(rule).to_contain_text("9, 4")
    cup = olga.url
    organisers = olga.get_by_role("list", name="Organisers").get_by_role("listitem")
    expect(organisers).to_have_text(["Olga Clubs"])
    olga.get_by_label("Name of their account").fill("Mia Clubs")
    olga.get_by_role("button", name="Add by name").click()
    expect(organisers).to_have_count(2)
    mia.get_by_role("link", name="You organise Corner Cup now: Olga Clubs has said so").wait_for()
    good(olga, "organisers")
    olga.get_by_role("button", name="Remove Mia Clubs").click()
    expect(organisers).to_have_text(["Olga Clubs"])
    olga.goto(link.partition("/join/")[0])
    olga.get_by_role("button", name="Tonight").click()
    olga.get_by_role("button", name="Everybody", exact=True).click()
    olga.get_by_label("Somebody new").fill("Walter Walkin")
    olga.get_by_role("button", name="Add", exact=True).click()
    expect(olga.get_by_role("button", name="Walter Walkin")).to_have_attribute("aria-pressed", "true")
    good(olga, "night")
    olga.get_by_role("button", name="Draw", exact=True).click()
    olga.wait_for_url("**/tournaments/*/desk")
    olga.goto(link.partition("/join/")[0])
    olga.get_by_text("The club's tournaments and series").click()
    expect(olga.get_by_label("Every evening counts for Corner Cup")).to_be_checked()
    good(olga, "club")
    for name in ("Tonight", "As last time", "Draw"):  # next week: three taps
        olga.get_by_role("button", name=name, exact=True).click()
    olga.wait_for_url("**/tournaments/*/desk")
    mia.goto(cup)
    expect(mia.locator("tbody tr")).to_have_count(3)
    mia.locator("tbody summary").first.click()
    good(mia, "series")
    olga.goto(cup)
    same = olga.get_by_role("form", name="Two names of one person")
    same.get_by_label("Somebody in the table").select_option(label="Walter Walkin (by name only)")
    same.get_by_label("is the same as").select_option(label="Mia Clubs (account)")
    same.get_by_role("button", name="Look at it first").click()
    olga.get_by_text("one person seldom does").wait_for()
    good(olga, "series-join")
    olga.get_by_role("button", name="Join them").click()
    expect(olga.locator("tbody tr")).to_have_count(2)
    olga.get_by_role("button", name="Make them two again").click()
    expect(olga.locator("tbody tr")).to_have_count(3)
    olga.goto("/series")
    olga.get_by_role("link", name="Corner Cup").wait_for()
    good(olga, "series-list")
    olga.goto(link.partition("/join/")[0])
    olga.get_by_text("The club's tournaments and series").click()
    releases = olga.get_by_role("button", name="No longer the club's")
    releases.first.click()
    expect(releases).to_have_count(1)
    olga.get_by_label("A tournament you direct").select_option(index=1)
    olga.get_by_role("button", name="It is the club's").click()
    expect(releases).to_have_count(2)


def test_a_director_reads_at_the_desk_that_a_series_waits_for_their_word(open_page: OpenPage) -> None:
    otto, dina = open_page(), open_page()
    register(otto, "Otto Series")
    register(dina, "Dina Series")
    spring = {"name": "Spring Waits", "date": "2026-05-01", "director": "Dina Series"}
    begun = dina.request.post("/api/tournaments", data=spring).json()
    cup = otto.request.post("/api/series", data={"name": "Waiting Cup", "scheme": "table"}).json()["id"]
    otto.goto(f"/series/{cup}")
    otto.get_by_role("button", name="Count it").click()
    otto.get_by_text("Choose a tournament first.").wait_for()
    tournament, word_back = otto.get_by_label("Tournament"), otto.get_by_role("button", name="Take your word back")
    for turn in ("and takes it back", "and stays with it"):
        tournament.select_option(label="Spring Waits (2026-05-01)")
        otto.get_by_role("button", name="Count it").click()
        word_back.wait_for()
        good(otto, "series-waits")
        if turn == "and takes it back":
            word_back.click()
            expect(word_back).to_have_count(0)
    dina.goto(f"/tournaments/{begun['id']}/desk")
    waits = dina.locator("section", has=dina.get_by_role("heading", name="Waits for your word"))
    expect(waits.get_by_role("link", name="Waiting Cup")).to_be_visible()
    good(dina, "desk-series-waits")
    waits.get_by_role("button", name="Let it count").click()
    expect(waits.get_by_role("link", name="Waiting Cup")).to_have_count(0)
    table = otto.request.get(f"/api/series/{cup}").json()["table"]
    assert table["accepted"] == table["offered"] == []


def test_a_player_is_followed_and_challenged(open_page: OpenPage) -> None:
    anna, ben = open_page(), open_page()
    register(anna, "Anna Friends")
    register(ben, "Ben Friends")
    ben.goto("/lobby")
    account = ben.evaluate("fetch('/api/me').then((answer) => answer.json()).then((profile) => profile.account)")
    anna.goto(f"/player/{account}")
    anna.get_by_role("button", name="Follow").click()
    anna.get_by_role("button", name="Follow no longer").wait_for()
    good(anna, "player")
    anna.get_by_text("What is to be played").click()
    anna.locator("#friend-points").select_option("3")
    anna.get_by_label("rated").check()
    assert findings(anna) == []
    anna.get_by_role("button", name="Challenge").click()
    anna.get_by_text("you are led to the match").wait_for()
    own, notice = (page.get_by_role("complementary", name="Challenges to you") for page in (anna, ben))
    expect(notice).to_contain_text("Anna Friends challenges you: ")
    for path in ("/", "/rules", "/players"):  # wherever they go
        ben.goto(path)
        expect(notice).to_contain_text("3 points")
        good(ben, f"challenged{path.replace('/', '-')}")
    notice.get_by_role("button", name="Decline").click()
    expect(notice).not_to_contain_text("Anna Friends")
    anna.get_by_text("This challenge was declined.").wait_for()
    anna.goto("/")
    expect(own).to_contain_text("Ben Friends has declined your challenge.")
    good(anna, "declined")
    own.get_by_role("button", name="Close").click()
    anna.goto(f"/player/{account}")
    anna.get_by_text("What is to be played").click()
    anna.locator("#friend-points").select_option("3")
    anna.get_by_label("rated").check()
    anna.get_by_role("button", name="Challenge").click()
    anna.get_by_text("you are led to the match").wait_for()
    expect(own).not_to_contain_text("declined")
    anna.goto("/rules")
    expect(notice).to_contain_text("rated")
    notice.get_by_role("button", name="Accept").click()
    ben.wait_for_url("**/match/*")
    expect(own).to_contain_text("Ben Friends has taken up your challenge.")
    anna.get_by_role("link", name="To the match").click()
    for page in (anna, ben):
        page.wait_for_url("**/match/*")
    anna.goto("/lobby")
    anna.get_by_role("link", name="Ben Friends").first.wait_for()
    good(anna, "lobby")
