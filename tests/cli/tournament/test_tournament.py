"""`barpoint tournament` from the outside: a small event from the first entry to the last payout."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from barpoint.cli.tournament.group import app
from barpoint.cli.tournament.tournament_file import TournamentFile
from barpoint.library import read_cents, read_moment, read_score
from barpoint.officiating.answer import PenaltyStep
from barpoint.officiating.cases.ledger import PenaltyRecorded, encode_ledger_event
from barpoint.officiating.penalty_record import PenaltyEntry
from barpoint.tournament import commands as c

ROSTER = "name,club,rating\nAda Lovelace,Turin,1700\nBo Diddley,,1650\nCy Twombly,Turin,\nDi Prima,,\n"


def ran(*args: str, code: int = 0, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(app, list(args), input=stdin)
    assert result.exit_code == code, result.output
    return result


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A tournament with four entrants."""
    path = str(tmp_path / "spring.jsonl")
    ran("new", path, "--name", "Spring Open", "--date", "2026-05-01", "--director", "Ann", "--at", "1000")
    prizes = ("--prize", "main:1=60", "--prize", "main:2=40")
    event = ("--preset", "USBGF Open", "--seed", "7", "--format", "single", "--length", "main=9,11", *prizes)
    ran("event", path, "open", *event, "--fee", "100", "--registration", "20.50", "--publish", "--at", "2000")
    roster = tmp_path / "entrants.csv"
    roster.write_text(ROSTER)
    assert "4 read, 0 to decide" in ran("import", path, "open", str(roster), "--at", "3000").output
    return path


def data(*args: str) -> Any:
    return json.loads(ran(*args, "--json").output)


@pytest.mark.clause("ibf:6.1a")
def test_a_preset_of_doubles_makes_an_event_for_pairs(file: str) -> None:
    ran("event", file, "pairs", "--preset", "USBGF Doubles", "--seed", "7", "--format", "single", "--at", "2500")
    assert TournamentFile(Path(file)).state.contests["pairs"].settings.team == 2


@pytest.mark.clause("usbgf:2.2.5d", "usbgf:2.2.4g")
def test_the_printed_desk_marks_who_is_overdue_and_who_will_be_late(file: str) -> None:
    tournament = TournamentFile(Path(file))
    one, other = list(tournament.state.players)[:2]
    by = tournament.actor("")
    tournament.do_or_exit(c.SignOut(at=10_000, by=by, player=one, contact="room 7"))
    tournament.do_or_exit(c.TellLateness(at=20_000, by=by, player=other, expected=7_200_000))
    shown = " ".join(ran("desk", file, "--at", "5000000").output.split())
    assert f"{one} (room 7, overdue)" in shown
    assert f"will be late: {other} (expected" in shown


def test_from_the_draw_to_the_last_payout(file: str) -> None:
    sheet = ran("draw", file, "-", "--at", "4000").output
    assert "Round 1, to 9" in sheet
    first = data("sheet", file, "open")["brackets"][0]["rounds"][0]["lines"]
    for line in first:
        ran("result", file, "open", line["pairing"], line["home"], "9-3", "--at", "600000")
    assert f"{first[0]['home']} 9-3" in ran("sheet", file, "open").output
    ran("result", file, "open", "M1-1", first[0]["away"], "9-7", "--correct", "--reason", "misread", "--at", "700000")
    final = data("sheet", file, "open")["brackets"][0]["rounds"][1]["lines"][0]
    assert final["home"] == first[0]["away"]
    assert "Due" in ran("desk", file, "--at", "800000").output
    ran("result", file, "open", "M2-1", final["home"], "11-0", "--at", "900000")
    assert data("standings", file)["places"][0]["places"][0]["place"] == 1
    assert final["home"] in ran("standings", file).output
    ran("close", file, "--finish", "open", "--at", "910000")
    books = data("money", file)
    assert books["balance"] == 0
    for account, amount in books["balances"].items():
        kind, _, player = account.partition(":")
        if kind == "player" and amount > 0:
            ran("money", file, "--pay", f"{player}={amount / 100:.2f}")
        elif kind == "player" and amount < 0:
            ran("money", file, "--payout", player)
    assert "nothing is left" in ran("close", file, "--check").output
    assert "closed" in ran("close", file).output
    assert "opened again only on the record" in ran("announce", file, "one more", code=1).output
    ran("close", file, "--reopen", "--reason", "a photograph is missing")
    assert ran("export", file, "--what", "ratings").output.count("\n") == 3
    assert json.loads(ran("export", file).output)["settings"]["name"] == "Spring Open"
    assert "debit" in ran("export", file, "--what", "ledger").output
    assert json.loads(ran("export", file, "--what", "programme").output)["date"] == "2026-05-01"
    assert json.loads(ran("export", file, "--what", "terms").output)["book"] == "usbgf"
    assert "tournament reopened" in ran("log", file, "--since", "30").output


