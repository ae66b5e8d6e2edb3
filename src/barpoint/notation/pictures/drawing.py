"""A drawing: shapes in named colours, and the two ways to render it, SVG and PNG.

A shape's `ink` and `edge` name a colour of the palette rather than say it, so that one drawing serves
light and dark. An SVG says its light colours outright and, if it is to follow the reader's setting,
the dark ones in a style sheet; a viewer that ignores the style sheet still shows the light drawing.
PNG is drawn with Pillow and its own built-in face, so it looks the same on a machine without fonts.

It knows nothing of backgammon: `board_diagram` does.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from html import escape
from typing import TYPE_CHECKING, Final, assert_never

from barpoint.extras import extra_module

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

Palette = Mapping[str, str]
_FACES: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
_LARGEST: Final = 4.0  # dots to a unit; beyond it memory goes where no eye follows


class Theme(StrEnum):
    """Which colours a drawing is shown in; AUTO follows the reader's setting where that is possible."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class Anchor(StrEnum):
    """Which part of a label stands at its x."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with rounded corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    ink: str
    edge: str | None = None


@dataclass(frozen=True, slots=True)
class Triangle:
    """Three corners."""

    corners: tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
    ink: str


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle; the edge is drawn inside its radius."""

    x: float
    y: float
    radius: float
    ink: str
    edge: str | None = None
    width: float = 1.5


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text, centred on y."""

    x: float
    y: float
    text: str
    size: float
    ink: str
    anchor: Anchor = Anchor.MIDDLE
    bold: bool = False


Shape = Box | Triangle | Disc | Label

_OPPOSITE: Final = {Anchor.START: Anchor.END, Anchor.MIDDLE: Anchor.MIDDLE, Anchor.END: Anchor.START}


def mirror(shape: Shape, width: float) -> Shape:
    """The shape in a drawing of this width seen in a mirror; text stays readable."""
    match shape:
        case Box():
            return replace(shape, x=width - shape.x - shape.width)
        case Triangle():
            first, second, third = ((width - x, y) for x, y in shape.corners)
            return replace(shape, corners=(first, second, third))
        case Disc():
            return replace(shape, x=width - shape.x)
        case Label():
            return replace(shape, x=width - shape.x, anchor=_OPPOSITE[shape.anchor])


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes from back to front, with a title and a description for those who cannot see them."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    light: Palette
    dark: Palette
    title: str
    description: str

    def svg(self, theme: Theme = Theme.AUTO) -> str:
        """The drawing as an SVG document."""
        palette = self.dark if theme is Theme.DARK else self.light
        size = f'viewBox="0 0 {_n(self.width)} {_n(self.height)}" width="{_n(self.width)}" height="{_n(self.height)}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="{_FACES}">',
            f"<title>{escape(self.title)}</title>",
            f"<desc>{escape(self.description)}</desc>",
        ]
        if theme is Theme.AUTO:
            lines.append(_dark_style(self.dark))
        lines += [_svg_shape(shape, palette) for shape in self.shapes]
        return "\n".join([*lines, "</svg>", ""])

    def marks(self) -> list[str]:
        """Every shape as a piece of SVG in light colours, from back to front; `dark_style` turns them dark."""
        return [_svg_shape(shape, self.light) for shape in self.shapes]

    @property
    def dark_style(self) -> str:
        """The style sheet by which an SVG follows the reader's setting."""
        return _dark_style(self.dark)

    def png(self, theme: Theme = Theme.LIGHT, scale: float = 2.0) -> bytes:
        """The drawing as a PNG image, `scale` dots to a unit; AUTO is light, as an image cannot ask."""
        from io import BytesIO

        file = BytesIO()
        self.image(theme, scale).save(file, "PNG")
        return file.getvalue()

    def image(self, theme: Theme = Theme.LIGHT, scale: float = 2.0) -> "Image":
        """The drawing as dots, by Pillow, an extra."""
        extra_module("pictures")
        from PIL import Image, ImageDraw

        if not 0 < scale <= _LARGEST:
            raise ValueError(f"a picture is drawn at a scale above 0 and up to {_LARGEST:g}, not {scale}")
        palette = self.dark if theme is Theme.DARK else self.light
        # Pillow's shapes have hard edges: they are drawn larger and shrunk, which softens them.
        larger = 3 if scale <= 2 else 2
        size = round(self.width * scale) * larger, round(self.height * scale) * larger
        canvas = Image.new("RGBA", size, (0, 0, 0, 0))
        brush = ImageDraw.Draw(canvas)
        for shape in self.shapes:
            _paint(brush, shape, palette, scale * larger)
        return canvas.reduce(larger)


