"""The pages' sources: types checked, nothing a strict content security policy forbids, no address of another host."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

UI = Path(__file__).parents[2] / "ui"
SOURCES = sorted(path for ending in ("ts", "svelte", "json", "css") for path in (UI / "src").rglob(f"*.{ending}"))


def test_the_pages_have_no_errors_of_type() -> None:
    node, checker = shutil.which("node"), UI / "node_modules" / "svelte-check" / "bin" / "svelte-check"
    if node is None or not checker.is_file():
        if os.environ.get("BARPOINT_PEERS") == "required" and node is not None:
            pytest.fail("ui/node_modules is not installed")
        pytest.skip("no Node to check the pages with")
    command = [node, str(checker), "--tsconfig", "./tsconfig.json", "--fail-on-warnings"]
    checked = subprocess.run(command, cwd=UI, capture_output=True, text=True, timeout=600)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(UI).as_posix())
def test_a_source_is_written_for_a_strict_policy(path: Path) -> None:
    text = path.read_text("utf-8")
    assert not re.search(r"\sstyle=[\"{]", text), "a style= attribute; use a class or the style: directive"
    assert "{@html" not in text
    assert "http://" not in text
    assert "https://" not in text


def test_the_lock_file_names_no_host() -> None:
    lock = (UI / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in lock
