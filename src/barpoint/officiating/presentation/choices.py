"""Choices as sentences: what is stored is `opponent_rolled`, what people read is "The opponent had rolled"."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from barpoint.board import Side
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.presentation.player_names import SIDE_NAMES, SideNames


def choice_sentence(kind: str, key: str, value: str, names: SideNames = SIDE_NAMES) -> str:
    """An answer to a question of a kind, as a sentence."""
    table = _sentences()
    sentence: str = table.get(kind, {}).get(key, {}).get(value) or table["any"][value]
    return sentence.format(white=names[Side.WHITE], black=names[Side.BLACK])


def question_sentences(kind: str, question: Question, names: SideNames = SIDE_NAMES) -> dict[str, str]:
    """Every answer to a question that can be counted, with its sentence."""
    values = ("white", "black") if question.type is FactType.SIDE else question.choices
    return {value: choice_sentence(kind, question.key, value, names) for value in values}


@cache
def _sentences() -> dict[str, Any]:
    return tomllib.loads((files("barpoint.officiating.presentation") / "choice_sentences.toml").read_text("utf-8"))
