"""Illegal plays: which class they fall into, until when they are put right, and by whose choice.

usbgf and guide have three classes: *ordinary* ones, open until the opponent's valid roll; those *illegal on
their face*, whatever was rolled, open until the offender's next turn; and impossible positions, always open
(topic `checkers`). Under ibf and bws the opponent chooses, until acting. Who noticed and kept silent is a
matter of its own (`silence_on_illegal_play`), and so is who may speak up (`notice_by_others`).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import UNCHANGED, Consequences, JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name, time_text
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import Instruct, PlayAgain, PlayOn, Remedy, RestoreVersion
from barpoint.officiating.topics.appeal_rights import appeal, event_policy
from barpoint.officiating.topics.checkers.longgammon_faults import (
    LONGGAMMON_FAULTS,
    is_longgammon,
    with_longgammon_rule,
)
from barpoint.officiating.topics.cube.cube_answer import CUBE_BEFORE, MATCH_SCORE, open_double, waiting_double
from barpoint.officiating.topics.cube.double_validity import DoubleBar, bar_on_double
from barpoint.rulebook.profiles import CorrectionWindow, IllegalMoves
from barpoint.rulebook.tariff import correction_cost

# What was wrong. Those in FACE are illegal whatever was rolled.
ORDINARY: Final = (
    "wrong_pips",
    "wrong_number_of_checkers",
    "did_not_move",
    "smaller_number",
    "wrong_bear_off",
    "closed_point",
    "jumped_a_prime",
    "take_back_slip",
    "other",
)
FACE: Final = (
    "own_checker_to_bar",
    "moved_opposing_checker",
    "moved_with_checker_on_bar",
    "bore_off_too_early",
    "moved_backwards",
    "passed_without_rolling",
)
# How far play has gone since, each stage later than the one before.
STAGES: Final = (
    "still_moving",
    "doubled_while_moving",  # the opponent doubled before the play was completed
    "turn_ended",
    "opponent_doubled",
    "opponent_rolled_invalidly",
    "opponent_rolled",
    "opponent_played",
    "offender_doubled",
    "offender_rolled",
    "later",
)
_STAGES_ASKED: Final = (
    ("bws", (*STAGES[:6], "later")),  # any roll ends the choice: bws:4.2.3.1b
    ("ibf", (*STAGES[:7], "later")),  # acting does: ibf:10.3c, ibf:14.6
)
_FAULTS_ASKED: Final = tuple((book, (*ORDINARY, *FACE)) for book in ("usbgf", "bws", "guide", "trad"))
_CLOSES: Final[Mapping[CorrectionWindow, str]] = {
    CorrectionWindow.OPPONENT_ACTS: "opponent_doubled",
    CorrectionWindow.OPPONENTS_ROLL: "opponent_rolled_invalidly",
    CorrectionWindow.OPPONENTS_VALID_ROLL: "opponent_rolled",
    CorrectionWindow.OFFENDER_ACTS: "offender_doubled",
    CorrectionWindow.OFFENDERS_VALID_ROLL: "offender_rolled",
}
_WINDOW_ROWS: Final = {
    ("usbgf", False): ("usbgf:4.2.3.1(a)-2",),
    ("usbgf", True): ("usbgf:4.2.3.1(b)-1", "usbgf:4.2.3.1(b)-2"),
    ("guide", False): ("guide:addendum-illegal-moves-2",),
    ("guide", True): ("guide:addendum-impossible-2",),
    ("bws", False): ("bws:4.2.3.1a", "bws:4.2.3.1b"),
    ("ibf", False): ("ibf:10.3b", "ibf:10.3c"),
}
_FAULT_ROWS: Final = {
    ("usbgf", "wrong_number_of_checkers"): ("usbgf:4.2.3.1(b)-4",),
    ("usbgf", "did_not_move"): ("usbgf:4.2.3.1(b)-4",),
    ("usbgf", "jumped_a_prime"): ("usbgf:4.2.3.1(b)-5",),
    ("usbgf", "take_back_slip"): ("usbgf:4.2.3.1(b)-6",),
    ("usbgf", "passed_without_rolling"): ("usbgf:4.2.3.1(b)-3",),
    ("guide", "moved_with_checker_on_bar"): ("guide:addendum-impossible-5",),
    ("guide", "moved_backwards"): ("guide:addendum-impossible-5",),
    ("guide", "passed_without_rolling"): ("guide:addendum-clock-3",),
    ("guide", "pressed_without_moving"): ("guide:addendum-clock-3",),
    ("ibf", "moved_opposing_checker"): ("ibf:14.5a",),
    ("ibf", "bore_off_too_early"): ("ibf:14.5a",),
    ("ibf", "wrong_number_of_checkers"): ("ibf:14.5a",),
}


_TRAD: Final = {  # the rule that was broken; what follows the leaflet does not say
    "wrong_pips": (
        ("trad:movement-4a", "trad:movement-4b", "trad:movement-4c", "trad:movement-2a"),
        (
            "Each number is a move of its own. Both are played if that is possible, one if only one can be, and the "
            "larger if either can be but not both."
        ),
    ),
    "wrong_number_of_checkers": (
        ("trad:movement-2a", "trad:movement-3", "trad:movement-4a", "trad:movement-4e"),
        "Each number is one move, a doublet is four, and as many are played as possible.",
    ),
    "did_not_move": (
        ("trad:movement-4a", "trad:movement-4b", "trad:movement-4c", "trad:movement-4d"),
        (
            "A number that can be played must be, and the larger where either can be but not both; the turn is lost "
            "only if none can."
        ),
    ),
    "smaller_number": (
        ("trad:movement-4c", "trad:movement-4a"),
        "Where either number can be played but not both, the larger one must be; the smaller alone is not legal.",
    ),
    "wrong_bear_off": (
        ("trad:bearing-off-3", "trad:bearing-off-4", "trad:bearing-off-2"),
        (
            "A number takes off a counter from its own point. If that is empty, a counter on a higher point must be "
            "moved with it; only if none stands higher is the highest taken off."
        ),
    ),
    "closed_point": (
        ("trad:movement-1", "trad:hitting-and-entering-4"),
        "A counter may neither land nor enter where two or more opposing counters stand.",
    ),
    "jumped_a_prime": (
        ("trad:movement-1", "trad:movement-2b"),
        "Every point a counter comes down on must be open, the one between its two numbers too.",
    ),
    "moved_with_checker_on_bar": (
        ("trad:hitting-and-entering-3", "trad:hitting-and-entering-5", "trad:hitting-and-entering-6"),
        (
            "A counter on the bar is entered before any other is moved; what of a roll enters none is lost as long as "
            "one is on the bar."
        ),
    ),
    "bore_off_too_early": (
        ("trad:bearing-off-1", "trad:bearing-off-6", "trad:bearing-off-7"),
        "Nothing is borne off before all counters in play are at home, one that was hit meanwhile too.",
    ),
    "moved_backwards": (("trad:movement-start-5",), "Counters move forward only."),
    "passed_without_rolling": (("trad:movement-start-4",), "The players throw in turn, and each turn has its roll."),
    "own_checker_to_bar": (
        ("trad:hitting-and-entering-2", "trad:movement-start-5"),
        "Only a blot that an opposing counter hits goes to the bar.",
    ),
    "moved_opposing_checker": (
        ("trad:movement-start-3", "trad:hitting-and-entering-2"),
        "Players move their own counters; one of the opponent's is touched only when it is hit.",
    ),
    "take_back_slip": (
        ("trad:movement-2a", "trad:movement-start-5"),
        "Counters move from where they stood by the numbers thrown, and no other way.",
    ),
}
_TRAD_ANY: Final = (  # whatever else was wrong
    ("trad:movement-1", "trad:movement-2a", "trad:movement-3", "trad:movement-4a", "trad:movement-start-5"),
    "Counters move forward to open points, by the numbers thrown, as many as can be played.",
)


@incident(
    "illegal_play",
    "A play was not legal",
    words=(
        "illegal move",
        "he moved the wrong number of pips",
        "played five-three as five-four",
        "moved with a checker on the bar",
        "bore off too early",
        "moved backwards",
        "two checkers from the head",
        "pressed the clock without rolling",
        "moved another number than the roll",
        "moved 6-4 when the roll was 6-3",
        "illegal move noticed after the next roll",
        "did not play the whole roll",
    ),
    questions=(
        Question("by", "Who made the play?", FactType.SIDE),
        Question(
            "fault",
            "What was wrong with it?",
            FactType.CHOICE,
            (*ORDINARY, *FACE, *LONGGAMMON_FAULTS),
            by_book=_FAULTS_ASKED,
        ),
        Question("stage", "How far had play gone when it was noticed?", FactType.CHOICE, STAGES, by_book=_STAGES_ASKED),
        Question(
            "signalled", "Had anybody said stop, or reached for clock or board, before that roll?", FactType.YES_NO
        ),
        Question("next_game", "Has the opening roll of the next game been thrown?", FactType.YES_NO),
        Question("game_over", "Is the game over?", FactType.YES_NO),
        Question("facts_agreed", "Do the players agree what the play and the roll were?", FactType.YES_NO),
        Question("both_agree", "Do both players agree to put it right although it is late?", FactType.YES_NO),
        Question("clock", "Is there a clock?", FactType.YES_NO),
        Question("elapsed", "How long did the new play take?", FactType.DURATION),
        Question("delay", "How long is the delay?", FactType.DURATION),
        Question("version", "The version of the log just before the illegal play", FactType.COUNT, from_log=True),
        CUBE_BEFORE,
        *MATCH_SCORE,
        EARLIER,
        Question("warned", "Has an official warned that player for it?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": (
            "usbgf:1.1.2a",
            "usbgf:1.1.6b",
            "usbgf:4.2.3.1(a)-2",
            "usbgf:4.2.3.1(b)-1",
            "usbgf:4.2.3.1(b)-2",
            "usbgf:4.2.3.1(d)-1",
            "usbgf:4.2.3.2b",
        ),
        "guide": (
            "guide:6.1",
            "guide:addendum-illegal-moves-2",
            "guide:addendum-illegal-moves-3",
            "guide:addendum-illegal-moves-7",
            "guide:addendum-impossible-2",
            "guide:addendum-late-1",
            "guide:6.4a",
            "guide:6.4b",
        ),
        "bws": ("bws:4.2.3.1a", "bws:4.2.3.1b", "bws:4.2.3.2", "bws:4.2.3.3", "bws:4.2.3.4"),
        "ibf": ("ibf:10.3b", "ibf:10.3c", "ibf:14.4a", "ibf:14.4b", "ibf:14.5a", "ibf:14.5b", "ibf:14.6", "ibf:14.9"),
        "trad": tuple(dict.fromkeys(row for rows, _ in _TRAD.values() for row in rows)),
    },
)
def illegal_play(q: Inquiry) -> JudgeAnswer:
    """In time or too late, by class and book; then corrected, or the opponent's choice."""
    if q.book == "trad":
        return _by_rule_alone(q)
    if q.need("fault") in LONGGAMMON_FAULTS and not is_longgammon(q):
        raise q.wrong("fault", "that is a rule of Longgammon")
    return with_longgammon_rule(q, _by_stage(q))


