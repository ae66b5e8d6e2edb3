"""A federation's list as a fold: its rows as they were imported last, the mapping they were read by, who keeps it.

step        what a keeper does; each is kept as it was said, with who said it and when
keeper      an account. Whoever begins a list is the first
word        a keeper says who a row is: an account, or somebody a club knows by name alone (`word_of`)

An import replaces all rows; words stay, since they name a number, or a name, and not a line.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Annotated, Final, assert_never

import msgspec

from barpoint.board import Refusal
from barpoint.club.lists.federation_list import MOST_ROWS, ColumnMapping, ListRow
from barpoint.club.lists.list_matching import ListIndex
from barpoint.club.refusals import ClubCode
from barpoint.club.series import AccountId, Step, Title

MOST_KEEPERS: Final = 20
MOST_WORDS: Final = 40_000


class OpenList(Step, frozen=True, kw_only=True, tag="OpenList"):
    """It begins."""

    name: Title
    about: Annotated[str, msgspec.Meta(max_length=300)] = ""


class ImportRows(Step, frozen=True, kw_only=True, tag="ImportRows"):
    """The list as a file has it now, read by a mapping that is kept."""

    mapping: ColumnMapping
    rows: Annotated[tuple[ListRow, ...], msgspec.Meta(min_length=1, max_length=MOST_ROWS)]
    source: Annotated[str, msgspec.Meta(max_length=120)] = ""


class IdentifyRow(Step, frozen=True, kw_only=True, tag="IdentifyRow"):
    """An account, or a member of a club, is this row's person; without a row, nobody's."""

    account: Annotated[str, msgspec.Meta(max_length=40)] = ""
    club: Annotated[str, msgspec.Meta(pattern="^([a-z0-9-]{1,40})?$")] = ""
    club_member: Annotated[str, msgspec.Meta(max_length=40)] = ""
    listed_as: Annotated[str, msgspec.Meta(max_length=200)] = ""  # the row's key

    def __post_init__(self) -> None:
        if bool(self.account) == bool(self.club and self.club_member):
            raise ValueError("expected an account, or a club and a member of it")

    @property
    def word(self) -> str:
        """What the word is kept under."""
        return word_of(self.account) if self.account else word_of(self.club_member, self.club)


def word_of(person: str, club: str = "") -> str:
    """What a word about an account, or about a member of a club, is kept under."""
    return f"member:{club}/{person}" if club else f"account:{person}"


class NameKeeper(Step, frozen=True, kw_only=True, tag="NameKeeper"):
    """An account keeps the list, or no longer."""

    account: AccountId
    keeps: bool = True


ListStep = OpenList | ImportRows | IdentifyRow | NameKeeper


class ListStepTaken(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag="ListStep"):
    """A step that was taken."""

    at: int
    by: str
    step: ListStep


@dataclass(frozen=True)
class RatingList:
    """A list as it stands."""

    version: int = 0
    name: str = ""
    about: str = ""
    keepers: tuple[str, ...] = ()
    mapping: ColumnMapping | None = None
    rows: tuple[ListRow, ...] = ()
    source: str = ""
    imported: int = 0  # when
    words: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def index(self) -> ListIndex:
        """The rows by number and name."""
        return ListIndex(self.rows)


def decide_list(state: RatingList, step: ListStep, account: str, at: int) -> ListStepTaken | Refusal | None:
    """What comes of a step: what is kept, why not, or None where it says nothing new."""
    taken = ListStepTaken(at=at, by=account, step=step)
    match step:
        case OpenList():
            return taken if state.version == 0 else Refusal(ClubCode.NAME_IN_USE)
        case _ if account not in state.keepers:
            return Refusal(ClubCode.NOT_A_KEEPER)
        case ImportRows():
            same = (step.mapping, step.rows, step.source) == (state.mapping, state.rows, state.source)
            return None if same else taken
        case IdentifyRow():
            return _identify(state, step, taken)
        case NameKeeper():
            rest = [one for one in state.keepers if one != step.account]
            if (step.account in state.keepers) == step.keeps:
                return None
            if not step.keeps and not rest:
                return Refusal(ClubCode.LAST_KEEPER)
            return Refusal(ClubCode.TOO_MANY) if len(rest) >= MOST_KEEPERS else taken
        case _:
            assert_never(step)


def _identify(state: RatingList, step: IdentifyRow, taken: ListStepTaken) -> ListStepTaken | Refusal | None:
    if step.listed_as and step.listed_as not in state.index.by_key:
        return Refusal(ClubCode.NO_SUCH_ROW)
    if state.words.get(step.word, "") == step.listed_as:
        return None
    return Refusal(ClubCode.TOO_MANY) if step.listed_as and len(state.words) >= MOST_WORDS else taken


def fold_list(events: Iterable[ListStepTaken], state: RatingList | None = None) -> RatingList:
    """A list after what happened."""
    current = state or RatingList()
    for event in events:
        current = replace(_evolve(current, event), version=current.version + 1)
    return current


def _evolve(state: RatingList, event: ListStepTaken) -> RatingList:
    step = event.step
    match step:
        case OpenList():
            return replace(state, name=step.name, about=step.about, keepers=(event.by,))
        case ImportRows():
            return replace(state, mapping=step.mapping, rows=step.rows, source=step.source, imported=event.at)
        case IdentifyRow():
            others = {word: row for word, row in state.words.items() if word != step.word}
            return replace(state, words=others | ({step.word: step.listed_as} if step.listed_as else {}))
        case NameKeeper():
            rest = tuple(one for one in state.keepers if one != step.account)
            return replace(state, keepers=(*rest, step.account) if step.keeps else rest)
        case _:
            assert_never(step)


_decoder: Final = msgspec.json.Decoder(ListStepTaken)


def decode_list(data: bytes) -> ListStepTaken:
    """An event as it was kept."""
    return _decoder.decode(data)
