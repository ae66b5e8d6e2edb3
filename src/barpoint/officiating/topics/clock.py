"""The clock: forgotten presses, wrong settings, wrong running, defective clocks, stops, remarks from outside.

What is given back comes from `rulebook.tariff`; the delay is the event's. Time that has run out is `expiry`,
slow play and clocks brought in midway are `pace`.
"""

from typing import Final

from barpoint.board import Refusal, Side
from barpoint.match.format import ClockRules, Enforcement, PauseReason
from barpoint.officiating.answer import Answer, Option, Penalty, Step
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.judge import Inquiry, incident
from barpoint.officiating.remedy import BringClock, ChangeClock, Instruct, LoseGame, LoseMatch, PlayOn
from barpoint.officiating.topics.appealable import appeal, policy_for
from barpoint.officiating.topics.lateness import LENGTH, SCORES, read_score
from barpoint.officiating.topics.wording import counted, named, spoken
from barpoint.rulebook.tariff import correct_setting, lost_while_running, midway, unpressed

_DAY: Final = 86_400_000
_TIMES: Final = tuple(
    Question(f"time_{side.value}", f"What does {named(side)}'s clock show?", FactType.DURATION, most=_DAY)
    for side in Side
)


def clock_of(q: Inquiry, length: int = 1) -> ClockRules:
    """The event's clock for a match to so many points."""
    found = q.profile.match_format(Enforcement.RECORDED, length=length, clocked=True)
    if isinstance(found, Refusal) or found.clock is None:
        return ClockRules()
    return found.clock


@incident(
    "forgotten_press",
    "A player forgot to press the clock",
    words=("forgot the clock", "forgot to press", "did not hit the clock", "clock not pressed", "my time kept running"),
    questions=(
        Question("who", "Who forgot to press?", FactType.SIDE),
        Question("turns", "How many turns were not ended on the clock?", FactType.COUNT, least=1, most=500),
        Question("per_turn", "What did each cost, if there is evidence?", FactType.DURATION, most=_DAY),
        Question("knew", "Did the opponent see it and keep silent on purpose?", FactType.YES_NO),
        Question("disturbed", "Did something from outside make the player forget?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:8.5b", "ibf:8.5a"),
        "usbgf": (
            "usbgf:4.1.7.1d", "usbgf:4.1.7.1e", "usbgf:4.1.7.1g", "usbgf:4.1.7.1h", "usbgf:4.3.2-2", "usbgf:4.3.3e",
        ),
        "guide": ("guide:ethics-4",),
    },
)  # fmt: skip
def forgotten_press(q: Inquiry) -> Answer:
    """What the reserve lost is given back under usbgf, nothing under ibf."""
    side = q.side("who")
    if q.book == "ibf":
        return q.ruling(
            f"A forgotten press costs {named(side)}'s own time, and nothing is given back. "
            "Only the opponent may remind a player of the clock.",
            clauses=("ibf:8.5b", "ibf:8.5a"),
            remedies=(PlayOn(),),
        )
    if q.book == "guide":
        return _guide_forgotten(q, side)
    turns, delay = q.need("turns"), clock_of(q).delay
    per_turn = q.known("per_turn", 0) or None
    back = unpressed(turns, delay, per_turn)
    knew = bool(q.known("knew", False))
    penalties = (Penalty(side.other, Step.WARNING, q.offence(side.other), optional=True),) if knew else ()
    fault = f" {named(side.other)} kept silent on purpose and should be sanctioned." if knew else ""
    return q.ruling(
        f"{counted(turns, 'turn')} of {spoken(back // turns)} each were lost: {named(side)} gets {spoken(back)} back. "
        f"Both players answer for the clock.{fault}",
        clauses=(
            "usbgf:4.1.7.1d", "usbgf:4.1.7.1e", "usbgf:4.1.7.1g", "usbgf:4.1.7.1h",
            *(("usbgf:4.3.3e",) if knew else ()),
        ),
        remedies=(ChangeClock(side, back),),
        penalties=penalties,
        appeal=appeal(q),
        notes=("Write down the times the clock shows before changing them (usbgf:4.3.2-2).",),
    )  # fmt: skip


