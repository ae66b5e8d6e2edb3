"""`barpoint board`, `plays`, `perft` and `--version`, as people and programs call them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from barpoint import __version__
from barpoint.board import DISCIPLINES, Position, Roll, legal_plays
from barpoint.cli import COMMANDS, run
from barpoint.notation.position_reader import read_position

Capture = pytest.CaptureFixture[str]


class Command:
    """Runs `barpoint` in this process: exit status, what it printed and what it complained of."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "argv", ["barpoint", *arguments])
        self.capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            run()
        out, err = self.capsys.readouterr()
        return int(ended.value.code or 0), out, err

    def json(self, *arguments: str) -> Any:
        status, out, _ = self(*arguments, "--json")
        assert status == 0
        return json.loads(out)


@pytest.fixture
def barpoint(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Command:
    return Command(monkeypatch, capsys)


def test_the_version_is_printed(barpoint: Command) -> None:
    assert barpoint("--version") == (0, f"barpoint {__version__}\n", "")


@pytest.mark.clause("ibf:2.16", "ibf:3.1c", "trad:overview-2")
@pytest.mark.parametrize(
    ("position", "counted"),
    [("start", (5, 3, 2, 5)), ("x 13:1 24:1 | o 6:5", (0, 0, 1, 1)), ("longgammon start", (0, 0, 0, 15))],
)
def test_the_checkers_are_counted_by_the_names_of_the_four_sixes(
    barpoint: Command, position: str, counted: tuple[int, ...]
) -> None:
    ours, _ = barpoint.json("board", position)["quadrants"]
    assert tuple(ours) == ("home", "outer", "opponent's home", "opponent's outer")
    assert tuple(ours.values()) == counted


@pytest.mark.parametrize(
    ("depth", "options", "nodes"),
    [
        ("1", [], 447),
        ("2", [], 202_782),
        ("1", ["--weighted"], 637),
        ("2", ["--weighted"], 419_783),
        ("2", ["--weighted", "--jobs", "2"], 419_783),
        ("2", ["--position", "4HPwATDgc/ABMA"], 202_782),
    ],
)
def test_perft_counts_the_positions_ahead(barpoint: Command, depth: str, options: list[str], nodes: int) -> None:
    counted = barpoint.json("perft", depth, *options)
    assert counted["depth"] == int(depth)
    assert counted["nodes"] == nodes
    assert counted["seconds"] >= 0


@pytest.mark.parametrize("name", DISCIPLINES)
def test_perft_split_at_the_root_counts_what_it_counts_whole(barpoint: Command, name: str) -> None:
    split = barpoint.json("perft", "2", "--discipline", name, "--jobs", "2")
    assert split["discipline"] == name
    assert split["nodes"] == barpoint.json("perft", "2", "--discipline", name)["nodes"]


def test_help_lists_every_command_by_its_name(barpoint: Command) -> None:
    status, out, _ = barpoint("--help")
    listed = {line.strip("│ ").split(" ")[0] for line in out.splitlines() if line.startswith("│ ")}
    assert status == 0
    assert set(COMMANDS) <= listed


def test_perft_tells_people_how_many_and_how_long(barpoint: Command) -> None:
    status, out, _ = barpoint("perft", "2")
    assert status == 0
    assert out.startswith("perft 2: 202,782 positions in ")


def test_plays_lists_every_legal_play_once(barpoint: Command) -> None:
    status, out, err = barpoint("plays", "start", "31")
    assert status == 0
    assert len(out.splitlines()) == 16
    assert "8/5 6/5" in out.splitlines()
    assert err == "16 plays of 31\n"


def test_plays_as_json_carry_text_hops_and_the_position_after(barpoint: Command) -> None:
    answer = barpoint.json("plays", "longgammon start", "6-6")
    plays = legal_plays(read_position("longgammon start"), Roll(6, 6))
    assert answer["count"] == len(plays)
    assert answer["roll"] == "66"
    assert answer["plays"][0]["hops"] == [list(hop) for hop in plays[0].hops]
    assert read_position(answer["plays"][0]["after"]) == plays[0].after


def test_a_roll_without_a_play_is_said_so(barpoint: Command) -> None:
    status, out, err = barpoint("plays", "x bar:1 13:14 | o 6:3 5:3 4:3 3:2 2:2 1:2", "65")
    assert (status, out, err) == (0, "", "no play of 65\n")


def test_board_draws_in_letters(barpoint: Command) -> None:
    status, out, _ = barpoint("board", "start", "--roll", "31")
    assert status == 0
    assert out.startswith(" +13-14-15-16-17-18------19-20-21-22-23-24-+   O: 167 pips\n")
    assert "X to play 3-1" in out


def test_board_writes_pictures(barpoint: Command, tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    status, out, _ = barpoint("board", "longgammon start", "--svg", str(svg), "--png", str(png), "--theme", "dark")
    assert (status, out) == (0, "")
    assert svg.read_text(encoding="utf-8").startswith("<svg ")
    with Image.open(png) as image:
        assert image.format == "PNG"


def test_board_as_json_gives_every_id(barpoint: Command) -> None:
    facts = barpoint.json("board", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10")
    assert read_position(facts["position"]) == Position.start()
    assert facts["position_id"] == "4HPwATDgc/ABMA"
    assert facts["gnubg_id"] == "4HPwATDgc/ABMA:cInlADAAEAAE"
    assert facts["xgid"] == "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:3:0:7:10"
    assert facts["pips"] == [167, 167]
    assert facts["problems"] == []


def test_an_id_that_has_no_form_for_a_discipline_is_null(barpoint: Command) -> None:
    facts = barpoint.json("board", "longgammon start")
    assert facts["position_id"] is facts["gnubg_id"] is facts["xgid"] is None


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["board", "nonsense"], "expected a position"),
        (["board", "x 24:16 | o 24:2"], "15 checkers"),
        (["board", "start", "--discipline", "chess"], "no discipline is called 'chess'"),
        (["board", "start", "--svg", "/nowhere/at/all.svg"], "cannot write /nowhere/at/all.svg"),
        (["board", "start", "--theme", "loud"], "loud"),
        (["plays", "start", "07"], "from 1 to 6"),
        (["plays", "start", "3"], "two dice"),
        (["perft", "0"], "0 is not in the range"),
        (["perft", "two"], "two"),
        (["perft", "2", "--position", "x bar:20 | o 24:2"], "15 checkers"),
        (["bord", "start"], "Did you mean 'board'"),
    ],
)
def test_bad_input_ends_with_status_two_and_what_was_expected(
    barpoint: Command, arguments: list[str], said: str
) -> None:
    status, out, err = barpoint(*arguments)
    assert status == 2
    assert out == ""
    assert said in " ".join(err.split())


