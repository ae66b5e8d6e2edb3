"""A weekend: 64 players, Open with consolation and last chance, Novice Swiss, Doubles; late players, breaks, wrong
results, two appeals, a recess. It ends balanced to the cent and is the fold of its log, bit for bit.
"""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from random import Random

from barpoint.match.format.match_format import MINUTE
from barpoint.tournament import TournamentPhase, fold_tournament
from barpoint.tournament import commands as c
from barpoint.tournament.desk import start_score
from barpoint.tournament.desk.overview import desk_overview
from barpoint.tournament.desk.timing import busy_with
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.events import decode, encode
from barpoint.tournament.fixture import Fixture
from barpoint.tournament.money import ledger
from barpoint.tournament.pairing.swiss import SwissPlan
from barpoint.tournament.places import title_places
from barpoint.tournament.player import Player
from barpoint.tournament.prices import Calcutta, Fees, Prize, SidePool
from barpoint.tournament.settings import ContestKind, ContestSettings
from barpoint.tournament.staff import Role
from barpoint.tournament.views.archive import match_results
from tests.tournament.director import (
    NINE,
    Hall,
    opened,
)

OPEN = ContestSettings(
    id="open",
    name="Open",
    preset="USBGF Open",
    level=3,
    draw=Plan(format=DrawFormat.CONSOLATION, seed="noon index 4711", last_chance="shortest", apart=True),
    lengths={"main": (9, 9, 11), "consolation": (7,), "last_chance": (5,)},
    starts=NINE + 60 * MINUTE,
    fees=Fees(
        entry=15_000,
        registration=3_500,
        side_pools=(SidePool(name="hundred", price=10_000, prizes=(Prize(place=1, share=10_000),)),),
    ),
    prizes=(
        Prize(place=1, share=3500),
        Prize(place=2, share=2000),
        Prize(place=3, last=4, share=1000),
        Prize(title="consolation", place=1, share=1700),
        Prize(title="last_chance", place=1, share=800),
    ),
    calcutta=Calcutta(prizes=(Prize(place=1, share=7000), Prize(place=2, share=3000))),
)
NOVICE = ContestSettings(
    id="novice",
    name="Novice",
    preset="USBGF Advanced",
    level=1,
    swiss=SwissPlan(seed="noon index 4712", rounds=5),
    lengths={"swiss": (5,)},
    starts=NINE + 60 * MINUTE,
    fees=Fees(entry=4_999, registration=1_000),
    prizes=(Prize(title="swiss", place=1, share=6000), Prize(title="swiss", place=2, share=4000)),
)
DOUBLES = ContestSettings(
    id="doubles",
    name="Doubles",
    preset="USBGF Doubles",
    kind=ContestKind.SIDE,
    team=2,
    draw=Plan(format=DrawFormat.SINGLE, seed="noon index 4713"),
    lengths={"main": (5,)},
    fees=Fees(entry=6_001),
    prizes=(Prize(place=1, share=7000), Prize(place=2, share=3000)),
)


