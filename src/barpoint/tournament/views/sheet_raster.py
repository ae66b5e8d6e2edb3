"""The picture of a draw sheet as PNG, for previews of links, which show no SVG. Needs the extra `pictures`.

There is one renderer (`sheet_drawing`): what it has drawn is read here, shape by shape, and painted. That is all this
knows of SVG: groups that are moved, boxes, lines that go right and down, words.
"""

import re
from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from barpoint.extras import extra_module

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

LONGEST_SIDE: Final = 1600
"""Pixels; those who show previews take no more."""
_PAPER: Final = "#ffffff"
_ANCHORS: Final = {"start": "ls", "middle": "ms", "end": "rs"}
_FONTS: Final = ("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf")
_NO_LETTER: Final = "\uffff"
_TRIAL_SIZE: Final = 24
_STEP: Final = re.compile(r"([MHV])(-?[\d.]+)(?: (-?[\d.]+))?")
_NUMBER: Final = re.compile(r"-?[\d.]+")


def sheet_png(svg: str) -> bytes:
    """A sheet of `sheet_drawing` as PNG; as it is where no font here has its letters."""
    extra_module("pictures")
    from PIL import Image, ImageDraw

    drawing = ET.fromstring(svg)  # noqa: S314  # our own picture
    if not _has_letters("".join(drawing.itertext())):
        return svg.encode()
    left, top, width, height = map(float, drawing.attrib["viewBox"].split())
    scale = min(2.0, LONGEST_SIDE / max(width, height))
    image = Image.new("RGB", (round(width * scale), round(height * scale)), _PAPER)
    _paint(ImageDraw.Draw(image), drawing, scale, -left, -top, drawing.attrib["fill"])
    data = BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


def _paint(brush: "ImageDraw", group: ET.Element, scale: float, x: float, y: float, ink: str) -> None:
    """Everything of a group that was moved to there."""
    for shape in group:
        match shape.tag.rpartition("}")[2]:
            case "g":
                dx, dy = map(float, _NUMBER.findall(shape.attrib["transform"]))
                _paint(brush, shape, scale, x + dx, y + dy, ink)
            case "rect":
                _paint_box(brush, shape, scale, x, y)
            case "path":
                _paint_lines(brush, shape, scale, x, y)
            case "text":
                _paint_words(brush, shape, scale, x, y, ink)
            case _:
                pass  # the title and the description are for readers


def _paint_box(brush: "ImageDraw", shape: ET.Element, scale: float, x: float, y: float) -> None:
    left, top = x + float(shape.get("x", 0)), y + float(shape.get("y", 0))
    corners = (left, top, left + float(shape.attrib["width"]), top + float(shape.attrib["height"]))
    edge = shape.get("stroke")
    brush.rectangle([corner * scale for corner in corners], shape.get("fill"), edge, 1 if edge else 0)


def _paint_lines(brush: "ImageDraw", shape: ET.Element, scale: float, x: float, y: float) -> None:
    place = (0.0, 0.0)
    for kind, first, second in _STEP.findall(shape.attrib["d"]):
        after = {"M": (float(first), float(second or 0)), "H": (float(first), place[1]), "V": (place[0], float(first))}[
            kind
        ]
        if kind != "M":
            ends = [((px + x) * scale, (py + y) * scale) for px, py in (place, after)]
            brush.line(ends, shape.get("stroke"), 1)
        place = after


def _face(size: float) -> "FreeTypeFont | ImageFont":
    """A font of the system with the letters of most names; the one that comes along has only the Western ones."""
    from PIL import ImageFont

    for name in _FONTS:
        with suppress(OSError):
            return ImageFont.truetype(name, size)
    return ImageFont.load_default(size)


def _has_letters(text: str) -> bool:
    """Whether each is more than the box for what a font lacks."""
    face = _face(_TRIAL_SIZE)
    box = bytes(face.getmask(_NO_LETTER))
    return not any(bytes(face.getmask(letter)) == box for letter in {*text} if not letter.isspace())


def _paint_words(brush: "ImageDraw", shape: ET.Element, scale: float, x: float, y: float, ink: str) -> None:
    size = float(shape.attrib["font-size"]) * scale
    place = (x + float(shape.attrib["x"])) * scale, (y + float(shape.attrib["y"])) * scale
    stroke = size / 60 if shape.get("font-weight") == "bold" else 0
    anchor = _ANCHORS[shape.get("text-anchor", "start")]
    brush.text(place, shape.text or "", shape.get("fill", ink), _face(size), anchor, stroke_width=stroke)
