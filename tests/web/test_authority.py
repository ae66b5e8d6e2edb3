"""Authority ends where its tournament, its match or its person does: attacks that got through before, over HTTP."""

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from barpoint.client import Server
from barpoint.service.ports import Write
from barpoint.tournament.events import MatchAttached, encode
from barpoint.tournament.settings import Mode
from barpoint.wire.wishes import LeaveWish
from tests.tournament.director import knockout
from tests.web.live.test_socket import begun as begun_match
from tests.web.live.test_socket import line, told
from tests.web.members import (
    PASSWORD,
    refused,
    registered,
    serving,
    staffed,
)
from tests.web.server_process import Served
from tests.web.test_match_extras import paired, sat
from tests.web.tournaments.remote_director import (
    Person,
    begun,
    drawn,
)
from tests.web.tournaments.test_api import first_match


async def toy(here: Served, mode: Mode = Mode.INTERNET) -> tuple[Person, dict[str, Any]]:
    """The director of a tournament anybody may begin, and a match of it that has begun."""
    mallory = await drawn(here)
    if mode is Mode.INTERNET:
        settings = {"id": "net", "preset": "USBGF Open", "mode": "internet", "draw": {"format": "single", "seed": "x"}}
        await mallory.do("AddContest", settings=settings)
        await mallory.do("PublishContest", contest="net")
        entries = [[{"id": name, "name": name.title()}] for name in ("xan", "yul", "zoe", "wim")]
        await mallory.do("ImportEntrants", contest="net", entries=entries)
        await mallory.do("MakeDraw", contest="net")
        desk = await mallory.get("/desk")
        pairing = {"contest": "net", "pairing": next(one["pairing"] for one in desk["next"] if one["contest"] == "net")}
    else:
        pairing = {"contest": "open", "pairing": (await first_match(mallory))["pairing"]}
    await mallory.do("BeginMatch", **pairing)
    return mallory, pairing


async def log_of(here: Served, match: str) -> list[bytes]:
    """The match as it is stored."""
    return [one.data for one in await here.house.store.read(f"match:{match}")]


async def attached_by_force(here: Served, mallory: Person, pairing: dict[str, str], match: str) -> None:
    """What an earlier release let into the log of a tournament."""
    held = await here.house.direct.load(mallory.tournament)
    contest = held.state.contests[pairing["contest"]]
    players = contest.fixtures[pairing["pairing"]].pair
    event = MatchAttached(at=held.state.at, by=mallory.person, players=players, stream=f"match:{match}", **pairing)
    write = Write(f"tournament:{mallory.tournament}", held.state.version, (encode(event),))
    await here.house.store.append([write], "by-force")
    await here.house.direct.load(mallory.tournament)


@pytest.mark.parametrize("mode", [Mode.INTERNET, Mode.IN_PERSON])
def test_nobody_attaches_a_match_the_server_did_not_make_for_that_pairing(tmp_path: Path, mode: Mode) -> None:
    async def test(here: Served) -> None:
        _, _, match = await begun_match(here)
        mallory, pairing = await toy(here, mode)
        before = (await here.house.direct.load(mallory.tournament)).state.version
        stream, reason = f"match:{match}", "the hall is closed"
        await mallory.refused("AttachMatch", 409, **pairing, stream=stream, reason=reason)
        await mallory.refused("AttachMatch", 409, **pairing, stream="recorded:other/open/M1-1/a/b", reason=reason)
        assert (await here.house.direct.load(mallory.tournament)).state.version == before

    serving(tmp_path, test)


@pytest.mark.parametrize("mode", [Mode.INTERNET, Mode.IN_PERSON])
def test_an_attachment_of_old_gives_no_authority_over_somebody_elses_match(tmp_path: Path, mode: Mode) -> None:
    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=3, preset="IBF Blitz")
        mallory, pairing = await toy(here, mode)
        await attached_by_force(here, mallory, pairing, match)
        async with AsyncExitStack() as lines:
            for who in (anna, ben):
                await sat(lines, who, match)
            before = await log_of(here, match)
            await mallory.do("SuspendMatch", **pairing, reason="mine now")
            await here.house.boards.close()
            assert await log_of(here, match) == before, "suspended"
            body = {**pairing, "kind": "penalty_points", "report": "rude"}
            case = f"/cases/{(await mallory.ask('POST', '/cases', body))['id']}"
            facts = {"who": "black", "points": "1", "length": "9", "score_white": "0", "score_black": "0"}
            for key, text in facts.items():
                await mallory.ask("POST", case, {"step": "fact", "key": key, "text": text})
            seen = await mallory.ask("POST", case, {"step": "rule"})
            assert seen["match"] == "", "the case names it"
            assert await log_of(here, match) == before, "ruled on"
            await asyncio.sleep(0.05)
            assert await anna.ask("GET", "/api/notices") == []
            shown = next(one for one in await mallory.get("/live") if one["pairing"] == pairing["pairing"])
            assert match not in str(shown)

    serving(tmp_path, test)


