"""The checkers were set up wrongly: until when that is put right, and how, in each book.

usbgf has a full procedure (`setup_correction`); guide and bws say that it is put right and not how, so
there the same procedure is offered as a proposal when the start and the turns are told.
"""

import re
from itertools import pairwise
from typing import Final

from barpoint.board import BAR, LONGGAMMON, OFF, Side, discipline
from barpoint.officiating.answer import Consequences, JudgeAnswer, Option, Penalty, PenaltyStep, Reading
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, NewGame, PlayOn, Remedy, RestoreVersion, SetCube, SetPosition
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.checkers.setup_correction import (
    CorrectedSetup,
    Turn,
    UntraceableError,
    correct_setup,
)
from barpoint.rulebook import param

_CELL: Final = re.compile(r"(bar|off|[0-9]{1,2}):([0-9]{1,2})")
_TURN: Final = re.compile(r"(white|black)\s+([1-6])-?([1-6])\s*:?\s*(.*)")
_HOP: Final = re.compile(r"(bar|[0-9]{1,2})((?:/(?:off|[0-9]{1,2})\*?)+)(?:\(([1-4])\))?")

SETUP_QUESTIONS: Final = (
    Question("what", "What was set up wrongly?", FactType.CHOICE, ("checkers", "cube", "score")),
    Question(
        "rolls", "How many valid rolls has the game had, the opening roll counted once?", FactType.COUNT, most=200
    ),
    Question("played", "Has the play of the latest roll been completed?", FactType.YES_NO),
    Question("starter_turns", "How many turns has the starting player begun?", FactType.COUNT, most=200),
    Question("moves_white", "How many moves has White made?", FactType.COUNT, most=200),
    Question("moves_black", "How many moves has Black made?", FactType.COUNT, most=200),
    Question(
        "began",
        "How was the game set up? Each in own points: 'x 24:2 13:4 8:4 6:5 | o 24:2 13:5 8:3 6:5' (x is White)",
        FactType.TEXT,
    ),
    Question("turns", "Every valid roll and its play: 'white 41 9/5 6/5; black 21'", FactType.TEXT),
    Question("both_agree", "Do both players agree to put it right although it is late?", FactType.YES_NO),
    Question("at_fault", "Who set up wrongly?", FactType.CHOICE, ("white", "black", "both")),
    Question("doubled_since", "Was the cube turned after the latest roll?", FactType.YES_NO),
    Question("cube_before", "At which value did the cube stand before that double?", FactType.COUNT, least=1, most=64),
    Question("version", "The version of the log just after the latest valid roll", FactType.COUNT, from_log=True),
    EARLIER,
)


@incident(
    "setup_error",
    "The checkers were set up wrongly",
    words=(
        "wrong starting position",
        "the board was set up wrong",
        "four checkers on the eight point",
        "only fourteen checkers at the start",
        "sixteen checkers at the start",
        "misplaced checker",
    ),
    questions=SETUP_QUESTIONS,
    clauses={
        "usbgf": tuple(f"usbgf:4.2.1{letter}" for letter in "abcdefghijklmp"),
        "guide": ("guide:6.3a", "guide:6.3b", "guide:5.9b", "guide:5.13b", "guide:5.13c"),
        "bws": (
            "bws:4.2.4a",
            "bws:4.2.4b",
            "bws:4.2.4c",
            "bws:4.2.4d",
            "bws:4.4.1a",
            "bws:4.4.1b",
            "bws:4.7e",
            "bws:1.1",
        ),
        "ibf": ("ibf:14.1a", "ibf:14.1b", "ibf:14.1c", "ibf:14.2a", "ibf:14.2b", "ibf:14.2c", "ibf:14.3a", "ibf:14.3b"),
    },
)
def setup_error(q: Inquiry) -> JudgeAnswer:
    """A wrong starting position, by book."""
    if q.book in _NOT_CHECKERS and (what := q.get("what", "checkers")) != "checkers":
        return _cube_or_score(q, what)
    return {"usbgf": _usbgf, "guide": _guide, "bws": _bws, "ibf": _ibf}[q.book](q)


