"""A small tournament in which everything happens once, stored as the golden log of a release.

    python -m tests.tournament.record_tournament            if there is no log yet
    python -m tests.tournament.record_tournament --replace  anew: only before a release is out

The log is one event a line; beside it stands the archive it comes to. A log of a release that is out is never written
again: that it still folds to its archive is what the test is for.
"""

import sys
from pathlib import Path

import msgspec

from barpoint.match.format.match_format import MINUTE
from barpoint.tournament import commands as c
from barpoint.tournament.desk import start_score
from barpoint.tournament.desk.closing_checklist import duties
from barpoint.tournament.desk_record import Task
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.events import encode
from barpoint.tournament.pairing.lives import LivesRules
from barpoint.tournament.pairing.swiss import Method, SwissPlan
from barpoint.tournament.player import Player
from barpoint.tournament.prices import Calcutta, Fees, Prize, SidePool
from barpoint.tournament.settings import ContestKind
from barpoint.tournament.staff import Role
from barpoint.tournament.standings import TieBreak
from barpoint.tournament.views.archive import tournament_archive
from tests.tournament.director import (
    NINE,
    Hall,
    knockout,
    opened,
    people,
    swiss,
)

RELEASE = "0.1.0"
FOLDER = Path(__file__).parent / "golden" / RELEASE

OPEN = knockout(
    level=2,
    draw=Plan(format=DrawFormat.SINGLE, seed="golden"),
    fees=Fees(entry=5001, side_pools=(SidePool(name="side", price=100, prizes=(Prize(place=1, share=10_000),)),)),
    prizes=(Prize(place=1, share=10_000),),
    calcutta=Calcutta(prizes=(Prize(place=1, share=10_000),)),
)
LIVES = SwissPlan(seed="golden", method=Method.LIVES, lives=LivesRules(paid=4))
BOARD = knockout("bws", name="board", lengths={"main": (5,)})
CLUB = swiss(level=1, swiss=LIVES, kind=ContestKind.SIDE)


def set_up(hall: Hall) -> None:
    hall.do(c.ChangeContest, settings=msgspec.structs.replace(OPEN, name="Open"), reason="a name")
    hall.do(c.NameStaff, person="help", role=Role.ARBITER)
    hall.do(c.NameStaff, person="nobody", role=Role.STAFF)
    hall.do(c.DismissStaff, person="nobody", role=Role.STAFF)
    hall.do(c.NameCommittee, members=("Eve", "Fay", "Gil"))
    hall.do(c.SetTables, tables=("1", "2"), hall="Red")
    hall.do(c.ScheduleRound, contest="open", bracket="main", round=1, start=NINE + 5 * MINUTE)
    hall.do(c.ScheduleRecess, name="lunch", start=NINE + 20 * MINUTE, end=NINE + 30 * MINUTE)
    hall.do(c.OrderEquipment, topic="dice", choice="precision")
    hall.do(c.Announce, text="welcome")


def enter(hall: Hall) -> None:
    field = people(8)
    hall.do(c.ImportEntrants, contest="novice", entries=tuple((player,) for player in field))
    hall.do(c.ImportEntrants, contest="open", entries=tuple((player,) for player in field[:5]))
    hall.do(c.Register, contest="open", players=(Player(id="out"),))
    hall.do(c.RefuseEntry, contest="open", entry="out", reason="not here")
    hall.do(c.Register, contest="board", players=(Player(id="out"),))
    hall.do(c.RefuseEntry, contest="board", entry="out", reason="nor there")
    hall.do(c.MoveUp, contest="novice", entry="p07", to="open", reason="too strong")
    hall.do(c.WithdrawEntry, contest="open", entry="p04")
    hall.do(c.ReinstateEntry, contest="open", entry="p04", reason="came back")
    hall.do(c.CheckIn, contest="open", entry="p00")
    hall.do(c.JoinSidePool, contest="open", entry="p00", pool="side")
    hall.do(c.MakeDraw, contest="open")
    hall.do(c.SellEntry, contest="open", entry="p01", buyer="p00", price=333)
    hall.do(c.BuyBackHalf, contest="open", entry="p01")
    hall.do(c.MakeDraw, contest="novice")
    hall.do(c.ChangeTieBreaks, contest="novice", tie_breaks=(TieBreak.BUCHHOLZ,), reason="shorter")


