"""`barpoint backup`, `restore`, `verify` and `migrate` as whoever runs a server sees them."""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from barpoint.adapters.event_store import SqlEventStore
from barpoint.service.ports import Write
from tests.adapters.test_event_store import opened
from tests.cli.command_line import Ran, runner


@pytest.fixture
def barpoint(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ran:
    return runner("verify", capsys, monkeypatch)


@pytest.fixture
def database(tmp_path: Path) -> str:
    """Two streams of three events."""

    async def fill(store: SqlEventStore) -> None:
        await store.append([Write(name, 0, (b"a", b"b", b"c")) for name in ("note:A", "side:A")], "c1")

    async def run() -> None:
        async with opened(str(tmp_path / "server.db")) as (_, store):
            await fill(store)

    asyncio.run(run())
    return str(tmp_path / "server.db")


def tamper(database: str, statement: str) -> None:
    with sqlite3.connect(database) as records:
        records.execute(statement)
    records.close()


def test_whole_records_and_the_first_bad_link(barpoint: Ran, database: str, tmp_path: Path) -> None:
    assert barpoint("--db", database) == (
        "Streams: 2. Events: 6. Daily digests: 0.\nEvery event is what was written.\n"
    )
    heads = tmp_path / "heads.json"
    assert f"Where they end is written to {heads}." in barpoint("--db", database, "--heads", heads)
    assert "So are all 2 kept heads." in barpoint("--db", database, "--compare", heads)
    tamper(database, "delete from events where stream='side:A' and version=3")
    assert "Every event is what was written.\n" in barpoint("--db", database), "nothing holds the end"
    told = barpoint("--db", database, "--compare", heads, status=1)
    assert "The first bad link: side:A at version 3: was there when the heads were taken, and is gone." in told
    tamper(database, "update events set data=x'7a' where version=2")
    told = barpoint("--db", database, status=1)
    assert "The first bad link: note:A at version 2: was changed after it was written." in told
    assert "side:A at version 2" in told
    assert "note:A" not in barpoint("--db", database, "--stream", "side:A", status=1)
    report = json.loads(barpoint("--db", database, "--json", status=1))
    assert [bad["stream"] for bad in report["bad"]] == ["note:A", "side:A"]
    assert "there is no stream 'note:B' here" in barpoint("--db", database, "--stream", "note:B", status=2)


def test_a_back_up_is_taken_checked_and_put_back(barpoint: Ran, database: str, tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "a.backup", tmp_path / "elsewhere.db"
    assert f"Backed up to {file}: 8 rows, 2 streams." in barpoint(file, "--db", database, command="backup")
    assert "Every event is what was written." in barpoint("--db", file)
    assert "Restored from" in barpoint(file, "--db", elsewhere, command="restore")
    assert "holds 6 events; --replace" in barpoint(file, "--db", elsewhere, status=2, command="restore")
    assert json.loads(barpoint(file, "--db", elsewhere, "--replace", "--json", command="restore"))["rows"] == 8
    assert "is no back-up" in barpoint(Path(__file__), "--db", elsewhere, "--replace", status=2, command="restore")
    assert "Events: 6." in barpoint("--db", elsewhere)


def test_a_damaged_file_is_answered_with_one_sentence(barpoint: Ran, database: str, tmp_path: Path) -> None:
    cut, bare, target = tmp_path / "cut.backup", tmp_path / "bare.backup", tmp_path / "target.db"
    barpoint(bare, "--db", database, command="backup")
    cut.write_bytes(bare.read_bytes()[: bare.stat().st_size // 2 // 4096 * 4096])
    tamper(str(bare), "drop table events")
    for damaged in (cut, bare):
        for said in (
            barpoint("--db", damaged, status=2),
            barpoint(tmp_path / "again.backup", "--db", damaged, status=2, command="backup"),
            barpoint(damaged, "--db", target, status=2, command="restore"),
            barpoint(damaged, "--db", database, "--replace", status=2, command="restore"),
            barpoint(damaged, "--db", database, "--erasures", damaged, status=2, command="restore"),
        ):
            assert said.startswith("barpoint: ")
            assert said.count("\n") == 1
    assert "Events: 6." in barpoint("--db", database), "what was there is there"
    nowhere = tmp_path / "nowhere" / "a.backup"
    assert str(nowhere) in barpoint(nowhere, "--db", database, status=2, command="backup")


@pytest.mark.parametrize("command", ["serve", "verify", "migrate", "backup", "restore"])
def test_a_database_that_is_nothing_is_refused(barpoint: Ran, command: str) -> None:
    words = ("a.backup",) if command in ("backup", "restore") else ()
    said = barpoint(*words, "--db", "", status=2, command=command)
    assert said == "barpoint: expected a database after --db, not nothing: is a variable unset?\n"


def test_a_migration_is_tried_then_done_then_there_is_nothing_to_do(barpoint: Ran, tmp_path: Path) -> None:
    new = tmp_path / "new.db"
    tried = barpoint("--dry-run", "--db", new, command="migrate")
    assert tried.splitlines()[0].startswith("0001  ")
    assert tried.splitlines()[-1] == "All of this went well, and nothing of it was kept."
    assert "The database is up to date." in barpoint("--db", new, command="migrate")
    assert barpoint("--db", new, command="migrate") == "Nothing to do: the database is up to date.\n"
    tamper(str(new), "update alembic_version set version_num='0999'")
    for command in ("migrate", "verify", "serve"):
        told = barpoint("--db", new, status=2, command=command)
        assert told.startswith("barpoint: this database was brought to step 0999 by a newer Barpoint")
        assert told.count("\n") == 1
