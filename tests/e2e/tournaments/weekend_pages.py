"""The weekend with its deciding steps on the pages: the first of each kind of command is clicked by its person.

Everybody has a browser context of their own, opened by the private link; players have phones. The mass of the
commands goes over HTTP, in the same log.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Browser, Locator, Page

from barpoint.tournament import commands as c
from barpoint.tournament.events import AnyEvent
from tests.tournament.test_weekend import Weekend
from tests.web.tournaments.weekend_events import RemoteHall

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
OF_STAFF = ("/desk", "/results", "/people", "/money", "/setup", "/incident", "/case")
TWICE = {"ReportResult": 2}  # one tells, the other confirms
PATIENCE = 120  # seconds until something has come of a click
Fields = dict[str, Any]


@dataclass
class PageHall(RemoteHall):
    """A hall where people also click."""

    browser: Browser | None = None
    clicks: bool = True  # False: only what a test clicks itself
    clicked: list[str] = field(default_factory=list)
    pages: dict[str, Page] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """Where the pages of its staff are, and private links."""
        return f"/t/{self.tournament}"

    @property
    def public(self) -> str:
        """Where everybody's pages and the players' own are."""
        return f"/tournaments/{self.tournament}"

    def page(self, person: str) -> Page:
        """Somebody's browser; "" is a visitor's phone."""
        if person not in self.pages:
            assert self.browser is not None
            look = {} if person in self.state.staff else PHONE
            context = self.browser.new_context(base_url=self.url, timezone_id="UTC", locale="en-GB", **look)
            self.pages[person] = context.new_page()
            if person:
                self.pages[person].goto(f"{self.root}/as/{self.link(person)}")
        return self.pages[person]

    def at(self, person: str, path: str) -> Page:
        """A page of the tournament, as it is now."""
        page, self.clock.time = self.page(person), self.now
        page.goto((self.root if path.startswith(OF_STAFF) else self.public) + path)
        return page

    def do(self, kind: type, /, **fields: Any) -> tuple[AnyEvent, ...]:
        name = kind.__name__
        if not self.clicks or name not in ON_PAGES or self.clicked.count(name) >= TWICE.get(name, 1):
            return super().do(kind, **fields)
        return self.by_click(name, lambda: ON_PAGES[name](self, fields.get("by", "td"), fields))

    def by_click(self, name: str, clicks: Callable[[], None]) -> tuple[AnyEvent, ...]:
        """What somebody does on a page, and what came of it."""
        self.clicked.append(name)
        self.clock.time, before = self.now, len(self.log)
        clicks()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.ask("GET", f"/api/tournaments/{self.tournament}")["version"] > before:
                return tuple(self.read()[before:])
            time.sleep(0.05)
        raise AssertionError(f"{name}: nothing came of it")

    def name(self, contest: str, entrant: str) -> str:
        return str(self.contest(contest).entries[entrant])

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()
        super().close()


def form(page: Page, kind: str, **fixed: str) -> Locator:
    """The form of a command, with the list it hides in opened."""
    parts = "".join(f"""[data-do*='"{key}": "{value}"']""" for key, value in {"type": kind, **fixed}.items())
    return shown(page.locator(f"form{parts}").first)


def shown(found: Locator) -> Locator:
    """Open what a form hides in, from the outside in."""
    closed = found.locator("xpath=ancestor::details[not(@open)]")
    while closed.count():
        closed.first.locator("summary").first.click()
    return found


def press(found: Locator) -> None:
    found.locator("button").last.click()


def here(fields: Fields) -> dict[str, str]:
    return {"contest": fields["contest"], "pairing": fields["pairing"]}


def local(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M")


# What is clicked for each command


def name_staff(hall: PageHall, by: str, told: Fields) -> None:
    found = form(hall.at(by, "/setup"), "NameStaff")
    found.get_by_label("Name").fill(told["person"])
    found.get_by_label("Role").select_option(told["role"].value)
    press(found)


def set_tables(hall: PageHall, by: str, told: Fields) -> None:
    found = form(hall.at(by, "/setup"), "SetTables")
    found.get_by_label("Tables").fill(", ".join(told["tables"]))
    press(found)


def schedule_recess(hall: PageHall, by: str, told: Fields) -> None:
    found = form(hall.at(by, "/setup"), "ScheduleRecess")
    found.get_by_label("Recess").fill(told["name"])
    found.get_by_label("From").fill(local(told["start"]))
    found.get_by_label("To").fill(local(told["end"]))
    press(found)


def register(hall: PageHall, _: str, told: Fields) -> None:
    """By oneself, on a phone; the link that comes of it is one's own from then on."""
    page = hall.at("", "")
    card = page.get_by_role("region", name="Novice")
    card.get_by_text("Enter this event late").tap()
    card.get_by_label("Your name").fill(told["players"][0].id)
    card.get_by_role("button", name="Enter").tap()
    page.wait_for_url("**/me")
    hall.pages[told["players"][0].id] = hall.pages.pop("")


