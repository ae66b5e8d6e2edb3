"""Rulings over HTTP: the interview of the ruling page, with no match attached, and positions read from text."""

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from barpoint.board import OFF
from barpoint.board.discipline import Layout
from barpoint.notation import read
from barpoint.notation.situation import Situation
from barpoint.notation.xgid import xgid
from barpoint.officiating.answer import Answer, Discretion, NeedFacts
from barpoint.officiating.facts import Question
from barpoint.officiating.judge import Kind, all_kinds, judge
from barpoint.officiating.reading import hint, options
from barpoint.officiating.search import find
from barpoint.officiating.wording import answer_lines
from barpoint.rulebook.presets import preset
from barpoint.service.viewing import points
from barpoint.web.guards import open_to_aids
from barpoint.wire.ruling import Asked, Incident, NewRuling, PositionRead, Ruled

Words = Annotated[str, QueryParameter(max_length=200)]


@get("/api/incidents", summary="The kinds of incidents")
async def incidents(words: Words = "") -> list[Incident]:
    """Every kind there is or, with words, those that fit them, the best first."""
    if words.strip():
        return [_listed(found.kind) for found in find(words)]
    return [_listed(kind) for _, kind in sorted(all_kinds().items(), key=lambda pair: pair[1].title)]


@post("/api/rulings", status_code=200, summary="Ask for a ruling", guards=[open_to_aids])
async def ruling(data: JSONBody[NewRuling]) -> Ruled:
    """What the preset's book says to an incident, or the next question. Nothing is kept."""
    return shown(judge(data.kind, data.facts, preset(data.preset)))


@get("/api/position", summary="Read a position")
async def position(text: Annotated[str, QueryParameter(max_length=400)]) -> PositionRead:
    """A position from an XGID, a Position ID, a literal or a name such as `start`; seen by the side that has it."""
    found, around = read(text)
    mirrored = found.discipline.layout is Layout.MIRRORED
    return PositionRead(
        literal=str(found),
        discipline=found.discipline.name,
        points=points(found),
        off=(found.us[OFF], found.them[OFF]),
        rotated=not mirrored,
        xgid=xgid(found, around or Situation()) if mirrored and found.is_playable else "",
        problems=tuple(found.problems()),
    )


def shown(answer: Answer) -> Ruled:
    """An answer in lines to read out, or the question it asks."""
    lines = tuple(line for line in answer_lines(answer) if line[0] != "Clause")
    if isinstance(answer, NeedFacts):
        return Ruled("question", answer.book, question=_asked(answer.question), wrong=answer.wrong)
    if isinstance(answer, Discretion):
        return Ruled("discretion", answer.book, lines, answer.clauses, covered=answer.covered)
    return Ruled("ruling", answer.book, lines, answer.clauses)


def _listed(kind: Kind) -> Incident:
    return Incident(kind.name, kind.title, kind.words, tuple(kind.clauses))


def _asked(question: Question) -> Asked:
    return Asked(
        question.key,
        question.text,
        question.type.value,
        hint(question),
        options(question),
        question.least,
        question.most,
    )


HANDLERS = (incidents, ruling, position)