def _by_stage(q: Inquiry) -> JudgeAnswer:
    """Whether it is put right goes by how far play has gone."""
    by, fault, stage = q.side("by"), q.need("fault"), q.need("stage")
    if q.book == "guide" and fault == "did_not_move" and q.get("clock", default=False):
        fault = "pressed_without_moving"  # a turn given up on the clock has the longer time of guide:addendum-clock-3
    face = fault in (*FACE, "pressed_without_moving")
    rows = (*_WINDOW_ROWS.get((q.book, face), _WINDOW_ROWS[q.book, False]), *_FAULT_ROWS.get((q.book, fault), ()))
    if STAGES.index(stage) < STAGES.index("turn_ended"):
        return _not_completed(q, by, stage, rows)
    in_time = _in_time(q, stage, face=face)
    if q.book == "ibf" and (q.need("game_over") if in_time else q.get("game_over", default=False)):
        return q.ruling(
            "The game is over, so no claim about an illegal move is heard. The result stands.",
            clauses=("ibf:14.4b",),
            remedies=(PlayOn(),),
        )
    if not in_time and _closing(q, stage, face=face) and _signals(q) and q.need("signalled"):
        rows, in_time = (*rows, *_signals(q)), True
    if not in_time:
        return _too_late(q, rows, by, stage)
    if event_policy(q).illegal_moves is IllegalMoves.OPPONENT_CHOOSES:
        return _opponents_choice(q, by, rows)
    return _must_correct(q, by, rows, stage)


