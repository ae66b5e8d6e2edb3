"""The rule books over HTTP: the whole catalogue, a clause or a section, a search, a comparison."""

from typing import Annotated

from litestar import get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from barpoint.board import Side
from barpoint.rulebook import (
    Catalogue,
    Clause,
    UnknownClauseError,
    compare_books,
    load_catalogue,
    preset,
    search_clauses,
    section,
)
from barpoint.rulebook.catalogue import BookComparison, SearchResult
from barpoint.rulebook.profiles import AgreementSheet, agreement_sheet
from barpoint.wire.players import StatedWishes

Words = Annotated[str, QueryParameter(name="q", max_length=200, description="Everyday words, an id or a section.")]


@get("/api/rules", summary="All rule books", sync_to_thread=False)
def catalogue() -> Catalogue:
    """Every book, subject and clause; a page can keep it and work without a network."""
    return load_catalogue()


@get("/api/rules/search", summary="Search the rule books", sync_to_thread=False)
def search_rules(words: Words, book: FromQuery[str | None] = None) -> SearchResult:
    """The clauses that fit these words best."""
    return search_clauses(words, book=book)


@get("/api/rules/compare", summary="The books side by side", sync_to_thread=False)
def comparison(words: Words) -> BookComparison:
    """What each book says on a subject."""
    return compare_books(words)


@get("/api/rules/{row:str}", summary="A clause or a section", sync_to_thread=False)
def clause_rows(row: FromPath[str]) -> list[Clause]:
    """The rows of an id such as `usbgf:4.4.8a`, or of a section such as `usbgf:4.4.8`."""
    try:
        return list(section(row))
    except UnknownClauseError as unknown:
        raise NotFoundException(str(unknown)) from unknown


@post("/api/agreement", status_code=200, summary="What two sides agree on before a match", sync_to_thread=False)
def agreement(data: JSONBody[StatedWishes]) -> AgreementSheet:
    """Both sides' wishes, settled as the book of a preset has it; nothing is kept."""
    return agreement_sheet(preset(data.preset), {Side.WHITE: data.white, Side.BLACK: data.black}, data.rolls)


HANDLERS = (agreement, catalogue, search_rules, comparison, clause_rows)
