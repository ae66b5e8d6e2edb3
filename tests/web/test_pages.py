"""The addresses of pages: those there are, and those there are not."""

import asyncio
import re
from pathlib import Path

import httpx
import pytest

from barpoint.web.pages import ADDRESSES
from tests.web.server_process import served

APP = Path(__file__).parents[2] / "ui" / "src" / "App.svelte"
THERE = ("/", "/lobby", "/match/ABCD2345", "/rules", "/rules/ibf:5.3a", "/table", "/table/T/open/1", "/record/T/open/1")
NOT_THERE = ("/nowhere", "/lobby/again", "/match", "/match/A/B", "/api/nowhere", "/wp-login.php", "/assets/none.js")
ODD = (f"/{'x' * 300}", f"/assets/{'x' * 300}.js", "/a%00b.js")
"""What no file can be called."""


def test_an_address_without_a_page_is_not_found(tmp_path: Path) -> None:
    async def answers() -> dict[str, int]:
        async with served(f"sqlite:///{tmp_path}/club.db") as here, httpx.AsyncClient(base_url=here.url) as client:
            return {path: (await client.get(path)).status_code for path in (*THERE, *NOT_THERE, *ODD)}

    statuses = asyncio.run(answers())
    assert statuses == dict.fromkeys(THERE, 200) | dict.fromkeys((*NOT_THERE, *ODD), 404)


def test_the_server_knows_every_page() -> None:
    if not APP.is_file():
        pytest.skip("the sources of the pages are not here")
    listed = re.search(r"const PAGES.*?\n  }", APP.read_text("utf-8"), re.DOTALL)
    assert listed is not None
    assert {"", *re.findall(r"^    '?([\w-]+)'?: ", listed[0], re.MULTILINE)} == set(ADDRESSES)
