"""What the ruling page asks and is told: kinds of incidents, the next question, an answer in lines to read out."""

from typing import Annotated, Literal

import msgspec

Fact = str | int | bool


class Incident(msgspec.Struct, frozen=True):
    """A kind of incident as a list shows it, with the books that speak of it."""

    name: str
    title: str
    words: tuple[str, ...]
    books: tuple[str, ...]
    place: str = ""  # where it happens: dice, checkers, cube, clock ...
    picture: str = ""  # the name of a drawing that shows it
    clauses: tuple[str, ...] = ()


class RulingQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fact that is missing: `type` is side, choice, yes_no, count, duration, moment, position, dice or text."""

    key: str
    text: str
    type: str
    hint: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int | None = None
    silent: tuple[str, ...] = ()  # of the choices, those on which the book is silent
    sentences: tuple[str, ...] = ()  # the choices as people read them


class FactLine(msgspec.Struct, frozen=True):
    """A fact that was given: what was asked, so that it may be answered anew, and the answer as people say it."""

    question: RulingQuestion
    text: str


class NewRuling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An incident put to the book of a preset, with the facts so far."""

    kind: Annotated[str, msgspec.Meta(max_length=60)]
    preset: Annotated[str, msgspec.Meta(max_length=60)]
    facts: Annotated[dict[str, Fact], msgspec.Meta(max_length=60)] = {}
    white: Annotated[str, msgspec.Meta(max_length=60)] = ""  # the players' names, where they are known
    black: Annotated[str, msgspec.Meta(max_length=60)] = ""
    language: Annotated[str, msgspec.Meta(max_length=8)] = "en"  # in which the players are spoken to


class RulingView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ruling, the bounds of a person's discretion, or the next question; lines are a label and what it says."""

    answer: Literal["ruling", "discretion", "question"]
    book: str
    lines: tuple[tuple[str, str], ...] = ()
    clauses: tuple[str, ...] = ()
    question: RulingQuestion | None = None
    wrong: str = ""  # why a fact that was given cannot be true
    covered: bool = True  # False: the book is silent, and what others say is among the lines
    facts: tuple[FactLine, ...] = ()  # those given, in their order
    assumed: tuple[RulingQuestion, ...] = ()  # what nobody has said and the answer assumes: it may be said
    spoken: tuple[tuple[str, str], ...] = ()  # what to say to the players: a sentence and the language it is in


class PositionView(msgspec.Struct, frozen=True):
    """A position read from any notation, seen by White, as screens have it and in literal form."""

    literal: str
    discipline: str
    points: tuple[int, ...]
    off: tuple[int, int]
    rotated: bool = False  # as in a game's view
    xgid: str = ""
    problems: tuple[str, ...] = ()
