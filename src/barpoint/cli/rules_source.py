"""Where the source of the catalogue meets the disk: read the books, write the compiled form, set statuses.

For those who work on the books in a source tree; an installed Barpoint reads only the compiled form.
"""

from collections.abc import Collection
from pathlib import Path

import barpoint.rulebook
from barpoint.rulebook.catalogue import COMPILED, clause
from barpoint.rulebook.clause import Catalogue, Status
from barpoint.rulebook.source import BOOKS, SUBJECTS, encode, parse, with_status

ROOM = Path(barpoint.rulebook.__file__).parent


def read_books(folder: Path = ROOM / "books") -> Catalogue:
    """The catalogue as its TOML files say it."""
    return parse({name: (folder / f"{name}.toml").read_text("utf-8") for name in (*BOOKS, SUBJECTS)})


def compile_books(folder: Path = ROOM / "books", to: Path = ROOM / COMPILED) -> Catalogue:
    """Check the books and write the compiled form."""
    catalogue = read_books(folder)
    to.write_bytes(encode(catalogue))
    return catalogue


def set_status(rows: Collection[str], status: Status, reason: str = "", folder: Path = ROOM / "books") -> list[Path]:
    """Give these rows a status in their books; the files changed."""
    wanted = {clause(row).id for row in rows}
    changed: list[Path] = []
    for name in sorted({row.partition(":")[0] for row in wanted}):
        path = folder / f"{name}.toml"
        path.write_text(with_status(path.read_text("utf-8"), wanted, status, reason), "utf-8")
        changed.append(path)
    return changed
