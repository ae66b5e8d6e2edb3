"""Officiating over a store: a ruling, its remedy and its penalty land together, or nothing does."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from barpoint.board import Refusal
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.evolve.dispatch import fold_match
from barpoint.match.state import GameStage, MatchPhase, MatchState
from barpoint.officiating.answer import Discretion, NeedFacts, Penalty, PenaltyStep, Ruling
from barpoint.officiating.cases import events as v
from barpoint.officiating.cases.case import CaseCode
from barpoint.officiating.cases.remedy_application import RemedyCode
from barpoint.officiating.cases.ruling_confirmation import (
    Confirmation,
    ConfirmCode,
    OwnRuling,
)
from barpoint.officiating.remedy import GivePoints, LoseMatch, RestoreVersion, SetScore
from barpoint.service.officials.case_service import CaseOutcome, CaseService
from barpoint.service.ports import Appended, Conflict, Write
from tests.match.match_table import (
    BLACK,
    RECORDED,
    WHITE,
    Table,
)
from tests.officiating.answers import under
from tests.service.memory_store import MemoryStore

MATCH = "match:T4"


class Desk:
    """A store with one match in it, and an official; steps come a second apart."""

    def __init__(self, book: str = "usbgf", table: Table | None = None) -> None:
        self.store, self.book, self.at, self.number = MemoryStore(), book, 0, 0
        self.officiate = CaseService(self.store)
        if table is not None:
            self.write(MATCH, table.log)
            self.at = table.state.at

    def write(self, stream: str, events: Iterable[e.AnyEvent]) -> None:
        lines, head = tuple(e.encode(event) for event in events), len(self.store.kept.get(stream, ()))
        assert isinstance(run(self.store.append([Write(stream, head, lines)], f"w{self.tick()}")), Appended)

    def tick(self) -> int:
        self.at, self.number = self.at + 1000, self.number + 1
        return self.at

    def open(self, name: str, kind: str, match: str = MATCH) -> "Desk":
        opened = v.CaseOpened(
            at=self.tick(), by="TD", profile=under(self.book), kind=kind, match=match, white=("Ann",), black=("Bob",)
        )
        done(run(self.officiate.open(name, opened, f"c{self.number}")))
        return self

    def step(self, name: str, asked: v.CaseStep) -> CaseOutcome:
        outcome: CaseOutcome = run(self.officiate.step(name, replace(asked, at=self.tick()), f"c{self.number}"))
        return outcome

    def facts(self, name: str, **facts: str | int | bool) -> "Desk":
        for key, value in facts.items():
            done(self.step(name, v.FactGiven(at=0, by="TD", key=key, value=value)))
        return self

    def rule(self, name: str, **says: Any) -> CaseOutcome:
        held = {"carried_out": False} if says.pop("held", False) else {}
        confirmation = Confirmation(by=says.pop("by", "TD"), at=self.tick(), **says)
        outcome: CaseOutcome = run(self.officiate.rule(name, confirmation, f"c{self.number}", **held))
        return outcome

    def appeal(self, name: str, uphold: int, change: int, remedy: str) -> None:
        done(self.step(name, v.AppealMade(at=0, by="Bob")))
        done(self.step(name, v.CommitteeNamed(at=0, by="TD", members=("M1", "M2", "M3"))))
        done(self.step(name, v.VotesCounted(at=0, by="TD", uphold=uphold, change={remedy: change})))

    @property
    def match(self) -> MatchState:
        return fold_match(e.decode(one.data) for one in self.store.kept[MATCH])

    def versions(self) -> dict[str, int]:
        return {stream: len(kept) for stream, kept in self.store.kept.items()}

    def entries(self, person: str) -> list[tuple[PenaltyStep, int]]:
        ledger = run(self.officiate.load("x")).ledger
        return [(entry.step, entry.points) for entry in ledger.of(person)]


def run(asked: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asked)


def done(outcome: CaseOutcome) -> Appended:
    assert isinstance(outcome, Appended), outcome
    return outcome


def begun(book: str = "usbgf") -> Table:
    """White has played 3-1; Black rolls a 6-4."""
    return Table.under(book, RECORDED).opening(3, 1).play(WHITE, (8, 5), (6, 5)).roll(BLACK, 6, 4)


POINTS = OwnRuling(
    say="A point to Ann.", remedies=(GivePoints(WHITE, 1),), penalties=(Penalty(BLACK, PenaltyStep.POINTS, points=1),)
)


def test_an_illegal_play_is_ruled_from_the_log_and_taken_back_in_the_match() -> None:
    table = begun()
    before = len(table.log)
    table.play(BLACK, (24, 18), (13, 8))
    desk = Desk(table=table).open("A", "illegal_play")
    answer = run(desk.officiate.answer("A"))
    assert isinstance(answer, Ruling)
    assert RestoreVersion(before) in answer.remedies
    done(desk.rule("A"))
    game = desk.match.game
    assert game is not None
    assert (game.turn, game.stage, game.position) == (BLACK, GameStage.PLAY, table.states[before].position)  # type: ignore[union-attr]  # it was running
    restored = [e.decode(one.data) for one in desk.store.kept[MATCH]][-1]
    assert isinstance(restored, e.GameRestored)
    assert (restored.by, restored.version) == ("TD", before)
    case = run(desk.officiate.load("A")).case
    assert case.applied[0].remedies == answer.remedies
    assert (case.applied[0].before, case.applied[0].after) == (len(table.log), len(table.log) + 1)


def test_ruling_remedy_and_penalty_are_one_transaction() -> None:
    desk = Desk(table=begun()).open("A", "penalty_points").facts("A", who="black", points=1)
    before, versions = desk.store.appends, desk.versions()
    done(desk.rule("A"))
    assert desk.store.appends == before + 1
    grown = {stream for stream, count in desk.versions().items() if count > versions.get(stream, 0)}
    assert grown == {"case:A", MATCH, "ledger:all"}
    assert desk.match.owed == (1, 0)
    assert desk.entries("Bob") == [(PenaltyStep.POINTS, 1)]


def test_whoever_was_slower_gets_the_conflict_and_nothing_is_written() -> None:
    desk = Desk(table=begun()).open("A", "penalty_points").facts("A", who="black", points=1)

    class Slow(MemoryStore):
        async def append(self, writes: Any, command: str) -> Any:
            if any(write.stream == MATCH for write in writes):
                self.kept[MATCH].append(self.kept[MATCH][-1])  # a move came in between
            return await super().append(writes, command)

    slow = Slow()
    slow.kept = desk.store.kept
    desk.store, desk.officiate = slow, CaseService(slow)
    versions = desk.versions()
    assert desk.rule("A") == Conflict(MATCH, versions[MATCH] + 1)
    assert desk.versions() == versions | {MATCH: versions[MATCH] + 1}


def test_the_same_command_again_changes_nothing() -> None:
    desk = Desk(table=begun()).open("A", "penalty_points").facts("A", who="black", points=1)
    says = Confirmation(by="TD", at=desk.tick())
    done(run(desk.officiate.rule("A", says, "once")))
    versions = desk.versions()
    assert done(run(desk.officiate.rule("A", says, "once"))).repeated
    assert desk.versions() == versions


def test_a_missing_fact_and_an_open_choice_come_before_the_ruling() -> None:
    desk = (
        Desk("bws", begun("bws").play(BLACK, (24, 18), (13, 8))).open("A", "illegal_play").open("B", "penalty_points")
    )
    assert isinstance(run(desk.officiate.answer("B")), NeedFacts)
    assert getattr(desk.rule("B"), "code", "") == ConfirmCode.FACTS_MISSING
    assert getattr(desk.rule("A"), "code", "") == ConfirmCode.CHOICE_OPEN
    assert getattr(desk.rule("A", chosen="coffee"), "code", "") == ConfirmCode.NOT_AN_OPTION
    answer = run(desk.officiate.answer("A"))
    done(desk.rule("A", chosen=answer.options[0].name))


def test_the_ladder_reads_what_was_ruled_before_in_the_same_match() -> None:
    desk = Desk(table=begun())
    said = []
    for name in "AB":
        desk.open(name, "repeated_illegal_moves").facts(name, who="black")
        said.append(run(desk.officiate.answer(name)))
        done(desk.rule(name, **({} if isinstance(said[-1], Ruling) else {"chosen": said[-1].usual[0].name})))
    assert said[0] != said[1]
    desk.open("C", "repeated_illegal_moves", match="").facts("C", who="black")
    assert run(desk.officiate.answer("C")).say == said[0].say


@pytest.mark.clause("usbgf:5.3f")
def test_a_penalty_waits_for_the_appeal_and_comes_back_if_it_is_upheld() -> None:
    desk = Desk(table=begun()).open("A", "penalty_points").facts("A", who="black", points=1)
    done(desk.rule("A"))
    done(desk.step("A", v.AppealMade(at=0, by="Bob")))
    assert desk.entries("Bob") == []
    done(desk.step("A", v.CommitteeNamed(at=0, by="TD", members=("M1", "M2"))))
    done(desk.step("A", v.VotesCounted(at=0, by="TD", uphold=1, change={"no points": 1})))
    assert desk.entries("Bob") == [(PenaltyStep.POINTS, 1)]
    assert desk.match.owed == (1, 0)


def test_an_appeal_that_is_won_takes_the_remedy_back_and_applies_its_outcome() -> None:
    table = begun()
    desk = Desk(table=table).open("A", "penalty_points").facts("A", who="black", points=2)
    done(desk.rule("A"))
    assert desk.match.owed == (2, 0)
    desk.appeal("A", 1, 2, "one point")
    own = OwnRuling(say="One point.", remedies=(GivePoints(WHITE, 1),), penalties=POINTS.penalties)
    assert getattr(desk.rule("A", own=own, chosen="no point", outcome=True), "code", "") == CaseCode.OUTCOME_DIFFERS
    done(desk.rule("A", own=own, chosen="one point", outcome=True))
    assert desk.match.owed == (1, 0)
    assert desk.match.game == table.state.game
    assert desk.entries("Bob") == [(PenaltyStep.POINTS, 1)]


def test_what_was_played_since_the_remedy_is_not_wiped_out() -> None:
    desk = Desk(table=begun()).open("A", "penalty_points").facts("A", who="black", points=2)
    done(desk.rule("A"))
    desk.appeal("A", 0, 3, "none")
    desk.write(MATCH, [e.Played(at=desk.at, side=BLACK, hops=((24, 18), (13, 9)))])
    refused = desk.rule("A", own=OwnRuling(say="No point."), chosen="none", outcome=True)
    assert getattr(refused, "code", "") == RemedyCode.DOES_NOT_FIT


@pytest.mark.clause("usbgf:5.2a", "usbgf:5.2c")
def test_the_match_shows_that_a_ruling_was_accepted_by_playing_on() -> None:
    desk = Desk(table=begun()).open("A", "penalty_points").facts("A", who="black", points=2)
    done(desk.rule("A"))
    desk.write(MATCH, [e.Played(at=desk.at, side=BLACK, hops=((24, 18), (13, 9)))])
    refused = desk.step("A", v.AppealMade(at=0, by="Bob"))
    assert getattr(refused, "code", "") == CaseCode.APPEAL_TOO_LATE


def test_a_remedy_may_be_held_back_until_play_resumes() -> None:
    desk = Desk(table=begun()).open("A", "penalty_points").facts("A", who="black", points=1)
    done(desk.rule("A", held=True))
    assert desk.match.owed == (0, 0)
    done(run(desk.officiate.apply("A", by="TD", at=desk.tick(), command="apply")))
    assert desk.match.owed == (1, 0)


def test_an_override_has_its_reason_and_a_case_of_no_kind_is_ruled_in_own_words() -> None:
    desk = Desk(table=begun()).open("A", "penalty_points").facts("A", who="black", points=2)
    assert getattr(desk.rule("A", own=POINTS), "code", "") == CaseCode.OVERRIDE_NEEDS_REASON
    done(desk.rule("A", own=POINTS, reason="a first offence by a child"))
    ruling = run(desk.officiate.load("A")).case.ruling
    assert (ruling.followed, ruling.reason) == (False, "a first offence by a child")
    desk.open("B", "")
    assert isinstance(run(desk.officiate.answer("B")), Discretion)
    done(desk.rule("B", own=OwnRuling(say="The lights are switched on again; play goes on.")))
    ruling = run(desk.officiate.load("B")).case.ruling
    assert (ruling.followed, ruling.clauses) == (True, ("usbgf:1.1.4.2a",))


def test_a_remedy_the_match_cannot_take_refuses_the_whole_ruling() -> None:
    desk = Desk(table=begun()).open("A", "")
    versions = desk.versions()
    for remedy in (RestoreVersion(999), SetScore((0, 0)), LoseMatch(WHITE)):
        own = OwnRuling(say="So be it.", remedies=(remedy, RestoreVersion(0)))
        found = desk.rule("A", own=own)
        if isinstance(remedy, LoseMatch):
            assert desk.match.phase is MatchPhase.OVER  # what would have come after it is left out
        else:
            assert isinstance(found, Refusal)
            assert desk.versions() == versions


def test_a_penalty_for_the_next_match_is_served_once_where_it_falls_due() -> None:
    desk = Desk(table=begun()).open("A", "")
    later = OwnRuling(
        say="A point in the next match.", penalties=(Penalty(BLACK, PenaltyStep.POINTS, points=1, later=True),)
    )
    done(desk.rule("A", own=later))
    due = run(desk.officiate.due_remedies("match:T9", "usbgf", ("Zoe",), ("Bob",)))
    assert due == (GivePoints(WHITE, 1),)
    assert run(desk.officiate.due_remedies(MATCH, "usbgf", ("Ann",), ("Bob",))) == ()
    assert run(desk.officiate.due_remedies("match:T9", "ibf", ("Bob",), ("Zoe",))) == (GivePoints(WHITE, -1),)
    desk.write("match:T9", Table.under("usbgf", RECORDED).log)  # Bob plays Black
    done(run(desk.officiate.serve_due("match:T9", by="desk", at=desk.tick(), command="serve")))
    state = fold_match(e.decode(one.data) for one in desk.store.kept["match:T9"])
    assert state.score == (1, 0)
    assert run(desk.officiate.due_remedies("match:T9", "usbgf", ("Ann",), ("Bob",))) == ()
    assert run(desk.officiate.due_remedies("match:T10", "usbgf", ("Ann",), ("Bob",))) == ()
    assert run(desk.officiate.serve_due("match:T9", by="desk", at=desk.tick(), command="again")) == Appended({})


@pytest.mark.clause("bws:1.2.4a")
def test_a_bar_holds_up_to_and_including_its_last_day() -> None:
    desk = Desk("bws", begun("bws")).open("A", "disqualification")
    desk.facts("A", who="black", ground="rules or etiquette", bar_until="2027-03-31", decided=True)
    done(desk.rule("A"))
    assert desk.match.phase is MatchPhase.OVER
    assert MATCH in desk.store.closed
    found = [run(desk.officiate.bar_on("Bob", day)) is not None for day in ("2027-03-30", "2027-03-31", "2027-04-01")]
    assert found == [True, True, False]
    assert run(desk.officiate.bar_on("Ann", "2027-03-30")) is None


def test_a_void_double_that_was_passed_is_undone_from_the_log() -> None:
    desk = Desk(table=_crawford_passed()).open("A", "crawford_double")
    answer = run(desk.officiate.answer("A"))
    assert isinstance(answer, Ruling), answer
    done(desk.rule("A"))
    game = desk.match.game
    assert game is not None
    assert (desk.match.score, game.stage, game.turn, game.cube.value) == ((6, 3), GameStage.ROLL, BLACK, 1)


def _crawford_passed() -> Table:
    """White leads 6-3 to 7; in the Crawford game Black doubled and White passed."""
    table = Table.under("usbgf", RECORDED)
    table.do(c.CorrectScore(at=table.state.at, by="TD", score=(6, 3)))
    table.opening(3, 1).play(WHITE, (8, 5), (6, 5))
    return table.double(BLACK).drop(WHITE)