_NOT_CHECKERS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "usbgf": {"cube": ("usbgf:4.2.1a", "usbgf:4.4.1b"), "score": ("usbgf:4.2.1a", "usbgf:4.6.3a", "usbgf:4.6.3b")},
    "bws": {"cube": ("bws:4.4.1a", "bws:4.4.1b"), "score": ("bws:4.7e",)},
    "guide": {"cube": ("guide:5.9b",), "score": ("guide:5.13b", "guide:5.13c")},
}
_RIGHTED: Final = {
    "cube": "A cube that has been turned since is wrong_cube_level.",
    "score": "What the score is now: score_wrong, or score_by_games.",
}


def _cube_or_score(q: Inquiry, what: str) -> JudgeAnswer:
    """What else was wrong from the start has no deadline of the set-up."""
    if what == "score" and q.book != "usbgf":
        return q.ruling(
            "This rule is about the checkers only. A wrong score has a rule of its own, whatever has been played.",
            clauses=_NOT_CHECKERS[q.book][what],
            remedies=(Instruct("Rule on it as a wrong score: score_wrong."),),
            appeal=appeal(q),
            then=Consequences(game="goes_on"),
        )
    where = " It counts as 1 and in the middle, wherever it lay, until somebody doubles." if what == "cube" else ""
    return q.ruling(
        f"This rule is about the checkers only; a {what} that was wrong from the start has no deadline. "
        f"The {what} is put right now.{where}",
        clauses=_NOT_CHECKERS[q.book][what],
        remedies=(Instruct(f"Put the {what} right."),),
        appeal=appeal(q),
        notes=(_RIGHTED[what], *((reading("ruling-43"),) if where and q.book != "usbgf" else ())),
        then=Consequences(game="goes_on"),
    )


def _usbgf(q: Inquiry) -> JudgeAnswer:
    late = q.need("rolls") >= param("usbgf:4.2.1b", "deadline_valid_roll", int)
    if late and not q.need("both_agree"):
        return q.ruling(
            "The fifth valid roll has been thrown, so the wrong start and all play since then stand. "
            "The game goes on as it is. Checkers missing from the start stay out and are not borne off: a side that "
            "began with fewer than 15 can still lose a gammon or a backgammon.",
            clauses=("usbgf:4.2.1b", "usbgf:4.2.1c", "usbgf:4.2.1d"),
            remedies=(PlayOn(),),
            appeal=appeal(q),
            then=Consequences(game="goes_on", play_may_change=False),
        )
    doubled = bool(q.need("doubled_since"))
    if not q.given("began", "turns", gains="with set-up and turns the corrected position is worked out."):
        return _certain_first(q, late=late, doubled=doubled)
    turns, correction = _trace(q)
    cited = [f"usbgf:4.2.1{letter}" for letter in ("c" if late else "b", *"eghl", *correction.decided_by)]
    if any(correction.removed):
        cited.append("usbgf:4.2.1p")
    last = turns[-1]
    if any(count and correction.black[25 - place] for place, count in enumerate(correction.white) if 0 < place < BAR):
        return q.discretion(
            "Putting the misplaced checkers back would leave both sides on one point. "
            "The players agree on a position that can be played on, or the director sets one.",
            clauses=(*cited, "usbgf:4.2.3.1(c)-1", "usbgf:4.2.3.1(c)-2"),
            forbidden=("to leave both sides on one point",),
            appeal=appeal(q),
        )
    remedies = _back_to_roll(q, correction, last)
    if doubled:
        cited.insert(2, "usbgf:4.2.1f")
        remedies = (_cube_back(q, last.side.other), *remedies)
    side = last.side.capitalize()
    why = "both players agree although it is late" if late else "the fifth valid roll has not been thrown"
    return q.ruling(
        f"The start was wrong and {why}, so it is put right now: "
        f"play goes back to {side}'s {last.dice[0]}-{last.dice[1]}, and the misplaced checkers go where they belong. "
        f"{side} plays that roll with a full delay.",
        clauses=tuple(cited),
        remedies=remedies,
        appeal=appeal(q),
        notes=(
            *correction.moved,
            *((_CHOSEN,) if "j" in correction.decided_by else ()),
            *((reading("ruling-3"),) if correction.mixed else ()),
            *((reading("ruling-6"),) if late else ()),
        ),
        then=_set_up_then(doubled=doubled),
    )


