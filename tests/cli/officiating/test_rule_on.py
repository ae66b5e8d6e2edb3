"""`barpoint rule-on` from the outside."""

import json
from pathlib import Path

import pytest

from barpoint.match.events import encode
from barpoint.officiating.judgement import all_kinds
from tests.cli.command_line import Ran, runner
from tests.match.match_table import (
    BLACK,
    RECORDED,
    WHITE,
    Table,
)

BREAK = ("break_request", "who=white", "length=9", "between_games=yes", "used=0")


@pytest.fixture
def rule_on(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ran:
    return runner("rule-on", capsys, monkeypatch)


def test_every_kind_is_listed_with_the_schema_of_its_facts(rule_on: Ran) -> None:
    listed = json.loads(rule_on("--list", "--json"))
    assert [one["name"] for one in listed] == sorted(all_kinds())
    for one in listed:
        assert set(one["schema"]["properties"]) == set(all_kinds()[one["name"]].questions)
        assert one["clauses"]


def test_the_list_for_people_names_kinds_and_books(rule_on: Ran) -> None:
    out = rule_on("--list")
    assert "slow_play" in out
    assert "A player plays too slowly" in out


def test_the_list_may_be_of_those_that_fit_the_words(rule_on: Ran) -> None:
    listed = json.loads(rule_on("cocked", "die", "--list", "--json"))
    assert listed[0]["name"] == "cocked_die"
    assert len(listed) < 10
    assert len(rule_on("cocked", "die", "--list", columns=80).splitlines()) <= 24


def test_facts_on_the_line_and_from_a_file_give_the_same_ruling(rule_on: Ran, tmp_path: Path) -> None:
    file = tmp_path / "facts.json"
    file.write_text('{"who": "white", "length": 9, "between_games": true, "used": 0}')
    on_the_line = rule_on(*BREAK, "--book", "bws", "--json")
    from_file = rule_on("break_request", "--facts", str(file), "--book", "bws", "--json")
    piped = rule_on("break_request", "--facts", "-", "--book", "bws", "--json", typed=file.read_text())
    mixed = rule_on(*BREAK[:3], "--facts", "between_games=yes", "--facts", "used=0", "--book", "BWS", "--json")
    inline = rule_on("break_request", "--facts", file.read_text(), "--book", "bws", "--json")
    assert on_the_line == from_file == piped == mixed == inline
    assert json.loads(on_the_line)["answer"] == "ruling"


def test_the_record_of_the_page_makes_a_second_offence(rule_on: Ran, tmp_path: Path) -> None:
    """The example of docs/officiating.md."""
    page = (Path(__file__).parents[3] / "docs/officiating.md").read_text("utf-8")
    example = page.split("```json\n", 1)[1].split("```", 1)[0]
    file = tmp_path / "record.json"
    file.write_text(example)
    facts = (
        "fast_grab",
        "--facts",
        '{"grabber": "white", "rolled": false, "timed": false, "opening": false}',
        "--book",
        "ibf",
        "--json",
    )
    first, second = rule_on(*facts), rule_on(*facts, "--record", str(file))
    assert json.loads(first) != json.loads(second)


def test_json_asks_nothing_and_says_what_is_missing(rule_on: Ran) -> None:
    answer = json.loads(rule_on("break_request", "who=white", "--book", "bws", "--json"))
    assert (answer["answer"], answer["question"]["key"]) == ("need_facts", "length")


def test_a_silent_book_names_the_others(rule_on: Ran) -> None:
    answer = json.loads(rule_on("break_request", "--book", "trad", "--json"))
    assert (answer["answer"], answer["covered"]) == ("discretion", False)
    assert [book for book, _ in answer["elsewhere"]] == ["ibf", "usbgf", "bws", "guide"]


def test_all_books_answer_in_json(rule_on: Ran) -> None:
    answers = json.loads(rule_on(*BREAK, "--all-books", "--json"))
    assert {one["book"] for one in answers} == {"ibf", "usbgf", "bws", "guide", "trad"}


def test_earlier_offences_climb_the_ladder(rule_on: Ran, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text('{"entries": [{"person": "White", "kind": "repeated_illegal_moves", "step": "warning"}]}')
    words = ("repeated_illegal_moves", "who=white", "--book", "usbgf", "--json")
    first, second = json.loads(rule_on(*words)), json.loads(rule_on(*words, "--record", str(file)))
    assert first["penalties"][0]["step"] == "warning"
    assert second["say"] != first["say"]


def test_an_interview_finds_the_kind_asks_and_rules(rule_on: Ran) -> None:
    typed = "bws\nmay I have a break\n1\nred\nwhite\n9\nyes\n0\n"
    out = rule_on(typed=typed)
    assert "A player asks for a break" in out
    assert "expected white or black, not 'red'" in out
    assert "Is it between games? (yes or no)" in out
    assert "White has a break of" in out
    assert "bws:2.2.2a" in out


def test_none_of_these_lets_one_say_it_otherwise(rule_on: Ran) -> None:
    out = rule_on("toilet", "--book", "trad", typed="0\nxylophone\nslow play\n1\n")
    assert "Nothing fits these words" in out
    assert "not covered by this book" in out


def test_an_impossible_fact_is_asked_for_again(rule_on: Ran) -> None:
    out = rule_on(*BREAK, "used=99", "--book", "bws", typed="0\n")
    assert "That cannot be: the player has" in out
    assert "White has a break of" in out


@pytest.mark.parametrize(("columns", "tables"), [(50, 4), (80, 2), (200, 1)])
def test_all_books_side_by_side_fold_on_narrow_screens(rule_on: Ran, columns: int, tables: int) -> None:
    out = rule_on(*BREAK, "--all-books", typed="9:00\n0:00\n10:30\n", columns=columns)
    assert out.count("┏") == tables
    assert {len(line) for line in out.splitlines() if line[:1] in set("┏┃┡│├└")} == {columns}
    assert "Not covered by Traditional Backgammon Rules." in " ".join(out.split())


def match_file(folder: Path) -> Path:
    """Bob has played a five as a four, and ended his turn."""
    table = Table.under("usbgf", RECORDED).opening(3, 1).play(WHITE, (8, 5), (6, 5)).roll(BLACK, 6, 4)
    table.play(BLACK, (24, 18), (13, 8))
    path = folder / "t4.jsonl"
    path.write_bytes(b"".join(encode(event) + b"\n" for event in table.log))
    return path


def test_a_match_answers_the_questions_and_names_the_book(rule_on: Ran, tmp_path: Path) -> None:
    out = rule_on("illegal_play", "--match", str(match_file(tmp_path)))
    assert "Who made the play: Bob" in out
    assert "USBGF: A play was not legal" in out


def test_a_ruling_is_kept_carried_out_and_printed(rule_on: Ran, tmp_path: Path) -> None:
    match, case, paper = match_file(tmp_path), tmp_path / "cases" / "t4.jsonl", tmp_path / "t4.pdf"
    before = len(match.read_bytes().splitlines())
    words = ("illegal_play", "--match", str(match), "--apply", "--save", str(case), "--by", "Dora", "--pdf", str(paper))
    answer = json.loads(rule_on(*words, "--json").split(str(paper))[0])
    assert answer["answer"] == "ruling"
    assert answer["kept"] == {"case:t4": 3, "match:t4": before + 1}
    assert b'"type":"GameRestored"' in match.read_bytes().splitlines()[-1]
    assert paper.read_bytes().startswith(b"%PDF")
    assert "needs its reason" in rule_on(*words, "--json", status=2)


def test_a_remedy_is_applied_without_a_case(rule_on: Ran, tmp_path: Path) -> None:
    match = match_file(tmp_path)
    before = len(match.read_bytes().splitlines())
    rule_on("illegal_play", "--match", str(match), "--apply", "--json")
    assert len(match.read_bytes().splitlines()) == before  # nobody has ruled
    out = rule_on("illegal_play", "--match", str(match), "--apply", "--by", "Dora")
    assert f"match:t4 at version {before + 1}" in out


def test_a_length_put_right_during_a_game_takes_over_at_its_end(rule_on: Ran, tmp_path: Path) -> None:
    match = match_file(tmp_path)
    facts = ("played_to=7", "designated=5", "score_white=0", "score_black=0", "when=during_game", "knew=nobody")
    rule_on("wrong_length", *facts, "--match", str(match), "--apply", "--by", "Dora", "--json")
    corrected = json.loads(match.read_bytes().splitlines()[-1])
    assert (corrected["type"], corrected["length"]["points"], corrected["after_game"]) == ("LengthCorrected", 5, True)


def test_the_official_is_asked_to_confirm_and_to_choose(rule_on: Ran, tmp_path: Path) -> None:
    case = tmp_path / "c.jsonl"
    facts = ("by=black", "fault=wrong_pips", "stage=turn_ended", "game_over=no")
    words = ("illegal_play", *facts, "--book", "ibf", "--save", str(case))
    out = rule_on(*words, "--white", "Ann", "--black", "Bob", typed="y\nDora\n9\n2\n")
    assert "expected a number from 1 to 2, not 9" in out
    ruling = json.loads(case.read_bytes().splitlines()[-1])
    assert (ruling["type"], ruling["by"], ruling["chosen"]) == ("RulingGiven", "Dora", "correct")


@pytest.mark.clause("ibf:17.1b", "ibf:17.1d")
@pytest.mark.parametrize(
    ("words", "event"),
    [(("--choose", "point"), "PointsAwarded"), (("--choose", "time_off", "amount=60s"), "ClockAdjusted")],
)
def test_a_sanction_that_is_chosen_is_carried_out(
    rule_on: Ran, tmp_path: Path, words: tuple[str, ...], event: str
) -> None:
    table = Table.under("IBF Backgammon", RECORDED, length=5).opening(3, 1)
    match, case = tmp_path / "t4.jsonl", tmp_path / "c.jsonl"
    match.write_bytes(b"".join(encode(event) + b"\n" for event in table.log))
    told = ("ibf_sanction", "who=white", "ground=unsporting", "time_white=500s", "time_black=500s")
    rule_on(*told, *words, "--match", str(match), "--save", str(case), "--by", "Dora", "--apply", "--json")
    assert json.loads(match.read_bytes().splitlines()[-1])["type"] == event


@pytest.mark.clause("ibf:17.1b")
def test_a_sanction_without_its_figure_is_not_given(rule_on: Ran, tmp_path: Path) -> None:
    match, case = match_file(tmp_path), tmp_path / "c.jsonl"
    before = match.read_bytes()
    words = ("ibf_sanction", "who=white", "ground=unsporting", "--book", "ibf", "--match", str(match))
    given = ("--save", str(case), "--by", "Dora", "--choose", "time_off", "--apply", "--json")
    assert "How much time" in rule_on(*words, *given, status=2)
    assert match.read_bytes() == before
    assert not case.exists()


def test_what_nobody_confirms_stays_open(rule_on: Ran, tmp_path: Path) -> None:
    case = tmp_path / "c.jsonl"
    rule_on(*BREAK, "--book", "bws", "--save", str(case), typed="n\n")
    assert [json.loads(line)["type"] for line in case.read_bytes().splitlines()] == ["CaseOpened", *["FactGiven"] * 4]


def test_an_official_rules_otherwise_with_the_reason(rule_on: Ran, tmp_path: Path) -> None:
    case, own = tmp_path / "c.jsonl", tmp_path / "own.json"
    own.write_text('{"say": "No break now.", "remedies": [{"remedy": "PlayOn"}]}')
    words = (*BREAK, "--book", "bws", "--save", str(case), "--by", "Dora", "--own", str(own), "--json")
    assert "needs its reason" in rule_on(*words, status=2)
    rule_on(*words, "--reason", "the hall closes")
    ruling = json.loads(case.read_bytes().splitlines()[-1])
    assert (ruling["say"], ruling["followed"], ruling["reason"]) == ("No break now.", False, "the hall closes")
    own.write_text("{}")
    assert "expected a ruling with say" in rule_on(*words, status=2)


def test_the_ladder_reads_the_ledger_beside_the_case(rule_on: Ran, tmp_path: Path) -> None:
    words = ("repeated_illegal_moves", "who=white", "--book", "usbgf", "--white", "Ann", "--black", "Bob", "--json")
    first = json.loads(rule_on(*words, "--save", str(tmp_path / "a.jsonl"), "--by", "Dora"))
    second = json.loads(rule_on(*words, "--save", str(tmp_path / "b.jsonl")))
    assert second["say"] != first["say"]
    assert "a choice to be made first: time, points" in rule_on(
        *words, "--save", str(tmp_path / "c.jsonl"), "--by", "Dora", status=2
    )
    assert not (tmp_path / "c.jsonl").exists()


def test_an_event_brings_its_own_options(rule_on: Ran, tmp_path: Path) -> None:
    file, case = tmp_path / "open.toml", tmp_path / "c.jsonl"
    file.write_text(EVENT.format(size=3))
    rule_on(*BREAK, "--event", str(file), "--save", str(case), "--json")
    opened = json.loads(case.read_bytes().splitlines()[0])
    assert (opened["profile"]["event"], opened["profile"]["options"]["committee_size"]) == ("Autumn Open", 3)
    file.write_text(EVENT.format(size=4))
    assert "bws:1.3.2a" in rule_on(*BREAK, "--event", str(file), "--json", status=2)
    assert "expected a TOML file" in rule_on(*BREAK, "--event", "missing.toml", "--json", status=2)


EVENT = """
event = "Autumn Open"
preset = "BWS"
announced = 2026-10-01T12:00:00Z
starts = 2026-11-15T10:00:00Z
[options]
committee_size = {size}
"""


def test_markdown_has_the_facts_and_the_ruling(rule_on: Ran) -> None:
    out = rule_on(*BREAK, "--book", "bws", "--markdown")
    assert out.startswith("# A player asks for a break")
    assert "- **Whose break is it?**: White" in out
    assert "## Backgammon World Series Tournament Rules: ruling" in out
    asked = rule_on(*BREAK[:2], "--book", "bws", "--markdown", typed="9\nyes\n0\n")
    assert "\n# A player asks for a break\n" in asked  # what a terminal echoes stays on a line of its own


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("no_such_kind", "--book", "bws", "--json"), "no incident is called 'no_such_kind'"),
        (("forgot the clock", "--book", "bws", "--json"), "near are forgotten_press"),
        (("slow_play", "--json"), "expected --book"),
        (("slow_play", "--book", "bws", "--apply", "--json"), "expected --match"),
        (("slow_play", "--all-books", "--save", "x.jsonl", "--json"), "expected one book"),
        (("slow_play", "--match", "missing.jsonl", "--json"), "expected the log of a match at missing.jsonl"),
        (("slow_play", "--book", "bwz", "--json"), "expected one of the presets"),
        (("slow_play", "what=1", "--book", "bws", "--json"), "has no fact 'what'"),
        (("slow_play", "who=red", "--book", "bws", "--json"), "expected white or black"),
        (("slow_play", "--facts", "missing.json", "--book", "bws", "--json"), "expected a JSON file at missing.json"),
        (("slow_play", "--facts", "-", "--book", "bws", "--json"), "expected facts as a JSON object"),
    ],
)
def test_bad_input_ends_with_status_two_and_what_was_expected(
    rule_on: Ran, words: tuple[str, ...], expected: str
) -> None:
    assert expected in rule_on(*words, status=2)


