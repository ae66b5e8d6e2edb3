"""A position, whatever it is written as: the literal form, a start, or any id the field uses.

    read("x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5")     the literal (`board.position`)
    read("start"), read("longgammon start")               a starting position
    read("4HPwATDgc/ABMA")                                gnubg's Position ID, or its 20-letter key
    read("4HPwATDgc/ABMA:cAkAAAAAAAAA")                   GNUBG ID, also as gnubg prints it in two parts
    read("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10")
    read("11jjjjjhhhccccc:ooddddd88866666:N0N:63:B:R:4:3:7:0")  OGID
    read("board:You:other:7:0:0:0:-2:...")                FIBS's board line
    read(" +13-14-15-16-17-18- ...")                      a board in letters, or a text with an id in it

An id does not say its discipline: name it first, `sprintgammon: XGID=...`, or pass it.
"""

import re
from itertools import islice
from typing import Final, NamedTuple

from barpoint.board import BACKGAMMON, Discipline, Position, pos
from barpoint.board import discipline as discipline_named
from barpoint.notation.ids.match_ids import read_match_id
from barpoint.notation.ids.ogids import LOOKS_LIKE as _OGID
from barpoint.notation.ids.ogids import read_ogid
from barpoint.notation.ids.position_ids import read_position_id, read_position_key
from barpoint.notation.ids.situation import Situation
from barpoint.notation.ids.xgids import read_xgid
from barpoint.notation.pictures.board_letters import holds_board, read_board

EXPECTED: Final = (
    "expected a position: 'x 24:2 13:5 8:3 6:5 | o 24:2 13:5 8:3 6:5', 'start', 'longgammon start', "
    "a Position ID such as 4HPwATDgc/ABMA, a GNUBG ID such as 4HPwATDgc/ABMA:cAkAAAAAAAAA, an XGID, "
    "an OGID, a FIBS board line, or a board in letters"
)
_LONGEST: Final = 1000
_LONGEST_BOARD: Final = 20_000  # a board in letters, with whatever a program wrote below it
_BREAK: Final = re.compile(r"\s*:\s*|\s+")
_ID: Final = "[A-Za-z0-9+/]"
_GNUBG: Final = re.compile(
    rf"(?:position[- ]id\s*[:=]\s*)?({_ID}{{14}})(?:(?:\s*:\s*|\s+)(?:match[- ]id\s*[:=]\s*)?({_ID}{{12}}))?",
    re.IGNORECASE,
)
_KEY: Final = re.compile(r"[A-P]{20}")
_UNNAMED: Final = re.compile(r"[xX]\b(?!\s*:)")
_XGID: Final = re.compile(r"XGID=|[-A-Pa-p]{26}:")


_XGID_WITHIN: Final = re.compile(r"XGID=[-A-Pa-p]{26}(?::-?\w{1,6}){8}:\d{1,5}(?![\d:])")
_GNUBG_WITHIN: Final = re.compile(rf"Position[- ]ID\s*:\s*({_ID}{{14}})\s+Match[- ]ID\s*:\s*({_ID}{{12}})")


class Reading(NamedTuple):
    """A position, and what stands around it if the text said so."""

    position: Position
    situation: Situation | None


def read(text: str, discipline: Discipline | None = None) -> Reading:
    """What `text` describes; `discipline` is for a text that names none, Backgammon if left out."""
    if len(text) <= _LONGEST_BOARD and (within := _read_within(text.strip(), discipline)):
        return within
    if len(text) > _LONGEST:
        raise ValueError(f"{EXPECTED}; not {len(text)} letters")
    rules, rest = _discipline(text.strip(), discipline)
    if rest.lower() == "start":
        return Reading(Position.start(rules), None)
    if "|" in rest:
        return Reading(pos(f"{rules.name}: {rest}" if _UNNAMED.match(rest) else rest), None)
    if rest.startswith("board:"):
        from barpoint.notation.ids.fibs_board import read_fibs_board

        return Reading(*read_fibs_board(rest)[:2])
    if _XGID.match(rest):
        return Reading(*read_xgid(rest, rules))
    if rest.startswith("OGID=") or _OGID.match(rest):
        return Reading(*read_ogid(rest, rules))
    if _KEY.fullmatch(rest):
        return Reading(read_position_key(rest, rules), None)
    if parts := _GNUBG.fullmatch(rest):
        situation = read_match_id(parts[2]) if parts[2] else None
        return Reading(read_position_id(parts[1], rules), situation)
    raise ValueError(f"{EXPECTED}; not {text if len(text) <= 60 else text[:57] + '...'!r}")


def _read_within(text: str, discipline: Discipline | None) -> Reading | None:
    """What a longer text holds: an id that a program wrote there, else a board in letters.

    A field of one line takes the line breaks out of what is pasted: an XGID is looked for without them.
    """
    if id_match := _XGID_WITHIN.search(text):
        return Reading(*read_xgid(id_match[0], _discipline(text, discipline)[0]))
    if "\n" not in text:
        return None
    if id_match := _GNUBG_WITHIN.search(text):
        return read(" ".join(id_match.groups()), discipline)
    return Reading(*read_board(text, discipline or BACKGAMMON)) if holds_board(text) else None


def read_position(text: str, discipline: Discipline | None = None) -> Position:
    """The position that `text` describes, in any of the forms of `read`."""
    return read(text, discipline).position


def _discipline(text: str, default: Discipline | None) -> tuple[Discipline, str]:
    """The discipline a text begins with, or the given one, and the rest of the text."""
    for gap in islice(_BREAK.finditer(text), 2):  # no discipline's name has more than two words
        try:
            return discipline_named(text[: gap.start()]), text[gap.end() :]
        except ValueError:
            continue  # it begins with something else, such as a side or an id
    return default or BACKGAMMON, text
