"""Rulings in words: remedies, penalties, options and appeals as an arbiter reads them out or a case file has them."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final, assert_never

from barpoint.board import Side
from barpoint.match.format import ClockRules
from barpoint.officiating import remedy as r
from barpoint.officiating.answer import (
    ROLL_WAITS,
    Appeal,
    Assumption,
    Consequences,
    Discretion,
    JudgeAnswer,
    NeedFacts,
    Option,
    Penalty,
    PenaltyStep,
    Ruling,
    Threshold,
)
from barpoint.officiating.facts import Facts, FactType, FactValue, Question
from barpoint.officiating.judgement import incident_definition
from barpoint.officiating.penalty_record import PenaltyEntry
from barpoint.officiating.phrases import (
    quantity,
    time_of_day,
    time_text,
    value_text,
)
from barpoint.officiating.presentation.choices import choice_sentence
from barpoint.officiating.presentation.player_names import SIDE_NAMES, SideNames, side_word, with_names
from barpoint.rulebook import clause

LABELS = (
    "Asked", "Wrong", "Say", "Do", "Then", "Choice of", "Option", "Penalty", "Weigh", "Usual", "Never", "Elsewhere",
    "Appeal", "Assumed", "Reading", "Note", "Under", "Relied on", "No part", "Clause",
)  # fmt: skip
"""The labels of `answer_lines`, in their order."""
HEADS = {Ruling: "Ruling", NeedFacts: "A fact is missing", Discretion: "A person decides"}
_LEVELS = {1: "", 2: " as a gammon", 3: " as a backgammon"}
_STEPS = {
    PenaltyStep.NONE: "no penalty",
    PenaltyStep.REMINDER: "a reminder",
    PenaltyStep.WARNING: "a warning",
    PenaltyStep.TIME: "time",
    PenaltyStep.POINTS: "penalty points",
    PenaltyStep.GAME: "loss of the game",
    PenaltyStep.MATCH: "loss of the match",
    PenaltyStep.EXPULSION: "expulsion",
}


def answer_lines(answer: JudgeAnswer, names: SideNames = SIDE_NAMES) -> Iterator[tuple[str, str]]:
    """An answer as lines of a label and what it says, in the order it is read, with the players' names."""
    return ((label, with_names(text, names)) for label, text in _lines(answer, names))


def _lines(answer: JudgeAnswer, names: SideNames) -> Iterator[tuple[str, str]]:
    if isinstance(answer, NeedFacts):
        yield "Asked", answer.question.text
        if answer.wrong:
            yield "Wrong", answer.wrong
        return
    yield "Say", answer.say
    if isinstance(answer, Ruling):
        yield from (("Do", _crawford_cube(line, answer.consequences)) for line in remedy_lines(answer.remedies, names))
        yield from (("Then", line) for line in consequence_lines(answer.consequences, names, answer.book))
        if answer.choice_of:
            yield "Choice of", side_word(answer.choice_of, names)
        yield from (("Option", f"{option.name}: {option_text(option, names)}") for option in answer.options)
        yield from _penalty_lines(answer.penalties, names)
    else:
        yield from (("Then", line) for line in consequence_lines(answer.consequences, names, answer.book))
        yield from (("Weigh", factor) for factor in answer.factors)
        yield from (("Usual", f"{option.name}: {option_text(option, names)}") for option in answer.usual)
        yield from (("Never", forbidden) for forbidden in answer.forbidden)
        yield from (("Elsewhere", ", ".join(rows)) for _, rows in answer.elsewhere)
    if answer.appeal is not None:
        yield "Appeal", appeal_text(answer.appeal)
    yield from (("Assumed", assumption_text(answer.kind, assumption, names)) for assumption in answer.assumptions)
    yield from (("Reading", f"{reading.text} [{reading.id}]") for reading in answer.readings)
    yield from (("Note", note) for note in answer.notes)
    if answer.under:
        yield "Under", answer.under
    for label, facts in (("Relied on", answer.relied_on), ("No part", answer.no_part)):
        if facts:
            texts = fact_texts(answer.kind, facts, names)
            yield label, "; ".join(f"{_asked(answer.kind, key)} {text}" for key, text in texts.items())
    yield from (("Clause", f"{row} {clause(row).title}") for row in answer.clauses)


def _asked(kind: str, key: str) -> str:
    """What a fact answers, as it was asked; a key says nothing to people."""
    question = incident_definition(kind).questions.get(key)
    text = question.text if question is not None else key.replace("_", " ")
    return text if text.endswith(("?", ")")) else f"{text}:"