def _by_rule_alone(q: Inquiry) -> JudgeAnswer:
    """The leaflet says what is legal and not what becomes of a play that was not."""
    by, fault = q.side("by"), q.need("fault")
    if fault in LONGGAMMON_FAULTS:
        raise q.wrong("fault", "that is a rule of Longgammon")
    rows, rule = _TRAD.get(fault, _TRAD_ANY)
    return q.discretion(
        f"{rule} What becomes of a play that broke this the book does not say; the players settle it.",
        clauses=rows,
        factors=("how far play has gone since", "whether both remember the position and the roll"),
        usual=(
            Option("correct", f"{side_name(by)} takes the play back and makes a legal one", (PlayAgain(by),)),
            Option("stands", "The play stands", (PlayOn(),)),
        ),
    )


def _in_time(q: Inquiry, stage: str, *, face: bool) -> bool:
    policy = event_policy(q)
    window = policy.facial_window if face and policy.facial_window is not None else policy.illegal_window
    if window is None or (policy.claims_survive_the_game and _next_game_begun(q)):
        return False
    return STAGES.index(stage) < STAGES.index(_CLOSES[window])


def _next_game_begun(q: Inquiry) -> bool:
    """Whether the next game has begun; while the game is said to go on it cannot have."""
    if q.facts.get("game_over") is False:
        if "next_game" in q.facts and q.need("next_game"):
            raise q.wrong("next_game", "the game it happened in is said to be going on")
        return False
    return bool(q.get("next_game", default=False))


