"""Known weaknesses of what is installed: `python -m scripts.audit` asks the registries of Python and npm.

A weakness fails it (npm: high and critical, of what is shipped). A registry that does not answer, or has no such
service, does not: it is said, and that is all. pip-audit is installed for it where it can be.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PATIENCE = 60  # seconds


def asked(words: list[str], folder: Path = ROOT) -> Any:
    """What a program answers as JSON; None if there is no such answer."""
    try:
        done = subprocess.run(  # noqa: S603  # our own words
            words, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def python_weaknesses(report: Any) -> list[str] | None:
    """What pip-audit has to say; None if it could not."""
    if not isinstance(report, dict) or "dependencies" not in report:
        return None
    return [
        f"{package['name']} {package.get('version', '')}: {weakness['id']}"
        for package in report["dependencies"]
        for weakness in package.get("vulns", [])
    ]


def npm_weaknesses(report: Any) -> list[str] | None:
    """What npm audit has to say; None if it could not."""
    if not isinstance(report, dict) or "vulnerabilities" not in report or "error" in report:
        return None
    found = report["vulnerabilities"].items()
    return [f"{name}: {each['severity']}" for name, each in found if each["severity"] in ("high", "critical")]


def main() -> None:
    """Ask both."""
    install = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "pip-audit"]
    try:
        subprocess.run(install, capture_output=True, timeout=PATIENCE, check=False)  # noqa: S603  # our own words
    except subprocess.TimeoutExpired:
        print("pip-audit could not be installed in time")
    locked = ["--requirement", "requirements/run.txt", "--disable-pip", "--progress-spinner", "off"]
    answers = {
        "pip-audit": python_weaknesses(asked([sys.executable, "-m", "pip_audit", *locked, "--format", "json"])),
        "npm audit": npm_weaknesses(asked(["npm", "audit", "--omit=dev", "--json"], ROOT / "ui")),
    }
    for name, weaknesses in answers.items():
        print(f"{name}: " + ("no answer" if weaknesses is None else ", ".join(weaknesses) or "nothing known"))
    sys.exit(any(answers.values()))


if __name__ == "__main__":
    main()