def fact_texts(kind: str, facts: Facts, names: SideNames = SIDE_NAMES) -> dict[str, str]:
    """Facts of a kind as people say them, by their keys."""
    questions = incident_definition(kind).questions
    return {key: fact_text(questions.get(key), value, names, kind=kind) for key, value in facts.items()}


def assumption_text(kind: str, assumption: Assumption, names: SideNames = SIDE_NAMES) -> str:
    """What was taken for granted, and what would follow otherwise."""
    question = incident_definition(kind).questions[assumption.key]
    if assumption.value in (None, ""):
        return f"{question.text} Not said; {assumption.otherwise}"
    value = fact_text(question, assumption.value, names, kind=kind)
    return f"{question.text} Taken as {value}. Otherwise {assumption.otherwise}"


def consequence_lines(then: Consequences, names: SideNames = SIDE_NAMES, book: str = "") -> Iterator[str]:
    """What a ruling changes, a line for each figure; `book` says whether the scale of delay is its own."""
    borrowed = f", by the scale of {_SCALE_OF[book]}" if book in _SCALE_OF else ""
    if then.position:
        yield f"Position: {then.position}"
    if then.turn is not None or then.roll:
        who = names[then.turn] if then.turn is not None else "the player on turn"
        waits = then.pending.endswith(ROLL_WAITS)
        yield f"To go on: {who}" + (f", roll {then.roll}" if then.roll and not waits else "")
    if then.cube is not None:
        where = {"": "", "middle": ", in the middle", "out": ", out of play"}
        yield f"Cube: {then.cube}{where.get(then.cube_owner, '') or f', {side_word(then.cube_owner, names)}'}"
    if then.length is not None:
        yield f"Length: {then.length}"
    if then.points_won is not None:
        yield f"Points: {_score(then.points_won, names)}"
    if then.score is not None:
        yield f"Score: {_score(then.score, names)}"
    if then.crawford:
        yield _CRAWFORD[then.crawford]
    if then.game:
        yield _GAMES[then.game]
    if then.winner:
        yield (
            "The match is won by nobody."
            if then.winner == "nobody"
            else f"{side_word(then.winner, names)} wins the match."
        )
    if then.recorded is not None:
        yield f"Recorded score: {_score(then.recorded, names)}"
    if then.clocks is not None:
        shown = zip(Side, then.clocks, strict=True)
        yield "Clocks: " + ", ".join(
            f"{names[side]} {'untimed' if at is None else time_text(at)}"
            for side, at in shown
            if at is not None or side in then.untimed
        )
    elif then.clock_changes is not None:
        shown = zip(Side, then.clock_changes, strict=True)
        yield "Change of the clocks: " + ", ".join(
            f"{names[side]} {'+' if by > 0 else ''}{time_text(by)}" for side, by in shown if by
        )
    if then.delay is not None:
        each = zip(Side, then.delay, then.delay_points or (None, None), strict=True)
        label = "Delay" if book == "bws" else "Delay in all"  # each counts by itself: bws:2.2.4f
        yield f"{label}: " + ", ".join(
            f"{names[side]} {time_text(delay)}"
            + (f" ({quantity(points, 'point')}{borrowed})" if points is not None else "")
            for side, delay, points in each
            if delay is not None
        )
    yield from (
        _threshold(threshold, names) + (borrowed if threshold.what != "break_over" else "")
        for threshold in then.thresholds
    )
    if then.breaks_left is not None:
        yield f"Breaks left: {then.breaks_left}"
    if then.break_time_left is not None:
        yield f"Break time left: {time_text(then.break_time_left)}"
    if then.break_time_drawn is not None:
        both = zip(Side, then.break_time_drawn, strict=True)
        yield "Break time drawn: " + ", ".join(f"{names[side]} {time_text(time)}" for side, time in both)
    if then.play_may_change is not None:
        yield "The play may still be changed." if then.play_may_change else "The play may no longer be changed."
    yield from (line for line in (then.checker, then.pending) if line)
    if then.next_offence:
        yield f"The next time: {then.next_offence}"


