"""A Crawford game was doubled, taken and scored with the cube, and that is found after it was over.

A double found while the game runs, or one that was passed, belongs to the cube.
"""

from typing import Final

from barpoint.match import (
    add_points,
    at_match_point,
    winner_by_score,
)
from barpoint.match.format import Length
from barpoint.officiating.answer import UNCHANGED, Consequences, JudgeAnswer
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.remedy import PlayOn, SetScore
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.lateness import LONGEST
from barpoint.officiating.topics.scoring.resumption import NEXT_ROUND, reported_result

_LEVELS: Final = ("single", "gammon", "backgammon")
_WHEN: Final = ("before_next_game", "later_game", "match_over", "next_round_begun")
_ASKED: Final = tuple((book, _WHEN[:3]) for book in ("usbgf", "bws", "guide"))  # what then is asked by book
_SINCE: Final = ("match_over", "next_round_begun")
_DEADLINE: Final = {"usbgf": "reported", "bws": "later_match", "guide": "next_round"}
_ROWS: Final = {
    ("usbgf", "before_next_game"): ("usbgf:4.4.7.1b", "usbgf:4.6.3b"),
    ("usbgf", "later_game"): ("usbgf:4.4.7.1b", "usbgf:4.6.3b"),
    ("usbgf", "match_over"): ("usbgf:4.4.7.1b", "usbgf:4.6.3e"),
    ("bws", "before_next_game"): ("bws:4.4.4.2", "bws:4.4.4c"),
    ("bws", "match_over"): ("bws:4.4.4.3", "bws:4.4.4c"),
    ("guide", "before_next_game"): ("guide:5.11b", "guide:5.11c"),
    ("guide", "later_game"): ("guide:5.11b", "guide:5.11c"),
    ("guide", "match_over"): ("guide:5.11d",),
}
_STANDS: Final = {
    ("bws", "later_game"): ("bws:4.4.4b",),
    ("bws", "next_round_begun"): ("bws:4.4.4.3", "bws:4.6c"),
    ("guide", "next_round_begun"): ("guide:5.11e",),
}
_DIRECTOR: Final = {
    "bws": ("A director who hears of it has to step in, from whomever (bws:4.4.4c).",),
    "guide": (
        (
            "The director may have that game replayed instead: from its beginning, or from the position at the double "
            "if that can be set up (guide:5.11c)."
        ),
    ),
}


CRAWFORD_QUESTIONS: Final = (
    Question("length", "To how many points is the match played?", FactType.COUNT, least=2, most=LONGEST),
    Question("before_white", "White's points before that game", FactType.COUNT, most=LONGEST),
    Question("before_black", "Black's points before that game", FactType.COUNT, most=LONGEST),
    Question("winner", "Who won that game?", FactType.SIDE),
    Question("level", "At which level?", FactType.CHOICE, _LEVELS),
    Question("when", "When was it found?", FactType.CHOICE, _WHEN, by_book=_ASKED),
    Question("later_match", "Has either player begun a later match?", FactType.YES_NO),
    NEXT_ROUND,
    Question("reported", "Has the result been reported?", FactType.YES_NO),
    Question("later_white", "Points White has won in later games", FactType.COUNT),
    Question("later_black", "Points Black has won in later games", FactType.COUNT),
)


@incident(
    "crawford_game_doubled",
    "The Crawford game was doubled and scored with the cube",
    words=("we doubled in the crawford game", "crawford game played with the cube", "forgot crawford"),
    questions=CRAWFORD_QUESTIONS,
    clauses={
        "usbgf": ("usbgf:4.4.7.1b", "usbgf:4.6.3b", "usbgf:4.6.3e"),
        "bws": ("bws:4.4.4.2", "bws:4.4.4.3", "bws:4.4.4b", "bws:4.4.4c"),
        "guide": ("guide:5.11b", "guide:5.11c", "guide:5.11d", "guide:5.11e"),
        "trad": ("trad:doubling-12",),
    },
)
def crawford_game_doubled(q: Inquiry) -> JudgeAnswer:
    """The score as it would be with the cube at 1, where it is not too late."""
    if q.book == "trad":
        if q.profile.options.crawford:
            return q.silent()  # the players took the rule over, and the leaflet says nothing of its breach
        say = "This book has no Crawford game. The points stand as they were scored."
        return q.ruling(say, clauses=("trad:doubling-12",), remedies=(PlayOn(),))
    length = Length(points=q.need("length"))
    before = (q.need("before_white"), q.need("before_black"))
    if not at_match_point(before, length) or winner_by_score(before, length) is not None:
        raise q.wrong("before_white", f"at {before[0]}-{before[1]} to {length.points} no Crawford game is played")
    when, winner = q.need("when"), q.side("winner")
    if when == "match_over" and q.need(_DEADLINE[q.book]):
        when = "next_round_begun"
    if (rows := _STANDS.get((q.book, when))) is not None:
        return q.ruling(
            "The double in the Crawford game was found too late for this book. The points stand as they were scored.",
            clauses=rows,
            remedies=(PlayOn(),),
            appeal=appeal(q),
            then=Consequences(crawford="played", game="goes_on") if when == "later_game" else UNCHANGED,
        )
    level = _LEVELS.index(q.need("level")) + 1
    score = add_points(before, winner, level)
    last = winner_by_score(add_points(before, winner, level * 2), length) is not None  # no game came after it
    if when == "later_game":
        score = (score[0] + q.need("later_white"), score[1] + q.need("later_black"))
    elif when in _SINCE and q.book != "bws" and not last and winner_by_score(score, length) is None:
        score = (score[0] + q.get("later_white", 0), score[1] + q.get("later_black", 0))
    over = winner_by_score(score, length)
    if when == "next_round_begun":
        say = f"The double was void, so the game counts as if the cube had not been turned: {score[0]}-{score[1]}"
        then = Consequences(crawford="" if over is not None else "played")
        return reported_result(q, say, (SetScore(score),), ("usbgf:4.4.7.1b",), then=then)
    resumed = "The match is resumed" if when == "match_over" else "Play goes on"
    after = f"{side_name(over)} has won the match." if over is not None else f"{resumed} after the Crawford game."
    return q.ruling(
        f"The double was void, so the game counts as if the cube had not been turned: {score[0]}-{score[1]}. {after}",
        clauses=_ROWS[q.book, when],
        remedies=(SetScore(score),),
        appeal=appeal(q),
        notes=_DIRECTOR.get(q.book, ()) if q.book == "bws" or when != "match_over" else (),
        then=Consequences(
            crawford="" if over is not None else "played",
            game="goes_on" if over is None and when == "later_game" else "over",
        ),
    )