def _guide_forgotten(q: Inquiry, side: Side) -> Answer:
    disturbed = q.need("disturbed")
    usual = (Option("restore", f"Give {named(side)} the lost time back."),) if disturbed else ()
    return q.discretion(
        "The guide's clock rules are a document of their own. "
        "Nobody should profit from an accident that made the other forget the clock.",
        clauses=("guide:ethics-4",),
        factors=("whether something from outside caused it", "how much time was lost"),
        usual=usual,
        appeal=appeal(q),
    )


@incident(
    "wrong_setting",
    "The clock was set wrongly",
    words=("wrong delay", "wrong time on the clock", "clock set wrong", "ten seconds instead of twelve", "bad setting"),
    questions=(
        Question(
            "found", "When is it claimed?", FactType.CHOICE, ("during play", "after time ran out", "after the match")
        ),
        Question("what", "What was wrong?", FactType.CHOICE, ("reserve", "delay")),
        Question("set_to", "What was the reserve set to at the start?", FactType.DURATION, most=_DAY),
        Question("should_be", "What should it have been set to?", FactType.DURATION, most=_DAY),
        *_TIMES,
        Question("online", "Is the match played online?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:8.9", "ibf:8.10", "ibf:15.7"),
        "usbgf": ("usbgf:4.3.3a", "usbgf:4.3.3b", "usbgf:4.3.3d", "usbgf:4.3.4-5"),
    },
)
def wrong_setting(q: Inquiry) -> Answer:
    """Under usbgf the clock is set as if it had been right; ibf hears no claim once time is out."""
    found = q.need("found")
    return _ibf_setting(q, found) if q.book == "ibf" else _usbgf_setting(q, found)


def _ibf_setting(q: Inquiry, found: str) -> Answer:
    if found == "during play":
        return q.ruling(
            "Play stands still until the arbiter decides. The arbiter sets the right time control and lets it go on.",
            clauses=("ibf:8.10",),
            remedies=(Instruct("Set the right time control; restart the clock only on the arbiter's word."),),
        )
    if found == "after time ran out":
        return q.ruling("A claim about the clock must come before time is out. The loss stands.", clauses=("ibf:8.9",))
    if q.need("online"):
        return q.ruling("The match is over and its result stands. The complaint is not heard.", clauses=("ibf:15.7",))
    return q.discretion(
        "For a match at a table that is over the book has no rule on this. The arbiter decides.",
        clauses=("ibf:8.9", "ibf:15.7"),
        factors=("online the result would stand",),
    )


def _usbgf_setting(q: Inquiry, found: str) -> Answer:
    clauses: tuple[str, ...] = ("usbgf:4.3.3a", "usbgf:4.3.3b", "usbgf:4.3.3d")
    if found == "after the match":
        return q.discretion(
            "The match is over, and the book does not say what a wrong setting does to it. The director decides.",
            clauses=clauses,
            forbidden=("changing times that no longer matter",),
        )
    if found == "after time ran out":
        clauses = (*clauses, "usbgf:4.3.4-5")
    if q.need("what") == "delay":
        return q.discretion(
            "The delay is set right from now on. What the wrong one cost is estimated and given back.",
            clauses=clauses,
            factors=("how many turns were played with it", "how many of them were longer than the delay"),
            usual=(Option("set", "Set the right delay and adjust both reserves by the estimate."),),
            appeal=appeal(q),
        )
    was, right = q.need("set_to"), q.need("should_be")
    shown = (q.need("time_white"), q.need("time_black"))
    for key, time in zip(("time_white", "time_black"), shown, strict=True):
        if time > was:
            raise q.wrong(key, f"more than the {spoken(was)} it was set to")
    after = tuple(correct_setting(time, was, right) for time in shown)
    return q.ruling(
        f"The clock is set as if it had been right from the start: White {spoken(after[0])}, Black {spoken(after[1])}.",
        clauses=clauses,
        remedies=tuple(ChangeClock(side, new - old) for side, new, old in zip(Side, after, shown, strict=True)),
        appeal=appeal(q),
    )


