"""When a clock may be stopped, and who may speak about it."""

from typing import Final

from barpoint.board import Side
from barpoint.match.format import PauseReason
from barpoint.officiating.answer import Consequences, JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import side_name, time_text
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import ChangeClock, Instruct, LoseGame, LoseMatch, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal, event_policy
from barpoint.officiating.topics.clock.clock_errors import CLOCK_TIMES, told_times
from barpoint.officiating.topics.clock.event_clock import clock_of
from barpoint.officiating.topics.clock.lateness import CRAWFORD_DONE, CUBE, LENGTH, SCORES, read_stake
from barpoint.rulebook.tariff import reserve_cost

_DAY: Final = 86_400_000
_REASONS: Final = {
    "the game is over": PauseReason.BETWEEN_GAMES,
    "a break": PauseReason.BREAK,
    "a die fell to the floor": PauseReason.DIE_OFF_BOARD,
    "a dispute, or the director is called": PauseReason.DISPUTE,
    "dice taken by the player who pressed": PauseReason.DICE_TAKEN,
    "dice lifted too early": PauseReason.FAST_GRAB,
    "an illegal move": PauseReason.ILLEGAL_MOVE,
    "to resign or to claim": PauseReason.RESIGN_OR_CLAIM,
    "dice replaced by the arbiter": PauseReason.DICE_REPLACED,
}
_ON_THE_TABLE: Final = "a die left the board"  # and not the table: a ground under usbgf alone
_STOP_ROWS: Final = {
    # dice are replaced by the director, who is there: (d), 4.3.2.4
    "usbgf": dict(zip(_REASONS.values(), (f"usbgf:4.3.2({letter})" for letter in "abcdefghd"), strict=True)),
    "bws": dict(
        zip(
            _REASONS.values(),
            ("bws:4.3.2.1", "bws:4.3.2.2a", "bws:4.3.2.3", "bws:4.3.2.4", "bws:4.3.2.6", "bws:4.3.2.5", "bws:4.3.2.7",
             "bws:4.3.2.8a", "bws:4.3.2.4"),
            strict=True,
        )
    ),
    "ibf": {
        PauseReason.BETWEEN_GAMES: "ibf:3.12b",
        PauseReason.BREAK: "ibf:3.10g",
        PauseReason.DIE_OFF_BOARD: "ibf:3.12c",
        PauseReason.DISPUTE: "ibf:3.12d",
        PauseReason.DICE_TAKEN: "ibf:3.12d",  # the three that follow are settled at the table or by the arbiter
        PauseReason.FAST_GRAB: "ibf:3.12d",
        PauseReason.ILLEGAL_MOVE: "ibf:3.12d",
        PauseReason.DICE_REPLACED: "ibf:3.8b",
    },
}  # fmt: skip
_COMPULSORY: Final = {
    PauseReason.BETWEEN_GAMES: "The clock must be stopped for this.",
    PauseReason.BREAK: "The clock must be stopped for this.",
    PauseReason.DIE_OFF_BOARD: "The clock may be stopped for this, and must be once a player gets up to look for it.",
    PauseReason.DISPUTE: "The clock should be stopped if the talk goes on, and must be if reserve is used or the "
    "director is called.",
    PauseReason.DICE_TAKEN: "The clock must be stopped for this.",
}  # usbgf:4.3.2, 4.1.7.1f; what is missing may be a reason and need not
_SHORT: Final = (PauseReason.BETWEEN_GAMES, PauseReason.DIE_OFF_BOARD, PauseReason.DISPUTE, PauseReason.DICE_TAKEN,
                 PauseReason.FAST_GRAB, PauseReason.ILLEGAL_MOVE)  # fmt: skip  # ibf:3.12a


