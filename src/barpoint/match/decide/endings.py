"""Judging early endings: resignation, claim, leaving. Games are otherwise played out (ibf:15.1)."""

from typing import Final

from barpoint.board import Level, Refusal, Side, levels_open
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.decide.access import running_game
from barpoint.match.decide.certainty import certain_loss, claim_stands, is_gin
from barpoint.match.decide.completion import game_over
from barpoint.match.decide.decision import MatchDecision
from barpoint.match.format.match_format import (
    Claims,
    Enforcement,
    LengthKind,
    Resignation,
)
from barpoint.match.refusals import MatchCode
from barpoint.match.score import EndedBy
from barpoint.match.state import Game, GameStage, MatchState

_CERTAINTY_POLICIES: Final = (Resignation.CERTAIN_ONLY, Resignation.CERTAIN_LEVEL)


def offer_resignation(state: MatchState, command: c.OfferResignation, at: int) -> MatchDecision:
    """Resign at a level the book and the position allow."""
    level = _level(command.level)
    game = running_game(state)
    if isinstance(game, Refusal):
        return game
    wrong = resignation_refusal(state, game, command.side, level)
    if wrong is not None and not _can_happen(state, game, command.side, level, wrong):
        return wrong
    irregular = "" if wrong is None else wrong.code
    offered = e.ResignationOffered(at=at, side=command.side, level=level, irregular=irregular, person=command.person)
    consent = state.format.resignation_needs_consent and not _is_certain(state, game, command.side, level)
    if consent or irregular:
        return (offered,)
    return (offered, *game_over(state, command.side.other, level, EndedBy.RESIGNATION, at))


# Over the board these happen, are accepted, and are put right by an official if somebody asks for it.
_RECORDED_FAULTS: Final = frozenset(
    {
        MatchCode.CONTACT_REMAINS,
        MatchCode.NOT_YOUR_TURN,
        MatchCode.LEVEL_NOT_CERTAIN,
        MatchCode.RESIGNATION_NOT_ALLOWED,
    }
)


def _can_happen(state: MatchState, game: Game, side: Side, level: Level, wrong: Refusal) -> bool:
    """Whether a RECORDED match notes the resignation with its fault; never at a level the position rules out."""
    if state.format.enforcement is Enforcement.STRICT or wrong.code not in _RECORDED_FAULTS:
        return False
    return _level_refusal(game, loser=side, level=level) is None


def resignation_refusal(state: MatchState, game: Game, side: Side, level: Level) -> Refusal | None:
    """Why `side` may not resign at this level now; None if it may."""
    if barred := _resignation_bar(state, game, side):
        return barred
    if excluded := _level_refusal(game, loser=side, level=level):
        return excluded
    policy = state.format.resignation
    if policy not in _CERTAINTY_POLICIES:
        return None
    certain = certain_loss(game, side, misplays=policy is Resignation.CERTAIN_ONLY)
    if policy is Resignation.CERTAIN_ONLY and certain is not level:
        return Refusal(MatchCode.LEVEL_NOT_CERTAIN, {"level": int(level)})
    if policy is Resignation.CERTAIN_LEVEL and certain is not None and certain is not level:
        return Refusal(MatchCode.LEVEL_EXCLUDED, {"level": int(level), "certain": int(certain)})
    return None


def resignable_levels(state: MatchState, game: Game, side: Side) -> tuple[Level, ...]:
    """The levels `side` may resign now, lowest first."""
    if _resignation_bar(state, game, side):
        return ()
    levels = _levels_open(game, loser=side)
    if state.format.resignation not in _CERTAINTY_POLICIES:
        return levels
    return tuple(level for level in levels if resignation_refusal(state, game, side, level) is None)


def _resignation_bar(state: MatchState, game: Game, side: Side) -> Refusal | None:
    """Why `side` may not resign now at any level."""
    policy = state.format.resignation
    if policy is Resignation.ANY_TIME:
        return None
    if policy is Resignation.NEVER:
        return Refusal(MatchCode.RESIGNATION_NOT_ALLOWED)
    if policy is Resignation.NO_CONTACT and game.turn is not side:
        return Refusal(MatchCode.NOT_YOUR_TURN, {"turn": game.turn.value})
    if not game.position.contact:
        return None
    if policy is not Resignation.CERTAIN_ONLY:
        return Refusal(MatchCode.CONTACT_REMAINS)
    # Another outcome is possible (guide:5.12b).
    return None if _may_be_settled(game, side.other) else Refusal(MatchCode.LEVEL_NOT_CERTAIN)