@incident(
    "clock_ran_wrongly",
    "The clock ran or stood when it should not",
    words=("clock running during break", "clock was not stopped", "wrong side running", "clock stood", "lost time"),
    questions=(
        Question("who", "Whose time?", FactType.SIDE),
        Question("what", "What happened?", FactType.CHOICE, ("it ran wrongly", "it stood wrongly")),
        Question("elapsed", "For how long?", FactType.DURATION, most=_DAY),
        Question("noted", "Had the players written the times down?", FactType.YES_NO),
        Question("deliberate", "Did the opponent cause it or keep silent on purpose?", FactType.YES_NO),
    ),
    clauses={
        "usbgf": (
            "usbgf:4.3.2-1", "usbgf:4.3.2-2", "usbgf:4.3.3b", "usbgf:4.3.3c", "usbgf:4.3.3d", "usbgf:4.3.3e",
        ),
        "bws": ("bws:4.3.2.2a", "bws:4.3.2.2b"),
        "guide": ("guide:2.2.6g", "guide:ethics-4"),
    },
)  # fmt: skip
def clock_ran_wrongly(q: Inquiry) -> Answer:
    """Lost reserve is given back; times written down before a break are set again."""
    side = q.side("who")
    if q.book != "usbgf":
        return _noted(q)
    what, elapsed = q.need("what"), q.need("elapsed")
    lost = lost_while_running(elapsed, clock_of(q).delay)
    knew = bool(q.known("deliberate", False))
    if what == "it stood wrongly":
        return q.discretion(
            f"{named(side)}'s time should have run for {spoken(elapsed)}. The reserve may be cut by {spoken(lost)}.",
            clauses=("usbgf:4.3.3b", "usbgf:4.3.3c"),
            factors=("who mismanaged the clock", "what times there would be had nobody done so"),
            usual=(
                Option("cut", f"Take {spoken(lost)} off.", (ChangeClock(side, -lost),)),
                Option("leave", "Leave the times alone.", (PlayOn(),)),
            ),
            appeal=appeal(q),
        )
    return q.ruling(
        f"{named(side)}'s time ran wrongly for {spoken(elapsed)}; beyond the delay that is {spoken(lost)}, "
        "which is given back." + (f" {named(side.other)} should be sanctioned." if knew else ""),
        clauses=("usbgf:4.3.2-1", "usbgf:4.3.3b", "usbgf:4.3.3d", *(("usbgf:4.3.3e",) if knew else ())),
        remedies=(ChangeClock(side, lost),) if lost else (PlayOn(),),
        penalties=(Penalty(side.other, Step.WARNING, q.offence(side.other), optional=True),) if knew else (),
        appeal=appeal(q),
        notes=("Write down the times the clock shows before changing them (usbgf:4.3.2-2).",),
    )


def _noted(q: Inquiry) -> Answer:
    if q.need("noted"):
        return q.ruling(
            "The clock is set to the times both players wrote down. Play goes on from there.",
            clauses=("bws:4.3.2.2a",) if q.book == "bws" else ("guide:2.2.6g",),
            remedies=(Instruct("Set the clock to the times on the score sheets."),),
        )
    return q.discretion(
        "The director sets the clock by best estimate.",
        clauses=("bws:4.3.2.2b",) if q.book == "bws" else ("guide:2.2.6g", "guide:ethics-4"),
        factors=("what either player remembers", "how long the clock ran", "the times at the last known moment"),
        appeal=appeal(q),
    )


