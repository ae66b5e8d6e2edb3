"""Large kernels are compiled by processes of their own, so that whoever uses them stays small."""

from pathlib import Path

import pytest

from barpoint import jit
from barpoint.engine import compiling


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache in which nothing is compiled."""
    monkeypatch.setattr(jit, "_FOLDER", str(tmp_path))
    monkeypatch.delenv("BARPOINT_COMPILES", raising=False)
    monkeypatch.setenv("PLACE", str(tmp_path))
    jit.compiled_apart.cache_clear()
    return tmp_path


def test_a_process_does_the_work_once_and_is_remembered(folder: Path) -> None:
    jit.compiled_apart("tests.compiled_elsewhere:leave_a_mark")
    assert len(list(folder.glob("mark-*"))) == 1
    jit.compiled_apart.cache_clear()
    jit.compiled_apart("tests.compiled_elsewhere:leave_a_mark")
    assert len(list(folder.glob("mark-*"))) == 1


def test_work_that_cannot_be_done_apart_is_no_reason_to_stop(folder: Path) -> None:
    jit.compiled_apart("tests.compiled_elsewhere:nowhere")
    assert not list(folder.iterdir())


def test_the_process_that_compiles_begins_no_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BARPOINT_COMPILES", "1")
    jit.compiled_apart("tests.compiled_elsewhere:leave_a_mark")
    assert not list(folder.iterdir())


def test_all_that_is_named_is_there() -> None:
    for work in (compiling.VALUES, compiling.POSITIONS, compiling.SEARCH, compiling.CUBE):
        module, function = work.split(":")
        assert module == compiling.__name__
        assert callable(getattr(compiling, function))
