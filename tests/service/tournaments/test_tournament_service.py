"""Directing over a store: no lost update, a stale view hears what changed, ratings from what was played."""

import asyncio
from collections.abc import Callable

import pytest

from barpoint.rating import MatchEnding
from barpoint.service.tournaments.tournament_service import (
    Stale,
    TournamentDone,
    TournamentRefused,
    TournamentService,
    matches_to_rate,
    ratings_after,
    stream_of,
)
from barpoint.tournament import commands as c
from barpoint.tournament import fold_tournament
from barpoint.tournament.settings import TournamentSettings
from tests.service.memory_store import MemoryStore
from tests.tournament.director import (
    NINE,
    Hall,
    drawn,
    knockout,
    swiss,
)

OPENED = c.OpenTournament(at=NINE, by="td", settings=TournamentSettings(id="spring", date="2026-05-01"))


def told(text: str) -> c.Announce:
    return c.Announce(at=NINE, by="td", text=text)


def test_a_command_made_on_a_stale_view_comes_back_with_what_changed() -> None:
    async def run() -> None:
        store = MemoryStore()
        one, other = TournamentService(store), TournamentService(store)
        assert isinstance(await one.do("spring", OPENED, "1"), TournamentDone)
        seen = (await other.load("spring")).state.version
        await one.do("spring", told("round two at three"), "2", expected=seen)
        stale = await other.do("spring", told("round two at four"), "3", expected=seen)
        assert isinstance(stale, Stale)
        assert [change.what for change in stale.changes] == ["announced: round two at three"]
        after = await other.do("spring", told("round two at four"), "4", expected=stale.version)
        assert isinstance(after, TournamentDone)
        notices = (await one.load("spring")).state.notices
        assert [notice.text for notice in notices] == ["round two at three", "round two at four"]

    asyncio.run(run())


def test_without_a_version_a_lost_race_is_judged_once_more() -> None:
    async def run() -> None:
        store = MemoryStore()
        one, other = TournamentService(store), TournamentService(store)
        await one.do("spring", OPENED, "1")
        await other.load("spring")
        answers = await asyncio.gather(*(d.do("spring", told(f"{n}"), f"c{n}") for n, d in enumerate((one, other))))
        assert all(isinstance(answer, TournamentDone) for answer in answers)
        assert len((await one.load("spring")).state.notices) == 2

    asyncio.run(run())


def test_the_same_command_twice_is_done_once() -> None:
    async def run() -> None:
        store = MemoryStore()
        direct = TournamentService(store)
        await direct.do("spring", OPENED, "1")
        for _ in range(2):
            assert isinstance(await direct.do("spring", told("once"), "2", expected=1), TournamentDone)
        assert len((await TournamentService(store).load("spring")).state.notices) == 1
        assert len(await store.read(stream_of("spring"))) == 2

    asyncio.run(run())


def test_a_refusal_has_its_words_and_clauses() -> None:
    async def run() -> None:
        direct = TournamentService(MemoryStore())
        await direct.do("spring", OPENED, "1")
        await direct.do("spring", c.AddContest(at=NINE, by="td", settings=knockout("bws")), "2")
        answer = await direct.do("spring", c.MakeDraw(at=NINE, by="somebody", contest="open"), "3")
        assert isinstance(answer, TournamentRefused)
        assert answer.citation.sentence == "Somebody may not do this: make draw."
        assert answer.citation.clauses == (), "no clause is about it"
        result = c.PostResult(at=NINE, by="somebody", contest="open", pairing="W1.1", winner="a")
        answer = await direct.do("spring", result, "4")
        assert isinstance(answer, TournamentRefused)
        assert answer.citation.clauses == ("bws:4.6b",)

    asyncio.run(run())


@pytest.mark.clause("ibf:2.17a", "ibf:2.17b")
def test_ratings_follow_from_the_matches_of_tournaments() -> None:
    first, second = drawn(knockout(), 4), drawn(swiss(), 4)
    for hall, name in ((first, "open"), (second, "novice")):
        _play(hall, name)
    matches = matches_to_rate(first.state)
    assert {match.kind for match in matches} == {MatchEnding.NORMAL, MatchEnding.FORFEIT}
    rebuilt = ratings_after([first.state, second.state])
    assert len(rebuilt.set_aside) == 2
    assert rebuilt == ratings_after([second.state, first.state])
    [pool] = rebuilt.ladder.ratings
    assert str(pool) == "backgammon/standard"


def _play(hall: Hall, contest: str) -> None:
    one, other = hall.ready(contest)
    hall.win(one.id, contest=contest)
    hall.do(c.ConfirmForfeit, contest=contest, pairing=other.id, loser=other.pair[0], reason="gone home")


def test_what_is_shared_with_the_state_before_is_what_follows_from_the_log() -> None:
    hall = drawn(knockout(), 8)
    steps: tuple[tuple[Callable[[], object], bool], ...] = (
        (lambda: hall.do(c.Announce, text="soon"), True),
        (lambda: hall.do(c.CallMatch, contest="open", pairing="M1-1"), True),
        (lambda: hall.win("M1-1"), False),
        (lambda: hall.do(c.WithdrawEntry, contest="open", entry="p07"), False),
    )
    for step, is_shared in steps:
        before = hall.state
        assert before.seats
        step()
        hall.state.share_seats(before)
        assert (hall.contest().fixtures is before.contests["open"].fixtures) is is_shared
        afresh = fold_tournament(hall.log)
        assert hall.contest().fixtures == afresh.contests["open"].fixtures
        assert hall.state.seats == afresh.seats
