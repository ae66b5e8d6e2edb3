"""The examples in docstrings do what they say."""

import doctest
import importlib
from pathlib import Path
from typing import Final

import pytest

import barpoint

SOURCE: Final = Path(barpoint.__file__).parent
WITH_EXAMPLES: Final = [path for path in sorted(SOURCE.rglob("*.py")) if ">>> " in path.read_text("utf-8")]


def test_there_are_examples() -> None:
    assert WITH_EXAMPLES


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_the_examples_of_a_module_work(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where examples write their files
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    outcome = doctest.testmod(importlib.import_module(".".join(parts).removesuffix(".__init__")))
    assert outcome.attempted
    assert not outcome.failed
