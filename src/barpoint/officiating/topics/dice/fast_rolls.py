"""Rolling or lifting the dice before the opponent's turn is over: the fast roll and the fast grab.

The player on turn is the one who has the choice after a fast roll. Dice lifted before one's own roll has come
to rest belong to `lifted`.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from barpoint.board import Side
from barpoint.match.format import SECOND
from barpoint.officiating.answer import UNCHANGED, Consequences, JudgeAnswer, Option, Penalty, PenaltyStep, Reading
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.penalty_record import PenaltyEntry
from barpoint.officiating.phrases import side_name, time_text
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import ChangeClock, Instruct, LoseMatch, PlayOn, RollAgain, RollStands
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.dice.interference import free_moves
from barpoint.rulebook import param
from barpoint.rulebook.tariff import (
    Grab,
    GrabStep,
    after_fast_grab,
    fast_grab,
)

_REPEATEDLY: Final = 2  # our reading of usbgf:4.1.8.1e, which sets no number
EARLY_ROLL: Final = {
    "ibf": ("ibf:10.4",),
    "usbgf": ("usbgf:4.1.8.1a", "usbgf:4.1.8.1b", "usbgf:4.1.8.1c"),
    "bws": ("bws:4.1.5.1",),
    "guide": ("guide:5.8a", "guide:5.8c", "guide:5.8d"),
}
_ALWAYS: Final = {"usbgf": ("usbgf:4.1.8.1d",), "guide": ("guide:5.8f",)}
_LADDER: Final = ("fast_grab", "fast_roll", "closed_out")  # one ladder: ibf:11.2 names lifting and rolling together


@incident(
    "fast_roll",
    "A player rolled before the opponent's turn was over",
    words=(
        "rolled too early",
        "fast roll",
        "rolled before I was finished",
        "rolled while I was still moving",
        "rolled before I hit the clock",
        "premature roll",
        "quick roll",
    ),
    questions=(
        Question("roller", "Who rolled early?", FactType.SIDE),
        Question("ended", "Had the opponent already ended the turn?", FactType.YES_NO),
        Question("let_pass", "How many earlier fast rolls did the player on turn let pass in silence?", FactType.COUNT),
        Question("warned", "Had that player been warned for keeping silent?", FactType.YES_NO),
        Question("forced", "Was the play on turn forced, or impossible?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "ibf": (*EARLY_ROLL["ibf"], "ibf:11.2a", "ibf:11.2b", "ibf:11.2c"),
        "bws": EARLY_ROLL["bws"],
        "usbgf": (*EARLY_ROLL["usbgf"], "usbgf:4.1.8.1d", "usbgf:4.1.8.1e", "usbgf:4.1.8.1f", "usbgf:1.1.6d"),
        "guide": (*EARLY_ROLL["guide"], "guide:5.8e", "guide:5.8f"),
    },
)
def fast_roll(q: Inquiry) -> JudgeAnswer:
    """The player on turn lets the roll stand or has it rolled again, unless silence has cost that right."""
    roller = q.side("roller")
    if q.need("ended"):
        return q.ruling(
            "The opponent had ended the turn, so this is not a fast roll. The roll stands.",
            clauses=EARLY_ROLL[q.book][:1],
            remedies=(RollStands(roller),),
            appeal=appeal(q),
        )
    silences = q.need("let_pass") if q.book in ("guide", "usbgf") else 0
    if q.book == "guide" and silences >= param("guide:5.8e", "threshold", int):
        return right_lost(q, roller)
    if q.book == "usbgf" and silences:
        if q.get("warned", default=False):
            return _silent_again(q, roller)
        if silences >= _REPEATEDLY:
            return _silent_before(q, roller)
    return stand_or_redo(q, roller, _ALWAYS.get(q.book, ()) if q.get("forced", default=False) else ())


def right_lost(q: Inquiry, roller: Side) -> JudgeAnswer:
    """Under guide one silence gives the rule up for the rest of the match."""
    return q.ruling(
        f"{side_name(roller.other)} let an earlier fast roll pass and can no longer object in this match. "
        "The roll stands.",
        clauses=("guide:5.8a", "guide:5.8e"),
        remedies=(RollStands(roller),),
        appeal=appeal(q),
        notes=(f"The turn itself is not over: {side_name(roller.other)} completes it, then the roll is played.",),
        then=Consequences(turn=roller.other, play_may_change=True),
    )


def stand_or_redo(
    q: Inquiry, roller: Side, also: tuple[str, ...] = (), *, nothing_to_play: bool = False
) -> JudgeAnswer:
    """The player on turn chooses; `also` are further rows relied on."""
    chooser = roller.other
    rows = EARLY_ROLL[q.book] + also
    then = "has the turn" if nothing_to_play else "completes the turn and may still change the play"
    now = " at once" if q.book == "usbgf" else ""
    unless = " Unless a new roll is demanded, it stands." if q.book == "bws" else ""
    lifted, penalties, free = _ibf_lift(q, roller)
    more = _warning_text(roller) if penalties else ""
    if free:
        more = f" It is a repeated violation: {side_name(chooser)} may choose any legal move instead."
    return q.ruling(
        f"{side_name(roller)} rolled before the turn was over, so {side_name(chooser)} says{now} whether "
        "the roll stands "
        f"or is rolled again. {side_name(chooser)} then {then}.{unless}{more}",
        clauses=rows + lifted,
        choice_of=chooser.value,
        options=(
            Option("stand", "The roll stands", (RollStands(roller),)),
            Option("redo", "The roll is made again after the turn is completed", (RollAgain(roller),)),
            *free,
        ),
        penalties=penalties,
        appeal=appeal(q),
        notes=(*(() if nothing_to_play else _revising(q)), *((_WHICH_ROLL,) if free else ())),
        then=Consequences(turn=chooser, play_may_change=not nothing_to_play),
    )


def _ibf_lift(q: Inquiry, side: Side) -> tuple[tuple[str, ...], tuple[Penalty, ...], tuple[Option, ...]]:
    """Under ibf whoever rolls early has lifted the dice early: a warning, and later the opponent's free move."""
    if q.book != "ibf":
        return (), (), ()
    if not q.earlier(side, _LADDER):
        return ("ibf:11.2a", "ibf:11.2b"), (Penalty(side, PenaltyStep.WARNING),), ()
    return ("ibf:11.2a", "ibf:11.2c"), (), free_moves(side.other, _FREE_MOVES)