@dataclass
class Weekend:
    """Players do what players do; the director answers."""

    hall: Hall
    chance: Random
    corrected: int = 0
    rulings: int = 0

    def prepare(self) -> None:
        hall = self.hall
        hall.do(c.NameStaff, person="arbiter", role=Role.ARBITER)
        hall.do(c.NameStaff, person="desk", role=Role.STAFF)
        hall.do(c.SetTables, tables=tuple(f"{n}" for n in range(1, 41)))
        hall.do(c.ScheduleRecess, name="lunch", start=NINE + 4 * 60 * MINUTE, end=NINE + 5 * 60 * MINUTE)
        field = [Player(id=f"p{n:02}", name=f"Player {n}", club=f"C{n % 9}", rating=1500 + n * 7) for n in range(64)]
        hall.do(c.ImportEntrants, by="desk", contest="open", entries=tuple((each,) for each in field[:40]))
        hall.do(c.ImportEntrants, by="desk", contest="novice", entries=tuple((each,) for each in field[40:63]))
        pairs = tuple((field[n], field[n + 1]) for n in range(0, 32, 2))
        hall.do(c.ImportEntrants, by="desk", contest="doubles", entries=pairs)
        hall.do(c.MoveUp, contest="novice", entry="p41", to="open", reason="won it last year")
        for n in range(12):
            hall.do(c.JoinSidePool, by=f"p{n:02}", contest="open", entry=f"p{n:02}", pool="hundred")
        for contest in ("open", "novice", "doubles"):
            hall.do(c.MakeDraw, contest=contest)
        for n in range(6):
            hall.do(c.SellEntry, contest="open", entry=f"p{n:02}", buyer=f"p{n + 6:02}", price=5_001 + n)
        hall.do(c.BuyBackHalf, contest="open", entry="p03")
        hall.do(c.Register, by="p63", contest="novice", players=(field[63],))
        hall.do(c.ApproveEntry, contest="novice", entry="p63")
        hall.do(c.PairRound, contest="novice")
        hall.now = NINE + 60 * MINUTE

    def run(self) -> None:
        for _ in range(400):
            open_ = [(n, each) for n in ("open", "novice", "doubles") for each in self.hall.ready(n)]
            begun = 0
            for contest, fixture in open_:
                if self.hall.fixture(fixture.id, contest) == fixture and self.can_begin(contest, fixture):
                    self.play(contest, fixture)
                    begun += 1
            swiss = self.hall.contest("novice")
            if swiss.play is not None and not self.hall.ready("novice") and len(swiss.play.rounds) < 5:  # type: ignore[union-attr]  # it is Swiss
                self.hall.do(c.PairRound, contest="novice")
                begun += 1
            self.hall.wait(20)
            if not open_ and not begun:
                return
        raise AssertionError("the weekend does not end")

    def can_begin(self, contest: str, fixture: Fixture) -> bool:
        held = self.hall.contest(contest)
        return busy_with(self.hall.state, held, fixture) is None

    def play(self, contest: str, fixture: Fixture) -> None:
        """One match: somebody may be late, take a break, be wrong about the result."""
        hall, chance = self.hall, self.chance
        here = {"contest": contest, "pairing": fixture.id}
        home, away = fixture.pair
        start = hall.now
        hall.do(c.CallMatch, **here)
        hall.do(c.MarkReady, by=hall.contest(contest).entries[home].people[0], **here, entrant=home)
        if chance.random() < 0.15:
            hall.wait(chance.choice([3, 8, 12]))
        hall.do(c.BeginMatch, **here, by="desk")
        if chance.random() < 0.2:
            hall.do(c.CallBreak, **here, entrant=home)
            hall.wait(chance.choice([1, 4, 11]))
            hall.do(c.EndBreak, **here, entrant=home)
        if chance.random() < 0.05 or in_recess(hall):
            hall.do(c.SuspendMatch, **here)
            hall.now = (hall.match(fixture.id, contest).resume_due or hall.now) + MINUTE
            hall.do(c.ResumeMatch, **here)
        if self.rulings < 2 and chance.random() < 0.1:
            self.dispute(here)
        length = hall.contest(contest).length_at(fixture)
        assert length is not None
        winner, points = chance.choice((home, away)), chance.randrange(length.length)
        began = start_score(hall.state, hall.contest(contest), fixture)[1 - fixture.pair.index(winner)]
        told = {"winner": winner, "score": (length.length, max(points, min(began, length.length - 1)))}
        hall.wait(30)
        for entrant in (home, away):
            person = hall.contest(contest).entries[entrant].people[0]
            hall.do(c.ReportResult, by=person, **here, entrant=entrant, **told)
        hall.do(c.PostResult, by="desk", **here)
        if self.corrected < 3 and chance.random() < 0.06:
            self.corrected += 1
            other = home if told["winner"] == away else away
            hall.do(c.CorrectResult, by="arbiter", **here, winner=other, score=told["score"], reason="slips mixed up")
        hall.now = start  # the other tables play meanwhile

    def dispute(self, here: dict[str, str]) -> None:
        self.rulings += 1
        case, hall = f"case-{self.rulings}", self.hall
        person = hall.contest(here["contest"]).entries[hall.fixture(here["pairing"], here["contest"]).pair[0]].people[0]
        hall.do(c.CallDirector, by=person, **here, about="cocked die")
        hall.do(c.AnswerCall, by="arbiter", call=f"call-{len(hall.state.calls)}", answer="ruled")
        ruled = {"ruling": "rolled again", "clauses": ("usbgf:4.1.4.1a",), "reason": "not flat"}
        hall.do(c.RecordRuling, by="arbiter", **here, case=case, **ruled)
        hall.do(c.RecordAppeal, case=case, outcome="upheld", changed=False)

    def settle(self) -> None:
        hall = self.hall
        for contest in ("open", "novice", "doubles"):
            hall.do(c.FinishContest, contest=contest)
            hall.do(c.AwardPrizes, contest=contest)
            if any(hall.state.balances.get(each, 0) for each in ledger.contest_accounts(hall.contest(contest))):
                hall.do(c.RetainRest, contest=contest, reason="nobody of the pool was placed")
        for player in hall.state.players:
            owed = hall.state.balances.get(ledger.player_account(player), 0)
            if owed > 0:
                hall.do(c.TakePayment, by="desk", player=player, amount=owed)
            elif owed < 0:
                hall.do(c.PayOut, by="desk", player=player)
        hall.do(c.CloseTournament)


