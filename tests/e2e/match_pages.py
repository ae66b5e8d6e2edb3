"""Playing through the page: the buttons a person would press, and the first checker that may move."""

import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Page

ANY_WAY = ("Done", "Forced:*", "End turn", "Take", "Accept", "Next game", "Roll", "hop")
"""Plays on, whatever comes: presses the first of these that is there; `hop` moves the first checker that may."""

PATIENCE = 240  # seconds on a machine where everything else runs, too; alone it is a twentieth of that

_STEP = """
(wanted) => {
  const buttons = [...document.querySelectorAll('main button')].filter(
    (one) => !one.disabled && one.ariaDisabled !== 'true' && one.checkVisibility())
  for (const name of wanted) {
    if (name === 'hop') {
      const checker = document.querySelector('.zone.open')
      checker?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      return checker ? 'hop' : ''
    }
    const found = buttons.find((one) => {
      const text = one.textContent.trim()
      return name.endsWith('*') ? text.startsWith(name.slice(0, -1)) : text === name
    })
    if (found) { found.click(); return name }
  }
  return ''
}
"""

_TO_THE_END = f"""
async ([wanted, limit]) => {{
  const step = {_STEP}
  const began = Date.now()
  while (Date.now() - began < limit) {{
    if (document.querySelector('[data-over]')) return (Date.now() - began) / 1000
    if (!step(wanted)) await new Promise((resolve) => setTimeout(resolve, 8))
    else await new Promise((resolve) => setTimeout(resolve, 0))
  }}
  return -1
}}
"""


def step(page: Page, wanted: Sequence[str] = ANY_WAY) -> str:
    """One thing a player does: which button was pressed, `hop` for a checker moved, empty if nothing could be done."""
    done: str = page.evaluate(_STEP, list(wanted))
    return done


def play_out(page: Page) -> float:
    """Play until the match is over; how long it took."""
    took: float = page.evaluate(_TO_THE_END, [list(ANY_WAY), PATIENCE * 1000])
    assert took >= 0, f"not over after {PATIENCE} seconds: {page.locator('main').inner_text()[:400]}"
    return took


def until(pages: Sequence[Page], met: Callable[[], bool], wanted: Sequence[str] = ANY_WAY) -> None:
    """All play on until something is so."""
    end = time.monotonic() + PATIENCE
    while not met():
        assert time.monotonic() < end, [page.locator("main").inner_text()[:300] for page in pages]
        done = [step(page, wanted) for page in pages]  # each of them acts
        if not any(done):
            pages[0].wait_for_timeout(15)


def against_bot(page: Page, discipline: str = "backgammon", points: int = 1) -> None:
    """Sit down against the house's easiest bot."""
    page.goto("/")
    form = page.locator("form")
    form.locator("summary").click()
    form.get_by_label("Discipline").select_option(discipline)
    form.get_by_label("Length").select_option(str(points))
    form.get_by_label("The computer plays").select_option("beginner")  # there once the server has told its levels
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/match/*")


def by_link(first: Page, second: Page, points: int = 3, rules: str = "", stake: str = "") -> None:
    """Two people sit down by a link, to so many points or under an event's rules, for a stake where one is given."""
    first.goto("/")
    link = first.locator(".ways")
    link.locator("summary").click()
    if rules:
        link.get_by_label("Rules").select_option(rules)
    else:
        link.get_by_label("Length").select_option(str(points))
    if stake:
        link.get_by_label("Stake a point").fill(stake)
    first.get_by_role("button", name="Make a link").click()
    first.wait_for_url("**/join/*")
    second.goto(first.url)
    second.get_by_role("button", name="Sit down").click()
    for page in (first, second):
        page.wait_for_url("**/match/*")
        page.locator(".table").wait_for()