_WHICH_ROLL: Final = "The book leaves open whether this roll is meant or any roll (ibf:11.2c); the arbiter decides."
_FREE_MOVES: Final = {
    "any_play_of_the_roll": "Any legal play of the roll on the board",
    "any_play_of_any_roll": "Any legal play of any of the 21 rolls",
}


def _warning_text(side: Side) -> str:
    return f" {side_name(side)} is warned."


def _before(q: Inquiry, side: Side) -> tuple[PenaltyEntry, ...]:
    kinds = _LADDER if q.book == "ibf" else (q.kind.name,)
    return tuple(entry for kind in kinds for entry in q.record.earlier(q.record.names[side.place], kind))


def _revising(q: Inquiry) -> tuple[Reading, ...]:
    if q.book in ("ibf", "bws"):
        return (reading("dice-8"),)
    return ()


def _silent_before(q: Inquiry, roller: Side) -> JudgeAnswer:
    on_turn = roller.other
    return q.ruling(
        f"{side_name(on_turn)} has repeatedly let fast rolls pass, so this one stands; the play may still be changed. "
        "Both players are warned: every fast roll is an infraction, and so is every silence about one.",
        clauses=("usbgf:4.1.8.1e", "usbgf:4.1.8.1b", "usbgf:1.1.6d"),
        remedies=(RollStands(roller),),
        penalties=(Penalty(on_turn, PenaltyStep.WARNING), Penalty(roller, PenaltyStep.WARNING)),
        appeal=appeal(q),
        notes=(reading("dice-13"),),
        then=Consequences(
            turn=on_turn,
            play_may_change=True,
            next_offence=f"{side_name(on_turn)} may lose the choice of a new roll for the rest of the match.",
        ),
    )


def _silent_again(q: Inquiry, roller: Side) -> JudgeAnswer:
    on_turn = roller.other
    lost = f"No new roll for {side_name(on_turn)} for the rest of the match; the play may still be changed"
    return q.discretion(
        f"{side_name(on_turn)} was warned and still does not object every time. "
        "The director may take away the choice of a new roll for the rest of the match.",
        clauses=("usbgf:4.1.8.1f", "usbgf:4.1.8.1e"),
        factors=("how often fast rolls were let pass since the warning", "whether there was good reason"),
        usual=(
            Option("lost", lost, (RollStands(roller), Instruct(lost + "."))),
            Option("redo", "The choice is kept this time; the roll is made again", (RollAgain(roller),)),
        ),
        forbidden=("taking away the right to change the play with knowledge of the roll",),
        appeal=appeal(q),
    )


