"""Sanctions in general: what an official may impose, and penalty points on the score.

Clauses that fix their own penalty are ruled in their own topics; ibf's are looked up in `rulebook.tariff`. A
penalty that falls due in the next match is a `Penalty` with `later`.
"""

from typing import Final

from barpoint.board import Side
from barpoint.match.format import Length
from barpoint.officiating.answer import UNCHANGED, Consequences, JudgeAnswer, Option, Penalty, PenaltyStep, Reading
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident, sanction_text
from barpoint.officiating.phrases import (
    quantity,
    side_name,
    time_text,
)
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import (
    ChangeClock,
    GivePoints,
    Instruct,
    LoseGame,
    LoseMatch,
    PlayOn,
    Remedy,
)
from barpoint.officiating.topics.appeal_rights import ETHICS, appeal
from barpoint.officiating.topics.clock.lateness import (
    CRAWFORD_DONE,
    CUBE,
    LENGTH,
    SCORES,
    cube_rules,
    read_score,
    read_stake,
)
from barpoint.rulebook import param
from barpoint.rulebook.tariff import Sanction, award_penalty, longest_video_cut, mandatory_sanction, sanction

_DAY: Final = 86_400_000
_WHO: Final = Question("who", "Against whom?", FactType.SIDE)
_STEPS: Final = {
    Sanction.WARNING: PenaltyStep.WARNING,
    Sanction.TIME_OFF: PenaltyStep.TIME,
    Sanction.TIME_TO_OPPONENT: PenaltyStep.TIME,
    Sanction.POINT: PenaltyStep.POINTS,
    Sanction.FORFEIT_GAME: PenaltyStep.GAME,
    Sanction.EXCLUSION: PenaltyStep.EXPULSION,
}


@incident(
    "ibf_sanction",
    "An arbiter imposes one of the six sanctions",
    words=("sanction", "penalise", "arbiter penalty", "take time off", "article 17"),
    questions=(
        Question("ground", "Which clause was broken, or what was unsporting?", FactType.TEXT),
        Question("sanction", "Which sanction?", FactType.CHOICE, tuple(one.value for one in Sanction)),
        Question("who", "Against whom?", FactType.CHOICE, ("white", "black", "both")),
        Question("amount", "How much time?", FactType.DURATION, least=1, most=_DAY),
        Question("time_white", "What time has White left?", FactType.DURATION, most=_DAY),
        Question("time_black", "What time has Black left?", FactType.DURATION, most=_DAY),
        Question("chief", "Does the Chief Arbiter decide?", FactType.YES_NO),
        LENGTH,
        *SCORES,
        CUBE,
        CRAWFORD_DONE,
        EARLIER,
    ),
    clauses={
        "ibf": (
            "ibf:17.1a", "ibf:17.1b", "ibf:17.1c", "ibf:17.1d", "ibf:17.1e", "ibf:17.1f", "ibf:17.1g", "ibf:17.2",
            "ibf:3.9b",
        ),
    },
)  # fmt: skip
def ibf_sanction(q: Inquiry) -> JudgeAnswer:
    """Six sanctions, for a ground that is named; the arbiter chooses unless a clause fixes it."""
    ground = str(q.need("ground")).strip()
    if not ground:
        raise q.wrong("ground", "a sanction needs its ground: a clause, or the behaviour")
    fixed = mandatory_sanction(ground if ground.startswith("ibf:") else f"ibf:{ground}")
    if not q.given("sanction", gains="with the sanction chosen its figures are told."):
        return _ibf_choice(q, fixed)
    chosen = Sanction(q.need("sanction"))
    further = fixed is Sanction.POINT and ground.endswith("3.9a")
    if fixed is not None and chosen is not fixed and not further:
        raise q.wrong("sanction", f"the clause itself lays down {fixed.value}")
    if q.need("who") == "both":
        return _ibf_both(q, chosen)
    side = Side(q.need("who"))
    if chosen is Sanction.EXCLUSION and not q.need("chief"):
        return q.ruling(
            "Only the Chief Arbiter may exclude a player. The matter goes to the Chief Arbiter.",
            clauses=("ibf:17.1f",),
            remedies=(Instruct("Call the Chief Arbiter."),),
        )
    return _ibf_applied(q, chosen, side)


