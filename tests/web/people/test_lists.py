"""Lists of federations over HTTP: imported with a preview, an event limited and seeded by one, and by the ladder."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from barpoint.client import Server
from barpoint.tournament import Limits
from tests.cli.command_line import runner
from tests.tournament.director import knockout
from tests.web.members import refused, registered, serving
from tests.web.people.test_clubs import club_of, step
from tests.web.people.test_ratings import account, played
from tests.web.server_process import Served
from tests.web.tournaments.remote_director import Person, begun

MAY = """Member no;Player name;Form
7;Ada Lovelace;1712,5
8;Bo Lund;1500
9;Bo Lund;1450
10;Cy Young;strong
11;Dan Ek;1555
"""
MAPPING = {"name": ["Player name"], "rating": "Form", "number": "Member no"}


def file(text: str = MAY, **more: Any) -> dict[str, Any]:
    return {"lines": text.splitlines(), "source": "may.csv", **more}


async def imported(keeper: Server, name: str = "Federation") -> str:
    id: str = (await keeper.ask("POST", "/api/lists", {"name": name}))["id"]
    await keeper.ask("POST", f"/api/lists/{id}/import", file(mapping=MAPPING))
    return id


def test_a_list_is_looked_at_imported_and_read_by_its_mapping_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def test(here: Served) -> None:
        kim, ada = await registered(here, "Kim"), await registered(here, "Ada Lovelace")
        await refused(Server(here.url).ask("POST", "/api/lists", {"name": "Federation"}), 401)
        id = (await kim.ask("POST", "/api/lists", {"name": "Federation"}))["id"]
        guess = await kim.ask("POST", f"/api/lists/{id}/preview", file())
        assert (guess["columns"], guess["mapping"]) == (["Member no", "Player name", "Form"], None)
        assert "say which of Member no, Player name, Form they are" in guess["why"]
        seen = await kim.ask("POST", f"/api/lists/{id}/preview", file(mapping=MAPPING))
        assert (seen["good_count"], seen["bad_count"]) == (4, 1)
        assert seen["rows"][0] == {"line": 2, "row": {"name": "Ada Lovelace", "rating": 1712.5, "number": "7"}}
        assert seen["bad"][0]["why"] == "expected a rating as a number, not 'strong'"
        assert (await kim.ask("GET", f"/api/lists/{id}"))["listing"]["people"] == 0, "a look keeps nothing"
        done = await kim.ask("POST", f"/api/lists/{id}/import", file(mapping=MAPPING))
        assert [bad["line"] for bad in done["bad"]] == [5]
        june = await kim.ask("POST", f"/api/lists/{id}/preview", file("Form;Player name;Member no\n1800;Ada;7\n"))
        assert june["rows"][0]["row"]["rating"] == 1800, "the mapping was kept"
        await refused(ada.ask("POST", f"/api/lists/{id}/import", file()), 403)
        public = await ada.ask("GET", f"/api/lists/{id}")
        assert (public["listing"]["people"], public["rows"], public["mapping"]) == (4, [], None)
        await refused(ada.ask("GET", f"/api/lists/{id}/csv"), 403)
        [row] = (await kim.ask("GET", f"/api/lists/{id}?q=love"))["rows"]
        assert (row["key"], row["account"], row["namesake"]["name"]) == ("7", None, "Ada Lovelace")
        await step(kim, f"/api/lists/{id}", "IdentifyRow", account=row["namesake"]["id"], listed_as="7")
        [row] = (await kim.ask("GET", f"/api/lists/{id}?q=7"))["rows"]
        assert (row["account"]["name"], row["namesake"]) == ("Ada Lovelace", None)
        body = await refused(step(kim, f"/api/lists/{id}", "IdentifyRow", account="x", listed_as="77"), 409)
        assert "nobody of that number" in str(body)

    serving(tmp_path, test)
    run = runner("ratings", capsys, monkeypatch)
    database = f"sqlite:///{tmp_path}/matches.db"
    assert json.loads(run("lists", "list", "--json", "--db", database)) == {"federation": "Federation"}
    assert json.loads(run("lists", "show", "federation", "--db", database))["mapping"]["rating"] == "Form"


def test_an_event_is_limited_and_seeded_by_a_list_and_who_is_not_sure_waits_for_a_word(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        kim, ann = await registered(here, "Kim"), await begun(here)
        id = await imported(kim)
        limited = knockout(rating_list=f"list:{id}", limits=Limits(highest_rating=1600))
        body = await ann.refused("AddContest", 400, settings=_builtins(knockout(rating_list="list:nothing")))
        assert "there is no list 'nothing'" in str(body)
        await ann.add(limited)
        names = {"ada": "Ada Lovelace", "dan": "Dan Ek", "bo": "Bo Lund", "zed": "Zed"}
        entries = [[{"id": key, "name": name, "listed": {f"list:{id}": 1.0}}] for key, name in names.items()]
        await ann.do("ImportEntrants", contest="open", entries=entries)
        seen = {one["player"]: one for one in (await ann.get("/ratings/open"))["entrants"]}
        assert {key: one["by"] for key, one in seen.items()} == {
            "ada": "name",
            "dan": "name",
            "bo": "likely",
            "zed": "nobody",
        }
        assert [row["number"] for row in seen["bo"]["rows"]] == ["8", "9"]
        state = (await here.house.direct.load(ann.tournament)).state.contests["open"].entries
        assert state["ada"].concerns == ("rating 1712.5 by Federation is above 1600",)
        assert (state["dan"].rating, str(state["dan"].status)) == (1555.0, "approved")
        body = await ann.refused("ApproveEntry", 409, contest="open", entry="ada")
        assert "rating 1712.5" in str(body)
        assert "is above 1600" in str(body)
        await ann.do("TakeRatings", contest="open", ratings=[{"player": "bo", "rating": 1450, "member": "9"}])
        await ann.do("ApproveEntry", contest="open", entry="bo")
        later = file("Member no;Player name;Form\n9;Bo Lund;1475\n7;Ada Lovelace;1590\n11;Dan Ek;1500\n")
        await kim.ask("POST", f"/api/lists/{id}/import", later)
        seen = {one["player"]: one for one in (await ann.get("/ratings/open"))["entrants"]}
        assert (seen["bo"]["by"], seen["bo"]["row"]["rating"], seen["bo"]["now"]) == ("number", 1475, 1450)
        changed = knockout(rating_list=f"list:{id}", limits=Limits(highest_rating=1650))
        await ann.do("ChangeContest", settings=_builtins(changed), reason="a higher limit")
        state = (await here.house.direct.load(ann.tournament)).state.contests["open"].entries
        assert (state["ada"].rating, state["ada"].concerns) == (1590.0, ())
        [terms] = (await ann.get(""))["terms"]
        assert (terms["rating_list_name"], terms["limits"]["highest_rating"]) == ("Federation", 1650)

    serving(tmp_path, test)


def test_a_player_neither_brings_a_rating_of_a_list_nor_somebody_elses_number(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        kim, ann = await registered(here, "Kim"), await begun(here)
        id = await imported(kim)
        await ann.add(knockout(rating_list=f"list:{id}", limits=Limits(highest_rating=1600)))
        await ann.add(knockout(name="late", rating_list=f"list:{id}"))
        await ann.do("Register", contest="late", players=[{"id": "ada", "name": "Ada Lovelace"}])
        ada = await ann.as_("ada")
        cheat = {"id": "ada", "name": "Ada Lovelace", "member": "9", "listed": {f"list:{id}": 1.0}}
        await ada.do("Register", contest="open", players=[cheat])
        entry = (await here.house.direct.load(ann.tournament)).state.contests["open"].entries["ada"]
        assert (entry.rating, entry.concerns) == (1712.5, ("rating 1712.5 by Federation is above 1600",))

    serving(tmp_path, test)


def test_an_event_goes_by_the_servers_own_ladder(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        anna, ben = await registered(here, "Anna"), await registered(here, "Ben")
        await played(anna, ben)
        pool = next(iter((await anna.ask("GET", "/api/ratings"))["pools"]["fibs"]))
        ladder = (await anna.ask("GET", f"/api/ladder/json?pool={pool}"))["rows"]
        text = (await here.house.ratings.whole_ladder("fibs", pool))[0].name
        assert [row["place"] for row in ladder] == [1, 2]
        assert text == ladder[0]["name"]
        ann = await begun(here)
        await ann.refused("AddContest", 400, settings=_builtins(knockout(rating_list="ladder:elo/backgammon/blitz")))
        await ann.add(knockout(rating_list=f"ladder:fibs/{pool}", limits=Limits(highest_rating=1500)))
        best = anna if ladder[0]["name"] == "Anna" else ben
        other = ben if best is anna else anna
        for server in (best, other):
            name = (await server.ask("GET", "/api/me"))["name"]
            await server.ask(
                "POST",
                f"/api/tournaments/{ann.tournament}/entries",
                {"contest": "open", "name": name, "accepted": True},
            )
        entries = (await here.house.direct.load(ann.tournament)).state.contests["open"].entries
        by_rating = sorted(entries.values(), key=lambda entry: -(entry.rating or 0))
        assert [entry.rating for entry in by_rating] == [round(row["rating"]["rating"], 2) for row in ladder]
        assert "is above 1500" in by_rating[0].concerns[0]
        assert by_rating[1].concerns == ()

    serving(tmp_path, test)


def test_members_of_a_club_are_found_on_a_list(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        kim, eva = await registered(here, "Kim"), await registered(here, "Eva")
        id, club = await imported(kim), await club_of(kim)
        for name in ("Dan Ek", "Bo Lund"):
            await step(kim, f"/api/clubs/{club}", "AddMember", name=name)
        path = f"/api/lists/{id}/clubs/{club}"
        seen = {one["person"]["name"]: one for one in (await kim.ask("GET", path))["members"]}
        assert [seen[name]["by"] for name in ("Dan Ek", "Bo Lund", "Kim")] == ["name", "likely", "nobody"]
        word = {"club": club, "club_member": seen["Bo Lund"]["person"]["id"], "listed_as": "9"}
        await step(kim, f"/api/lists/{id}", "IdentifyRow", **word)
        seen = {one["person"]["name"]: one for one in (await kim.ask("GET", path))["members"]}
        assert (seen["Bo Lund"]["by"], seen["Bo Lund"]["row"]["rating"]) == ("word", 1450)
        await refused(eva.ask("GET", path), 403)
        await step(kim, f"/api/lists/{id}", "NameKeeper", account=await account(eva))
        await refused(eva.ask("GET", path), 403)  # keeps the list, and is not of the club

    serving(tmp_path, test)


def test_a_keeper_and_an_organiser_are_named_by_the_name_of_their_account(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        kim, eva = await registered(here, "Kim"), await registered(here, "Eva")
        cup = (await kim.ask("POST", "/api/series", {"name": "Cup"}))["id"]
        for path, by_name in ((f"/api/lists/{await imported(kim)}", "Keeper"), (f"/api/series/{cup}", "Organiser")):
            await refused(step(eva, path, f"{by_name}ByName", name="Eva"), 403)
            await refused(step(kim, path, f"{by_name}ByName", name="Nobody"), 409)
            await step(kim, path, f"{by_name}ByName", name="eva")
            await step(eva, path, f"Name{by_name}", account=await account(kim), **{_ENDS[by_name]: False})
            page = await kim.ask("GET", path)
            assert [one["name"] for one in page[f"{by_name.lower()}s"]] == ["Eva"]
        notices = [one["text"] for one in await eva.ask("GET", "/api/notices")]
        assert sorted(text.split()[1] for text in notices) == ["keep", "organise"]

    serving(tmp_path, test)


_ENDS = {"Keeper": "keeps", "Organiser": "organises"}


def test_results_go_out_as_csv_and_as_data_and_numbers_to_who_directs_alone(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        ann = await begun(here)
        await ann.add(knockout())
        entries = [[{"id": f"p{n}", "name": name, "member": f"M{n}"}] for n, name in enumerate(("=Ada", "Bo", "Cy"))]
        await ann.do("ImportEntrants", contest="open", entries=entries)
        await ann.do("MakeDraw", contest="open")
        fixtures = (await here.house.direct.load(ann.tournament)).state.contests["open"].fixtures.values()
        match = next(fixture for fixture in fixtures if len(fixture.players) == 2)
        about: dict[str, Any] = {"contest": "open", "pairing": match.id, "winner": match.pair[0], "score": [9, 4]}
        await ann.do("PostResult", **about)
        [line] = (await ann.get("/results/json"))["matches"]
        assert (line["match"], line["score"], line["winner"][0]["id"]) == (match.id, [9, 4], match.pair[0])
        assert line["winner"][0]["member"].startswith("M")
        public = await Server(here.url).ask("GET", f"/api/tournaments/{ann.tournament}/results/json")
        assert "member" not in public["matches"][0]["winner"][0]
        table = await ann.get("/results/csv")
        names = ",".join("'=Ada" if name == "=Ada" else name for name in line_names(line))
        assert f"open/{match.id}," in table
        assert f",{names},9,4," in table
        assert line["winner"][0]["member"] in table
        assert line["winner"][0]["member"] not in await Person(here.url, ann.tournament).get("/results/csv")

    serving(tmp_path, test)


def line_names(line: Any) -> list[str]:
    return [line[side][0]["name"] for side in ("winner", "loser")]


def _builtins(settings: Any) -> Any:
    return msgspec.to_builtins(settings)