@pytest.mark.parametrize("command", ["board", "plays", "perft"])
def test_every_command_has_help_with_an_example(barpoint: Command, command: str) -> None:
    status, out, _ = barpoint(command, "--help")
    assert status == 0
    assert f"Example: barpoint {command}" in out


def test_what_a_command_does_not_need_is_not_imported() -> None:
    code = "import sys; from barpoint.cli import app; import barpoint.cli.files.position; print(*sys.modules)"
    loaded = set(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    )
    assert loaded.isdisjoint({"numpy", "numba", "PIL", "textual", "typst"})


@pytest.mark.parametrize(
    ("position", "roll", "play", "answer"),
    [
        ("start", "43", "24/20 13/10", "24/20 13/10 is legal with 43, hop by hop 24/20 13/10"),
        ("start", "43", "13/6", "13/6 is legal with 43, hop by hop"),
    ],
)
def test_a_play_is_found_legal(barpoint: Command, position: str, roll: str, play: str, answer: str) -> None:
    status, out, _ = barpoint("plays", position, roll, "--check", play)
    assert (status, out.startswith(answer)) == (0, True)


@pytest.mark.parametrize("play", ["10/4 7/2", "13/9", "8/4 13/8", "24/17 24/17"])
def test_a_play_that_is_not_legal_says_why(barpoint: Command, play: str) -> None:
    status, out, _ = barpoint("plays", "start", "43", "--check", play)
    assert (status, out.startswith(f"{play} is not legal with 43: ")) == (1, True)
    status, out, _ = barpoint("plays", "start", "43", "--check", play, "--json")
    verdict = json.loads(out)
    assert (status, verdict["legal"]) == (1, False)
    assert verdict["why"]
    assert verdict["code"]


def test_every_listed_play_is_legal_when_it_is_checked(barpoint: Command) -> None:
    for play in legal_plays(Position.start(), Roll.parse("63")):
        assert barpoint("plays", "start", "63", "--check", str(play))[0] == 0


def test_an_illegal_play_names_the_clauses_of_a_book(barpoint: Command) -> None:
    one_not_both = ("plays", "x 20:1 3:7 2:7 | o 15:2 24:13", "64", "--check", "20/16")
    status, out, _ = barpoint(*one_not_both, "--book", "trad")
    assert (status, out.strip()[-17:]) == (1, "(trad:movement-4c)"[-17:])
    assert json.loads(barpoint(*one_not_both, "--book", "trad", "--json")[1])["clauses"] == ["trad:movement-4c"]
    status, _, error = barpoint(*one_not_both, "--book", "fide")
    assert (status, "expected one of the books" in error) == (2, True)