_SCALE_OF = {"guide": "usbgf"}  # whose scale of penalty points is used where a book has none: time-6
_CRAWFORD = {
    "next_game": "The next game is the Crawford game.",
    "this_game": "The game in progress is the Crawford game.",
    "played": "The Crawford game has been played.",
    "none": "The next game is not the Crawford game.",
}
_GAMES = {
    "goes_on": "The game goes on.",
    "over": "The game is over.",
    "begun_anew": "The game is begun anew.",
    "void": "The game counts for nobody.",
}
_THRESHOLDS = {"point": "penalty point", "forfeit": "the match is lost", "break_over": "the break is over"}


def _threshold(threshold: Threshold, names: SideNames) -> str:
    points = f" ({quantity(threshold.points, 'penalty point')} in all)" if threshold.points else ""
    what = _THRESHOLDS[threshold.what] + points
    reached = "reached" if threshold.reached else "if still away"
    when = f", {reached} at {time_of_day(threshold.at)}" if threshold.at is not None else ""
    if threshold.what == "break_over":
        return f"{names[threshold.side]}: {what}{when.replace(', if still away', '')}"
    return f"{names[threshold.side]}: {what} at {time_text(threshold.delay)} of delay{when}"


def _penalty_lines(penalties: Iterable[Penalty], names: SideNames) -> Iterator[tuple[str, str]]:
    """Penalties; what may be imposed is numbered, for whoever imposes it."""
    number = 0
    for penalty in penalties:
        number += penalty.optional
        yield "Penalty", penalty_text(penalty, names) + (f" [{number}]" if penalty.optional else "")


def remedy_lines(remedies: tuple[r.Remedy, ...], names: SideNames = SIDE_NAMES) -> Iterator[str]:
    """What is done, a line for each; that nothing is changed is said only where nothing else is done."""
    done = [remedy for remedy in remedies if not isinstance(remedy, r.PlayOn)]
    return (remedy_text(remedy, names) for remedy in done or remedies)


def remedy_text(remedy: r.Remedy, names: SideNames = SIDE_NAMES) -> str:  # one line a remedy
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
        case r.FreePlay():
            of = "any roll" if remedy.any_roll else "the roll"
            return _named_move(remedy, names) or f"{names[remedy.side]} plays any legal move of {of}."
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
            again = ", and its games count as to that length" if remedy.recompute else ""
            return f"The match is played to {quantity(remedy.points, 'point')}{again}."
        case r.ChangeClock():
            change = f"gains {time_text(remedy.change)}" if remedy.change >= 0 else f"loses {time_text(-remedy.change)}"
            return f"{names[remedy.side]} {change} of reserve."
        case r.BringClock():
            return _clock(remedy.rules, remedy.reserve, names)
        case r.PutClockAway():
            return "The rest is played without a clock."
        case r.GivePoints():
            change = "gets" if remedy.points >= 0 else "loses"
            return f"{names[remedy.side]} {change} {quantity(abs(remedy.points), 'point')}."
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


def _named_move(remedy: r.FreePlay, names: SideNames) -> str:
    """The move that was chosen, in points of the side that plays it; "" while it is open."""
    if remedy.dice is None:
        return ""
    hops = " ".join(f"{_PLACES.get(source, source)}/{_PLACES.get(target, target)}" for source, target in remedy.hops)
    return f"{names[remedy.side]} plays {remedy.dice[0]}-{remedy.dice[1]}: {hops or 'no move'}."


_PLACES: Final = {25: "bar", 0: "off"}


def _position(remedy: r.SetPosition, names: SideNames) -> str:
    turn = "" if remedy.turn is None else f", {names[remedy.turn]} to play"
    dice = "" if remedy.dice is None else f" {remedy.dice[0]}-{remedy.dice[1]}"
    return f"The checkers are set to {remedy.position}{turn}{dice}."


def _clock(rules: ClockRules, reserve: tuple[int, int] | None, names: SideNames) -> str:
    white, black = reserve if reserve is not None else (rules.reserve, rules.reserve)
    reserves = f"{time_text(white)} for {names[Side.WHITE]}, {time_text(black)} for {names[Side.BLACK]}"
    reserves = f"{time_text(white)} each" if white == black else reserves
    for side in rules.untimed:
        reserves = f"{time_text(rules.reserve)} for {names[side.other]}, and {names[side]} is untimed"
    held = min(rules.trust, rules.reserve) if reserve is None else 0  # given reserves go onto the clock whole
    trust = f" {time_text(held)} of it is held in trust and not set on the clock." if held else ""
    return f"Played with a clock from here: {reserves}, and {time_text(rules.delay)} a turn.{trust}"


def _score(score: tuple[int, int], names: SideNames) -> str:
    return f"{names[Side.WHITE]} {score[0]}, {names[Side.BLACK]} {score[1]}"


