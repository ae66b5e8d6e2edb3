"""Breaks both players have a part in: both left during one, or they lengthened it by themselves."""

from dataclasses import replace
from typing import Final

from barpoint.board import Side
from barpoint.officiating.answer import Consequences, JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import FactType, Question
from barpoint.officiating.incidents import Inquiry, incident
from barpoint.officiating.phrases import quantity, side_name, time_of_day, time_text
from barpoint.officiating.remedy import Instruct, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.breaks import CHARGED, DAY, OVERRUN_READINGS, STARTED
from barpoint.officiating.topics.clock.lateness import (
    LENGTH,
    SCORES,
    Charge,
    after_points,
    charge_for,
    charge_text,
    consequences,
    delay_figures,
    read_score,
)
from barpoint.rulebook.tariff import BreakReserve, Delay, tacit_break


@incident(
    "both_left",
    "Both players left during a break",
    words=("both left", "opponent gone too", "came back and opponent was gone", "other player also left"),
    questions=(
        Question("caller", "Who called the break?", FactType.SIDE),
        Question("called", "When did it begin?", FactType.MOMENT),
        Question("caller_back", "When was the caller back and ready?", FactType.MOMENT),
        Question("other_back", "When was the other player back?", FactType.MOMENT),
        Question("waiting", "Was the caller still there then?", FactType.YES_NO),
        LENGTH,
        STARTED,
        *(
            Question(
                f"drawn_{side.value}",
                f"How much break time had {side_name(side)} used before?",
                FactType.DURATION,
                most=DAY,
            )
            for side in Side
        ),
        *CHARGED,
        *SCORES,
    ),
    clauses={"usbgf": ("usbgf:2.2.2l", "usbgf:2.2.2m", "usbgf:2.2.2n", "usbgf:2.2.2e")},
)
def both_left(q: Inquiry) -> JudgeAnswer:
    """The other player is taken to have called a break of their own once two minutes and the caller's are over."""
    caller, called = q.side("caller"), q.need("called")
    back, other = q.moment_after("caller_back", called), q.moment_after("other_back", called)
    for key, moment in (("caller_back", back), ("other_back", other)):
        if moment < called:
            raise q.wrong(key, "nobody comes back before the break begins")
    waiting = bool(q.need("waiting"))
    own = tacit_break(called, back, other, caller_waiting=waiting)
    own_time = 0 if own is None else own[1] - own[0]
    began = f" It began at {time_of_day(own[0])}." if own else ""
    rows = (*(("usbgf:2.2.2l", "usbgf:2.2.2m") if waiting else ("usbgf:2.2.2n",)), "usbgf:2.2.2e")
    away = {caller: (called, back), **({caller.other: own} if own else {})}
    charges = _charges(q, away)
    remedies, penalties = consequences(charges) if charges else ((PlayOn(),), ())
    late = {charge.side: charge.delay.breaks for charge in charges}
    drawn = {side: end - start - late.get(side, 0) for side, (start, end) in away.items()}
    drawn_from = tuple(
        Instruct(f"Draw {time_text(time)} from {side_name(side)}'s break time.") for side, time in drawn.items()
    )
    then = delay_figures(
        q,
        charges,
        {side: end for side, (_, end) in away.items()},
        q.need("length") if charges else 0,
        back=tuple(away),
    )
    new = any(charge.new for charge in charges)
    return q.ruling(
        f"{side_name(caller)}'s break lasted {time_text(back - called)}. "
        f"{side_name(caller.other)} is charged with a break of {time_text(own_time)}.{began}"
        + "".join(f" {charge_text(charge)}" for charge in charges),
        clauses=tuple(dict.fromkeys((*rows, *(row for charge in charges for row in charge.assessment.clauses)))),
        remedies=(*drawn_from, *(one for one in remedies if one != PlayOn())),
        penalties=penalties,
        notes=(
            *(() if waiting else ("A second absence of the caller is a break of its own.",)),
            *(() if charges else (_THEN_DELAY,)),
            *(after_points(q, charges, q.need("length"), read_score(q, q.need("length"))) if new else ()),
            *((OVERRUN_READINGS["usbgf"],) if charges else ()),
        ),
        then=replace(
            then if charges else Consequences(),
            break_time_drawn=(drawn.get(Side.WHITE, 0), drawn.get(Side.BLACK, 0)),
        ),
    )


