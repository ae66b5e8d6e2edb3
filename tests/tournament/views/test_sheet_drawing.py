"""The draw sheet as a picture and as a list: every match once, nothing over anything else, words for everybody."""

import re
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.views import sheet_raster
from barpoint.tournament.views.bracket_layout import (
    BOX,
    SheetLayout,
    feeders,
    lay_out,
)
from barpoint.tournament.views.public_view import draw_sheet
from barpoint.tournament.views.sheet_drawing import (
    draw_svg,
    round_svg,
)
from barpoint.tournament.views.sheet_raster import LONGEST_SIDE, sheet_png
from tests.tournament.director import (
    Hall,
    drawn,
    knockout,
    swiss,
)

FORMATS = {
    "consolation and last chance": knockout(),
    "double elimination": knockout(draw=Plan(format=DrawFormat.DOUBLE, seed="s")),
    "round robin": knockout(draw=Plan(format=DrawFormat.ROUND_ROBIN, seed="s")),
    "groups": knockout(draw=Plan(format=DrawFormat.GROUPS, seed="s", groups=2)),
    "swiss": swiss(name="open"),
}


def layout(hall: Hall, aspect: float = 1.4) -> SheetLayout:
    return lay_out(draw_sheet(hall.state, hall.contest()), feeders(hall.contest()), aspect)


def ids(svg: str) -> list[str]:
    found = ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")  # noqa: S314  our own picture
    return [text.text or "" for text in found if text.get("class") == "id"]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("size", [3, 8, 13])
def test_every_match_that_can_be_played_is_drawn_once(name: str, size: int) -> None:
    hall = drawn(FORMATS[name], max(size, 8) if name == "groups" else size)
    seen = ids(draw_svg(hall.state, hall.contest()))
    assert len(seen) == len(set(seen))
    playable = {
        each.id
        for each in hall.contest().fixtures.values()
        if each.status in (PairingStatus.READY, PairingStatus.WAITING)
    }
    assert playable <= set(seen)


@pytest.mark.parametrize(("size", "aspect"), [(5, 1.4), (24, 0.7), (70, 1.8), (256, 1.4)])
def test_no_box_lies_over_another_and_none_leaves_the_sheet(size: int, aspect: float) -> None:
    sheet = layout(drawn(knockout(), size), aspect)
    corners = [(x + box.x, y + box.y) for x, y, block in sheet.blocks for box in block.boxes]
    columns: dict[float, list[float]] = {}
    for x, y in corners:
        assert 0 <= x <= sheet.width - sheet.box_width + 0.1
        assert 0 <= y <= sheet.height - BOX + 0.1
        columns.setdefault(round(x, 1), []).append(y)
    for column in columns.values():
        column.sort()
        assert all(after - before >= BOX for before, after in pairwise(column))


def test_a_large_draw_is_cut_into_parts_that_fit_the_page_better() -> None:
    hall = drawn(knockout(), 256)
    sheet, links = draw_sheet(hall.state, hall.contest()), feeders(hall.contest())
    whole, cut = lay_out(sheet, links, 1.4, cut=False), lay_out(sheet, links, 1.4)
    assert len(whole.blocks) == 3
    assert cut.scale(1.4, 1) > 1.15 * whole.scale(1.4, 1)


def test_results_stand_beside_the_names_and_the_winner_goes_on() -> None:
    hall = drawn(knockout(), 4)
    _, away = hall.fixture("M1-1").pair
    hall.win("M1-1", 1, score=(9, 4))
    svg = draw_svg(hall.state, hall.contest())
    assert re.search(rf'font-weight="bold">{hall.contest().entries[away]}</text>', svg)
    assert ">9</text>" in svg
    assert ">4</text>" in svg


def test_names_are_words_and_never_markup() -> None:
    from barpoint.tournament import commands as c
    from barpoint.tournament.player import Player
    from tests.tournament.director import opened

    hall = opened(knockout())
    mean = tuple((Player(id=f"x{n}", name=f'<script a="{n}">&'),) for n in range(3))
    hall.do(c.ImportEntrants, contest="open", entries=mean)
    hall.do(c.MakeDraw, contest="open")
    made = draw_svg(hall.state, hall.contest())
    assert "<script" not in made
    ET.fromstring(f"<all>{made}</all>")  # noqa: S314  our own picture


@pytest.mark.clause("guide:2.2.4")
def test_the_sheet_has_every_round_with_its_length_and_pairings() -> None:
    hall = drawn(knockout(lengths={"main": (9, 11)}), 6)
    (main,) = [bracket for bracket in draw_sheet(hall.state, hall.contest()).brackets if bracket.name == "main"]
    assert [round_.length for round_ in main.rounds[:2]] == [9, 11]
    lines = {line.pairing: line for round_ in main.rounds for line in round_.lines}
    for fixture in hall.ready():
        names = tuple(hall.contest().entries[entrant].name for entrant in fixture.pair)
        assert (lines[fixture.id].home, lines[fixture.id].away) == names
    svg = draw_svg(hall.state, hall.contest())
    assert "to 9" in svg
    assert "to 11" in svg


def test_one_round_is_a_column_for_a_phone() -> None:
    hall = drawn(swiss(name="open"), 9)
    svg = round_svg(hall.state, hall.contest(), "swiss", 1, hour=str)
    assert ids(svg) == [f"S1-{n}" for n in range(1, 6)]
    assert float(ET.fromstring(svg).get("width") or 0) < 340  # noqa: S314  our own picture
    with pytest.raises(ValueError, match="no round 7"):
        round_svg(hall.state, hall.contest(), "swiss", 7, hour=str)


@pytest.mark.parametrize("size", [8, 64])
def test_a_sheet_is_painted_as_it_is_drawn_and_no_larger_than_previews_take(size: int) -> None:
    hall = drawn(knockout(), size)
    svg = draw_svg(hall.state, hall.contest())
    picture = Image.open(BytesIO(sheet_png(svg)))
    assert max(picture.size) <= LONGEST_SIDE
    _, _, width, height = map(float, ET.fromstring(svg).attrib["viewBox"].split())  # noqa: S314  our own picture
    assert picture.width / picture.height == pytest.approx(width / height, rel=0.01)
    shades = {shade for _, shade in picture.getcolors(1 << 24) or ()}
    assert {(255, 255, 255), (29, 26, 22)} <= shades, "paper and ink"


def test_a_name_no_font_here_has_the_letters_of_is_not_painted_as_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = drawn(knockout(), 8)
    svg = draw_svg(hall.state, hall.contest())
    monkeypatch.setattr(sheet_raster, "_FONTS", ())
    assert sheet_png(svg).startswith(b"\x89PNG")
    tamil = svg.replace("</title>", " \u0b95</title>", 1)
    assert sheet_png(tamil) == tamil.encode()
