"""A release, or the reasons why there is none: `python -m scripts.release`, or `make release`.

Refused unless everything is committed, the version is new, CHANGELOG.md has an entry for it, the documentation is up to
date, and every check is green: tests (the long ones too), ruff, mypy, layers. What is made lies in dist/, tried
(`scripts.distributions`); what is left to do by hand is said.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
CHECKS: Final = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports",),
    ("pytest",),
    ("pytest", "-n", "0", "-m", "long"),
)
DOCUMENTATION: Final = (
    (sys.executable, "-m", "scripts.licences"),
    (sys.executable, "-m", "mkdocs", "build", "--strict"),
)
"""Each fails if the documentation is not in order: licences as installed, every link and page of the site."""


def main() -> None:
    """Look at everything that can refuse, the quick first, then build."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--look", action="store_true", help="only say what would refuse; run no tests, build nothing")
    options = parser.parse_args()
    version = version_of((ROOT / "src" / "barpoint" / "__init__.py").read_text("utf-8"))
    reasons = [*refusals(version)]
    if reasons:
        sys.exit(f"no release of {version}:\n" + "\n".join(f"- {reason}" for reason in reasons))
    if options.look:
        print(f"{version}: nothing refuses so far; `make release` runs the checks and builds")
        return
    for words in CHECKS:
        print(f"$ {' '.join(words)}", flush=True)
        if not succeeds(words, shown=True):
            sys.exit(f"no release of {version}: `{' '.join(words)}` is not green")
    if not succeeds((sys.executable, "-m", "scripts.distributions"), shown=True):
        sys.exit(f"no release of {version}: the sdist or the wheel does not do its job")
    print(f"{version} is in dist/. Left to do: git tag v{version} && git push --tags; upload dist/.")


def version_of(source: str) -> str:
    """The version in the package."""
    found = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    if found is None:
        raise ValueError("expected a line __version__ in src/barpoint/__init__.py")
    return found[1]


def refusals(version: str) -> Iterator[str]:
    """Every reason that can be seen without running the tests."""
    if output("git", "status", "--porcelain"):
        yield "there are changes that are not committed"
    if output("git", "tag", "--list", f"v{version}"):
        yield f"v{version} was released before: give it another version"
    if not changelog_entry((ROOT / "CHANGELOG.md").read_text("utf-8"), version):
        yield f"CHANGELOG.md has no entry for {version}"
    for words in DOCUMENTATION:
        if not succeeds(words):
            yield f"the documentation is not in order: {' '.join(words[1:])}"


def changelog_entry(changelog: str, version: str) -> str:
    """What CHANGELOG.md says under the heading of a version; empty if there is nothing of substance."""
    found = re.search(
        rf"^## \[?{re.escape(version)}\]?(?: [^\n]*)?$(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL
    )
    entry = found[1].strip() if found else ""
    return entry if re.search(r"^- \S", entry, re.MULTILINE) else ""


def output(*words: str) -> str:
    """What a command answers."""
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603


def succeeds(words: tuple[str, ...], *, shown: bool = False) -> bool:
    """Whether a command ends well."""
    return subprocess.run(words, cwd=ROOT, check=False, capture_output=not shown).returncode == 0  # noqa: S603


if __name__ == "__main__":
    main()
