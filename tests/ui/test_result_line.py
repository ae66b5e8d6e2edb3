"""What a director types into the one field of the desk: a table or a name, the winner, the score."""

from typing import Any

import pytest

from tests.ui.browser_code import answered

READ = """
const said = (reading) => {
  switch (reading.kind) {
    case 'result': return [reading.match.pairing, reading.winner.name, ...reading.score].join(' ')
    case 'break': return `${reading.back ? 'back' : 'break'} ${reading.side.name}`
    case 'call': case 'begin': case 'agreed': return `${reading.kind} ${reading.match.pairing}`
    case 'ask': return `ask ${reading.about} ${reading.match.pairing}`
    case 'which': return `which ${reading.matches.map(({ pairing }) => pairing).join(' ')}`
    case 'wrong': return `wrong ${reading.about} ${reading.text}`
    default: return reading.kind
  }
}
const answer = ([text, matches]) => said(m.readLine(text, matches))
"""


def match(pairing: str, table: str, home: str, away: str, length: int | None = 11, **more: Any) -> dict[str, Any]:
    """A match in hand."""
    sides = [{"entrant": name.lower(), "name": name, "on_break_since": None} for name in (home, away)]
    return {
        "contest": "open",
        "contest_name": "Open",
        "pairing": pairing,
        "table": table,
        "length": length,
        "stage": "playing",
        "reported_alike": False,
        "sides": sides,
        **more,
    }


MODULE = "pages/tournament/director/result_line.ts"
OFFERED = "const answer = ([match, winner]) => m.loserPoints(match, winner)"
HALL = [
    match("M1-1", "1", "Ada Lovelace", "Ivy O'Neil"),
    match("M1-2", "12", "Dan Müller", "Cleo Duval"),
    match("M1-3", "11", "Gus Ek", "Emil Ng", reported_alike=True, stage="reported"),
    match("M1-4", "", "Danube Orr", "Lea Kim", stage="ready"),
    match("M1-5", "A1", "Ola / Pia", "Sam / Uma", length=5),
    match("M1-6", "7", "Kim Roe", "Kim Sun"),
]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", "empty"),
        ("12 dan 7", "M1-2 Dan Müller 11 7"),
        ("cleo 11 7", "M1-2 Cleo Duval 11 7"),
        ("cleo 7 11", "M1-2 Dan Müller 11 7"),
        ("cleo 7", "M1-2 Cleo Duval 11 7"),
        ("CLEO 11-7", "M1-2 Cleo Duval 11 7"),
        ("cleo 11–7", "M1-2 Cleo Duval 11 7"),
        ("muller 0", "M1-2 Dan Müller 11 0"),
        ("dan 7", "M1-2 Dan Müller 11 7"),  # the one who plays, not Danube, who waits
        ("danu 7", "M1-4 Danube Orr 11 7"),
        ("dan cleo 7", "M1-2 Dan Müller 11 7"),
        ("ada love 3", "M1-1 Ada Lovelace 11 3"),
        ("neil 3", "M1-1 Ivy O'Neil 11 3"),
        ("12 11 7", "M1-2 Dan Müller 11 7"),  # as the table shows them, home first
        ("12 7 11", "M1-2 Cleo Duval 11 7"),
        ("m1-2 cleo 4", "M1-2 Cleo Duval 11 4"),
        ("a1 uma 2", "M1-5 Sam / Uma 5 2"),
        ("11", "agreed M1-3"),
        ("11 gus 2", "M1-3 Gus Ek 11 2"),
        ("12", "ask winner M1-2"),
        ("12 7", "ask winner M1-2"),
        ("cleo", "ask score M1-2"),
        ("cleo 11", "ask score M1-2"),
        ("kim 4", "ask winner M1-6"),
        ("7 sun 4", "M1-6 Kim Sun 11 4"),
        ("kim sun 4", "M1-6 Kim Sun 11 4"),
        ("cleo 9 7", "wrong score 9–7"),
        ("cleo 11 11", "wrong score 11–11"),
        ("cleo 11 7 3", "wrong score 11 7 3"),
        ("zed 4", "wrong match zed"),
        ("12 ada 4", "wrong side ada"),
        ("99 4", "wrong match 99"),
        ("cleo 7 x", "wrong words cleo 7 x"),
        ("c 12", "call M1-2"),
        ("g ada", "begin M1-1"),
        ("b cleo", "break Cleo Duval"),
        ("b 12", "ask winner M1-2"),
        ("/g 12", "begin M1-2"),
        ("/ cleo 7", "M1-2 Cleo Duval 11 7"),
        ("/", "empty"),
    ],
)
def test_a_line_is_read(text: str, meant: str) -> None:
    assert answered(MODULE, READ, [[text, HALL]]) == [meant]


