"""Judging the turn: opening roll, roll, play, end of turn."""

from barpoint.board import OFF, ROLLS, Hop, Play, Position, Refusal, Roll, Side, check_play, legal_plays, result
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.decide.access import game_on_turn, is_bound_to_double
from barpoint.match.decide.completion import game_over
from barpoint.match.decide.decision import MatchDecision
from barpoint.match.format.match_format import Enforcement
from barpoint.match.refusals import MatchCode
from barpoint.match.score import EndedBy, is_crawford, without_cube
from barpoint.match.state import Game, GameStage, MatchState


def roll_opening(state: MatchState, command: c.RollOpening, at: int) -> MatchDecision:
    """One die each: the higher begins, a tie is thrown again (ibf:12.2a-12.2c)."""
    for die in (command.white, command.black):
        if type(die) is not int or not 1 <= die <= 6:
            raise ValueError(f"a die shows a whole number from 1 to 6, not {die!r}")
    if state.on_break is not None:
        return Refusal(MatchCode.BREAK_RUNNING, {"side": state.on_break.value})
    if state.game is not None and state.game.stage is not GameStage.OPENING:
        return Refusal(MatchCode.OPENING_ALREADY_ROLLED)
    events: list[e.AnyEvent] = []
    if state.game is None:
        events.append(_next_game(state, at))
    events.append(e.OpeningRolled(at=at, white=command.white, black=command.black))
    automatic = state.game.automatic if state.game is not None else 0
    in_play = _next_game(state, at).cube if state.game is None else state.game.cube_in_play
    if command.white == command.black and in_play and automatic < state.format.cube.automatic_doubles:
        events.append(e.CubeTurnedAutomatically(at=at, value=2 << automatic))
    return tuple(events)


def _next_game(state: MatchState, at: int) -> e.GameStarted:
    rules = state.format.cube
    crawford = is_crawford(state.score, state.in_force, rules, done=state.crawford_done)
    cube = not crawford and not without_cube(state.in_force, rules) and not state.deciding_game
    return e.GameStarted(at=at, number=len(state.records) + 1, crawford=crawford, cube=cube)


def roll_dice(state: MatchState, command: c.RollDice, at: int) -> MatchDecision:
    """The side on turn rolls; a double on the table has to be answered first."""
    roll = Roll(*command.dice)
    game = game_on_turn(state, command.side)
    if isinstance(game, Refusal):
        early = game.code == MatchCode.NOT_YOUR_TURN
        return Refusal(MatchCode.ROLL_TOO_EARLY, game.facts) if early else game
    if game.stage is GameStage.PLAY or game.stage is GameStage.END:
        return Refusal(MatchCode.ALREADY_ROLLED, {"roll": str(game.roll)})
    if is_bound_to_double(state, game, command.side):
        return Refusal(MatchCode.BOUND_BY_WORDS, {"action": "double"})
    return (e.DiceRolled(at=at, side=command.side, dice=(roll.high, roll.low), person=command.person),)


def spoil_roll(state: MatchState, command: c.SpoilRoll, at: int) -> MatchDecision:
    """A roll that does not count: nothing moves, but the right to double is gone (usbgf:4.4.2b, ibf:9.6c).

    One made before the other's turn is over takes it for the turn that follows (usbgf:4.1.8.1g).
    """
    if state.format.enforcement is Enforcement.STRICT:
        return Refusal(MatchCode.ROLLS_ARE_VALID)
    game = game_on_turn(state, command.side)
    if isinstance(game, Refusal):
        if game.code != MatchCode.NOT_YOUR_TURN:
            return game
    elif game.stage is not GameStage.ROLL:
        return Refusal(MatchCode.ALREADY_ROLLED, {"roll": str(game.roll)})
    return (e.RollSpoilt(at=at, side=command.side, person=command.person),)


def play_checkers(state: MatchState, command: c.PlayCheckers, at: int) -> MatchDecision:
    """Play the roll; a STRICT match refuses an illegal play, a RECORDED one logs it by name."""
    game = game_on_turn(state, command.side)
    if isinstance(game, Refusal):
        return game
    if game.roll is None or game.stage is GameStage.ROLL:
        return Refusal(MatchCode.MUST_ROLL_FIRST)
    before = game.before if game.before is not None else game.position
    view = before if command.side is Side.WHITE else before.flip()
    judged = check_play(view, game.roll, command.hops, game.head_cap(game.roll))
    if isinstance(judged, Play):
        played = e.Played(at=at, side=command.side, hops=judged.hops, person=command.person)
        return _after_play(state, judged, played)
    if state.format.enforcement is Enforcement.STRICT:
        return judged
    hops = [Hop(*hop) for hop in command.hops]
    # What no hand can do, or what leaves checkers no rule says how to move, is for an official to set up.
    if not _is_possible(view.us, hops) or not view.after(hops).is_playable:
        return judged
    wrong = e.Played(
        at=at,
        side=command.side,
        hops=tuple(hops),
        illegal=judged.code,
        removed=_count_removed(view, game.roll, hops),
        person=command.person,
    )
    return (wrong,)


