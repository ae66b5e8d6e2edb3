"""Takes the pictures of a tournament in docs/images anew: `python -m scripts.tournament_pictures`.

A server of its own whose clock stands at a morning, a field of sixteen with a draw half played, and a headless
Chromium: two runs give the same pictures.
"""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from barpoint.match.format import MINUTE
from barpoint.tournament import commands as c
from barpoint.tournament.player import Player
from tests.e2e.weekend_on_pages import PageHall
from tests.service.house import FakeClock
from tests.tournament.directing import knockout
from tests.web.tournaments.weekend import in_a_thread

TARGET: Final = Path(__file__).parent.parent / "docs" / "images"
MORNING: Final = 1_777_622_400_000  # the first of May 2026, 08:00 UTC
OPEN: Final = msgspec.structs.replace(
    knockout(starts=MORNING + 60 * MINUTE, lengths={"main": (9,), "consolation": (7,), "last_chance": (5,)}),
    name="Open",
)
NAMES: Final = (
    *("Ada Lovelace", "Bo Nilsson", "Chiara Rossi", "Dmitri Orlov", "Esi Mensah", "Finn O'Brien", "Gala Petrova"),
    *("Hugo Martin", "Ines Duarte", "Jan Kowalski", "Keiko Mori", "Lars Holm", "Mina Farahani", "Noor Haddad"),
    *("Olga Sokolova", "Pablo Ruiz"),
)


def main() -> None:
    """All pictures."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is needed to take pictures")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        with half_played(Path(folder), browser) as hall:
            _take(hall)
        browser.close()


@contextmanager
def half_played(folder: Path, browser: Browser) -> Iterator[PageHall]:
    """A tournament in its second round: results, a late player, a match that was reported, somebody out."""
    clock = FakeClock(MORNING)
    with in_a_thread(folder, clock) as here:
        hall = PageHall(url=here.url, clock=clock, browser=browser, clicks=False, now=MORNING)
        hall.begin(OPEN)
        field = tuple((Player(id=f"p{n:02}", name=name),) for n, name in enumerate(NAMES))
        hall.do(c.ImportEntrants, contest="open", entries=field)
        hall.do(c.SetTables, tables=tuple("12345678"))
        hall.do(c.MakeDraw, contest="open")
        hall.now += 60 * MINUTE
        _first_round(hall)
        hall.do(c.Announce, text="Lunch at one; the second round begins at once")
        yield hall
        hall.close()


def _first_round(hall: PageHall) -> None:
    first, chance = hall.ready(), Random(7)  # noqa: S311  # a picture is no secret
    for number, fixture in enumerate(first):
        at = {"contest": "open", "pairing": fixture.id}
        hall.do(c.AssignTable, **at, table=str(number + 1))
        hall.do(c.CallMatch, **at)
        if number < 7:
            hall.do(c.BeginMatch, **at)
    hall.wait(40)
    for fixture in first[:4]:
        hall.win(fixture.id, side=chance.randrange(2), score=(9, chance.randrange(8)))
    reported = first[4]
    said: dict[str, Any] = {"contest": "open", "pairing": reported.id, "winner": reported.pair[0], "score": (9, 6)}
    for entrant in reported.pair:
        hall.do(c.ReportResult, by=entrant, entrant=entrant, **said)
    hall.do(c.SignOut, by=first[5].pair[0], player=first[5].pair[0], contact="in the bar")


def _shot(page: Page, name: str, **more: Any) -> None:
    page.wait_for_timeout(400)
    page.screenshot(path=TARGET / f"{name}.png", **more)


def _at(hall: PageHall, person: str, path: str) -> Page:
    """A page, in a browser whose clock is the hall's."""
    hall.page(person).clock.set_fixed_time(hall.now / 1000)
    return hall.at(person, path)


def _take(hall: PageHall) -> None:
    _shot(_at(hall, "td", "/desk"), "tournament-desk")
    player = next(each for each in hall.ready() if each.round == 2).pair[0]
    _shot(_at(hall, player, "/me"), "tournament-phone")
    phone = _at(hall, "", "/draw/open")
    _shot(phone, "tournament-rounds")
    phone.get_by_text("The whole sheet as a picture").tap()
    phone.locator(".draw-sheet svg").wait_for()
    _shot(phone, "tournament-draw-phone")
    desk = _at(hall, "td", "/draw/open")
    desk.locator(".draw-sheet svg").wait_for()
    _shot(desk, "tournament-draw")
    _shot(_at(hall, "td", "/screen"), "tournament-screen")
    _shot(_at(hall, "td", "/overlay/6"), "tournament-overlay", omit_background=True)


if __name__ == "__main__":
    main()
