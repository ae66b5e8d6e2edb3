"""The facts of an incident that a match log holds, so that nobody has to answer what is on record.

One reader a kind, of parts that several share: length and score, clocks, the last double. What a log cannot know
(intent, agreement, what was said) is asked.
"""

from collections.abc import Callable, Mapping
from typing import Final

from barpoint.board import PlayCode
from barpoint.match import events as e
from barpoint.match.format import ClockMethod
from barpoint.match.score import points_of, target
from barpoint.match.state import Phase
from barpoint.officiating.facts import Fact
from barpoint.officiating.from_log import (
    Log,
    clock_shown,
    game_events,
    illegal_play,
    rolls,
    standing_events,
    state_at,
    turns_text,
)

_FAULTS: Final[Mapping[str, str]] = {
    PlayCode.NOT_YOUR_CHECKER: "moved_opposing_checker",
    PlayCode.WRONG_DIRECTION: "moved_backwards",
    PlayCode.BAR_FIRST: "moved_with_checker_on_bar",
    PlayCode.NOT_ALL_HOME: "bore_off_too_early",
    PlayCode.MUST_PLAY: "did_not_move",
    PlayCode.MUST_USE_BOTH: "wrong_number_of_checkers",
    PlayCode.MUST_USE_MORE: "wrong_number_of_checkers",
    PlayCode.NOT_ROLLED: "wrong_pips",
}


def facts_from(kind: str, log: Log, version: int) -> dict[str, Fact]:
    """What the log says of an incident of this kind noticed at a version; nothing for kinds it cannot help."""
    reader = _READERS.get(kind)
    return {} if reader is None else reader(log, version)


def kinds_read() -> tuple[str, ...]:
    """The kinds a log can help with."""
    return tuple(_READERS)


def _setup(log: Log, version: int) -> dict[str, Fact]:
    state = state_at(log, version)
    found = game_events(log, version)
    valid = [one for one in rolls(log, version) if one.dice is not None]
    if state.game is None or not valid:
        return {}
    last = valid[-1]
    since = [event for number, event in found if number > last.version]
    starter = state.game.opener
    return {
        "rolls": len(valid),
        "played": any(isinstance(one, e.TurnEnded) for one in since) or state.game.turn is not last.side,
        "starter_turns": sum(one.side is starter for one in valid),
        "moves_white": state.game.turns[0],
        "moves_black": state.game.turns[1],
        "turns": turns_text(log, version),
        "doubled_since": any(isinstance(one, e.Doubled) for one in since),
        "version": last.version,
    }


def _illegal(log: Log, version: int) -> dict[str, Fact]:
    found = illegal_play(log, version)
    if found is None:
        return {}
    state = state_at(log, version)
    since = [event for number, event in standing_events(log, version) if number > found.version]
    facts: dict[str, Fact] = {
        "by": found.side.value,
        "fault": _FAULTS.get(found.code, "other"),
        "stage": found.stage,
        "game_over": any(isinstance(one, e.GameEnded) for one in since),
        "next_game": any(isinstance(one, e.GameStarted) for one in since),
        "clock": state.clock is not None,
        "version": found.version,
    }
    return facts | ({"delay": state.clock.rules.delay} if state.clock is not None else {})


def _length(log: Log, version: int) -> dict[str, Fact]:
    state = state_at(log, version)
    if target(state.in_force) is None:
        return {}
    when = {Phase.PLAYING: "during_game", Phase.OVER: "match_over"}.get(state.phase, "between_games")
    games = "; ".join(
        f"{one.winner.value} {one.level}" + (f"x{one.cube}" if one.cube > 1 else "") for one in state.records
    )
    facts: dict[str, Fact] = {"played_to": state.in_force.points, "when": when, "games": games}
    facts |= {"score_white": state.score[0], "score_black": state.score[1]}
    if (shown := clock_shown(log, version)) is not None:
        facts |= {"reserve_white": shown[0], "reserve_black": shown[1]}
    return facts


def _score(log: Log, version: int) -> dict[str, Fact]:
    state = state_at(log, version)
    points = target(state.in_force)
    facts: dict[str, Fact] = {"crawford_played": state.crawford_done, "match_over": state.phase is Phase.OVER}
    return facts | ({"length": points} if points is not None else {})


def _claim(log: Log, version: int) -> dict[str, Fact]:
    state = state_at(log, version)
    game = state.game
    if game is None or game.opener is None:
        return {}
    facts: dict[str, Fact] = {"position": str(game.position), "on_turn": game.turn.value}
    claims = [event for _, event in game_events(log, version) if isinstance(event, e.GameClaimed)]
    if claims:
        level = ("single", "gammon", "backgammon")[claims[-1].level - 1]
        facts |= {"claimer": claims[-1].side.value, "level": level}
    return facts


def _posted(log: Log, version: int) -> dict[str, Fact]:
    """The length of the match."""
    points = target(state_at(log, version).in_force)
    return {} if points is None else {"length": points}


