"""How games and matches end and are reported: disputed claims, concessions, agreed results, wrong postings."""

from barpoint.board import Level, Refusal, Side
from barpoint.officiating.answer import Consequences, JudgeAnswer, Option, Penalty, PenaltyStep
from barpoint.officiating.facts import EARLIER, FactType, Question
from barpoint.officiating.incidents import Inquiry, incident, rule_under
from barpoint.officiating.phrases import (
    quantity,
    side_name,
    time_text,
)
from barpoint.officiating.readings import reading
from barpoint.officiating.remedy import ChangeClock, Instruct, LoseGame, LoseMatch, PlayOn
from barpoint.officiating.topics.appeal_rights import appeal
from barpoint.officiating.topics.clock.clock_errors import CLOCK_TIMES, told_times
from barpoint.officiating.topics.clock.lateness import read_stake
from barpoint.officiating.topics.scoring.settled_game import (
    DICE,
    LEVEL_NAMES,
    LEVELS,
    ON_TURN,
    POSITION,
    STAKE,
    decides_match,
    read_end,
)
from barpoint.rulebook.tariff import wrongly_settled


@incident(
    "claim_disputed",
    "A claim that the game is settled is disputed",
    words=(
        "he claims the game",
        "I have won whatever happens",
        "disputed claim",
        "the game is settled",
        "claims a gammon",
    ),
    questions=(
        Question("claimer", "Who claims?", FactType.SIDE),
        Question("level", "What is claimed?", FactType.CHOICE, tuple(LEVELS)),
        POSITION,
        ON_TURN,
        DICE,
        *STAKE,
        Question("time_out", "Was the claim made because time ran out?", FactType.YES_NO),
        Question("settled", "Does the director find that the game is settled?", FactType.YES_NO),
        *CLOCK_TIMES,
    ),
    clauses={
        "usbgf": ("usbgf:4.5.2a", "usbgf:4.5.2b", "usbgf:4.5.2c", "usbgf:4.3.4-8"),
        "bws": ("bws:4.3.2.8a", "bws:4.3.2.8b"),
        "ibf": ("ibf:15.1", "ibf:15.2", "ibf:15.3b", "ibf:3.12d"),
    },
)
def claim_disputed(q: Inquiry) -> JudgeAnswer:
    """The test of 1-2 against 6-6 under usbgf; the director's finding and two minutes under bws."""
    claimer = q.side("claimer")
    if q.book == "bws":
        return _settlement(q, claimer)
    level, end = LEVELS[q.need("level")], read_end(q, claimer)
    on_turn = end.on_turn
    test = end.claim(claimer, level)
    if isinstance(test, Refusal):
        raise q.wrong("position", "no claim can be made here: the sides are still in contact (usbgf:4.5.2a)")
    out = q.get("time_out", default=False)
    if claimer is not on_turn and not out:
        raise q.wrong("on_turn", "a claim is made in one's own turn, or when one's time runs out (usbgf:4.5.2a)")
    count = (
        f"With 1-2 {side_name(claimer)} needs {quantity(test.claimer_turns, 'turn')}; "
        f"with 6-6 {side_name(claimer.other)} needs {quantity(test.opponent_turns, 'turn')}."
    )
    on_time = ("usbgf:4.3.4-8",) if out else ()
    if test.holds and out and not decides_match(q, claimer, level):
        return q.ruling(
            f"The claim holds, but {level.name.lower()} does not win {side_name(claimer)} the match. "
            "So the match is lost on time.",
            clauses=("usbgf:4.3.4-8", "usbgf:4.5.2b"),
            remedies=(LoseMatch(claimer),),
            appeal=appeal(q),
            notes=(count,),
        )
    if test.holds:
        read_stake(q)
        return q.ruling(
            f"The claim holds even if {side_name(claimer)} rolls 1-2 and {side_name(claimer.other)} 6-6 from now on. "
            f"The game ends at once, scored as claimed.",
            clauses=("usbgf:4.5.2b", "usbgf:4.5.2a", *on_time),
            remedies=(LoseGame(claimer.other, int(level)),),
            appeal=appeal(q),
            notes=(count,),
        )
    return q.ruling(
        "The claim does not hold against the worst and best rolls. "
        + (
            "It fails, and the match is lost on time; either player may first have it played out with those rolls."
            if out
            else "The game is played on."
        ),
        clauses=("usbgf:4.5.2b", "usbgf:4.5.2c", *on_time),
        remedies=(LoseMatch(claimer) if out else PlayOn(),),
        appeal=appeal(q),
        notes=(count,),
    )


