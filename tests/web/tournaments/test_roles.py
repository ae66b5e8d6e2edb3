"""Roles belong to accounts: on every device, whatever links a browser opens; handed over, and recovered."""

import asyncio
import json
import urllib.error
import urllib.request
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

import msgspec

from barpoint.client import Server
from tests.tournament.director import knockout
from tests.web.members import PASSWORD, refused, registered, serving, staffed
from tests.web.server_process import PATIENCE, Served


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class Browser:
    """Somebody's browser: it keeps cookies and follows nothing."""

    def __init__(self, here: Served) -> None:
        self.url, self.cookies = here.url, dict[str, str]()
        self._opener = urllib.request.build_opener(_NoRedirect)

    async def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        return await asyncio.to_thread(self._ask, method, path, body)

    def _ask(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        headers = {"cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["content-type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}{path}", data, headers, method=method)  # noqa: S310
        try:
            answer = self._opener.open(request, timeout=PATIENCE)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            for line in answer.headers.get_all("set-cookie", []):
                self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
            text = answer.read().decode()
            place = answer.headers.get("location", "")
            is_json = answer.headers.get_content_type() == "application/json"
            return answer.status, json.loads(text) if is_json else place or text

    async def register(self, name: str) -> "Browser":
        assert (await self.ask("POST", "/api/register", {"name": name, "password": PASSWORD}))[0] in (200, 201)
        return self

    async def sign_in(self, name: str) -> "Browser":
        assert (await self.ask("POST", "/api/sign-in", {"name": name, "password": PASSWORD}))[0] in (200, 201)
        return self

    async def access(self, tournament: str = "spring") -> Any:
        return (await self.ask("GET", f"/api/tournaments/{tournament}/access"))[1]

    async def do(self, kind: str, tournament: str = "spring", acting: str = "", **fields: Any) -> tuple[int, Any]:
        body = {"command": {"type": kind, **fields}, **({"acting": acting} if acting else {})}
        return await self.ask("POST", f"/api/tournaments/{tournament}/commands", body)

    async def link(self, person: str, kind: str = "player") -> str:
        links = (await self.ask("GET", "/api/tournaments/spring/links"))[1]
        return str(next(one["link"] for one in links if (one["person"], one["kind"]) == (person, kind)))


async def spring(here: Served) -> Browser:
    """Ann's browser; she directs Spring, in which Bob and Cleo have entered."""
    ann = await Browser(here).register("Ann")
    body = {"name": "Spring", "date": "2026-05-01"}
    assert (await ann.ask("POST", "/api/tournaments", body))[0] == 201
    settings = {"id": "open", "preset": "USBGF Open", "fees": {}, "draw": {"format": "single", "seed": "s"}}
    assert (await ann.do("AddContest", settings=settings))[0] == 200
    assert (await ann.do("PublishContest", contest="open"))[0] == 200
    entries = [[{"id": name.lower(), "name": name}] for name in ("Bob", "Cleo", "Dan", "Eve")]
    assert (await ann.do("ImportEntrants", contest="open", entries=entries))[0] == 200
    return ann


def test_whoever_began_a_tournament_directs_it_on_every_device(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        await spring(here)
        elsewhere = await Browser(here).sign_in("Ann")
        access = await elsewhere.access()
        assert (access["person"], access["roles"], access["by_account"]) == ("Ann", ["director"], True)
        assert (await elsewhere.do("Announce", text="from the telephone"))[0] == 200
        assert (await (await Browser(here).register("Zoe")).access())["roles"] == []

    serving(tmp_path, test)


def test_a_director_who_opens_links_or_enters_is_not_locked_out(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await spring(here)
        status, place = await ann.ask("GET", await ann.link("bob"))
        assert (status, place.endswith("/me?as=bob")) == (303, True)
        assert (await ann.access())["player"] == ""
        assert (await ann.ask("GET", "/api/tournaments/spring/me?as=bob"))[1]["name"] == "Bob"
        assert (await ann.ask("GET", "/api/tournaments/spring/me"))[0] == 403
        assert (await ann.ask("GET", "/api/tournaments/spring/desk"))[0] == 200
        status, entered = await ann.ask(
            "POST", "/api/tournaments/spring/entries", {"contest": "open", "name": "Ann", "accepted": True}
        )
        assert status == 201
        access = await ann.access()
        assert (access["person"], access["player"], access["roles"]) == ("Ann", entered["person"], ["director"])
        assert (await ann.ask("GET", "/api/tournaments/spring/desk"))[0] == 200
        assert (await ann.ask("GET", "/api/tournaments/spring/me"))[1]["name"] == "Ann"
        as_player = await ann.do("Announce", acting="player", text="as a player")
        assert (as_player[0], as_player[1]["code"]) == (409, "not_permitted")
        elsewhere = await Browser(here).sign_in("Ann")  # what she plays as goes with her account, too
        assert (await elsewhere.access())["player"] == entered["person"]

    serving(tmp_path, test)


def test_a_director_says_which_player_they_are(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await spring(here)
        assert (await ann.ask("POST", "/api/tournaments/spring/player", {"player": "cleo"}))[0] == 200
        access = await ann.access()
        assert (access["person"], access["player"]) == ("Ann", "cleo")
        bob = Browser(here)
        await bob.ask("GET", await ann.link("bob"))
        assert (await bob.ask("POST", "/api/tournaments/spring/player", {"player": "cleo"}))[0] == 403

    serving(tmp_path, test)


def test_a_player_who_is_no_text_is_malformed(tmp_path: Path) -> None:
    """The part of the request is called as something of the server's own is: that made it the server's fault."""

    async def test(here: Served) -> None:
        ann = await spring(here)
        for player in (None, 7, ["cleo"]):
            status, answer = await ann.ask("POST", "/api/tournaments/spring/player", {"player": player})
            assert status == 400
            assert answer["detail"].startswith("player: Expected `str`")

    serving(tmp_path, test)


def test_an_officials_link_is_for_whoever_has_no_role_of_their_own(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await spring(here)
        await ann.do("NameStaff", person="Arno", role="arbiter")
        link = await ann.link("Arno", "staff")
        assert (await ann.ask("GET", link))[0] == 303
        assert (await ann.access())["person"] == "Ann"
        nobody = Browser(here)
        await nobody.ask("GET", link)
        assert (await nobody.access())["roles"] == ["arbiter"]
        arno = await Browser(here).register("Arno")
        await arno.ask("GET", link)
        phone = await Browser(here).sign_in("Arno")
        assert (await phone.access())["roles"] == ["arbiter"]
        await ann.ask("POST", "/api/tournaments/spring/links/Arno/renew?kind=staff")
        for browser in (nobody, phone, arno):  # the link got about: what it gave is taken back
            assert (await browser.access())["roles"] == []

    serving(tmp_path, test)


def test_a_role_is_given_to_an_account_and_handed_over(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, bea = await spring(here), await Browser(here).register("Bea")
        await ann.do("NameStaff", person="Beate", role="director")
        given = await ann.ask("PUT", "/api/tournaments/spring/staff/Beate/account", {"name": "bea"})
        assert {one["person"]: one["accounts"] for one in given[1]} == {"Ann": ["Ann"], "Beate": ["Bea"]}
        assert (await bea.access())["person"] == "Beate"
        assert (await bea.do("DismissStaff", person="Ann", role="director"))[0] == 200
        assert (await ann.access())["roles"] == []
        assert (await ann.ask("PUT", "/api/tournaments/spring/staff/Beate/account", {"name": "Ann"}))[0] == 403
        assert (await bea.ask("PUT", "/api/tournaments/spring/staff/Beate/account", {"name": "Nobody"}))[0] == 404

    serving(tmp_path, test)


def test_no_director_leaves_a_tournament_to_somebody_who_cannot_get_in(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, bea = await spring(here), await Browser(here).register("Bea")
        await ann.do("NameStaff", person="Beate", role="director")
        assert (await ann.do("DismissStaff", person="Ann", role="director"))[1]["code"] == "nobody_to_direct"
        steps = [[{"type": "DismissStaff", "person": "Ann", "role": "director"}]]
        path = "/api/tournaments/spring/commands/batch"
        assert (await ann.ask("POST", path, {"steps": steps}))[1]["code"] == "nobody_to_direct"
        assert (await ann.do("DismissStaff", person="Beate", role="director"))[0] == 200  # Ann stays
        await ann.do("NameStaff", person="Beate", role="staff")
        await ann.ask("PUT", "/api/tournaments/spring/staff/Beate/account", {"name": "bea"})
        steps = [[{"type": "NameStaff", "person": "Beate", "role": "director"}, *steps[0]]]
        assert (await ann.ask("POST", path, {"steps": steps}))[0] == 200  # handed over
        assert ((await ann.access())["roles"], (await bea.access())["roles"]) == ([], ["staff", "director"])

    serving(tmp_path, test)


def test_under_the_guide_the_one_director_hands_over_in_one_moment(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann, bea = await spring(here), await Browser(here).register("Bea")
        settings = msgspec.to_builtins(knockout("guide", name="guide"))
        assert (await ann.do("AddContest", settings=settings))[0] == 200
        await ann.do("NameStaff", person="Beate", role="staff")
        over = {"person": "Beate", "role": "director", "in_place_of": "Ann"}
        assert (await ann.do("NameStaff", person="Beate", role="director"))[1]["code"] == "one_director"
        assert (await ann.do("NameStaff", **over))[1]["code"] == "nobody_to_direct"  # Beate could not get in
        await ann.ask("PUT", "/api/tournaments/spring/staff/Beate/account", {"name": "bea"})
        assert (await ann.do("NameStaff", **over))[0] == 200
        assert ((await ann.access())["roles"], (await bea.access())["roles"]) == ([], ["staff", "director"])

    serving(tmp_path, test)


def test_an_official_of_the_server_recovers_a_directors_role_with_a_reason(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await spring(here)
        await ann.do("NameStaff", person="Arno", role="arbiter")
        await registered(here, "Vera")
        sonja: Server = await staffed(here, "Sonja")
        path = "/api/tournaments/spring/staff"
        await refused(sonja.ask("PUT", f"{path}/Ann/account", {"name": "Vera"}), 400)
        await refused(sonja.ask("PUT", f"{path}/Arno/account", {"name": "Vera", "reason": "lost"}), 403)
        await sonja.ask("PUT", f"{path}/Ann/account", {"name": "Vera", "reason": "Ann has lost her account"})
        vera = await Browser(here).sign_in("Vera")
        assert (await vera.access())["roles"] == ["director"]
        [seen] = [holder for holder in (await ann.ask("GET", path))[1] if holder["person"] == "Ann"]
        assert [(one["official"], one["account"], one["reason"]) for one in seen["recovered"]] == [
            ("Sonja", "Vera", "Ann has lost her account")
        ], "whoever had the role reads it"
        assert [holder["person"] for holder in await sonja.ask("GET", path)] == ["Ann", "Arno"], "to choose from"
        link = await vera.link("bob")
        sonjas = await Browser(here).sign_in("Sonja")
        await sonjas.ask("GET", link)  # now she plays in it
        await refused(sonja.ask("PUT", f"{path}/Ann/account", {"name": "Sonja", "reason": "why not"}), 403)

    serving(tmp_path, test)
