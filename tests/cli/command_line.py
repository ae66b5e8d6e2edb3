"""A command run from the outside."""

import io
import sys
from collections.abc import Callable
from typing import Any

import pytest

from barpoint import cli

Ran = Callable[..., str]


def runner(command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ran:
    """Runs a command with words, typed answers, an expected status and a width; gives what it put out."""

    def run(*words: Any, typed: str = "", status: int = 0, columns: int = 160, command: str = command) -> str:
        monkeypatch.setattr(sys, "argv", ["barpoint", command, *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setenv("COLUMNS", str(columns))
        with pytest.raises(SystemExit) as ended:
            cli.run()
        out, err = capsys.readouterr()
        assert (ended.value.code or 0) == status, err
        return out + err

    return run
