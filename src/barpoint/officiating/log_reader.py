"""What a match log says: who rolled what and when, what the clock showed, which play was illegal.

`version` counts events: a log at version n is its first n events. What an official has taken back
(`GameRestored`) is left out, as if it had not been played. What a log cannot know is not guessed: how the
checkers were really set up, what the players agree on, who saw what. `log_facts` makes the facts of an incident of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from barpoint.board import BAR, OFF, Side
from barpoint.match import MatchState, fold_match
from barpoint.match import events as e

Log = Sequence[e.AnyEvent]


@dataclass(frozen=True, slots=True)
class RollRecord:
    """A roll of the running game: at which version it stood, when, by whom; no dice if it was invalid."""

    version: int
    at: int
    side: Side
    dice: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class IllegalPlay:
    """A play on record that was not legal; `version` is that of the log just before it."""

    version: int
    side: Side
    code: str
    stage: str


def state_at(log: Log, version: int) -> MatchState:
    """The match at a version; ValueError if the log is not that long."""
    if not 1 <= version <= len(log):
        raise ValueError(f"expected a version from 1 to {len(log)}, not {version}")
    return fold_match(log[:version])


def side_on_turn(log: Log, version: int) -> Side | None:
    """Whose turn it was; nobody's between games and before the opening roll."""
    game = state_at(log, version).game
    return None if game is None or game.opener is None else game.turn


def clock_shown(log: Log, version: int, at: int | None = None) -> tuple[int, int] | None:
    """Both reserves as displayed at a moment, by default that of the last event; None without a clock."""
    state = state_at(log, version)
    moment = state.at if at is None else at
    if moment < state.at:
        raise ValueError(f"expected a moment from {state.at} on, not {moment}")
    if state.clock is None:
        return None
    return state.clock.remaining(Side.WHITE, moment), state.clock.remaining(Side.BLACK, moment)


def standing_events(log: Log, version: int) -> tuple[tuple[int, e.AnyEvent], ...]:
    """The events that stand at a version, each with the version after it."""
    kept: list[tuple[int, e.AnyEvent]] = []
    for number, event in enumerate(log[:version], 1):
        if isinstance(event, e.GameRestored):
            kept = [pair for pair in kept if pair[0] <= event.version]
        kept.append((number, event))
    return tuple(kept)


def game_events(log: Log, version: int) -> tuple[tuple[int, e.AnyEvent], ...]:
    """The events of the game last begun."""
    kept = standing_events(log, version)
    begun = [index for index, (_, event) in enumerate(kept) if isinstance(event, e.GameStarted)]
    return kept[begun[-1] :] if begun else ()


def rolls(log: Log, version: int) -> tuple[RollRecord, ...]:
    """Who rolled what and when in the game last begun, invalid rolls among them."""
    return tuple(_rolls(game_events(log, version)))


def _rolls(events: Sequence[tuple[int, e.AnyEvent]]) -> Iterator[RollRecord]:
    for number, event in events:
        match event:
            case e.OpeningRolled() if event.white != event.black:
                first = Side.WHITE if event.white > event.black else Side.BLACK
                yield RollRecord(number, event.at, first, (event.white, event.black))
            case e.DiceRolled():
                yield RollRecord(number, event.at, event.side, event.dice)
            case e.RollSpoilt():
                yield RollRecord(number, event.at, event.side, None)
            case _:
                pass


def last_illegal_play(log: Log, version: int) -> IllegalPlay | None:
    """The latest illegal play on record, and how far play has gone since; None if there is none."""
    kept = standing_events(log, version)
    for index in range(len(kept) - 1, -1, -1):
        number, event = kept[index]
        later = [later_event for _, later_event in kept[index + 1 :]]
        if isinstance(event, e.Played) and event.illegal and not _plays_again(event.side, later):
            return IllegalPlay(number - 1, event.side, event.illegal, _stage(event.side, later))
    return None


def _plays_again(by: Side, later: Sequence[e.AnyEvent]) -> bool:
    """Whether a side played its roll again before ending the turn."""
    own = [event for event in later if isinstance(event, e.Played | e.TurnEnded | e.DiceRolled) and event.side is by]
    return bool(own) and isinstance(own[0], e.Played)


def _stage(by: Side, later: Sequence[e.AnyEvent]) -> str:
    """How far play has gone since a play by `by`, in the words of the incident `illegal_play`."""
    stage = "still_moving"
    for event in later:
        match event:
            case e.TurnEnded() if event.side is by and stage in ("still_moving", "doubled_while_moving"):
                stage = "turn_ended"
            case e.Doubled() if event.side is not by and stage == "still_moving":
                stage = "doubled_while_moving"
            case e.Doubled() if event.side is not by and stage == "turn_ended":
                stage = "opponent_doubled"
            case e.Doubled() if event.side is by:
                stage = "offender_doubled"
            case e.RollSpoilt() if event.side is not by and stage in ("turn_ended", "opponent_doubled"):
                stage = "opponent_rolled_invalidly"
            case e.DiceRolled() if event.side is not by and stage != "opponent_played":
                stage = "opponent_rolled"
            case e.Played() if event.side is not by:
                stage = "opponent_played"
            case e.DiceRolled() if event.side is by:
                return "offender_rolled"
            case e.GameStarted():
                return "later"
            case _:
                pass
    return stage


def turns_text(log: Log, version: int) -> str:
    """The turns of the game last begun, as the incident `setup_error` reads them."""
    events = game_events(log, version)
    parts: list[tuple[str, str]] = []  # a roll, and its play so far
    for number, event in events:
        if isinstance(event, e.Played) and parts:  # a play made anew takes the place of the one before
            hops = "".join(f" {_place(source)}/{_place(target)}" for source, target in event.hops)
            parts[-1] = (parts[-1][0], hops)
        rolled = _rolls(((number, event),))
        parts += [
            (f"{record.side.value} {record.dice[0]}{record.dice[1]}", "")
            for record in rolled
            if record.dice is not None
        ]
    return "; ".join(roll + play for roll, play in parts)


def _place(point: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(point, str(point))