def _dark_style(dark: Palette) -> str:
    rules = "".join(f".bp-{name}{{fill:{colour}}}.bp-{name}-edge{{stroke:{colour}}}" for name, colour in dark.items())
    return f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"


def _svg_shape(shape: Shape, palette: Palette) -> str:
    match shape:
        case Box():
            radius = f' rx="{_n(shape.radius)}"' if shape.radius else ""
            place = f'x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.width)}" height="{_n(shape.height)}"'
            return f"<rect {place}{radius} {_colours(shape.ink, shape.edge, 1.5, palette)}/>"
        case Triangle():
            corners = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.corners)
            return f'<polygon points="{corners}" {_colours(shape.ink, None, 0, palette)}/>'
        case Disc():
            radius = _n(shape.radius - (shape.width / 2 if shape.edge else 0))
            return (
                f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{radius}" '
                f"{_colours(shape.ink, shape.edge, shape.width, palette)}/>"
            )
        case Label():
            # Digits stand 0.72 of the size high in all common faces: half of that below the centre.
            weight = ' font-weight="600"' if shape.bold else ""
            return (
                f'<text x="{_n(shape.x)}" y="{_n(shape.y + shape.size * 0.36)}" font-size="{_n(shape.size)}"{weight} '
                f'text-anchor="{shape.anchor}" {_colours(shape.ink, None, 0, palette)}>{escape(shape.text)}</text>'
            )
        case _:
            assert_never(shape)


def _colours(ink: str, edge: str | None, width: float, palette: Palette) -> str:
    classes = f"bp-{ink} bp-{edge}-edge" if edge else f"bp-{ink}"
    stroke = f' stroke="{palette[edge]}" stroke-width="{_n(width)}"' if edge else ""
    return f'class="{classes}" fill="{palette[ink]}"{stroke}'


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _paint(brush: "ImageDraw", shape: Shape, palette: Palette, scale: float) -> None:
    ink = palette[shape.ink]
    match shape:
        case Box():
            corners = (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
            edge = palette[shape.edge] if shape.edge else None
            box = [c * scale for c in corners]
            brush.rounded_rectangle(box, shape.radius * scale, ink, edge, round(1.5 * scale) if edge else 0)
        case Triangle():
            brush.polygon([(x * scale, y * scale) for x, y in shape.corners], ink)
        case Disc():
            reach = shape.radius * scale
            x, y = shape.x * scale, shape.y * scale
            edge = palette[shape.edge] if shape.edge else None
            brush.ellipse([x - reach, y - reach, x + reach, y + reach], ink, edge, round(shape.width * scale))
        case Label():
            anchor = {Anchor.START: "ls", Anchor.MIDDLE: "ms", Anchor.END: "rs"}[shape.anchor]
            place = shape.x * scale, (shape.y + shape.size * 0.36) * scale
            stroke = shape.size * scale / 60 if shape.bold else 0
            brush.text(place, shape.text, ink, _face(shape.size * scale), anchor, stroke_width=stroke)
        case _:
            assert_never(shape)


def _face(size: float) -> "FreeTypeFont | ImageFont":
    from PIL import ImageFont

    return ImageFont.load_default(size)
