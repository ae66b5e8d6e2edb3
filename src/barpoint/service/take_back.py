"""Taking back: in casual play against a bot, the last decision over a roll may be made again with the same dice."""

from collections.abc import Sequence

from barpoint.board import Refusal, Side
from barpoint.match import commands as c
from barpoint.match.events import decode
from barpoint.match.evolve import evolve
from barpoint.match.snapshot import encode_game
from barpoint.match.state import MatchState, Stage, new_match
from barpoint.service.ports import Stored
from barpoint.service.refusals import ServiceCode
from barpoint.service.room import Room


def take_back(room: Room, side: Side, at: int, kept: Sequence[Stored]) -> c.RestoreGame | Refusal:
    """The command that puts the running game back to before `side` last played a roll."""
    state = room.match
    if not room.bot(side.other) or not state.format.hints or state.format.rated:
        return Refusal(ServiceCode.TAKE_BACK_NOT_OFFERED)
    found = _before_last_play(kept, side) if state.game is not None else None
    if found is None or found.game is None:
        return Refusal(ServiceCode.NOTHING_TO_TAKE_BACK)
    name = room.seats(side)[0].name
    return c.RestoreGame(
        at=at, by="house", reason=f"taken back by {name}", version=found.version, game=encode_game(found.game)
    )


def _before_last_play(kept: Sequence[Stored], side: Side) -> MatchState | None:
    """The state of the running game in which `side` last had a roll to play, and played it."""
    state: MatchState | None = None
    found: MatchState | None = None
    for stored in kept:
        event = decode(stored.data)
        after = evolve(state if state is not None else new_match(event.format), event)  # type: ignore[union-attr]  # the first is MatchStarted
        if state is not None and state.game is not None:
            played = state.game.stage is Stage.PLAY and state.game.turn is side
            if played and after.game is not None and after.game.stage is not Stage.PLAY:
                found = state
        if after.game is None or (state is not None and state.game is None):
            found = None
        state = after
    return found