def test_letters_that_fit_two_matches_ask_which() -> None:
    two = [match("M1-1", "1", "Ann Ray", "Bo"), match("M1-2", "2", "Anna Lee", "Cy")]
    assert answered(MODULE, READ, [["an 3", two], ["anna 3", two]]) == [
        "which M1-1 M1-2",
        "M1-2 Anna Lee 11 3",
    ]


def test_a_namesake_who_is_called_is_asked_about_and_one_who_waits_is_not() -> None:
    stages = {"1": "playing", "4": "called", "": "ready"}
    hall = [match(f"M1-{k}", table, "Ivo Horvat", f"Bo{k}", stage=stages[table]) for k, table in enumerate(stages)]
    assert answered(MODULE, READ, [["horvat 4", hall], ["4 horvat 4", hall], ["b horvat", hall]]) == [
        "which M1-0 M1-1",
        "M1-1 Ivo Horvat 11 4",
        "which M1-0 M1-1",
    ]


def test_a_name_with_a_hyphen_is_read_whole_and_in_part() -> None:
    hall = [match("M1-1", "1", "Sami El-Amrani", "Jean-Luc Roy")]
    texts = ("el-amrani 1", "el-am 1", "amrani 1", "sami el-amrani 1", "1 jean-luc 1", "amrani-el 1")
    assert answered(MODULE, READ, [[text, hall] for text in texts]) == [
        *["M1-1 Sami El-Amrani 11 1"] * 4,
        "M1-1 Jean-Luc Roy 11 1",
        "wrong match amrani-el",
    ]


def test_whoever_is_on_a_break_comes_back_by_the_same_word() -> None:
    away = match("M1-1", "1", "Ann", "Bo")
    away["sides"][1]["on_break_since"] = 5
    assert answered(MODULE, READ, [["b bo", [away]], ["b 1", [away]]]) == [
        "back Bo",
        "back Bo",
    ]


def test_a_match_without_a_length_needs_both_scores() -> None:
    free = [match("M1-1", "1", "Ann", "Bo", None)]
    assert answered(MODULE, READ, [["ann 3", free], ["ann 9 3", free]]) == [
        "ask score M1-1",
        "M1-1 Ann 9 3",
    ]


@pytest.mark.parametrize(
    ("began", "offered"),
    [((0, 0), range(5)), ((0, 2), range(2, 5)), ((2, 0), range(5)), ((0, 9), [4]), ((0, -1), range(-1, 5))],
)
def test_only_scores_that_fit_the_points_the_match_began_with_are_offered(
    began: tuple[int, int], offered: list[int]
) -> None:
    one = match("M1-1", "1", "Ada", "Ivy", 5, began=list(began))
    assert answered(MODULE, OFFERED, [[one, "ada"]])[0] == list(offered)


def test_a_typed_score_below_what_the_match_began_with_is_said_to_be_wrong() -> None:
    one = match("M1-1", "1", "Ada", "Ivy", 5, began=[0, 2])
    for text, meant in (("ada 1", "wrong score 5–1"), ("ada 5 1", "wrong score 5–1"), ("ada 2", "M1-1 Ada 5 2")):
        assert answered(MODULE, READ, [[text, [one]]])[0] == meant


def test_whoever_goes_by_both_words_is_meant_before_two_people_with_one_each() -> None:
    hall = [
        match("M1-1", "1", "Hieronymus Ito", "Bo Ek"),
        match("M1-2", "2", "Hie Park", "Ken Ito"),
        match("M1-3", "3", "Ann Ito", "Hierro Paz"),
        match("M1-4", "4", "Hie Lu", "Ito Mori", stage="called"),
    ]
    assert answered(MODULE, READ, [["hie ito 3", hall], ["hie ito 3", hall[1:2]], ["hie ito 3", hall[1:]]]) == [
        "M1-1 Hieronymus Ito 11 3",
        "M1-2 Hie Park 11 3",
        "which M1-2 M1-3 M1-4",
    ]
    hall[0]["stage"] = "ready"  # waits while two others play each other: nobody can tell
    assert answered(MODULE, READ, [["hie ito 3", hall[:2]]]) == ["which M1-2 M1-1"]


DOUBT = "const answer = ([text, matches]) => m.doubt(m.readLine(text, matches), text)"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("danu 7", "uncalled"),
        ("m1-4 danu 7", "uncalled"),
        ("i 7", "letter"),
        ("/i 11 7", "letter"),
        ("iv 7", ""),
        ("/g 7", ""),  # play begins at table 7: no result
        ("11 g 7", ""),  # the table says which match
        ("cleo 7", ""),
    ],
)
def test_a_result_of_a_match_that_nobody_called_or_by_one_letter_is_asked_about(text: str, why: str) -> None:
    assert answered(MODULE, DOUBT, [[text, HALL]]) == [why]