@incident(
    "fast_grab",
    "A player lifted the dice before the opponent's turn was over",
    words=("fast grab", "picked up the dice too early", "took my dice", "grabbed the dice", "fast pick"),
    questions=(
        Question("grabber", "Who lifted the dice early?", FactType.SIDE),
        Question("rolled", "Has that player rolled them as well?", FactType.YES_NO),
        EARLIER,
        Question("warned", "Has an official warned that player for it?", FactType.YES_NO),
        Question("timed", "Is the match played with a timed clock?", FactType.YES_NO),
        Question("reserve", "The offender's remaining reserve", FactType.DURATION),
        Question("cut", "Was that reserve already cut to one second for it?", FactType.YES_NO),
        Question("opening", "Was it the lower die of the opening roll?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:11.2a", "ibf:11.2b", "ibf:11.2c"),
        "usbgf": tuple(f"usbgf:4.1.8.2{letter}" for letter in "abcdefgh"),
        "bws": (*(f"bws:4.1.5.2{letter}" for letter in "abcde"), "bws:4.1.5.1", "bws:4.1.2a", "bws:5.3"),
        "guide": ("guide:5.1c", "guide:5.2b", "guide:1.1.1b"),
    },
)
def early_grab(q: Inquiry) -> JudgeAnswer:
    """A ladder: pointed out, warned, time off, and at the end the match."""
    side = q.side("grabber")
    rolled = q.need("rolled")
    if rolled and q.book != "bws":
        return _grab_and_roll(q, side) if q.book == "usbgf" else stand_or_redo(q, side)
    if q.book == "guide":
        return _off_turn_touch(q, side)
    before = _before(q, side)
    earlier = q.earlier(side, _LADDER if q.book == "ibf" else (q.kind.name,))
    warned = earlier > 0 and (  # ibf:11.2c counts the violations, and asks for no earlier warning
        q.book == "ibf" or q.get("warned", any(entry.step is not PenaltyStep.REMINDER for entry in before))
    )
    timed = q.book != "ibf" and (q.need("timed") if warned or q.book == "bws" else False)
    reserve = q.need("reserve") if timed and warned else (0 if timed else None)
    cut_before = any(entry.step is PenaltyStep.TIME for entry in before) and reserve is not None and _least(reserve)
    cut = warned and timed and q.get("cut", cut_before)
    grab = fast_grab(q.book, earlier=earlier, warned=warned, cut_to_floor=cut, reserve=reserve)
    if grab is None:
        return _bws_untimed(q, side) if q.book == "bws" else q.silent()
    return _on_ladder(q, side, earlier + 1, grab, reserve or 0)


def _bws_untimed(q: Inquiry, side: Side) -> JudgeAnswer:
    """The penalties of bws:4.1.5.2 are for matches with a clock; touching dice on the board is forbidden in any."""
    back = Instruct("Rule on the roll as a fast roll." if q.need("rolled") else "Put the dice back as they lay.")
    return q.ruling(
        f"Dice that lie on the board may not be touched. Without a clock the book names no penalty for lifting them "
        f"early; in a dispute it tells against {side_name(side)}.",
        clauses=("bws:4.1.2a", "bws:5.3", *(EARLY_ROLL["bws"] if q.need("rolled") else ())),
        remedies=(back,),
        appeal=appeal(q),
        then=_completes(side),
    )


def _least(reserve: int) -> bool:
    return after_fast_grab(reserve) == reserve  # nothing more can be taken off


def _off_turn_touch(q: Inquiry, side: Side) -> JudgeAnswer:
    opening = q.need("opening")
    turn = "the opponent's first turn was over" if opening else "the turn came"
    return q.ruling(
        f"{side_name(side)} had to leave the dice alone until {turn}. They are put back as they lay, and "
        "doubt about the "
        f"roll goes against {side_name(side)}.",
        clauses=("guide:5.1c" if opening else "guide:5.2b", "guide:1.1.1b"),
        remedies=(Instruct("Put the dice back as they lay."),),
        penalties=(Penalty(side, PenaltyStep.REMINDER),),
        appeal=appeal(q),
        notes=("No penalty is laid down for it.",),
        then=_completes(side),
    )