def test_late_entries_withdrawals_and_penalties(file: str) -> None:
    ran("withdraw", file, "open", "Di", "--reason", "ill")
    ran("enter", file, "open", "Eve Arden", "--rating", "1500")
    ran("draw", file, "open")
    ran("withdraw", file, "open", "eve")
    ran("withdraw", file, "open", "eve", "--back", "--reason", "a mistake")
    ran("penalty", file, "ada", "--points", "1", "--reason", "late from lunch")
    assert data("desk", file)["due_next"][0]["player"] == "ada-lovelace"
    ran("penalty", file, "ada", "--lift", "penalty-1", "--reason", "the bell was not rung")
    assert data("desk", file)["due_next"] == []


def test_a_swiss_event_is_paired_round_by_round(file: str) -> None:
    event = ("--preset", "Club (2014 guide)", "--seed", "8", "--format", "swiss", "--rounds", "2", "--publish")
    ran("event", file, "club", *event)
    for name in ("Ada", "Bo", "Cy", "Di"):
        ran("enter", file, "club", name)
    ran("draw", file, "club")
    assert "round is not over" in ran("draw", file, "club", code=1).output
    for line in data("sheet", file, "club")["brackets"][0]["rounds"][0]["lines"]:
        ran("result", file, "club", line["pairing"], line["home"])
    ran("draw", file, "club")
    assert len(data("sheet", file, "club")["brackets"][0]["rounds"]) == 2
    assert "buchholz" in ran("standings", file, "club").output


def test_any_command_as_json(file: str) -> None:
    ran("draw", file, "open", "--at", "4000")
    call = json.dumps({"type": "CallMatch", "contest": "open", "pairing": "M1-1", "at": 5000})
    answer = json.loads(ran("do", file, call).output)
    assert answer["ok"]
    assert answer["events"][0]["type"] == "MatchCalled"
    begin = json.dumps({"type": "BeginMatch", "contest": "open", "pairing": "M1-1"})
    lines = ran("do", file, "-", "--at", "6000", stdin=f"{begin}\n\n{begin}\n", code=1).output.splitlines()
    assert [json.loads(line)["ok"] for line in lines] == [True, False]
    assert json.loads(lines[1])["refused"]["code"] == "match_begun"
    stale = json.loads(ran("do", file, call, "--expected", str(answer["version"]), code=1).output)
    assert stale["changed"][0]["what"].startswith("match begun")


def test_the_desk_and_the_books_in_the_terminal(file: str) -> None:
    ran("draw", file, "open", "--at", "4000")
    lines = data("sheet", file, "open")["brackets"][0]["rounds"][0]["lines"]
    for line in lines:
        ran("result", file, "open", line["pairing"], line["home"], "9-0", "--at", "600000")
    late = ran("desk", file, "--at", "2000000").output
    assert "Late" in late
    assert "13:20" in late  # by so much: from ten minutes after the end of both
    ran("result", file, "open", "M1-1", "--void", "--reason", "to be replayed")
    ran("result", file, "open", "M1-1", lines[0]["home"], "--forfeit", "--reason", "the other has left")
    assert "by forfeit" in ran("sheet", file, "open", "--bracket", "main").output
    ran("result", file, "open", "M2-1", lines[0]["home"], "--drawn", "--reason", "both asked")
    ran("money", file, "--add", "open=50")
    assert "balanced" in ran("money", file).output
    assert ran("money", file, "--csv").output.startswith("number,")
    assert "not finished: open" in ran("close", file, "--check").output
    assert data("close", file, "--check")["unfinished"] == ["open"]
    assert data("log", file, "--since", "1")[0]["version"] == 2


