"""What a series is counted from: the events that were played, and who of one is who of another.

event       a contest of a tournament: its places for each title, and the matches that were played
appearance  somebody in a tournament: their id there, and what is known of them
identity    who is the same person: one account, or one number of a federation. A name alone is taken for the only
            one so identified who has it, or for all who have nothing but that name; what an organiser says goes
            before all of it. As text: an account, `member:NUMBER`, `name:NAME`
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec


class SeriesPlace(msgspec.Struct, frozen=True):
    """Somebody's place for a title; `place` to `last` are shared."""

    person: str
    title: str
    place: int
    last: int


class SeriesMatch(msgspec.Struct, frozen=True):
    """A match that was played."""

    id: str
    at: int
    winner: tuple[str, ...]
    loser: tuple[str, ...]
    length: int


class SeriesEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event as a series sees it; persons are identities."""

    id: str  # TOURNAMENT/EVENT
    name: str
    date: str
    division: str = ""
    side: bool = False  # no main event
    entrants: tuple[str, ...] = ()
    field: int = 0  # entries, so that a team is one
    main: str = "main"
    complete: bool = False
    places: tuple[SeriesPlace, ...] = ()
    matches: tuple[SeriesMatch, ...] = ()


class Appearance(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in a tournament."""

    tournament: str
    person: str
    name: str
    account: str = ""
    member: str = ""

    @property
    def folded(self) -> str:
        """The name as it is compared."""
        return folded_name(self.name)


def folded_name(name: str) -> str:
    """A name as names are compared: in one form, in small letters, with single spaces."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class SeriesPerson(msgspec.Struct, frozen=True):
    """Somebody across tournaments; the account of whoever has one, and every identity they are known by."""

    id: str
    name: str
    account: str = ""
    known_as: tuple[str, ...] = ()


def identify(
    appearances: Iterable[Appearance],
    same: Mapping[str, str] | None = None,
    persons: Sequence[tuple[str, str]] = (),
) -> tuple[dict[tuple[str, str], str], dict[str, SeriesPerson]]:
    """Who each (tournament, person) is, and everybody there is.

    `same` are names (folded), and `persons` identities, which an organiser has joined.
    """
    joined = dict(same or {})
    everybody = sorted(appearances, key=lambda one: (one.tournament, one.person))
    groups = _Groups()
    said = {_key(identity) for pair in persons for identity in pair}
    for person, other in persons:
        groups.join(_key(person), _key(other))
    for one in everybody:
        keys = [_name_key(joined.get(one.folded, one.folded))] if one.folded in joined else []
        keys += [f"account:{one.account}"] if one.account else []
        keys += [f"member:{one.member}"] if one.member else []
        groups.join(f"at:{one.tournament}/{one.person}", *keys)
    by_name: defaultdict[str, set[str]] = defaultdict(set)
    for one in everybody:
        if one.account or one.member or one.folded in joined:
            name = joined.get(one.folded, one.folded)
            by_name[name].add(groups.head(f"at:{one.tournament}/{one.person}"))
    for one in everybody:
        if one.account or one.member:
            continue
        name = joined.get(one.folded, one.folded)
        known = set() if _name_key(name) in said else by_name[name]
        groups.join(f"at:{one.tournament}/{one.person}", next(iter(known)) if len(known) == 1 else _name_key(name))
    return _named(everybody, groups)


def _named(
    everybody: Sequence[Appearance], groups: "_Groups"
) -> tuple[dict[tuple[str, str], str], dict[str, SeriesPerson]]:
    """Each group under the first thing that identifies it: its account, its number, its name."""
    members: defaultdict[str, list[Appearance]] = defaultdict(list)
    for one in everybody:
        members[groups.head(f"at:{one.tournament}/{one.person}")].append(one)
    whose: dict[tuple[str, str], str] = {}
    people: dict[str, SeriesPerson] = {}
    for group in members.values():
        account = min((one.account for one in group if one.account), default="")
        number = min((one.member for one in group if one.member), default="")
        id = account or (f"member:{number}" if number else _name_key(group[-1].folded))
        people[id] = SeriesPerson(id, _current_name(group), account, _identities(group))
        whose |= {(one.tournament, one.person): id for one in group}
    return whose, people


def _current_name(group: Sequence[Appearance]) -> str:
    """The latest name: of those entered with an account, else with a number, else of all."""
    return max(enumerate(group), key=lambda item: (bool(item[1].account), bool(item[1].member), item[0]))[1].name


def _identities(group: Sequence[Appearance]) -> tuple[str, ...]:
    accounts = {one.account for one in group if one.account}
    numbers = {f"member:{one.member}" for one in group if one.member}
    names = {_name_key(one.folded) for one in group if not one.account and not one.member}
    return (*sorted(accounts), *sorted(numbers), *sorted(names))


def _key(identity: str) -> str:
    return identity if identity.startswith(("member:", "name:")) else f"account:{identity}"


def _name_key(folded: str) -> str:
    return f"name:{folded}"


class _Groups:
    """What belongs together, by whatever joins it."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def head(self, key: str) -> str:
        while (above := self._above.setdefault(key, key)) != key:
            key = above
        return key

    def join(self, key: str, *others: str) -> None:
        for other in others:
            one, two = sorted((self.head(key), self.head(other)))
            self._above[two] = one
