"""Wrong starting positions: deadlines of five books, and the misplaced checkers of usbgf."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barpoint.board import Side, pos
from barpoint.officiating.answer import Discretion, JudgeAnswer, NeedFacts, PenaltyStep, Ruling
from barpoint.officiating.facts import FactValue
from barpoint.officiating.judgement import judge
from barpoint.officiating.penalty_record import PenaltyEntry, PenaltyRecord
from barpoint.officiating.remedy import Instruct, NewGame, PlayOn, RestoreVersion, SetPosition
from barpoint.officiating.topics.checkers.setup_correction import Turn, correct_setup
from barpoint.officiating.topics.checkers.setup_error import read_start, read_turns
from barpoint.rulebook.catalogue.lookup import param
from barpoint.rulebook.profiles.presets import preset
from tests.officiating.answers import left_open, ruled

BOOKS = {
    "usbgf": "USBGF Open",
    "bws": "BWS",
    "guide": "Club (2014 guide)",
    "ibf": "IBF Backgammon",
    "trad": "At home (traditional)",
}
STANDARD = "24:2 13:5 8:3 6:5"


def setup_answer(book: str, **facts: FactValue) -> JudgeAnswer:
    return judge("setup_error", {"doubled_since": False, **facts}, preset(BOOKS.get(book, book)))


def setup_ruling(book: str, **facts: FactValue) -> Ruling:
    found = setup_answer(book, **facts)
    assert isinstance(found, Ruling), found
    return found


def after(began: str, turns: str) -> str:
    """The position usbgf's procedure comes to, in literal form."""
    found = setup_ruling("usbgf", rolls=turns.count(";") + 1, began=began, turns=turns)
    (position,) = (one.position for one in found.remedies if isinstance(one, SetPosition))
    return position


def vector(position: str) -> tuple[int, ...]:
    """White's view as 26 numbers, Black's checkers negative: [0] Black's bar, [25] White's."""
    board = pos(position)
    return (-board.them[25], *(board.us[p] - board.them[25 - p] for p in range(1, 25)), board.us[25])


@pytest.mark.clause("usbgf:4.2.1n", "usbgf:4.2.1e")
def test_worked_example_one_exactly() -> None:
    began = f"x 24:2 13:5 9:3 6:5 | o {STANDARD}"
    turns = "white 41 9/5 6/5; black 21 13/10"
    found = setup_ruling("usbgf", rolls=2, began=began, turns=turns)
    setting = next(one for one in found.remedies if isinstance(one, SetPosition))
    assert vector(setting.position) == param("usbgf:4.2.1n", "after", tuple[int, ...])
    assert (setting.dice, setting.turn) == (param("usbgf:4.2.1n", "dice", tuple[int, int]), Side.BLACK)


@pytest.mark.clause("usbgf:4.2.1o", "usbgf:4.2.1m", "usbgf:4.2.1l")
def test_worked_example_two_exactly() -> None:
    began = f"x 24:1 13:6 8:3 6:5 | o {STANDARD}"
    turns = "white 61 13/7 8/7; black 55 8/3(2) 6/1*(2); white 21"
    found = setup_ruling("usbgf", rolls=3, began=began, turns=turns)
    setting = next(one for one in found.remedies if isinstance(one, SetPosition))
    assert vector(setting.position) == param("usbgf:4.2.1o", "after", tuple[int, ...])
    assert (setting.dice, setting.turn) == (param("usbgf:4.2.1o", "dice", tuple[int, int]), Side.WHITE)


