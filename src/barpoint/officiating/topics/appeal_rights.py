"""Whether a ruling may be appealed: the event's policy as an `Appeal`.

A matter the book takes out of appeal is named as in `Policy.not_appealable`. Hearing an appeal is another
topic.
"""

from typing import Final

from barpoint.officiating.answer import Appeal
from barpoint.officiating.incidents import Inquiry
from barpoint.rulebook import Policy, book_policy
from barpoint.rulebook.profiles import AppealUntil

_UNTIL: Final = {
    AppealUntil.PROMPTLY: ("promptly, before further play that the ruling affects", ("usbgf:5.2a", "usbgf:5.2c")),
    AppealUntil.WHILE_REVERSIBLE: ("at once, while it can still be reversed", ("bws:5.2a",)),
    AppealUntil.BEFORE_PLAY_RESUMES: ("before play resumes", ("guide:6.5a",)),
}
_NOT: Final = {"usbgf": ("usbgf:5.2b",), "guide": ("guide:1.1.4",)}
_ENTRIES: Final = ("entry_refusal", "division_assignment")  # the director's alone: guide:2.2.2a


def event_policy(q: Inquiry) -> Policy:
    """What the officials of the event go by; the book's own policy if the event's options do not fit together."""
    policy = q.profile.policy()
    return policy if isinstance(policy, Policy) else book_policy(q.book)


def appeal(q: Inquiry, matter: str = "") -> Appeal | None:
    """Whether a ruling on a matter may be appealed; None where the book knows no appeals."""
    policy = event_policy(q)
    if policy.appeal_until not in _UNTIL:
        return None
    if matter and matter in policy.not_appealable:
        entry = q.book == "guide" and matter in _ENTRIES
        return Appeal(False, clauses=("guide:2.2.2a",) if entry else _NOT.get(q.book, ()))
    until, clauses = _UNTIL[policy.appeal_until]
    return Appeal(True, until, clauses=clauses)
