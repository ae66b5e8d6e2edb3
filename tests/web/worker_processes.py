"""`barpoint serve --workers 2` for tests: its processes, and what each of them says of itself."""

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from barpoint.web.live.match_workers import slot_of
from tests.web.server_process import PATIENCE, free_port


@dataclass(frozen=True)
class Workers:
    """A server of two worker processes."""

    url: str
    process: int

    def worker_of(self, match: str) -> int:
        """The process at the slot of a match: it has the lock there open."""
        lock = f"/{slot_of(match, 2)}.lock"
        children = Path(f"/proc/{self.process}/task/{self.process}/children").read_text().split()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for child in children:
                with suppress(FileNotFoundError):  # a file is closed while it is looked at
                    if any(str(file.readlink()).endswith(lock) for file in Path(f"/proc/{child}/fd").iterdir()):
                        return int(child)
        raise AssertionError(f"nobody has the slot of {match}")


@contextmanager
def two_workers(database: str) -> Iterator[Workers]:
    """`barpoint serve --workers 2`, once both answer."""
    port = free_port()
    command = [sys.executable, "-m", "barpoint", "serve", "--no-open", "--port", str(port), "--db", database]
    process = subprocess.Popen([*command, "--workers", "2"], stdout=subprocess.DEVNULL)
    try:
        server = Workers(f"http://127.0.0.1:{port}", process.pid)
        workers(server.url)
        yield server
    finally:
        process.terminate()
        process.wait(PATIENCE)


def measures(url: str) -> dict[str, float]:
    """`/metrics` of whichever worker answers, and which it was."""
    with urllib.request.urlopen(f"{url}/metrics", timeout=PATIENCE) as answer:  # noqa: S310
        lines = str(answer.read(), "utf-8").splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


def workers(url: str, count: int = 2) -> dict[str, dict[str, float]]:
    """The measures of every worker, by its name; asked until so many have answered."""
    answered: dict[str, dict[str, float]] = {}
    end = time.monotonic() + PATIENCE
    while len(answered) < count:
        assert time.monotonic() < end, f"only {len(answered)} answered"
        try:
            values = measures(url)
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
            continue
        answered[next(name for name in values if name.startswith("barpoint_info"))] = values
    return answered


def connections_of(url: str) -> list[float]:
    """How many sockets each worker has."""
    return sorted(values["barpoint_connections"] for values in workers(url).values())