def _closing(q: Inquiry, stage: str, *, face: bool) -> bool:
    """Whether the time ended with the very act before which a word or a gesture may have come."""
    if face:
        return q.book == "guide" and stage in ("offender_doubled", "offender_rolled")
    return stage == "opponent_rolled"


def _signals(q: Inquiry) -> tuple[str, ...]:
    """The clause by which a word or gesture before the roll is notice in good time."""
    return {"usbgf": ("usbgf:4.2.3.1(a)-5",), "guide": ("guide:addendum-guidelines-4",)}.get(q.book, ())


def _not_completed(q: Inquiry, by: Side, stage: str, rows: tuple[str, ...]) -> JudgeAnswer:
    if stage == "doubled_while_moving" and q.book == "ibf":
        return q.ruling(
            f"{side_name(by.other)} doubled before the wrong move was completed: the double stands. "
            f"{side_name(by)} may put the move right, and then answers the double.",
            clauses=("ibf:9.11", "ibf:14.5b"),
            remedies=(Instruct(f"{side_name(by)} completes the move and answers the double."),),
            choice_of=by.value,
            options=(
                Option("correct", "The move is put right before it is completed", (PlayAgain(by),)),
                Option(
                    "leave",
                    f"The move is left as it is; {side_name(by.other)} may then accept it or have it put right",
                    (PlayOn(),),
                ),
            ),
            notes=(reading("ruling-41"),),
            then=Consequences(turn=by, roll="the same", play_may_change=True, pending=open_double(q, by)),
        )
    extra: tuple[str, ...] = ("guide:addendum-guidelines-3", "guide:addendum-clock-1") if q.book == "guide" else ()
    doubles: tuple[Remedy, ...] = ()
    if stage == "doubled_while_moving" and bar_on_double(q, by.other) in (None, DoubleBar.FORCED_TAKE):
        extra = (*extra, _EARLY_DOUBLE[q.book])
        doubles = (Instruct(f"{side_name(by.other)} doubles when the turn comes."),)
    return q.ruling(
        f"{side_name(by)} has not ended the turn, so the checkers go back and {side_name(by)} plays the roll legally. "
        f"A clock keeps running." + (f" The early double binds {side_name(by.other)}." if doubles else ""),
        clauses=(*extra, *rows),
        remedies=(PlayAgain(by), *doubles),
        then=Consequences(pending=waiting_double(q, by.other)) if stage == "doubled_while_moving" else UNCHANGED,
        appeal=appeal(q),
        notes=(_WRITTEN if q.book == "bws" else _UNTIL_ENDED,),
    )