def run_first_round(hall: Hall) -> None:
    one, other = hall.ready()[:2]
    here = {"contest": "open", "pairing": one.id}
    home, away = one.pair
    hall.do(c.PostLength, **here, length=5, reason="both asked")
    hall.do(c.AssignTable, **here, table="1", hall="Red")
    hall.do(c.CallMatch, **here)
    hall.do(c.PostStart, **here, start=NINE + 6 * MINUTE, reason="the hall opens late")
    hall.do(c.AppointToMatch, **here, person="Max", task=Task.MONITOR)
    record = hall.state.record_name(hall.contest(), one)
    hall.do(c.AttachMatch, **here, stream=f"recorded:{record}", reason="the board is broken")
    hall.do(c.SignOut, player=away, contact="room 1")
    hall.do(c.TellLateness, player=away, expected=NINE + 16 * MINUTE)
    hall.do(c.GivePenalty, player=home, step="warning", reason="noise")
    hall.now = NINE + 6 * MINUTE
    hall.do(c.MarkReady, **here, entrant=home)
    hall.now = NINE + 17 * MINUTE
    hall.do(c.SignIn, player=away)
    hall.do(c.BeginMatch, **here)
    hall.do(c.GrantTime, **here, entrant=home, time=MINUTE, reason="medication")
    hall.do(c.CallBreak, **here, entrant=home)
    hall.wait(1)
    hall.do(c.EndBreak, **here, entrant=home)
    hall.now = NINE + 21 * MINUTE
    hall.do(c.SuspendMatch, **here)
    hall.now = NINE + 30 * MINUTE
    hall.do(c.ResumeMatch, **here)
    hall.do(c.CallDirector, by=home, **here, about="a die fell")
    hall.do(c.AnswerCall, call="call-1", answer="ruled")
    hall.do(c.RecordRuling, **here, case="1", ruling="rolled again", reason="off the board")
    hall.do(c.RecordAppeal, case="1", outcome="upheld")
    hall.do(c.ExcludeSpectator, spectator="Sam", reason="noise")
    hall.do(c.LiftPenalty, penalty="penalty-1", reason="it was Sam")
    for entrant in one.pair:
        hall.do(c.ReportResult, **here, entrant=entrant, winner=away, score=(5, 2))
    hall.do(c.PostResult, **here)
    hall.do(c.CorrectResult, **here, winner=home, score=(5, 2), reason="misread")
    hall.do(c.VoidResult, **here, reason="posted to the wrong line")
    hall.do(c.PostResult, **here, winner=home, score=(5, 2))
    hall.do(c.ConfirmForfeit, contest="open", pairing=other.id, loser=other.pair[0], reason="gone")
    hall.do(c.ChangePlayer, player=Player(id="p05", name="P five"), reason="spelling")
    hall.do(c.ExcludePlayer, player="p05", aids=True, reason="a phone")
    hall.do(c.AddMoney, contest="open", amount=999)


def play_by_the_board(hall: Hall) -> None:
    """Under bws points for a break that was too long wait for the director's word."""
    hall.do(c.ImportEntrants, contest="board", entries=tuple((Player(id=f"b{n}"),) for n in range(3)))
    hall.do(c.MakeDraw, contest="board")
    [first] = hall.ready("board")
    here = {"contest": "board", "pairing": first.id}
    hall.do(c.BeginMatch, **here)
    hall.do(c.CallBreak, **here, entrant=first.pair[0])
    hall.wait(30)
    hall.do(c.EndBreak, **here, entrant=first.pair[0])
    hall.do(c.ConfirmPenalty, penalty=list(hall.state.penalties)[-1])
    while open_matches := hall.ready("board"):
        _, began_with = start_score(hall.state, hall.contest("board"), open_matches[0])
        hall.win(open_matches[0].id, contest="board", score=(5, began_with))
    hall.do(c.FinishContest, contest="board")


def finish(hall: Hall) -> None:
    while hall.ready():
        hall.win(hall.ready()[0].id)
    while hall.contest("novice").playoff is None:
        hall.do(c.PairRound, contest="novice")
        for fixture in hall.ready("novice"):
            if fixture.bracket != "playoff":
                hall.win(fixture.id, contest="novice")
    while hall.ready("novice"):
        hall.win(hall.ready("novice")[0].id, contest="novice")
    play_by_the_board(hall)
    for duty in duties(hall.state):
        hall.do(c.ExportReport, duty=duty.id)
    for name in ("open", "novice"):
        hall.do(c.FinishContest, contest=name)
        hall.do(c.AwardPrizes, contest=name)
    left = {a: x for a, x in hall.state.balances.items() if x and a.partition(":")[0] in ("side", "calcutta", "pool")}
    if left:
        hall.do(c.RetainRest, contest="open", reason="nobody won it")
    for player in hall.state.players:
        owed = hall.state.balances.get(f"player:{player}", 0)
        if owed:
            hall.do(*((c.TakePayment,) if owed > 0 else (c.PayOut,)), player=player, amount=abs(owed))
    hall.do(c.CloseTournament)
    hall.do(c.ReopenTournament, reason="a name is spelt wrongly")
    hall.do(c.CloseTournament)


def scripted() -> Hall:
    """The whole of it."""
    hall = opened(OPEN, CLUB, BOARD)
    for part in (set_up, enter, run_first_round, finish):
        part(hall)
    return hall


def main(replace: bool) -> None:
    log, kept = FOLDER / "tournament.jsonl", FOLDER / "archive.json"
    if log.exists() and not replace:
        raise SystemExit(f"{log} is there already")
    hall = scripted()
    FOLDER.mkdir(parents=True, exist_ok=True)
    log.write_bytes(b"".join(encode(event) + b"\n" for event in hall.log))
    kept.write_bytes(msgspec.json.format(msgspec.json.encode(tournament_archive(hall.state)), indent=1) + b"\n")


if __name__ == "__main__":
    main("--replace" in sys.argv)
