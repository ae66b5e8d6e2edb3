"""Every library with its version and hashes: `python -m scripts.requirements`, or `make requirements`.

requirements/run.txt      what a server needs, with its extras; the container installs it
requirements/dev.txt      what `.[dev]` needs; CI installs it before anything else
requirements/release.txt  what a release is made with besides
requirements/build.txt    what a wheel is built with: pages and kernels

They are for every system and every Python that Barpoint runs on, and name no index. `uv` (the extra `release`) makes
them; `--upgrade` takes the newest versions that pyproject.toml allows, else those there are stay.
"""

import argparse
import re
import subprocess
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parent.parent
FOLDER: Final = ROOT / "requirements"
EXTRAS: Final = {"dev": ("dev",), "run": ("pictures", "postgres", "print")}
"""Which extras of the package a file holds, besides what everybody needs."""
HEAD: Final = (
    "# Made by `make requirements` from pyproject.toml; hashes are checked by `pip install --require-hashes -r`.\n"
)
_OPTIONS: Final = (
    "--universal",
    "--python-version=3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-annotate",
    "--no-header",
    "--quiet",
)


def main() -> None:
    """Write all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--upgrade", action="store_true", help="the newest versions instead of those there are")
    options = parser.parse_args()
    upgrade = ["--upgrade"] if options.upgrade else []
    FOLDER.mkdir(exist_ok=True)
    for name, extras in EXTRAS.items():
        compile_file(name, ["pyproject.toml", *(f"--extra={extra}" for extra in extras)], upgrade)
    compile_file("build", ["-"], upgrade, build_requirements())
    compile_file("release", ["-"], upgrade, project()["project"]["optional-dependencies"]["release"])


def compile_file(name: str, words: list[str], upgrade: list[str], given: Sequence[str] = ()) -> None:
    """Let uv make one, with the versions of the first where both have a library."""
    path = FOLDER / f"{name}.txt"
    alike = [] if name == "dev" else ["--constraint=requirements/dev.txt"]
    command = ["uv", "pip", "compile", *words, *alike, *upgrade, *_OPTIONS, f"--output-file=requirements/{name}.txt"]
    subprocess.run(command, cwd=ROOT, check=True, input="\n".join(given), text=True)  # noqa: S603  # our own words
    path.write_text(HEAD + path.read_text("utf-8"), "utf-8")


def project() -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def build_requirements() -> list[str]:
    """What pyproject.toml and the build hook ask for when a wheel is built."""
    hook = (ROOT / "hatch_build.py").read_text("utf-8")
    node = re.search(r'^NODE = "(.+)"$', hook, re.MULTILINE)
    compiling = re.search(r"^COMPILING = \((.+)\)$", hook, re.MULTILINE)
    assert node
    assert compiling
    kernels = tuple(re.findall(r'"([^"]+)"', compiling[1]))
    of_kernels = [wanted for wanted in project()["project"]["dependencies"] if wanted.startswith(kernels)]
    return [*project()["build-system"]["requires"], node[1], *of_kernels]


def pinned(name: str) -> dict[str, tuple[str, int]]:
    """Each library of a file: its version, and how many hashes it has; a library may be there once for each system."""
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    blocks = re.findall(r"^([\w.-]+)==(\S+)[^\\\n]*((?:\\\n +--hash=\S+ ?)*)", text, re.MULTILINE)
    return {library.lower(): (version, hashes.count("--hash=")) for library, version, hashes in blocks}


if __name__ == "__main__":
    main()
