"""A director's weekend from an empty server, in the browser alone: four events, their people, a round at typing speed.

Nothing here is JSON and nothing the command line's; clicks and keys are counted by the page and printed.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import pages_at
from tests.e2e.test_pages import findings
from tests.figures import FIGURE
from tests.web.members import PASSWORD

FIRST = ("Ada", "Bea", "Cid", "Dan", "Eva", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Lea", "Max", "Nia", "Ola", "Pia")
LAST = """
Adler Brandt Castro Dufour Eklund Farkas Greco Haas Ibsen Jansen Kovac Lund Moreau Novak Olsen Petrov
Quist Rossi Stein Tanaka Urban Vidal Weiss Xenos Yilmaz Zorn Abbot Becker Conti Dario Engel Fischer
Garcia Hruby Ivanov Jovic Keller Larsen Meyer Nagy Oduya Perez Quinn Rivera Sousa Thoma Ulrich Varga
Wagner Xu York Zhang Amato Bruno Costa Diaz Erdos Ferri Gallo Hoxha Iturbe Jasper Kurt Leone
"""
NAMES = [f"{FIRST[number % 16]} {surname}" for number, surname in enumerate(LAST.split())]
STAFF_PAGES = {
    "desk": "Hall",
    "people": "People",
    "setup": "Set-up",
    "money": "Money",
    "results": "Results",
    "cases": "Incidents",
    "print": "Print",
    "sheets": "Sheets and badges",
}
COUNT = """
const count = (name) => localStorage.setItem(name, String(Number(localStorage.getItem(name)) + 1))
for (const kind of ['click', 'keydown']) {
  window.addEventListener(kind, (event) => event.isTrusted && count('counted.' + kind), true)
}
localStorage.setItem('barpoint.here', '1')
"""


@dataclass
class Weekend:
    """The director's page and the address of the server."""

    page: Page
    server: str
    id: str = ""
    steps: set[str] = field(default_factory=set)
    figures: list[str] = field(default_factory=list)

    def tab(self, name: str) -> Page:
        """A page of the tournament."""
        self.page.get_by_role("navigation", name="Pages of the tournament").get_by_role(
            "link", name=name, exact=True
        ).click()
        return self.page

    def view(self) -> dict[str, Any]:
        """The tournament as its director's pages have it."""
        view: dict[str, Any] = self.page.request.get(f"/api/tournaments/{self.id}/director").json()["view"]
        return view

    def counted(self) -> dict[str, int]:
        """Clicks and keys so far."""
        return {
            kind: int(self.page.evaluate(f"localStorage.getItem('counted.{kind}') ?? '0'"))
            for kind in ("click", "keydown")
        }


@pytest.fixture(scope="module")
def weekend(browser: Browser, server: str) -> Iterator[Weekend]:
    """A tournament that was begun in the browser."""
    with pages_at(browser, server) as opened:
        page = opened(width=1366, height=860)
        page.set_default_timeout(30_000)  # the machine may be busy
        page.add_init_script(COUNT)
        assert page.request.post("/api/register", data={"name": "Thea Brook", "password": PASSWORD}).ok
        page.goto("/tournaments?new")
        write(page.get_by_label("Name", exact=True), "Autumn Weekend")
        write(page.get_by_label("Currency"), "EUR")
        page.get_by_role("button", name="Begin").click()
        page.wait_for_url("**/setup")
        yield Weekend(page, server, page.url.split("/")[-2])


@pytest.fixture(autouse=True)
def story_so_far(request: pytest.FixtureRequest, weekend: Weekend) -> Iterator[None]:
    """What comes before a step, wherever it has not been told: in another process, or where a step is tried alone."""
    story = [step for name, step in globals().items() if name.startswith("test_")]
    for step in story[: story.index(request.function)]:
        if step.__name__ not in weekend.steps:
            weekend.steps.add(step.__name__)
            step(weekend)
    weekend.steps.add(request.function.__name__)
    yield
    request.node.user_properties += [(FIGURE, words) for words in weekend.figures]
    weekend.figures.clear()


def write(field: Locator, text: str) -> None:
    """Typed, key by key, over what stands there: filling a field makes no key strokes that could be counted."""
    if field.get_attribute("type") == "datetime-local":  # typed as the browser's language has it
        field.fill(text)
        return
    field.click()
    if field.input_value():
        field.press("Control+a")
    field.press_sequentially(text)


