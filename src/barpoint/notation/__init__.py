"""Every text and file form of positions, plays and matches, and the one static picture of a position."""

from barpoint.notation.ascii_board import ascii_board
from barpoint.notation.diagram import describe, diagram, png, svg
from barpoint.notation.match_id import gnubg_id, match_id, read_gnubg_id, read_match_id
from barpoint.notation.move_text import read_play, write_hops, write_play
from barpoint.notation.position_id import position_id, position_key, read_position_id, read_position_key
from barpoint.notation.reading import Reading, read, read_position
from barpoint.notation.situation import GameState, Offer, Party, Seat, Situation
from barpoint.notation.xgid import read_xgid, xgid

__all__ = [
    "GameState",
    "Offer",
    "Party",
    "Reading",
    "Seat",
    "Situation",
    "ascii_board",
    "describe",
    "diagram",
    "gnubg_id",
    "match_id",
    "png",
    "position_id",
    "position_key",
    "read",
    "read_gnubg_id",
    "read_match_id",
    "read_play",
    "read_position",
    "read_position_id",
    "read_position_key",
    "read_xgid",
    "svg",
    "write_hops",
    "write_play",
    "xgid",
]