def in_recess(hall: Hall) -> bool:
    """Whether a recess is on."""
    return any(recess.start <= hall.now < recess.end for recess in hall.state.recesses)


@cache
def weekend() -> Weekend:
    found = Weekend(opened(OPEN, NOVICE, DOUBLES), Random(64))
    found.prepare()
    found.run()
    found.settle()
    return found


def test_the_weekend_is_closed_and_balanced_to_the_cent() -> None:
    state = weekend().hall.state
    assert state.phase is TournamentPhase.CLOSED
    assert ledger.balance(state) == 0
    assert ledger.open_accounts(state) == {}
    assert state.balances["cash"] == -state.balances["house"]
    assert state.balances["house"] == -(41 * 3_500 + 23 * 1_000)


def test_everything_that_was_to_happen_happened() -> None:
    week = weekend()
    state = week.hall.state
    assert len(state.players) == 64
    assert (week.corrected, len(state.rulings)) == (3, 2)
    assert all(ruling.appeal == "upheld" for ruling in state.rulings.values())
    assert any(penalty.for_delay for penalty in state.penalties.values())
    matches = [match for contest in state.contests.values() for match in contest.matches.values()]
    assert any(match.breaks for match in matches)
    assert any(match.resumed for match in matches)  # after the recess
    assert len(match_results(state)) > 64
    for name, title, entrants in (("open", "main", 41), ("novice", "swiss", 23), ("doubles", "main", 16)):
        assert len(title_places(state.contests[name], title)) == entrants
    assert title_places(state.contests["open"], "last_chance")[0].place == 1
    assert desk_overview(state, week.hall.now).next == ()


def test_the_log_reproduces_it_bit_for_bit() -> None:
    hall = weekend().hall
    lines = b"\n".join(encode(event) for event in hall.log)
    state = fold_tournament(decode(line) for line in lines.splitlines())
    assert state == hall.state
    assert sha256(lines).hexdigest() == sha256(b"\n".join(map(encode, hall.log))).hexdigest()
    again = Weekend(opened(OPEN, NOVICE, DOUBLES), Random(64))
    again.prepare()
    again.run()
    again.settle()
    assert b"\n".join(map(encode, again.hall.log)) == lines