@pytest.mark.clause("usbgf:4.2.1g", "usbgf:4.2.1h", "usbgf:4.2.1i", "usbgf:4.2.1k", "usbgf:4.2.1l", "usbgf:4.2.1p")
@pytest.mark.parametrize(
    ("began", "turns", "white", "black"),
    [
        # one in the tray goes to the 13-point
        ("24:2 13:4 8:3 6:5 off:1", "white 31 8/5 6/5; black 21", "24:2 13:5 8:2 6:4 5:2", STANDARD),
        # six on 13, one has moved: one of the five still there is taken
        ("24:1 13:6 8:3 6:5", "white 61 13/7 8/7; black 21", "24:2 13:4 8:2 7:2 6:5", STANDARD),
        # the stray checker on 9 was hit there, and counts as still there
        ("24:2 13:5 9:1 8:2 6:5", "black 62 24/16*; white 31", STANDARD, "24:1 16:1 13:5 8:3 6:5"),
        # opposing checkers on a point to be filled go back to where they began
        (
            "13:7 8:3 6:5",
            "white 31 8/5 6/5; black 55 6/1(2) 13/8(2); white 21",
            "24:2 13:5 8:2 6:4 5:2",
            "24:2 13:3 8:5 6:5",
        ),
        # sixteen checkers: one of the heavy point is taken away
        ("24:2 13:6 8:3 6:5", "white 31 8/5 6/5; black 21", "24:2 13:5 8:2 6:4 5:2", STANDARD),
        # three began on 24 and all left in one turn: the one that went least far
        ("24:3 13:4 8:3 6:5", "white 44 24/20(2) 24/16; black 21", "20:1 16:1 13:5 8:3 6:5", STANDARD),
    ],
)  # fmt: skip
def test_misplaced_checkers_are_found_and_put_right(began: str, turns: str, white: str, black: str) -> None:
    assert pos(after(f"x {began} | o {STANDARD}", turns)) == pos(f"x {white} | o {black}")


@pytest.mark.clause("usbgf:4.2.1j", "usbgf:4.2.1k")
def test_those_that_left_last_are_taken_first_and_of_one_turn_the_nearest_never_hit() -> None:
    # 24 began with three and is empty: two left in the later turn, 24/15 was never hit, 24/21 was
    white, black = read_start(f"x 24:3 13:4 8:3 6:5 | o {STANDARD}")
    turns = read_turns("white 62 24/16; black 21 13/10; white 54 24/20/15; black 21 13/11")
    by_turn = correct_setup(white, black, turns)
    assert by_turn.moved == ("white: the 24-point to the 13-point",)  # one is still there
    emptied = correct_setup(white, black, [*turns, Turn(Side.WHITE, (3, 3), ((24, 21),))])
    assert emptied.moved == ("white: the 21-point to the 13-point",)  # latest turn first
    together = [
        Turn(Side.WHITE, (6, 2), ((24, 16),)),
        Turn(Side.BLACK, (2, 1)),
        Turn(Side.WHITE, (4, 3), ((24, 20), (24, 21))),
        Turn(Side.BLACK, (4, 1), ((8, 4), (24, 23))),
        Turn(Side.WHITE, (5, 2), ((25, 23), (20, 15))),
    ]
    assert correct_setup(white, black, together).moved == ("white: the 15-point to the 13-point",)


@pytest.mark.clause("usbgf:4.2.1b", "usbgf:4.2.1c", "guide:6.3a", "guide:6.3b", "bws:4.2.4a", "ibf:14.1a")
@pytest.mark.parametrize(
    ("book", "facts", "stands"),
    [
        ("usbgf", {"rolls": 4}, False),
        ("usbgf", {"rolls": 5, "both_agree": False}, True),
        ("usbgf", {"rolls": 7, "both_agree": False}, True),
        ("usbgf", {"rolls": 7, "both_agree": True}, False),
        ("guide", {"rolls": 4, "played": False}, False),
        ("guide", {"rolls": 4, "played": True}, True),
        ("guide", {"rolls": 5}, True),
        ("bws", {"starter_turns": 1}, False),
        ("bws", {"starter_turns": 3}, True),
        ("ibf", {"moves_white": 2, "moves_black": 2, "at_fault": "black"}, True),
        ("ibf", {"moves_white": 2, "moves_black": 1, "at_fault": "white"}, False),
        ("trad", {}, None),
    ],
)
def test_each_book_has_its_own_deadline(book: str, facts: dict[str, FactValue], stands: bool | None) -> None:
    told: dict[str, FactValue] = {"began": f"x 24:2 13:5 9:3 6:5 | o {STANDARD}"} if facts.get("rolls") == 4 else {}
    if told:
        told["turns"] = "white 41 9/5 6/5; black 21 13/10; white 31 8/5 6/5; black 62"
        if book == "usbgf":  # nothing stands on 8
            told["turns"] = "white 41 9/5 6/5; black 21 13/10; white 31 24/20; black 62"
    if book != "usbgf":
        told = {}
    found = setup_answer(book, **facts, **told)
    if stands is None:
        assert isinstance(found, Discretion)
        assert not found.covered
        assert {name for name, _ in found.elsewhere} == {"usbgf", "guide", "bws", "ibf"}
        return
    assert isinstance(found, Ruling)
    assert (PlayOn() in found.remedies) is stands


