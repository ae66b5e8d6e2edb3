"""Who works for a tournament, and what each may do.

role        director (everything), arbiter and deputy chief arbiter (rule and run), staff (the desk: entries, results,
            money); monitor, observer, translator and technical specialist (assigned to matches, or called to them)
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
    DEPUTY = "deputy_chief_arbiter"  # ibf:3.8a
    SPECIALIST = "technical_specialist"  # ibf:18.3a
    TRANSLATOR = "translator"  # guide:3.7c


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
    Role.DEPUTY: _RULING,
    Role.SPECIALIST: frozenset(),
    Role.TRANSLATOR: frozenset(),
}


def may(roles: Iterable[Role], permission: Permission) -> bool:
    """Whether one of these roles carries the permission."""
    return any(permission in PERMISSIONS[role] for role in roles)
