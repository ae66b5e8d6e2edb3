"""The site: built without a warning, asks nothing of elsewhere, and its code runs."""

import functools
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import expect, sync_playwright

from barpoint.cli import COMMANDS
from scripts.layers_picture import PICTURE, picture
from scripts.site_pages import door_names, doors, fill_navigation
from tests.e2e.conftest import needed
from tests.page_examples import BLOCK

ROOT: Final = Path(__file__).parent.parent
PAGES: Final = sorted((ROOT / "docs").rglob("*.md"))
WITH_CODE: Final = [page for page in PAGES if BLOCK.search(page.read_text("utf-8"))]
OTHER_CODE: Final = re.compile(r"^```(?:|text|sh|console)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it: a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: str(page.relative_to(ROOT / "docs")))
def test_the_code_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    ran = subprocess.run(
        [sys.executable, "-m", "tests.page_examples", str(page)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_command_a_page_names_exists() -> None:
    named = {
        (page.name, command)
        for page in PAGES
        for block in OTHER_CODE.findall(page.read_text("utf-8"))
        for command in re.findall(r"^barpoint ([a-z][\w-]*)", block, re.MULTILINE)
    }
    assert len(named) > 10
    assert {(page, command) for page, command in named if command not in COMMANDS} == set()


def test_the_picture_of_the_layers_is_the_contract_s() -> None:
    assert PICTURE.read_text("utf-8") == picture(), "python -m scripts.layers_picture --write"


def test_every_name_of_a_door_is_in_the_reference(site: Path) -> None:
    for package, stub in doors().items():
        page = (site / "api" / f"{package}.html").read_text("utf-8")
        headings = set(re.findall(r">\s*(barpoint[\w.]*)\s", page))
        missing = [name for name, _ in door_names(stub) if f"{package}.{name}" not in headings]
        assert missing == [], package


def test_the_reference_shows_how_things_are_made_and_what_they_hold(site: Path) -> None:
    page = (site / "api" / "barpoint.html").read_text("utf-8")
    words = re.sub(r"<[^>]+>", "", page)
    assert re.search(r"Match\(\s*points: int \| None = None", words), "a constructor's arguments"
    fields = ("Payout.amount", "OpenActions.double", "Ruling.say", "RankedPlay.play", "CubeDecision.action")
    assert [name for name in fields if not re.search(rf'id="[\w.]+\.{name}"', page)] == []


def test_a_page_the_navigation_forgets_is_shown_all_the_same() -> None:
    nav: list[Any] = [{"How it is built": ["a.md"]}, {"Reference": ["api/index.md"]}, {"Project": ["b.md"]}]
    fill_navigation(nav, ["a.md", "b.md", "new.md", "decisions/0001.md"])
    assert nav[0] == {"How it is built": ["a.md", {"Decisions": ["decisions/0001.md"]}]}
    assert nav[2] == {"Project": ["b.md", "new.md"]}


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    foreign = re.compile(
        r"""<(?:script|img|iframe|source|video|audio|link)\b[^>]*(?:src|href)=["']?(?:https?:)?//[^>]*"""
    )
    found = {page.name: tags for page in site.rglob("*.html") if (tags := foreign.findall(page.read_text("utf-8")))}
    assert found == {}
    styles = "".join(path.read_text("utf-8") for path in site.rglob("*.css"))
    assert re.findall(r"(?:url\(|@import\s+)[\"']?(?:https?:)?//[^)\"']*", styles) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_no_request_leaves_it_while_somebody_reads_and_searches(address: str, width: int) -> None:
    chromium = shutil.which("chromium")
    needed(chromium, "Chromium")
    asked: list[str] = []
    errors: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": width, "height": 844})
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        for path in ("index.html", "library.html", "architecture.html", "how-to/discipline.html", "api/barpoint.html"):
            page.goto(f"{address}/{path}")
            expect(page.locator("h1").first).to_be_visible()
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
        page.goto(f"{address}/index.html")
        page.keyboard.press("/")
        page.get_by_role("textbox", name="Search").fill("cocked die")
        expect(page.locator(".md-search-result__item").first).to_be_visible(timeout=30_000)
        browser.close()
    assert errors == []
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
