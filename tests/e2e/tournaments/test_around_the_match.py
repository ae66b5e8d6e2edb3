"""Around the match, in browsers: each test begins with somebody's click and ends with the log and another screen."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from barpoint.tournament import commands as c
from barpoint.tournament import events as e
from barpoint.tournament.settings import ContestKind
from tests.e2e.test_pages import findings
from tests.e2e.tournaments.test_tournament import fits
from tests.e2e.tournaments.test_tournament_pages import opened
from tests.e2e.tournaments.unfinished_tournament import MORNING
from tests.e2e.tournaments.weekend_pages import PHONE, PageHall, form
from tests.service.server import FakeClock
from tests.tournament.director import knockout, people
from tests.web.tournaments.weekend_events import in_a_thread

STREAM = "section[aria-labelledby=matches] li"
ENTER = "Enter"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[PageHall]:
    """Four players of an event under the IBF, and a side event; two matches at their tables."""
    clock = FakeClock(MORNING)
    with in_a_thread(tmp_path_factory.mktemp("around"), clock) as here:
        hall = PageHall(url=here.url, clock=clock, browser=browser, now=MORNING)
        try:
            hall.begin(knockout("ibf", name="open", lengths={"main": (5,), "consolation": (5,), "last_chance": (5,)}))
            hall.do(c.AddContest, settings=knockout("bws", name="side", kind=ContestKind.SIDE))
            hall.do(c.PublishContest, contest="side")
            hall.do(c.ImportEntrants, contest="open", entries=tuple((player,) for player in people(4)))
            hall.do(c.NameCommittee, members=("Eve", "Fay", "Gil"))
            hall.do(c.SetTables, tables=("1", "2"))
            hall.do(c.MakeDraw, contest="open")
            for table, fixture in enumerate(hall.ready(), 1):
                hall.do(c.AssignTable, contest="open", pairing=fixture.id, table=str(table))
                hall.do(c.BeginMatch, contest="open", pairing=fixture.id)
            yield hall
        finally:
            hall.close()


def happened(hall: PageHall, kind: type, clicks: Any) -> Any:
    """What came of some clicks: the event of that kind."""
    return next(event for event in hall.by_click(kind.__name__, clicks) if isinstance(event, kind))


@pytest.mark.clause("ibf:18.1b", "ibf:18.2a", "ibf:18.2b")
def test_the_director_chooses_what_is_streamed_sets_the_delay_and_stops_it(hall: PageHall) -> None:
    first = hall.ready()[0]
    page = hall.at("td", "/broadcast")
    choosing = form(page, "ChooseBroadcast")
    choosing.get_by_label("Where").select_option("contest|open")
    choosing.get_by_label("Minutes later").fill("15")
    event = happened(hall, e.BroadcastChosen, lambda: choosing.get_by_role("button", name="Set").click())
    assert (event.contest, event.delay) == ("open", 15)
    line = page.locator(f"[data-watched='open/{first.id}']")
    expect(line).to_contain_text("shown 15 min later")
    public = opened(hall, "", locale="en-GB", **PHONE)
    public.goto(f"{hall.root}/live")
    expect(public.locator("[data-delay]").first).to_have_text("shown 15 min later")
    line.get_by_role("button", name="Stop").click()
    line.get_by_label("Reason").fill("signals from the stream")
    stop = line.get_by_role("button", name="Stop")
    event = happened(hall, e.BroadcastChosen, stop.click)
    assert (event.pairing, event.live, event.reason) == (first.id, False, "signals from the stream")
    expect(line).to_contain_text("stopped")
    public.goto(f"{hall.root}/live")
    expect(public.locator("[data-hidden]")).to_have_count(1)
    show = line.get_by_role("button", name="Show")
    happened(hall, e.BroadcastChosen, show.click)
    expect(line).to_contain_text("live")
    public.context.close()


@pytest.mark.clause("ibf:18.4", "guide:3.1d")
def test_a_player_asks_and_the_director_decides(hall: PageHall) -> None:
    first = hall.ready()[0]
    home = first.pair[0]
    card = hall.own_match(home, first.id)
    card.get_by_text("Broadcast and recording").tap()
    gear = card.get_by_role("button", name="May I record with my own gear?")
    event = happened(hall, e.RecordingAsked, gear.tap)
    assert (event.entrant, event.what) == (home, "own_gear")
    keep = card.get_by_role("button", name="Keep the record to us two")
    happened(hall, e.RecordingAsked, keep.tap)
    desk = hall.at("td", "/desk")
    expect(desk.locator("[data-watching]")).to_contain_text("2 requests and reports")
    desk.locator("[data-watching]").get_by_role("link").click()
    asked = desk.locator("[data-request]", has_text="own gear")
    grant = asked.get_by_role("button", name="Grant")
    event = happened(hall, e.RecordingRequestAnswered, grant.click)
    assert event.granted
    expect(desk.locator(f"[data-watched='open/{first.id}']")).to_contain_text("own gear: P ")
    kept = desk.locator("[data-request]", has_text="Keep the record")
    kept.get_by_label("Reason").fill("the final is shown")
    decline = kept.get_by_role("button", name="Decline")
    happened(hall, e.RecordingRequestAnswered, decline.click)
    card = hall.own_match(home, first.id)
    card.get_by_text("Broadcast and recording").tap()
    expect(card.locator("[data-recording]")).to_contain_text("granted")
    expect(card.locator("[data-recording]")).to_contain_text("the final is shown")


@pytest.mark.clause("bws:1.6.1b", "guide:1.3.4a", "usbgf:1.6.1g")
def test_a_viewer_reports_what_was_seen_and_the_director_sees_to_it(hall: PageHall) -> None:
    first = hall.ready()[0]
    public = opened(hall, "", locale="en-GB", **PHONE)
    public.goto(f"{hall.root}/live")
    public.get_by_role("link", name="You saw something wrong?").tap()
    public.get_by_label("Match").select_option(f"open/{first.id}")
    public.get_by_label("What it is about").select_option("clock")
    public.get_by_label("What you saw").fill("the clock stood still for a minute")
    public.get_by_label("I watch the broadcast").check()
    public.get_by_label("Your name").fill("Ida")
    send = public.get_by_role("button", name="Send")
    event = happened(hall, e.SightingReported, send.tap)
    assert (event.witness, event.stream, event.by) == ("Ida", True, "watcher:")
    expect(public.locator("[data-told]")).to_contain_text("ibf:8.8")
    assert findings(public) == []
    assert fits(public)
    page = hall.at("td", "/broadcast")
    told = page.locator("[data-sighting]", has_text="the clock stood still")
    expect(told).to_contain_text("Ida (by the broadcast)")
    expect(told).to_contain_text("Not asked for")
    told.get_by_label("Answer").fill("the clock was checked")
    seen = told.get_by_role("button", name="Seen to")
    event = happened(hall, e.SightingAnswered, seen.click)
    assert event.answer == "the clock was checked"
    expect(told).to_have_count(0)
    card = hall.own_match(first.pair[0], first.id)
    expect(card).not_to_contain_text("the clock stood still")  # the players do not hear of it
    public.context.close()


@pytest.mark.clause("usbgf:1.2.1a")
def test_who_enters_accepts_the_rules_and_the_desk_sees_it(hall: PageHall) -> None:
    guest = opened(hall, "", locale="en-GB", **PHONE)
    guest.goto(hall.root)
    event_card = guest.get_by_role("region", name="side")
    event_card.get_by_text("Enter this event", exact=True).tap()
    event_card.get_by_label("Your name").fill("Zoe Late")
    event_card.get_by_role("button", name=ENTER, exact=True).tap()
    assert event_card.get_by_label("I accept the rules").evaluate("box => !box.validity.valid")  # asked for first
    event_card.get_by_label("I accept the rules").check()
    enter = event_card.get_by_role("button", name=ENTER, exact=True)
    event = happened(hall, e.RulesAccepted, enter.tap)
    expect(guest.locator("[data-accepted]")).to_be_visible()
    page = hall.at("td", "/people")
    page.get_by_role("button", name="Zoe Late").first.click()
    expect(page.locator(f"[data-accepted='{event.person}']")).to_be_visible()
    home = hall.ready()[0].pair[0]
    page.get_by_role("button", name=str(hall.state.players[home])).first.click()
    expect(page.locator(f"[data-not-accepted='{home}']")).to_be_visible()
    own = hall.at(home, "/me")
    accept = own.locator("[data-accept]").get_by_role("button")
    assert happened(hall, e.RulesAccepted, accept.tap).person == home
    expect(own.locator("[data-accepted]")).to_be_visible()
    guest.context.close()


@pytest.mark.clause("bws:3.1a", "bws:3.3.1", "ibf:3.6")
def test_equipment_is_looked_at_and_refused_by_the_clause(hall: PageHall) -> None:
    page = hall.at("td", "/equipment")
    checking = form(page, "CheckEquipment")
    checking.get_by_label("Events").select_option("side")
    checking.get_by_label("Table or player").select_option("table||1")
    checking.get_by_label("Board, cm").fill("40")
    checking.get_by_label("by, cm").fill("50")
    checking.get_by_label("Dice").select_option("precision")
    checking.get_by_role("button", name="Approve").click()
    expect(page.get_by_role("alert")).to_contain_text("bws:3.1a")
    checking.get_by_label("Reason").fill("both agree")
    approve = checking.get_by_role("button", name="Approve")
    event = happened(hall, e.EquipmentChecked, approve.click)
    assert (event.table, event.unfit, event.equipment.board) == ("1", ("board",), (40, 50))
    expect(page.locator("[data-checked='1']")).to_contain_text("40 × 50")
    expect(page.locator("[data-checked='1']").get_by_role("link", name="bws:3.1a")).to_be_visible()


@pytest.mark.clause("usbgf:2.2.1h", "guide:2.2.5c", "usbgf:2.1b", "guide:3.7a")
def test_the_order_of_events_and_a_smoking_hall_are_set_up_and_shown(hall: PageHall) -> None:
    page = hall.at("td", "/setup")
    order = page.locator("[data-command=OrderContests]")
    earlier = order.get_by_role("button", name="Earlier")
    event = happened(hall, e.ContestsOrdered, earlier.click)
    assert event.contests == ("side", "open")
    tables = form(page, "SetTables")
    if not tables.get_by_label("Tables").is_visible():
        page.get_by_role("button", name="Name the tables").first.click()
    tables.get_by_label("Tables").fill("21-22")
    tables.get_by_label("Hall").fill("Bar")
    tables.get_by_label("People may smoke there").check()
    event = happened(hall, e.TablesSet, tables.locator("button").last.click)
    assert (event.hall, event.smoking) == ("Bar", True)
    expect(page.get_by_text("smoking", exact=False).first).to_be_visible()
    public = opened(hall, "", locale="en-GB", **PHONE)
    public.goto(hall.root)
    expect(public.locator("[data-order]")).to_contain_text("side, open")
    expect(public.get_by_text("Languages: English")).to_be_visible()
    expect(public.get_by_text("Eve, Fay")).to_be_visible()
    open_card = public.get_by_role("region", name="open")
    open_card.get_by_text("Terms", exact=True).tap()
    facts = open_card.locator("[data-facts]")
    expect(facts).to_contain_text("International Backgammon Federation")
    expect(facts).to_contain_text("Main 5")
    assert fits(public)
    public.context.close()


@pytest.mark.clause("ibf:12.5.10c", "ibf:12.5.10d")
def test_a_stuck_die_is_counted_out_at_the_table_and_who_shakes_it_is_told_to_the_desk(hall: PageHall) -> None:
    first = hall.ready()[0]
    phone = opened(hall, first.pair[0], locale="en-GB", **PHONE)
    phone.goto(f"/table/{hall.tournament}/open/{first.id}")
    count = phone.locator("[data-count]")
    count.get_by_role("button", name="Count the die").tap()
    expect(count.get_by_role("timer")).to_have_text("121")
    expect(count.get_by_role("status")).to_contain_text("roll again")
    count.get_by_role("button", name="Count the die").tap()
    count.get_by_role("button", name="It fell flat").tap()
    expect(count.get_by_role("status")).to_contain_text("counts")
    count.get_by_role("button", name="Count the die").tap()
    shaken = count.get_by_role("button", name="Somebody shook it")
    event = happened(hall, e.DirectorCalled, shaken.tap)
    assert "ibf:12.5.10d" in event.about
    desk = hall.at("td", "/desk")
    expect(desk.locator("section[aria-labelledby=waits]")).to_contain_text("ibf:12.5.10d")
    phone.context.close()


@pytest.mark.clause("ibf:8.1c", "ibf:16.1a")
def test_cards_terms_and_empty_sheets_come_from_the_print_page(hall: PageHall) -> None:
    page = hall.at("td", "/print")
    for name in ("Table cards", "Conditions of play", "Blank score sheets", "Sheets for moves"):
        address = page.get_by_role("link", name=f"Open as PDF {name}").get_attribute("href")
        assert address is not None
        answer = page.request.get(address)
        assert answer.ok, answer.text()
        assert answer.body().startswith(b"%PDF")


@pytest.mark.parametrize("path", ["/broadcast", "/equipment", "/report"])
def test_the_pages_hold_on_a_phone(hall: PageHall, path: str) -> None:
    page: Page = opened(hall, "td", locale="ru", **PHONE)
    page.goto(hall.root + path)
    page.locator("h1").first.wait_for(state="attached")
    page.locator("form").first.wait_for()
    assert findings(page) == []
    assert fits(page)
    page.context.close()
