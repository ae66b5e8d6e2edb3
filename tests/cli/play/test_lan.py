"""`barpoint serve --lan`: which address people type, its QR code, and what is said where there is no network."""

import os
import re
import select
import socket
import subprocess
import sys
import time
import urllib.request
from ipaddress import ip_address
from pathlib import Path

import pytest
import segno
from typer.testing import CliRunner

from barpoint.cli import app
from barpoint.cli.play import lan_addresses
from barpoint.cli.play.lan_addresses import Address, Terminal
from barpoint.web.runner import require_port
from tests.web.server_process import PATIENCE, free_port
from tests.web.test_runner import certificate

WIFI, CABLE = Address("192.168.1.23", "wlan0"), Address("10.0.0.5", "eth0")
DOCKER, PUBLIC = Address("172.17.0.1", "docker0"), Address("9.9.9.9", "eth1")
MODERN, OLD = Terminal(80, "utf-8"), Terminal(80, "cp1252")


def test_the_way_out_comes_first_and_what_nobody_else_reaches_is_left_out() -> None:
    every = [Address("127.0.0.1", "lo"), DOCKER, CABLE, Address("169.254.7.7", "eth2"), WIFI]
    assert lan_addresses.by_likelihood(every, WIFI.ip) == (WIFI, CABLE, DOCKER)
    assert lan_addresses.by_likelihood(every, "") == (CABLE, WIFI, DOCKER), "a hotspot has no way out"