def _ibf_choice(q: Inquiry, fixed: Sanction | None) -> JudgeAnswer:
    if fixed is not None:
        also = ("ibf:3.9b",) if fixed is Sanction.POINT else ()
        more = " Further measures are open to the Chief Arbiter." if also else ""
        return q.discretion(
            f"The clause itself lays the sanction down: {_plain(fixed)}.{more}",
            clauses=("ibf:17.2", fixed.clause, *also),
            usual=(Option(fixed.value, sanction_text(fixed)),),
            forbidden=("leaving it out",),
        )
    return q.discretion(
        "The arbiter chooses the sanction according to the kind of offence.",
        clauses=("ibf:17.2", "ibf:17.1g", *(choice.clause for choice in Sanction)),
        factors=("the kind of offence", "earlier warnings"),
        usual=SANCTIONS["ibf"],
        forbidden=("exclusion by anybody but the Chief Arbiter",),
    )


def _plain(choice: Sanction) -> str:
    return choice.value.replace("_", " ")


def _ibf_both(q: Inquiry, chosen: Sanction) -> JudgeAnswer:
    if chosen is not Sanction.FORFEIT_GAME:
        raise q.wrong("who", "impose it on each player by itself")
    return q.ruling(
        "Both players forfeit the game. The score does not change and the next game is played.",
        clauses=("ibf:17.1e", "ibf:17.1g"),
        remedies=(Instruct("Annul the game for both and start the next one."),),
        penalties=tuple(Penalty(side, PenaltyStep.GAME) for side in Side),
        notes=(reading("ruling-22"),),
        then=Consequences(game="void"),
    )


def _ibf_applied(q: Inquiry, chosen: Sanction, side: Side) -> JudgeAnswer:
    timed = chosen in (Sanction.TIME_OFF, Sanction.TIME_TO_OPPONENT)
    if chosen is Sanction.POINT:
        read_score(q, q.need("length"))
    if chosen is Sanction.FORFEIT_GAME:
        read_stake(q)
    times = {player: q.need(f"time_{player.value}") if timed else 0 for player in Side}
    effect = sanction(
        chosen,
        offender_time=times[side],
        opponent_time=times[side.other],
        amount=q.need("amount") if timed else 0,
    )
    remedies: dict[Sanction, Remedy] = {
        Sanction.WARNING: PlayOn(),
        Sanction.TIME_OFF: ChangeClock(side, effect.offender_time - times[side]),
        Sanction.TIME_TO_OPPONENT: ChangeClock(side.other, effect.opponent_time - times[side.other]),
        Sanction.POINT: GivePoints(side, effect.offender_points),
        Sanction.FORFEIT_GAME: LoseGame(side),
        Sanction.EXCLUSION: LoseMatch(side),
    }
    notes: tuple[str | Reading, ...] = ()
    if effect.time_gone:
        notes = ("The time is used up: loss on time is proposed (ibf:8.7a).",)
    if chosen is Sanction.POINT:
        notes = (reading("time-2"),)
    if chosen is Sanction.FORFEIT_GAME:
        notes = (reading("ruling-23"),)
    return q.ruling(
        _sanction_sentence(chosen, side, times[side] - effect.offender_time, effect.opponent_time - times[side.other]),
        clauses=(*effect.clauses, "ibf:17.1g", "ibf:17.2"),
        remedies=(remedies[chosen],),
        penalties=(
            Penalty(
                side,
                _STEPS[chosen],
                q.offence(side),
                points=-effect.offender_points,
                time=times[side] - effect.offender_time,
            ),
        ),
        notes=notes,
    )


def _sanction_sentence(chosen: Sanction, side: Side, taken: int, added: int) -> str:
    who, other = side_name(side), side_name(side.other)
    return {
        Sanction.WARNING: f"{who} is warned.",
        Sanction.TIME_OFF: f"{who} is sanctioned and loses {time_text(taken)}.",
        Sanction.TIME_TO_OPPONENT: f"{who} is sanctioned: {other} gets {time_text(added)} more.",
        Sanction.POINT: f"{who} is sanctioned and loses one point.",
        Sanction.FORFEIT_GAME: f"{who} is sanctioned and forfeits the game.",
        Sanction.EXCLUSION: f"{who} is excluded from the competition, and the match is lost.",
    }[chosen]