_CHOSEN: Final = (  # only where too few checkers are left on a heavy point is there anything to choose
    "Which of the checkers that left the heavy point are misplaced the players may also agree on (usbgf:4.2.1j)."
)
_CUBE_BACK: Final = Instruct("Put the cube back to how it stood when the dice were rolled.")


def _cube_back(q: Inquiry, doubler: Side) -> Remedy:
    """The cube as it stood before the double; a log that goes back takes it along."""
    if q.given("version"):
        return _CUBE_BACK
    before = _level_before(q, q.get("cube_before", 1))
    return SetCube(before, doubler if before > 1 else None)


def _level_before(q: Inquiry, level: int) -> int:
    if level & (level - 1):
        raise q.wrong("cube_before", f"no cube stands at {level}; the levels are 1, 2, 4, 8 and so on")
    return level


def _told_cube(q: Inquiry) -> Remedy:
    """The cube as it stood before the double, as far as it was told: one at 1 is in the middle."""
    if not q.given("cube_before", gains="with its value before the double the cube is set."):
        return _CUBE_BACK
    level = _level_before(q, q.need("cube_before"))
    return SetCube(1) if level == 1 else Instruct(f"Put the cube back to {level}, with the player who doubled.")


def _set_up_then(*, doubled: bool) -> Consequences:
    """What the correction undoes: the play of the latest roll, and every cube action since."""
    pending = "The double made since the latest roll, and its answer, are undone." if doubled else ""
    return Consequences(game="goes_on", pending=pending, play_may_change=True)


def _certain_first(q: Inquiry, *, late: bool, doubled: bool) -> JudgeAnswer:
    """Without the set-up and the turns: everything but the position itself."""
    why = "both players agree although it is late" if late else "the fifth valid roll has not been thrown"
    cube = " The double made since then is undone." if doubled else ""
    return q.ruling(
        f"The start was wrong and {why}, so it must be put right. The clock is stopped, and dice, checkers and cube go "
        f"back to just after the latest valid roll, before its play.{cube} The misplaced checkers go to the points "
        "from which they were missing; then the player who rolled plays that roll with a full delay.",
        clauses=(
            "usbgf:4.2.1c" if late else "usbgf:4.2.1b",
            "usbgf:4.2.1e",
            *(("usbgf:4.2.1f",) if doubled else ()),
            "usbgf:4.2.1l",
        ),
        remedies=(
            *((_told_cube(q),) if doubled else ()),
            Instruct("From the latest valid roll: put the misplaced checkers where they were missing."),
            Instruct("Give the player on turn a full delay and start the clock."),
        ),
        appeal=appeal(q),
        notes=(reading("ruling-6"),) if late else (),
        then=_set_up_then(doubled=doubled),
    )


def is_valid_start(q: Inquiry) -> bool:
    """Whether a wrong start has become valid: under bws by the starting player's turns, under guide by the rolls."""
    if q.book == "bws":
        return bool(q.need("starter_turns") >= _turn("bws:4.2.4a", "stands_from"))
    last, rolls = param("guide:6.3a", "until_roll", int), q.need("rolls")
    return rolls > last or bool(rolls == last and q.need("played"))