def _may_be_settled(game: Game, winner: Side) -> bool:
    """With contact a result can be certain only if the winner's next roll may end the game: nothing else is asked."""
    return game.view_for(winner).in_play <= 4


def _levels_open(game: Game, *, loser: Side) -> tuple[Level, ...]:
    return levels_open(game.position, mover_loses=loser is Side.WHITE)


def _level_refusal(game: Game, *, loser: Side, level: Level) -> Refusal | None:
    """The refusal of a level the position rules out (usbgf:4.5.1c)."""
    if level in _levels_open(game, loser=loser):
        return None
    return Refusal(MatchCode.LEVEL_EXCLUDED, {"level": int(level)})


def _is_certain(state: MatchState, game: Game, side: Side, level: Level) -> bool:
    if state.format.resignation not in _CERTAINTY_POLICIES:
        return False
    return certain_loss(game, side, misplays=state.format.resignation is Resignation.CERTAIN_ONLY) is level


def counter_resignation(state: MatchState, command: c.CounterResignation, at: int) -> MatchDecision:
    """Answer a resignation with a higher level, which the other may accept or decline (usbgf:4.5.1d)."""
    level = _level(command.level)
    game = _game_with_offer(state, command.side, GameStage.RESIGNED)
    if isinstance(game, Refusal):
        return game
    if refused := counter_refusal(game, command.side, level):
        return refused
    return (e.ResignationOffered(at=at, side=command.side, level=level, countered=True, person=command.person),)


def counter_refusal(game: Game, side: Side, level: Level) -> Refusal | None:
    """Why `side` may not answer the resignation with this level; None if it may. A counter-offer is only answered."""
    assert game.offer is not None
    if game.offer.countered:
        return Refusal(MatchCode.NO_RESIGNATION_OFFERED)
    if level <= game.offer.level:
        return Refusal(MatchCode.LEVEL_EXCLUDED, {"level": int(level)})
    return _level_refusal(game, loser=side.other, level=level)


def answer_resignation(state: MatchState, command: c.AnswerResignation, at: int) -> MatchDecision:
    """Accept, and the game is over as if played out; or decline, and it goes on (usbgf:4.5.1b)."""
    game = _game_with_offer(state, command.side, GameStage.RESIGNED)
    if isinstance(game, Refusal):
        return game
    assert game.offer is not None
    if not command.accept:
        return (e.ResignationDeclined(at=at, side=command.side, person=command.person),)
    winner = game.offer.by if game.offer.countered else game.offer.by.other
    return game_over(state, winner, game.offer.level, EndedBy.RESIGNATION, at)


def is_refused_in_vain(game: Game, offered: e.ResignationOffered | e.GameClaimed) -> bool:
    """Whether what was offered, and refused, was the worst that can happen to whoever loses, or claimed and certain.

    It delays play, and the director may see to it (usbgf:4.5.1e, 4.5.2d).
    """
    if isinstance(offered, e.GameClaimed):
        return is_gin(game, offered.side, Level(offered.level))
    loser = offered.side.other if offered.countered else offered.side
    return offered.level == max(_levels_open(game, loser=loser), default=0)


def claim_game(state: MatchState, command: c.ClaimGame, at: int) -> MatchDecision:
    """Claim the game: tested exactly (usbgf:4.5.2b), or put to the other's word where it may be (bws:4.3.2.8a)."""
    level = _level(command.level)
    game = running_game(state)
    if isinstance(game, Refusal):
        return game
    refused = claim_refusal(state, game, command.side, level)
    if refused is not None and not _can_be_said(state, game, command.side, level, refused):
        return refused
    irregular = "" if refused is None else refused.code
    if _claims(state) is Claims.SETTLED:
        claim = e.GameClaimed(at=at, side=command.side, level=level, irregular=irregular, person=command.person)
        return (claim,)
    return game_over(state, command.side, level, EndedBy.CLAIM, at)


def _claims(state: MatchState) -> Claims:
    """How games are claimed now: a clock that came in later brings settled games with it (bws:4.3.2.8a)."""
    came_with_clock = state.clock is not None and state.clock.rules.settled_claims
    return Claims.SETTLED if came_with_clock else state.format.claims


