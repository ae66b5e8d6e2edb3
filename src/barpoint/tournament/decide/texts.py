"""Names and texts that a command brings: of letters that can be seen, in one form.

A NUL stops a print-out, a line break in a name a mail, and a letter that turns the line round makes somebody look like
somebody else. Texts (what is announced, a reason) may have lines. What is in a log already is never asked again.
Namesakes are let in: two people may have one name.
"""

from typing import Any, Final

import msgspec

from barpoint.person_names import first_hidden
from barpoint.tournament.commands import AnyCommand, OpenTournament

_NAMES: Final = frozenset(
    {
        *("buyer", "choice", "club", "currency", "division", "equipment", "hall", "halls", "id", "languages", "member"),
        *("members", "name", "person", "place", "rules_at", "seed", "spectator", "table", "tables", "title", "topic"),
        "variations",
        "witness",
    }
)
_TEXTS: Final = frozenset({"about", "answer", "contact", "happened", "outcome", "reason", "ruling", "text"})
_LINES: Final = str.maketrans("", "", "\n\r\t\u200c\u200d\ufe0f")  # a text has lines, and letters joined or kept apart


def check_texts(command: AnyCommand) -> None:
    """ValueError says which name or text of a command has something in it that is not seen."""
    _check("", msgspec.to_builtins(command))
    if isinstance(command, OpenTournament):  # later on, whoever sends something has a name already
        _check("name", command.by)


def _check(field: str, value: Any) -> None:  # Any: whatever a command holds, as plain JSON
    if isinstance(value, str) and field in _NAMES | _TEXTS:
        hidden = first_hidden(value if field in _NAMES else value.translate(_LINES))
        if hidden is not None:
            raise ValueError(f"{field}: expected letters that can be seen, without {hidden}")
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check(key if isinstance(key, str) else field, inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            _check(field, inner)