_EARLY_DOUBLE: Final = {"guide": "guide:5.9h", "usbgf": "usbgf:4.4.4.3a", "bws": "bws:4.4.5"}
_UNTIL_ENDED: Final = "The turn goes on until it is ended, and until then the play may be changed."
_WRITTEN: Final = "The turn goes on until it is ended; only writing the position down fixes the play (bws:1.7.1e)."


def _must_correct(q: Inquiry, by: Side, rows: tuple[str, ...], stage: str) -> JudgeAnswer:
    if not q.get("facts_agreed", default=True):
        return _facts_disputed(q, rows)
    usbgf = q.book == "usbgf"
    undo = ("usbgf:4.2.3.2b", "usbgf:1.1.6b") if usbgf else ("guide:addendum-illegal-moves-7",)
    face = any("impossible" in row or "(b)-2" in row for row in rows)
    if face and not usbgf:
        undo = (*undo, "guide:addendum-impossible-3", "guide:addendum-impossible-4")
    rolled = q.need("fault") != "passed_without_rolling"
    ended = stage == "turn_ended" and bool(q.get("game_over", default=False))
    after = "" if stage == "turn_ended" else " with everything that followed it, cube and score included"
    if ended:
        after = ", and so is the score of the game it ended"
    back = _back(q, by) if rolled else (*_restoration(q), Instruct(f"{side_name(by)} rolls for the missed turn."))
    options: tuple[Option, ...] = ()
    if face and not usbgf and stage != "turn_ended":
        options = (
            Option("undo", "Undo what followed as well", back),
            Option(
                "let_stand", "Put the checker right and let what followed stand", (Instruct("Put the checker right."),)
            ),
        )
    return q.ruling(
        f"The illegal play was noticed in time and must be put right: it is undone{after}. "
        + (
            f"{side_name(by)} plays the same roll legally." if rolled else f"{side_name(by)} rolls for the missed turn."
        ),
        clauses=(*rows, *undo, *_clock_rows(q), *_repetition_clauses(q, by)),
        remedies=() if options else back,
        choice_of="director" if options else "",
        options=options,
        penalties=_ladder(q, by),
        appeal=appeal(q),
        notes=(*_clock_notes(q), *(_UNDOING if options else ()), *((_ENDED_MATCH,) if ended and usbgf else ())),
        then=replace(_undone(q, by, stage) if not options else UNCHANGED, next_offence=_first_repetition(q, by)),
    )


def _first_repetition(q: Inquiry, by: Side) -> str:
    """What the same again brings after a play for which nothing was due yet."""
    first = q.book == "usbgf" and not _ladder(q, by)
    return "a warning from the director, and after it any just sanction (usbgf:4.2.3.4a)." if first else ""


_ENDED_MATCH: Final = (
    "If that play ended the match and the result has been reported, the director first decides whether to void the "
    "result (usbgf:4.7d)."
)


