"""The clock of an event, and what stands at the board with any clock."""

from typing import Final

from barpoint.board import Refusal
from barpoint.match.format import ClockRules, Enforcement
from barpoint.officiating.incidents import Inquiry
from barpoint.officiating.remedy import Instruct

TWO_DICE: Final = Instruct("Two dice are shared; the other two stay at the board.")
TWO_DICE_ROWS: Final = {"usbgf": ("usbgf:3.2.2a", "usbgf:3.2.2e"), "bws": ("bws:3.3.3",)}


def clock_of(q: Inquiry, length: int = 1) -> ClockRules:
    """The event's clock for a match to so many points."""
    match_format = q.profile.match_format(Enforcement.RECORDED, length=length, clocked=True)
    if isinstance(match_format, Refusal) or match_format.clock is None:
        return ClockRules()
    return match_format.clock
