"""Cutting a view: what one reader is shown of a room (the types are in `views`)."""

from operator import sub
from typing import cast

import msgspec

from barpoint.board import BAR, OFF, Position, Roll, Side
from barpoint.board.discipline import POINTS, Layout
from barpoint.board.movegen import hop_graph, is_forced
from barpoint.match.format import Length, LengthKind
from barpoint.match.open_to import Open, open_to
from barpoint.match.score import is_dead, target
from barpoint.match.state import Game, MatchState, Stage
from barpoint.notation.match_situation import situation
from barpoint.notation.xgid import xgid
from barpoint.service.room import LastPlay, Room
from barpoint.service.views import (
    Audience,
    ClockView,
    CubeView,
    GameView,
    MatchView,
    SideView,
    Tree,
)


def view(room: Room, audience: Audience, at: int, *, ids: bool = True) -> MatchView:
    """The match as `audience` sees it at `at`; the position's id is left out of what changes with every command."""
    state = room.match
    shared = MatchView(
        id=room.id,
        version=state.version,
        at=at,
        audience=audience,
        format=state.format,
        phase=state.phase,
        white=_side(room, Side.WHITE, at),
        black=_side(room, Side.BLACK, at),
        length=length_in_words(state.in_force),
        target=target(state.in_force) or 0,
        clock=_clock(state, at),
        records=state.records,
        stopped_by=state.stopped_by,
        on_break=state.on_break,
        ended=state.ended,
        manners=room.manners,
        rematch=next((match for match in room.rematch.values() if match), ""),
        rematch_by=tuple(room.rematch),
    )
    return same_for(shared, room, audience, ids=ids)


def same_for(seen: MatchView, room: Room, audience: Audience, *, ids: bool = True) -> MatchView:
    """What another audience sees at the same moment; what both see alike is not made twice."""
    state = room.match
    reader = Side.BLACK if audience is Audience.BLACK else Side.WHITE
    seated = audience in (Audience.WHITE, Audience.BLACK)
    return msgspec.structs.replace(
        seen,
        audience=audience,
        game=None if state.game is None else _game(state, state.game, reader, room.last, to_move=seated, ids=ids),
        open=_open(room, reader) if seated else Open(),
    )


def _side(room: Room, side: Side, at: int) -> SideView:
    state = room.match
    shown = state.game is not None and state.format.pip_count
    return SideView(
        names=state.seats[side.place],
        operator=state.operators[side.place] if state.format.team > 1 else "",
        score=state.score[side.place],
        sets=state.sets[side.place],
        pips=state.game.seen_by(side).pips if shown and state.game is not None else None,
        breaks=state.breaks[side.place],
        here=room.is_here(side),
        away_left=room.away_left(side, at),
    )


def _open(room: Room, reader: Side) -> Open:
    may = open_to(room.match, reader)
    return msgspec.structs.replace(may, opening=False) if may.opening and room.is_ready(reader) else may


def _clock(state: MatchState, at: int) -> ClockView | None:
    clock = state.clock
    if clock is None:
        return None
    return ClockView(
        at=at,
        remaining=(clock.remaining(Side.WHITE, at), clock.remaining(Side.BLACK, at)),
        delay_left=0 if clock.running is None else clock.delay_left(clock.running, at),
        running=clock.running,
        paused="" if clock.paused is None else clock.paused.value,
        method=clock.rules.method.value,
    )


def _game(state: MatchState, game: Game, reader: Side, last: LastPlay | None, *, to_move: bool, ids: bool) -> GameView:
    position = game.seen_by(reader)
    rotated = position.discipline.layout is Layout.ROTATED
    tree: Tree = ()
    forced = False
    if to_move and game.stage is Stage.PLAY and game.turn is reader and game.roll is not None:
        cap = game.head_cap(game.roll)
        tree = _tree(position, game.roll, cap)
        forced = is_forced(position, game.roll, cap)
    return GameView(
        number=game.number,
        stage=game.stage,
        turn=game.turn,
        points=points(position),
        off=(position.us[OFF], position.them[OFF]),
        dice=None if game.roll is None or game.stage is Stage.ROLL else (game.roll.high, game.roll.low),
        cube=_cube(state, game) if game.cube_in_play else None,
        crawford=game.crawford,
        offered_level=0 if game.offer is None else game.offer.level,
        offered_by=None if game.offer is None else game.offer.by,
        tree=tree,
        forced=forced,
        last=() if last is None else last.hops,
        last_by=None if last is None else last.side,
        xgid=_xgid(state, game) if ids and not rotated and game.stage is not Stage.OPENING else "",
        rotated=rotated,
    )


def _tree(position: Position, roll: Roll, head_cap: int | None) -> Tree:
    """The hop graph, already as it is sent."""
    return cast("Tree", msgspec.Raw(hop_graph(position, roll, head_cap)))


def points(position: Position) -> tuple[int, ...]:
    """26 numbers in the view of "us": [1..24] the points, + ours and - theirs; [25] our bar, [0] minus theirs."""
    if position.discipline.layout is Layout.MIRRORED:  # theirs are read backwards
        cells = position.cells
        return (-cells[51], *map(sub, cells[1:25], cells[50:26:-1]), cells[BAR])
    us, them, across = position.us, position.them, position.discipline.across
    return (-them[BAR], *(us[point] - them[across(point)] for point in POINTS), us[BAR])


def _cube(state: MatchState, game: Game) -> CubeView:
    cube = game.cube
    return CubeView(
        value=cube.value,
        owner=cube.owner,
        offered=cube.offered or 0,
        by=cube.by,
        dead=is_dead(game.turn, state.score, cube.value, state.in_force),
        cost_of_pass=cube.value if cube.offered else 0,
    )


def _xgid(state: MatchState, game: Game) -> str:
    return xgid(game.seen_by(game.turn), situation(state, game, game.turn))


def length_in_words(length: Length) -> str:
    """How long a match is, as people say it."""
    if length.kind is LengthKind.MONEY:
        return "money session"
    if length.kind is LengthKind.TIMED:
        return f"{length.limit // 60_000} minutes"
    said = f"{length.points} point{'s' if length.points != 1 else ''}"
    return f"best of {length.best_of} sets of {said}" if length.kind is LengthKind.SETS else said