def _undone(q: Inquiry, by: Side, stage: str) -> Consequences:
    """What is undone with the play, beside the checkers; a turn that was passed by has its roll still to come."""
    then = UNCHANGED if q.need("fault") != "passed_without_rolling" else Consequences(turn=by, roll="new")
    if stage == "turn_ended" and q.get("game_over", default=False):
        return replace(then, game="goes_on", pending="The result of that game and its points are taken back.")
    if "doubled" in stage:
        if q.get("game_over", default=False):
            undone = "The double and the pass made since are undone; the game goes on, and the score is as before."
            return replace(then, pending=undone, game="goes_on")
        return replace(then, pending="The double made since is undone; it is made again or not when the turn comes.")
    if stage in ("opponent_rolled", "opponent_rolled_invalidly", "opponent_played"):
        what = "whole turn" if stage == "opponent_played" else "roll"
        return replace(then, pending=f"The opponent's {what} since is void.")
    return then


def _goes_on(q: Inquiry, by: Side, stage: str) -> Consequences:
    """Who goes on, and with which roll, where the play stands; what was done since stands with it."""
    turn = {
        "opponent_rolled_invalidly": (by.other, "new"),
        "opponent_rolled": (by.other, "stands"),
        "opponent_played": (by, ""),
        "offender_rolled": (by, "stands"),
    }.get(stage, (None, ""))
    answers = {"opponent_doubled": by, "offender_doubled": by.other}.get(stage)
    pending = "" if answers is None else open_double(q, answers)
    return Consequences(turn=turn[0], roll=turn[1], pending=pending, play_may_change=False)


_UNDOING: Final = (
    "What followed is undone unless both players or the director find it fairer to let it stand.",
    "If they disagree the director tends against the offender (guide:addendum-impossible-4).",
)


def _opponents_choice(q: Inquiry, by: Side, rows: tuple[str, ...]) -> JudgeAnswer:
    clock = _has_clock(q)
    rolled = q.need("fault") != "passed_without_rolling"
    missed = f"{side_name(by)} rolls for the missed turn"
    doubled = q.need("stage") == "opponent_doubled"
    undone = _undone(q, by, "opponent_doubled") if doubled else UNCHANGED
    how = {"ibf": ("ibf:14.5b",), "bws": ("bws:4.2.3.3" if clock else "bws:4.2.3.2",)}[q.book]
    return q.ruling(
        f"The play was not legal, and the choice is {side_name(by.other)}'s: keep it as it was made, or "
        "have it put right. "
        f"If it is put right {f'{side_name(by)} plays the same roll legally' if rolled else missed}.",
        clauses=tuple(dict.fromkeys((*rows, *how, *_clock_rows(q), *_repetition_clauses(q, by)))),
        choice_of=str(by.other.value),
        options=(
            Option("keep", "The play stands as it was made", (PlayOn(),)),
            Option("correct", "It is taken back and the roll played legally", _back(q, by), consequences=undone)
            if rolled
            else Option("correct", missed, (*_restoration(q), Instruct(f"{missed}.")), consequences=undone),
        ),
        penalties=_ladder(q, by),
        appeal=appeal(q),
        notes=(
            f"{side_name(by)} has no right to take the play back.",
            f"{side_name(by.other)} chooses before {_CHOICE_ENDS[q.book]}.",
            *((reading("ruling-1a"),) if q.book == "bws" else ()),
            *((reading("ruling-29"),) if doubled else ()),
            *_clock_notes(q),
            *_open_number(q, by),
        ),
    )


_CHOICE_ENDS: Final = {
    "ibf": "rolling or offering the cube, which accepts the play (ibf:14.4a)",
    "bws": "rolling, which accepts the play (bws:4.2.3.1b)",
}