def add_event(page: Page, template: str, name: str, **fields: str) -> None:
    """An event from its template, published."""
    fresh = page.get_by_role("button", name="A new event")
    form = page.locator("form[data-command=AddContest]")
    if fresh.count():
        fresh.click()
    form.get_by_role("button", name=template, exact=True).click()
    write(form.get_by_label("Name", exact=True), name)
    for label, value in fields.items():
        write(form.get_by_label(label.replace("_", " "), exact=True), value)
    form.get_by_role("button", name="Add the event").click()
    card = page.get_by_role("region", name=name, exact=True)
    card.get_by_role("button", name="Publish").click()
    expect(card.get_by_text("entries open")).to_be_visible()


def test_four_events_are_set_up_without_json(weekend: Weekend) -> None:
    page = weekend.page
    add_event(page, "ABT weekend", "Open")
    add_event(page, "Club Swiss", "Novice", Rounds="4")
    add_event(page, "Doubles", "Doubles")
    add_event(page, "Lives jackpot", "Jackpot")
    write(page.get_by_label("Tables", exact=True), "1-20")
    page.get_by_role("button", name="Set the tables").click()
    expect(page.get_by_text("1-20 (20)")).to_be_visible()
    events = weekend.view()["contests"]
    assert [event["settings"]["name"] for event in events] == ["Open", "Novice", "Doubles", "Jackpot"]
    assert all(event["published"] for event in events)
    assert events[0]["settings"]["fees"]["entry"] == 10_000
    counted = weekend.counted()
    weekend.figures.append(f"a weekend of four events set up: {counted['click']} clicks, {counted['keydown']} keys")


def test_what_does_not_fit_is_said_at_the_field(weekend: Weekend) -> None:
    page = weekend.page
    page.get_by_role("button", name="A new event").click()
    form = page.locator("form[data-command=AddContest]")
    form.get_by_role("button", name="ABT weekend", exact=True).click()
    form.get_by_label("Format").select_option("lives")
    expect(form.get_by_text("Nobody plays for Main in this format").first).to_be_visible()
    expect(form.get_by_text("This format has no Main").first).to_be_visible()
    expect(form.get_by_label("Preview").get_by_text("Main 1")).to_have_count(0)  # what is refused pays nobody
    form.get_by_role("button", name="Close").click()


def test_the_programme_is_written_and_taken_back(weekend: Weekend) -> None:
    page = weekend.page
    recess = page.locator("form[data-command=ScheduleRecess]")
    recess.get_by_label("Name", exact=True).fill("Lunch")
    recess.get_by_label("From").fill("2030-05-01T12:00")
    recess.get_by_label("To").fill("2030-05-01T13:00")
    recess.get_by_role("button").click()
    page.get_by_label("Event", exact=True).select_option(label="Open")
    start = page.locator("form[data-command=ScheduleRound]")
    start.get_by_label("Bracket").select_option("main")
    start.get_by_label("Round").fill("2")
    start.get_by_label("From").fill("2030-05-01T14:00")
    start.get_by_role("button").click()
    for what, command in (("Lunch", "CancelRecess"), ("Open · Main 2", "CancelRoundTime")):
        page.get_by_role("button", name=f"Remove {what}").click()
        gone = page.locator(f"form[data-command={command}]")
        gone.get_by_label("Reason").fill("a mistake")
        gone.get_by_role("button").click()
        expect(page.get_by_role("button", name=f"Remove {what}")).to_have_count(0)
    page.get_by_role("button", name="Undo: ").click()
    expect(page.get_by_role("button", name="Remove Open · Main 2")).to_be_visible()
    view = weekend.view()
    assert (view["recesses"], [time[:2] for time in view["contests"][0]["times"]]) == ([], [["main", 2]])
    page.get_by_role("button", name="Remove Open · Main 2").click()
    gone = page.locator("form[data-command=CancelRoundTime]")
    gone.get_by_label("Reason").fill("a mistake")
    gone.get_by_role("button").click()
    expect(page.get_by_role("button", name="Remove Open · Main 2")).to_have_count(0)


def paste(page: Page, event: str, rows: list[str]) -> None:
    """People entered from the clipboard."""
    page.get_by_label("Into").select_option(label=event)
    if page.get_by_role("button", name="Import a list").get_attribute("aria-expanded") != "true":
        page.get_by_role("button", name="Import a list").click()
    page.get_by_label("Paste the list here").fill("\n".join(rows))
    page.get_by_role(
        "button", name=f"Enter {len([row for row in rows[1:] if not row.startswith(';')])}", exact=True
    ).click()
    expect(page.get_by_text("Entered:")).to_be_visible()


