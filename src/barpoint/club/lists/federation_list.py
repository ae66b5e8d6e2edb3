"""A list of a federation: people with numbers and ratings, read from CSV by a mapping of its columns.

mapping     which columns hold the name, the number, the rating and the club. A name may be in several columns, which
            are joined. A mapping is kept with its list, so next month's file is read as this month's was
row         one person of the list; its key is the number, or the name of whoever has none
bad row     a line that cannot be read, and why; the others are read all the same
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Final

import msgspec

from barpoint.club.series_results import folded_name
from barpoint.person_names import first_hidden

if TYPE_CHECKING:
    import _csv

MOST_ROWS: Final = 40_000
LONGEST_CELL: Final = 80
HIGHEST_RATING: Final = 100_000
_SEPARATORS: Final = (";", "\t", ",", "|")
_SHOWN: Final = 120

Column = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
NameColumns = Annotated[tuple[Column, ...], msgspec.Meta(min_length=1, max_length=3)]
OptionalColumn = Annotated[str, msgspec.Meta(max_length=80)]

_KNOWN_NAMES: Final = ("name", "player", "player name", "full name", "spieler", "joueur", "nome", "имя", "игрок", "фио")
_KNOWN_FIRST: Final = ("first name", "firstname", "given name", "vorname", "prénom", "prenom", "forename")
_KNOWN_LAST: Final = ("last name", "lastname", "surname", "family name", "nachname", "nom", "cognome", "фамилия")
_KNOWN_NUMBERS: Final = ("id", "number", "no", "no.", "member", "member id", "licence", "license", "номер")
_KNOWN_RATINGS: Final = ("rating", "elo", "ranking points", "pr", "glicko", "points", "score", "рейтинг")
_KNOWN_CLUBS: Final = ("club", "team", "verein", "country", "nation", "клуб", "страна")


class ColumnMapping(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Which columns of a file hold what."""

    name: NameColumns
    rating: Column
    number: OptionalColumn = ""
    club: OptionalColumn = ""


class ListRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody of a list."""

    name: str
    rating: float
    number: str = ""
    club: str = ""

    @property
    def key(self) -> str:
        """What a list knows them by."""
        return self.number or f"name:{folded_name(self.name)}"


class ReadRow(msgspec.Struct, frozen=True):
    """A row, and the line it stands on."""

    line: int
    row: ListRow


class BadRow(msgspec.Struct, frozen=True):
    """A line that cannot be read: what stands there, and what was expected."""

    line: int
    text: str
    why: str


class ListReading(msgspec.Struct, frozen=True):
    """What a file comes to under a mapping."""

    columns: tuple[str, ...]
    mapping: ColumnMapping
    rows: tuple[ReadRow, ...]
    bad: tuple[BadRow, ...]


class ListDocument(msgspec.Struct, frozen=True):
    """A list as it is kept in a file."""

    name: str
    mapping: ColumnMapping
    rows: tuple[ListRow, ...]
    source: str = ""


def list_columns(text: str) -> tuple[str, ...]:
    """The header of a file; ValueError if there is none."""
    return _open(text)[0]


def suggest_mapping(columns: Sequence[str]) -> ColumnMapping:
    """What the columns are likely to hold, by what they are called; ValueError if there is no name or no rating."""
    by_name = {_plain(column): column for column in columns}

    def first(known: Sequence[str]) -> str:
        return next((by_name[name] for name in known if name in by_name), "")

    given, family = first(_KNOWN_FIRST), first(_KNOWN_LAST)
    whole = first(_KNOWN_NAMES)
    name = (given, family) if given and family else tuple(one for one in (whole or family,) if one)
    rating = first(_KNOWN_RATINGS)
    if not name or not rating:
        raise ValueError(f"expected columns for a name and a rating: say which of {', '.join(columns)} they are")
    return ColumnMapping(name=name, rating=rating, number=first(_KNOWN_NUMBERS), club=first(_KNOWN_CLUBS))


def read_federation_list(text: str, mapping: ColumnMapping | None = None) -> ListReading:
    """Every row of a file, the bad ones with the reason; ValueError for a file without these columns."""
    columns, lines = _open(text)
    chosen = mapping or suggest_mapping(columns)
    wanted = [*chosen.name, chosen.rating, *(one for one in (chosen.number, chosen.club) if one)]
    missing = [column for column in wanted if column not in columns]
    if missing:
        raise ValueError(f"expected a column {missing[0]!r}, not only {', '.join(columns)}")
    rows, bad, seen = list[ReadRow](), list[BadRow](), dict[str, int]()
    for line, cells in lines:
        if not any(cell.strip() for cell in cells):
            continue
        try:
            row = _row(dict(zip(columns, cells, strict=False)), chosen)
            _check_new(row, seen)
        except ValueError as wrong:
            bad.append(BadRow(line, ", ".join(cells)[:_SHOWN], str(wrong)))
            continue
        seen[row.key] = line
        rows.append(ReadRow(line, row))
    return ListReading(columns, chosen, tuple(rows), tuple(bad))


def list_csv(rows: Iterable[ListRow]) -> str:
    """A list as CSV, the highest first; a name is never a formula."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(("number", "name", "club", "rating"))
    for row in sorted(rows, key=lambda one: (-one.rating, one.name)):
        table.writerow((plain_cell(row.number), plain_cell(row.name), plain_cell(row.club), f"{row.rating:g}"))
    return text.getvalue()


