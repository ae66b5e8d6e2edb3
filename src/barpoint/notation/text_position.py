"""Reading the position texts of XG and BGBlitz: an id, a board in letters, and an analysis in words.

The id says everything the board does, so it is what is read, in whatever language the words are; the players'
names are read where they stand as these programs write them, and the whole text is kept as a comment.
"""

import re
from typing import Final

from barpoint.notation.match_id import read_gnubg_id
from barpoint.notation.position_record import position_record
from barpoint.notation.record import COMMENT, MatchRecord
from barpoint.notation.xgid import read_xgid

_LONGEST: Final = 200_000
_XGID: Final = re.compile(r"XGID=[-A-Pa-p]{26}(?::-?\w{1,6}){9}")
_GNUBG: Final = re.compile(r"Position[- ]ID\s*:\s*([A-Za-z0-9+/]{14})\s+Match[- ]ID\s*:\s*([A-Za-z0-9+/]{12})")
_LINES: Final = 60
_LONGEST_LINE: Final = 200
_XG_NAMES: Final = re.compile(r"X:(.+?) {2,}O:(.+)")
_BGBLITZ_NAMES: Final = re.compile(r"[+|] {2,}(X|O): (.+?) {2,}\d+$")


def holds_position(text: str) -> bool:
    """Whether the text has an id of a position in it."""
    return bool(_XGID.search(text) or _GNUBG.search(text))


def read_text_position(text: str) -> MatchRecord:
    """The position as a record with one game that stands there; ValueError if there is none."""
    if len(text) > _LONGEST:
        raise ValueError(f"a position text has at most {_LONGEST} letters, not {len(text)}")
    if found := _XGID.search(text):
        position, situation = read_xgid(found[0])
    elif found := _GNUBG.search(text):
        position, situation = read_gnubg_id(f"{found[1]}:{found[2]}")
    else:
        raise ValueError("expected a text with an XGID, or with a Position-ID and a Match-ID")
    return position_record(position, situation, _names(text), ((COMMENT, (text.strip(),)),))


def _names(text: str) -> tuple[str, str]:
    """X's name and O's, as XG or BGBlitz writes them."""
    told: dict[str, str] = {}
    for line in text.splitlines()[:_LINES]:
        if len(line) > _LONGEST_LINE:
            continue
        if found := _XG_NAMES.fullmatch(line.strip()):
            return found[1].strip(), found[2].strip()
        if found := _BGBLITZ_NAMES.search(line.strip()):
            told[found[1]] = found[2]
    return told.get("X", "White"), told.get("O", "Black")
