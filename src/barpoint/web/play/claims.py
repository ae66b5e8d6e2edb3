"""A claim played out over HTTP: what an arbiter shows in a dispute, move by move (usbgf:4.5.2c)."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.exceptions import PermissionDeniedException
from litestar.params import PathParameter

from barpoint.board import Level, Refusal
from barpoint.match.decide import claim_played_out, claim_stands
from barpoint.notation import write_play
from barpoint.rulebook import cite
from barpoint.service import Account, Audience, ServerProcess
from barpoint.service.people import audience_of
from barpoint.web.api import Id, room_of
from barpoint.web.problems import RefusedException
from barpoint.wire.players import ClaimLine, ClaimShown

LevelNumber = Annotated[int, PathParameter(ge=1, le=3, description="1 single, 2 gammon, 3 backgammon.")]


@get("/api/matches/{id:str}/claims/{level:int}", summary="A claim played out")
async def claim(
    id: Id, level: LevelNumber, player: NamedDependency[Account], house: NamedDependency[ServerProcess]
) -> ClaimShown:
    """The claim of the side on turn with the rolls of its definition: its own 2-1 for ever, the other's 6-6.

    For the two sides and officials, once contact is over.
    """
    room = await room_of(house, id)
    if audience_of(room, player) is Audience.SPECTATOR:
        raise PermissionDeniedException("a claim is shown to the two sides and to officials")
    state = room.match
    book, game = state.format.book, state.game
    if game is None:
        raise RefusedException(cite(Refusal("no_game"), book))
    line = claim_played_out(game, game.turn, Level(level))
    if isinstance(line, Refusal):
        raise RefusedException(cite(line, book))
    return ClaimShown(
        side=game.turn,
        level=level,
        holds=claim_stands(game, game.turn, Level(level)),
        line=tuple(
            ClaimLine(
                side=game.turn if turn.by_claimer else game.turn.other,
                dice=None if turn.roll is None else (turn.roll.high, turn.roll.low),
                play=write_play(turn.play),
            )
            for turn in line
        ),
    )


HANDLERS = (claim,)