def _guide(q: Inquiry) -> JudgeAnswer:
    if is_valid_start(q):
        return q.ruling(
            "The play of the fourth roll was completed before the wrong start was noticed. "
            "Nothing is adjusted, and the game goes on as it stands.",
            clauses=("guide:6.3b",),
            remedies=(PlayOn(),),
            appeal=appeal(q),
            then=Consequences(game="goes_on", play_may_change=False),
        )
    return q.ruling(
        "The wrong start was noticed before the play of the fourth roll was completed, so it is put right. "
        "Then the game goes on.",
        clauses=("guide:6.3a",),
        remedies=(Instruct("Put the checkers that began wrongly where they belong."),),
        options=_proposal(q),
        choice_of="director" if _proposal(q) else "",
        appeal=appeal(q),
        notes=(reading("ruling-4"),),
    )


def _bws(q: Inquiry) -> JudgeAnswer:
    turns = q.need("starter_turns")
    if is_valid_start(q):
        return q.ruling(
            "The starting player had begun the third turn before the mistake was noticed. "
            "The position counts as valid, and too few checkers at the start save nobody from a gammon or backgammon.",
            clauses=("bws:4.2.4a", "bws:4.2.4b"),
            remedies=(PlayOn(),),
            appeal=appeal(q),
            then=Consequences(game="goes_on", play_may_change=False),
        )
    if turns >= _turn("bws:4.2.4c", "must_correct_until"):
        return _bws_gap(q)
    return q.ruling(
        "The mistake in the starting position was noticed in time and is put right if that is possible. "
        "Then the game goes on.",
        clauses=("bws:4.2.4c",),
        remedies=(Instruct("Put the checkers that began wrongly where they belong, if that is possible."),),
        options=_proposal(q),
        choice_of="director" if _proposal(q) else "",
        appeal=appeal(q),
        notes=(reading("ruling-4"),),
    )


def _bws_gap(q: Inquiry) -> JudgeAnswer:
    """Between the starting player's second turn and the third the book orders nothing and forbids nothing."""
    right = (Instruct("Put the checkers that began wrongly where they belong, if that is possible."),)
    return q.discretion(
        "The starting player has begun the second turn and not the third. The book orders a correction only before the "
        "second and makes the position valid only after the third has begun; the director decides.",
        clauses=("bws:4.2.4d", "bws:4.2.4a", "bws:4.2.4c", "bws:1.1"),
        factors=("how far the mistake has entered play", "whether both players want it put right"),
        usual=(
            Option("correct", "It is put right", right),
            Option("stands", "The position stands", (PlayOn(),)),
            *_proposal(q),
        ),
        appeal=appeal(q),
        notes=(reading("ruling-24"),),
    )


def _turn(row: str, key: str) -> int:
    """The number in a parameter such as starter_turn_3_begun."""
    return int(param(row, key, str).split("_")[2])


def _ibf(q: Inquiry) -> JudgeAnswer:
    if (what := q.get("what", "checkers")) != "checkers":
        return _ibf_other(q, what)
    rules = discipline(q.profile.options.discipline or "backgammon")
    fewer = min(q.need("moves_white"), q.need("moves_black"))
    if abs(q.need("moves_white") - q.need("moves_black")) > 1:
        raise q.wrong("moves_black", "players move in turn, so their numbers of moves differ by one at most")
    long = rules.layout is LONGGAMMON.layout
    limit = param("ibf:14.1a", "moves_each", int)
    if fewer >= limit:
        rows: tuple[str, ...] = ("ibf:14.1a", "ibf:14.1b")
        if long:
            rows = ("ibf:14.2a",) if fewer > param("ibf:14.2a", "moves_each_more_than", int) else ("ibf:14.2c",)
        short = "" if long else " A side that began with too few checkers can still lose a gammon or a backgammon."
        return q.ruling(
            "Both players have made two moves, so the wrong start no longer matters. The game goes on as it stands."
            + short,
            clauses=(*rows, *_warning_clauses(q)),
            remedies=(PlayOn(),),
            penalties=_warnings(q),
            notes=(
                *((reading("ruling-20"),) if rows == ("ibf:14.2c",) else ()),
                *_other_sanctions(q),
                *set_up_warning_reading(_warnings(q)),
                *(_HEAD if long else ()),
            ),
            then=Consequences(game="goes_on"),
        )
    return q.ruling(
        "A player has made fewer than two moves, so the correct starting position is restored. "
        "The game begins anew with a new opening roll.",
        clauses=("ibf:14.2b" if long else "ibf:14.1c", *_warning_clauses(q)),
        remedies=(NewGame(),),
        penalties=_warnings(q),
        notes=(
            *_other_sanctions(q),
            *set_up_warning_reading(_warnings(q)),
            *(_HEAD if long else (reading("ruling-21"),)),
        ),
    )