@incident(
    "clock_stopped",
    "A player stopped the clock",
    words=("stopped the clock", "paused the clock", "phone call", "may I stop the clock", "stopped to take a photo"),
    questions=(
        Question("who", "Who stopped it?", FactType.SIDE),
        Question("reason", "Why?", FactType.CHOICE, (*_REASONS, _ON_THE_TABLE, "another reason")),
        Question("lasted", "For how long has it stood?", FactType.DURATION, most=_DAY),
        Question("on_turn", "Whose time should have run?", FactType.SIDE),
        Question("accident", "Was it an accident?", FactType.YES_NO),
        *CLOCK_TIMES,
        LENGTH,
        *SCORES,
        CUBE,
        CRAWFORD_DONE,
        EARLIER,
    ),
    clauses={
        "ibf": ("ibf:3.12a", "ibf:8.11a", "ibf:8.11b", "ibf:8.12", *dict.fromkeys(_STOP_ROWS["ibf"].values())),
        "usbgf": ("usbgf:4.3.2-4", "usbgf:1.8.2.1c", *dict.fromkeys(_STOP_ROWS["usbgf"].values())),
        "bws": ("bws:4.3.2", *dict.fromkeys(_STOP_ROWS["bws"].values())),
        "guide": ("guide:addendum-clock-1", "guide:addendum-clock-2", "guide:2.2.6g"),
    },
)
def clock_stopped(q: Inquiry) -> JudgeAnswer:
    """Allowed for the reasons of the book and no others; ibf takes another stop for a concession."""
    side, reason = q.side("who"), _REASONS.get(q.need("reason"))
    if q.book == "usbgf" and q.need("reason") == _ON_THE_TABLE:
        return _permit_stop(q, "usbgf:4.3.2(c)", _MAY, short=False)
    if q.book == "guide":
        return _guide_stop(q, reason)
    row = _STOP_ROWS[q.book].get(reason) if reason is not None else None
    if row is not None:
        say = _COMPULSORY.get(reason, _MAY) if q.book == "usbgf" and reason is not None else _MAY
        return _permit_stop(q, row, say, short=reason in _SHORT)
    if q.book == "ibf" and reason is PauseReason.RESIGN_OR_CLAIM:
        return _ibf_resigns(q, side)
    if q.book == "ibf":
        return _ibf_stop(q, side)
    if q.book == "usbgf":
        return _wrong_stop(q)
    return _bws_stop(q)


def _bws_stop(q: Inquiry) -> JudgeAnswer:
    """The book says when it may be stopped, and not what becomes of the time it stood."""
    on_turn, lasted = q.side("on_turn"), q.need("lasted")
    told_times(q)
    name = side_name(on_turn)
    return q.discretion(
        f"The clock may not be stopped for this. It is started again for {name}. What becomes of the "
        f"{time_text(lasted)} it stood the book does not say; the director decides.",
        clauses=("bws:4.3.2",),
        factors=("why it was stopped", "whether anybody gained by it"),
        usual=_stop_options(q, on_turn, lasted),
        appeal=appeal(q),
    )


def _stop_options(q: Inquiry, on_turn: Side, lasted: int) -> tuple[Option, ...]:
    lost, name = reserve_cost(lasted, clock_of(q).delay), side_name(on_turn)
    start = Instruct(f"Start {name}'s clock.")
    return (
        Option("cut", f"{time_text(lost)} come off {name}'s reserve", (start, ChangeClock(on_turn, -lost))),
        Option("leave", "The times are left as they are", (start, PlayOn())),
    )


def _wrong_stop(q: Inquiry) -> JudgeAnswer:
    """The clock is started again, and the time it stood may come off whoever should have had it running."""
    on_turn, lasted = q.side("on_turn"), q.need("lasted")
    told_times(q)
    lost = reserve_cost(lasted, clock_of(q).delay)
    name = side_name(on_turn)
    return q.ruling(
        f"The clock may not be stopped for this. It is started again for {name}, and the {time_text(lasted)} it stood "
        f"are put right: beyond the delay {name}'s reserve may be cut by {time_text(lost)}.",
        clauses=("usbgf:4.3.2-4", "usbgf:4.3.3b", "usbgf:4.3.3c"),
        remedies=(Instruct(f"Start {name}'s clock."),),
        choice_of="director",
        options=(
            Option("cut", f"{time_text(lost)} come off {name}'s reserve", (ChangeClock(on_turn, -lost),)),
            Option("leave", "The times are left as they are", (PlayOn(),)),
        ),
        appeal=appeal(q),
        notes=("Nor may it be stopped to record a position (usbgf:1.8.2.1c).",),
    )


def _guide_stop(q: Inquiry, reason: PauseReason | None) -> JudgeAnswer:
    """The guide's clock rules are another document; its own text names two stops."""
    if reason is PauseReason.ILLEGAL_MOVE:
        say = "It may be stopped to talk about the facts, and has to be once the offender has ended the turn."
        rows: tuple[str, ...] = ("guide:addendum-clock-1", "guide:addendum-clock-2")
    elif reason is PauseReason.BREAK:
        say = "Both remaining times are written down and agreed before anybody leaves the table."
        rows = ("guide:2.2.6g",)
    else:
        return q.silent()
    return q.ruling(f"The clock may be stopped for this. {say}", clauses=rows, remedies=(PlayOn(),), appeal=appeal(q))


