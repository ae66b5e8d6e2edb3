"""What judging a command comes to."""

from barpoint.board import Refusal
from barpoint.match.events import AnyEvent

MatchDecision = tuple[AnyEvent, ...] | Refusal
"""The events of the match a command leads to, or why it may not be."""
