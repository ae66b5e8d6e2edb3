"""The first minute of a new user: `python -m bench.first_minute [--wheel FILE] [--no-browser]`.

A wheel is built and installed into a fresh environment, and with empty caches, an empty home and compilation forbidden
each command is run once, as somebody would who has just installed it. *From source* is what `pip install .` does: it
builds the wheel, then installs it. Bots are met in a real browser, at every level and in every discipline: the time is
from the click on *Play now* until the bot has moved and it is the person's turn; what a person has to move before that
is moved at once. Times are by the clock: on a busy machine they are upper bounds; the last column is what
the commands took of the processors, which a busy machine changes less. Needs Chromium for the browser.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parent.parent
MATCH = ROOT / "tests" / "playthroughs" / "0.1.0" / "casual-online.jsonl"
"""A 5-point match."""
FIRST_MOVE = 2.0


@dataclass(frozen=True)
class Figure:
    """What was measured, and what it may be at most."""

    name: str
    value: float
    limit: float | None
    unit: str = "s"
    processor: float | None = None
    """Seconds of processor time."""

    @property
    def holds(self) -> bool:
        """Whether it is what it may be."""
        return self.limit is None or self.value <= self.limit


def main() -> None:
    """Measure, and print a table; status 1 if something does not hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", type=Path, help="a wheel that is already built")
    parser.add_argument("--no-browser", action="store_true", help="leave the bots in the browser out")
    options = parser.parse_args()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"{cores} cores, load before {os.getloadavg()[0]:.1f}, Python {sys.version.split()[0]}\n")
    holds = True
    with tempfile.TemporaryDirectory(prefix="first-minute-") as place:
        for figure in measure(Path(place), options.wheel, browser=not options.no_browser):
            limit = "" if figure.limit is None else f"<= {figure.limit:g}"
            verdict = "" if figure.limit is None else "holds" if figure.holds else "TOO MUCH"
            spent = "" if figure.processor is None else f"{figure.processor:8.2f} s"
            print(f"{figure.name:50} {figure.value:8.2f} {figure.unit:3} {limit:8} {verdict:8} {spent}", flush=True)
            holds = holds and figure.holds
    print(f"\nload after {os.getloadavg()[0]:.1f}")
    sys.exit(0 if holds else 1)


def measure(place: Path, wheel: Path | None, *, browser: bool) -> Iterator[Figure]:
    """Every figure, as it comes."""
    built, built_with = 0.0, 0.0
    if wheel is None:
        built, built_with = _timed(
            sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", place / "wheels", ROOT
        )
        wheel = next((place / "wheels").glob("*.whl"))
        yield Figure("building the wheel", built, None, processor=built_with)
    environment = place / "env"
    _timed(sys.executable, "-m", "venv", environment)
    scripts = environment / ("Scripts" if os.name == "nt" else "bin")
    installed, installed_with = _timed(scripts / "python", "-m", "pip", "install", "-q", wheel)
    yield Figure("install from the wheel", installed, 40, processor=installed_with)
    if built:
        yield Figure("install from source", built + installed, 180, processor=built_with + installed_with)
    yield Figure("installed, without pip", _size(environment), 500, "MB")
    yield Figure("wheel", wheel.stat().st_size / 1e6, None, "MB")
    command, own = scripts / "barpoint", _environment(place / "home")
    words: dict[str, tuple[tuple[str, ...], float]] = {
        "barpoint plays start 31": (("plays", "start", "31"), 1.5),
        "barpoint engine hint start 31": (("engine", "hint", "start", "31"), 3),
        "barpoint engine cube start": (("engine", "cube", "start"), 3),
        "barpoint analyse (5-point match)": (("analyse", str(MATCH)), 8),
        "barpoint engine hint start 31, warm": (("engine", "hint", "start", "31"), 0.7),
    }
    for name, (asked, limit) in words.items():
        clock, processor = _timed(command, *asked, env=own)
        yield Figure(name, clock, limit, processor=processor)
    if browser:
        yield from _bots(command, own, place)


