"""Every shape of screen: whatever has to be decided is in view, and the board is as large as it can be."""

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.match_pages import PATIENCE, against_bot, by_link, play_out, until
from tests.e2e.match_phases import SIZES, phases
from tests.e2e.test_pages import PAGES, findings
from tests.e2e.test_players import named
from tests.web.members import PASSWORD

BY_HAND = {"autoRoll": False}
WANTED = {
    "roll": {"Roll", "Double", "Resign…"},
    "double": {"Double to 2", "No"},
    "take": {"Take", "Pass"},
    "play": {"Undo"},
    "resignation": {"Accept", "Play on"},
    "game over": {"Next game"},
    "match over": {"Play again", "Review"},
}
"""What must be there to press in a phase."""

_OUTSIDE = """() => {
  const seen = [...document.querySelectorAll('.table button, .table a.button')].filter((one) => one.checkVisibility())
  const name = (one) => one.textContent.trim() || one.title
  const outside = seen.filter((one) => {
    const box = one.getBoundingClientRect()
    return box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5
  })
  const covered = seen.filter((one) => {
    const box = one.getBoundingClientRect()
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return one.closest('.actions, .offer, .back') && !one.contains(top)
  })
  const cut = [...document.querySelectorAll('.status, .under, .question')].filter(
    (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible')
  return { names: seen.map(name), outside: outside.map(name), covered: covered.map(name),
           cut: cut.map((one) => one.textContent.trim()), wide: document.documentElement.scrollWidth > innerWidth }
}"""


