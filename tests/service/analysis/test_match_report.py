"""A match analysed as one value, and its faces."""

from pathlib import Path

import msgspec
import pytest

from barpoint.board import Position, Side, pos
from barpoint.engine import Analysis, analyse
from barpoint.match.events import AnyEvent, decode
from barpoint.notation import read_xgid
from barpoint.service.analysis import MatchReport, report_csv, report_of, report_page, report_sgf
from barpoint.service.analysis.csv_face import COLUMNS
from barpoint.service.analysis.remarks import RemarkKind, remarks_on, shots_at

LOGS = Path(__file__).parents[2] / "playthroughs" / "0.1.0"


def log(name: str) -> list[AnyEvent]:
    return [decode(line) for line in (LOGS / f"{name}.jsonl").read_bytes().splitlines()]


@pytest.fixture(scope="module")
def events() -> list[AnyEvent]:
    return log("ibf-backgammon")[:260]


@pytest.fixture(scope="module")
def analysis(events: list[AnyEvent]) -> Analysis:
    return analyse(events, threads=2)


@pytest.fixture(scope="module")
def report(events: list[AnyEvent], analysis: Analysis) -> MatchReport:
    return report_of(events, analysis, source="some.mat")


def test_every_decision_is_there_as_people_say_it(report: MatchReport, analysis: Analysis) -> None:
    assert len(report.decisions) == len(analysis.decisions)
    for decision in report.decisions:
        position, around = read_xgid(decision.xgid)
        assert str(position) == decision.position
        assert (around.cube, around.score) == (decision.cube, decision.score)
        dice = None if around.roll is None else (around.roll.high, around.roll.low)
        assert dice == decision.roll
        assert (around.offer is not None) == (decision.kind == "take")
    plays = [decision for decision in report.decisions if decision.kind == "play"]
    assert all(sum(play.played for play in decision.plays) == 1 for decision in plays)
    assert all(decision.plays[0].cost == 0 for decision in plays)
    assert all(decision.luck is not None for decision in plays)


def test_moves_are_numbered_in_each_game_and_a_cube_belongs_to_the_turn_before_which_it_stands(
    report: MatchReport,
) -> None:
    for game in {decision.game for decision in report.decisions}:
        own = [decision for decision in report.decisions if decision.game == game]
        moves = [decision.move for decision in own]
        assert moves == sorted(moves)
        assert own[0].move == 1
        plays = [decision.move for decision in own if decision.kind == "play"]
        assert len(plays) == len(set(plays))


def test_shares_add_up_to_the_players_sums(report: MatchReport) -> None:
    for player in report.players:
        for shares in (report.kinds, report.phases):
            own = [share for share in shares if share.side is player.side]
            assert sum(share.error for share in own) == pytest.approx(player.error)
            assert sum(share.counted for share in own) == player.counted


def test_a_report_is_read_back_from_json(report: MatchReport) -> None:
    assert msgspec.json.decode(msgspec.json.encode(report), type=MatchReport) == report


def test_the_page_is_whole_and_asks_for_nothing(report: MatchReport) -> None:
    page = report_page(report)
    shown = [decision for decision in report.decisions if decision.counted or decision.kind == "play"]
    assert page.count("<svg") == len(shown) + 2  # the shapes they share, and the graph
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert "https://" not in page
    assert "<script" not in page
    for mistake in report.mistakes:
        assert f'id="d{mistake.version}{mistake.kind}"' in page


def test_the_table_has_a_row_for_every_decision(report: MatchReport) -> None:
    lines = report_csv(report).splitlines()
    assert lines[0].split(",") == list(COLUMNS)
    assert len(lines) == len(report.decisions) + 1


def test_sgf_has_the_candidates_beside_the_moves(events: list[AnyEvent], report: MatchReport) -> None:
    text = report_sgf(events, report).decode()
    plays = sum(decision.kind == "play" for decision in report.decisions)
    assert text.count("A[") - text.count("DA[") - text.count("CA[") == plays
    assert text.count("DA[") == sum(decision.kind != "play" for decision in report.decisions)


def test_nobody_is_hit_where_nothing_stands_alone_or_nobody_meets() -> None:
    assert shots_at(Position.start()) == 0
    assert shots_at(pos("x 3:1 1:2 | o 3:1 1:2")) == 0


def test_a_blot_six_away_is_hit_by_seventeen_rolls() -> None:
    """Eleven sixes, 51 and 15, 42 and 24, 33, 22."""
    assert shots_at(pos("x 12:1 1:2 | o 19:1 1:2")) == 17


def test_remarks_say_what_differs_and_nothing_else() -> None:
    start = Position.start()
    told_apart = remarks_on(start, [(24, 23), (13, 10)], [(8, 5), (6, 5)])
    assert {remark.kind for remark in told_apart} == {RemarkKind.SHOTS, RemarkKind.BLOTS, RemarkKind.POINTS}
    assert remarks_on(start, [(8, 5), (6, 5)], [(6, 5), (8, 5)]) == ()


@pytest.mark.parametrize("name", ["ibf-longgammon", "ibf-sprintgammon"])
def test_other_disciplines_have_reports_too(name: str) -> None:
    if not (LOGS / f"{name}.jsonl").exists():
        pytest.skip("no such playthrough")
    events = log(name)[:60]
    report = report_of(events, analyse(events))
    assert report_page(report)
    assert {decision.side for decision in report.decisions} == set(Side)
