"""What only Longgammon forbids in a play: leaving the head twice, and blocks of six points (ibf, article 4)."""

from dataclasses import replace
from typing import Final

from barpoint.board import LONGGAMMON
from barpoint.officiating.answer import JudgeAnswer, Ruling
from barpoint.officiating.incidents import Inquiry
from barpoint.officiating.readings import rows_as_readings

LONGGAMMON_FAULTS: Final = ("two_from_the_head", "all_fifteen_blocked", "passing_block")
_RULES: Final = {  # the rows, and what they say
    "two_from_the_head": (
        ("ibf:4.2b", "ibf:4.2d", "ibf:4.2e", "ibf:4.2f", "ibf:4.2h"),
        "One checker a turn leaves the head; two only in the second player's first turn, with 3-3, 4-4 or 6-6.",
    ),
    "all_fifteen_blocked": (
        ("ibf:4.4a", "ibf:4.4b"),
        "Six points in a row may be held, but not before all fifteen checkers of the opponent.",
    ),
    "passing_block": (
        ("ibf:4.4b", "ibf:4.4e"),
        "Such a block may not arise on the way either, even if it is gone when the turn ends.",
    ),
    "closed_point": (
        ("ibf:4.3a", "ibf:4.3b"),
        "A checker may come down only where none of the opponent's stands, and hits nothing.",
    ),
}


def is_longgammon(q: Inquiry) -> bool:
    """Whether the event is one of Longgammon."""
    return q.game.layout is LONGGAMMON.layout


def with_longgammon_rule(q: Inquiry, answer: JudgeAnswer) -> JudgeAnswer:
    """A ruling on an illegal play, opened by the rule of Longgammon that it broke."""
    if not isinstance(answer, Ruling) or not is_longgammon(q) or (fault := q.need("fault")) not in _RULES:
        return answer
    rows, rule = _RULES[fault]
    readings = (*rows_as_readings(rows), *answer.readings)
    return replace(answer, say=f"{rule} {answer.say}", clauses=(*rows, *answer.clauses), readings=readings)
