"""What `barpoint serve` takes before anybody comes: `python -m bench.serve_start [--against FOLDER] [--runs 5]`.

A server is started until `/healthz` answers, then left alone until it has loaded what the first match needs, on a
SQLite database that an earlier start has made. Given the `src` folder of another version, both are measured in turn, so
that a busy machine disturbs them alike. Processor time is the server's own, memory what it does not share (Linux).
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import astuple, dataclass, fields
from importlib.metadata import packages_distributions
from pathlib import Path

from tests.e2e.server_process import _answers

HERE = Path(__file__).parent.parent / "src"
SETTLED = 6.0
"""Seconds after which the server has loaded what it loads unasked, on a machine that is not busy."""


@dataclass(frozen=True)
class Start:
    """One start."""

    answers: float
    """Seconds by the clock until it answers."""
    processor: float
    """Seconds of processor time until then."""
    memory: float
    """Megabytes that are its own, when it answers."""
    settled: float
    """The same, when it is ready for a match."""
    modules: int
    libraries: int
    """Of others, with what they import themselves."""


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", type=Path, help="the `src` of another version, measured in turn with this one")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--libraries", action="store_true", help="name the libraries that are loaded, too")
    options = parser.parse_args()
    sources = [HERE] if options.against is None else [options.against.resolve(), HERE]
    print(f"load {os.getloadavg()[0]:.1f}, {options.runs} runs, medians")
    runs: dict[Path, list[Start]] = {source: [] for source in sources}
    loaded: dict[Path, set[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.runs + 1):
            for place, source in enumerate(sources):
                database = Path(folder) / str(place)
                database.mkdir(exist_ok=True)
                start, loaded[source] = measure(source, database)
                if number:  # the first makes the database
                    runs[source].append(start)
    heads = [field.name for field in fields(Start)]
    print(f"{'':12}" + "".join(f"{head:>12}" for head in heads))
    for source, starts in runs.items():
        middle = [statistics.median(column) for column in zip(*map(astuple, starts), strict=True)]
        name = "this" if source == HERE else "the other"
        print(f"{name:12}" + "".join(f"{value:12.2f}" for value in middle))
    if options.libraries:
        for source, names in loaded.items():
            print(f"{'this' if source == HERE else 'the other'}: {' '.join(sorted(names))}")


def measure(source: Path, place: Path) -> tuple[Start, set[str]]:
    """One start of the package in a folder, with its data at a place, and the libraries it loads."""
    words = [sys.executable, "-X", "importtime", "-m", "barpoint", "serve", "--no-open", "--port", "0"]
    words += ["--db", str(place / "games.db")]
    environment = os.environ | {"PYTHONPATH": str(source), "PYTHONUNBUFFERED": "1"}
    with (place / "log").open("w") as log:
        began = time.perf_counter()
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert process.stdout is not None
        try:
            _answers(process.stdout.readline().split()[-1].rstrip("/"))
            answers, processor, memory = time.perf_counter() - began, _processor(process.pid), _own(process.pid)
            time.sleep(SETTLED)
            settled = _own(process.pid)
        finally:
            process.terminate()
            process.wait(60)
            process.stdout.close()
    names = re.findall(r"^import time:.*\| +([\w.]+)$", (place / "log").read_text(errors="replace"), re.MULTILINE)
    tops = {
        name.partition(".")[0] for name in names
    } & packages_distributions().keys()  # others were looked for in vain
    others = {name for name in tops if name not in sys.stdlib_module_names} - {"barpoint"}
    return Start(answers, processor, memory, settled, len(names), len(others)), others


def _processor(process: int) -> float:
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _own(process: int) -> float:
    """Megabytes of memory that no other process shares."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(int(size) for size in re.findall(r"^Private_\w+: +(\d+) kB", rollup, re.MULTILINE)) / 1024


if __name__ == "__main__":
    main()
