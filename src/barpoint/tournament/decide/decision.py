"""What judging a command comes to."""

from barpoint.board import Refusal
from barpoint.tournament.events import AnyEvent

TournamentDecision = tuple[AnyEvent, ...] | Refusal
"""The events of the tournament a command leads to, or why it may not be."""
