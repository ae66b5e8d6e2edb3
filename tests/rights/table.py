"""The matrix as it is written down: rows of letters, read from the text files beside this module."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.rights.actors import ACTORS

FOLDER: Final = Path(__file__).parent
LETTERS: Final = frozenset("+-?0nmaor")
GRANTED: Final = "+"


@dataclass(frozen=True)
class Row:
    """What is asked, and a letter for each actor."""

    asked: str
    letters: str
    alone: bool = False  # each who is granted it asks in a world of their own
    changes: bool = False  # a GET that changes something

    def letter(self, actor: str) -> str:
        return self.letters[ACTORS.index(actor)]

    @property
    def changing(self) -> bool:
        """Whether it changes the world of whoever is granted it."""
        return GRANTED in self.letters and (self.changes or not self.asked.startswith("GET "))

    @property
    def order(self) -> list[str]:
        """Whoever is not granted it asks first."""
        return sorted(ACTORS, key=lambda actor: self.letter(actor) == GRANTED)


def read_row(line: str) -> Row:
    """A line of a table; ValueError says what was expected."""
    letters, _, asked = line.partition("  ")
    letters = letters.replace(" ", "")
    if len(letters) != len(ACTORS) or not set(letters) <= LETTERS:
        raise ValueError(f"expected {len(ACTORS)} letters of {''.join(sorted(LETTERS))} and two blanks: {line!r}")
    flag = asked[:2] if asked[:2] in ("* ", "! ") else ""
    return Row(asked.removeprefix(flag).strip(), letters, flag == "* ", flag == "! ")


def read_table(name: str) -> list[Row]:
    """The rows of a table."""
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    return [read_row(line) for line in lines if line.strip() and not line.startswith("#")]