def test_the_calcutta_from_the_command_line(file: str, tmp_path: Path) -> None:
    full = tmp_path / "auction.json"
    plan = {"preset": "BWS", "draw": {"format": "single", "seed": "1"}, "fees": {}}
    full.write_text(json.dumps({**plan, "calcutta": {"prizes": [{"place": 1, "share": 10000}]}}))
    ran("event", file, "auction", "--settings", str(full), "--publish")
    for name in ("Ada Lovelace", "Bo Diddley", "Cy Twombly"):
        ran("enter", file, "auction", name)
    ran("money", file, "--sell", "auction/ada/bo=30", "--half", "auction/ada")
    balances = data("money", file)["balances"]
    assert balances["calcutta:auction"] == -3000
    assert balances["player:ada-lovelace"] == 12_050 + 1500


def test_what_is_refused_cites_its_clause(file: str) -> None:
    ran("draw", file, "open")
    home = data("sheet", file, "open")["brackets"][0]["rounds"][0]["lines"][0]["home"]
    assert "usbgf:4.8.1.2a" in ran("result", file, "open", "M1-1", home, "8-7", code=1).output
    assert "usbgf:4.7b" in ran("result", file, "open", "M1-1", home, "9-7", "--by", "Zed", code=1).output


def test_a_crash_leaves_what_was_written(file: str) -> None:
    with Path(file).open("ab") as log:
        log.write(b'{"type": "Announced", "at"')
    ran("announce", file, "still here")
    assert data("desk", file)["notices"][-1]["text"] == "still here"


def test_staff_schedule_and_recess(file: str) -> None:
    ran("staff", file, "Bob", "arbiter")
    ran("staff", file, "Bob", "arbiter", "--dismiss")
    over = ("schedule", file, "open", "main", "2", "2026-05-01T15:00+02:00")
    assert "has passed" in ran(*over, code=1).output
    ran(*over, "--past")
    ran("recess", file, "lunch", "2026-05-01T13:00+02:00", "2026-05-01T14:00+02:00")
    told = json.loads(ran("export", file, "--what", "programme").output)
    assert told["rounds"][0][3] == read_moment("2026-05-01T13:00+00:00")


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("desk", "nowhere.jsonl"), "there is no tournament"),
        (("new", "x.jsonl"), "needs --date and --director"),
        (("enter", "FILE", "none", "Ada"), "no event is called"),
        (("result", "FILE", "open", "M1-1", "Zed"), "no entrant is called"),
        (("money", "FILE", "--pay", "ada=1.234"), "expected an amount"),
        (("event", "FILE", "x", "--format", "ladder"), "expected a format"),
        (("event", "FILE", "x", "--preset", "BWS", "--seed", "1", "--prize", "first=60"), "expected a prize"),
        (("event", "FILE", "x", "--preset", "BWS", "--seed", "1", "--length", "long"), "expected lengths"),
        (("staff", "FILE", "Bob", "king"), "expected a role"),
        (("do", "FILE", "not json"), "expected a command as JSON"),
        (("do", "FILE", "[]"), "expected a command as a JSON object"),
        (("do", "FILE", '{"type": "Nonsense"}'), "not a command of a tournament"),
        (("export", "FILE", "--what", "gold"), "no form is called"),
        (("desk", "FILE", "--at", "noon"), "expected a time"),
        (("desk", "FILE", "--at", "2026-05-01T10:00"), "with its offset"),
    ],
)
def test_malformed_input_says_what_was_expected(file: str, args: tuple[str, ...], expected: str) -> None:
    told = [file if arg == "FILE" else arg for arg in args]
    with pytest.raises(ValueError, match=expected):
        CliRunner().invoke(app, told, catch_exceptions=False)


def test_amounts_and_scores_as_people_write_them() -> None:
    assert [read_cents(text) for text in ("120", "120.5", "0,05")] == [12_000, 12_050, 5]
    assert [read_score(text) for text in ("", "9-4", "4:9")] == [(0, 0), (9, 4), (9, 4)]


def test_every_command_has_an_example() -> None:
    for command in [each for part in app.registered_groups for each in part.typer_instance.registered_commands]:  # type: ignore[union-attr]  # all are given
        assert command.epilog is not None
        assert command.epilog.startswith("Example: barpoint tournament ")


def test_prints_are_written_where_they_are_wanted(file: str, tmp_path: Path) -> None:
    ran("draw", file, "-", "--at", "4000")
    assert "is written" in ran("print", file, "draw", "--out", str(tmp_path / "d.pdf")).output
    assert (tmp_path / "d.pdf").read_bytes().startswith(b"%PDF")
    ran("print", file, "draw", "--event", "open", "--out", str(tmp_path / "d.svg"))
    assert "Ada Lovelace" in (tmp_path / "d.svg").read_text("utf-8")
    with pytest.raises(ValueError, match="only the draw"):
        CliRunner().invoke(app, ["print", file, "cash", "--out", "c.svg"], catch_exceptions=False)