def _too_late(q: Inquiry, rows: tuple[str, ...], by: Side, stage: str) -> JudgeAnswer:
    late = {
        "usbgf": (
            "usbgf:1.1.6c",
            "usbgf:4.2.3.1(d)-1",
            "usbgf:4.2.3.2d",
            "usbgf:4.2.3.2e",
            *(("usbgf:4.2.3.3",) if q.need("fault") in _REMOVED else ()),
        ),
        "guide": (
            "guide:addendum-illegal-moves-3",
            "guide:addendum-late-1",
            *(("guide:6.4a", "guide:6.4b") if q.need("fault") == "bore_off_too_early" else ()),
        ),
        "ibf": ("ibf:14.4a", "ibf:14.6" if stage == "opponent_played" else "ibf:14.9"),
    }.get(q.book, ())
    if not event_policy(q).late_correction_by_agreement or not q.need("both_agree"):
        return q.ruling(
            "The time for putting the play right has passed, so it stands as it was made. The game goes on.",
            clauses=(*rows, *late, *_repetition_clauses(q, by)),
            remedies=(PlayOn(),),
            penalties=_ladder(q, by),
            appeal=appeal(q),
            notes=(
                *(
                    (reading(_INVALID_ROLL[q.book]),)
                    if q.book in _INVALID_ROLL and stage == "opponent_rolled_invalidly"
                    else ()
                ),
                *_open_number(q, by),
            ),
            then=replace(_goes_on(q, by, stage), checker=_CHECKER_OUT.get((q.book, q.need("fault")), "")),
        )
    return q.ruling(
        "The time has passed and nobody is bound to agree, but both players want the play put right. "
        "They choose whether everything since is undone or only the checker is replaced.",
        clauses=(*rows, *late, *_clock_rows(q)),
        choice_of="both players",
        options=(
            Option("full", "Undo everything back to the roll", _back(q, by)),
            Option("targeted", "Replace the wrongly moved checkers only", (Instruct("Replace the checkers."),)),
        ),
        appeal=appeal(q),
        notes=("Both must know that the time has passed and that refusing is entirely acceptable.", *_clock_notes(q)),
    )


_INVALID_ROLL: Final = {"bws": "ruling-1a", "ibf": "ruling-1b"}
_REMOVED: Final = ("bore_off_too_early", "wrong_bear_off")
_CHECKER_OUT: Final = dict.fromkeys(
    (*(("usbgf", fault) for fault in _REMOVED), ("guide", "bore_off_too_early")),
    "The checker stays out of play and does not count as borne off: a gammon or backgammon can still be lost.",
) | dict.fromkeys(
    (("bws", fault) for fault in _REMOVED),
    "The checker stays off; the book does not say whether it counts as borne off, and the director decides that.",
)


def _facts_disputed(q: Inquiry, rows: tuple[str, ...]) -> JudgeAnswer:
    return q.discretion(
        "The players do not agree what the roll or the position was. "
        "The clocks stay stopped and the director finds the facts before anything is undone.",
        clauses=(*rows, *_DISPUTED[q.book]),
        factors=(
            "what both players and those who may be asked remember",
            "video, transcript or score sheet",
            "whose handling of the checkers caused the doubt",
        ),
        usual=(
            Option("correct", "The facts are found: undo and play the roll legally", ()),
            Option("stands", "They cannot be found: the play stands", (PlayOn(),)),
            *((Option("high_roll", "A high roll decides, also on which roll is used"),) if q.book == "guide" else ()),
        ),
        appeal=appeal(q),
    )


_DISPUTED: Final = {
    "usbgf": ("usbgf:4.2.3.1(a)-6", "usbgf:4.2.3.2a"),
    "guide": ("guide:6.2a", "guide:6.2b"),
}


def _restoration(q: Inquiry) -> tuple[Remedy, ...]:
    return (RestoreVersion(q.need("version")),) if q.given("version") else ()


def _back(q: Inquiry, by: Side) -> tuple[Remedy, ...]:
    return (*_restoration(q), PlayAgain(by))


