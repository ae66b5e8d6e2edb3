"""A match as one page that replays it: no request leaves it, and it works from a disk.

The page knows nothing of backgammon. Every frame is drawn by `board_diagram`; a shape that several frames share is in
the page once, and a frame is the list of its shapes, back to front.
"""

import json
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from typing import Final

from barpoint.match.events import AnyEvent
from barpoint.notation.pictures.frames import match_frames, picture
from barpoint.notation.record.match_record import MatchRecord

TEMPLATE: Final = "replay.html"
_ABOUT: Final = ("event", "round", "place", "date")


def replay_page(record: MatchRecord, events: Sequence[AnyEvent]) -> str:
    """The page."""
    marks: dict[str, int] = {}
    frame_data = []
    drawing = None
    for frame in match_frames(tuple(events)):
        drawing = picture(frame)
        frame_data.append(
            {
                "g": frame.game,
                "w": frame.words,
                "s": frame.score,
                "d": drawing.description,
                "m": [marks.setdefault(mark, len(marks)) for mark in drawing.marks()],
            }
        )
    if drawing is None:
        raise ValueError("there is no game to show")
    data = {
        "names": [record.white, record.black],
        "length": record.length,
        "marks": list(marks),
        "frames": frame_data,
    }
    about = ", ".join(record.info[key] for key in _ABOUT if record.info.get(key))
    return _fill(
        title=escape(f"{record.white} - {record.black}"),
        about=escape(about),
        dark=drawing.dark_style,
        box=f"0 0 {drawing.width:g} {drawing.height:g}",
        data=json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    )


def _fill(**parts: str) -> str:
    """The template with its parts in place; what a part says is not looked at again."""
    template = files("barpoint.notation").joinpath(TEMPLATE).read_text("utf-8")
    pieces = template.split("{{")
    return pieces[0] + "".join(parts[name] + rest for name, _, rest in (piece.partition("}}") for piece in pieces[1:]))
