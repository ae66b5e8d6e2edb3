"""A tournament in a real browser: set up, entered, drawn, reported in three taps, posted; two directors."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage, held
from tests.e2e.test_pages import findings
from tests.web.members import PASSWORD

PHONE: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
NAMES = ("Ada Lovelace", "Bo Nilsson", "Chiara Rossi", "Dmitri Orlov", "Esi Mensah")

_REGISTER = """async (account) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch('/api/register', { method: 'POST', headers, body: JSON.stringify(account) })
  if (!answer.ok) throw new Error(await answer.text())
}"""


def begun(page: Page, name: str) -> str:
    """A tournament with one event, published and drawn on the pages alone: its address."""
    page.goto("/tournaments?new")
    page.evaluate(_REGISTER, {"name": f"Ann {name}", "password": PASSWORD})
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("First day").fill("2026-05-01")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/setup")
    root = page.url.rpartition("/")[0]
    add_event(page, "ABT weekend", "Open", main="7")
    page.goto(f"{root}/people")
    page.get_by_role("button", name="Import a list").click()
    page.get_by_label("Paste the list here").fill("name\n" + "\n".join(NAMES))
    page.get_by_role("button", name="Enter 5", exact=True).click()
    page.get_by_text("Entered:").wait_for()
    page.goto(f"{root}/setup")
    page.get_by_label("Tables", exact=True).fill("1-2")
    page.get_by_role("button", name="Set the tables").click()
    page.get_by_text("1, 2 (2)").wait_for()
    card = page.get_by_role("region", name="Open", exact=True)
    card.get_by_role("button", name="Make the draw").click()
    card.get_by_role("button", name="Do it").click()
    card.get_by_text("drawn", exact=True).wait_for()
    return root


def add_event(page: Page, template: str, name: str, **lengths: str) -> None:
    """An event from its template, published."""
    fresh = page.get_by_role("button", name="A new event")
    form = page.locator("form[data-command=AddContest]")
    form.or_(fresh).first.wait_for()
    if fresh.count():
        fresh.click()
    form.get_by_role("button", name=template, exact=True).click()
    form.get_by_label("Name", exact=True).fill(name)
    for bracket, length in lengths.items():
        form.locator(f"#ev-length-{bracket}").fill(length)
    form.get_by_role("button", name="Add the event").click()
    card = page.get_by_role("region", name=name, exact=True)
    card.get_by_role("button", name="Publish").click()
    expect(card.get_by_text("entries open")).to_be_visible()


def link_of(page: Page, root: str, name: str) -> str:
    """Somebody's private link."""
    address = f"/api/tournaments/{root.rpartition('/')[2]}/links"
    links = page.evaluate("(address) => fetch(address).then((answer) => answer.json())", address)
    return str(next(link["link"] for link in links if link["name"] == name))


def fits(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))


def test_from_the_set_up_to_a_posted_result(open_page: OpenPage) -> None:
    desk = open_page()
    root = begun(desk, "Spring Open")
    desk.goto(f"{root}/pairings")
    first = desk.locator("main li .who").first
    name, other = first.inner_text().split(" – ")
    winner, loser = open_page(**PHONE), open_page(**PHONE)
    for phone, who in ((winner, name), (loser, other)):
        phone.goto(link_of(desk, root, who))
        phone.get_by_role("heading", name=who).wait_for()
        assert fits(phone)
    # three taps
    winner.get_by_role("button", name="I won", exact=True).tap()
    winner.get_by_role("button", name="4", exact=True).tap()
    winner.get_by_role("button", name="Send: you won 7–4").tap()
    # the other side hears of it without asking, and confirms in one
    loser.get_by_role("button", name=f"Confirm: {name} won 7–4").tap()
    loser.get_by_role("button", name="Confirm").wait_for(state="detached")
    assert findings(loser) == []
    desk.goto(f"{root}/desk")
    waits = desk.get_by_role("region", name="Waits for your word")
    waits.get_by_text(": both agree").wait_for()
    assert findings(desk) == []
    desk.get_by_role("textbox", name="Announcement").fill("Lunch at one")
    desk.get_by_role("button", name="Announce").click()
    winner.get_by_text("Lunch at one").wait_for()
    waits.get_by_role("button", name="Post", exact=True).click()
    waits.get_by_text(": both agree").wait_for(state="detached")
    winner.goto(f"{root}/draw/open")
    winner.get_by_text("7–4").first.wait_for()


def test_a_guest_is_told_to_register_first_and_keeps_what_was_written(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/tournaments?new")
    page.get_by_text("do that first").wait_for()
    page.get_by_label("Name", exact=True).fill("Kept Open")
    page.get_by_role("link", name="Register or sign in").click()
    page.get_by_label("Name", exact=True).fill("Gerda Holm")
    page.get_by_label("Password", exact=True).fill("correct horse battery")
    page.get_by_role("button", name="Register", exact=True).click()
    page.get_by_role("heading", name="Gerda Holm").wait_for()
    page.goto("/tournaments?new")
    page.get_by_placeholder("Gerda Holm").wait_for()
    assert page.get_by_label("Name", exact=True).input_value() == "Kept Open"
    page.get_by_role("button", name="Begin").click()
    page.wait_for_url("**/setup")


def test_two_directors_on_two_devices(open_page: OpenPage) -> None:
    ann, bob = open_page(), open_page()
    root = begun(ann, "Autumn Open")
    form = ann.locator("form[data-command=NameStaff]")
    form.get_by_label("Name").fill("Bob")
    form.get_by_label("Role").select_option("director")
    form.get_by_role("button").click()
    ann.get_by_role("button", name="Take a role away Bob").wait_for()
    bob.goto(link_of(ann, root, "Bob"))
    bob.get_by_role("textbox", name="Announcement").fill("Round two at four")
    held(bob, "**/director")  # Bob's page is slow
    ann.goto(f"{root}/desk")
    ann.get_by_role("textbox", name="Announcement").fill("Round two at three")
    ann.get_by_role("button", name="Announce").click()
    bob.get_by_text("Round two at three").first.wait_for()
    bob.get_by_role("button", name="Announce").click()
    bob.get_by_text("Ann: announced: Round two at three").wait_for()
    expect(ann.get_by_text("Round two at four")).to_have_count(0)
    bob.get_by_role("button", name="Do it all the same").click()
    ann.get_by_text("Round two at four").wait_for()
