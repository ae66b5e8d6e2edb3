"""A match as a program has it: played by its rules, saved, read, judged."""

from pathlib import Path

import pytest

import barpoint as bp
from barpoint.match import commands as c
from barpoint.match import new_match, to_points


def test_a_new_match_takes_a_format_or_a_length_and_nothing_else() -> None:
    assert new_match(to_points(5)).in_force == to_points(5)
    with pytest.raises(ValueError, match="MatchFormat or to a Length such as to_points"):
        new_match(5)  # type: ignore[arg-type]  # that is the point


def test_a_match_is_played_to_its_end() -> None:
    m = bp.Match(points=2, white="Ada", black="Bob")
    assert (m.players, m.turn, m.open.opening) == (("Ada", "Bob"), None, True)
    assert m.roll("13") == bp.Roll(3, 1)  # Black's die is the larger
    assert m.turn == "Bob"
    m.play("8/5 6/5")
    assert m.open.double == 2
    m.double()
    assert m.turn == "Bob"
    m.drop()
    assert (m.score, m.is_over, m.winner) == ((1, 0), False, None)
    m.roll("61")
    m.play("13/7 8/7")
    m.resign(level=2, side="Bob")
    m.accept()
    assert (m.score, m.is_over, m.winner) == ((3, 0), True, "Ada")
    assert str(m) == "Ada 3, Bob 0, to 2, won by Ada"


def test_what_is_refused_says_why_with_the_book_s_clauses() -> None:
    m = bp.Match(points=5, preset="USBGF Open")
    with pytest.raises(bp.RefusedError):
        m.play("8/5 6/5")  # before the opening
    m.roll("31")
    with pytest.raises(bp.RefusedError) as refused:
        m.play("8/5")
    assert refused.value.code == "must_use_both"
    assert any(row.startswith("usbgf:") for row in refused.value.clauses)
    m.play("8/5 6/5")
    with pytest.raises(bp.RefusedError):
        m.play("8/5 6/5")  # before the roll
    with pytest.raises(bp.RefusedError):
        m.take()
    with pytest.raises(ValueError, match="expected two dice"):
        m.roll("99x")


def test_dice_are_thrown_until_the_opening_is_decided() -> None:
    m = bp.Match(points=1)
    roll = m.roll()
    assert not roll.is_doublet
    while not m.is_over:
        m.play(m.position.plays()[0] if m.position.plays() else "no move")
        if not m.is_over:
            m.roll()
    assert m.winner in m.players


def test_a_tied_opening_is_rolled_again() -> None:
    m = bp.Match(points=1)
    m.roll("33")
    assert m.open.opening
    m.roll((2, 5))
    assert m.side is bp.Side.BLACK


@pytest.mark.parametrize("ending", ["mat", "sgf", "jsonl"])
def test_a_match_is_saved_and_read(ending: str, tmp_path: Path) -> None:
    m = bp.Match(points=3, white="Ada", black="Bob")
    m.roll("31")
    m.play("8/5 6/5")
    m.roll("62")
    m.play("24/18 13/11")
    m.save(tmp_path / f"m.{ending}")
    again = bp.read_match(tmp_path / f"m.{ending}")
    assert (again.players, again.position.us, again.problems) == (m.players, m.position.us, ())
    again.roll("31")
    assert again.dice == bp.Roll(3, 1)
    if ending == "jsonl":
        assert again.events[:-1] == m.events


def test_a_file_with_an_illegal_play_is_kept_and_named(tmp_path: Path) -> None:
    sheet = " 3 point match\n\n Game 1\n Ada : 0                      Bob : 0\n"
    text = f"{sheet}  1) 31: 8/5 6/4                 62: 24/18 13/11\n"
    (tmp_path / "bad.mat").write_text(text, "utf-8")
    m = bp.read_match(tmp_path / "bad.mat")
    assert m.problems
    assert "Ada" in m.problems[0]


def test_a_match_is_judged() -> None:
    m = bp.Match(points=1, white="Ada", black="Bob")
    m.roll("31")
    m.play("24/23 24/21")
    m.resign(side="Bob")
    m.accept()
    heard: list[float] = []
    review = m.analyse(plies=0, threads=1, progress=lambda done, _: heard.append(done))
    assert review.players[0].name == "Ada"
    assert review.players[0].pr > 20
    assert heard


def test_a_preset_brings_its_format_and_a_discipline_its_start() -> None:
    m = bp.Match(preset="IBF Longgammon")
    assert (m.state.format.book, m.position.discipline.name) == ("ibf", "longgammon")
    assert bp.Match(points=0).state.in_force.kind == "money"
    assert bp.Match(points=3, discipline="nackgammon").position.us[23] == 2


@pytest.mark.parametrize("points", [-1, 1000, "5", None, 2.5])
def test_what_is_no_length_says_what_was_expected(points: object) -> None:
    with pytest.raises(ValueError, match="points"):
        bp.Match(points=points)  # type: ignore[arg-type]  # that is the point


def test_any_command_can_be_done_and_its_events_come_back() -> None:
    m = bp.Match(points=1)
    events = m.do(c.RollOpening(at=m.state.at + 5, white=6, black=1))
    assert m.events[-len(events) :] == events


def test_it_shows_the_board_and_names_the_sides() -> None:
    m = bp.Match(points=3, white="Ada", black="Bob")
    assert repr(m) == "<Ada 0, Bob 0, to 3>"
    m.roll("31")
    assert "X is Ada" in repr(m)
    assert "X to play 3-1" in repr(m)
    assert m._repr_svg_().startswith("<svg")
    assert m.side_of("Ada") is m.side_of("white") is bp.Side.WHITE
    with pytest.raises(ValueError, match="Ada or Bob"):
        m.open_to("Cid")


def test_two_of_one_name_are_told_apart_by_side() -> None:
    m = bp.Match(points=5, white="Ada", black="Ada")
    assert m.side_of("black") is bp.Side.BLACK
    with pytest.raises(ValueError, match="both players are called Ada: expected white or black"):
        m.resign(side="Ada")


def test_a_file_without_an_ending_says_which_there_are(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^'m' has no ending; expected \.jsonl"):
        bp.Match(points=5).save(tmp_path / "m")


def test_what_is_no_command_is_said_to_be_none() -> None:
    with pytest.raises(TypeError, match="expected a command of"):
        bp.Match(points=5).do("x")  # type: ignore[arg-type]