SANCTIONS: Final = {
    "ibf": tuple(Option(one.value, sanction_text(one)) for one in Sanction),
    "usbgf": (
        Option("time", "Clock time."),
        Option("points", "Penalty points."),
        Option("forfeit", "Forfeit of the game or the match."),
        Option("disqualification", "Disqualification from the event."),
        Option("expulsion", "Expulsion from the playing area."),
    ),
    "guide": (
        Option("warning", "A warning."),
        Option("points", "Penalty points or another penalty in this match."),
        Option("points_later", "The same in a later match."),
        Option("expulsion", "Expulsion from the competition."),
    ),
    "bws": (
        Option("warning", "A warning, which the book does not name here."),
        Option("disqualification", "Disqualification, and exclusion from the tournament."),
        Option("bar", "In special cases a bar from events for a limited time."),
    ),
}


def ibf_sanctions(side: Side) -> tuple[Option, ...]:
    """The six sanctions on a player, with what each does; amounts of time are the arbiter's to name."""
    done: dict[Sanction, Remedy] = {
        Sanction.POINT: GivePoints(side, param("ibf:17.1d", "points", int)),
        Sanction.FORFEIT_GAME: LoseGame(side),
        Sanction.EXCLUSION: LoseMatch(side),
    }
    return tuple(
        Option(choice.value, sanction_text(choice), (done[choice],) if choice in done else ()) for choice in Sanction
    )


def sanctions_on(book: str, side: Side) -> tuple[Option, ...]:
    """What a book lets an official impose on a player; ibf's with what each does to the score and the game."""
    return ibf_sanctions(side) if book == "ibf" else SANCTIONS[book]


