"""Whatever happens in whatever order: the draw stays whole, the log is the tournament, the books balance."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.board import Refusal
from barpoint.tournament import (
    Tournament,
    decide_tournament,
    fold_tournament,
)
from barpoint.tournament import commands as c
from barpoint.tournament.draw import draw_fold as draws
from barpoint.tournament.draw import events as d
from barpoint.tournament.draw.draw_fold import Draw
from barpoint.tournament.draw.plan import DrawFormat, Plan
from barpoint.tournament.draw.progress import PairingStatus
from barpoint.tournament.draw.structure import problems
from barpoint.tournament.events import decode, encode
from barpoint.tournament.money import ledger
from barpoint.tournament.pairing.swiss import Swiss
from barpoint.tournament.places import complete, title_places, titles
from barpoint.tournament.player import Player
from barpoint.tournament.prices import Fees, Prize
from barpoint.tournament.standings import compute_standings
from tests.tournament.director import (
    Hall,
    drawn,
    knockout,
    swiss,
)

FEES = Fees(entry=3333, registration=777)
EVENTS = {
    "consolation": knockout(fees=FEES, prizes=(Prize(place=1, share=10_000),)),
    "double": knockout(draw=Plan(format=DrawFormat.DOUBLE, seed="s"), fees=FEES),
    "groups": knockout(draw=Plan(format=DrawFormat.GROUPS, seed="s", groups=2), fees=FEES),
    "swiss": swiss(name="open", rounds=4, fees=FEES),
    "bws": knockout("bws", fees=FEES),
}


def tried(hall: Hall, command: c.AnyCommand) -> bool:
    """Carry a command out if it is allowed; refused, it must leave everything as it was."""
    answer = decide_tournament(hall.state, command)
    if isinstance(answer, Refusal):
        return False
    hall.log += answer
    hall.state = fold_tournament(answer, hall.state)
    return True


def meddle(hall: Hall, chance: Random) -> c.AnyCommand:
    """Something a director may do at any time, sensible or not."""
    contest = hall.contest()
    when: dict[str, object] = {"at": hall.now, "by": "td", "contest": "open"}
    matches = [each for each in contest.fixtures.values() if len(each.players) == 2]
    each = chance.choice(matches)
    winner = chance.choice(each.pair)
    entry = chance.choice(list(contest.entries))
    roll = chance.random()
    made: dict[str, object] = {"type": "PostResult", "pairing": each.id, "winner": winner}
    if roll < 0.08:
        made = {"type": "CorrectResult", "pairing": each.id, "winner": winner, "reason": "wrong"}
    elif roll < 0.12:
        made = {"type": "VoidResult", "pairing": each.id, "reason": "wrong"}
    elif roll < 0.16:
        made = {"type": "WithdrawEntry", "entry": entry}
    elif roll < 0.20:
        made = {"type": "ReinstateEntry", "entry": entry, "reason": "back"}
    elif roll < 0.26:
        made = {"type": "ApproveEntry", "entry": entry}
    elif roll < 0.32:
        made = {"type": "Register", "players": [{"id": f"late{chance.randrange(40)}"}]}
    elif roll < 0.36:
        made = {"type": "BeginMatch", "pairing": each.id}
    elif roll < 0.38:
        made = {"type": "DeclareDrawn", "pairing": each.id, "advances": winner, "reason": "both"}
    elif roll < 0.40:
        made = {"type": "ConfirmForfeit", "pairing": each.id, "loser": winner, "reason": "gone"}
    elif roll < 0.45:
        made = {"type": "PairRound"}
    return c.convert_command(when | made)


def whole(state: Tournament) -> None:
    """The structure can be played, everybody sits where they should, the books balance."""
    contest = state.contests["open"]
    assert ledger.balance(state) == 0
    assert all(sum(cents for _, cents in booking.lines) == 0 for booking in state.bookings)
    drawn_ = {player for each in contest.fixtures.values() for player in each.players}
    assert drawn_ <= set(contest.entries)
    if isinstance(contest.play, Draw):
        assert problems(contest.play.structure, contest.play.empty) == ()
        for title in titles(contest):
            taken = [place.entrant for place in title_places(contest, title)]
            assert len(taken) == len(set(taken))


def same_as_a_fresh_run(state: Tournament) -> None:
    """Posted anew in the order of the sheet, the results that count give the same standings."""
    contest = state.contests["open"]
    if isinstance(contest.play, Draw):
        again = replace(contest, play=played_again(contest.play))
        for title in titles(contest):
            assert title_places(again, title) == title_places(contest, title)
    elif isinstance(contest.play, Swiss):
        play = contest.play
        assert play.standings == compute_standings(play.numbers, play.games, play.plan.tie_breaks)


def played_again(play: Draw) -> Draw:
    """The draw from its lines: everybody who left leaves first, then each result that counts is posted."""
    fresh = Draw(play.plan, play.entrants, play.lines, overruled=play.overruled)
    for entrant, title in sorted(play.withdrawn):
        fresh = draws.evolve(fresh, d.EntrantWithdrew(entrant=entrant, title=title))
    for name, standing in play.progress.pairings.items():
        if standing.result is not None:
            fresh = draws.evolve(fresh, d.ResultPosted(pairing=name, result=standing.result))
    return fresh


@settings(max_examples=20)
@given(st.sampled_from(sorted(EVENTS)), st.integers(4, 18), st.randoms(use_true_random=False))
def test_results_withdrawals_corrections_and_late_entries_in_any_order(name: str, size: int, chance: Random) -> None:
    hall = drawn(EVENTS[name], size)
    for _ in range(60):
        hall.now += chance.randrange(120_000)
        tried(hall, meddle(hall, chance))
        whole(hall.state)
    same_as_a_fresh_run(hall.state)
    assert fold_tournament(hall.log) == fold_tournament(hall.log) == hall.state
    assert fold_tournament(decode(encode(event)) for event in hall.log) == hall.state


@settings(max_examples=10)
@given(st.sampled_from(["consolation", "swiss", "double"]), st.integers(4, 16), st.randoms(use_true_random=False))
def test_an_event_that_was_meddled_with_can_still_be_played_out(name: str, size: int, chance: Random) -> None:
    hall = drawn(EVENTS[name], size)
    for _ in range(25):
        hall.now += 60_000
        tried(hall, meddle(hall, chance))
    for _ in range(300):
        ready = hall.ready()
        for each in ready:
            hall.win(each.id, side=chance.randrange(2))
        if not ready and not tried(hall, c.PairRound(at=hall.now, by="td", contest="open")):
            break
    assert complete(hall.contest())
    hall.do(c.FinishContest, contest="open")
    assert not any(
        each.status in (PairingStatus.READY, PairingStatus.WAITING) for each in hall.contest().fixtures.values()
    )


@pytest.mark.parametrize("kind", [c.MakeDraw, c.PairRound, c.FinishContest, c.AwardPrizes, c.PublishContest])
def test_a_player_may_do_none_of_what_is_the_directors(kind: type) -> None:
    hall = drawn(EVENTS["consolation"], 4)
    assert hall.refused(kind, by="p00", contest="open") == "not_permitted"
    assert hall.refused(kind, by="stranger", contest="open") == "not_permitted"
    assert Player(id="p00").id in hall.state.players