def _can_be_said(state: MatchState, game: Game, side: Side, level: Level, wrong: Refusal) -> bool:
    """Whether a RECORDED match notes a claim with its fault, as it does a resignation."""
    if state.format.enforcement is Enforcement.STRICT or _claims(state) is not Claims.SETTLED:
        return False
    if wrong.code != MatchCode.CONTACT_REMAINS:
        return False
    return _level_refusal(game, loser=side.other, level=level) is None


def claim_refusal(state: MatchState, game: Game, side: Side, level: Level) -> Refusal | None:
    """Why `side` may not claim this level now; None if it may."""
    if barred := _claim_bar(state, game, side):
        return barred
    if _claims(state) is Claims.SETTLED:
        return _level_refusal(game, loser=side.other, level=level) or _settled_refusal(game, side, level)
    if not claim_stands(game, side, level):
        return Refusal(MatchCode.CLAIM_FAILS, {"level": int(level)})
    return None


def _settled_refusal(game: Game, side: Side, level: Level) -> Refusal | None:
    """While there is contact nobody may agree on an outcome, unless no roll can change it (bws:4.5a)."""
    return Refusal(MatchCode.CONTACT_REMAINS) if game.position.contact and not is_gin(game, side, level) else None


def claimable_levels(state: MatchState, game: Game, side: Side) -> tuple[Level, ...]:
    """The levels `side` may claim now, lowest first."""
    if _claims(state) is Claims.NONE or _claim_bar(state, game, side):
        return ()
    levels = _levels_open(game, loser=side.other)
    return tuple(level for level in levels if claim_refusal(state, game, side, level) is None)


def _claim_bar(state: MatchState, game: Game, side: Side) -> Refusal | None:
    """Why `side` may not claim now at any level."""
    if _claims(state) is Claims.NONE:
        return Refusal(MatchCode.CLAIM_NOT_ALLOWED)
    settled = _claims(state) is Claims.SETTLED
    if game.turn is not side and not settled:
        return Refusal(MatchCode.NOT_YOUR_TURN, {"turn": game.turn.value})
    if game.position.contact and not (settled and _may_be_settled(game, side)):
        return Refusal(MatchCode.CONTACT_REMAINS)
    return None


def answer_claim(state: MatchState, command: c.AnswerClaim, at: int) -> MatchDecision:
    """Agree that the game is settled, or dispute it."""
    game = _game_with_offer(state, command.side, GameStage.CLAIMED)
    if isinstance(game, Refusal):
        return game
    assert game.offer is not None
    if not command.accept:
        return (e.ClaimDisputed(at=at, side=command.side, person=command.person),)
    return game_over(state, game.offer.by, game.offer.level, EndedBy.CLAIM, at)


def leave_match(state: MatchState, command: c.LeaveMatch, at: int) -> MatchDecision:
    """Give the match up, where that is allowed; otherwise it is played to its length (ibf:15.4).

    A money session has no length: either side may rise from it between games.
    """
    refused = leave_refusal(state)
    if refused is not None:
        return refused
    if state.in_force.kind is LengthKind.MONEY and state.game is None:
        return (e.MatchEnded(at=at, winner=None, reason="session_over", person=command.person),)
    return (e.MatchEnded(at=at, winner=command.side.other, reason="left", person=command.person),)


def leave_refusal(state: MatchState) -> Refusal | None:
    """Why the match may not be left now; None if it may."""
    if state.format.leave_any_time:
        return None
    if state.in_force.kind is not LengthKind.MONEY:
        return Refusal(MatchCode.MATCH_MUST_BE_PLAYED_OUT)
    return None if state.game is None else Refusal(MatchCode.GAME_RUNNING)


def _level(level: int) -> Level:
    if level not in (1, 2, 3):
        raise ValueError(f"a game is worth 1 (single), 2 (gammon) or 3 (backgammon), not {level!r}")
    return Level(level)


def _game_with_offer(state: MatchState, side: Side, stage: GameStage) -> Game | Refusal:
    """The game if an offer of the other side waits for `side`'s word."""
    game = state.game
    if game is None:
        return Refusal(MatchCode.NO_GAME)
    if game.stage is not stage or game.offer is None:
        missing = MatchCode.NO_RESIGNATION_OFFERED if stage is GameStage.RESIGNED else MatchCode.NO_CLAIM_MADE
        return Refusal(missing)
    if game.offer.by is side:
        return Refusal(MatchCode.NOT_YOUR_TURN, {"turn": side.other.value})
    return game