def _ibf_other(q: Inquiry, what: str) -> JudgeAnswer:
    """The two moves are about the checkers; the cube has a clause of its own, the score none."""
    if what == "score":
        return q.silent()
    return q.ruling(
        "This rule is about the checkers only. Both players answer for the cube lying in the middle, at 1, when a game "
        "begins; it is put there, unless it has been turned since.",
        clauses=("ibf:9.3a", "ibf:9.3c"),
        remedies=(Instruct("Rule on the cube: wrong_cube_level."),),
        then=Consequences(game="goes_on"),
    )


OTHER_SANCTIONS: Final = "It has happened before: any other of the six sanctions may be chosen instead (ibf:14.3b)."


def _other_sanctions(q: Inquiry) -> tuple[str, ...]:
    return (OTHER_SANCTIONS,) if any(penalty.offence > 1 for penalty in _warnings(q)) else ()


_HEAD: Final = (
    "A wrong number of checkers is put right on the head at any time: wrong_number_of_checkers (ibf:14.2d).",
)


def _warnings(q: Inquiry) -> tuple[Penalty, ...]:
    """A warning for whoever set up wrongly; when it happens again another sanction is open (ibf:14.3)."""
    at_fault = q.need("at_fault")
    sides = tuple(Side) if at_fault == "both" else (Side(at_fault),)
    return tuple(penalty for side in sides for penalty in set_up_warning(q, side))


def set_up_warning(q: Inquiry, side: Side) -> tuple[Penalty, ...]:
    """One side's warning, with the sanction that is open when it has been warned before."""
    offence = q.offence(side)
    warning = Penalty(side, PenaltyStep.WARNING, offence)
    again = Penalty(side, PenaltyStep.POINTS, offence, points=1, optional=True)
    return (warning, again) if offence > 1 else (warning,)


def _warning_clauses(q: Inquiry) -> tuple[str, ...]:
    return set_up_warning_rows(_warnings(q))


def set_up_warning_reading(warnings: tuple[Penalty, ...]) -> tuple[Reading, ...]:
    """The reading by which one player alone is warned."""
    return (reading("people-27"),) if len({penalty.side for penalty in warnings}) == 1 else ()


def set_up_warning_rows(warnings: tuple[Penalty, ...]) -> tuple[str, ...]:
    """By which rows these warnings are given."""
    again = any(penalty.offence > 1 for penalty in warnings)
    return ("ibf:14.3a", "ibf:14.3b") if again else ("ibf:14.3a",)


def _back_to_roll(q: Inquiry, correction: CorrectedSetup, last: Turn) -> tuple[Remedy, ...]:
    back: tuple[Remedy, ...] = ()
    if q.given("version"):
        back = (RestoreVersion(q.need("version")),)
    return (
        *back,
        SetPosition(f"x {_cells_text(correction.white)} | o {_cells_text(correction.black)}", last.side, last.dice),
        Instruct("Give the player on turn a full delay and start the clock."),
    )


def _proposal(q: Inquiry) -> tuple[Option, ...]:
    """The procedure of usbgf, where the start and the turns have been told."""
    if not q.given("began", "turns", gains="with set-up and turns the corrected position is worked out."):
        return ()
    turns, correction = _trace(q)
    return (Option("procedure", "As usbgf:4.2.1 would do it", _back_to_roll(q, correction, turns[-1])),)


