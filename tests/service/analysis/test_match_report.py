"""A match analysed as one value, and its faces."""

from pathlib import Path

import msgspec
import pytest

from barpoint.board import Position, Side, pos
from barpoint.engine import Analysis, analyse
from barpoint.engine.review import CubeFigures
from barpoint.match.events import AnyEvent, decode
from barpoint.notation import Situation, read_xgid
from barpoint.service.analysis import MatchReport, report_csv, report_of, report_page, report_sgf
from barpoint.service.analysis.csv_face import COLUMNS
from barpoint.service.analysis.match_report import ReportedPlay
from barpoint.service.analysis.remarks import (
    Remark,
    RemarkKind,
    breaking_rolls,
    remarks_on_cube,
    remarks_on_play,
    shots_at,
)

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


def play(*hops: tuple[int, int], chances: tuple[float, ...] = (0.5, 0.1, 0.0, 0.1, 0.0)) -> ReportedPlay:
    return ReportedPlay("", hops, 0.0, 0.0, chances, 0)


MONEY = Situation()


def test_remarks_say_what_differs_and_nothing_else() -> None:
    start = Position.start()
    told_apart = remarks_on_play(start, MONEY, play((24, 23), (13, 10)), play((8, 5), (6, 5)))
    assert {remark.kind for remark in told_apart} == {RemarkKind.SHOTS, RemarkKind.BLOTS, RemarkKind.POINTS}
    assert remarks_on_play(start, MONEY, play((8, 5), (6, 5)), play((6, 5), (8, 5))) == ()


@pytest.mark.parametrize(
    ("around", "kinds"),
    [
        (MONEY, {RemarkKind.WINS, RemarkKind.GAMMONS, RemarkKind.GAMMONS_LOST}),
        (Situation(jacoby=True), {RemarkKind.WINS}),
        (Situation(length=5, score=(4, 1)), {RemarkKind.WINS, RemarkKind.GAMMONS_LOST}),
        (Situation(length=5, score=(4, 4)), {RemarkKind.WINS}),
    ],
)
def test_gammons_are_spoken_of_where_they_count(around: Situation, kinds: set[RemarkKind]) -> None:
    race = pos("x 6:5 5:5 | o 6:5 5:5 off:5")
    played, best = play((6, 4), chances=(0.4, 0.1, 0, 0.2, 0)), play((5, 3), chances=(0.5, 0.2, 0, 0.1, 0))
    assert {remark.kind for remark in remarks_on_play(race, around, played, best)} == kinds


def test_remarks_speak_of_the_race_of_bearing_off_and_of_timing() -> None:
    meeting = pos("x 18:1 6:5 5:5 4:4 | o 8:2 6:5 5:5 4:3")
    left, stayed = play((18, 12), (12, 11)), play((6, 1), (6, 4))
    assert Remark(RemarkKind.CONTACT_BROKEN, 1, 1) in remarks_on_play(meeting, MONEY, left, stayed)
    assert Remark(RemarkKind.CONTACT_KEPT, 1, 1) in remarks_on_play(meeting, MONEY, stayed, left)
    home = pos("x 6:2 2:4 | o 6:4")
    assert remarks_on_play(home, MONEY, play((6, 4), (6, 5)), play((2, 0), (6, 5))) == (Remark(RemarkKind.OFF, 0, 1),)
    # With spare checkers before the board it stands; with two behind five points it breaks but for sixes
    prime = "6:2 5:2 4:2 3:2 2:2 1:2"
    assert breaking_rolls(pos(f"x 13:3 {prime} | o bar:2 1:2")) == 0
    assert breaking_rolls(pos(f"x 24:2 off:1 {prime} | o bar:2 6:2 5:2 4:2 3:2 2:2")) == 25


@pytest.mark.parametrize(
    ("win", "best", "kinds"),
    [
        (0.75, "double", [RemarkKind.WINDOW, RemarkKind.RACE]),
        (0.45, "no double", [RemarkKind.WINDOW, RemarkKind.RACE]),
        (0.45, "double", [RemarkKind.RACE]),  # the figures speak against it: nothing is said of them
        (0.75, "take", [RemarkKind.TAKE_POINT, RemarkKind.RACE]),
        (0.85, "pass", [RemarkKind.TAKE_POINT, RemarkKind.RACE]),
        (0.95, "take", [RemarkKind.RACE]),
    ],
)
def test_decisions_about_the_cube_have_words_that_their_figures_support(
    win: float, best: str, kinds: list[RemarkKind]
) -> None:
    figures = CubeFigures(0.5, 0.5, 1.0, "", (win, 0.0, 0.0, 0.0, 0.0))
    remarks = remarks_on_cube(pos("x 6:5 5:5 | o 6:5 5:5"), MONEY, figures, best)
    assert [remark.kind for remark in remarks] == kinds


def test_a_cube_with_many_gammons_says_so_and_a_report_puts_it_into_words(report: MatchReport) -> None:
    figures = CubeFigures(0.5, 0.5, 1.0, "", (0.6, 0.3, 0.0, 0.1, 0.0))
    assert RemarkKind.CUBE_GAMMONS in {r.kind for r in remarks_on_cube(Position.start(), MONEY, figures, "double")}
    said = {remark.kind for decision in report.decisions for remark in decision.remarks}
    assert said & {RemarkKind.WINS, RemarkKind.GAMMONS, RemarkKind.GAMMONS_LOST}
    assert " (best " in report_page(report)


@pytest.mark.parametrize("name", ["ibf-longgammon", "ibf-sprintgammon"])
def test_other_disciplines_have_reports_too(name: str) -> None:
    if not (LOGS / f"{name}.jsonl").exists():
        pytest.skip("no such playthrough")
    events = log(name)[:60]
    report = report_of(events, analyse(events))
    assert report_page(report)
    assert {decision.side for decision in report.decisions} == set(Side)