def _grab_and_roll(q: Inquiry, side: Side) -> JudgeAnswer:
    return q.ruling(
        f"Lifting and rolling early is one infraction, and only the rule on fast rolls applies. "
        f"{side_name(side.other)} lets the roll stand or has it made again, and no time is taken off.",
        clauses=("usbgf:4.1.8.2f", "usbgf:4.1.8.2h", "usbgf:4.1.8.1c"),
        choice_of=side.other.value,
        options=(
            Option("stand", "The roll stands", (RollStands(side),)),
            Option("redo", "The roll is made again after the turn is completed", (RollAgain(side),)),
        ),
        appeal=appeal(q),
        then=_completes(side),
    )


def _completes(side: Side) -> Consequences:
    """The player on turn, whose dice were lifted, goes on and may still change the play."""
    return Consequences(turn=side.other, play_may_change=True)


def _on_ladder(q: Inquiry, side: Side, offence: int, grab: Grab, reserve: int) -> JudgeAnswer:
    who = side_name(side)
    match grab.step:
        case GrabStep.POINT_OUT | GrabStep.WARNING:
            step = PenaltyStep.REMINDER if grab.step is GrabStep.POINT_OUT else PenaltyStep.WARNING
            reaction = "reminded" if step is PenaltyStep.REMINDER else "warned"
            rolled = q.need("rolled")  # only under bws: the roll is then a matter of its own
            back = f"The dice go back as they lay, and {side_name(side.other)} completes the turn."
            order = "Rule on the roll as a fast roll." if rolled else "Put the dice back as they lay."
            return q.ruling(
                f"{who} lifted the dice before the turn was over and is {reaction}. "
                + ("The early roll is ruled on by itself." if rolled else back),
                clauses=(*grab.clauses, *(EARLY_ROLL["bws"] if rolled else ())),
                remedies=(Instruct(order),),
                penalties=(Penalty(side, step, offence),),
                appeal=appeal(q),
                then=replace(_completes(side), next_offence=_time_next(q, side, step)),
            )
        case GrabStep.TIME:
            return _time_off(q, side, offence, grab, reserve)
        case GrabStep.MATCH_LOST:
            return q.ruling(
                f"With {who}'s clock cut to one second for lifting the dice early, the match is lost.",
                clauses=grab.clauses,
                remedies=(LoseMatch(side),),
                penalties=(Penalty(side, PenaltyStep.MATCH, offence),),
                appeal=appeal(q),
            )
        case GrabStep.MAY_FORFEIT | GrabStep.ROLL_NOW | GrabStep.FREE_MOVE:
            return _director_choice(q, side, grab)


def _time_next(q: Inquiry, side: Side, step: PenaltyStep) -> str:
    """What lifting early again costs after a warning, with the reserve where it is known."""
    if q.book not in _UNTIMED_NEXT or step is not PenaltyStep.WARNING:
        return ""
    seconds, who, more = param("bws:4.1.5.2b", "penalty_s", int), side_name(side), _UNTIMED_NEXT[q.book]
    if not q.given("reserve", gains="with it what is left after another time is named."):
        return f"{seconds} seconds of {who}'s reserve; with less than that left it is set to 1 second.{more}"
    left = after_fast_grab(q.need("reserve"))
    return f"{seconds} seconds: {who}'s reserve goes from {time_text(q.need('reserve'))} to {time_text(left)}.{more}"


_UNTIMED_NEXT: Final = {
    "bws": "",
    "usbgf": (
        " Rolling at once, as a fast roll, avoids it; without a timed clock the director may warn again or have the "
        "dice rolled."
    ),
}


