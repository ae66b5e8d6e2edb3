"""What a shell raises when the rules do not allow what was asked; malformed input is a ValueError instead.

>>> import barpoint as bp
>>> try:
...     bp.position("start").play("31", "8/5")
... except bp.RefusedError as refused:
...     print(refused.code, "-", refused.sentence)
must_use_both - Both numbers can be played, so both have to be.
"""

from barpoint.board import Refusal
from barpoint.rulebook import Citation, cite


class RefusedError(Exception):
    """The rules do not allow it: the sentence that says why, its stable code, the clauses of the book."""

    __module__ = "barpoint"  # where people import it

    def __init__(self, refusal: Refusal, book: str = "", citation: Citation | None = None) -> None:
        self.refusal = refusal
        self.citation = citation or cite(refusal, book)
        clauses = f" ({', '.join(self.clauses)})" if self.clauses else ""
        super().__init__(f"{self.sentence}{clauses} [{self.code}]")

    @property
    def code(self) -> str:
        """The stable code, such as `bar_first`."""
        return str(self.refusal.code)

    @property
    def sentence(self) -> str:
        """Why, in a sentence."""
        return self.citation.sentence

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses it rests on; none without a book, or where the book is silent."""
        return self.citation.clauses