def approve_entry(hall: PageHall, by: str, told: Fields) -> None:
    press(form(hall.at(by, "/desk"), "ApproveEntry", contest=told["contest"], entry=told["entry"]))
    mine = hall.at(told["entry"], "/me")
    mine.get_by_role("button", name="I am here").tap()
    mine.get_by_text("checked in").wait_for()


def in_setup(kind: str) -> Callable[[PageHall, str, Fields], None]:
    """A button of an event's own."""

    def click(hall: PageHall, by: str, told: Fields) -> None:
        press(form(hall.at(by, "/setup"), kind, contest=told["contest"]))

    return click


def at_desk(kind: str) -> Callable[[PageHall, str, Fields], None]:
    """A button of a match's own."""

    def click(hall: PageHall, by: str, told: Fields) -> None:
        side = {"entrant": told["entrant"]} if "entrant" in told else {}
        press(form(hall.at(by, "/desk"), kind, **here(told), **side))

    return click


def own_match(hall: PageHall, by: str, told: Fields) -> Locator:
    """A match on its player's own page."""
    return hall.at(by, "/me").locator(f"[data-match='{told['contest']}/{told['pairing']}']")


def mark_ready(hall: PageHall, by: str, told: Fields) -> None:
    own_match(hall, by, told).get_by_role("button", name="I am at the table").tap()


def report_result(hall: PageHall, by: str, told: Fields) -> None:
    """Three taps; the other side confirms in one."""
    won = told["winner"] == told["entrant"]
    card = own_match(hall, by, told)
    card.get_by_text("Call the director").wait_for()
    confirm = card.get_by_role("button", name="Confirm:")
    if confirm.count():
        confirm.tap()
        return
    card.get_by_role("button", name="I won" if won else " won").nth(0 if won else -1).tap()
    card.get_by_role("button", name=str(told["score"][1]), exact=True).tap()
    card.get_by_role("button", name="Send:").tap()


def call_director(hall: PageHall, by: str, told: Fields) -> None:
    card = own_match(hall, by, told)
    card.get_by_text("Call the director").tap()
    card.get_by_label("What is it about?").fill(told["about"])
    card.get_by_role("button", name="Call", exact=True).tap()


def answer_call(hall: PageHall, by: str, told: Fields) -> None:
    found = form(hall.at(by, "/desk"), "AnswerCall", call=told["call"])
    found.get_by_label("Answer").fill(told["answer"])
    press(found)


def correct_result(hall: PageHall, by: str, told: Fields) -> None:
    found = form(hall.at(by, "/results"), "CorrectResult", **here(told))
    found.get_by_role("radio", name=hall.name(told["contest"], told["winner"]), exact=True).check()
    found.get_by_role("radio", name=str(told["score"][1]), exact=True).check()
    found.get_by_label("Reason").fill(told["reason"])
    press(found)


def money(kind: str) -> Callable[[PageHall, str, Fields], None]:
    def click(hall: PageHall, by: str, told: Fields) -> None:
        press(form(hall.at(by, "/money"), kind, player=told["player"]))

    return click


def close_tournament(hall: PageHall, by: str, _: Fields) -> None:
    page = hall.at(by, "/setup")
    press(form(page, "CloseTournament"))
    page.get_by_role("button", name="Do it").click()


ON_PAGES: dict[str, Callable[[PageHall, str, Fields], None]] = {
    "NameStaff": name_staff,
    "SetTables": set_tables,
    "ScheduleRecess": schedule_recess,
    "Register": register,
    "ApproveEntry": approve_entry,
    "MakeDraw": in_setup("MakeDraw"),
    "PairRound": in_setup("PairRound"),
    "CallMatch": at_desk("CallMatch"),
    "MarkReady": mark_ready,
    "BeginMatch": at_desk("BeginMatch"),
    "CallBreak": at_desk("CallBreak"),
    "EndBreak": at_desk("EndBreak"),
    "SuspendMatch": at_desk("SuspendMatch"),
    "ResumeMatch": at_desk("ResumeMatch"),
    "CallDirector": call_director,
    "AnswerCall": answer_call,
    "ReportResult": report_result,
    "PostResult": at_desk("PostResult"),
    "CorrectResult": correct_result,
    "FinishContest": in_setup("FinishContest"),
    "AwardPrizes": in_setup("AwardPrizes"),
    "TakePayment": money("TakePayment"),
    "PayOut": money("PayOut"),
    "CloseTournament": close_tournament,
}


class PageWeekend(Weekend):
    """The weekend; its first dispute is ruled and appealed on the pages."""

    def dispute(self, here: dict[str, str]) -> None:
        hall = self.hall
        assert isinstance(hall, PageHall)
        if self.rulings:
            super().dispute(here)
            return
        self.rulings += 1
        pair = hall.fixture(here["pairing"], here["contest"]).pair
        person = hall.contest(here["contest"]).entries[pair[0]].people[0]
        hall.do(c.CallDirector, by=person, **here, about="cocked die")
        hall.do(c.AnswerCall, by="arbiter", call=f"call-{len(hall.state.calls)}", answer="coming")
        hall.by_click("RecordRuling", lambda: _ruled(hall, here))
        hall.by_click("RecordAppeal", lambda: _appealed(hall, hall.state.name_of(person)))


def _ruled(hall: PageHall, where: dict[str, str]) -> None:
    page = hall.at("arbiter", "/desk")
    shown(page.locator(f"a[href$='/incident/{where['contest']}/{where['pairing']}']").last).click()
    page.get_by_role("textbox", name="Report").fill("a die leans on a checker")
    page.get_by_role("button", name="Open a case").click()
    page.wait_for_url("**/case/*")
    page.get_by_text("A ruling of my own").click()
    page.get_by_label("Ruling", exact=True).fill("The roll is taken again.")
    page.get_by_label("Reason").last.fill("It does not lie flat.")
    page.get_by_role("button", name="Rule so").click()
    page.get_by_role("heading", name="Appeal").wait_for()


def _appealed(hall: PageHall, player: str) -> None:
    page = hall.page("arbiter")
    page.get_by_label("Appeal of").select_option(player)
    page.get_by_role("button", name="Appeal", exact=True).click()
    page.get_by_label("Members").fill("Ida, Jon, Kay")
    page.get_by_role("button", name="Name the committee").click()
    page.get_by_label("Votes to uphold").fill("3")
    page.get_by_role("button", name="Count the votes").click()
    page.get_by_text("The committee has upheld the ruling.").wait_for()
    page.get_by_role("button", name="Close the case").click()
    page.get_by_role("button", name="Close the case").wait_for(state="detached")
