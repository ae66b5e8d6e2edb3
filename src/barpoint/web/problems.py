"""The three faults over HTTP: malformed is 400, refused is 409 with its clauses, impossible is 500 without details."""

import logging
import re
from typing import Any, Final

from litestar import MediaType, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.status_codes import HTTP_400_BAD_REQUEST, HTTP_500_INTERNAL_SERVER_ERROR

from barpoint.rulebook import Citation, sentence_in
from barpoint.service import StorageError, UnreadableStreamError
from barpoint.web.languages import request_language
from barpoint.web.session import AnyRequest
from barpoint.wire.players import Problem

_log = logging.getLogger("barpoint.web")
_MALFORMED: Final = re.compile(r"(?P<words>.*) - at `\$\.data\.(?P<part>[^`]*)`")


class RefusedException(Exception):  # noqa: N818  # a refusal is no error
    """A refusal on its way to the client."""

    def __init__(self, citation: Citation) -> None:
        super().__init__(str(citation))
        self.citation = citation


def refusal_response(request: AnyRequest, refusal: RefusedException) -> Response[Problem]:
    """The sentence, in the language that is asked for if it has it; the code and the clauses."""
    citation = refusal.citation
    return _answer(Problem(409, sentence_in(request_language(request), citation), citation.code, citation.clauses))


def value_error_response(_: AnyRequest, error: ValueError) -> Response[Problem]:
    """What was expected."""
    return _answer(Problem(400, str(error), "malformed"))


def http_error_response(_: AnyRequest, error: HTTPException) -> Response[Problem]:
    """Litestar's own words; for malformed data, which part of it."""
    detail = error.detail
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        parts = [
            f"{fault.get('key', '')}: {fault.get('message', '')}" for fault in error.extra if isinstance(fault, dict)
        ]
        detail = "; ".join(parts) or detail
    status = error.status_code
    if status == HTTP_500_INTERNAL_SERVER_ERROR and (malformed := _MALFORMED.fullmatch(str(error.__cause__))):
        # Litestar takes a part of the data that is called as one of our dependencies for that dependency
        status, detail = HTTP_400_BAD_REQUEST, f"{malformed['part']}: {malformed['words']}"
    answer = _answer(Problem(status, detail))
    answer.headers.update(error.headers or {})
    return answer


def unreadable_response(_: AnyRequest, error: UnreadableStreamError) -> Response[Problem]:
    """What cannot be read was set aside; the log has why."""
    return _answer(Problem(503, str(error), "set_aside"))


def storage_response(_: AnyRequest, error: StorageError) -> Response[Problem]:
    """Nothing was saved; the log has why."""
    _log.error("a request could not be saved", extra={"trouble": str(error)})
    return _answer(Problem(503, "storage trouble: this may not have been saved; try again", "storage"))


def failure_response(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Something that should not happen: the log has it, the client does not."""
    if isinstance(error, OSError):  # a database that is away, or does not answer in time
        return storage_response(request, StorageError(repr(error)))
    _log.exception("request failed", extra={"path": request.url.path}, exc_info=error)
    return _answer(Problem(500, "something went wrong here; it has been written down"))


def _answer(problem: Problem) -> Response[Problem]:
    return Response(problem, status_code=problem.status_code, media_type=MediaType.JSON)


HANDLERS: dict[int | type[Exception], Any] = {
    RefusedException: refusal_response,
    HTTPException: http_error_response,
    ValueError: value_error_response,
    UnreadableStreamError: unreadable_response,
    StorageError: storage_response,
    Exception: failure_response,
}
