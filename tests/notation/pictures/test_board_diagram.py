"""The picture of a position: what it holds, that it is well formed, and that it can be read by everyone."""

import xml.etree.ElementTree as ET
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given, settings
from PIL import Image

from barpoint.board import OFF, Position, Roll, Side, pos
from barpoint.board.disciplines import POINTS
from barpoint.notation.ids.situation import (
    CubeOffer,
    Party,
    Situation,
)
from barpoint.notation.pictures.board_diagram import (
    DARK,
    LIGHT,
    Home,
    describe,
    diagram,
    png,
    svg,
)
from barpoint.notation.pictures.drawing import (
    Box,
    Disc,
    Drawing,
    Label,
    Theme,
    Triangle,
)
from tests.notation.reachable_positions import roll_positions

SVG = "{http://www.w3.org/2000/svg}"
PLAYED = pos("x bar:1 24:1 13:7 8:2 6:3 | o bar:2 20:2 13:3 8:2 6:4")
RACE = pos("longgammon: x 6:3 5:2 2:1 | o 4:2 3:1 1:3")


def checkers(drawing: Drawing, side: Side) -> list[Disc]:
    """The discs that are checkers of a side, not their rings nor the marks beside the names."""
    return [shape for shape in drawing.shapes if isinstance(shape, Disc) and shape.ink == side and shape.radius == 19.5]


def slabs(drawing: Drawing, side: Side) -> list[Box]:
    return [shape for shape in drawing.shapes if isinstance(shape, Box) and shape.ink == side and shape.height < 20]


def labels(drawing: Drawing) -> list[str]:
    return [shape.text for shape in drawing.shapes if isinstance(shape, Label)]


@given(roll_positions())
def test_every_checker_is_drawn_once_and_taller_stacks_are_numbered(drawn: tuple[Position, Roll]) -> None:
    position, _ = drawn
    drawing = diagram(position)
    for side, own in ((Side.WHITE, position.us), (Side.BLACK, position.them)):
        assert len(checkers(drawing, side)) == sum(min(count, 5) for count in own[1:])
        assert len(slabs(drawing, side)) == own[OFF]
    tall = [str(count) for own in (position.us, position.them) for count in own[1:] if count > 5]
    expected = sorted([str(point) for point in POINTS] + tall + ["White", "Black"])
    assert sorted(label for label in labels(drawing) if "pips" not in label) == expected


@given(roll_positions())
@settings(max_examples=30)
def test_everything_stays_inside_the_picture(drawn: tuple[Position, Roll]) -> None:
    position, roll = drawn
    drawing = diagram(position, Situation(roll, 2, Party.US, (1, 2), 5))
    for shape in drawing.shapes:
        if isinstance(shape, Disc):
            assert shape.radius <= shape.x <= drawing.width - shape.radius
            assert shape.radius <= shape.y <= drawing.height - shape.radius
        elif isinstance(shape, Box):
            assert 0 <= shape.x <= shape.x + shape.width <= drawing.width
            assert 0 <= shape.y <= shape.y + shape.height <= drawing.height


def test_checkers_stand_on_the_point_that_bears_their_number() -> None:
    for literal, point in (("x 5:1 | o 24:1", 5), ("longgammon: x 5:1 | o 24:1", 5)):
        drawing = diagram(pos(literal))
        number = next(shape for shape in drawing.shapes if isinstance(shape, Label) and shape.text == str(point))
        (checker,) = checkers(drawing, Side.WHITE)
        assert checker.x == number.x
    # The opponent's 24 point is our 1 point where sides run against each other, our 12 point in Longgammon.
    for literal, point in (("x 5:1 | o 24:1", 1), ("longgammon: x 5:1 | o 24:1", 12)):
        drawing = diagram(pos(literal))
        number = next(shape for shape in drawing.shapes if isinstance(shape, Label) and shape.text == str(point))
        (checker,) = checkers(drawing, Side.BLACK)
        assert checker.x == number.x
        assert abs(checker.y - number.y) < 40


def test_in_longgammon_the_opponent_bears_off_on_the_other_side() -> None:
    ours, theirs = slabs(diagram(RACE), Side.WHITE), slabs(diagram(RACE), Side.BLACK)
    assert min(slab.x for slab in ours) > max(slab.x for slab in theirs)
    race = pos("x 6:3 5:2 2:1 | o 4:2 3:1 1:3")
    assert {slab.x for slab in slabs(diagram(race), Side.WHITE)} == {
        slab.x for slab in slabs(diagram(race), Side.BLACK)
    }


def cube(drawing: Drawing) -> Box | None:
    return next((shape for shape in drawing.shapes if isinstance(shape, Box) and shape.ink == "cube"), None)


def test_the_cube_lies_at_its_owners() -> None:
    places = {}
    for owner in (None, *Party):
        box = cube(diagram(PLAYED, Situation(cube=2 if owner else 1, cube_owner=owner)))
        assert box is not None
        places[owner] = box
    assert places[Party.THEM].y < places[None].y < places[Party.US].y
    assert len({box.x for box in places.values()}) == 1


def test_an_offered_cube_lies_on_the_board_with_its_new_value() -> None:
    offered = diagram(PLAYED, Situation(cube=2, cube_owner=Party.US, offer=CubeOffer.DOUBLE))
    held = diagram(PLAYED, Situation(cube=2, cube_owner=Party.US))
    assert "4" in labels(offered)
    assert "White doubles to 4" in labels(offered)
    left, right = cube(held), cube(offered)
    assert left is not None
    assert right is not None
    assert left.x < right.x