@incident(
    "defective_clock",
    "The clock does not work",
    words=("clock broken", "clock died", "battery", "faulty clock", "defective", "replace the clock"),
    questions=(
        Question("established", "Can each player's time be established?", FactType.YES_NO),
        *_TIMES,
        LENGTH,
        *SCORES,
    ),
    clauses={
        "usbgf": ("usbgf:3.5.2b", "usbgf:3.5.2c", "usbgf:3.4.4.4d"),
        "bws": ("bws:3.7.2a", "bws:3.7.2b"),
    },
)
def defective_clock(q: Inquiry) -> Answer:
    """It is replaced at once, with each player's own time if that can be found."""
    first = ("usbgf:3.5.2b", "usbgf:3.5.2c") if q.book == "usbgf" else ("bws:3.7.2a", "bws:3.7.2b")
    if q.need("established"):
        times = (q.need("time_white"), q.need("time_black"))
        return q.ruling(
            f"The clock is replaced at once. White has {spoken(times[0])}, Black {spoken(times[1])}.",
            clauses=first,
            remedies=(BringClock(clock_of(q), times),),
            appeal=appeal(q, "imposed_equipment"),
        )
    if q.book == "bws":
        return q.discretion(
            "The clock is replaced at once. The director sets the times by best estimate.",
            clauses=first,
            factors=("the last times anybody saw", "the games played since"),
            appeal=appeal(q),
        )
    length = q.need("length")
    score = read_score(q, length)
    rules = clock_of(q, length)
    time = midway("usbgf", (length - score[0], length - score[1]), rules.per_point or None)
    assert time is not None, "usbgf sets clocks from the score"
    return q.ruling(
        f"The clock is replaced at once. Nobody knows the times, so each player has {spoken(time)} by the score.",
        clauses=(*first, "usbgf:3.4.4.4d"),
        remedies=(BringClock(rules, (time, time)),),
        appeal=appeal(q, "imposed_equipment"),
    )


_REASONS: Final = {
    "the game is over": PauseReason.BETWEEN_GAMES,
    "a break": PauseReason.BREAK,
    "a die left the board": PauseReason.DIE_OFF_BOARD,
    "a dispute, or the director is called": PauseReason.DISPUTE,
    "dice taken by the player who pressed": PauseReason.DICE_TAKEN,
    "dice lifted too early": PauseReason.FAST_GRAB,
    "an illegal move": PauseReason.ILLEGAL_MOVE,
    "to resign or to claim": PauseReason.RESIGN_OR_CLAIM,
    "dice replaced by the arbiter": PauseReason.DICE_REPLACED,
}
_STOP_ROWS: Final = {
    "usbgf": dict(zip(_REASONS.values(), (f"usbgf:4.3.2({letter})" for letter in "abcdefgh"), strict=False)),
    "bws": dict(
        zip(
            _REASONS.values(),
            ("bws:4.3.2.1", "bws:4.3.2.2a", "bws:4.3.2.3", "bws:4.3.2.4", "bws:4.3.2.6", "bws:4.3.2.5", "bws:4.3.2.7",
             "bws:4.3.2.8a"),
            strict=False,
        )
    ),
    "ibf": {
        PauseReason.BETWEEN_GAMES: "ibf:3.12b",
        PauseReason.BREAK: "ibf:3.10g",
        PauseReason.DIE_OFF_BOARD: "ibf:3.12c",
        PauseReason.DISPUTE: "ibf:3.12d",
        PauseReason.DICE_REPLACED: "ibf:3.8b",
    },
}  # fmt: skip
_SHORT: Final = (PauseReason.BETWEEN_GAMES, PauseReason.DIE_OFF_BOARD, PauseReason.DISPUTE)  # ibf:3.12a


@incident(
    "clock_stopped",
    "A player stopped the clock",
    words=("stopped the clock", "paused the clock", "phone call", "may I stop the clock", "stopped to take a photo"),
    questions=(
        Question("who", "Who stopped it?", FactType.SIDE),
        Question("reason", "Why?", FactType.CHOICE, (*_REASONS, "another reason")),
        Question("lasted", "For how long has it stood?", FactType.DURATION, most=_DAY),
        Question("accident", "Was it an accident?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:3.12a", "ibf:8.11a", "ibf:8.11b", *_STOP_ROWS["ibf"].values()),
        "usbgf": ("usbgf:4.3.2-4", "usbgf:1.8.2.1c", *_STOP_ROWS["usbgf"].values()),
        "bws": ("bws:4.3.2", *_STOP_ROWS["bws"].values()),
    },
)
def clock_stopped(q: Inquiry) -> Answer:
    """Allowed for the reasons of the book and no others; ibf takes another stop for a concession."""
    side, reason = q.side("who"), _REASONS.get(q.need("reason"))
    row = _STOP_ROWS[q.book].get(reason) if reason is not None else None
    if row is not None:
        return _allowed_stop(q, row, short=reason in _SHORT)
    if q.book == "ibf":
        return _ibf_stop(q, side)
    general = ("usbgf:4.3.2-4",) if q.book == "usbgf" else ("bws:4.3.2",)
    return q.ruling(
        "The clock may not be stopped for this. It is started again for the player on turn.",
        clauses=general,
        remedies=(Instruct("Start the clock of the player on turn."),),
        appeal=appeal(q),
        notes=("Nor to record a position (usbgf:1.8.2.1c).",) if q.book == "usbgf" else (),
    )


