"""`barpoint` without a command: the board in the browser."""

from typing import Any

import pytest
from typer.testing import CliRunner

from barpoint.cli import app
from barpoint.web import running


@pytest.mark.parametrize(
    ("arguments", "display", "opens"), [([], ":0", True), ([], "", False), (["--no-open"], ":0", False)]
)
def test_barpoint_alone_serves_this_machine_and_opens_the_page_where_there_is_a_screen(
    arguments: list[str], display: str, opens: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[running.Settings] = []

    def served(settings: running.Settings, **_: Any) -> None:
        asked.append(settings)

    monkeypatch.setattr(running, "run", served)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert [(one.host, one.port, one.open_page) for one in asked] == [("127.0.0.1", 0, opens)]
