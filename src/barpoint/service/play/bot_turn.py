"""What a bot does when it is its turn to decide something, as a command of the match or the wish to roll."""

from barpoint.board import Side
from barpoint.match import GameStage, MatchState, open_actions
from barpoint.match import commands as c
from barpoint.service.play.opponent import Opponent

BotCommand = c.Take | c.Pass | c.AnswerResignation | c.AnswerClaim | c.OfferDouble | c.PlayCheckers


def bot_command(bot: Opponent, state: MatchState, side: Side, at: int) -> BotCommand | None:
    """The bot's decision for `side`, which is to act; None to roll."""
    game = state.game
    assert game is not None
    if game.stage is GameStage.ANSWER:
        takes = not open_actions(state, side).pass_ or bot.takes(state, side)
        return c.Take(at=at, side=side) if takes else c.Pass(at=at, side=side)
    if game.stage is GameStage.RESIGNED and game.offer is not None:
        return c.AnswerResignation(at=at, side=side, accept=bot.accepts(state, side, game.offer.level))
    if game.stage is GameStage.CLAIMED:
        return c.AnswerClaim(at=at, side=side, accept=True)
    if game.stage is GameStage.ROLL:
        doubles = open_actions(state, side).double and bot.doubles(state, side)
        return c.OfferDouble(at=at, side=side) if doubles else None
    assert game.roll is not None
    play = bot.play(game.view_for(side), game.roll, game.head_cap(game.roll), state)
    return c.PlayCheckers(at=at, side=side, hops=() if play is None else play.hops)
