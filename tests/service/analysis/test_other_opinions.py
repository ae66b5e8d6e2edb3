"""Analysis that came inside a file stands beside ours: of .xg, .sgf and .bgf, in our words, with its own errors."""

from pathlib import Path

import numpy as np
import pytest

from barpoint.engine import analyse
from barpoint.engine.review import DecisionKind
from barpoint.notation.files.match_files import read_path
from barpoint.notation.files.sgf import read_sgf
from barpoint.notation.record.replayer import replay
from barpoint.service.analysis.match_report import MatchReport, report_of
from barpoint.service.analysis.other_opinions import with_other_opinions
from barpoint.service.analysis.page_face import report_page

SAMPLES = Path(__file__).parents[4] / "shared" / "data" / "samples"
beside = pytest.mark.skipif(not SAMPLES.is_dir(), reason="the sample files are not beside the repository")

GNUBG = b"""(;FF[4]GM[6]AP[GNU Backgammon:1.08.003]MI[length:7][game:0][ws:0][bs:0]PW[Ada]PB[Bob]RU[Crawford]
;W[51xwmh]A[1][mhfe E ver 3 0.5 0.14 0.01 0.13 0.01 0.020000 2C 0 1 0.000000 1][mhxw E ver 3 0.49 0.13 0.01 0.14 0.01\
 -0.030000 2C 0 1 0.000000 1]
;B[61lrqr]DA[E ver 3 2C 1 0.000000 1 0.499713 0.130120 0.004473 0.135144 0.005422 -0.006797 0.499522 0.499713 0.130120\
 0.004473 0.135144 0.005422 -0.006797 0.477776]A[0][lrqr E ver 3 0.51 0.14 0.01 0.13 0.01 0.022671 2C 0 1 0.0 1])"""


def judged(data: bytes | Path) -> MatchReport:
    record = read_sgf(data) if isinstance(data, bytes) else read_path(data).record
    events = replay(record, lenient=True).events
    return with_other_opinions(report_of(events, analyse(events)), record)


def test_gnubg_says_what_a_play_costs_and_what_the_cube_is_worth() -> None:
    opening, cube, answer = judged(GNUBG).decisions
    assert opening.other is not None
    assert opening.other.program == "GNU Backgammon"
    assert opening.other.best == "13/8 6/5"
    assert opening.other.error == pytest.approx(0.05)
    assert [play.played for play in opening.other.plays] == [False, True]
    assert cube.kind is DecisionKind.DOUBLE
    assert cube.other is not None
    assert cube.other.error == 0
    assert cube.other.no_double == pytest.approx(-0.004, abs=0.01)  # by the chance to win a match to 7
    assert answer.other is not None
    assert answer.other.error == 0


def test_the_page_says_it() -> None:
    page = report_page(judged(GNUBG))
    assert "GNU Backgammon: best 13/8 6/5, what was done costs 0.050" in page


def test_a_file_without_analysis_leaves_the_report_as_it_is() -> None:
    plain = read_sgf(GNUBG.split(b"A[1]")[0] + b")")
    events = replay(plain, lenient=True).events
    report = report_of(events, analyse(events))
    assert with_other_opinions(report, plain) is report


@beside
@pytest.mark.parametrize(
    ("file", "program"),
    [
        ("xg/marseille_7pt.xg", "eXtreme Gammon"),
        ("sgf/gnubg_analysed_7pt_paris2023.sgf.gz", "GNU Backgammon"),
        ("bgf/tachiai_v_player.bgf", "BGBlitz"),
    ],
)
def test_the_errors_of_other_programs_agree_with_ours(file: str, program: str) -> None:
    decisions = judged(SAMPLES / file).decisions
    pairs = np.array([(d.error, d.other.error) for d in decisions if d.other and d.other.error is not None])
    assert {d.other.program for d in decisions if d.other} == {program}
    assert len(pairs) > 0.9 * len(decisions)
    assert np.corrcoef(pairs.T)[0, 1] > 0.9  # we have not looked ahead
