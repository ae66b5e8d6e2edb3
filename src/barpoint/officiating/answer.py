"""The three answers of `judge`: a ruling, the next question, or the bounds of a person's discretion.

An answer says what it rests on: facts relied on, facts that played no part, what was assumed and what would follow
otherwise, and which readings of a book are ours (their ids are those of docs/decisions/rule-books.md).
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from barpoint.board import Side
from barpoint.officiating.facts import Facts, FactValue, Question
from barpoint.officiating.remedy import Remedy


class PenaltyStep(StrEnum):
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
    step: PenaltyStep
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
class Assumption:
    """A fact nobody gave, what was taken for it (None: nothing), and what would follow otherwise."""

    key: str
    text: str
    value: FactValue | None
    otherwise: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A choice we made where the book leaves room; `id` is the decision's."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Threshold:
    """A step of a scale: at which total delay it is reached and, where known, at which time of day."""

    side: Side
    what: str  # point | forfeit | break_over
    delay: int  # milliseconds
    at: int | None = None
    points: int = 0  # penalty points for delay in all, once it is reached
    reached: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """What a ruling changes, in figures; what is None or empty it does not touch, or nobody has said."""

    position: str = ""
    turn: Side | None = None  # who goes on
    roll: str = ""  # with which roll: "31", "new", or the word for it
    cube: int | None = None
    cube_owner: str = ""  # white | black | middle | out
    length: int | None = None
    score: tuple[int, int] | None = None
    crawford: str = ""  # which game is the Crawford game: next_game | this_game | played | none
    points_won: tuple[int, int] | None = None
    game: str = ""  # goes_on | over | begun_anew | void
    winner: str = ""  # of the match: white | black | nobody
    recorded: tuple[int, int] | None = None  # the score that is written down for a match that ended early
    clocks: tuple[int | None, int | None] | None = None  # reserves afterwards, milliseconds
    clock_changes: tuple[int, int] | None = None
    untimed: tuple[Side, ...] = ()  # whose time does not count
    delay: tuple[int | None, int | None] | None = None  # what each has delayed the match in all, milliseconds
    delay_points: tuple[int | None, int | None] | None = None  # what that comes to in all
    thresholds: tuple[Threshold, ...] = ()
    next_offence: str = ""
    pending: str = ""  # what becomes of an open double, resignation or result
    play_may_change: bool | None = None
    checker: str = ""  # what a checker wrongly off the board counts as
    breaks_left: int | None = None
    break_time_left: int | None = None  # milliseconds
    break_time_drawn: tuple[int, int] | None = None  # by this ruling, milliseconds


UNCHANGED = Consequences()
ROLL_WAITS: Final = "'s roll stands and is played once the turn has ended."
CUBE_STAYS: Final = "The double is void: the cube goes back to where it was, at its old value."


@dataclass(frozen=True, slots=True)
class Option:
    """One way to go on, when a player or the director has the choice."""

    name: str
    text: str
    remedies: tuple[Remedy, ...] = ()
    penalties: tuple[Penalty, ...] = ()  # none given: what its name says goes on the record (`confirm`)
    consequences: Consequences = UNCHANGED  # what it changes in figures, as far as the facts tell


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
    notes: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    no_part: Facts = field(default_factory=dict)  # facts given that changed nothing
    consequences: Consequences = field(default_factory=lambda: UNCHANGED)
    under: str = ""  # the preset or event it was judged under

    def __str__(self) -> str:
        return f"{self.say} ({', '.join(self.clauses)})"


@dataclass(frozen=True, slots=True)
class NeedFacts:
    """What to ask next; `wrong` says what cannot be true in the facts so far."""

    kind: str
    book: str
    question: Question
    wrong: str = ""
    silent: tuple[str, ...] = ()  # answers on which the book is silent, where it was looked up (`mark_silences`)

    def __str__(self) -> str:
        wrong = f"That cannot be: {self.wrong}. " if self.wrong else ""
        return f"{wrong}{self.question.text} ({self.question.key}: {self.question.answer_form})"


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
    readings: tuple[Reading, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    no_part: Facts = field(default_factory=dict)
    consequences: Consequences = field(default_factory=lambda: UNCHANGED)  # whatever the person decides
    under: str = ""

    def __str__(self) -> str:
        rows = self.clauses or tuple(row for _, clauses in self.elsewhere for row in clauses[:1])
        where = "" if self.covered else "elsewhere: "
        return f"{self.say} ({where}{', '.join(rows)})" if rows else self.say


JudgeAnswer = Ruling | NeedFacts | Discretion
