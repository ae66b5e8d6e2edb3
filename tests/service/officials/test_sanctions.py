"""The record of sanctions at the desk: bars are honoured at entry, what is due in a next match is brought to it."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from barpoint.officiating.answer import PenaltyStep
from barpoint.officiating.cases.ledger import (
    PenaltiesLifted,
    PenaltyLedger,
    PenaltyRecorded,
    decode_ledger_event,
    encode_ledger_event,
    fold_ledger,
)
from barpoint.officiating.penalty_record import PenaltyEntry
from barpoint.service.officials.sanctions import Sanctions
from barpoint.service.ports import Write
from barpoint.service.tournaments.tournament_service import (
    TournamentAnswer,
    TournamentDone,
    TournamentRefused,
    TournamentService,
)
from barpoint.tournament import Tournament
from barpoint.tournament import commands as c
from barpoint.tournament.desk.overview import desk_overview, start_score
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.player import Player
from barpoint.tournament.refusals import TournamentCode
from barpoint.tournament.settings import TournamentSettings
from tests.service.memory_store import MemoryStore
from tests.tournament.director import (
    NINE,
    knockout,
    people,
)


class Desk:
    """A tournament on the first of May of 2026 over a store that has a ledger: one's own, or a server's."""

    def __init__(self, *entries: PenaltyEntry, shared: bool = True) -> None:
        self.store, self.number = MemoryStore(), 0
        noted = [PenaltyRecorded(at=1, by="Dora", entry=entry) for entry in entries]
        self.note(*noted)
        self.direct = TournamentService(self.store, Sanctions(self.store, shared=shared))
        self.begin("spring")

    def note(self, *events: PenaltyRecorded | PenaltiesLifted) -> None:
        lines = tuple(map(encode_ledger_event, events))
        if lines:
            self.number += 1
            write = Write("ledger:all", len(self.store.kept.get("ledger:all", ())), lines)
            asyncio.run(self.store.append([write], f"noted/{self.number}"))

    def begin(self, name: str) -> None:
        settings = TournamentSettings(id=name, date="2026-05-01")
        self.done(c.OpenTournament, name, settings=settings)
        self.done(c.AddContest, name, settings=knockout())
        self.done(c.PublishContest, name, contest="open")

    def do(self, kind: Any, name: str = "spring", /, **fields: Any) -> TournamentAnswer:
        self.number += 1
        command = kind(**{"at": NINE, "by": "td"} | fields)
        return asyncio.run(self.direct.do(name, command, f"test/{self.number}"))

    def done(self, kind: Any, name: str = "spring", /, **fields: Any) -> None:
        answer = self.do(kind, name, **fields)
        assert isinstance(answer, TournamentDone), answer

    def refused(self, kind: Any, /, **fields: Any) -> str:
        answer = self.do(kind, **fields)
        assert isinstance(answer, TournamentRefused), answer
        return answer.refusal.code

    def draw(self, name: str = "spring") -> None:
        self.done(c.ImportEntrants, name, contest="open", entries=tuple((each,) for each in people(4)))
        self.done(c.MakeDraw, name, contest="open")

    def state(self, name: str = "spring") -> Tournament:
        return asyncio.run(self.direct.load(name)).state

    def pairing(self, player: str, name: str = "spring") -> str:
        fixtures = self.state(name).contests["open"].fixtures.values()
        return next(each.id for each in fixtures if player in each.players)

    def score(self, player: str, name: str = "spring") -> int:
        """What the opponent begins with."""
        state = self.state(name)
        contest = state.contests["open"]
        fixture = contest.fixtures[self.pairing(player, name)]
        return start_score(state, contest, fixture)[1 - fixture.pair.index(player)]

    @property
    def ledger(self) -> PenaltyLedger:
        return fold_ledger(decode_ledger_event(one.data) for one in self.store.kept["ledger:all"])


BARRED = PenaltyEntry("Ada Lovelace", "disqualification", PenaltyStep.EXPULSION, barred_until="2026-05-01", case="7")
DUE = PenaltyEntry(
    "P 0", "conduct", PenaltyStep.POINTS, points=1, due_next=True, case="8", match="match:OLD", clauses=("bws:1.2.4a",)
)


@pytest.mark.clause("bws:1.2.4a")
@pytest.mark.parametrize("name", ["Ada Lovelace", "  ada   LOVELACE "])
def test_whoever_is_barred_is_not_let_in_however_they_enter(name: str) -> None:
    desk = Desk(BARRED)
    ada = Player(id="somebody", name=name)
    assert desk.refused(c.Register, by="somebody", contest="open", players=(ada,)) == TournamentCode.PLAYER_BARRED
    assert desk.refused(c.Register, contest="open", players=(ada,)) == TournamentCode.PLAYER_BARRED
    assert desk.refused(c.ImportEntrants, contest="open", entries=((ada,),)) == TournamentCode.PLAYER_BARRED
    desk.done(c.Register, contest="open", players=(Player(id="bo", name="Bo"),))


def test_a_bar_is_found_by_the_membership_number_and_ends_with_its_last_day() -> None:
    desk = Desk(PenaltyEntry("4711", "conduct", PenaltyStep.EXPULSION, barred_until="2026-05-01", case="7"))
    member = Player(id="ada", name="Ada", member="4711")
    assert desk.refused(c.Register, contest="open", players=(member,)) == TournamentCode.PLAYER_BARRED
    desk = Desk(PenaltyEntry("Ada", "conduct", PenaltyStep.EXPULSION, barred_until="2026-04-30", case="7"))
    desk.done(c.Register, contest="open", players=(member,))


def test_a_bar_that_comes_while_an_entry_waits_keeps_it_out() -> None:
    desk = Desk()
    desk.done(c.Register, by="ada", contest="open", players=(Player(id="ada", name="Ada Lovelace"),))
    desk.note(PenaltyRecorded(at=2, by="Dora", entry=BARRED))
    assert desk.refused(c.ApproveEntry, contest="open", entry="ada") == TournamentCode.PLAYER_BARRED
    desk.note(PenaltiesLifted(at=3, by="Dora", case="7"))  # the appeal was won
    desk.done(c.ApproveEntry, contest="open", entry="ada")


@pytest.mark.clause("guide:2.2.5e")
def test_what_is_due_waits_when_the_match_is_called_counts_when_it_begins_and_is_served_once() -> None:
    found = Desk(DUE)
    found.draw()
    here = {"contest": "open", "pairing": found.pairing("p00")}
    assert found.score("p00") == 0
    found.done(c.CallMatch, **here)
    assert [penalty.case for penalty in desk_overview(found.state(), NINE).due_next] == ["8"]
    found.done(c.CallMatch, **here)
    assert len(found.state().penalties) == 1, "called twice it is brought once"
    found.done(c.BeginMatch, **here)
    assert found.score("p00") == 1
    assert found.ledger.served == {("P 0", "8")}
    found.begin("autumn")
    found.draw("autumn")
    found.done(c.BeginMatch, "autumn", contest="open", pairing=found.pairing("p00", "autumn"))
    assert found.score("p00", "autumn") == 0


def test_a_match_that_is_posted_without_having_been_called_serves_it_too() -> None:
    found = Desk(DUE)
    found.draw()
    pairing = found.pairing("p00")
    winner = found.state().contests["open"].fixtures[pairing].pair[0]
    found.done(c.PostResult, contest="open", pairing=pairing, winner=winner)
    assert [penalty.pairing for penalty in found.state().penalties.values()] == [pairing]
    assert found.ledger.served == {("P 0", "8")}


def closed(found: Desk) -> None:
    found.done(c.CloseTournament, by="td", reason="the end")


def played_out(found: Desk) -> None:
    """The whole event, and its end."""
    found.draw()
    contest = found.state().contests["open"]
    while ready := [each for each in contest.fixtures.values() if each.status is PairingStatus.READY]:
        found.done(c.PostResult, contest="open", pairing=ready[0].id, winner=ready[0].pair[0])
        contest = found.state().contests["open"]
    found.done(c.FinishContest, contest="open")


def test_what_was_given_by_hand_is_on_the_record_when_the_tournament_closes_and_due_elsewhere() -> None:
    found = Desk(DUE)
    played_out(found)
    for points, reason in ((2, "shouting"), (1, "a mistake")):
        found.done(c.GivePenalty, player="p00", points=points, reason=reason, clauses=("bws:1.2.4a",))
    found.done(c.LiftPenalty, penalty="penalty-3", reason="it was somebody else")
    found.done(c.ExcludePlayer, player="p03", reason="a telephone", aids=True)
    closed(found)
    after = [(entry.person, entry.step, entry.points, entry.case) for entry in found.ledger.entries[1:]]
    assert after == [
        ("P 0", PenaltyStep.POINTS, 2, "spring/penalty-2"),
        ("P 3", PenaltyStep.EXPULSION, 0, "spring/excluded-1"),
    ]
    found.done(c.ReopenTournament, reason="a photograph")
    found.done(c.LiftPenalty, penalty="penalty-2", reason="on appeal")
    closed(found)
    assert [entry.case for entry in found.ledger.entries] == ["8", "spring/excluded-1"]


def test_a_penalty_whose_next_match_never_came_is_served_in_the_next_tournament() -> None:
    found = Desk()
    played_out(found)
    found.done(c.GivePenalty, player="p00", points=1, reason="shouting")
    closed(found)
    found.begin("autumn")
    found.draw("autumn")
    found.done(c.BeginMatch, "autumn", contest="open", pairing=found.pairing("p00", "autumn"))
    assert found.score("p00", "autumn") == 1
    assert found.ledger.served == {("P 0", "spring/penalty-1")}


def test_nobody_takes_a_name_under_which_the_server_acts() -> None:
    for name in ("autopilot", "record"):
        with pytest.raises(ValueError, match="another id"):
            Player(id=name)


# On a server a sanction binds where it was given

EXTENDED = replace(BARRED, event="autumn", case="9", extends="7")


def enters(desk: Desk, name: str = "Ada Lovelace") -> bool:
    """Whether somebody of that name may enter."""
    answer = desk.do(c.Register, contest="open", players=(Player(id=f"x{desk.number}", name=name),))
    return isinstance(answer, TournamentDone)


@pytest.mark.parametrize(
    ("entries", "free"),
    [
        ((BARRED,), True),  # of no known origin, as an old ledger may have it
        ((replace(BARRED, event="autumn"),), True),
        ((replace(BARRED, event="spring"),), False),
        ((replace(BARRED, event="autumn"), EXTENDED), False),
        ((EXTENDED,), True),  # what it extends is gone: an appeal was won where it was given
        ((replace(BARRED, event="autumn", person="Bo"), EXTENDED), True),  # somebody else's
    ],
)
def test_on_a_server_a_bar_holds_where_it_was_given_and_where_an_official_extended_it(
    entries: tuple[PenaltyEntry, ...], free: bool
) -> None:
    assert enters(Desk(*entries, shared=False)) is free


def test_an_extended_penalty_is_served_once_wherever_that_is() -> None:
    given = replace(DUE, event="autumn")
    found = Desk(given, replace(given, case="9", extends="8", match=""), shared=False)
    found.draw()
    found.done(c.BeginMatch, contest="open", pairing=found.pairing("p00"))
    assert found.score("p00") == 1
    found.begin("autumn")
    found.draw("autumn")
    found.done(c.BeginMatch, "autumn", contest="open", pairing=found.pairing("p00", "autumn"))
    assert found.score("p00", "autumn") == 0


def test_a_case_reads_the_record_of_its_own_tournament() -> None:
    entries = (replace(DUE, event="spring"), replace(DUE, event="autumn", case="9"), replace(DUE, case="10"))
    ledger = PenaltyLedger(entries=entries, version=3)
    assert [entry.case for entry in ledger.binding("spring").entries] == ["8"]
    assert [entry.case for entry in ledger.binding("").entries] == ["10"]
    assert ledger.binding("spring").version == 3


def test_a_ledger_of_an_earlier_release_reads_and_keeps_its_origin() -> None:
    line = (
        b'{"type":"PenaltyRecorded","at":1,"by":"Dora","entry":{"person":"Ada","kind":"","step":"expulsion","at":1,'
        b'"match":"match:A","points":0,"due_next":false,"barred_until":"2099-12-31","time":0,"event":"toy","case":"K",'
        b'"clauses":[]}}'
    )
    event = decode_ledger_event(line)
    assert isinstance(event, PenaltyRecorded)
    assert (event.entry.event, event.entry.extends, event.entry.root) == ("toy", "", "K")
    assert not fold_ledger([event]).binding("spring").entries
