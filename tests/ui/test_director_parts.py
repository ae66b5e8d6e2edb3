"""The pure parts of the director's pages: amounts, tables, the hall, rounds to call, what takes an action back."""

from typing import Any

import pytest

from tests.ui.browser_code import answered

FOLDER = "pages/tournament/director"


@pytest.mark.parametrize(
    ("text", "cents"),
    [("12.50", 1250), ("12,5", 1250), ("100", 10_000), ("1 000", 100_000), ("0.05", 5), ("-3", None), ("x", None)],
)
def test_money_is_read_as_people_write_it(text: str, cents: int | None) -> None:
    assert answered(f"{FOLDER}/amounts.ts", "const answer = (text) => m.cents(text)", [text]) == [cents]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1-4", ["1", "2", "3", "4"]),
        ("1-2, A, 9", ["1", "2", "A", "9"]),
        ("A1-A3", ["A1", "A2", "A3"]),
        ("4-1", None),
        ("1, 1", None),
        ("", None),
        ("1-9999", None),
    ],
)
def test_tables_may_be_a_range(text: str, names: list[str] | None) -> None:
    assert answered(f"{FOLDER}/amounts.ts", "const answer = (text) => m.tableNames(text)", [text]) == [names]


def test_tables_are_written_as_ranges_again() -> None:
    names = [[str(n) for n in range(1, 21)], ["1", "2", "4", "A"]]
    texts = answered(f"{FOLDER}/amounts.ts", "const answer = (names) => m.tablesText(names)", names)
    assert texts == ["1-20", "1, 2, 4, A"]


def match(pairing: str, table: str = "", **more: Any) -> dict[str, Any]:
    """A match of the desk."""
    return {
        "contest": "open",
        "contest_name": "Open",
        "pairing": pairing,
        "bracket": "main",
        "round": 1,
        "stage": "ready",
        "table": table,
        "hall": "",
        "calls": 0,
        "busy": None,
        "sides": [],
        **more,
    }


def test_tables_stand_in_the_order_of_numbers() -> None:
    code = """
    const answer = ([tables, matches]) =>
      m.seats(tables, matches).map(({ table, match }) => [table, match?.pairing ?? ''])
    """
    hall = {"": ["10", "2", "1"]}
    assert answered(f"{FOLDER}/rounds.ts", code, [[hall, [match("M1-1", "2"), match("M1-2", "X")]]]) == [
        [["1", ""], ["2", "M1-1"], ["10", ""], ["X", "M1-2"]]
    ]


CALL = """
const said = ({ match, table }) => `${match.pairing}@${table}`
const row = ({ bracket, round, steps, waiting }) => [bracket, round, steps.map(said), waiting]
const answer = ([matches, free, has]) => m.roundsToCall(matches, free, has).map(row)
"""


def test_a_round_is_called_as_far_as_there_are_tables() -> None:
    matches = [match("M1-10"), match("M1-2"), match("M1-1", "7"), match("M1-3", busy={"player": "ann"})]
    assert answered(f"{FOLDER}/rounds.ts", CALL, [[matches, [["", "12"], ["", "3"]], True]]) == [
        [["main", 1, ["M1-1@", "M1-2@3", "M1-10@12"], 0]]
    ]
    assert answered(f"{FOLDER}/rounds.ts", CALL, [[matches, [["", "3"]], True]]) == [
        [["main", 1, ["M1-1@", "M1-2@3"], 1]]
    ]


def test_what_is_called_already_is_not_called_again() -> None:
    matches = [match("M1-1", "1", calls=1, stage="called"), match("M2-1", round=2)]
    assert answered(f"{FOLDER}/rounds.ts", CALL, [[matches, [], False]]) == [[["main", 2, ["M2-1@"], 0]]]


def test_rounds_are_called_in_the_order_of_the_events_and_the_main_draw_first() -> None:
    consolation = match("C1-1", bracket="consolation")
    swiss = [match(f"S2-{k}", contest="swiss", bracket="swiss", round=2) for k in (1, 2, 3)]
    matches = [consolation, match("M2-1", round=2), *swiss]  # as the desk orders them: the first event first
    assert answered(f"{FOLDER}/rounds.ts", CALL, [[matches, [], False]]) == [
        [
            ["main", 2, ["M2-1@"], 0],
            ["consolation", 1, ["C1-1@"], 0],
            ["swiss", 2, ["S2-1@", "S2-2@", "S2-3@"], 0],
        ]
    ]


UNDO = "const answer = ([action, before, outcome]) => m.undoing(action, before, 'why', outcome)"
MATCH = {"contest": "open", "pairing": "M1-1"}
ENTRY = {"contest": "open", "entry": "a"}
PAID: dict[str, Any] = {
    "type": "MoneyPosted",
    "memo": "x",
    "entry": "a",
    "lines": [["player:a", 500], ["pool:open", -500]],
}
ENTERED: dict[str, Any] = {"type": "EntryRegistered", "contest": "open", "entry": {"id": "a"}}