def test_a_clause_lists_the_kinds_ruled_on_by_it(rule_on: Ran) -> None:
    out = rule_on("--list", "usbgf:4.4.8a")
    assert "dead_cube" in out
    assert "fast_roll" not in out


@pytest.mark.clause("usbgf:2.2.4d")
def test_a_folder_of_cases_carries_the_delay_of_a_match(rule_on: Ran, tmp_path: Path) -> None:
    late = ("late_start", "who=white", "length=9", "due=14:00", "ready_white=14:08", "resuming=no", "charged_white=0")
    pair = ("--book", "usbgf", "--white", "Ann", "--black", "Bob", "--json")
    assert json.loads(rule_on(*late, *pair, "--save", str(tmp_path / "a.jsonl"), "--by", "Dora"))["answer"] == "ruling"
    overrun = ("break_overrun", "who=white", "break_start=14:48", "break_end=15:00")
    scores = ("score_white=0", "score_black=0")
    first = json.loads(rule_on(*overrun, *scores, *pair, "--save", str(tmp_path / "b.jsonl"), "--by", "Dora"))
    assert first["answer"] == "ruling", first
    assert first["relied_on"]["charged_white"] == 8 * 60_000
    assert first["relied_on"]["started"] == (14 * 60 + 8) * 60_000
    again = ("break_overrun", "who=white", "break_start=16:00", "break_end=16:10")
    second = json.loads(rule_on(*again, *scores, *pair, "--save", str(tmp_path / "c.jsonl")))
    assert second["relied_on"]["charged_white"] == first["consequences"]["delay"][0]
    other = json.loads(rule_on(*again, "--book", "usbgf", "--white", "Eve", "--black", "Bob", "--json",
                               "--save", str(tmp_path / "d.jsonl")))  # fmt: skip
    assert other["answer"] == "need_facts"
