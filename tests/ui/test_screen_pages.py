"""What a screen in the hall has on one page: long names on two lines, draws a stretch at a time."""

from typing import Any

from tests.ui.browser_code import answered

MODULE = "pages/tournament/screen_pages.ts"


def test_a_line_is_broken_between_words_only() -> None:
    said = "const answer = ([text, width]) => m.lineCount(text, width, (part) => part.length)"
    assert answered(MODULE, said, [["Ada Garcia", 10], ["Ada Garcia", 9], ["Featherstonehaugh", 5], ["a b c d", 3]]) == [
        1,
        2,
        1,
        2,
    ]


def test_pages_are_filled_column_by_column() -> None:
    said = "const answer = ([rows, high]) => m.packed(rows, (row) => row, high, 2)"
    assert answered(MODULE, said, [[[1, 1, 1, 1, 1], 2], [[2, 1, 3, 1], 2], [[], 2]]) == [
        [[[1, 1], [1, 1]], [[1]]],
        [[[2], [1]], [[3], [1]]],
        [],
    ]


def line(number: int, status: str = "ready", home: str = "", away: str = "") -> dict[str, Any]:
    """A match of a sheet."""
    return {"pairing": str(number), "home": home or f"h{number}", "away": away or f"a{number}", "status": status}


def parts(*rounds: list[dict[str, Any]]) -> Any:
    """A bracket's parts: the round, how many matches of it, how many they lead to."""
    said = "const answer = (sheet) => m.drawParts(sheet).map(({ round, here, next }) => [round, here.length, next.length])"
    listed = [{"number": number, "lines": lines} for number, lines in enumerate(rounds, 1)]
    return answered(MODULE, said, [{"brackets": [{"name": "main", "rounds": listed}]}])[0]


def test_a_draw_is_shown_by_the_round_that_is_on_a_stretch_at_a_time() -> None:
    first, second = [line(n) for n in range(16)], [line(n, "waiting", "winner of x", "winner of y") for n in range(8)]
    assert parts(first, second) == [[1, 8, 4], [1, 8, 4]]
    played = [line(n, "played") for n in range(16)]
    assert parts(played, [line(n) for n in range(8)]) == [[2, 8, 0]]
    assert parts([line(0, "played"), line(1, "played")], [line(0, "played")]) == [[1, 2, 1]]
    assert parts(second) == [], "nobody is known yet"


def test_a_stretch_with_a_long_name_has_half_as_many_matches() -> None:
    first = [line(n) for n in range(8)]
    first[2]["home"] = "Maximilian Bartholomew Featherstone"
    assert parts(first, [line(n, "waiting", "winner of x", "winner of y") for n in range(4)]) == [[1, 4, 2], [1, 4, 2]]
