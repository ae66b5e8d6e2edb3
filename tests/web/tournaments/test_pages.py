"""The pages of a tournament: who may open which, what stands on them, and that text stays text."""

import urllib.error
import urllib.request
from pathlib import Path

import msgspec

from barpoint.web.tournaments.markup import Html, joined, table, tag
from tests.tournament.directing import swiss
from tests.web.people import serving
from tests.web.serving import PATIENCE, Served
from tests.web.tournaments.remote import Person, begun, drawn

PUBLIC = ("", "/draw/open", "/pairings", "/standings", "/live", "/screen", "/overlay/1")
OWN = {"/me": "p00", "/desk": "Ann", "/setup": "Ann", "/people": "Ann"}


async def page(person: Person, path: str) -> tuple[int, str]:
    import asyncio

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
        for path in PUBLIC:
            status, text = await page(public, path)
            assert status == 200, path
            assert "Lunch &lt;at&gt; one" in text or path.startswith("/overlay"), path
        for path, who in OWN.items():
            expected = {"p00": (403, 200, 403), "Ann": (403, 403, 200)}[who]
            answers = [await page(person, path) for person in (public, player, ann)]
            assert tuple(status for status, _ in answers) == expected, path
            assert all(text.startswith("<!doctype html>") for _, text in answers), path

    serving(tmp_path, test)


def test_a_link_that_opens_nothing_says_whom_to_ask(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        wrong = "A" * 24
        status, text = await page(Person(here.url, ann.tournament), f"/as/{wrong}")
        assert status == 404
        assert "ask the desk" in text

    serving(tmp_path, test)


def test_standings_say_why_in_names(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await begun(here)
        await ann.add(msgspec.structs.replace(swiss(), name="Novice"))
        await ann.ask("POST", "/roster", {"contest": "novice", "csv": "name\nAda\nBo\nChiara\nDmitri"})
        await ann.do("MakeDraw", contest="novice")
        await ann.do("PairRound", contest="novice")
        for match in (await ann.get("/desk"))["next"]:
            winner = match["sides"][0]["entrant"]
            await ann.do("PostResult", contest="novice", pairing=match["pairing"], winner=winner, score=[9, 2])
        _, text = await page(Person(here.url, ann.tournament), "/standings")
        assert "1 of 1" in text
        assert "buchholz 0 (" in text
        assert "shares places 1 to 2" in text

    serving(tmp_path, test)


def test_what_is_text_stays_text() -> None:
    assert tag("p", "<b>", title='"') == '<p title="&quot;">&lt;b&gt;</p>'
    assert joined(("a & b", Html("<br>"), None)) == "a &amp; b<br>"
    assert tag("input", name="x", required=True, value=None, disabled=False) == '<input name="x" required>'
    assert "Nothing yet." in table(("Name",), [])