def _clock_rows(q: Inquiry) -> tuple[str, ...]:
    if not _has_clock(q):
        return ()
    rows = {"usbgf": "usbgf:4.2.3.2c", "bws": "bws:4.2.3.3", "guide": "guide:addendum-clock-2", "ibf": "ibf:14.7"}
    return (rows[q.book],)


_HOW: Final = {
    "ibf": "The opponent may press the clock back; the correction runs on the offender's main time (ibf:14.7).",
    "usbgf": "If the dice still lie there the offender's time is restarted, otherwise the clock is stopped; the new "
    "play has a full delay (usbgf:4.2.3.1(a)-3). ",
    "bws": "The clock is stopped, then the offender's time restarted; the legal play is made once the delay has run "
    "out (bws:4.2.3.3).",
    "guide": "The clock is stopped and the position reset; then the offender's clock is started, and its delay runs "
    "out before the legal play (guide:addendum-clock-2). The director may adjust the times, though normally none are "
    "(guide:addendum-guidelines-2).",
}


def _has_clock(q: Inquiry) -> bool:
    """Whether there is a clock: taken for granted under ibf (ibf:2.20b), and said with what else it would bring."""
    if q.book == "ibf":
        return bool(q.get("clock", default=True))
    if q.given("clock", gains=f"with a clock: {_clock_handling(q)}"):
        return bool(q.need("clock"))
    return False


def _clock_notes(q: Inquiry) -> tuple[str, ...]:
    """How the clock is handled, and what the correction costs the offender's reserve where the times are told."""
    how = (_clock_handling(q),) if q.book in _HOW and _has_clock(q) else ()
    if not q.given("elapsed", "delay"):
        return how
    cost = correction_cost(q.book, q.need("elapsed"), q.need("delay"))
    return (*how, f"The correction costs {time_text(cost)} of the offender's reserve.") if cost is not None else how


def _clock_handling(q: Inquiry) -> str:
    """How the clock is handled; once the opponent has rolled the offender's dice are gone from the board."""
    if q.book != "usbgf":
        return _HOW[q.book]
    lifted = STAGES.index(q.need("stage")) > STAGES.index("opponent_doubled")
    return (_LIFTED if lifted else _HOW["usbgf"]) + _RESERVE


_LIFTED: Final = (
    "The clock is stopped while the position is put back; then the offender's time is restarted with a full delay "
    "(usbgf:4.2.3.2c). "
)
_RESERVE: Final = (
    "Reserve used on the illegal play is normally not given back, though the director may adjust it (usbgf:4.2.3.2c)."
)
_WARNED_AT: Final = 2  # usbgf: repeated once, and the warning is due


def _ladder(q: Inquiry, by: Side) -> tuple[Penalty, ...]:
    """Repeated illegal plays: a warning, then what the director finds just (usbgf:4.2.3.4a, bws:4.2.3.4)."""
    offence = q.offence(by)
    if q.book not in ("usbgf", "bws") or offence == 1:
        return ()
    name = q.record.names[by.place]
    warned = any(entry.step is PenaltyStep.WARNING for entry in q.record.earlier(name, q.kind.name))
    due = q.book == "usbgf" and "earlier" in q.facts and offence > _WARNED_AT
    if warned or q.get("warned", default=due):
        return (Penalty(by, PenaltyStep.POINTS, offence, points=1, optional=True),)
    return (Penalty(by, PenaltyStep.WARNING, offence, optional=q.book == "bws"),)  # due under usbgf, open under bws


def _open_number(q: Inquiry, by: Side) -> tuple[str, ...]:
    """How many points a repetition costs is the director's under bws."""
    if q.book != "bws" or all(penalty.step is not PenaltyStep.POINTS for penalty in _ladder(q, by)):
        return ()
    return ("The book fixes no number of points: one is a proposal, and the director decides (bws:4.2.3.4).",)


def _repetition_clauses(q: Inquiry, by: Side) -> tuple[str, ...]:
    if not _ladder(q, by):
        return ()
    return ("usbgf:4.2.3.4a",) if q.book == "usbgf" else ("bws:4.2.3.4",)
