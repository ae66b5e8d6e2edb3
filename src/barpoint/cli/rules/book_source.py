"""Where the source of the catalogue meets the disk: read the books, write the compiled form, set statuses.

For those who work on the books in a source tree; an installed Barpoint reads only the compiled form.
"""

from collections.abc import Collection
from pathlib import Path

import barpoint.rulebook
from barpoint.rulebook import Catalogue, clause
from barpoint.rulebook.catalogue import (
    BOOK_FILES,
    COMPILED,
    SUBJECTS_FILE,
    ClauseStatus,
    encode_catalogue,
    parse_catalogue,
    with_status,
)

ROOM = Path(barpoint.rulebook.__file__).parent


def read_books(folder: Path = ROOM / "books") -> Catalogue:
    """The catalogue as its TOML files say it."""
    return parse_catalogue(
        {name: (folder / f"{name}.toml").read_text("utf-8") for name in (*BOOK_FILES, SUBJECTS_FILE)}
    )


def compile_books(folder: Path = ROOM / "books", to: Path = ROOM / COMPILED) -> Catalogue:
    """Check the books and write the compiled form."""
    catalogue = read_books(folder)
    to.write_bytes(encode_catalogue(catalogue))
    return catalogue


def set_status(
    rows: Collection[str], status: ClauseStatus, reason: str = "", folder: Path = ROOM / "books"
) -> list[Path]:
    """Give these rows a status in their books; the files changed."""
    row_ids = {clause(row).id for row in rows}
    changed: list[Path] = []
    for name in sorted({row.partition(":")[0] for row in row_ids}):
        path = folder / f"{name}.toml"
        path.write_text(with_status(path.read_text("utf-8"), row_ids, status, reason), "utf-8")
        changed.append(path)
    return changed
