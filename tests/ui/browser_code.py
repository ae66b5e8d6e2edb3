"""TypeScript of the pages, run by Node: the one Playwright brings along reads it as it is."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

SOURCES = Path(__file__).parents[2] / "ui" / "src"

_HOOK = """import { registerHooks } from 'node:module'
registerHooks({ resolve(name, context, next) {
  try { return next(name, context) } catch { return next(`${name}.ts`, context) }
} })
"""
"""The pages leave the ending out where they import each other, as their builder lets them."""


def node() -> str:
    """The program that runs it."""
    import playwright

    driver = Path(playwright.__file__).parent / "driver" / "node"
    found = str(driver) if driver.exists() else shutil.which("node")
    if found is None:
        if os.environ.get("BARPOINT_PEERS") == "required":
            pytest.fail("Node is not there and BARPOINT_PEERS=required")
        pytest.skip("Node is not there")
    return found


def answered(module: str, code: str, asked: Any) -> Any:
    """What `code` makes of each thing asked; it defines `answer` over the module `m`, a path below ui/src."""
    head = f"import {{ readFileSync }} from 'node:fs'\n{_HOOK}const m = await import('{(SOURCES / module).as_uri()}')\n"
    tail = "\nprocess.stdout.write(JSON.stringify(await Promise.all(JSON.parse(readFileSync(0, 'utf-8')).map(answer))))"
    run = subprocess.run(
        [node(), "--experimental-strip-types", "--no-warnings", "--input-type=module", "-e", head + code + tail],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)