@rule_under("claim_disputed", "ibf")
def _claim_without_effect(q: Inquiry) -> JudgeAnswer:
    """Under ibf only who is losing may end a game before its end: a claim that is disputed changes nothing."""
    claimer = q.side("claimer")
    other = side_name(claimer.other)
    return q.ruling(
        f"The claim does not end the game. The arbiter has it played out from this position, with cube and score as "
        f"they are, unless {other} resigns.",
        clauses=q.kind.clauses["ibf"],
        remedies=(PlayOn(),),
        notes=(
            f"Only {other} may resign, in a position without contact, and nobody else can do it for {other}.",
            "The clocks may stand for at most 30 seconds while it is settled or the arbiter is called (ibf:3.12a).",
        ),
        then=Consequences(game="goes_on"),
    )


def _settlement(q: Inquiry, claimer: Side) -> JudgeAnswer:
    level = LEVELS[q.need("level")]
    if _is_settled(q, claimer, level):
        read_stake(q)
        return q.ruling(
            f"The game is settled in {side_name(claimer)}'s favour ({LEVEL_NAMES[level]}). Both players write the "
            "result down.",
            clauses=("bws:4.3.2.8a",),
            remedies=(LoseGame(claimer.other, int(level)),),
            appeal=appeal(q),
        )
    told_times(q)
    return q.ruling(
        f"The game is not settled: {side_name(claimer.other)} gets {time_text(wrongly_settled(0))} more. "
        "The clock is restarted and the game is played out.",
        clauses=("bws:4.3.2.8b",),
        remedies=(ChangeClock(claimer.other, wrongly_settled(0)),),
        appeal=appeal(q),
        then=Consequences(game="goes_on"),
    )


def _is_settled(q: Inquiry, claimer: Side, level: Level) -> bool:
    """By the position if it is told, otherwise as the director finds."""
    if not q.given("position", gains="with the position it is worked out whether the game is settled."):
        return bool(q.need("settled"))
    end = read_end(q)
    if not end.is_decided(claimer):
        return bool(q.need("settled"))
    certain = end.certain_level(claimer)
    return certain is not None and certain >= level


