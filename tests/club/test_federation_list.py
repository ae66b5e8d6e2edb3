"""Lists of federations: read from CSV, matched with people, kept as a fold."""

import msgspec
import pytest

from barpoint.board import Refusal
from barpoint.club import ClubCode
from barpoint.club.lists import (
    ColumnMapping,
    IdentifyRow,
    ImportRows,
    ListIndex,
    ListPerson,
    ListRow,
    ListStep,
    ListStepTaken,
    MatchedBy,
    NameKeeper,
    OpenList,
    RatingList,
    decide_list,
    decode_list,
    fold_list,
    list_csv,
    read_federation_list,
    suggest_mapping,
    word_of,
)

FILE = """\ufeffNo;Surname;First name;Elo;Club
101;Ångström;Zoë;1712,5;Turin
102;Lovelace;Ada;strong;London
101;Double;Dora;1500;
;Nameless;Ned;1 480;Oslo

104;;;1500;
"""
ADA, BO, CY = ListRow("Ada Lovelace", 1800.0, "7"), ListRow("Bo Lund", 1500.0), ListRow("Bo Lund", 1450.0, "9")


def test_good_rows_are_read_and_bad_ones_are_named() -> None:
    reading = read_federation_list(FILE)
    assert reading.mapping == ColumnMapping(name=("First name", "Surname"), rating="Elo", number="No", club="Club")
    assert [(one.line, one.row) for one in reading.rows] == [
        (2, ListRow("Zoë Ångström", 1712.5, "101", "Turin")),
        (5, ListRow("Ned Nameless", 1480.0, "", "Oslo")),
    ]
    assert [(one.line, one.why) for one in reading.bad] == [
        (3, "expected a rating as a number, not 'strong'"),
        (4, "101 was already on line 2"),
        (7, "expected a name"),
    ]


def test_a_saved_mapping_reads_the_next_file_and_says_which_column_is_gone() -> None:
    mapping = ColumnMapping(name=("Who",), rating="Strength")
    assert read_federation_list("Who,Strength\nAda,3\n", mapping).rows[0].row == ListRow("Ada", 3.0)
    with pytest.raises(ValueError, match="expected a column 'Strength', not only Who, Elo"):
        read_federation_list("Who,Elo\nAda,3\n", mapping)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a first line that names the columns"),
        ("only\none\n", "a first line that names the columns"),
        ("a,a\n1,2\n", "columns of different names"),
        ("x,y\n1,2\n", "columns for a name and a rating"),
    ],
)
def test_a_file_that_is_no_list_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_federation_list(text)


@pytest.mark.parametrize("rating", ["nan", "inf", "1e9", ""])
def test_a_rating_is_a_number_of_the_field(rating: str) -> None:
    reading = read_federation_list(f"name,rating\nAda,{rating}\n")
    assert (len(reading.rows), len(reading.bad)) == (0, 1)


def test_russian_columns_are_known() -> None:
    assert suggest_mapping(("Номер", "Фамилия", "Рейтинг")).name == ("Фамилия",)


def test_a_list_written_and_read_again_is_the_same() -> None:
    rows = (ADA, BO, ListRow("=cmd()", 1.0, "3"))
    again = {one.row for one in read_federation_list(list_csv(rows)).rows}
    assert again == {ADA, BO, ListRow("'=cmd()", 1.0, "3")}, "no spreadsheet runs a name"


@pytest.mark.parametrize(
    ("person", "by", "row"),
    [
        (ListPerson("a", "Somebody", number="7"), MatchedBy.NUMBER, ADA),
        (ListPerson("a", "ada  LOVELACE"), MatchedBy.NAME, ADA),
        (ListPerson("a", "Ada Lovelace", number="8"), MatchedBy.LIKELY, None),
        (ListPerson("a", "Lovelace, Áda"), MatchedBy.LIKELY, None),
        (ListPerson("a", "Bo Lund"), MatchedBy.LIKELY, None),
        (ListPerson("a", "Bo Lund", words=(word_of("x"),)), MatchedBy.WORD, CY),
        (ListPerson("a", "Zed"), MatchedBy.NOBODY, None),
    ],
)
def test_people_are_matched_by_word_number_and_name_and_asked_about_where_it_is_not_sure(
    person: ListPerson, by: MatchedBy, row: ListRow | None
) -> None:
    [match] = ListIndex((ADA, BO, CY)).match((person,), {word_of("x"): "9"})
    assert (match.by, match.row) == (by, row)


def test_two_people_of_one_name_are_not_taken_for_one_row() -> None:
    matches = ListIndex((ADA,)).match((ListPerson("a", "Ada Lovelace"), ListPerson("b", "Ada Lovelace")), {})
    assert {match.by for match in matches} == {MatchedBy.LIKELY}


MAPPING = ColumnMapping(name=("name",), rating="rating")


def after(*steps: tuple[str, ListStep], state: RatingList | None = None) -> RatingList:
    current = state or RatingList()
    for who, step in steps:
        taken = decide_list(current, step, who, 5)
        assert isinstance(taken, ListStepTaken), taken
        current = fold_list([decode_list(msgspec.json.encode(taken))], current)
    return current


def code(state: RatingList, step: ListStep, who: str) -> str | None:
    answer = decide_list(state, step, who, 5)
    return str(answer.code) if isinstance(answer, Refusal) else None


def test_a_list_is_kept_by_its_keepers_and_its_words_outlive_an_import() -> None:
    first = ImportRows(mapping=MAPPING, rows=(ADA, BO), source="may.csv")
    state = after(("k", OpenList(name="Fed")), ("k", first), ("k", IdentifyRow(account="x", listed_as="7")))
    assert code(state, first, "other") == ClubCode.NOT_A_KEEPER
    assert decide_list(state, first, "k", 9) is None, "the same file says nothing new"
    assert code(state, IdentifyRow(account="x", listed_as="77"), "k") == ClubCode.NO_SUCH_ROW
    assert code(state, NameKeeper(account="k", keeps=False), "k") == ClubCode.LAST_KEEPER
    june = ImportRows(mapping=MAPPING, rows=(msgspec.structs.replace(ADA, rating=1900.0),), source="june.csv")
    state = after(("k", NameKeeper(account="l")), ("l", june), state=state)
    assert (state.words, state.mapping, state.imported) == ({word_of("x"): "7"}, MAPPING, 5)
    [match] = state.index.match((ListPerson("p", "X", words=(word_of("x"),)),), state.words)
    assert match.row == june.rows[0]


def test_a_word_is_about_an_account_or_a_member_of_a_club() -> None:
    with pytest.raises(ValueError, match="an account, or a club"):
        IdentifyRow(listed_as="7")
    state = after(("k", OpenList(name="Fed")), ("k", ImportRows(mapping=MAPPING, rows=(ADA,))))
    state = after(("k", IdentifyRow(club="c", club_member="m", listed_as="7")), state=state)
    assert state.words == {"member:c/m": "7"}
    assert after(("k", IdentifyRow(club="c", club_member="m")), state=state).words == {}
