"""`barpoint` without a command: the board in the browser."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import SIGINT
from subprocess import PIPE
from typing import Any

import pytest
from typer.testing import CliRunner

from barpoint.cli import app
from barpoint.web import ServeSettings
from tests.cli.play.test_lan import wait_for


@pytest.mark.parametrize(
    ("arguments", "display", "opens"), [([], ":0", True), ([], "", False), (["--no-open"], ":0", False)]
)
def test_barpoint_alone_serves_this_machine_and_opens_the_page_where_there_is_a_screen(
    arguments: list[str], display: str, opens: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[ServeSettings] = []

    def served(settings: ServeSettings, **_: Any) -> None:
        asked.append(settings)

    monkeypatch.setattr("barpoint.web.run_server", served)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert [(one.host, one.port, one.open_page) for one in asked] == [("127.0.0.1", 0, opens)]


@pytest.mark.parametrize("words", [("--no-open",), ("serve", "--port", "0")], ids=["alone", "serve"])
def test_whoever_waits_for_the_server_sees_that_it_is_at_work(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []

    @contextmanager
    def patience(title: str) -> Iterator[None]:
        lines.append(title)
        yield

    monkeypatch.setattr("barpoint.cli.patience", patience)
    monkeypatch.setattr("barpoint.web.run_server", lambda *_, **__: None)
    monkeypatch.setattr("sys.argv", ["barpoint", *words])
    assert CliRunner().invoke(app, [*words]).exit_code == 0
    assert lines == [" ".join(("barpoint", *words[:2]))]


def test_a_second_start_of_barpoint_alone_says_no_more_than_the_first(tmp_path: Path) -> None:
    own = os.environ | {"BARPOINT_DB": str(tmp_path / "games.db"), "PYTHONUNBUFFERED": "1"}
    for news in (f"new database: {tmp_path / 'games.db'}\n", ""):
        words = [sys.executable, "-m", "barpoint", "--no-open"]
        with subprocess.Popen(words, env=own, stdout=PIPE, stderr=PIPE, text=True) as process:
            assert process.stdout is not None
            lines = [process.stdout.readline(), process.stdout.readline()]
            assert not news or process.stdout.readline() == news
            wait_for(f"{lines[1].split()[-1]}healthz")
            process.send_signal(SIGINT)
            out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (0, "")
        assert "down" not in err
