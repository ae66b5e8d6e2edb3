"""Who works for a tournament, and what each may do.

role        director (everything), arbiter (rules and runs), staff (the desk: entries, results, money), monitor and
            observer (assigned to matches)
permission  what a command asks for; a player needs none for what concerns only that player's own matches

Skill and impartiality (usbgf:1.3.1) are the organiser's business, not a list's.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What somebody is there for."""

    DIRECTOR = "director"
    ARBITER = "arbiter"
    STAFF = "staff"
    MONITOR = "monitor"
    OBSERVER = "observer"


class Permission(StrEnum):
    """What a command asks for."""

    SET_UP = "set_up"
    ADMIT = "admit"  # entries
    DECIDE_ENTRY = "decide_entry"  # refuse, move up, make an exception: usbgf:1.4
    DRAW = "draw"
    RUN = "run"  # tables, calls, times
    SUSPEND = "suspend"  # a match, to call the director: usbgf:1.3.3c
    POST = "post"  # results: usbgf:4.7b
    RULE = "rule"
    MONEY = "money"
    ANNOUNCE = "announce"
    CLOSE = "close"


_WATCHING: Final = frozenset({Permission.SUSPEND})
_DESK: Final = frozenset(
    {Permission.ADMIT, Permission.RUN, Permission.SUSPEND, Permission.POST, Permission.MONEY, Permission.ANNOUNCE}
)
_RULING: Final = frozenset({Permission.RUN, Permission.SUSPEND, Permission.POST, Permission.RULE, Permission.ANNOUNCE})

PERMISSIONS: Final[dict[Role, frozenset[Permission]]] = {
    Role.DIRECTOR: frozenset(Permission),
    Role.ARBITER: _RULING,
    Role.STAFF: _DESK,
    Role.MONITOR: _WATCHING,
    Role.OBSERVER: frozenset(),
}


def may(roles: Iterable[Role], permission: Permission) -> bool:
    """Whether one of these roles carries the permission."""
    return any(permission in PERMISSIONS[role] for role in roles)
