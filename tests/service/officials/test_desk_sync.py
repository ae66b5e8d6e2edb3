"""A case at the desk of its tournament: ruling, penalty and appeal reach the tournament's own log, with the rest."""

from typing import Any

import pytest
from msgspec.structs import replace

from barpoint.board import Side
from barpoint.officiating.answer import Penalty, PenaltyStep
from barpoint.officiating.cases import events as v
from barpoint.officiating.cases.ruling_confirmation import Confirmation, OwnRuling
from barpoint.service.officials.case_service import CaseOutcome, CaseService
from barpoint.service.ports import Write
from barpoint.tournament import Tournament, fold_tournament
from barpoint.tournament.desk.overview import desk_overview, start_score
from barpoint.tournament.events import PlayerExcluded, decode, encode
from barpoint.tournament.printing.prints import PRINTS, PrintJob
from barpoint.tournament.refusals import TournamentCode
from tests.officiating.answers import under
from tests.service.memory_store import MemoryStore
from tests.service.officials.test_case_service import done, run
from tests.tournament.director import (
    Hall,
    drawn,
    knockout,
)

STREAM = "tournament:open"


class Room:
    """A drawn tournament, and a case about its first match."""

    def __init__(self, book: str = "usbgf", kind: str = "") -> None:
        self.hall: Hall = drawn(knockout(book))
        self.store = MemoryStore()
        run(self.store.append([Write(STREAM, 0, tuple(map(encode, self.hall.log)))], "start"))
        self.officiate, self.at = CaseService(self.store), self.hall.now
        home, away = self.hall.fixture("M1-1").pair
        self.away = away
        opened = v.CaseOpened(
            at=self.tick(),
            by="td",
            profile=under(book),
            kind=kind,
            report="shouting",
            white=(self.hall.state.players[home].name,),
            black=(self.hall.state.players[away].name,),
            tournament=STREAM,
            contest="open",
            pairing="M1-1",
        )
        done(run(self.officiate.open("7", opened, "open")))

    def tick(self) -> int:
        self.at += 1000
        return self.at

    def rule(self, *penalties: Penalty, **says: Any) -> CaseOutcome:
        own = OwnRuling(say="So ruled.", penalties=penalties, clauses=())
        confirmation = Confirmation(by="td", at=self.tick(), own=own, reason="it was heard", **says)
        outcome: CaseOutcome = run(self.officiate.rule("7", confirmation, f"r{self.at}"))
        return outcome

    def step(self, asked: v.CaseStep) -> None:
        done(run(self.officiate.step("7", replace(asked, at=self.tick()), f"s{self.at}")))

    @property
    def state(self) -> Tournament:
        return fold_tournament(decode(one.data) for one in self.store.kept[STREAM])

    def score(self) -> tuple[int, int]:
        state = self.state
        contest = state.contests["open"]
        return start_score(state, contest, contest.fixtures["M1-1"])


def points(**other: Any) -> Penalty:
    return Penalty(Side.BLACK, PenaltyStep.POINTS, points=1, **other)


def test_ruling_and_penalty_are_on_the_tournaments_record_in_one_transaction() -> None:
    room = Room()
    before = room.store.appends
    done(room.rule(points()))
    assert room.store.appends == before + 1
    (penalty,) = room.state.penalties.values()
    assert (penalty.player, penalty.points, penalty.case, penalty.pairing) == (room.away, 1, "7", "M1-1")
    assert room.score() == (1, 0)
    assert room.state.rulings["7"].ruling == "So ruled."


def test_the_desk_is_given_names_in_place_of_colours() -> None:
    room = Room()
    home, away = (room.state.name_of(side) for side in room.state.contests["open"].fixtures["M1-1"].pair)
    own = OwnRuling(say="White gets 8:00 back, Black plays on.")
    confirmation = Confirmation(by="td", at=room.tick(), own=own, reason="Black agrees")
    done(run(room.officiate.rule("7", confirmation, "named")))
    ruling = room.state.rulings["7"]
    assert (ruling.ruling, ruling.reason) == (f"{home} gets 8:00 back, {away} plays on.", f"{away} agrees")
    room.step(v.AppealMade(at=0, by=away))
    room.step(v.CommitteeNamed(at=0, by="td", members=("Ida", "Jon")))
    room.step(v.VotesCounted(at=0, by="td", uphold=0, change={"White gets 0:24 back": 2}))
    assert room.state.rulings["7"].appeal == f"{home} gets 0:24 back"


