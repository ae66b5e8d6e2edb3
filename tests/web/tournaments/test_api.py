"""Tournaments over HTTP: who may do and see what, no lost update, private links."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barpoint.client import Server
from barpoint.service.server import Directors
from barpoint.tournament.settings import ContestSettings
from tests.tournament.director import knockout
from tests.web.live.test_socket import line, told
from tests.web.members import (
    refused,
    registered,
    serving,
    staffed,
)
from tests.web.server_process import Served
from tests.web.tournaments.remote_director import (
    Person,
    begun,
    drawn,
)


def test_whoever_begins_a_tournament_directs_it(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await begun(here, "Spring Open", director="Ann")
        assert ann.tournament == "spring-open"
        await ann.add(knockout())
        seen = await Person(here.url, ann.tournament).get("")
        assert [terms["contest"] for terms in seen["terms"]] == ["open"]
        assert (await ann.get("/director"))["view"]["settings"]["currency"] == "EUR"  # nobody named another one
        assert [one["name"] for one in await Server(here.url).ask("GET", "/api/tournaments")] == ["Spring Open"]
        again = await registered(here, "Eve")
        body = {"name": "Spring Open", "date": "2026-05-02"}
        assert (await again.ask("POST", "/api/tournaments", body))["id"] == "spring-open-2"
        assert (await again.ask("POST", "/api/tournaments", body))["id"] == "spring-open-3"
        assert "already" in await refused(again.ask("POST", "/api/tournaments", {**body, "id": "spring-open"}), 409)

    serving(tmp_path, test)


@pytest.mark.parametrize(
    ("setting", "allowed"),
    [("registered", (False, True, True)), ("staff", (False, False, True)), ("anybody", (True,) * 3)],
)
def test_who_may_begin_a_tournament_is_the_operators_to_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, allowed: tuple[bool, ...]
) -> None:
    monkeypatch.setenv("BARPOINT_TOURNAMENTS", setting)

    async def test(here: Served) -> None:
        people = (await Server.guest(here.url, "Gast"), await registered(here, "Rita"), await staffed(here))
        for number, (person, may) in enumerate(zip(people, allowed, strict=True)):
            asking = person.ask("POST", "/api/tournaments", {"name": f"Cup {number}", "date": "2026-05-01"})
            if may:
                await asking
            else:
                await refused(asking, 403)

    serving(tmp_path, test)


def test_a_word_of_the_operators_that_means_nothing_is_said_to() -> None:
    with pytest.raises(ValueError, match="registered, staff, anybody, not 'nobody'"):
        Directors.read("nobody")


def test_two_directors_on_two_devices_lose_nothing(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await begun(here)
        await ann.do("NameStaff", person="Bob", role="director")
        bob = await ann.as_("Bob")
        version = (await bob.get(""))["version"]
        await ann.do("Announce", text="round two at three", expected=version)
        stale = await bob.refused("Announce", 409, text="round two at four", expected=version)
        assert stale["code"] == "stale"
        assert [change["what"] for change in stale["changes"]] == ["announced: round two at three"]
        assert stale["changes"][0]["by"] == "Ann"
        await bob.do("Announce", text="round two at four", expected=stale["version"])
        assert [notice["by"] for notice in (await bob.get(""))["notices"]] == ["Ann", "Bob"]

    serving(tmp_path, test)


def test_a_command_sent_twice_is_done_once(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await begun(here)
        for _ in range(2):
            await ann.do("Announce", text="once", id="one")
        assert len((await ann.get(""))["notices"]) == 1

    serving(tmp_path, test)


def test_announcements_reach_everybody_who_watches(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await begun(here)
        async with line(here) as socket:
            await socket.send(json.dumps({"t": "watch", "topic": f"tournament:{ann.tournament}"}))
            state = await told(socket, "state")
            await ann.do("Announce", text="lunch")
            changed = await told(socket, "changed")
            assert (changed["from"], changed["to"]) == (state["version"], state["version"] + 1)
            assert [notice["text"] for notice in changed["data"]] == ["lunch"]
            await socket.send(json.dumps({"t": "watch", "topic": "tournament:nowhere"}))
            assert (await told(socket, "fault"))["code"] == "unknown"

    serving(tmp_path, test)


async def status(person: Person, path: str) -> int:
    from barpoint.client.server import RequestRefused

    try:
        await person.get(path)
    except RequestRefused as answer:
        return answer.status
    return 200


SEEN = {  # who may read what: public, player, observer, staff, arbiter, director
    "": "yyyyyy",
    "/draws/open": "yyyyyy",
    "/standings": "yyyyyy",
    "/live": "yyyyyy",
    "/me": "nynnnn",
    "/desk": "nnyyyy",
    "/links": "nnnyny",
    "/ledger": "nnnyny",
    "/log": "nnnnny",
    "/checklist": "nnnnny",
}


def test_everybody_sees_what_they_may(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        for person, role in (("Olga", "observer"), ("Stan", "staff"), ("Art", "arbiter")):
            await ann.do("NameStaff", person=person, role=role)
        people = [Person(here.url, ann.tournament), *[await ann.as_(who) for who in ("p00", "Olga", "Stan", "Art")]]
        for path, allowed in SEEN.items():
            answers = [await status(person, path) for person in (*people, ann)]
            assert ["y" if one == 200 else "n" for one in answers] == list(allowed), path
        names = {one["person"] for one in await people[3].get("/links")}
        assert names == {f"p{n:02}" for n in range(8)}, "staff hand out the players' links only"

    serving(tmp_path, test)


def test_everybody_does_what_they_may(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        await ann.do("NameStaff", person="Stan", role="staff")
        public, stan = Person(here.url, ann.tournament), await ann.as_("Stan")
        await public.refused("Announce", 403, text="hello")
        assert (await stan.refused("MakeDraw", 409, contest="open"))["code"] == "not_permitted"
        first = await first_match(ann)
        one, other = [await ann.as_(entrant) for entrant in first["players"]]
        here_ = {"contest": "open", "pairing": first["pairing"]}
        result: dict[str, Any] = {"winner": one.person, "score": [9, 4]}
        await one.do("ReportResult", **here_, entrant=one.person, **result)
        said = await one.refused("ReportResult", 409, **here_, entrant=other.person, **result)
        assert said["code"] == "not_permitted"
        assert (await other.get("/me"))["matches"][0]["reported"] == [one.person, [9, 4]]
        await one.refused("PostResult", 409, **here_, **result)
        assert (await stan.refused("PostResult", 409, **here_))["code"] == "not_reported_alike"
        await other.do("ReportResult", **here_, entrant=other.person, **result)
        assert [one["pairing"] for one in (await stan.get("/desk"))["to_post"]] == [first["pairing"]]
        await stan.do("PostResult", **here_)
        sheet = await public.get("/draws/open")
        line = sheet["brackets"][0]["rounds"][0]["lines"][first["number"]]
        assert (line["winner"], line["score"]) == (one.person, [9, 4])

    serving(tmp_path, test)


async def first_match(person: Person) -> dict[str, Any]:
    desk = await person.get("/desk")
    match = min(desk["next"], key=lambda one: one["pairing"])
    number = int(match["pairing"].partition("-")[2]) - 1
    return {"pairing": match["pairing"], "players": [side["entrant"] for side in match["sides"]], "number": number}


def test_players_enter_by_themselves_and_take_nobodys_name(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await begun(here)
        await ann.add(knockout())
        public = Person(here.url, ann.tournament)
        unsigned = {"contest": "open", "name": "Ada Lovelace"}
        refusal = await refused(public.ask("POST", "/entries", unsigned), 409)
        assert (refusal["code"], refusal["clauses"]) == ("rules_not_accepted", ["usbgf:1.2.1a"])
        first = await public.ask("POST", "/entries", {"contest": "open", "name": "Ada Lovelace", "accepted": True})
        second = await public.ask("POST", "/entries", {"contest": "open", "name": "Ada Lovelace", "accepted": True})
        assert (first["person"], second["person"]) == ("ada-lovelace", "ada-lovelace-2")
        ada = Person(here.url, ann.tournament, first["link"].rpartition("/")[2], "ada-lovelace")
        assert [entry["status"] for entry in (await ada.get("/me"))["entries"]] == ["pending"]
        assert (await ann.get("/desk"))["pending"] == [["open", "ada-lovelace"], ["open", "ada-lovelace-2"]]
        await ann.do("ApproveEntry", contest="open", entry="ada-lovelace")
        assert [entry["status"] for entry in (await ada.get("/me"))["entries"]] == ["approved"]
        renewed = await ann.ask("POST", "/links/ada-lovelace/renew", {})
        assert await status(ada, "/me") == 403
        assert await status(Person(here.url, ann.tournament, renewed["link"].rpartition("/")[2]), "/me") == 200

    serving(tmp_path, test)


def test_what_makes_no_sense_is_said_to(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await begun(here)
        assert "not a command" in (await ann.refused("Dance", 400))["detail"]
        assert "milliseconds" in (await ann.refused("Announce", 400, text="x", at="noon"))["detail"]
        assert await status(Person(here.url, "nowhere"), "") == 404
        assert await status(ann, "/draws/nothing") == 404
        later = here.house.clock.now() + 86_400_000
        done = await ann.do("Announce", text="tomorrow", at=later)
        assert done["events"][0]["at"] < later, "nobody says that something will have happened"
        schema = await Server(here.url).ask("GET", "/api/tournaments/commands")
        assert "PostResult" in schema["$defs"]

    serving(tmp_path, test)


def test_settings_go_over_the_wire_and_come_back(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await begun(here)
        settings = knockout()
        await ann.add(settings)
        held = await here.house.direct.load(ann.tournament)
        assert held.state.contests["open"].settings == msgspec.convert(msgspec.to_builtins(settings), ContestSettings)

    serving(tmp_path, test)
