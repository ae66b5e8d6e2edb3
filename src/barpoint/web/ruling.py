"""Rulings over HTTP: the interview of the ruling page, with no match attached, and positions read from text."""

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from barpoint.board import OFF, Layout
from barpoint.notation import Situation, read, xgid
from barpoint.officiating import (
    Discretion,
    Facts,
    IncidentDefinition,
    JudgeAnswer,
    NeedFacts,
    Question,
    all_kinds,
    answer_choices,
    answer_hint,
    answer_lines,
    fact_texts,
    find_incidents,
    judge,
    mark_silences,
)
from barpoint.officiating.presentation import (
    PICTURES,
    SIDE_NAMES,
    SideNames,
    kinds_by_place,
    place_of,
    question_sentences,
    side_names,
    spoken_ruling,
    with_names,
)
from barpoint.rulebook import preset
from barpoint.service import off_loop
from barpoint.service.play import board_points
from barpoint.web.guards import open_to_aids
from barpoint.wire.officiating import (
    FactLine,
    Incident,
    NewRuling,
    PositionView,
    RulingQuestion,
    RulingView,
)

Words = Annotated[str, QueryParameter(max_length=200)]


@get("/api/incidents", summary="The kinds of incidents")
async def incidents(words: Words = "", under: Annotated[str, QueryParameter(name="preset")] = "") -> list[Incident]:
    """Every kind by its place or, with words, those that fit, the best first; first those the preset's book knows."""
    if words.strip():
        book = preset(under).book if under else None
        return [_incident(hit.kind) for hit in find_incidents(words, book=book)]
    return [_incident(kind) for kinds in kinds_by_place().values() for kind in kinds]


@post("/api/rulings", status_code=200, summary="Ask for a ruling", guards=[open_to_aids])
async def ruling(data: JSONBody[NewRuling]) -> RulingView:
    """What the preset's book says to an incident, or the next question. Nothing is kept."""
    names, profile = side_names(data.white, data.black), preset(data.preset)
    answer = mark_silences(judge(data.kind, data.facts, profile), data.facts, profile)
    return ruling_view(answer, data.kind, data.facts, names, data.language)


@get("/api/position", summary="Read a position")
async def position(text: Annotated[str, QueryParameter(max_length=400)]) -> PositionView:
    """A position from an XGID, a Position ID, a literal or a name such as `start`; seen by the side that has it."""
    return await off_loop(lambda: _position(text))


def _position(text: str) -> PositionView:
    parsed, around = read(text)
    mirrored = parsed.discipline.layout is Layout.MIRRORED
    return PositionView(
        literal=str(parsed),
        discipline=parsed.discipline.name,
        points=board_points(parsed),
        off=(parsed.us[OFF], parsed.them[OFF]),
        rotated=not mirrored,
        xgid=xgid(parsed, around or Situation()) if mirrored and parsed.is_playable else "",
        problems=tuple(parsed.problems()),
    )


def ruling_view(
    answer: JudgeAnswer, kind: str, facts: Facts, names: SideNames = SIDE_NAMES, language: str = "en"
) -> RulingView:
    """An answer in lines to read out with the players' names, or the question it asks; the facts given are in words."""
    given = _fact_lines(kind, facts, names)
    if isinstance(answer, NeedFacts):
        question = _question(answer.kind, answer.question, names, answer.silent)
        return RulingView(
            "question", answer.book, question=question, wrong=with_names(answer.wrong, names), facts=given
        )
    lines = tuple(line for line in answer_lines(answer, names) if line[0] != "Clause")
    spoken = tuple((line.text, line.language) for line in spoken_ruling(answer, language, names))
    questions = all_kinds()[kind].questions if kind else {}
    is_discretion = isinstance(answer, Discretion)
    return RulingView(
        "discretion" if is_discretion else "ruling",
        answer.book,
        lines,
        answer.clauses,
        covered=answer.covered if isinstance(answer, Discretion) else True,
        facts=given,
        assumed=tuple(
            _question(kind, questions[assumption.key].under(answer.book), names) for assumption in answer.assumptions
        ),
        spoken=spoken,
    )


def _fact_lines(kind: str, facts: Facts, names: SideNames) -> tuple[FactLine, ...]:
    if not kind:
        return ()
    questions, texts = all_kinds()[kind].questions, fact_texts(kind, facts, names)
    return tuple(FactLine(_question(kind, questions[key], names), text) for key, text in texts.items())


def _incident(kind: IncidentDefinition) -> Incident:
    return Incident(
        kind.name,
        kind.title,
        kind.words,
        tuple(kind.clauses),
        place_of(kind).value,
        PICTURES.get(kind.name, ""),
        tuple(dict.fromkeys(row for rows in kind.clauses.values() for row in rows)),
    )


def _question(kind: str, question: Question, names: SideNames, silent: tuple[str, ...] = ()) -> RulingQuestion:
    return RulingQuestion(
        question.key,
        with_names(question.text, names),
        question.type.value,
        answer_hint(question),
        answer_choices(question),
        question.least,
        question.most,
        silent,
        tuple(question_sentences(kind, question, names).values()),
    )


HANDLERS = (incidents, ruling, position)