@pytest.mark.parametrize(
    ("addresses", "host", "reason"),
    [
        ((), "", r"this machine is in no network\. Join the wifi"),
        ((WIFI, CABLE), "10.9.9.9", r"it has 192\.168\.1\.23 \(wlan0\), 10\.0\.0\.5 \(eth0\)"),
    ],
)
def test_a_network_that_is_absent_or_another_is_said(addresses: tuple[Address, ...], host: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        lan_addresses.select(addresses, host)


def test_one_address_or_all_are_served() -> None:
    assert lan_addresses.select((WIFI, CABLE), "") == (WIFI, CABLE)
    assert lan_addresses.select((WIFI, CABLE), CABLE.ip) == (CABLE,)


def test_over_http_the_address_comes_first_then_what_does_not_work() -> None:
    words = lan_addresses.greeting((WIFI, CABLE), 8000, None, None)
    assert words.splitlines()[0] == "Barpoint is at http://192.168.1.23:8000/"
    assert "http://10.0.0.5:8000/ (eth0); --host ADDRESS shows the code" in words
    assert lan_addresses.HTTP_ONLY in words
    assert "let port 8000 in" in words
    assert "\x1b" not in words, "a file has no colours"
    assert "public" not in words
    assert "public address" in lan_addresses.greeting((WIFI, PUBLIC), 8000, None, None)


@pytest.mark.parametrize(
    ("names", "site", "remark"),
    [
        ((WIFI.ip,), "https://192.168.1.23:8443/", "Phones in the same network"),
        (("hall.invalid", WIFI.ip), "https://192.168.1.23:8443/", "Phones in the same network"),
        (("hall.invalid",), "https://hall.invalid:8443/", "let its DNS entry be 192.168.1.23"),
        ((), "https://192.168.1.23:8443/", "The certificate names no host"),
    ],
)
def test_over_https_the_address_is_one_the_certificate_is_for(names: tuple[str, ...], site: str, remark: str) -> None:
    words = lan_addresses.greeting((WIFI, CABLE), 8443, names, None)
    assert words.splitlines()[0] == f"Barpoint is at {site}"
    assert remark in words
    assert lan_addresses.HTTP_ONLY not in words


def test_the_names_of_a_certificate_are_read_from_it(tmp_path: Path) -> None:
    cert, key = certificate(tmp_path)
    assert lan_addresses.certificate_names(cert) == ("127.0.0.1",)
    with pytest.raises(ValueError, match="expected a certificate"):
        lan_addresses.certificate_names(key)


def test_a_port_that_is_taken_is_said_before_anybody_is_sent_to_it() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        busy = other.getsockname()[1]
        with pytest.raises(ValueError, match=f"--port {busy}: another program has it"):
            require_port("127.0.0.1", busy)
    require_port("127.0.0.1", free_port())


def scan(text: str) -> list[list[int]]:
    """The modules of a QR code as a terminal shows them: 1 where it is black, whatever the terminal's own colours."""
    rows: list[list[int]] = []
    for line in text.splitlines():
        upper: list[int] = []
        lower: list[int] = []
        ink = paper = "the terminal's own"
        for colours, letter in re.findall(r"\x1b\[([0-9;]*)m|(.)", line):
            if letter:
                upper.append(_SHADES[ink if letter in "▀█" else paper])
                lower.append(_SHADES[ink if letter in "▄█" else paper])
            else:
                ink = _after("38;5;", colours, ink)
                paper = _after("48;5;", colours, paper)
        assert line.endswith("\x1b[0m"), "what follows has the terminal's colours again"
        rows += [upper, lower]
    return rows


_SHADES = {"16": 1, "231": 0}


def _after(what: str, colours: str, before: str) -> str:
    return colours.partition(what)[2].partition(";")[0] or before


@pytest.mark.parametrize("address", ["http://192.168.1.23:8000/", "https://backgammon.hall.example.org:8443/"])
def test_the_code_is_black_on_white_in_every_terminal(address: str) -> None:
    modules = [[int(dark) for dark in row] for row in segno.make(address, micro=False).matrix_iter(border=4)]
    rows = scan(lan_addresses.qr_code(address, MODERN))
    assert rows[: len(modules)] == modules
    assert not any(any(row) for row in rows[len(modules) :])
    wide = scan(lan_addresses.qr_code(address, OLD))
    assert [row[::2] for row in wide[::2]] == modules
    assert lan_addresses.qr_code(address, OLD).isascii()


def test_a_narrow_terminal_gets_words_instead() -> None:
    words = lan_addresses.qr_code("http://192.168.1.23:8000/", Terminal(30, "utf-8"))
    assert words == "(A wider terminal shows the QR code here.)"


def test_serving_the_lan_on_a_terminal(tmp_path: Path) -> None:
    import pty

    here = lan_addresses.lan_addresses()
    if not here:  # a machine without a network
        result = CliRunner().invoke(app, ["serve", "--lan"])
        assert "this machine is in no network" in str(result.exception)
        return
    assert not ip_address(here[0].ip).is_loopback
    port, (master, slave) = free_port(), pty.openpty()
    command = [sys.executable, "-m", "barpoint", "serve", "--lan", "--port", str(port), "--db", f"{tmp_path}/games.db"]
    environment = os.environ | {"COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
    process = subprocess.Popen(command, stdout=slave, stderr=subprocess.DEVNULL, env=environment)
    try:
        text = read_until(master, f"let port {port} in")
        site = f"http://{here[0].ip}:{port}/"
        assert text.splitlines()[0] == f"Barpoint is at {site}"
        assert lan_addresses.qr_code(site, MODERN) in text
        wait_for(f"{site}healthz")
    finally:
        process.terminate()
        process.wait(PATIENCE)
        os.close(master)
        os.close(slave)


def read_until(terminal: int, words: str) -> str:
    text, end = "", time.monotonic() + PATIENCE
    while words not in text:
        assert time.monotonic() < end, text
        if select.select([terminal], [], [], 1)[0]:
            text += os.read(terminal, 65536).decode().replace("\r\n", "\n")
    return text


def wait_for(address: str) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:  # noqa: S310  # our own server
                assert answer.read() == b"ok"
                return
        except OSError:
            assert time.monotonic() < end, "the server did not answer in time"
            time.sleep(0.1)