@pytest.mark.clause("ibf:17.1b", "ibf:17.1c", "ibf:17.1g")
@pytest.mark.parametrize(
    ("sanction", "said"), [("time_off", "loses 1:00"), ("time_to_opponent", "gets 1:00 more"), ("point", "")]
)
def test_a_sanction_is_printed_with_its_ground_and_its_time(sanction: str, said: str) -> None:
    room = Room("ibf", "ibf_sanction")
    facts: dict[str, str | int] = {
        "ground": "10.5, dice lifted early", "sanction": sanction, "who": "white", "amount": 60_000,
        "time_white": 180_000, "time_black": 70_000, "length": 7, "score_white": 3, "score_black": 0,
    }  # fmt: skip
    for key, value in facts.items():
        room.step(v.FactGiven(at=0, by="td", key=key, value=value))
    done(run(room.officiate.rule("7", Confirmation(by="td", at=room.tick()), "sanctioned")))
    (penalty,) = room.state.penalties.values()
    assert penalty.reason.startswith("10.5, dice lifted early")
    assert said in penalty.reason
    for kind in ("penalties", "protocols"):
        assert penalty.reason in PRINTS[kind](PrintJob(state=room.state, at=room.at))


@pytest.mark.clause("usbgf:5.3f")
def test_an_appeal_lifts_the_penalty_and_what_became_of_it_is_recorded() -> None:
    room = Room()
    done(room.rule(points()))
    room.step(v.AppealMade(at=0, by=run(room.officiate.load("7")).opening.black[0]))
    assert room.score() == (0, 0)
    room.step(v.CommitteeNamed(at=0, by="td", members=("Ida", "Jon")))
    room.step(v.VotesCounted(at=0, by="td", uphold=2))
    assert room.score() == (1, 0)
    assert "upheld" in str(room.state.rulings["7"])


def test_a_changed_ruling_leaves_nothing_of_the_first() -> None:
    room = Room()
    done(room.rule(points()))
    room.step(v.AppealMade(at=0, by=run(room.officiate.load("7")).opening.black[0]))
    room.step(v.CommitteeNamed(at=0, by="td", members=("Ida", "Jon")))
    room.step(v.VotesCounted(at=0, by="td", uphold=0, change={"a warning": 2}))
    done(room.rule(Penalty(Side.BLACK, PenaltyStep.WARNING), chosen="a warning", outcome=True))
    assert room.score() == (0, 0)
    assert [(one.step, bool(one.lifted)) for one in room.state.penalties.values()] == [
        ("points", True),
        ("warning", False),
    ]


def test_a_penalty_for_the_next_match_waits_at_the_desk() -> None:
    room = Room()
    done(room.rule(points(later=True)))
    assert len(desk_overview(room.state, room.at).due_next) == 1


def test_an_expelled_player_is_out_of_the_tournament() -> None:
    room = Room()
    done(room.rule(Penalty(Side.BLACK, PenaltyStep.EXPULSION)))
    told = [decode(one.data) for one in room.store.kept[STREAM][len(room.hall.log) :]]
    excluded = [one for one in told if isinstance(one, PlayerExcluded)]
    assert [(one.player, one.case) for one in excluded] == [(room.away, "7")]


def test_what_the_tournament_refuses_refuses_the_ruling() -> None:
    room = Room()
    versions = {stream: len(kept) for stream, kept in room.store.kept.items()}
    stranger = Confirmation(by="a stranger", at=room.tick(), own=OwnRuling(say="x."), reason="y")
    found = run(room.officiate.rule("7", stranger, "x"))
    assert found.code in set(TournamentCode)
    assert {stream: len(kept) for stream, kept in room.store.kept.items()} == versions
