"""Licences of everything Barpoint is installed with: `python -m scripts.licences --write` writes docs/licences.md.

Libraries are followed from pyproject.toml through what is installed here, so run it where `.[dev]` is. What the pages
are made of comes from ui/package-lock.json. A licence is read from what a library says of itself: its SPDX expression,
else its classifiers, else its own words. `FITTING` has those that a program under MIT may be handed on with.
"""

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Final, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parent.parent
PAGE: Final = ROOT / "docs" / "licences.md"
GROUPS: Final = {
    "": "Installed with Barpoint",
    "pictures": "The extra `pictures`",
    "postgres": "The extra `postgres`",
    "print": "The extra `print`",
    "dask": "The extra `dask`",
}
FITTING: Final = frozenset(
    {
        "0BSD",
        "Apache-2.0",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "BSL-1.0",
        "CC0-1.0",
        "ISC",
        "LicenseRef-Cython-runtime",
        "LLVM-exception",
        "MIT",
        "MIT-0",
        "MIT-CMU",
        "MPL-2.0",  # of files: a library under it may be installed beside ours
        "PSF-2.0",
        "Python-2.0",
        "Unlicense",
        "Zlib",
    }
)
_CLASSIFIERS: Final = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
_WORDS: Final = {
    "Apache 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD 3-Clause License": "BSD-3-Clause",
    "MIT License": "MIT",
    "MIT license": "MIT",
}


class Library(NamedTuple):
    """A library and the licence it is under."""

    name: str
    licence: str


def main() -> None:
    """Write the page, or say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true")
    if parser.parse_args().write:
        PAGE.write_text(page(), "utf-8")
    elif PAGE.read_text("utf-8") != page():
        sys.exit(f"{PAGE.name} is not up to date: python -m scripts.licences --write")


def page() -> str:
    """All of them, a table for each way of installing."""
    lines = [
        "# Licences",
        "",
        "Barpoint is under the [MIT licence](../LICENSE). This page is made by `python -m scripts.licences --write`;",
        "a test compares it with what is installed and refuses a licence that does not fit. Windows installs colorama",
        "(BSD-3-Clause) and tzdata (Apache-2.0) besides.",
    ]
    known: set[Library] = set()
    for extra, title in GROUPS.items():
        libraries = [library for library in installed(extra) if library not in known]
        known.update(libraries)
        lines += ["", f"## {title}", "", *_table(libraries)]
    lines += [
        "",
        "## In the pages",
        "",
        "Compiled into them; the other npm packages are tools that build and test.",
        "",
    ]
    lines += _table([library for library in npm_packages() if library.name in COMPILED_IN])
    return "\n".join(lines) + "\n"


COMPILED_IN: Final = frozenset({"svelte", "clsx", "esm-env"})
"""npm packages that the built pages hold code of: Svelte's runtime and what it imports."""


def _table(libraries: list[Library]) -> list[str]:
    rows = [f"| {library.name} | {library.licence} |" for library in libraries]
    return ["| library | licence |", "|---|---|", *rows] if rows else ["Nothing more."]


def installed(extra: str = "") -> list[Library]:
    """Everything that comes with Barpoint here, or with one of its extras, by name."""
    libraries: dict[str, Library] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    waiting = [Requirement(words) for words in project["optional-dependencies"].get(extra, project["dependencies"])]
    waiting = [wanted for wanted in waiting if wanted.marker is None or wanted.marker.evaluate()]
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        key = name, frozenset(wanted.extras)
        if key in seen:
            continue
        seen.add(key)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            raise LookupError(f"{name} is not installed: pip install -e '.[dev]'") from None
        libraries[name] = Library(name, licence_of(found))
        waiting += _requirements(found, wanted.extras)
    return [libraries[name] for name in sorted(libraries)]


def _requirements(found: Distribution, extras: set[str]) -> Iterator[Requirement]:
    for words in found.requires or ():
        wanted = Requirement(words)
        if wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in {"", *extras}):
            yield wanted


def licence_of(found: Distribution) -> str:
    """A library's licence as an SPDX expression; its own words if they are none that is known."""
    told: Any = found.metadata  # a message of the email library
    if expression := told.get("License-Expression"):
        return str(expression)
    kinds = [line.rpartition(":: ")[2] for line in told.get_all("Classifier") or () if line.startswith("License ::")]
    names = sorted({_CLASSIFIERS[kind] for kind in kinds if kind in _CLASSIFIERS})
    words = str(told.get("License") or "").strip().partition("\n")[0]
    if words in FITTING | _WORDS.keys():
        return _WORDS.get(words, words)
    return " AND ".join(names) or words or "unknown"


def npm_packages() -> list[Library]:
    """What the pages are built and tested with."""
    packages = json.loads((ROOT / "ui" / "package-lock.json").read_text("utf-8"))["packages"]
    named = {name.rpartition("node_modules/")[2]: about for name, about in packages.items() if name}
    return [Library(name, named[name].get("license", "unknown")) for name in sorted(named)]


def unfitting(libraries: list[Library]) -> list[Library]:
    """Those under a licence that does not fit: of an expression with `OR` one alternative has to."""
    return [library for library in libraries if not _fits(library.licence)]


def _fits(expression: str) -> bool:
    plain = expression.replace("(", " ").replace(")", " ")
    return any(
        all(name in FITTING for name in re.split(r"\s+(?:AND|WITH)\s+", alternative.strip()))
        for alternative in re.split(r"\s+OR\s+", plain)
    )


if __name__ == "__main__":
    main()
