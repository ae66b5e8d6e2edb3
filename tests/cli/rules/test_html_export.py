"""The exported book in a browser: its search box finds clauses without a network."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from barpoint.cli.rules.html_export import rules_page

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

pytestmark = pytest.mark.skipif(
    CHROMIUM is None and os.environ.get("BARPOINT_PEERS") != "required", reason="no Chromium to open the book in"
)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("book") / "rules.html"
    file.write_text(rules_page(), "utf-8")
    return file


@pytest.mark.parametrize(("words", "found"), [("crawfrod", "ibf:2.2a"), ("die+on+a+checker", "usbgf:4.1.4.3c")])
def test_the_search_box_finds_clauses(book: Path, words: str, found: str) -> None:
    assert found in hits(f"{book.as_uri()}#find={words}")


def hits(address: str) -> list[str]:
    assert CHROMIUM is not None, "Chromium is required here and missing"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000", "--dump-dom"]
    dom = subprocess.run([CHROMIUM, *flags, address], capture_output=True, text=True, check=True, timeout=300).stdout
    listing = re.search(r'<ol class="hits" id="hits">(.*?)</ol>', dom, re.DOTALL)
    assert listing is not None
    return re.findall(r'href="#([^"]+)"', listing[1])
