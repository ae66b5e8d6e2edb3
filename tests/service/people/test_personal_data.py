"""What a person owns: all of it in one archive; and their name removed from everything, with every chain whole."""

import asyncio
import io
import json
import zipfile
from contextlib import AsyncExitStack
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
import sqlalchemy as sa

from barpoint.adapters.chain_check import check_chain
from barpoint.adapters.database import Database, metadata, sessions
from barpoint.adapters.erasure import FORMER, erase_person
from barpoint.bootstrap import back_up, erase_registered, personal_archive, restore_backup, verify_records
from barpoint.client import RemoteMatch, Server, play_match
from barpoint.match.events import decode
from barpoint.match.evolve.dispatch import fold_match
from barpoint.match.state import MatchPhase
from barpoint.rulebook import Citation
from barpoint.service.people.retention import IDLE_GUEST, Forgotten, Retention
from barpoint.service.people.sessions import SESSION_LIFETIME
from barpoint.tournament.events import decode as decode_tournament
from barpoint.tournament.evolve.dispatch import fold_tournament
from barpoint.wire import messages as m
from tests.adapters.test_backup import _forget_heartbeats
from tests.service.server import FakeClock
from tests.web.members import PASSWORD, PlainPasswords, refused, registered
from tests.web.server_process import QuickBot, Served, served

NAME = "Zelda Quillfeather"
GOLDEN = Path(__file__).parents[2] / "golden" / "databases"


async def played(here: Served, name: str = NAME) -> tuple[Server, Server, str]:
    """Somebody registered, their opponent, and a match of theirs that is over, with talk."""
    here.house.club.members._passwords = PlainPasswords()
    zelda, ben = await registered(here, name), await registered(here, f"Ben {name[:3]}")
    match = await ben.accept(await zelda.challenge(points=1, chat="free"))
    async with AsyncExitStack() as lines:
        tables: list[RemoteMatch] = []
        for who in (zelda, ben):
            connection = await lines.enter_async_context(who.connect())
            tables.append(await connection.sit(match))
        for table, text in zip(tables, ("my cat is called Tom", f"hello {name}, nice cat"), strict=True):
            await table._connection.ask(m.Say(id=f"say{text[:5]}", match=match, text=text))
        await asyncio.gather(*(play_match(table, QuickBot()) for table in tables))
    return zelda, ben, match


async def rows_with(address: str, *words: str) -> list[str]:
    """Every place of the database where one of these words stands."""
    database = Database(address)
    places: list[str] = []
    async with database.engine.connect() as connection:
        for table in metadata.tables.values():
            for row in (await connection.execute(sa.select(table))).mappings():
                for column, value in row.items():
                    text = value.decode("latin-1") if isinstance(value, bytes) else str(value)
                    places += [f"{table.name}.{column}: {text[:200]}" for word in words if word.lower() in text.lower()]
    await database.close()
    return places


