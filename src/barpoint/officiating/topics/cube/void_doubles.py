"""Doubles that should not have been made: with dead cubes and in Crawford games.

A doubled Crawford game that was taken and scored is in `crawford_score`; which words and gestures bind is in
`binding_words`, a cube at a wrong level in `cube_level`.
"""

from dataclasses import replace
from typing import Final

from barpoint.board import Side
from barpoint.match import add_points, at_match_point, winner_by_score
from barpoint.match.format import Length
from barpoint.officiating.answer import Consequences, JudgeAnswer, Option
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import quantity, side_name
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, NewGame, PlayOn, Remedy, SetCube, SetScore
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.lateness import CRAWFORD_DONE, LONGEST, cube_rules
from barpoint.officiating.topics.cube.allowed_dead_doubles import ALLOWED_DEAD, dead_allowed
from barpoint.officiating.topics.cube.cube_answer import CUBE_BEFORE, answer_figures, open_double
from barpoint.officiating.topics.cube.double_validity import (
    NO_CUBE_IN_GAME,
    DoubleBar,
    answer_without_cube,
    bar_at,
)
from barpoint.officiating.topics.scoring.crawford_score import CRAWFORD_QUESTIONS, crawford_game_doubled
from barpoint.officiating.topics.scoring.resumption import (
    REPORTED,
    RESUMED,
    after_the_end,
    ended_wrongly,
    reported_result,
)
from barpoint.rulebook import param

ANSWERS: Final = ("open", "taken", "passed")
GAME_LEVELS: Final = ("single", "gammon", "backgammon")


def level_of_cube(q: Inquiry, key: str) -> int:
    """A value of the cube; one no cube can have is wrong."""
    value: int = q.need(key)
    if value & (value - 1):
        raise q.wrong(key, f"no cube stands at {value}; the levels are 1, 2, 4, 8 and so on")
    return value


def _owner(side: Side, cube: int) -> Side | None:
    return side if cube > 1 else None


@incident(
    "dead_cube",
    "A player doubled with a dead cube",
    words=(
        "dead cube",
        "match ended on a dropped cube",
        "dropped the cube and lost the match",
        "doubled but did not need the points",
        "useless double",
        "redoubled a dead cube",
    ),
    questions=(
        Question("doubler", "Who doubled?", FactType.SIDE),
        Question("length", "To how many points is the match played?", FactType.COUNT, least=1, most=LONGEST),
        Question("points", "The doubler's points", FactType.COUNT),
        Question("cube", "The cube before this double", FactType.COUNT, least=1),
        Question("answer", "Has the double been answered?", FactType.CHOICE, ANSWERS),
        Question("redoubled", "Was it taken and then redoubled?", FactType.YES_NO),
        Question("redouble_answer", "How was the redouble answered?", FactType.CHOICE, ANSWERS),
        Question("game_over", "Is that game over?", FactType.YES_NO),
        Question("winner", "Who won that game?", FactType.SIDE),
        Question("level", "At which level?", FactType.CHOICE, GAME_LEVELS),
        Question("other_points", "The opponent's points before that game", FactType.COUNT),
        Question("later_white", "Points White has won in later games", FactType.COUNT),
        Question("later_black", "Points Black has won in later games", FactType.COUNT),
        CRAWFORD_DONE,
        Question("next_game", "Has the next game begun?", FactType.YES_NO),
        Question("position_known", "Can the position at the double be set up again?", FactType.YES_NO),
        REPORTED,
    ),
    clauses={
        "usbgf": (
            "usbgf:4.4.8a",
            "usbgf:4.4.8b",
            "usbgf:4.4.8c",
            "usbgf:4.4.8d",
            "usbgf:4.4.7.2a",
            "usbgf:1.1.1c",
        ),
        "guide": ("guide:5.14c", "guide:5.14h"),
        **{book: (row,) for book, row in ALLOWED_DEAD.items() if book != "guide"},
    },
)
def dead_cube(q: Inquiry) -> JudgeAnswer:
    """Void under usbgf, a forced take under guide, a double like any other elsewhere."""
    doubler, cube = q.side("doubler"), level_of_cube(q, "cube")
    length, points = q.need("length"), q.need("points")
    if points >= length:
        raise q.wrong("points", f"with {points} points the match to {length} is over")
    if _in_crawford_game(q, doubler, cube):
        return q.ruling(
            "This is the Crawford game, so any double in it is void, with a dead cube or not; it is ruled on as "
            "crawford_double.",
            clauses=(CRAWFORD_ROW[q.book],),
            remedies=(SetCube(1),),
            appeal=appeal(q),
            then=NO_CUBE_IN_GAME,
        )
    if points + cube < length:
        return q.ruling(
            f"{side_name(doubler)} needs {length - points} and the cube was worth {cube}, so it was not dead. "
            "The double stands.",
            clauses=("usbgf:4.4.8a",) if q.book == "usbgf" else (ALLOWED_DEAD[q.book],),
            remedies=(PlayOn(),),
            appeal=appeal(q),
            then=Consequences(pending=_answer_stands(q, doubler, cube)),
        )
    if q.book == "usbgf":
        return _dead_usbgf(q, doubler, cube)
    if q.book == "guide" and q.need("answer") != "taken":
        return q.ruling(
            f"A match may not end on a dropped double, so {side_name(doubler.other)} has to take the cube "
            f"at {cube * 2}. "
            "The double stands, and the game is played out.",
            clauses=("guide:5.14c", "guide:5.14h"),
            remedies=(
                SetCube(cube * 2, doubler.other)
                if q.need("answer") == "passed"
                else Instruct(f"{side_name(doubler.other)} takes the cube at {cube * 2}."),
            ),
            appeal=appeal(q),
        )
    return dead_allowed(q, doubler, cube)


