"""What a player or an arbiter looks at over HTTP: a claim played out (usbgf:4.5.2c), the moves one may choose from."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.exceptions import PermissionDeniedException
from litestar.params import PathParameter

from barpoint.board import Level, Refusal
from barpoint.match import MatchCode
from barpoint.match.decide import claim_played_out, claim_stands
from barpoint.notation import write_play
from barpoint.rulebook import cite
from barpoint.service import Account, Audience, ServerProcess, off_loop
from barpoint.service.people import audience_of
from barpoint.service.play import PlayChoices, play_choices
from barpoint.web.api import Id, room_of
from barpoint.web.officials import Dice
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


@get("/api/matches/{id:str}/plays", summary="The moves a side may choose from")
async def plays(
    id: Id, player: NamedDependency[Account], house: NamedDependency[ServerProcess], dice: Dice = ""
) -> PlayChoices:
    """Where an official has granted any legal move: the rolls it may name and the plays of one of them.

    For the two sides and officials.
    """
    room = await room_of(house, id)
    if audience_of(room, player) is Audience.SPECTATOR:
        raise PermissionDeniedException("the moves to choose from are shown to the two sides and to officials")
    game = room.match.game
    if game is None or not game.any_roll:
        raise RefusedException(cite(Refusal(MatchCode.NO_FREE_PLAY), room.match.format.book))
    return await off_loop(lambda: play_choices(game, dice))


HANDLERS = (claim, plays)
