"""Doubles that should not have been made, and cubes at a wrong level: dead cubes and Crawford games.

A doubled Crawford game that was taken and scored is in `crawford_score`; which words and gestures bind is in
`binding_words`.
"""

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
from barpoint.officiating.topics.clock.lateness import CRAWFORD_DONE, LONGEST
from barpoint.officiating.topics.scoring.crawford_score import CRAWFORD_QUESTIONS, crawford_game_doubled
from barpoint.rulebook import param

_ANSWERS: Final = ("open", "taken", "passed")
_GAME_LEVELS: Final = ("single", "gammon", "backgammon")
_ALLOWED: Final = {"ibf": "ibf:9.8d", "bws": "bws:4.4.3c", "trad": "trad:doubling-12", "guide": "guide:5.14c"}


def _level(q: Inquiry, key: str) -> int:
    value: int = q.need(key)
    if value & (value - 1):
        raise q.wrong(key, f"no cube stands at {value}; the levels are 1, 2, 4, 8 and so on")
    return value


def _owner(side: Side, cube: int) -> Side | None:
    return side if cube > 1 else None


@incident(
    "dead_cube",
    "A player doubled with a dead cube",
    words=("dead cube", "doubled but did not need the points", "useless double", "redoubled a dead cube"),
    questions=(
        Question("doubler", "Who doubled?", FactType.SIDE),
        Question("length", "To how many points is the match played?", FactType.COUNT, least=1),
        Question("points", "The doubler's points", FactType.COUNT),
        Question("cube", "The cube before this double", FactType.COUNT, least=1),
        Question("answer", "Has the double been answered?", FactType.CHOICE, _ANSWERS),
        Question("redoubled", "Was it taken and then redoubled?", FactType.YES_NO),
        Question("redouble_answer", "How was the redouble answered?", FactType.CHOICE, _ANSWERS),
        Question("game_over", "Is that game over?", FactType.YES_NO),
        Question("winner", "Who won that game?", FactType.SIDE),
        Question("level", "At which level?", FactType.CHOICE, _GAME_LEVELS),
        Question("other_points", "The opponent's points before that game", FactType.COUNT),
        Question("later_white", "Points White has won in later games", FactType.COUNT),
        Question("later_black", "Points Black has won in later games", FactType.COUNT),
        CRAWFORD_DONE,
        Question("next_game", "Has the next game begun?", FactType.YES_NO),
        Question("position_known", "Can the position at the double be set up again?", FactType.YES_NO),
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
        **{book: (row,) for book, row in _ALLOWED.items() if book != "guide"},
    },
)
def dead_cube(q: Inquiry) -> JudgeAnswer:
    """Void under usbgf, a forced take under guide, a double like any other elsewhere."""
    doubler, cube = q.side("doubler"), _level(q, "cube")
    length, points = q.need("length"), q.need("points")
    if points >= length:
        raise q.wrong("points", f"with {points} points the match to {length} is over")
    if points + cube < length:
        return q.ruling(
            f"{side_name(doubler)} needs {length - points} and the cube was worth {cube}, so it was not dead. "
            "The double stands.",
            clauses=("usbgf:4.4.8a",) if q.book == "usbgf" else (_ALLOWED[q.book],),
            remedies=(PlayOn(),),
            appeal=appeal(q),
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
    return _dead_allowed(q, doubler, cube)


def _dead_allowed(q: Inquiry, doubler: Side, cube: int) -> JudgeAnswer:
    """A double like any other: a pass loses the game, and with it the match; a take moves the cube."""
    stands = "This book does not forbid doubling with a dead cube. The double stands"
    answer, other = q.need("answer"), doubler.other
    if answer == "passed":
        before = (q.need("points"), q.need("other_points"))
        score = add_points(before if doubler is Side.WHITE else (before[1], before[0]), doubler, cube)
        return q.ruling(
            f"{stands}, and so does the pass: {side_name(doubler)} scores {quantity(cube, 'point')} and has won the "
            f"match, {score[0]}-{score[1]} (White first).",
            clauses=(_ALLOWED[q.book], *_PASSED.get(q.book, ())),
            appeal=appeal(q),
            then=Consequences(
                points_won=add_points((0, 0), doubler, cube), score=score, winner=doubler.value, game="over"
            ),
        )
    if answer == "taken":
        return q.ruling(
            f"{stands}, and the cube is {side_name(other)}'s at {cube * 2}.",
            clauses=(_ALLOWED[q.book],),
            appeal=appeal(q),
            then=Consequences(cube=cube * 2, cube_owner=other.value, game="goes_on"),
        )
    return q.ruling(
        f"{stands}.",
        clauses=(_ALLOWED[q.book],),
        remedies=(PlayOn(),),
        appeal=appeal(q),
        then=Consequences(pending=f"{side_name(other)} takes at {cube * 2} or passes and loses {cube}."),
    )


_PASSED: Final = {"ibf": ("ibf:9.7a",), "trad": ("trad:doubling-5",)}


def _dead_usbgf(q: Inquiry, doubler: Side, cube: int) -> JudgeAnswer:
    answer, back = q.need("answer"), SetCube(cube, _owner(doubler, cube))
    ended = answer == "taken" and q.need("game_over")
    both = answer == "taken" and not ended and q.need("redoubled")
    passed = answer == "passed" or (both and q.get("redouble_answer", "open") == "passed")
    if passed and (q.need("next_game") or not q.need("position_known")):
        return q.discretion(
            "The dead double and the pass were void, but the game cannot be resumed. The director finds a fair "
            "solution, as for a passed double in the Crawford game.",
            clauses=("usbgf:4.4.8b", "usbgf:4.4.7.2b", "usbgf:4.4.7.2c", "usbgf:4.4.7.2d"),
            factors=("how far the game had gone", "who was ahead, and by how much"),
            forbidden=("letting a player lose the match by the pass",),
            appeal=appeal(q),
        )
    if ended:
        return _dead_scored(q, doubler, cube)
    what = "That double and the redouble after it are void" if both else "The double is void"
    void_pass = f"{', and so is the pass' if passed else ''}"
    resumed = "The game resumes from the position at the double" if passed else "Play goes on"
    return q.ruling(
        f"{side_name(doubler)}'s cube was dead: at {cube} it already wins the match. {what}{void_pass}; there is no "
        f"penalty. {resumed} with the cube back at {cube}.",
        clauses=(
            "usbgf:4.4.8b",
            "usbgf:4.4.8d" if both else "usbgf:4.4.8a",
            *(("usbgf:4.4.7.2a",) if passed else ()),
            "usbgf:4.4.8c",
            "usbgf:1.1.1c",
        ),
        remedies=(back,),
        appeal=appeal(q),
        notes=("Whoever is offered a dead cube must say so at once.",),
        then=Consequences(
            turn=doubler if answer != "taken" or passed else None,
            game="goes_on",
            score=_score_before(q, doubler) if passed else None,
        ),
    )


def _score_before(q: Inquiry, doubler: Side) -> tuple[int, int] | None:
    """The score a pass that was void leaves, where the opponent's points are told."""
    if not q.given("other_points", gains="then the score the game resumes at is named."):
        return None
    points, other = q.need("points"), q.need("other_points")
    return (points, other) if doubler is Side.WHITE else (other, points)


def _dead_scored(q: Inquiry, doubler: Side, cube: int) -> JudgeAnswer:
    """That game counts with the cube as it was before the first void double, and later games shift with it."""
    length, points = q.need("length"), q.need("points")
    other = q.need("other_points")
    before = (points, other) if doubler is Side.WHITE else (other, points)
    winner, level = q.side("winner"), _GAME_LEVELS.index(q.need("level")) + 1
    score = add_points(before, winner, level * cube)
    over = winner_by_score(score, Length(points=length))
    if over is None:
        score = (score[0] + q.need("later_white"), score[1] + q.need("later_black"))
        over = winner_by_score(score, Length(points=length))
    end = f" {side_name(over)} has won the match." if over is not None else ""
    return q.ruling(
        f"{side_name(doubler)}'s cube was dead, so the double and all cube action after it were void. That game counts "
        f"with the cube at {cube}: the score is {score[0]}-{score[1]} (White first).{end}",
        clauses=("usbgf:4.4.8b", "usbgf:4.4.7.1b", "usbgf:4.6.3b", *(("usbgf:4.6.3d",) if over is not None else ())),
        remedies=(SetScore(score),),
        appeal=appeal(q),
        then=Consequences(game="over"),
    )


@incident(
    "crawford_double",
    "A player doubled in the Crawford game",
    words=("doubled in the crawford game", "crawford double dropped", "crawford double passed", "cube in crawford"),
    questions=(
        Question("doubler", "Who doubled?", FactType.SIDE),
        Question("deliberate", "Did a player mean to break the rule?", FactType.YES_NO),
        Question("answer", "Has the double been answered?", FactType.CHOICE, _ANSWERS),
        Question("next_game", "Has the next game begun?", FactType.YES_NO),
        Question("position_known", "Can the position at the double be set up again?", FactType.YES_NO),
        Question(
            "free_drop", "Did the pass look like a free drop, very early and with a slight edge?", FactType.YES_NO
        ),
        Question("game_over", "Is that game over?", FactType.YES_NO),
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
        return q.ruling(say, clauses=("trad:doubling-12",), remedies=(PlayOn(),), notes=(note,))
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
        return _after_answer(q)
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
                Option("position", "From the position at the double", (SetCube(1),)),
                Option("replay", "From the start of the game", (NewGame(),)),
            ),
            appeal=appeal(q),
        )
    rows = {"usbgf": ("usbgf:4.4.7.1a",), "bws": ("bws:4.4.4.1", "bws:4.4.4c"), "guide": ("guide:5.11a",)}
    return _crawford_void(q, rows.get(q.book, q.kind.clauses[q.book]), "The game goes on without the cube.")


def _after_answer(q: Inquiry) -> JudgeAnswer:
    return q.discretion(
        "The cube is out of the Crawford game, so there was nothing to double. What becomes of a double that was "
        "answered the book does not say; the official decides.",
        clauses=q.kind.clauses[q.book],
        factors=("whether the position at the double is known", "how far play has gone"),
        usual=(Option("resume", "Resume from the position at the double", (SetCube(1),)),),
        appeal=appeal(q),
    )


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
        usual=(Option("resume", "Resume from the position at the double", (SetCube(1),)),),
        appeal=appeal(q),
    )


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
        appeal=appeal(q),
        notes=(note,),
    )


