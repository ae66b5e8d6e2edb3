"""`barpoint ratings`, as people and programs call it."""

import json
import sys
import zipfile
from pathlib import Path

import pytest

from barpoint import Tournament
from barpoint.cli import run
from barpoint.notation import convert_match, read_path
from barpoint.notation.files import FORMS

SEASON = """id,at,winner,loser,length,kind,reason
m1,1,Ada,Bo,7,,
m2,2,Bo,Cy,5,forfeit,
m3,3,Cy,Ada,9,,
"""


@pytest.fixture
def season(tmp_path: Path) -> str:
    file = tmp_path / "season.csv"
    file.write_text(SEASON)
    return str(file)


def called(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    monkeypatch.setattr(sys, "argv", ["barpoint", "ratings", *arguments])
    with pytest.raises(SystemExit) as ended:
        run()
    return int(ended.value.code or 0)


def test_a_ladder_is_rebuilt_for_programs(
    season: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called(monkeypatch, "rebuild", season, "--json") == 0
    data = json.loads(capsys.readouterr().out)
    ladder = data["pools"]["backgammon/standard"]
    assert [row["player"] for row in ladder] == ["Cy", "Ada", "Bo"]
    assert data["not_counted"] == [{"id": "m2", "kind": "forfeit", "why": "given without a roll"}]


@pytest.mark.parametrize("system", ["fibs", "elo", "glicko", "glicko2"])
def test_a_ladder_is_printed_for_people(
    system: str, season: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called(monkeypatch, "rebuild", season, "--system", system, "--counts", "normal,forfeit") == 0
    out = capsys.readouterr().out
    assert all(name in out for name in ("Ada", "Bo", "Cy", system))


def test_names_that_look_like_markup_and_dates_are_read_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "season.csv"
    file.write_text(
        "id,at,winner,loser,length\nm1,2026-05-01,[/x],[tr]ali,7\nm2,2026-05-01T14:30+02:00,:smile:,[/x],7\n"
    )
    assert called(monkeypatch, "rebuild", str(file)) == 0
    out = capsys.readouterr().out
    assert all(name in out for name in ("[/x]", "[tr]ali", ":smile:"))
    file.write_text("id,at,winner,loser,length\nm1,1st of May,Ada,Bo,7\n")
    assert called(monkeypatch, "rebuild", str(file)) == 2
    assert "line 2: expected a date such as 2026-05-01" in capsys.readouterr().err


def test_a_change_is_explained(
    season: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called(monkeypatch, "explain", season, "m1") == 0
    assert "1500.00 +26.46 = 1526.46" in capsys.readouterr().out
    assert called(monkeypatch, "explain", season, "m2") == 0
    assert "does not count" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("rebuild", "nowhere.csv"), "cannot read"),
        (("rebuild", "season.txt"), "cannot read"),
        (("rebuild", "{season}", "--counts", "lucky"), "lucky"),
        (("explain", "{season}", "m9"), "m9"),
    ],
)
def test_bad_input_ends_with_status_2_and_what_was_expected(
    arguments: tuple[str, ...],
    says: str,
    season: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert called(monkeypatch, *(part.format(season=season) for part in arguments)) == 2
    assert says in capsys.readouterr().err


MAT = """; [EventDate "2026.02.03"]

 1 point match

 Game 1
 Ada : 0                              Bo : 0
  1) 31: 8/5 6/5                      62: 24/18 13/11
      Wins 1 point and the match
"""


def test_a_folder_of_lists_tournaments_and_match_files_is_read(
    season: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(season).parent
    (folder / "ada-bo.mat").write_text(MAT)
    (folder / "broken.mat").write_text("no match at all")
    tournament = Tournament(folder / "spring.jsonl", name="Spring")
    tournament.add_event("open", length=5, seed="x")
    for name in ("Ada", "Bo", "Cy", "Dot"):
        tournament.enter(name)
    for pairing in tournament.draw():
        tournament.post(pairing.id, pairing.players[0], "5-2")
    assert called(monkeypatch, "rebuild", str(folder), "--json") == 0
    out, err = capsys.readouterr()
    rows = {row["player"]: row for row in json.loads(out)["pools"]["backgammon/standard"]}
    assert {name: row["matches"] for name, row in rows.items()} == {"Ada": 4, "Bo": 3, "Cy": 2, "Dot": 1}
    assert "broken.mat" in err
    assert called(monkeypatch, "explain", str(folder / "ada-bo.mat"), str(folder / "ada-bo.mat")) == 0
    assert "Ada (backgammon/standard)" in capsys.readouterr().out
    assert called(monkeypatch, "rebuild", str(folder / "spring.jsonl"), "--json") == 0
    assert called(monkeypatch, "rebuild", str(tmp_path / "nothing.mat")) == 2


LISTED = "Who;Strength;No\nAda;1712,5;7\nBo Lund;1500;8\nBo Lund;1450;9\nCy;strong;10\n"


def test_a_federations_list_is_imported_matched_and_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    may, kept, mapping = tmp_path / "may.csv", tmp_path / "federation.json", tmp_path / "mapping.json"
    may.write_text(LISTED)
    mapping.write_text(json.dumps({"name": ["Who"], "rating": "Strength", "number": "No"}))
    assert called(monkeypatch, "lists", "read", str(may)) == 2
    assert "say which of Who, Strength, No they are" in capsys.readouterr().err
    assert called(monkeypatch, "lists", "import", str(may), str(kept), "--mapping", str(mapping)) == 0
    out, err = capsys.readouterr()
    assert "3 read, 1 left out" in out
    assert "line 5: expected a rating as a number, not 'strong'" in err
    assert called(monkeypatch, "lists", "import", str(may), str(kept)) == 0, "by the mapping that was kept"
    file = tmp_path / "spring.jsonl"
    spring = Tournament(file, name="Spring")
    spring.add_event("open", seed="x")
    for name in ("Ada", "Bo Lund", "Cy"):
        spring.enter(name)
    capsys.readouterr()
    assert called(monkeypatch, "lists", "match", str(kept), str(file), "open", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert [(one["person"]["id"], one["by"]) for one in found] == [
        ("ada", "name"),
        ("bo-lund", "likely"),
        ("cy", "nobody"),
    ]
    words = ["--same", "bo-lund=9", "--take"]
    assert called(monkeypatch, "lists", "match", str(kept), str(file), "open", *words) == 0
    state = Tournament(file).state
    assert state.contests["open"].settings.rating_list == "list:federation"
    ratings = {id: entry.rating for id, entry in state.contests["open"].entries.items()}
    assert ratings == {"ada": 1712.5, "bo-lund": 1450.0, "cy": None}
    assert state.players["bo-lund"].member == "9"
    capsys.readouterr()
    assert called(monkeypatch, "lists", "csv", str(kept)) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["number,name,club,rating", "7,Ada,,1712.5"]


def test_a_ladder_goes_out_as_csv_and_as_json(
    season: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert called(monkeypatch, "export", season) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "pool,place,player,name,rating,deviation,matches,experience"
    assert [line.split(",")[2] for line in lines[1:]] == ["Cy", "Ada", "Bo"]
    assert called(monkeypatch, "export", season, "--json", "--pool", "backgammon/standard") == 0
    assert list(json.loads(capsys.readouterr().out)["pools"]) == ["backgammon/standard"]


ELEVEN = Path(__file__).parents[2] / "e2e" / "eleven-points.mat"


def test_a_match_that_lies_there_in_three_forms_is_rated_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    loaded = read_path(ELEVEN)
    folder = tmp_path / "season"
    folder.mkdir()
    (folder / "final.mat").write_text(ELEVEN.read_text())
    (folder / "final.sgf").write_bytes(convert_match(loaded, FORMS["sgf"]))
    (folder / "final.jsonl").write_bytes(convert_match(loaded, FORMS["log"]))
    with zipfile.ZipFile(folder / "old.zip", "w") as archive:
        archive.writestr("copy.mat", ELEVEN.read_text().replace("Anna", "anna"))
    (folder / "other.mat").write_text(ELEVEN.read_text().replace("13: 24/20", "14: 24/20"))
    assert called(monkeypatch, "rebuild", str(folder), "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert {row["player"]: row["matches"] for row in data["pools"]["backgammon/standard"]} == {"Anna": 2, "Boris": 2}
    log, mat, sgf, copy = (str(folder / name) for name in ("final.jsonl", "final.mat", "final.sgf", "old.zip/copy.mat"))
    assert data["same"] == [{"counted": log, "same": [mat, sgf, copy]}]
    assert called(monkeypatch, "rebuild", str(folder)) == 0
    words = "".join(capsys.readouterr().out.split())
    assert all("".join(name.split()) in words for name in (log, mat, sgf, copy))
    assert called(monkeypatch, "explain", str(folder), sgf) == 0
    assert "Anna (backgammon/standard)" in capsys.readouterr().out
    (folder / "final.jsonl").unlink()
    (folder / "final.sgf").write_bytes(convert_match(loaded, FORMS["sgf"]).replace(b"GM[6]", b"GM[6]DT[2026-05-01]"))
    assert called(monkeypatch, "rebuild", str(folder), "--json") == 0
    assert json.loads(capsys.readouterr().out)["same"] == [{"counted": sgf, "same": [mat, copy]}], "it has a date"


def test_short_matches_of_other_people_and_of_other_days_are_not_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.mat").write_text(MAT)
    (tmp_path / "b.mat").write_text(MAT.replace("Bo :", "Cy :"))
    (tmp_path / "c.mat").write_text(MAT.replace("2026.02.03", "2026.02.04"))
    assert called(monkeypatch, "rebuild", str(tmp_path), "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert [row["matches"] for row in data["pools"]["backgammon/standard"] if row["player"] == "Ada"] == [3]
    assert data["same"] == []