def _crawford_cube(text: str, then: Consequences) -> str:
    """What is done with the cube, where it is out of the game: not in the middle."""
    return text.replace("The cube is set to 1, in the middle.", _CUBE_OUT) if then.cube_owner == "out" else text


_CUBE_OUT: Final = "The cube is taken off the board; it is out of play."


def option_text(option: Option, names: SideNames = SIDE_NAMES) -> str:
    """A way to go on, and what its words leave out: a position, a score, a time."""
    done = " ".join(
        remedy_text(remedy, names) for remedy in option.remedies if not isinstance(remedy, _SELF_EXPLANATORY)
    )
    done = "" if done.startswith(option.text.rstrip(".")) else _crawford_cube(done, option.consequences)
    cost = ", ".join(penalty_text(penalty, names) for penalty in option.penalties)
    figures = "; ".join(line.rstrip(".") for line in consequence_lines(_unsaid_figures(option), names))
    parts = (f"{option.text.rstrip('.')}.", done, f"[{cost}]" if cost else "", f"({figures})" if figures else "")
    return " ".join(part for part in parts if part)


def _unsaid_figures(option: Option) -> Consequences:
    """What an option changes in points, score, cube and clocks, without what its remedies say already."""
    then, done = option.consequences, tuple(type(remedy) for remedy in option.remedies)
    return Consequences(
        cube=None if r.SetCube in done else then.cube,
        cube_owner=then.cube_owner,
        points_won=None if r.GivePoints in done else then.points_won,
        score=None if r.SetScore in done else then.score,
        crawford=then.crawford,
        winner="" if r.LoseMatch in done else then.winner,
        clocks=then.clocks,
        untimed=then.untimed,
        pending=then.pending,
    )


_SELF_EXPLANATORY = (
    r.PlayOn,
    r.RollAgain,
    r.RollStands,
    r.PlayAgain,
    r.FreePlay,
    r.RestoreVersion,
    r.BringClock,
    r.NewGame,
    r.LoseMatch,
)


def penalty_text(penalty: Penalty, names: SideNames = SIDE_NAMES) -> str:
    """Who gets what, for which offence."""
    offence = (f"offence {penalty.offence}",) if penalty.offence > 1 else ()
    text = ", ".join((*_sanction_parts(penalty, due=penalty.later), *offence))
    who = "" if penalty.side is None else f"{names[penalty.side]}: "
    return f"{who}{text}{' (may be imposed)' if penalty.optional else ''}"


def entry_text(entry: PenaltyEntry) -> str:
    """A line of somebody's record."""
    case = (f"case {entry.case}",) if entry.case else ()
    return (
        f"{entry.kind.replace('_', ' ') or 'ruling'}: {', '.join((*_sanction_parts(entry, due=entry.due_next), *case))}"
    )


def _sanction_parts(sanction: Penalty | PenaltyEntry, *, due: bool) -> Iterator[str]:
    """How heavy it is, and where it falls."""
    if sanction.points and sanction.step in (PenaltyStep.GAME, PenaltyStep.MATCH):
        yield _STEPS[sanction.step]
    if sanction.points:
        yield quantity(sanction.points, "penalty point")
    if sanction.time:
        yield f"{time_text(sanction.time)} of reserve"
    if not sanction.points and not sanction.time:
        yield _STEPS[sanction.step]
    if due:
        yield "due in the next match"
    if sanction.barred_until:
        yield f"barred from events until {sanction.barred_until}"


def appeal_text(appeal: Appeal) -> str:
    """Who may appeal, until when, and by which clauses."""
    rows = f" ({', '.join(appeal.clauses)})" if appeal.clauses else ""
    if not appeal.allowed:
        return f"none{rows}" if rows else "the book names none"
    return f"by {appeal.by}, {appeal.until}{rows}"


def fact_text(question: Question | None, value: FactValue, names: SideNames = SIDE_NAMES, *, kind: str = "") -> str:
    """A fact as people say it; of a kind's question one of several answers is its sentence."""
    if question is None or isinstance(value, bool):
        return value_text(None, value)
    if question.type is FactType.SIDE:
        return side_word(str(value), names)
    if question.choices and kind:
        return choice_sentence(kind, question.key, str(value), names)
    return str(value) if isinstance(value, str) and not question.choices else value_text(question, value)


def moment_text(at: int) -> str:
    """A moment of the log, in universal time."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
