"""Remedies: what a ruling does to a match, as values that become ordinary match commands.

A remedy without a match (a ruling from answers alone) is simply read out. `remedy_commands` turns it into
commands an official gives; what only people can do (roll again, play again, be warned) gives none, unless the log
shows what is to be taken back (`cases.remedy_application`). Each is written with its name under `remedy`.
"""

from typing import Any

import msgspec

from barpoint.board import Side
from barpoint.match import MatchState
from barpoint.match import commands as c
from barpoint.match.format import ClockRules, Enforcement, Length
from barpoint.rulebook.profiles import online_clock


class BaseRemedy(msgspec.Struct, frozen=True, tag_field="remedy"):
    """The common part: nothing but the name."""


class PlayOn(BaseRemedy, frozen=True, tag="PlayOn"):
    """Nothing is changed."""


class RollAgain(BaseRemedy, frozen=True, tag="RollAgain"):
    """The roll is void; `side` rolls again."""

    side: Side


class RollStands(BaseRemedy, frozen=True, tag="RollStands"):
    """The roll counts as rolled."""

    side: Side


class PlayAgain(BaseRemedy, frozen=True, tag="PlayAgain"):
    """The play is taken back; `side` plays the same roll legally."""

    side: Side


class FreePlay(BaseRemedy, frozen=True, tag="FreePlay"):
    """`side` plays any legal move of its choice, of the roll or of any roll; with `dice` the choice has been made."""

    side: Side
    any_roll: bool = False
    dice: tuple[int, int] | None = None
    hops: tuple[tuple[int, int], ...] = ()


class RestoreVersion(BaseRemedy, frozen=True, tag="RestoreVersion"):
    """The game goes back to how it stood at a version of the log."""

    version: int


class SetPosition(BaseRemedy, frozen=True, tag="SetPosition"):
    """The checkers are set so; White's view, in literal form."""

    position: str
    turn: Side | None = None
    dice: tuple[int, int] | None = None


class SetCube(BaseRemedy, frozen=True, tag="SetCube"):
    """The cube is set so."""

    value: int
    owner: Side | None = None


class SetScore(BaseRemedy, frozen=True, tag="SetScore"):
    """The score is set so."""

    score: tuple[int, int]


class SetLength(BaseRemedy, frozen=True, tag="SetLength"):
    """The match is played to this length; `recompute` works the score out anew from the first game."""

    points: int
    recompute: bool = False


class ChangeClock(BaseRemedy, frozen=True, tag="ChangeClock"):
    """A side's reserve changes by so many milliseconds."""

    side: Side
    change: int


class BringClock(BaseRemedy, frozen=True, tag="BringClock"):
    """The rest is played with this clock; `imposed`: the players cannot agree to drop it (usbgf:1.7.1.6)."""

    rules: ClockRules
    reserve: tuple[int, int] | None = None
    imposed: bool = False


class PutClockAway(BaseRemedy, frozen=True, tag="PutClockAway"):
    """The rest is played without a clock."""


class GivePoints(BaseRemedy, frozen=True, tag="GivePoints"):
    """Points go onto a side's score (or off it, if negative)."""

    side: Side
    points: int


class LoseGame(BaseRemedy, frozen=True, tag="LoseGame"):
    """A side loses the running game at a level."""

    side: Side
    level: int = 1


class NewGame(BaseRemedy, frozen=True, tag="NewGame"):
    """The running game counts for nobody and is begun anew with an opening roll."""


class LoseMatch(BaseRemedy, frozen=True, tag="LoseMatch"):
    """A side loses the match."""

    side: Side


class Instruct(BaseRemedy, frozen=True, tag="Instruct"):
    """Something people do that no match state holds: replace the dice, move a spectator away ..."""

    text: str


Remedy = (
    PlayOn
    | RollAgain
    | RollStands
    | PlayAgain
    | FreePlay
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


def remedy_commands(remedy: Remedy, state: MatchState, *, by: str, reason: str, at: int) -> tuple[c.AnyCommand, ...]:
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
            online = state.format.enforcement is Enforcement.STRICT
            rules = online_clock(remedy.rules) if online else remedy.rules
            imposed = (c.ImposeTerms(terms={"clock": "yes"}, **official),) if remedy.imposed else ()
            return (*imposed, c.IntroduceClock(rules=rules, reserve=remedy.reserve, **official))
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
