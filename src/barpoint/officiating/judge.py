"""judge(incident, facts, profile, record): a pure function, the same facts give the same answer.

A kind of incident is registered once, with its everyday words, its questions, the clauses of each book that
speak of it, and one function that rules on it. The function asks for facts as it goes (`Inquiry.need`);
a missing one ends it with `NeedFacts`. A book that is not among the kind's clauses is silent, and says so.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from barpoint.board import Side
from barpoint.officiating.answer import Answer, Appeal, Discretion, NeedFacts, Option, Penalty, Ruling
from barpoint.officiating.facts import Fact, Facts, Question
from barpoint.officiating.record import Record
from barpoint.officiating.remedy import Remedy
from barpoint.rulebook.profile import Profile

Rule = Callable[["Inquiry"], Answer]


@dataclass(frozen=True)
class Kind:
    """A kind of incident."""

    name: str
    title: str
    words: tuple[str, ...]
    questions: Mapping[str, Question]
    clauses: Mapping[str, tuple[str, ...]]  # of each book that speaks of it
    rule: Rule

    @property
    def schema(self) -> dict[str, Any]:
        """The facts of this kind as JSON Schema."""
        return {
            "type": "object",
            "title": self.title,
            "properties": {key: question.schema for key, question in self.questions.items()},
            "additionalProperties": False,
        }


KINDS: dict[str, Kind] = {}


def incident(
    name: str,
    title: str,
    *,
    words: tuple[str, ...],
    questions: tuple[Question, ...],
    clauses: Mapping[str, tuple[str, ...]],
) -> Callable[[Rule], Rule]:
    """Register the function below as the rule on incidents called `name`."""

    def register(rule: Rule) -> Rule:
        if name in KINDS:
            raise RuntimeError(f"two rules are called {name}")
        KINDS[name] = Kind(name, title, words, {q.key: q for q in questions}, clauses, rule)
        return rule

    return register


class _Missing(Exception):  # noqa: N818  # it asks, it is no error
    def __init__(self, question: Question, wrong: str = "") -> None:
        super().__init__(question.key)
        self.question, self.wrong = question, wrong


@dataclass
class Inquiry:
    """One question put to one book: the facts so far, and the ways to answer."""

    kind: Kind
    book: str
    profile: Profile
    facts: Facts
    record: Record
    used: dict[str, Fact] = field(default_factory=dict)

    def need(self, key: str) -> Any:
        """A fact; asks for it if nobody has said."""
        if key not in self.facts:
            raise _Missing(self.kind.questions[key])
        self.used[key] = self.facts[key]
        return self.facts[key]

    def side(self, key: str) -> Side:
        """A fact that is a side."""
        return Side(self.need(key))

    def known(self, key: str, default: Fact) -> Any:
        """A fact if it was given; otherwise what is presumed."""
        return self.need(key) if key in self.facts else default

    def wrong(self, key: str, why: str) -> Exception:
        """To be raised: this fact cannot be true, for the reason given."""
        return _Missing(self.kind.questions[key], why)

    def offence(self, side: Side, *, this_match: bool = True) -> int:
        """Which offence of this kind it is for a side, the present one counted."""
        name = self.record.names[side.place]
        return len(self.record.earlier(name, self.kind.name, this_match=this_match)) + 1

    def ruling(
        self,
        say: str,
        *,
        clauses: tuple[str, ...],
        remedies: tuple[Remedy, ...] = (),
        choice_of: str = "",
        options: tuple[Option, ...] = (),
        penalties: tuple[Penalty, ...] = (),
        appeal: Appeal | None = None,
        notes: tuple[str, ...] = (),
    ) -> Ruling:
        """A ruling on the facts used so far."""
        return Ruling(
            self.kind.name,
            self.book,
            clauses,
            say,
            remedies,
            choice_of,
            options,
            penalties,
            appeal,
            dict(self.used),
            notes,
        )

    def discretion(
        self,
        say: str,
        *,
        clauses: tuple[str, ...],
        factors: tuple[str, ...] = (),
        usual: tuple[Option, ...] = (),
        forbidden: tuple[str, ...] = (),
        appeal: Appeal | None = None,
        notes: tuple[str, ...] = (),
    ) -> Discretion:
        """A person decides, within these bounds."""
        return Discretion(
            self.kind.name,
            self.book,
            clauses,
            say,
            factors,
            usual,
            forbidden,
            appeal=appeal,
            relied_on=dict(self.used),
            notes=notes,
        )

    def silent(self) -> Discretion:
        """The book says nothing on this; the others that do are named."""
        elsewhere = tuple((book, rows) for book, rows in self.kind.clauses.items() if book != self.book)
        return Discretion(
            self.kind.name,
            self.book,
            (),
            "This matter is not covered by this book.",
            covered=False,
            elsewhere=elsewhere,
            relied_on=dict(self.used),
        )


def all_kinds() -> Mapping[str, Kind]:
    """Every kind there is, by its name."""
    import barpoint.officiating.topics  # noqa: F401  # registers them

    return KINDS


def kind(name: str) -> Kind:
    """A registered kind; ValueError names what there is."""
    if name not in all_kinds():
        raise ValueError(f"no incident is called {name!r}; see `barpoint rule-on --list`")
    return KINDS[name]


def judge(name: str, facts: Facts, profile: Profile, record: Record | None = None) -> Answer:
    """Rule on an incident; malformed facts are a ValueError, impossible ones come back as a question."""
    found = kind(name)
    for key, value in facts.items():
        if key not in found.questions:
            raise ValueError(f"{name} has no fact {key!r}; expected {', '.join(found.questions)}")
        found.questions[key].check(value)
    inquiry = Inquiry(found, profile.book, profile, facts, record if record is not None else Record())
    if profile.book not in found.clauses:
        return inquiry.silent()
    try:
        return found.rule(inquiry)
    except _Missing as missing:
        return NeedFacts(name, profile.book, missing.question, missing.wrong)
