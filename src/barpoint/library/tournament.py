"""A tournament in a file: a shell over its fold that speaks of people by their names and raises what is refused.

Everything a director does is an event in the file; `state` is their fold, `do` takes any command of
`barpoint.tournament`, and `barpoint tournament` works on the same file.
"""

import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Final

from barpoint.board import Refusal
from barpoint.library.refusal_error import RefusedError
from barpoint.library.tournament_file import (
    TournamentFile,
    draw_plan,
    find_contest,
    find_entrant,
    find_player,
    parse_settings,
    read_cents,
    read_score,
)
from barpoint.service.tournaments import TournamentDone, TournamentRefused
from barpoint.tournament import (
    Contest,
    Player,
    TournamentSettings,
    decide_tournament,
    fold_tournament,
    score_table,
    slug,
    title_places,
    titles,
)
from barpoint.tournament import commands as c

if TYPE_CHECKING:
    from barpoint.tournament import Tournament as State
    from barpoint.tournament.events import AnyEvent

Money = int | str | Decimal
"""An amount as people write it: 120, "120.50"."""

_PRESET: Final = "USBGF Open"
_ONLY: Final = "-"


@dataclass(frozen=True, slots=True)
class PairingLine:
    """A match of the draw: who meets whom, and how it ended."""

    id: str
    event: str
    players: tuple[str, ...]
    length: int | None
    winner: str | None = None
    score: tuple[int, int] | None = None
    """The winner's points first."""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place in a title: 3 to 4 where two share it."""

    title: str
    place: int
    last: int
    name: str


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A line of a table: a Swiss event's, or a round robin's."""

    place: int
    last: int
    name: str
    points: float
    """A point for a win, half of one for a draw."""
    won: int
    lost: int
    drawn: int
    reasons: tuple[str, ...]
    """What put it before or behind those level on points."""


@dataclass(frozen=True, slots=True)
class Payout:
    """A prize: who is paid how much, for which place."""

    name: str
    amount: Decimal
    title: str
    place: int


