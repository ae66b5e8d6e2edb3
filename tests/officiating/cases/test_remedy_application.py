"""Carrying rulings out: a remedy leaves a match that goes on, and can be taken back."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barpoint.board import Refusal
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.actions import open_actions
from barpoint.match.decide.dispatch import decide_match
from barpoint.match.evolve.dispatch import fold_match
from barpoint.match.snapshot import decode_state, encode_state
from barpoint.match.state import GameStage, MatchPhase, MatchState
from barpoint.officiating import remedy as r
from barpoint.officiating.answer import Discretion, Ruling
from barpoint.officiating.cases.remedy_application import (
    RemedyCode,
    apply_remedies,
    revoke_remedies,
)
from barpoint.officiating.judgement import all_kinds, incident_definition
from barpoint.officiating.log_facts import facts_from, readable_kinds
from barpoint.officiating.penalty_record import PenaltyRecord
from barpoint.rulebook.profiles.presets import list_presets
from tests.match.match_table import (
    BLACK,
    RECORDED,
    WHITE,
    Table,
    match_format,
)
from tests.officiating.random_facts import interviewed
from tests.officiating.record_cases import EVERY_REMEDY
from tests.playthroughs.record import FOLDER, slug

LOGS = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


@cache
def played(name: str) -> tuple[e.AnyEvent, ...]:
    """A golden match."""
    return tuple(e.decode(line) for line in Path(FOLDER / f"{name}.jsonl").read_bytes().splitlines())


def carried(log: list[e.AnyEvent] | tuple[e.AnyEvent, ...], *remedies: r.Remedy) -> MatchState:
    """The match after these remedies, which it has to take."""
    events = apply_remedies(remedies, log, by="TD", reason="so ruled", at=0)
    assert not isinstance(events, Refusal), events
    return fold_match((*log, *events))


def goes_on(state: MatchState) -> bool:
    """A valid state: it survives storage, and either is over or lets somebody act or waits for an opening roll."""
    assert decode_state(encode_state(state)) == state
    assert (state.ended is not None) == (state.phase is MatchPhase.OVER)
    assert (state.game is not None) == (state.phase is MatchPhase.PLAYING)
    for side in (WHITE, BLACK):
        open_actions(state, side)
    decide_match(state, c.CheckClock(at=state.at))
    if state.game is not None:
        for view in (state.game.position, state.game.position.flip()):
            assert sum(view.us) <= state.discipline.checkers
    return True


@settings(max_examples=150)
@given(data=st.data())
def test_whatever_is_ruled_in_a_golden_match_leaves_a_match_that_goes_on(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(LOGS))
    log = played(name)[: data.draw(st.integers(1, len(played(name))))]
    profile = next(one for one in list_presets() if slug(one.name) == name)
    incident = data.draw(st.sampled_from(sorted(all_kinds())))
    facts = facts_from(incident, log, len(log))
    answer, _ = interviewed(incident, dict(facts), profile, PenaltyRecord(), data.draw)
    if isinstance(answer, Ruling | Discretion):
        options = answer.options if isinstance(answer, Ruling) else answer.usual
        own = answer.remedies if isinstance(answer, Ruling) else ()
        for remedies in (own, *((*own, *option.remedies) for option in options)):
            _taken_or_refused(log, remedies)


@settings(max_examples=150)
@given(data=st.data())
def test_any_remedies_at_any_time_are_taken_or_refused_as_a_whole(data: st.DataObject) -> None:
    log = played(data.draw(st.sampled_from(LOGS)))
    log = log[: data.draw(st.integers(1, len(log)))]
    versions = st.builds(r.RestoreVersion, st.integers(0, len(log) + 1))
    remedies = data.draw(st.lists(st.sampled_from(EVERY_REMEDY) | versions, min_size=1, max_size=4))
    _taken_or_refused(log, tuple(remedies))


def _taken_or_refused(log: tuple[e.AnyEvent, ...], remedies: tuple[r.Remedy, ...]) -> None:
    events = apply_remedies(remedies, log, by="TD", reason="so ruled", at=0, illegal_move=True)
    if isinstance(events, Refusal):
        return
    assert [e.decode(e.encode(event)) for event in events] == list(events)
    after = fold_match((*log, *events))
    assert after.version == len(log) + len(events)
    assert goes_on(after)


@settings(max_examples=25)
@given(data=st.data())
def test_the_facts_a_log_gives_are_facts_of_their_kind(data: st.DataObject) -> None:
    log = played(data.draw(st.sampled_from(LOGS)))
    version = data.draw(st.integers(1, len(log)))
    for name in readable_kinds():
        for key, value in facts_from(name, log, version).items():
            incident_definition(name).questions[key].check(value)


def table() -> Table:
    """Black has rolled a 6-4."""
    return Table.under("usbgf", RECORDED).opening(3, 1).play(WHITE, (8, 5), (6, 5)).roll(BLACK, 6, 4)


def test_a_roll_to_be_made_again_is_taken_back_and_the_cube_stays_down() -> None:
    game = carried(table().log, r.RollAgain(BLACK)).game
    assert game is not None
    assert (game.turn, game.stage, game.roll, game.rolled) == (BLACK, GameStage.ROLL, None, True)
    assert carried(table().log, r.RollAgain(WHITE)).game == table().state.game
    opening = Table.under("usbgf", RECORDED).opening(3, 1)
    assert carried(opening.log, r.RollAgain(WHITE)).game == opening.state.game


def test_a_play_to_be_made_again_is_taken_back_and_the_roll_stays() -> None:
    at = table().play(BLACK, (24, 18), (13, 9))
    game = carried(at.log, r.PlayAgain(BLACK)).game
    assert game == table().state.game
    later = at.roll(WHITE, 2, 1)
    assert carried(later.log, r.PlayAgain(BLACK)).game == later.state.game  # White has rolled: it is too late


def test_a_version_without_a_game_does_not_fit() -> None:
    for version in (0, 1, 99):
        found = apply_remedies([r.RestoreVersion(version)], table().log, by="TD", reason="", at=0)
        assert isinstance(found, Refusal)
        assert found.code == RemedyCode.DOES_NOT_FIT
    found = apply_remedies([r.SetPosition("longgammon: start")], table().log, by="TD", reason="", at=0)
    assert isinstance(found, Refusal)


def test_remedies_after_the_end_of_the_match_are_left_out() -> None:
    assert carried(table().log, r.LoseMatch(WHITE), r.GivePoints(WHITE, 1)).score == (0, 0)


@pytest.mark.parametrize(
    "remedy",
    [
        r.GivePoints(WHITE, 2),
        r.SetScore((3, 5)),
        r.SetPosition("x 6:5 off:10 | o 6:5 off:10", WHITE, (2, 1)),
        r.SetCube(2, WHITE),
        r.LoseGame(BLACK, 2),
        r.NewGame(),
        r.ChangeClock(BLACK, -60_000),
        r.PutClockAway(),
    ],
    ids=lambda remedy: type(remedy).__name__,
)
def test_what_was_carried_out_can_be_taken_back(remedy: r.Remedy) -> None:
    at = (
        Table(match_format("usbgf", RECORDED, clocked=True)).opening(3, 1).play(WHITE, (8, 5), (6, 5)).roll(BLACK, 6, 4)
    )
    done = apply_remedies([remedy], at.log, by="TD", reason="", at=at.state.at)
    assert isinstance(done, tuple)
    assert done
    back = revoke_remedies((*at.log, *done), len(at.log), by="TD", reason="appeal", at=at.state.at)
    assert isinstance(back, tuple)
    after = fold_match((*at.log, *done, *back))
    assert (after.score, after.game, after.in_force) == (at.state.score, at.state.game, at.state.in_force)
    assert after.clock is not None
    assert at.state.clock is not None
    for side in (WHITE, BLACK):
        assert after.clock.remaining(side, after.at) == at.state.clock.remaining(side, after.at)


def test_a_forfeited_match_cannot_be_taken_back() -> None:
    log = table().log
    done = apply_remedies([r.LoseMatch(BLACK)], log, by="TD", reason="", at=0)
    assert isinstance(done, tuple)
    assert isinstance(revoke_remedies((*log, *done), len(log), by="TD", reason="", at=0), Refusal)
