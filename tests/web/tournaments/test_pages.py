"""Addresses of a tournament: those of before lead to the site's pages, and a shared one says what it is."""

import asyncio
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from barpoint.client import Server
from tests.web.members import serving
from tests.web.server_process import PATIENCE, Served
from tests.web.tournaments.remote_director import drawn

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
    "/{0}/desk": "/{0}/desk",
    "/{0}/results": "/{0}/results",
    "/{0}/money": "/{0}/money",
    "/{0}/setup": "/{0}/setup",
    "/{0}/people": "/{0}/people",
    "/{0}/incident/open/M1-1": "/{0}/cases/new/open/M1-1",
    "/{0}/case/ABCDEFGH": "/{0}/cases/ABCDEFGH",
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


def test_a_link_that_opens_nothing_says_whom_to_ask(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        for place in (f"{ann.tournament}/as/{'A' * 24}", f"nowhere/as/{ann.token}"):
            status, _ = await moved(f"{here.url}/t/{place}")
            assert status == 404  # the site's document: its page says it (tests/e2e/tournaments)

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
            assert (
                f'property="og:image" content="{here.url}/api/tournaments/spring/draws/open/picture?form=png"' in text
            )
        for path, status in (("/tournaments/nowhere", 404), ("/tournaments", 200)):
            assert (await moved(here.url + path))[0] == status

    serving(tmp_path, test)


@pytest.mark.clause("ibf:9.2")
def test_the_options_of_an_event_are_those_of_its_preset(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna = await Server.guest(here.url, "Anna")
        for preset, may in (("", "fixed"), ("IBF Backgammon", "fixed"), ("IBF Longgammon", "free")):
            listed = await anna.ask("GET", f"/api/rules/ibf/options?preset={urllib.parse.quote(preset)}")
            assert next(option["may"] for option in listed if option["option"] == "cube") == may

    serving(tmp_path, test)
