"""What each side may do now, as data for any screen, bot, terminal or screen reader.

The answer is exact for what a side would ask on its own (roll, double, take, resign at a level ...);
which plays are legal is the hop tree's business.
"""

import msgspec

from barpoint.board import Side
from barpoint.board.outcome import Level
from barpoint.match.cubing import double_refused
from barpoint.match.ending import resignation_refused
from barpoint.match.format import Claims, Enforcement
from barpoint.match.score import pass_would_end_match
from barpoint.match.state import Game, MatchState, Phase, Stage


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
    resign: tuple[int, ...] = ()
    answer_resignation: int = 0  # the level on offer
    claim: bool = False
    answer_claim: int = 0
    call_break: bool = False
    end_break: bool = False
    leave: bool = False
    call_director: bool = False


def open_to(state: MatchState, side: Side) -> Open:
    """What `side` may do now."""
    if state.phase in (Phase.BEFORE, Phase.OVER) or state.stopped_by:
        return Open()
    index = 0 if side is Side.WHITE else 1
    between = state.game is None or state.game.stage is Stage.OPENING
    common = Open(
        opening=between and state.on_break is None,
        call_break=between
        and state.on_break is None
        and (bool(state.format.break_every) or state.breaks[index] < state.format.breaks),
        end_break=state.on_break is side,
        leave=state.format.leave_any_time,
        call_director=True,
    )
    return common if state.game is None or between else _in_game(state, state.game, side, common)


def _in_game(state: MatchState, game: Game, side: Side, common: Open) -> Open:
    if game.stage is Stage.ANSWER:
        return _answering(state, game, side, common)
    if game.offer is not None:
        mine = game.offer.by is side
        key = "answer_resignation" if game.stage is Stage.RESIGNED else "answer_claim"
        return common if mine else msgspec.structs.replace(common, **{key: game.offer.level})
    resign = tuple(int(level) for level in Level if resignation_refused(state, game, side, level) is None)
    if game.turn is not side:
        settled = state.format.claims is Claims.SETTLED
        return msgspec.structs.replace(common, resign=resign, claim=settled)
    bound = any(b.side is side and b.action == "double" and not b.condition for b in state.bindings)
    may_double = game.stage is Stage.ROLL and double_refused(state, game, side, game.cube.value * 2) is None
    recorded = state.format.enforcement is Enforcement.RECORDED
    return msgspec.structs.replace(
        common,
        roll=game.stage is Stage.ROLL and not bound,
        play=game.stage is Stage.PLAY or (recorded and game.stage is Stage.END),
        end_turn=recorded and game.stage is Stage.END,
        double=game.cube.value * 2 if may_double else 0,
        resign=resign,
        claim=state.format.claims is not Claims.NONE and not game.position.contact,
    )


def _answering(state: MatchState, game: Game, side: Side, common: Open) -> Open:
    if game.cube.by is side or game.cube.by is None:
        return common
    words = {b.action for b in state.bindings if b.side is side and not b.condition}
    rules = state.format.cube
    ends = pass_would_end_match(game.cube.by, state.score, game.cube.value, state.in_force, rules)
    beaver = rules.beavers and (rules.raccoons or not game.cube.beavered)
    return msgspec.structs.replace(
        common,
        take="pass" not in words,
        pass_="take" not in words and not ends,
        beaver=(game.cube.offered or 0) * 2 if beaver else 0,
    )
