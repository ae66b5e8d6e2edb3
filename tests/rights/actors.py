"""Everybody the matrix of rights asks for, in the order of its columns.

guest      nobody yet: no session, no link
stranger   a guest with a session who has no part in anything
player     sits at the match: White's first; entered in both tournaments
partner    White's second (Doubles)
opponent   Black's first
own        Black's second, who is an official of the server as well
spectator  a registered person who looks on; at the hall another entrant
delayed    looks on at a match whose spectators are kept behind
barred     was sent away from a match by an official
monitor    appointed to the match of the hall
arbiter    of the hall's tournament
director   of the hall's and of the online tournament
elsewhere  directs another tournament, under the same name, and shows its link here
official   of the server, with no part in any match
"""

from dataclasses import dataclass, field
from typing import Final

ACTORS: Final = (
    "guest",
    "stranger",
    "player",
    "partner",
    "opponent",
    "own",
    "spectator",
    "delayed",
    "barred",
    "monitor",
    "arbiter",
    "director",
    "elsewhere",
    "official",
)
NAMES: Final = {
    "player": "Petra",
    "partner": "Quentin",
    "opponent": "Olaf",
    "own": "Wanda",
    "spectator": "Lena",
    "delayed": "Dirk",
    "barred": "Boris",
    "monitor": "Mona",
    "arbiter": "Arno",
    "director": "Hilda",
    "elsewhere": "Edgar",
    "official": "Sonja",
}
"""What the registered ones are called."""


@dataclass
class Actor:
    """Somebody's browser: its cookies, and what the names of a row mean to them."""

    name: str
    cookies: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    account: str = ""

    @property
    def cookie(self) -> str:
        """The header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())
