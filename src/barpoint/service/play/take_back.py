"""Taking back: in casual play against a bot, the last decision over a roll may be made again with the same dice."""

from collections.abc import Sequence

from barpoint.board import Refusal, Side
from barpoint.match import (
    GameStage,
    MatchState,
    encode_game,
    evolve_match,
    new_match,
)
from barpoint.match import commands as c
from barpoint.match.events import decode
from barpoint.service.play.room import Room
from barpoint.service.play.view_builder import has_aids
from barpoint.service.ports import StoredEvent
from barpoint.service.refusals import ServiceCode


def take_back_command(room: Room, side: Side, at: int, kept: Sequence[StoredEvent]) -> c.RestoreGame | Refusal:
    """The command that puts the running game back to before `side` last played a roll."""
    state = room.match
    if not has_aids(room, side):
        return Refusal(ServiceCode.TAKE_BACK_NOT_OFFERED)
    earlier = _before_last_play(kept, side) if state.game is not None else None
    if earlier is None or earlier.game is None:
        return Refusal(ServiceCode.NOTHING_TO_TAKE_BACK)
    name = room.seats(side)[0].name
    return c.RestoreGame(
        at=at, by="house", reason=f"taken back by {name}", version=earlier.version, game=encode_game(earlier.game)
    )


def _before_last_play(kept: Sequence[StoredEvent], side: Side) -> MatchState | None:
    """The state of the running game in which `side` last had a roll to play, and played it."""
    state: MatchState | None = None
    earlier: MatchState | None = None
    for stored in kept:
        event = decode(stored.data)
        after = evolve_match(state if state is not None else new_match(event.format), event)  # type: ignore[union-attr]  # the first is MatchStarted
        if state is not None and state.game is not None:
            played = state.game.stage is GameStage.PLAY and state.game.turn is side
            if played and after.game is not None and after.game.stage is not GameStage.PLAY:
                earlier = state
        if after.game is None or (state is not None and state.game is None):
            earlier = None
        state = after
    return earlier
