"""A hall where people click: everybody has a browser of their own, opened by their private link; players have phones.

`PageHall.do` sends a command over HTTP as its person's own request; what a test wants clicked it clicks with the
functions below, inside `by_click`, which waits until something has come of it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from barpoint.tournament.events import AnyEvent
from tests.web.tournaments.weekend_events import RemoteHall

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
PATIENCE = 120  # seconds until something has come of a click


@dataclass
class PageHall(RemoteHall):
    """A hall with pages."""

    browser: Browser | None = None
    clicked: list[str] = field(default_factory=list)
    pages: dict[str, Page] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """Where its pages are."""
        return f"/tournaments/{self.tournament}"

    def private(self, person: str) -> str:
        """Somebody's private link."""
        return f"/t/{self.tournament}/as/{self.link(person)}"

    def page(self, person: str) -> Page:
        """Somebody's browser; "" is a visitor's phone."""
        if person not in self.pages:
            assert self.browser is not None
            look = {} if person in self.state.staff else PHONE
            context = self.browser.new_context(base_url=self.url, timezone_id="UTC", locale="en-GB", **look)
            self.pages[person] = context.new_page()
            if person:
                self.pages[person].goto(self.private(person))
        return self.pages[person]

    def at(self, person: str, path: str) -> Page:
        """A page of the tournament, as it is now."""
        page, self.clock.time = self.page(person), self.now
        page.goto(self.root + path)
        page.locator("h1").first.wait_for(state="attached")
        return page

    def match_panel(self, person: str, pairing: str, contest: str = "open") -> Locator:
        """A match at somebody's desk, opened."""
        title = self.contest(contest).settings.title
        page = self.at(person, f"/desk/{contest}/{pairing}")
        return page.get_by_role("region", name=f"{title} {pairing}", exact=True)

    def own_match(self, person: str, pairing: str, contest: str = "open") -> Locator:
        """A match on its player's own page."""
        return self.at(person, "/me").locator(f"[data-match='{contest}/{pairing}']")

    def by_click(self, name: str, clicks: Callable[[], object]) -> tuple[AnyEvent, ...]:
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
        """What people call an entrant."""
        return str(self.contest(contest).entries[entrant])

    def close(self) -> None:
        for page in self.pages.values():
            page.context.close()
        super().close()


def form(scope: Page | Locator, kind: str, about: str = "") -> Locator:
    """The form of a command, about one thing if it is named: "open/M1-1"."""
    return scope.locator(f"form[data-command={kind}]" + (f"[data-about='{about}']" if about else "")).first


def press(found: Locator) -> None:
    """Press a form's button."""
    found.locator("button").last.click()


def press_surely(found: Locator) -> None:
    """Press the button of a form that asks whether one is sure."""
    found.locator("button").last.click()
    found.get_by_role("button", name="Do it").click()


def chosen(scope: Page | Locator, label: str, kind: str) -> Locator:
    """The form behind a button of a menu."""
    scope.get_by_role("button", name=f"{label}…", exact=True).first.click()
    return form(scope, kind)


def side_of(panel: Locator, name: str) -> Locator:
    """One side of a match in its panel."""
    return panel.locator(".side", has_text=name)


def report(card: Locator, points: int, *, won: bool) -> None:
    """Three taps: who won, the loser's points, send."""
    card.get_by_role("button", name="I won" if won else " won").nth(0 if won else -1).tap()
    card.get_by_role("button", name=str(points), exact=True).tap()
    card.get_by_role("button", name="Send:").tap()


def rule(
    page: Page, *, side: str = "", step: str = "", points: str = "", later: bool = False, barred: str = ""
) -> None:
    """A case opened, and ruled in one's own words; perhaps with a penalty."""
    page.get_by_label("Report").fill("a die leans on a checker")
    page.get_by_role("button", name="Open a case").click()
    page.get_by_text("A ruling of my own").click()
    page.get_by_label("Ruling", exact=True).fill("The roll is taken again.")
    page.get_by_label("Reason").fill("It does not lie flat.")
    if side:
        page.get_by_label("Penalty for").select_option(side)
        page.get_by_label("Penalty", exact=True).select_option(step)
        page.get_by_label("Points").fill(points)
        page.get_by_label("counts in the next match").set_checked(later)
        page.get_by_label("Barred until").fill(barred)
    page.get_by_role("button", name="Rule so").click()
    page.get_by_role("heading", name="Ruling").wait_for()


def appeal(page: Page, player: str) -> None:
    """An appeal of the case that is shown, heard and upheld; the case is closed."""
    page.get_by_label("Appeal of").select_option(player)
    page.get_by_role("button", name="Appeal", exact=True).click()
    page.get_by_label("Members, with commas").fill("Ida, Jon, Kay")
    page.get_by_role("button", name="Name the committee").click()
    page.get_by_label("Votes to uphold").fill("3")
    page.get_by_role("button", name="Count the votes").click()
    expect(page.get_by_text("The committee has upheld the ruling.")).to_be_visible()
    page.get_by_role("button", name="Close the case").click()
    expect(page.get_by_text("The case is closed.")).to_be_visible()


def local(at: int) -> str:
    """A moment as a field for dates and times has it."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%dT%H:%M")
