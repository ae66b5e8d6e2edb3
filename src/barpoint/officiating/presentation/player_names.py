"""Players by their names: rules speak of White and Black, people of Anna and Bob.

A rule's sentences are written for two sides, and are stored so. Where the players' names are known they take the
place of the colours in everything that is asked, read out or printed.
"""

import re
from collections.abc import Mapping
from typing import Final

from barpoint.board import Side
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import IncidentDefinition
from barpoint.officiating.phrases import side_name

SideNames = Mapping[Side, str]
SIDE_NAMES: SideNames = {side: side_name(side) for side in Side}
_COLOUR: Final = re.compile(r"\b(White|Black)\b")
_PERSON: Final = (
    "by", "player", "roller", "grabber", "doubler", "claimer", "loser", "caller", "closed", "side", "owner", "winner",
)  # fmt: skip


def side_names(white: str = "", black: str = "") -> SideNames:
    """What to call the sides: their players' names, or the colours."""
    return {Side.WHITE: white.strip() or SIDE_NAMES[Side.WHITE], Side.BLACK: black.strip() or SIDE_NAMES[Side.BLACK]}


def with_names(text: str, names: SideNames) -> str:
    """A text with names in place of colours."""
    return _COLOUR.sub(lambda colour: names[Side(colour[1].lower())], text) if names is not SIDE_NAMES else text


def side_word(word: str, names: SideNames) -> str:
    """`white` and `black` as names; every other word as it is."""
    return names[Side(word)] if word in ("white", "black") else word


def person_key(kind: IncidentDefinition) -> str:
    """The key of the person a kind is about, which may be given as `who` in every kind; "" if it is about nobody."""
    if "who" in kind.questions:
        return "who"
    sides = [question.key for question in kind.questions.values() if _is_person(question)]
    return next((key for key in _PERSON if key in sides), "")


def _is_person(question: Question) -> bool:
    return question.type is FactType.SIDE
