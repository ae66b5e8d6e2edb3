"""It always starts: whatever lies in the database, and with one sentence where it cannot."""

import asyncio
import ctypes
import json
import os
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from barpoint.adapters.database import Database
from barpoint.bootstrap import server_process, verify_records
from barpoint.match.events import encode
from barpoint.service import Appended, EventStore, Seat, Write, format_of_terms
from barpoint.service.people.lobby import LIFETIME, LINK_LIFETIME, Challenge, Lobby
from barpoint.service.play.room_cache import MOST_ROOMS
from barpoint.service.play.room_events import RoomOpened, encode_room_event
from barpoint.service.play.terms import Terms
from barpoint.service.records import ChainReport
from tests.faults.large_data import keep_tournament, long_match
from tests.service.server import START, FakeClock
from tests.tournament.director import drawn, knockout
from tests.web.server_process import PATIENCE, free_port, served

CHALLENGES = 100_000
MATCHES = 300
TOGETHER = 100  # matches that are written at once
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


def fill_challenges(file: Path, count: int, at: int) -> None:
    """Challenges somebody opened long ago and nobody took up."""
    opened = json.dumps({"type": "ChallengeOpened", "at": at, "terms": {}, "by": {"name": "Ann", "account": "A"}})
    with sqlite3.connect(file) as connection:
        connection.executemany(
            "INSERT INTO events (stream, version, data, command, salt, leaf, digest) VALUES (?, 1, ?, ?, '', '', '')",
            ((f"challenge:OLD{number}", opened.encode(), f"old/{number}") for number in range(count)),
        )
        connection.executemany(
            "INSERT INTO streams (name, kind, open) VALUES (?, 'challenge', 1)",
            ((f"challenge:OLD{number}",) for number in range(count)),
        )
    connection.close()


def test_a_hundred_thousand_expired_challenges_keep_nobody_from_starting_and_end(tmp_path: Path) -> None:
    async def run() -> None:
        clock, file = FakeClock(), tmp_path / "old.db"
        await (await server_process(str(file), clock=clock)).close()
        fill_challenges(file, CHALLENGES, START - LIFETIME - 1)
        house = await server_process(str(file), clock=clock)
        await house.start()  # 100,000 reads at once were a time-out of the pool
        assert house.lobby.open_challenges() == []
        while len(await house.store.streams("challenge", only_open=True)) == CHALLENGES:
            await asyncio.sleep(0.05)  # they end one after the other, while the server serves
        assert house.lobby.open_challenges() == []
        await house.close()

    asyncio.run(run())


def test_a_challenge_ends_after_a_day_and_a_private_one_after_a_week(tmp_path: Path) -> None:
    async def run() -> None:
        clock = FakeClock()
        house = await server_process(str(tmp_path / "a.db"), clock=clock)
        made = [await house.access.guest(name, "a test") for name in ("Ann", "Bea")]
        (ann, _), (bea, _) = made  # type: ignore[misc]
        public = await house.lobby.offer(ann, Terms())
        private = await house.lobby.offer(ann, Terms(), private=True)
        assert isinstance(private, Challenge)
        clock.time += LIFETIME
        assert getattr(await house.lobby.accept(bea, public.id), "code", "") == "challenge_gone"  # type: ignore[union-attr]
        assert await house.lobby.end_expired() == 1
        clock.time += 1
        assert [one.id for one in house.lobby.own_challenges(ann)] == [private.id]
        clock.time += LINK_LIFETIME - LIFETIME - 1
        assert house.lobby.own_challenges(ann) == []
        assert await house.lobby.end_expired() == 1
        assert await house.store.streams("challenge", only_open=True) == []
        again = Lobby(house.store, house.play)
        assert not (await again.find(private.id)).is_open  # type: ignore[union-attr]
        await house.close()

    asyncio.run(run())


