"""A match of two people taken from phase to phase, for whoever wants to look at each of them."""

from collections.abc import Iterator

from playwright.sync_api import Page

from tests.e2e.match_pages import step, until

PLAY = ("Done", "Forced:*", "End turn", "hop")
SIZES = {
    "small phone": (320, 568),
    "phone": (360, 740),
    "large phone": (430, 932),
    "small phone sideways": (568, 320),
    "phone sideways": (640, 360),
    "tall phone sideways": (844, 390),
    "large phone sideways": (932, 430),
    "tablet": (768, 1024),
    "tablet sideways": (1024, 768),
    "laptop": (1280, 800),
    "desk": (1920, 1080),
    "ultra-wide": (2560, 1080),
}
"""The screens a board has to fit: width and height."""


def phases(one: Page, two: Page) -> Iterator[tuple[str, Page]]:
    """Every phase by its name, with the page of whoever has something to decide; the match is to 3 points."""
    pages = (one, two)

    def decider(name: str) -> Page:
        found: list[Page] = []

        def somebody() -> bool:
            found.extend(page for page in pages if page.get_by_role("button", name=name, exact=True).is_visible())
            return bool(found)

        until(pages, somebody, PLAY)
        return found[0]

    def shown(page: Page, name: str) -> None:
        page.get_by_role("button", name=name, exact=True).wait_for()

    until(pages, lambda: any(page.locator(".zone.open").count() for page in pages), ("End turn", "Roll"))
    doubler = decider("Double")
    taker = two if doubler is one else one
    yield "roll", doubler
    doubler.get_by_role("button", name="Double", exact=True).click()
    yield "double", doubler
    doubler.get_by_role("button", name="Double to 2").click()
    shown(taker, "Take")
    yield "take", taker
    yield "waiting", doubler
    taker.get_by_role("button", name="Take", exact=True).click()
    shown(doubler, "Roll")
    until((doubler,), lambda: bool(doubler.locator(".zone.open").count()), ("Roll", "End turn"))
    until(
        (doubler,), lambda: doubler.get_by_role("button", name="Undo").is_visible() or not _movable(doubler), ("hop",)
    )
    yield "play", doubler
    until(pages, lambda: taker.get_by_role("button", name="Double", exact=True).is_visible(), PLAY)
    taker.get_by_role("button", name="Resign…").click()
    yield "resigning", taker
    taker.get_by_role("button", name="Resign a single game (2 points)").click()
    taker.get_by_role("button", name="Resign a single game", exact=True).click()
    shown(doubler, "Accept")
    yield "resignation", doubler
    doubler.get_by_role("button", name="Accept", exact=True).click()
    for page in pages:
        shown(page, "Next game")
    yield "game over", doubler
    until(pages, lambda: any(page.locator(".zone.open").count() for page in pages), ("Next game", "End turn", "Roll"))
    until(pages, lambda: taker.get_by_role("button", name="Resign…").is_visible(), PLAY)
    taker.get_by_role("button", name="Resign…").click()
    if taker.get_by_role("button", name="Resign a single game (1 point)").is_visible():
        taker.get_by_role("button", name="Resign a single game (1 point)").click()
    taker.get_by_role("button", name="Resign a single game", exact=True).click()
    shown(doubler, "Accept")
    doubler.get_by_role("button", name="Accept", exact=True).click()
    for page in pages:
        page.locator("[data-over]").wait_for()
    yield "match over", doubler


def _movable(page: Page) -> bool:
    return bool(page.locator(".zone.open").count()) and not step(page, ())
