"""A game or a whole match state as bytes: for restoring a game, and for states sent or stored.

Positions are written in literal form, so that a snapshot can be read by people too.
"""

from typing import Any

import msgspec

from barpoint.board import Discipline, Position, pos
from barpoint.match.state import Game, MatchState


def _write(value: Any) -> Any:
    if isinstance(value, Position):
        return str(value)
    raise NotImplementedError(f"no form for {type(value).__name__}")


def _read(kind: type, value: Any) -> Any:
    if kind is Position:
        return pos(value)
    raise NotImplementedError(f"no form for {kind.__name__}")


_encoder = msgspec.json.Encoder(enc_hook=_write)
_games = msgspec.json.Decoder(Game, dec_hook=_read)
_states = msgspec.json.Decoder(MatchState, dec_hook=_read)


def encode_game(game: Game) -> bytes:
    """A running game as JSON."""
    return _encoder.encode(game)


def decode_game(data: bytes, rules: Discipline | None = None) -> Game:
    """Read a game, under `rules` if its discipline has another start than usual; ValueError if it is not one."""
    try:
        game: Game = _games.decode(data)
    except (msgspec.MsgspecError, ValueError) as malformed:
        raise ValueError(f"not a game: {malformed}") from malformed
    return game if rules is None else _with_discipline(game, rules)


def _with_discipline(game: Game, rules: Discipline) -> Game:
    """The game with its positions under the event's own discipline (ibf:5.2b): the literal form names the usual one."""
    if game.position.discipline == rules:
        return game
    if game.position.discipline.name != rules.name:
        raise ValueError(f"expected a game of {rules.title}, not of {game.position.discipline.title}")
    before = game.before and Position(game.before.us, game.before.them, rules)
    return msgspec.structs.replace(game, position=Position(game.position.us, game.position.them, rules), before=before)


def encode_state(state: MatchState) -> bytes:
    """A match state as JSON."""
    return _encoder.encode(state)


def decode_state(data: bytes) -> MatchState:
    """Read a match state; ValueError if it is not one."""
    try:
        state: MatchState = _states.decode(data)
    except (msgspec.MsgspecError, ValueError) as malformed:
        raise ValueError(f"not a match state: {malformed}") from malformed
    if state.game is None:
        return state
    return msgspec.structs.replace(state, game=_with_discipline(state.game, state.discipline))