def _after_play(state: MatchState, play: Play, played: e.Played) -> MatchDecision:
    """A play that bears off the last checker ends the game where the turn ends with it."""
    if state.format.enforcement is Enforcement.RECORDED:
        return (played,)
    return _finish_play(state, play, played)


def _finish_play(state: MatchState, play: Play, played: e.Played) -> MatchDecision:
    over = result(play.after)
    if over is None:
        return (played,)
    winner = played.side if over.mover_won else played.side.other
    return (played, *game_over(state, winner, over.level, EndedBy.BEAROFF, played.at))


def _is_possible(us: tuple[int, ...], hops: list[Hop]) -> bool:
    """Whether a hand could have made these hops: there was a checker wherever one was lifted."""
    cells = list(us)
    for source, target in hops:
        if not (0 < source <= 25 and 0 <= target <= 25 and cells[source]):
            return False
        cells[source] -= 1
        cells[target] += 1
    return True


def _count_removed(view: Position, roll: Roll, hops: list[Hop]) -> int:
    """How many of an illegal play's checkers left the board without right (usbgf:4.2.3.3)."""
    left = list(roll.numbers)
    removed = 0
    for hop in hops:
        fitting = [number for number in left if number == hop.length]
        if hop.target == OFF:
            larger = [number for number in left if number > hop.source == view.rearmost]
            fitting = (fitting or larger) if view.is_home else []
            removed += not fitting
        if fitting:
            left.remove(fitting[0])
        view = view.after([hop])
    return removed


def grant_free_play(state: MatchState, command: c.GrantFreePlay, at: int) -> MatchDecision:
    """The side on turn may play any legal move of its choice (ibf:11.1c, 11.2c)."""
    game = game_on_turn(state, command.side)
    if isinstance(game, Refusal):
        return game
    granted = e.FreePlayGranted(
        at=at, side=command.side, by=command.by, reason=command.reason, any_roll=command.any_roll
    )
    return (granted,)


def choose_roll(state: MatchState, command: c.ChooseRoll, at: int) -> MatchDecision:
    """Name the roll of a move granted at one's choice; until it is played another may be named."""
    roll = Roll(*command.dice)
    game = game_on_turn(state, command.side)
    if isinstance(game, Refusal):
        return game
    if not game.any_roll:
        return Refusal(MatchCode.NO_FREE_PLAY)
    if roll not in free_rolls(game):
        return Refusal(MatchCode.ROLL_HAS_NO_PLAY, {"roll": str(roll)})
    return (e.RollChosen(at=at, side=command.side, dice=(roll.high, roll.low), person=command.person),)


def free_rolls(game: Game) -> tuple[Roll, ...]:
    """The rolls with a legal move for the side on turn, which it may name; all of them where none has any."""
    before = game.before if game.before is not None else game.position
    view = before if game.turn is Side.WHITE else before.flip()
    playable = tuple(roll for roll in ROLLS if any(play.hops for play in legal_plays(view, roll, game.head_cap(roll))))
    return playable or ROLLS


def end_turn(state: MatchState, command: c.EndTurn, at: int) -> MatchDecision:
    """Press the clock or lift the dice, which makes the play stand (ibf:2.20b, 8.4c)."""
    game = game_on_turn(state, command.side)
    if isinstance(game, Refusal):
        return game
    if state.format.enforcement is Enforcement.STRICT:
        return Refusal(MatchCode.TURN_ALREADY_ENDED if game.stage is GameStage.ROLL else MatchCode.PLAY_NOT_COMPLETE)
    if game.stage is not GameStage.END:
        return Refusal(MatchCode.MUST_ROLL_FIRST if game.stage is GameStage.ROLL else MatchCode.PLAY_NOT_COMPLETE)
    clock = state.clock
    if clock is not None and clock.waits and clock.delay_left(command.side, at):
        return Refusal(MatchCode.DELAY_MUST_PASS, {"left": clock.delay_left(command.side, at)})
    ended = e.TurnEnded(at=at, side=command.side, person=command.person)
    over = result(game.view_for(command.side))
    if over is None:
        return (ended,)
    winner = command.side if over.mover_won else command.side.other
    return (ended, *game_over(state, winner, over.level, EndedBy.BEAROFF, at))