@incident(
    "wrong_cube_level",
    "The cube shows a wrong value or lies in a wrong place",
    words=("wrong cube value", "cube turned to 8 instead of 4", "cube not centred", "cube left over from last game"),
    questions=(
        Question("doubled", "Has anybody doubled in this game?", FactType.YES_NO),
        Question("disputed", "Do the players disagree on how often it was turned?", FactType.YES_NO),
        Question("doubler", "Who doubled last?", FactType.SIDE),
        Question("before", "The right level before that double", FactType.COUNT, least=1),
        Question("answer", "How was it answered?", FactType.CHOICE, _ANSWERS),
        Question("game_over", "Is that game over?", FactType.YES_NO),
        Question("winner", "Who won that game?", FactType.SIDE),
        Question("level", "At which level?", FactType.CHOICE, _GAME_LEVELS),
        Question("recorded", "Points written down for that game", FactType.COUNT),
        Question("length", "To how many points is the match played?", FactType.COUNT, least=1, most=LONGEST),
        Question("score_white", "White's score as it was written down", FactType.COUNT),
        Question("score_black", "Black's score as it was written down", FactType.COUNT),
        CRAWFORD_DONE,
        Question("shown", "The value the cube shows", FactType.COUNT, least=1),
        Question("at", "On whose side does it lie?", FactType.CHOICE, ("white", "black", "middle")),
    ),
    clauses={
        "ibf": ("ibf:9.3c", "ibf:9.3a", "ibf:9.4c", "ibf:9.7b"),
        "usbgf": (
            *("usbgf:4.4.9a", "usbgf:4.4.9b", "usbgf:4.4.9c", "usbgf:4.4.1b"),
            *("usbgf:4.4.3c", "usbgf:4.6.2", "usbgf:4.6.3a", "usbgf:4.6.3b"),
        ),
        "bws": ("bws:4.4.6", "bws:4.4.1b"),
        "guide": ("guide:5.9b", "guide:5.9a"),
        "trad": ("trad:doubling-2", "trad:doubling-6", "trad:doubling-9"),
    },
)
def wrong_cube_level(q: Inquiry) -> JudgeAnswer:
    """The action is valid, at the level it should have had; in a dispute under ibf the cube as it lies decides."""
    if q.book == "ibf" and q.need("disputed"):
        shown, place = _level(q, "shown"), q.need("at")
        return q.ruling(
            f"In a dispute the cube decides as it lies. The stake is {shown}.",
            clauses=("ibf:9.3c",),
            remedies=(SetCube(shown, None if place == "middle" else Side(place)),),
            appeal=appeal(q),
        )
    if not q.need("doubled"):
        return q.ruling(
            "Nobody has doubled, so the cube is in the middle at 1, wherever it lay. It is put right now.",
            clauses=(_CENTRED[q.book],),
            remedies=(SetCube(1),),
            appeal=appeal(q),
        )
    if q.book == "guide":
        return q.discretion(
            "Value and place of the cube should always be beyond doubt. How a wrong level is put right the book does "
            "not say; the director decides.",
            clauses=("guide:5.9a",),
            factors=("how often it was offered and taken", "who left a wrong value showing"),
            appeal=appeal(q),
        )
    if q.book == "trad" and q.get("disputed", default=False):
        return q.silent()  # the leaflet settles no disputes: trad:scoring-9
    if q.book == "usbgf" and q.get("disputed", default=False):
        return q.discretion(
            "The players disagree on how often the cube was offered and taken. The director decides that first; "
            "the cube is then set to match.",
            clauses=("usbgf:4.4.9c",),
            factors=("what each player remembers of every double", "transcripts", "who left a wrong value showing"),
            appeal=appeal(q),
        )
    return _right_level(q)