@pytest.mark.clause("usbgf:4.2.1e", "usbgf:4.2.1f")
def test_going_back_to_the_roll_takes_the_cube_and_the_played_turn_with_it() -> None:
    found = setup_ruling(
        "usbgf",
        rolls=4,
        began=f"x 24:2 13:5 9:3 6:5 | o {STANDARD}",
        turns="white 41 9/5 6/5; black 21 13/10; white 31 6/2; black 62 24/16",
        doubled_since=True,
        version=17,
    )
    assert "usbgf:4.2.1f" in found.clauses
    assert RestoreVersion(17) in found.remedies
    assert any(isinstance(one, Instruct) and "cube" in one.text for one in found.remedies)
    setting = next(one for one in found.remedies if isinstance(one, SetPosition))
    assert (setting.turn, setting.dice) == (Side.BLACK, (6, 2))
    assert pos(setting.position).them == pos(f"x {STANDARD} | o 24:2 13:4 10:1 8:3 6:5").them


@pytest.mark.clause("bws:4.2.4c", "bws:4.2.4d")
def test_bws_corrects_before_the_second_turn_and_leaves_the_time_before_the_third_to_the_director() -> None:
    assert setup_ruling("bws", starter_turns=1).clauses == ("bws:4.2.4c",)
    in_the_gap = setup_answer("bws", starter_turns=2)
    assert isinstance(in_the_gap, Discretion)
    assert in_the_gap.clauses == ("bws:4.2.4d", "bws:4.2.4a", "bws:4.2.4c", "bws:1.1")
    assert [option.name for option in in_the_gap.usual] == ["correct", "stands"]
    assert [reading.id for reading in in_the_gap.readings] == ["ruling-24"]
    told = setup_ruling(
        "bws", starter_turns=1, began=f"x {STANDARD} | o 24:2 13:6 8:3 6:4", turns="white 31 8/5 6/5; black 21"
    )
    (setting,) = (one for one in told.options[0].remedies if isinstance(one, SetPosition))
    assert pos(setting.position) == pos(f"x 24:2 13:5 8:2 6:4 5:2 | o {STANDARD}")
    assert told.choice_of == "director"


@pytest.mark.clause("ibf:14.1a", "ibf:14.1c", "ibf:14.2a", "ibf:14.2b", "ibf:14.2c", "ibf:14.3a")
@pytest.mark.parametrize(
    ("name", "moves", "row", "anew"),
    [
        ("IBF Backgammon", (2, 2), "ibf:14.1a", False),
        ("IBF Backgammon", (2, 1), "ibf:14.1c", True),
        ("IBF Sprintgammon", (1, 1), "ibf:14.1c", True),
        ("IBF Longgammon", (3, 3), "ibf:14.2a", False),
        ("IBF Longgammon", (2, 1), "ibf:14.2b", True),
        ("IBF Longgammon", (3, 2), "ibf:14.2c", False),
    ],
)
def test_ibf_counts_moves_and_warns(name: str, moves: tuple[int, int], row: str, anew: bool) -> None:
    found = setup_ruling(name, moves_white=moves[0], moves_black=moves[1], at_fault="both")
    assert found.clauses[0] == row
    assert (NewGame() in found.remedies) is anew
    assert [(one.side, one.step) for one in found.penalties] == [
        (Side.WHITE, PenaltyStep.WARNING),
        (Side.BLACK, PenaltyStep.WARNING),
    ]