def plain_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _open(text: str) -> tuple[tuple[str, ...], Iterable[tuple[int, list[str]]]]:
    """The header, and the cells of every line after it."""
    content = text.lstrip("\ufeff")
    header = content.partition("\n")[0]
    separator = max(_SEPARATORS, key=header.count)
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=separator)
    try:
        columns = tuple(cell.strip() for cell in next(reader, []))
    except csv.Error as wrong:
        raise ValueError(f"line 1: {wrong}") from wrong
    if len([column for column in columns if column]) < 2:
        raise ValueError("expected a first line that names the columns, such as number,name,rating")
    if len(set(columns)) < len(columns):
        raise ValueError("expected columns of different names")
    return columns, _lines(reader)


def _lines(reader: "_csv.Reader") -> Iterable[tuple[int, list[str]]]:
    while True:
        try:
            yield reader.line_num + 1, next(reader)
        except StopIteration:
            return
        except csv.Error as wrong:
            raise ValueError(f"line {reader.line_num}: {wrong}") from wrong


def _row(cells: dict[str, str], mapping: ColumnMapping) -> ListRow:
    name = _cell(" ".join(cells.get(column, "").strip() for column in mapping.name), "a name")
    if not name:
        raise ValueError("expected a name")
    return ListRow(
        name=name,
        rating=_rating(cells.get(mapping.rating, "")),
        number=_cell(cells.get(mapping.number, "") if mapping.number else "", "a number"),
        club=_cell(cells.get(mapping.club, "") if mapping.club else "", "a club"),
    )


def _check_new(row: ListRow, seen: dict[str, int]) -> None:
    if len(seen) >= MOST_ROWS:
        raise ValueError(f"a list has at most {MOST_ROWS} people")
    if row.key in seen:
        raise ValueError(f"{row.number or row.name} was already on line {seen[row.key]}")


def _cell(text: str, what: str) -> str:
    cell = " ".join(text.split())
    if len(cell) > LONGEST_CELL:
        raise ValueError(f"expected {what} of at most {LONGEST_CELL} letters")
    hidden = first_hidden(cell)
    if hidden is not None:
        raise ValueError(f"expected {what} of letters that can be seen, without {hidden}")
    return cell


def _rating(text: str) -> float:
    plain = text.strip().replace("\u00a0", "").replace(" ", "").replace(",", ".")
    try:
        rating = float(plain)
    except ValueError:
        raise ValueError(f"expected a rating as a number, not {text.strip()[:40]!r}") from None
    if not abs(rating) <= HIGHEST_RATING:  # not a number is above everything
        raise ValueError(f"expected a rating up to {HIGHEST_RATING}, not {text.strip()[:40]!r}")
    return rating


def _plain(column: str) -> str:
    return folded_name(column.replace("_", " "))