_THEN_DELAY: Final = "What goes beyond a player's break time is delay, and costs what lateness costs (usbgf:2.2.2e)."


def _charges(q: Inquiry, away: dict[Side, tuple[int, int]]) -> tuple[Charge, ...]:
    """What each absence comes to as delay, where it is told when play began and to how many points it goes."""
    if not q.given("started", "length", gains="with start and length it is worked out what of it is delay."):
        return ()
    charges = []
    for side, (start, end) in away.items():
        if start < q.need("started"):
            raise q.wrong("started", "the break began before the match")
        state = BreakReserve(since=q.need("started"), drawn=q.need(f"drawn_{side.value}"), granted=0)
        before = q.need(f"charged_{side.value}")
        delay = Delay(start=before, breaks=state.away(start, end).delay)
        charge = charge_for(q, side, delay, before, q.need("length"))
        assert charge is not None, "usbgf has a scale"
        charges.append(charge)
    return tuple(charges)


_USBGF_BUDGET: Final = " That is six minutes for every hour since the start, less what was drawn before."


@incident(
    "agreed_break",
    "The players agreed on a longer break by themselves",
    words=("agreed to a longer break", "stretched dinner", "both agreed to pause", "extended break together"),
    questions=(
        Question("approved", "Had the director approved?", FactType.YES_NO),
        Question("points", "How many points has the director decided on?", FactType.COUNT, least=1, most=25),
    ),
    clauses={
        "guide": ("guide:2.2.5e",),
        "usbgf": ("usbgf:2.2.4e", "usbgf:2.2.2c", "usbgf:2.2.2e", "usbgf:2.2.3a"),
        "bws": ("bws:1.2.2", "bws:2.2.4f", "bws:2.2.3a"),
    },
)
def break_by_agreement(q: Inquiry) -> JudgeAnswer:
    """Players cannot agree on the event's time without the director."""
    approved = q.need("approved")
    rows = {
        "guide": ("guide:2.2.5e",),
        "usbgf": ("usbgf:2.2.3a",) if approved else ("usbgf:2.2.4e", "usbgf:2.2.2c", "usbgf:2.2.2e"),
        "bws": ("bws:2.2.3a",) if approved else ("bws:1.2.2", "bws:2.2.4f"),
    }[q.book]
    if approved:
        return q.ruling("The director approved the longer break. Nobody is penalised.", clauses=rows)
    if q.book != "guide":
        return q.ruling(
            "Players cannot waive each other's delay: each is charged with the time the break took beyond theirs."
            + (_USBGF_BUDGET if q.book == "usbgf" else ""),
            clauses=rows,
            remedies=(Instruct("Rule on each player's break as overrun."),),
        )
    if q.given("points", gains="with a number the points are entered for both."):
        points = q.need("points")
        return q.ruling(
            f"Each player has {quantity(points, 'penalty point')} in the next match for lengthening the break.",
            clauses=rows,
            penalties=tuple(Penalty(side, PenaltyStep.POINTS, points=points, later=True) for side in Side),
            appeal=appeal(q),
        )
    return q.discretion(
        "The players may not lengthen a break by themselves. Both may be penalised in their next match.",
        clauses=rows,
        factors=("how long", "whether others had to wait"),
        usual=(
            Option(
                "next_match",
                "A penalty point against each in the next match.",
                penalties=tuple(Penalty(side, PenaltyStep.POINTS, points=1, later=True) for side in Side),
            ),
            Option("none", "No penalty."),
        ),
        forbidden=("a penalty on one of them alone",),
        appeal=appeal(q),
    )