def _allowed_stop(q: Inquiry, row: str, *, short: bool) -> Answer:
    longest = clock_of(q).longest_pause if short else None
    if longest is not None and q.known("lasted", 0) > longest:
        return q.ruling(
            f"The clock may stand for {spoken(longest)} for this, and has stood longer. It is started again.",
            clauses=("ibf:3.12a", row),
            remedies=(Instruct("Start the clock of the player on turn."),),
        )
    return q.ruling("The clock may be stopped for this.", clauses=(row,), remedies=(PlayOn(),))


def _ibf_stop(q: Inquiry, side: Side) -> Answer:
    offence = q.offence(side)
    if q.need("accident"):
        return q.ruling(
            f"{named(side)} stopped the clock by accident and is warned. Play goes on.",
            clauses=("ibf:8.11b",),
            remedies=(Instruct("Start the clock of the player on turn."),),
            penalties=(Penalty(side, Step.WARNING, offence),),
        )
    return q.ruling(
        f"{named(side)} stopped the clock without a reason the rules know, and so has conceded the game.",
        clauses=("ibf:8.11a",),
        remedies=(LoseGame(side),),
        choice_of="director",
        options=(
            Option("game", "The game is conceded.", (LoseGame(side),)),
            Option("match", "The match is conceded.", (LoseMatch(side),)),
        ),
        penalties=(Penalty(side, Step.GAME, offence),),
        notes=("The book does not say whether game or match is conceded: the game is proposed, the arbiter decides.",),
    )


@incident(
    "clock_remark",
    "Somebody else spoke about the clock",
    words=("spectator said your clock", "somebody called flag", "onlooker mentioned the clock", "kibitzer clock"),
    questions=(
        Question("by", "Who spoke?", FactType.CHOICE, ("a spectator", "an official")),
        Question(
            "about",
            "About what?",
            FactType.CHOICE,
            ("a forgotten press", "a clock running or stopped wrongly", "time that has run out"),
        ),
    ),
    clauses={
        "ibf": ("ibf:8.5a", "ibf:8.8"),
        "usbgf": ("usbgf:4.3.4-3", "usbgf:1.6.1f"),
        "bws": ("bws:4.3.3a",),
        "guide": ("guide:1.3.4b",),
    },
)
def clock_remark(q: Inquiry) -> Answer:
    """Who may speak of a forgotten press, a wrong clock or an expiry."""
    about, official = q.need("about"), q.need("by") == "an official"
    expiry = about == "time that has run out"
    row = {"ibf": "ibf:8.8", "usbgf": "usbgf:4.3.4-3", "bws": "bws:4.3.3a", "guide": "guide:1.3.4b"}[q.book]
    if q.book == "ibf" and not expiry:
        return q.ruling(
            "Nobody but the opponent may remind a player of the clock. It stands as it is.",
            clauses=("ibf:8.5a",),
            remedies=(PlayOn(), Instruct("Tell whoever spoke not to interfere.")),
        )
    if q.book == "guide" and not expiry:
        return q.ruling("Anybody may say that a clock runs or stands wrongly. There is no breach.", clauses=(row,))
    if q.book == "guide" and official:
        return q.silent()  # the guide's clock rules are another document
    if expiry:
        names = policy_for(q).expiry_announced_by
        if official:
            return q.ruling("An official may state that time has run out. Rule on the expiry.", clauses=(row,))
        who = ", ".join(names) or "players and officials"
        return q.ruling(
            f"The remark does not count: only these may say that time has run out: {who}.",
            clauses=(row,),
            remedies=(Instruct("Tell whoever spoke not to interfere."),),
        )
    if q.book == "bws":
        return q.silent()
    return q.ruling(
        "The staff may put a clock right. A spectator tells them, and not the players.",
        clauses=("usbgf:1.6.1f",),
        remedies=(Instruct("Put the clock right."),),
    )
