"""Matches of other forms: partners in doubles, a timed match at its limit, and which posted length counts."""

from typing import Final

from barpoint.board import Side
from barpoint.match.format import GameInProgress, TiePolicy
from barpoint.officiating.answer import Consequences, JudgeAnswer, Option
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, PlayOn, SetLength
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.lateness import SCORES
from barpoint.officiating.topics.conduct.sanctions import ibf_sanctions

_ACTS: Final = ("advised", "moved_checkers", "rolled", "handled_cube", "pressed_clock", "changed_places")


@incident(
    "doubles_partner",
    "A partner in doubles acted",
    words=("his partner moved the checkers", "doubles partner rolled", "partners changed places",
           "partner turned the cube", "partner gave advice"),
    questions=(
        Question("side", "Whose partner?", FactType.SIDE),
        Question("what", "What did the partner do?", FactType.CHOICE, _ACTS),
        Question("between_games", "Was it between two games?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:6.1b", "ibf:6.1c", "ibf:6.1d", "ibf:17.2"),
        "usbgf": ("usbgf:4.2.2.2c", "usbgf:1.5c"),
    },
)  # fmt: skip
def doubles_partner(q: Inquiry) -> JudgeAnswer:
    """Partners consult freely; one of them handles the equipment for a whole game."""
    side, what = q.side("side"), q.need("what")
    if what == "advised":
        return q.ruling(
            "Partners may consult each other. It was in order.",
            clauses=("ibf:6.1b",) if q.book == "ibf" else ("usbgf:1.5c",),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    if q.need("between_games"):
        return q.ruling(
            "Between games partners may change who plays. It was in order.",
            clauses=("ibf:6.1d",) if q.book == "ibf" else ("usbgf:4.2.2.2c",),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    if q.book == "usbgf":
        return q.ruling(
            f"In a game one and the same partner should handle the equipment. It is a recommended practice: "
            f"{side_name(side)} keeps to it from now on, and nobody is penalised for it alone.",
            clauses=("usbgf:4.2.2.2c", "usbgf:1.1.1d"),
            remedies=(Instruct("The same partner handles the equipment until the game is over."),),
            appeal=appeal(q),
            notes=("What was done stands; a doubt it created goes against that side.",),
        )
    return q.discretion(
        f"In a game only one of {side_name(side)}'s partners may roll, move and use the cube"
        f"{', and the hand that moved presses the clock' if what == 'pressed_clock' else ''}. What becomes of the "
        "act the book leaves open; the arbiter chooses a sanction and says how the game goes on.",
        clauses=(*(("ibf:8.4a",) if what == "pressed_clock" else ()), "ibf:6.1c", "ibf:17.1g", "ibf:17.2"),
        factors=("whether the act changed anything", "whether it was meant"),
        usual=ibf_sanctions(side),
        forbidden=("exclusion by anybody but the Chief Arbiter",),
    )


@incident(
    "timed_match_limit",
    "The time limit of a timed match is reached",
    words=("timed match is over", "time limit reached", "the hour is up", "timed match tied"),
    questions=(
        *SCORES,
        Question("running", "Is a game in progress?", FactType.YES_NO),
        Question("in_progress", "What do the regulations say of it?", FactType.CHOICE, tuple(GameInProgress)),
        Question("tie", "What do the regulations say of a tie?", FactType.CHOICE, tuple(TiePolicy)),
    ),
    clauses={"ibf": ("ibf:2.14b",)},
)
def timed_match_limit(q: Inquiry) -> JudgeAnswer:
    """More points win; the running game and a tie are for the regulations."""
    options = q.profile.options
    score = (q.need("score_white"), q.need("score_black"))
    if q.need("running"):
        rule = options.game_in_progress or GameInProgress(q.need("in_progress"))
        if rule is GameInProgress.PLAY_OUT:
            return q.ruling(
                "The time is over, and the game in progress is played to its end by the regulations. Then more points "
                "win.",
                clauses=("ibf:2.14b",),
                remedies=(PlayOn(),),
                notes=(reading("game-10"),),
                then=Consequences(game="goes_on"),
            )
    if score[0] != score[1]:
        winner = Side.WHITE if score[0] > score[1] else Side.BLACK
        return q.ruling(
            f"The time is over, and {side_name(winner)} has more points: {score[0]}-{score[1]} (White first). "
            f"{side_name(winner)} has won.",
            clauses=("ibf:2.14b",),
            remedies=(Instruct("The match is over."),),
            then=Consequences(score=score, winner=winner.value, game="void" if q.need("running") else ""),
        )
    tie = options.tie or TiePolicy(q.need("tie"))
    drawn = tie is TiePolicy.DRAW
    return q.ruling(
        f"The time is over and the score is level, {score[0]}-{score[1]}. "
        + ("By the regulations it is a draw." if drawn else "By the regulations one more game decides."),
        clauses=("ibf:2.14b",),
        remedies=(Instruct("The match is drawn." if drawn else "One more game is played, from the start."),),
        notes=(reading("game-10"),),
        then=Consequences(score=score, winner="nobody" if drawn else "", game="" if drawn else "begun_anew"),
    )


_SOURCES: Final = ("draw_sheet", "brochure_or_website", "word_of_staff", "players_belief", "directors_announcement")
_RANKS: Final = {  # which goes before which, the first first
    "usbgf": ("directors_announcement", "draw_sheet", "brochure_or_website", "word_of_staff", "players_belief"),
    "guide": ("draw_sheet", "directors_announcement", "brochure_or_website", "word_of_staff", "players_belief"),
}


@incident(
    "which_length",
    "Two sources name different lengths for the match",
    words=("which length counts", "the brochure says seven and the sheet nine", "staff told us nine points",
           "posted length differs"),
    questions=(
        Question("first", "Where does the one length stand?", FactType.CHOICE, _SOURCES),
        Question("first_length", "Which length is that?", FactType.COUNT, least=1, most=99),
        Question("second", "Where does the other stand?", FactType.CHOICE, _SOURCES),
        Question("second_length", "Which length is that?", FactType.COUNT, least=1, most=99),
    ),
    clauses={
        "usbgf": ("usbgf:4.8.1a", "usbgf:4.8.1b", "usbgf:4.8.1.1"),
        "guide": ("guide:2.2.4", "guide:5.14a"),
        "bws": ("bws:4.5d", "bws:1.1"),
        "ibf": ("ibf:15.4",),
    },
)  # fmt: skip
def which_length(q: Inquiry) -> JudgeAnswer:
    """The draw sheet before everything else that is written, unless the director has changed it."""
    lengths = {q.need("first"): q.need("first_length"), q.need("second"): q.need("second_length")}
    if q.book in ("bws", "ibf"):
        return q.discretion(
            "A match is played to the points that were appointed. Where that is written the book does not say; the "
            f"{'arbiter' if q.book == 'ibf' else 'director'} says which length is meant.",
            clauses=q.kind.clauses[q.book],
            factors=("what the regulations and the invitation say", "what both players were told"),
            usual=tuple(
                Option(source, f"The match is played to {points}", (SetLength(points),))
                for source, points in lengths.items()
            ),
            appeal=appeal(q),
        )
    source = next(one for one in _RANKS[q.book] if one in lengths)
    more = " and says so on the draw sheet" if source == "directors_announcement" else ""
    return q.ruling(
        f"The {source.replace('_', ' ')} goes before the other{more}. The match is played to {lengths[source]}.",
        clauses=q.kind.clauses[q.book],
        remedies=(Instruct(f"Play to {lengths[source]}."),),
        appeal=appeal(q),
        then=Consequences(length=lengths[source]),
        notes=("If games were played to another length: wrong_length.",),
    )