_MAY: Final = "The clock may be stopped for this."
_STOP_NOTES: Final = {
    "ibf:3.8b": ("The Chief Arbiter stops the clocks and gives the word to start them again.",),
    "ibf:3.10g": ("A break is one that is left, between games; any other is ruled on as left_board (ibf:3.11a).",),
    "ibf:3.12b": ("Whoever has lost the game stops the clocks (ibf:8.12).",),
    "ibf:3.12c": (
        "Dice off the board are rolled again (ibf:10.2b); two presses bring the time of the move back (ibf:3.12e).",
    ),
    "usbgf:4.3.2(b)": ("If anybody leaves the table both should write down the times.",),
    "bws:4.3.2.6": ("The opponent may roll and move, or think about a double, off the clock (bws:4.1.6.2d).",),
    "bws:4.3.2.2a": ("If anybody leaves the table both must write down the times.",),
}


def _permit_stop(q: Inquiry, row: str, say: str, *, short: bool) -> JudgeAnswer:
    longest = clock_of(q).longest_pause if short else None
    if longest is not None and q.need("lasted") > longest:
        over = q.need("lasted") - longest
        between = row == _STOP_ROWS["ibf"][PauseReason.BETWEEN_GAMES]
        return q.ruling(
            f"The clock may stand for {time_text(longest)} for this, and has stood {time_text(over)} longer. "
            "It is started again.",
            clauses=("ibf:3.12a", row),
            remedies=(Instruct("Start the next game." if between else "Start the clock of the player on turn."),),
            notes=(*_STOP_NOTES.get(row, ()), _OVER),
            then=Consequences(game="over" if between else "goes_on"),
        )
    if row == "usbgf:4.3.2(e)":
        return q.ruling(
            f"{say} The dice go to the player on roll, with the reserve that was lost and a full delay.",
            clauses=(row, "usbgf:4.1.7.1f"),
            remedies=(Instruct("Hand the dice over, give back the reserve lost, reset the delay, start the clock."),),
            notes=("How much reserve comes back: clock_ran_wrongly.",),
            then=Consequences(game="goes_on"),
        )
    return q.ruling(say, clauses=(row,), remedies=(PlayOn(),), notes=_STOP_NOTES.get(row, ()))


_OVER: Final = (
    "The book takes nothing off for standing too long; the arbiter may choose a sanction (ibf:17.1g, ibf:17.2)."
)


def _ibf_resigns(q: Inquiry, side: Side) -> JudgeAnswer:
    """The loser stops the clocks; a claim is no ground for it, and the book does not tell the two apart."""
    read_stake(q)
    return q.discretion(
        f"Whoever has lost a game stops the clocks, so {side_name(side)} may stop them to resign where that is "
        "allowed. The book knows no claims: a stop for one counts as conceding.",
        clauses=("ibf:8.12", "ibf:8.11a", "ibf:15.2"),
        factors=("what was said with the stop", "whether the sides are still in contact"),
        usual=(
            Option("resigned", "The resignation is ruled on", (Instruct("Rule on the resignation: concession."),)),
            Option("game", "The game is conceded.", (LoseGame(side),)),
            Option("match", "The match is conceded.", (LoseMatch(side),)),
        ),
        notes=(reading("ruling-15"), reading("ruling-23")),
    )