@pytest.mark.parametrize("matches", [MATCHES, pytest.param(5_000, marks=pytest.mark.long)])
def test_a_server_with_many_abandoned_matches_serves_before_it_has_folded_them(tmp_path: Path, matches: int) -> None:
    async def run() -> None:
        clock = FakeClock()
        house = await server_process(str(tmp_path / "a.db"), clock=clock)
        await keep_abandoned(house.store, matches)
        await house.close()
        began = time.perf_counter()
        house = await server_process(str(tmp_path / "a.db"), clock=clock)
        await house.start()
        sys.stdout.write(f"{matches} abandoned matches: serves after {time.perf_counter() - began:.2f} s; ")
        assert len(house.play.rooms) < matches
        assert await house.play.room(f"M{matches - 1}") is not None  # whoever asks does not wait for the others
        await house.liveness.taken_up()
        sys.stdout.write(f"all taken up after {time.perf_counter() - began:.1f} s\n")
        assert len(house.play.rooms) == min(matches, MOST_ROOMS)
        await house.close()

    asyncio.run(run())


async def keep_abandoned(store: EventStore, matches: int) -> None:
    """Matches that were begun, played for thirty events, and left."""
    log = long_match(format_of_terms(Terms(points=1)), 3, START, unfinished=True)[:30]  # type: ignore[arg-type]
    room = RoomOpened(at=START, white=(Seat("Ann", "A"),), black=(Seat("Bea", "B"),))
    events = tuple(map(encode, log))
    for first in range(0, matches, TOGETHER):
        writes = []
        for number in range(first, min(matches, first + TOGETHER)):
            writes += [Write(f"match:M{number}", 0, events), Write(f"room:M{number}", 0, (encode_room_event(room),))]
        assert isinstance(await store.append(writes, f"m/{first}"), Appended)


def test_what_cannot_be_read_is_set_aside_and_named_and_the_rest_runs(tmp_path: Path) -> None:
    async def run() -> None:
        clock, file = FakeClock(), tmp_path / "a.db"
        house = await server_process(str(file), clock=clock)
        log = long_match(format_of_terms(Terms(points=1)), 3, START, unfinished=True)[:30]  # type: ignore[arg-type]
        for name in ("GOOD", "BAD"):
            room = RoomOpened(at=START, white=(Seat("Ann", "A"),), black=(Seat("Bea", "B"),))
            writes = [
                Write(f"match:{name}", 0, tuple(map(encode, log))),
                Write(f"room:{name}", 0, (encode_room_event(room),)),
            ]
            await house.store.append(writes, name)
        for name in ("good", "bad"):
            await keep_tournament(house.store, name, drawn(knockout()))
        await house.store.append([Write("challenge:BAD", 0, (b'{"type":"Nonsense"}',))], "c")
        await house.store.append([Write("inquiry:BAD", 0, (b"not even JSON",))], "i")
        await house.close()
        with sqlite3.connect(file) as connection:
            for stream in ("match:BAD", "tournament:bad"):
                connection.execute("UPDATE events SET data = ? WHERE stream = ? AND version = 3", (b"{", stream))
        connection.close()
        async with served(str(file), clock) as server, httpx.AsyncClient(base_url=server.url) as client:
            await server.house.liveness.taken_up()
            while "tournament:bad" not in server.house.play.set_aside.streams:
                await asyncio.sleep(0.01)
            named = (await client.get("/healthz")).text.splitlines()
            assert named[0] == "ok"
            assert set(named[1:]) == {
                f"set aside: {stream}" for stream in ("match:BAD", "tournament:bad", "challenge:BAD", "inquiry:BAD")
            }
            assert (await client.get("/api/matches/GOOD")).status_code == 200
            bad = await client.get("/api/matches/BAD")
            assert (bad.status_code, bad.json()["code"]) == (503, "set_aside")
            assert len((await client.get("/api/tournaments")).json()) == 1
            assert (await client.get("/api/tournaments/bad")).status_code == 503
            assert (await client.get("/api/tournaments/good")).status_code == 200

    asyncio.run(run())


def test_verify_names_what_this_version_cannot_read(tmp_path: Path) -> None:
    async def run() -> ChainReport:
        house = await server_process(str(tmp_path / "a.db"), clock=FakeClock())
        later = b'{"type":"OfLaterVersion","at":1}'
        await house.store.append([Write("tournament:later", 0, (later,))], "a")
        await house.close()
        return await verify_records(str(tmp_path / "a.db"))

    [bad] = asyncio.run(run()).bad
    assert (bad.stream, bad.version) == ("tournament:later", 1)
    assert "cannot be read by this version" in bad.fault


