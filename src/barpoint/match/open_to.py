"""What each side may do now, as data for any screen, bot, terminal or screen reader.

The answer is exact for what a side would ask on its own (roll, double, take, resign at a level ...);
which plays are legal is the hop tree's business, and in Doubles only the named partner acts.
"""

from typing import Final

import msgspec

from barpoint.board import Side
from barpoint.board.outcome import Level
from barpoint.match.access import bound_to_double, double_refused
from barpoint.match.cubing import beaver_refused
from barpoint.match.ending import claimable, counter_refused, leave_refused, resignable
from barpoint.match.format import Enforcement
from barpoint.match.score import pass_would_end_match
from barpoint.match.state import Game, MatchState, Phase, Stage
from barpoint.match.timing import break_refused

_LEVELS: Final = tuple(Level)


class Open(msgspec.Struct, frozen=True, omit_defaults=True):
    """The actions open to one side."""

    opening: bool = False
    roll: bool = False
    play: bool = False
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


def open_to(state: MatchState, side: Side) -> Open:
    """What `side` may do now."""
    if state.phase in (Phase.BEFORE, Phase.OVER) or state.stopped_by:
        return Open()
    game = state.game
    leave = leave_refused(state) is None
    if game is not None and game.stage is not Stage.OPENING:
        common = Open(end_break=state.on_break is side, leave=leave, call_director=True)
        return _in_game(state, game, side, common)
    return Open(
        opening=state.on_break is None,
        call_break=break_refused(state, side) is None,
        end_break=state.on_break is side,
        name_operator=state.format.team > 1 and game is None,
        leave=leave,
        call_director=True,
    )


def _in_game(state: MatchState, game: Game, side: Side, common: Open) -> Open:
    if game.stage is Stage.ANSWER:
        return _answering(state, game, side, common)
    if game.offer is not None:
        return _offered(game, side, common)
    resign, claim = resignable(state, game, side), claimable(state, game, side)
    if game.turn is not side:
        return msgspec.structs.replace(common, resign=resign, claim=claim)
    value = game.cube.value * 2
    may_double = game.stage is Stage.ROLL and double_refused(state, game, side, value) is None
    recorded = state.format.enforcement is Enforcement.RECORDED
    return msgspec.structs.replace(
        common,
        resign=resign,
        claim=claim,
        roll=game.stage is Stage.ROLL and not bound_to_double(state, game, side),
        play=game.stage is Stage.PLAY or (recorded and game.stage is Stage.END),
        end_turn=recorded and game.stage is Stage.END,
        double=value if may_double else 0,
    )


def _offered(game: Game, side: Side, common: Open) -> Open:
    assert game.offer is not None
    if game.offer.by is side:
        return common
    if game.stage is Stage.CLAIMED:
        return msgspec.structs.replace(common, answer_claim=game.offer.level)
    counter = tuple(int(level) for level in _LEVELS if counter_refused(game, side, level) is None)
    return msgspec.structs.replace(common, answer_resignation=game.offer.level, counter=counter)


def _answering(state: MatchState, game: Game, side: Side, common: Open) -> Open:
    if game.cube.by is side or game.cube.by is None:
        return common
    words = {b.action for b in state.bindings if b.side is side and not b.condition}
    ends = pass_would_end_match(game.cube.by, state.score, game.cube.value, state.in_force, state.format.cube)
    beaver = beaver_refused(state, game, side) is None
    return msgspec.structs.replace(
        common,
        take="pass" not in words or ends,
        pass_="take" not in words and not ends,
        beaver=(game.cube.offered or 0) * 2 if beaver else 0,
    )