def unpacked(archive: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return {
            name: json.loads(files.read(name)) if name.endswith(".json") else files.read(name).decode()
            for name in files.namelist()
        }


def test_a_person_gets_everything_and_is_removed_from_everything(database_address: str) -> None:
    async def run() -> None:
        async with served(database_address) as here:
            zelda, ben, match = await played(here)
            account = (await zelda.ask("GET", "/api/me"))["account"]
            await zelda.ask("PUT", "/api/me/contact", {"mail": "zelda@example.org"})
            files = unpacked(await zelda._read("/api/me/archive"))
            assert files["account.json"]["account"]["contact"] == "zelda@example.org"
            assert "secret" not in json.dumps(files["account.json"])
            assert files[f"matches/{match}.jsonl"].encode().splitlines() == list(await zelda.log(match))
            assert files[f"talk/{match}.json"][0]["text"] == "my cat is called Tom"
            assert [one["by"]["name"] for one in files["challenges.json"]] == [NAME]
            assert {head["stream"] for head in files["records.json"]} == {f"match:{match}", f"dice:{match}"}
            assert files["records.json"][1] in await ben.ask("GET", f"/api/matches/{match}/record")
            before = fold_match(decode(line) for line in await ben.log(match))

            await zelda.ask("DELETE", "/api/me")
            await refused(zelda.ask("GET", "/api/me"), 401)
            here.house.club.members.tries.reset(NAME.lower())
            await refused(zelda.ask("POST", "/api/sign-in", {"name": NAME, "password": PASSWORD}), 409)
            log = await ben.log(match)
            after = fold_match(decode(line) for line in log)
            assert (after.score, after.phase) == (before.score, MatchPhase.OVER)
            (mine,) = (await ben.ask("GET", "/api/me"))["matches"]
            assert mine["title"].startswith(FORMER)
            seen = str(await ben.ask("GET", f"/api/matches/{match}"))
            assert NAME not in seen
            assert FORMER in seen
            lines = await ben.ask("GET", f"/api/matches/{match}/chat")
            assert lines[0]["text"] == ""
            assert lines[1]["text"].startswith(f"hello {FORMER}")
            (await ben.dice(match)).verdict()
            again = await registered(here, NAME)
            assert (await again.ask("GET", "/api/me"))["account"] != account, "the name is free, and somebody else's"
            await again.ask("DELETE", "/api/me")
        report = await verify_records(database_address)
        assert report.bad == ()
        assert {one.stream for one in report.redacted} >= {f"match:{match}", f"room:{match}", f"chat:{match}"}
        assert {one.reason for one in report.redacted} == {"asked for by its owner"}
        assert await rows_with(database_address, NAME, "zelda@example.org", "called Tom") == []

    asyncio.run(run())


def test_a_rewritten_event_is_guarded_like_any_other(tmp_path: Path) -> None:
    address = str(tmp_path / "a.db")

    async def run() -> None:
        async with served(address) as here:
            zelda, _, match = await played(here)
            await zelda.ask("DELETE", "/api/me")
        database = Database(address)
        report = await verify_records(address)
        place = report.redacted[0]
        async with database.engine.begin() as connection:
            change = sa.text("update events set data = data || x'20' where stream = :stream and version = :version")
            await connection.execute(change, {"stream": place.stream, "version": place.version})
        bad = (await verify_records(address)).bad
        assert [(link.stream, link.version) for link in bad] == [(place.stream, place.version)]
        async with database.engine.begin() as connection:
            forged = sa.text("update events set data = data || x'20' where stream = 'erasure:all'")
            await connection.execute(forged)
        assert (await verify_records(address)).bad[0].stream == "erasure:all", "a log that is not whole excuses nothing"
        await database.close()
        assert match

    asyncio.run(run())


def test_restoring_an_older_back_up_removes_the_same_people_again(database_address: str, tmp_path: Path) -> None:
    old, new, elsewhere = tmp_path / "old.backup", tmp_path / "new.backup", str(tmp_path / "elsewhere.db")

    async def run() -> None:
        async with served(database_address) as here:
            zelda, _, _ = await played(here)
            await back_up(database_address, old)
            await zelda.ask("DELETE", "/api/me")
            await back_up(database_address, new)
        for address in (database_address, str(old)):  # of the server that was stopped
            await _forget_heartbeats(address)
        assert await rows_with(str(old), NAME)
        summary = await restore_backup(database_address, old, replace=True)
        assert len(summary.erased) == 1, "what is replaced knows of it"
        assert (await restore_backup(elsewhere, old)).erased == (), "nobody there knows"
        summary = await restore_backup(elsewhere, old, replace=True, newer=new)
        assert len(summary.erased) == 1
        for address in (database_address, elsewhere):
            assert await rows_with(address, NAME) == []
            assert (await verify_records(address)).bad == ()

    asyncio.run(run())


@pytest.mark.parametrize("name", ["Anna", "Ben", "Gus", "Ann Spring", "Dora"])
def test_everybody_of_a_database_of_0_1_0_can_be_removed_and_everything_still_folds(name: str, tmp_path: Path) -> None:
    address = tmp_path / "old.db"
    copyfile(GOLDEN / "0.1.0.sqlite", address)

    async def run() -> None:
        database = Database(str(address))
        await database.migrate()

        def erase(connection: sa.Connection) -> None:
            account = connection.execute(sa.text("select id from accounts where name = :name"), {"name": name}).scalar()
            assert account is not None
            assert erase_person(connection, database, account, "a test", 1) is not None
            assert erase_person(connection, database, account, "a test", 1) is None

        await database.write(erase)
        assert (await database.read(check_chain)).bad == ()
        async with served(str(address)) as here:
            for stream in await here.house.store.streams("match"):
                room = await here.house.play.room(stream.partition(":")[2])
                assert room is not None
            for stream in await here.house.store.streams("tournament"):
                fold_tournament(decode_tournament(stored.data) for stored in await here.house.store.read(stream))
            for stream in await here.house.store.streams("case"):
                assert (await here.house.club.officiate.load(stream.partition(":")[2])).case is not None
        await database.close()
        if name in ("Ann Spring", "Ben"):
            assert await rows_with(str(address), name) == []

    asyncio.run(run())


def test_somebody_called_like_a_word_of_the_protocol_is_removed_and_the_match_still_folds(tmp_path: Path) -> None:
    async def run() -> None:
        async with served(str(tmp_path / "a.db")) as here:
            white, ben, match = await played(here, "white")
            before = fold_match(decode(line) for line in await ben.log(match))
            await white.ask("DELETE", "/api/me")
            after = fold_match(decode(line) for line in await ben.log(match))
            assert (after.score, after.records) == (before.score, before.records)
            assert json.loads((await ben.log(match))[0])["white"][0].startswith(FORMER)
            assert [line["side"] for line in await ben.ask("GET", f"/api/matches/{match}/chat")] == ["white", "black"]

    asyncio.run(run())


def test_somebody_who_still_plays_or_has_not_proven_who_they_are_stays(tmp_path: Path) -> None:
    async def run() -> None:
        async with served(str(tmp_path / "a.db")) as here:
            zelda, ben, _ = await played(here)
            await ben.accept(await zelda.challenge(points=1))
            told = await refused(zelda.ask("DELETE", "/api/me"), 409)
            assert "not over: 1" in str(told)
            database = Database(str(tmp_path / "a.db"))
            async with database.engine.begin() as connection:
                await connection.execute(sa.update(sessions).values(proven=1))
            await database.close()
            for asked in (zelda.ask("DELETE", "/api/me"), zelda.ask("GET", "/api/me/archive")):
                assert "once more" in str(await refused(asked, 409))

    asyncio.run(run())


def test_a_running_server_hears_of_a_removal_from_the_command_line(database_address: str) -> None:
    async def run() -> None:
        async with served(database_address) as here:
            zelda, ben, match = await played(here)
            archive = await personal_archive(database_address, NAME)
            assert archive is not None
            assert unpacked(archive)["account.json"]["account"]["name"] == NAME
            assert NAME in str(await ben.ask("GET", f"/api/matches/{match}"))
            erased = await erase_registered(database_address, NAME, "wrote to us")
            assert erased is not None
            assert not isinstance(erased, Citation)
            async with asyncio.timeout(60):
                while NAME in str(await ben.ask("GET", f"/api/matches/{match}")):
                    await asyncio.sleep(0.1)
            await refused(zelda.ask("GET", "/api/me"), 401)
            assert await erase_registered(database_address, NAME, "again") is None

    asyncio.run(run())


def test_guests_and_sessions_are_kept_as_long_as_the_published_rule_says(database_address: str) -> None:
    clock = FakeClock()

    async def run() -> None:
        async with served(database_address, clock) as here:
            here.house.club.members._passwords = PlainPasswords()
            rule = Retention(here.house.club.means.personal, clock)
            idle, gus = await Server.guest(here.url, "Idle Ida"), await Server.guest(here.url, "Wandering Gus")
            offering = await Server.guest(here.url, "Offering Olga")
            await offering.challenge(points=1)
            ben = await registered(here, "Ben")
            match = await ben.accept(await gus.challenge(points=1))
            async with gus.connect() as one, ben.connect() as other:
                tables = [await one.sit(match), await other.sit(match)]
                await asyncio.gather(*(play_match(table, QuickBot()) for table in tables))
            assert await rule.apply() == Forgotten(0, 0, 0)
            clock.time += IDLE_GUEST - 1000
            assert await rule.apply() == Forgotten(0, 0, 0)
            clock.time += 120_000
            assert await rule.apply() == Forgotten(0, 1, 0), "Ida never played"
            await refused(idle.ask("GET", "/api/me"), 401)
            assert await rows_with(database_address, "Idle Ida") == []
            clock.time += SESSION_LIFETIME
            done = await rule.apply()
            assert (done.sessions, done.former_players) == (3, 1), "of Gus, Olga and Ben"
            assert await rows_with(database_address, "Wandering Gus") == []
            assert len(await rows_with(database_address, "Ben")) > 0, "who registered stays"
        assert (await verify_records(database_address)).bad == ()

    asyncio.run(run())
