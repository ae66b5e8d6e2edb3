"""Tables and tie-breaks, explained."""

import pytest

from barpoint.tournament.standings import DRAW, WIN, Game, TieBreak, check_tie_breaks, compute_standings

# Ada beats Bo, Cy and loses to Di; Bo beats Cy, Di; Cy beats Di; everybody has met everybody.
ALL_MET = [
    Game(1, "Ada", "Bo", WIN, (7, 5)),
    Game(1, "Cy", "Di", WIN, (7, 0)),
    Game(2, "Ada", "Cy", WIN, (7, 6)),
    Game(2, "Bo", "Di", WIN, (7, 3)),
    Game(3, "Di", "Ada", WIN, (7, 1)),
    Game(3, "Bo", "Cy", WIN, (7, 4)),
]


def order(tie_breaks: tuple[TieBreak, ...], games: list[Game] = ALL_MET) -> list[tuple[str, int]]:
    names = {name for game in games for name in (game.home, game.away) if name}
    return [(row.entrant, row.place) for row in compute_standings(names, games, tie_breaks)]


def test_without_a_tie_break_those_who_are_level_share_their_places() -> None:
    assert order(()) == [("Ada", 1), ("Bo", 1), ("Cy", 3), ("Di", 3)]
    assert [row.last for row in compute_standings(("Ada", "Bo", "Cy", "Di"), ALL_MET, (TieBreak.SPLIT,))] == [
        2,
        2,
        4,
        4,
    ]


def test_head_to_head_counts_among_those_who_are_level() -> None:
    assert order((TieBreak.HEAD_TO_HEAD,)) == [("Ada", 1), ("Bo", 2), ("Cy", 3), ("Di", 4)]


def test_head_to_head_needs_all_of_them_to_have_met() -> None:
    games = [Game(1, "Ada", "Bo"), Game(1, "Cy", "Di"), Game(2, "Ada", "Di"), Game(2, "Cy", "Bo")]
    rows = compute_standings(("Ada", "Bo", "Cy", "Di"), games, (TieBreak.HEAD_TO_HEAD,))
    assert [(row.entrant, row.place) for row in rows] == [("Ada", 1), ("Cy", 1), ("Bo", 3), ("Di", 3)]
    assert "does not apply" in rows[0].explained[1]


@pytest.mark.parametrize(
    ("tie_break", "ada", "bo"),
    [
        (TieBreak.BUCHHOLZ, 2 * (2 + 1 + 1), 2 * (2 + 1 + 1)),
        (TieBreak.MEDIAN_BUCHHOLZ, 2 * 1, 2 * 1),
        (TieBreak.PROGRESSIVE, 2 * (1 + 2 + 2), 2 * (0 + 1 + 2)),
        (TieBreak.SONNEBORN_BERGER, 4 * (2 + 1), 4 * (1 + 1)),
        (TieBreak.POINT_DIFFERENCE, 2 + 1 - 6, -2 + 4 + 3),
    ],
)
def test_every_tie_break_is_what_its_definition_adds_up_to(tie_break: TieBreak, ada: int, bo: int) -> None:
    rows = {row.entrant: row for row in compute_standings(("Ada", "Bo", "Cy", "Di"), ALL_MET, (tie_break,))}
    assert dict(rows["Ada"].values) == {tie_break: ada}
    assert dict(rows["Bo"].values) == {tie_break: bo}


def test_the_list_is_gone_through_in_the_directors_order() -> None:
    assert order((TieBreak.POINT_DIFFERENCE, TieBreak.HEAD_TO_HEAD))[:2] == [("Bo", 1), ("Ada", 2)]
    assert order((TieBreak.HEAD_TO_HEAD, TieBreak.POINT_DIFFERENCE))[:2] == [("Ada", 1), ("Bo", 2)]


def test_a_row_explains_itself() -> None:
    row = compute_standings(("Ada", "Bo", "Cy", "Di"), ALL_MET, (TieBreak.BUCHHOLZ, TieBreak.HEAD_TO_HEAD))[0]
    assert row.explained == ("2 of 3", "buchholz 4 (Bo 2, Cy 1, Di 1)", "head to head 1")


def test_a_bye_counts_as_a_win_and_as_an_opponent_level_with_oneself() -> None:
    games = [Game(1, "Ada", None), Game(1, "Bo", "Cy"), Game(2, "Ada", "Bo", DRAW)]
    rows = {row.entrant: row for row in compute_standings(("Ada", "Bo", "Cy"), games, (TieBreak.BUCHHOLZ,))}
    assert (rows["Ada"].score, rows["Ada"].won, rows["Ada"].drawn) == (3, 1, 1)
    assert dict(rows["Ada"].values)[TieBreak.BUCHHOLZ] == 3 + 3


def test_a_list_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="split ends"):
        check_tie_breaks((TieBreak.SPLIT, TieBreak.BUCHHOLZ))