CRAWFORD_ROW: Final = {
    "usbgf": "usbgf:4.4.7a",
    "bws": "bws:4.4.4.1",
    "guide": "guide:5.11a",
    "ibf": "ibf:2.2a",
    "trad": "trad:doubling-12",
}


_MATCH_POINT: Final = "with one point to go it may have been the Crawford game, in which no double counts."


def _in_crawford_game(q: Inquiry, doubler: Side, cube: int) -> bool:
    """Whether the game had no cube; the opponent's points matter only where they were told."""
    points, length = q.need("points"), q.need("length")
    given = "other_points" in q.facts
    if not given and points != length - 1 and cube_rules(q, length).crawford:
        q.given("other_points", gains=_MATCH_POINT)
    other = q.need("other_points") if given else 0
    score = (points, other) if doubler is Side.WHITE else (other, points)
    return bar_at(q, doubler, score, cube) is DoubleBar.NO_CUBE


def _answer_stands(q: Inquiry, doubler: Side, cube: int) -> str:
    """What a double that was legal leaves, by how it was answered."""
    other = side_name(doubler.other)
    return {
        "open": f"{other} takes at {cube * 2} or passes and loses {cube}.",
        "taken": f"{other} has the cube at {cube * 2}.",
        "passed": f"The pass stands too: {side_name(doubler)} scores {quantity(cube, 'point')}.",
    }[q.get("answer", "open")]


def _dead_usbgf(q: Inquiry, doubler: Side, cube: int) -> JudgeAnswer:
    answer, back = q.need("answer"), SetCube(cube, _owner(doubler, cube))
    over = answer == "taken" and q.need("game_over")
    both = answer == "taken" and (q.get("redoubled", default=False) if over else q.need("redoubled"))
    passed = answer == "passed" or (both and q.get("redouble_answer", "open") == "passed")
    ended = over and not passed  # a redouble that was passed ended nothing: the pass was void
    if passed and (q.need("next_game") or not q.need("position_known")):
        return q.discretion(
            "The dead double and the pass were void, but the game cannot be resumed. The director finds a fair "
            "solution, as for a passed double in the Crawford game.",
            clauses=("usbgf:4.4.8b", "usbgf:4.4.7.2b", "usbgf:4.4.7.2c", "usbgf:4.4.7.2d"),
            factors=("how far the game had gone", "who was ahead, and by how much"),
            usual=_ways_without_resuming(q, doubler, cube),
            forbidden=("letting a player lose the match by the pass",),
            appeal=appeal(q),
        )
    if ended:
        return _dead_scored(q, doubler, cube, 4 if both else 2)
    if passed and q.get("reported", default=False):
        return reported_result(
            q,
            f"{side_name(doubler)}'s cube was dead, so the double and the pass were void and nobody has won",
            (back,),
            ("usbgf:4.4.8b", "usbgf:4.4.7.2a"),
        )
    what = "That double and the redouble after it are void" if both else "The double is void"
    void_pass = f"{', and so is the pass' if passed else ''}"
    resumed = "The match is not over: the game resumes from the position at the double" if passed else "Play goes on"
    against = f" Doubts about the position go against {side_name(doubler)}." if passed else ""
    return q.ruling(
        f"{side_name(doubler)}'s cube was dead: at {cube} it already wins the match. {what}{void_pass}; "
        f"without intent there is no penalty. {resumed} with the cube back at {cube}.{against}",
        clauses=(
            "usbgf:4.4.8b",
            "usbgf:4.4.8d" if both else "usbgf:4.4.8a",
            *(("usbgf:4.4.7.2a",) if passed else ()),
            "usbgf:4.4.8c",
            "usbgf:1.1.1c",
        ),
        remedies=(back,),
        appeal=appeal(q),
        notes=("Whoever is offered a dead cube must say so at once.", _MEANT),
        then=Consequences(
            turn=doubler if answer != "taken" or passed else None,
            game="goes_on",
            score=_score_before(q, doubler) if passed else None,
        ),
    )


