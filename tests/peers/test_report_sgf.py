"""gnubg reads the analysis in our SGF files, and adds the errors and the luck up to our own sums."""

from pathlib import Path

import pytest

from barpoint.engine import analyse
from barpoint.match.events import decode
from barpoint.service.analysis import report_of, report_sgf
from tests.peers import gnubg

LOG = Path(__file__).parents[1] / "playthroughs" / "0.1.0" / "ibf-backgammon.jsonl"
SCRIPT = """
gnubg.command("load match report.sgf")
stats = gnubg.match(analysis=0, boards=0, statistics=1)["stats"]
answer = [stats[player] for player in ("X", "O")]
"""


def test_gnubg_finds_our_analysis_in_the_file(tmp_path: Path) -> None:
    gnubg.program()
    events = [decode(line) for line in LOG.read_bytes().splitlines()]
    report = report_of(events, analyse(events, threads=2))
    (tmp_path / "report.sgf").write_bytes(report_sgf(events, report))
    for player, sums in zip(report.players, gnubg.run(SCRIPT, None, tmp_path), strict=True):
        cube = sums["cube"]
        costs = [cube[name] for name in cube if name.startswith("err-") and name.endswith("-skill")]
        assert sums["moves"]["error-skill"] == pytest.approx(player.play_error, abs=2e-3)
        assert sum(costs) == pytest.approx(player.cube_error, abs=2e-3)
        assert sums["dice"]["luck"] == pytest.approx(player.luck, abs=2e-3)