_CENTRED: Final = {
    "usbgf": "usbgf:4.4.1b",
    "bws": "bws:4.4.1b",
    "guide": "guide:5.9b",
    "ibf": "ibf:9.3a",
    "trad": "trad:doubling-2",
}
_RIGHT: Final = {"usbgf": "usbgf:4.4.9a", "bws": "bws:4.4.6", "ibf": "ibf:9.4c", "trad": "trad:doubling-6"}
_DROPPED: Final = {"usbgf": ("usbgf:4.4.9b",), "ibf": ("ibf:9.7b",), "trad": ("trad:doubling-9",)}


def _right_level(q: Inquiry) -> JudgeAnswer:
    doubler, before, answer = q.side("doubler"), _level(q, "before"), q.need("answer")
    row = _RIGHT[q.book]
    if answer == "passed":
        change = before - q.get("recorded", before)
        return q.ruling(
            f"The double and the pass are valid. {side_name(doubler)} scores {quantity(before, 'point')}, "
            "the right level before the double.",
            clauses=(*_DROPPED.get(q.book, ()), row, *_score_rows(q, doubler, change)),
            remedies=_right_score(q, doubler, change),
            appeal=appeal(q),
            notes=_reopened(q, doubler, change),
            then=Consequences(game="over", points_won=add_points((0, 0), doubler, before)),
        )
    if answer == "taken" and q.get("game_over", default=False):
        return _scored_at_wrong_level(q, before * 2, row)
    offered = Instruct(f"The cube is offered at {before * 2}.")
    return q.ruling(
        f"The double is valid although the cube was turned to a wrong level. It is a double to {before * 2}.",
        clauses=(row, *(("usbgf:4.4.3a",) if q.book == "usbgf" else ())),
        remedies=(SetCube(before * 2, doubler.other) if answer == "taken" else offered,),
        appeal=appeal(q),
        then=Consequences(game="goes_on")
        if answer == "taken"
        else Consequences(pending=f"{side_name(doubler.other)} takes at {before * 2} or passes and loses {before}."),
    )


