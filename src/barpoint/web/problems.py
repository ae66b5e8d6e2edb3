"""The three faults over HTTP: malformed is 400, refused is 409 with its clauses, impossible is 500 without details."""

import logging
from typing import Any

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, ValidationException

from barpoint.rulebook.cite import Citation, said_in
from barpoint.web.session import AnyRequest
from barpoint.web.tournaments.language import asked_in
from barpoint.wire.http import Problem

_log = logging.getLogger("barpoint.web")


class RefusedException(Exception):  # noqa: N818  # a refusal is no error
    """A refusal on its way to the client."""

    def __init__(self, citation: Citation) -> None:
        super().__init__(str(citation))
        self.citation = citation


def refused(request: AnyRequest, refusal: RefusedException) -> Response[Problem]:
    """The sentence, in the language that is asked for if it has it; the code and the clauses."""
    said = refusal.citation
    return _answer(Problem(409, said_in(asked_in(request), said), said.code, said.clauses))


def malformed(_: AnyRequest, error: ValueError) -> Response[Problem]:
    """What was expected."""
    return _answer(Problem(400, str(error), "malformed"))


def not_done(_: AnyRequest, error: HTTPException) -> Response[Problem]:
    """Litestar's own words; for malformed data, which part of it."""
    detail = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        parts = [f"{one.get('key', '')}: {one.get('message', '')}" for one in error.extra if isinstance(one, dict)]
        detail = "; ".join(parts) or detail
    answer = _answer(Problem(error.status_code, detail))
    answer.headers.update(error.headers or {})
    return answer


def failed(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Something that should not happen: the log has it, the client does not."""
    _log.exception("request failed", extra={"path": request.url.path}, exc_info=error)
    return _answer(Problem(500, "something went wrong here; it has been written down"))


def _answer(problem: Problem) -> Response[Problem]:
    return Response(problem, status_code=problem.status_code, media_type=MediaType.JSON)


HANDLERS: dict[int | type[Exception], Any] = {
    RefusedException: refused,
    HTTPException: not_done,
    ValueError: malformed,
    Exception: failed,
}
