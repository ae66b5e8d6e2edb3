"""The real gnubg, driven headless: a script runs in its embedded Python on data given as JSON.

gnubg's Python is the system's, without this project. The script finds its data in `data` and leaves
its answer in `answer`.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

_BEFORE = """
import gnubg, json, os
for line in (
    "set automatic game off", "set automatic roll off", "set automatic bearoff off", "set automatic move off",
    "set player 0 human", "set player 1 human", "set display off", "set confirm new off", "set confirm save off",
):
    gnubg.command(line)
data = json.load(open("data.json"))
"""
_AFTER = """
json.dump(answer, open("answer.json", "w"))
os._exit(0)  # else gnubg goes on to read commands
"""


def program() -> str:
    """Where gnubg is; without it the test is skipped, or fails if peers are required."""
    found = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games:/usr/local/games")
    if found is None:
        missing = "gnubg is not installed"
        if os.environ.get("BARPOINT_PEERS") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    return found


def run(script: str, data: Any, folder: Path, seconds: float = 300) -> Any:
    """What the script makes of the data."""
    (folder / "script.py").write_text(_BEFORE + script + _AFTER)
    (folder / "data.json").write_text(json.dumps(data))
    done = subprocess.run(
        [program(), "-t", "-q", "-r", "-p", "script.py"],
        cwd=folder,
        env={**os.environ, "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=seconds,
    )
    answer = folder / "answer.json"
    assert answer.exists(), done.stdout.decode(errors="replace")[-2000:]
    return json.loads(answer.read_text())
