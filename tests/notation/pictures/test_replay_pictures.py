"""A match as a page that replays it, and as an animated picture."""

import json
import re
from html.parser import HTMLParser
from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

from barpoint.board import Side
from barpoint.notation.files.mat_reader import read_mat
from barpoint.notation.ids.situation import Party
from barpoint.notation.pictures.board_diagram import diagram
from barpoint.notation.pictures.frames import match_frames, picture
from barpoint.notation.pictures.gif import replay_gif
from barpoint.notation.pictures.last_board import last_png, last_svg
from barpoint.notation.pictures.replay_html import replay_page
from barpoint.notation.record.match_record import MatchRecord
from barpoint.notation.record.replayer import Replay, replay
from tests.notation.record_texts import GNUBG


@pytest.fixture(scope="module")
def match() -> Replay:
    return replay(read_mat(GNUBG))


class _Page(HTMLParser):
    """The names of a page's elements and every address in it."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "action")]


def data(page: str) -> dict[str, object]:
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    told: dict[str, object] = json.loads(found[1])
    return told


def test_the_page_holds_every_frame_and_asks_for_nothing(match: Replay) -> None:
    page = replay_page(match.record, match.events)
    read = _Page()
    read.feed(page)
    assert read.addresses == ["data:,"]
    assert "default-src 'none'" in page
    assert "@import" not in page
    assert "url(" not in page
    assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}
    told = data(page)
    shown = list(match_frames(match.events))
    assert [frame["w"] for frame in told["frames"]] == [frame.words for frame in shown]  # type: ignore[attr-defined]
    marks = told["marks"]
    assert isinstance(marks, list)
    first = told["frames"][0]  # type: ignore[index]
    assert [marks[mark] for mark in first["m"]] == picture(shown[0]).marks()
    assert first["d"] == picture(shown[0]).description


def test_the_page_can_be_used_without_seeing_or_pointing(match: Replay) -> None:
    page = replay_page(match.record, match.events)
    for needed in (
        'lang="en"',
        'aria-live="polite"',
        "aria-describedby",
        "ArrowRight",
        "prefers-color-scheme: dark",
        "noscript",
    ):
        assert needed in page
    buttons = re.findall(r"<button[^>]*>", page)
    assert len(buttons) == 5
    assert all("aria-label" in button for button in buttons)


def test_names_cannot_break_out_of_the_page(match: Replay) -> None:
    evil = replace(match.record, white="</script><script>alert(1)</script>", info={"event": "<b>{{data}}"})
    page = replay_page(evil, match.events)
    assert "<script>alert" not in page
    assert "&lt;b&gt;{{data}}" in page
    assert data(page)["names"] == [evil.white, "Bob"]


def test_the_animation_has_a_frame_for_every_roll_cube_action_and_result(match: Replay) -> None:
    with Image.open(BytesIO(replay_gif(match.record, match.events))) as image:
        kinds = [frame.kind for frame in match_frames(match.events) if frame.kind != "play"]
        assert image.format == "GIF"
        # Two results in a row look the same and are one frame.
        assert kinds.count("roll") + kinds.count("cube") <= getattr(image, "n_frames", 0) <= len(kinds)
        assert image.info["loop"] == 0


def test_the_last_board_is_drawn(match: Replay) -> None:
    *_, last = match_frames(match.events)
    assert last_svg(match.record, match.events) == picture(last).svg()
    assert last_png(match.record, match.events).startswith(b"\x89PNG")


def test_a_match_without_a_game_has_no_pictures() -> None:
    empty = replay(MatchRecord(white="A", black="B", length=1))
    for write in (replay_page, replay_gif, last_svg, last_png):
        with pytest.raises(ValueError, match=r"no game|no board"):
            write(empty.record, empty.events)


def test_white_stays_below_whoever_rolls(match: Replay) -> None:
    rolls = [frame for frame in match_frames(match.events) if frame.kind == "roll"]
    black = next(frame for frame in rolls if frame.turn is Side.BLACK)
    assert f"Black {black.around.action if black.around else ''}." in picture(black).description
    assert picture(black).marks() != diagram(black.position, black.around, turn=Party.US).marks()
