"""Cutting a view: what one reader is shown of a room (the types are in `views`)."""

from operator import sub
from typing import Final, cast

import msgspec
from msgspec.structs import replace

from barpoint.board import BAR, OFF, POINTS, SIDES, THEIRS, Layout, Position, Side, choices
from barpoint.match import (
    Clock,
    Game,
    GameStage,
    MatchState,
    OpenActions,
    is_dead_cube,
    open_actions,
    target_points,
)
from barpoint.match.decide import break_limit, break_time_left, money_settlement, pause_limit, recorded_score
from barpoint.match.format import Length, LengthKind
from barpoint.notation import situation_of_match, xgid
from barpoint.service.play.agreement import agreement_view
from barpoint.service.play.room import Board, Room
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

_READERS: Final = {
    audience: (Side.BLACK if audience is Audience.BLACK else Side.WHITE, audience in (Audience.WHITE, Audience.BLACK))
    for audience in Audience
}
"""Whose eyes the board is seen with, and whether they sit at it."""
_NOTHING: Final = OpenActions()


def match_view(room: Room, audience: Audience, at: int, *, ids: bool = True) -> MatchView:
    """The match as `audience` sees it at `at`; the position's id is left out of what changes with every command."""
    state = room.match
    game, frame = state.game, _frame(room, audience)
    board = None if game is None else _board(room, game)
    white, black = (None, None) if board is None or not state.format.pip_count else board.pips
    return replace(
        frame,
        version=state.version,
        at=at,
        white=_side_at(frame.white, room, Side.WHITE, white, at),
        black=_side_at(frame.black, room, Side.BLACK, black, at),
        game=None if game is None or board is None else _game(state, game, board, room.last_play, audience, ids=ids),
        clock=None if state.clock is None else _clock(state, state.clock, at),
        officials=room.officiated,
        wait=room.wait,
        limits=wait_limits(state.format, against_bot=room.has_bot) if ids else None,
        call_until=room.call_until if state.stopped_by else 0,
        open=_open(room, audience),
    )


def _frame(room: Room, audience: Audience) -> MatchView:
    """What of an audience's view no roll and no play changes; the rest of it is to be filled in."""
    if room.framed_at != room.changes:
        room.frames, room.framed_at = {}, room.changes
    if audience not in room.frames:
        room.frames[audience] = _new_frame(room, audience)
    return room.frames[audience]


def _new_frame(room: Room, audience: Audience) -> MatchView:
    state = room.match
    reader, seated = _READERS[audience]
    return MatchView(
        id=room.id,
        version=0,
        at=0,
        audience=audience,
        format=state.format,
        phase=state.phase,
        white=_side(room, Side.WHITE),
        black=_side(room, Side.BLACK),
        length=length_in_words(state.in_force),
        target=target_points(state.in_force) or 0,
        records=state.records,
        stopped_by=state.stopped_by,
        on_break=state.on_break,
        break_until=break_limit(state) or 0,
        ended=state.ended,
        settlement=money_settlement(state) if state.format.stake else None,
        manners=room.options,
        rematch=next(filter(None, room.rematch.values()), ""),
        rematch_by=tuple(room.rematch),
        agreement=agreement_view(room),
        closed_by=tuple(room.closed_by),
        copies_of=tuple(room.copies_of),
        off_air=not (room.options.live if room.live is None else room.live),
        appointed=room.appointed,
        deferred=tuple(
            DeferredView(of, change, tuple(side for side in SIDES if side in by))
            for (of, change), by in room.deferred.items()
        ),
        aids=seated and has_aids(room, reader),
        muted=seated and reader in room.muted,
    )


def view_for(whole: MatchView, room: Room, audience: Audience) -> MatchView:
    """What another audience sees at the same moment; what both see alike is not made twice."""
    game, frame = room.match.game, _frame(room, audience)
    return replace(
        whole,
        audience=audience,
        game=None if game is None or whole.game is None else _game_for(whole.game, game, _board(room, game), audience),
        open=_open(room, audience),
        aids=frame.aids,
        muted=frame.muted,
    )


