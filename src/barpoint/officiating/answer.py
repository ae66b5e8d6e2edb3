"""The three answers of `judge`: a ruling, the next question, or the bounds of a person's discretion."""

from dataclasses import dataclass, field
from enum import StrEnum

from barpoint.board import Side
from barpoint.officiating.facts import Facts, Question
from barpoint.officiating.remedy import Remedy


class Step(StrEnum):
    """How heavy a penalty is; a ladder climbs these."""

    NONE = "none"
    REMINDER = "reminder"
    WARNING = "warning"
    TIME = "time"
    POINTS = "points"
    GAME = "game"
    MATCH = "match"
    EXPULSION = "expulsion"


@dataclass(frozen=True, slots=True)
class Penalty:
    """What falls on whom; `offence` is how many times this has now happened."""

    side: Side | None
    step: Step
    offence: int = 1
    points: int = 0
    time: int = 0  # milliseconds taken
    optional: bool = False  # the official may impose it, and need not
    later: bool = False  # falls due in the player's next match
    barred_until: str = ""  # an ISO date: no events up to and on it


@dataclass(frozen=True, slots=True)
class Appeal:
    """Whether a ruling may be appealed, by whom, and until when."""

    allowed: bool
    until: str = ""
    by: str = "either player"
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One way to go on, when a player or the director has the choice."""

    name: str
    text: str
    remedies: tuple[Remedy, ...] = ()
    penalties: tuple[Penalty, ...] = ()  # none given: what its name says goes on the record (`confirm`)


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the book says: clauses, remedy, penalty, and two sentences for the players."""

    kind: str
    book: str
    clauses: tuple[str, ...]
    say: str
    remedies: tuple[Remedy, ...] = ()
    choice_of: str = ""  # white | black | director | "" if nobody has a choice
    options: tuple[Option, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    appeal: Appeal | None = None
    relied_on: Facts = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # readings taken where the book leaves room


@dataclass(frozen=True, slots=True)
class NeedFacts:
    """What to ask next; `wrong` says what cannot be true in the facts so far."""

    kind: str
    book: str
    question: Question
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Discretion:
    """A person decides: the clauses and factors that bear on it, and what the book forbids.

    `covered` is False where the book is silent: then `elsewhere` names the clauses of the books that speak.
    """

    kind: str
    book: str
    clauses: tuple[str, ...]
    say: str
    factors: tuple[str, ...] = ()
    usual: tuple[Option, ...] = ()
    forbidden: tuple[str, ...] = ()
    covered: bool = True
    elsewhere: tuple[tuple[str, tuple[str, ...]], ...] = ()
    appeal: Appeal | None = None
    relied_on: Facts = field(default_factory=dict)
    notes: tuple[str, ...] = ()


Answer = Ruling | NeedFacts | Discretion
