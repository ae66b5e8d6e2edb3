"""Breaks of bws that are joined, by one player or both, and those of a match in a best of three."""

from barpoint.board import Side
from barpoint.officiating.incidents import Inquiry
from barpoint.officiating.phrases import quantity, side_name
from barpoint.rulebook.tariff import BreakAllowance, BreakWhen, CountedBreaks, break_allowance


def allowance_told(q: Inquiry, length: int) -> BreakAllowance | None:
    """The breaks of the event, or of a best of three where somebody says that the match is one of it (bws:2.2.2f)."""
    own = q.profile.allowance(length)
    if q.book != "bws" or own is None or own.when is BreakWhen.BETWEEN_MATCHES:
        return own
    of_three = break_allowance("bws", length, best_of=3)
    if of_three is None or of_three.when is not BreakWhen.BETWEEN_MATCHES:
        return own
    return of_three if q.get("best_of_three", default=False) else own


def breaks_joined(q: Inquiry, state: CountedBreaks) -> int:
    """How many breaks the player takes in one, where the book lets them be joined (bws:2.2.2d)."""
    if not state.allowance.joinable or state.remaining == 1:
        return 1
    joined = int(q.get("breaks", 1))
    if joined > state.remaining:
        raise q.wrong("breaks", f"the player has {quantity(state.remaining, 'break')} left")
    return joined


def opponents_breaks(q: Inquiry, side: Side, allowance: BreakAllowance) -> tuple[int, str]:
    """How many breaks of the opponent's are joined to it, and what is left of them."""
    added = int(q.get("other_breaks", 0)) if allowance.joinable else 0
    if not added:
        return 0, ""
    left = (allowance.count or 0) - int(q.need("other_used")) - added
    if left < 0:
        raise q.wrong("other_breaks", f"the opponent has not so many of {quantity(allowance.count or 0, 'break')} left")
    return added, f", and {side_name(side.other)} {left or 'none'}"
