"""Nobody goes by a name that is taken for somebody else's, or for an official's: not registered, not as a guest."""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from barpoint.adapters.database import Database
from barpoint.adapters.member_store import SqlMemberRegister
from barpoint.client import Server
from barpoint.person_names import looks_of
from tests.web.members import (
    PASSWORD,
    refused,
    registered,
    serving,
)
from tests.web.server_process import Served
from tests.web.test_passkeys import made
from tests.web.tournaments.remote_director import begun

TAKEN = {
    "name_taken": ("Anna", "ANNA", "Ａnna", "  anna "),
    "name_alike": ("Capa", "lvan Petrov", "IVAN PETR0V"),
    "name_reserved": ("admin", "аdmіn", "Director X", "The Arbiter", "Barpoint", "official", "House", "adm1n 7"),
    "name_mixed": ("Аnna", "Bеn"),
}


async def ask_as_guest(here: Served, name: str) -> str:
    return str(await refused(Server(here.url).ask("POST", "/api/guest", {"name": name}), 409))


async def ask_to_register(here: Served, name: str) -> str:
    return str(await refused(registered(here, name), 409))


async def ask_with_a_passkey(here: Served, name: str) -> str:
    return str(await refused(made(here, await Server.guest(here.url), name), 409))


@pytest.mark.parametrize("ask", [ask_as_guest, ask_to_register, ask_with_a_passkey])
def test_a_name_that_passes_for_another_is_refused(tmp_path: Path, ask: object) -> None:
    async def test(here: Served) -> None:
        for name in ("Anna", "Сара", "Ivan Petrov"):
            await registered(here, name)
        for code, names in TAKEN.items():
            for name in names:
                body = json.loads(await ask(here, name))  # type: ignore[operator]  # one of three
                assert (name, body["code"]) == (name, code)

    serving(tmp_path, test)


