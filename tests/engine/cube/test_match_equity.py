"""Match equity: the table, its continuation, and the points a score is worth."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.engine.cube.match_equity import (
    Away,
    MatchEquityTable,
    equity_of,
    gammon_value,
    market_window,
    mwc_of,
)

TABLE = MatchEquityTable.kazaross()
aways = st.integers(1, 64)


@pytest.mark.parametrize(
    ("ours", "theirs", "chance"),
    [(1, 1, 0.5), (1, 2, 0.67736), (2, 2, 0.5), (2, 3, 0.59947), (3, 2, 0.40053), (5, 7, 0.62638), (25, 1, 0.00095)],
)
def test_the_table_reads_as_printed(ours: int, theirs: int, chance: float) -> None:
    assert TABLE.mwc(ours, theirs) == chance


def test_the_table_keeps_its_notice() -> None:
    path = Path(__file__).parents[3] / "src/barpoint/engine/data/kazaross-xg2.json"
    notice = " ".join(json.loads(path.read_text("utf-8"))["notice"])
    assert "Copyright (C) 2011 Neil Kazaross" in notice
    assert "this notice are preserved" in notice


@pytest.mark.clause("ibf:2.2b")
def test_after_the_crawford_game_the_trailer_has_the_cube_again() -> None:
    assert TABLE.mwc(2, 1, crawford_over=True) == 0.48803
    assert TABLE.mwc(1, 2, crawford_over=True) == pytest.approx(1 - 0.48803)
    assert TABLE.now(Away(3, 1, crawford=True)) == pytest.approx(0.24924)
    assert TABLE.after(Away(3, 1, crawford=True), 1) == 0.48803
    assert TABLE.after(Away(3, 1, crawford=True), -1) == 0
    assert TABLE.after(Away(3, 2), -1) == TABLE.mwc(3, 1)  # the Crawford game is next
    assert TABLE.after(Away(3, 2), 4) == 1


@given(aways, aways, st.booleans())
def test_both_sides_chances_add_up_to_one(ours: int, theirs: int, over: bool) -> None:
    both = TABLE.mwc(ours, theirs, crawford_over=over) + TABLE.mwc(theirs, ours, crawford_over=over)
    assert both == pytest.approx(1, abs=2e-5)  # the printed table is rounded


@given(st.integers(2, 63), st.integers(2, 63))
def test_a_point_nearer_is_never_worse_beyond_the_table_too(ours: int, theirs: int) -> None:
    assert TABLE.mwc(ours, theirs) <= TABLE.mwc(ours, theirs + 1)
    assert TABLE.mwc(ours, theirs) >= TABLE.mwc(ours + 1, theirs)


def test_the_continuation_foretells_the_table_from_its_first_fifteen_points() -> None:
    short = MatchEquityTable("cut", tuple(row[:15] for row in TABLE.pre[:15]), TABLE.post[:15])
    cells = [(a, b) for a in range(1, 26) for b in range(1, 26) if max(a, b) > 15]
    apart = [abs(short.mwc(a, b) - TABLE.mwc(a, b)) for a, b in cells]
    assert max(apart) < 0.006
    assert sum(apart) / len(apart) < 0.0025


def test_normalised_equity_is_worked_by_hand() -> None:
    """7 points, leading 4-3: a win of a 2-cube gives 1-away 4-away, a loss 3-away 2-away."""
    score = Away(3, 4)
    win, lose = 0.81436, 0.40053
    assert equity_of(0.6, score, 2) == pytest.approx(2 * (0.6 - lose) / (win - lose) - 1)
    assert equity_of(win, score, 2) == 1
    assert equity_of(lose, score, 2) == -1


@given(st.floats(0.01, 0.99), aways, aways, st.sampled_from([1, 2, 4]))
def test_equity_and_mwc_are_inverse(chance: float, ours: int, theirs: int, cube: int) -> None:
    score = Away(ours, theirs)
    assert mwc_of(equity_of(chance, score, cube), score, cube) == pytest.approx(chance)


@pytest.mark.parametrize(
    ("score", "cube", "value"),
    [
        (Away(2, 2), 1, (1 - 0.67736) / (0.67736 - 0.32264)),
        (Away(1, 5, crawford=True), 1, 0.0),  # the leader's gammons are worth nothing
        (Away(3, 3), 2, 0.0 + (1 - 0.75076) / (0.75076 - 0.24924)),
        (Away(2, 1), 1, (1 - 0.5) / (0.5 - 0.0)),  # after Crawford a gammon wins the match at once
    ],
)
def test_gammon_values_at_scores(score: Away, cube: int, value: float) -> None:
    assert gammon_value(score, cube) == pytest.approx(value)


def test_gammon_values_of_a_long_match_approach_money() -> None:
    assert gammon_value(Away(40, 40), 1) == pytest.approx(0.5, abs=0.02)


def test_money_windows_are_those_every_book_gives() -> None:
    window = market_window(None)
    assert window.opens == 0.5
    assert window.take_point_dead == pytest.approx(0.25)
    assert window.take_point_live == pytest.approx(0.2)
    gammonish = market_window(None, gammons=(0.25, 0.0))
    assert gammonish.take_point_dead == pytest.approx(0.75 / 2.25)


@pytest.mark.parametrize(
    ("score", "cube", "opens", "dead", "live"),
    [
        # 2-away 2-away: a pass leaves 32.3 %; all is played for the match at once.
        (Away(2, 2), 1, 0.5, 0.32264, 0.32264),
        # 2-away 4-away: the leader's double is redoubled at once, so the trailer takes with 1-away 4-away's 18.6 %.
        (Away(2, 4), 1, 0.59947 / (0.59947 + 1 - 0.81436), 0.18564, 0.18564),
        # 4-away 2-away: the taker is at match point with the cube, which is dead for him.
        (Away(4, 2), 1, None, (0.59947 - 0.5) / 0.5, None),
        # After Crawford the trailer doubles at once; the leader passes only his free drop.
        (Away(2, 1), 1, 0.0, 0.5, 0.5),
        (Away(3, 3), 2, None, 0.24924, 0.24924),
    ],
)
def test_windows_at_scores(score: Away, cube: int, opens: float | None, dead: float, live: float | None) -> None:
    window = market_window(score, cube)
    if opens is not None:
        assert window.opens == pytest.approx(opens, abs=1e-6)
    assert window.take_point_dead == pytest.approx(dead, abs=1e-6)
    if live is not None:
        assert window.take_point_live == pytest.approx(live, abs=1e-6)


def test_a_long_match_has_moneys_window() -> None:
    window = market_window(Away(45, 45))
    assert window.opens == pytest.approx(0.5)
    assert window.take_point_dead == pytest.approx(0.25, abs=0.005)
    assert window.take_point_live == pytest.approx(0.2, abs=0.005)


@given(st.integers(2, 30), st.integers(2, 30), st.sampled_from([1, 2, 4]))
def test_a_window_opens_before_it_closes_and_owning_the_cube_helps_a_taker(ours: int, theirs: int, cube: int) -> None:
    if ours <= cube:
        return
    window = market_window(Away(ours, theirs), cube)
    assert 0 <= window.opens <= window.closes_dead + 1e-9 <= 1 + 2e-9
    assert window.closes_live >= window.closes_dead - 1e-9


def test_tables_come_from_files(tmp_path: Path) -> None:
    rows = [[0.5, 0.7, 0.75], [0.3, 0.5, 0.6], [0.25, 0.4, 0.5]]
    as_json = tmp_path / "mine.json"
    as_json.write_text(json.dumps({"name": "mine", "pre": rows, "post": [0.5, 0.48, 0.3]}))
    text = "".join("<row>" + "".join(f"<me>{x}</me>" for x in row) + "</row>" for row in rows)
    as_xml = tmp_path / "mine.xml"
    as_xml.write_text(
        '<?xml version="1.0"?><met><info><name>mine</name></info><pre-crawford-table type="explicit">'
        f'{text}</pre-crawford-table><post-crawford-table player="both" type="explicit"><row><me>0.5</me><me>0.48</me>'
        "<me>0.3</me></row></post-crawford-table></met>"
    )
    assert MatchEquityTable.from_file(as_json) == MatchEquityTable.from_file(as_xml)
    assert market_window(Away(2, 2), table=MatchEquityTable.from_file(as_xml)).take_point_dead == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", "expected a JSON object"),
        ("no table", "expected a JSON object"),
        ('{"pre": [[0.5, 2], [0, 0.5]], "post": [0.5, 0.4]}', "between 0 and 1"),
        ('{"pre": [[0.5]], "post": [0.5]}', "as many columns as rows"),
        ('<met><pre-crawford-table type="zadeh"/></met>', "explicit"),
    ],
)
def test_a_malformed_table_says_what_was_expected(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "table"
    path.write_text(text)
    with pytest.raises(ValueError, match=expected):
        MatchEquityTable.from_file(path)


@pytest.mark.parametrize(("ours", "theirs", "crawford"), [(0, 3, False), (3, 65, False), (3, 3, True), (1, 1, True)])
def test_an_impossible_score_is_malformed(ours: int, theirs: int, crawford: bool) -> None:
    with pytest.raises(ValueError, match=r"points|1-away"):
        Away(ours, theirs, crawford)
