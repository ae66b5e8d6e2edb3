"""`barpoint serve` as operators start it: workers, https, and what it says of its health."""

import asyncio
import json
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from websockets.asyncio.client import connect

from barpoint.client import Server
from barpoint.web.runner import ServeSettings, run_server
from barpoint.wire.wishes import OpeningWish
from tests.web.server_process import (
    PATIENCE,
    free_port,
    served,
)


@contextmanager
def started(
    *arguments: str, scheme: str = "http", trusted: ssl.SSLContext | None = None, log: int = subprocess.DEVNULL
) -> Iterator[str]:
    """`barpoint serve` in a process of its own, once it answers; it is stopped kindly."""
    port = free_port()
    command = [sys.executable, "-m", "barpoint", "serve", "--no-open", "--port", str(port), *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log)
    try:
        url = f"{scheme}://127.0.0.1:{port}"
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(f"{url}/healthz", context=trusted, timeout=10) as answer:  # noqa: S310
                    assert answer.read() == b"ok"
                break
            except (urllib.error.URLError, OSError):
                assert process.poll() is None, "the server stopped"
                assert time.monotonic() < end, "the server did not answer in time"
                time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait(PATIENCE)


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    paths = folder / "cert.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return paths


def test_several_workers_on_sqlite_are_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"--workers 2 needs PostgreSQL: .*SQLite has no such way"):
        run_server(ServeSettings(f"sqlite:///{tmp_path}/matches.db", workers=2), print)
    assert not list(tmp_path.iterdir()), "nothing was begun"


def test_two_workers_behind_one_port_share_a_match(postgres: str) -> None:
    async def play(url: str) -> None:
        async with asyncio.timeout(PATIENCE):
            players = [await Server.guest(url, name) for name in ("Anna", "Ben")]
            match = await players[1].accept(await players[0].challenge(points=1))
            # Connections go to whichever worker is free: a dozen of them reach both.
            for _ in range(6):
                for player in players:
                    async with player.connect() as line:
                        assert (await line.sit(match)).present_view.id == match

    with started("--db", postgres, "--workers", "2") as url:
        asyncio.run(play(url))


def test_it_starts_with_a_certificate_and_speaks_https_only(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    trusted = ssl.create_default_context(cafile=str(cert))
    arguments = ("--db", f"{tmp_path}/matches.db", "--tls-cert", str(cert), "--tls-key", str(key))
    with (
        started(*arguments, scheme="https", trusted=trusted) as url,
        pytest.raises((urllib.error.URLError, OSError)),
    ):
        urllib.request.urlopen(url.replace("https", "http"), timeout=10)  # noqa: S310


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_policy_that_browsers_heed_over_https_alone_is_sent_there_alone(tmp_path: Path, scheme: str) -> None:
    cert, key = certificate(tmp_path)
    tls = ("--tls-cert", str(cert), "--tls-key", str(key)) if scheme == "https" else ()
    trusted = ssl.create_default_context(cafile=str(cert)) if tls else None
    with (
        started("--db", f"{tmp_path}/matches.db", *tls, scheme=scheme, trusted=trusted) as url,
        urllib.request.urlopen(url, context=trusted, timeout=PATIENCE) as answer,  # noqa: S310
    ):
        assert answer.headers.get("cross-origin-opener-policy") == ("same-origin" if tls else None)
        assert "upgrade-insecure-requests" not in answer.headers["content-security-policy"]


def test_a_kind_stop_says_goodbye_and_the_log_is_lines_of_json(tmp_path: Path) -> None:
    async def play(log: int) -> None:
        async with asyncio.timeout(PATIENCE):
            with started("--db", f"{tmp_path}/matches.db", log=log) as url:
                anna = await Server.guest(url, "Anna")
                await anna.challenge(points=1)
                socket = await connect(url.replace("http", "ws") + "/socket", proxy=None)
                assert json.loads(await socket.recv())["t"] == "welcome"
            await socket.wait_closed()
            assert socket.close_code == 1012

    with (tmp_path / "log").open("wb") as log:
        asyncio.run(play(log.fileno()))
    said = [json.loads(line)["what"] for line in (tmp_path / "log").read_text().splitlines()]
    assert (said[0], said[-1]) == ("started", "stopped")


def test_health_and_metrics_tell_how_it_is(tmp_path: Path) -> None:
    def read(url: str) -> str:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:  # noqa: S310
            return str(answer.read(), "utf-8")

    async def look() -> str:
        async with served(f"sqlite:///{tmp_path}/matches.db") as server:
            assert await asyncio.to_thread(read, f"{server.url}/healthz") == "ok"
            anna, ben = await Server.guest(server.url, "Anna"), await Server.guest(server.url, "Ben")
            match = await ben.accept(await anna.challenge(points=1))
            async with anna.connect() as line:
                await (await line.sit(match)).do(OpeningWish())
                return await asyncio.to_thread(read, f"{server.url}/metrics")

    lines = asyncio.run(look()).splitlines()
    assert "barpoint_rooms 1" in lines
    assert "barpoint_watchers 1" in lines
    assert "# TYPE barpoint_commands_total counter" in lines
    values = dict(one.rpartition(" ")[::2] for one in lines if not one.startswith("#"))
    assert len(values) == sum(not one.startswith("#") for one in lines), "each once"
    assert all(float(value) >= 0 for value in values.values())
    assert values["barpoint_connections"] == values["barpoint_matches_running"] == "1"
    assert values["barpoint_command_seconds_count"] == values['barpoint_command_seconds_bucket{le="+Inf"}']
    assert float(values["barpoint_command_seconds_count"]) in (1, 2)  # the opening, and the end of a chain before it
    assert float(values["process_resident_memory_bytes"]) > 1e7
