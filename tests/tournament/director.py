"""A tournament run by a test: commands go in, the log grows, refusals are looked at."""

from dataclasses import dataclass, field
from typing import Any

from barpoint.board import Refusal
from barpoint.match.format.match_format import MINUTE
from barpoint.tournament import Contest, Tournament, decide_tournament, fold_tournament
from barpoint.tournament import commands as c
from barpoint.tournament.desk_record import DeskRecord
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.events import AnyEvent
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.pairing.swiss import SwissPlan
from barpoint.tournament.player import Player
from barpoint.tournament.prices import Fees
from barpoint.tournament.settings import ContestSettings, TournamentSettings

NINE = 9 * 60 * MINUTE  # nine in the morning
PRESETS = {"usbgf": "USBGF Open", "bws": "BWS", "ibf": "IBF Backgammon", "guide": "Club (2014 guide)"}
KNOCKOUT = Plan(format=DrawFormat.CONSOLATION, seed="public", last_chance="shortest")


def knockout(book: str = "usbgf", name: str = "open", **other: Any) -> ContestSettings:
    """An event with consolation and last chance under a book."""
    return _settings(**{"id": name, "preset": PRESETS[book], "draw": KNOCKOUT} | other)


def _settings(**given: Any) -> ContestSettings:
    return ContestSettings(**{"fees": Fees(), **given})


def swiss(book: str = "usbgf", name: str = "novice", rounds: int = 3, **other: Any) -> ContestSettings:
    return _settings(**{"id": name, "preset": PRESETS[book], "swiss": SwissPlan(seed="public", rounds=rounds)} | other)


def people(count: int, prefix: str = "p") -> tuple[Player, ...]:
    return tuple(Player(id=f"{prefix}{number:02}", name=f"{prefix.upper()} {number}") for number in range(count))


@dataclass
class Hall:
    """The tournament, its log and the time."""

    state: Tournament = field(default_factory=Tournament)
    log: list[AnyEvent] = field(default_factory=list)
    now: int = NINE

    def do(self, kind: type, /, **fields: Any) -> tuple[AnyEvent, ...]:
        """Carry out a command; it must be accepted."""
        answer = decide_tournament(self.state, kind(**{"at": self.now, "by": "td"} | fields))
        assert not isinstance(answer, Refusal), answer
        self.log += answer
        self.state = fold_tournament(answer, self.state)
        return answer

    def refused(self, kind: type, /, **fields: Any) -> str:
        """The code a command is refused with; nothing changes."""
        answer = decide_tournament(self.state, kind(**{"at": self.now, "by": "td"} | fields))
        assert isinstance(answer, Refusal), answer
        return answer.code

    def contest(self, name: str = "open") -> Contest:
        return self.state.contests[name]

    def fixture(self, pairing: str, contest: str = "open") -> Fixture:
        return self.contest(contest).fixtures[pairing]

    def match(self, pairing: str, contest: str = "open") -> DeskRecord:
        return self.contest(contest).match_at(self.fixture(pairing, contest))

    def ready(self, contest: str = "open") -> list[Fixture]:
        return [each for each in self.contest(contest).fixtures.values() if each.status is PairingStatus.READY]

    def win(self, pairing: str, side: int = 0, contest: str = "open", **fields: Any) -> tuple[AnyEvent, ...]:
        """Staff post a win for home (0) or away (1)."""
        fixture = self.fixture(pairing, contest)
        length = self.contest(contest).length_at(fixture)
        assert length is not None
        told = {"winner": fixture.pair[side], "score": (length.length, 0)} | fields
        return self.do(c.PostResult, contest=contest, pairing=pairing, **told)

    def wait(self, minutes: float) -> int:
        self.now += int(minutes * MINUTE)
        return self.now


def opened(*contests: ContestSettings, date: str = "2026-05-01", **settings: Any) -> Hall:
    """A tournament with these events, published."""
    hall = Hall()
    hall.do(c.OpenTournament, settings=TournamentSettings(id="spring", date=date, **settings))
    for each in contests:
        hall.do(c.AddContest, settings=each)
        hall.do(c.PublishContest, contest=each.id)
    return hall


def drawn(settings: ContestSettings, size: int = 8) -> Hall:
    """One event with its draw made."""
    hall = opened(settings)
    hall.do(c.ImportEntrants, contest=settings.id, entries=tuple((player,) for player in people(size)))
    hall.do(c.MakeDraw, contest=settings.id)
    if settings.swiss is not None:
        hall.do(c.PairRound, contest=settings.id)
    return hall
