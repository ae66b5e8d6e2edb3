"""Which matches are shown and recorded, and how much later: what the organiser's words come to for one match.

Of live, recorded and delay the last word that says something of it and fits the match holds (ibf:18.1b, 18.2a).
Without one a match is live without a delay; its record is kept where it is played on the server, and otherwise where a
table was chosen for it. A player's request to keep the record is respected until the director says otherwise.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from barpoint.match.format import MINUTE
from barpoint.rulebook import param
from barpoint.tournament.desk.timing import people_of
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.settings import Mode
from barpoint.tournament.state import Contest, Tournament
from barpoint.tournament.watching import BroadcastWord, RecordingRequest, RecordingWish, SightSubject

_TWO: Final = 2  # sides of a match


class Broadcast(msgspec.Struct, frozen=True, kw_only=True):
    """What holds for a match."""

    live: bool
    recorded: bool
    delay: int  # milliseconds
    stopped: bool = False  # by a word that was given while it was on


def broadcast_of(state: Tournament, contest: Contest, fixture: Fixture) -> Broadcast:
    """Whether this match is shown while it is played, whether it is recorded, and how much later it is shown."""
    words = [word for word in state.broadcasts if _fits(word, contest, fixture)]
    live = _last(word for word in words if word.live is not None)
    recorded = _last(word for word in words if word.recorded is not None)
    delay = _last(word for word in words if word.delay is not None)
    begun = contest.match_at(fixture).begun if len(fixture.players) == _TWO else None
    shown = live is None or bool(live.live)
    return Broadcast(
        live=shown,
        recorded=contest.settings.mode is Mode.INTERNET if recorded is None else bool(recorded.recorded),
        delay=(delay.delay or 0) * MINUTE if delay is not None else 0,
        stopped=live is not None and not shown and begun is not None and live.at >= begun,
    )


def _fits(word: BroadcastWord, contest: Contest, fixture: Fixture) -> bool:
    if word.contest not in ("", contest.settings.id) or word.round not in (0, fixture.round):
        return False
    if word.pairing not in ("", fixture.id):
        return False
    if not word.player and not word.table:
        return True
    if len(fixture.players) < _TWO:
        return False
    match = contest.match_at(fixture)
    at_table = not word.table or (match.hall, match.table) == (word.hall, word.table)
    people = {person for entrant in fixture.pair for person in people_of(contest, entrant)}
    return at_table and (not word.player or word.player in people)


def _last(words: Iterable[BroadcastWord]) -> BroadcastWord | None:
    return max(enumerate(words), default=(0, None), key=lambda pair: pair[0])[1]


def requests_of(state: Tournament, contest: str, pairing: str) -> tuple[RecordingRequest, ...]:
    """What was asked about recordings of a match."""
    return tuple(
        request
        for request in state.recording_requests.values()
        if (request.contest, request.pairing) == (contest, pairing)
    )


def restricted_by(state: Tournament, contest: Contest, fixture: Fixture) -> tuple[str, ...]:
    """The entrants whose request keeps the record of a match with the two sides, decided or not yet."""
    asked = requests_of(state, contest.settings.id, fixture.id)
    closing = (request for request in asked if request.what is RecordingWish.RESTRICT and request.granted is not False)
    return tuple(dict.fromkeys(request.entrant for request in closing))


class SightStanding(msgspec.Struct, frozen=True):
    """What a book makes of a watcher's report: whether officials may act on it as it stands, and the rows for that."""

    admissible: bool
    clauses: tuple[str, ...]
    must_act: bool = False  # whoever told it


_ADMISSIBLE: Final = {
    ("bws", SightSubject.CHEATING): ("bws:1.6.1b",),
    ("bws", SightSubject.HELP): ("bws:1.6.1b", "bws:1.6.2"),
    ("usbgf", SightSubject.SCORE): ("usbgf:4.6.3f", "usbgf:1.6.1f"),
    ("usbgf", SightSubject.CLOCK): ("usbgf:1.6.1f",),
    ("guide", SightSubject.CLOCK): ("guide:1.3.4b", "guide:1.3.4a"),
}
_ON_REQUEST: Final = {
    ("usbgf", SightSubject.ILLEGAL_PLAY): ("usbgf:4.2.3a",),
    ("usbgf", SightSubject.DISPUTE): ("usbgf:1.6.1b",),
    ("guide", SightSubject.DISPUTE): ("guide:1.3.2",),
    ("ibf", SightSubject.CLOCK): ("ibf:8.8", "ibf:8.5a"),
}
_OTHERS: Final = {
    "bws": SightStanding(False, ("bws:1.6.1b", "bws:5.4c")),
    "usbgf": SightStanding(True, ("usbgf:1.6.1f", "usbgf:5.1b")),
    "guide": SightStanding(True, ("guide:1.3.4a",)),
    "ibf": SightStanding(True, ("ibf:0-silent",)),
}


def sight_standing(book: str, subject: SightSubject, *, stream: bool = False) -> SightStanding:
    """What officials may make of a report; where a book asks for their request first, it is delivered and marked."""
    viewer = ("usbgf:1.6.1g",) if stream and book == "usbgf" else ()
    if (book, subject) == ("bws", SightSubject.CRAWFORD):
        return SightStanding(False, ("bws:4.4.4c", "bws:1.6.1b"), must_act=param("bws:4.4.4c", "obligation", bool))
    if rows := _ADMISSIBLE.get((book, subject)):
        return SightStanding(True, rows + viewer)
    if rows := _ON_REQUEST.get((book, subject)):
        return SightStanding(False, rows + viewer)
    others = _OTHERS.get(book, SightStanding(True, ()))
    return SightStanding(others.admissible, others.clauses + viewer)
