"""What can be followed over the socket: a closed list, so that whoever may follow what is asked of each.

topic       its kind alone (`lobby`, `inquiries`), or kind and id (`match:ID`, `tournament:ID`)
"""

from enum import StrEnum
from typing import Final


class Topic(StrEnum):
    """The kinds."""

    LOBBY = "lobby"
    INQUIRIES = "inquiries"
    MATCH = "match"
    TOURNAMENT = "tournament"


OF_ITS_OWN: Final = frozenset({Topic.LOBBY, Topic.INQUIRIES})
"""Those there is one of."""


def read_topic(text: str) -> tuple[Topic, str] | None:
    """The kind and the id, empty where there is only one; None for what is no topic."""
    kind, colon, id = text.partition(":")
    if kind not in list(Topic) or bool(colon) is (Topic(kind) in OF_ITS_OWN):
        return None
    return Topic(kind), id