def _scored(log: Log, version: int) -> dict[str, Fact]:
    """The length of the match, and the score."""
    white, black = state_at(log, version).score
    if min(white, black) < 0:  # penalties may have taken it there: ibf:17.1d
        return _posted(log, version)
    return _posted(log, version) | {"score_white": white, "score_black": black}


def _penalised(log: Log, version: int) -> dict[str, Fact]:
    return _scored(log, version) | {"crawford_done": state_at(log, version).crawford_done}


def _between(log: Log, version: int) -> dict[str, Fact]:
    """Whether a game is running: one is from its opening roll on."""
    game = state_at(log, version).game
    return {"between_games": game is None or game.opener is None}


def _break(log: Log, version: int) -> dict[str, Fact]:
    return _posted(log, version) | _between(log, version)


def _times(log: Log, version: int) -> dict[str, Fact]:
    """What both clocks show."""
    shown = clock_shown(log, version)
    return {} if shown is None else {"time_white": max(0, shown[0]), "time_black": max(0, shown[1])}


def _defective(log: Log, version: int) -> dict[str, Fact]:
    return _times(log, version) | _scored(log, version)


def _setting(log: Log, version: int) -> dict[str, Fact]:
    clock = state_at(log, version).format.clock
    return _times(log, version) | ({} if clock is None else {"set_to": clock.reserve})


def _expired(log: Log, version: int) -> dict[str, Fact]:
    """Whose time is used up."""
    state, shown = state_at(log, version), clock_shown(log, version)
    if state.clock is None or shown is None:
        return {}
    if state.clock.rules.method is ClockMethod.UNTIMED:
        return {"untimed": True, "noted": True}  # the log is the score sheet
    gone = [name for name, left in zip(("white", "black"), shown, strict=True) if left <= 0]
    who: dict[str, Fact] = {"who": gone[0] if len(gone) == 1 else "both"} if gone else {}
    return who | {"untimed": False}


def _grabbed(log: Log, version: int) -> dict[str, Fact]:
    clock = state_at(log, version).clock
    return {"timed": clock is not None and clock.rules.method is not ClockMethod.UNTIMED}


def _thrown(log: Log, version: int) -> dict[str, Fact]:
    """Whose turn it is to roll, if the opening roll is over."""
    game = state_at(log, version).game
    if game is None:
        return {}
    return {"opening": True} if game.opener is None else {"opening": False, "roller": game.turn.value}


def last_double(log: Log, version: int) -> tuple[int, e.Doubled] | None:
    """The last double of the game last begun, with the version after it."""
    found = [(number, one) for number, one in game_events(log, version) if isinstance(one, e.Doubled)]
    return found[-1] if found else None


def _double(log: Log, version: int) -> dict[str, Fact]:
    """Who doubled last in the game last begun, and the answer."""
    found = last_double(log, version)
    if found is None:
        return {}
    number, doubled = found
    answers = {e.DoubleTaken: "taken", e.DoublePassed: "passed"}
    given = [answers[type(one)] for at, one in game_events(log, version) if at > number and type(one) in answers]
    return {"doubler": doubled.side.value, "answer": given[0] if given else "open", "next_game": False}


def _dead(log: Log, version: int) -> dict[str, Fact]:
    facts, found = _double(log, version), last_double(log, version)
    if found is None:
        return _posted(log, version)
    number, doubled = found
    points = points_of(doubled.side, state_at(log, number).score)
    return facts | _posted(log, version) | {"points": points, "cube": doubled.value // 2}


def _crawford(log: Log, version: int) -> dict[str, Fact]:
    facts, found = _double(log, version), last_double(log, version)
    if found is None:
        return {}
    white, black = state_at(log, found[0]).score
    return facts | {"position_known": True, "before_white": white, "before_black": black}


def _cube_shown(log: Log, version: int) -> dict[str, Fact]:
    """Whether anybody has doubled, who did last, and the answer."""
    facts = _double(log, version)
    facts.pop("next_game", None)
    return {"doubled": bool(facts)} | facts if game_events(log, version) else {}


def _clocked(log: Log, version: int) -> dict[str, Fact]:
    return {"clock": state_at(log, version).clock is not None}


def _timed(log: Log, version: int) -> dict[str, Fact]:
    return {"clock": _grabbed(log, version)["timed"]}


_READERS: Final[Mapping[str, Callable[[Log, int], dict[str, Fact]]]] = {
    "setup_error": _setup,
    "illegal_play": _illegal,
    "wrong_length": _length,
    "score_wrong": _score,
    "claim_disputed": _claim,
    "late_start": _scored,
    "break_overrun": _scored,
    "clock_midway": _scored,
    "slow_play": _scored,
    "penalty_points": _penalised,
    "break_request": _break,
    "dice_change": _between,
    "defective_clock": _defective,
    "wrong_setting": _setting,
    "ibf_sanction": _times,
    "time_expired": _expired,
    "fast_grab": _grabbed,
    "cocked_die": _thrown,
    "crawford_game_doubled": _posted,
    "wrong_cube_level": _cube_shown,
    "closed_out": _clocked,
    "recording": _timed,
    "equipment_change": _between,
    "dead_cube": _dead,
    "crawford_double": _crawford,
}
