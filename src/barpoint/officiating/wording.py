"""Rulings in words: remedies, penalties, options and appeals as an arbiter reads them out or a case file has them."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import assert_never

from barpoint.board import Side
from barpoint.match.format import ClockRules
from barpoint.officiating import remedy as r
from barpoint.officiating.answer import Answer, Appeal, Discretion, NeedFacts, Option, Penalty, Ruling, Step
from barpoint.officiating.facts import Fact, FactType, Question
from barpoint.officiating.record import Entry
from barpoint.officiating.topics.wording import counted, named, of_day, spoken
from barpoint.rulebook.catalogue import clause

Names = Mapping[Side, str]
LABELS = (
    "Asked", "Wrong", "Say", "Do", "Choice of", "Option", "Penalty", "Weigh", "Usual", "Never", "Elsewhere", "Appeal",
    "Note", "Clause",
)  # fmt: skip
"""The labels of `answer_lines`, in their order."""
HEADS = {Ruling: "Ruling", NeedFacts: "A fact is missing", Discretion: "A person decides"}
SIDES: Names = {side: named(side) for side in Side}
_LEVELS = {1: "", 2: " as a gammon", 3: " as a backgammon"}
_STEPS = {
    Step.NONE: "no penalty",
    Step.REMINDER: "a reminder",
    Step.WARNING: "a warning",
    Step.TIME: "time",
    Step.POINTS: "penalty points",
    Step.GAME: "loss of the game",
    Step.MATCH: "loss of the match",
    Step.EXPULSION: "expulsion",
}


def answer_lines(answer: Answer, names: Names = SIDES) -> Iterator[tuple[str, str]]:
    """An answer as lines of a label and what it says, in the order it is read."""
    if isinstance(answer, NeedFacts):
        yield "Asked", answer.question.text
        if answer.wrong:
            yield "Wrong", answer.wrong
        return
    yield "Say", answer.say
    if isinstance(answer, Ruling):
        yield from (("Do", remedy_text(remedy, names)) for remedy in answer.remedies)
        if answer.choice_of:
            yield "Choice of", answer.choice_of
        yield from (("Option", f"{option.name}: {option_text(option, names)}") for option in answer.options)
        yield from _penalty_lines(answer.penalties, names)
    else:
        yield from (("Weigh", factor) for factor in answer.factors)
        yield from (("Usual", f"{option.name}: {option_text(option, names)}") for option in answer.usual)
        yield from (("Never", forbidden) for forbidden in answer.forbidden)
        yield from (("Elsewhere", ", ".join(rows)) for _, rows in answer.elsewhere)
    if answer.appeal is not None:
        yield "Appeal", appeal_text(answer.appeal)
    yield from (("Note", note) for note in answer.notes)
    yield from (("Clause", f"{row} {clause(row).title}") for row in answer.clauses)


def _penalty_lines(penalties: Iterable[Penalty], names: Names) -> Iterator[tuple[str, str]]:
    """Penalties; what may be imposed is numbered, for whoever imposes it."""
    number = 0
    for penalty in penalties:
        number += penalty.optional
        yield "Penalty", penalty_text(penalty, names) + (f" [{number}]" if penalty.optional else "")


def remedy_text(remedy: r.Remedy, names: Names = SIDES) -> str:  # one line a remedy
    """What is done, in a sentence."""
    match remedy:
        case r.PlayOn():
            return "Nothing is changed."
        case r.RollAgain():
            return f"{names[remedy.side]} rolls again."
        case r.RollStands():
            return f"{names[remedy.side]}'s roll stands."
        case r.PlayAgain():
            return f"{names[remedy.side]} takes the play back and plays the roll legally."
        case r.RestoreVersion():
            return f"The game goes back to how it stood at version {remedy.version} of the log."
        case r.SetPosition():
            return _position(remedy, names)
        case r.SetCube():
            where = "in the middle" if remedy.owner is None else f"on {names[remedy.owner]}'s side"
            return f"The cube is set to {remedy.value}, {where}."
        case r.SetScore():
            return f"The score is set to {_score(remedy.score, names)}."
        case r.SetLength():
            again = ", and the score is worked out anew from the first game" if remedy.recompute else ""
            return f"The match is played to {counted(remedy.points, 'point')}{again}."
        case r.ChangeClock():
            change = f"gains {spoken(remedy.change)}" if remedy.change >= 0 else f"loses {spoken(-remedy.change)}"
            return f"{names[remedy.side]} {change} of reserve."
        case r.BringClock():
            return _clock(remedy.rules, remedy.reserve, names)
        case r.PutClockAway():
            return "The rest is played without a clock."
        case r.GivePoints():
            change = "gets" if remedy.points >= 0 else "loses"
            return f"{names[remedy.side]} {change} {counted(abs(remedy.points), 'point')}."
        case r.LoseGame():
            return f"{names[remedy.side]} loses the game{_LEVELS[remedy.level]}."
        case r.NewGame():
            return "The game counts for nobody and is begun anew."
        case r.LoseMatch():
            return f"{names[remedy.side]} loses the match."
        case r.Instruct():
            return remedy.text
        case _:
            assert_never(remedy)


def _position(remedy: r.SetPosition, names: Names) -> str:
    turn = "" if remedy.turn is None else f", {names[remedy.turn]} to play"
    dice = "" if remedy.dice is None else f" {remedy.dice[0]}-{remedy.dice[1]}"
    return f"The checkers are set to {remedy.position}{turn}{dice}."


def _clock(rules: ClockRules, reserve: tuple[int, int] | None, names: Names) -> str:
    white, black = reserve if reserve is not None else (rules.reserve, rules.reserve)
    each = f"{spoken(white)} for {names[Side.WHITE]}, {spoken(black)} for {names[Side.BLACK]}"
    each = f"{spoken(white)} each" if white == black else each
    return f"The rest is played with a clock: {each}, and {spoken(rules.delay)} a turn."


def _score(score: tuple[int, int], names: Names) -> str:
    return f"{names[Side.WHITE]} {score[0]}, {names[Side.BLACK]} {score[1]}"


def option_text(option: Option, names: Names = SIDES) -> str:
    """A way to go on, and what its words leave out: a position, a score, a time."""
    done = " ".join(remedy_text(one, names) for one in option.remedies if not isinstance(one, _SAID))
    return f"{option.text.rstrip('.')}. {done}".strip()


_SAID = (r.PlayOn, r.RollAgain, r.RollStands, r.PlayAgain, r.RestoreVersion, r.BringClock, r.NewGame, r.LoseMatch)


def penalty_text(penalty: Penalty, names: Names = SIDES) -> str:
    """Who gets what, for which offence."""
    offence = (f"offence {penalty.offence}",) if penalty.offence > 1 else ()
    said = ", ".join((*_sanction(penalty, due=penalty.later), *offence))
    who = "" if penalty.side is None else f"{names[penalty.side]}: "
    return f"{who}{said}{' (may be imposed)' if penalty.optional else ''}"


def entry_text(entry: Entry) -> str:
    """A line of somebody's record."""
    case = (f"case {entry.case}",) if entry.case else ()
    return f"{entry.kind.replace('_', ' ') or 'ruling'}: {', '.join((*_sanction(entry, due=entry.due_next), *case))}"


def _sanction(one: Penalty | Entry, *, due: bool) -> Iterator[str]:
    """How heavy it is, and where it falls."""
    if one.points:
        yield counted(one.points, "penalty point")
    if one.time:
        yield f"{spoken(one.time)} of reserve"
    if not one.points and not one.time:
        yield _STEPS[one.step]
    if due:
        yield "due in the next match"
    if one.barred_until:
        yield f"barred from events until {one.barred_until}"


def appeal_text(appeal: Appeal) -> str:
    """Who may appeal, until when, and by which clauses."""
    rows = f" ({', '.join(appeal.clauses)})" if appeal.clauses else ""
    return f"by {appeal.by}, {appeal.until}{rows}" if appeal.allowed else f"none{rows}"


def fact_text(question: Question | None, value: Fact) -> str:
    """A fact as people say it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if question is not None and question.type is FactType.DURATION and isinstance(value, int):
        return spoken(value)
    if question is not None and question.type is FactType.MOMENT and isinstance(value, int):
        return of_day(value)
    if question is not None and question.type is FactType.SIDE:
        return str(value).capitalize()
    return str(value).replace("_", " ") if question is not None and question.choices else str(value)


def moment_text(at: int) -> str:
    """A moment of the log, in universal time."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
