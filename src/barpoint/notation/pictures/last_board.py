"""The board as it stands at the end of a record, drawn: for a position file, the position itself."""

from collections.abc import Sequence

from barpoint.match.events import AnyEvent
from barpoint.notation.pictures.drawing import Drawing
from barpoint.notation.pictures.frames import match_frames, picture
from barpoint.notation.record.match_record import MatchRecord


def last_svg(record: MatchRecord, events: Sequence[AnyEvent]) -> str:
    """The last board as an SVG document."""
    return _draw(record, events).svg()


def last_png(record: MatchRecord, events: Sequence[AnyEvent]) -> bytes:
    """The last board as a PNG image."""
    return _draw(record, events).png()


def _draw(record: MatchRecord, events: Sequence[AnyEvent]) -> Drawing:
    shown = list(match_frames(tuple(events)))
    if not shown:
        raise ValueError(f"{record.white} - {record.black}: there is no board to draw")
    return picture(shown[-1])
