"""Paper from the browser: every kind is a PDF, for whom it is for."""

import asyncio
import re
import urllib.request
from pathlib import Path

import pytest

from barpoint.tournament.printing import PRINTS
from tests.web.members import refused, serving
from tests.web.server_process import PATIENCE, Served
from tests.web.tournaments.remote_director import Person, drawn


async def paper(person: Person, path: str) -> bytes:
    def read() -> bytes:
        headers = {"authorization": f"Bearer {person.token}"}
        address = f"{person.url}/api/tournaments/{person.tournament}/print/{path}"
        request = urllib.request.Request(address, headers=headers)  # noqa: S310  # our own server
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            assert answer.headers["content-type"] == "application/pdf"
            body: bytes = answer.read()
            return body

    return await asyncio.to_thread(read)


def _size(sheet: bytes) -> tuple[int, int]:
    """Of the first page, in points."""
    box = re.search(rb"/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)", sheet)
    assert box
    return round(float(box[1])), round(float(box[2]))


def test_everything_the_command_line_prints_is_printed(tmp_path: Path) -> None:
    pytest.importorskip("typst")

    async def test(here: Served) -> None:
        ann = await drawn(here)
        for kind in PRINTS:
            assert (await paper(ann, f"{kind}?offset=120")).startswith(b"%PDF"), kind
            a4, letter = [_size(await paper(ann, f"{kind}?paper={name}")) for name in ("a4", "letter")]
            assert sorted(a4) == [595, 842], kind
            assert sorted(letter) == [612, 792], kind
        assert "expected paper" in (await refused(ann.get("/print/draw?paper=b5"), 400))["detail"]
        assert "expected one of draw" in (await refused(ann.get("/print/poster"), 404))["detail"]
        await refused(ann.get("/print/draw?event=nothing"), 404)

    serving(tmp_path, test)
