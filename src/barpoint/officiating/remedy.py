"""Remedies: what a ruling does to a match, as values that become ordinary match commands.

A remedy without a match (a ruling from answers alone) is simply read out. `commands` turns it into
commands an official gives; what only people can do (roll again, play again, be warned) gives none.
"""

from dataclasses import dataclass
from typing import Any

from barpoint.board import Side
from barpoint.match import commands as c
from barpoint.match.format import ClockRules, Length
from barpoint.match.state import MatchState


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Nothing is changed."""


@dataclass(frozen=True, slots=True)
class RollAgain:
    """The roll is void; `side` rolls again."""

    side: Side


@dataclass(frozen=True, slots=True)
class RollStands:
    """The roll counts as rolled."""

    side: Side


@dataclass(frozen=True, slots=True)
class PlayAgain:
    """The play is taken back; `side` plays the same roll legally."""

    side: Side


@dataclass(frozen=True, slots=True)
class RestoreVersion:
    """The game goes back to how it stood at a version of the log."""

    version: int


@dataclass(frozen=True, slots=True)
class SetPosition:
    """The checkers are set so; White's view, in literal form."""

    position: str
    turn: Side | None = None
    dice: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class SetCube:
    """The cube is set so."""

    value: int
    owner: Side | None = None


@dataclass(frozen=True, slots=True)
class SetScore:
    """The score is set so."""

    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SetLength:
    """The match is played to this length; `recompute` works the score out anew from the first game."""

    points: int
    recompute: bool = False


@dataclass(frozen=True, slots=True)
class ChangeClock:
    """A side's reserve changes by so many milliseconds."""

    side: Side
    change: int


@dataclass(frozen=True, slots=True)
class BringClock:
    """The rest is played with this clock."""

    rules: ClockRules
    reserve: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class PutClockAway:
    """The rest is played without a clock."""


@dataclass(frozen=True, slots=True)
class GivePoints:
    """Points go onto a side's score (or off it, if negative)."""

    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class LoseGame:
    """A side loses the running game at a level."""

    side: Side
    level: int = 1


@dataclass(frozen=True, slots=True)
class NewGame:
    """The running game counts for nobody and is begun anew with an opening roll."""


@dataclass(frozen=True, slots=True)
class LoseMatch:
    """A side loses the match."""

    side: Side


@dataclass(frozen=True, slots=True)
class Instruct:
    """Something people do that no match state holds: replace the dice, move a spectator away ..."""

    text: str


Remedy = (
    PlayOn
    | RollAgain
    | RollStands
    | PlayAgain
    | RestoreVersion
    | SetPosition
    | SetCube
    | SetScore
    | SetLength
    | ChangeClock
    | BringClock
    | PutClockAway
    | GivePoints
    | LoseGame
    | NewGame
    | LoseMatch
    | Instruct
)


def commands(remedy: Remedy, state: MatchState, *, by: str, reason: str, at: int) -> tuple[c.AnyCommand, ...]:
    """The match commands that carry a remedy out; restoring a version needs the log and is the service's."""
    official: dict[str, Any] = {"at": at, "by": by, "reason": reason}
    match remedy:
        case SetPosition():
            turn = remedy.turn if remedy.turn is not None else (state.game.turn if state.game else None)
            return (c.CorrectPosition(position=remedy.position, turn=turn, dice=remedy.dice, **official),)
        case SetCube():
            return (c.CorrectCube(value=remedy.value, owner=remedy.owner, **official),)
        case SetScore():
            return (c.CorrectScore(score=remedy.score, **official),)
        case SetLength():
            return (c.CorrectLength(length=Length(points=remedy.points), recompute=remedy.recompute, **official),)
        case ChangeClock():
            return (c.AdjustClock(side=remedy.side, change=remedy.change, **official),)
        case BringClock():
            return (c.IntroduceClock(rules=remedy.rules, reserve=remedy.reserve, **official),)
        case PutClockAway():
            return (c.RemoveClock(**official),)
        case GivePoints():
            return (c.AwardPoints(side=remedy.side, points=remedy.points, **official),)
        case LoseGame():
            return (c.ForfeitGame(side=remedy.side, level=remedy.level, **official),)
        case NewGame():
            return (c.VoidGame(**official),)
        case LoseMatch():
            return (c.ForfeitMatch(side=remedy.side, **official),)
        case _:
            return ()
