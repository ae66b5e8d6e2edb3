"""Moves as they are seen: hop by hop, in order, each checker where it belongs; read from the page."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from playwright.sync_api import Page

from barpoint.client import Server, play_match
from tests.e2e.conftest import OpenPage
from tests.web.server_process import QuickBot

PLAYS = (75, pytest.param(300, marks=pytest.mark.long))
DISCIPLINES = ("backgammon", "nackgammon", "sprintgammon", "longgammon", "longgammon-strict", "long-nardy")

_WATCH = """() => {
  window.paths = []
  const board = document.querySelector('svg.board')
  new MutationObserver((changes) => {
    for (const { target, oldValue } of changes) {
      if (!target.matches('.checker')) continue
      const side = target.classList.contains('white') ? 'white' : 'black'
      const late = target.classList.contains('hit') ? getComputedStyle(target).transitionDelay : ''
      window.paths.push([side, Number(oldValue), Number(target.dataset.at), late])
    }
  }).observe(board, { subtree: true, attributes: true, attributeFilter: ['data-at'], attributeOldValue: true })
}"""
"""Every change of place of every checker, in order: its side, from, to, and how late it is lifted if it was hit."""

_SEE_AGAIN = """async (version) => {
  document.querySelector(`.turn[data-version="${version}"]`).click()
  await Promise.resolve().then(() => undefined)
  window.paths.length = 0  // how the board was set up for it
}"""
HOP, LANDED = 380, "0.32s"
"""At the usual speed: milliseconds from hop to hop, and when a checker that is hit is lifted."""

BAR, OFF, THEIR_BAR, THEIR_OFF = 25, 0, 26, 27


async def _recorded(address: str, discipline: str, plays: int) -> list[str]:
    """Matches between two bots of the simplest kind, until there are plays enough: their ids."""
    one, two = await Server.guest(address, "Ada"), await Server.guest(address, "Bob")
    matches: list[str] = []
    count = 0
    while count < plays:
        match = await two.accept(
            await one.challenge(discipline=discipline, points=5 if discipline != "long-nardy" else 3)
        )
        async with one.connect() as first, two.connect() as second:
            tables = [await line.sit(match) for line in (first, second)]
            await asyncio.gather(*(play_match(table, QuickBot()) for table in tables))
        count += sum(event["type"] == "Played" and bool(event["hops"]) for event in await _events(one, match))
        matches.append(match)
    return matches


async def _events(server: Server, match: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in await server.log(match)]


def place(point: int, side: str, *, rotated: bool) -> int:
    """Where White's reader sees a point of a side."""
    if side == "white":
        return point
    if point in (BAR, OFF):
        return THEIR_BAR if point == BAR else THEIR_OFF
    return (point - 12 if point > 12 else point + 12) if rotated else 25 - point


def expected_path(side: str, hops: list[list[int]], board: dict[int, int], *, rotated: bool) -> list[list[Any]]:
    """What the page must do: each hop in order; whoever is hit goes to the bar when the hitter has landed."""
    own, path = 1 if side == "white" else -1, []
    other = "black" if side == "white" else "white"
    for source, target in hops:
        at, to = (place(point, side, rotated=rotated) for point in (source, target))
        path.append([side, at, to, ""])
        board[at] = board.get(at, 0) - own
        if to not in (OFF, THEIR_OFF) and board.get(to, 0) * own < 0:
            path.append([other, to, BAR if other == "white" else THEIR_BAR, LANDED])
            bar = BAR if other == "white" else THEIR_BAR
            board[to], board[bar] = 0, board.get(bar, 0) - own
        board[to] = board.get(to, 0) + own
    return path


def starts(page: Page, discipline: str) -> dict[int, int]:
    view = page.request.get(f"/api/position?text={discipline} start").json()
    return dict(enumerate(view["points"]))


@pytest.mark.parametrize("plays", PLAYS)
@pytest.mark.parametrize("discipline", DISCIPLINES)
def test_every_animated_path_is_the_plays_hops_in_order(
    open_page: OpenPage, server: str, discipline: str, plays: int, capsys: pytest.CaptureFixture[str]
) -> None:
    page = open_page({"speed": 3})
    rotated = discipline in ("longgammon", "longgammon-strict", "long-nardy")
    seen = hops = 0
    with ThreadPoolExecutor(1) as beside:  # Playwright has a loop of its own here
        matches = beside.submit(asyncio.run, _recorded(server, discipline, plays)).result()
    for match in matches:
        page.clock.install()
        page.goto(f"/match/{match}")
        page.locator("[data-over]").wait_for()
        page.locator(".log .turn").first.wait_for()  # the log comes by itself, and whole
        page.evaluate(_WATCH)
        page.clock.pause_at(page.evaluate("Date.now() + 60000"))  # a time that a busy machine has not passed
        log = page.request.get(f"/api/matches/{match}/export/log").text().splitlines()
        board: dict[int, int] = {}
        for version, event in enumerate(map(json.loads, log), 1):
            if event["type"] == "GameStarted":
                board = starts(page, discipline)
            if event["type"] != "Played" or not event["hops"]:
                continue
            expected = expected_path(event["side"], event["hops"], board, rotated=rotated)
            page.evaluate(_SEE_AGAIN, version)
            page.clock.run_for(len(event["hops"]) * HOP - 10)
            shown = page.evaluate("window.paths")
            for side in ("white", "black"):  # what happens in one hop may be drawn in either order
                told = [path for path in shown if path[0] == side]
                assert told == [path for path in expected if path[0] == side], (match, version, event)
            page.clock.run_for(3 * HOP)
            seen += 1
            hops += len(event["hops"])
            if seen >= plays:
                break
        if seen >= plays:
            break
    with capsys.disabled():
        print(f"\n  {discipline}: {seen} plays, {hops} hops, each as it was played")  # noqa: T201
    assert seen >= plays