@incident(
    "misbehaviour",
    "A rule was broken or a player misbehaved, and no clause names the penalty",
    words=("penalty", "abuse", "insult", "shouting", "threw the dice", "keeps doing it", "confusion", "rude",
           "drunk", "threat"),
    questions=(
        _WHO,
        Question(
            "what",
            "What was it?",
            FactType.CHOICE,
            ("a breach of the rules", "behaviour", "confusion at the board", "deception or foul language"),
        ),
        Question("severe", "Was it severe or outrageous?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={
        "usbgf": (
            "usbgf:1.1.5a", "usbgf:1.1.5b", "usbgf:1.1.5c", "usbgf:1.1.5d", "usbgf:1.1.1f", "usbgf:1.2.5",
        ),
        "guide": ("guide:ethics-5", "guide:ethics-7", "guide:2.1.1", "guide:5.4f"),
        "ibf": ("ibf:17.1g", "ibf:17.2"),
        "bws": ("bws:1.2.3a", "bws:1.2.3b", "bws:1.2.4a"),
    },
)  # fmt: skip
def misbehaviour(q: Inquiry) -> JudgeAnswer:
    """The director chooses what fits; a warning may come first and need not."""
    side, what = q.side("who"), q.need("what")
    if q.book in ("ibf", "bws"):
        who = "arbiter" if q.book == "ibf" else "director"
        return q.discretion(
            f"{side_name(side)}'s conduct may be sanctioned. The {who} chooses what fits the offence.",
            clauses=q.kind.clauses[q.book],
            factors=("what was said or done", f"this is offence {q.offence(side)}"),
            usual=sanctions_on(q.book, side),
            appeal=appeal(q),
            notes=_DISHONEST if q.book == "ibf" else (),
        )
    if q.book == "guide":
        return _guide_misbehaved(q, side, what)
    severe, offence = q.need("severe"), q.offence(side)
    more = {"confusion at the board": ("usbgf:1.1.1f",), "a breach of the rules": ()}.get(what, ("usbgf:1.2.5",))
    warning = Option("warning", "A warning, with the order to follow the best practice from now on.")
    at_once = severe or offence > 1
    return q.discretion(
        f"The director may penalise {side_name(side)} "
        + ("now." if at_once else "if it is repeated; a lesser breach is usually only warned.")
        + " The breach, the rule and the practice that avoids it should be explained.",
        clauses=("usbgf:1.1.5a", "usbgf:1.1.5b", "usbgf:1.1.5c", "usbgf:1.1.5d", *more),
        factors=("how severe it was", f"this is offence {offence}", "a warning may come first and need not"),
        usual=(warning, *SANCTIONS["usbgf"]) if at_once else (warning,),
        appeal=appeal(q),
        notes=("Disqualification and expulsion cannot be appealed (usbgf:5.2b).",),
    )


_DISHONEST: Final = (
    "Dishonest play on purpose, such as losing a game, means exclusion and may mean disqualification (ibf:17.3).",
)


def _guide_misbehaved(q: Inquiry, side: Side, what: str) -> JudgeAnswer:
    """A breach of the ethical standards is punished with finality; for a breach of a rule there is an appeal."""
    ethical = {"behaviour": ("guide:ethics-7", "guide:ethics-5"), "deception or foul language": ("guide:ethics-5",)}
    rows = ethical.get(what, ("guide:2.1.1", *(("guide:5.4f",) if what == "confusion at the board" else ())))
    return q.discretion(
        f"The director may punish {side_name(side)}, in this match or in later ones. The choice is final."
        if what in ethical
        else "The book names no penalty for this. The director may find one that is fair to "
        f"{side_name(side)} and others.",
        clauses=rows,
        factors=("what was said or done", f"this is offence {q.offence(side)}"),
        usual=SANCTIONS["guide"],
        appeal=appeal(q, "ethics" if what in ethical else ""),
    )


_MORE_THAN_HALF: Final = (
    "If they are for lateness or breaks the match is lost: they are more than half of its length (bws:2.2.4c)."
)


@incident(
    "penalty_points",
    "Penalty points go on the score",
    words=("penalty point", "book a point", "points against", "penalty from the last match", "points due"),
    questions=(
        _WHO,
        Question("points", "How many penalty points?", FactType.COUNT, least=1, most=99),
        LENGTH,
        *SCORES,
        CRAWFORD_DONE,
        ETHICS,
    ),
    clauses={
        "ibf": ("ibf:17.1d",),
        "usbgf": ("usbgf:2.2.4m",),
        "bws": ("bws:2.2.4a",),
        "guide": ("guide:2.2.5d", "guide:ethics-5"),
    },
)
def penalty_points(q: Inquiry) -> JudgeAnswer:
    """Onto the opponent's score between games; ibf takes them off the offender's."""
    side = q.side("who")
    due = _due(q, side)
    points = q.get("points", due) if due else q.need("points")
    length = q.need("length")
    score = read_score(q, length)
    done = award_penalty(
        q.book, score, side, points, Length(points=length), cube_rules(q, length),
        crawford_done=bool(q.get("crawford_done", False)),
    )  # fmt: skip
    assert done is not None, "the four books have penalty points"
    end = f" {side_name(done.winner)} has won the match." if done.winner is not None else ""
    crawford = " The next game is the Crawford game." if done.crawford_next else ""
    shown = (" to " if min(done.score) < 0 else "-").join(map(str, done.score))
    ethical = q.book == "guide" and q.get("ethics", default=False)
    return q.ruling(
        f"{quantity(points, 'penalty point')} against {side_name(side)}: the score is {shown} (White "
        f"first).{end}{crawford}",
        clauses=("guide:ethics-5",) if ethical else done.clauses,
        remedies=(GivePoints(done.to, done.change),),
        penalties=(Penalty(side, PenaltyStep.POINTS, points=points),),
        appeal=appeal(q, "ethics" if ethical else ""),
        notes=(
            *(("Points given during a game wait for its end.",) if q.book != "ibf" else ()),
            *((_MORE_THAN_HALF,) if q.book == "bws" and 2 * points > length else ()),
            *((f"{quantity(due, 'point')} fell due from an earlier match.",) if due else ()),
            *((reading("time-1a" if ethical else "time-1"),) if q.book != "ibf" else ()),
            *((reading("time-2"),) if q.book == "ibf" and min(done.score) < 0 else ()),
        ),
    )


def _due(q: Inquiry, side: Side) -> int:
    """The points that earlier matches left for the player's next one."""
    name = q.record.names[side.place]
    return sum(
        entry.points
        for entry in q.record.entries
        if entry.person == name and entry.due_next and entry.match != q.record.match
    )


@incident(
    "repeated_illegal_moves",
    "A player keeps making illegal moves",
    words=("again an illegal move", "keeps moving illegally", "third illegal move", "repeated illegal plays"),
    questions=(_WHO, EARLIER),
    clauses={"usbgf": ("usbgf:4.2.3.4a",), "bws": ("bws:4.2.3.4",), "ibf": ("ibf:17.1g", "ibf:17.2")},
)
def illegal_move_repetition(q: Inquiry) -> JudgeAnswer:
    """First a warning, then whatever the director finds just; bws leaves both to the director."""
    side = q.side("who")
    offence = q.offence(side)
    if q.book == "bws":
        return _bws_repeated(q, side, offence)
    if q.book == "ibf":
        return q.discretion(
            f"{side_name(side)} breaks the rules of moving again and again, and the arbiter may choose a sanction.",
            clauses=("ibf:17.1g", "ibf:17.2"),
            factors=(f"this is offence {offence}", "whether it was done to gain time, which has to be sanctioned"),
            usual=ibf_sanctions(side),
            forbidden=("exclusion by anybody but the Chief Arbiter",),
        )
    if offence == 1:
        return q.ruling(
            f"{side_name(side)} is warned for repeated illegal moves. The next time there will be a sanction.",
            clauses=("usbgf:4.2.3.4a",),
            penalties=(Penalty(side, PenaltyStep.WARNING, offence),),
            appeal=appeal(q),
        )
    return q.discretion(
        f"{side_name(side)} has been warned. The director imposes what seems just.",
        clauses=("usbgf:4.2.3.4a",),
        factors=(f"this is offence {offence}", "whether it was deliberate"),
        usual=SANCTIONS["usbgf"],
        appeal=appeal(q),
    )


def _bws_repeated(q: Inquiry, side: Side, offence: int) -> JudgeAnswer:
    warned = offence > 1
    points = Option("points", f"Penalty points against {side_name(side)}; the book fixes no number.")
    return q.discretion(
        f"{side_name(side)} has been warned and goes on making illegal moves. The director may give penalty points."
        if warned
        else f"{side_name(side)} keeps making illegal moves. The director may give a warning.",
        clauses=("bws:4.2.3.4",),
        factors=(f"this is offence {offence}", "whether it was deliberate"),
        usual=(points,) if warned else (Option("warning", f"{side_name(side)} is warned."),),
        forbidden=() if warned else ("penalty points without an earlier warning",),
        appeal=appeal(q),
    )


@incident(
    "groundless_video_call",
    "A technical specialist was called without good reason",
    words=("video check for nothing", "groundless video", "called the specialist", "video review"),
    questions=(
        _WHO,
        Question("left", "What time has the player left?", FactType.DURATION, most=_DAY),
        Question("amount", "How much does the arbiter take?", FactType.DURATION, most=_DAY),
        EARLIER,
    ),
    clauses={"ibf": ("ibf:18.3b",)},
)
def groundless_video_call(q: Inquiry) -> JudgeAnswer:
    """Up to half of the remaining time, at the arbiter's discretion."""
    side, left = q.side("who"), q.need("left")
    most = longest_video_cut(left)
    if not q.given("amount", gains="with an amount the time left is told."):
        return q.discretion(
            f"{side_name(side)} may lose up to {time_text(most)}, half of the time left, and keeps at least "
            f"{time_text(left - most)}. The arbiter decides.",
            clauses=("ibf:18.3b",),
            factors=("whether there was any reason for the call",),
            usual=(
                Option(
                    "half",
                    f"{time_text(most)} off.",
                    (ChangeClock(side, -most),),
                    consequences=_video_clocks(side, left - most),
                ),
            ),
            forbidden=(f"taking more than {time_text(most)}",),
        )
    amount = q.need("amount")
    if amount > most:
        raise q.wrong("amount", f"at most {time_text(most)}, half of the time left")
    return q.ruling(
        f"{side_name(side)} loses {time_text(amount)} for calling the specialist without good reason and has "
        f"{time_text(left - amount)} left.",
        clauses=("ibf:18.3b",),
        remedies=(ChangeClock(side, -amount),) if amount else (PlayOn(),),
        penalties=(Penalty(side, PenaltyStep.TIME, q.offence(side), time=amount),),
        then=_video_clocks(side, left - amount) if amount else UNCHANGED,
    )


def _video_clocks(side: Side, left: int) -> Consequences:
    return Consequences(clocks=(left, None) if side is Side.WHITE else (None, left))
