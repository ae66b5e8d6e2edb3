"""Cutting a view: what one reader is shown of a room (the types are in `views`)."""

from operator import sub
from typing import cast

import msgspec

from barpoint.board import BAR, OFF, POINTS, SIDES, THEIRS, Layout, Position, Side, choices
from barpoint.match import (
    Game,
    GameStage,
    MatchState,
    OpenActions,
    is_dead_cube,
    open_actions,
    target_points,
)
from barpoint.match.decide import break_limit, break_time_left, money_settlement, pause_limit
from barpoint.match.format import Length, LengthKind
from barpoint.notation import situation_of_match, xgid
from barpoint.service.play.agreement import agreement_view
from barpoint.service.play.room import Room
from barpoint.service.play.room_fold import LastPlay
from barpoint.service.play.views import (
    Audience,
    ClockView,
    CubeView,
    DeferredView,
    GameView,
    HopGraph,
    MatchView,
    SideView,
)
from barpoint.service.play.waiting import wait_limits


def match_view(room: Room, audience: Audience, at: int, *, ids: bool = True) -> MatchView:
    """The match as `audience` sees it at `at`; the position's id is left out of what changes with every command."""
    state = room.match
    length, game = state.in_force, state.game
    white, black = _pips(state)
    reader, seated = _reader(audience)
    shown = None if game is None else _game(state, game, room.last_play, ids=ids)
    return MatchView(
        id=room.id,
        version=state.version,
        at=at,
        audience=audience,
        format=state.format,
        phase=state.phase,
        white=_side(room, Side.WHITE, white, at),
        black=_side(room, Side.BLACK, black, at),
        length=length_in_words(length),
        target=target_points(length) or 0,
        game=None if game is None or shown is None else _game_for(shown, game, reader, to_move=seated),
        clock=_clock(state, at),
        records=state.records,
        stopped_by=state.stopped_by,
        on_break=state.on_break,
        break_until=break_limit(state) or 0,
        ended=state.ended,
        settlement=money_settlement(state) if state.format.stake else None,
        manners=room.options,
        rematch=next(filter(None, room.rematch.values()), "") if room.rematch else "",
        rematch_by=tuple(room.rematch),
        officials=room.officiated,
        wait=room.wait,
        agreement=agreement_view(room),
        deferred=tuple(
            DeferredView(of, change, tuple(side for side in SIDES if side in by))
            for (of, change), by in room.deferred.items()
        ),
        closed_by=tuple(room.closed_by),
        copies_of=tuple(room.copies_of),
        off_air=not (room.options.live if room.live is None else room.live),
        limits=wait_limits(state.format, against_bot=any(map(room.bot, Side))) if ids else None,
        call_until=room.call_until if state.stopped_by else 0,
        open=_open(room, reader) if seated else OpenActions(),
        aids=seated and has_aids(room, reader),
        muted=seated and reader in room.muted,
    )


def view_for(whole: MatchView, room: Room, audience: Audience) -> MatchView:
    """What another audience sees at the same moment; what both see alike is not made twice."""
    game = room.match.game
    reader, seated = _reader(audience)
    return msgspec.structs.replace(
        whole,
        audience=audience,
        game=None if game is None or whole.game is None else _game_for(whole.game, game, reader, to_move=seated),
        open=_open(room, reader) if seated else OpenActions(),
        aids=seated and has_aids(room, reader),
        muted=seated and reader in room.muted,
    )


def _reader(audience: Audience) -> tuple[Side, bool]:
    """Whose eyes the board is seen with, and whether they sit at it."""
    if audience is Audience.BLACK:
        return Side.BLACK, True
    return Side.WHITE, audience is Audience.WHITE


def has_aids(room: Room, side: Side) -> bool:
    """Whether a side may have hints and take turns back: in casual play against a bot."""
    form = room.match.format
    return form.hints and not form.rated and not room.options.event and bool(room.bot(side.other))


def _pips(state: MatchState) -> tuple[int | None, int | None]:
    """Both pip counts, where the event shows them."""
    if state.game is None or not state.format.pip_count:
        return None, None
    position = state.game.position
    return position.pips, position.their_pips


def _side(room: Room, side: Side, pips: int | None, at: int) -> SideView:
    state, place = room.match, side.place
    away_left = room.away_left(side, at)
    return SideView(
        names=state.seats[place],
        operator=state.operators[place] if state.format.team > 1 else "",
        score=state.score[place],
        sets=state.sets[place],
        pips=pips,
        breaks=state.breaks[place],
        breaks_left=max(0, state.format.breaks - state.breaks[place]) if state.format.breaks else None,
        break_left=break_time_left(state, side, state.break_since or at),
        overran=state.overran[place],
        warned=side in room.warned,
        here=away_left is None,
        away_left=away_left,
        account=room.seats(side)[0].account if state.format.team == 1 and room.seats(side) else "",
    )


def _open(room: Room, reader: Side) -> OpenActions:
    may = open_actions(room.match, reader, officials=room.officiated)
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
        delays=(clock.rules.delay_of(Side.WHITE), clock.rules.delay_of(Side.BLACK)) if clock.rules.own_delays else None,
        resume_by=pause_limit(state) or 0,
    )


def _game(state: MatchState, game: Game, last: LastPlay | None, *, ids: bool) -> GameView:
    """What every reader sees of the game; how each sees the board is for `_game_for`."""
    rotated = game.position.discipline.layout is Layout.ROTATED
    return GameView(
        number=game.number,
        stage=game.stage,
        turn=game.turn,
        points=(),
        off=(0, 0),
        dice=None if game.roll is None or game.stage is GameStage.ROLL else (game.roll.high, game.roll.low),
        cube=_cube(state, game) if game.cube_in_play else None,
        crawford=game.crawford,
        offered_level=0 if game.offer is None else game.offer.level,
        offered_by=None if game.offer is None else game.offer.by,
        last=() if last is None else last.hops,
        last_by=None if last is None else last.side,
        xgid=_xgid(state, game) if ids and not rotated and game.stage is not GameStage.OPENING else "",
        rotated=rotated,
    )


def _game_for(common: GameView, game: Game, reader: Side, *, to_move: bool) -> GameView:
    """The game as a reader sees the board, and what a reader who is to move may play."""
    position = game.view_for(reader)
    off = (position.cells[OFF], position.cells[THEIRS + OFF])
    if not (to_move and game.stage is GameStage.PLAY and game.turn is reader and game.roll is not None):
        return msgspec.structs.replace(common, points=board_points(position), off=off, tree=(), forced=False)
    graph, forced = choices(position, game.roll, game.head_cap(game.roll))
    tree = cast("HopGraph", msgspec.Raw(graph))  # already as it is sent
    return msgspec.structs.replace(common, points=board_points(position), off=off, tree=tree, forced=forced)


def board_points(position: Position) -> tuple[int, ...]:
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
        dead=is_dead_cube(game.turn, state.score, cube.value, state.in_force),
        cost_of_pass=cube.value if cube.offered else 0,
    )


def _xgid(state: MatchState, game: Game) -> str:
    return xgid(game.view_for(game.turn), situation_of_match(state, game, game.turn))


def length_in_words(length: Length) -> str:
    """How long a match is, as people say it."""
    if length.kind is LengthKind.MONEY:
        return "money session"
    if length.kind is LengthKind.TIMED:
        return f"{length.limit // 60_000} minutes"
    length_text = f"{length.points} point{'s' if length.points != 1 else ''}"
    return f"best of {length.best_of} sets of {length_text}" if length.kind is LengthKind.SETS else length_text
