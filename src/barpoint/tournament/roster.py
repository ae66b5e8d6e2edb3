"""Entrants from a spreadsheet: CSV with a header, one entry a line.

columns     id or name is needed; club, rating, member, member_until, barred_until, contact if known; for teams
            the same once more with `partner_` before it

What is not a column of ours is passed over, so that a federation's list can be read as it is. Whether the event
takes an entry is decided when it is entered, not here.
"""

import csv
import unicodedata
from collections.abc import Iterable

from barpoint.tournament.player import Player

COLUMNS = ("id", "name", "club", "rating", "member", "member_until", "barred_until", "contact")
PARTNER = "partner_"


def read_roster(lines: Iterable[str], source: str = "roster") -> tuple[tuple[Player, ...], ...]:
    """The entries of a CSV; ValueError says which line and what was expected."""
    reader = csv.DictReader(lines)
    header = [name.strip().lower().lstrip("\ufeff") for name in reader.fieldnames or ()]
    if not {"id", "name"} & set(header):
        raise ValueError(f"{source}: expected a header with a column name or id, not {', '.join(header) or 'nothing'}")
    reader.fieldnames = header
    entries, seen = [], dict[str, int]()
    for number, row in enumerate(reader, 2):
        cells = {name: (value or "").strip() for name, value in row.items() if isinstance(value, str | None)}
        if not any(cells.values()):
            continue
        try:
            people = [_player(cells, "")]
            if cells.get(f"{PARTNER}name") or cells.get(f"{PARTNER}id"):
                people.append(_player(cells, PARTNER))
        except ValueError as wrong:
            raise ValueError(f"{source}, line {number}: {wrong}") from wrong
        for person in people:
            if person.id in seen:
                raise ValueError(f"{source}, line {number}: {person.id} was already on line {seen[person.id]}")
            seen[person.id] = number
        entries.append(tuple(people))
    return tuple(entries)


def _player(cells: dict[str, str], before: str) -> Player:
    mine = {name: cells.get(f"{before}{name}", "") for name in COLUMNS}
    name = mine["name"]
    return Player(
        id=mine["id"] or slug(name),
        name=name,
        club=mine["club"],
        rating=_rating(mine["rating"]),
        member=mine["member"],
        member_until=mine["member_until"],
        barred_until=mine["barred_until"],
        contact=mine["contact"],
    )


def _rating(text: str) -> float | None:
    if not text:
        return None
    try:
        return float(text.replace(",", "."))
    except ValueError as wrong:
        raise ValueError(f"expected a rating as a number, not {text!r}") from wrong


def slug(name: str) -> str:
    """An id from a name: Zoë Ångström -> zoe-angstrom."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    text = "-".join(words) or "-".join("".join(letter if letter.isalnum() else " " for letter in name.lower()).split())
    if not text:
        raise ValueError("an entrant has a name or an id")
    return text