def test_the_crawford_game_has_no_cube() -> None:
    drawing = diagram(PLAYED, Situation(score=(2, 0), length=3, crawford=True))
    assert cube(drawing) is None
    assert "Crawford game  2 of 3" in labels(drawing)


def test_no_cube_dice_score_or_turn_without_a_situation_and_no_pips_unless_wanted() -> None:
    drawing = diagram(PLAYED, pips=False)
    assert cube(drawing) is None
    assert sorted(labels(drawing)) == sorted([*map(str, POINTS), "7"])
    assert drawing.height < diagram(PLAYED).height


def test_the_colours_of_the_sides_can_be_exchanged() -> None:
    white, black = (diagram(PLAYED, us=side) for side in Side)
    assert len(checkers(white, Side.WHITE)) == len(checkers(black, Side.BLACK)) == 5 + 1 + 1 + 2 + 3
    assert "Black to roll" in labels(diagram(PLAYED, Situation(), us=Side.BLACK))


@pytest.mark.parametrize("theme", Theme)
def test_the_svg_is_well_formed_and_says_what_it_shows(theme: Theme) -> None:
    text = svg(PLAYED, Situation(Roll(6, 1), 2, Party.THEM, (3, 5), 7), theme=theme)
    root = ET.fromstring(text)  # noqa: S314  # our own text
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Backgammon position"
    description = root.findtext(f"{SVG}desc") or ""
    for words in (
        "White: bar 1, 24 point 1, 13 point 7, 8 point 2, 6 point 3, off 1; 174 pips.",
        "Black: bar 2, 20 point 2,",
        "White to play 6-1.",
        "Cube 2, owned by Black.",
        "Score 3-5 in a match to 7.",
    ):
        assert words in description
    assert ("prefers-color-scheme" in text) == (theme is Theme.AUTO)
    assert (DARK["surface"] in text) == (theme is not Theme.LIGHT)


def test_the_description_leaves_out_what_is_not_known() -> None:
    assert describe(Position.start()).endswith("Black: 24 point 2, 13 point 5, 8 point 3, 6 point 5; 167 pips.")


@pytest.mark.parametrize("theme", Theme)
def test_the_png_is_a_picture_of_the_same_size_at_its_scale(theme: Theme) -> None:
    drawing = diagram(PLAYED, Situation(Roll(6, 1)))
    with Image.open(BytesIO(png(PLAYED, Situation(Roll(6, 1)), theme=theme, scale=1))) as image:
        assert image.format == "PNG"
        assert image.size == (round(drawing.width), round(drawing.height))
        palette = DARK if theme is Theme.DARK else LIGHT
        middle = image.convert("RGB").getpixel((200, round(drawing.height / 2)))
        assert "#{:02x}{:02x}{:02x}".format(*(middle if isinstance(middle, tuple) else ())) == palette["surface"]


@pytest.mark.parametrize("scale", [0, -1, 5, float("nan")])
def test_a_scale_out_of_range_is_refused(scale: float) -> None:
    with pytest.raises(ValueError, match="up to 4"):
        png(PLAYED, scale=scale)


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it."""
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.clause("ibf:3.1a")
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground", "least"),
    [
        ("print", "frame", 4.5),
        ("faint", "frame", 4.5),
        ("on-white", "white", 7),
        ("on-black", "black", 7),
        ("on-white", "cube", 7),
        ("white", "black", 7),
        ("black-rim", "black", 3),
        ("white-rim", "white", 3),
        ("white", "warm", 1.9),
        ("white", "cool", 1.9),
        ("warm", "cool", 3),
        ("warm", "surface", 1.5),
        ("cool", "surface", 1.5),
    ],
)
def test_light_and_dark_are_told_apart_without_colour(
    palette: dict[str, str], ink: str, ground: str, least: float
) -> None:
    assert contrast(palette[ink], palette[ground]) >= least


def test_both_palettes_name_the_same_colours() -> None:
    assert LIGHT.keys() == DARK.keys()


@pytest.mark.clause("ibf:3.1a")
def test_the_board_has_24_points_in_four_sixes_of_alternating_colour() -> None:
    points = [shape for shape in diagram(Position.start()).shapes if isinstance(shape, Triangle)]
    assert len(points) == 24
    for half in (points[:12], points[12:]):
        from_left = sorted(half, key=lambda point: point.corners[0][0])
        assert all(one.ink != other.ink for one, other in pairwise(from_left))


def _places(drawing: Drawing, ink: str) -> list[tuple[float, float]]:
    return sorted((shape.x, shape.y) for shape in drawing.shapes if isinstance(shape, Disc) and shape.ink == ink)


@pytest.mark.clause("ibf:5.2a", "trad:overview-4")
def test_home_lies_at_the_lower_right_or_mirrored_at_the_lower_left() -> None:
    start = Position.start()
    plain, mirror = diagram(start), diagram(start, home=Home.LEFT)
    labels = {shape.text: shape for shape in plain.shapes if isinstance(shape, Label)}
    assert labels["1"].x > labels["6"].x > labels["7"].x > labels["12"].x
    assert labels["24"].x == labels["1"].x
    assert labels["24"].y < labels["1"].y
    turned = {shape.text: shape for shape in mirror.shapes if isinstance(shape, Label)}
    assert turned["1"].x < turned["6"].x < turned["12"].x
    assert _places(mirror, "white") == sorted((plain.width - x, y) for x, y in _places(plain, "white"))