@incident(
    "unreasonable_ending",
    "A concession or claim was made or refused unreasonably",
    words=(
        "refuses my resignation",
        "claims more than he can get",
        "wasting time instead of resigning",
        "resigned a single game but it was a gammon",
    ),
    questions=(
        Question("by", "Whose conduct is it?", FactType.SIDE),
        Question(
            "what",
            "What did that player do?",
            FactType.CHOICE,
            ("refused_worst_concession", "conceded_too_little", "rejected_mildest_claim", "claimed_too_much"),
        ),
        Question("obvious", "Was it instantly seen, or known to that player?", FactType.YES_NO),
        EARLIER,
    ),
    clauses={"usbgf": ("usbgf:4.5.1e", "usbgf:4.5.2d")},
)
def unreasonable_ending(q: Inquiry) -> JudgeAnswer:
    """A sanction is open if the conduct was unreasonable and delays play."""
    by, what = q.side("by"), q.need("what")
    rows = ("usbgf:4.5.1e",) if "conce" in what else ("usbgf:4.5.2d",)
    if not q.need("obvious"):
        return q.ruling(
            "A player may doubt a concession or a claim that is not plain at sight. The game goes on.",
            clauses=rows,
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    return q.discretion(
        f"{side_name(by)}'s conduct is unreasonable and delays play. The director may sanction it.",
        clauses=rows,
        factors=("how much delay it causes", f"offence {q.offence(by)} of its kind"),
        usual=(Option("warning", "A warning", ()), Option("penalty", "A penalty the director finds just")),
        appeal=appeal(q),
    )


@incident(
    "agreed_result",
    "The players agreed on a result",
    words=("they agreed a draw", "split the match", "gave him one point by agreement", "let his friend win"),
    questions=(
        Question("contact", "Were the sides still in contact?", FactType.YES_NO),
        Question("resignation", "Was it a resignation that the opponent accepted?", FactType.YES_NO),
        Question("certain", "Was any other result impossible?", FactType.YES_NO),
    ),
    clauses={
        "ibf": ("ibf:15.3b", "ibf:15.2"),
        "usbgf": ("usbgf:4.5a", "usbgf:4.2.4a"),
        "bws": ("bws:4.5c", "bws:4.5b", "bws:4.3.2.8a"),
        "guide": ("guide:2.1.2a", "guide:1.2.1b", "guide:5.12b"),
    },
)
def result_by_agreement(q: Inquiry) -> JudgeAnswer:
    """Void, but for a resignation without contact; bws and guide may punish it."""
    allowed = q.need("resignation") and (q.need("certain") if q.book == "guide" else not q.need("contact"))
    if allowed:
        row = {"ibf": "ibf:15.2", "usbgf": "usbgf:4.5a", "bws": "bws:4.5b", "guide": "guide:5.12b"}[q.book]
        return q.ruling(
            "This resignation is one of the ways a game may end. The result stands.",
            clauses=(row,),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    if q.book == "bws" and q.need("certain"):
        return q.ruling(
            "Both players found the game settled, and no other result was possible. They write it down, and it stands.",
            clauses=("bws:4.3.2.8a",),
            remedies=(PlayOn(),),
            appeal=appeal(q),
            notes=(reading("people-7"),),
        )
    say = "Players may not agree on a result. What was agreed is void, and play goes on from where it stood."
    back = (Instruct("Restore the position and play on."),)
    if q.book in ("ibf", "usbgf"):
        rows = q.kind.clauses["usbgf"] if q.book == "usbgf" else ("ibf:15.3b",)
        note = {
            "ibf": "Whoever loses on purpose is excluded and may be disqualified (ibf:17.3).",
            "usbgf": "They may ask the director to declare a late match drawn, or shorter (usbgf:4.8.1.2b).",
        }[q.book]
        return q.ruling(say, clauses=rows, remedies=back, appeal=appeal(q), notes=(note,))
    bws = q.book == "bws"
    return q.discretion(
        f"{say} The director decides on a sanction.",
        clauses=("bws:4.5c",) if bws else q.kind.clauses["guide"],
        factors=("whether it was meant to favour one of them", "who proposed it", "what it changed for others"),
        usual=(
            Option("void", "The agreement is void", back),
            *(_bws_sanctions() if bws else ()),
        ),
        forbidden=("to let the agreed result stand",),
        appeal=appeal(q),
    )


def _bws_sanctions() -> tuple[Option, ...]:
    out = (Option(f"out_{side.value}", f"{side_name(side)} is disqualified", (LoseMatch(side),)) for side in Side)
    return (*out, Option("bar", "One or both are barred from tournaments for a time", ()))


@incident(
    "result_unreported",
    "A result was not reported at once",
    words=("did not report the result", "took a break before reporting", "left without reporting"),
    questions=(
        Question("checked", "Had the player personally checked that the right result was posted?", FactType.YES_NO),
        Question("winner", "Who won?", FactType.SIDE),
    ),
    clauses={
        "usbgf": ("usbgf:4.7a", "usbgf:4.7c", "usbgf:4.7e"),
        "bws": ("bws:4.6a",),
        "guide": ("guide:5.14d",),
    },
)
def result_unreported(q: Inquiry) -> JudgeAnswer:
    """Whose duty it was, and what may follow."""
    if q.book == "usbgf" and q.need("checked"):
        return q.ruling(
            "The right result was already posted, and the player had checked it. No report was due.",
            clauses=("usbgf:4.7c",),
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    winner = q.side("winner")
    if q.book == "bws":
        return q.ruling(
            f"{side_name(winner)} won and had to report at once. {side_name(winner)} is reminded to do so now.",
            clauses=("bws:4.6a",),
            remedies=(Instruct("Report the result now."),),
            penalties=(Penalty(winner, PenaltyStep.REMINDER),),
            appeal=appeal(q),
        )
    usbgf = q.book == "usbgf"
    return q.ruling(
        "Both players have to see that the result is reported and posted. They do so now."
        + (" A sanction is open even if no delay penalty is due." if usbgf else ""),
        clauses=("usbgf:4.7a", "usbgf:4.7e") if usbgf else ("guide:5.14d",),
        remedies=(Instruct("Report the result now."),),
        penalties=tuple(Penalty(side, PenaltyStep.WARNING, optional=True) for side in Side) if usbgf else (),
        appeal=appeal(q),
    )


@incident(
    "wrong_result_posted",
    "A wrong result was posted",
    words=("the wrong winner is on the draw sheet", "posted result is wrong", "correct a result"),
    questions=(
        Question("later_match", "Has either player begun a later match?", FactType.YES_NO),
        Question("soon", "Was it raised within a reasonable time?", FactType.YES_NO),
    ),
    clauses={"usbgf": ("usbgf:4.7d",), "bws": ("bws:4.6c",)},
)
def wrong_result_posted(q: Inquiry) -> JudgeAnswer:
    """Corrected in time; once later matches have begun usbgf weighs, bws does not change it."""
    soon, begun = q.need("soon"), q.need("later_match")
    rows = q.kind.clauses[q.book]
    put_right = (Instruct("Correct the posted result."),)
    if soon and not begun:
        return q.ruling(
            "The wrong posting was raised in time. The posted result is corrected.",
            clauses=rows,
            remedies=put_right,
            appeal=appeal(q),
        )
    if q.book == "bws":
        return q.ruling(
            ("A player has begun a later match" if begun else "Too much time has passed")
            + ", so the result can no longer be corrected. It stands as posted.",
            clauses=rows,
            remedies=(PlayOn(),),
            appeal=appeal(q),
        )
    return q.discretion(
        "A wrong result may be corrected within a reasonable time, even after later matches have begun. "
        "The director weighs what is fair to everyone concerned.",
        clauses=rows,
        factors=("time passed", "later matches begun or finished", "who else is affected", "who could have noticed"),
        usual=(
            Option("correct", "The posting is corrected", put_right),
            Option("stands", "It stands", (PlayOn(),)),
        )[:: 1 if soon else -1],  # the likelier first
        appeal=appeal(q),
    )
