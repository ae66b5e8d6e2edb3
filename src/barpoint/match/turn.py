"""Judging the turn: opening roll, roll, play, end of turn."""

from barpoint.board import Hop, Play, Refusal, Roll, Side
from barpoint.board.check import check_play
from barpoint.board.outcome import result
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.completion import game_over
from barpoint.match.format import Enforcement, LengthKind
from barpoint.match.refusals import MatchCode
from barpoint.match.score import EndedBy, is_crawford
from barpoint.match.state import Game, MatchState, Stage

Decision = tuple[e.AnyEvent, ...] | Refusal


def roll_opening(state: MatchState, command: c.RollOpening, at: int) -> Decision:
    """One die each: the higher begins, a tie is thrown again (ibf:12.2a-12.2c)."""
    for die in (command.white, command.black):
        if type(die) is not int or not 1 <= die <= 6:
            raise ValueError(f"a die shows a whole number from 1 to 6, not {die!r}")
    if state.on_break is not None:
        return Refusal(MatchCode.BREAK_RUNNING, {"side": state.on_break.value})
    if state.game is not None and state.game.stage is not Stage.OPENING:
        return Refusal(MatchCode.OPENING_ALREADY_ROLLED)
    events: list[e.AnyEvent] = []
    if state.game is None:
        events.append(_next_game(state, at))
    events.append(e.OpeningRolled(at=at, white=command.white, black=command.black))
    automatic = state.game.automatic if state.game is not None else 0
    allowed = state.format.cube.automatic_doubles
    if command.white == command.black and state.format.cube.enabled and automatic < allowed:
        events.append(e.CubeTurnedAutomatically(at=at, value=2 << automatic))
    return tuple(events)


def _next_game(state: MatchState, at: int) -> e.GameStarted:
    rules = state.format.cube
    crawford = is_crawford(state.score, state.in_force, rules, done=state.crawford_done)
    one_point = state.in_force.kind in (LengthKind.POINTS, LengthKind.SETS) and state.in_force.points == 1
    cube = rules.enabled and not crawford and not one_point and not state.deciding_game
    return e.GameStarted(at=at, number=len(state.records) + 1, crawford=crawford, cube=cube)


def roll_dice(state: MatchState, command: c.RollDice, at: int) -> Decision:
    """The side on turn rolls; a double on the table has to be answered first."""
    roll = Roll(*command.dice)
    game = on_turn(state, command.side)
    if isinstance(game, Refusal):
        return game
    if game.stage is Stage.PLAY or game.stage is Stage.END:
        return Refusal(MatchCode.ALREADY_ROLLED, {"roll": str(game.roll)})
    if bound := [b for b in state.bindings if b.side is command.side and b.action == "double" and not b.condition]:
        return Refusal(MatchCode.BOUND_BY_WORDS, {"action": bound[0].action})
    return (e.DiceRolled(at=at, side=command.side, dice=(roll.high, roll.low), person=command.person),)


def spoil_roll(state: MatchState, command: c.SpoilRoll, at: int) -> Decision:
    """An invalid roll: nothing moves, but the right to double is gone (usbgf:4.4.2b, ibf:9.6c)."""
    game = on_turn(state, command.side)
    if isinstance(game, Refusal):
        return game
    if game.stage is not Stage.ROLL:
        return Refusal(MatchCode.ALREADY_ROLLED, {"roll": str(game.roll)})
    return (e.RollSpoilt(at=at, side=command.side, person=command.person),)


def play_checkers(state: MatchState, command: c.PlayCheckers, at: int) -> Decision:
    """Play the roll; a STRICT match refuses an illegal play, a RECORDED one logs it by name."""
    game = on_turn(state, command.side)
    if isinstance(game, Refusal):
        return game
    if game.roll is None or game.stage is Stage.ROLL:
        return Refusal(MatchCode.MUST_ROLL_FIRST)
    before = game.before if game.before is not None else game.position
    view = before if command.side is Side.WHITE else before.flip()
    hops = [Hop(*hop) for hop in command.hops]
    judged = check_play(view, game.roll, hops, game.head_cap(game.roll))
    if isinstance(judged, Play):
        played = e.Played(at=at, side=command.side, hops=tuple(judged.hops), person=command.person)
        return _after_play(state, judged, played)
    if state.format.enforcement is Enforcement.STRICT:
        return judged
    if not _can_happen(view.us, hops):
        return judged
    wrong = e.Played(at=at, side=command.side, hops=tuple(hops), illegal=judged.code, person=command.person)
    return (wrong,)


def _after_play(state: MatchState, play: Play, played: e.Played) -> Decision:
    """A play that bears off the last checker ends the game where the turn ends with it."""
    if state.format.enforcement is Enforcement.RECORDED:
        return (played,)
    return _finished(state, play, played)


def _finished(state: MatchState, play: Play, played: e.Played) -> Decision:
    over = result(play.after)
    if over is None:
        return (played,)
    winner = played.side if over.mover_won else played.side.other
    return (played, *game_over(state, winner, over.level, EndedBy.BEAROFF, played.at))


def _can_happen(us: tuple[int, ...], hops: list[Hop]) -> bool:
    """Whether a hand could have made these hops: there was a checker wherever one was lifted."""
    cells = list(us)
    for source, target in hops:
        if not (0 < source <= 25 and 0 <= target <= 25 and cells[source]):
            return False
        cells[source] -= 1
        cells[target] += 1
    return True


def end_turn(state: MatchState, command: c.EndTurn, at: int) -> Decision:
    """Press the clock or lift the dice, which makes the play stand (ibf:2.20b, 8.4c)."""
    game = on_turn(state, command.side)
    if isinstance(game, Refusal):
        return game
    if state.format.enforcement is Enforcement.STRICT:
        return Refusal(MatchCode.TURN_ALREADY_ENDED if game.stage is Stage.ROLL else MatchCode.PLAY_NOT_COMPLETE)
    if game.stage is not Stage.END:
        return Refusal(MatchCode.MUST_ROLL_FIRST if game.stage is Stage.ROLL else MatchCode.PLAY_NOT_COMPLETE)
    ended = e.TurnEnded(at=at, side=command.side, person=command.person)
    over = result(game.seen_by(command.side))
    if over is None:
        return (ended,)
    winner = command.side if over.mover_won else command.side.other
    return (ended, *game_over(state, winner, over.level, EndedBy.BEAROFF, at))


def on_turn(state: MatchState, side: Side) -> Game | Refusal:
    """The running game if `side` may act with dice and checkers in it."""
    game = state.game
    if game is None:
        return Refusal(MatchCode.NO_GAME)
    if game.stage is Stage.OPENING:
        return Refusal(MatchCode.OPENING_ROLL_DUE)
    if game.stage is Stage.ANSWER:
        return Refusal(MatchCode.MUST_ANSWER_DOUBLE)
    if game.stage in (Stage.RESIGNED, Stage.CLAIMED):
        return Refusal(MatchCode.MUST_ANSWER_RESIGNATION)
    if game.turn is not side:
        return Refusal(MatchCode.NOT_YOUR_TURN, {"turn": game.turn.value})
    return game
