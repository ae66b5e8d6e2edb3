"""One incident, five books: where they differ, side by side.

"-" is a book that does not cover it, "open" is left to a person; everything else is the remedy, or whose choice.
"""

import pytest

from barpoint.officiating.answer import Discretion, JudgeAnswer, Ruling
from barpoint.officiating.remedy import (
    ChangeClock,
    GivePoints,
    Instruct,
    LoseMatch,
    PlayOn,
    Remedy,
    RollAgain,
    RollStands,
    SetCube,
)
from tests.officiating.answers import (
    BOOKS,
    ask,
    at,
)

STANDS, AGAIN, NOTHING = "the roll stands", "the roll is made again", "nothing changes"
NEXT_TURN = "White doubles at the start of the next turn."
QUIET = "Remind the spectator to keep silent."
AWAY = "Put the device away."
MIXED = "White rolls all four, and Black picks first."
COMMITTEE = "Stop the clock and name a committee."
PENDING = "Name a committee; the penalty is pending."
ORDERED = "Use the equipment that was ordered."

# Read from the books: the kind, the facts, and the answers of ibf, usbgf, bws, guide and trad.
TABLE: list[tuple[str, dict[str, object], tuple[str, str, str, str, str]]] = [
    ("cocked_die", {"roller": "white", "rests": "flat_on_checkers", "agreed": True, "opening": False},
     (AGAIN, STANDS, AGAIN, AGAIN, "-")),
    ("cocked_die", {"roller": "white", "rests": "other_side", "agreed": True, "opening": False},
     (STANDS, AGAIN, AGAIN, AGAIN, "-")),
    ("thrown_wrongly", {"roller": "white", "fault": "one_after_the_other"},
     ("open", AGAIN, "-", AGAIN, "-")),
    ("fast_roll", {"roller": "white", "ended": False, "let_pass": 1},
     ("black chooses", "black chooses", "black chooses", STANDS, "-")),
    ("fast_grab", {"grabber": "white", "earlier": 1, "warned": True, "timed": True, "reserve": at("1:00"),
                   "rolled": False, "opening": False},
     ("open", "white chooses", "-30 s white", "Put the dice back as they lay.", "-")),
    ("closed_out", {"closed": "black", "dice": "four", "rolled": True, "held": False, "let_pass": 0},
     ("black chooses", STANDS, "black chooses", "black chooses", "-")),
    ("dice_change", {"player": "white", "between_games": True, "just_changed": False, "own_changes": 0},
     (NOTHING, MIXED, MIXED, MIXED, "-")),
    ("late_double", {"player": "white", "thrown": "valid_roll", "next_turn": False},
     (NOTHING, NEXT_TURN, NOTHING, NOTHING, NOTHING)),
    ("cube_touched", {"player": "white", "did": "reached"},
     ("-", NOTHING, "open", "White doubles now.", "-")),
    ("early_double", {"player": "white", "how": "on_condition", "met": True},
     ("-", NEXT_TURN, "open", "open", "-")),
    ("announced_answer", {"player": "black", "answer": "pass", "next_chance": True},
     ("-", "Black must pass.", "open", "Black must pass.", "-")),
    ("unclear_answer", {"player": "black", "did": "began_next_game"},
     ("-", "Black has passed.", "open", "open", "-")),
    ("dead_cube", {"doubler": "white", "length": 7, "points": 5, "cube": 2, "answer": "passed", "next_game": False,
                   "position_known": True, "other_points": 3},
     ("", "cube 2", "", "cube 4", "")),
    ("crawford_double", {"doubler": "white", "answer": "passed", "next_game": True, "position_known": False,
                         "free_drop": True, "before_white": 3, "before_black": 6},
     ("open", "open", NOTHING, "open", NOTHING)),
    ("wrong_cube_level", {"doubled": True, "doubler": "white", "before": 2, "answer": "taken", "shown": 8,
                          "at": "black", "disputed": False},
     ("cube 4", "cube 4", "cube 4", "open", "cube 4")),
    ("money_rule_used", {"rule": "beaver", "turned": 1, "owner": "black"},
     ("cube 2", "cube 2", "cube 2", "-", "cube 2")),
    ("cube_and_clock", {"after": "double", "taken": True},
     ("-", "Reset the doubler's delay; how much reserve comes back is ruled on as clock_ran_wrongly.",
      "Press the clock now.", "-", "-")),
    ("noticed_in_silence", {"by": "white", "knew": True, "in_time": True},
     (NOTHING, "open", NOTHING, "open", "-")),
    ("impossible_position", {"what": "both_sides_on_a_point", "players_agree": False},
     ("-", "open", "open", "director chooses", "-")),
    ("penalty_points", {"who": "white", "points": 1, "length": 7, "score_white": 0, "score_black": 2},
     ("-1 white", "+1 black", "+1 black", "+1 black", "-")),
    ("appeal", {"matter": "disqualification", "ethics": True, "already": False, "resumed": False},
     ("-", NOTHING, COMMITTEE, NOTHING, "-")),
    ("penalty_appealed", {"penalty": "disqualification", "ethics": True, "applied": False},
     ("-", NOTHING, PENDING, NOTHING, "-")),
    ("aid_used", {"player": "white", "what": "phone", "raised": True, "essential": False, "banned": False,
                  "consent": True},
     ("-", NOTHING, NOTHING, AWAY, "-")),
    ("headphones", {"player": "white", "ground": "none", "consent": False, "banned": False},
     ("-", NOTHING, "open", "-", "-")),
    ("recording", {"player": "white", "means": "transcript_by_hand", "clock": False, "changes": False,
                   "consent": True, "when": "after_own_turn"},
     (NOTHING, "Stop recording for now.", NOTHING, "Stop recording for now.", "-")),
    ("spectator_spoke", {"what": "running_clock", "when": "during_game"},
     ("-", f"{QUIET}; The clock is stopped and the lost time given back (clock_ran_wrongly).", QUIET, NOTHING, "-")),
    ("witness", {"asked_by": "both_players", "cheating": False},
     ("-", "Hear the witness.", "Let the director ask, if the witness is wanted.", "Hear the witness.", "-")),
    ("wrong_language", {"by": "doubles_partners", "official": False, "translator": False},
     ("-", NOTHING, "Remind them of the official languages.", "Remind them of the official languages.", "-")),
    ("equipment_ordered", {"by": "other", "reason": "a wish", "during_game": False},
     ("Call the Chief Arbiter.", ORDERED, ORDERED, "open", "-")),
    ("equipment_change", {"ground": "both_agree", "between_games": False},
     ("-", NOTHING, "Change the equipment.", NOTHING, "-")),
    ("device_wanted", {"what": "baffle_box", "regulations": "cup", "available": True, "objection": False},
     (NOTHING, "open", "Use a baffle box.", "Use a baffle box.", "-")),
    ("bad_rolling", {"roller": "white", "reminded": False},
     ("open", "open", "open", NOTHING, "-")),
    ("monitor_acted", {"what": "ruled", "appointed_as": "observer"},
     ("-", NOTHING, "Remind the observer to keep silent.", "Carry out the monitor's ruling.", "-")),
    ("spectator_unwanted", {"asked": False},
     ("-", "Ask the spectator to leave.", "open", "-", "-")),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "facts", "answers"), TABLE)
def test_one_incident_under_five_books(
    kind: str, facts: dict[str, object], answers: tuple[str, str, str, str, str]
) -> None:
    assert tuple(short(ask(kind, book, **facts)) for book in BOOKS) == answers


def short(answer: JudgeAnswer) -> str:
    if isinstance(answer, Discretion):
        return "open" if answer.covered else "-"
    assert isinstance(answer, Ruling), answer
    if answer.options:
        return f"{answer.choice_of} chooses"
    return "; ".join(map(done, answer.remedies))


def done(remedy: Remedy) -> str:
    match remedy:
        case PlayOn():
            return NOTHING
        case RollStands():
            return STANDS
        case RollAgain():
            return AGAIN
        case GivePoints():
            return f"{remedy.points:+} {remedy.side.value}"
        case ChangeClock():
            return f"{remedy.change // 1000:+} s {remedy.side.value}"
        case SetCube():
            return f"cube {remedy.value}"
        case LoseMatch():
            return f"{remedy.side.value} loses the match"
        case Instruct():
            return remedy.text
        case _:
            return type(remedy).__name__
