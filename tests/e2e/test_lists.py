"""A federation's list in a browser: imported with a preview, an event limited and seeded by it."""

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.test_clubs import good, register

FILE = """Licence;Who;Strength
7;Ada Lovelace;1712,5
8;Bo Lund;1500
9;Bo Lund;1450
10;Cy Young;strong
11;Dan Ek;1555
12;Kim Lists;1400
"""
TOURNAMENT = {"name": "Listed Open", "date": "2026-05-01"}


def test_a_list_is_imported_and_limits_and_seeds_an_event(open_page: OpenPage) -> None:
    page = open_page()
    register(page, "Kim Lists")
    page.goto("/lists")
    page.get_by_text("There is no list yet.").wait_for()
    page.get_by_label("Name").fill("Federation")
    page.get_by_role("button", name="Begin a list").click()
    page.get_by_role("heading", name="Federation").wait_for()
    page.get_by_label("or paste it here").fill(FILE)
    page.get_by_label("or paste it here").blur()
    page.get_by_text("say which of Licence, Who, Strength they are").wait_for()
    columns = page.get_by_role("group", name="Which column holds what")
    columns.get_by_label("Name", exact=True).select_option("Who")
    columns.get_by_label("Rating").select_option("Strength")
    columns.get_by_label("Number").select_option("Licence")
    page.get_by_text("expected a rating as a number, not 'strong'").wait_for()
    good(page, "list-preview")
    page.get_by_role("button", name="Import 5 rows").click()
    page.get_by_text("The list has 5 people now.").wait_for()
    page.get_by_role("cell", name="Dan Ek").wait_for()
    page.get_by_role("button", name="Kim Lists").wait_for()
    good(page, "list")
    page.set_viewport_size({"width": 360, "height": 740})
    for cell in page.locator("table").locator("td:visible, th:visible").all():  # nothing is cut off in its card
        box = cell.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= 360 - 12
    page.set_viewport_size({"width": 1280, "height": 800})

    begun = """async (body) => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch('/api/tournaments', { method: 'POST', headers, body: JSON.stringify(body) })
        return (await answer.json()).id
    }"""
    root = f"/tournaments/{page.evaluate(begun, TOURNAMENT)}"
    page.goto(f"{root}/setup")
    form = page.locator("form[data-command=AddContest]")
    form.get_by_role("button", name="ABT weekend", exact=True).click()
    form.get_by_label("Name", exact=True).fill("Open")
    form.get_by_label("Seeding").select_option("rating")
    form.get_by_text("Who may enter, re-entries").click()
    form.get_by_label("Ratings by").select_option(label="Federation")
    form.get_by_label("Highest rating").fill("1600")
    form.get_by_role("button", name="Add the event").click()
    card = page.get_by_role("region", name="Open", exact=True)
    card.get_by_role("button", name="Publish").click()
    expect(card.get_by_text("entries open")).to_be_visible()

    page.goto(f"{root}/people")
    page.get_by_role("button", name="Import a list").click()
    page.get_by_label("Paste the list here").fill("name\nAda Lovelace\nBo Lund\nDan Ek\n")
    page.get_by_role("button", name="Enter 3", exact=True).click()
    page.get_by_text("Entered:").wait_for()
    page.get_by_role("button", name="Ratings of the list").click()
    page.get_by_text("1 person waits for your word.").wait_for()
    good(page, "list-event")
    page.get_by_label("Who Bo Lund is on the list").select_option(label="Bo Lund 9 · 1450")
    page.get_by_role("button", name="Take the ratings").click()
    expect(page.get_by_role("row", name="Bo Lund")).to_contain_text("number")
    page.get_by_role("button", name="Ratings of the list").click()
    page.get_by_role("button", name="Approve", exact=True).click()
    page.get_by_role("button", name="Ada Lovelace").first.click()
    page.get_by_text("rating 1712.5 by Federation is above 1600").first.wait_for()
    page.get_by_role("button", name="Approve…", exact=True).click()
    form = page.locator("form[data-command=ApproveEntry]")
    form.get_by_role("button", name="Approve", exact=True).click()
    assert form.get_by_label("Reason").evaluate("field => field.validity.valueMissing")  # nobody is let in without one
    form.get_by_label("Reason").fill("Ada is our guest")
    form.get_by_role("button", name="Approve", exact=True).click()
    form.wait_for(state="hidden")
    expect(page.get_by_role("button", name="Approve…", exact=True)).to_have_count(0)
    page.goto(root)
    event = page.get_by_role("region", name="Open", exact=True)
    expect(event).to_contain_text("ratings up to 1,600 by Federation")
    event.get_by_text("Seeds (3)").click()
    expect(event.locator("[data-seeds] li")).to_have_text(["Ada Lovelace", "Dan Ek", "Bo Lund"])
    good(page, "seeds")
    page.goto("/lists")
    page.get_by_role("link", name="Federation").wait_for()
    good(page, "lists")


def test_keepers_of_a_list_are_named_and_removed_on_its_page(open_page: OpenPage) -> None:
    kim, eva = open_page(), open_page({"language": "ru"}, width=360, height=740)
    register(kim, "Kim Keeps")
    register(eva, "Eva Keeps")
    kim.goto("/lists")
    kim.get_by_role("link", name="Federation").or_(kim.get_by_text("There is no list yet.")).wait_for()
    if not kim.get_by_label("Name").is_visible():  # it is open by itself where there is no list yet
        kim.get_by_role("heading", name="Begin a list").click()
    kim.get_by_label("Name").fill("Kept List")
    kim.get_by_role("button", name="Begin a list").click()
    keepers = kim.get_by_role("form", name="Keepers")
    with eva.expect_websocket() as line:
        eva.goto("/")
    line.value.wait_for_event("framereceived")  # only who is here already is told on the page
    keepers.get_by_label("Name of their account").fill("eva keeps")
    keepers.get_by_role("button", name="Add by name").click()
    kim.get_by_role("link", name="Eva Keeps").wait_for()
    good(kim, "list-keepers")
    expect(eva.get_by_role("status", name="Сообщение")).to_contain_text("Kept List: вы ведёте этот список")
    eva.get_by_role("link", name="Kept List: вы ведёте").click()
    eva.get_by_role("button", name="Удалить Kim Keeps").click()
    expect(eva.get_by_role("list", name="Кто ведёт список").get_by_role("listitem")).to_have_text(["Eva Keeps"])
    kim.reload()
    kim.get_by_text("kept by Eva Keeps").wait_for()
    expect(kim.get_by_role("form", name="Keepers")).to_have_count(0)
