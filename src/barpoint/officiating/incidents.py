"""Incidents: how a kind of them is defined, and the question that is put to its rule (`judgement` has the answer).

A kind of incident is registered once, with its everyday words, its questions, the clauses of each book that
speak of it, and the function that rules on it; a book that goes its own way has a function of its own
(`rule_under`). The function asks for facts as it goes (`Inquiry.need`);
a missing one ends it with `NeedFacts`. A book that is not among the kind's clauses is silent, and says so.

What a rule reads is traced. A fact that was given and never read played no part. One that was presumed (`get`,
`given`, `offence`) is tried with other values: if the answer would be another it stands on the answer as an
assumption, with what would follow (`assumptions`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from barpoint.board import Discipline, Side, discipline
from barpoint.officiating.answer import (
    UNCHANGED,
    Appeal,
    Consequences,
    Discretion,
    JudgeAnswer,
    NeedFacts,
    Option,
    Penalty,
    PenaltyStep,
    Reading,
    Ruling,
)
from barpoint.officiating.consequences import derive_consequences, option_figures
from barpoint.officiating.facts import Facts, FactValue, Question
from barpoint.officiating.penalty_record import PenaltyRecord
from barpoint.officiating.readings import rows_as_readings
from barpoint.officiating.remedy import GivePoints, Remedy
from barpoint.rulebook import Policy, Profile, book_policy
from barpoint.rulebook.tariff import Sanction

Rule = Callable[["Inquiry"], JudgeAnswer]
_DAY: Final = 86_400_000


@dataclass(frozen=True)
class IncidentDefinition:
    """A kind of incident."""

    name: str
    title: str
    words: tuple[str, ...]
    questions: Mapping[str, Question]
    clauses: Mapping[str, tuple[str, ...]]  # of each book that speaks of it
    rule: Rule
    book_rules: dict[str, Rule] = field(default_factory=dict)
    """Of books that go their own way, instead of `rule`."""

    @property
    def schema(self) -> dict[str, Any]:
        """The facts of this kind as JSON Schema."""
        return {
            "type": "object",
            "title": self.title,
            "properties": {key: question.schema for key, question in self.questions.items()},
            "additionalProperties": False,
        }


KINDS: dict[str, IncidentDefinition] = {}


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
        if len({question.key for question in questions}) < len(questions):
            raise RuntimeError(f"two questions of {name} have one key")
        KINDS[name] = IncidentDefinition(name, title, words, {q.key: q for q in questions}, clauses, rule)
        return rule

    return register


def rule_under(name: str, book: str) -> Callable[[Rule], Rule]:
    """Register the function below as what one book rules on incidents called `name`."""

    def register(rule: Rule) -> Rule:
        kind = KINDS[name]
        if book not in kind.clauses:
            raise RuntimeError(f"{name} names no clause of {book}")
        if kind.book_rules.setdefault(book, rule) is not rule:
            raise RuntimeError(f"two rules of {book} are on {name}")
        return rule

    return register


class _MissingFact(Exception):  # noqa: N818  # it asks, it is no error
    def __init__(self, question: Question, wrong: str = "") -> None:
        super().__init__(question.key)
        self.question, self.wrong = question, wrong


@dataclass
class Inquiry:
    """One question put to one book: the facts so far, and the ways to answer."""

    kind: IncidentDefinition
    book: str
    profile: Profile
    facts: Facts
    record: PenaltyRecord
    used: dict[str, FactValue] = field(default_factory=dict)
    presumed: dict[str, FactValue | None] = field(default_factory=dict)
    gains: dict[str, str] = field(default_factory=dict)  # what a text or position that was not given would bring
    ladder: bool = False  # whether it mattered which offence it is

    def need(self, key: str) -> Any:
        """A fact; asks for it if nobody has said."""
        if key not in self.facts:
            raise _MissingFact(self.kind.questions[key].under(self.book))
        value = self.used[key] = self.facts[key]
        if value in _OF_SOME_GAMES and (why := self._unknown_to_the_game(str(value))):
            raise self.wrong(key, why)
        return value

    @property
    def game(self) -> Discipline:
        """The discipline that is played."""
        return discipline(self.profile.options.discipline or "backgammon")

    def _unknown_to_the_game(self, value: str) -> str:
        """Why the discipline cannot have had this, if it cannot."""
        if value == "backgammon":
            return "" if self.game.backgammon_counts else f"{self.game.title} has no backgammon; a gammon is the most"
        return "" if self.game.hitting else f"in {self.game.title} nothing is hit, and nothing is on the bar"

    def side(self, key: str) -> Side:
        """A fact that is a side."""
        return Side(self.need(key))

    def get(self, key: str, default: FactValue) -> Any:
        """A fact if it was given; otherwise what is presumed, which the answer says if it matters."""
        if key in self.facts:
            return self.need(key)
        self.presumed[key] = default
        return default

    def given(self, *keys: str, gains: str = "") -> bool:
        """Whether these were all given; `gains` says what they would bring."""
        missing = [key for key in keys if key not in self.facts]
        for key in missing:
            self.presumed.setdefault(key, None)
            if gains:
                self.gains[key] = gains
        return not missing

    def known(self, key: str) -> FactValue | None:
        """A fact that was given or presumed; None if nobody has said, which the answer says if it matters."""
        if key in self.facts:
            return self.need(key)  # type: ignore[no-any-return]  # checked by its question
        if key in self.kind.questions:
            return self.presumed.setdefault(key, None)
        return None

    def wrong(self, key: str, why: str) -> Exception:
        """To be raised: this fact cannot be true, for the reason given."""
        return _MissingFact(self.kind.questions[key].under(self.book), why)

    def moment_after(self, key: str, earlier: int) -> int:
        """A moment that comes after another: what is more than half a day before it is past midnight."""
        moment: int = self.need(key)
        return moment + _DAY if moment + _DAY // 2 < earlier <= _DAY else moment

    def offence(self, side: Side, *, this_match: bool = True) -> int:
        """Which offence of this kind it is for a side, the present one counted."""
        return 1 + self.earlier(side, (self.kind.name,), this_match=this_match)

    def earlier(self, side: Side, kinds: tuple[str, ...], *, this_match: bool = True) -> int:
        """How often a side has done it before: as told (`earlier`), as the ledger has it, or presumably never."""
        self.ladder = True
        name = self.record.names[side.place]
        counted = sum(len(self.record.earlier(name, kind, this_match=this_match)) for kind in kinds)
        if "earlier" not in self.kind.questions:
            return counted
        if "earlier" not in self.facts and counted:
            return counted
        return int(self.get("earlier", 0))

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
        notes: tuple[str | Reading, ...] = (),
        then: Consequences = UNCHANGED,
    ) -> Ruling:
        """A ruling on the facts used so far; `then` are consequences that its remedies do not show."""
        figures = derive_consequences(then, remedies, self.known)
        priced = self._with_figures(options)
        return Ruling(
            self.kind.name,
            self.book,
            clauses,
            say,
            remedies,
            choice_of,
            priced,
            penalties,
            appeal,
            self.used,
            tuple(note for note in notes if isinstance(note, str)),
            _readings(notes, clauses),
            consequences=figures,
            under=self.profile.event or self.profile.name,
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
        notes: tuple[str | Reading, ...] = (),
        then: Consequences = UNCHANGED,
        compared: bool = False,
    ) -> Discretion:
        """A person decides, within these bounds; `compared` with what the other books have on the matter."""
        return Discretion(
            self.kind.name,
            self.book,
            clauses,
            say,
            factors,
            self._with_figures(usual),
            forbidden,
            elsewhere=self._elsewhere() if compared else (),
            appeal=appeal,
            relied_on=self.used,
            notes=tuple(note for note in notes if isinstance(note, str)),
            readings=_readings(notes, clauses),
            consequences=then,
            under=self.profile.event or self.profile.name,
        )

    def _with_figures(self, options: tuple[Option, ...]) -> tuple[Option, ...]:
        """Options with their amounts (one point, where the book fixes no number) and what they change."""
        if not options:
            return options
        policy = self.profile.policy()
        points_go = (policy if isinstance(policy, Policy) else book_policy(self.book)).penalty_points
        named = (self.used.get(key) for key in _OFFENDER)
        side = next((Side(value) for value in named if value in ("white", "black")), None)
        return tuple(option_figures(_with_points(option, side), self._fact, points_go) for option in options)

    def _fact(self, key: str) -> FactValue | None:
        """A fact if it was given; nothing is presumed."""
        return self.need(key) if key in self.facts else None

    def _elsewhere(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """What the other books have on this kind."""
        return tuple((book, rows) for book, rows in self.kind.clauses.items() if book != self.book)

    def silent(self) -> Discretion:
        """The book says nothing on this; the others that do are named."""
        general = self.book == "ibf" and self.kind.name in _BREACHES
        return Discretion(
            self.kind.name,
            self.book,
            _GENERAL if general else (),
            f"This matter is not covered by this book.{_SANCTION if general else ''}",
            usual=tuple(Option(one.value, _SANCTIONS[one]) for one in Sanction) if general else (),
            covered=False,
            elsewhere=self._elsewhere(),
            relied_on=self.used,
            under=self.profile.event or self.profile.name,
        )


_OF_SOME_GAMES: Final = ("backgammon", "moved_with_checker_on_bar", "own_checker_to_bar")
_GENERAL: Final = ("ibf:17.1g", "ibf:17.2")
_SANCTION: Final = (
    " If it broke the regulations of the event or was unsporting, the arbiter may choose one of the six sanctions."
)
_SANCTIONS: Final = {
    Sanction.WARNING: "A warning",
    Sanction.TIME_OFF: "Time off the player's clock; the arbiter names how much",
    Sanction.TIME_TO_OPPONENT: "Time added to the opponent's clock; the arbiter names how much",
    Sanction.POINT: "One point off the player's score",
    Sanction.FORFEIT_GAME: "The game is forfeited; by both players, where both are to blame",
    Sanction.EXCLUSION: "Exclusion from the competition, which only the Chief Arbiter decides on",
}


def sanction_text(sanction: Sanction) -> str:
    """A sanction of ibf:17.1 as an arbiter is offered it."""
    return _SANCTIONS[sanction]


_BREACHES: Final = frozenset({
    "agreed_break", "aid_used", "both_left", "coaching", "confusing_handling", "cube_and_clock", "dice_manipulated",
    "distraction",
    "headphones", "late_report", "left_area", "result_unreported", "score_not_kept", "slow_play",
    "unreasonable_ending", "wrong_language",
})  # fmt: skip  # what a player did; ibf names neither it nor a scale, so its general sanctions answer

_OFFENDER: Final = ("offender", "who", "by", "player", "grabber", "roller", "doubler")
_POINTS: Final = {"point": False, "points": False, "points_later": True}


def _with_points(option: Option, side: Side | None) -> Option:
    """An option that is penalty points with one point, if it names none; whoever loses it by the option is meant."""
    losing = (one.side for one in option.remedies if isinstance(one, GivePoints) and one.points < 0)
    side = next(losing, side)
    if side is None or option.name not in _POINTS or option.penalties:
        return option
    return replace(option, penalties=(Penalty(side, PenaltyStep.POINTS, points=1, later=_POINTS[option.name]),))


def _readings(notes: tuple[str | Reading, ...], clauses: tuple[str, ...]) -> tuple[Reading, ...]:
    """The readings among the notes, and those that a row cited is."""
    named = tuple(note for note in notes if isinstance(note, Reading))
    known = {note.id for note in named}
    return (*named, *(row for row in rows_as_readings(clauses) if row.id not in known))


def run_rule(inquiry: Inquiry) -> JudgeAnswer:
    """What the kind's rule says, before its assumptions are looked at."""
    try:
        return inquiry.kind.book_rules.get(inquiry.book, inquiry.kind.rule)(inquiry)
    except _MissingFact as missing:
        return NeedFacts(inquiry.kind.name, inquiry.book, missing.question, missing.wrong)
