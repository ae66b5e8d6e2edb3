"""Kernels: compiled by other processes, kept by tier and content, found in the package first."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from barpoint import jit_cache, jit_tier, jit_worker
from barpoint.engine import compilation, kernel_warmups

ROOT = Path(__file__).parent.parent
MARK = "tests.engine.compile_worker:leave_a_mark"
ADD = "from tests.engine.compile_worker import add_up; print(add_up({}, 2))"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache in which nothing is compiled."""
    monkeypatch.setenv("BARPOINT_CACHE", str(tmp_path))
    monkeypatch.setenv("PLACE", str(tmp_path))
    monkeypatch.delenv("BARPOINT_COMPILES", raising=False)
    jit_cache.writable_folder.cache_clear()
    yield tmp_path
    jit_cache.writable_folder.cache_clear()


def run_python(
    code: str, cache: Path | str, *, package: Path = ROOT / "src", **more: str
) -> subprocess.CompletedProcess[str]:
    """A process of its own, with an own cache and nothing else of ours set."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("BARPOINT_", "NUMBA_"))}
    own = plain | {"BARPOINT_CACHE": str(cache), "PYTHONPATH": f"{package}{os.pathsep}{ROOT}"} | more
    return subprocess.run([sys.executable, "-c", code], env=own, capture_output=True, text=True, cwd=package)


def forbidden(
    code: str, cache: Path | str, *, package: Path = ROOT / "src", **more: str
) -> subprocess.CompletedProcess[str]:
    return run_python(code, cache, package=package, BARPOINT_COMPILING="forbidden", **more)


def test_a_process_does_a_work_once_and_is_remembered(folder: Path) -> None:
    jit_worker.run_works({MARK: ()})
    jit_worker.run_works({MARK: ()})
    assert len(list(folder.glob("mark-*"))) == 1


def test_work_that_cannot_be_done_is_no_reason_to_stop(folder: Path) -> None:
    jit_worker.run_works({"tests.engine.compile_worker:nowhere": ()})
    assert not list(folder.rglob("*.done"))


def test_works_wait_for_those_they_name(folder: Path) -> None:
    jit_worker.run_works({MARK: ("tests.engine.compile_worker:nowhere",), "tests.engine.compile_worker:nowhere": ()})
    assert len(list(folder.glob("mark-*"))) == 1


def test_the_process_that_compiles_begins_no_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BARPOINT_COMPILES", str(folder))
    jit_worker.run_works({MARK: ()})
    assert not list(folder.iterdir())


def test_a_work_that_another_process_has_is_waited_for_unless_it_died(folder: Path) -> None:
    jit_cache.user_folder().mkdir()
    claim = jit_cache.user_folder() / f"{MARK.replace(':', '.')}.claim"
    claim.mkdir()
    began = time.monotonic()
    os.utime(claim, (time.time() - 8, time.time() - 8))  # touched eight seconds ago; after ten it is anybody's
    jit_worker.run_works({MARK: ()})
    assert time.monotonic() - began > 1.5
    assert len(list(folder.glob("mark-*"))) == 1
    assert not claim.exists()


def test_every_work_that_is_named_is_there() -> None:
    for group in compilation.GROUPS:
        for work in group:
            assert callable(getattr(kernel_warmups, work))
    compilation.missing()  # each has a name that can be looked for


def test_a_miss_is_compiled_elsewhere_and_found_by_the_next(tmp_path: Path) -> None:
    assert run_python(ADD.format(1), tmp_path).stdout == "3\n"
    kept = list(tmp_path.rglob("*.nbc"))
    assert len(kept) == 1
    os.utime(kept[0], (1, 1))
    assert forbidden(ADD.format(1), tmp_path).stdout == "3\n"


def test_forbidden_a_miss_is_an_error_and_other_types_are_a_miss(tmp_path: Path) -> None:
    assert "CompilingForbiddenError" in forbidden(ADD.format(1), tmp_path).stderr
    run_python(ADD.format(1), tmp_path)
    assert "add_up is not compiled for (float64, int64)" in forbidden(ADD.format(1.5), tmp_path).stderr


def test_compiling_touches_neither_the_environment_nor_numbas_settings(tmp_path: Path) -> None:
    code = (
        "import os, numba; before = dict(os.environ), {k: getattr(numba.config, k) for k in dir(numba.config)}\n"
        + ADD.format(1)
        + "\nassert before == (dict(os.environ), {k: getattr(numba.config, k) for k in dir(numba.config)})"
    )
    done = run_python(code, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "3\n"


def test_numba_settings_of_the_user_do_not_change_what_is_compiled(tmp_path: Path) -> None:
    run_python(ADD.format(1), tmp_path, NUMBA_CPU_NAME="generic", NUMBA_OPT="0")
    assert forbidden(ADD.format(1), tmp_path).stdout == "3\n"
    assert run_python(ADD.format(1), tmp_path / "none", NUMBA_DISABLE_JIT="1").stdout == "3\n"


def test_a_cache_that_cannot_be_written_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert run_python(ADD.format(1), tmp_path / "file").stdout == "3\n"


def test_an_error_in_a_kernel_is_seen_by_whoever_calls_it(tmp_path: Path) -> None:
    assert (
        "TypingError" in run_python("from tests.engine.compile_worker import add_up; add_up('a', 1)", tmp_path).stderr
    )


def test_what_is_shipped_is_found_wherever_the_package_lies_and_whatever_its_times(tmp_path: Path) -> None:
    plays = "from barpoint.board import *; print(len(legal_plays(Position.start(), Roll(3, 1))))"
    first = tmp_path / "first"
    assert run_python(plays, first).stdout == "16\n"
    moved = tmp_path / "elsewhere" / "barpoint"
    shutil.copytree(ROOT / "src" / "barpoint", moved, ignore=shutil.ignore_patterns("static", "__pycache__"))
    shutil.copytree(first, moved / "shipped", dirs_exist_ok=True)
    for file in moved.rglob("*"):
        os.utime(file, (1_000_000_000, 1_000_000_000))
    nowhere = tmp_path / "nowhere"
    assert forbidden(plays, nowhere, package=moved.parent).stdout == "16\n"
    assert not nowhere.exists()
    kernel = next(moved.rglob("*kernel*.py"))
    kernel.write_text(kernel.read_text() + "\n")
    assert "CompilingForbiddenError" in forbidden(plays, nowhere, package=moved.parent).stderr


def test_a_tier_has_its_own_kernels(tmp_path: Path) -> None:
    run_python(ADD.format(1), tmp_path)
    assert "CompilingForbiddenError" in forbidden(ADD.format(1), tmp_path, BARPOINT_TIER="native").stderr
    assert run_python(ADD.format(1), tmp_path, BARPOINT_TIER="native").stdout == "3\n"
    assert len(list(tmp_path.glob("kernels-*"))) == 2
    assert "BARPOINT_TIER takes x86-64-v3" in run_python(ADD.format(1), tmp_path, BARPOINT_TIER="best").stderr


def test_the_default_tier_is_what_the_processor_allows() -> None:
    usual = jit_tier.TIERS[jit_tier.default_tier()]
    assert jit_tier.tier() in (usual, jit_tier.TIERS["x86-64"], jit_tier.NATIVE)
    for tier in jit_tier.TIERS.values():
        assert set(tier.environment) in (set(), {"NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"})
