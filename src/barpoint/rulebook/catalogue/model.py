"""The values of the catalogue: a clause, its book, its subjects.

A *clause* (or *row*) is one statement of one rule book, said in our own words and cited by its id,
`book:number` (`usbgf:4.4.8a`, `ibf:5-title`, `trad:movement-4a`). A *section* is the beginning of a
number: `usbgf:4.4.8` stands for 4.4.8a to 4.4.8e, `usbgf:4.2.3.1(b)` for its six. A *subject* joins
the same matter across the books. This module holds the values only; `catalogue` finds them.
"""

import re
from enum import StrEnum

import msgspec

Scalar = bool | int | float | str
Param = bool | int | float | str | tuple[Scalar, ...] | dict[str, Scalar]


class Tier(StrEnum):
    """Which part of the system answers for a clause."""

    GAME = "game"
    MATCH = "match"
    CLOCK = "clock"
    RECORD = "record"
    TOURNAMENT = "tournament"
    OFFICIATING = "officiating"
    CONDUCT = "conduct"


class ClauseKind(StrEnum):
    """A binding statement, or advice about it (usbgf:1.1b)."""

    RULE = "rule"
    GUIDANCE = "guidance"


class Force(StrEnum):
    """How strongly the book puts it (usbgf:1.1.1)."""

    MUST = "must"
    SHALL = "shall"
    SHOULD = "should"
    MAY = "may"


class ClauseStatus(StrEnum):
    """What the software does about a clause today."""

    PLANNED = "planned"  # nothing yet
    ENFORCED = "enforced"  # anything else is refused
    COMPUTED = "computed"  # worked out by the code
    RULED = "ruled"  # the judge answers it
    DISCRETION = "discretion"  # the judge lists clauses and factors, a person decides
    SHOWN = "shown"  # put before the people it concerns
    ABSENT = "absent"  # left out, with the reason

    @property
    def needs_test(self) -> bool:
        """Whether a clause of this status must be named by at least one test."""
        return self in (ClauseStatus.ENFORCED, ClauseStatus.COMPUTED, ClauseStatus.RULED, ClauseStatus.DISCRETION)


class ChecklistAudience(StrEnum):
    """Whose checklist a clause stands on; `table` is what must be right at every table before and during play."""

    PLAYER = "player"
    SPECTATOR = "spectator"
    DIRECTOR = "director"
    TABLE = "table"


class Clause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One statement of one rule book."""

    id: str
    title: str
    tier: Tier
    kind: ClauseKind
    force: Force | None = None
    status: ClauseStatus
    reason: str = ""
    subjects: tuple[str, ...]
    audience: tuple[ChecklistAudience, ...] = ()
    text: str
    online: str
    example: str
    params: dict[str, Param] = {}

    @property
    def book(self) -> str:
        """The id of the book it stands in."""
        return self.id.partition(":")[0]

    @property
    def number(self) -> str:
        """Its number inside the book."""
        return self.id.partition(":")[2]


class Book(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One rule book."""

    id: str
    name: str
    short: str
    edition: str
    publisher: str
    about: str


class Subject(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A matter the books speak of, and the words people use for it."""

    id: str
    name: str
    words: tuple[str, ...]


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """Everything: books in reading order, subjects in the order of a game, clauses in the order of their books."""

    books: tuple[Book, ...]
    subjects: tuple[Subject, ...]
    clauses: tuple[Clause, ...]


_PART = re.compile(r"\([a-z]\)|-?[a-z]+\d*|-?\d+")


def number_parts(number: str) -> tuple[str, ...]:
    """The steps of a clause number, so that 4.4.1 is not taken for the beginning of 4.4.10.

    >>> number_parts("4.2.3.1(b)-1")
    ('4', '2', '3', '1', '(b)', '-1')
    >>> number_parts("movement-4a")
    ('movement', '-4', 'a')
    """
    return tuple(_PART.findall(number))


def stands_under(number: str, section: str) -> bool:
    """Whether a clause number is the section itself or lies inside it."""
    prefix = number_parts(section)
    return bool(prefix) and number_parts(number)[: len(prefix)] == prefix
