"""The engine answers with the score and the cube of the position it is asked about."""

import pytest

import barpoint as bp
from barpoint.engine import CubeState, Stakes, backgammon_engine, knowledge_of, longgammon_engine

RACE = "x 6:4 5:4 4:3 3:2 | o 6:4 5:4 4:3 3:3"


def test_a_bare_position_is_judged_for_money_without_the_cube() -> None:
    best = bp.best_play("start", "31", plies=0)
    assert best.cubeful is None
    assert str(best.play) == "8/5 6/5"
    assert str(best) == f"8/5 6/5 {best.equity:+.4f}"


def test_score_and_cube_of_a_position_decide() -> None:
    p = bp.position(RACE)
    money = bp.cube(p, plies=1)
    at_score = bp.cube(p.with_score(4, 0, 5), plies=1)
    theirs = bp.cube(p.with_cube(2, "them"), plies=1)
    assert money.text != theirs.text
    assert theirs.text == "No cube to turn"
    assert at_score.text == "Never double, dead cube"
    assert bp.best_play(p.with_score(0, 0, 5), "31", plies=0).cubeful is not None


def test_the_dice_of_a_position_are_taken_if_no_roll_is_named() -> None:
    p = bp.position("start").with_dice("31")
    assert bp.best_play(p, plies=0).play == bp.best_play(p, "31", plies=0).play
    with pytest.raises(ValueError, match="no dice"):
        bp.best_play("start", plies=0)


def test_it_is_the_engine_s_own_answer() -> None:
    p = bp.position(RACE)
    chances, decision = knowledge_of(p.discipline).cube_decision(p, Stakes(CubeState()), 1)
    assert bp.cube(p, plies=1) == decision
    assert bp.evaluate(p, plies=1) == chances


def test_a_rollout_tells_how_far_it_is_and_repeats() -> None:
    heard: list[tuple[float, float]] = []
    report = bp.rollout(
        "start", "31", games=36, truncate=3, candidates=2, progress=lambda done, all_: heard.append((done, all_))
    )
    assert max(done for done, _ in heard) == max(total for _, total in heard) == 72
    assert report.ranking[0].contender.name == "8/5 6/5"
    again = bp.rollout("start", "31", games=36, truncate=3, candidates=2, threads=1, progress=False)
    assert again.standings == report.standings
    assert len(repr(report).splitlines()) == 2


def test_a_rollout_without_a_roll_plays_the_position_out() -> None:
    (standing,) = bp.rollout("x 1:2 | o 1:2", games=36).standings
    assert standing.chances.win == 1.0


def test_progress_is_shown_where_it_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    bp.rollout("x 1:2 | o 1:2", games=36)
    assert capsys.readouterr().err == ""  # no terminal
    bp.rollout("x 1:2 | o 1:2", games=36, progress=True)
    assert "rolling out" in capsys.readouterr().err


def test_other_disciplines_are_rolled_out_too() -> None:
    report = bp.rollout("sprintgammon: start", "31", games=36, truncate=2, candidates=2)
    assert [standing.games for standing in report.standings] == [36, 36]


def test_the_engines_themselves_take_a_roll_as_text_too() -> None:
    assert str(backgammon_engine().best_play(bp.Position.start(), "31").play) == "8/5 6/5"
    assert longgammon_engine().best_play(bp.Position.start(bp.LONGGAMMON), (3, 1)) is not None


@pytest.mark.parametrize("plies", [-1, 5, 9])
def test_a_depth_that_there_is_not_is_malformed(plies: int) -> None:
    m = bp.Match(points=1)
    m.roll("31")
    m.play("8/5 6/5")
    for ask in (
        lambda: bp.best_play("start", "31", plies),
        lambda: bp.best_play("longgammon start", "31", plies),
        lambda: bp.cube("start", plies),
        lambda: bp.evaluate("start", plies),
        lambda: m.analyse(plies),
    ):
        with pytest.raises(ValueError, match=f"expected 0 to 4 plies, not {plies}"):
            ask()


def test_a_cube_decision_prints_as_a_line() -> None:
    decision = bp.cube("x 6:3 5:3 | o 6:4 5:4", plies=0)
    assert str(decision) == "Double, pass +1.0000"
