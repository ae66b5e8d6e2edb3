"""Whether a ruling may be appealed: the event's policy as an `Appeal`.

A matter the book takes out of appeal is named as in `Policy.not_appealable`. Hearing an appeal is another
topic.
"""

from typing import Final

from barpoint.officiating.answer import Appeal
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry
from barpoint.rulebook import Policy, book_policy
from barpoint.rulebook.profiles import AppealUntil

_UNTIL: Final = {
    AppealUntil.PROMPTLY: ("promptly, before further play that the ruling affects", ("usbgf:5.2a", "usbgf:5.2c")),
    AppealUntil.WHILE_REVERSIBLE: ("at once, while it can still be reversed", ("bws:5.2a",)),
    AppealUntil.BEFORE_PLAY_RESUMES: ("before play resumes", ("guide:6.5a",)),
}
_NOT_BY_MATTER: Final = {  # what takes a matter out of appeal, where a row says it of that matter alone
    ("usbgf", "imposed_clock"): ("usbgf:2.3.1e", "usbgf:3.5.1a"),
    ("usbgf", "imposed_equipment"): ("usbgf:3.5.1a",),
    ("guide", "entry_refusal"): ("guide:2.2.2a",),
    ("guide", "division_assignment"): ("guide:2.2.2a",),
}
_NOT: Final = {"usbgf": ("usbgf:5.2b",), "guide": ("guide:1.1.4",)}


ETHICS: Final = Question(
    "ethics", "Was it for a breach of the Standards of Ethical Practice?", FactType.YES_NO
)  # guide:1.1.4


def by_standards(q: Inquiry) -> str:
    """Under the guide: the matter that has no appeal if it was one of ethics, else none (guide:1.1.4, guide:6.5a)."""
    return "ethics" if q.need("ethics") else ""


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
        return Appeal(False, clauses=_NOT_BY_MATTER.get((q.book, matter), _NOT.get(q.book, ())))
    until, clauses = _UNTIL[policy.appeal_until]
    return Appeal(True, until, clauses=clauses)