def entered_again(folder: Path, ledger: str) -> str:
    """Another tournament of the same people, drawn."""
    path = str(folder / "autumn.jsonl")
    ran("new", path, "--date", "2026-10-01", "--director", "Ann")
    ran("event", path, "open", "--preset", "USBGF Open", "--seed", "8", "--format", "single", "--publish")
    ran("import", path, "open", str(folder / "entrants.csv"), "--ledger", ledger)
    ran("draw", path, "open")
    return path


def test_a_ledger_brings_bars_and_penalties_from_one_tournament_to_the_next(file: str, tmp_path: Path) -> None:
    ledger = str(tmp_path / "ledger.jsonl")
    ran("draw", file, "open")
    while lines := [one for one in data("desk", file)["next"] if len(one["sides"]) == 2]:
        home = lines[0]["sides"][0]["entrant"]
        ran("result", file, "open", lines[0]["pairing"], home, "--ledger", ledger)
    ran("penalty", file, "ada", "--points", "1", "--reason", "shouting", "--clause", "usbgf:1.6.1a")
    ran("close", file, "--finish", "open", "--ledger", ledger)
    for account, amount in data("money", file)["balances"].items():
        kind, _, player = account.partition(":")
        if kind == "player" and amount:
            ran("money", file, *(("--pay", f"{player}={amount / 100:.2f}") if amount > 0 else ("--payout", player)))
    assert "nothing is on the record" in ran("close", file, "--ledger", ledger).output
    again = entered_again(tmp_path, ledger)
    pairing = next(one for one in data("desk", again)["next"] if "ada" in str(one["sides"]))
    begin = {"type": "BeginMatch", "contest": "open", "pairing": pairing["pairing"]}
    assert "PenaltyFellDue" in ran("do", again, json.dumps(begin), "--ledger", ledger).output
    [playing] = data("desk", again)["playing"]
    assert [one["reason"] for one in playing["penalties"]] == ["a ruling, due from an earlier match"]
    bar = PenaltyEntry("Eve Arden", "conduct", PenaltyStep.EXPULSION, barred_until="2026-12-31", case="7")
    with Path(ledger).open("ab") as lines_of_it:
        lines_of_it.write(encode_ledger_event(PenaltyRecorded(at=1, by="Dora", entry=bar)) + b"\n")
    assert "2026-12-31" in ran("enter", again, "open", "Eve Arden", "--ledger", ledger, code=1).output


def test_a_ledger_that_is_none_is_named(file: str) -> None:
    result = CliRunner().invoke(app, ["enter", file, "open", "Eve Arden", "--ledger", file])
    assert isinstance(result.exception, ValueError)
    assert "expected an event of a ledger" in str(result.exception)


@pytest.mark.clause("usbgf:3.1a", "usbgf:1.2.1a", "ibf:18.1b", "usbgf:2.2.1h")
def test_what_stands_around_the_matches_is_done_from_the_command_line(file: str, tmp_path: Path) -> None:
    ran("do", file, '{"type": "SetTables", "tables": ["1", "2"]}')
    bad = ("equipment", file, "open", "--table", "1", "--board", "40x50")
    assert "usbgf:3.1a" in ran(*bad, code=1).stderr
    ran(*bad, "--reason", "nothing better is here")
    ran("broadcast", file, "--event", "open", "--table", "1", "--live", "--recorded", "--delay", "15")
    ran("enter", file, "open", "Eve Hill", "--accepted")
    ran("accept", file, "Ann")
    ran("order", file, "open")
    around = {"EquipmentChecked", "BroadcastChosen", "RulesAccepted", "ContestsOrdered"}
    logged = (json.loads(line)["type"] for line in Path(file).read_text().splitlines())
    kinds = [kind for kind in logged if kind in around]
    assert kinds == ["EquipmentChecked", "BroadcastChosen", "RulesAccepted", "RulesAccepted", "ContestsOrdered"]
    for kind in ("cards", "terms", "blank", "moves"):
        target = tmp_path / f"{kind}.pdf"
        ran("print", file, kind, "--out", str(target))
        assert target.read_bytes().startswith(b"%PDF")
