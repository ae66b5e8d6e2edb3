"""The one refusal type of the whole system.

A refusal is a value, not an exception: somebody asked for something the rules do not allow. Its
code is stable, its facts are what the sentence needs; `rulebook.cite` turns both into words and
clauses. Malformed input is a ValueError instead.
"""

from collections.abc import Mapping
from enum import StrEnum

import msgspec

Fact = int | str | bool | tuple[int, ...]


class PlayCode(StrEnum):
    """Why a play is not legal."""

    BORNE_OFF = "borne_off"
    NOT_YOUR_CHECKER = "not_your_checker"
    WRONG_DIRECTION = "wrong_direction"
    NOT_ROLLED = "not_rolled"
    BAR_FIRST = "bar_first"
    BLOCKED = "blocked"
    NOT_ALL_HOME = "not_all_home"
    HIGHER_CHECKER = "higher_checker"
    HEAD_ALREADY_USED = "head_already_used"
    WOULD_BLOCK_ALL_FIFTEEN = "would_block_all_fifteen"
    TEMPORARY_BLOCK = "temporary_block"
    MUST_USE_BOTH = "must_use_both"
    MUST_USE_LARGER = "must_use_larger"
    MUST_USE_MORE = "must_use_more"
    MUST_PLAY = "must_play"


class Refusal(msgspec.Struct, frozen=True):
    """What was asked for is not allowed: a stable code, and the facts it rests on."""

    code: str
    facts: Mapping[str, Fact] = msgspec.field(default_factory=dict)
