"""The ratings an event goes by: of a federation's list, or of the server's own ladder.

An event names its list (`ContestSettings.rating_list`). Whoever enters it is looked up there, and what is sure goes
into the command, so that the tournament's log holds it; what is not sure waits for the director's word (`TakeRatings`).
No sender says what a list has: whatever a command brings as listed is replaced by what is known here, and a number that
a player gives of themselves is not looked for.
"""

from collections.abc import Iterable, Mapping, Sequence
from uuid import uuid4

import msgspec

from barpoint.club.lists import (
    ListMatch,
    ListPerson,
    ListRow,
    MatchedBy,
    word_of,
)
from barpoint.service.clubs.list_service import ListService
from barpoint.service.long_work import off_loop
from barpoint.service.ratings.rating_service import RatingService
from barpoint.service.tournaments.private_links import PrivateLinks
from barpoint.service.tournaments.tournament_service import TournamentService
from barpoint.tournament import (
    RECORD,
    Contest,
    ContestSettings,
    EntryStatus,
    ListedRating,
    Permission,
    Player,
    Tournament,
    may,
)
from barpoint.tournament import commands as c

_LIST, _LADDER = "list:", "ladder:"
_OPEN = (EntryStatus.PENDING, EntryStatus.APPROVED)


class EntrantListed(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of an event, what the list says of them, and what the event has now; `rows` are to choose from."""

    player: str
    name: str
    by: MatchedBy
    now: float | None = None
    row: ListRow | None = None
    rows: tuple[ListRow, ...] = ()


class EventRatings:
    """Brings to tournaments what lists and ladders say."""

    def __init__(
        self, lists: ListService, ladder: RatingService, links: PrivateLinks, direct: TournamentService
    ) -> None:
        self._lists, self._ladder, self._links, self._direct = lists, ladder, links, direct

    async def commands_for(self, state: Tournament, command: c.AnyCommand) -> tuple[c.AnyCommand, ...]:
        """The command with the ratings of its people, and what follows where an event goes by another list now."""
        match command:
            case c.Register():
                own = not may(state.staff.get(command.by, ()), Permission.ADMIT)
                players = await self._listed(state, command.contest, command.players, own_word=own)
                return (msgspec.structs.replace(command, players=players),)
            case c.SubstitutePlayer():
                [player] = await self._listed(state, command.contest, (command.player,))
                return (msgspec.structs.replace(command, player=player),)
            case c.ImportEntrants():
                everybody = [one for team in command.entries for one in team]
                rest = iter(await self._listed(state, command.contest, everybody))
                entries = tuple(tuple(next(rest) for _ in team) for team in command.entries)
                return (msgspec.structs.replace(command, entries=entries),)
            case c.AddContest() | c.ChangeContest() if command.settings.rating_list:
                return await self._with_list(state, command)
            case _:
                return (command,)

    async def _listed(
        self, state: Tournament, name: str, players: Sequence[Player], *, own_word: bool = False
    ) -> tuple[Player, ...]:
        contest = state.contests.get(name)
        source = contest.settings.rating_list if contest is not None else ""
        looked_for = [_without_number(state.players.get(one.id), one) for one in players] if own_word else players
        said = await self._sure(source, state, looked_for) if source else {}
        return tuple(_with_rating(state.players.get(one.id), one, source, said.get(one.id)) for one in players)

    async def _sure(self, source: str, state: Tournament, players: Sequence[Player]) -> Mapping[str, float]:
        wanted = {player.id for player in players}
        return {
            match.person.id: match.row.rating
            for match in await self.matches(source, state, players)
            if match.row is not None and match.person.id in wanted
        }

    async def _with_list(self, state: Tournament, command: c.AddContest | c.ChangeContest) -> tuple[c.AnyCommand, ...]:
        settings = await self._with_name(command.settings)
        command = msgspec.structs.replace(command, settings=settings)
        contest = state.contests.get(settings.id)
        people = _people(state, contest) if contest is not None else []
        if not people or isinstance(command, c.AddContest):
            return (command,)
        taken = await self._taken(state, settings, people, command.at)
        return (command, taken)

    async def _with_name(self, settings: ContestSettings) -> ContestSettings:
        """The settings with what the list is called; ValueError if there is none."""
        await self.check(settings.rating_list)
        of_list = settings.rating_list.startswith(_LIST)
        name = (await self._lists.load(settings.rating_list.removeprefix(_LIST))).name if of_list else ""
        return msgspec.structs.replace(settings, rating_list_name=name)

    async def _taken(
        self, state: Tournament, settings: ContestSettings, people: Sequence[Player], at: int
    ) -> c.TakeRatings:
        """What is sure of these, and what a director has said of the others before."""
        source = settings.rating_list
        said = await self._sure(source, state, people)
        ratings = [ListedRating(player=one.id, rating=said.get(one.id, one.rating_by(source))) for one in people]
        words = f"taken from {settings.rating_list_title}"
        return c.TakeRatings(at=at, by=RECORD, contest=settings.id, ratings=tuple(ratings), reason=words)

    async def check(self, source: str) -> None:
        """ValueError if there is no such list or ladder here."""
        kind, _, name = source.partition(":")
        if f"{kind}:" == _LIST and not (await self._lists.load(name)).version:
            raise ValueError(f"there is no list {name!r} on this server")
        system = name.partition("/")[0]
        if f"{kind}:" == _LADDER and system not in self._ladder.systems:
            raise ValueError(f"this server rates by {', '.join(self._ladder.systems)}, not {system!r}")

    async def matches(self, source: str, state: Tournament, players: Sequence[Player]) -> Sequence[ListMatch]:
        """Everybody of a tournament, and these, with what a list or the ladder says of them."""
        accounts = (await self._links.joined(state.settings.id)).accounts if state.settings else {}
        everybody = list(({one.id: one for one in state.players.values()} | {one.id: one for one in players}).values())
        people = [_person(one, accounts.get(one.id, "")) for one in everybody]
        if source.startswith(_LIST):
            known = await self._lists.load(source.removeprefix(_LIST))
            return await off_loop(lambda: known.index.match(people, known.words))
        system, _, pool = source.removeprefix(_LADDER).partition("/")
        rated = await self._ladder.ratings_of(sorted({accounts[one.id] for one in everybody if one.id in accounts}))
        values = {one.player: one.rating.rating for one in rated if (one.system, one.pool) == (system, pool)}
        return [_of_ladder(one, values.get(accounts.get(one.id, ""))) for one in people]

    async def entrants(self, state: Tournament, contest: Contest) -> tuple[EntrantListed, ...]:
        """The people of an event with what its list says of them, for the director to look at."""
        source, people = contest.settings.rating_list, _people(state, contest)
        matches = {match.person.id: match for match in await self.matches(source, state, people)}
        return tuple(
            EntrantListed(one.id, str(one), match.by, one.rating_by(source), match.row, match.rows)
            for one in people
            for match in (matches[one.id],)
        )

    async def rate_newcomer(self, tournament: str, contest: str, person: str, at: int) -> None:
        """Somebody has joined with their account: what the event's list says of it is theirs."""
        state = (await self._direct.load(tournament)).state
        event, player = state.contests.get(contest), state.players.get(person)
        if event is None or player is None or not event.settings.rating_list:
            return
        taken = await self._taken(state, event.settings, [player], at)
        await self._direct.do(tournament, taken, f"rated/{tournament}/{uuid4()}")


def _with_rating(known: Player | None, player: Player, source: str, rating: float | None) -> Player:
    listed = dict(known.listed) if known is not None else {}
    if rating is not None:
        listed[source] = rating
    return msgspec.structs.replace(player, listed=listed)


def _without_number(known: Player | None, player: Player) -> Player:
    return msgspec.structs.replace(player, member=known.member if known is not None else "")


def _people(state: Tournament, contest: Contest) -> list[Player]:
    """Whoever has an open entry, each once."""
    entries = (entry for entry in contest.entries.values() if entry.status in _OPEN)
    return [state.players[id] for id in dict.fromkeys(_ids(entry.people for entry in entries))]


def _ids(teams: Iterable[Sequence[str]]) -> Iterable[str]:
    return (person for team in teams for person in team)


def _person(player: Player, account: str) -> ListPerson:
    return ListPerson(player.id, str(player), player.member, (word_of(account),) if account else ())


def _of_ladder(person: ListPerson, rating: float | None) -> ListMatch:
    if rating is None:
        return ListMatch(person, MatchedBy.NOBODY)
    return ListMatch(person, MatchedBy.ACCOUNT, ListRow(person.name, round(rating, 2)))