class Tournament:
    """A tournament, from the first entry to the last payout.

    A file that is not there yet is begun. The first entry makes an event called `open`, a knockout to 9 points under
    "USBGF Open", unless `add_event` has made another.

    >>> import barpoint as bp
    >>> t = bp.Tournament("spring.jsonl", name="Spring Open")
    >>> t.add_event("open", fee=50, prizes={1: 70, 2: 30}, seed="l")
    >>> for name in ("Ada", "Bob", "Cid", "Dot"):
    ...     t.enter(name)
    >>> [(pairing.id, pairing.players) for pairing in t.draw()]
    [('M1-1', ('Ada', 'Bob')), ('M1-2', ('Cid', 'Dot'))]
    >>> t.post("M1-1", "Ada", "9-4")
    >>> t.post("M1-2", "Dot", "9-7")
    >>> t.post("M2-1", "Ada", "9-8")
    >>> [(payout.name, str(payout.amount)) for payout in t.payouts()]
    [('Ada', '140.00'), ('Dot', '60.00')]
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        name: str = "",
        date: str = "",
        director: str = "",
        place: str = "",
        currency: str = "",
    ) -> None:
        """The tournament in a file; one that is not there is begun, and then these settings are its own.

        `date` is its first day as 2026-05-01, today if it is left out; `director` is who directs it.
        """
        self.path = Path(path)
        new = not self.path.exists()
        if new and not self.path.parent.is_dir():
            raise ValueError(f"there is no folder {self.path.parent} to begin {self.path.name} in")
        if not new and any((name, date, director, place, currency)):
            raise ValueError(f"{self.path} is there already: open it by its name alone, or begin another file")
        self._file = TournamentFile(self.path, new=new)
        if new:
            settings = TournamentSettings(
                id=self.path.stem,
                name=name,
                date=date or datetime.now(UTC).astimezone().date().isoformat(),
                place=place,
                currency=currency,
            )
            self.do(c.OpenTournament(at=_now(), by=director or "director", settings=settings))

    @property
    def state(self) -> "State":
        """The fold of everything in the file."""
        return self._file.state

    @property
    def events(self) -> tuple[str, ...]:
        """The ids of its events: the open, the doubles, a jackpot."""
        return tuple(self.state.contests)

    @property
    def director(self) -> str:
        """Who directs it."""
        return self._file.actor("")

    def add_event(
        self,
        event: str = "open",
        *,
        name: str = "",
        preset: str = _PRESET,
        format: str = "single",  # the field's own word
        length: int | Mapping[str, int | Sequence[int]] | None = None,
        fee: Money = 0,
        registration: Money = 0,
        prizes: Mapping[int, int] | None = None,
        rounds: int | None = None,
        groups: int = 0,
        seed: str = "",
    ) -> None:
        """Add an event and publish it.

        format      single, consolation, double, round_robin, groups, swiss, monrad or lives
        length      points to play to, or those of each bracket, by round if they differ: {"main": [7, 9, 11],
                    "consolation": 5}; by default the preset's
        fee         goes into the prize pool, `registration` to the organiser
        prizes      percent of the pool by place, such as {1: 60, 2: 40}
        seed        what the draw is made from, published before it; drawn by lot if left out
        """
        plan = draw_plan(format, seed or secrets.token_hex(8), rounds, groups)
        title = "swiss" if "swiss" in plan else "main"
        by_bracket = {} if length is None or isinstance(length, int) else length
        for points in (length if isinstance(length, int) else 1, *by_bracket.values()):
            if min([points] if isinstance(points, int) else points, default=0) < 1:
                raise ValueError(f"a match is played to 1 point or more, not {points!r}")
        if prizes and sum(prizes.values()) != 100:
            raise ValueError(f"prizes are percent of the pool, 100 together, not {sum(prizes.values())}")
        settings = parse_settings(
            {
                "id": event,
                "name": name,
                "preset": preset,
                "options": {"length": length} if isinstance(length, int) else {},
                "lengths": {
                    bracket: [points] if isinstance(points, int) else list(points)
                    for bracket, points in by_bracket.items()
                },
                "fees": {"entry": read_cents(str(fee)), "registration": read_cents(str(registration))},
                "prizes": [
                    {"title": title, "place": place, "share": percent * 100}
                    for place, percent in (prizes or {}).items()
                ],
                **plan,
            }
        )
        self.do(c.AddContest(at=_now(), by=self.director, settings=settings))
        self.do(c.PublishContest(at=_now(), by=self.director, contest=event))

    def enter(
        self,
        name: str,
        event: str = _ONLY,
        *,
        partner: str = "",
        rating: float | None = None,
        club: str = "",
        member: str = "",
    ) -> None:
        """Enter somebody, in Doubles with a partner; after the draw it is a late entry."""
        if event == _ONLY and not self.state.contests:
            self.add_event()
        contest = self._contest(event).settings.id
        people = [Player(id=slug(name), name=name, club=club, rating=rating, member=member)]
        if partner:
            people.append(Player(id=slug(partner), name=partner, club=club))
        state, at = self.state, _now()
        register = c.Register(at=at, by=self.director, contest=contest, players=tuple(people))
        approvals: list[c.ApproveEntry] = []
        if not isinstance(entered := decide_tournament(state, register), Refusal):
            after = fold_tournament(entered, state)
            approvals = [
                c.ApproveEntry(at=at, by=self.director, contest=contest, entry=entry)
                for entry in after.contests[contest].entries.keys() - state.contests[contest].entries.keys()
            ]
            for approval in approvals:  # first without the file: somebody is entered whole or not at all
                if isinstance(refused := decide_tournament(after, approval), Refusal):
                    raise RefusedError(refused, after.contests[contest].book)
        self.do(register)
        for approval in approvals:
            self.do(approval)

    def withdraw(self, name: str, event: str = _ONLY, *, reason: str = "") -> None:
        """Take an entrant out of an event; a draw that was made is put right at once."""
        contest = self._contest(event)
        entry, title = find_entrant(contest, name), contest.settings.id
        self.do(c.WithdrawEntry(at=_now(), by=self.director, contest=title, entry=entry, reason=reason))

    def draw(self, event: str = _ONLY) -> list[PairingLine]:
        """Make the draw, or pair the next round of a Swiss event; the matches that can be played now."""
        contest = self._contest(event)
        name, swiss = contest.settings.id, contest.settings.swiss is not None
        if contest.play is None or not swiss:
            self.do(c.MakeDraw(at=_now(), by=self.director, contest=name))
        if swiss:
            self.do(c.PairRound(at=_now(), by=self.director, contest=name))
        return self.to_play(name)

    def pairings(self, event: str = "") -> list[PairingLine]:
        """Every match of an event, or of all of them, whose players are known."""
        state = self.state
        contests = [self._contest(event)] if event else list(state.contests.values())
        return [
            PairingLine(
                id=fixture.id,
                event=contest.settings.id,
                players=tuple(state.shown_name(player, contest) for player in fixture.players),
                length=contest.settings.length_of(fixture.bracket, fixture.round),
                winner=state.shown_name(fixture.winner, contest) if fixture.winner else None,
                score=fixture.result.score if fixture.result else None,
            )
            for contest in contests
            for fixture in contest.fixtures.values()
            if len(fixture.players) == 2
        ]

    def to_play(self, event: str = "") -> list[PairingLine]:
        """The matches that can be played now."""
        contests = self.state.contests
        over = {(name, at) for name, contest in contests.items() for at, item in contest.fixtures.items() if item.over}
        return [pairing for pairing in self.pairings(event) if (pairing.event, pairing.id) not in over]

    def post(self, pairing: str, winner: str, score: str | tuple[int, int] = "", event: str = _ONLY) -> None:
        """Post a result: the match on the draw sheet, who won, and the score, such as "9-4", either number first."""
        contest = self._contest(event)
        entrant = find_entrant(contest, winner)
        points = read_score(score if isinstance(score, str) else "-".join(map(str, score)))
        name = contest.settings.id
        fixture = contest.fixtures.get(pairing)
        if fixture is not None and len(fixture.players) == 2 and entrant not in fixture.players:
            both = " or ".join(self.state.shown_name(player, contest) for player in fixture.players)
            raise ValueError(f"{self.state.shown_name(entrant, contest)} is not in {pairing}; expected {both}")
        self.do(c.PostResult(at=_now(), by=self.director, contest=name, pairing=pairing, winner=entrant, score=points))

    def places(self, event: str = _ONLY) -> list[PlaceLine]:
        """Who took which place so far, title by title; those still in it are not placed yet."""
        state, contest = self.state, self._contest(event)
        return [
            PlaceLine(title, place.place, place.last, state.shown_name(place.entrant, contest))
            for title in titles(contest)
            for place in title_places(contest, title)
        ]

    def standings(self, event: str = _ONLY) -> list[StandingsLine]:
        """The table of a Swiss event or a round robin, its ties broken and explained; empty for knockouts."""
        state, contest = self.state, self._contest(event)
        return [
            StandingsLine(
                place=row.place,
                last=row.last,
                name=state.shown_name(row.entrant, contest),
                points=row.score / 2,
                won=row.won,
                lost=row.lost,
                drawn=row.drawn,
                reasons=row.explained,
            )
            for row in score_table(contest)
        ]

    def payouts(self, event: str = _ONLY) -> list[Payout]:
        """What the pool pays as the places stand now: to whom, how much, for which place."""
        from barpoint.tournament.money import awards

        state, contest = self.state, self._contest(event)
        return [
            Payout(state.shown_name(player), Decimal(cents).scaleb(-2), award.title, award.place)
            for award in awards(state, contest)
            for player, cents in award.to
        ]

    def pay(self, name: str, amount: Money) -> None:
        """Take somebody's payment."""
        player = find_player(self.state, name)
        self.do(c.TakePayment(at=_now(), by=self.director, player=player, amount=read_cents(str(amount))))

    def finish(self, event: str = _ONLY) -> list[Payout]:
        """Finish an event that is played out and book its prizes; what everybody is paid."""
        contest = self._contest(event).settings.id
        prizes = self.payouts(contest)
        self.do(c.FinishContest(at=_now(), by=self.director, contest=contest))
        if prizes:
            self.do(c.AwardPrizes(at=_now(), by=self.director, contest=contest))
        return prizes

    def do(self, command: c.AnyCommand) -> "tuple[AnyEvent, ...]":
        """Carry out any command of `barpoint.tournament.commands`, on disk; `RefusedError` says why not."""
        answer = self._file.do(command)
        if isinstance(answer, TournamentRefused):
            raise RefusedError(answer.refusal, citation=answer.citation)
        assert isinstance(answer, TournamentDone), "a command without a version is never stale"
        return answer.events

    def _contest(self, event: str) -> Contest:
        return find_contest(self.state, event)

    def __repr__(self) -> str:
        state = self.state
        title = (state.settings.name if state.settings else "") or self.path.stem
        entries = sum(len(contest.entries) for contest in state.contests.values())
        return f"<Tournament {title!r}: events {len(state.contests)}, entries {entries}, to play {len(self.to_play())}>"


def _now() -> int:
    from barpoint.bootstrap import wall_clock

    return wall_clock().now()
