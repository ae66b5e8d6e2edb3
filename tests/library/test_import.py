"""`import barpoint` is quick: it loads neither NumPy nor Numba, and little else."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import barpoint as bp

STUB = Path(bp.__file__).with_suffix(".pyi")
NAMES = [
    alias.name
    for node in ast.parse(STUB.read_text("utf-8")).body
    if isinstance(node, ast.ImportFrom)
    for alias in node.names
]


def modules_after(line: str) -> set[str]:
    code = f"{line}; import sys; print('\\n'.join(sys.modules))"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout.split())


def test_the_import_loads_nothing_heavy() -> None:
    loaded = modules_after("import barpoint")
    assert loaded.isdisjoint({"numba", "numpy", "llvmlite", "msgspec", "rich", "typer", "sqlalchemy", "asyncio"})
    assert {name for name in loaded if name.startswith("barpoint.")} == set()


def test_positions_boards_and_matches_need_no_engine() -> None:
    loaded = modules_after(
        "import barpoint as bp; repr(bp.position('start')); m = bp.Match(points=5); m.roll('31'); m.open"
    )
    assert loaded.isdisjoint({"numba", "litestar", "sqlalchemy", "typer"})


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_there_and_documented(name: str) -> None:
    value = getattr(bp, name)
    assert name in dir(bp)
    if callable(value) and not hasattr(value, "__args__"):
        assert value.__doc__


def test_the_version_is_there() -> None:
    assert bp.__version__[0].isdigit()