def test_what_is_not_seen_is_refused_in_every_name(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        for name in ("An\0na", "An\nna", "An\u200bna", "\u202eannA", "An\u2066na"):
            await refused(Server(here.url).ask("POST", "/api/guest", {"name": name}), 400)
            await refused(registered(here, name), 400)
            ann = Server(here.url)
            await refused(ann.ask("POST", "/api/sign-in", {"name": name, "password": PASSWORD}), 400)

    serving(tmp_path, test)


def test_names_of_one_alphabet_are_welcome_and_guests_may_have_namesakes(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        for name in ("Анна", "Ben", "Παύλος", "山田花子", "Gregory House", "Žofie"):
            assert (await (await registered(here, name)).ask("GET", "/api/me"))["name"] == name
        for name in ("Anna", "Anna", "Бен"):
            assert (await (await Server.guest(here.url, name)).ask("GET", "/api/me"))["name"] == name
        full = await Server.guest(here.url, "Ｆrank\u00a0K")
        assert (await full.ask("GET", "/api/me"))["name"] == "Frank K"

    serving(tmp_path, test)


def test_of_two_who_register_names_that_look_alike_at_once_one_is_first(database_address: str) -> None:
    async def run() -> None:
        from barpoint.adapters.account_store import SqlAccounts
        from barpoint.service.ports import Account

        database = Database(database_address)
        await database.migrate()
        accounts, register = SqlAccounts(database), SqlMemberRegister(database)
        names = ("Capa", "Сара", "СAРА", "CAPA")
        for number, name in enumerate(names):
            await accounts.add(Account(str(number), name), 1)
        promoted = await asyncio.gather(
            *(
                register.promote(Account(str(number), name, guest=False), f"{number}", looks_of(name))
                for number, name in enumerate(names)
            )
        )
        assert sum(promoted) == 1
        await database.close()

    asyncio.run(run())


def test_names_of_before_stay_and_what_they_look_like_is_filled_in(tmp_path: Path) -> None:
    """A database as version 0.1.0 left it: two accounts that look alike, and a session."""
    file = tmp_path / "old.db"

    async def age() -> None:
        from alembic import command
        from alembic.config import Config

        database = Database(str(file))
        config = Config()
        folder = Path(__file__).parents[2] / "src" / "barpoint" / "adapters" / "migrations"
        config.set_main_option("script_location", str(folder))

        async with database.engine.begin() as connection:

            def upgrade(plain: object) -> None:
                config.attributes["connection"] = plain
                command.upgrade(config, "0002")

            await connection.run_sync(upgrade)
        await database.close()

    asyncio.run(age())
    with sqlite3.connect(file) as old:
        for row in (("a", "Capa", 0, "capa"), ("b", "Сара", 0, "сара"), ("g", "Guest 12", 1, None)):
            old.execute("insert into accounts (id, name, guest, created, handle) values (?, ?, ?, 1, ?)", row)
        old.execute("insert into sessions (token, account, created) values ('digest', 'a', 5)")
    old.close()

    async def open_again() -> None:
        from barpoint.adapters.account_store import SqlAccounts

        database = Database(str(file))
        await database.migrate()
        register, accounts = SqlMemberRegister(database), SqlAccounts(database)
        found = [await register.find_by_handle("capa"), await register.find_by_handle("сара")]
        assert [account and account.name for account in found] == ["Capa", "Сара"]
        assert await register.alike(looks_of("САРА")) is not None
        assert await register.alike(looks_of("Guest 12")) is None
        visit = await accounts.session_account("digest", 0)
        assert visit is not None
        assert (visit[0].id, visit[1].device, visit[1].proven) == ("a", "", 0)
        await database.close()

    asyncio.run(open_again())


def test_a_tournament_lets_namesakes_in_and_refuses_what_is_not_seen(tmp_path: Path) -> None:
    async def test(here: Served) -> None:
        from tests.tournament.director import knockout

        ann = await begun(here, "Spring Open", director="Ann")
        await ann.add(knockout())
        for number, name in enumerate(("Anna", "Anna", "Аnnа", "admin")):
            await ann.do("Register", contest="open", players=[{"id": f"p{number}", "name": name}])
        assert (await ann.get("/director"))["view"]["alike"] == [["p0", "p1", "p2"]]
        for field in ("name", "club", "id"):
            person = {"id": "x", "name": "X"} | {field: "An\0na"}
            await refused(ann.do("Register", contest="open", players=[person]), 400)
        for text in ("one\u202eowt", "one\0two"):
            await refused(ann.do("Announce", text=text), 400)
        await ann.do("Announce", text="one\ntwo 👩\u200d🚀")
        await refused(ann.do("ScheduleRecess", name="Din\nner", start=1, end=2), 400)
        eve = await registered(here, "Eve")
        body = {"name": "Summer\u2028Cup", "date": "2026-05-02"}
        await refused(eve.ask("POST", "/api/tournaments", body), 400)
        good = {"name": "Summer Cup", "date": "2026-05-02"}
        for field in ("director", "place", "currency", "rules_at"):
            await refused(eve.ask("POST", "/api/tournaments", good | {field: "one\0two"}), 400)
            await refused(eve.ask("POST", "/api/tournaments", good | {field: "one\u202eowt"}), 400)
        for name in ("Autopilot", "RECORD", "Official:Sonja", "оfficial:Sonja"):  # the last in Cyrillic
            await refused(eve.ask("POST", "/api/tournaments", good | {"director": name}), 400)
            await refused(ann.do("NameStaff", person=name, role="arbiter"), 400)
        await refused(ann.do("Register", contest="open", players=[{"id": "x", "member": "1\u202e2"}]), 400)
        await refused(ann.do("NameCommittee", members=["Ida", "Jon\0"]), 400)
        await refused(ann.do("SetTables", tables=["1", "2\0"]), 400)
        await refused(ann.do("OrderEquipment", topic="dice", choice="one\0", contest="open"), 400)

    serving(tmp_path, test)
