"""An evening of a club: one event under the settings of last time, those who are here entered, the draw made.

The evening is a tournament like any other, directed by the officer who began it. It is the club's, and counts for the
club's series that take evenings: in each of them by the rule of `authority`, since the officer is both.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final
from uuid import uuid4

import msgspec

from barpoint.board import Refusal
from barpoint.club import (
    OFFICERS,
    AddMember,
    Club,
    ClubCode,
    ClubMember,
    ClubStep,
    CountTournament,
    HoldTournament,
    KeepNight,
    NightSettings,
)
from barpoint.rulebook import Citation, cite
from barpoint.service.clubs.club_service import ClubService
from barpoint.service.clubs.series_service import SeriesService
from barpoint.service.ports import Account, WallClock
from barpoint.service.tournaments.private_links import PrivateLinks
from barpoint.service.tournaments.tournament_service import TournamentRefused, TournamentService
from barpoint.tournament import ContestSettings, Player, TournamentPhase, TournamentSettings, slug
from barpoint.tournament import commands as c

CONTEST: Final = "night"
_LONGEST: Final = 40
_SWISS: Final = {"swiss": "best", "monrad": "monrad", "lives": "lives"}
_FORMS: Final = ("single", "consolation", "double", "round_robin", *_SWISS)


def contest_of_night(night: NightSettings, seed: str) -> ContestSettings:
    """The evening's event; ValueError says what was expected."""
    if night.form not in _FORMS:
        raise ValueError(f"expected a format of {', '.join(_FORMS)}, not {night.form!r}")
    plan: dict[str, object] = {"draw": {"format": night.form, "seed": seed}}
    if night.form in _SWISS:
        plan = {"swiss": {"seed": seed, "method": _SWISS[night.form], "rounds": night.rounds}}
    settings = {"id": CONTEST, "name": night.name, "preset": night.preset, "options": {"length": night.points}}
    try:
        return msgspec.convert(settings | plan | {"fees": {}}, ContestSettings)
    except msgspec.ValidationError as wrong:
        raise ValueError(f"an evening's settings: {wrong}") from wrong


class ClubNights:
    """Evenings of every club."""

    def __init__(
        self,
        clubs: ClubService,
        series: SeriesService,
        direct: TournamentService,
        links: PrivateLinks,
        clock: WallClock,
    ) -> None:
        self._clubs, self._series, self._direct, self._links, self._clock = clubs, series, direct, links, clock

    async def begin(
        self, id: str, officer: Account, members: Sequence[str], newcomers: Sequence[str], night: NightSettings | None
    ) -> str | Citation:
        """Begin an evening with those who are here; the tournament it is."""
        club = await self._clubs.load(id)
        settings = night or club.night
        contest = contest_of_night(settings, uuid4().hex[:16])
        if club.role_of(officer.id) not in OFFICERS:
            return _citation(Refusal(ClubCode.NOT_AN_OFFICER))
        for name in newcomers:
            added = await self._clubs.do(id, AddMember(name=name), officer, f"night/{uuid4()}")
            if isinstance(added, Refusal):
                return _citation(added)
        club = await self._clubs.load(id)
        here = _present(club, members, newcomers)
        if len(here) < 2:
            raise ValueError("expected at least two who are here")
        tournament = await self._free(id)
        refused = await self._direct_night(tournament, officer, contest, club, here)
        if refused is not None:
            return refused
        held = HoldTournament(tournament=tournament, members=tuple(one.id for one in here))
        steps: list[ClubStep] = [KeepNight(night=settings), held]
        for step in steps:
            await self._clubs.do(id, step, officer, f"night/{tournament}/{type(step).__name__}")
        for name in [name for name, nights in club.series.items() if nights]:
            await self._series.do(name, CountTournament(tournament=tournament), officer, f"night/{tournament}/{name}")
        return tournament

    async def _free(self, id: str) -> str:
        """An id no tournament has, made of the club and the day."""
        day = datetime.fromtimestamp(self._clock.now() / 1000, UTC).date().isoformat()
        base = f"{id[: _LONGEST - 16].strip('-')}-{day}"
        candidate, number = base, 2
        while (await self._direct.load(candidate)).state.phase is not TournamentPhase.NEW:
            candidate, number = f"{base}-{number}", number + 1
        return candidate

    async def _direct_night(
        self, tournament: str, officer: Account, contest: ContestSettings, club: Club, here: Sequence[ClubMember]
    ) -> Citation | None:
        at, by = self._clock.now(), officer.name
        day = datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
        title = f"{club.name} · {contest.name}"[:60]
        players = _players(club, here)
        entries = tuple((player,) for player in players.values())
        settings = TournamentSettings(id=tournament, name=title, date=day, place=club.place)
        commands: list[c.AnyCommand] = [
            c.OpenTournament(at=at, by=by, settings=settings),
            c.AddContest(at=at, by=by, settings=contest),
            c.PublishContest(at=at, by=by, contest=CONTEST),
            c.ImportEntrants(at=at, by=by, contest=CONTEST, entries=entries),
            c.MakeDraw(at=at, by=by, contest=CONTEST),
        ]
        if contest.swiss is not None:
            commands.append(c.PairRound(at=at, by=by, contest=CONTEST))
        for number, command in enumerate(commands):
            answer = await self._direct.do(tournament, command, f"night/{tournament}/{number}")
            if isinstance(answer, TournamentRefused):
                return answer.citation
            if number == 0:
                await self._links.give_role(tournament, by, officer.id)
        for member, player in players.items():
            account = club.members[member].account
            if account:
                await self._links.join(tournament, player.id, account)
        return None


def _present(club: Club, members: Sequence[str], newcomers: Sequence[str]) -> list[ClubMember]:
    """Those of the club who are here, each once; ValueError for somebody who is not of it."""
    by_name = {one.name.casefold(): one.id for one in club.members.values()}
    ids = dict.fromkeys((*members, *(by_name[name.casefold()] for name in newcomers if name.casefold() in by_name)))
    unknown = [id for id in ids if id not in club.members]
    if unknown:
        raise ValueError(f"expected members of the club, not {', '.join(unknown)[:80]}")
    return [club.members[id] for id in ids]


def _players(club: Club, here: Sequence[ClubMember]) -> dict[str, Player]:
    """Each with an id of their own in the tournament."""
    players: dict[str, Player] = {}
    taken: set[str] = set()
    for member in here:
        base = candidate = slug(member.name)[:_LONGEST] or "player"
        number = 2
        while candidate in taken:
            candidate, number = f"{base}-{number}", number + 1
        taken.add(candidate)
        players[member.id] = Player(id=candidate, name=member.name, club=club.name[:40])
    return players


def _citation(refusal: Refusal) -> Citation:
    return cite(refusal, "")