def _ibf_stop(q: Inquiry, side: Side) -> JudgeAnswer:
    offence = q.offence(side)
    if q.need("accident"):
        return q.ruling(
            f"{side_name(side)} stopped the clock by accident and is warned. Play goes on.",
            clauses=("ibf:8.11b",),
            remedies=(Instruct("Start the clock of the player on turn."),),
            penalties=(Penalty(side, PenaltyStep.WARNING, offence),),
            then=Consequences(game="goes_on"),
        )
    read_stake(q)
    return q.ruling(
        f"{side_name(side)} stopped the clock without a reason the rules know, and so has conceded the game.",
        clauses=("ibf:8.11a",),
        choice_of="director",
        options=(
            Option("game", "The game is conceded.", (LoseGame(side),)),
            Option("match", "The match is conceded.", (LoseMatch(side),)),
        ),
        notes=(reading("ruling-15"), reading("ruling-23")),
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
        Question("between_games", "Was it between games?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:8.5a", "ibf:8.8"),
        "usbgf": (
            "usbgf:4.3.4-3",
            "usbgf:1.6.1b",
            "usbgf:1.6.1f",
            "usbgf:1.6.3",
            "usbgf:4.3.3b",
            "usbgf:4.3.3d",
        ),
        "bws": ("bws:4.3.3a", "bws:1.6.1a", "bws:1.6.3"),
        "guide": ("guide:1.3.4b", "guide:1.3.4a"),
    },
)
def clock_remark(q: Inquiry) -> JudgeAnswer:
    """Who may speak of a forgotten press, a wrong clock or an expiry."""
    about, official = q.need("about"), q.need("by") == "an official"
    expiry = about == "time that has run out"
    row = {"ibf": "ibf:8.8", "usbgf": "usbgf:4.3.4-3", "bws": "bws:4.3.3a", "guide": "guide:1.3.4b"}[q.book]
    if q.book == "ibf" and about == "a clock running or stopped wrongly":
        return q.silent()  # ibf:8.5 is about forgotten presses, ibf:8.8 about expiry
    if q.book == "ibf" and not expiry:
        return q.ruling(
            "Nobody but the opponent may remind a player of the clock. It stands as it is.",
            clauses=("ibf:8.5a",),
            remedies=(PlayOn(), Instruct("Tell whoever spoke not to interfere.")),
        )
    if q.book == "guide" and not expiry:
        read = (_PRESS_READING,) if "press" in about else ()
        say = "Anybody may say that a clock runs or stands wrongly. There is no breach."
        return q.ruling(say, clauses=(row,), notes=read)
    if q.book == "guide" and official:
        return q.silent()  # the guide's clock rules are another document
    if q.book == "guide":
        return q.ruling(
            "A spectator tells the director, not the players, unless a clock runs or stands wrongly.",
            clauses=("guide:1.3.4a", "guide:1.3.4b"),
            remedies=(Instruct("Remind the spectator to keep silent."),),
            penalties=(Penalty(None, PenaltyStep.REMINDER),),
            notes=("The expiry itself is ruled on as time_expired.",),
        )
    if expiry:
        names = event_policy(q).expiry_announced_by
        if official:
            return q.ruling("An official may state that time has run out. Rule on the expiry.", clauses=(row,))
        who = ", ".join(names) or "players and officials"
        return q.ruling(
            f"The remark does not count: only these may say that time has run out: {who}.",
            clauses=(row, *{"usbgf": ("usbgf:1.6.3",), "bws": ("bws:1.6.1a", "bws:1.6.3")}.get(q.book, ())),
            remedies=(Instruct("Tell whoever spoke not to interfere."),),
            penalties=() if q.book == "ibf" else (Penalty(None, PenaltyStep.EXPULSION, optional=True),),
            notes=("Whoever of them sees it now may say so; the expiry itself is ruled on as time_expired.",),
        )
    if q.book == "bws":
        return q.silent() if official else _keep_silent(q)
    if not official and about != "a forgotten press" and q.need("between_games"):
        say = "Between games a spectator may say that the clock is still running. There is no breach."
        return q.ruling(
            say,
            clauses=("usbgf:1.6.1b", *_USBGF_RESTORED),
            remedies=(Instruct("Put the clock right."),),
            notes=(_RESTORATION,),
        )
    return q.ruling(
        "The staff may put a clock right. A spectator tells them, and not the players. The mistake itself is put right "
        "all the same: reserve that ran off wrongly is restored.",
        clauses=("usbgf:1.6.1f", *_USBGF_RESTORED, *(() if official else ("usbgf:1.6.3",))),
        remedies=(Instruct("Put the clock right."),),
        penalties=() if official else (Penalty(None, PenaltyStep.EXPULSION, optional=True),),
        notes=(_RESTORATION, *(() if official else (_SPECTATOR_SANCTION,))),
    )


_USBGF_RESTORED: Final = ("usbgf:4.3.3b", "usbgf:4.3.3d")
_RESTORATION: Final = (
    "How much goes back the players agree, or the director estimates: rule on it as forgotten_press or "
    "clock_ran_wrongly (usbgf:4.3.3b, 4.3.3d)."
)
_SPECTATOR_SANCTION: Final = (
    "The director may sanction the spectator as seems just, up to expulsion from the playing area (usbgf:1.6.3)."
)
_PRESS_READING: Final = reading("people-22")


def _keep_silent(q: Inquiry) -> JudgeAnswer:
    return q.ruling(
        "Spectators watch in silence and point out no mistakes, of the clock either. The director may expel the "
        "spectator.",
        clauses=("bws:1.6.1a", "bws:1.6.3"),
        remedies=(Instruct("Tell the spectator to keep silent."),),
        penalties=(Penalty(None, PenaltyStep.EXPULSION, optional=True),),
        notes=("An expulsion is reported to the board after the tournament (bws:1.6.5).",),
    )