async def me(server: Server) -> dict[str, Any]:
    """Who the server takes somebody for."""
    found: dict[str, Any] = await server.ask("GET", "/api/me")
    return found


# Sanctions


async def entering(here: Served, name: str) -> Person:
    """The director of an honest tournament that takes entries."""
    director = await begun(here, name, "Dan")
    await director.add(knockout())
    return director


async def sanctioned(here: Served, penalty: dict[str, Any]) -> tuple[Person, str, str]:
    """A director of a toy event rules against Ada Lovelace, who plays black: the director, the case, her person."""
    mallory = await begun(here, "Toy", "Mal")
    await mallory.add(knockout())
    entries = [[{"id": f"n{number}", "name": f"Ada Lovelace {number}"}] for number in range(4)]
    await mallory.do("ImportEntrants", contest="open", entries=entries)
    await mallory.do("MakeDraw", contest="open")
    first = await first_match(mallory)
    case = (await mallory.ask("POST", "/cases", {"contest": "open", "pairing": first["pairing"]}))["id"]
    rule = {"step": "rule", "say": "Out.", "reason": "I do not like her.", "penalty": {"side": "black", **penalty}}
    await mallory.ask("POST", f"/cases/{case}", rule)
    return mallory, case, f"Ada Lovelace {first['players'][1][1:]}"


BAR = {"step": "expulsion", "barred_until": "2099-12-31"}


