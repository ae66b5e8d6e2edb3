"""Logs of rated matches for tests: played out by the rules, with seats to choose."""

import random
from functools import cache

import msgspec

from barpoint.board import Refusal, Side
from barpoint.match import MatchFormat, MatchPhase, commands, decide_match, evolve_match, new_match, side_to_act
from barpoint.match import events as e
from barpoint.match.state import GameStage
from barpoint.service.play.bot_turn import bot_command
from barpoint.service.play.room_events import RoomOpened, Seat, encode_room_event
from barpoint.service.play.terms import Terms, format_of_terms
from barpoint.service.ports import Write

RATED = Terms(points=1, rated=True)


@cache
def played_out(terms: Terms = RATED, seed: int = 1) -> tuple[e.AnyEvent, ...]:
    """A match to its end, by QuickBot on both sides."""
    from tests.web.server_process import QuickBot  # and the whole server with it

    form = format_of_terms(terms)
    assert isinstance(form, MatchFormat)
    state, log, dice, bot = new_match(form), list[e.AnyEvent](), random.Random(seed), QuickBot()
    command: commands.AnyCommand = commands.StartMatch(at=0, white=("W",), black=("B",))
    while True:
        decided = decide_match(state, command)
        assert not isinstance(decided, Refusal), decided
        for event in decided:
            state = evolve_match(state, event)
            log.append(event)
        if state.phase is MatchPhase.OVER:
            return tuple(log)
        pair = dice.randint(1, 6), dice.randint(1, 6)
        if state.game is None or state.game.stage is GameStage.OPENING:
            command = commands.RollOpening(at=0, white=pair[0], black=pair[1])
            continue
        side = side_to_act(state.game)
        assert side is not None
        chosen = bot_command(bot, state, side, 0)
        command = commands.RollDice(at=0, side=side, dice=pair) if chosen is None else chosen


def rated_writes(
    id: str, winner: str, loser: str, at: int, log: tuple[e.AnyEvent, ...] = (), *, guests: bool = False
) -> list[Write]:
    """A finished match between two accounts, as the server would have written it."""
    log = log or played_out()
    end = log[-1]
    assert isinstance(end, e.MatchEnded)
    seats = [Seat(name, name, guest=guests) for name in (winner, loser)]
    white, black = seats if end.winner in (Side.WHITE, None) else seats[::-1]
    opened = RoomOpened(at=at, white=(white,), black=(black,))
    lines = tuple(e.encode(event) for event in (*log[:-1], msgspec.structs.replace(end, at=at)))
    return [Write(f"match:{id}", 0, lines, ends=True), Write(f"room:{id}", 0, (encode_room_event(opened),))]
