"""A Crawford game was doubled, taken and scored with the cube, and that is found after it was over.

A double found while the game runs, or one that was passed, belongs to the cube.
"""

from typing import Final

from barpoint.match.format import Length
from barpoint.match.score import at_match_point, plus, reached
from barpoint.officiating.answer import Answer
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.judge import Inquiry, incident
from barpoint.officiating.remedy import PlayOn, SetScore
from barpoint.officiating.topics.appealable import appeal
from barpoint.officiating.topics.lateness import LONGEST
from barpoint.officiating.topics.wording import named

_LEVELS: Final = ("single", "gammon", "backgammon")
_WHEN: Final = ("before_next_game", "later_game", "match_over", "next_round_begun")
_ROWS: Final = {
    ("usbgf", "before_next_game"): ("usbgf:4.4.7.1b", "usbgf:4.6.3b"),
    ("usbgf", "later_game"): ("usbgf:4.4.7.1b", "usbgf:4.6.3b"),
    ("usbgf", "match_over"): ("usbgf:4.4.7.1b", "usbgf:4.6.3e"),
    ("bws", "before_next_game"): ("bws:4.4.4.2",),
    ("bws", "match_over"): ("bws:4.4.4.3",),
    ("guide", "before_next_game"): ("guide:5.11b",),
    ("guide", "later_game"): ("guide:5.11b",),
    ("guide", "match_over"): ("guide:5.11d",),
}
_STANDS: Final = {
    ("bws", "later_game"): ("bws:4.4.4b",),
    ("bws", "next_round_begun"): ("bws:4.4.4.3", "bws:4.6c"),
    ("guide", "next_round_begun"): ("guide:5.11e",),
}


@incident(
    "crawford_game_doubled",
    "The Crawford game was doubled and scored with the cube",
    words=("we doubled in the crawford game", "crawford game played with the cube", "forgot crawford"),
    questions=(
        Question("length", "To how many points is the match played?", FactType.COUNT, least=2, most=LONGEST),
        Question("before_white", "White's points before that game", FactType.COUNT),
        Question("before_black", "Black's points before that game", FactType.COUNT),
        Question("winner", "Who won that game?", FactType.SIDE),
        Question("level", "At which level?", FactType.CHOICE, _LEVELS),
        Question("when", "When was it found?", FactType.CHOICE, _WHEN),
        Question("later_white", "Points White has won in later games", FactType.COUNT),
        Question("later_black", "Points Black has won in later games", FactType.COUNT),
    ),
    clauses={
        "usbgf": ("usbgf:4.4.7.1b", "usbgf:4.6.3b", "usbgf:4.6.3e"),
        "bws": ("bws:4.4.4.2", "bws:4.4.4.3", "bws:4.4.4b"),
        "guide": ("guide:5.11b", "guide:5.11d", "guide:5.11e"),
        "trad": ("trad:doubling-12",),
    },
)
def crawford_game_doubled(q: Inquiry) -> Answer:
    """The score as it would be with the cube at 1, where it is not too late."""
    if q.book == "trad":
        if q.profile.options.crawford:
            return q.silent()  # the players took the rule over, and the leaflet says nothing of its breach
        said = "This book has no Crawford game. The points stand as they were scored."
        return q.ruling(said, clauses=("trad:doubling-12",), remedies=(PlayOn(),))
    length = Length(points=q.need("length"))
    before = (q.need("before_white"), q.need("before_black"))
    if not at_match_point(before, length) or reached(before, length) is not None:
        raise q.wrong("before_white", f"at {before[0]}-{before[1]} to {length.points} no Crawford game is played")
    when, winner = q.need("when"), q.side("winner")
    if (rows := _STANDS.get((q.book, when))) is not None:
        return q.ruling(
            "The double in the Crawford game was found too late for this book. The points stand as they were scored.",
            clauses=rows,
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    if when == "next_round_begun":
        return q.discretion(
            "The score was wrong, but a later match has begun. The director first decides whether to void the result.",
            clauses=("usbgf:4.4.7.1b", "usbgf:4.6.3e", "usbgf:4.7d"),
            factors=("how far the later match has gone", "fairness to everyone concerned"),
            appeal=appeal(q),
        )
    score = plus(before, winner, _LEVELS.index(q.need("level")) + 1)
    if when == "later_game":
        score = (score[0] + q.need("later_white"), score[1] + q.need("later_black"))
    over = reached(score, length)
    after = f"{named(over)} has won the match." if over is not None else "Play goes on after the Crawford game."
    return q.ruling(
        f"The double was void, so the game counts as if the cube had not been turned: {score[0]}-{score[1]}. {after}",
        clauses=_ROWS[q.book, when],
        remedies=(SetScore(score),),
        appeal=appeal(q),
    )
