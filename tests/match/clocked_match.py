"""A table with a clock for the tests: time passes in seconds, commands are judged and folded."""

from collections.abc import Iterable

from msgspec.structs import replace

from barpoint.board import Refusal, Side, legal_plays
from barpoint.match import commands as c
from barpoint.match import events as e
from barpoint.match.clock import Clock
from barpoint.match.decide.dispatch import decide_match
from barpoint.match.evolve.dispatch import fold_match
from barpoint.match.format.match_format import Enforcement, MatchFormat
from barpoint.match.state import Game, GameStage, MatchState, new_match
from barpoint.rulebook.profiles.options import Options
from barpoint.rulebook.profiles.presets import preset

A, B = Side.WHITE, Side.BLACK
TD = "the director"
SECOND = 1_000
PRESETS = {"usbgf": "USBGF Open", "bws": "BWS", "guide": "Club (2014 guide)", "ibf": "IBF Backgammon"}


def format_under(
    name: str,
    enforcement: Enforcement = Enforcement.RECORDED,
    *,
    length: int | None = None,
    clocked: bool = True,
    options: Options | None = None,
) -> MatchFormat:
    """The format of a preset, or of a book's usual preset, with a clock unless told otherwise."""
    profile = preset(PRESETS.get(name, name))
    if options is not None:
        changed = profile.with_options(options)
        assert not isinstance(changed, Refusal), changed
        profile = changed
    made = profile.match_format(enforcement, length=length, clocked=clocked)
    assert not isinstance(made, Refusal), made
    return made


class Table:
    """One match, from its first event on; `now` is in milliseconds."""

    def __init__(self, played: MatchFormat) -> None:
        self.state: MatchState = new_match(played)
        self.log: list[e.AnyEvent] = []
        self.now = 0
        names = ("Ada", "Ann")[: played.team], ("Bob", "Ben")[: played.team]
        self.do(c.StartMatch(at=0, white=names[0], black=names[1]))

    def ask(self, command: c.AnyCommand) -> tuple[e.AnyEvent, ...] | Refusal:
        """What comes of a command now, folded if it is not refused."""
        decision = decide_match(self.state, replace(command, at=self.now))
        if not isinstance(decision, Refusal):
            self.log += decision
            self.state = fold_match(decision, self.state)
            assert fold_match(self.log) == self.state
        return decision

    def do(self, command: c.AnyCommand) -> tuple[e.AnyEvent, ...]:
        """The events of a command that is not refused."""
        decision = self.ask(command)
        assert not isinstance(decision, Refusal), decision
        return decision

    def refused(self, command: c.AnyCommand) -> str:
        """The code of a refusal."""
        decision = self.ask(command)
        assert isinstance(decision, Refusal), decision
        return decision.code

    def wait(self, seconds: float) -> "Table":
        """Time passes."""
        self.now += int(seconds * SECOND)
        return self

    @property
    def clock(self) -> Clock:
        assert self.state.clock is not None
        return self.state.clock

    @property
    def game(self) -> Game:
        assert self.state.game is not None
        return self.state.game

    @property
    def winner(self) -> Side | None:
        assert self.state.ended is not None, "the match is not over"
        return self.state.ended.winner

    def running(self) -> Side | None:
        """The side whose time runs, or would if the clock did not stand."""
        return self.clock.running

    def shows(self, side: Side) -> float:
        """The seconds of reserve on a side's display."""
        return self.clock.remaining(side, self.now) / SECOND

    def free(self, side: Side) -> float:
        """The seconds of delay a side has left."""
        return self.clock.delay_left(side, self.now) / SECOND

    def begin(self, starter: Side = A) -> "Table":
        """The opening roll, 3-1 for the starter."""
        self.do(c.RollOpening(at=0, white=3 if starter is A else 1, black=1 if starter is A else 3))
        return self

    def turn(self, seconds: float = 0, dice: tuple[int, int] = (3, 1)) -> "Table":
        """The side on turn rolls if it has to, plays something legal and ends its turn after so many seconds."""
        side = self.game.turn
        self.wait(seconds)
        if self.game.stage is GameStage.ROLL:
            self.do(c.RollDice(at=0, side=side, dice=dice))
        self.do(c.PlayCheckers(at=0, side=side, hops=self.some_play()))
        if self.state.format.enforcement is Enforcement.RECORDED:
            self.do(c.EndTurn(at=0, side=side))
        return self

    def some_play(self) -> tuple[tuple[int, int], ...]:
        """The first legal play of the roll on the table."""
        game = self.game
        assert game.roll is not None
        before = game.before if game.before is not None else game.position
        view = before if game.turn is A else before.flip()
        plays = legal_plays(view, game.roll, game.head_cap(game.roll))
        return tuple((hop[0], hop[1]) for hop in plays[0].hops) if plays else ()

    def place(self, position: str, turn: Side = A, dice: tuple[int, int] | None = None) -> "Table":
        """An official sets the checkers; the side to act begins with a full delay."""
        self.do(c.CorrectPosition(at=0, by=TD, position=position, turn=turn, dice=dice))
        return self

    def score(self, white: int, black: int) -> "Table":
        self.do(c.CorrectScore(at=0, by=TD, score=(white, black)))
        return self

    def set_reserve(self, side: Side, seconds: float) -> "Table":
        """An official sets a side's display."""
        self.do(c.AdjustClock(at=0, by=TD, side=side, change=int((seconds - self.shows(side)) * SECOND)))
        return self

    def adjust(self, side: Side, seconds: float, reason: str = "") -> "Table":
        self.do(c.AdjustClock(at=0, by=TD, side=side, change=int(seconds * SECOND), reason=reason))
        return self


def table(name: str, enforcement: Enforcement = Enforcement.RECORDED, **settings: object) -> Table:
    """A match under a preset or a book."""
    return Table(format_under(name, enforcement, **settings))  # type: ignore[arg-type]  # the settings of format_under


def types(events: Iterable[e.AnyEvent]) -> list[str]:
    """The names of events."""
    return [type(event).__name__ for event in events]