def has_aids(room: Room, side: Side) -> bool:
    """Whether a side may have hints and take turns back: in casual play against a bot."""
    form = room.match.format
    return form.hints and not form.rated and not room.options.event and bool(room.bot(side.other))


def _side(room: Room, side: Side) -> SideView:
    """A side that is here, but for its pips."""
    state, place = room.match, side.place
    return SideView(
        names=state.seats[place],
        operator=state.operators[place] if state.format.team > 1 else "",
        score=recorded_score(state)[place],
        sets=state.sets[place],
        breaks=state.breaks[place],
        breaks_left=max(0, state.format.breaks - state.breaks[place]) if state.format.breaks else None,
        break_left=break_time_left(state, side, state.break_since),
        overran=state.overran[place],
        account=room.seats(side)[0].account if state.format.team == 1 and room.seats(side) else "",
        warned=side in room.warned,
    )


def _side_at(shown: SideView, room: Room, side: Side, pips: int | None, at: int) -> SideView:
    """The same at one moment."""
    state = room.match
    if pips is not None:
        shown = replace(shown, pips=pips)
    if state.format.break_every:  # it grows with time
        shown = replace(shown, break_left=break_time_left(state, side, state.break_since or at))
    return shown if room.is_here(side) else replace(shown, here=False, away_left=room.away_left(side, at))


def _open(room: Room, audience: Audience) -> OpenActions:
    reader, seated = _READERS[audience]
    if not seated:
        return _NOTHING
    may = open_actions(room.match, reader, officials=room.officiated)
    return replace(may, opening=False) if may.opening and room.is_ready(reader) else may


def _clock(state: MatchState, clock: Clock, at: int) -> ClockView:
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


def _board(room: Room, game: Game) -> Board:
    """The position as both sides see it, made once for as long as nothing moves."""
    if room.board is None or room.board.position is not game.position:
        room.board = _new_board(game.position)
    return room.board


def _new_board(position: Position) -> Board:
    views = (position, position.flip())
    white, black = position.cells[OFF], position.cells[THEIRS + OFF]
    return Board(
        position=position,
        views=views,
        pips=(position.pips, position.their_pips),
        points=(board_points(views[0]), board_points(views[1])),
        off=((white, black), (black, white)),
    )


def _game(
    state: MatchState, game: Game, board: Board, last: LastPlay | None, audience: Audience, *, ids: bool
) -> GameView:
    """The game as an audience sees it."""
    rotated = game.position.discipline.layout is Layout.ROTATED
    tree, forced = _choices(game, board, audience)
    place = _READERS[audience][0].place
    return GameView(
        number=game.number,
        stage=game.stage,
        turn=game.turn,
        points=board.points[place],
        off=board.off[place],
        dice=None if game.roll is None or game.stage is GameStage.ROLL else (game.roll.high, game.roll.low),
        cube=_cube(state, game) if game.cube_in_play else None,
        crawford=game.crawford,
        offered_level=0 if game.offer is None else game.offer.level,
        offered_by=None if game.offer is None else game.offer.by,
        tree=tree,
        forced=forced,
        last=() if last is None else last.hops,
        last_by=None if last is None else last.side,
        xgid=_xgid(state, game) if ids and not rotated and game.stage is not GameStage.OPENING else "",
        rotated=rotated,
    )


def _game_for(shown: GameView, game: Game, board: Board, audience: Audience) -> GameView:
    """The same for another audience."""
    place = _READERS[audience][0].place
    tree, forced = _choices(game, board, audience)
    return replace(shown, points=board.points[place], off=board.off[place], tree=tree, forced=forced)


def _choices(game: Game, board: Board, audience: Audience) -> tuple[HopGraph, bool]:
    """What a reader who is to move may play, and whether there is one play at most."""
    reader, seated = _READERS[audience]
    if not seated or game.stage is not GameStage.PLAY or game.turn is not reader or game.roll is None:
        return (), False
    graph, forced = choices(board.views[reader.place], game.roll, game.head_cap(game.roll))
    return cast("HopGraph", msgspec.Raw(graph)), forced  # already as it is sent


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