def _time_off(q: Inquiry, side: Side, offence: int, grab: Grab, reserve: int) -> JudgeAnswer:
    left = grab.reserve if grab.reserve is not None else reserve
    taken = ChangeClock(side, left - reserve)
    penalty = Penalty(side, PenaltyStep.TIME, offence, time=reserve - left)
    options: tuple[Option, ...] = ()
    if grab.may_roll_instead:
        options = (
            Option("time", f"The reserve becomes {time_text(left)}", (taken,), (penalty,)),
            Option("roll", "Roll now, and accept what follows from a fast roll", (Instruct("Roll now."),)),
        )
    instead = " Rolling at once, as a fast roll, avoids it." if options else ""
    return q.ruling(
        f"{side_name(side)} was warned and has lifted the dice early again. "
        f"The reserve goes from {time_text(reserve)} to {time_text(left)}.{instead}",
        clauses=(*grab.clauses, *_MORE_ROWS.get(q.book, ())),
        remedies=() if options else (taken,),
        choice_of=side.value if options else "",
        options=options,
        penalties=() if options else (penalty,),
        appeal=appeal(q),
        notes=_claim_notes(q, side, whole=left > param("bws:4.1.5.2d", "floor_s", int) * SECOND)
        if q.book == "bws"
        else (*_open_seconds(reserve), *_after_grab(side, whole=left > SECOND)),
        then=_completes(side),
    )


_MORE_ROWS: Final = {"bws": ("bws:4.1.5.2c",), "usbgf": ("usbgf:4.1.8.2f",)}


def _after_grab(side: Side, *, whole: bool) -> Iterator[str]:
    """What follows under usbgf beside the time: the offer before it, the turn, and the next grab."""
    who, other = side_name(side), side_name(side.other)
    yield f"The director first offers {who} to roll at once instead (usbgf:4.1.8.2e); both are never imposed."
    yield f"If the time is taken the dice go back as they lay, and {other} completes the turn."
    if not whole:
        yield f"With one more fast grab the director may declare the match lost for {who} (usbgf:4.1.8.2d)."


def _open_seconds(reserve: int) -> tuple[Reading, ...]:
    """Whether the reserve lies where usbgf leaves open what is left of it."""
    least, most = (param("usbgf:4.1.8.2b", "penalty_s", int) + more for more in (0, 1))
    return (reading("clock-4a"),) if least * SECOND <= reserve < most * SECOND else ()


def _claim_notes(q: Inquiry, side: Side, *, whole: bool) -> tuple[str, ...]:
    """How bws has the time run off, and what becomes of dice that were rolled as well."""
    who, other = side_name(side), side_name(side.other)
    runs = (
        f"{other} starts {who}'s clock and the delay and the time run off, which is the penalty itself; "
        f"{who} presses, then {other}, and {who}'s turn begins"
        if whole
        else f"{who}'s clock is set to 1 second"
    )
    how = f"{other} ends the turn, stops the clock and says so. Once {who} has accepted it, {runs} (bws:4.1.5.2c)."
    rolled = q.need("rolled")
    return (how, "The early roll is ruled on by itself, as a fast roll (bws:4.1.5.1).") if rolled else (how,)


def _director_choice(q: Inquiry, side: Side, grab: Grab) -> JudgeAnswer:
    say, factors, usual = {
        GrabStep.MAY_FORFEIT: (
            f"With {side_name(side)}'s reserve cut to one second for this, the director may forfeit the match.",
            ("how many warnings there were", "whether the player will roll at once instead"),
            (
                Option("forfeit", "The match is forfeited", (LoseMatch(side),)),
                Option("roll", "Roll now, with what follows from a fast roll", (Instruct("Roll now."),)),
            ),
        ),
        GrabStep.ROLL_NOW: (
            (
                f"Without a timed clock no time can be taken from {side_name(side)}. "
                "The director may warn again, or have the dice rolled now as a fast roll."
            ),
            ("how many warnings there were",),
            (
                Option("roll", "Roll now; the opponent chooses stand or redo", (Instruct("Roll now."),)),
                Option("warn", "A further warning", (PlayOn(),)),
                Option("penalty", "A penalty the director finds just"),
            ),
        ),
        GrabStep.FREE_MOVE: (
            (
                f"It is a repeated violation by {side_name(side)}, so {side_name(side.other)} is free to choose a "
                "legal move. "
                "Whether that means this roll or any roll the book leaves open; the arbiter decides."
            ),
            ("the book leaves open which rolls are meant",),
            free_moves(side.other, _FREE_MOVES),
        ),
    }[grab.step]
    then = _completes(side) if grab.step is GrabStep.FREE_MOVE else UNCHANGED
    return q.discretion(say, clauses=grab.clauses, factors=factors, usual=usual, appeal=appeal(q), then=then)