def resize(page: Page, size: tuple[int, int]) -> None:
    """Another screen; the board has followed when its box stands still."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function(
        """() => new Promise((done) => {
          const box = () => JSON.stringify(document.querySelector('.felt')?.getBoundingClientRect())
          const look = (before) => requestAnimationFrame(() => requestAnimationFrame(() => {
            const now = box()
            now === before ? done(true) : look(now) }))
          look(box()) })"""
    )


def test_no_button_that_matters_is_out_of_view_in_any_phase_on_any_screen(open_page: OpenPage) -> None:
    one, two = (named(open_page(BY_HAND), name) for name in ("Wilhelmina Featherstone", "Bartholomew Wolfeschleg"))
    by_link(one, two, points=3)
    reached = set()
    for phase, page in phases(one, two):
        reached.add(phase)
        for name, size in SIZES.items():
            resize(page, size)
            seen: dict[str, Any] = page.evaluate(_OUTSIDE)
            assert not seen["outside"], (phase, name, seen)
            assert not seen["covered"], (phase, name, seen)
            assert not seen["cut"], (phase, name, seen["cut"])
            assert not seen["wide"], (phase, name)
            missing = {word for word in WANTED.get(phase, ()) if word not in seen["names"]}
            assert not missing, (phase, name, seen["names"])
        resize(page, (1280, 800))
    assert set(WANTED) <= reached


@pytest.mark.parametrize(
    ("size", "least"), [((844, 390), 340), ((932, 430), 390), ((640, 360), 320), ((667, 375), 330)]
)
def test_a_phone_held_sideways_has_the_board_as_high_as_its_screen(
    open_page: OpenPage, size: tuple[int, int], least: int, capsys: pytest.CaptureFixture[str]
) -> None:
    page = open_page(BY_HAND, width=size[0], height=size[1], has_touch=True, is_mobile=True)
    against_bot(page)
    page.locator(".table").wait_for()
    resize(page, size)
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    with capsys.disabled():
        print(f"\n  {size[0]}x{size[1]}: the board is {box['width']:.0f} x {box['height']:.0f}")  # noqa: T201
    assert box["height"] >= least, box
    assert not page.locator("header nav").is_visible()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("heading", name="What happened").wait_for()
    page.get_by_role("link", name="Home", exact=True).wait_for()
    page.get_by_role("button", name="Close", exact=True).tap()
    expect(page.get_by_role("heading", name="What happened")).to_be_hidden()
    page.get_by_role("button", name="Menu").tap()
    page.touchscreen.tap(8, size[1] / 2)  # beside the panel
    expect(page.get_by_role("heading", name="What happened")).to_be_hidden()


def test_a_phone_held_upright_has_the_board_as_wide_as_its_screen(open_page: OpenPage) -> None:
    page = open_page(BY_HAND, width=360, height=740, has_touch=True, is_mobile=True)
    against_bot(page)
    page.locator(".table").wait_for()
    resize(page, (360, 740))
    box = page.locator("svg.board").bounding_box()
    assert box is not None
    assert box["width"] >= 350
    assert box["height"] >= 400
    moves = page.get_by_role("heading", name="What happened")
    assert not moves.is_visible()
    page.get_by_role("button", name="Menu").tap()
    expect(moves).to_be_in_viewport()  # the panels lie below the board: one is taken there
    expect(page.locator(".panels")).to_be_focused()
    page.get_by_role("button", name="Close", exact=True).tap()
    expect(moves).to_be_hidden()
    expect(page.locator("svg.board")).to_be_in_viewport()


def test_a_board_held_upright_takes_what_height_there_is(open_page: OpenPage) -> None:
    page = open_page(BY_HAND, width=390, height=844, has_touch=True, is_mobile=True)
    against_bot(page)
    page.locator(".table").wait_for()
    for size in ((390, 844), (360, 740), (430, 932), (820, 1180)):
        resize(page, size)
        board, room = (page.locator(name).bounding_box() for name in ("svg.board", ".space"))
        assert board is not None
        assert room is not None
        assert board["height"] >= 0.93 * room["height"] or board["width"] >= 0.99 * room["width"], (size, board, room)
        assert board["height"] >= 0.88 * room["height"], (size, board, room)


def test_the_board_is_as_large_in_every_phase(open_page: OpenPage) -> None:
    page = open_page(BY_HAND)
    against_bot(page)
    page.locator(".table").wait_for()
    until((page,), lambda: page.locator(".zone.open").count() > 0, ("End turn", "Roll"))
    sizes = {"laptop": (1280, 800), "small laptop": (1024, 768), "phone": (360, 740)}
    to_play = {}
    for name, size in sizes.items():
        resize(page, size)
        to_play[name] = page.locator("svg.board").bounding_box()
    resize(page, (1280, 800))
    page.locator("#typed").fill("1/24")
    page.locator("#typed").press("Enter")
    page.locator("#unread").wait_for()
    assert page.locator("svg.board").bounding_box() == to_play["laptop"]  # a reason lies over its edge
    until(
        (page,),
        lambda: page.get_by_role("button", name="Roll", exact=True).is_visible(),
        ("Done", "Forced:*", "End turn", "hop"),
    )
    for name, size in sizes.items():
        resize(page, size)
        assert page.locator("svg.board").bounding_box() == to_play[name], name


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_page_of_the_bar_is_in_view_on_every_screen(open_page: OpenPage, language: str) -> None:
    page = open_page({"language": language}, width=320, height=740, has_touch=True, is_mobile=True)
    page.goto("/settings")
    expect(page.locator("html")).to_have_attribute("lang", language)
    for width in (320, 360, 390, 760, 761, 1000, 1001, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        page.wait_for_function(f"innerWidth === {width}")
        bar = page.locator("header nav")
        assert bar.evaluate("nav => nav.scrollWidth <= nav.clientWidth"), width
        last = bar.locator("a").last.bounding_box()
        assert last is not None
        assert last["x"] + last["width"] <= width


_TAP = """() => {
  const open = (one) => !one.disabled && one.ariaDisabled !== 'true' && one.checkVisibility()
  const words = ['Done', 'End turn', 'Take', 'Accept', 'Next game', 'Roll']
  const buttons = [...document.querySelectorAll('.felt button')].filter(open)
  const found = words.map((word) => buttons.find((one) => one.textContent.trim() === word)).find(Boolean)
    ?? buttons.find((one) => one.textContent.trim().startsWith('Forced')) ?? document.querySelector('.zone.open .touch')
  if (!found) return null
  const box = found.getBoundingClientRect()
  return [box.left + box.width / 2, box.top + box.height / 2]
}"""


@pytest.mark.parametrize("size", [(844, 390), (390, 844)], ids=["sideways", "upright"])
def test_two_people_finish_a_match_by_touch(open_page: OpenPage, size: tuple[int, int]) -> None:
    touch = {"width": size[0], "height": size[1], "has_touch": True, "is_mobile": True}
    one, two = open_page({}, **touch), open_page({}, **touch)
    by_link(one, two, points=1)
    end = time.monotonic() + PATIENCE
    while not one.locator("[data-over]").count():
        assert time.monotonic() < end
        for page in (one, two):
            spot = page.evaluate(_TAP)
            if spot:
                page.touchscreen.tap(*spot)
    for page in (one, two):
        page.locator("[data-over]").wait_for()


@pytest.mark.long  # every page in every size; test_pages looks at each page once in both shades
@pytest.mark.parametrize("shade", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_screen(open_page: OpenPage, shade: str) -> None:
    page = open_page({"shade": shade} | BY_HAND)
    member = {"name": f"Axe {shade}", "password": PASSWORD}
    account = page.request.post("/api/register", data=member).json()["account"]
    page.add_init_script("localStorage.setItem('barpoint.here', '1')")
    link = page.request.post("/api/matches", data={"against": "link", "terms": {"points": 1}}).json()["link"]
    for size in SIZES.values():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for path in (*PAGES.values(), "/security", "/table", f"/player/{account}", link):
            page.goto(path)
            page.locator("h1").first.wait_for(state="attached")
            page.wait_for_load_state("networkidle")
            assert findings(page) == [], (path, size)
    against_bot(page)
    until((page,), lambda: page.locator(".zone.open").count() > 0, ("End turn", "Roll"))
    for size in SIZES.values():
        resize(page, size)
        assert findings(page) == [], ("match", size)
        menu = page.get_by_role("button", name="Menu")
        if menu.is_visible():
            menu.click()
            page.get_by_role("heading", name="What happened").wait_for()
            assert findings(page) == [], ("menu", size)
            menu.press("Enter")
    expect(page.locator(".table")).to_be_visible()
    play_out(page)
    for size in SIZES.values():
        resize(page, size)
        assert findings(page) == [], ("over", size)
    page.get_by_role("link", name="Review").click()
    page.locator("svg.board").wait_for()
    for size in SIZES.values():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert findings(page) == [], ("review", size)


@pytest.mark.parametrize("board", ["harbour", "walnut", "felt", "contrast"])
def test_axe_finds_nothing_serious_on_any_board(open_page: OpenPage, board: str) -> None:
    for shade in ("light", "dark"):
        page = open_page({"shade": shade, "board": board} | BY_HAND)
        page.goto("/settings")
        page.locator("svg.board").wait_for()
        assert findings(page) == [], shade