_MEANT: Final = "A player who meant to break the rule should be sanctioned, as in the Crawford game (usbgf:4.4.7c)."


def _ways_without_resuming(q: Inquiry, doubler: Side, cube: int) -> tuple[Option, ...]:
    """The two ways the book names for a Crawford double, with the dead cube for the points (usbgf:4.4.8b)."""
    before = _score_before(q, doubler)
    return (
        Option("annul", "The game and its points are annulled", () if before is None else (SetScore(before),)),
        Option(
            "high_dice",
            f"High dice: {side_name(doubler)} scores {quantity(cube, 'point')} on winning the roll, and with it the "
            "match; otherwise none",
            (Instruct("Both roll two dice, the larger sum wins."),),
        ),
    )


def _score_before(q: Inquiry, doubler: Side) -> tuple[int, int] | None:
    """The score a pass that was void leaves, where the opponent's points are told."""
    if not q.given("other_points", gains="then the score the game resumes at is named."):
        return None
    points, other = q.need("points"), q.need("other_points")
    return (points, other) if doubler is Side.WHITE else (other, points)


def _dead_scored(q: Inquiry, doubler: Side, cube: int, turned: int) -> JudgeAnswer:
    """That game counts with the cube as it was before the first void double, and later games shift with it.

    As it was scored the cube stood `turned` times higher; a match that ended by that alone is resumed.
    """
    length, points = q.need("length"), q.need("points")
    other = q.need("other_points")
    before = (points, other) if doubler is Side.WHITE else (other, points)
    winner, level = q.side("winner"), GAME_LEVELS.index(q.need("level")) + 1
    score, written = (add_points(before, winner, level * value) for value in (cube, cube * turned))
    since = _later_points(q, asked=winner_by_score(written, Length(points=length)) is None)
    score, written = ((one[0] + since[0], one[1] + since[1]) for one in (score, written))
    over = winner_by_score(score, Length(points=length))
    rows = ("usbgf:4.4.8b", "usbgf:4.4.7.1b", "usbgf:4.6.3b")
    say = (
        f"{side_name(doubler)}'s cube was dead, so the double and all cube action after it were void. That game counts "
        f"with the cube at {cube}: the score is {score[0]}-{score[1]} (White first)"
    )
    end = f". {side_name(over)} has won the match." if over is not None else "."
    if ended_wrongly(written, score, length):
        if (too_late := after_the_end(q, say, score, rows)) is not None:
            return too_late
        end = end if over is not None else f". {RESUMED}"
        rows = (*rows, *(("usbgf:4.6.3e",) if over is None else ()))
    return q.ruling(
        say + end,
        clauses=(*rows, *(("usbgf:4.6.3d",) if over is not None else ())),
        remedies=(SetScore(score),),
        appeal=appeal(q),
        then=Consequences(game="over"),
    )


def _later_points(q: Inquiry, *, asked: bool) -> tuple[int, int]:
    """Points of later games: asked for, unless the match was taken to be over after that game."""
    keys = ("later_white", "later_black")
    white, black = (q.need(key) if asked or key in q.facts else 0 for key in keys)
    return white, black