@pytest.mark.clause("ibf:14.3b")
def test_a_second_error_under_ibf_opens_other_sanctions() -> None:
    record = PenaltyRecord((PenaltyEntry("Ana", "setup_error", PenaltyStep.WARNING),), ("Ana", "Ben"))
    facts: dict[str, FactValue] = {"moves_white": 1, "moves_black": 1, "at_fault": "both"}
    found = judge("setup_error", facts, preset("IBF Backgammon"), record)
    assert isinstance(found, Ruling)
    assert "ibf:14.3b" in found.clauses
    assert [(one.side, one.step, one.optional) for one in found.penalties] == [
        (Side.WHITE, PenaltyStep.WARNING, False),
        (Side.WHITE, PenaltyStep.POINTS, True),
        (Side.BLACK, PenaltyStep.WARNING, False),
    ]


@pytest.mark.clause("usbgf:4.2.1a")
def test_a_cube_or_a_score_set_up_wrongly_is_another_matter() -> None:
    found = setup_ruling("usbgf", rolls=20, what="cube")
    assert found.clauses == ("usbgf:4.2.1a", "usbgf:4.4.1b")
    assert setup_ruling("usbgf", rolls=20, what="score").clauses[0] == "usbgf:4.2.1a"


@pytest.mark.parametrize(
    ("facts", "key"),
    [
        ({"rolls": 2, "began": f"x {STANDARD} | o {STANDARD}", "turns": "white 31 8/5 6/5; black 21"}, "began"),
        ({"rolls": 3, "began": f"x 24:2 13:5 9:3 6:5 | o {STANDARD}", "turns": "white 31; black 21"}, "turns"),
        ({"rolls": 2, "began": f"x 24:2 13:5 9:3 6:5 | o {STANDARD}", "turns": "white 31 8/5; black 21"}, "turns"),
        ({"rolls": 2, "began": f"x 24:2 13:5 9:3 6:5 | o {STANDARD}", "turns": "white 31; white 21"}, "turns"),
        ({"rolls": 1, "began": "nonsense", "turns": "white 31"}, "began"),
    ],
)
def test_what_cannot_have_happened_is_asked_again_with_the_reason(facts: dict[str, FactValue], key: str) -> None:
    found = setup_answer("usbgf", **facts)
    assert isinstance(found, NeedFacts)
    assert (found.question.key, bool(found.wrong)) == (key, True)


@given(st.permutations([24, 24, 13, 13, 13, 13, 13, 8, 8, 8, 6, 6, 6, 6, 6]), st.integers(1, 24), st.integers(0, 14))
def test_without_a_turn_played_the_correction_is_the_starting_position(points: list[int], to: int, which: int) -> None:
    wrong = [0] * 26
    for index, point in enumerate(points):
        wrong[to if index == which and to not in (1, 12, 17, 19) else point] += 1
    start = pos("start")
    found = correct_setup(wrong, start.them, [])
    assert (found.white, found.black) == (start.us, start.them)


@pytest.mark.clause("usbgf:4.2.1c", "usbgf:4.2.1e")
def test_usbgf_a_late_agreed_correction_of_the_start_follows_the_same_steps() -> None:
    start = "x 24:2 13:5 9:3 6:5 | o 24:2 13:5 8:3 6:5"
    turns = "white 41 9/5 6/5; black 21 13/11 6/5; white 31 13/10 6/5; black 21 13/11 6/5; white 62"
    told = {"rolls": 5, "both_agree": True}
    found = ruled("setup_error", "usbgf", **told, began=start, turns=turns)
    assert {"usbgf:4.2.1c", "usbgf:4.2.1e"} <= set(found.clauses)
    assert any(isinstance(one, SetPosition) for one in found.remedies)
    short = ruled("setup_error", "usbgf", **told)
    assert "where they were missing" in str(short.remedies)


@pytest.mark.clause("ibf:14.2d", "ibf:14.2a")
def test_ibf_a_wrong_number_in_longgammon_is_not_settled_by_two_moves() -> None:
    facts = {"moves_white": 5, "moves_black": 5, "at_fault": "white"}
    assert "ibf:14.2d" in ruled("setup_error", preset("IBF Longgammon"), None, **facts).notes[-1]
    assert not ruled("setup_error", "ibf", None, **facts).notes


