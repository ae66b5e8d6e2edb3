"""What is open to a side is exactly what it is allowed: offered means accepted, denied means refused."""

import random
from collections.abc import Iterator

import pytest

from barpoint.board import ROLLS, Refusal, Side, legal_plays
from barpoint.match import commands as c
from barpoint.match.actions import OpenActions, open_actions
from barpoint.match.decide.dispatch import decide_match
from barpoint.match.events import Doubled, GameClaimed, ResignationOffered
from barpoint.match.evolve.dispatch import evolve_match
from barpoint.match.format.match_format import (
    ClockMethod,
    CubeRules,
    MatchFormat,
)
from barpoint.match.state import GameStage, MatchState, new_match
from barpoint.rulebook.profiles.options import Options
from barpoint.rulebook.profiles.presets import list_presets, preset
from barpoint.rulebook.profiles.profile import Profile
from tests.match.match_table import (
    BLACK,
    RECORDED,
    STRICT,
    WHITE,
    Table,
    like,
    match_format,
)

RACES = {
    15: (
        "x 6:3 5:2 off:10 | o 6:3 4:2 off:10",
        "x 6:1 5:1 off:13 | o 9:2 6:13",
        "x 1:1 off:14 | o 11:1 6:14",
        "x 6:15 | o 6:1 off:14",
    ),
    3: ("x 6:1 5:1 off:1 | o 6:3", "x 1:1 off:2 | o 20:1 6:2"),
}
"""Positions without contact, by the number of checkers."""


def asked(state: MatchState, side: Side, may: OpenActions) -> Iterator[tuple[bool, c.AnyCommand]]:
    """Every command a side could send, and whether it is offered."""
    at = state.at
    yield may.opening, c.RollOpening(at=at, white=5, black=2)
    yield may.roll, c.RollDice(at=at, side=side, dice=(4, 2))
    yield may.end_turn, c.EndTurn(at=at, side=side)
    yield bool(may.double), c.OfferDouble(at=at, side=side)
    yield may.take, c.Take(at=at, side=side)
    yield may.pass_, c.Pass(at=at, side=side)
    yield bool(may.beaver), c.Beaver(at=at, side=side)
    for level in (1, 2, 3):
        yield level in may.resign, c.OfferResignation(at=at, side=side, level=level)
        yield level in may.counter, c.CounterResignation(at=at, side=side, level=level)
        yield level in may.claim, c.ClaimGame(at=at, side=side, level=level)
    for accept in (True, False):
        yield bool(may.answer_resignation), c.AnswerResignation(at=at, side=side, accept=accept)
        yield bool(may.answer_claim), c.AnswerClaim(at=at, side=side, accept=accept)
    yield may.call_break, c.CallBreak(at=at, side=side)
    if state.on_break is not side.other:  # whether the other side may end it is a question of time: test_break_time
        yield may.end_break, c.EndBreak(at=at, side=side)
    yield may.leave, c.LeaveMatch(at=at, side=side)
    yield may.call_director, c.CallDirector(at=at, side=side)
    yield may.play, a_play(state, side)
    if state.format.team > 1:
        partner = state.seats[0 if side is WHITE else 1]
        yield may.name_operator, c.NameOperator(at=at, side=side, operator=(partner or ("",))[-1])


def a_play(state: MatchState, side: Side) -> c.PlayCheckers:
    """A legal play if there is a roll to play."""
    game = state.game
    if game is None or game.roll is None or game.turn is not side:
        return c.PlayCheckers(at=state.at, side=side, hops=())
    before = game.before if game.before is not None else game.position
    view = before if side is WHITE else before.flip()
    plays = legal_plays(view, game.roll, game.head_cap(game.roll))
    return c.PlayCheckers(at=state.at, side=side, hops=plays[0].hops if plays else ())


def accepted(state: MatchState, command: c.AnyCommand) -> bool:
    """Whether a command goes through as what it is, and not as an irregularity on record."""
    decision = decide_match(state, command)
    if isinstance(decision, Refusal):
        return False
    if isinstance(command, c.OfferDouble):
        return any(isinstance(event, Doubled) and not event.irregular for event in decision)
    return not any(isinstance(event, ResignationOffered | GameClaimed) and event.irregular for event in decision)


