"""The pages of a tournament: who may open which, what stands on them, and that text stays text."""

import asyncio
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from barpoint.web.tournaments.markup import Html, join_html, table, tag
from tests.web.members import serving
from tests.web.server_process import PATIENCE, Served
from tests.web.tournaments.remote_director import (
    Person,
    drawn,
)

OF_STAFF = ("/desk", "/results", "/money", "/setup", "/people")
MOVED = {
    "": "",
    "/{0}": "/{0}",
    "/{0}/draw/open": "/{0}/draw/open",
    "/{0}/pairings": "/{0}/pairings",
    "/{0}/standings": "/{0}/standings",
    "/{0}/live": "/{0}/live",
    "/{0}/screen": "/{0}/screen",
    "/{0}/overlay/3?hall=Blue": "/{0}/overlay/3/Blue",
    "/{0}/me?as=p00": "/{0}/me?as=p00",
}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


async def moved(address: str) -> tuple[int, str]:
    """The status of an address and where it leads."""
    opener = urllib.request.build_opener(_NoRedirect)

    def read() -> tuple[int, str]:
        try:
            with opener.open(address, timeout=PATIENCE) as answer:
                return answer.status, ""
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers.get("location", "")

    return await asyncio.to_thread(read)


async def page(person: Person, path: str) -> tuple[int, str]:
    def read() -> tuple[int, str]:
        address = f"{person.url}/t/{person.tournament}{path}"
        request = urllib.request.Request(address)  # noqa: S310  # our own server
        if person.token:
            request.add_header("cookie", f"barpoint-{person.tournament}={person.token}")
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    return await asyncio.to_thread(read)


def test_everybody_opens_their_pages(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        await ann.do("Announce", text="Lunch <at> one")
        public, player = Person(here.url, ann.tournament), await ann.as_("p00")
        for path in OF_STAFF:
            answers = [await page(person, path) for person in (public, player, ann)]
            assert tuple(status for status, _ in answers) == (403, 403, 200), path
            assert "Lunch &lt;at&gt; one" in answers[-1][1], path
            assert all(text.startswith("<!doctype html>") for _, text in answers), path

    serving(tmp_path, test)


def test_the_desk_has_the_delay_ledger_of_every_match_in_hand(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        away = (await here.house.direct.load(ann.tournament)).state.contests["open"].fixtures["M1-1"].pair[1]
        assert "Delays and breaks" not in (await page(ann, "/desk"))[1]
        await ann.do("BeginMatch", contest="open", pairing="M1-1")
        await ann.do("CallBreak", contest="open", pairing="M1-1", entrant=away)
        _, text = await page(ann, "/desk")
        assert "Delays and breaks" in text
        assert "still away" in text

    serving(tmp_path, test)


def test_a_link_that_opens_nothing_says_whom_to_ask(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        wrong = "A" * 24
        status, text = await page(Person(here.url, ann.tournament), f"/as/{wrong}")
        assert status == 404
        assert "ask the desk" in text

    serving(tmp_path, test)


def test_addresses_of_before_lead_to_the_sites_own_pages(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        for before, after in MOVED.items():
            status, place = await moved(f"{here.url}/t{before.format(ann.tournament)}")
            assert (status, place) == (301, f"/tournaments{after.format(ann.tournament)}")

    serving(tmp_path, test)


def test_a_shared_address_says_what_it_is(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        for path in ("", "/standings", "/draw/open"):
            address = f"{here.url}/tournaments/{ann.tournament}{path}"
            answer = await asyncio.to_thread(urllib.request.urlopen, address, timeout=PATIENCE)
            with answer:
                text = answer.read().decode()
            if "Barpoint draws" not in text:
                pytest.skip("the pages have not been built")
            assert "<title>Spring · Barpoint</title>" in text
            assert text.count('name="description"') == 1
            assert f'property="og:image" content="{here.url}/api/tournaments/spring/draws/open/picture"' in text
        for path, status in (("/tournaments/nowhere", 404), ("/tournaments", 200)):
            assert (await moved(here.url + path))[0] == status

    serving(tmp_path, test)


def test_what_is_text_stays_text() -> None:
    assert tag("p", "<b>", title='"') == '<p title="&quot;">&lt;b&gt;</p>'
    assert join_html(("a & b", Html("<br>"), None)) == "a &amp; b<br>"
    assert tag("input", name="x", required=True, value=None, disabled=False) == '<input name="x" required>'
    assert "Nothing yet." in table(("Name",), [])
