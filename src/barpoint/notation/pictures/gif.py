"""A match as an animated picture: a frame for every roll, cube action and result, White below."""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Final

from barpoint.extras import extra_module
from barpoint.match.events import AnyEvent
from barpoint.notation.pictures.frames import (
    Frame,
    match_frames,
    picture,
)
from barpoint.notation.record.match_record import MatchRecord

if TYPE_CHECKING:
    from PIL.Image import Image

_SCALE: Final = 0.6
_COLOURS: Final = 64
_MOST: Final = 1_500
_MILLISECONDS: Final = {"roll": 1_000, "cube": 1_400, "end": 3_000, "other": 1_000}
"""How long a frame stands; a play is seen in the frame of the next roll."""


def replay_gif(record: MatchRecord, events: Sequence[AnyEvent]) -> bytes:
    """The animation; ValueError for a match without a game, or longer than anyone would watch."""
    extra_module("pictures")
    from PIL.Image import Dither

    shown = [frame for frame in match_frames(tuple(events)) if frame.kind != "play"]
    if not shown:
        raise ValueError(f"{record.white} - {record.black}: there is no game to show")
    if len(shown) > _MOST:
        raise ValueError(f"an animation has at most {_MOST} frames, not {len(shown)}; write .html instead")
    first = _dots(shown[0]).quantize(_COLOURS)
    images = [first, *(_dots(frame).quantize(palette=first, dither=Dither.NONE) for frame in shown[1:])]
    file = BytesIO()
    images[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=images[1:],
        duration=[_MILLISECONDS[frame.kind] for frame in shown],
        loop=0,
        optimize=False,
    )
    return file.getvalue()


def _dots(frame: Frame) -> "Image":
    return picture(frame).image(scale=_SCALE).convert("RGB")