@pytest.mark.clause("usbgf:4.2.1b", "usbgf:4.2.1e", "usbgf:4.2.1f")
@pytest.mark.parametrize("doubled", [False, True])
def test_usbgf_what_is_certain_is_said_before_the_turns_are_asked_for(doubled: bool) -> None:
    found = setup_ruling("usbgf", rolls=3, doubled_since=doubled)
    assert "must be put right" in found.say
    assert ("usbgf:4.2.1f" in found.clauses) is doubled
    assert bool(found.consequences.pending) is doubled
    assert {assumption.key for assumption in found.assumptions} >= {"began", "turns"}


@pytest.mark.clause("usbgf:4.2.1i", "usbgf:4.2.1j", "usbgf:4.2.1k", "usbgf:4.2.1m")
@pytest.mark.parametrize(
    ("began", "turns", "rows"),
    [
        ("24:2 13:5 9:3 6:5", "white 41 9/5 6/5; black 21", {"j"}),
        ("24:1 13:6 8:3 6:5", "white 61 13/7 8/7; black 55 8/3(2) 6/1*(2); white 21", {"m"}),
        ("24:2 13:5 9:1 8:2 6:5", "black 62 24/16*; white 31", {"i"}),
        ("24:3 13:4 8:3 6:5", "white 44 24/20(2) 24/16; black 21", {"j", "k"}),
    ],
)
def test_usbgf_the_rules_that_chose_the_checkers_are_cited(began: str, turns: str, rows: set[str]) -> None:
    found = setup_ruling("usbgf", rolls=turns.count(";") + 1, began=f"x {began} | o {STANDARD}", turns=turns)
    assert {row[-1] for row in found.clauses} & set("ijkm") == rows


@pytest.mark.clause("ibf:14.1b")
def test_ibf_a_short_side_can_still_lose_a_gammon() -> None:
    found = ruled("setup_error", "ibf", moves_white=3, moves_black=3, at_fault="white", earlier=0)
    assert "can still lose a gammon or a backgammon" in found.say
    assert found.consequences.game == "goes_on"


@pytest.mark.clause("usbgf:4.2.1h", "usbgf:4.2.1j")
def test_moved_checkers_are_spoken_of_only_where_too_few_are_left_on_the_heavy_point() -> None:
    enough = setup_ruling(
        "usbgf",
        rolls=4,
        began=f"x 24:2 13:6 8:3 6:4 | o {STANDARD}",
        turns="white 31 8/5 6/5; black 64 24/14; white 52 13/8 13/11; black 43",
    )
    assert not any("usbgf:4.2.1j" in note for note in enough.notes)
    assert not enough.readings
    began = f"x 24:2 13:5 9:3 6:5 | o {STANDARD}"
    short = setup_ruling("usbgf", rolls=2, began=began, turns="white 41 9/5 6/5; black 21 13/10")
    assert any("usbgf:4.2.1j" in note for note in short.notes)
    assert "usbgf:4.2.1j" in short.clauses


@pytest.mark.clause("ibf:9.3a", "ibf:14.3b")
def test_ibf_the_two_moves_are_about_the_checkers() -> None:
    assert ruled("setup_error", "ibf", what="cube").clauses == ("ibf:9.3a", "ibf:9.3c")
    assert not left_open("setup_error", "ibf", what="score").covered
    again = ruled("setup_error", "ibf", moves_white=2, moves_black=2, at_fault="white", earlier=1)
    assert any("ibf:14.3b" in note for note in again.notes)


@pytest.mark.clause("usbgf:4.4.1b")
def test_usbgf_a_cube_set_up_wrongly_counts_as_one_and_in_the_middle() -> None:
    assert "as 1 and in the middle" in ruled("setup_error", "usbgf", what="cube").say


@pytest.mark.clause("bws:4.4.1b", "guide:5.9b", "bws:4.7e", "guide:5.13c")
@pytest.mark.parametrize(("book", "cube", "score"), [("bws", "4.4.1b", "4.7e"), ("guide", "5.9b", "5.13c")])
def test_the_deadline_of_the_set_up_is_for_checkers_only(book: str, cube: str, score: str) -> None:
    late = {"starter_turns": 9, "rolls": 18, "played": True}
    assert "put right now" in ruled("setup_error", book, what="cube", **late).say
    assert f"{book}:{cube}" in ruled("setup_error", book, what="cube", **late).clauses
    assert f"{book}:{score}" in ruled("setup_error", book, what="score", **late).clauses
