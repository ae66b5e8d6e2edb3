"""Positions that other programs wrote with several ids at once: every id says the same."""

import re
from pathlib import Path

import pytest

from barpoint.notation.ids.match_ids import gnubg_id, read_gnubg_id
from barpoint.notation.ids.xgids import read_xgid, xgid

SAMPLES = Path(__file__).parents[4] / "shared" / "data" / "samples" / "position_txt"

pytestmark = pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample files are not beside the repository")


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("bgblitz_*.txt")), ids=lambda path: path.stem)
def test_bgblitz_gives_a_position_both_ids(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ids = re.search(r"Position-ID: (\S+)\s+Match-ID: (\S+)", text)
    named = re.search(r"XGID=\S+", text)
    assert ids is not None
    assert named is not None
    position, situation = read_xgid(named[0])
    assert read_gnubg_id(f"{ids[1]}:{ids[2]}") == (position, situation)
    assert xgid(position, situation) == named[0]
    assert gnubg_id(position, situation).startswith(f"{ids[1]}:")
    pips = re.findall(r"[XO]: \w+ +(\d+)", text)
    assert pips == [str(position.flip().pips), str(position.pips)]


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("xg_*.txt")), ids=lambda path: path.stem)
def test_an_xg_position_has_the_pip_count_and_score_that_are_printed_below_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8-sig")
    position, situation = read_xgid(text.split()[0])
    assert f"Pip count  X: {position.pips}  O: {position.flip().pips} " in text
    assert f"Score is X:{situation.score[0]} O:{situation.score[1]} {situation.length} pt" in text
