"""Entrants from a file or the clipboard, row by row."""

from typing import Any

import pytest

from tests.ui.browser_code import answered

MODULE = "pages/tournament/director/import_list.ts"
READ = """
const person = ({ id, name, club, rating }) => [id, name, club ?? '', rating ?? null]
const row = ({ line, players, wrong, alike }) => [line, players.map(person), wrong, alike]
const answer = ([text, team, names, entered, others, clubs]) =>
  m.readList(text, team, { names: names ?? {}, entered: entered ?? [], clubs: clubs ?? {} }, others ?? []).map(row)
"""


def rows(
    text: str,
    team: int = 1,
    known: dict[str, str] | None = None,
    entered: list[str] | None = None,
    others: list[int] | None = None,
    clubs: dict[str, str] | None = None,
) -> Any:
    """What is read of a list."""
    return answered(MODULE, READ, [[text, team, known, entered, others, clubs]])[0]


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_any_separator_is_read(sign: str) -> None:
    text = f"Name{sign}Club{sign}Rating\nAda Lovelace{sign}Turin{sign}1500\nZoë Ångström{sign}{sign}\n"
    assert rows(text) == [
        [2, [["ada-lovelace", "Ada Lovelace", "Turin", 1500]], "", ""],
        [3, [["zoe-angstrom", "Zoë Ångström", "", None]], "", ""],
    ]


def test_a_plain_list_of_names_has_no_header() -> None:
    assert [row[1][0][1] for row in rows("Ann\nBob\n\nCy")] == ["Ann", "Bob", "Cy"]


def test_first_and_last_names_are_put_together() -> None:
    assert rows("Last name;First name\nLovelace;Ada")[0][1][0][:2] == ["ada-lovelace", "Ada Lovelace"]


def test_a_cell_in_quotation_marks_keeps_its_commas() -> None:
    assert rows('name,club\n"Lovelace, Ada",Turin')[0][1][0][1:3] == ["Lovelace, Ada", "Turin"]


def test_each_row_says_what_is_wrong_with_it() -> None:
    text = "name,rating\nAnn,1500\n,1200\nBob,strong\nAnn,\n12345,\nCy,\nDi,"
    assert [row[2] for row in rows(text, entered=["cy"])] == ["", "name", "rating", "twice", "name", "entered", ""]


def test_a_namesake_is_pointed_out_and_can_be_imported() -> None:
    assert rows("name\nANN LEE", known={"a-lee": "Ann Lee"}) == [
        [2, [["ann-lee", "ANN LEE", "", None]], "", "ANN LEE"],
    ]


def test_a_namesake_is_somebody_else_when_the_director_says_so() -> None:
    text = "name;club\nAnn Lee;Turin\nAnn Lee;Oslo\nBob Hill;Bern\nCy;Rome"
    known: Any = {"known": {"bob-hill": "Bob Hill", "cy": "Cy"}, "entered": ["bob-hill"], "clubs": {"cy": "Kyiv"}}
    assert [row[2] for row in rows(text, **known)] == ["", "twice", "entered", ""]
    told = rows(text, **known, others=[3, 4, 5])
    assert [(row[1][0][0], row[2]) for row in told] == [
        ("ann-lee", ""),
        ("ann-lee-2", ""),
        ("bob-hill-2", ""),
        ("cy-2", ""),
    ]


def test_a_team_needs_both_partners() -> None:
    found = rows("name;partner\nAnn;Bob\nCy;\n", team=2)
    assert [[person[1] for person in row[1]] for row in found] == [["Ann", "Bob"], ["Cy", ""]]
    assert [row[2] for row in found] == ["", "partner"]


def test_nothing_is_an_empty_list() -> None:
    assert rows(" \n\n") == []


JUDGE = """
const answer = async ([lines, barred, closed]) => {
  let asked = 0
  const judge = async (rows) => {
    asked += 1
    if (closed) return 'not published'
    const bad = rows.find(({ line }) => barred.includes(line))
    return bad ? `${bad.line} is barred` : ''
  }
  const refused = await m.refusedRows(Array.from({ length: lines }, (_, k) => ({ line: k + 1 })), judge)
  return [refused, asked]
}
"""


def test_the_rows_an_import_would_refuse_are_found_with_few_questions() -> None:
    everybody, two, nobody = answered(MODULE, JUDGE, [[64, [], True], [64, [3, 60], False], [64, [], False]])
    assert everybody[0] == {str(line): "not published" for line in range(1, 65)}
    assert everybody[1] == 3
    assert two[0] == {"3": "3 is barred", "60": "60 is barred"}
    assert two[1] < 32
    assert nobody == [{}, 1]