# One sentence each


def serve(*arguments: str, environment: dict[str, str] | None = None) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "barpoint", "serve", "--no-open", *arguments]
    return subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(environment or {})},
        preexec_fn=without_privilege if os.geteuid() == 0 else None,  # noqa: PLW1509  # no threads here
    )


def without_privilege() -> None:
    """From the next program on root may write only what its bits allow (Linux: CAP_DAC_OVERRIDE is given up)."""
    if ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0):
        raise OSError("the privilege cannot be given up")


def refusal(*arguments: str, environment: dict[str, str] | None = None) -> str:
    """What a server that cannot start says; it ends with status 2 and says one sentence."""
    process = serve(*arguments, environment=environment)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2, said
    [sentence] = said.strip().splitlines()
    assert sentence.startswith("barpoint: ")
    return sentence


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refusal("--db", str(tmp_path / "a.db"), "--port", str(port))
    assert f"--port {port}" in said


def test_a_second_server_on_one_file_is_told_of_the_first(tmp_path: Path) -> None:
    file, port = tmp_path / "a.db", free_port()
    first = serve("--db", str(file), "--port", str(port))
    try:
        wait_for(port)
        said = refusal("--db", str(file), "--port", str(free_port()))
        assert "another server" in said
        assert str(first.pid) in said
        first.kill()
        first.wait()
        second = serve("--db", str(file), "--port", str(port))  # what was killed leaves no lock behind
        try:
            wait_for(port)
        finally:
            second.kill()
            second.communicate()
    finally:
        first.kill()
        first.communicate()


def wait_for(port: int) -> None:
    for _ in range(PATIENCE * 20):
        try:
            httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=5).raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"nothing answers at port {port}")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database that is up to date."""
    file = tmp_path / "a.db"
    asyncio.run(Database(str(file)).migrate())
    return file


def test_a_locked_database_is_said(database: Path) -> None:
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode=DELETE")
    connection.execute("BEGIN EXCLUSIVE")
    said = refusal("--db", str(database), "--port", "0")
    connection.close()
    assert "locked" in said


def test_a_database_that_cannot_be_written_is_said(database: Path) -> None:
    database.chmod(0o444)
    assert "can be written" in refusal("--db", str(database), "--port", "0")


def test_a_folder_that_is_not_there_is_said_and_not_made(tmp_path: Path) -> None:
    said = refusal("--db", str(tmp_path / "mistyped" / "a.db"), "--port", "0")
    assert f"there is no folder {tmp_path / 'mistyped'}" in said
    assert not (tmp_path / "mistyped").exists()


def test_a_data_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environment = {"BARPOINT_DATA": str(tmp_path / "file" / "data"), "BARPOINT_DB": ""}
    assert "cannot be made" in refusal("--port", "0", environment=environment)


@pytest.mark.parametrize("named", [True, False])
def test_a_new_database_is_said_and_one_that_was_there_is_not(tmp_path: Path, named: bool) -> None:
    data = tmp_path if named else tmp_path / "made"
    arguments = ("--db", str(data / "barpoint.db")) if named else ()
    for is_new in (True, False):
        port = free_port()
        process = serve(*arguments, "--port", str(port), environment={"BARPOINT_DATA": str(data), "BARPOINT_DB": ""})
        try:
            wait_for(port)
        finally:
            process.terminate()
            said, _ = process.communicate(timeout=PATIENCE)
        assert (f"new database: {data / 'barpoint.db'}" in said) is is_new


def test_a_database_of_a_newer_program_is_said(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999_future'")
    connection.close()
    assert "newer" in refusal("--db", str(database), "--port", "0")


def test_what_is_no_database_is_said(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a database, but some notes that are long enough to be looked at" * 20)
    assert "no database" in refusal("--db", str(file), "--port", "0")


def test_a_postgres_that_does_not_answer_is_said() -> None:
    said = refusal("--db", f"postgresql://barpoint@127.0.0.1:{free_port()}/barpoint", "--port", "0")
    assert "PostgreSQL" in said