@incident(
    "crawford_double",
    "A player doubled in the Crawford game",
    words=("doubled in the crawford game", "crawford double dropped", "crawford double passed", "cube in crawford"),
    questions=(
        Question("doubler", "Who doubled?", FactType.SIDE),
        Question("deliberate", "Did a player mean to break the rule?", FactType.YES_NO),
        Question("answer", "Has the double been answered?", FactType.CHOICE, ANSWERS),
        Question("next_game", "Has the next game begun?", FactType.YES_NO),
        Question("position_known", "Can the position at the double be set up again?", FactType.YES_NO),
        Question(
            "free_drop", "Did the pass look like a free drop, very early and with a slight edge?", FactType.YES_NO
        ),
        Question("game_over", "Is that game over?", FactType.YES_NO),
        CUBE_BEFORE,
        *CRAWFORD_QUESTIONS,
    ),
    clauses={
        "usbgf": (
            "usbgf:4.4.7.1a",
            "usbgf:4.4.7.2a",
            "usbgf:4.4.7.2b",
            "usbgf:4.4.7.2c",
            "usbgf:4.4.7.2d",
            "usbgf:4.4.7c",
        ),
        "bws": ("bws:4.4.4.1", "bws:4.4.4.2", "bws:4.4.4.3", "bws:4.4.4b", "bws:4.4.4c"),
        "guide": ("guide:5.11a", "guide:5.11c", "guide:5.11f"),
        "ibf": ("ibf:2.2a", "ibf:9.12b"),
        "trad": ("trad:doubling-12",),
    },
)
def crawford_double(q: Inquiry) -> JudgeAnswer:
    """Void while it can be undone; what a pass has cost is put right as far as possible."""
    doubler = q.side("doubler")
    if q.book == "trad" and not q.profile.options.crawford:
        say = "This book has no Crawford game. The double stands."
        note = "Players or an event may take the Crawford game over; then it has to be among the event's options."
        answer = q.get("answer", "open")
        then = (
            Consequences(turn=doubler, pending=open_double(q, doubler.other))
            if answer == "open"
            else replace(  # play may have gone on since a take
                answer_figures(q, doubler.other, "take" if answer == "taken" else "pass"), turn=None, roll=""
            )
        )
        nothing = () if "cube" in q.facts and answer != "open" else (PlayOn(),)
        return q.ruling(say, clauses=("trad:doubling-12",), remedies=nothing, notes=(note,), then=then)
    if q.book == "usbgf" and q.get("deliberate", default=False):
        return q.discretion(
            "The double in the Crawford game is void. A player who meant to break the rule should be sanctioned.",
            clauses=("usbgf:4.4.7c", "usbgf:4.4.7a", "usbgf:5.2b"),
            factors=("what shows the intent", "whether the other player joined in by taking"),
            usual=(
                Option("points", "Penalty points"),
                Option("match", "Loss of the match"),
                Option("out", "Disqualification from the tournament"),
            ),
            appeal=appeal(q),
            notes=(
                "The double itself is ruled on as one without intent: game and score are without the cube.",
                "A disqualification cannot be appealed (usbgf:5.2b).",
            ),
            then=Consequences(cube_owner="out", cube=1),
        )
    answer = q.need("answer")
    if q.book in ("ibf", "trad") and answer != "open":
        return answer_without_cube(q)
    if answer == "passed":
        return {"usbgf": _usbgf_pass, "bws": _bws_pass, "guide": _guide_pass}[q.book](q, doubler)
    if answer == "taken" and q.get("game_over", default=False) and q.book in ("usbgf", "bws", "guide"):
        return crawford_game_doubled(q)
    if answer == "taken" and q.book == "guide":
        return q.discretion(
            "The double was a mistake, and the cube is out of this game. "
            "The director decides from where the game is taken up again.",
            clauses=("guide:5.11c",),
            factors=("whether the position at the double is known", "how far the game has gone"),
            usual=(
                Option("position", "From the position at the double", (SetCube(1),), consequences=NO_CUBE_IN_GAME),
                Option("replay", "From the start of the game", (NewGame(),), consequences=NO_CUBE_IN_GAME),
            ),
            appeal=appeal(q),
        )
    rows = {
        "usbgf": ("usbgf:4.4.7.1a",) if answer == "taken" else _VOID_CUBE,
        "bws": ("bws:4.4.4.1", "bws:4.4.4c"),
        "guide": ("guide:5.11a",),
    }
    return _crawford_void(q, rows.get(q.book, q.kind.clauses[q.book]), "The game goes on without the cube.")


_VOID_CUBE: Final = ("usbgf:4.4.7a",)


def _crawford_void(q: Inquiry, rows: tuple[str, ...], then: str) -> JudgeAnswer:
    """Void: the doubler, who has not rolled, goes on; after a take play may have gone on since."""
    return q.ruling(
        f"This is the Crawford game, so the double is void. {then}",
        clauses=rows,
        remedies=(SetCube(1),),
        appeal=appeal(q),
        then=_without_cube(q),
    )


