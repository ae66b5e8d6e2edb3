"""The protocol of a match: what an arbiter wants on one page, from its log, with lines to sign on.

head       who plays, the book and its preset, the length, the clock, the terms agreed on or imposed
games      the score after every game, and how it ended
incidents  in order, with the time since the start: breaks and their length, clocks that stood, calls of the director,
           rolls that did not count, illegal plays, words about the cube, penalties, corrections
counts     breaks, illegal plays, rolls that did not count and calls, for each side

Moves are not in it: those are in the sheet (`ibf_sheet`).
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from barpoint.board import SIDES, Side
from barpoint.match import MatchState, evolve_match, new_match
from barpoint.match import events as e
from barpoint.match.decide import recorded_score

_COUNTED: Final[dict[type, str]] = {
    e.BreakCalled: "breaks",
    e.Played: "illegal plays",
    e.RollSpoilt: "rolls that did not count",
    e.DirectorCalled: "calls of the director",
}


def write_protocol(events: Sequence[e.AnyEvent]) -> str:
    """The protocol as text; ValueError for a log that has not begun."""
    if not events or not isinstance(events[0], e.MatchStarted):
        raise ValueError("expected the log of a match that has been begun")
    started = events[0]
    names = {Side.WHITE: " and ".join(started.white), Side.BLACK: " and ".join(started.black)}
    state = new_match(started.format)
    games: list[str] = []
    incidents: list[str] = []
    for event in events:
        state = evolve_match(state, event)
        if isinstance(event, e.GameEnded):
            games.append(_game(event, state, names))
        elif text := _incident(event, names):
            incidents.append(f"{_span(event.at - started.at)}  {text}")
    parts = [
        _head(started, state, names),
        "Games",
        *(games or ["none finished"]),
        "",
        "Incidents",
        *(incidents or ["none"]),
        "",
        "Counts",
        *_counts(events, names),
        "",
        _result(state, names),
        "",
        *(f"Signed, {names[side]}: ______________________" for side in SIDES),
        "Arbiter: ______________________",
    ]
    return "\n".join(parts) + "\n"


def _head(started: e.MatchStarted, state: MatchState, names: dict[Side, str]) -> str:
    rules, clock = started.format, started.format.clock
    lines = [
        f"Match protocol: {names[Side.WHITE]} (White) against {names[Side.BLACK]} (Black)",
        f"Rules: {rules.preset or rules.book}; length: {state.in_force.points or 'without'}",
        "Clock: none"
        if clock is None
        else f"Clock: {clock.method}, {_span(clock.reserve)} and {clock.delay // 1000} s",
    ]
    lines += [
        f"Term: {topic}: {value}{' (imposed)' if topic in state.imposed else ''}"
        for topic, value in state.terms.items()
    ]
    return "\n".join([*lines, ""])


def _game(event: e.GameEnded, state: MatchState, names: dict[Side, str]) -> str:
    record = event.record
    score = f"{state.score[0]} : {state.score[1]}"
    return f"{record.number:3}  {names[record.winner]} wins {record.points} ({record.ended_by}); {score}"


def _incident(event: e.AnyEvent, names: dict[Side, str]) -> str:
    """What happened beside the play, in words; empty for what is no incident."""
    match event:
        case e.BreakCalled(side=side, by=by, reason=reason):
            return f"{names[side]} takes a break{f', granted by {by}: {reason}' if by else ''}"
        case e.DelaySet(side=side, delay=delay, by=by, reason=reason):
            return f"{names[side]} has {delay // 1000} s a turn, by {by}: {reason}"
        case e.BreakEnded(side=side, lasted=lasted, over=over):
            return f"{names[side]}: break over after {_span(lasted)}{f', {_span(over)} too long' if over else ''}"
        case e.ClockPaused(reason=reason):
            return f"the clock stands: {reason.value.replace('_', ' ')}"
        case e.DirectorCalled(side=side):
            return f"{names[side]} calls the director"
        case e.RollSpoilt(side=side):
            return f"{names[side]}: a roll that does not count"
        case e.Played(side=side, illegal=illegal) if illegal:
            return f"{names[side]}: illegal play ({illegal.replace('_', ' ')})"
        case e.CubeWordsSaid(side=side, action=action, condition=condition):
            return f"{names[side]} says: {action}{f', if {condition}' if condition else ''}"
        case e.MoveTimeRestored(side=side):
            return f"{names[side]} presses the clock twice"
        case e.TimeExpired(side=side):
            return f"{names[side]}: time is used up"
        case e.PointsAwarded(side=side, points=points, by=by, reason=reason):
            return f"{points:+} points to {names[side]}, by {by}: {reason}"
        case e.FreePlayGranted(side=side, by=by, reason=reason, any_roll=any_roll):
            of = "any roll" if any_roll else "the roll"
            return f"{names[side]} may play any legal move of {of}, by {by}: {reason}"
        case e.RollChosen(side=side, dice=dice):
            return f"{names[side]} chooses {dice[0]}-{dice[1]}"
        case e.TermsChanged(terms=terms, by=by, reason=reason):
            said = ", ".join(f"{topic} {value}" for topic, value in terms.items())
            return f"terms: {said}{f', imposed by {by}: {reason}' if by else ', agreed'}"
        case e.PositionCorrected() | e.CubeCorrected() | e.ScoreCorrected() | e.GameRestored() | e.ClockAdjusted():
            return f"put right by {event.by}: {event.reason}"
        case _:
            return ""


def _counts(events: Sequence[e.AnyEvent], names: dict[Side, str]) -> list[str]:
    counts: Counter[tuple[str, Side]] = Counter()
    for event in events:
        match event:
            case e.Played(illegal=illegal) if not illegal:
                pass
            case e.BreakCalled() | e.Played() | e.RollSpoilt() | e.DirectorCalled():
                counts[_COUNTED[type(event)], event.side] += 1
            case _:
                pass
    return [
        f"{topic}: " + ", ".join(f"{names[side]} {counts[topic, side]}" for side in SIDES)
        for topic in _COUNTED.values()
    ]


def _result(state: MatchState, names: dict[Side, str]) -> str:
    ended = state.ended
    white, black = recorded_score(state)
    score = f"{white} : {black}"
    if ended is None:
        return f"Not over: {score}"
    winner = "nobody" if ended.winner is None else names[ended.winner]
    return f"Result: {winner} wins ({ended.reason.replace('_', ' ')}), {score}"


def _span(milliseconds: int) -> str:
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes}:{seconds:02}"
