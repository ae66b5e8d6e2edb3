"""What each side may do now, as data for any screen, bot, terminal or screen reader.

The answer is exact for what a side would ask on its own (roll, double, take, resign at a level ...);
which plays are legal is the hop tree's business, and in Doubles only the named partner acts.
"""

from typing import Final

import msgspec

from barpoint.board import Level, Side
from barpoint.match.decide.access import double_refusal, is_bound_to_double
from barpoint.match.decide.cube_rules import beaver_refusal
from barpoint.match.decide.endings import (
    claimable_levels,
    counter_refusal,
    leave_refusal,
    resignable_levels,
)
from barpoint.match.decide.time_rules import break_refusal
from barpoint.match.format.match_format import Enforcement
from barpoint.match.score import pass_would_end_match
from barpoint.match.state import Game, GameStage, MatchPhase, MatchState

_LEVELS: Final = tuple(Level)
_TURN_STAGES: Final = (GameStage.ROLL, GameStage.PLAY, GameStage.END)


class OpenActions(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """The actions open to one side."""

    opening: bool = False
    roll: bool = False
    play: bool = False
    choose_roll: bool = False  # any legal move was granted: the side names its roll
    end_turn: bool = False
    double: int = 0  # the value that may be offered
    take: bool = False
    pass_: bool = msgspec.field(default=False, name="pass")
    beaver: int = 0
    resign: tuple[int, ...] = ()  # the levels
    answer_resignation: int = 0  # the level on offer
    counter: tuple[int, ...] = ()  # the levels a resignation may be answered with
    claim: tuple[int, ...] = ()  # the levels
    answer_claim: int = 0
    call_break: bool = False
    end_break: bool = False
    name_operator: bool = False
    leave: bool = False
    call_director: bool = False


def open_actions(state: MatchState, side: Side, *, officials: bool = True) -> OpenActions:
    """What `side` may do now, where there are `officials` to be called or none."""
    if state.phase in (MatchPhase.BEFORE, MatchPhase.OVER) or state.stopped_by:
        return OpenActions()
    game = state.game
    leave = leave_refusal(state) is None
    if game is not None and game.stage is not GameStage.OPENING:
        if state.on_break is not None:  # one in the middle of a game, that an official granted
            return OpenActions(end_break=state.on_break is side, leave=leave, call_director=officials)
        if game.stage in _TURN_STAGES:
            return _actions_in_turn(state, game, side, leave=leave, officials=officials)
        return _answers(state, game, side, OpenActions(leave=leave, call_director=officials))
    return OpenActions(
        opening=state.on_break is None,
        call_break=break_refusal(state, side) is None,
        end_break=state.on_break is side,
        name_operator=state.format.team > 1 and game is None,
        leave=leave,
        call_director=officials,
    )


def _actions_in_turn(state: MatchState, game: Game, side: Side, *, leave: bool, officials: bool) -> OpenActions:
    """While nothing waits for an answer."""
    on_turn, stage, value = game.turn is side, game.stage, game.cube.value * 2
    to_roll = on_turn and stage is GameStage.ROLL
    ending = on_turn and stage is GameStage.END and state.format.enforcement is Enforcement.RECORDED
    return OpenActions(
        roll=to_roll and not is_bound_to_double(state, game, side),
        play=ending or (on_turn and stage is GameStage.PLAY),
        choose_roll=on_turn and game.any_roll,
        end_turn=ending,
        double=value if to_roll and double_refusal(state, game, side, value) is None else 0,
        resign=resignable_levels(state, game, side),
        claim=claimable_levels(state, game, side),
        leave=leave,
        call_director=officials,
    )


def _answers(state: MatchState, game: Game, side: Side, common: OpenActions) -> OpenActions:
    if game.stage is GameStage.ANSWER:
        return _answers_to_double(state, game, side, common)
    return _answers_to_offer(game, side, common)


def _answers_to_offer(game: Game, side: Side, common: OpenActions) -> OpenActions:
    assert game.offer is not None
    if game.offer.by is side:
        return common
    if game.stage is GameStage.CLAIMED:
        return msgspec.structs.replace(common, answer_claim=game.offer.level)
    counter = tuple(int(level) for level in _LEVELS if counter_refusal(game, side, level) is None)
    return msgspec.structs.replace(common, answer_resignation=game.offer.level, counter=counter)


def _answers_to_double(state: MatchState, game: Game, side: Side, common: OpenActions) -> OpenActions:
    if game.cube.by is side or game.cube.by is None:
        return common
    words = {b.action for b in state.bindings if b.side is side and not b.condition}
    ends = pass_would_end_match(game.cube.by, state.score, game.cube.value, state.in_force, state.format.cube)
    beaver = beaver_refusal(state, game, side) is None
    return msgspec.structs.replace(
        common,
        take="pass" not in words or ends,
        pass_="take" not in words and not ends,
        beaver=(game.cube.offered or 0) * 2 if beaver else 0,
    )