def came(*events: dict[str, Any], version: int = 40) -> dict[str, Any]:
    """What came of an action."""
    return {"version": version, "events": list(events)}


@pytest.mark.parametrize(
    ("action", "before", "outcome", "back"),
    [
        (
            {"type": "PostResult", **MATCH, "winner": "a"},
            {},
            came(),
            [{"type": "VoidResult", **MATCH, "reason": "why"}],
        ),
        (
            {"type": "VoidResult", **MATCH},
            {"result": {"winner": "a", "score": [9, 4]}},
            came(),
            [{"type": "PostResult", **MATCH, "winner": "a", "score": [9, 4]}],
        ),
        (
            {"type": "WithdrawEntry", **ENTRY},
            {},
            came(),
            [{"type": "ReinstateEntry", **ENTRY, "title": "*", "reason": "why"}],
        ),
        (
            {"type": "GivePenalty", "player": "a"},
            {},
            came({"type": "PenaltyGiven", "id": "penalty-1"}),
            [{"type": "LiftPenalty", "penalty": "penalty-1", "reason": "why"}],
        ),
        ({"type": "CloseTournament"}, {}, came(), []),
        ({"type": "AssignTable", **MATCH, "table": "3"}, {}, came(), [{"type": "AssignTable", **MATCH, "table": ""}]),
        ({"type": "CallMatch", **MATCH}, {}, came(), [{"type": "CancelMatchCall", **MATCH, "reason": "why"}]),
        ({"type": "BeginMatch", **MATCH}, {}, came(), [{"type": "CancelStart", **MATCH, "reason": "why"}]),
        ({"type": "CheckIn", **ENTRY}, {}, came(), [{"type": "CancelCheckIn", **ENTRY, "reason": "why"}]),
        (
            {"type": "OrderWaiting", "contest": "open", "entries": ["b", "a"]},
            {"waiting": ["a", "b"]},
            came(),
            [{"type": "OrderWaiting", "contest": "open", "entries": ["a", "b"]}],
        ),
        ({"type": "SeedEntry", **ENTRY, "rank": 1}, {"rank": 3}, came(), [{"type": "SeedEntry", **ENTRY, "rank": 3}]),
        ({"type": "ApproveEntry", **ENTRY}, {}, came(), [{"type": "ReconsiderEntry", **ENTRY, "reason": "why"}]),
        (
            {"type": "ApproveEntry", **ENTRY},
            {"drawn": True},
            came(PAID),
            [{"type": "WithdrawEntry", **ENTRY, "title": "*", "reason": "why", "refund": 500}],
        ),
        (
            {"type": "ImportEntrants", "contest": "open"},
            {},
            came(ENTERED, {**ENTERED, "entry": {"id": "b"}}),
            [
                {"type": "WithdrawEntry", "contest": "open", "entry": "b", "title": "*", "reason": "why"},
                {"type": "WithdrawEntry", **ENTRY, "title": "*", "reason": "why"},
            ],
        ),
        (
            {"type": "TakePayment", "player": "a", "amount": 500},
            {},
            came(PAID, version=41),
            [{"type": "ReverseBooking", "booking": 41, "reason": "why"}],
        ),
        (
            {"type": "ConfirmForfeit", **MATCH},
            {},
            came({"type": "OutcomePosted", **MATCH}),
            [{"type": "VoidResult", **MATCH, "reason": "why"}],
        ),
        (
            {"type": "SetTables", "tables": ["1", "2"], "hall": "Annex"},
            {},
            came(),
            [{"type": "SetTables", "tables": [], "hall": "Annex"}],
        ),
    ],
)
def test_an_action_is_taken_back_by_its_correcting_commands(
    action: dict[str, Any], before: dict[str, Any], outcome: dict[str, Any], back: list[dict[str, Any]]
) -> None:
    assert answered(f"{FOLDER}/undo.ts", UNDO, [[action, before, outcome]]) == [back]


def test_a_full_field_stands_against_an_entry_only_until_its_place_is_free() -> None:
    full = "the field of 2 is full"
    entries = [{"id": "cy", "concerns": [full]}, {"id": "di", "concerns": [full, "Di is no member"]}]
    said = "const answer = ([left, entry, entries]) => m.standingConcerns({ entries, waiting: ['cy', 'di'], places_left: left }, entry)"
    tries: list[list[Any]] = [[0, "cy"], [1, "cy"], [1, "di"], [2, "di"], [None, "cy"]]
    assert answered(f"{FOLDER}/persons.ts", said, [[*one, entries] for one in tries]) == [
        [full],
        [],
        [full, "Di is no member"],
        ["Di is no member"],
        [],
    ]
