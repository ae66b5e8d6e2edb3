"""Reading the position texts of XG and BGBlitz: an id, a board in letters, and an analysis in words.

The id says everything the board does, so it is what is read, in whatever language the words are; the players'
names are read where they stand as these programs write them, and the whole text is kept as a comment.
"""

import re
from typing import Final

from barpoint.notation.ids.match_ids import read_gnubg_id
from barpoint.notation.ids.xgids import read_xgid
from barpoint.notation.record.match_record import COMMENT, MatchRecord
from barpoint.notation.record.record_from_position import record_of_position

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
    if id_match := _XGID.search(text):
        position, situation = read_xgid(id_match[0])
    elif id_match := _GNUBG.search(text):
        position, situation = read_gnubg_id(f"{id_match[1]}:{id_match[2]}")
    else:
        raise ValueError("expected a text with an XGID, or with a Position-ID and a Match-ID")
    return record_of_position(position, situation, _names(text), ((COMMENT, (text.strip(),)),))


def _names(text: str) -> tuple[str, str]:
    """X's name and O's, as XG or BGBlitz writes them."""
    names: dict[str, str] = {}
    for line in text.splitlines()[:_LINES]:
        if len(line) > _LONGEST_LINE:
            continue
        if fields := _XG_NAMES.fullmatch(line.strip()):
            return fields[1].strip(), fields[2].strip()
        if fields := _BGBLITZ_NAMES.search(line.strip()):
            names[fields[1]] = fields[2]
    return names.get("X", "White"), names.get("O", "Black")
