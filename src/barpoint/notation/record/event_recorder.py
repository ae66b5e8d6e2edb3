"""The record of a match's events: what any sheet or file of it has to say.

What was taken back is not in it: after an official put a game back to an earlier version, the record goes on
from there, and a finished game has the points that stand in the end. What the clocks showed after an entry is noted
with it, in seconds, as SGF has it (WL, BL). Words, calls and breaks are the log's alone.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from barpoint.board import Side
from barpoint.match import EndedBy, GameStage, MatchState, evolve_match, new_match, points_of
from barpoint.match import events as e
from barpoint.match.format import ClockMethod, LengthKind
from barpoint.notation.record import match_record as r
from barpoint.notation.record.replayer import Replay

TIMES: Final = ("WL", "BL")
"""The notes that hold White's and Black's time left, in seconds."""
_WITHOUT_TIMES: Final = (ClockMethod.UNTIMED, ClockMethod.PER_MOVE)


def record_of(events: Iterable[e.AnyEvent]) -> r.MatchRecord:
    """The record of a whole log or of its beginning; the first event is `MatchStarted`."""
    log = iter(events)
    started = next(log, None)
    if not isinstance(started, e.MatchStarted):
        raise ValueError("a match log begins with MatchStarted")
    scribe = _Scribe(evolve_match(new_match(started.format), started))
    for event in log:
        scribe.note(event)
    return scribe.record(started)


def canonical(replayed: Replay) -> r.MatchRecord:
    """The record as it was replayed, hop by hop, with the notes and the order of the dice of its source."""
    source = replayed.record
    record = record_of(replayed.events)
    games = [_with_notes(game, original) for game, original in zip(record.games, source.games, strict=False)]
    return replace(
        record,
        games=(*games, *record.games[len(games) :]),
        book=source.book,
        beavers=source.beavers,
        info=source.info,
        notes=source.notes,
    )


def _with_notes(game: r.RecordedGame, source: r.RecordedGame) -> r.RecordedGame:
    """Entries are kept one for one, so that a note finds its entry again by its place."""
    actions = list(game.actions)
    for index, (action, original) in enumerate(zip(game.actions, source.actions, strict=False)):
        if type(action) is not type(original) or action.side is not original.side:
            break
        if isinstance(action, r.Moved) and isinstance(original, r.Moved):
            actions[index] = replace(action, notes=original.notes, dice=original.dice)
        elif original.notes:
            actions[index] = replace(action, notes=original.notes)
    return replace(game, actions=tuple(actions), notes=source.notes)


class _Scribe:
    """The games so far; the last one may be running."""

    def __init__(self, state: MatchState) -> None:
        self.state = state
        self.games: dict[int, r.RecordedGame] = {}
        self.actions: list[r.AnyAction] = []
        self.lengths: dict[int, int] = {}  # how many actions its game had at each version
        self.kept: dict[int, list[r.AnyAction]] = {}  # of finished games, should one be taken up again
        self.shown: tuple[int, int] | None = None  # by the table's own clock, for the entry that is being made

    def note(self, event: e.AnyEvent) -> None:
        """Write an event down."""
        before = self.state
        self.state = evolve_match(before, event)
        match event:
            case e.GameStarted():
                self.actions = []
                self.games[event.number] = r.RecordedGame(score=before.score)
            case e.CubeTurnedAutomatically():
                number = self._number()
                self.games[number] = replace(self.games[number], ties=self.games[number].ties + 1)
            case e.OpeningRolled() if event.white != event.black:
                side = Side.WHITE if event.white > event.black else Side.BLACK
                dice = (event.white, event.black) if side is Side.WHITE else (event.black, event.white)
                self.actions.append(r.Moved(side=side, dice=dice, walks=None))
            case e.GameEnded():
                self._note_times(event.at)
                self._end_game(event)
            case e.MatchEnded() if before.game is not None:
                self._end_match(event, before)
            case e.GameVoided() if before.game is not None:
                self._keep(before.game.number)
            case e.GameRestored():
                self._restore(event)
            case e.RollChosen():
                self._choose_roll(event, before)
            case e.PointsAwarded() if before.game is None and event.points > 0:
                unplayed = r.RecordedGame(score=before.score, winner=event.side, points=event.points)
                self.games.setdefault(len(before.records) + 1, unplayed)
            case _:
                self._action(event)
        self.lengths[self.state.version] = len(self.actions)

    def _choose_roll(self, event: e.RollChosen, before: MatchState) -> None:
        """A named roll takes the place of the one on the board, and of the play that was made with it."""
        last = self.actions[-1] if self.actions else None
        rolled = before.game is not None and before.game.stage is not GameStage.ROLL
        if rolled and isinstance(last, r.Moved) and last.side is event.side:
            self.actions.pop()
        self.actions.append(r.Moved(side=event.side, dice=event.dice, walks=None))

    def _action(self, event: e.AnyEvent) -> None:
        """An event that is an entry of its own."""
        match event:
            case e.DiceRolled():
                self.actions.append(r.Moved(side=event.side, dice=event.dice, walks=None))
            case e.Played():
                self._play(event)
                self._note_times(event.at)
            case e.TurnEnded():
                self._note_times(event.at)
            case e.ClockRead():
                self.shown = event.remaining
            case e.Doubled():
                self.actions.append(r.Doubled(side=event.side, value=event.value, beaver=event.beaver))
            case e.DoubleTaken():
                self.actions.append(r.Taken(side=event.side))
                self._note_times(event.at)
            case e.DoublePassed():
                self.actions.append(r.Dropped(side=event.side))
                self._note_times(event.at)
            case e.ResignationOffered():
                loser = event.side.other if event.countered else event.side
                self.actions.append(r.Resigned(side=loser, level=event.level))
            case e.ResignationDeclined():
                offered = self.actions.pop()
                assert isinstance(offered, r.Resigned)
                self.actions.append(replace(offered, accepted=False))
            case e.PositionCorrected():
                last = self.actions[-1] if self.actions else None
                if isinstance(last, r.Moved) and last.walks is None:
                    self.actions.pop()  # the roll is in the correction, or gone
                self.actions.append(r.SetUp(side=event.turn, position=event.position, dice=event.dice))
            case e.CubeCorrected():
                self._cube(event)
            case _:
                pass  # words, calls, terms: the log's alone

    def _play(self, event: e.Played) -> None:
        """The play of the last roll; one played again before the turn ended takes its place."""
        walks = tuple(tuple(hop) for hop in event.hops)
        last = self.actions[-1] if self.actions else None
        if isinstance(last, r.Moved):
            self.actions[-1] = replace(last, walks=walks, illegal=bool(event.illegal))
        elif isinstance(last, r.SetUp) and last.dice is not None:
            self.actions.append(r.Moved(side=event.side, dice=last.dice, walks=walks, illegal=bool(event.illegal)))

    def _note_times(self, at: int) -> None:
        """What the clocks show now goes with the last entry."""
        clock, shown = self.state.clock, self.shown
        self.shown = None
        if clock is not None and clock.rules.method not in _WITHOUT_TIMES:
            shown = (clock.remaining(Side.WHITE, at), clock.remaining(Side.BLACK, at))
        if shown is not None and self.actions:
            notes = tuple((name, (f"{left / 1000:.1f}",)) for name, left in zip(TIMES, shown, strict=True))
            self.actions[-1] = replace(self.actions[-1], notes=notes)

    def _cube(self, event: e.CubeCorrected) -> None:
        last = self.actions[-1] if self.actions else None
        if isinstance(last, r.SetUp):
            self.actions[-1] = replace(last, cube=event.value, owner=event.owner)
        elif self.state.game is not None:
            turn = self.state.game.turn
            self.actions.append(r.SetUp(side=turn, cube=event.value, owner=event.owner))

    def _end_game(self, event: e.GameEnded) -> None:
        number = event.record.number
        self.kept[number] = self.actions
        self._keep(number)
        how = event.record.ended_by
        if how in (EndedBy.TIME, EndedBy.FORFEIT):
            self.games[number] = replace(self.games[number], how=str(how))

    def _end_match(self, event: e.MatchEnded, before: MatchState) -> None:
        """The match ended in the middle of a game: on time the winner has the points needed (ibf:8.7b)."""
        assert before.game is not None
        number = before.game.number
        self._keep(number)
        if event.winner is None or before.in_force.kind is not LengthKind.POINTS:
            return
        points = before.in_force.points - points_of(event.winner, before.score)
        how = "time" if event.reason == "time" else "forfeit"
        self.games[number] = replace(self.games[number], winner=event.winner, points=points, how=how)

    def _keep(self, number: int) -> None:
        self.games[number] = replace(self.games[number], actions=tuple(self.actions))

    def _restore(self, event: e.GameRestored) -> None:
        number = self._number()
        known = self.kept.pop(number, self.actions)
        self.actions = known[: self.lengths.get(event.version, len(known))]
        for later in [later for later in self.games if later > number]:
            del self.games[later]

    def _number(self) -> int:
        assert self.state.game is not None
        return self.state.game.number

    def record(self, started: e.MatchStarted) -> r.MatchRecord:
        """All games, finished ones with the points that stand."""
        if self.state.game is not None:
            self._keep(self._number())
        results = {result.number: result for result in self.state.records}
        games = []
        for number, game in sorted(self.games.items()):
            result = results.get(number)
            if result is not None:
                score = game.score if result.before is None else result.before
                games.append(replace(game, winner=result.winner, points=result.points, score=score))
            elif game.winner is not None or game.actions:
                games.append(game)
        played, length = started.format, self.state.in_force
        if length.kind is LengthKind.SETS:
            raise ValueError("a match of several sets has no record of its own; write the log")
        return r.MatchRecord(
            white=" & ".join(started.white),
            black=" & ".join(started.black),
            games=tuple(games),
            info={key: value for key, value in self.state.terms.items() if key in r.INFO and value},
            length=length.points if length.kind is LengthKind.POINTS else 0,
            crawford=played.cube.crawford,
            jacoby=played.cube.jacoby,
            beavers=played.cube.beavers,
            cube=played.cube.enabled,
            discipline=played.discipline,
            book=played.book,
        )