def _scored_at_wrong_level(q: Inquiry, cube: int, row: str) -> JudgeAnswer:
    """A game that ended with the cube at a wrong value: it counts at the right one, and later games shift with it."""
    winner, level = q.side("winner"), _GAME_LEVELS.index(q.need("level")) + 1
    change = cube * level - q.need("recorded")
    rows = _score_rows(q, winner, change)
    return q.ruling(
        f"The double is valid, and the cube counted {cube}. {side_name(winner)} scores "
        f"{quantity(cube * level, 'point')} for that game, and the score is put right, however late it is found.",
        clauses=(row, *(("usbgf:4.4.3c", "usbgf:4.6.2") if q.book == "usbgf" else ()), *rows),
        remedies=_right_score(q, winner, change),
        appeal=appeal(q),
        notes=_reopened(q, winner, change),
        then=Consequences(game="over", points_won=add_points((0, 0), winner, cube * level)),
    )


def _right_score(q: Inquiry, winner: Side, change: int) -> tuple[Remedy, ...]:
    """The score as it was written with what the game was really worth."""
    if not change:
        return ()
    return (SetScore(add_points((q.need("score_white"), q.need("score_black")), winner, change)),)


def _score_rows(q: Inquiry, winner: Side, change: int) -> tuple[str, ...]:
    """The rows on a wrong score, for which its figures are asked."""
    if not change:
        return ()
    length, written = q.need("length"), (q.need("score_white"), q.need("score_black"))
    if q.book != "usbgf":
        return ()
    was, now = (winner_by_score(one, Length(points=length)) for one in (written, add_points(written, winner, change)))
    more = ("usbgf:4.6.3d",) if now is not None else ("usbgf:4.6.3e",) if was is not None else ()
    return ("usbgf:4.6.3a", "usbgf:4.6.3b", *more)


def _reopened(q: Inquiry, winner: Side, change: int) -> tuple[str, ...]:
    if "usbgf:4.6.3e" not in _score_rows(q, winner, change):
        return ()
    return (
        (
            "Nobody has won yet, and the match is resumed; if a result was reported the director first decides whether "
            "to void it (usbgf:4.6.3e)."
        ),
    )
