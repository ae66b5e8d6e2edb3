"""A real server in a process of its own, with bots that do not wait."""

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 120  # seconds a start or a stop may take on a busy machine


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a server that keeps its data and its log in `folder`, once it answers."""
    command = [sys.executable, "-m", "barpoint", "serve", "--no-open", "--port", "0", "--db", str(folder / "games.db")]
    environment = os.environ | {"BARPOINT_BOT_PAUSE": "0", "PYTHONUNBUFFERED": "1"}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert process.stdout is not None
        try:
            said = process.stdout.readline()
            assert "http" in said, (folder / "log").read_text()
            address = said.split()[-1].rstrip("/")
            _answers(address)
            yield address
        finally:
            process.terminate()
            process.wait(PATIENCE)
            process.stdout.close()


def _answers(address: str) -> None:
    """Wait until the server does."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=5).close()  # noqa: S310  # our own server
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(address)
