"""Other dice during a match: at a player's request, or without asking.

What the director orders about equipment, and the choice of dice before a match, are not here.
"""

from typing import Final

from barpoint.officiating.answer import JudgeAnswer, Penalty, PenaltyStep
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import quantity, side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import GivePoints, Instruct, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal, event_policy
from barpoint.officiating.topics.clock.lateness import CRAWFORD_DONE, LENGTH, SCORES, read_score
from barpoint.rulebook import param

_ALONE: Final = {
    "usbgf": "usbgf:3.5.1b",
    "bws": "bws:3.7.1",
    "guide": "guide:3.4a",
}  # who may change equipment during a match


@incident(
    "dice_change",
    "A player wants other dice, or has changed them",
    words=("change the dice", "new dice", "mix the dice", "swapped a die", "replaced the dice"),
    questions=(
        Question("player", "Who?", FactType.SIDE),
        Question("done", "Were the dice already replaced without asking?", FactType.YES_NO),
        Question("provided", "Do the regulations let players have the dice replaced?", FactType.YES_NO),
        Question("between_games", "Is it between two games?", FactType.YES_NO),
        Question("own_changes", "How often has this player had the dice changed in this match?", FactType.COUNT),
        Question("just_changed", "Have they been changed since the last game ended?", FactType.YES_NO),
        LENGTH,
        *SCORES,
        CRAWFORD_DONE,
        EARLIER,
    ),
    clauses={
        "ibf": ("ibf:3.7a", "ibf:3.7b", "ibf:3.7c", "ibf:3.9a", "ibf:3.9b"),
        "usbgf": ("usbgf:4.1.3a", "usbgf:4.1.3b", "usbgf:4.1.3c", "usbgf:3.5.1b"),
        "bws": ("bws:4.1.3a", "bws:4.1.3b", "bws:3.7.1"),
        "guide": ("guide:3.6b", "guide:3.6c", "guide:3.4a"),
    },
)
def dice_change(q: Inquiry) -> JudgeAnswer:
    """Granted between games, as often as the book allows."""
    side = q.side("player")
    if q.book in _ALONE and q.get("done", default=False):
        return q.ruling(
            f"{side_name(side)} may not change the dice alone. The former dice are used again.",
            clauses=(_ALONE[q.book],),
            remedies=(Instruct("Take the former dice again."),),
            appeal=appeal(q),
            notes=("Defective dice may be replaced; so may others if both players agree and the book lets them.",),
        )
    if q.book in ("bws", "guide"):
        row, then = q.kind.clauses[q.book][:2]
        if not q.need("between_games"):
            return _refuse(q, row, "Dice are mixed between games only.")
        return _grant(q, (row, then), f"{side_name(side)} rolls all four, and {side_name(side.other)} picks first.")
    if q.book == "usbgf":
        if not q.need("between_games"):
            return _refuse(q, "usbgf:4.1.3a", "Dice are mixed before a game begins, not during it.")
        if q.need("just_changed"):
            return _refuse(q, "usbgf:4.1.3c", "They have been changed once for this game already.")
        how = f"{side_name(side)} rolls all four, and {side_name(side.other)} picks first."
        return _grant(q, ("usbgf:4.1.3a", "usbgf:4.1.3b"), how)
    if q.get("done", default=False):
        points = param("ibf:3.9a", "penalty_points", int)
        read_score(q, q.need("length"))
        return q.ruling(
            f"{side_name(side)} replaced dice without asking the Chief Arbiter. "
            f"{side_name(side)} loses {quantity(points, 'point')}, and the Chief Arbiter may take further measures.",
            clauses=("ibf:3.9a", "ibf:3.9b"),
            remedies=(GivePoints(side, -points),),
            penalties=(Penalty(side, PenaltyStep.POINTS, q.offence(side), points=points),),
            appeal=appeal(q),
            notes=(reading("time-2"),),
        )
    if not q.get("provided", default=bool(event_policy(q).dice_changes)):
        return _refuse(q, "ibf:3.7a", "The regulations of this event do not allow it.", _WHERE_ALLOWED)
    most = param("ibf:3.7b", "max_changes_per_player_per_match", int)
    if not q.need("between_games") or q.need("own_changes") >= most:
        return _refuse(q, "ibf:3.7b", "It is allowed between games only, and once in a match for each player.")
    if q.need("just_changed"):
        return _refuse(q, "ibf:3.7c", "After the other player's change the next game has to be finished first.")
    return _grant(q, ("ibf:3.7b", "ibf:3.7c"), "The Chief Arbiter has the set replaced.")


_WHERE_ALLOWED: Final = (
    "Where they allow it: once in a match for each player, between games (ibf:3.7b).",
    "After the other player's change a whole game has to be played first (ibf:3.7c).",
)


def _refuse(q: Inquiry, row: str, why: str, notes: tuple[str, ...] = ()) -> JudgeAnswer:
    return q.ruling(
        f"The dice are not changed now. {why}", clauses=(row,), remedies=(PlayOn(),), appeal=appeal(q), notes=notes
    )


def _grant(q: Inquiry, rows: tuple[str, ...], how: str) -> JudgeAnswer:
    return q.ruling(
        f"The dice are changed before the next game. {how}", clauses=rows, remedies=(Instruct(how),), appeal=appeal(q)
    )
