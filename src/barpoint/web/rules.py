"""The rule books over HTTP: the whole catalogue, a clause or a section, a search, a comparison."""

from typing import Annotated

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, QueryParameter

from barpoint.rulebook.catalogue import UnknownClauseError, load, section
from barpoint.rulebook.clause import Catalogue, Clause
from barpoint.rulebook.compare import Comparison, compare
from barpoint.rulebook.search import Answer, search

Words = Annotated[str, QueryParameter(name="q", max_length=200, description="Everyday words, an id or a section.")]


@get("/api/rules", summary="All rule books", sync_to_thread=False)
def catalogue() -> Catalogue:
    """Every book, subject and clause; a page can keep it and work without a network."""
    return load()


@get("/api/rules/search", summary="Search the rule books", sync_to_thread=False)
def found(words: Words, book: FromQuery[str | None] = None) -> Answer:
    """The clauses that fit these words best."""
    return search(words, book=book)


@get("/api/rules/compare", summary="The books side by side", sync_to_thread=False)
def compared(words: Words) -> Comparison:
    """What each book says on a subject."""
    return compare(words)


@get("/api/rules/{row:str}", summary="A clause or a section", sync_to_thread=False)
def one(row: FromPath[str]) -> list[Clause]:
    """The rows of an id such as `usbgf:4.4.8a`, or of a section such as `usbgf:4.4.8`."""
    try:
        return list(section(row))
    except UnknownClauseError as unknown:
        raise NotFoundException(str(unknown)) from unknown


HANDLERS = (catalogue, found, compared, one)