def test_a_sanction_of_one_tournament_bars_nobody_from_another(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        mallory, _, person = await sanctioned(here, BAR)
        dan = await entering(here, "Honest")
        entered = await Person(here.url, dan.tournament).ask(
            "POST", "/entries", {"contest": "open", "name": person, "accepted": True}
        )
        await dan.do("ApproveEntry", contest="open", entry=entered["person"])
        again = Person(here.url, mallory.tournament).ask(
            "POST", "/entries", {"contest": "open", "name": person, "accepted": True}
        )
        assert (await refused(again, 409))["code"] == "player_barred", "at home it binds"

    serving(tmp_path, test)


def test_a_sanction_of_one_tournament_costs_nobody_points_in_another(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, _, person = await sanctioned(here, {"step": "points", "points": 3, "later": True})
        dan = await entering(here, "Honest")
        entries = [[{"id": f"p{number}", "name": name}] for number, name in enumerate((person, "Bo", "Cy", "Di"))]
        await dan.do("ImportEntrants", contest="open", entries=entries)
        await dan.do("MakeDraw", contest="open")
        fixtures = (await here.house.direct.load(dan.tournament)).state.contests["open"].fixtures.values()
        match = next(one.id for one in fixtures if "p0" in one.players)
        await dan.do("BeginMatch", contest="open", pairing=match)
        state = (await here.house.direct.load(dan.tournament)).state
        assert not state.penalties

    serving(tmp_path, test)


def test_a_penalty_does_not_name_a_case_of_another_tournament(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, case, person = await sanctioned(here, {"step": "points", "points": 3, "later": True})
        dan = await entering(here, "Honest")
        await dan.do("ImportEntrants", contest="open", entries=[[{"id": "x", "name": person}]])
        for foreign in (case, "toy/penalty-1"):
            given: dict[str, Any] = {"player": "x", "points": 1, "reason": "to have it served here", "case": foreign}
            assert (await dan.refused("GivePenalty", 409, **given))["code"] == "case_not_of_tournament"
        await dan.do("GivePenalty", player="x", points=1, reason="noise", case="paper 7")

    serving(tmp_path, test)


def test_an_official_of_the_server_extends_a_sanction_and_the_person_appeals(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, case, person = await sanctioned(here, BAR)
        dora, ada, eve = await staffed(here), await registered(here, person), await registered(here, "Eve")
        asked = {"person": person, "case": case, "reason": "Seen by three."}
        await refused(eve.ask("POST", "/api/sanctions", asked), 403)
        await refused(dora.ask("POST", "/api/sanctions", asked | {"reason": " "}), 400)
        await refused(dora.ask("POST", "/api/sanctions", asked | {"case": "NOSUCH"}), 404)
        [line] = await dora.ask("GET", f"/api/sanctions?person={person.replace(' ', '%20')}")
        assert (line["origin"], line["everywhere"]) == ("toy", False)
        extended = await dora.ask("POST", "/api/sanctions", asked)
        await refused(dora.ask("POST", "/api/sanctions", asked), 409)
        dan = await entering(here, "Honest")
        public, entry = Person(here.url, dan.tournament), {"contest": "open", "name": person, "accepted": True}
        assert (await refused(public.ask("POST", "/entries", entry), 409))["code"] == "player_barred"
        [mine] = await ada.ask("GET", "/api/sanctions/mine")
        assert (mine["case"], mine["everywhere"], mine["reason"]) == (extended["id"], True, "Seen by three.")
        assert await eve.ask("GET", "/api/sanctions/mine") == []
        path = f"/api/sanctions/{extended['id']}"
        await refused(eve.ask("POST", f"{path}/appeal", {}), 403)
        await ada.ask("POST", f"{path}/appeal", {})
        await public.ask("POST", "/entries", entry)  # while it is heard it does not bind (usbgf:5.3f)
        await refused(ada.ask("POST", path, {"step": "votes", "uphold": 2}), 403)
        await dora.ask("POST", path, {"step": "committee", "members": ["Ida", "Jon", "Kim"]})
        await dora.ask("POST", path, {"step": "votes", "uphold": 3})
        assert (await refused(public.ask("POST", "/entries", entry | {"name": person.upper()}), 409))["code"] == (
            "player_barred"
        )

    serving(tmp_path, test)


def test_an_official_neither_extends_nor_hears_a_sanction_of_their_own(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, case, person = await sanctioned(here, BAR)
        dora, ada = await staffed(here), await registered(here, person)
        await here.house.club.means.register.appoint((await me(ada))["account"], staff=True)
        asked = {"person": person, "case": case, "reason": "Seen by three."}
        assert "official_plays_the_match" in await refused(ada.ask("POST", "/api/sanctions", asked), 409)
        path = f"/api/sanctions/{(await dora.ask('POST', '/api/sanctions', asked))['id']}"
        await here.house.club.notices.close()  # it is told in the background
        [notice] = [one for one in await ada.ask("GET", "/api/notices") if one["kind"] == "ruling"]
        assert notice["link"] == "/profile"
        await ada.ask("POST", f"{path}/appeal", {})
        committee = {"step": "committee", "members": ["Ida", "Jon", "Kim"]}
        assert "official_plays_the_match" in await refused(ada.ask("POST", path, committee), 409)
        await dora.ask("POST", path, committee)

    serving(tmp_path, test)


# The ids of commands


@pytest.mark.parametrize(("word", "ids"), [("mute", [str(n) for n in range(9)]), ("rematch", ["white", "black"])])
def test_nobody_gives_a_command_of_theirs_the_id_of_one_of_the_servers(
    tmp_path: Path, word: str, ids: list[str]
) -> None:
    """A tournament called so, whose director is called like a match: the match's own command was held to be known."""

    async def test(here: Served) -> None:
        anna, ben, match = await paired(here, points=1, chat="free")
        mallory = await begun(here, word.title())
        assert mallory.tournament == word
        await mallory.do("NameStaff", person=match, role="director")
        false = await mallory.as_(match)
        for id in ids:
            await false.do("Announce", text="mine", id=id)
        if word == "mute":
            await asyncio.wait_for(ben.ask("PUT", f"/api/matches/{match}/mute", {"muted": True}), 10)
            room = await here.house.play.room(match)
            assert room is not None
            assert [side.value for side in room.muted] == ["black"]
        else:
            async with AsyncExitStack() as lines:
                seats = [await sat(lines, who, match) for who in (anna, ben)]
                await seats[0][0].do(LeaveWish())
            for who in (anna, ben):
                again = await asyncio.wait_for(who.ask("POST", f"/api/matches/{match}/rematch", {}), 10)
            assert again["match"]

    serving(tmp_path, test)


def test_an_id_that_was_something_elses_fails_and_leaves_the_match_alone(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        _, ben, match = await paired(here, points=1, chat="free")
        room = await here.house.play.room(match)
        assert room is not None
        taken = f"mute/{match}/{room.room_version}"
        await here.house.store.append([Write("elsewhere:1", 0, (b"{}",))], taken)
        await refused(asyncio.wait_for(ben.ask("PUT", f"/api/matches/{match}/mute", {"muted": True}), 10), 500)
        await asyncio.wait_for(ben.ask("POST", f"/api/matches/{match}/bar", {"account": ""}), 10)

    serving(tmp_path, test)


# In somebody else's name


def test_one_player_appoints_nobody_for_both(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        first = await first_match(ann)
        home, away = [await ann.as_(player) for player in first["players"]]
        friend = {"contest": "open", "pairing": first["pairing"], "person": "Max", "task": "monitor"}
        both = {**friend, "requested_by": first["players"]}
        assert (await home.refused("AppointToMatch", 409, **both))["code"] == "monitor_needs_both"
        await home.do("AppointToMatch", **friend)
        await home.refused("AppointToMatch", 409, **friend)
        state = (await here.house.direct.load(ann.tournament)).state
        contest = state.contests["open"]
        assert not contest.match_at(contest.fixtures[first["pairing"]]).appointed
        await away.do("AppointToMatch", **friend)
        state = (await here.house.direct.load(ann.tournament)).state
        contest = state.contests["open"]
        assert [one.person for one in contest.match_at(contest.fixtures[first["pairing"]]).appointed] == ["Max"]

    serving(tmp_path, test)


def test_nobody_enters_somebody_else_who_is_known(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        await ann.add(knockout(name="doubles", team=2))
        mallory = await ann.as_("p01")
        team = [{"id": "p01"}, {"id": "p02", "contact": "mallory"}]
        assert (await mallory.refused("Register", 409, contest="doubles", players=team))["code"] == "not_permitted"
        as_staff = [{"id": "p01"}, {"id": ann.person}]
        await mallory.refused("Register", 409, contest="doubles", players=as_staff)
        await ann.do("Register", contest="doubles", players=team)

    serving(tmp_path, test)


# Links, and officials who play


def test_an_entrants_link_opens_no_desk_when_staff_has_the_same_id(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        player = await ann.as_("p01")
        old = Person(here.url, ann.tournament, (await here.house.links.keys(ann.tournament)).old_link("p01"), "p01")
        await old.get("/me")  # a link of 0.1.0 opens what it was given for
        await ann.do("NameStaff", person="p01", role="director")
        for link in (player, old):
            await link.get("/me")
            await refused(link.get("/desk"), 403)
            await refused(link.get("/links"), 403)
            await link.refused("Announce", 409, text="mine")
            friend: dict[str, Any] = {"person": "Max", "task": "monitor", "contest": "open"}
            mine = (await link.get("/me"))["matches"][0]["match"]["pairing"]
            await link.refused("AppointToMatch", 409, pairing=mine, requested_by=["p00", "p01"], **friend)
            await link.do("SignOut", player="p01", contact="the bar")
            await link.do("SignIn", player="p01")
        links = {(one["person"], one["kind"]): one["link"] for one in await ann.get("/links")}
        staff = Person(here.url, ann.tournament, links["p01", "staff"].rpartition("/")[2], "p01")
        await staff.get("/desk")
        renewed = await ann.ask("POST", "/links/p01/renew?kind=player")
        await refused(player.get("/me"), 403)
        await refused(old.get("/me"), 403)
        assert renewed["kind"] == "player"
        await staff.get("/desk")
        before = Person(here.url, ann.tournament, (await here.house.links.keys(ann.tournament)).old_link("Ann"), "Ann")
        await before.get("/desk")

    serving(tmp_path, test)


def test_an_official_reads_nothing_that_is_said_of_their_own_match(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        dora, anna, eve = await staffed(here), await registered(here, "Anna"), await registered(here, "Eve")
        other = await staffed(here, "Otto")
        match = await dora.accept(await anna.challenge(points=1))
        async with line(here, dora) as socket:
            await socket.send('{"t":"watch","topic":"inquiries"}')
            assert (await told(socket, "state"))["data"] == []
            told_ = await eve.ask("POST", f"/api/matches/{match}/report", {"about": "Dora has a book."})
            assert (await told(socket, "changed"))["data"] == []
        inquiry = f"/api/inquiries/{told_['id']}"
        assert await dora.ask("GET", "/api/inquiries") == []
        assert [one["id"] for one in await other.ask("GET", "/api/inquiries")] == [told_["id"]]
        assert "official_plays_the_match" in await refused(dora.ask("GET", inquiry), 409)
        case = await other.ask("POST", f"{inquiry}/case", {"kind": "illegal_play"})
        path = f"/api/cases/{case['id']}"
        await refused(dora.ask("GET", path), 409)
        await refused(dora.ask("POST", f"{path}/facts", {"key": "by", "value": "white"}), 409)
        await other.ask("GET", path)

    serving(tmp_path, test)


def test_an_official_who_played_as_a_guest_reads_nothing_of_that_match_once_signed_in(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        await staffed(here)
        guest, anna = await Server.guest(here.url, "Gus"), await registered(here, "Anna")
        match = await guest.accept(await anna.challenge(points=1))
        await anna.ask("POST", f"/api/matches/{match}/report", {"about": "Gus has a book."})
        await guest.ask("POST", "/api/sign-in", {"name": "Dora", "password": PASSWORD})
        assert (await me(guest))["staff"]
        assert await guest.ask("GET", "/api/inquiries") == []

    serving(tmp_path, test)


@pytest.mark.clause("usbgf:5.1e", "bws:5.1b")
def test_a_director_who_plays_gives_no_ruling_in_their_own_cause(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        first = await first_match(ann)
        me_, other = first["players"]
        await ann.do("NameStaff", person=me_, role="director")
        links = {(one["person"], one["kind"]): one["link"] for one in await ann.get("/links")}
        director = Person(here.url, ann.tournament, links[me_, "staff"].rpartition("/")[2], me_)
        match = {"contest": "open", "pairing": first["pairing"]}
        await ann.do("BeginMatch", **match)
        given = await ann.do("GivePenalty", player=me_, points=1, reason="late")
        penalty = given["events"][0]["id"]
        rulings: list[tuple[str, dict[str, Any]]] = [
            ("GivePenalty", {"player": other, "points": 1, "reason": "rude"}),
            ("GivePenalty", {"player": other, "points": 1, "reason": "rude", **match}),
            ("LiftPenalty", {"penalty": penalty, "reason": "it was nothing"}),
            ("GrantTime", {"entrant": me_, "time": 60_000, "reason": "tired", **match}),
            ("ConfirmForfeit", {"loser": other, "reason": "rude", **match}),
            ("RecordRuling", {"case": "mine", "ruling": "Mine.", **match}),
            ("ExcludePlayer", {"player": other, "reason": "rude"}),
        ]
        for kind, fields in rulings:
            assert (await director.refused(kind, 409, **fields))["code"] == "official_plays_the_match", kind
        await ann.do("PostResult", **match, winner=me_, score=[9, 0])
        result = {"winner": me_, "score": [9, 1], "reason": "mistyped", **match}
        assert (await director.refused("CorrectResult", 409, **result))["code"] == "official_plays_the_match"
        assert (await director.refused("VoidResult", 409, **match, reason="x"))["code"] == "official_plays_the_match"
        stranger = next(p for p in ("p00", "p01", "p02", "p03", "p04") if p not in (me_, other))
        await director.do("GivePenalty", player=stranger, points=1, reason="late")  # nothing of theirs
        await director.do("DismissStaff", person=ann.person, role="director")
        await director.do("CorrectResult", **result)  # there is nobody else: a committee's word is theirs to write down

    serving(tmp_path, test)


def test_an_official_of_a_tournament_reads_no_case_of_their_own_match(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await drawn(here)
        first = await first_match(ann)
        player = first["players"][0]
        await ann.do("NameStaff", person=player, role="arbiter")
        links = {(one["person"], one["kind"]): one["link"] for one in await ann.get("/links")}
        arbiter = Person(here.url, ann.tournament, links[player, "staff"].rpartition("/")[2], player)
        here_ = {"contest": "open", "pairing": first["pairing"]}
        case = (await ann.ask("POST", "/cases", {**here_, "report": "the arbiter's telephone"}))["id"]
        await refused(arbiter.get(f"/cases/{case}"), 409)
        await refused(arbiter.ask("POST", f"/cases/{case}", {"step": "close"}), 409)
        await refused(arbiter.get(f"/cases/{case}/page"), 409)
        assert await arbiter.get("/cases") == []
        assert case not in json.dumps(await arbiter.get("/director"))
        await ann.get(f"/cases/{case}")

    serving(tmp_path, test)