def test_people_come_from_a_list_with_the_bad_rows_left_out(weekend: Weekend) -> None:
    page = weekend.tab("People")
    paste(page, "Open", ["name;club", *(f"{name};Club {number % 5}" for number, name in enumerate(NAMES)), ";nobody"])
    expect(page.get_by_text("no name")).to_be_visible()
    paste(page, "Novice", ["name", *NAMES[:16]])
    paste(page, "Doubles", ["name\tpartner", *(f"{NAMES[n]}\t{NAMES[n + 1]}" for n in range(0, 16, 2))])
    paste(page, "Jackpot", ["name", *NAMES[:8]])
    counts = [
        sum(entry.get("status") == "approved" for entry in event["entries"]) for event in weekend.view()["contests"]
    ]
    assert counts == [64, 16, 8, 8]


def test_a_corrected_name_shows_everywhere(weekend: Weekend) -> None:
    page = weekend.page
    page.get_by_label("Find a name, club or number").fill("leone")
    page.get_by_role("button", name="Pia Leone").first.click()
    page.get_by_label("Name", exact=True).fill("Pia Leonardo")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("Find a name, club or number").fill("")
    expect(page.get_by_role("button", name="Pia Leonardo").first).to_be_visible()
    entries = weekend.view()["contests"][0]["entries"]
    assert "Pia Leonardo" in [entry["name"] for entry in entries]
    NAMES[-1] = "Pia Leonardo"


def test_the_draw_is_made_and_a_round_called_in_one_action(weekend: Weekend) -> None:
    page = weekend.tab("Set-up")
    card = page.get_by_role("region", name="Open", exact=True)
    card.get_by_role("button", name="Make the draw").click()
    card.get_by_role("button", name="Do it").click()
    expect(card.get_by_text("drawn", exact=True)).to_be_visible()
    weekend.tab("Desk")
    call = page.get_by_role("button", name="Assign tables and call: Open round 1 (20 of 32)")
    call.click()
    page.get_by_role("button", name="Undo: Call: Open 1").click(timeout=60_000)
    expect(page.get_by_role("button", name="Nothing to undo")).to_be_visible(timeout=60_000)
    desk = weekend.view()["desk"]
    assert not [match for match in desk["next"] if match["table"] or match["calls"]], "no call and no table is left"
    call.click()
    expect(page.get_by_role("button", name="Undo: Call: Open 1")).to_be_visible(timeout=60_000)
    desk = weekend.view()["desk"]
    called = [match for match in desk["next"] if match["stage"] == "called"]
    assert len(called) == 20
    assert {match["table"] for match in called} == {str(number) for number in range(1, 21)}


def report_from_phones(weekend: Weekend, matches: list[dict[str, Any]]) -> Thread:
    """Players of other matches report meanwhile, each with their own link."""
    links = weekend.page.request.get(f"/api/tournaments/{weekend.id}/links").json()
    tokens = {link["person"]: link["link"].rpartition("/")[2] for link in links}

    def report() -> None:
        for match in matches:
            line = HTTPConnection(urlsplit(weekend.server).netloc, timeout=30)
            side = match["sides"][0]["entrant"]
            command = {
                "type": "ReportResult",
                "contest": match["contest"],
                "pairing": match["pairing"],
                "entrant": side,
                "winner": side,
                "score": [match["length"], 3],
            }
            headers = {"content-type": "application/json", "authorization": f"Bearer {tokens[side]}"}
            line.request("POST", f"/api/tournaments/{weekend.id}/commands", json.dumps({"command": command}), headers)
            assert line.getresponse().status == 200
            line.close()
            time.sleep(1)  # phones do not hurry; the results are typed in the meantime

    thread = Thread(target=report, daemon=True)
    thread.start()
    return thread


def letters_of(name: str) -> str:
    """The fewest letters of a surname, from three on, that fit nobody else."""
    words = [word.lower() for known in NAMES for word in known.split()]
    surname = name.rsplit(maxsplit=1)[-1].lower()
    return next(surname[:n] for n in range(3, 20) if sum(word.startswith(surname[:n]) for word in words) == 1)


