"""Finished games as data: what they come to, and that working them out again changes nothing by itself."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from barpoint.board import Side, pos
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.evolve.dispatch import fold_match
from barpoint.match.format.match_format import (
    Length,
    LengthKind,
    MatchFormat,
    to_points,
)
from barpoint.match.score import CubeTurn, EndedBy, GameRecord, game_totals, rederive_records, right_cube
from barpoint.match.snapshot import decode_game, decode_state, encode_game, encode_state
from tests.match.match_table import (
    BLACK,
    RECORDED,
    WHITE,
    Table,
    like,
    match_format,
)

games = st.lists(
    st.tuples(st.sampled_from(Side), st.sampled_from((1, 1, 2, 3)), st.sampled_from((0, 0, 1, 2))), max_size=9
)


def played(book: str, results: list[tuple[Side, int, int]], length: int = 15) -> Table:
    """A match of these games, each (winner, level, doubles taken), up to its end."""
    table = Table.under(book, length=length)
    for winner, level, doubles in results:
        if table.state.ended is not None:
            break
        legal = 0 if table.state.crawford_done or max(table.score) >= length - 4 else doubles
        table.won_by(winner, level, doubles=legal)
    return table


@given(games)
@settings(max_examples=30)
@pytest.mark.parametrize("book", ["usbgf", "ibf"])
def test_a_match_scored_right_is_worked_out_to_itself(book: str, results: list[tuple[Side, int, int]]) -> None:
    table = played(book, results)
    rules = table.state.format
    assert rederive_records(table.state.records, table.state.in_force, rules.cube) == table.state.records
    found = game_totals(table.state.records, table.state.in_force)
    assert (found.score, found.crawford_done) == (table.score, table.state.crawford_done)


WHITES = [(WHITE, 1, 0), (WHITE, 1, 2), *[(WHITE, 3, 0)] * 3, (WHITE, 1, 1)]


@given(games, st.integers(1, 9), st.integers(0, 12))
@example(WHITES, 1, 11)  # for a while the last game is one that White may not double in
@settings(max_examples=30)
def test_a_correction_taken_back_leaves_the_score_as_it_was(
    results: list[tuple[Side, int, int]], number: int, points: int
) -> None:
    table = played("usbgf", results, length=25)
    if number > len(table.state.records):
        return
    before, right = table.score, table.state.records[number - 1].points
    table.do(c.CorrectScore(at=0, by="TD", game=number, points=points))
    if table.state.game is None:
        table.do(c.CorrectScore(at=0, by="TD", game=number, points=right))
        assert table.score == before


@pytest.mark.clause("usbgf:4.4.3a", "usbgf:4.4.8b", "usbgf:4.4.8d", "usbgf:4.4.9a")
@pytest.mark.parametrize(
    ("doubles", "score", "no_cube", "right"),
    [
        ((), (0, 0), False, (1, 0)),
        (((WHITE, 2), (BLACK, 4)), (0, 0), False, (4, 2)),
        (((WHITE, 2), (BLACK, 16)), (0, 0), False, (4, 2)),
        (((WHITE, 2),), (8, 0), True, (1, 0)),
        (((WHITE, 2),), (8, 0), False, (1, 0)),
        (((BLACK, 2), (WHITE, 4), (BLACK, 8)), (7, 0), False, (2, 1)),
    ],
)
def test_the_cube_that_counts(
    doubles: tuple[tuple[Side, int], ...], score: tuple[int, int], no_cube: bool, right: tuple[int, int]
) -> None:
    turned = tuple(CubeTurn(side, value) for side, value in doubles)
    rules = match_format("usbgf").cube
    assert right_cube(turned, 1, score, to_points(9), rules, no_cube=no_cube) == right


def test_a_log_from_before_doubles_were_kept_is_still_worked_out() -> None:
    def old(number: int, winner: Side, points: int, *, cube: int = 1) -> GameRecord:
        return GameRecord(number, winner, points // cube, cube, points, EndedBy.BEAROFF, cube_turned=cube > 1)

    records = (old(1, WHITE, 3), old(2, WHITE, 2), old(3, BLACK, 4, cube=2))
    found = rederive_records(records, to_points(7), match_format("usbgf").cube, {2: 3})
    assert [(record.points, record.crawford) for record in found] == [(3, False), (3, False), (2, True)]


def test_an_old_event_is_read_without_the_fields_that_came_later() -> None:
    record = b'{"number":1,"winner":"white","level":1,"cube":2,"points":2,"ended_by":"pass"}'
    event = e.decode(b'{"type":"GameEnded","at":5,"record":' + record + b"}")
    assert isinstance(event, e.GameEnded)
    assert (event.record.doubles, event.record.before, event.record.settled) == ((), None, False)
    doubled = e.decode(b'{"type":"Doubled","at":5,"side":"black","value":2}')
    assert isinstance(doubled, e.Doubled)
    assert not doubled.redouble


def test_another_start_survives_snapshots_and_restoring() -> None:
    start = {"24": 2, "23": 2, "13": 4, "8": 3, "6": 4}
    table = Table(like(match_format("IBF Backgammon", RECORDED), start=start)).opening(6, 1)
    assert table.game.position.us[23] == 2
    assert decode_state(encode_state(table.state)) == table.state
    assert decode_game(encode_game(table.game), table.state.discipline) == table.game
    version = table.state.version
    table.play(WHITE, (13, 7), (8, 7)).restore(version)
    assert table.game.position.us[23] == 2
    assert table.game.position.discipline == table.state.discipline
    assert fold_match(table.log) == table.state


def test_a_snapshot_of_another_discipline_is_malformed() -> None:
    game = Table.under("IBF Sprintgammon", length=5).opening(6, 1).game
    with pytest.raises(ValueError, match="expected a game of Backgammon"):
        decode_game(encode_game(game), pos("start").discipline)
    with pytest.raises(ValueError, match="not a match state"):
        decode_state(b"[]")


def test_formats_say_what_is_wrong_with_them() -> None:
    for length, wrong in (
        ({"kind": LengthKind.POINTS, "points": 0}, "1 to 999 points"),
        ({"kind": LengthKind.SETS, "points": 3, "best_of": 2}, "an odd number"),
        ({"kind": LengthKind.TIMED}, "needs its time limit"),
    ):
        with pytest.raises(ValueError, match=wrong):
            Length(**length)
    with pytest.raises(ValueError, match="no discipline is called"):
        MatchFormat(length=to_points(5), discipline="chess")
    with pytest.raises(ValueError, match="one person or two"):
        MatchFormat(length=to_points(5), team=3)


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        (c.RollOpening(at=0, white=7, black=1), "from 1 to 6"),
        (c.ForfeitGame(at=0, by="TD", side=WHITE, level=4), "worth 1, 2 or 3"),
        (c.CorrectPosition(at=0, by="TD", position="sprintgammon start"), "this match is Backgammon"),
        (c.CorrectCube(at=0, by="TD", value=4), "belongs to a side"),
    ],
)
def test_a_malformed_command_says_what_was_expected(command: c.AnyCommand, wrong: str) -> None:
    table = Table.under("usbgf").opening(6, 1)
    with pytest.raises(ValueError, match=wrong):
        table.do(command)
