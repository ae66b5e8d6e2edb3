"""A tournament in the middle of a morning, for looking at: results, late players, a match reported, somebody out."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from playwright.sync_api import Browser

from barpoint.match.format.match_format import MINUTE
from barpoint.tournament import commands as c
from barpoint.tournament.player import Player
from tests.e2e.tournaments.weekend_pages import PageHall
from tests.service.server import FakeClock
from tests.tournament.director import knockout
from tests.web.tournaments.weekend_events import in_a_thread

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


@contextmanager
def half_played(folder: Path, browser: Browser) -> Iterator[PageHall]:
    """A tournament in its second round: results, a late player, a match that was reported, somebody out."""
    clock = FakeClock(MORNING)
    with in_a_thread(folder, clock) as here:
        hall = PageHall(url=here.url, clock=clock, browser=browser, now=MORNING)
        try:
            hall.begin(OPEN)
            field = tuple((Player(id=f"p{n:02}", name=name),) for n, name in enumerate(NAMES))
            hall.do(c.ImportEntrants, contest="open", entries=field)
            hall.do(c.SetTables, tables=tuple("12345678"))
            hall.do(c.MakeDraw, contest="open")
            hall.now += 60 * MINUTE
            _first_round(hall)
            hall.do(c.Announce, text="Lunch at one; the second round begins at once")
            yield hall
        finally:
            hall.close()


def _first_round(hall: PageHall) -> None:
    first, chance = hall.ready(), Random(7)
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
