"""Doubles that should not have been made, and cubes at a wrong level: dead cubes and Crawford games.

A doubled Crawford game that was taken and scored is in `crawford_score`; which words and gestures bind is in
`cube_words`.
"""

from typing import Final

from barpoint.board import Side
from barpoint.match.score import plus
from barpoint.officiating.answer import Answer, Option
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.judge import Inquiry, incident
from barpoint.officiating.remedy import GivePoints, Instruct, NewGame, PlayOn, SetCube, SetScore
from barpoint.officiating.topics.appealable import appeal
from barpoint.officiating.topics.lateness import LONGEST
from barpoint.officiating.topics.wording import counted, named
from barpoint.rulebook.catalogue import param

_ANSWERS: Final = ("open", "taken", "passed")
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
        Question("next_game", "Has the next game begun?", FactType.YES_NO),
        Question("position_known", "Can the position at the double be set up again?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": ("usbgf:4.4.8a", "usbgf:4.4.8b", "usbgf:4.4.8c", "usbgf:4.4.8d", "usbgf:1.1.1c"),
        "guide": ("guide:5.14c", "guide:5.14h"),
        **{book: (row,) for book, row in _ALLOWED.items() if book != "guide"},
    },
)
def dead_cube(q: Inquiry) -> Answer:
    """Void under usbgf, a forced take under guide, a double like any other elsewhere."""
    doubler, cube = q.side("doubler"), _level(q, "cube")
    length, points = q.need("length"), q.need("points")
    if points >= length:
        raise q.wrong("points", f"with {points} points the match to {length} is over")
    if points + cube < length:
        return q.ruling(
            f"{named(doubler)} needs {length - points} and the cube was worth {cube}, so it was not dead. "
            "The double stands.",
            clauses=("usbgf:4.4.8a",) if q.book == "usbgf" else (_ALLOWED[q.book],),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    if q.book == "usbgf":
        return _dead_usbgf(q, doubler, cube)
    if q.book == "guide" and q.need("answer") != "taken":
        return q.ruling(
            f"A match may not end on a dropped double, so {named(doubler.other)} has to take the cube at {cube * 2}. "
            "The double stands, and the game is played out.",
            clauses=("guide:5.14c", "guide:5.14h"),
            remedies=(
                SetCube(cube * 2, doubler.other)
                if q.need("answer") == "passed"
                else Instruct(f"{named(doubler.other)} takes the cube at {cube * 2}."),
            ),
            appeal=appeal(q),
        )
    return q.ruling(
        "This book does not forbid doubling with a dead cube. The double stands.",
        clauses=(_ALLOWED[q.book],),
        remedies=(PlayOn(),),
        appeal=appeal(q),
    )


def _dead_usbgf(q: Inquiry, doubler: Side, cube: int) -> Answer:
    answer, back = q.need("answer"), SetCube(cube, _owner(doubler, cube))
    if answer == "passed" and (q.need("next_game") or not q.need("position_known")):
        return q.discretion(
            "The dead double and the pass were void, but the game cannot be resumed. The director finds a fair "
            "solution, as for a passed double in the Crawford game.",
            clauses=("usbgf:4.4.8b", "usbgf:4.4.7.2b", "usbgf:4.4.7.2c", "usbgf:4.4.7.2d"),
            factors=("how far the game had gone", "who was ahead, and by how much"),
            forbidden=("letting a player lose the match by the pass",),
            appeal=appeal(q),
        )
    if answer == "taken" and q.known("next_game", default=False):
        return q.ruling(
            f"{named(doubler)}'s cube was dead, so the double was void. That game counts with the cube at {cube}, and "
            "every later line of the score shifts with it.",
            clauses=("usbgf:4.4.8b", "usbgf:4.4.7.1b", "usbgf:4.6.3b"),
            remedies=(Instruct(f"Correct the score: that game counts with the cube at {cube}."),),
            appeal=appeal(q),
        )
    both = answer == "taken" and q.known("redoubled", default=False)
    what = "That double and the redouble after it are void" if both else "The double is void"
    resumed = "The game resumes from the position at the double" if answer == "passed" else "Play goes on"
    return q.ruling(
        f"{named(doubler)}'s cube was dead: at {cube} it already wins the match. {what}; there is no penalty. "
        f"{resumed} with the cube back at {cube}.",
        clauses=("usbgf:4.4.8b", "usbgf:4.4.8d" if both else "usbgf:4.4.8a", "usbgf:4.4.8c", "usbgf:1.1.1c"),
        remedies=(back,),
        appeal=appeal(q),
        notes=("Whoever is offered a dead cube must say so at once.",),
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
        Question("before_white", "White's points before that game", FactType.COUNT, most=LONGEST),
        Question("before_black", "Black's points before that game", FactType.COUNT, most=LONGEST),
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
def crawford_double(q: Inquiry) -> Answer:
    """Void while it can be undone; what a pass has cost is put right as far as possible."""
    doubler = q.side("doubler")
    if q.book == "trad" and not q.profile.options.crawford:
        said = "This book has no Crawford game. The double stands."
        return q.ruling(said, clauses=("trad:doubling-12",), remedies=(PlayOn(),))
    if q.book == "usbgf" and q.known("deliberate", default=False):
        return q.discretion(
            "The double in the Crawford game is void. A player who meant to break the rule should be sanctioned.",
            clauses=("usbgf:4.4.7c", "usbgf:4.4.7.1a"),
            factors=("what shows the intent", "whether the other player joined in"),
            usual=(
                Option("points", "Penalty points"),
                Option("match", "Loss of the match"),
                Option("out", "Disqualification from the tournament"),
            ),
            appeal=appeal(q),
        )
    answer = q.need("answer")
    if q.book in ("ibf", "trad") and answer != "open":
        return _answered(q)
    if answer == "passed":
        return {"usbgf": _passed_usbgf, "bws": _passed_bws, "guide": _passed_guide}[q.book](q, doubler)
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


def _answered(q: Inquiry) -> Answer:
    return q.discretion(
        "The cube is out of the Crawford game, so there was nothing to double. What becomes of a double that was "
        "answered the book does not say; the official decides.",
        clauses=q.kind.clauses[q.book],
        factors=("whether the position at the double is known", "how far play has gone"),
        usual=(Option("resume", "Resume from the position at the double", (SetCube(1),)),),
        appeal=appeal(q),
    )


def _crawford_void(q: Inquiry, rows: tuple[str, ...], then: str) -> Answer:
    return q.ruling(
        f"This is the Crawford game, so the double is void. {then}",
        clauses=rows,
        remedies=(SetCube(1),),
        appeal=appeal(q),
    )


_RESUMES: Final = "So is the pass; the game resumes from the position at the double, without the cube."


def _passed_usbgf(q: Inquiry, doubler: Side) -> Answer:
    if not q.need("next_game") and q.need("position_known"):
        return _crawford_void(q, ("usbgf:4.4.7.2a",), f"{_RESUMES} Doubts go against {named(doubler)}.")
    before = (q.need("before_white"), q.need("before_black"))
    prize = param("usbgf:4.4.7.2c", "points_if_won", int)
    won = plus(before, doubler, prize)
    annul = Option(
        "annul",
        "The game and its points are annulled; the game in progress, or the next, is the Crawford game",
        (SetScore(before), Instruct("The game in progress, or the next, is the Crawford game.")),
    )
    high = Option(
        "high_dice",
        f"High dice: {named(doubler)} scores {counted(prize, 'point')} on winning the roll "
        f"({won[0]}-{won[1]}), otherwise none",
        (Instruct("Both roll two dice, the larger sum wins; the Crawford game counts as played."),),
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


def _passed_bws(q: Inquiry, _: Side) -> Answer:
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


def _passed_guide(q: Inquiry, _: Side) -> Answer:
    note = "The book speaks of accepted doubles only; a dropped one is read as void as well."
    if not q.need("next_game") and q.need("position_known"):
        return q.ruling(
            f"This is the Crawford game, so the double is void. {_RESUMES}",
            clauses=("guide:5.11f",),
            remedies=(SetCube(1),),
            appeal=appeal(q),
            notes=(note,),
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
        Question("recorded", "Points written down for the pass", FactType.COUNT),
        Question("shown", "The value the cube shows", FactType.COUNT, least=1),
        Question("at", "On whose side does it lie?", FactType.CHOICE, ("white", "black", "middle")),
    ),
    clauses={
        "ibf": ("ibf:9.3c", "ibf:9.3a", "ibf:9.4c", "ibf:9.7b"),
        "usbgf": ("usbgf:4.4.9a", "usbgf:4.4.9b", "usbgf:4.4.9c", "usbgf:4.4.1b"),
        "bws": ("bws:4.4.6", "bws:4.4.1b"),
        "guide": ("guide:5.9b", "guide:5.9a"),
        "trad": ("trad:doubling-2", "trad:doubling-6", "trad:doubling-9"),
    },
)
def wrong_cube_level(q: Inquiry) -> Answer:
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
    if q.book == "trad" and q.known("disputed", default=False):
        return q.silent()  # the leaflet settles no disputes: trad:scoring-9
    if q.book == "usbgf" and q.known("disputed", default=False):
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


def _right_level(q: Inquiry) -> Answer:
    doubler, before, answer = q.side("doubler"), _level(q, "before"), q.need("answer")
    row = _RIGHT[q.book]
    if answer == "passed":
        change = before - q.known("recorded", before)
        return q.ruling(
            f"The double and the pass are valid. {named(doubler)} scores {counted(before, 'point')}, "
            "the right level before the double.",
            clauses=(*_DROPPED.get(q.book, ()), row),
            remedies=(GivePoints(doubler, change),) if change else (PlayOn(),),
            appeal=appeal(q),
        )
    offered = Instruct(f"The cube is offered at {before * 2}.")
    return q.ruling(
        f"The double is valid although the cube was turned to a wrong level. It is a double to {before * 2}.",
        clauses=(row,),
        remedies=(SetCube(before * 2, doubler.other) if answer == "taken" else offered,),
        appeal=appeal(q),
        notes=("If the game is over and was scored with another value, the score is corrected.",)
        if answer == "taken"
        else (),
    )