def formats() -> dict[str, MatchFormat]:
    """Every preset in both modes, and some settings no preset has."""
    found = {}
    for one in list_presets():
        for mode in (STRICT, RECORDED):
            made = one.match_format(mode)
            assert isinstance(made, MatchFormat), made
            found[f"{one.name}, {mode}"] = made
    money = match_format("Money", length=None)
    found["money with everything"] = like(
        money, cube=CubeRules(beavers=True, raccoons=True, automatic_doubles=1, largest=16)
    )
    sets = preset("BWS").with_options(Options(length=3, best_of=3))
    assert isinstance(sets, Profile)
    made = sets.match_format(RECORDED, clocked=True)
    assert isinstance(made, MatchFormat)
    found["sets"] = made
    return found


FORMATS = formats()


@pytest.mark.parametrize("name", FORMATS)
def test_offered_is_accepted_and_denied_is_refused(name: str) -> None:
    chance = random.Random(name)
    rules = FORMATS[name]
    state = new_match(rules)
    assert open_actions(state, WHITE) == OpenActions()
    start = c.StartMatch(at=0, white=("Ann", "Amy")[: rules.team], black=("Bob", "Ben")[: rules.team])
    state = after(state, start)
    for step in range(120):
        choices: list[c.AnyCommand] = []
        for side in Side:
            for offered, command in asked(state, side, open_actions(state, side)):
                assert accepted(state, command) is offered, f"step {step}: {side} {command} at {state.game}"
                if offered:
                    choices.append(command)
        state = onward(state, choices, chance)


def onward(state: MatchState, choices: list[c.AnyCommand], chance: random.Random) -> MatchState:
    """One more step: something that was offered, now and then an official's hand, or a new match."""
    if state.ended is not None:
        fresh = new_match(state.format)
        return after(fresh, c.StartMatch(at=state.at, white=state.seats[0], black=state.seats[1]))
    if state.stopped_by:
        return after(state, c.ReleaseMatch(at=state.at, by="TD"))
    game = state.game
    if game is not None and game.stage is not GameStage.OPENING and chance.random() < 0.08:
        race, turn = chance.choice(RACES[state.discipline.checkers]), chance.choice((WHITE, BLACK))
        race = f"{state.discipline.name}: {race}"
        return after(state, c.CorrectPosition(at=state.at, by="TD", position=race, turn=turn))
    if state.format.binding_words and chance.random() < 0.15:
        words = c.SayCubeWords(
            at=state.at, side=chance.choice((WHITE, BLACK)), action=chance.choice(("double", "take", "pass"))
        )
        if not isinstance(decide_match(state, words), Refusal):
            return after(state, words)
    rare = (c.CallDirector, c.LeaveMatch, c.CallBreak, c.OfferResignation, c.ClaimGame)
    usual = [one for one in choices if not isinstance(one, rare)]
    command = chance.choice(usual if usual and chance.random() < 0.9 else choices)
    if isinstance(command, c.RollDice):
        roll = chance.choice(ROLLS)
        command = c.RollDice(at=state.at, side=command.side, dice=(roll.high, roll.low))
    return after(state, command)


def after(state: MatchState, command: c.AnyCommand) -> MatchState:
    """The state after an accepted command."""
    events = decide_match(state, command)
    assert not isinstance(events, Refusal), events
    for event in events:
        state = evolve_match(state, event)
    return state


def test_nothing_is_open_while_the_director_is_called() -> None:
    table = Table.under("usbgf").opening(6, 1)
    table.do(c.CallDirector(at=0, side=WHITE))
    assert open_actions(table.state, WHITE) == open_actions(table.state, BLACK) == OpenActions()


def test_the_clocks_of_the_formats_are_those_of_their_books() -> None:
    assert FORMATS["BWS, strict"].clock is not None
    assert FORMATS["BWS, strict"].clock.method is ClockMethod.BRONSTEIN
