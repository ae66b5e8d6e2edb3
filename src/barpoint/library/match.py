"""A match: a shell over its fold that throws dice, keeps the time and raises what is refused.

Everything that happens is an event in `events`; `state` is their fold, `do` takes any command of `barpoint.match`.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from barpoint.board import SIDES, Play, Refusal, Roll, RollLike, Side, discipline, ordered_dice
from barpoint.library.board import Board, PlayLike, resolve_play
from barpoint.library.engine import Progress, wants_display
from barpoint.library.refusal_error import RefusedError
from barpoint.match import (
    GameStage,
    MatchFormat,
    MatchPhase,
    MatchState,
    OpenActions,
    open_actions,
    side_to_act,
    to_points,
)
from barpoint.match import commands as c
from barpoint.match.events import AnyEvent
from barpoint.match.format import Length, LengthKind, Resignation
from barpoint.progress import shown_steps, step

if TYPE_CHECKING:
    from barpoint.engine import Analysis
    from barpoint.service import LocalMatch


class Match:
    """A match between two players, from the opening roll to the last point.

    >>> import barpoint as bp
    >>> m = bp.Match(points=5, white="Ada", black="Bob")
    >>> m.roll("31")  # the opening: White's die, then Black's
    Roll(high=3, low=1)
    >>> m.play("8/5 6/5")
    Play('8/5 6/5')
    >>> m.turn, m.open.roll, m.open.double
    ('Bob', True, 2)
    >>> m.double()
    >>> m.take()
    >>> m.position.cube, m.score
    (2, (0, 0))
    """

    def __init__(
        self,
        points: int | None = None,
        *,
        white: str = "White",
        black: str = "Black",
        preset: str | None = None,
        discipline: str | None = None,
        format: MatchFormat | None = None,
    ) -> None:
        """A match to so many points; 0 is a money session.

        `preset` is a rule book's, such as "USBGF Open" (`barpoint rules presets`): its cube, clock and endings hold,
        and refusals cite its clauses. Without one a game may be resigned at any time and there is no clock. `format`
        says everything itself.
        """
        settled = format if format is not None else _match_format(points, preset, discipline)
        self._start((), settled)
        pair = settled.team
        self.do(c.StartMatch(at=self._table.now(), white=(white,) * pair, black=(black,) * pair))

    def _start(self, events: tuple[AnyEvent, ...], settled: MatchFormat | None) -> None:
        from barpoint.bootstrap import match_in_memory

        self._events = list(events)
        self._table: LocalMatch = match_in_memory(self._events, settled)
        self.problems: tuple[str, ...] = ()
        """What does not fit the rules in a file this was read from; empty for any other match."""

    @classmethod
    def from_events(cls, events: tuple[AnyEvent, ...], problems: tuple[str, ...] = ()) -> "Match":
        """A match that goes on where its events end."""
        match = cls.__new__(cls)
        match._start(events, None)  # noqa: SLF001  # its own
        match.problems = problems
        return match

    @property
    def state(self) -> MatchState:
        """The fold of the events."""
        return self._table.state

    @property
    def events(self) -> tuple[AnyEvent, ...]:
        """Everything that happened, in order."""
        return tuple(self._events)

    @property
    def players(self) -> tuple[str, str]:
        """White's name and Black's."""
        white, black = (" and ".join(dict.fromkeys(seat)) for seat in self.state.seats)
        return white, black

    @property
    def score(self) -> tuple[int, int]:
        """White's points and Black's."""
        return self.state.score

    @property
    def side(self) -> Side | None:
        """Who has to decide something now; nobody before an opening roll, between games and at the end."""
        return side_to_act(self.state.game) if self.state.game is not None else None

    @property
    def turn(self) -> str | None:
        """The name of whoever has to decide something now."""
        return None if self.side is None else self.name_of(self.side)

    @property
    def dice(self) -> Roll | None:
        """The roll that is to be played."""
        return self.position.dice if self.state.game is not None else None

    @property
    def position(self) -> Board:
        """The board of the running game with its score and cube, seen by the side on turn; a start if there is none."""
        from barpoint.board import Position
        from barpoint.notation import situation_of_match

        game = self.state.game
        if game is None:
            return Board(Position.start(self.state.discipline))
        return Board(game.view_for(game.turn), situation_of_match(self.state, game, game.turn))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.state.phase is MatchPhase.OVER

    @property
    def winner(self) -> str | None:
        """The winner's name, if there is one."""
        ended = self.state.ended
        return None if ended is None or ended.winner is None else self.name_of(ended.winner)

    @property
    def open(self) -> OpenActions:
        """What may be done now, by whoever has to decide something; before an opening roll by either side."""
        return self.open_to(self.side or Side.WHITE)

    def open_to(self, side: Side | str) -> OpenActions:
        """What a side (or a player, by name) may do now."""
        return open_actions(self.state, self.side_of(side))

    def name_of(self, side: Side) -> str:
        """The player of a side."""
        return self.players[side.place]

    def side_of(self, who: Side | str) -> Side:
        """The side of a player: `white`, `black`, or a name."""
        for side in SIDES:
            if who == side:
                return side
        named = [side for side in SIDES if self.name_of(side) == who]
        if len(named) > 1:
            raise ValueError(f"both players are called {who}: expected white or black")
        if named:
            return named[0]
        raise ValueError(f"expected white, black, {' or '.join(self.players)}, not {who!r}")

    def roll(self, dice: RollLike | None = None) -> Roll:
        """Roll these dice, or throw them; an opening roll is White's die and then Black's, thrown until they differ."""
        game = self.state.game
        if game is not None and game.stage is not GameStage.OPENING:
            side = self._acting()
            pair = ordered_dice(dice) if dice is not None else None
            self._judge(
                self._table.roll(side) if pair is None else self._do(c.RollDice(at=self._now(), side=side, dice=pair))
            )
        elif dice is not None:
            white, black = ordered_dice(dice)
            self.do(c.RollOpening(at=self._now(), white=white, black=black))
            return Roll(white, black)
        else:
            while self.state.game is None or self.state.game.stage is GameStage.OPENING:
                self._judge(self._table.roll_opening())
        game = self.state.game
        assert game is not None
        assert game.roll is not None
        return game.roll

    def play(self, play: PlayLike) -> Play:
        """Play the roll, and end the turn; `RefusedError` says why a play is not legal.

        A roll that cannot be played ends the turn as "" or "no move".
        """
        side, game = self._acting(), self.state.game
        if game is None or game.roll is None:
            self.do(c.PlayCheckers(at=self._now(), side=side, hops=()))  # refused, with the reason
            raise AssertionError("a play before the roll is refused")
        legal = resolve_play(game.view_for(side), game.roll, play, game.head_cap(game.roll))
        if isinstance(legal, Refusal):
            raise RefusedError(legal, self.state.format.book)
        self.do(c.PlayCheckers(at=self._now(), side=side, hops=tuple((hop.source, hop.target) for hop in legal.hops)))
        return legal

    def double(self) -> None:
        """Offer the cube at twice its value."""
        self.do(c.OfferDouble(at=self._now(), side=self._acting()))

    def take(self) -> None:
        """Accept a double."""
        self.do(c.Take(at=self._now(), side=self._acting()))

    def drop(self) -> None:
        """Refuse a double: pass, and lose the game at the cube's present value."""
        self.do(c.Pass(at=self._now(), side=self._acting()))

    def beaver(self) -> None:
        """Take and redouble at once, keeping the cube (money play that allows it)."""
        self.do(c.Beaver(at=self._now(), side=self._acting()))

    def resign(self, level: int = 1, side: Side | str | None = None) -> None:
        """Offer to lose the game: 1 single, 2 a gammon, 3 a backgammon; by default the side on turn does."""
        who = self._acting() if side is None else self.side_of(side)
        self.do(c.OfferResignation(at=self._now(), side=who, level=level))

    def accept(self) -> None:
        """Accept the resignation on the table."""
        self.do(c.AnswerResignation(at=self._now(), side=self._acting(), accept=True))

    def reject(self) -> None:
        """Play on: the resignation on the table is not accepted."""
        self.do(c.AnswerResignation(at=self._now(), side=self._acting(), accept=False))

    def do(self, command: c.AnyCommand) -> tuple[AnyEvent, ...]:
        """Carry out any command of `barpoint.match.commands`; its events are kept. `RefusedError` says why not."""
        if not isinstance(command, c.Command):
            raise TypeError(f"expected a command of barpoint.match.commands, not {command!r}")
        return self._judge(self._do(command))

    def _do(self, command: c.AnyCommand) -> tuple[AnyEvent, ...] | Refusal:
        return self._table.do(command)

    def _judge(self, answer: tuple[AnyEvent, ...] | Refusal) -> tuple[AnyEvent, ...]:
        if isinstance(answer, Refusal):
            raise RefusedError(answer, self.state.format.book)
        return answer

    def _now(self) -> int:
        return self._table.now()

    def _acting(self) -> Side:
        """Who acts; White where nobody is to, so that the match says why it is refused."""
        return self.side or Side.WHITE

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the match; the name's ending says the form: .mat, .sgf, .ibf, .pdf, .html, .gif, .jsonl ...

        `.jsonl` is Barpoint's own log, which loses nothing.
        """
        from barpoint.notation.files import form_of, write_events

        target = Path(path)
        target.write_bytes(write_events(self.events, form_of(target)))

    def analyse(self, plies: int = 2, *, threads: int | None = None, progress: Progress = None) -> "Analysis":
        """Every decision judged by the engine: `players` with their errors, PR and luck, `mistakes`, `decisions`."""
        from barpoint.engine import analyse

        with shown_steps(wants_display(progress)), step("analysing") as line:

            def tell(done: int, total: int) -> None:
                line(done, total, f"{done} of {total}")
                if callable(progress):
                    progress(done, total)

            return analyse(self.events, plies, threads or os.cpu_count() or 1, progress=tell)

    def __str__(self) -> str:
        goal = self.state.in_force.points
        (white, black), (ours, theirs) = self.players, self.score
        ended = f", won by {self.winner}" if self.winner else ", over" if self.is_over else ""
        return f"{white} {ours}, {black} {theirs}{f', to {goal}' if goal else ''}{ended}"

    def __repr__(self) -> str:
        if self.state.game is None:
            return f"<{self}>"
        name = self.name_of(self.state.game.turn)
        return f"<{self}>\n X is {name}\n{self.position!r}"

    def _repr_svg_(self) -> str:
        from barpoint.notation import svg

        game = self.state.game
        return svg(self.position, self.position.situation, us=game.turn if game is not None else Side.WHITE)


def read_match(path: str | os.PathLike[str]) -> Match:
    """The match in a file: .mat of any program, SGF, XG, BGBlitz, FIBS logs, the IBF sheet, Barpoint's log.

    It is replayed by the rules. What does not fit them is kept as it was recorded, and named in `problems`.

    >>> import barpoint as bp
    >>> m = bp.Match(points=1, white="Ada", black="Bob")
    >>> _ = m.roll("31"), m.play("8/5 6/5"), m.resign(side="Bob"), m.accept()
    >>> m.save("a.mat")
    >>> bp.read_match("a.mat").winner
    'Ada'
    >>> review = bp.read_match("a.mat").analyse(plies=2)
    >>> review.players[0].name, review.players[0].pr
    ('Ada', 0.0)
    """
    from barpoint.notation import read_path, replay

    loaded = read_path(Path(path))
    if loaded.events:
        return Match.from_events(loaded.events)
    replayed = replay(loaded.record)
    if replayed.problems:
        replayed = replay(loaded.record, lenient=True)
    return Match.from_events(replayed.events, tuple(str(problem) for problem in replayed.problems))


def _match_format(points: int | None, preset_name: str | None, discipline_name: str | None) -> MatchFormat:
    """What the arguments of a match come to."""
    from barpoint.rulebook import Options, preset

    if points is not None and (type(points) is not int or points < 0):
        raise ValueError(f"a match is played to 1 to 999 points, 0 for money, not {points!r}")
    rules = None if discipline_name is None else discipline(discipline_name).name
    if preset_name is not None:
        chosen = preset(preset_name)
        profile = chosen if rules is None else chosen.with_options(Options(discipline=rules))
        settled = profile if isinstance(profile, Refusal) else profile.match_format(length=points)
        if isinstance(settled, Refusal):
            raise RefusedError(settled, chosen.book)
        return settled
    if points is None:
        raise ValueError("expected the points to play to, such as Match(points=5); 0 is a money session")
    length = to_points(points) if points else Length(LengthKind.MONEY)
    return MatchFormat(length, discipline=rules or "backgammon", resignation=Resignation.ANY_TIME)
