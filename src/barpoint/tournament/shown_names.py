"""What people are called where others read it: by the name alone, or with what tells namesakes apart.

namesakes   players of one tournament whose names are the same, or look the same
mark        what stands behind a namesake's name: the club, else the rating, else a number in the order they came; the
            first of these that is known of all of them and differs

A mark is for reading; entries, files and accounts keep the bare name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from barpoint.person_names import lookalikes
from barpoint.tournament.player import Entry, Player


def shown_names(players: Mapping[str, Player], entries: Iterable[Entry]) -> dict[str, str]:
    """The names with their marks, of namesakes and of the teams and repeated entries they play in, by id."""
    marks: dict[str, str] = {}
    for group in lookalikes({id: str(player) for id, player in players.items()}):
        marks |= dict(_marks([players[id] for id in group]))
    people = {id: f"{players[id]} ({mark})" for id, mark in marks.items()}
    return people | {
        entry.id: _team(entry, players, people)
        for entry in entries
        if entry.id not in players and not marks.keys().isdisjoint(entry.people)
    }


def _team(entry: Entry, players: Mapping[str, Player], shown: Mapping[str, str]) -> str:
    names = (shown.get(person) or str(players.get(person, person)) for person in entry.people)
    return " / ".join(names) + (f" ({entry.reentry + 1})" if entry.reentry else "")


def _rating(player: Player) -> str:
    return "" if player.rating is None else f"{player.rating:g}"


_KNOWN: Final[tuple[Callable[[Player], str], ...]] = (lambda player: player.club, _rating)


def _marks(namesakes: Sequence[Player]) -> Iterator[tuple[str, str]]:
    for known in _KNOWN:
        words = [known(player) for player in namesakes]
        if all(words) and len({word.casefold() for word in words}) == len(words):
            return zip((player.id for player in namesakes), words, strict=True)
    return ((player.id, f"no. {number}") for number, player in enumerate(namesakes, 1))
