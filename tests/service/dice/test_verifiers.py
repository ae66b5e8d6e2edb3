"""Three verifiers, one answer: the program's, the standalone file's and the page's, on the same vectors."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final, get_args

import pytest

from barpoint.match import events as e
from tests.service.dice.vectors import VECTORS, applied, written
from tests.service.dice.verifiers import COMPARED, STANDALONE, Answer, by_page, by_program, by_standalone, standalone
from tests.ui.browser_code import answered

Case = tuple[str, Answer, Answer | None, bool, int]


def cases() -> list[Case]:
    """Each with its file, what was kept, whether it has to be refused, and how many rolls are covered."""
    vectors = json.loads(VECTORS.read_text("utf-8"))
    found = []
    for case in vectors["cases"]:
        kept = applied(vectors["kept"][case["kept"]], case.get("kept_edits", [])) if "kept" in case else None
        file = applied(vectors["files"][case["file"]], case.get("edits", []))
        found.append((case["name"], file, kept, case["refused"], case.get("covered", 0)))
    return found


CASES: Final = cases()
NAMES: Final = [name for name, *_ in CASES]


def refuses(answer: Answer) -> bool:
    """Whether a verifier does not take a file for honest."""
    return "malformed" in answer or bool(answer["wrong"])


def test_every_event_of_a_match_is_known_to_the_verifiers_with_its_fields() -> None:
    common = {"at", "person", "lag"}
    kinds = [(kind.__struct_config__.tag, kind.__struct_encode_fields__) for kind in get_args(e.AnyEvent)]
    fields = {tag: set(names) - common for tag, names in kinds}
    (of_page,) = answered("dice/proof.ts", "const answer = () => m.LOG", [0])
    for known in (standalone().LOG_FIELDS, of_page):
        assert {kind: set(names.split()) for kind, names in known.items()} == fields


def test_the_vectors_are_what_the_recipe_makes() -> None:
    assert VECTORS.read_text("utf-8") == written()


def test_there_are_forgeries_enough_and_every_honest_file_is_among_them() -> None:
    assert sum(refused for _, _, _, refused, _ in CASES) >= 60
    assert len(set(NAMES)) == len(NAMES)


@pytest.fixture(scope="module")
def of_page() -> dict[str, Answer]:
    return dict(zip(NAMES, by_page([(file, kept) for _, file, kept, *_ in CASES]), strict=True))


@pytest.mark.parametrize(("name", "file", "kept", "refused", "covered"), CASES, ids=NAMES)
def test_three_verifiers_agree(
    name: str, file: Answer, kept: Answer | None, refused: bool, covered: int, of_page: dict[str, Answer]
) -> None:
    answers = [by_program(file, kept), by_standalone(standalone(), file, kept), of_page[name]]
    assert [refuses(answer) for answer in answers] == [refused] * 3, answers
    if not refused:
        first, *others = [{key: answer[key] for key in COMPARED} for answer in answers]
        assert others == [first, first]
        codes = {code for code, *_ in first["reservations"]}
        assert "result" in codes
        assert ("by_hand" in codes) == bool(first["by_hand"])
        assert ("file_only" in codes) == (kept is None)
        assert first["covered"] == covered
        assert ("unkept" in codes) == (kept is not None and covered < first["proven"] + first["waiting"])
        assert not (kept or {}).get("unseen") or "unwitnessed" in codes
        assert ("stopped" in codes) == (kept is not None and bool(kept.get("problem")))


def test_the_standalone_verifier_is_one_file_of_the_standard_library(tmp_path: Path) -> None:
    name, file, kept, *_ = CASES[0]
    for part, written_file in (("dice", file), ("kept", kept)):
        (tmp_path / f"{part}.json").write_text(json.dumps(written_file))
    command = [sys.executable, "-I", "-S", str(STANDALONE), "dice.json", "kept.json"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, ""), name
    assert "rolls follow from what was published." in run.stdout
    assert "barpoint" not in {
        line.split()[1] for line in STANDALONE.read_text().splitlines() if line.startswith("import")
    }
    (tmp_path / "dice.json").write_text(json.dumps({**file, "log": file["log"][:-8]}))
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode == 1


def test_a_log_without_one_of_its_plays_is_wrong_and_never_a_surprise() -> None:
    file = json.loads(VECTORS.read_text("utf-8"))["files"]["long"]
    plays = [place for place, event in enumerate(file["log"]) if event["type"] == "Played"]
    for place in plays:
        answer = by_program({**file, "log": [*file["log"][:place], *file["log"][place + 1 :]]}, None)
        assert answer.get("wrong"), answer


@pytest.mark.parametrize("field", ["winner", "level", "cube", "points"])
def test_a_result_that_the_play_does_not_give_is_wrong(field: str) -> None:
    file = json.loads(VECTORS.read_text("utf-8"))["files"]["people"]
    assert not by_program(file, None)["wrong"]
    ends = [event for event in file["log"] if event["type"] == "GameEnded"]
    record = ends[-1]["record"]
    record[field] = {"white": "black", "black": "white"}.get(record[field], 3)
    assert by_program(file, None)["wrong"]


def test_a_match_won_by_the_other_side_than_the_score_says_is_wrong() -> None:
    file = json.loads(VECTORS.read_text("utf-8"))["files"]["people"]
    ended = file["log"][-1]
    ended["winner"] = {"white": "black", "black": "white"}[ended["winner"]]
    assert any("than the score says" in wrong for wrong in by_program(file, None)["wrong"])


@pytest.mark.parametrize(
    ("file", "kept"), [(None, "null"), (None, "[" * 100_000), ("[" * 100_000, None), ("null", None), ("floats", None)]
)
def test_what_nobody_can_read_ends_with_one_line(file: str | None, kept: str | None, tmp_path: Path) -> None:
    document = json.loads(VECTORS.read_text("utf-8"))["files"]["people"]
    if file == "floats":
        roll = next(event for event in document["log"] if event["type"] == "DiceRolled")
        roll["dice"], file = [float(die) for die in roll["dice"]], None
    (tmp_path / "dice.json").write_text(json.dumps(document) if file is None else file)
    (tmp_path / "kept.json").write_text(kept or "")
    command = [sys.executable, "-I", "-S", str(STANDALONE), "dice.json", *(["kept.json"] if kept else [])]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("cannot be read: ")
    assert run.stderr.count("\n") == 1
