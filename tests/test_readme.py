"""The README tells the truth: its lines run, its commands exist, its picture is the program's own."""

import doctest
import re
import sys
from pathlib import Path

import pytest

from barpoint.cli import COMMANDS, run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_lines_of_library_use_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # where the lines write their files
    blocks = re.findall(r"```pycon\n(.*?)```", README, re.DOTALL)
    assert blocks
    runner = doctest.DocTestRunner()
    for block in blocks:
        runner.run(doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0))
    assert runner.summarize(verbose=False).failed == 0


def test_every_command_that_is_named_exists() -> None:
    named = set(re.findall(r"^ {4}barpoint ([\w-]+)", README, re.MULTILINE))
    assert named
    assert named <= COMMANDS.keys()


def test_every_page_it_links_to_exists() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", README)
    assert links
    for link in ("".join(pair) for pair in links):
        assert (ROOT / link).exists(), link


def test_the_picture_is_drawn_by_the_program_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    position = re.search(r"XGID=[^\"]+", README)
    assert position is not None
    drawn = tmp_path / "board.svg"
    monkeypatch.setattr(sys, "argv", ["barpoint", "board", position[0], "--svg", str(drawn)])
    with pytest.raises(SystemExit) as ended:
        run()
    assert not ended.value.code
    assert drawn.read_text(encoding="utf-8") == (ROOT / "docs" / "board.svg").read_text(encoding="utf-8")