def _trace(q: Inquiry) -> tuple[list[Turn], CorrectedSetup]:
    try:
        white, black = read_start(q.need("began"))
    except ValueError as wrong:
        raise q.wrong("began", str(wrong)) from None
    try:
        turns = read_turns(q.need("turns"))
        correction = correct_setup(white, black, turns[:-1], discipline(q.profile.options.discipline or "backgammon"))
    except (UntraceableError, ValueError) as wrong:
        raise q.wrong("turns", str(wrong)) from None
    if q.given("rolls") and len(turns) != q.need("rolls"):
        raise q.wrong("turns", f"expected {q.need('rolls')} rolls, as many as were thrown, not {len(turns)}")
    if not correction.moved:
        raise q.wrong("began", "that is the right starting position")
    return turns, correction


def read_start(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Both sides' set-up, wrong numbers of checkers allowed; what is missing lay off the board."""
    left, bar, right = text.lower().strip().partition("|")
    if not bar or not left.startswith("x") or not right.strip().startswith("o"):
        raise ValueError("expected a set-up such as 'x 24:2 13:5 9:3 6:5 | o 24:2 13:5 8:3 6:5'")
    return _side_cells(left[1:]), _side_cells(right.strip()[1:])


def _side_cells(text: str) -> tuple[int, ...]:
    cells = [0] * 26
    for word in text.replace(",", " ").split():
        cell = _CELL.fullmatch(word)
        place = {"bar": BAR, "off": OFF}.get(cell[1]) if cell else None
        place = int(cell[1]) if cell and place is None else place
        if cell is None or place is None or place > BAR or (place in (OFF, BAR) and cell[1].isdigit()):
            raise ValueError(f"expected 'point:count' with a point from 1 to 24, 'bar' or 'off', not {word!r}")
        cells[place] += int(cell[2])
    if not 0 < sum(cells) <= 30:
        raise ValueError(f"expected up to 30 checkers on a side, not {sum(cells)}")
    cells[OFF] += max(0, 15 - sum(cells))
    return tuple(cells)


def read_turns(text: str) -> list[Turn]:
    """Rolls and plays in order; the latest may stand without its play."""
    turns: list[Turn] = []
    for part in filter(None, (piece.strip() for piece in text.lower().split(";"))):
        fields = _TURN.fullmatch(part)
        if fields is None:
            raise ValueError(f"expected a turn such as 'white 41 9/5 6/5', not {part!r}")
        turn = Turn(Side(fields[1]), (int(fields[2]), int(fields[3])), _hops(fields[4]))
        if turns and turns[-1].side is turn.side:
            raise ValueError(f"turn {len(turns) + 1}: {turn.side} cannot have two turns running")
        turns.append(turn)
    if not turns:
        raise ValueError("expected at least the opening roll, such as 'white 31'")
    return turns


def _hops(text: str) -> tuple[tuple[int, int], ...]:
    hops: list[tuple[int, int]] = []
    for word in text.split():
        fields = _HOP.fullmatch(word)
        if fields is None:
            raise ValueError(f"expected a move such as 13/7 or 6/1*(2), not {word!r}")
        places = [_place(fields[1]), *(_place(target.rstrip("*")) for target in fields[2].strip("/").split("/"))]
        for _ in range(int(fields[3] or 1)):
            hops += pairwise(places)
    return tuple(hops)


def _place(word: str) -> int:
    if word in ("bar", "off"):
        return BAR if word == "bar" else OFF
    if not 1 <= int(word) <= 24:
        raise ValueError(f"expected a point from 1 to 24, not {word}")
    return int(word)


def _cells_text(cells: tuple[int, ...]) -> str:
    words = [f"bar:{cells[BAR]}"] if cells[BAR] else []
    words += [f"{point}:{cells[point]}" for point in range(24, 0, -1) if cells[point]]
    return " ".join([*words, *([f"off:{cells[OFF]}"] if cells[OFF] else [])])
