"""What a device at a table is told of its match: enough to go on alone, and to go on from where the record stands.

board       how the discipline lies on the board, so that a device knows no discipline by name
stands      the record as it is kept here: another device, or one that was refused something, takes it over
dice        the sealed dice of the match, where the director has approved a device's dice (usbgf:3.2.3.4a)

Each side's checkers are counted in its own view: [0] off, [1..24] its points, [25] its bar.
"""

from typing import Any, Final

import msgspec

from barpoint.board import Discipline, Layout, Refusal, Side
from barpoint.match import (
    Game,
    GameStage,
    MatchFormat,
    MatchPhase,
    MatchState,
)
from barpoint.match.format import Enforcement
from barpoint.tournament import Contest, Fixture, Tournament
from barpoint.tournament.desk import format_with_clock, orders_for

DICE: Final = "dice"
"""The topic of a director's order about dice."""
DEVICE: Final = "table device"
"""The choice that approves the dice of a device at the table."""


class TableBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A discipline as a board needs it."""

    discipline: str
    start: tuple[int, ...]  # one side's checkers, 26 counts
    rotated: bool
    hitting: bool
    backgammons: bool  # whether a backgammon counts three
    single: bool = False  # gammons do not count at all
    jacoby: bool = False  # nor while the cube has not been turned


class TableOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A double, a claim or a resignation that waits for the other side's word."""

    by: Side
    value: int  # of the cube; of a claim or a resignation its level
    beaver: bool = False  # whoever made it keeps the cube
    back: GameStage = GameStage.ROLL  # where the game goes on if nothing comes of it


class TableGame(msgspec.Struct, frozen=True, kw_only=True):
    """The running game; `stage` is what it waits for."""

    men: tuple[tuple[int, ...], tuple[int, ...]]
    stage: GameStage
    turn: Side
    dice: tuple[int, int] | None
    cube: int
    owner: Side | None
    crawford: bool
    offer: TableOffer | None
    rolled: bool  # a roll was spoilt this turn: no doubling in it
    early: bool  # the side not on turn has spoilt one: no doubling in its turn
    any_roll: bool = False  # the side on turn names its roll: any legal move was granted


class TableWords(msgspec.Struct, frozen=True, kw_only=True):
    """Words about the cube that bind a side; with a condition, once it has come about."""

    side: Side
    action: str  # double | take | pass
    condition: str = ""


class TableStands(msgspec.Struct, frozen=True, kw_only=True):
    """The record as it stands."""

    version: int
    phase: MatchPhase
    score: tuple[int, int]
    sets: tuple[int, int]
    crawford_done: bool
    game: TableGame | None
    words: tuple[TableWords, ...] = ()


class TableDice(msgspec.Struct, frozen=True, kw_only=True):
    """The dice of the game that runs or comes next."""

    match: str  # what the seal names
    game: int
    rolls: int  # thrown in it so far
    commitment: str = ""  # by recipe 2 the end of the chain; "": not sealed yet
    device: bool = False  # sealed by a device, not by the server
    parts: tuple[Side, ...] = ()  # the sides whose part is in
    links: int = 0  # of the chain; 0 by recipe 1
    opened: int = 0  # so many of them are
    link: str = ""  # the newest of those
    events: tuple[dict[str, Any], ...] = ()  # by recipe 2 as in its file: the seal, both parts, the newest rolls


def device_format(contest: Contest, fixture: Fixture) -> MatchFormat | Refusal:
    """What a match with a device is played under: the device is its clock, where the event's book knows one."""
    clocked = contest.match_format(fixture, Enforcement.RECORDED, clocked=True)
    return contest.match_format(fixture, Enforcement.RECORDED) if isinstance(clocked, Refusal) else clocked


def table_format(state: Tournament, contest: Contest, fixture: Fixture) -> tuple[MatchFormat | Refusal, int]:
    """What a device plays its match under, and when its clock was imposed in mid-match, 0 if it was not."""
    match_format = device_format(contest, fixture)
    if isinstance(match_format, Refusal):
        return match_format, 0
    return format_with_clock(state, contest, fixture, match_format)


def device_board(state: MatchState) -> TableBoard:
    """The board a match is played on."""
    rules: Discipline = state.discipline
    start = [0] * 26
    for point, count in rules.start:
        start[point] = count
    return TableBoard(
        discipline=rules.name,
        start=tuple(start),
        rotated=rules.layout is Layout.ROTATED,
        hitting=rules.hitting,
        backgammons=rules.backgammon_counts,
        single=not state.format.gammons_count,
        jacoby=state.format.cube.jacoby,
    )


def record_state(state: MatchState) -> TableStands:
    """How a recorded match stands."""
    return TableStands(
        version=state.version,
        phase=state.phase,
        score=state.score,
        sets=state.sets,
        crawford_done=state.crawford_done,
        game=None if state.game is None else _game(state.game),
        words=tuple(
            TableWords(side=words.side, action=words.action, condition=words.condition) for words in state.bindings
        ),
    )


def _game(game: Game) -> TableGame:
    rolled = game.roll is not None and game.stage in (GameStage.PLAY, GameStage.END)
    return TableGame(
        men=(game.position.us, game.position.them),
        stage=game.stage,
        turn=game.turn,
        dice=(game.roll.high, game.roll.low) if rolled and game.roll is not None else None,
        cube=game.cube.value,
        owner=game.cube.owner,
        crawford=game.crawford,
        offer=_offer(game),
        rolled=game.rolled and game.roll is None,
        early=game.early,
        any_roll=game.any_roll,
    )


def _offer(game: Game) -> TableOffer | None:
    cube, offer = game.cube, game.offer
    if game.stage is GameStage.ANSWER and cube.by is not None and cube.offered is not None:
        return TableOffer(by=cube.by, value=cube.offered, beaver=cube.beavered)
    return None if offer is None else TableOffer(by=offer.by, value=int(offer.level), back=offer.stage)


def dice_approved(state: Tournament, contest: Contest, fixture: Fixture) -> bool:
    """Whether the director lets this match be played with a device's dice: for all, an event, a match or a player."""
    return any(order.topic == DICE and order.choice == DEVICE for order in orders_for(state, contest, fixture))
