"""A draw as a fold: results, corrections, withdrawals, late entries, overruled pairings."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.board import Refusal
from barpoint.tournament.draw.draw_fold import (
    Draw,
    begin,
    decide,
    evolve,
    fold,
    make,
)
from barpoint.tournament.draw.entrant import Entrant
from barpoint.tournament.draw.events import (
    ChangeTieBreaks,
    Commands,
    CorrectResult,
    DrawCode,
    DrawMade,
    EnterLate,
    Events,
    OverrulePairing,
    PostResult,
    Reinstate,
    ResultCorrected,
    TieBreaksChanged,
    VoidResult,
    Withdraw,
)
from barpoint.tournament.draw.plan import DrawFormat, Plan, structure_of
from barpoint.tournament.draw.progress import NOBODY, PairingStatus, Result, places
from barpoint.tournament.draw.structure import problems
from barpoint.tournament.standings import TieBreak
from tests.tournament.played_structures import (
    PLANS,
    accepted,
    drawn,
    entrants,
    played_out,
)

CONSOLATION = PLANS["shortest"]


def won(draw: Draw, pairing: str, side: int = 0) -> Draw:
    """The home (or away) player wins that pairing."""
    players = draw.progress.pairings[pairing].players
    result = Result(players[side], players[1 - side], (7, 2))
    return accepted(draw, PostResult(pairing=pairing, result=result))[0]


def refused(draw: Draw, command: Commands, code: DrawCode) -> None:
    answer = decide(draw, command)
    assert isinstance(answer, Refusal), answer
    assert answer.code is code


@pytest.mark.clause("usbgf:4.7f")
def test_posting_a_result_writes_the_winner_and_the_loser_on_their_next_lines() -> None:
    draw = drawn(CONSOLATION, 8)
    home, away = draw.progress.pairings["M1-1"].players
    draw = won(draw, "M1-1")
    assert draw.progress.pairings["M2-1"].home == home
    assert away in draw.progress.pairings["C1-1"].players


def test_a_corrected_result_undoes_what_was_drawn_from_it() -> None:
    draw = drawn(CONSOLATION, 8)
    for pairing in ("M1-1", "M1-2", "M2-1"):
        draw = won(draw, pairing)
    first = draw.progress.pairings["M1-1"].result
    assert first is not None
    turned = Result(first.loser, first.winner, (7, 5))
    draw, events = accepted(draw, CorrectResult(pairing="M1-1", result=turned, reason="slip read upside down"))
    assert isinstance(events[0], ResultCorrected)
    assert events[0].undone == ("M2-1",)
    assert draw.progress.pairings["M2-1"].status is PairingStatus.READY
    assert draw.progress.pairings["M2-1"].home == turned.winner
    assert [pairing for pairing, _ in draw.dormant] == ["M2-1"]
    draw, _ = accepted(draw, CorrectResult(pairing="M1-1", result=first, reason="it was right after all"))
    assert draw.progress.pairings["M2-1"].status is PairingStatus.PLAYED
    assert draw.dormant == ()


def test_a_voided_result_is_to_be_played_again() -> None:
    draw = won(drawn(CONSOLATION, 8), "M1-1")
    draw, _ = accepted(draw, VoidResult(pairing="M1-1", reason="posted to the wrong line"))
    assert draw.progress.pairings["M1-1"].status is PairingStatus.READY
    assert draw.progress.pairings["M2-1"].home is None


def test_whoever_has_withdrawn_loses_what_is_not_played_here_and_below() -> None:
    draw = drawn(CONSOLATION, 8)
    gone, opponent = draw.progress.pairings["M1-1"].players
    draw, _ = accepted(draw, Withdraw(entrant=gone))
    assert draw.progress.pairings["M1-1"].status is PairingStatus.WALKOVER
    assert draw.progress.pairings["M2-1"].home == opponent
    draw = played_out(draw, Random(1))
    assert draw.progress.complete
    assert all(each.winner != gone for each in draw.progress.pairings.values())
    assert gone in {place.entrant for place in places(draw.progress)}


def test_two_who_have_both_withdrawn_leave_a_walkover_to_the_next() -> None:
    draw = drawn(CONSOLATION, 8)
    for gone in draw.progress.pairings["M1-1"].players:
        draw, _ = accepted(draw, Withdraw(entrant=gone))
    assert draw.progress.pairings["M1-1"].status is PairingStatus.VACANT
    assert draw.progress.pairings["M2-1"].home is NOBODY
    draw = played_out(draw, Random(1))
    assert draw.progress.complete
    assert draw.progress.pairings["M2-1"].status is PairingStatus.BYE


def test_a_walkover_stands_when_its_winner_leaves_too() -> None:
    draw = drawn(CONSOLATION, 8)
    gone, lucky = draw.progress.pairings["M1-1"].players
    draw, _ = accepted(draw, Withdraw(entrant=gone))
    draw = won(draw, "M1-2")
    draw = won(draw, "M2-1")
    draw, events = accepted(draw, Withdraw(entrant=lucky))
    assert len(events) == 2
    assert draw.progress.pairings["M2-1"].winner == lucky
    assert draw.dormant == ()


def test_an_entrant_may_leave_the_consolation_only() -> None:
    draw = drawn(CONSOLATION, 8)
    home, _ = draw.progress.pairings["M1-1"].players
    draw, _ = accepted(draw, Withdraw(entrant=home, title="consolation"))
    assert draw.progress.pairings["M1-1"].status is PairingStatus.READY
    draw = won(draw, "M1-1", 1)
    draw = won(draw, "M1-2")
    assert draw.progress.pairings["C1-1"].status is PairingStatus.WALKOVER
    draw, _ = accepted(draw, Reinstate(entrant=home, title="consolation", reason="changed his mind in time"))
    assert draw.progress.pairings["C1-1"].status is PairingStatus.READY


def test_a_late_entrant_takes_a_byes_place_and_the_lower_brackets_follow() -> None:
    draw = drawn(CONSOLATION, 6)
    draw = won(draw, draw.progress.ready[0].pairing.id)
    draw, _ = accepted(draw, EnterLate(entrant=Entrant("late")))
    assert problems(draw.structure, draw.empty) == ()
    assert len(draw.empty) == 1
    draw = played_out(draw, Random(1))
    assert {place.entrant for place in places(draw.progress)} == set(draw.entrants)
    assert len(places(draw.progress, "consolation")) == 5


def test_a_late_entrant_is_refused_when_a_bye_has_been_used_or_none_is_left() -> None:
    full = drawn(CONSOLATION, 8)
    refused(full, EnterLate(entrant=Entrant("late")), DrawCode.NO_PLACE_LEFT)
    refused(drawn(CONSOLATION, 7), EnterLate(entrant=Entrant("e0001")), DrawCode.ALREADY_ENTERED)
    begun = drawn(CONSOLATION, 7)
    (line,) = begun.empty
    for pairing in ("M1-1", "M1-2", "M1-3", "M1-4"):
        if begun.progress.pairings[pairing].status is PairingStatus.READY:
            begun = won(begun, pairing)
    begun = won(begun, f"M2-{line // 4 + 1}")
    refused(begun, EnterLate(entrant=Entrant("late")), DrawCode.WOULD_UNDO_RESULTS)


def test_a_late_entrant_who_does_not_fit_the_written_pattern_is_refused() -> None:
    plan = Plan(format=DrawFormat.CONSOLATION, seed="s", consolation="AB.|")
    refused(drawn(plan, 6), EnterLate(entrant=Entrant("late")), DrawCode.WOULD_BREAK_DRAW)


def test_patterns_are_taken_as_the_director_writes_them() -> None:
    plan = Plan(format=DrawFormat.CONSOLATION, seed="s", consolation="AB.C.D.|.|", last_chance="FG.GH.I.|.|")
    draw = drawn(plan, 24)
    assert draw.structure.notes == ("consolation: AB.C.D.|.|, 0 byes", "last_chance: FG4.G2H.I.|.|, 0 byes")
    assert played_out(draw, Random(1)).progress.complete
    unfit = drawn(Plan(format=DrawFormat.CONSOLATION, seed="s", consolation="A.B.C.D"), 24)
    with pytest.raises(ValueError, match="does not come down to one"):
        structure_of(unfit.plan, unfit.lines)


def test_a_round_robin_lets_a_late_entrant_take_the_empty_line() -> None:
    draw = drawn(PLANS["round robin"], 5)
    draw = won(draw, draw.progress.ready[0].pairing.id)
    draw, _ = accepted(draw, EnterLate(entrant=Entrant("late")))
    assert len(played_out(draw, Random(1)).progress.tables["group-1"]) == 6


def test_the_director_overrules_a_pairing_with_a_reason_on_the_record() -> None:
    draw = drawn(CONSOLATION, 8)
    before = [draw.progress.pairings[name].players for name in ("M1-1", "M1-3")]
    swap = OverrulePairing(one=("M1-1", 1), other=("M1-3", 0), reason="brothers")
    draw, _ = accepted(draw, swap)
    assert draw.progress.pairings["M1-1"].players == (before[0][0], before[1][0])
    assert "overruled: brothers" in draw.progress.pairings["M1-1"].pairing.reasons
    refused(draw, OverrulePairing(one=("M1-1", 1), other=("M1-3", 0), reason=""), DrawCode.REASON_NEEDED)
    refused(draw, OverrulePairing(one=("M1-1", 1), other=("M9-3", 0), reason="x"), DrawCode.NO_SUCH_PAIRING)
    refused(won(draw, "M1-1"), swap, DrawCode.WOULD_UNDO_RESULTS)
    cyclic = OverrulePairing(one=("M1-1", 1), other=("M2-1", 0), reason="x")
    refused(draw, cyclic, DrawCode.WOULD_BREAK_DRAW)


def test_what_cannot_be_posted_is_refused_with_a_code() -> None:
    draw = won(drawn(CONSOLATION, 8), "M1-1")
    home, away = draw.progress.pairings["M1-1"].players
    other = draw.progress.pairings["M1-2"].players[0]
    good = Result(home, away)
    refused(draw, PostResult(pairing="M1-1", result=good), DrawCode.ALREADY_POSTED)
    refused(draw, PostResult(pairing="M2-1", result=Result(home, other)), DrawCode.PAIRING_NOT_READY)
    refused(draw, PostResult(pairing="M1-2", result=good), DrawCode.NOT_IN_PAIRING)
    refused(draw, PostResult(pairing="X", result=good), DrawCode.NO_SUCH_PAIRING)
    refused(draw, CorrectResult(pairing="M1-2", result=good, reason="x"), DrawCode.NOTHING_POSTED)
    refused(draw, CorrectResult(pairing="M1-1", result=good, reason=""), DrawCode.REASON_NEEDED)
    refused(draw, VoidResult(pairing="M1-2", reason="x"), DrawCode.NOTHING_POSTED)
    refused(draw, Withdraw(entrant="nobody"), DrawCode.NOT_ENTERED)
    refused(draw, Reinstate(entrant=home, reason="x"), DrawCode.NOT_WITHDRAWN)
    one, two = draw.progress.pairings["M1-2"].players
    level = Result(one, two, (3, 3), drawn=True)
    refused(draw, PostResult(pairing="M1-2", result=level), DrawCode.KNOCKOUT_NOT_DRAWN)


def test_changing_the_tie_breaks_after_the_start_is_loud() -> None:
    draw = drawn(PLANS["round robin"], 4)
    listed = (TieBreak.BUCHHOLZ, TieBreak.SPLIT)
    quiet, events = accepted(draw, ChangeTieBreaks(tie_breaks=listed, reason=""))
    assert isinstance(events[0], TieBreaksChanged)
    assert not events[0].after_start
    assert quiet.plan.tie_breaks == listed
    begun = won(draw, draw.progress.ready[0].pairing.id)
    refused(begun, ChangeTieBreaks(tie_breaks=listed, reason=""), DrawCode.REASON_NEEDED)
    _, events = accepted(begun, ChangeTieBreaks(tie_breaks=listed, reason="the printed list was wrong"))
    assert isinstance(events[0], TieBreaksChanged)
    assert events[0].after_start


def random_command(draw: Draw, chance: Random) -> Commands | None:
    """Something a director might do now."""
    ready, played = draw.progress.ready, [each for each in draw.progress.pairings.values() if each.result]
    what = chance.random()
    if what < 0.70 and ready:
        each = chance.choice(ready)
        winner, loser = chance.sample(each.players, 2)
        return PostResult(pairing=each.pairing.id, result=Result(winner, loser, (7, chance.randrange(7))))
    if what < 0.82 and played:
        each = chance.choice(played)
        winner, loser = chance.sample(each.players, 2)
        return CorrectResult(pairing=each.pairing.id, result=Result(winner, loser, (7, 6)), reason="misread")
    if what < 0.88 and played:
        return VoidResult(pairing=chance.choice(played).pairing.id, reason="never played")
    if what < 0.94:
        return Withdraw(entrant=chance.choice(sorted(draw.entrants)))
    if what < 0.97 and draw.withdrawn:
        return Reinstate(entrant=chance.choice(sorted(draw.withdrawn))[0], reason="back again")
    return EnterLate(entrant=Entrant(f"late{len(draw.entrants)}"))


def fresh_run(draw: Draw) -> Draw:
    """The same event run without a mistake: the final lines and withdrawals, then every result in order."""
    made = DrawMade(plan=draw.plan, entrants=tuple(draw.entrants.values()), lines=draw.lines)
    fresh = begin(made)
    for entrant, title in sorted(draw.withdrawn):
        fresh, _ = accepted(fresh, Withdraw(entrant=entrant, title=title))
    for each in draw.progress.pairings.values():
        if each.result is not None:
            fresh, _ = accepted(fresh, PostResult(pairing=each.pairing.id, result=each.result))
    return fresh


@given(st.integers(4, 22), st.sampled_from(sorted(PLANS)), st.integers(0, 10**6))
@settings(max_examples=50)
def test_whatever_happens_in_whatever_order_leaves_a_valid_draw_and_the_standings_of_a_fresh_run(
    size: int, name: str, seed: int
) -> None:
    chance = Random(seed)
    log: list[Events] = [make(PLANS[name], entrants(size))]
    draw = fold(log)
    for _ in range(50):
        command = random_command(draw, chance)
        answer = decide(draw, command) if command is not None else ()
        if isinstance(answer, tuple):
            log += answer
            for event in answer:
                draw = evolve(draw, event)
        assert problems(draw.structure, draw.empty) == ()
    fresh = fresh_run(draw)
    for title in draw.structure.titles:
        assert places(fresh.progress, title) == places(draw.progress, title)
    assert fresh.progress.pairings == draw.progress.pairings
    assert msgspec.json.decode(msgspec.json.encode(log), type=list[Events]) == log
    assert fold(log).progress.pairings == draw.progress.pairings
    done = played_out(draw, chance)
    assert done.progress.complete
    for title in draw.structure.titles:
        if title.startswith("group"):
            continue
        ranked = places(done.progress, title)
        assert sum(place.last == 1 for place in ranked) <= 1
        assert [place.place for place in ranked] == sorted(place.place for place in ranked)


def test_a_log_that_does_not_begin_with_a_draw_is_none() -> None:
    with pytest.raises(TypeError, match="begins with DrawMade"):
        fold([])


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"seed": ""}, "published beforehand"),
        ({"format": DrawFormat.GROUPS}, "groups are two or more"),
        ({"tie_breaks": (TieBreak.SPLIT, TieBreak.BUCHHOLZ)}, "split ends the list"),
        ({"tie_breaks": (TieBreak.BUCHHOLZ, TieBreak.BUCHHOLZ)}, "once"),
    ],
)
def test_a_plan_that_makes_no_sense_says_why(fields: dict[str, object], says: str) -> None:
    given_fields = {"format": DrawFormat.SINGLE, "seed": "s"} | fields
    with pytest.raises(ValueError, match=says):
        Plan(**given_fields)  # type: ignore[arg-type]  # the table mixes the fields' types