def _environment(home: Path) -> dict[str, str]:
    """An empty home, nothing of ours set but the switch that forbids to compile."""
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if not re.match("BARPOINT_|NUMBA_|XDG_|PYTHON", name)}
    return kept | {"HOME": str(home), "LOCALAPPDATA": str(home), "BARPOINT_COMPILING": "forbidden"}


def _timed(*words: str | Path, env: dict[str, str] | None = None) -> tuple[float, float]:
    """Seconds by the clock, and of the processors."""
    began, before = time.perf_counter(), os.times()
    done = subprocess.run([str(word) for word in words], env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - began, spent


def _size(environment: Path) -> float:
    """Megabytes on disk, without pip and what comes with every environment."""
    files = [file for file in environment.rglob("*") if file.is_file() and not file.is_symlink()]
    ours = [
        file
        for file in files
        if not {"pip", "setuptools", "pkg_resources"} & {part.split("-")[0] for part in file.parts}
    ]
    return sum(file.stat().st_size for file in ours) / 1e6


def _bots(command: Path, own: dict[str, str], place: Path) -> Iterator[Figure]:
    """The slowest first move of each discipline over all levels, and of all."""
    from playwright.sync_api import sync_playwright

    from tests.e2e.server_process import _answers

    served = [str(command), "serve", "--no-open", "--port", "0", "--db", str(place / "games.db")]
    own = own | {"PYTHONUNBUFFERED": "1"}
    with (
        (place / "log").open("w") as log,
        subprocess.Popen(served, stdout=subprocess.PIPE, stderr=log, text=True, env=own) as process,
        sync_playwright() as playwright,
    ):
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[-1].rstrip("/")
            _answers(address)
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            levels, disciplines = _offered(browser, address)
            for discipline in disciplines:
                took = {level: _first_move(browser, address, discipline, level) for level in levels}
                slowest = max(took, key=lambda level: took[level])
                yield Figure(f"first bot move, {discipline}, slowest: {slowest}", took[slowest], FIRST_MOVE)
            browser.close()
        finally:
            process.terminate()


_SETTINGS = """localStorage.setItem('barpoint.settings', '{"speed": 0, "autoRoll": false, "language": "en"}')"""


@contextmanager
def _home(browser: "Browser", address: str) -> "Iterator[Page]":
    """The first page, as a person who has never been here sees it, its settings opened."""
    with browser.new_context(base_url=address) as context:
        page = context.new_page()
        page.add_init_script(_SETTINGS)
        page.goto("/")
        page.locator("form summary").click()
        page.locator("#level option").nth(1).wait_for(state="attached")  # the server has told its levels
        yield page


def _offered(browser: "Browser", address: str) -> tuple[list[str], list[str]]:
    """The levels and the disciplines that the page offers."""
    with _home(browser, address) as page:
        levels, disciplines = (page.locator(f"{name} option") for name in ("#level", "#discipline"))
        return (
            [str(option.get_attribute("value")) for option in levels.all()],
            [str(option.get_attribute("value")) for option in disciplines.all()],
        )


def _first_move(browser: "Browser", address: str, discipline: str, level: str) -> float:
    """Seconds from *Play now* until the bot has moved."""
    from tests.e2e.match_pages import step

    with _home(browser, address) as page:
        page.locator("#discipline").select_option(discipline)
        page.locator("#level").select_option(level)
        began = time.perf_counter()
        page.get_by_role("button", name="Play now").click()
        ready = page.get_by_role("button", name="Roll", exact=True).or_(page.get_by_role("button", name="Take"))
        while not ready.first.is_visible():
            step(page, ("Done", "Forced:*", "End turn", "hop"))
            page.wait_for_timeout(10)
            if time.perf_counter() - began > 60:
                sys.exit(f"{discipline} at {level}: no move in a minute:\n{page.locator('main').inner_text()[:500]}")
        return time.perf_counter() - began


if __name__ == "__main__":
    main()
