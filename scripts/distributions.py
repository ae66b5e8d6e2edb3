"""The sdist and the wheel, made and tried: `python -m scripts.distributions`, or `make dist`.

The wheel is built from the sdist, as somebody does who has only that. Each is then installed into a fresh environment
with pip, what it depends on by the hashes of requirements/run.txt, and does the main job there: plays, hints, cube
actions, an analysis, a ruling, a tournament, and a server that answers, shows its page and plays a match. A list of
parts (SBOM, CycloneDX) of what was installed and sums of all files lie beside them in dist/.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
import venv
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
DIST: Final = ROOT / "dist"
MATCH: Final = ROOT / "tests" / "playthroughs" / "0.1.0" / "ibf-blitz.jsonl"
MAIN_JOB: Final = (
    ("--version",),
    ("plays", "start", "31"),
    ("engine", "hint", "start", "31"),
    ("engine", "cube", "start"),
    ("analyse", str(MATCH), "--plies", "0"),
    ("rules", "search", "die on a checker"),
    ("rule-on", "cocked_die", "--book", "usbgf", "--json"),
    ("convert", str(MATCH), "match.mat"),
    ("tournament", "new", "spring.jsonl", "--name", "Spring", "--date", "2026-05-01", "--director", "Dora"),
    ("doctor",),
)
"""What is run of each; the server comes after it."""


def main() -> None:
    """Build and try both; the files stay in dist/."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=("sdist", "wheel"), help="try only one of the two")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as tools:
        builder = _environment(Path(tools) / "builder")
        files = build(builder)
        for kind in ("wheel", "sdist"):
            if options.only in (None, kind):
                with tempfile.TemporaryDirectory() as folder:
                    say(f"{files[kind].name}: installing into a fresh environment")
                    python = install(files[kind], Path(folder) / "environment")
                    do_main_job(python, Path(folder))
                    if kind == "wheel":
                        list_parts(builder, python, files[kind])
    write_sums()
    say(f"done: {', '.join(sorted(file.name for file in DIST.iterdir()))}")


def build(builder: Path) -> dict[str, Path]:
    """The sdist, and the wheel made from it, by the Python of an empty environment; its tools come by their hashes."""
    shutil.rmtree(DIST, ignore_errors=True)
    say("building")
    _pip(builder, "--require-hashes", "-r", str(ROOT / "requirements" / "build.txt"))
    _pip(builder, "--require-hashes", "-r", str(ROOT / "requirements" / "release.txt"))
    _run([builder, "-m", "build", "--no-isolation", "--outdir", DIST, ROOT])
    return {"sdist": next(DIST.glob("*.tar.gz")), "wheel": next(DIST.glob("*.whl"))}


def install(file: Path, place: Path) -> Path:
    """The Python of a fresh environment that has it: dependencies by their hashes, then the file itself."""
    python = _environment(place)
    _pip(python, "--require-hashes", "-r", str(ROOT / "requirements" / "run.txt"))
    if file.suffix == ".whl":
        _pip(python, "--no-deps", "--no-index", str(file))
    else:
        _pip(python, "--no-deps", str(file))  # built once more, by whatever pip takes, as on somebody's machine
    return python


def do_main_job(python: Path, home: Path) -> None:
    """Every command of it, in an empty home; an exception if one fails."""
    barpoint = python.with_name("barpoint.exe" if os.name == "nt" else "barpoint")
    own = {name: value for name, value in os.environ.items() if not re.match("BARPOINT_|NUMBA_|PYTHON|XDG_", name)}
    own |= {"HOME": str(home), "LOCALAPPDATA": str(home), "APPDATA": str(home), "PYTHONUTF8": "1"}
    for words in MAIN_JOB:
        began = time.perf_counter()
        _run([barpoint, *words], cwd=home, env=own)
        say(f"  barpoint {' '.join(words)}: {time.perf_counter() - began:.1f} s")
    with (home / "server.log").open("w") as log:
        began = time.perf_counter()
        command = [str(barpoint), "serve", "--port", "0", "--db", str(home / "games.db")]
        own |= {"PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=own, cwd=home)  # noqa: S603
        try:
            assert process.stdout is not None
            address = process.stdout.readline().split()[-1].rstrip("/")
            _try_server(address, python, own)
        finally:
            process.terminate()
            process.wait(60)
            assert process.stdout is not None
            process.stdout.close()
    say(f"  barpoint serve, its page and a match with a bot: {time.perf_counter() - began:.1f} s")


def _try_server(address: str, python: Path, own: dict[str, str]) -> None:
    """It answers, has its pages, and plays a whole match against a bot of ours."""
    for _ in range(600):
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=5).close()  # noqa: S310  # our own server
            break
        except OSError:
            time.sleep(0.1)
    with urllib.request.urlopen(f"{address}/", timeout=30) as answer:  # noqa: S310
        if b"<script" not in answer.read():
            raise ValueError("the first page has no script in it")
    _run([python, "-c", PLAY, address], env=own)


PLAY: Final = """
import asyncio, sys
from barpoint.bootstrap import opponent
from barpoint.client import Server, play_match
async def play():
    server = await Server.guest(sys.argv[1], "Visitor")
    match = await server.new_match(level="strong", points=1)
    async with server.connect() as line:
        table = await line.sit(match)
        await play_match(table, opponent("strong"))
        assert table.present_view.phase == "over", table.present_view.phase
asyncio.run(asyncio.wait_for(play(), 300))
"""


def list_parts(builder: Path, python: Path, wheel: Path) -> None:
    """The list of parts of an environment that has the wheel, as CycloneDX, by a tool of the builder's."""
    listing = DIST / f"{wheel.name.split('-')[0]}-{wheel.name.split('-')[1]}.cdx.json"
    words: list[str | Path] = [
        "environment",
        "--pyproject",
        ROOT / "pyproject.toml",
        "--mc-type",
        "application",
        "--output-reproducible",
    ]
    _run([builder, "-m", "cyclonedx_py", *words, "--of", "JSON", "-o", listing, python])
    parts = json.loads(listing.read_text("utf-8"))["components"]
    say(f"  {listing.name}: {len(parts)} parts")


def write_sums() -> None:
    """SHA-256 of every file, as `sha256sum --check` reads it."""
    files = sorted(file for file in DIST.iterdir() if file.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (DIST / "SHA256SUMS").write_text("".join(lines), "utf-8")


def say(words: str) -> None:
    """A line for whoever waits."""
    print(words, flush=True)


def _environment(place: Path) -> Path:
    venv.create(place, with_pip=True)
    return place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def _pip(python: Path, *words: str) -> None:
    _run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words])


def _run(words: Sequence[str | Path], cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    done = subprocess.run([*map(str, words)], cwd=cwd, env=env, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        sys.exit(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
