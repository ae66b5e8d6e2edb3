"""The facts of an incident that a match log holds, so that nobody has to answer what is on record.

One reader a kind, of parts that several share: length and score, clocks, the last double. What a log cannot know
(intent, agreement, what was said) is asked.
"""

from collections.abc import Callable, Mapping
from typing import Final

from barpoint.board import PlayCode
from barpoint.match import EndedBy, MatchPhase, MatchState, points_of, target_points
from barpoint.match import events as e
from barpoint.match.format import ClockMethod
from barpoint.officiating.facts import FactValue
from barpoint.officiating.log_reader import (
    Log,
    clock_shown,
    game_events,
    last_illegal_play,
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
    PlayCode.MUST_USE_LARGER: "smaller_number",
    PlayCode.HIGHER_CHECKER: "wrong_bear_off",
    PlayCode.BLOCKED: "closed_point",
    PlayCode.NOT_ROLLED: "wrong_pips",
}


def facts_from(kind: str, log: Log, version: int) -> dict[str, FactValue]:
    """What the log says of an incident of this kind noticed at a version; nothing for kinds it cannot help."""
    reader = _READERS.get(kind)
    return {} if reader is None else reader(log, version)


def readable_kinds() -> tuple[str, ...]:
    """The kinds a log can help with."""
    return tuple(_READERS)


def _setup(log: Log, version: int) -> dict[str, FactValue]:
    state = state_at(log, version)
    events = game_events(log, version)
    valid = [one for one in rolls(log, version) if one.dice is not None]
    if state.game is None or not valid:
        return {}
    last = valid[-1]
    since = [event for number, event in events if number > last.version]
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


def _illegal(log: Log, version: int) -> dict[str, FactValue]:
    play = last_illegal_play(log, version)
    if play is None:
        return {}
    state = state_at(log, version)
    since = [event for number, event in standing_events(log, version) if number > play.version]
    facts: dict[str, FactValue] = {
        "by": play.side.value,
        "fault": _FAULTS.get(play.code, "other"),
        "stage": play.stage,
        "game_over": any(isinstance(later_event, e.GameEnded) for later_event in since),
        "next_game": any(isinstance(later_event, e.GameStarted) for later_event in since),
        "clock": state.clock is not None,
        "version": play.version,
    }
    return facts | ({"delay": state.clock.rules.delay} if state.clock is not None else {})


def _length(log: Log, version: int) -> dict[str, FactValue]:
    state = state_at(log, version)
    if target_points(state.in_force) is None:
        return {}
    when = {MatchPhase.PLAYING: "during_game", MatchPhase.OVER: "match_over"}.get(state.phase, "between_games")
    games = "; ".join(
        f"{game.winner.value} {game.level}" + (f"x{game.cube}" if game.cube > 1 else "") for game in state.records
    )
    facts: dict[str, FactValue] = {"played_to": state.in_force.points, "when": when, "games": games}
    facts |= {"score_white": state.score[0], "score_black": state.score[1]}
    if (shown := clock_shown(log, version)) is not None:
        facts |= {"reserve_white": shown[0], "reserve_black": shown[1]}
    return facts


def _score(log: Log, version: int) -> dict[str, FactValue]:
    state = state_at(log, version)
    points = target_points(state.in_force)
    facts: dict[str, FactValue] = {"crawford_played": state.crawford_done, "match_over": state.phase is MatchPhase.OVER}
    return facts | ({"length": points} if points is not None else {})


def _claim(log: Log, version: int) -> dict[str, FactValue]:
    state = state_at(log, version)
    game = state.game
    if game is None or game.opener is None:
        return {}
    facts: dict[str, FactValue] = _ending(log, version)
    claims = [event for _, event in game_events(log, version) if isinstance(event, e.GameClaimed)]
    if claims:
        level = ("single", "gammon", "backgammon")[claims[-1].level - 1]
        facts |= {"claimer": claims[-1].side.value, "level": level}
    return facts


def _match_length(log: Log, version: int) -> dict[str, FactValue]:
    """The length of the match."""
    points = target_points(state_at(log, version).in_force)
    return {} if points is None else {"length": points}


def _length_and_score(log: Log, version: int) -> dict[str, FactValue]:
    """The length of the match, and the score."""
    white, black = state_at(log, version).score
    if min(white, black) < 0:  # penalties may have taken it there: ibf:17.1d
        return _match_length(log, version)
    return _match_length(log, version) | {"score_white": white, "score_black": black}