def test_sixteen_results_are_typed_in_25_seconds(weekend: Weekend) -> None:
    page = weekend.page
    matches = sorted(
        (match for match in weekend.view()["desk"]["next"] if match["table"]), key=lambda match: int(match["table"])
    )
    phones = report_from_phones(weekend, matches[16:])
    field = page.get_by_role("textbox", name="Result: table or name, winner, score")
    field.focus()
    before = weekend.counted()["keydown"]
    begun = time.monotonic()
    for number, match in enumerate(matches[:16]):
        home = letters_of(match["sides"][0]["name"])
        line = f"{match['table']} {home} {number % 7}" if number % 2 else f"{home} {number % 7}"
        page.keyboard.type(line, delay=100)
        page.keyboard.press("Enter", delay=100)
    expect(page.get_by_text("posted", exact=True)).to_have_count(6)
    took = time.monotonic() - begun
    phones.join(30)
    expect(page.get_by_label("Waits for your word").get_by_text("says:")).to_have_count(4)
    posted = {match["pairing"]: match for match in weekend.view()["contests"][0]["posted"]}
    for number, match in enumerate(matches[:16]):
        assert posted[match["pairing"]]["winner"] == match["sides"][0]["entrant"]
        assert posted[match["pairing"]]["score"] == [match["length"], number % 7]
    keys = weekend.counted()["keydown"] - before
    weekend.figures.append(f"sixteen results, half by name: {took:.1f} s, {keys} keys at 100 ms each, no click")
    assert took <= 25


def test_the_last_action_is_taken_back(weekend: Weekend) -> None:
    page = weekend.page
    claim = page.get_by_label("Waits for your word").get_by_role("button", name="Post ").first
    before = len(weekend.view()["contests"][0]["posted"])
    claim.click()
    undo = page.get_by_role("button", name="Undo: ")
    expect(undo).to_contain_text("–3")
    assert len(weekend.view()["contests"][0]["posted"]) == before + 1
    weekend.tab("People")
    expect(undo).to_contain_text("–3")  # it stays with whoever goes to another page
    page.reload()
    expect(undo).to_contain_text("–3")  # or loads it again
    weekend.tab("Desk")
    undo.click()
    expect(undo).to_contain_text("–1")  # the last line that was typed before it: one step after the other
    assert len(weekend.view()["contests"][0]["posted"]) == before


def test_a_line_in_doubt_is_asked_about_and_one_typed_over_waits_below(weekend: Weekend) -> None:
    page = weekend.page
    match = next(match for match in weekend.view()["desk"]["next"] if match["stage"] == "ready")
    before = len(weekend.view()["contests"][0]["posted"])
    field = page.get_by_role("textbox", name="Result: table or name, winner, score")
    field.focus()
    page.keyboard.type(f"/{match['pairing']} 0 {match['length']}")
    expect(field).to_have_value(f"{match['pairing']} 0 {match['length']}")
    page.keyboard.press("Enter")
    expect(page.get_by_text("This match was neither called nor begun.")).to_be_visible()
    page.keyboard.type("zzz 4")  # replaces what Enter did not send
    page.keyboard.press("Enter")
    expect(field).to_have_value("zzz 4")
    waiting = page.get_by_label("Typed last").locator(".refused")
    expect(waiting).to_contain_text(match["pairing"])
    assert len(weekend.view()["contests"][0]["posted"]) == before
    waiting.get_by_role("button").click()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    typed = page.get_by_label("Typed last").locator(".done")
    expect(typed).to_contain_text(match["pairing"])
    page.get_by_role("button", name="Undo: ").click()
    expect(page.get_by_label("Typed last").locator(".undone")).to_contain_text("taken back")
    assert len(weekend.view()["contests"][0]["posted"]) == before


def test_a_correction_that_unseats_a_match_says_so_first(weekend: Weekend) -> None:
    page = weekend.page
    second = next(
        match for match in weekend.view()["desk"]["next"] if match["bracket"] == "main" and match["round"] == 2
    )
    loser = next(
        match
        for match in weekend.view()["contests"][0]["posted"]
        if match["winner"] in [side["entrant"] for side in second["sides"]] and match["bracket"] == "main"
    )
    page.get_by_role("button", name=second["sides"][0]["name"]).last.click()
    panel = page.get_by_role("region", name=f"Open {second['pairing']}")
    panel.get_by_role("button", name="Call", exact=True).click()
    panel.get_by_role("button", name="Play begins").click()
    expect(panel.get_by_text("playing").first).to_be_visible()
    page.goto(f"/tournaments/{weekend.id}/results")
    page.get_by_role("button", name=f"Put right… {loser['pairing']}", exact=True).click()
    other = next(player for player in loser["players"] if player != loser["winner"])
    page.locator(f"input[type=radio][value='{other}']").check()
    page.get_by_label("Reason").fill("the slip was read wrongly")
    page.get_by_role("button", name="Correct the result").click()
    warned = page.get_by_role("alert").filter(has_text="takes the players of these matches away")
    expect(warned).to_contain_text(second["pairing"])
    warned.get_by_role("button", name="Correct all the same").click()
    expect(warned).to_have_count(0)
    now = next(match for match in weekend.view()["contests"][0]["posted"] if match["pairing"] == loser["pairing"])
    assert now["winner"] == other