def _without_cube(q: Inquiry) -> Consequences:
    """The Crawford game goes on; a doubler whose double was not taken has not rolled and is on turn."""
    answer = q.need("answer")
    score = _score_at_the_double(q) if answer == "passed" else None
    turn = q.side("doubler") if answer != "taken" else None
    return Consequences(turn=turn, cube_owner="out", crawford="this_game", game="goes_on", score=score)


def _score_at_the_double(q: Inquiry) -> tuple[int, int] | None:
    """The score to which a void pass goes back, where it was told; one at which no Crawford game is played is wrong."""
    if not q.given("before_white", "before_black", gains="then the score that is restored is named."):
        return None
    before = (q.need("before_white"), q.need("before_black"))
    if "length" in q.facts and not at_match_point(before, Length(points=q.need("length"))):
        raise q.wrong("before_white", f"at {before[0]}-{before[1]} no Crawford game is played")
    return before


_RESUMES: Final = "So is the pass; the game resumes from the position at the double, without the cube."


def _usbgf_pass(q: Inquiry, doubler: Side) -> JudgeAnswer:
    if not q.need("next_game") and q.need("position_known"):
        return _crawford_void(q, ("usbgf:4.4.7.2a",), f"{_RESUMES} Doubts go against {side_name(doubler)}.")
    before = (q.need("before_white"), q.need("before_black"))
    prize = param("usbgf:4.4.7.2c", "points_if_won", int)
    won = add_points(before, doubler, prize)
    annul = Option(
        "annul",
        "The game and its points are annulled; the game in progress, or the next, is the Crawford game",
        (SetScore(before), Instruct("The game in progress, or the next, is the Crawford game.")),
        consequences=Consequences(crawford="this_game" if q.need("next_game") else "next_game"),
    )
    high = Option(
        "high_dice",
        f"High dice: {side_name(doubler)} scores {quantity(prize, 'point')} on winning the roll "
        f"({won[0]}-{won[1]}), otherwise none",
        (Instruct("Both roll two dice, the larger sum wins; the Crawford game counts as played."),),
        consequences=Consequences(crawford="played"),
    )
    early = q.need("free_drop")
    return q.discretion(
        "The passed double was void, but the game cannot be resumed. The director may annul the game or settle it "
        "by high dice, or find another fair solution.",
        clauses=("usbgf:4.4.7.2b" if early else "usbgf:4.4.7.2c", "usbgf:4.4.7.2d"),
        factors=("how early the double came", "the size of the advantage", "whether the trailer needs an even number"),
        usual=(annul, high) if early else (high, annul),
        appeal=appeal(q),
    )


def _bws_pass(q: Inquiry, _: Side) -> JudgeAnswer:
    if q.need("next_game"):
        return q.ruling(
            "The next game has begun, and this book annuls a Crawford double only before that. The points stand.",
            clauses=("bws:4.4.4b",),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    return q.discretion(
        "The double is annulled, but the book gives no score for a game that ended by passing it. "
        "The director decides.",
        clauses=("bws:4.4.4.2", "bws:4.4.4.3", "bws:4.4.4c"),
        factors=("whether the position at the double is known",),
        usual=_without_the_pass(q),
        appeal=appeal(q),
    )


def _without_the_pass(q: Inquiry) -> tuple[Option, ...]:
    """The game taken up again, or begun anew, at the score before it and without the cube."""
    before = _score_at_the_double(q)
    score: tuple[Remedy, ...] = () if before is None else (SetScore(before),)
    resume = Option(
        "resume", "Resume from the position at the double", (SetCube(1), *score), consequences=NO_CUBE_IN_GAME
    )
    anew = Option("replay", "Play the Crawford game anew", (NewGame(), *score), consequences=NO_CUBE_IN_GAME)
    return resume, anew


def _guide_pass(q: Inquiry, _: Side) -> JudgeAnswer:
    note = reading("cube-6")
    if not q.need("next_game") and q.need("position_known"):
        return q.ruling(
            f"This is the Crawford game, so the double is void. {_RESUMES}",
            clauses=("guide:5.11f",),
            remedies=(SetCube(1),),
            appeal=appeal(q),
            notes=(note,),
            then=_without_cube(q),
        )
    return q.discretion(
        "The book does not cover a dropped Crawford double, and the game cannot be resumed. The director decides.",
        clauses=("guide:5.11f", "guide:2.1.1"),
        factors=("how far the next game has gone", "how early the double came"),
        usual=(*_without_the_pass(q)[1:], Option("stands", "The points stand", (PlayOn(),))),
        appeal=appeal(q),
        notes=(note,),
    )