def _score_and_crawford(log: Log, version: int) -> dict[str, FactValue]:
    return _length_and_score(log, version) | {"crawford_done": state_at(log, version).crawford_done}


def _between(log: Log, version: int) -> dict[str, FactValue]:
    """Whether a game is running: one is from its opening roll on."""
    game = state_at(log, version).game
    return {"between_games": game is None or game.opener is None}


def _break(log: Log, version: int) -> dict[str, FactValue]:
    return _match_length(log, version) | _between(log, version)


def _times(log: Log, version: int) -> dict[str, FactValue]:
    """What both clocks show."""
    shown = clock_shown(log, version)
    return {} if shown is None else {"time_white": max(0, shown[0]), "time_black": max(0, shown[1])}


def _defective(log: Log, version: int) -> dict[str, FactValue]:
    return _times(log, version) | _length_and_score(log, version)


def _setting(log: Log, version: int) -> dict[str, FactValue]:
    clock = state_at(log, version).format.clock
    return _times(log, version) | ({} if clock is None else {"set_to": clock.reserve})


def _stake(log: Log, version: int) -> dict[str, FactValue]:
    """Length, score, Crawford game and cube: what a game is worth to the match."""
    game = state_at(log, version).game
    return _score_and_crawford(log, version) | ({} if game is None else {"cube": game.cube.value})


def _board(log: Log, version: int) -> dict[str, FactValue]:
    """The position with whose turn it is and the roll in hand, before a play that is not ended."""
    game = state_at(log, version).game
    if game is None or game.opener is None:
        return {}
    facts: dict[str, FactValue] = {"position": str(game.before or game.position), "on_turn": game.turn.value}
    return facts if game.roll is None else facts | {"dice": f"{game.roll.high}{game.roll.low}"}


def _expired(log: Log, version: int) -> dict[str, FactValue]:
    return _expiry(log, version) | _stake(log, version) | _board(log, version)


def _ending(log: Log, version: int) -> dict[str, FactValue]:
    return _stake(log, version) | _board(log, version)


def _dice_set(log: Log, version: int) -> dict[str, FactValue]:
    return _between(log, version) | _score_and_crawford(log, version)


def _sanctioned(log: Log, version: int) -> dict[str, FactValue]:
    return _times(log, version) | _stake(log, version)


def _games(log: Log, version: int) -> dict[str, FactValue]:
    """The games of the match, as they were scored, and who doubled in each."""
    state = state_at(log, version)
    parts = []
    for record in state.records:
        passed = record.ended_by is EndedBy.PASS
        known = not passed and 2 ** len(record.doubles) == record.cube > 1
        by = f" by {' '.join(double.side.value for double in record.doubles)}" if known else ""
        what = f"pass {record.points}" if passed else f"{record.level}" + (f"x{record.cube}" if record.cube > 1 else "")
        parts.append(f"{record.winner.value} {what}{by}")
    running = state.game is not None and state.game.opener is not None
    return _match_length(log, version) | ({"games": "; ".join(parts), "running": running} if parts else {})


def _expiry(log: Log, version: int) -> dict[str, FactValue]:
    """Whose time is used up."""
    state, shown = state_at(log, version), clock_shown(log, version)
    if state.clock is None or shown is None:
        return {}
    if state.clock.rules.method is ClockMethod.UNTIMED:
        return {"untimed": True, "noted": True}  # the log is the score sheet
    gone = [name for name, left in zip(("white", "black"), shown, strict=True) if left <= 0]
    who: dict[str, FactValue] = {"who": gone[0] if len(gone) == 1 else "both"} if gone else {}
    return who | {"untimed": False}


def _grab(log: Log, version: int) -> dict[str, FactValue]:
    clock = state_at(log, version).clock
    return {"timed": clock is not None and clock.rules.method is not ClockMethod.UNTIMED}


def _throw(log: Log, version: int) -> dict[str, FactValue]:
    """Whose turn it is to roll, if the opening roll is over."""
    game = state_at(log, version).game
    if game is None:
        return {}
    return {"opening": True} if game.opener is None else {"opening": False, "roller": game.turn.value}


def last_double(log: Log, version: int) -> tuple[int, e.Doubled] | None:
    """The last double of the game last begun, with the version after it."""
    doubles = [(number, event) for number, event in game_events(log, version) if isinstance(event, e.Doubled)]
    return doubles[-1] if doubles else None


def _double(log: Log, version: int) -> dict[str, FactValue]:
    """Who doubled last in the game last begun, and the answer."""
    double = last_double(log, version)
    if double is None:
        return {}
    number, doubled = double
    answers = {e.DoubleTaken: "taken", e.DoublePassed: "passed"}
    replies = [
        answers[type(event)] for at, event in game_events(log, version) if at > number and type(event) in answers
    ]
    return {"doubler": doubled.side.value, "answer": replies[0] if replies else "open", "next_game": False}


def _dead(log: Log, version: int) -> dict[str, FactValue]:
    """The first dead double of the match, in the game it was made; the last double if none was dead."""
    double = _first_double(log, version, _is_dead) or last_double(log, version)
    if double is None:
        return _match_length(log, version)
    number, doubled = double
    score = state_at(log, number).score
    facts = _answer_to(log, version, number, doubled) | _match_length(log, version)
    other = points_of(doubled.side.other, score)
    return facts | {"points": points_of(doubled.side, score), "other_points": other, "cube": doubled.value // 2}


def _is_dead(state: MatchState, doubled: e.Doubled) -> bool:
    goal = target_points(state.in_force)
    return goal is not None and points_of(doubled.side, state.score) + doubled.value // 2 >= goal


def _first_double(
    log: Log, version: int, void: Callable[[MatchState, e.Doubled], bool]
) -> tuple[int, e.Doubled] | None:
    """The first double of the match that was void, with the version after it."""
    for number, event in standing_events(log, version):
        if isinstance(event, e.Doubled) and void(state_at(log, number), event):
            return number, event
    return None


def _answer_to(log: Log, version: int, number: int, doubled: e.Doubled) -> dict[str, FactValue]:
    """Who doubled, the answer, whether the cube was turned again, and how far the match has gone since."""
    since = [event for at, event in standing_events(log, version) if at > number]
    ended = next((at for at, event in enumerate(since) if isinstance(event, e.GameEnded)), len(since))
    game = since[:ended]
    replies = [_REPLIES[type(event)] for event in game if type(event) in _REPLIES]
    return {
        "doubler": doubled.side.value,
        "answer": replies[0] if replies else "open",
        "redoubled": any(isinstance(event, e.Doubled) for event in game),
        "game_over": ended < len(since),
        "next_game": any(isinstance(event, e.GameStarted) for event in since),
    }


_REPLIES: Final[Mapping[type, str]] = {e.DoubleTaken: "taken", e.DoublePassed: "passed"}


def _crawford(log: Log, version: int) -> dict[str, FactValue]:
    """The first double of the Crawford game, whenever it was made; the last double if there was none."""
    double = _first_double(log, version, lambda state, _: state.game is not None and state.game.crawford)
    double = double or last_double(log, version)
    if double is None:
        return {}
    number, doubled = double
    white, black = state_at(log, number).score
    facts = _answer_to(log, version, number, doubled)
    del facts["redoubled"]
    return facts | {"position_known": True, "before_white": white, "before_black": black}


def _cube_shown(log: Log, version: int) -> dict[str, FactValue]:
    """Whether anybody has doubled, who did last, and the answer."""
    facts = _double(log, version)
    facts.pop("next_game", None)
    return {"doubled": bool(facts)} | facts if game_events(log, version) else {}


def _clock_presence(log: Log, version: int) -> dict[str, FactValue]:
    return {"clock": state_at(log, version).clock is not None}


def _recording(log: Log, version: int) -> dict[str, FactValue]:
    return {"clock": _grab(log, version)["timed"]}


_READERS: Final[Mapping[str, Callable[[Log, int], dict[str, FactValue]]]] = {
    "setup_error": _setup,
    "illegal_play": _illegal,
    "wrong_length": _length,
    "score_wrong": _score,
    "claim_disputed": _claim,
    "late_start": _length_and_score,
    "break_overrun": _stake,
    "left_board": _stake,
    "concession": _ending,
    "clock_wanted": _length_and_score,
    "delay_so_far": _match_length,
    "money_rule_used": _score_and_crawford,
    "score_by_games": _games,
    "clock_midway": _length_and_score,
    "slow_play": _length_and_score,
    "penalty_points": _score_and_crawford,
    "break_request": _break,
    "dice_change": _dice_set,
    "defective_clock": _defective,
    "wrong_setting": _setting,
    "ibf_sanction": _sanctioned,
    "time_expired": _expired,
    "fast_grab": _grab,
    "cocked_die": _throw,
    "crawford_game_doubled": _match_length,
    "wrong_cube_level": _cube_shown,
    "closed_out": _clock_presence,
    "recording": _recording,
    "equipment_change": _between,
    "dead_cube": _dead,
    "crawford_double": _crawford,
}