def test_an_incident_is_ruled_and_appealed(weekend: Weekend) -> None:
    page = weekend.tab("Desk")
    match = next(match for match in weekend.view()["desk"]["to_post"] if match["table"])
    page.goto(f"/tournaments/{weekend.id}/desk/open/{match['pairing']}")
    page.get_by_role("region", name=f"Open {match['pairing']}").get_by_role("link", name="Rule on it").click()
    page.get_by_label("Report").fill("a die leans on a checker")
    page.get_by_role("button", name="Open a case").click()
    page.get_by_text("A ruling of my own").click()
    page.get_by_label("Ruling", exact=True).fill("The roll is taken again.")
    page.get_by_label("Reason").fill("It does not lie flat.")
    page.get_by_role("button", name="Rule so").click()
    page.get_by_label("Appeal of").select_option(match["sides"][0]["name"])
    page.get_by_role("button", name="Appeal", exact=True).click()
    expect(page.get_by_label("Members, with commas")).to_be_visible()
    waits = weekend.tab("Desk").get_by_role("region", name="Waits for your word")
    waits.get_by_role("listitem").filter(has_text="an appeal waits").get_by_role("link", name="To the case").click()
    page.get_by_label("Members, with commas").fill("Ida, Jo, Kay")
    page.get_by_role("button", name="Name the committee").click()
    page.get_by_label("Votes to uphold").fill("3")
    page.get_by_role("button", name="Count the votes").click()
    expect(page.get_by_text("The committee has upheld the ruling.")).to_be_visible()
    page.get_by_role("button", name="Close the case").click()
    expect(page.get_by_text("The case is closed.")).to_be_visible()
    expect(weekend.tab("Desk").get_by_text("an appeal waits")).to_have_count(0)
    assert [ruling["appeal"] for ruling in weekend.view()["rulings"]] == ["upheld"]


def test_matches_are_chosen_and_said_by_their_names(weekend: Weekend) -> None:
    page = weekend.tab("People")
    match = next(match for match in weekend.view()["desk"]["next"] if match["table"])
    name, other = (side["name"] for side in match["sides"])
    page.get_by_label("Find a name, club or number").fill(name)
    page.get_by_role("button", name=name).first.click()
    page.get_by_role("button", name="Give a penalty…").click()
    form = page.locator("form[data-command=GivePenalty]")
    form.get_by_label("Step").select_option("warning")
    form.get_by_label("Match").select_option(label=f"Open {match['pairing']}: {name} – {other}")
    form.get_by_label("Reason").fill("noise")
    form.get_by_role("button", name="Give a penalty").click()
    expect(form).to_have_count(0)
    assert [penalty["pairing"] for penalty in weekend.view()["penalties"] if penalty["reason"] == "noise"] == [
        match["pairing"]
    ]
    posted = weekend.view()["contests"][0]["posted"][0]
    page.goto(f"/tournaments/{weekend.id}/desk/open/{posted['pairing']}")
    names = {entry["id"]: entry["name"] for entry in weekend.view()["contests"][0]["entries"]}
    expect(page.get_by_text(f"Open {posted['pairing']}: {names[posted['players'][0]]} – ")).to_be_visible()


def test_the_preview_of_a_list_says_who_may_not_enter(weekend: Weekend) -> None:
    page = weekend.tab("People")
    for command in (
        {"type": "Register", "contest": "jackpot", "players": [{"id": "max-frost", "name": "Max Frost"}]},
        {"type": "ExcludePlayer", "player": "max-frost", "reason": "a false name at the desk"},
    ):
        sent = page.request.post(f"/api/tournaments/{weekend.id}/commands", data={"command": command})
        assert sent.ok, sent.text()
    page.get_by_label("Into").select_option(label="Novice")
    page.get_by_role("button", name="Import a list").click()
    page.get_by_label("Paste the list here").fill("name\nLea Winter\nMax Frost\nNils Sommer")
    expect(page.get_by_role("row", name="Max Frost")).to_contain_text("has been excluded from the tournament")
    expect(page.get_by_role("row", name="Lea Winter")).to_contain_text("ready")
    expect(page.get_by_role("button", name="Enter 2", exact=True)).to_be_enabled()
    page.get_by_label("Paste the list here").fill("")


