"""Who of a tournament, a club or the server is who of a list.

word        somebody has said so: it stands before everything else
number      they have the federation's number of one row
name        one row has their name, and they alone have it here
account     of a ladder: their account has a rating there
likely      one row has a name like theirs (another order, other accents), or several have it, or several people here
            have one name: a person has to say
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

import msgspec

from barpoint.club.lists.federation_list import ListRow
from barpoint.club.series_results import folded_name


class MatchedBy(StrEnum):
    """How somebody was matched."""

    WORD = "word"
    NUMBER = "number"
    NAME = "name"
    ACCOUNT = "account"
    LIKELY = "likely"
    NOBODY = "nobody"


class ListPerson(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody to be looked for; `words` are what a person's word about them is kept under."""

    id: str
    name: str
    number: str = ""
    words: tuple[str, ...] = ()


class ListMatch(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody and their row; `rows` are those a person has to choose from."""

    person: ListPerson
    by: MatchedBy
    row: ListRow | None = None
    rows: tuple[ListRow, ...] = ()


class ListIndex:
    """The rows of a list by number and by name."""

    def __init__(self, rows: Iterable[ListRow]) -> None:
        self.by_key: dict[str, ListRow] = {}
        self._by_name: defaultdict[str, list[ListRow]] = defaultdict(list)
        self._by_letters: defaultdict[str, list[ListRow]] = defaultdict(list)
        for row in rows:
            self.by_key[row.key] = row
            self._by_name[folded_name(row.name)].append(row)
            self._by_letters[letters_of(row.name)].append(row)

    def match(self, people: Sequence[ListPerson], words: Mapping[str, str]) -> tuple[ListMatch, ...]:
        """Everybody with their row; `words` are keys of rows by what a person's word is kept under."""
        names = Counter(folded_name(person.name) for person in people)
        return tuple(self._match(person, words, alone=names[folded_name(person.name)] == 1) for person in people)

    def _match(self, person: ListPerson, words: Mapping[str, str], *, alone: bool) -> ListMatch:
        said = next((words[word] for word in person.words if word in words), None)
        if said is not None:
            return ListMatch(person, MatchedBy.WORD, self.by_key.get(said))
        if person.number and person.number in self.by_key:
            return ListMatch(person, MatchedBy.NUMBER, self.by_key[person.number])
        same = self._by_name.get(folded_name(person.name), [])
        if len(same) == 1 and alone and not (person.number and same[0].number):
            return ListMatch(person, MatchedBy.NAME, same[0])
        likely = same or self._by_letters.get(letters_of(person.name), [])
        if likely:
            return ListMatch(person, MatchedBy.LIKELY, rows=tuple(likely))
        return ListMatch(person, MatchedBy.NOBODY)


def letters_of(name: str) -> str:
    """What two ways to write one name have in common: its words without accents, in any order."""
    plain = "".join(
        letter for letter in unicodedata.normalize("NFKD", folded_name(name)) if not unicodedata.combining(letter)
    )
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    return " ".join(sorted(words))