def test_a_namesake_of_a_list_comes_in_when_the_director_says_so(weekend: Weekend) -> None:
    page = weekend.tab("Set-up")
    page.get_by_role("button", name="A new event").wait_for()
    add_event(page, "Doubles", "Late Doubles")
    weekend.tab("People")
    page.get_by_label("Into").select_option(label="Late Doubles")
    if page.get_by_role("button", name="Import a list").get_attribute("aria-expanded") != "true":
        page.get_by_role("button", name="Import a list").click()
    page.get_by_label("Paste the list here").fill(
        "name;partner;club\nTwin Star;Ola Berg;Turin\nTwin Star;Per Dahl;Oslo"
    )
    expect(page.get_by_role("button", name="Enter 1", exact=True)).to_be_visible()
    page.get_by_label("somebody else of that name Twin Star").check()
    page.get_by_role("button", name="Enter 2", exact=True).click()
    expect(page.get_by_text("Entered: 2.")).to_be_visible()
    view = weekend.view()
    names = {player["name"]: player["id"] for player in view["players"]}
    assert [player["name"] for player in view["players"]].count("Twin Star") == 2
    assert view["balances"][f"player:{names['Ola Berg']}"] == 3_000  # each partner owes a half
    page.get_by_role("button", name="Undo: ").click()
    expect(page.get_by_role("button", name="Nothing to undo")).to_be_visible()


def test_the_next_of_the_waiting_list_is_let_in_when_somebody_withdraws(weekend: Weekend) -> None:
    def do(**command: Any) -> None:
        sent = weekend.page.request.post(f"/api/tournaments/{weekend.id}/commands", data={"command": command})
        assert sent.ok, sent.text()

    event = weekend.view()["contests"][3]
    settings = event["settings"] | {"limits": {"field": 8}}
    do(type="ChangeContest", settings=settings, reason="eight boards")
    for name in ("Ole Frey", "Uta Kern"):
        do(type="Register", contest=settings["id"], players=[{"id": name[:3].lower(), "name": name}])
    page = weekend.tab("People")
    listed = page.get_by_role("region", name="Waiting list: Jackpot")
    expect(listed.get_by_role("listitem").first).to_contain_text("Ole Frey")
    listed.get_by_role("button", name="Earlier Uta Kern").click()
    expect(listed.get_by_role("listitem").first).to_contain_text("Uta Kern")
    expect(listed.get_by_role("button", name="Let in")).to_have_count(0)
    do(type="WithdrawEntry", contest=settings["id"], entry=event["entries"][0]["id"], reason="ill")
    listed.get_by_role("button", name="Let in Uta Kern").click()
    expect(listed.get_by_role("listitem")).to_have_count(1)


def test_money_is_taken_and_the_phone_holds_the_desk(weekend: Weekend) -> None:
    page = weekend.tab("Money")
    name = NAMES[20]
    page.get_by_label("Find a name, club or number").fill(name)
    page.get_by_role("button", name=f"Has paid {name}").click()
    expect(page.get_by_text("Everybody is settled.")).to_be_visible()
    page.get_by_role("button", name=f"Undo: {name}").click()
    page.get_by_role("button", name=f"Has paid {name}").click()
    expect(page.get_by_text("Everybody is settled.")).to_be_visible()
    page.get_by_text("The last bookings").click()
    expect(page.get_by_text("booked back", exact=True)).to_have_count(1)
    weekend.tab("Desk")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("heading", name="Hall").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("shade", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_directors_pages(weekend: Weekend, shade: str) -> None:
    page = weekend.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(
        "(shade) => localStorage.setItem('barpoint.settings', JSON.stringify({ shade, language: 'en' }))", shade
    )
    for tab, heading in (
        ("desk", "Hall"),
        ("people", "People"),
        ("setup", "Set-up"),
        ("money", "Money"),
        ("results", "Results"),
    ):
        page.goto(f"/tournaments/{weekend.id}/{tab}")
        page.get_by_role("heading", name=heading).first.wait_for()
        if tab == "setup":
            page.get_by_role("button", name="A new event").click()
            page.get_by_role("button", name="Groups", exact=True).click()
        if tab == "desk":
            page.locator("button.tile").first.click()
        assert findings(page) == [], (tab, shade)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab
